//! The first answer to an interaction.

use serde_json::{Value, json};

use super::super::errors::{ApiError, Code};
use super::super::form::{At, Fields, Form, refusal};
use super::super::limits::messages::{self, Body, EPHEMERAL, LOADING};
use super::super::limits::{OPTIONS, commands, modals};
use super::super::people::FirstAnswer;
use super::super::posting::Post;
use super::super::server::{OpenModal, Server};
use super::super::snowflake::Snowflake;
use super::super::state::{
    FIRST_ANSWER, Interaction, InteractionKind, MessageKind, Origin, Reference,
};
use super::{Call, Outcome, Reply};

const MESSAGE: i64 = 4;
const DEFERRED_MESSAGE: i64 = 5;
const DEFERRED_UPDATE: i64 = 6;
const UPDATE: i64 = 7;
const CHOICES: i64 = 8;
const MODAL: i64 = 9;

pub(super) fn callback(server: &mut Server, call: &Call) -> Outcome {
    let id = call.id("interaction_id")?;
    let known = server
        .world
        .interactions
        .iter()
        .rev()
        .find(|known| known.id == id && known.token == call.text("interaction_token"));
    let interaction = known.ok_or(Code::UnknownInteraction)?.clone();
    if interaction.answered {
        return Err(Code::AlreadyAcknowledged.into());
    }
    if server.now() > interaction.at.saturating_add(FIRST_ANSWER) {
        return Err(Code::UnknownInteraction.into());
    }
    let mut form = Form::default();
    let Some(fields) = Fields::of(&call.body, At::body(), &mut form) else {
        return Err(Code::InvalidForm.into());
    };
    fields.require("type", &mut form);
    let kind = fields.choice("type", allowed(&interaction), &mut form);
    let (Some(kind), true) = (kind, form.is_clean()) else {
        form.finish()?;
        return Err(Code::InvalidForm.into());
    };
    if !call.uploads.is_empty() && !matches!(kind, MESSAGE | UPDATE) {
        form.refuse(
            &At::body(),
            "BASE_TYPE_BAD_TYPE",
            "This type of answer has no files",
        );
    }
    let answer = match kind {
        MESSAGE | DEFERRED_MESSAGE => {
            answer_with_message(server, call, &interaction, kind == DEFERRED_MESSAGE, form)?
        }
        DEFERRED_UPDATE => {
            form.finish()?;
            (interaction.source, FirstAnswer::DeferredUpdate)
        }
        UPDATE => update(server, call, &interaction, form)?,
        CHOICES => (
            None,
            FirstAnswer::Choices(choices(&fields, interaction.focused, form)?),
        ),
        _ => (
            None,
            FirstAnswer::Modal(show_modal(server, &fields, &interaction, form)?),
        ),
    };
    let (original, first) = answer;
    if let Some(known) = server
        .world
        .interactions
        .iter_mut()
        .rev()
        .find(|known| known.id == id)
    {
        known.answered = true;
        known.original = original;
    }
    if interaction.kind == InteractionKind::Modal {
        // The answer closes the modal. Before, a person may submit it again.
        server.modals.remove(&interaction.user);
    }
    if let Some(waiting) = server.waiting.remove(&id) {
        // The receiver may have timed out.
        let _ = waiting.send(first);
    }
    server.changed();
    if !call.asks("with_response") {
        return Ok(Reply::Empty);
    }
    Reply::ok(response(server, &interaction, kind, original))
}

/// Returns the allowed types of answers.
fn allowed(interaction: &Interaction) -> &'static [i64] {
    match (interaction.kind, interaction.source) {
        (InteractionKind::Autocomplete, _) => &[CHOICES],
        (InteractionKind::Command, _) => &[MESSAGE, DEFERRED_MESSAGE, MODAL],
        (InteractionKind::Component, _) => {
            &[MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL]
        }
        (InteractionKind::Modal, Some(_)) => &[MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE],
        (InteractionKind::Modal, None) => &[MESSAGE, DEFERRED_MESSAGE],
    }
}

type Answered = Result<(Option<Snowflake>, FirstAnswer), ApiError>;

fn answer_with_message(
    server: &mut Server,
    call: &Call,
    interaction: &Interaction,
    deferred: bool,
    mut form: Form,
) -> Answered {
    let body = messages::check(
        &call.body["data"],
        At::body().field("data"),
        &call.uploads,
        &mut form,
    )?;
    form.finish()?;
    if !deferred && body.is_empty() {
        return Err(Code::EmptyMessage.into());
    }
    // Only the flags of a deferred answer count.
    let body = if deferred {
        Body {
            flags: body.flags,
            ..Body::default()
        }
    } else {
        body
    };
    let post = answer_post(server, interaction, &body, &call.uploads);
    let flags = if deferred {
        post.flags | LOADING
    } else {
        post.flags
    };
    let id = server.post(Post { flags, ..post })?;
    let message = server
        .world
        .message(interaction.channel, id)
        .ok_or(Code::UnknownMessage)?;
    let object = server.message_for_page(message);
    Ok((
        Some(id),
        if deferred {
            FirstAnswer::Deferred(object)
        } else {
            FirstAnswer::Message(object)
        },
    ))
}

