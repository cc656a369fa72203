use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The time control of a match. Durations are whole seconds.
///
/// Its text is `3d` (time for each turn) or `7d+12h` (a bank, and an increment after each turn). Units are
/// written without spaces, greatest first: `1d12h`. The printed text reads back as the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// The same time for each turn. Unused time is lost.
    PerTurn(Duration),
    /// A Fischer clock: a bank, and an increment after each turn.
    Bank {
        /// The time of each player at the start.
        bank: Duration,
        /// The time added after each turn; may be zero.
        increment: Duration,
    },
}

/// Why a text is not a time control or a duration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// The text is not a duration of whole seconds.
    #[error(
        "\"{0}\" is not a time that the bot can read: write 3d for three days a turn, or 7d+12h for a bank of seven days and twelve hours more after each turn."
    )]
    Unreadable(String),
    /// A turn's time or a bank is too short or too long.
    #[error("The time must be from 10 seconds to 365 days, not {0}.")]
    OutOfBounds(String),
    /// The increment is too long.
    #[error("The time added after each turn must be at most 365 days, not {0}.")]
    Increment(String),
}

impl TimeControl {
    /// The shortest turn or bank.
    pub const SHORTEST: Duration = Duration::from_secs(10);
    /// The longest turn, bank or increment.
    pub const LONGEST: Duration = Duration::from_hours(365 * 24);

    /// Returns the time control with half of each time.
    #[must_use]
    pub fn half(self) -> Self {
        let half = |time: Duration| Duration::from_secs(time.as_secs() / 2);
        match self {
            TimeControl::PerTurn(time) => TimeControl::PerTurn(half(time).max(Self::SHORTEST)),
            TimeControl::Bank { bank, increment } => TimeControl::Bank {
                bank: half(bank).max(Self::SHORTEST),
                increment: half(increment),
            },
        }
    }

    /// Returns the time control with each time longer by a number of halves of it, at most [`LONGEST`](Self::LONGEST).
    #[must_use]
    pub fn longer_by_halves(self, halves: u32) -> Self {
        let longer = |time: Duration| {
            let more = (time.as_secs() / 2).saturating_mul(halves.into());
            Duration::from_secs(time.as_secs().saturating_add(more)).min(Self::LONGEST)
        };
        match self {
            TimeControl::PerTurn(time) => TimeControl::PerTurn(longer(time)),
            TimeControl::Bank { bank, increment } => TimeControl::Bank {
                bank: longer(bank),
                increment: longer(increment),
            },
        }
    }

    /// Returns how long a match takes if both players use all their time for this number of turns each.
    pub fn longest_match(self, turns: u32) -> Duration {
        let turns = |each: Duration| each.checked_mul(turns).unwrap_or(Duration::MAX);
        let player = match self {
            TimeControl::PerTurn(each) => turns(each),
            TimeControl::Bank { bank, increment } => bank.saturating_add(turns(increment)),
        };
        player.saturating_mul(2)
    }

    /// Returns the reading of each clock at the start.
    pub const fn at_start(self) -> Duration {
        match self {
            TimeControl::PerTurn(time) | TimeControl::Bank { bank: time, .. } => time,
        }
    }
}

/// In JSON, a time control is its text.
impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl Default for TimeControl {
    /// Returns 3 days a turn, the usual default of correspondence servers.
    fn default() -> Self {
        TimeControl::PerTurn(Duration::from_hours(3 * 24))
    }
}

impl FromStr for TimeControl {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        match text.split_once('+') {
            None => Ok(TimeControl::PerTurn(main_time(text)?)),
            Some((bank, increment)) => {
                let bank = main_time(bank)?;
                let increment = duration(increment)?;
                if increment > Self::LONGEST {
                    return Err(TimeError::Increment(Units(increment).to_string()));
                }
                Ok(TimeControl::Bank { bank, increment })
            }
        }
    }
}

fn main_time(text: &str) -> Result<Duration, TimeError> {
    let time = duration(text)?;
    if (TimeControl::SHORTEST..=TimeControl::LONGEST).contains(&time) {
        Ok(time)
    } else {
        Err(TimeError::OutOfBounds(Units(time).to_string()))
    }
}

fn duration(text: &str) -> Result<Duration, TimeError> {
    let text = text.trim();
    // The unchanged text is read first: humantime distinguishes `m`, minutes, from `M`, months.
    let read = humantime::parse_duration(text)
        .or_else(|_| humantime::parse_duration(&text.to_lowercase()));
    read.ok()
        .filter(|time| time.subsec_nanos() == 0)
        .ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            TimeError::Unreadable(shown)
        })
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::PerTurn(time) => Units(time).fmt(f),
            TimeControl::Bank { bank, increment } => {
                write!(f, "{}+{}", Units(bank), Units(increment))
            }
        }
    }
}

/// A duration of whole seconds in days, hours, minutes and seconds.
struct Units(Duration);

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        if seconds == 0 {
            return f.write_str("0s");
        }
        let parts = [
            (seconds / 86_400, "d"),
            (seconds / 3600 % 24, "h"),
            (seconds / 60 % 60, "m"),
            (seconds % 60, "s"),
        ];
        parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .try_for_each(|(count, unit)| write!(f, "{count}{unit}"))
    }
}
