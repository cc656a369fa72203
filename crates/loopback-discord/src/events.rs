//! Events of the sandbox, for pages and tests.

use serde_json::{Value, json};

use super::clock::Millis;
use super::form::snowflake;
use super::snowflake::Snowflake;

/// An event that people see. Objects have Discord's format.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A message was posted.
    MessageCreate(Value),
    /// A message was changed.
    MessageUpdate(Value),
    /// A message was deleted or dismissed.
    MessageDelete {
        /// Its channel.
        channel: Snowflake,
        /// Its id.
        id: Snowflake,
    },
    /// A channel or thread was created.
    ChannelCreate(Value),
    /// A channel or thread was changed.
    ChannelUpdate(Value),
    /// A channel or thread was deleted.
    ChannelDelete(Snowflake),
    /// The bot registered other commands.
    CommandsUpdate(Vec<Value>),
    /// The bot connected to the gateway or left it.
    BotStatus {
        /// Whether it is connected now.
        online: bool,
    },
    /// A person moved the clock forward.
    ClockMoved {
        /// The milliseconds by which it is now ahead of the machine's clock.
        ahead: Millis,
    },
    /// People were added, or the members of a server or their roles changed.
    PeopleUpdate,
    /// A user is typing.
    Typing {
        /// The channel.
        channel: Snowflake,
        /// The user.
        user: Value,
    },
}

/// An event with its audience: one person, or everybody.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    pub event: Event,
    pub only_for: Option<Snowflake>,
}

impl Event {
    pub(crate) fn channel(&self) -> Option<Snowflake> {
        match self {
            Event::MessageCreate(message) | Event::MessageUpdate(message) => {
                snowflake(&message["channel_id"])
            }
            Event::ChannelCreate(channel) | Event::ChannelUpdate(channel) => {
                snowflake(&channel["id"])
            }
            Event::MessageDelete { channel, .. }
            | Event::Typing { channel, .. }
            | Event::ChannelDelete(channel) => Some(*channel),
            Event::CommandsUpdate(_)
            | Event::BotStatus { .. }
            | Event::ClockMoved { .. }
            | Event::PeopleUpdate => None,
        }
    }

    /// Returns the event in the page's format.
    pub fn frame(&self) -> Value {
        match self {
            Event::MessageCreate(message) => {
                json!({ "type": "message_create", "message": message })
            }
            Event::MessageUpdate(message) => {
                json!({ "type": "message_update", "message": message })
            }
            Event::MessageDelete { channel, id } => {
                json!({ "type": "message_delete", "channel_id": channel, "id": id })
            }
            Event::ChannelCreate(channel) => {
                json!({ "type": "channel_create", "channel": channel })
            }
            Event::ChannelUpdate(channel) => {
                json!({ "type": "channel_update", "channel": channel })
            }
            Event::ChannelDelete(id) => json!({ "type": "channel_delete", "id": id }),
            Event::CommandsUpdate(commands) => {
                json!({ "type": "commands_update", "commands": commands })
            }
            Event::BotStatus { online } => json!({ "type": "bot_status", "online": online }),
            Event::ClockMoved { ahead } => json!({ "type": "clock_moved", "ahead": ahead }),
            Event::PeopleUpdate => json!({ "type": "people_update" }),
            Event::Typing { channel, user } => {
                json!({ "type": "typing", "channel_id": channel, "user": user })
            }
        }
    }
}
