//! A player's own mistakes in a finished match.

use crate::discord::ui::{App, CommandError, Reply, Result};
use crate::features::play::discord::session_message::{compose, show};
use crate::features::play::model::session::About;
use crate::features::play::model::view::BoardView;
use crate::features::study::messages;
use crate::features::study::model::mistakes::Mistake;
use crate::kernel::Error;
use crate::matches::MatchId;

/// Opens the board of the player's first mistake from this ply on.
pub async fn open(app: &App, reply: &mut Reply<'_>, id: MatchId, ply: u32) -> Result {
    let (board, _) = find(app, reply, id, ply).await?;
    // The first mistake opens in a new message, so that the analysis stays.
    if ply == 0 {
        let message = compose(app, reply, &board, None).await;
        return app.whisper(reply, message).await;
    }
    show(app, reply, &board).await
}

/// Shows the better turn.
pub async fn better(app: &App, reply: &mut Reply<'_>, id: MatchId, ply: u32) -> Result {
    let (board, mistake) = find(app, reply, id, ply).await?;
    let user = reply.interaction.user();
    // Someone who asks for the solution first has not found it.
    let counted = async {
        app.arbiter.tried(user, &mistake, false).await?;
        app.arbiter.sum(&mistake, user).await
    };
    let sum = reply.while_doing(counted).await?;
    let message = messages::better_turn(&board, &mistake, sum);
    app.whisper_here(reply, message).await
}

async fn find(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    ply: u32,
) -> Result<(BoardView, Mistake)> {
    app.may_know(reply, id).await?;
    let user = reply.interaction.user();
    let found = async {
        let Some(mistake) = app.arbiter.mistake(id, user, ply).await? else {
            return Ok::<_, Error>(None);
        };
        let about = About::Mistake {
            id,
            ply: mistake.point.from,
        };
        let board = app.arbiter.open(user, about).await?;
        Ok(Some((board, mistake)))
    };
    let found = reply.while_doing(found).await?;
    found.ok_or_else(|| {
        CommandError::says(format!(
            "No mistake of yours is known there. *Analyse* in `/board` analyses match {id}."
        ))
    })
}
