//! Channels: get, rename, archive, delete, open a direct conversation, trigger the typing indicator.

use serde_json::json;

use super::super::errors::{ApiError, Code};
use super::super::events::Event;
use super::super::form::{At, Fields, Form};
use super::super::gateway::sessions::GUILD_MESSAGE_TYPING;
use super::super::limits::THREAD_NAME;
use super::super::permissions::{self, MANAGE_CHANNELS, MANAGE_THREADS};
use super::super::server::Server;
use super::super::state::{Channel, ChannelKind};
use super::super::threads::AUTO_ARCHIVE;
use super::{Call, Outcome, Reply};

/// Returns the channel of the path, if the bot may see it.
pub(super) fn visible<'a>(server: &'a Server, call: &Call) -> Result<&'a Channel, ApiError> {
    let channel = server
        .world
        .channels
        .get(&call.id("channel_id")?)
        .ok_or(Code::UnknownChannel)?;
    permissions::require(&server.world, channel, 0)?;
    Ok(channel)
}

pub(super) fn get(server: &mut Server, call: &Call) -> Outcome {
    Reply::ok(server.channel(visible(server, call)?))
}

pub(super) fn change(server: &mut Server, call: &Call) -> Outcome {
    let channel = visible(server, call)?;
    let id = channel.id;
    match &channel.kind {
        ChannelKind::Direct { .. } | ChannelKind::Private { .. } => {
            return Err(Code::NotInDirectMessages.into());
        }
        ChannelKind::Thread(_) => {
            let thread = channel.without_messages();
            change_thread(server, call, thread)?
        }
        ChannelKind::Text { .. } => {
            permissions::require(&server.world, channel, MANAGE_CHANNELS)?;
            let mut form = Form::default();
            let fields = Fields::of(&call.body, At::body(), &mut form);
            let name = fields
                .as_ref()
                .and_then(|fields| fields.text("name", 1..=100, &mut form))
                .map(str::to_owned);
            let new_topic = fields
                .as_ref()
                .and_then(|fields| fields.text("topic", 0..=1_024, &mut form))
                .map(str::to_owned);
            form.finish()?;
            if let Some(channel) = server.world.channels.get_mut(&id) {
                if let Some(name) = name {
                    channel.name = name;
                }
                if let (Some(new), ChannelKind::Text { topic, .. }) = (new_topic, &mut channel.kind)
                {
                    *topic = Some(new);
                }
            }
            server.tell_channel(id);
        }
    }
    let channel = server.world.channels.get(&id).ok_or(Code::UnknownChannel)?;
    Reply::ok(server.channel(channel))
}

/// Changes a thread.
/// Its owner may change it, but locking requires a permission. An archived thread must be unarchived first.
fn change_thread(server: &mut Server, call: &Call, channel: Channel) -> Result<(), ApiError> {
    let Some(thread) = channel.thread() else {
        return Err(Code::UnknownChannel.into());
    };
    let mut form = Form::default();
    let Some(fields) = Fields::of(&call.body, At::body(), &mut form) else {
        return form.finish();
    };
    let name = fields
        .text("name", 1..=THREAD_NAME, &mut form)
        .map(str::to_owned);
    let archived = fields.boolean("archived", &mut form);
    let locked = fields.boolean("locked", &mut form);
    let auto_archive = fields.choice("auto_archive_duration", &AUTO_ARCHIVE, &mut form);
    let slow_mode = fields.integer("rate_limit_per_user", 0..=21_600, &mut form);
    form.finish()?;
    let manages = permissions::of_bot(&server.world, &channel) & MANAGE_THREADS != 0;
    let wakes = archived == Some(false) && thread.archived;
    let only_wakes = wakes
        && name.is_none()
        && locked.is_none()
        && auto_archive.is_none()
        && slow_mode.is_none();
    let may_wake = only_wakes && !thread.locked;
    if !manages
        && !may_wake
        && (thread.owner != server.world.bot.id
            || locked.is_some()
            || slow_mode.is_some()
            || thread.locked)
    {
        return Err(Code::MissingPermissions.into());
    }
    if may_wake && !manages {
        permissions::require(
            &server.world,
            &channel,
            permissions::SEND_MESSAGES_IN_THREADS,
        )?;
    }
    if thread.archived && !wakes && archived != Some(true) {
        return Err(Code::ThreadArchived.into());
    }
    if wakes {
        server.may_wake(channel.id)?;
    }
    let now = server.now();
    if let Some(place) = server.world.channels.get_mut(&channel.id) {
        if let Some(name) = name {
            place.name = name;
        }
        if let Some(thread) = place.thread_mut() {
            if let Some(minutes) = auto_archive.and_then(|minutes| u32::try_from(minutes).ok())
                && thread.auto_archive_minutes != minutes
            {
                // Discord counts the change as an activity.
                thread.auto_archive_minutes = minutes;
                thread.archive_changed = now;
                thread.last_activity = now;
                thread.hidden = false;
            }
            if let Some(seconds) = slow_mode.and_then(|seconds| u32::try_from(seconds).ok()) {
                thread.slow_mode_seconds = seconds;
            }
        }
    }
    server.set_archived(channel.id, archived.unwrap_or(thread.archived), locked);
    Ok(())
}

pub(super) fn delete(server: &mut Server, call: &Call) -> Outcome {
    let channel = visible(server, call)?;
    let needed = match &channel.kind {
        ChannelKind::Text { .. } => MANAGE_CHANNELS,
        ChannelKind::Thread(_) => MANAGE_THREADS,
        // Closing a conversation removes it from the bot's list only; people still see it.
        ChannelKind::Direct { .. } | ChannelKind::Private { .. } => {
            return Reply::ok(server.channel(channel));
        }
    };
    permissions::require(&server.world, channel, needed)?;
    let (id, object) = (channel.id, server.channel(channel));
    server.delete_channel(id);
    Reply::ok(object)
}

pub(super) fn typing(server: &mut Server, call: &Call) -> Outcome {
    let channel = visible(server, call)?;
    permissions::require(&server.world, channel, permissions::to_write(channel))?;
    let id = channel.id;
    let bot = server.world.bot.id;
    let user = server.user_object(bot);
    server.tell(
        Event::Typing { channel: id, user },
        server.channel_audience(id),
    );
    let mut data = json!({ "channel_id": id, "user_id": bot, "timestamp": server.now() / 1_000 });
    let place = server.world.channels.get(&id);
    if let Some(guild) = place.and_then(|channel| server.world.guild_of(channel)) {
        data["guild_id"] = json!(guild.id);
        data["member"] = server.member(guild, bot);
    }
    server.dispatch("TYPING_START", &data, GUILD_MESSAGE_TYPING);
    Ok(Reply::Empty)
}

pub(super) fn open_direct(server: &mut Server, call: &Call) -> Outcome {
    let mut form = Form::default();
    let fields = Fields::of(&call.body, At::body(), &mut form);
    let person = fields.and_then(|fields| {
        fields.require("recipient_id", &mut form);
        fields.snowflake("recipient_id", &mut form)
    });
    form.finish()?;
    let person = person
        .and_then(|id| server.world.person(id))
        .ok_or(Code::CannotMessageUser)?
        .id;
    let id = server.direct_channel(person);
    let channel = server.world.channels.get(&id).ok_or(Code::UnknownChannel)?;
    Reply::ok(server.channel(channel))
}
