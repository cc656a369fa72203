//! Threads: start, join, leave, list.

use serde_json::{Value, json};

use super::super::errors::{ApiError, Code};
use super::super::form::{At, Fields, Form};
use super::super::limits::THREAD_NAME;
use super::super::permissions::{
    self, CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_THREADS,
};
use super::super::server::Server;
use super::super::snowflake::Snowflake;
use super::super::state::{Channel, ChannelKind, PRIVATE_THREAD, Thread};
use super::super::threads::{AUTO_ARCHIVE, Invitable, NewThread, ONE_DAY};
use super::about::guild_of;
use super::channels::visible;
use super::{Call, Outcome, Reply};

/// Discord's type of a public thread below a text channel.
const PUBLIC_THREAD: u8 = 11;

pub(super) fn start_on_message(server: &mut Server, call: &Call) -> Outcome {
    let parent = text_channel(server, call, CREATE_PUBLIC_THREADS)?;
    let message = super::messages::find(parent, call)?.id;
    let new = new_thread(server, call, parent.id, Some(message))?;
    if server.world.thread_of(message).is_some() {
        return Err(Code::ThreadExists.into());
    }
    server.may_open_thread(new.parent)?;
    started(server, new)
}

pub(super) fn start(server: &mut Server, call: &Call) -> Outcome {
    let needed = if is_private(call) {
        CREATE_PRIVATE_THREADS
    } else {
        CREATE_PUBLIC_THREADS
    };
    let parent = text_channel(server, call, needed)?;
    let new = new_thread(server, call, parent.id, None)?;
    server.may_open_thread(new.parent)?;
    started(server, new)
}

/// Whether a private thread is asked for.
fn is_private(call: &Call) -> bool {
    call.body["type"] == PRIVATE_THREAD
}

fn text_channel<'a>(server: &'a Server, call: &Call, needed: u64) -> Result<&'a Channel, ApiError> {
    let parent = visible(server, call)?;
    if !matches!(parent.kind, ChannelKind::Text { .. }) {
        let message = "Cannot execute action on this channel type".to_owned();
        return Err(ApiError {
            status: 400,
            code: 50_024,
            message,
            ..Code::InvalidForm.into()
        });
    }
    permissions::require(&server.world, parent, needed)?;
    Ok(parent)
}

fn new_thread(
    server: &Server,
    call: &Call,
    parent: Snowflake,
    message: Option<Snowflake>,
) -> Result<NewThread, ApiError> {
    let mut form = Form::default();
    let Some(fields) = Fields::of(&call.body, At::body(), &mut form) else {
        return Err(Code::InvalidForm.into());
    };
    let name = fields
        .required_text("name", 1..=THREAD_NAME, &mut form)
        .unwrap_or_default()
        .to_owned();
    let minutes = fields.choice("auto_archive_duration", &AUTO_ARCHIVE, &mut form);
    let slow_mode = fields.integer("rate_limit_per_user", 0..=21_600, &mut form);
    // By default Discord starts a private thread; who wants one says so.
    if message.is_none() {
        fields.require("type", &mut form);
    }
    // Threads of an announcement channel have their own type.
    let public = server.world.thread_type(parent);
    let kinds = [i64::from(public), PRIVATE_THREAD.into()];
    // Private ones exist below plain text channels, and never start from a message.
    let known = if message.is_none() && public == PUBLIC_THREAD {
        kinds.as_slice()
    } else {
        &kinds[..1]
    };
    fields.choice("type", known, &mut form);
    let invitable = fields.boolean("invitable", &mut form);
    form.finish()?;
    Ok(NewThread {
        parent,
        message,
        owner: server.world.bot.id,
        name,
        auto_archive_minutes: minutes
            .and_then(|minutes| u32::try_from(minutes).ok())
            .unwrap_or(ONE_DAY),
        slow_mode_seconds: slow_mode
            .and_then(|seconds| u32::try_from(seconds).ok())
            .unwrap_or(0),
        private: (message.is_none() && is_private(call))
            .then_some(Invitable(invitable.unwrap_or(true))),
    })
}

