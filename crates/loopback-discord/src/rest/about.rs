//! The gateway's address, the application, users, the server.

use serde_json::{Value, json};

use super::super::errors::{ApiError, Code};
use super::super::objects;
use super::super::permissions;
use super::super::server::Server;
use super::super::state::{ChannelKind, Guild};
use super::{Call, Outcome, Reply};

/// The most session starts of a bot in a day.
const SESSION_STARTS: u32 = 1_000;

pub(super) fn gateway(server: &mut Server, _: &Call) -> Outcome {
    Reply::ok(json!({ "url": server.gateway_url() }))
}

pub(super) fn gateway_bot(server: &mut Server, _: &Call) -> Outcome {
    let counted = SESSION_STARTS.saturating_sub(server.sessions.identified);
    let remaining = server.sessions.starts_left.unwrap_or(counted);
    let shards = server.sessions.shards.unwrap_or(1);
    let buckets = server.sessions.buckets.map_or(1, |(buckets, _)| buckets);
    let limit = json!({ "total": SESSION_STARTS, "remaining": remaining, "reset_after": 0, "max_concurrency": buckets });
    Reply::ok(
        json!({ "url": server.gateway_url(), "shards": shards, "session_start_limit": limit }),
    )
}

pub(super) fn application(server: &mut Server, _: &Call) -> Outcome {
    Reply::ok(server.application())
}

pub(super) fn current_user(server: &mut Server, _: &Call) -> Outcome {
    Reply::ok(objects::current_user(server))
}

pub(super) fn user(server: &mut Server, call: &Call) -> Outcome {
    let id = call.id("user_id")?;
    Reply::ok(objects::user(
        server.world.user(id).ok_or(Code::UnknownUser)?,
    ))
}

pub(super) fn my_guilds(server: &mut Server, _: &Call) -> Outcome {
    let permissions = permissions::DEFAULT_FOR_BOT.to_string();
    let guilds = server.world.guilds().filter(|guild| !guild.without_bot);
    let guilds = guilds.map(|guild| {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "banner": null, "owner": false, "permissions": permissions, "features": [],
        })
    });
    Reply::ok(guilds.collect::<Vec<Value>>().into())
}

pub(super) fn guild(server: &mut Server, call: &Call) -> Outcome {
    let of = guild_of(server, call)?;
    let mut guild = server.guild(of);
    if call.asks("with_counts") {
        let members = of.members.len() + 1;
        guild["approximate_member_count"] = members.into();
        guild["approximate_presence_count"] = members.into();
    }
    Reply::ok(guild)
}

pub(super) fn guild_channels(server: &mut Server, call: &Call) -> Outcome {
    let of = guild_of(server, call)?.id;
    let text =
        server.world.channels.values().filter(
            |channel| matches!(channel.kind, ChannelKind::Text { guild, .. } if guild == of),
        );
    Reply::ok(
        text.map(|channel| server.channel(channel))
            .collect::<Vec<Value>>()
            .into(),
    )
}

pub(super) fn roles(server: &mut Server, call: &Call) -> Outcome {
    Reply::ok(server.roles(guild_of(server, call)?).into())
}

pub(super) fn member(server: &mut Server, call: &Call) -> Outcome {
    let guild = guild_of(server, call)?;
    let id = call.id("user_id")?;
    if id != server.world.bot.id && !guild.members.contains_key(&id) {
        return Err(Code::UnknownMember.into());
    }
    Reply::ok(server.member(guild, id))
}

/// Returns the server of the path, of which the bot must be a member.
pub(super) fn guild_of<'a>(server: &'a Server, call: &Call) -> Result<&'a Guild, ApiError> {
    let id = call.id("guild_id")?;
    let guild = server.world.guild(id).filter(|guild| !guild.without_bot);
    Ok(guild.ok_or(Code::UnknownGuild)?)
}
