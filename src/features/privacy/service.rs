//! Deletes a person's data, and resumes deletions after a restart.

use crate::features::pages::service::watchers::Watchers;
use crate::features::privacy::model::Deleted;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::Notify;

use crate::db::{Scrubbed, Store, StoreError};
use crate::features::privacy::store::deletion;
use crate::kernel::lock::lock;
use crate::kernel::outcome::outcome;
use crate::kernel::reactor::Reactor;
use crate::kernel::{Arbiter, Error, Fault, Kernel, Result};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// The most checks for matches that the person has started during the deletion.
const TRIES: usize = 8;

/// The least time between two rewrites of the database, which block turns.
const SCRUB_EVERY: Duration = Duration::from_mins(10);

/// The first and the longest back-off while other programs read deleted data. Attempts block turns.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_mins(1);

#[derive(Default)]
pub(crate) struct Deletions {
    /// Notified after each deletion.
    deleted: Notify,
    /// The time of the last rewrite of the database.
    scrubbed: Mutex<Option<Moment>>,
}

impl Arbiter {
    /// Deletes a person's data: ends their matches, and replaces their id where others need it.
    ///
    /// Once the request is stored, the deletion survives restarts.
    pub async fn delete_person(&self, user: UserId) -> Result<Deleted> {
        let (kernel, now) = (Arc::clone(&self.kernel), self.now());
        // A started deletion is completed even if the caller is dropped.
        let done = tokio::spawn(async move { begin(&kernel, user, now).await });
        let done = done.await.map_err(|_| Error::Fault(Fault::Stopped))?;
        self.kernel.part::<Watchers>().tell_all();
        done
    }

    /// Returns the number of a person's open challenges and running matches.
    pub async fn going_on_of(&self, user: UserId) -> Result<usize> {
        Ok(self
            .read(move |db| deletion::going_on_of(db, user))
            .await?
            .len())
    }
}

/// Stores the request and deletes a person's data, or leaves the deletion to retries.
async fn begin(kernel: &Arc<Kernel>, user: UserId, now: Moment) -> Result<Deleted> {
    kernel
        .write(move |db| deletion::begin_deletion(db, user, now))
        .await?;
    kernel.alarms.wake();
    match delete_person(kernel, user).await {
        Ok(()) => Ok(Deleted::Now),
        Err(error) => {
            tracing::warn!(%error, "a person's data is not deleted yet");
            go_on(kernel, user);
            Ok(Deleted::Soon)
        }
    }
}

/// Ends a person's matches and deletes their data. Must not log the person's id.
async fn delete_person(kernel: &Arc<Kernel>, user: UserId) -> Result {
    // This comes first, also after a restart: posts about the matches ended below ask Discord for names.
    kernel.announcer.delete_name(user).await;
    for _ in 0..TRIES {
        let now = kernel.time.now();
        for id in kernel
            .read(move |db| deletion::going_on_of(db, user))
            .await?
        {
            let state = kernel.bring_up_to_date(id, now).await?;
            let Some(command) = state.leaving(user, now) else {
                continue;
            };
            match kernel.act(id, &command, None).await {
                Ok(update) => update.leave_to_arbiter(),
                // The match has changed: the next round checks it again.
                Err(error) if error.refusal().is_some() => {}
                Err(error) => return Err(error),
            }
        }
        if let Some(theirs) = kernel
            .write(move |db| deletion::delete_person(db, user))
            .await?
        {
            for id in theirs {
                kernel.ledger.evict(id);
            }
            kernel.part::<Deletions>().deleted.notify_one();
            return Ok(());
        }
    }
    Err(Fault::Store(StoreError::Busy).into())
}

impl Deletions {
    /// Removes deleted data, after each deletion, from the database's files, until shutdown.
    async fn scrub(&self, kernel: &Kernel) -> Result {
        let mut wait = SOON;
        loop {
            let mut scrubbed = kernel.store.scrub(false).await?;
            if scrubbed == Scrubbed::Due {
                let now = kernel.time.now();
                let since = lock(&self.scrubbed).map(|last| last.until(now));
                match since.and_then(|since| SCRUB_EVERY.checked_sub(since)) {
                    None | Some(Duration::ZERO) => {}
                    Some(rest) if kernel.tasks.wait(rest).await => {}
                    Some(_) => return Ok(()),
                }
                *lock(&self.scrubbed) = Some(kernel.time.now());
                scrubbed = kernel.store.scrub(true).await?;
            }
            match scrubbed {
                Scrubbed::Clean => {
                    if wait > SOON {
                        tracing::info!("deleted data is out of the database's files");
                    }
                    wait = SOON;
                    tokio::select! {
                        () = self.deleted.notified() => {}
                        () = kernel.tasks.stopped() => return Ok(()),
                    }
                }
                Scrubbed::Held => {
                    if wait == SOON {
                        tracing::warn!(
                            "deleted data is still in the database's files: another program keeps reading them"
                        );
                    }
                    if !kernel.tasks.wait(wait).await {
                        return Ok(());
                    }
                    wait = (wait * 2).min(LATE);
                }
                // Another deletion happened since.
                Scrubbed::Due => {}
            }
        }
    }
}

#[async_trait]
impl Reactor for Deletions {
    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        for user in kernel.read(deletion::being_deleted).await? {
            go_on(kernel, user);
        }
        let what = "taking deleted data out of the files";
        kernel.work(what, MatchId(0), |kernel, _| async move {
            kernel.part::<Self>().scrub(&kernel).await
        });
        Ok(())
    }
}

/// Retries a deletion until it succeeds.
fn go_on(kernel: &Arc<Kernel>, user: UserId) {
    let what = "deleting a person's data";
    kernel.work(what, MatchId(0), move |kernel, _| async move {
        delete_person(&kernel, user).await
    });
}

/// Deletes a person's data in a database without a running bot.
///
/// A later bot notifies the opponents. If another program reads the files, a later bot removes the data from
/// them.
pub async fn delete_offline(store: &Store, user: UserId, now: Moment) -> Result<Scrubbed, Fault> {
    store
        .write(move |db| deletion::begin_deletion(db, user, now))
        .await?;
    loop {
        for id in store
            .read(move |db| deletion::going_on_of(db, user))
            .await?
        {
            let Some(mut state) = store.load(id).await? else {
                continue;
            };
            // A command of the clock may come first.
            while let Some(command) = state.leaving(user, now) {
                let Ok((after, events)) = outcome(&state, &command, now) else {
                    break;
                };
                store.append(&after, events).await?;
                state = after;
            }
        }
        if store
            .write(move |db| deletion::delete_person(db, user))
            .await?
            .is_some()
        {
            return Ok(store.scrub(true).await?);
        }
    }
}
