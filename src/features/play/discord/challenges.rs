//! Challenges: taken up, turned down, taken back, renewed.

use super::starting;
use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::play::messages;
use crate::kernel;
use crate::kernel::Update;
use crate::matches::{ChannelId, MatchId};

/// Takes up a challenge, in the message that is the challenge.
pub async fn accept(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let stays = starting::rules(app, reply).await?.in_channel;
    let user = reply.interaction.user();
    let Update { view, news, card } =
        match reply.while_doing(app.acting(reply).accept(id, user)).await {
            Ok(update) => update,
            Err(error) => return Err(app.explain(reply, id, error).await),
        };
    // The thread is opened from this message, and has its number then.
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
            app.recall_players(&view.state).await;
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

/// Turns a challenge down, in the message that is the challenge.
pub async fn decline(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.interaction.user();
    let done = reply.while_doing(app.acting(reply).decline(id, user)).await;
    close(app, reply, id, done, messages::DECLINED).await
}

/// Takes a challenge back, in the message that is the challenge.
pub async fn withdraw(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.interaction.user();
    let done = reply
        .while_doing(app.acting(reply).withdraw(id, user))
        .await;
    close(app, reply, id, done, messages::WITHDREW).await
}

/// Opens an expired challenge again, in the message that was the challenge.
pub async fn renew(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
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
) -> Result<(), CommandError> {
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
