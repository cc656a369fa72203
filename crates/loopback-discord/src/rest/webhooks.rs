//! Requests after the first answer, with the interaction's own token: follow-ups, edits, deletions.

use super::super::errors::{ApiError, Code};
use super::super::form::{At, Form};
use super::super::limits::messages::{self, EPHEMERAL, LOADING};
use super::super::permissions;
use super::super::server::Server;
use super::super::snowflake::Snowflake;
use super::super::state::{Interaction, InteractionKind, Message, TOKEN_LIFE};
use super::interactions::answer_post;
use super::{Call, Outcome, Reply};

/// The most follow-ups of an interaction where the bot is a guest.
const OF_GUEST: u32 = 5;

/// Returns the interaction of the token in the path, if the token is valid and a first answer exists.
fn interaction(server: &Server, call: &Call) -> Result<Interaction, ApiError> {
    if call.id("webhook_id")? != server.world.bot.id {
        return Err(Code::UnknownWebhook.into());
    }
    let token = call.text("webhook_token");
    let known = server
        .world
        .interactions
        .iter()
        .rev()
        .find(|known| known.token == token)
        .ok_or(Code::InvalidWebhookToken)?;
    if server.now() > known.at.saturating_add(TOKEN_LIFE) {
        return Err(Code::InvalidWebhookToken.into());
    }
    // Autocomplete and modals are answered without a message, so they allow no follow-up.
    if !known.answered || known.kind == InteractionKind::Autocomplete {
        return Err(Code::UnknownWebhook.into());
    }
    Ok(known.clone())
}

/// Returns a message of this interaction: its first answer, a follow-up, or the component's own.
fn message(server: &Server, interaction: &Interaction, id: Snowflake) -> Result<Message, ApiError> {
    let message = server
        .world
        .message(interaction.channel, id)
        .ok_or(Code::UnknownMessage)?;
    let own = message
        .interaction
        .as_ref()
        .is_some_and(|origin| origin.interaction == interaction.id);
    if own || interaction.original == Some(id) {
        Ok(message.clone())
    } else {
        Err(Code::UnknownMessage.into())
    }
}

fn original(server: &Server, call: &Call) -> Result<(Interaction, Message), ApiError> {
    let interaction = interaction(server, call)?;
    let id = interaction.original.ok_or(Code::UnknownMessage)?;
    let message = message(server, &interaction, id)?;
    Ok((interaction, message))
}

fn other(server: &Server, call: &Call) -> Result<(Interaction, Message), ApiError> {
    let interaction = interaction(server, call)?;
    let message = message(server, &interaction, call.id("message_id")?)?;
    Ok((interaction, message))
}

pub(super) fn follow_up(server: &mut Server, call: &Call) -> Outcome {
    let interaction = interaction(server, call)?;
    let mut form = Form::default();
    let body = messages::check(&call.body, At::body(), &call.uploads, &mut form)?;
    form.finish()?;
    if body.is_empty() {
        return Err(Code::EmptyMessage.into());
    }
    // The first follow-up replaces a deferred answer.
    let loading = interaction
        .original
        .and_then(|id| server.world.message(interaction.channel, id));
    if let Some(loading) = loading.filter(|message| message.flags & LOADING != 0) {
        let id = loading.id;
        server.edit(interaction.channel, id, &body, &call.uploads)?;
        return told(server, &interaction, id);
    }
    let channel = server.world.channels.get(&interaction.channel);
    if channel.is_some_and(|channel| permissions::is_guest(&server.world, channel)) {
        let own = server.world.interactions.iter_mut().rev();
        let mut own = own.filter(|known| known.id == interaction.id);
        if let Some(own) = own.next() {
            own.follow_ups += 1;
            if own.follow_ups > OF_GUEST {
                return Err(Code::TooManyFollowUps.into());
            }
        }
    }
    let post = answer_post(server, &interaction, &body, &call.uploads);
    let id = server.post(post)?;
    told(server, &interaction, id)
}

fn told(server: &Server, interaction: &Interaction, id: Snowflake) -> Outcome {
    let message = server
        .world
        .message(interaction.channel, id)
        .ok_or(Code::UnknownMessage)?;
    Reply::ok(server.message(message))
}

fn change(
    server: &mut Server,
    call: &Call,
    (interaction, message): (Interaction, Message),
) -> Outcome {
    let mut form = Form::default();
    let body = messages::check(&call.body, At::body(), &call.uploads, &mut form)?;
    form.finish()?;
    let asleep = server
        .world
        .channels
        .get(&interaction.channel)
        .and_then(|channel| channel.thread())
        .is_some_and(|thread| thread.archived);
    if asleep && message.flags & EPHEMERAL == 0 {
        return Err(Code::ThreadArchived.into());
    }
    server.edit(interaction.channel, message.id, &body, &call.uploads)?;
    told(server, &interaction, message.id)
}

fn delete(server: &mut Server, (interaction, message): (Interaction, Message)) -> Outcome {
    server.delete(interaction.channel, message.id)?;
    Ok(Reply::Empty)
}

pub(super) fn get_original(server: &mut Server, call: &Call) -> Outcome {
    let (_, message) = original(server, call)?;
    Reply::ok(server.message(&message))
}

pub(super) fn change_original(server: &mut Server, call: &Call) -> Outcome {
    let found = original(server, call)?;
    change(server, call, found)
}

pub(super) fn delete_original(server: &mut Server, call: &Call) -> Outcome {
    let found = original(server, call)?;
    delete(server, found)
}

pub(super) fn get_message(server: &mut Server, call: &Call) -> Outcome {
    let (_, message) = other(server, call)?;
    Reply::ok(server.message(&message))
}

pub(super) fn change_message(server: &mut Server, call: &Call) -> Outcome {
    let found = other(server, call)?;
    change(server, call, found)
}

pub(super) fn delete_message(server: &mut Server, call: &Call) -> Outcome {
    let found = other(server, call)?;
    delete(server, found)
}
