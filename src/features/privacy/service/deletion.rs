//! Deletes what is known of a person, and goes on with it after a restart.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use crate::db::{Scrubbed, Store, StoreError};
use crate::features::privacy::store::deletion;
use crate::kernel::lock::lock;
use crate::kernel::outcome::outcome;
use crate::kernel::reactor::Reactor;
use crate::kernel::{BoxFuture, Error, Fault, Kernel};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// How often it is looked again whether something of a person still goes on, because they have begun it meanwhile.
const TRIES: usize = 8;

/// The least time between two rewrites of the database. Turns wait during a rewrite, so repeated deletions must not
/// cause one each.
const SCRUB_EVERY: Duration = Duration::from_mins(10);

/// The first and the longest wait for other programs that read what was deleted. Each attempt keeps turns waiting for a
/// moment.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_mins(1);

/// What came of deleting a person's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deleted {
    /// It is done.
    Now,
    /// It could not be done at once. It is tried again until it is done.
    Soon,
}

#[derive(Default)]
pub(crate) struct Deletions {
    /// Somebody was deleted.
    deleted: Notify,
    /// The time of the last rewrite of the database.
    scrubbed: Mutex<Option<Moment>>,
}

/// Notes that a person wants their data deleted, and deletes it, now or later.
pub(crate) async fn begin(
    kernel: &Arc<Kernel>,
    user: UserId,
    now: Moment,
) -> Result<Deleted, Error> {
    kernel
        .write(move |db| deletion::begin_deletion(db, user, now))
        .await?;
    match delete_person(kernel, user).await {
        Ok(()) => Ok(Deleted::Now),
        Err(error) => {
            tracing::warn!(%error, "a person's data is not deleted yet");
            go_on(kernel, user);
            Ok(Deleted::Soon)
        }
    }
}

/// Ends what goes on of a person's and deletes what is known of them. Nothing here writes their number to the log.
async fn delete_person(kernel: &Arc<Kernel>, user: UserId) -> Result<(), Error> {
    // First, also where it goes on after a restart: posts about what is ended here ask Discord for names.
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
                // The match has changed: it is looked at again.
                Err(Error::Refused(_)) => {}
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
    /// Takes what was deleted out of the files whenever somebody was deleted, until the arbiter is to end.
    async fn scrub(&self, kernel: &Kernel) -> Result<(), Error> {
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
                // Somebody was deleted just now.
                Scrubbed::Due => {}
            }
        }
    }
}

impl Reactor for Deletions {
    fn start<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for user in kernel.read(deletion::being_deleted).await? {
                go_on(kernel, user);
            }
            let what = "taking deleted data out of the files";
            kernel.work(what, MatchId(0), |kernel, _| async move {
                kernel.part::<Self>().scrub(&kernel).await
            });
            Ok(())
        })
    }
}

/// Tries again and again until it is done.
fn go_on(kernel: &Arc<Kernel>, user: UserId) {
    let what = "deleting a person's data";
    kernel.work(what, MatchId(0), move |kernel, _| async move {
        delete_person(&kernel, user).await
    });
}

/// Deletes what is known of a person in a database that no bot runs on. Players of their matches hear of it when a bot does.
/// Returns whether it is out of the files as well: if other programs read them, a bot that runs on them goes on with that.
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
            // The clock's command may come first.
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
