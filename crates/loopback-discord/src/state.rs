//! The persistent state: people, channels, messages, commands.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::clock::Millis;
use super::snowflake::{Mint, Snowflake};

/// The version of the state file. A file of another version is refused.
pub(crate) const FORMAT: u32 = 2;

/// The lifetime of an interaction's token for follow-ups and edits of the answer.
pub(crate) const TOKEN_LIFE: Millis = 15 * 60 * 1000;
/// Discord's type of a private thread.
pub(crate) const PRIVATE_THREAD: u8 = 12;

/// The time limit of the first answer to an interaction.
pub(crate) const FIRST_ANSWER: Millis = 3 * 1000;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct World {
    pub format: u32,
    pub mint: Mint,
    /// The bot's token, created by the sandbox.
    pub token: String,
    /// The bot's user. It has the application's id, as for new applications on Discord.
    pub bot: User,
    /// The first server, which always exists.
    pub home: Guild,
    /// The other servers.
    pub others: Vec<Guild>,
    pub people: Vec<User>,
    pub channels: BTreeMap<Snowflake, Channel>,
    pub commands: Vec<Command>,
    pub interactions: Vec<Interaction>,
    /// The time by which people have moved the clock forward.
    #[serde(default)]
    pub ahead: Millis,
}

/// A server. Its id is also that of its `@everyone` role.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub id: Snowflake,
    pub name: String,
    pub owner: Snowflake,
    pub joined_at: Millis,
    /// The roles except `@everyone`, in ascending order.
    pub roles: Vec<Role>,
    /// The people on the server. The bot is a member too, unless `without_bot` is set.
    pub members: BTreeMap<Snowflake, Member>,
    /// Whether the bot is not a member.
    ///
    /// Then only people who have installed the app for themselves can use it.
    #[serde(default)]
    pub without_bot: bool,
    /// The roles that the server's integration settings allow to use a command, regardless of permissions.
    #[serde(default)]
    pub allowed: Vec<(String, Snowflake)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Role {
    pub id: Snowflake,
    pub name: String,
    /// The permissions beyond those of everyone.
    pub permissions: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Member {
    pub nickname: Option<String>,
    pub roles: Vec<Snowflake>,
}

/// A person or the bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct User {
    pub id: Snowflake,
    pub username: String,
    pub global_name: Option<String>,
    pub is_bot: bool,
    /// Whether the person accepts direct messages of the server's bots.
    pub takes_direct_messages: bool,
    /// Whether the person has installed the app, to use it everywhere.
    #[serde(default)]
    pub has_app: bool,
    /// Fields of the user object that differ from the usual ones.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub id: Snowflake,
    pub kind: ChannelKind,
    pub name: String,
    pub position: u32,
    /// The bot's permissions here. By default a thread has those of its parent.
    pub bot_permissions: Option<u64>,
    pub messages: BTreeMap<Snowflake, Message>,
}

/// The type of a channel with its own data.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum ChannelKind {
    /// A text channel of a server.
    Text {
        guild: Snowflake,
        topic: Option<String>,
        announcement: bool,
        /// The roles and people who see it; `None` if it is public.
        only_for: Option<Vec<Snowflake>>,
    },
    /// A conversation of the bot with one person.
    Direct { with: Snowflake },
    /// A conversation between people, which the bot does not see.
    Private { people: Vec<Snowflake> },
    /// A thread below a text channel.
    Thread(Thread),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub parent: Snowflake,
    pub owner: Snowflake,
    pub archived: bool,
    pub locked: bool,
    /// Whether an active thread has left the list of channels.
    #[serde(default)]
    pub hidden: bool,
    /// The time of the last change of `archived` or of `auto_archive_minutes`.
    pub archive_changed: Millis,
    /// Minutes without activity until the thread is hidden.
    pub auto_archive_minutes: u32,
    /// The time of the last message, awakening, or change of `auto_archive_minutes`.
    pub last_activity: Millis,
    /// Number of messages ever sent, without the starter.
    pub total_sent: u32,
    pub members: Vec<(Snowflake, Millis)>,
    pub slow_mode_seconds: u32,
    /// Whether only its members see it, and those who manage threads.
    #[serde(default)]
    pub private: bool,
    /// Whether all members of a private thread may add others.
    #[serde(default)]
    pub invitable: bool,
}

