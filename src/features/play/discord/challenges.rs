//! Challenges: accept, decline, withdraw, renew.

use super::start_rules;
use crate::discord::ui::{App, Composed, Reply, Result};
use crate::features::play::messages;
use crate::kernel::{CardUpdate, Update, View};
use crate::matches::{ChannelId, MatchId};

/// Accepts a challenge in the challenge's message.
pub async fn accept(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let stays = start_rules::rules(app, reply).await?.in_channel;
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let Update { view, news, card } = app.in_match(reply, id, acting.accept(id, user)).await?;
    // A thread opened from this message gets the message's id as its own.
    let message = view.places.card.or(reply.interaction.message());
    let opened = message.map(|message| ChannelId(message.0));
    let thread = view.places.thread.or(opened.filter(|_| !stays));
    let answer = match card {
        Some(card) if !reply.is_deferred() => {
            app.names.recall_players(&view);
            show_card(app, reply, &view, thread, card).await
        }
        _ => {
            let words = Composed::text(messages::accepted(id, stays));
            app.whisper(reply, words).await
        }
    };
    if let Some(announcement) = news {
        announcement.hand_over();
    }
    answer
}

/// Declines a challenge in the challenge's message.
pub async fn decline(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let update = app.in_match(reply, id, acting.decline(id, user)).await?;
    close(app, reply, update, messages::DECLINED).await
}

/// Withdraws a challenge in the challenge's message.
pub async fn withdraw(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let update = app.in_match(reply, id, acting.withdraw(id, user)).await?;
    close(app, reply, update, messages::WITHDREW).await
}

/// Renews an expired challenge in the challenge's message.
pub async fn renew(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let renewing = app.arbiter.renew(id, reply.interaction.user());
    let update = app.in_match(reply, id, renewing).await?;
    close(app, reply, update, messages::RENEWED).await
}

async fn close(app: &App, reply: &mut Reply<'_>, update: Update, words: &str) -> Result {
    let Update { view, news, card } = update;
    if let Some(announcement) = news {
        announcement.hand_over();
    }
    match card {
        Some(card) if !reply.is_deferred() => show_card(app, reply, &view, None, card).await,
        _ => app.whisper(reply, Composed::text(words)).await,
    }
}

/// Turns the pressed message into the card of its match.
async fn show_card(
    app: &App,
    reply: &mut Reply<'_>,
    view: &View,
    thread: Option<ChannelId>,
    card: CardUpdate,
) -> Result {
    let shown = messages::card(&view.state, thread, card.at());
    if app.turn_into(reply, shown).await?.is_some() {
        card.done().await;
    }
    Ok(())
}
