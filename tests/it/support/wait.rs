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
        for_real(LOOK).await;
    }
}

/// Gives the bot half a second of real time for what it must not do: no event says that something did not happen.
#[allow(dead_code, reason = "the benches assert no absence")]
pub async fn for_nothing() {
    for_real(Duration::from_millis(500)).await;
}

/// Lets real time pass. This is the only place where tests sleep.
///
/// For what no event ends: a fault that lasts for a while, and the pause before a player tries again what another process
/// did not answer.
pub async fn for_real(time: Duration) {
    tokio::time::sleep(time).await;
}
