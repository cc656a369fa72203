use std::time::Duration;

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::time_control::TimeControl;

/// What stops a clock in a match besides a turn: a term of the challenge.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(const_into_str)]
pub enum DaysOff {
    /// A player's time off.
    #[default]
    #[strum(serialize = "allowed")]
    Allowed,
    /// A player's time off, and every Saturday and Sunday where they live.
    #[strum(serialize = "weekends")]
    WeekendsToo,
    /// Nothing.
    #[strum(serialize = "none")]
    None,
}

/// The shortest turn or bank of a match in which clocks stop, unless the challenge says otherwise.
const SLOW: Duration = Duration::from_hours(24);

/// For how long a player's clock stands in one match at most because of their time off.
pub const MOST_OFF: Duration = Duration::from_hours(14 * 24);

impl DaysOff {
    /// What counts in a match with this clock when nothing is said: a match of minutes does not wait for weeks.
    #[must_use]
    pub fn usual(time: TimeControl) -> Self {
        if time.at_start() < SLOW {
            DaysOff::None
        } else {
            DaysOff::Allowed
        }
    }

    /// Whether a player's time off stops their clock.
    #[must_use]
    pub fn allows(self) -> bool {
        self != DaysOff::None
    }
}
