//! Actions of people: clicks, commands, choices, messages. Invalid ones are refused as by a Discord client.

mod acts;
mod answer;
mod members;
mod options;
pub(crate) mod page;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::clock::Millis;
use super::events::Notice;
use super::permissions;
use super::server::{App, Server};
use super::snowflake::Snowflake;
use super::state::{Channel, ChannelKind, Message, User};

/// The bot's first answer to an interaction. Messages and modals are Discord's objects.
#[derive(Clone, Debug)]
pub(crate) enum FirstAnswer {
    Message(Value),
    Update(Value),
    Deferred(Value),
    DeferredUpdate,
    Modal(Value),
    Choices(Vec<Value>),
}

impl FirstAnswer {
    /// Returns the answer in the page's format.
    pub fn object(self) -> Value {
        match self {
            FirstAnswer::Message(message) => json!({ "result": "message", "message": message }),
            FirstAnswer::Update(message) => json!({ "result": "update", "message": message }),
            FirstAnswer::Deferred(message) => json!({ "result": "deferred", "message": message }),
            FirstAnswer::DeferredUpdate => json!({ "result": "deferred_update" }),
            FirstAnswer::Modal(modal) => json!({ "result": "modal", "modal": modal }),
            FirstAnswer::Choices(choices) => json!({ "result": "choices", "choices": choices }),
        }
    }
}

/// The reason why a client does not send an action: a sentence.
pub(crate) type Refusal = String;

#[derive(Debug)]
pub(crate) struct Sent {
    id: Snowflake,
    answer: oneshot::Receiver<FirstAnswer>,
    deadline: Millis,
}

/// A client's message after a timeout.
pub(crate) const NO_ANSWER: &str = "The application did not respond";

/// Sends an interaction and waits for its first answer; `None` after a timeout.
pub(crate) async fn interact(app: &App, request: &Value) -> Result<Option<FirstAnswer>, Refusal> {
    let Sent {
        id,
        answer,
        deadline,
    } = app.lock().interact(request)?;
    let first = tokio::select! {
        answer = answer => answer.ok(),
        () = app.clock.reached(deadline.saturating_add(1)) => None,
        () = app.closed() => None,
    };
    app.lock().waiting.remove(&id);
    Ok(first)
}

impl Server {
    /// Returns the person of a request.
    fn acting(&self, id: &Value) -> Result<&User, Refusal> {
        let id = super::form::snowflake(id).and_then(|id| self.world.person(id));
        id.ok_or_else(|| "Nobody has this id.".to_owned())
    }

    /// Returns the channel of a request, if the person may see it.
    pub fn channel_for(
        &self,
        id: Option<Snowflake>,
        person: Snowflake,
    ) -> Result<&Channel, Refusal> {
        let channel = id.and_then(|id| self.world.channels.get(&id));
        let seen = channel.filter(|channel| self.may_see(channel, person));
        seen.ok_or_else(|| "There is no such channel.".to_owned())
    }

    pub fn may_see(&self, channel: &Channel, person: Snowflake) -> bool {
        permissions::of_person(&self.world, channel, person) & permissions::VIEW_CHANNEL != 0
    }

    /// Whether a person may receive an event.
    pub fn may_hear(&self, notice: &Notice, person: Snowflake) -> bool {
        let place = match notice.event {
            // Who is removed from a private thread no longer sees it, and hears just that.
            super::events::Event::ChannelDelete(_) => None,
            ref event => event.channel(),
        };
        let place = place.and_then(|id| self.world.channels.get(&id));
        notice.only_for.is_none_or(|only| only == person)
            && place.is_none_or(|channel| self.may_see(channel, person))
    }

    /// Returns the messages of a channel that a person sees, oldest first.
    pub fn messages_for(&self, channel: &Channel, person: Snowflake, limit: usize) -> Vec<Value> {
        let seen = channel
            .messages
            .values()
            .filter(|message| sees(message, person));
        let mut newest: Vec<&Message> = seen.rev().take(limit).collect();
        newest.reverse();
        newest
            .into_iter()
            .map(|message| self.message_for_page(message))
            .collect()
    }

    /// Returns the bot's conversation with a person, opened if necessary.
    pub fn direct_channel(&mut self, person: Snowflake) -> Snowflake {
        let is_theirs = |channel: &&Channel| matches!(channel.kind, ChannelKind::Direct { with } if with == person);
        if let Some(channel) = self.world.channels.values().find(is_theirs) {
            return channel.id;
        }
        let id = self.next_id();
        let kind = ChannelKind::Direct { with: person };
        let channel = Channel {
            id,
            kind,
            name: String::new(),
            position: 0,
            bot_permissions: None,
            messages: Default::default(),
        };
        let object = self.channel(&channel);
        self.world.channels.insert(id, channel);
        self.tell(super::events::Event::ChannelCreate(object), Some(person));
        id
    }

    /// Returns the conversation of these people with each other, opened if necessary.
    pub fn private_channel(&mut self, people: &[Snowflake]) -> Snowflake {
        let is_theirs = |channel: &&Channel| matches!(&channel.kind, ChannelKind::Private { people: others } if others == people);
        if let Some(channel) = self.world.channels.values().find(is_theirs) {
            return channel.id;
        }
        let id = self.next_id();
        let channel = Channel {
            id,
            kind: ChannelKind::Private {
                people: people.to_vec(),
            },
            name: String::new(),
            position: 0,
            bot_permissions: None,
            messages: Default::default(),
        };
        self.world.channels.insert(id, channel);
        self.changed();
        id
    }

    /// Deletes messages and interactions; people, channels and the bot's commands stay.
    pub fn start_afresh(&mut self) {
        let gone: Vec<Snowflake> = self
            .world
            .channels
            .values()
            .filter(|channel| !matches!(channel.kind, ChannelKind::Text { .. }))
            .map(|channel| channel.id)
            .collect();
        for id in gone {
            self.delete_channel(id);
        }
        let messages: Vec<(Snowflake, Snowflake)> = self
            .world
            .channels
            .values()
            .flat_map(|channel| channel.messages.keys().map(|id| (channel.id, *id)))
            .collect();
        for (channel, id) in messages {
            // The message existed a moment ago.
            let _ = self.delete(channel, id);
        }
        self.world.interactions.clear();
        self.modals.clear();
        self.waiting.clear();
        self.held.clear();
        self.unfolding.forget();
        self.files.keep_only(&Default::default());
        self.changed();
    }
}

/// Whether a person sees a message: ephemeral messages are visible to their addressee only.
pub(crate) fn sees(message: &Message, person: Snowflake) -> bool {
    message.only_for.is_none_or(|addressee| addressee == person)
}
