use std::fmt;
use std::time::{Duration, SystemTime};

/// A point in time: milliseconds since the beginning of 1970, UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

impl Moment {
    /// So much later, at most the end of the countable time.
    #[must_use]
    pub fn after(self, time: Duration) -> Self {
        Self(
            self.0
                .saturating_add(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// So much earlier, at most the beginning of the countable time.
    #[must_use]
    pub fn before(self, time: Duration) -> Self {
        Self(
            self.0
                .saturating_sub(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// How long before `later` this was; zero if it was not.
    #[must_use]
    pub fn until(self, later: Moment) -> Duration {
        Duration::from_millis(u64::try_from(later.0.saturating_sub(self.0)).unwrap_or(0))
    }

    /// Whole seconds since the beginning of 1970: what Discord's timestamps count.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

impl From<SystemTime> for Moment {
    /// A time before 1970 becomes its beginning.
    fn from(time: SystemTime) -> Self {
        Self(0).after(
            time.duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default(),
        )
    }
}

impl fmt::Display for Moment {
    /// `2026-08-01T12:00:00.000Z`; plain milliseconds where the calendar ends.
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
