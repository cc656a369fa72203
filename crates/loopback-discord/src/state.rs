//! What the sandbox remembers from one run to the next: people, channels, messages, commands.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::clock::Millis;
use super::snowflake::{Mint, Snowflake};

/// The layout of the state file. A file of another layout is refused.
pub(crate) const FORMAT: u32 = 2;

/// How long an interaction's token lives, and with it follow-ups and edits of the answer.
pub(crate) const TOKEN_LIFE: Millis = 15 * 60 * 1000;
/// How long the bot may take to answer an interaction for the first time.
pub(crate) const FIRST_ANSWER: Millis = 3 * 1000;

/// Everything that outlives the process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct World {
    pub format: u32,
    pub mint: Mint,
    /// The bot's token, of the sandbox's own making.
    pub token: String,
    /// The application; the bot's user has the same id, as with new applications on Discord.
    pub bot: User,
    /// The first server, of which there is always one.
    pub home: Guild,
    /// More servers.
    pub others: Vec<Guild>,
    pub people: Vec<User>,
    pub channels: BTreeMap<Snowflake, Channel>,
    pub commands: Vec<Command>,
    pub interactions: Vec<Interaction>,
    /// By how much people have moved the clock forward.
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
    /// The roles besides `@everyone`, from the lowest up.
    pub roles: Vec<Role>,
    /// The people who are here; the bot is too, unless the next field says otherwise.
    pub members: BTreeMap<Snowflake, Member>,
    /// Whether the bot is no member: then only those bring it along who have installed the app for themselves.
    #[serde(default)]
    pub without_bot: bool,
    /// The roles that may use a command by the server's settings of integrations, whatever they may do besides.
    #[serde(default)]
    pub allowed: Vec<(String, Snowflake)>,
}

/// A role on a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Role {
    pub id: Snowflake,
    pub name: String,
    /// What it allows beyond what everyone may do.
    pub permissions: u64,
}

/// What a person is on one server.
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
    /// Whether the person takes direct messages from the server's bots.
    pub takes_direct_messages: bool,
    /// Whether the person has installed the app for themselves: then its commands that are made for that are theirs everywhere.
    #[serde(default)]
    pub has_app: bool,
    /// Fields in which the user object differs from the usual one.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
}

/// A place for messages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub id: Snowflake,
    pub kind: ChannelKind,
    pub name: String,
    pub position: u32,
    /// What the bot may do here; a thread follows its parent unless it has bits of its own.
    pub bot_permissions: Option<u64>,
    pub messages: BTreeMap<Snowflake, Message>,
}

/// What kind of channel, and what only that kind has.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum ChannelKind {
    /// A text channel of a server.
    Text {
        guild: Snowflake,
        topic: Option<String>,
        /// Whether it is one for announcements.
        announcement: bool,
        /// The roles and people who see it; none when everybody does.
        only_for: Option<Vec<Snowflake>>,
    },
    /// A conversation of the bot with one person.
    Direct { with: Snowflake },
    /// A conversation of people with each other, which the bot does not see.
    Private { people: Vec<Snowflake> },
    /// A public thread below a text channel.
    Thread(Thread),
}

/// A thread's own matters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub parent: Snowflake,
    pub owner: Snowflake,
    pub archived: bool,
    pub locked: bool,
    /// When `archived` changed last.
    pub archive_changed: Millis,
    /// Minutes without a message until the thread is archived.
    pub auto_archive_minutes: u32,
    pub last_activity: Millis,
    /// Messages ever sent, the starter not counted.
    pub total_sent: u32,
    pub members: Vec<(Snowflake, Millis)>,
    pub slow_mode_seconds: u32,
}

/// A message in a channel.
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
    pub components: Vec<Value>,
    pub nonce: Option<Value>,
    /// The message that this one answers or stands for.
    pub reference: Option<Reference>,
    /// The interaction that brought the message about.
    pub interaction: Option<Origin>,
    /// The only person who sees an ephemeral message.
    pub only_for: Option<Snowflake>,
}

/// Discord's types of messages, as far as the sandbox knows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum MessageKind {
    Default = 0,
    ThreadCreated = 18,
    Reply = 19,
    ChatInputCommand = 20,
    ThreadStarter = 21,
}

/// Another message.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Reference {
    pub channel: Snowflake,
    pub message: Option<Snowflake>,
}

