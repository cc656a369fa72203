//! Following matches of other players.

use crate::db::people::time_settings;
use crate::discord::ui::{App, Reply, Result};
use crate::features::watching::messages;
use crate::features::watching::store::follows;
use crate::matches::{Follow, MatchId, Status};

/// Asks which events of a match a person wants to follow.
pub async fn ask(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let view = app.watched(reply, id).await?;
    let user = reply.interaction.user();
    let state = &view.state;
    if state.seat_of(user).is_some() || *state.status() != Status::Playing {
        // The refusal states the reason.
        return set(app, reply, id, Some(Follow::List)).await;
    }
    let how = reply
        .while_doing(app.arbiter.read(move |db| follows::followed(db, id, user)))
        .await?;
    let digest = has_digest(app, reply).await?;
    app.whisper(reply, messages::follow(state, how, digest))
        .await
}

/// Follows a match, or unfollows it.
pub async fn set(app: &App, reply: &mut Reply<'_>, id: MatchId, how: Option<Follow>) -> Result {
    let view = app.watched(reply, id).await?;
    let user = reply.interaction.user();
    let following = app.arbiter.follow(id, user, how);
    app.in_match(reply, id, following).await?;
    let digest = has_digest(app, reply).await?;
    app.whisper_here(reply, messages::follow(&view.state, how, digest))
        .await
}

/// Whether the person who asked gets a daily digest.
async fn has_digest(app: &App, reply: &mut Reply<'_>) -> Result<bool> {
    let user = reply.interaction.user();
    let read = app.arbiter.read(move |db| time_settings::of_user(db, user));
    let settings = reply.while_doing(read).await?;
    Ok(!settings.reminders.digest.is_empty())
}
