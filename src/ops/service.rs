//! What a service manager is told: that the bot is ready, that it is alive, that it ends. Where there is none, nothing.

use std::time::Duration;

use sd_notify::NotifyState;

use crate::db::{Store, StoreError};

/// How much time is asked for while the start takes longer.
const MORE_TIME: Duration = Duration::from_secs(30);

/// Says something to the service manager, if there is one. It is of no use to anybody to fail over that.
fn say(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::debug!(%error, "the service manager cannot be told");
    }
}

/// The start takes longer, for this reason, and is not to be given up meanwhile.
pub(crate) fn starting(what: &str) {
    let micros = u32::try_from(MORE_TIME.as_micros()).unwrap_or(u32::MAX);
    say(&[
        NotifyState::Status(what),
        NotifyState::ExtendTimeoutUsec(micros),
    ]);
}

/// The bot works.
pub(crate) fn ready() {
    say(&[NotifyState::Ready, NotifyState::Status("running")]);
}

/// The bot is about to end.
pub(crate) fn stopping() {
    say(&[NotifyState::Stopping, NotifyState::Status("stopping")]);
}

/// Shows that the bot is alive, as often as the service manager wants to see it, and never if it does not. What hangs is not
/// alive: each time all that was to be written until then must have been written, or have failed.
pub(crate) async fn show_life(store: &Store) {
    let Some(within) = sd_notify::watchdog_enabled() else {
        return std::future::pending().await;
    };
    loop {
        // Only a thread that has ended is as bad as one that hangs. A full disk does not get better by a restart, and if the
        // database is locked for minutes, the bot exits by itself.
        if !matches!(store.probe().await, Err(StoreError::Stopped)) {
            say(&[NotifyState::Watchdog]);
        }
        tokio::time::sleep(within / 3).await;
    }
}
