//! Posts of teams in the thread of a match, and the number of votes on its board.

use std::sync::Arc;
use std::time::Duration;

use super::MOST_CALLED;
use crate::board::Seat;
use crate::db::alarms::About;
use crate::db::matches;
use crate::db::pending_posts::{self, PendingPost};
use crate::db::{self, Connection};
use crate::discord::ui::Composed;
use crate::features::play::messages::{calling, news};
use crate::features::teams::messages;
use crate::features::teams::model::count;
use crate::features::teams::store::{questions, votes};
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::delivery::refusing_places::places_of;
use crate::kernel::{EditRank, Kernel, Notice, Result, View};
use crate::matches::{Match, MatchId};
use crate::people::Moment;

/// The edits of the number of votes on a board.
const TALLY: &str = "team-tally";

/// The posts that remind members of a vote, and ask them whether they resign.
pub(crate) const REMINDER: &str = "team-reminder";
pub(crate) const QUESTION: &str = "team-question";

/// The time between two edits of a board: however many vote, it is edited at most five times in any 60 seconds. With 12
/// seconds, the first edit of six could be delayed by a moment, and the others not.
const BETWEEN: Duration = Duration::from_secs(15);

pub(crate) const KINDS: [Kind; 3] = [
    Kind {
        words: &[TALLY],
        rank: Rank::Card,
        together: Together::Nothing,
        wait: Duration::from_secs(60),
        deliver: |kernel, post| Box::pin(async move { tell_votes(&kernel, post).await }),
    },
    Kind {
        words: &[REMINDER],
        rank: Rank::Reminder,
        together: Together::Nothing,
        wait: Duration::from_secs(2),
        deliver: |kernel, post| Box::pin(async move { remind(&kernel, post).await }),
    },
    Kind {
        words: &[QUESTION],
        rank: Rank::News,
        together: Together::Nothing,
        wait: Duration::from_secs(2),
        deliver: |kernel, post| Box::pin(async move { ask(&kernel, post).await }),
    },
];

const fn of_match(id: MatchId, since: Moment) -> PendingPost {
    PendingPost {
        about: About::a_match(id),
        fairness_key: id.0,
        since,
    }
}

/// Returns the pending reminder of a vote.
pub(super) const fn reminder_of(id: MatchId, since: Moment) -> PendingPost {
    of_match(id, since)
}

/// Returns the pending question to a team.
pub(super) fn question_of(id: MatchId, seat: Seat, since: Moment) -> PendingPost {
    PendingPost {
        about: questions::about(id, seat),
        ..of_match(id, since)
    }
}

/// Notes that the number of votes on a board has changed.
pub(super) fn note(db: &Connection, id: MatchId, now: Moment) -> db::Result {
    pending_posts::replace(db, TALLY, of_match(id, now))
}

/// Queues the edit of a board whose number of votes has changed.
pub(super) fn queue(kernel: &Kernel, state: &Match, now: Moment) {
    let due = now.after(BETWEEN);
    kernel
        .delivery_queue
        .add(TALLY, of_match(state.id(), now), due);
}

/// Notes that a board shows a wrong number of members or votes, and queues its edit.
pub(super) async fn outdated(kernel: &Arc<Kernel>, state: &Match, now: Moment) -> Result {
    let id = state.id();
    kernel.write(move |db| note(db, id, now)).await?;
    queue(kernel, state, now);
    Ok(())
}

