//! What players note of their matches.

use crate::discord::ui;
use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::LATEST;
use crate::features::history::messages;
use crate::features::history::store;
use crate::matches::MatchId;

/// Keeps a note under a turn.
pub async fn keep(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    turn: Option<u32>,
    text: &str,
) -> Result<(), CommandError> {
    let text = ui::undirected(text.trim());
    if text.is_empty() {
        return show(app, reply, id).await;
    }
    let user = reply.asked.user();
    let noted = reply
        .while_doing(app.arbiter.note(id, user, turn, text))
        .await;
    match noted {
        Ok((ply, kept)) => {
            let view = app.view(reply, id).await?;
            let words = messages::noted(&view.state, ply, kept);
            app.whisper_here(reply, Composed::text(words)).await
        }
        Err(error) => Err(app.explain(reply, id, error).await),
    }
}

/// Keeps the note that was typed before it was known for which match.
pub async fn keep_typed(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
    ply: u32,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let typed = reply
        .while_doing(app.arbiter.typed(id, user, board, mark))
        .await;
    let noted = match typed {
        Ok(text) => keep(app, reply, id, (ply != LATEST).then_some(ply), &text).await,
        Err(error) => Err(app.explain(reply, id, error).await),
    };
    match noted {
        Err(CommandError::User(refused)) => app.whisper_here(reply, *refused).await,
        other => other,
    }
}

/// Lists a player's own notes.
pub async fn show(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let view = app.watched(reply, id).await?;
    let user = reply.asked.user();
    let notes = reply
        .while_doing(app.arbiter.read(move |db| store::notes(db, id, user)))
        .await?;
    app.whisper_here(reply, messages::notes(&view.state, &notes, user))
        .await
}

/// Lets everybody see a player's notes.
pub async fn publish(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let published = reply.while_doing(app.arbiter.publish_notes(id, user)).await;
    match published {
        Ok(_) => show(app, reply, id).await,
        Err(error) => Err(app.explain(reply, id, error).await),
    }
}

/// Deletes a player's notes.
pub async fn clear(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    match reply.while_doing(app.arbiter.clear_notes(id, user)).await {
        Ok(_) => {
            let words = format!("Your notes in match {id} are deleted.");
            app.whisper_here(reply, Composed::text(words)).await
        }
        Err(error) => Err(app.explain(reply, id, error).await),
    }
}
