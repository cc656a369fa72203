//! The contents of a new sandbox: people, servers with their roles and nicknames, channels.

use std::collections::BTreeMap;

use super::clock::Millis;
use super::permissions;
use super::snowflake::{Mint, Snowflake};
use super::state::{Channel, ChannelKind, FORMAT, Guild, Member, Role, User, World, secret};

/// The longest name of a server, channel or role.
const NAME: usize = 100;
/// The longest name of a person, and the longest nickname.
const PERSON_NAME: usize = 32;

/// The contents of a new sandbox. An existing state file takes precedence.
///
/// The default is four people, Ana, Ben, Cleo and Dan, on one server with the text channels `general` and `lounge`. A
/// person's user name is the display name in lower case without spaces.
///
/// ```
/// use loopback_discord::{ChannelLayout, Layout, SandboxConfig, ServerLayout, permissions};
///
/// let club = ServerLayout::new("Chess Club")
///     .role("Arbiter", permissions::MANAGE_GUILD)
///     .gives("ben", "Arbiter")
///     .nickname("ana", "Anna K.")
///     .without("cleo")
///     .channel(ChannelLayout::text("general"))
///     .channel(ChannelLayout::announcement("results"))
///     .channel(ChannelLayout::text("office").only_for(["Arbiter"]));
/// let mut config = SandboxConfig::default();
/// config.layout = Layout::default().server(club);
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    people: Vec<String>,
    servers: Vec<ServerLayout>,
}

/// A server of a [`Layout`]. By default all people are members, and the first person is the owner.
#[derive(Clone, Debug)]
pub struct ServerLayout {
    name: String,
    owner: Option<String>,
    roles: Vec<(String, u64)>,
    gives: Vec<(String, String)>,
    nicknames: Vec<(String, String)>,
    without: Vec<String>,
    without_bot: bool,
    channels: Vec<ChannelLayout>,
}

/// A channel of a [`ServerLayout`].
#[derive(Clone, Debug)]
pub struct ChannelLayout {
    name: String,
    topic: Option<String>,
    announcement: bool,
    only_for: Option<Vec<String>>,
    bot_permissions: u64,
}

impl Default for Layout {
    fn default() -> Self {
        let server = ServerLayout::new("Sandbox")
            .channel(ChannelLayout::text("general").topic("Play here"))
            .channel(ChannelLayout::text("lounge").topic("Play there"));
        ["Ana", "Ben", "Cleo", "Dan"]
            .into_iter()
            .fold(Layout::empty(), Layout::person)
            .server(server)
    }
}

impl Layout {
    /// Creates an empty layout. A sandbox needs at least one person and one server.
    #[must_use]
    pub fn empty() -> Layout {
        Layout {
            people: Vec::new(),
            servers: Vec::new(),
        }
    }

    /// Adds a person by display name, from 1 to 32 characters.
    #[must_use]
    pub fn person(mut self, name: &str) -> Layout {
        self.people.push(name.to_owned());
        self
    }

    /// Adds a server.
    #[must_use]
    pub fn server(mut self, server: ServerLayout) -> Layout {
        self.servers.push(server);
        self
    }

