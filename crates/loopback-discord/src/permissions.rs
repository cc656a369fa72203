//! Permission bits, and the permissions of the bot and the people.

use super::errors::{ApiError, Code};
use super::snowflake::Snowflake;
use super::state::{Channel, ChannelKind, Guild, World};

/// All permissions.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// Permission to change the server's settings.
pub const MANAGE_GUILD: u64 = 1 << 5;
/// Permission to see a channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Permission to write in a channel, except in threads.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Permission to delete other users' messages.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Permission to post embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Permission to post files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Permission to read earlier messages.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Permission to notify everyone.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// Permission to change channels.
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// Permission to use application commands.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Permission to archive, lock and delete threads.
pub const MANAGE_THREADS: u64 = 1 << 34;
/// Permission to start public threads.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// Permission to start private threads.
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// Permission to write in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// The invitation's permissions of a bot that plays in threads.
pub const DEFAULT_FOR_BOT: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;

/// The permissions of everyone on the server.
pub(crate) const EVERYONE: u64 = DEFAULT_FOR_BOT | USE_APPLICATION_COMMANDS;
/// All permissions, as the server's owner has them.
pub(crate) const ALL: u64 = (1 << 52) - 1;
/// The bot's permissions in a direct conversation.
const IN_DIRECT_MESSAGES: u64 =
    VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_MESSAGE_HISTORY;

/// A person's permissions in a conversation outside of servers.
const IN_DIRECT_MESSAGES_OF_PERSON: u64 = IN_DIRECT_MESSAGES | USE_APPLICATION_COMMANDS;

/// The permissions of an app's answers on a server without the bot, for a person who has installed it.
const OF_GUEST: u64 = EMBED_LINKS | ATTACH_FILES;

/// Whether the bot is not in the channel, and answers people who have installed it for themselves.
pub(crate) fn is_guest(world: &World, channel: &Channel) -> bool {
    match world.guild_of(channel) {
        Some(guild) => guild.without_bot,
        None => channel.is_private(),
    }
}

/// Returns the `app_permissions` of an interaction in a channel.
pub(crate) fn of_app(world: &World, channel: &Channel) -> u64 {
    if is_guest(world, channel) {
        OF_GUEST
    } else {
        of_bot(world, channel)
    }
}

pub(crate) fn of_bot(world: &World, channel: &Channel) -> u64 {
    if world
        .guild_of(channel)
        .is_some_and(|guild| guild.without_bot)
    {
        return 0;
    }
    let held = match (&channel.kind, channel.bot_permissions) {
        (ChannelKind::Direct { .. }, _) => IN_DIRECT_MESSAGES,
        (ChannelKind::Private { .. }, _) => 0,
        (_, Some(bits)) => bits,
        (ChannelKind::Thread(thread), None) => world
            .channels
            .get(&thread.parent)
            .map_or(0, |parent| of_bot(world, parent)),
        (ChannelKind::Text { .. }, None) => DEFAULT_FOR_BOT,
    };
    in_thread(channel, world.bot.id, held)
}

/// Returns the permissions of a user with these in the channel above: a private thread is for its members, and for
/// those who manage threads.
fn in_thread(channel: &Channel, user: Snowflake, held: u64) -> u64 {
    let is_let_in = channel.thread().is_none_or(|thread| {
        !thread.private || held & (MANAGE_THREADS | ADMINISTRATOR) != 0 || thread.has_member(user)
    });
    if is_let_in { held } else { 0 }
}

/// Returns a person's permissions in a channel; 0 without membership or access.
pub(crate) fn of_person(world: &World, channel: &Channel, person: Snowflake) -> u64 {
    let only_for = match &channel.kind {
        ChannelKind::Direct { with } if *with == person => return IN_DIRECT_MESSAGES_OF_PERSON,
        ChannelKind::Private { people } if people.contains(&person) => {
            return IN_DIRECT_MESSAGES_OF_PERSON;
        }
        ChannelKind::Direct { .. } | ChannelKind::Private { .. } => return 0,
        ChannelKind::Thread(thread) => {
            let parent = world.channels.get(&thread.parent);
            let held = parent.map_or(0, |parent| of_person(world, parent, person));
            return in_thread(channel, person, held);
        }
        ChannelKind::Text { only_for, .. } => only_for,
    };
    let Some(guild) = world.guild_of(channel) else {
        return 0;
    };
    let held = on_server(guild, person);
    let Some(member) = guild.members.get(&person) else {
        return 0;
    };
    let is_let_in = only_for
        .as_ref()
        .is_none_or(|ids| ids.contains(&person) || ids.iter().any(|id| member.roles.contains(id)));
    if held == ALL || is_let_in { held } else { 0 }
}

/// Returns a person's permissions on a server, without channel overwrites.
pub(crate) fn on_server(guild: &Guild, person: Snowflake) -> u64 {
    if guild.owner == person {
        return ALL;
    }
    let Some(member) = guild.members.get(&person) else {
        return 0;
    };
    let held = guild
        .roles
        .iter()
        .filter(|role| member.roles.contains(&role.id))
        .fold(EVERYONE, |held, role| held | role.permissions);
    if held & ADMINISTRATOR == 0 { held } else { ALL }
}

/// Refuses an action of the bot without these permissions.
/// A channel that it may not see gives an access error.
pub(crate) fn require(world: &World, channel: &Channel, needed: u64) -> Result<(), ApiError> {
    let held = of_bot(world, channel);
    if held & VIEW_CHANNEL == 0 {
        return Err(Code::MissingAccess.into());
    }
    if held & needed != needed {
        Err(Code::MissingPermissions.into())
    } else {
        Ok(())
    }
}

/// Returns the permission to write, which is a separate one for threads.
pub(crate) fn to_write(channel: &Channel) -> u64 {
    if channel.thread().is_some() {
        SEND_MESSAGES_IN_THREADS
    } else {
        SEND_MESSAGES
    }
}
