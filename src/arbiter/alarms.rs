//! Waits for the nearest alarm of all matches, and does what it asks for.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::BoxFuture;
use super::acts::Acts;
use super::daily::Daily;
use super::error::{Error, Fault};
use super::reactor::{Change, Offers, Reactor};
use super::reminding::Reminding;
use super::tasks::Tasks;
use super::time::Time;
use super::weekly::Weekly;
use crate::matches::{Alarm, AlarmKind, MatchId, Moment, Refusal};
use crate::store::Store;
use crate::telemetry;

/// How many alarms are seen to at once.
const BATCH: u32 = 32;

/// How long to wait after a failure: before the same alarm, and before the next look at a database that cannot be read.
const AGAIN: Duration = Duration::from_secs(60);

pub(super) struct Alarms {
    store: Store,
    time: Arc<Time>,
    tasks: Arc<Tasks>,
    acts: Weak<Acts>,
    reminding: Arc<Reminding>,
    calendar: Calendar,
    /// The next turn of an exhibition comes.
    on_exhibition: Box<dyn Fn(MatchId) + Send + Sync>,
    /// What the task waits for.
    nearest: AtomicI64,
    nearer: Notify,
}

/// What servers get by the calendar.
pub(super) struct Calendar {
    pub(super) weekly: Arc<Weekly>,
    pub(super) daily: Arc<Daily>,
}

impl Alarms {
    pub(super) fn new(
        store: Store,
        time: Arc<Time>,
        tasks: Arc<Tasks>,
        acts: Weak<Acts>,
        reminding: Arc<Reminding>,
        calendar: Calendar,
        on_exhibition: Box<dyn Fn(MatchId) + Send + Sync>,
    ) -> Self {
        Self {
            store,
            time,
            tasks,
            acts,
            reminding,
            calendar,
            on_exhibition,
            nearest: AtomicI64::new(i64::MIN),
            nearer: Notify::new(),
        }
    }

    /// Looks for the nearest alarm anew.
    pub(super) fn look_again(&self) {
        self.nearer.notify_one();
    }

    /// Sees to alarms when they are due, until the arbiter is to end.
    async fn watch(self: Arc<Self>) {
        loop {
            // Until the nearest one is known, every new alarm counts as nearer and wakes us again.
            self.nearest.store(i64::MAX, Ordering::SeqCst);
            let wake = match self.see_to_due().await {
                Ok(nearest) => nearest,
                Err(fault) => {
                    tracing::error!(%fault, "cannot look for alarms");
                    Some(self.time.now().after(AGAIN))
                }
            };
            self.nearest
                .store(wake.map_or(i64::MAX, |moment| moment.0), Ordering::SeqCst);
            let due = async {
                match wake {
                    Some(moment) => self.time.until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.tasks.stopped() => return,
                () = self.nearer.notified() => {}
                () = due => {}
            }
        }
    }

    /// Sees to all that is due, the oldest first, and says when the next one is.
    async fn see_to_due(&self) -> Result<Option<Moment>, Fault> {
        while !self.tasks.is_stopping() {
            if !self.time.is_settled() {
                tokio::select! {
                    () = self.tasks.stopped() => break,
                    () = self.time.settled() => {}
                }
            }
            let now = self.time.now();
            let due = self.store.due_alarms(now, BATCH).await?;
            // What is over by then is nobody reminded of.
            if due.is_empty() {
                let people = self.store.people_due(now, BATCH).await?;
                if people.is_empty() {
                    let weeks = self.store.weekly_pages_due(now, BATCH).await?;
                    if weeks.is_empty() {
                        if self.calendar.daily.see_to_due(now, BATCH).await? {
                            continue;
                        }
                        break;
                    }
                    for place in weeks {
                        self.calendar.weekly.publish(place).await?;
                    }
                    continue;
                }
                let mut batch = JoinSet::new();
                for user in people {
                    let reminding = Arc::clone(&self.reminding);
                    // A task for each: one that panics keeps no other from being reminded.
                    let work = tokio::spawn(async move { reminding.remind(user).await });
                    batch.spawn(async move { (user, work.await) });
                }
                while let Some(done) = batch.join_next().await {
                    let Ok((user, outcome)) = done else { continue };
                    let why = match outcome {
                        Ok(Ok(())) => continue,
                        Ok(Err(error)) => error.to_string(),
                        Err(error) => error.to_string(),
                    };
                    tracing::error!(%user, why, "reminders are tried again later");
                    self.store
                        .postpone_reminders(user, now, now.after(AGAIN))
                        .await?;
                }
                continue;
            }
            let mut batch = JoinSet::new();
            for alarm in due {
                if alarm.kind == AlarmKind::Exhibition {
                    (self.on_exhibition)(alarm.id);
                    // The turn sets it anew. Until then it stays, in case that no turn comes of it.
                    self.store.postpone_alarm(alarm, now.after(AGAIN)).await?;
                    continue;
                }
                let Some(acts) = self.acts.upgrade() else {
                    return Ok(None);
                };
                // A task for each: a match whose work panics keeps no other from its end.
                let work = tokio::spawn(async move { acts.settle(alarm.id, now).await });
                batch.spawn(async move { (alarm, work.await) });
            }
            while let Some(done) = batch.join_next().await {
                let Ok((alarm, outcome)) = done else { continue };
                let failed = match outcome {
                    Ok(Ok(state)) => {
                        // It has done what it was for, unless the store and the match do not agree.
                        if state.alarms().contains(&alarm) {
                            Some(String::from("nothing came of it"))
                        } else {
                            telemetry::alarm(alarm.kind.word(), alarm.at.until(now));
                            // Its row went with the events. One that is there all the same must not come up forever.
                            self.store.postpone_alarm(alarm, now.after(AGAIN)).await?;
                            None
                        }
                    }
                    // Its alarms are gone, and the log has said why.
                    Ok(Err(Error::Refused(Refusal::Frozen(_)))) => None,
                    Ok(Err(Error::Refused(refusal))) => Some(refusal.to_string()),
                    Ok(Err(error)) => Some(error.to_string()),
                    Err(error) => Some(error.to_string()),
                };
                if let Some(why) = failed {
                    self.postpone(alarm, now, &why).await?;
                }
            }
        }
        let alarms = [
            self.store.next_alarm().await?,
            self.store.next_weekly_page().await?,
            self.store.next_daily_puzzle().await?,
        ];
        Ok(alarms.into_iter().flatten().min())
    }

    /// One that could not be seen to must not keep others waiting.
    async fn postpone(&self, alarm: Alarm, now: Moment, why: &str) -> Result<(), Fault> {
        tracing::error!(match_id = %alarm.id, kind = alarm.kind.word(), why, "an alarm is tried again later");
        Ok(self.store.postpone_alarm(alarm, now.after(AGAIN)).await?)
    }
}

impl Reactor for Alarms {
    fn react<'a>(self: Arc<Self>, change: &'a Change, _: &'a mut Offers) -> BoxFuture<'a, ()> {
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

    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            let part = Arc::clone(&self);
            self.tasks
                .keep("waiting for alarms", move || Arc::clone(&part).watch());
            Ok(())
        })
    }
}