    /// Builds the world of this layout. The error is a sentence.
    pub(crate) fn world(&self, bot_name: &str, now: Millis) -> Result<World, String> {
        let mut mint = Mint::default();
        let mut people: Vec<User> = Vec::new();
        for name in &self.people {
            check("person", name, PERSON_NAME)?;
            let username = username(name);
            if people.iter().any(|person| person.username == username) {
                return Err(format!("two people have the user name {username}"));
            }
            people.push(User {
                id: mint.next(now),
                username,
                global_name: Some(name.clone()),
                is_bot: false,
                takes_direct_messages: true,
                has_app: false,
                fields: Default::default(),
            });
        }
        let bot = User {
            id: mint.next(now),
            username: username(bot_name),
            global_name: None,
            is_bot: true,
            takes_direct_messages: true,
            has_app: false,
            fields: Default::default(),
        };
        let mut channels = BTreeMap::new();
        let mut guilds = Vec::new();
        // Servers are created a millisecond apart, so that they belong to different shards.
        for (made, server) in (now..).zip(&self.servers) {
            if guilds.iter().any(|guild: &Guild| guild.name == server.name) {
                return Err(format!("two servers are called {}", server.name));
            }
            guilds.push(server.build(&people, &mut channels, &mut mint, made)?);
        }
        let mut guilds = guilds.into_iter();
        let home = guilds.next().ok_or("there is no server")?;
        Ok(World {
            format: FORMAT,
            token: format!("sandbox.{}.{}", secret(1), secret(2)),
            mint,
            bot,
            home,
            others: guilds.collect(),
            people,
            channels,
            commands: Vec::new(),
            interactions: Vec::new(),
            ahead: 0,
        })
    }
}

impl ServerLayout {
    /// Creates a server without roles and channels. The name has from 1 to 100 characters.
    #[must_use]
    pub fn new(name: &str) -> ServerLayout {
        ServerLayout {
            name: name.to_owned(),
            owner: None,
            roles: Vec::new(),
            gives: Vec::new(),
            nicknames: Vec::new(),
            without: Vec::new(),
            without_bot: false,
            channels: Vec::new(),
        }
    }

    /// Sets the owner, who has all permissions.
    #[must_use]
    pub fn owner(mut self, person: &str) -> ServerLayout {
        self.owner = Some(person.to_owned());
        self
    }

    /// Adds a role with permissions beyond those of everyone; see [`permissions`](crate::permissions).
    #[must_use]
    pub fn role(mut self, name: &str, permissions: u64) -> ServerLayout {
        self.roles.push((name.to_owned(), permissions));
        self
    }

    /// Gives a person a role.
    #[must_use]
    pub fn gives(mut self, person: &str, role: &str) -> ServerLayout {
        self.gives.push((person.to_owned(), role.to_owned()));
        self
    }

    /// Gives a person a nickname on this server, of 1 to 32 characters.
    #[must_use]
    pub fn nickname(mut self, person: &str, nickname: &str) -> ServerLayout {
        self.nicknames
            .push((person.to_owned(), nickname.to_owned()));
        self
    }

    /// Excludes a person from this server.
    #[must_use]
    pub fn without(mut self, person: &str) -> ServerLayout {
        self.without.push(person.to_owned());
        self
    }

    /// Excludes the bot from this server.
    ///
    /// Only people who have installed the app for themselves can use it there: see
    /// [`Sandbox::set_user_install`](crate::Sandbox::set_user_install).
    #[must_use]
    pub fn without_bot(mut self) -> ServerLayout {
        self.without_bot = true;
        self
    }

    /// Adds a channel below the others.
    #[must_use]
    pub fn channel(mut self, channel: ChannelLayout) -> ServerLayout {
        self.channels.push(channel);
        self
    }

