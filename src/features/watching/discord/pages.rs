//! Following matches that others play.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::match_lines::MOST_HERE;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::{Composed, permissions};
use crate::features::watching::messages;
use crate::features::watching::store;
use crate::kernel::Error;
use crate::matches::{Follow, MatchId, Status};

/// Asks what somebody wants to hear of a match.
pub async fn ask(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let view = app.watched(reply, id).await?;
    let user = reply.asked.user();
    let state = &view.state;
    if state.seat_of(user).is_some() || *state.status() != Status::Playing {
        // The refusal says why.
        return set(app, reply, id, Some(Follow::List)).await;
    }
    let how = reply
        .while_doing(app.arbiter.read(move |db| store::followed(db, id, user)))
        .await?;
    app.whisper(reply, messages::follow(state, how)).await
}

/// Follows a match so, or not any more.
pub async fn set(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    how: Option<Follow>,
) -> Result<(), CommandError> {
    let view = app.watched(reply, id).await?;
    let user = reply.asked.user();
    if let Err(error) = reply.while_doing(app.arbiter.follow(id, user, how)).await {
        return Err(app.explain(reply, id, error).await);
    }
    app.whisper_here(reply, messages::follow(&view.state, how))
        .await
}

/// A page of the matches that are played in the server, as far as whoever asks can surely see where.
pub async fn watch(app: &App, reply: &mut Reply<'_>, page: u32) -> Result<Composed, CommandError> {
    let Some(guild) = reply.asked.guild() else {
        return Err(CommandError::says(
            "This is a conversation and no server: matches that can be followed are played in servers.",
        ));
    };
    let user = reply.asked.user();
    let channel = permissions::channel_in_sight(reply.asked);
    let arbiter = &app.arbiter;
    let found = async move {
        let (played, count) = arbiter.store().played_in(guild, channel, MOST_HERE).await?;
        Ok::<_, Error>((
            played,
            count,
            arbiter
                .read(move |db| store::followers_in(db, guild, user))
                .await?,
        ))
    };
    let (played, count, followers) = reply.while_doing(found).await?;
    let mut played: Vec<_> = played
        .into_iter()
        .map(|one| {
            let (count, own) = followers.get(&one.id).copied().unwrap_or_default();
            (one, count, own)
        })
        .collect();
    // A glance at a list is no look at the board. A match that cannot be read is listed without one.
    let first = match messages::first_watched(&mut played, page) {
        Some(id) => reply.while_doing(arbiter.view(id)).await.ok(),
        None => None,
    };
    let first = first.as_ref().map(|view| &*view.state);
    let mut watch = messages::watch(&played, channel.is_some(), page, first);
    if permissions::moderates(reply.asked) {
        watch.content.push_str(&messages::threads_warning(count));
    }
    Ok(watch)
}
