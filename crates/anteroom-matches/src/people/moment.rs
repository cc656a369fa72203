use std::fmt;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since the beginning of 1970, UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Moment(pub i64);

impl Moment {
    /// Returns the moment `time` later, at most the largest `Moment`.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        Self(
            self.0
                .saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// Returns the moment `time` earlier, at least the smallest `Moment`.
    #[must_use]
    pub fn before(self, time: Duration) -> Self {
        Self(
            self.0
                .saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// Returns the time from this moment to `later`; zero if `later` is earlier.
    pub fn until(self, later: Moment) -> Duration {
        Duration::from_millis(u64::try_from(later.0.saturating_sub(self.0)).unwrap_or(0))
    }

    /// Returns whole seconds since the beginning of 1970, as in Discord's timestamps.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

impl From<SystemTime> for Moment {
    /// Converts a system time; a time before 1970 becomes 0.
    fn from(time: SystemTime) -> Self {
        Self(0).after(
            time.duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default(),
        )
    }
}

impl fmt::Display for Moment {
    /// Writes `2026-08-01T12:00:00.000Z`, or plain milliseconds from the year 9999 on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const YEAR_9999: u64 = 253_402_300_800_000;
        match u64::try_from(self.0) {
            Ok(millis) if millis < YEAR_9999 => humantime::format_rfc3339_millis(
                SystemTime::UNIX_EPOCH + Duration::from_millis(millis),
            )
            .fmt(f),
            _ => write!(f, "{} ms", self.0),
        }
    }
}
