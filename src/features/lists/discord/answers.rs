//! Answers to challenges from a list, which is shown again with the result.

use super::pages::{self, Wanted};
use crate::discord::ui::{App, Composed, Reply, Result};
use crate::features::lists::discord::press::Tab;
use crate::features::play::discord::starting;
use crate::features::play::messages;
use crate::matches::{Match, MatchId};

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
        starting::rules(app, reply).await?;
    }
    let (user, acting) = (reply.interaction.user(), app.acting(reply));
    let (done, words): (_, fn(&Match) -> String) = match act {
        ListedAct::Accept => (
            reply.while_doing(acting.accept(id, user)).await,
            messages::accepted_elsewhere,
        ),
        ListedAct::Decline => (
            reply.while_doing(acting.decline(id, user)).await,
            messages::declined_elsewhere,
        ),
        ListedAct::Withdraw => (
            reply.while_doing(acting.withdraw(id, user)).await,
            messages::withdrawn_elsewhere,
        ),
    };
    let update = match done {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
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
