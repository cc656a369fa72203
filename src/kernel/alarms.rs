//! Waits for the nearest alarm and passes due alarms to the handlers of their kinds.

use std::collections::HashSet;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::OptionFuture;
use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::error::{Error, Result};
use super::lock::lock;
use super::reactor::{CallerPosts, Change, Reactor};
use super::tasks::apart;
use crate::db::alarms::{self, About, Alarm, Due};
use crate::kernel::{BoxFuture, Kernel};
use crate::matches::{AlarmKind, Command};
use crate::people::Moment;
use crate::telemetry;

/// Maximum number of alarms handled at once.
const BATCH: u32 = 32;

/// Wait before a failed alarm, or a failed read of the database, is retried.
const AGAIN: Duration = Duration::from_secs(60);

/// Wait before alarms are looked for again while some are under way beside the others.
const SOON: Duration = Duration::from_secs(1);

/// A handler of due alarms. It replaces or deletes the alarm in the transaction that does the work or stores that it is
/// done. An alarm that is still stored afterwards is retried.
///
/// For several due alarms of one person, the handler is called once, with the oldest, and does all that is due for the
/// person.
pub(crate) type Handler = fn(Arc<Kernel>, Alarm) -> BoxFuture<'static, Result>;

/// A kind of alarm, and how it is handled.
#[derive(Clone, Copy)]
pub(crate) struct Handling {
    pub(crate) kind: &'static str,
    pub(crate) handler: Handler,
    /// Whether other alarms go on at the same time: the handler may wait for something outside.
    pub(crate) beside: bool,
}

/// The kinds of alarms of matches. They are handled first, since a match that ends needs no reminder.
pub(super) const OF_MATCHES: [Handling; 3] = [
    Handling {
        kind: AlarmKind::Flag.into_str(),
        handler: |kernel, alarm| Box::pin(end_overdue(kernel, alarm, AlarmKind::Flag)),
        beside: false,
    },
    Handling {
        kind: AlarmKind::Expiry.into_str(),
        handler: |kernel, alarm| Box::pin(end_overdue(kernel, alarm, AlarmKind::Expiry)),
        beside: false,
    },
    Handling {
        kind: AlarmKind::Exhibition.into_str(),
        handler: |kernel, alarm| Box::pin(discontinue(kernel, alarm)),
        beside: false,
    },
];

pub(crate) struct Alarms {
    /// The kinds that this version knows, in the order of handling.
    handlers: Vec<Handling>,
    /// The moment that the task waits for.
    nearest: AtomicI64,
    nearer: Notify,
    /// The alarms that are being handled beside the others.
    under_way: Mutex<HashSet<(&'static str, About)>>,
}

impl Alarms {
    pub(super) fn new(handlers: Vec<Handling>) -> Self {
        Self {
            handlers,
            nearest: AtomicI64::new(i64::MIN),
            nearer: Notify::new(),
            under_way: Mutex::default(),
        }
    }

    /// Returns the kinds of alarms that this version knows.
    pub(crate) fn kinds(&self) -> Vec<&'static str> {
        self.handlers.iter().map(|own| own.kind).collect()
    }

    /// Wakes the task, which looks for the nearest alarm again.
    pub(crate) fn wake(&self) {
        self.nearer.notify_one();
    }

    /// Wakes the task if a new alarm is nearer than the one it waits for.
    pub(crate) fn set(&self, at: Moment) {
        if at.0 < self.nearest.load(Ordering::SeqCst) {
            self.wake();
        }
    }

    /// Handles alarms when they are due, until shutdown.
    async fn watch(&self, kernel: &Arc<Kernel>) {
        let mut failed = vec![None; self.handlers.len()];
        loop {
            // Until the nearest alarm is known, every new alarm counts as nearer and wakes the task.
            self.nearest.store(i64::MAX, Ordering::SeqCst);
            let wake = self.handle_due(kernel, &mut failed).await;
            self.nearest
                .store(wake.map_or(i64::MAX, |moment| moment.0), Ordering::SeqCst);
            tokio::select! {
                () = kernel.tasks.stopped() => return,
                () = self.nearer.notified() => {}
                Some(()) = OptionFuture::from(wake.map(|wake| kernel.time.until(wake))) => {}
            }
        }
    }

    /// Handles all due alarms and returns the moment of the next one. A kind whose alarms can be neither handled nor
    /// postponed is skipped until its moment in `failed`.
    async fn handle_due(
        &self,
        kernel: &Arc<Kernel>,
        failed: &mut [Option<Moment>],
    ) -> Option<Moment> {
        // Kinds of which all due alarms are under way.
        let mut busy = HashSet::new();
        while !kernel.tasks.is_stopping() {
            if !kernel.time.is_trusted() {
                tokio::select! {
                    () = kernel.tasks.stopped() => break,
                    () = kernel.time.trusted() => {}
                }
            }
            let now = kernel.time.now();
            let mut kinds = self.kinds();
            for (kind, until) in self.kinds().iter().zip(&mut *failed) {
                *until = until.filter(|until| now < *until);
                if until.is_some() {
                    kinds.retain(|other| other != kind);
                }
            }
            kinds.retain(|kind| !busy.contains(kind));
            let found = kernel.read(move |db| alarms::due(db, &kinds, now, BATCH));
            match found.await {
                // Alarms of earlier kinds may be due by now, so the loop starts over.
                Ok(Due::Now(kind, alarms)) => {
                    let index = self.handlers.iter().position(|own| own.kind == kind)?;
                    if self.handlers[index].beside {
                        if !self.handle_beside(kernel, self.handlers[index], alarms, now) {
                            busy.insert(kind);
                        }
                    } else if !self.handle(kernel, index, alarms, now).await {
                        failed[index] = Some(now.after(AGAIN));
                    }
                }
                Ok(Due::Later(next)) => {
                    // Of a busy kind, later alarms are not known.
                    let again = (!busy.is_empty()).then(|| now.after(SOON));
                    let failed = failed.iter().flatten().copied();
                    return failed.chain(next).chain(again).min();
                }
                Err(error) => {
                    tracing::error!(%error, "cannot look for alarms");
                    return Some(now.after(AGAIN));
                }
            }
        }
        None
    }

