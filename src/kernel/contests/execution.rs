//! What a contest does by itself: at its alarm, and after a commit about one of its matches.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::{
    Contest, ToEnd, change, changed, changes_turn, end_game, is_over, load, load_open, posts,
    set_alarm,
};
use crate::db::StoreError;
use crate::db::alarms::{self, Alarm};
use crate::db::journal;
use crate::kernel::Kernel;
use crate::kernel::acts::TRIES;
use crate::kernel::alarms::Handler;
use crate::kernel::delivery::queue::{Kind, Rank, Together};
use crate::kernel::error::{Error, Fault, Result};
use crate::kernel::parts::Parts;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::matches::{self as played, Adjudication, Command, Event, Fact, JournalId, Match};

/// How long after a failure a contest tries again.
const AGAIN: Duration = Duration::from_secs(60);

/// How long a contest waits for what it cannot know itself.
const WAIT: Duration = Duration::from_hours(1);

/// How many matches begin in one transaction.
const TOGETHER: usize = 20;

/// The first wait after a post that failed.
const RETRY: Duration = Duration::from_secs(2);

/// Handles the alarm of a contest.
pub(crate) async fn handle<C: Contest>(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let (id, now) = (JournalId(alarm.about.place), kernel.time.now());
    let write = kernel.write(move |db| {
        let nothing = (false, Vec::new());
        let Some(loaded) = load_open::<C>(db, id)? else {
            alarms::set(db, C::KIND, alarm.about, None)?;
            return Ok(nothing);
        };
        let before = loaded.last;
        let mut loaded = loaded;
        for due in loaded.contest.due(db, &loaded.journal, now)? {
            loaded = match changed(db, loaded, &due, now) {
                Ok(loaded) => loaded,
                Err(StoreError::Denied(refusal)) => {
                    let refusal = refusal.name();
                    tracing::error!(
                        kind = C::KIND,
                        journal = id.0,
                        refusal,
                        "cannot do what is due"
                    );
                    alarms::set(db, C::KIND, alarm.about, Some(now.after(WAIT)))?;
                    return Ok(nothing);
                }
                Err(error) => return Err(error),
            };
        }
        let contest = &loaded.contest;
        // What is due waits for something outside: for a person's games in another contest.
        let waits = contest.next_due().is_some_and(|due| due <= now);
        if contest.is_busy() {
            // For what fails below. Each match that begins or ends sets the alarm again.
            set_alarm(db, &loaded, now.after(AGAIN))?;
        } else {
            let again = loaded.last == before && waits;
            let due = match again {
                true => Some(now.after(WAIT)),
                false => contest.next_due(),
            };
            let look = contest.next_look(db, &loaded.journal, now)?;
            let look = look.map(|look| look.max(now.after(AGAIN)));
            let next = due.into_iter().chain(look).min();
            alarms::set(db, C::KIND, alarm.about, next)?;
        }
        let begins = !contest.to_begin(db, &loaded.journal, 1)?.is_empty();
        Ok((begins, contest.to_end()))
    });
    let (begins, end) = write.await?;
    // News and tables do not wait for the last match.
    posts::queue::<C>(&kernel, id).await?;
    if begins && let Err(error) = begin_all::<C>(&kernel, id).await {
        // The alarm is set: it is tried again.
        tracing::error!(kind = C::KIND, journal = id.0, %error, "cannot begin matches");
    }
    for one in end {
        let match_id = one.id;
        if let Err(error) = end_match::<C>(&kernel, id, one).await {
            tracing::warn!(%match_id, %error, "cannot end a match of a contest");
        }
    }
    Ok(posts::queue::<C>(&kernel, id).await?)
}

/// Begins the matches of a contest, some in each transaction, so that other writes do not wait long.
async fn begin_all<C: Contest>(kernel: &Arc<Kernel>, id: JournalId) -> Result {
    let mut failed = BTreeSet::new();
    loop {
        let (now, since) = (kernel.time.now(), kernel.ledger.since());
        let limits = (TOGETHER, failed);
        let write = kernel
            .store
            .write_beginning(move |db, begin| super::begin::<C>(db, begin, id, limits, now));
        let begun = write.await?;
        failed = begun.failed;
        if begun.matches.is_empty() {
            return Ok(());
        }
        for (played, events) in begun.matches {
            kernel
                .follow_beginning(Arc::new(played), events, since)
                .await;
        }
        posts::queue::<C>(kernel, id).await?;
        kernel.alarms.wake();
    }
}

