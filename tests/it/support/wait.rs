//! Polls for states that no event announces.

use std::time::{Duration, Instant};

/// The polling interval of [`until`].
const LOOK: Duration = Duration::from_millis(10);

/// Polls until `look` returns a value, and returns it; `None` after `patience`.
///
/// For the database, a metric, a port, and the log or the end of a process, which announce no change. For the bot's
/// actions in Discord use `Sandbox::until`.
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

/// Gives the bot half a second of real time for what it must not do: no event announces an absence.
#[allow(dead_code, reason = "the benches assert no absence")]
pub async fn for_absence() {
    for_real(Duration::from_millis(500)).await;
}

/// Lets real time pass. This is the only place where tests sleep.
///
/// For what no event ends: a fault with a duration, or a player's pause before a retry against another process.
pub async fn for_real(time: Duration) {
    tokio::time::sleep(time).await;
}
