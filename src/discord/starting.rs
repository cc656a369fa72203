//! Whether a match may begin where somebody wants one: what the bot may do there, and what the server has chosen.

use serenity::all::ApplicationId;

use super::app::App;
use super::asked::Asked;
use super::command_error::CommandError;
use super::permissions;
use super::reply::Reply;
use crate::matches::{ChannelId, ServerRules};

/// Refuses a match where none can be: where the bot is a guest, and in channels that cannot hold threads.
///
/// # Errors
///
/// The sentence that says why, and what to do about it.
pub fn place(asked: Asked<'_>) -> Result<(), CommandError> {
    if asked.as_guest() {
        return Err(CommandError::says(as_guest(asked.application())));
    }
    match permissions::not_for_matches(asked.partial_channel()) {
        Some(sentence) => Err(CommandError::says(sentence)),
        None => Ok(()),
    }
}

/// What somebody reads who wants a match where the bot is a guest.
#[must_use]
pub fn as_guest(application: ApplicationId) -> String {
    let bits = permissions::FOR_A_MATCH.bits();
    format!(
        "I am not a member here: you brought me along, and I can answer you, but I can open no thread and post no board. So no match can begin. \
         Whoever manages the server can [add me](https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={bits}). \
         Against the computer you can play in a direct message to me."
    )
}

/// What the server has chosen, once the bot may do there what a match needs.
///
/// # Errors
///
/// When a permission is missing.
pub async fn rules(app: &App, reply: &mut Reply<'_>) -> Result<ServerRules, CommandError> {
    if reply.asked.as_guest() {
        return Err(CommandError::says(as_guest(reply.asked.application())));
    }
    let rules = chosen(app, reply).await?;
    App::allowed(reply.asked, needs(&rules))?;
    Ok(rules)
}

/// What the server has chosen.
///
/// # Errors
///
/// Only faults.
pub async fn chosen(app: &App, reply: &mut Reply<'_>) -> Result<ServerRules, CommandError> {
    match reply.asked.guild() {
        Some(guild) => reply
            .while_doing(app.arbiter.server_rules(guild))
            .await
            .map_err(CommandError::from),
        None => Ok(ServerRules::default()),
    }
}

/// The permissions that a match needs there.
#[must_use]
pub fn needs(rules: &ServerRules) -> serenity::all::Permissions {
    if rules.in_channel {
        permissions::FOR_A_MATCH_IN_CHANNEL
    } else {
        permissions::FOR_A_MATCH
    }
}

/// Refuses a match that the server does not want to begin.
///
/// # Errors
///
/// The sentence that says why.
pub fn check(
    reply: &Reply<'_>,
    rules: &ServerRules,
    channel: ChannelId,
    game: &str,
    exhibition: bool,
) -> Result<(), CommandError> {
    rules
        .check(&reply.asked.roles(), channel, game, exhibition)
        .map_err(|refusal| CommandError::says(refusal.to_string()))
}