/// Ends a match of a contest. A match that cannot be read must not keep a whole contest waiting.
async fn end_match<C: Contest>(
    kernel: &Arc<Kernel>,
    id: JournalId,
    one: ToEnd<C::Command>,
) -> Result {
    for _ in 0..TRIES {
        let now = kernel.time.now();
        let running = match kernel.bring_up_to_date(one.id, now).await {
            Err(Error::Frozen(_)) => {
                let write = kernel.write(move |db| change::<C>(db, id, one.unreadable, now));
                match write.await {
                    // The game is over already.
                    Err(StoreError::Denied(_)) => {}
                    written => drop(written?),
                }
                return Ok(());
            }
            loaded => loaded?,
        };
        if is_over(&running) {
            // The contest could not be told then.
            let write = kernel.write(move |db| end_game::<C>(db, id, &running));
            return Ok(write.await?);
        }
        // The result is that of this very state: a turn that comes between is looked at too.
        let command = Command::Adjudicate {
            verdict: (one.adjudicator)(&running, now),
            why: one.why,
        };
        match kernel.commit(&running, &command, now, None).await {
            Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => {}
            Err(error) => return Err(error),
            Ok(update) => {
                update.leave_to_arbiter();
                return Ok(());
            }
        }
    }
    Err(Fault::Contention(one.id).into())
}

/// Ends a match that can be read again, if its game has ended without it.
async fn end_if_late<C: Contest>(
    kernel: &Arc<Kernel>,
    thawed: &Match,
    contest: &played::Contest,
) -> Result {
    let (id, game, match_id) = (contest.journal, contest.game, thawed.id());
    let read = kernel.read(move |db| load::<C>(db, id));
    let loaded = read.await?;
    if loaded.is_some_and(|loaded| loaded.contest.is_played_in(game, match_id)) {
        return Ok(());
    }
    let command = Command::Adjudicate {
        verdict: None,
        why: Adjudication::Annulled,
    };
    let update = kernel.act(match_id, &command, None).await?;
    update.leave_to_arbiter();
    Ok(())
}

/// Adds a kind of contest to the kernel: its reactor, its alarm with this handler, and its posts.
pub(crate) fn register<C: Contest>(parts: &mut Parts, handler: Handler) {
    parts.react(Contests::<C>::default());
    parts.alarm_beside(C::KIND, handler);
    parts.post(Kind {
        words: const { &[C::NEWS] },
        rank: Rank::Calendar,
        together: Together::Nothing,
        wait: RETRY,
        deliver: |kernel, post| Box::pin(posts::tell::<C>(kernel, post)),
    });
    parts.post(Kind {
        words: const { &[C::TABLE] },
        rank: Rank::Card,
        together: Together::Nothing,
        wait: RETRY,
        deliver: |kernel, post| Box::pin(posts::show::<C>(kernel, post)),
    });
    parts.post(Kind {
        words: const { &[C::OLD_TABLE] },
        rank: Rank::Card,
        together: Together::Nothing,
        wait: RETRY,
        deliver: |kernel, post| Box::pin(posts::delete_old::<C>(kernel, post)),
    });
}

/// Wakes the posts and alarms of a contest after a commit about one of its matches.
struct Contests<C>(std::marker::PhantomData<fn() -> C>);

impl<C> Default for Contests<C> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

#[async_trait]
impl<C: Contest> Reactor for Contests<C> {
    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        let never = kernel.read(journal::never_posted);
        if never.await?.is_empty() {
            return Ok(());
        }
        let now = kernel.time.now();
        let pending = kernel.write(move |db| posts::enqueue_never_posted::<C>(db, now));
        for id in pending.await? {
            posts::queue::<C>(kernel, id).await?;
        }
        Ok(())
    }

    async fn thread_opened(&self, kernel: &Arc<Kernel>, state: &Match) {
        let contest = state.contest().filter(|contest| contest.kind == C::KIND);
        if let (Some(contest), Some(_)) = (contest, C::SHOWS_TURNS)
            && let Err(error) = posts::queue::<C>(kernel, contest.journal).await
        {
            tracing::error!(journal = contest.journal.0, %error, "cannot queue the posts of a contest");
        }
    }

    async fn react(&self, kernel: &Arc<Kernel>, change: &Change, _: &mut CallerPosts) {
        let Some(contest) = change.after.contest() else {
            return;
        };
        let thawed = |event: &Event| matches!(event.fact, Fact::Thawed { .. });
        if contest.kind == C::KIND
            && change.events.iter().any(thawed)
            && let Err(error) = end_if_late::<C>(kernel, &change.after, contest).await
        {
            tracing::error!(match_id = %change.after.id(), %error, "cannot end a match of a contest");
        }
        // The posts about matches that begin are queued once for all of them.
        let ends = change.before.is_some() && change.after.to_move().is_none();
        let shown = C::SHOWS_TURNS.is_some() && changes_turn(&change.events);
        if contest.kind != C::KIND || !ends && !shown {
            return;
        }
        if let Err(error) = posts::queue::<C>(kernel, contest.journal).await {
            tracing::error!(journal = contest.journal.0, %error, "cannot queue the posts of a contest");
        }
        kernel.alarms.wake();
    }
}
