//! Waiting for what announces no change.

use std::time::{Duration, Instant};

/// How often [`until`] looks.
const LOOK: Duration = Duration::from_millis(10);

/// Polls until `look` finds something, and returns it, or `None` when `patience` is over.
///
/// For the database, a metric, a port, and the log or the end of a process: they announce no change. What the bot does in
/// Discord is waited for with `Sandbox::until`.
pub async fn until<T, F>(patience: Duration, mut look: impl FnMut() -> F) -> Option<T>
where
    F: Future<Output = Option<T>>,
{
    let begun = Instant::now();
    loop {
        if let Some(found) = look().await {
            return Some(found);
        }
        if begun.elapsed() > patience {
            return None;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Gives the bot half a second of real time for what it must not do: no event says that something did not happen.
#[allow(dead_code, reason = "the benches assert no absence")]
pub async fn for_nothing() {
    tokio::time::sleep(Duration::from_millis(500)).await;
}
