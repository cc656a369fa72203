//! Whether a match may begin where somebody wants one: what the bot may do there, and what the server has chosen.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::interaction::Interaction;
use crate::discord::ui::permissions;
use crate::discord::ui::reply::Reply;
use crate::features::play::messages;
use crate::features::settings::model::ServerRules;
use crate::features::settings::store::server_rules;
use crate::matches::{ChannelId, Place};

/// Where a match begins that somebody wants here: in the thread of a match it is the channel of that thread.
///
/// # Errors
///
/// Where none can be, because the bot is a guest or the channel cannot hold threads: the sentence that says why, and what to do
/// about it.
pub async fn place(app: &App, reply: &mut Reply<'_>) -> Result<Place, CommandError> {
    let interaction = reply.interaction;
    if interaction.as_guest() {
        return Err(CommandError::says(as_guest(interaction)));
    }
    if permissions::in_thread(interaction) {
        // What any other thread hangs on, a channel or a forum, is not known.
        let here = app.arbiter.store().match_in_thread(interaction.channel());
        if let Some(id) = reply.while_doing(here).await? {
            return Ok(app.view(reply, id).await?.state.proposal().place);
        }
    }
    match permissions::not_for_matches(interaction.partial_channel()) {
        Some(sentence) => Err(CommandError::says(sentence)),
        None => Ok(Place {
            guild: interaction.guild(),
            channel: interaction.channel(),
        }),
    }
}

/// The refusal of a match in a place where the bot is a guest.
fn as_guest(interaction: Interaction<'_>) -> String {
    let (application, bits) = (interaction.application(), permissions::FOR_A_MATCH.bits());
    let address = format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={bits}"
    );
    messages::bot_is_guest(&address, interaction.any_guild().is_some())
}

/// What the server has chosen, once the bot may do there what a match needs.
///
/// # Errors
///
/// When a permission is missing.
pub async fn rules(app: &App, reply: &mut Reply<'_>) -> Result<ServerRules, CommandError> {
    if reply.interaction.as_guest() {
        return Err(CommandError::says(as_guest(reply.interaction)));
    }
    let rules = chosen(app, reply).await?;
    App::allowed(
        reply.interaction,
        permissions::for_a_match(rules.in_channel),
    )?;
    Ok(rules)
}

/// What the server has chosen.
pub async fn chosen(app: &App, reply: &mut Reply<'_>) -> Result<ServerRules, CommandError> {
    match reply.interaction.guild() {
        Some(guild) => reply
            .while_doing(
                app.arbiter
                    .read(move |db| server_rules::of_server(db, guild)),
            )
            .await
            .map_err(CommandError::from),
        None => Ok(ServerRules::default()),
    }
}

/// Refuses a match that the server does not want to begin.
pub fn check(
    reply: &Reply<'_>,
    rules: &ServerRules,
    channel: ChannelId,
    game: &str,
    exhibition: bool,
) -> Result<(), CommandError> {
    rules
        .check(&reply.interaction.roles(), channel, game, exhibition)
        .map_err(|refusal| CommandError::says(refusal.to_string()))
}
