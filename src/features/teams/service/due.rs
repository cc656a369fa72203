//! The ends of votes and questions.

use std::sync::Arc;
use std::time::Duration;

use super::board;
use crate::db::alarms::{self, About, Alarm};
use crate::db::{StoreError, pending_posts};
use crate::features::teams::model::{Count, carried, count, ends_at};
use crate::features::teams::store::questions::{self, RESIGN};
use crate::features::teams::store::votes::{self, REMIND, VOTE};
use crate::kernel::{Error, Fault, Kernel, Result};
use crate::matches::{Command, Match, TeamAct, Voting};
use crate::people::Moment;

/// How long a question that ends in a pause waits until it is looked at again.
const AFTER_PAUSE: Duration = Duration::from_hours(1);

/// Returns what a team has decided in the vote on the current board, and when, if the vote is over.
///
/// The alarm of a vote holds the moment of its end, whenever the bot comes to it.
pub(super) async fn decided(
    kernel: &Arc<Kernel>,
    state: &Match,
) -> Result<Option<(Command, Moment)>> {
    let Some(voting) = state.voting() else {
        return Ok(None);
    };
    // The thread of the database never holds the kernel, whose end waits for it.
    let (id, time) = (state.id(), Arc::clone(&kernel.time));
    // In the order of the votes: one that was accepted before is counted, and each later one is refused.
    let read = kernel.write(move |db| {
        let now = time.now();
        let all = votes::votes(db, id, voting.board)?;
        let regulars = votes::regulars(db, id, voting.seat, voting.board)?;
        // Without an alarm, the votes say when it ended.
        let at = match alarms::moment(db, VOTE, About::a_match(id))? {
            Some(at) => Some(at),
            None => ends_at(&voting, &all, &regulars, voting.flag),
        };
        // Members may have left since the alarm was set: the vote may end later now, but for one that began late.
        let later = |at: Moment| match at > voting.closes {
            true => at,
            false => ends_at(&voting, &all, &regulars, at).map_or(at, |ends| ends.max(at)),
        };
        let at = at.map(later).filter(|at| *at <= now);
        Ok(at.map(|at| (count(&all), at)))
    });
    let over = read.await?.filter(|(count, _)| count.voters() > 0);
    Ok(over.map(|(count, at)| (command(state, &voting, &count), at)))
}

/// Returns the command for what a team has voted for.
fn command(state: &Match, voting: &Voting, count: &Count) -> Command {
    let (seat, board) = (voting.seat, voting.board);
    let draw = count.wants_draw();
    let act = match state.draw_offer() {
        Some(offerer) if offerer != seat && draw => TeamAct::AcceptDraw { board },
        _ => TeamAct::Play {
            text: count
                .proposals
                .first()
                .map(|first| first.text.clone())
                .unwrap_or_default(),
            board,
            ballot: count.ballot(),
            offers_draw: draw,
        },
    };
    Command::Team { seat, act }
}

/// Plays what a team has voted for.
pub(crate) async fn close_vote(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let kernel = &kernel;
    let id = alarm.about.id;
    loop {
        let state = match kernel.bring_up_to_date(id, kernel.time.now()).await {
            Ok(state) => state,
            // The reason is already logged.
            Err(Error::Frozen(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        let Some((command, at)) = decided(kernel, &state).await? else {
            let voting = state.voting();
            let now = kernel.time.now();
            // There is no vote yet, or it ends later since members have left.
            let next = kernel.write(move |db| match voting {
                Some(voting) => votes::set_end(db, id, &voting, now),
                None => alarms::set(db, VOTE, About::a_match(id), None).map(|()| None),
            });
            if let Some(next) = next.await? {
                kernel.alarms.set(next);
            }
            return match voting {
                Some(_) => board::outdated(kernel, &state, now).await,
                None => Ok(()),
            };
        };
        match kernel.commit(&state, &command, at, None).await {
            Ok(update) => {
                update.leave_to_arbiter();
                return Ok(());
            }
            Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => {}
            Err(error) if let Some(refusal) = error.refusal() => {
                tracing::error!(match_id = %id, refusal, "cannot play what a team has voted for");
                let about = alarm.about;
                let clear = kernel.write(move |db| alarms::set(db, VOTE, about, None));
                return Ok(clear.await?);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Counts the answers to the question whether a team resigns.
pub(crate) async fn close_question(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let kernel = &kernel;
    let (id, seat) = (alarm.about.id, questions::side(alarm.about));
    let state = match kernel.bring_up_to_date(id, kernel.time.now()).await {
        Ok(state) => state,
        Err(Error::Frozen(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    if state.is_paused() {
        // Nobody resigns in a pause: the question is counted after it.
        let (about, later) = (alarm.about, kernel.time.now().after(AFTER_PAUSE));
        let write = kernel.write(move |db| alarms::set(db, RESIGN, about, Some(later)));
        return Ok(write.await?);
    }
    let board = state.board();
    // In the order of the answers, as votes are counted.
    let read = kernel.write(move |db| {
        let Some(asked) = questions::latest(db, id, seat)?.filter(|asked| asked.open) else {
            return Ok(false);
        };
        let answers = questions::answers(db, id, asked)?;
        let (size, most) = (
            votes::size(db, id, seat)?,
            votes::largest(db, id, seat, board)?,
        );
        Ok(carried(answers, size, most))
    });
    let resigns = read.await?;
    if resigns && state.in_play().is_ok() {
        let act = TeamAct::Resign;
        let command = Command::Team { seat, act };
        match kernel.act(id, &command, None).await {
            Ok(update) => update.leave_to_arbiter(),
            Err(error) if error.refusal().is_some() => {}
            Err(error) => return Err(error),
        }
    }
    let close = kernel.write(move |db| questions::close(db, id, seat));
    Ok(close.await?)
}

/// Queues the reminder of members who have not voted.
pub(crate) async fn remind(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let (about, now) = (alarm.about, kernel.time.now());
    let pending = board::reminder_of(about.id, now);
    let write = kernel.write(move |db| {
        if alarms::replace(db, REMIND, &alarm, None)? {
            pending_posts::enqueue(db, board::REMINDER, pending)?;
        }
        Ok(())
    });
    write.await?;
    kernel.delivery_queue.add(board::REMINDER, pending, now);
    Ok(())
}
