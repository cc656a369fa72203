//! The history of a match turn by turn, and its replay.

use crate::board::Seat;
use crate::discord::ui::custom_id::PageStep;
use crate::discord::ui::{self, App, CommandError, Composed, Pace, Reply, Result, permissions};
use crate::features::watching::messages;
use crate::features::watching::store::notes;
use crate::kernel::View;
use crate::kernel::fair::Wanted;
use crate::matches::MatchId;

/// Opens the history of a match at a turn, in an ephemeral message.
pub async fn show(app: &App, reply: &mut Reply<'_>, id: MatchId, ply: u32) -> Result {
    let view = app.watched(reply, id).await?;
    let page = page_at(app, reply, &view, ply).await?;
    app.whisper(reply, page).await
}

/// Turns over from a ply in the same message.
pub async fn turn_over(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    ply: u32,
    to: PageStep,
) -> Result {
    let view = app.watched(reply, id).await?;
    let ply = to.ply_from(&view.state, ply);
    let page = page_at(app, reply, &view, ply).await?;
    app.turn_into(reply, page).await.map(drop)
}

/// Returns a page: the match at a ply. The viewpoint is fixed, so that the board does not turn round.
async fn page_at(app: &App, reply: &mut Reply<'_>, view: &View, ply: u32) -> Result<Composed> {
    let now = &view.state;
    let user = reply.interaction.user();
    let viewpoint = reply.preferences(&app.arbiter).await.own.viewpoint;
    let seen_from = viewpoint.seat_looking_back(now, user);
    let id = now.id();
    let notes = reply
        .while_doing(app.arbiter.read(move |db| notes::notes(db, id, user)))
        .await?;
    let whole = now.clone();
    let work = move || whole.as_at(ply);
    let stage = app.brush.workers().quick(Wanted::asked(user), work);
    let stage = reply.while_doing(stage).await.map_err(|why| {
        CommandError::not_done(why, format!("match {} could not be gone through", now.id()))
    })?;
    let stage = stage.map_err(|error| CommandError::Internal(error.to_string()))?;
    Ok(messages::history(now, &stage, &notes, user, seen_from))
}

/// Returns an error if the bot is a guest in the server, or cannot post a picture in the channel.
fn may_share(reply: &Reply<'_>) -> Result {
    if reply.interaction.as_guest() {
        return Err(CommandError::says(
            "The bot is not in this server, so only you see its answers. Use *Share…* in a server that has added it.",
        ));
    }
    App::allowed(reply.interaction, permissions::FOR_A_FILE)
}

/// Asks which view of a match to post.
pub async fn ask_share(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    may_share(reply)?;
    let view = app.watched(reply, id).await?;
    app.whisper(reply, messages::share(&view.state)).await
}

/// Posts a board for everyone.
pub async fn post_board(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    may_share(reply)?;
    let view = app.watched(reply, id).await?;
    let now = &view.state;
    app.names.recall_players(&view);
    let thread = view
        .places
        .thread
        .filter(|thread| *thread != reply.interaction.channel());
    let board = Composed {
        picture: Some(ui::board_picture(now, Seat::First)),
        ..Composed::text(ui::card_text(now, thread, app.arbiter.now()))
    };
    app.publish(reply, board).await
}

/// Posts the replay of a match for everyone.
pub async fn replay(app: &App, reply: &mut Reply<'_>, id: MatchId, pace: Pace) -> Result {
    may_share(reply)?;
    let composed = in_motion(app, reply, id, pace).await?;
    app.publish(reply, composed).await
}

/// Shows a replay in an ephemeral message, so that public buttons do not flood the channel.
pub async fn replay_to_one(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let composed = in_motion(app, reply, id, Pace::Normal).await?;
    let theme = reply.preferences(&app.arbiter).await.theme();
    // The replay is a picture even for people who have chosen boards as text.
    app.whisper_in(reply, composed, theme).await
}

async fn in_motion(app: &App, reply: &mut Reply<'_>, id: MatchId, pace: Pace) -> Result<Composed> {
    let view = app.watched(reply, id).await?;
    app.names.recall_players(&view);
    let elsewhere = view
        .places
        .thread
        .filter(|thread| *thread != reply.interaction.channel());
    ui::replay(&view.state, elsewhere, pace, app.arbiter.now())
        .ok_or_else(|| CommandError::says(format!("No turn has been played in match {id} yet.")))
}

/// Describes a match's board, or a part of it, as text in an ephemeral message.
pub async fn describe(app: &App, reply: &mut Reply<'_>, id: MatchId, what: &str) -> Result {
    let view = app.watched(reply, id).await?;
    let description = messages::description(&view.state, what, app.arbiter.now())
        .map_err(CommandError::quotes)?;
    app.whisper(reply, description).await
}
