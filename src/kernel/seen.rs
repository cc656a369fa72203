//! What came of looking for what is due, and when what failed is tried again.

use std::fmt::Display;
use std::time::Duration;

/// How long to wait after a failure: before the same alarm, and before the next look at a database that cannot be read.
pub(crate) const AGAIN: Duration = Duration::from_secs(60);

/// What came of looking for what is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Seen {
    /// Nothing is due.
    Nothing,
    /// All of it was seen to, or put off. There may be more.
    All,
    /// Some of it failed and is still due.
    Some,
}

impl Seen {
    /// One more was seen to.
    pub(crate) fn well(self) -> Self {
        self.max(Self::All)
    }

    /// One more was seen to, or failed: the log says so.
    pub(crate) fn and(self, what: &str, whose: impl Display, done: Result<(), String>) -> Self {
        match done {
            Ok(()) => self.well(),
            Err(why) => {
                tracing::error!(%whose, why, "{what}");
                Self::Some
            }
        }
    }
}