    fn build(
        &self,
        people: &[User],
        channels: &mut BTreeMap<Snowflake, Channel>,
        mint: &mut Mint,
        now: Millis,
    ) -> Result<Guild, String> {
        check("server", &self.name, NAME)?;
        let find = |name: &String| {
            let found = people.iter().find(|person| person.username == *name);
            found
                .map(|person| person.id)
                .ok_or_else(|| format!("the server {} names nobody called {name}", self.name))
        };
        let owner = match &self.owner {
            Some(owner) => find(owner)?,
            None => people.first().ok_or("there are no people")?.id,
        };
        let mut members: BTreeMap<Snowflake, Member> = people
            .iter()
            .map(|person| (person.id, Member::default()))
            .collect();
        for name in &self.without {
            let id = find(name)?;
            if id == owner {
                return Err(format!("{name} owns the server {}", self.name));
            }
            members.remove(&id);
        }
        let member = |members: &mut BTreeMap<Snowflake, Member>, name: &String| {
            members
                .remove_entry(&find(name)?)
                .ok_or_else(|| format!("{name} is no member of {}", self.name))
        };
        for (name, nickname) in &self.nicknames {
            check("nickname", nickname, PERSON_NAME)?;
            let (id, mut own) = member(&mut members, name)?;
            own.nickname = Some(nickname.clone());
            members.insert(id, own);
        }
        let id = mint.next(now);
        let mut roles = Vec::new();
        for (name, permissions) in &self.roles {
            check("role", name, NAME)?;
            roles.push(Role {
                id: mint.next(now),
                name: name.clone(),
                permissions: *permissions,
            });
        }
        let role = |name: &String| roles.iter().find(|role| role.name == *name);
        for (person, name) in &self.gives {
            let role =
                role(name).ok_or_else(|| format!("the server {} has no role {name}", self.name))?;
            let (id, mut own) = member(&mut members, person)?;
            own.roles.push(role.id);
            members.insert(id, own);
        }
        for (position, layout) in self.channels.iter().enumerate() {
            check("channel", &layout.name, NAME)?;
            let only_for = match &layout.only_for {
                None => None,
                Some(names) => Some(
                    names
                        .iter()
                        .map(|name| role(name).map_or_else(|| find(name), |role| Ok(role.id)))
                        .collect::<Result<Vec<_>, String>>()?,
                ),
            };
            let channel = Channel {
                id: mint.next(now),
                kind: ChannelKind::Text {
                    guild: id,
                    topic: layout.topic.clone(),
                    announcement: layout.announcement,
                    only_for,
                },
                name: layout.name.clone(),
                position: u32::try_from(position).unwrap_or(u32::MAX),
                bot_permissions: Some(layout.bot_permissions),
                messages: BTreeMap::new(),
            };
            channels.insert(channel.id, channel);
        }
        Ok(Guild {
            id,
            name: self.name.clone(),
            owner,
            joined_at: now,
            roles,
            members,
            without_bot: self.without_bot,
            allowed: Vec::new(),
        })
    }
}

impl ChannelLayout {
    /// Creates a text channel. The name has from 1 to 100 characters.
    #[must_use]
    pub fn text(name: &str) -> ChannelLayout {
        ChannelLayout {
            name: name.to_owned(),
            topic: None,
            announcement: false,
            only_for: None,
            bot_permissions: permissions::DEFAULT_FOR_BOT,
        }
    }

    /// Creates an announcement channel: Discord's type 5, with threads of type 10.
    #[must_use]
    pub fn announcement(name: &str) -> ChannelLayout {
        ChannelLayout {
            announcement: true,
            ..ChannelLayout::text(name)
        }
    }

    /// Sets the topic.
    #[must_use]
    pub fn topic(mut self, topic: &str) -> ChannelLayout {
        self.topic = Some(topic.to_owned());
        self
    }

    /// Makes the channel private to people by user name, roles by name, and the server's owner.
    ///
    /// The bot has access too, unless [`ChannelLayout::bot_permissions`] excludes it.
    #[must_use]
    pub fn only_for<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> ChannelLayout {
        self.only_for = Some(names.into_iter().map(str::to_owned).collect());
        self
    }

    /// Sets the bot's permissions, instead of [`DEFAULT_FOR_BOT`](crate::permissions::DEFAULT_FOR_BOT).
    #[must_use]
    pub fn bot_permissions(mut self, bits: u64) -> ChannelLayout {
        self.bot_permissions = bits;
        self
    }
}

fn username(name: &str) -> String {
    let mut username = name.to_lowercase();
    username.retain(|c| c != ' ');
    username
}

fn check(what: &str, name: &str, most: usize) -> Result<(), String> {
    if (1..=most).contains(&name.chars().count()) {
        Ok(())
    } else {
        Err(format!(
            "the name of a {what} has from 1 to {most} characters: “{name}”"
        ))
    }
}
