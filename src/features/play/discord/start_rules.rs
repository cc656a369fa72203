//! Checks before a match: the bot's permissions and the server's rules.

use crate::discord::ui::interaction::Interaction;
use crate::discord::ui::{App, CommandError, Reply, Result, permissions};
use crate::features::play::messages;
use crate::features::settings::discord::rules;
use crate::features::settings::model::ServerRules;
use crate::matches::{ChannelId, Place};

/// Returns the place of a new match. In a match's thread it is the channel of that thread.
pub async fn place(app: &App, reply: &mut Reply<'_>) -> Result<Place> {
    let interaction = reply.interaction;
    if interaction.as_guest() {
        return Err(CommandError::says(as_guest(interaction)));
    }
    if permissions::in_thread(interaction) {
        // The parent of any other thread, a channel or a forum, is unknown.
        let here = app.arbiter.store().match_in_thread(interaction.channel());
        if let Some(id) = reply.while_doing(here).await? {
            return Ok(app.view(reply, id).await?.state.proposal().place);
        }
    }
    match permissions::not_for_matches(interaction.partial_channel()) {
        Some(sentence) => Err(CommandError::says(sentence)),
        None => Ok(here(reply)),
    }
}

/// Returns where a person is, whether or not matches can begin there.
pub fn here(reply: &Reply<'_>) -> Place {
    Place {
        guild: reply.interaction.guild(),
        channel: reply.interaction.channel(),
    }
}

/// Whether a person writes to the bot alone.
pub fn is_alone(reply: &Reply<'_>) -> bool {
    reply.interaction.guild().is_none() && !reply.interaction.as_guest()
}

fn as_guest(interaction: Interaction<'_>) -> String {
    let (application, bits) = (interaction.application(), permissions::FOR_A_MATCH.bits());
    let address = format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={bits}"
    );
    messages::bot_is_guest(&address, interaction.any_guild().is_some())
}

/// Returns the server's rules, after a check of the bot's permissions.
pub async fn rules(app: &App, reply: &mut Reply<'_>) -> Result<ServerRules> {
    if reply.interaction.as_guest() {
        return Err(CommandError::says(as_guest(reply.interaction)));
    }
    let rules = rules::here(app, reply).await?;
    App::allowed(
        reply.interaction,
        permissions::for_a_match(rules.in_channel),
    )?;
    Ok(rules)
}

/// Refuses a match that the server's rules forbid.
pub fn check(reply: &Reply<'_>, rules: &ServerRules, channel: ChannelId, game: &str) -> Result {
    Ok(rules.check(&reply.interaction.roles(), channel, game)?)
}
