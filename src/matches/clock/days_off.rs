use std::time::Duration;

use super::time_control::TimeControl;

/// What stops a clock in a match besides a turn: a term of the challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DaysOff {
    /// A player's time off.
    #[default]
    Allowed,
    /// A player's time off, and every Saturday and Sunday where they live.
    WeekendsToo,
    /// Nothing.
    None,
}

/// The shortest turn or bank of a match in which clocks stop, unless the challenge says otherwise.
const SLOW: Duration = Duration::from_hours(24);

/// For how long a player's clock stands in one match at most because of their time off.
pub const MOST_OFF: Duration = Duration::from_hours(14 * 24);

impl DaysOff {
    /// Every one, the usual one first.
    pub const ALL: [DaysOff; 3] = [DaysOff::Allowed, DaysOff::WeekendsToo, DaysOff::None];

    /// What counts in a match with this clock when nothing is said: a match of minutes does not wait for weeks.
    #[must_use]
    pub fn usual(time: TimeControl) -> Self {
        if time.at_start() < SLOW {
            DaysOff::None
        } else {
            DaysOff::Allowed
        }
    }

    /// One lower-case word, by which it is stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            DaysOff::Allowed => "allowed",
            DaysOff::WeekendsToo => "weekends",
            DaysOff::None => "none",
        }
    }

    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }

    /// Whether a player's time off stops their clock.
    #[must_use]
    pub fn allows(self) -> bool {
        self != DaysOff::None
    }
}
