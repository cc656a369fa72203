//! Challenges answered from a list of them. The message that is the challenge may be gone; the list is shown again, with what
//! became of it.

use super::pages;
use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::ChallengeList;
use crate::discord::ui::reply::Reply;
use crate::features::play::discord::starting;
use crate::features::play::messages;
use crate::kernel;
use crate::kernel::Update;
use crate::matches::{Match, MatchId};

/// Takes up a challenge.
pub async fn accept(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    list: ChallengeList,
) -> Result<(), CommandError> {
    let challenge = app.may_know(reply, id).await?;
    if challenge.state.proposal().place.channel == reply.asked.channel() {
        starting::rules(app, reply).await?;
    }
    let user = reply.asked.user();
    let done = reply.while_doing(app.acting(reply).accept(id, user)).await;
    answered(app, reply, id, done, messages::accepted_elsewhere, list).await
}

/// Turns a challenge down.
pub async fn decline(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    list: ChallengeList,
) -> Result<(), CommandError> {
    app.may_know(reply, id).await?;
    let user = reply.asked.user();
    let done = reply.while_doing(app.acting(reply).decline(id, user)).await;
    answered(app, reply, id, done, messages::declined_elsewhere, list).await
}

/// Takes a challenge back.
pub async fn withdraw(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    list: ChallengeList,
) -> Result<(), CommandError> {
    app.may_know(reply, id).await?;
    let user = reply.asked.user();
    let done = reply
        .while_doing(app.acting(reply).withdraw(id, user))
        .await;
    answered(app, reply, id, done, messages::withdrawn_elsewhere, list).await
}

async fn answered(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    done: Result<Update, kernel::Error>,
    words: fn(&Match) -> String,
    list: ChallengeList,
) -> Result<(), CommandError> {
    let update = match done {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    // The arbiter brings the challenge's own message up to date.
    drop(update.card);
    if let Some(announcement) = update.news {
        announcement.hand_over();
    }
    let words = words(&update.view.state);
    let shown = match list {
        ChallengeList::Mine => pages::games(app, reply, 0).await,
        ChallengeList::Lobby => pages::lobby(app, reply, 0).await,
    };
    // What was done counts, whether the list can be read or not.
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
