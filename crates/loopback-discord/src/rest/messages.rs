//! Messages in channels, with the bot's token.

use serde_json::Value;

use super::super::clock::Millis;
use super::super::errors::{ApiError, Code};
use super::super::form::{At, Fields, Form, refusal};
use super::super::limits::messages::{self, Body, EPHEMERAL};
use super::super::permissions::{
    self, ATTACH_FILES, EMBED_LINKS, MANAGE_MESSAGES, MANAGE_THREADS, READ_MESSAGE_HISTORY,
};
use super::super::posting::Post;
use super::super::server::Server;
use super::super::state::{Channel, ChannelKind, Message, MessageKind, Reference, User};
use super::channels::visible;
use super::{Call, Outcome, Reply};

/// The age after which edits of a message are rate-limited.
const OLD: Millis = 60 * 60 * 1_000;

pub(super) fn list(server: &mut Server, call: &Call) -> Outcome {
    let channel = visible(server, call)?;
    let bound = |name| call.query(name).map(str::parse).transpose();
    let number = |_| {
        refusal(
            &At::body().field("limit"),
            "NUMBER_TYPE_COERCE",
            "Value is not int.",
        )
    };
    let limit: usize = call
        .query("limit")
        .map_or(Ok(50), str::parse)
        .map_err(number)?;
    if !(1..=100).contains(&limit) {
        return Err(refusal(
            &At::body().field("limit"),
            "NUMBER_TYPE_MAX",
            "int value should be from 1 to 100.",
        ));
    }
    let not_id = |_| refusal(&At::body(), "NUMBER_TYPE_COERCE", "Value is not snowflake.");
    let (before, after, around) = (
        bound("before").map_err(not_id)?,
        bound("after").map_err(not_id)?,
        bound("around").map_err(not_id)?,
    );
    if permissions::of_bot(&server.world, channel) & READ_MESSAGE_HISTORY == 0 {
        return Reply::ok(Value::Array(Vec::new()));
    }
    let seen = || {
        channel
            .messages
            .values()
            .filter(|message| message.only_for.is_none())
    };
    let mut found: Vec<&Message> = if let Some(around) = around {
        let mut near: Vec<&Message> = seen()
            .filter(|message| message.id <= around)
            .rev()
            .take(limit / 2 + 1)
            .collect();
        near.reverse();
        near.extend(
            seen()
                .filter(|message| message.id > around)
                .take(limit.saturating_sub(near.len())),
        );
        near
    } else if let Some(after) = after {
        seen()
            .filter(|message| message.id > after)
            .take(limit)
            .collect()
    } else {
        let mut newest: Vec<&Message> = seen()
            .filter(|message| before.is_none_or(|before| message.id < before))
            .rev()
            .take(limit)
            .collect();
        newest.reverse();
        newest
    };
    found.reverse();
    Reply::ok(
        found
            .into_iter()
            .map(|message| server.message(message))
            .collect::<Vec<Value>>()
            .into(),
    )
}

/// Returns the message of the path, which cannot be ephemeral.
pub(super) fn find<'a>(channel: &'a Channel, call: &Call) -> Result<&'a Message, ApiError> {
    let id = call.id("message_id")?;
    channel
        .messages
        .get(&id)
        .filter(|message| message.only_for.is_none())
        .ok_or_else(|| Code::UnknownMessage.into())
}

pub(super) fn get(server: &mut Server, call: &Call) -> Outcome {
    let channel = visible(server, call)?;
    permissions::require(&server.world, channel, READ_MESSAGE_HISTORY)?;
    Reply::ok(server.message(find(channel, call)?))
}

pub(super) fn create(server: &mut Server, call: &Call) -> Outcome {
    let channel = visible(server, call)?.without_messages();
    permissions::require(&server.world, &channel, permissions::to_write(&channel))?;
    let person = match channel.kind {
        ChannelKind::Direct { with } => server.world.person(with),
        _ => None,
    };
    if person.is_some_and(|person| !person.takes_direct_messages) {
        return Err(Code::CannotMessageUser.into());
    }
    let shares = |person: &User| {
        let mut guilds = server.world.guilds();
        guilds.any(|guild| guild.members.contains_key(&person.id))
    };
    if person.is_some_and(|person| !shares(person)) {
        return Err(Code::NoMutualServers.into());
    }
    let manages = permissions::of_bot(&server.world, &channel) & MANAGE_THREADS != 0;
    if channel.thread().is_some_and(|thread| thread.locked) && !manages {
        return Err(Code::ThreadLocked.into());
    }
    let mut form = Form::default();
    let body = messages::check(&call.body, At::body(), &call.uploads, &mut form)?;
    let extra = extras(call, &mut form);
    form.finish()?;
    check_sendable(server, &channel, &body)?;
    if body.is_empty() {
        return Err(Code::EmptyMessage.into());
    }
    let bot = server.world.bot.id;
    if let Some(nonce) = &extra.nonce
        && extra.enforce_nonce
        && let Some(sent) = server.sent_with_nonce(bot, channel.id, nonce)
        && let Some(message) = server.world.message(channel.id, sent)
    {
        return Reply::ok(server.message(message));
    }
    let mut post = Post::plain(channel.id, bot, &body, &call.uploads);
    post.flags &= !EPHEMERAL;
    post.nonce.clone_from(&extra.nonce);
    if let Some(reply) = extra.reply_to {
        post.reference = reference(server, &channel, reply)?;
        if post.reference.is_some() {
            post.kind = MessageKind::Reply;
        }
    }
    let id = server.post(post)?;
    if let Some(nonce) = extra.nonce {
        server.remember_nonce(bot, channel.id, nonce, id);
    }
    let message = server
        .world
        .message(channel.id, id)
        .ok_or(Code::UnknownMessage)?;
    Reply::ok(server.message(message))
}