/// A file of a message. Its bytes lie elsewhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct File {
    pub id: Snowflake,
    pub filename: String,
    pub description: Option<String>,
    pub content_type: Option<String>,
    pub size: usize,
    /// Width and height of a picture, in pixels.
    pub dimensions: Option<(u32, u32)>,
}

/// The interaction behind a message, as Discord tells it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Origin {
    pub interaction: Snowflake,
    pub kind: InteractionKind,
    pub user: Snowflake,
    /// `play connect-n`, for a command.
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
    /// A text of the definition; empty when absent.
    pub fn text(&self, key: &str) -> &str {
        self.definition
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }
}

/// What a person did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum InteractionKind {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// An interaction that was sent to the bot, for as long as its token lives.
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
    /// The first answer's message; for an update that of the component.
    pub original: Option<Snowflake>,
    /// The type of the focused option, for autocomplete.
    pub focused: Option<i64>,
}

impl World {
    /// All servers; the first is the one of a sandbox that has only one.
    pub fn guilds(&self) -> impl Iterator<Item = &Guild> {
        std::iter::once(&self.home).chain(&self.others)
    }

    /// As [`World::guilds`], to change them.
    pub fn guilds_mut(&mut self) -> impl Iterator<Item = &mut Guild> {
        std::iter::once(&mut self.home).chain(&mut self.others)
    }

    /// A server.
    pub fn guild(&self, id: Snowflake) -> Option<&Guild> {
        self.guilds().find(|guild| guild.id == id)
    }

    /// The server of a channel or thread; none for conversations outside of servers.
    pub fn guild_of(&self, channel: &Channel) -> Option<&Guild> {
        match &channel.kind {
            ChannelKind::Text { guild, .. } => self.guild(*guild),
            ChannelKind::Thread(thread) => self.guild_of(self.channels.get(&thread.parent)?),
            ChannelKind::Direct { .. } | ChannelKind::Private { .. } => None,
        }
    }

    /// Discord's type of a public thread below a channel: channels for announcements have a type of their own.
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

    /// Whether an id is that of a role, `@everyone` included, on any server.
    pub fn is_role(&self, id: Snowflake) -> bool {
        self.guilds()
            .any(|guild| guild.id == id || guild.roles.iter().any(|role| role.id == id))
    }

    /// A person or the bot.
    pub fn user(&self, id: Snowflake) -> Option<&User> {
        self.people
            .iter()
            .chain([&self.bot])
            .find(|user| user.id == id)
    }

    /// A person, not the bot.
    pub fn person(&self, id: Snowflake) -> Option<&User> {
        self.people.iter().find(|user| user.id == id)
    }

    /// The attachments of all messages.
    pub fn files(&self) -> HashSet<Snowflake> {
        let messages = self
            .channels
            .values()
            .flat_map(|channel| channel.messages.values());
        messages
            .flat_map(|message| message.files.iter().map(|file| file.id))
            .collect()
    }

    /// A message, wherever it is.
    pub fn message(&self, channel: Snowflake, id: Snowflake) -> Option<&Message> {
        self.channels.get(&channel)?.messages.get(&id)
    }

    /// The thread that was started from a message has the message's id.
    pub fn thread_of(&self, message: Snowflake) -> Option<&Channel> {
        self.channels
            .get(&message)
            .filter(|channel| channel.thread().is_some())
    }
}

impl Channel {
    /// All of it but its messages, which may be very many.
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

    /// The thread's own matters, if it is one.
    pub fn thread(&self) -> Option<&Thread> {
        if let ChannelKind::Thread(thread) = &self.kind {
            Some(thread)
        } else {
            None
        }
    }

    /// As [`Channel::thread`], to change them.
    pub fn thread_mut(&mut self) -> Option<&mut Thread> {
        if let ChannelKind::Thread(thread) = &mut self.kind {
            Some(thread)
        } else {
            None
        }
    }

    /// Whether the channel is the bot's conversation with one person.
    pub fn is_direct(&self) -> bool {
        matches!(self.kind, ChannelKind::Direct { .. })
    }

    /// Whether the channel is a conversation of people with each other.
    pub fn is_private(&self) -> bool {
        matches!(self.kind, ChannelKind::Private { .. })
    }

    /// The newest message that everybody sees.
    pub fn last_message(&self) -> Option<Snowflake> {
        self.messages
            .values()
            .rev()
            .find(|message| message.only_for.is_none())
            .map(|message| message.id)
    }
}

/// Letters that nobody guesses, from the standard library's only source of chance.
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
