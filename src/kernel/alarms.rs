//! Waits for the nearest alarm of all matches, and does what it asks for.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Weak};

use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::acts::Acts;
use super::error::{Error, Fault};
use super::reactor::{Change, Offers, Reactor};
use super::seen::{AGAIN, Seen};
use super::tasks::{Tasks, apart};
use super::time::Time;
use crate::db::{Store, StoreError};
use crate::features::calendar::service::daily::Daily;
use crate::features::calendar::service::weekly::Weekly;
use crate::features::reminders::service::due::Reminding;
use crate::kernel::BoxFuture;
use crate::matches::{Alarm, AlarmKind, MatchId, Refusal};
use crate::people::Moment;
use crate::telemetry;

/// How many alarms are seen to at once.
const BATCH: u32 = 32;

pub(crate) struct Alarms {
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
pub(crate) struct Calendar {
    pub(crate) weekly: Arc<Weekly>,
    pub(crate) daily: Arc<Daily>,
}

impl Alarms {
    pub(crate) fn new(
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
    pub(crate) fn look_again(&self) {
        self.nearer.notify_one();
    }

    /// Sees to alarms when they are due, until the arbiter is to end.
    async fn watch(self: Arc<Self>) {
        let mut resting = [None; Part::ALL.len()];
        loop {
            // Until the nearest one is known, every new alarm counts as nearer and wakes us again.
            self.nearest.store(i64::MAX, Ordering::SeqCst);
            let wake = self.see_to_due(&mut resting).await;
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

    /// Sees to all that is due, the oldest first, and says when the next one is. A part that failed rests for a while and stops
    /// no other.
    async fn see_to_due(&self, resting: &mut [Option<Moment>; Part::ALL.len()]) -> Option<Moment> {
        'again: while !self.tasks.is_stopping() {
            // Whoever is reminded needs those who act.
            self.acts.upgrade()?;
            if !self.time.is_settled() {
                tokio::select! {
                    () = self.tasks.stopped() => break,
                    () = self.time.settled() => {}
                }
            }
            let now = self.time.now();
            for (part, rest) in Part::ALL.into_iter().zip(resting.iter_mut()) {
                if rest.is_some_and(|until| now < until) {
                    continue;
                }
                *rest = None;
                match self.see_to(part, now).await {
                    Ok(Seen::Nothing) => {}
                    // An earlier part may have become due.
                    Ok(Seen::All) => continue 'again,
                    Ok(Seen::Some) => *rest = Some(now.after(AGAIN)),
                    Err(fault) => {
                        tracing::error!(?part, %fault, "cannot look for alarms");
                        *rest = Some(now.after(AGAIN));
                    }
                }
            }
            break;
        }
        let mut nearest: Option<Moment> = None;
        for (part, rest) in Part::ALL.into_iter().zip(resting.iter()) {
            let next = match rest {
                Some(until) => Some(*until),
                None => self.next(part).await.unwrap_or_else(|error| {
                    tracing::error!(?part, %error, "cannot look for alarms");
                    Some(self.time.now().after(AGAIN))
                }),
            };
            nearest = nearest.into_iter().chain(next).min();
        }
        nearest
    }

    /// When the next alarm of a part is due.
    async fn next(&self, part: Part) -> Result<Option<Moment>, StoreError> {
        match part {
            Part::Matches => self.store.next_alarm().await,
            Part::People => self.store.next_reminder().await,
            Part::Weeks => self.store.next_weekly_page().await,
            Part::Days => self.store.next_daily_puzzle().await,
        }
    }

    /// Sees to some of what is due in a part.
    async fn see_to(&self, part: Part, now: Moment) -> Result<Seen, Fault> {
        match part {
            Part::Matches => self.see_to_matches(now).await,
            Part::People => self.see_to_people(now).await,
            Part::Weeks => self.see_to_weeks(now).await,
            Part::Days => self.calendar.daily.see_to_due(now, BATCH).await,
        }
    }

    async fn see_to_matches(&self, now: Moment) -> Result<Seen, Fault> {
        let mut seen = Seen::Nothing;
        let mut batch = JoinSet::new();
        for alarm in self.store.due_alarms(now, BATCH).await? {
            let Some(acts) = self.acts.upgrade() else {
                return Ok(Seen::Nothing);
            };
            if alarm.kind == AlarmKind::Exhibition {
                (self.on_exhibition)(alarm.id);
                // The turn replaces it. It stays until then, in case the search fails.
                seen = self.postpone(seen, alarm, now, None).await;
                continue;
            }
            // A task for each: a match whose work panics keeps no other from its end.
            let work = tokio::spawn(async move { acts.settle(alarm.id, now).await });
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
                    telemetry::alarm(alarm.kind.word(), alarm.at.until(now));
                    None
                }
                // The log has said why.
                Ok(Err(Error::Refused(Refusal::Frozen(_)))) => None,
                Ok(Err(error)) => Some(error.to_string()),
                Err(error) => Some(error.to_string()),
            };
            // Its row went with the events. One that is there all the same must not come up forever.
            seen = self.postpone(seen, alarm, now, failed).await;
        }
        Ok(seen)
    }