/// The fields that only a new message has.
#[derive(Default)]
struct Extras {
    nonce: Option<Value>,
    enforce_nonce: bool,
    reply_to: Option<ReplyTo>,
}

#[derive(Clone, Copy)]
struct ReplyTo {
    reference: Reference,
    /// Whether the reply fails if the referenced message is gone.
    must_exist: bool,
}

fn extras(call: &Call, form: &mut Form) -> Extras {
    let Some(fields) = Fields::of(&call.body, At::body(), form) else {
        return Extras::default();
    };
    let nonce = fields
        .get("nonce")
        .filter(|nonce| nonce.is_i64() || fields.text("nonce", 0..=25, form).is_some())
        .cloned();
    let reply_to = fields.object("message_reference", form).and_then(|target| {
        target.choice("type", &[0], form);
        target.require("message_id", form);
        let message = target.snowflake("message_id", form)?;
        let at_home = call.id("channel_id").ok()?;
        let channel = target.snowflake("channel_id", form).unwrap_or(at_home);
        let must_exist = target.boolean("fail_if_not_exists", form).unwrap_or(true);
        Some(ReplyTo {
            reference: Reference {
                channel,
                message: Some(message),
            },
            must_exist,
        })
    });
    Extras {
        nonce,
        enforce_nonce: fields.boolean("enforce_nonce", form).unwrap_or(false),
        reply_to,
    }
}

fn reference(
    server: &Server,
    channel: &Channel,
    reply: ReplyTo,
) -> Result<Option<Reference>, ApiError> {
    if permissions::of_bot(&server.world, channel) & READ_MESSAGE_HISTORY == 0 {
        return Err(Code::ReplyWithoutHistory.into());
    }
    let known = reply
        .reference
        .message
        .and_then(|id| server.world.message(channel.id, id))
        .filter(|message| message.only_for.is_none());
    if known.is_some() && reply.reference.channel == channel.id {
        return Ok(Some(reply.reference));
    }
    if reply.must_exist {
        return Err(refusal(
            &At::body().field("message_reference"),
            "REPLIES_UNKNOWN_MESSAGE",
            "Unknown message",
        ));
    }
    Ok(None)
}

/// Checks the permissions for files and embeds.
fn check_sendable(server: &Server, channel: &Channel, body: &Body) -> Result<(), ApiError> {
    let mut needed = 0;
    if body
        .files
        .iter()
        .flatten()
        .any(|file| file.upload.is_some())
    {
        needed |= ATTACH_FILES;
    }
    if body
        .embeds
        .as_ref()
        .is_some_and(|embeds| !embeds.is_empty())
    {
        needed |= EMBED_LINKS;
    }
    permissions::require(&server.world, channel, needed)
}

/// Refuses actions that an archived thread does not allow.
fn check_awake(channel: &Channel) -> Result<(), ApiError> {
    if channel.thread().is_some_and(|thread| thread.archived) {
        Err(Code::ThreadArchived.into())
    } else {
        Ok(())
    }
}

pub(super) fn change(server: &mut Server, call: &Call) -> Outcome {
    let channel = visible(server, call)?;
    let message = find(channel, call)?;
    let (id, author, kind) = (message.id, message.author, message.kind);
    let channel = channel.without_messages();
    let mut form = Form::default();
    let body = messages::check(&call.body, At::body(), &call.uploads, &mut form)?;
    form.finish()?;
    if author != server.world.bot.id {
        return Err(Code::EditOfAnother.into());
    }
    if matches!(
        kind,
        MessageKind::ThreadCreated | MessageKind::ThreadStarter
    ) {
        return Err(Code::SystemMessage.into());
    }
    check_awake(&channel)?;
    check_sendable(server, &channel, &body)?;
    let now = server.now();
    if server.limits_rates && now.saturating_sub(id.made_at()) > OLD {
        server.rates.use_old_edit(&channel.id.to_string(), now)?;
    }
    server.edit(channel.id, id, &body, &call.uploads)?;
    let message = server
        .world
        .message(channel.id, id)
        .ok_or(Code::UnknownMessage)?;
    Reply::ok(server.message(message))
}

pub(super) fn delete(server: &mut Server, call: &Call) -> Outcome {
    let channel = visible(server, call)?;
    let message = find(channel, call)?;
    if message.author != server.world.bot.id {
        permissions::require(&server.world, channel, MANAGE_MESSAGES)?;
    }
    // The line at the head of a thread cannot be deleted, the line that announces one can.
    if message.kind == MessageKind::ThreadStarter {
        return Err(Code::SystemMessage.into());
    }
    check_awake(channel)?;
    let (channel, id) = (channel.id, message.id);
    server.delete(channel, id)?;
    Ok(Reply::Empty)
}
