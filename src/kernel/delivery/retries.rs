//! Matches whose news failed and that wait, longer and longer, until they are tried again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use crate::kernel::RefusingPlace;
use crate::kernel::lock::lock;
use crate::kernel::tasks::Tasks;
use crate::matches::MatchId;

/// How long after a failure the next attempt is made at the earliest, however much goes on at its place.
const EARLIEST: Duration = Duration::from_secs(20);

/// Whoever waits here is woken when somebody uses the bot at its place: that Discord can be reached again is first seen
/// there, and people look at what is missing.
#[derive(Default)]
pub(crate) struct Retries {
    waiting: Mutex<HashMap<MatchId, Waiting>>,
}

struct Waiting {
    /// Where the news are to go; none, when that could not be found out.
    places: Vec<RefusingPlace>,
    stirred: Arc<Notify>,
}

/// Forgets at its end that a match waits.
struct Registered<'a>(&'a Retries, MatchId);

impl Drop for Registered<'_> {
    fn drop(&mut self) {
        lock(&self.0.waiting).remove(&self.1);
    }
}

impl Retries {
    /// Waits with news of a match that failed at these places: for so long, or until there is a sign of life there. False if the
    /// arbiter is to end first.
    pub(crate) async fn wait(
        &self,
        tasks: &Tasks,
        id: MatchId,
        places: &[RefusingPlace],
        pause: Duration,
    ) -> bool {
        if pause <= EARLIEST {
            return tasks.wait(pause).await;
        }
        let stirred = Arc::new(Notify::new());
        let waiting = Waiting {
            places: places.to_vec(),
            stirred: Arc::clone(&stirred),
        };
        lock(&self.waiting).insert(id, waiting);
        let _registered = Registered(self, id);
        // A sign that is given before counts then.
        if !tasks.wait(EARLIEST).await {
            return false;
        }
        tokio::select! {
            goes_on = tasks.wait(pause.saturating_sub(EARLIEST)) => goes_on,
            () = stirred.notified() => true,
        }
    }

    /// Somebody uses the bot at these places.
    pub(crate) fn retry_soon(&self, places: &[RefusingPlace]) {
        for waiting in lock(&self.waiting).values() {
            if waiting.places.is_empty() || waiting.places.iter().any(|one| places.contains(one)) {
                waiting.stirred.notify_one();
            }
        }
    }
}
