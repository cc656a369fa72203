//! From one match to the next that waits, in one private message.

use super::session_message::compose;
use crate::discord::ui::which_match::NOTHING_WAITS;
use crate::discord::ui::{self, App, CommandError, Composed, Reply, Result, permissions};
use crate::features::play::messages::next as words;
use crate::features::play::model::next::{Queue, Waiting};
use crate::features::play::model::session::{About, Sitting};
use crate::kernel::Error;
use crate::matches::MatchId;

/// How many matches are tried if one cannot be opened, as when its time has just run out.
const TRIES: usize = 3;

/// Opens the picker of the most urgent match that waits for the person.
pub async fn open(app: &App, reply: &mut Reply<'_>) -> Result {
    let queue = queue(app, reply).await?;
    if queue.matches.is_empty() {
        return Err(CommandError::says(NOTHING_WAITS));
    }
    let opened = leading_on(app, reply, queue, None, Composed::default()).await;
    app.whisper_here(reply, opened).await
}

/// Adds the picker of the next match to what a player reads about the turn that they made.
pub async fn after_turn(
    app: &App,
    reply: &mut Reply<'_>,
    played: MatchId,
    before: Composed,
) -> Composed {
    match queue_after(app, reply, played).await {
        Ok(queue) if queue.matches.is_empty() => Composed {
            content: format!("{} {}", before.content, words::NOTHING_LEFT),
            ..before
        },
        Ok(queue) => leading_on(app, reply, queue, Some(played), before).await,
        Err(error) => {
            tracing::warn!(%error, "no next match is shown");
            before
        }
    }
}

/// Offers the next match after a turn that was posted for everybody.
pub async fn offer(app: &App, reply: &mut Reply<'_>, played: MatchId) {
    let offered = async {
        let queue = queue_after(app, reply, played).await?;
        let Some(one) = queue.matches.first() else {
            return Ok(());
        };
        let user = reply.interaction.user();
        let more = queue.matches.len() - 1;
        app.whisper_too(reply, words::offer(one, user, more)).await
    };
    if let Err(error) = offered.await {
        tracing::warn!(%error, "no next match is offered");
    }
}

/// Leads on from a vote. In a message in which the person goes from match to match, the next picker follows a line about
/// the vote; else a button leads there from the page of their team. `page` takes a sentence to say.
pub(crate) async fn after_vote(
    app: &App,
    reply: &mut Reply<'_>,
    (voted, sitting): (MatchId, Option<Sitting>),
    line: Composed,
    page: impl FnOnce(&str) -> Composed,
) -> Composed {
    let queue = match queue_after(app, reply, voted).await {
        Ok(queue) => queue,
        Err(error) => {
            tracing::warn!(%error, "no next match is shown");
            return page("");
        }
    };
    match (sitting, queue.matches.is_empty()) {
        (Some(_), false) => leading_on(app, reply, queue, None, line).await,
        (Some(_), true) => page(words::NOTHING_LEFT),
        (None, false) => words::with_next(page("")),
        (None, true) => page(""),
    }
}

/// Goes on to the next match, and offers this one after the others.
pub async fn skip(
    app: &App,
    reply: &mut Reply<'_>,
    about: &About,
    sitting: Option<Sitting>,
) -> Result {
    let (&About::Turn { id, board } | &About::Vote { id, board }) = about else {
        return Err(ui::unknown_component().into());
    };
    let user = reply.interaction.user();
    let skipped = app.arbiter.set_aside(user, id, Some(board));
    reply.while_doing(skipped).await?;
    let queue = queue(app, reply).await?;
    let played = sitting.and_then(|sitting| sitting.played);
    let message = match queue.matches.is_empty() {
        true => Composed::text(words::NOTHING_LEFT),
        false => {
            let before = words::skipped(id, queue.fresh == 0);
            leading_on(app, reply, queue, played, before).await
        }
    };
    app.turn_into(reply, message).await.map(drop)
}

/// Closes the picker, and shows again what was played in its message before.
pub async fn close(app: &App, reply: &mut Reply<'_>, sitting: Option<Sitting>) -> Result {
    let message = match sitting.and_then(|sitting| sitting.played) {
        Some(played) => {
            let view = app.view(reply, played).await?;
            ui::played_elsewhere(&view.state, reply.interaction.user(), &view.places)
        }
        None => Composed::text(words::LATER),
    };
    app.turn_into(reply, message).await.map(drop)
}

/// Returns the matches that wait for the person's turn, or for a vote that they can give where they are.
pub(super) async fn waiting(app: &App, reply: &mut Reply<'_>) -> Result<Vec<Waiting>, Error> {
    let user = reply.interaction.user();
    let waiting = app.arbiter.waiting_for_turn_or_vote(user);
    let mut waiting = reply.while_doing(waiting).await?;
    waiting.retain(|one| !one.votes || permissions::can_vote_here(reply.interaction, &one.listed));
    Ok(waiting)
}

async fn queue(app: &App, reply: &mut Reply<'_>) -> Result<Queue, Error> {
    let (waiting, user) = (waiting(app, reply).await?, reply.interaction.user());
    reply.while_doing(app.arbiter.queue_of(user, waiting)).await
}

async fn queue_after(app: &App, reply: &mut Reply<'_>, played: MatchId) -> Result<Queue> {
    let user = reply.interaction.user();
    let aside = app.arbiter.set_aside(user, played, None);
    reply.while_doing(aside).await?;
    let mut queue = queue(app, reply).await?;
    // A computer may have answered already. Its turn is posted first, so it is not shown here.
    queue.matches.retain(|one| one.listed.id != played);
    Ok(queue)
}

/// Returns a message with the picker of the first match of a queue that can be opened.
async fn leading_on(
    app: &App,
    reply: &mut Reply<'_>,
    queue: Queue,
    played: Option<MatchId>,
    before: Composed,
) -> Composed {
    let user = reply.interaction.user();
    let more = queue.matches.len() - 1;
    for one in queue.matches.iter().take(TRIES) {
        // As a guest the bot cannot post the turn where the person is.
        if reply.interaction.as_guest() {
            return words::link(before, one, user, more);
        }
        let id = one.listed.id;
        let sitting = Sitting {
            since: app.arbiter.now(),
            played,
        };
        let opened = app.arbiter.open_in(user, one.about(), Some(sitting));
        match reply.while_doing(opened).await {
            Ok(shown) => {
                let picker = compose(app, reply, &shown, None).await;
                return words::next(&before, picker, more);
            }
            Err(error) if error.refusal().is_some() => {}
            Err(error) => tracing::warn!(match_id = %id, %error, "the next match is not opened"),
        }
    }
    Composed {
        content: format!("{}\n{}", before.content, words::LATER),
        ..before
    }
}