    async fn see_to_people(&self, now: Moment) -> Result<Seen, Fault> {
        let mut seen = Seen::Nothing;
        let mut batch = JoinSet::new();
        for user in self.store.people_due(now, BATCH).await? {
            let reminding = Arc::clone(&self.reminding);
            let work = apart(async move { reminding.remind(user).await });
            batch.spawn(async move { (user, work.await) });
        }
        while let Some(done) = batch.join_next().await {
            let Ok((user, reminded)) = done else { continue };
            let Err(why) = reminded else {
                seen = seen.well();
                continue;
            };
            tracing::error!(%user, why, "reminders are tried again later");
            let postponed = self.store.postpone_reminders(user, now, now.after(AGAIN));
            let postponed = postponed.await.map_err(|error| error.to_string());
            seen = seen.and(
                "cannot note when reminders are tried again",
                user,
                postponed,
            );
        }
        Ok(seen)
    }

    async fn see_to_weeks(&self, now: Moment) -> Result<Seen, Fault> {
        let mut seen = Seen::Nothing;
        for place in self.store.weekly_pages_due(now, BATCH).await? {
            let (weekly, guild) = (Arc::clone(&self.calendar.weekly), place.guild);
            let published = apart(async move { weekly.publish(place).await }).await;
            seen = seen.and("a weekly page is posted later", guild, published);
        }
        Ok(seen)
    }

    /// Puts off an alarm if it is still there. One that could not be seen to must not keep others waiting.
    async fn postpone(
        &self,
        seen: Seen,
        alarm: Alarm,
        now: Moment,
        failed: Option<String>,
    ) -> Seen {
        let (id, kind) = (alarm.id, alarm.kind.word());
        if let Some(why) = failed {
            tracing::error!(match_id = %id, kind, why, "an alarm is tried again later");
        }
        let postponed = self.store.postpone_alarm(alarm, now.after(AGAIN)).await;
        let postponed = postponed.map_err(|error| error.to_string());
        seen.and("cannot note when an alarm is tried again", id, postponed)
    }
}

/// The kinds of due work, in this order: matches that end now need no reminder.
#[derive(Clone, Copy, Debug)]
enum Part {
    Matches,
    People,
    Weeks,
    Days,
}

impl Part {
    const ALL: [Self; 4] = [Self::Matches, Self::People, Self::Weeks, Self::Days];
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
            for (kind, count) in self.store.unknown_alarms().await? {
                tracing::warn!(
                    kind,
                    count,
                    "setting aside alarms of an unknown kind: a later version has set them"
                );
            }
            let part = Arc::clone(&self);
            self.tasks
                .keep("waiting for alarms", move || Arc::clone(&part).watch());
            Ok(())
        })
    }
}
