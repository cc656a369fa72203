//! Messages to the service manager: ready, alive, stopping. Without a service manager they do nothing.

use std::time::Duration;

use sd_notify::NotifyState;

use crate::db::{Store, StoreError};

/// The additional time requested during a slow start.
const MORE_TIME: Duration = Duration::from_secs(30);

/// Sends a message to the service manager, if there is one. A failure has no remedy and is logged.
fn say(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::debug!(%error, "the service manager cannot be told");
    }
}

/// Reports a slow start and its reason, and asks for more time.
pub(crate) fn starting(what: &str) {
    let micros = u32::try_from(MORE_TIME.as_micros()).unwrap_or(u32::MAX);
    say(&[
        NotifyState::Status(what),
        NotifyState::ExtendTimeoutUsec(micros),
    ]);
}

/// Reports that the bot is running.
pub(crate) fn ready() {
    say(&[NotifyState::Ready, NotifyState::Status("running")]);
}

/// Reports that the bot is stopping.
pub(crate) fn stopping() {
    say(&[NotifyState::Stopping, NotifyState::Status("stopping")]);
}

/// Sends the watchdog signal as often as the service manager asks, if it does. A hanging writer stops
/// the signal: each one waits until all pending writes are done or have failed.
pub(crate) async fn show_life(store: &Store) {
    let Some(within) = sd_notify::watchdog_enabled() else {
        return std::future::pending().await;
    };
    loop {
        // Only a writer that hangs or has ended stops the signal. A restart does not help a full disk, and if the
        // database is locked for minutes, the bot exits by itself.
        if !matches!(store.probe().await, Err(StoreError::Stopped)) {
            say(&[NotifyState::Watchdog]);
        }
        tokio::time::sleep(within / 3).await;
    }
}
