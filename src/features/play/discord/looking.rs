//! Private views of a board.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::Result;
use crate::discord::ui::reply::Reply;
use crate::matches::MatchId;

/// Shows a match's board to one person.
pub async fn show_board(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let view = app.watched(reply, id).await?;
    let seen_from = app.seen_from(reply, &view.state).await;
    let elsewhere = view
        .places
        .thread
        .filter(|thread| *thread != reply.interaction.channel());
    let user = reply.interaction.user();
    let board = crate::features::play::messages::board(
        &view.state,
        elsewhere,
        user,
        seen_from,
        app.arbiter.now(),
    );
    app.whisper(reply, board).await
}
