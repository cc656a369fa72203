//! Who watches which match: a signal for each match that somebody looks at.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use tokio::sync::watch;

use crate::kernel::Kernel;
use crate::kernel::lock::lock;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::matches::MatchId;

/// The matches that are watched, each with the number of its changes since it is.
///
/// Who watches asks for the page itself, so a missed signal costs nothing but time, and nothing is stored.
#[derive(Default)]
pub struct Watchers {
    watched: Mutex<HashMap<MatchId, watch::Sender<u64>>>,
    /// How often a name or a page has come or gone.
    generation: AtomicU64,
}

impl Watchers {
    /// Returns the signal of a match.
    pub fn watch(&self, id: MatchId) -> watch::Receiver<u64> {
        let mut watched = lock(&self.watched);
        // Matches that nobody watches any more are dropped as others are added.
        watched.retain(|_, signal| signal.receiver_count() > 0);
        watched.entry(id).or_default().subscribe()
    }

    /// Signals that a match's page has changed.
    pub fn tell(&self, id: MatchId) {
        if let Some(signal) = lock(&self.watched).get(&id) {
            signal.send_modify(|changes| *changes += 1);
        }
    }

    /// Returns a number that is another one after a name or a page has come or gone: what was kept before does not count.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Notes that a page has come or gone, to which others may lead.
    pub fn renew(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    /// Signals that all pages may have changed: a name is gone or there again.
    pub fn tell_all(&self) {
        self.renew();
        for signal in lock(&self.watched).values() {
            signal.send_modify(|changes| *changes += 1);
        }
    }
}

#[async_trait]
impl Reactor for Watchers {
    async fn react(&self, _: &Arc<Kernel>, change: &Change, _: &mut CallerPosts) {
        self.tell(change.after.id());
    }
}
