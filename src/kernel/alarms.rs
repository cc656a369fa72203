//! Waits for the nearest alarm of all matches and for all other due work, and does it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::due_work::DueWork;
use super::error::{Error, Fault};
use super::reactor::{Change, Offers, Reactor};
use super::seen::{AGAIN, Seen};
use crate::db::StoreError;
use crate::kernel::{BoxFuture, Kernel};
use crate::matches::{Alarm, Refusal};
use crate::people::Moment;
use crate::telemetry;

/// How many alarms are seen to at once.
const BATCH: u32 = 32;

pub(crate) struct Alarms {
    /// What the task waits for.
    nearest: AtomicI64,
    nearer: Notify,
}

impl Default for Alarms {
    fn default() -> Self {
        Self {
            nearest: AtomicI64::new(i64::MIN),
            nearer: Notify::new(),
        }
    }
}

impl Alarms {
    /// Looks for the nearest alarm anew.
    pub(crate) fn look_again(&self) {
        self.nearer.notify_one();
    }

    /// Sees to alarms when they are due, until the arbiter is to end.
    async fn watch(&self, kernel: &Arc<Kernel>) {
        let mut resting = vec![None; kernel.due_work.len()];
        loop {
            // Until the nearest one is known, every new alarm counts as nearer and wakes us again.
            self.nearest.store(i64::MAX, Ordering::SeqCst);
            let wake = see_to_due(kernel, &mut resting).await;
            self.nearest
                .store(wake.map_or(i64::MAX, |moment| moment.0), Ordering::SeqCst);
            let due = async {
                match wake {
                    Some(moment) => kernel.time.until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = kernel.tasks.stopped() => return,
                () = self.nearer.notified() => {}
                () = due => {}
            }
        }
    }
}

/// Sees to all that is due, the oldest first, and says when the next one is. A kind of work that failed rests for a while and
/// stops no other.
async fn see_to_due(kernel: &Arc<Kernel>, resting: &mut [Option<Moment>]) -> Option<Moment> {
    'again: while !kernel.tasks.is_stopping() {
        if !kernel.time.is_settled() {
            tokio::select! {
                () = kernel.tasks.stopped() => break,
                () = kernel.time.settled() => {}
            }
        }
        let now = kernel.time.now();
        for (work, rest) in kernel.due_work.iter().zip(resting.iter_mut()) {
            if rest.is_some_and(|until| now < until) {
                continue;
            }
            *rest = None;
            match work.see_to(kernel, now, BATCH).await {
                Ok(Seen::Nothing) => {}
                // Earlier work may have become due.
                Ok(Seen::All) => continue 'again,
                Ok(Seen::Some) => *rest = Some(now.after(AGAIN)),
                Err(fault) => {
                    tracing::error!(work = work.name(), %fault, "cannot look for alarms");
                    *rest = Some(now.after(AGAIN));
                }
            }
        }
        break;
    }
    let mut nearest: Option<Moment> = None;
    for (work, rest) in kernel.due_work.iter().zip(resting.iter()) {
        let next = match rest {
            Some(until) => Some(*until),
            None => work.next(kernel).await.unwrap_or_else(|error| {
                tracing::error!(work = work.name(), %error, "cannot look for alarms");
                Some(kernel.time.now().after(AGAIN))
            }),
        };
        nearest = nearest.into_iter().chain(next).min();
    }
    nearest
}

/// The alarms of matches.
pub(super) struct MatchAlarms;

impl DueWork for MatchAlarms {
    fn name(&self) -> &'static str {
        "matches"
    }

    fn next<'a>(&'a self, kernel: &'a Kernel) -> BoxFuture<'a, Result<Option<Moment>, StoreError>> {
        Box::pin(kernel.store.next_alarm())
    }

    fn see_to<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        now: Moment,
        most: u32,
    ) -> BoxFuture<'a, Result<Seen, Fault>> {
        Box::pin(see_to_matches(kernel, now, most))
    }
}

async fn see_to_matches(kernel: &Arc<Kernel>, now: Moment, most: u32) -> Result<Seen, Fault> {
    let mut seen = Seen::Nothing;
    let mut batch = JoinSet::new();
    for alarm in kernel.store.due_alarms(now, most).await? {
        let mut reactors = kernel.reactors.iter();
        if reactors.any(|reactor| reactor.take_alarm(kernel, &alarm)) {
            // The reactor replaces the alarm. It stays until then, in case the reactor fails.
            seen = postpone(kernel, seen, alarm, now, None).await;
            continue;
        }
        // A task for each: a match whose work panics keeps no other from its end.
        let part = Arc::clone(kernel);
        let work = tokio::spawn(async move { part.settle(alarm.id, now).await });
        batch.spawn(async move { (alarm, work.await) });
    }
    while let Some(done) = batch.join_next().await {
        let Ok((alarm, outcome)) = done else { continue };
        let failed = match outcome {
            // It has done what it was for, unless the store and the match do not agree.
            Ok(Ok(state)) if state.alarms().contains(&alarm) => {
                Some(String::from("nothing came of it"))
            }
            Ok(Ok(_)) => {
                telemetry::alarm(alarm.kind.into_str(), alarm.at.until(now));
                None
            }
            // The log has said why.
            Ok(Err(Error::Refused(Refusal::Frozen(_)))) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(error) => Some(error.to_string()),
        };
        // Its row went with the events. One that is there all the same must not come up forever.
        seen = postpone(kernel, seen, alarm, now, failed).await;
    }
    Ok(seen)
}

/// Puts off an alarm if it is still there. One that could not be seen to must not keep others waiting.
async fn postpone(
    kernel: &Kernel,
    seen: Seen,
    alarm: Alarm,
    now: Moment,
    failed: Option<String>,
) -> Seen {
    let (id, kind) = (alarm.id, alarm.kind.into_str());
    if let Some(why) = failed {
        tracing::error!(match_id = %id, kind, why, "an alarm is tried again later");
    }
    let postponed = kernel.store.postpone_alarm(alarm, now.after(AGAIN)).await;
    let postponed = postponed.map_err(|error| error.to_string());
    seen.and("cannot note when an alarm is tried again", id, postponed)
}

impl Reactor for Alarms {
    fn react<'a>(
        &'a self,
        _: &'a Arc<Kernel>,
        change: &'a Change,
        _: &'a mut Offers,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let nearest = self.nearest.load(Ordering::SeqCst);
            // When somebody is reminded only the store knows; for who is to move, at some time while their clock runs.
            if change.after.deadline().is_some()
                || change
                    .after
                    .alarms()
                    .iter()
                    .any(|alarm| alarm.at.0 < nearest)
            {
                self.nearer.notify_one();
            }
        })
    }

    fn resume<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for (kind, count) in kernel.store.unknown_alarms().await? {
                tracing::warn!(
                    kind,
                    count,
                    "setting aside alarms of an unknown kind: a later version has set them"
                );
            }
            kernel.keep("waiting for alarms", |kernel| async move {
                kernel.alarms.watch(&kernel).await;
            });
            Ok(())
        })
    }
}
