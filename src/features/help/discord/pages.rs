//! Pages of a game's rules.

use crate::discord::ui::{App, CommandError, Composed, Reply, Result, known_game};
use crate::features::help;
use crate::kernel::fair::Wanted;

/// Shows a page of a game's rules in an ephemeral message.
pub async fn show_rules(app: &App, reply: &mut Reply<'_>, game: &str, page: u32) -> Result {
    let rules = rules(app, reply, game, page).await?;
    app.whisper(reply, rules).await
}

/// Turns to another page of a game's rules in the same message.
pub async fn turn_rules(app: &App, reply: &mut Reply<'_>, game: &str, page: u32) -> Result {
    let rules = rules(app, reply, game, page).await?;
    app.turn_into(reply, rules).await.map(drop)
}

/// Returns a page of a game's rules. A worker thread plays its example.
async fn rules(app: &App, reply: &mut Reply<'_>, game: &str, page: u32) -> Result<Composed> {
    let game = known_game(game)?;
    let wanted = Wanted::asked(reply.interaction.user());
    let composing = app
        .brush
        .workers()
        .quick(wanted, move || help::messages::rules(game, page));
    reply.while_doing(composing).await.map_err(|why| {
        CommandError::not_done(
            why,
            format!("the rules of {} could not be shown", game.card.key),
        )
    })
}