/// Builds a message that answers an interaction: the first answer, or a follow-up.
pub(super) fn answer_post<'a>(
    server: &Server,
    interaction: &Interaction,
    body: &'a Body,
    uploads: &'a [messages::Upload],
) -> Post<'a> {
    let mut post = Post::plain(interaction.channel, server.world.bot.id, body, uploads);
    post.only_for = (post.flags & EPHEMERAL != 0).then_some(interaction.user);
    post.kind = if interaction.kind == InteractionKind::Command {
        MessageKind::ChatInputCommand
    } else {
        MessageKind::Default
    };
    // The answer to a component is a reply to the component's message.
    if let (InteractionKind::Component, Some(source)) = (interaction.kind, interaction.source) {
        post.kind = MessageKind::Reply;
        post.reference = Some(Reference {
            channel: interaction.channel,
            message: Some(source),
        });
    }
    post.origin = Some(Origin {
        original: interaction.original,
        ..interaction.origin.clone()
    });
    post
}

fn update(server: &mut Server, call: &Call, interaction: &Interaction, mut form: Form) -> Answered {
    let body = messages::check(
        &call.body["data"],
        At::body().field("data"),
        &call.uploads,
        &mut form,
    )?;
    form.finish()?;
    let source = interaction.source.ok_or(Code::UnknownMessage)?;
    server.edit(interaction.channel, source, &body, &call.uploads)?;
    let message = server
        .world
        .message(interaction.channel, source)
        .ok_or(Code::UnknownMessage)?;
    Ok((
        Some(source),
        FirstAnswer::Update(server.message_for_page(message)),
    ))
}

fn choices(fields: &Fields, focused: Option<i64>, mut form: Form) -> Result<Vec<Value>, ApiError> {
    fields.require("data", &mut form);
    let mut found = Vec::new();
    if let Some(data) = fields.object("data", &mut form) {
        let at = data.at("choices");
        data.require("choices", &mut form);
        for (number, item) in data
            .list("choices", 0..=OPTIONS, &mut form)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            let Some(choice) = Fields::of(item, at.field(number), &mut form) else {
                continue;
            };
            found.extend(
                commands::choice_of(&choice, focused.unwrap_or(commands::STRING), &mut form)
                    .map(Value::Object),
            );
        }
    }
    form.finish()?;
    Ok(found)
}

fn show_modal(
    server: &mut Server,
    fields: &Fields,
    interaction: &Interaction,
    mut form: Form,
) -> Result<Value, ApiError> {
    fields.require("data", &mut form);
    let modal = fields
        .object("data", &mut form)
        .and_then(|data| modals::check(&data, &mut form));
    form.finish()?;
    let modal = modal.ok_or_else(|| {
        refusal(
            &At::body().field("data"),
            "BASE_TYPE_REQUIRED",
            "This field is required",
        )
    })?;
    let open = OpenModal {
        channel: interaction.channel,
        modal: modal.clone(),
        trigger: interaction.origin.clone(),
        source: interaction.source,
    };
    server.modals.insert(interaction.user, open);
    Ok(modal)
}

/// Builds the answer to `?with_response=true`.
fn response(
    server: &Server,
    interaction: &Interaction,
    kind: i64,
    original: Option<Snowflake>,
) -> Value {
    let mut told = json!({
        "id": interaction.id, "type": interaction.kind as u8, "channel_id": interaction.channel,
    });
    if let Some(guild) = server.guild_id_of(interaction.channel) {
        told["guild_id"] = json!(guild);
    }
    let message = original.and_then(|id| server.world.message(interaction.channel, id));
    let Some(message) = message else {
        return json!({ "interaction": told });
    };
    told["response_message_id"] = json!(message.id);
    told["response_message_loading"] = json!(message.flags & LOADING != 0);
    told["response_message_ephemeral"] = json!(message.only_for.is_some());
    let mut response = json!({ "interaction": told });
    if matches!(kind, MESSAGE | DEFERRED_MESSAGE | UPDATE) {
        // Discord reports a deferred message as a message, too.
        let kind = if kind == UPDATE { UPDATE } else { MESSAGE };
        response["resource"] = json!({ "type": kind, "message": server.message(message) });
    }
    response
}