    /// Starts to handle alarms of one kind, and returns at once. Returns false if all are under way already.
    fn handle_beside(
        &self,
        kernel: &Arc<Kernel>,
        own: Handling,
        alarms: Vec<Alarm>,
        now: Moment,
    ) -> bool {
        let mut begun = false;
        for alarm in alarms {
            if !lock(&self.under_way).insert((own.kind, alarm.about)) {
                continue;
            }
            begun = true;
            let kernel = Arc::clone(kernel);
            kernel.tasks.clone().spawn(async move {
                let handled = tokio::select! {
                    handled = apart((own.handler)(Arc::clone(&kernel), alarm)) => handled,
                    // A later run does it.
                    () = kernel.tasks.shutdown_deadline() => return,
                };
                report(own.kind, alarm, &handled, now);
                if !postpone(&kernel, own.kind, vec![alarm], now.after(AGAIN)).await {
                    kernel.tasks.wait(AGAIN).await;
                }
                lock(&kernel.alarms.under_way).remove(&(own.kind, alarm.about));
                kernel.alarms.wake();
            });
        }
        begun
    }

    /// Handles alarms of one kind, each in a task of its own. Returns false if the remaining alarms cannot be
    /// postponed.
    async fn handle(
        &self,
        kernel: &Arc<Kernel>,
        index: usize,
        alarms: Vec<Alarm>,
        now: Moment,
    ) -> bool {
        let Handling { kind, handler, .. } = self.handlers[index];
        let mut people = HashSet::new();
        let mut batch = JoinSet::new();
        for &alarm in &alarms {
            if alarm.about.user.0 != 0 && !people.insert(alarm.about.user) {
                continue;
            }
            let work = apart(handler(Arc::clone(kernel), alarm));
            batch.spawn(async move { (alarm, work.await) });
        }
        while let Some(done) = batch.join_next().await {
            let Ok((alarm, handled)) = done else { continue };
            report(kind, alarm, &handled, now);
        }
        postpone(kernel, kind, alarms, now.after(AGAIN)).await
    }
}

/// Logs how an alarm was handled.
fn report(kind: &str, alarm: Alarm, handled: &Result<(), String>, now: Moment) {
    if let Err(why) = handled {
        tracing::error!(kind, about = ?alarm.about, why, "an alarm is tried again later");
    }
    let late_ms = alarm.at.until(now).as_millis();
    let outcome = if handled.is_ok() { "done" } else { "failed" };
    tracing::debug!(kind, about = ?alarm.about, due = %alarm.at, late_ms, outcome, "alarm handled");
}

/// Postpones those of some handled alarms that are still stored. Returns false if that fails.
async fn postpone(
    kernel: &Arc<Kernel>,
    kind: &'static str,
    alarms: Vec<Alarm>,
    until: Moment,
) -> bool {
    let postponed = kernel.write(move |db| alarms::postpone(db, kind, &alarms, until));
    let postponed = postponed.await;
    if let Err(error) = &postponed {
        tracing::error!(kind, %error, "cannot note when alarms are tried again");
    }
    postponed.is_ok()
}

/// Ends a match whose time has run out, or a challenge that has expired.
async fn end_overdue(kernel: Arc<Kernel>, alarm: Alarm, kind: AlarmKind) -> Result {
    let now = kernel.time.now();
    let state = match kernel.bring_up_to_date(alarm.about.id, now).await {
        Ok(state) => state,
        // The reason is already logged.
        Err(Error::Frozen(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    // If the match still has the alarm, the store and the match disagree.
    let there = |own: &crate::matches::Alarm| own.kind == kind && own.at == alarm.at;
    if state.alarms().iter().any(there) {
        tracing::error!(match_id = %alarm.about.id, kind = kind.into_str(), "nothing came of an alarm");
    } else {
        telemetry::alarm(kind.into_str(), alarm.at.until(now));
    }
    Ok(())
}

/// Ends a match of two computers, which an earlier version began.
async fn discontinue(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let ended = kernel.act(alarm.about.id, &Command::Discontinue, None);
    match ended.await {
        Ok(update) => update.leave_to_arbiter(),
        Err(error) if error.refusal().is_some() => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

#[async_trait]
impl Reactor for Alarms {
    async fn react(&self, _: &Arc<Kernel>, change: &Change, _: &mut CallerPosts) {
        if let Some(at) = change.alarm {
            self.set(at);
        }
    }

    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        let known = self.kinds();
        for (kind, count) in kernel.read(move |db| alarms::unknown(db, &known)).await? {
            tracing::warn!(
                kind,
                count,
                "setting aside alarms of an unknown kind: a later version has set them"
            );
        }
        kernel.supervise("waiting for alarms", |kernel| async move {
            kernel.alarms.watch(&kernel).await;
        });
        Ok(())
    }
}
