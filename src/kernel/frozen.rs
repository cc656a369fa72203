//! Tells players of matches that cannot be read, once; and at the start goes on with those that can be read again.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::acts::Acts;
use super::error::Error;
use super::ledger::Ledger;
use super::tasks::{Tasks, apart};
use crate::db::{FrozenMatch, Store, StoreError};
use crate::kernel::{Announcer, NotAnnounced};
use crate::matches::{Command, MatchId};
use crate::people::Moment;

/// How long to wait before something that failed is tried again.
const AGAIN: Duration = Duration::from_secs(60);

pub(crate) struct Frozen {
    store: Store,
    ledger: Arc<Ledger>,
    tasks: Arc<Tasks>,
    announcer: Arc<dyn Announcer>,
    acts: Weak<Acts>,
}

impl Frozen {
    pub(crate) fn new(
        store: Store,
        ledger: Arc<Ledger>,
        tasks: Arc<Tasks>,
        announcer: Arc<dyn Announcer>,
        acts: Weak<Acts>,
    ) -> Self {
        Self {
            store,
            ledger,
            tasks,
            announcer,
            acts,
        }
    }

    /// Goes on with matches that can be read again, then tells of those that cannot, until the arbiter is to end.
    pub(crate) async fn resume(self: Arc<Self>) -> Result<(), Error> {
        for (id, since) in self.store.frozen().await? {
            let part = Arc::clone(&self);
            // A match that fails stays frozen for a while, and stops no other.
            let thawed = self.tasks.work_now("thawing a match", id, move |_| {
                let part = Arc::clone(&part);
                async move { part.thaw(id, since).await }
            });
            thawed.await;
        }
        let part = Arc::clone(&self);
        self.tasks.keep("telling of frozen matches", move || {
            Arc::clone(&part).tell()
        });
        Ok(())
    }

    /// Goes on with a match if it can be read again. That it is not frozen any more is written with the event that says so: a
    /// process that dies before has done nothing, and one that dies after everything.
    async fn thaw(&self, id: MatchId, since: Moment) -> Result<(), Error> {
        let Some(acts) = self.acts.upgrade() else {
            return Ok(());
        };
        let state = match self.store.load(id).await {
            Ok(Some(state)) => Arc::new(state),
            Ok(None) | Err(StoreError::Event { .. } | StoreError::Replay(_)) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        // By the match as it stands: its time did not run out meanwhile.
        let (command, now) = (Command::Thaw { since }, acts.time.now());
        let thawed = acts.write(&state, &command, now, None).await?;
        thawed.leave_to_arbiter();
        tracing::info!(match_id = %id, "a frozen match can be read again");
        Ok(())
    }

    async fn tell(self: Arc<Self>) {
        loop {
            let all = match self.tell_all().await {
                Ok(all) => all,
                Err(error) => {
                    tracing::error!(%error, "cannot look for frozen matches");
                    false
                }
            };
            let again = async {
                if all {
                    std::future::pending().await
                } else {
                    self.tasks.wait(AGAIN).await
                }
            };
            tokio::select! {
                () = self.tasks.stopped() => return,
                () = self.ledger.frozen.notified() => {}
                _ = again => {}
            }
        }
    }

    /// Tells of each that was not told; whether that is all.
    async fn tell_all(self: &Arc<Self>) -> Result<bool, StoreError> {
        let mut all = true;
        for frozen in self.store.frozen_untold().await? {
            let (part, id) = (Arc::clone(self), frozen.id);
            // One that fails stops no other.
            if let Err(why) = apart(async move { part.tell_of(&frozen).await }).await {
                tracing::warn!(match_id = %id, why, "not told yet that a match is frozen");
                all = false;
            }
        }
        Ok(all)
    }

    async fn tell_of(&self, frozen: &FrozenMatch) -> Result<(), String> {
        let id = frozen.id;
        match self.announcer.frozen(frozen).await {
            Ok(()) => {}
            Err(NotAnnounced::Never { why, .. }) => {
                tracing::warn!(match_id = %id, why, "nobody can be told that a match is frozen");
            }
            Err(NotAnnounced::Limited { after, .. }) => {
                return Err(format!("a limit does not allow it for {after:?}"));
            }
            Err(NotAnnounced::Later { why, .. } | NotAnnounced::Refused { why, .. }) => {
                return Err(why);
            }
        }
        let told = self.store.frozen_told(id).await;
        told.map_err(|error| error.to_string())
    }
}