impl Thread {
    pub fn has_member(&self, user: Snowflake) -> bool {
        self.members.iter().any(|(member, _)| *member == user)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Message {
    pub id: Snowflake,
    pub channel: Snowflake,
    pub author: Snowflake,
    pub kind: MessageKind,
    pub content: String,
    pub edited: Option<Millis>,
    pub flags: u64,
    pub tts: bool,
    pub mentions: Vec<Snowflake>,
    pub mention_everyone: bool,
    pub files: Vec<File>,
    pub embeds: Vec<Value>,
    /// The pages that the content links to, in its order.
    #[serde(default)]
    pub unfolded: Vec<Unfolded>,
    pub components: Vec<Value>,
    pub nonce: Option<Value>,
    /// The message that this one answers or announces.
    pub reference: Option<Reference>,
    pub interaction: Option<Origin>,
    /// The addressee of an ephemeral message.
    pub only_for: Option<Snowflake>,
}

/// Discord's types of messages that the sandbox supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum MessageKind {
    Default = 0,
    ThreadCreated = 18,
    Reply = 19,
    ChatInputCommand = 20,
    ThreadStarter = 21,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Reference {
    pub channel: Snowflake,
    pub message: Option<Snowflake>,
}

/// A file of a message. Its bytes are stored separately.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct File {
    pub id: Snowflake,
    pub filename: String,
    pub description: Option<String>,
    pub content_type: Option<String>,
    pub size: usize,
    pub dimensions: Option<(u32, u32)>,
}

/// A page that a message links to, as it was when the link was unfolded.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Unfolded {
    /// The link as it is written in the content.
    pub link: String,
    /// The embed without `url`, and without the address of the picture here.
    pub embed: Map<String, Value>,
    pub picture: Option<File>,
}

/// The interaction behind a message, as Discord reports it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub interaction: Snowflake,
    pub kind: InteractionKind,
    pub user: Snowflake,
    /// Such as `play connect-n`, for a command.
    pub command: Option<String>,
    /// The message of the component that was used.
    pub source: Option<Snowflake>,
    /// For a follow-up: the first answer.
    pub original: Option<Snowflake>,
    /// For a modal: the interaction that showed it.
    pub trigger: Option<Box<Origin>>,
}

/// An application command as registered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Command {
    pub id: Snowflake,
    pub version: Snowflake,
    pub guild: Option<Snowflake>,
    /// The definition in Discord's form, without ids.
    pub definition: Map<String, Value>,
}

impl Command {
    /// Returns a text of the definition; empty if absent.
    pub fn text(&self, key: &str) -> &str {
        self.definition
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }
}

/// The kind of a person's action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum InteractionKind {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// An interaction that was sent to the bot. It is kept until its token expires.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Interaction {
    pub id: Snowflake,
    pub token: String,
    pub kind: InteractionKind,
    pub user: Snowflake,
    pub channel: Snowflake,
    pub at: Millis,
    pub origin: Origin,
    /// The message of the component, or of the component behind the modal.
    pub source: Option<Snowflake>,
    pub answered: bool,
    /// The message of the first answer; for an update the component's message.
    pub original: Option<Snowflake>,
    /// The type of the focused option, for autocomplete.
    pub focused: Option<i64>,
    /// The number of follow-ups so far.
    pub follow_ups: u32,
}

impl World {
    /// Iterates over all servers, the first one first.
    pub fn guilds(&self) -> impl Iterator<Item = &Guild> {
        std::iter::once(&self.home).chain(&self.others)
    }

    pub fn guilds_mut(&mut self) -> impl Iterator<Item = &mut Guild> {
        std::iter::once(&mut self.home).chain(&mut self.others)
    }

    pub fn guild(&self, id: Snowflake) -> Option<&Guild> {
        self.guilds().find(|guild| guild.id == id)
    }

