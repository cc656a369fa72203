//! Answers to challenges from a list, which is shown again with the result.

use super::pages::{self, Wanted};
use crate::discord::ui::{App, Composed, Reply, Result};
use crate::features::lists::press::Tab;
use crate::features::play::discord::start_rules;
use crate::features::play::messages;
use crate::matches::MatchId;

/// An action on a challenge in a list.
#[derive(Clone, Copy)]
pub enum ListedAct {
    Accept,
    Decline,
    Withdraw,
}

/// Applies the action and shows the list again.
pub async fn answer(app: &App, reply: &mut Reply<'_>, id: MatchId, act: ListedAct) -> Result {
    let challenge = app.may_know(reply, id).await?;
    let here = challenge.state.proposal().place.channel == reply.interaction.channel();
    if here && matches!(act, ListedAct::Accept) {
        start_rules::rules(app, reply).await?;
    }
    let (user, acting) = (reply.interaction.user(), app.acting(reply));
    let done = async {
        match act {
            ListedAct::Accept => acting.accept(id, user).await,
            ListedAct::Decline => acting.decline(id, user).await,
            ListedAct::Withdraw => acting.withdraw(id, user).await,
        }
    };
    let update = app.in_match(reply, id, done).await?;
    let words = match act {
        ListedAct::Accept => messages::accepted_elsewhere,
        ListedAct::Decline => messages::declined_elsewhere,
        ListedAct::Withdraw => messages::withdrawn_elsewhere,
    };
    // The arbiter updates the challenge's own message.
    drop(update.card);
    if let Some(announcement) = update.news {
        announcement.hand_over();
    }
    let words = words(&update.view.state);
    let challenges = Wanted {
        tab: Tab::Challenges,
        game: String::from("any"),
        page: 0,
    };
    let shown = pages::page(app, reply, &challenges).await;
    // The answer counts even if the list cannot be read.
    let list = shown.unwrap_or_else(|error| {
        tracing::warn!(%error, "a list is not shown again");
        Composed::default()
    });
    let content = format!("{words}\n\n{}", list.content);
    let list = Composed {
        content: String::from(content.trim_end()),
        ..list
    };
    app.turn_into(reply, list).await.map(drop)
}