fn started(server: &mut Server, new: NewThread) -> Outcome {
    let id = server.start_thread(new);
    let channel = server.world.channels.get(&id).ok_or(Code::UnknownChannel)?;
    let mut object = server.channel(channel);
    object["member"] = server.thread_member(id, server.world.bot.id);
    Ok(Reply::Json(201, object))
}

pub(super) fn active(server: &mut Server, call: &Call) -> Outcome {
    let guild = guild_of(server, call)?.id;
    let living: Vec<&Channel> = server.visible_threads(guild).rev().collect();
    let threads: Vec<Value> = living
        .iter()
        .map(|channel| server.channel(channel))
        .collect();
    let members = living
        .iter()
        .map(|channel| server.thread_member(channel.id, server.world.bot.id));
    let members: Vec<Value> = members.filter(|member| !member.is_null()).collect();
    Reply::ok(json!({ "threads": threads, "members": members, "has_more": false }))
}

fn thread<'a>(server: &'a Server, call: &Call) -> Result<(&'a Channel, &'a Thread), ApiError> {
    let channel = visible(server, call)?;
    Ok((channel, channel.thread().ok_or(Code::UnknownChannel)?))
}

/// Returns the thread of the path, unless it is archived.
fn awake(server: &Server, call: &Call) -> Result<Snowflake, ApiError> {
    let (channel, thread) = thread(server, call)?;
    if thread.archived {
        Err(Code::ThreadArchived.into())
    } else {
        Ok(channel.id)
    }
}

pub(super) fn members(server: &mut Server, call: &Call) -> Outcome {
    let (channel, thread) = thread(server, call)?;
    Reply::ok(
        thread
            .members
            .iter()
            .map(|(member, _)| server.thread_member(channel.id, *member))
            .collect::<Vec<Value>>()
            .into(),
    )
}

pub(super) fn member(server: &mut Server, call: &Call) -> Outcome {
    let (channel, _) = thread(server, call)?;
    match server.thread_member(channel.id, call.id("user_id")?) {
        Value::Null => Err(Code::UnknownMember.into()),
        member => Reply::ok(member),
    }
}

pub(super) fn join(server: &mut Server, call: &Call) -> Outcome {
    let id = awake(server, call)?;
    server.join_thread(id, server.world.bot.id);
    Ok(Reply::Empty)
}

pub(super) fn leave(server: &mut Server, call: &Call) -> Outcome {
    let id = awake(server, call)?;
    server.leave_thread(id, server.world.bot.id);
    Ok(Reply::Empty)
}

pub(super) fn add_member(server: &mut Server, call: &Call) -> Outcome {
    let id = awake(server, call)?;
    let (channel, _) = thread(server, call)?;
    permissions::require(
        &server.world,
        channel,
        permissions::SEND_MESSAGES_IN_THREADS,
    )?;
    let user = server
        .world
        .user(call.id("user_id")?)
        .ok_or(Code::UnknownUser)?
        .id;
    if !server.may_add(id, server.world.bot.id, user) {
        return Err(Code::MissingPermissions.into());
    }
    server.join_thread(id, user);
    Ok(Reply::Empty)
}

pub(super) fn remove_member(server: &mut Server, call: &Call) -> Outcome {
    let id = awake(server, call)?;
    let (channel, thread) = thread(server, call)?;
    // Who opened a private thread removes people from it without a permission.
    if !(thread.private && thread.owner == server.world.bot.id) {
        permissions::require(&server.world, channel, MANAGE_THREADS)?;
    }
    let user = server
        .world
        .user(call.id("user_id")?)
        .ok_or(Code::UnknownUser)?
        .id;
    server.leave_thread(id, user);
    Ok(Reply::Empty)
}