    /// Returns the server of a channel or thread; `None` for conversations outside of servers.
    pub fn guild_of(&self, channel: &Channel) -> Option<&Guild> {
        match &channel.kind {
            ChannelKind::Text { guild, .. } => self.guild(*guild),
            ChannelKind::Thread(thread) => self.guild_of(self.channels.get(&thread.parent)?),
            ChannelKind::Direct { .. } | ChannelKind::Private { .. } => None,
        }
    }

    /// Returns Discord's type of a thread.
    pub fn type_of(&self, thread: &Thread) -> u8 {
        if thread.private {
            PRIVATE_THREAD
        } else {
            self.thread_type(thread.parent)
        }
    }

    /// Returns Discord's type of a public thread, which differs below an announcement channel.
    pub fn thread_type(&self, parent: Snowflake) -> u8 {
        let kind = self.channels.get(&parent).map(|parent| &parent.kind);
        if matches!(
            kind,
            Some(ChannelKind::Text {
                announcement: true,
                ..
            })
        ) {
            10
        } else {
            11
        }
    }

    /// Whether an id belongs to a role of any server, including `@everyone`.
    pub fn is_role(&self, id: Snowflake) -> bool {
        self.guilds()
            .any(|guild| guild.id == id || guild.roles.iter().any(|role| role.id == id))
    }

    /// Returns a person or the bot.
    pub fn user(&self, id: Snowflake) -> Option<&User> {
        self.people
            .iter()
            .chain([&self.bot])
            .find(|user| user.id == id)
    }

    /// Returns a person, but not the bot.
    pub fn person(&self, id: Snowflake) -> Option<&User> {
        self.people.iter().find(|user| user.id == id)
    }

    /// Returns the attachments of all messages, and the pictures of pages that they link to.
    pub fn files(&self) -> HashSet<Snowflake> {
        let messages = self
            .channels
            .values()
            .flat_map(|channel| channel.messages.values());
        messages
            .flat_map(|message| {
                let pictures = message
                    .unfolded
                    .iter()
                    .filter_map(|one| one.picture.as_ref());
                message.files.iter().chain(pictures).map(|file| file.id)
            })
            .collect()
    }

    pub fn message(&self, channel: Snowflake, id: Snowflake) -> Option<&Message> {
        self.channels.get(&channel)?.messages.get(&id)
    }

    /// Returns the thread that was started from a message: it has the message's id.
    pub fn thread_of(&self, message: Snowflake) -> Option<&Channel> {
        self.channels
            .get(&message)
            .filter(|channel| channel.thread().is_some())
    }
}

impl Channel {
    /// Copies the channel without its messages, which may be very many.
    pub fn without_messages(&self) -> Channel {
        Channel {
            id: self.id,
            kind: self.kind.clone(),
            name: self.name.clone(),
            position: self.position,
            bot_permissions: self.bot_permissions,
            messages: BTreeMap::new(),
        }
    }

    pub fn thread(&self) -> Option<&Thread> {
        if let ChannelKind::Thread(thread) = &self.kind {
            Some(thread)
        } else {
            None
        }
    }

    pub fn thread_mut(&mut self) -> Option<&mut Thread> {
        if let ChannelKind::Thread(thread) = &mut self.kind {
            Some(thread)
        } else {
            None
        }
    }

    /// Whether the channel is a thread that is not archived.
    pub fn is_active_thread(&self) -> bool {
        self.thread().is_some_and(|thread| !thread.archived)
    }

    pub fn is_direct(&self) -> bool {
        matches!(self.kind, ChannelKind::Direct { .. })
    }

    pub fn is_private(&self) -> bool {
        matches!(self.kind, ChannelKind::Private { .. })
    }

    /// Returns the newest message that is not ephemeral.
    pub fn last_message(&self) -> Option<Snowflake> {
        self.messages
            .values()
            .rev()
            .find(|message| message.only_for.is_none())
            .map(|message| message.id)
    }
}

/// Returns random letters, from the standard library's only source of randomness.
pub(crate) fn secret(words: u64) -> String {
    let random = RandomState::new();
    (0..words.max(1) * 2)
        .map(|word| format!("{:016x}", with_hasher(&random, word)))
        .collect()
}

fn with_hasher(random: &RandomState, word: u64) -> u64 {
    let mut hasher = random.build_hasher();
    hasher.write_u64(word);
    hasher.finish()
}
