//! Challenges: accept, decline, withdraw, renew.

use super::starting;
use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::Result;
use crate::discord::ui::reply::Reply;
use crate::features::play::messages;
use crate::kernel;
use crate::kernel::Update;
use crate::matches::{ChannelId, MatchId};

/// Accepts a challenge in the challenge's message.
pub async fn accept(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let stays = starting::rules(app, reply).await?.in_channel;
    let user = reply.interaction.user();
    let Update { view, news, card } =
        match reply.while_doing(app.acting(reply).accept(id, user)).await {
            Ok(update) => update,
            Err(error) => return Err(app.explain(reply, id, error).await),
        };
    // A thread opened from this message gets the message's id as its own.
    let thread = view
        .places
        .thread
        .or_else(|| {
            Some(ChannelId(
                view.places.card.or(reply.interaction.message())?.0,
            ))
        })
        .filter(|thread| view.places.thread == Some(*thread) || !stays);
    let answer = match card {
        Some(card) if !reply.is_deferred() => {
            app.names.recall_players(&view);
            let answer = app
                .turn_into(reply, messages::card(&view.state, thread, card.at()))
                .await;
            if let Ok(Some(_)) = answer {
                card.done().await;
            }
            answer.map(drop)
        }
        _ => {
            app.whisper(reply, Composed::text(messages::accepted(id, stays)))
                .await
        }
    };
    if let Some(announcement) = news {
        announcement.hand_over();
    }
    answer
}

/// Declines a challenge in the challenge's message.
pub async fn decline(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let user = reply.interaction.user();
    let done = reply.while_doing(app.acting(reply).decline(id, user)).await;
    close(app, reply, id, done, messages::DECLINED).await
}

/// Withdraws a challenge in the challenge's message.
pub async fn withdraw(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let user = reply.interaction.user();
    let done = reply
        .while_doing(app.acting(reply).withdraw(id, user))
        .await;
    close(app, reply, id, done, messages::WITHDREW).await
}

/// Renews an expired challenge in the challenge's message.
pub async fn renew(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let user = reply.interaction.user();
    let done = reply.while_doing(app.arbiter.renew(id, user)).await;
    close(app, reply, id, done, messages::RENEWED).await
}

async fn close(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    done: Result<Update, kernel::Error>,
    words: &str,
) -> Result {
    let Update { view, news, card } = match done {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    if let Some(announcement) = news {
        announcement.hand_over();
    }
    match card {
        Some(card) if !reply.is_deferred() => {
            let shown = app
                .turn_into(reply, messages::card(&view.state, None, card.at()))
                .await?;
            if shown.is_some() {
                card.done().await;
            }
            Ok(())
        }
        _ => app.whisper(reply, Composed::text(words)).await,
    }
}
