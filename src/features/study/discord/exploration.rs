//! Explorations: boards on which a person plays both sides.

use crate::discord::ui::{App, Reply, Result};
use crate::features::play::discord::session_message::compose;
use crate::features::play::model::session::About;
use crate::games::Game;
use crate::matches::MatchId;

/// Opens an exploration of a match at this ply; without a ply, at its latest board.
pub async fn explore_match(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    ply: Option<u32>,
) -> Result {
    let view = app.watched(reply, id).await?;
    let last = view.state.ply();
    // A forced pass has no board of its own: it belongs to the turn before it.
    let ply = view
        .state
        .stages()
        .rfind(|stage| *stage <= ply.unwrap_or(last))
        .unwrap_or(last);
    explore(app, reply, About::Match { id, ply }).await
}

pub async fn explore_game(app: &App, reply: &mut Reply<'_>, game: &Game) -> Result {
    explore(app, reply, About::Game(game.card.key.to_owned())).await
}

async fn explore(app: &App, reply: &mut Reply<'_>, about: About) -> Result {
    let user = reply.interaction.user();
    let shown = reply.while_doing(app.arbiter.open(user, about)).await?;
    let message = compose(app, reply, &shown, None).await;
    app.whisper(reply, message).await
}