/// Writes the number of votes on the board of a match.
async fn tell_votes(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome> {
    let id = post.about.id;
    // What is noted during the edit has a later moment, and is told with the next edit.
    let read = kernel.read(move |db| pending_posts::pending_since(db, TALLY, post.about));
    let Some(since) = read.await? else {
        return Ok(Outcome::Done);
    };
    let done = move |db: &Connection| pending_posts::delivered_since(db, TALLY, post.about, since);
    let state = kernel.load(id).await?;
    let posts = kernel.ledger.match_posts(id).await?;
    let is_pending = posts.pending.is_some();
    let view = posts.view(state);
    let places = places_of(&view);
    let (Some(voting), Some(board)) = (view.state.voting(), view.places.board) else {
        kernel.write(done).await?;
        return Ok(Outcome::Done);
    };
    if is_pending {
        // The post of a newer board comes first, and Discord may refuse it for long.
        let why = String::from("the board is not posted yet");
        return Ok(Outcome::Later { why, places });
    }
    let (posted, closes) = posted_board(kernel, &view.state).await?;
    if kernel.load(id).await?.seq() != view.state.seq() {
        return Ok(Outcome::Limited(BETWEEN));
    }
    let read = kernel.read(move |db| {
        let counted = count(&votes::votes(db, id, voting.board)?);
        Ok((
            counted.voters(),
            votes::size(db, id, voting.seat)?,
            votes::ends(db, id)?,
            votes::called(db, id, voting.seat, voting.board, MOST_CALLED)?,
        ))
    });
    let (voters, size, ends, called) = read.await?;
    // Who comes by the mention still finds it.
    let posted = calling(posted, &called);
    let ends = (ends, closes);
    let message = messages::board::counted(posted, (voters, size), ends);
    let notice = notice(kernel, &view, TALLY, message, &[id.0]);
    let edited = kernel
        .announcer
        .edit(&notice, board, false, EditRank::Question);
    if let Err(later) = Outcome::unless_later(edited.await, &places, (TALLY, id)) {
        return Ok(later);
    }
    kernel.write(done).await?;
    let again = kernel.read(move |db| pending_posts::is_pending(db, TALLY, post.about));
    Ok(match again.await? {
        true => Outcome::Limited(BETWEEN),
        false => Outcome::Done,
    })
}

/// Returns the post of the newest board of a match as it was when the board was new, and when the vote closed then.
async fn posted_board(kernel: &Kernel, now: &Arc<Match>) -> Result<(Composed, Option<Moment>)> {
    let id = now.id();
    for seq in (1..=now.seq()).rev() {
        let event = kernel.read(move |db| matches::events(db, id, seq - 1, seq));
        let Some((_, event)) = event.await?.pop() else {
            continue;
        };
        let then = match seq == now.seq() {
            true => Arc::clone(now),
            false => kernel.ledger.stored(id, seq).await?,
        };
        let post = news(&then, &event);
        if post.picture.is_some() {
            return Ok((post, then.voting().map(|voting| voting.closes)));
        }
    }
    Ok((Composed::default(), None))
}

/// Reminds the members who are called and have not voted.
async fn remind(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome> {
    let id = post.about.id;
    let done = move |db: &Connection| pending_posts::delivered(db, REMINDER, post.about);
    let view = kernel.view(id).await?;
    let Some(voting) = view.state.voting() else {
        kernel.write(done).await?;
        return Ok(Outcome::Done);
    };
    let read = kernel.read(move |db| {
        let all = votes::votes(db, id, voting.board)?;
        let mut called = votes::called(db, id, voting.seat, voting.board, MOST_CALLED)?;
        called.retain(|user| {
            let own = all.iter().find(|vote| vote.user == *user);
            own.is_none_or(|vote| vote.turn.is_none())
        });
        Ok((called, votes::ends(db, id)?))
    });
    let (called, ends) = read.await?;
    if !called.is_empty() {
        let message = messages::board::reminder(&view.state, &voting, &called, ends);
        let numbers = [id.0, voting.board.into()];
        let notice = notice(kernel, &view, REMINDER, message, &numbers);
        let posted = kernel.announcer.post(&notice, post.doubt).await;
        if let Err(later) = Outcome::unless_later(posted, &places_of(&view), (REMINDER, id)) {
            return Ok(later);
        }
    }
    kernel.write(done).await?;
    Ok(Outcome::Done)
}

/// Posts the question whether a team resigns.
async fn ask(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome> {
    let (id, seat) = (post.about.id, questions::side(post.about));
    let done = move |db: &Connection| pending_posts::delivered(db, QUESTION, post.about);
    let view = kernel.view(id).await?;
    let read = kernel.read(move |db| {
        let asked = questions::latest(db, id, seat)?.filter(|asked| asked.open);
        let called = votes::called(db, id, seat, view_board(db, id)?, MOST_CALLED)?;
        Ok(asked.map(|asked| (asked, called)))
    });
    if let Some((asked, called)) = read.await? {
        let message = messages::board::question(&view.state, &asked, &called);
        let numbers = [id.0, asked.asked_at.0.unsigned_abs()];
        let notice = notice(kernel, &view, QUESTION, message, &numbers);
        let posted = kernel.announcer.post(&notice, post.doubt).await;
        if let Err(later) = Outcome::unless_later(posted, &places_of(&view), (QUESTION, id)) {
            return Ok(later);
        }
    }
    kernel.write(done).await?;
    Ok(Outcome::Done)
}

/// Returns the number of the board after that of a match, so that its own vote counts as one of the last.
fn view_board(db: &Connection, id: MatchId) -> db::Result<u32> {
    votes::board(db, id).map(|board| board.saturating_add(1))
}

/// Returns a post in the thread of a match.
fn notice(
    kernel: &Kernel,
    view: &View,
    what: &'static str,
    message: Composed,
    numbers: &[u64],
) -> Notice {
    let place = view.state.proposal().place;
    Notice {
        what,
        message: Box::new(message),
        guild: place.guild,
        channel: view.places.thread.unwrap_or(place.channel),
        theme: None,
        nonce: kernel.nonce(what, numbers),
        since: view.state.changed_at(),
        in_place: None,
    }
}
