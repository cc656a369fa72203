//! Tells players of matches that cannot be read, once; and at the start goes on with those that can be read again.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::acts::Acts;
use super::announcer::{Announcer, NotAnnounced};
use super::error::Error;
use super::ledger::Ledger;
use super::tasks::Tasks;
use crate::matches::Command;
use crate::store::{Store, StoreError};

/// How long to wait before something that failed is tried again.
const AGAIN: Duration = Duration::from_secs(60);

pub(super) struct Frozen {
    store: Store,
    ledger: Arc<Ledger>,
    tasks: Arc<Tasks>,
    announcer: Arc<dyn Announcer>,
    acts: Weak<Acts>,
}

impl Frozen {
    pub(super) fn new(
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
    pub(super) async fn resume(self: Arc<Self>) -> Result<(), Error> {
        for (id, since) in self.store.frozen().await? {
            let Ok(Some(state)) = self.store.load(id).await else {
                continue;
            };
            self.store.thaw(&state).await?;
            tracing::info!(match_id = %id, "a frozen match can be read again");
            let Some(acts) = self.acts.upgrade() else {
                break;
            };
            // By the match as it stands: its time did not run out meanwhile.
            let state = Arc::new(state);
            let now = acts.time.now();
            acts.write(&state, &Command::Thaw { since }, now, None)
                .await?
                .leave_to_arbiter();
        }
        let part = Arc::clone(&self);
        self.tasks.keep("telling of frozen matches", move || {
            Arc::clone(&part).tell()
        });
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
    async fn tell_all(&self) -> Result<bool, StoreError> {
        let mut all = true;
        for frozen in self.store.frozen_untold().await? {
            let id = frozen.id;
            match self.announcer.frozen(&frozen).await {
                Ok(()) => {}
                Err(NotAnnounced::Never { why, .. }) => {
                    tracing::warn!(match_id = %id, why, "nobody can be told that a match is frozen");
                }
                Err(NotAnnounced::Limited { after, .. }) => {
                    tracing::debug!(match_id = %id, ?after, "a limit does not allow it now");
                    all = false;
                    continue;
                }
                Err(NotAnnounced::Later { why, .. } | NotAnnounced::Refused { why, .. }) => {
                    tracing::warn!(match_id = %id, why, "not told yet that a match is frozen");
                    all = false;
                    continue;
                }
            }
            self.store.frozen_told(id).await?;
        }
        Ok(all)
    }
}
