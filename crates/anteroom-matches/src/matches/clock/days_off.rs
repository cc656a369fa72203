use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

use super::time_control::TimeControl;

/// The days on which clocks stop in a match: a term of the challenge.
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
    VariantArray,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum DaysOff {
    /// Each player's time off.
    #[default]
    #[strum(serialize = "allowed")]
    Allowed,
    /// Each player's time off, and Saturdays and Sundays in their time zone.
    #[strum(serialize = "weekends")]
    #[serde(rename = "weekends")]
    WeekendsToo,
    /// No days.
    #[strum(serialize = "none")]
    None,
}

/// The shortest turn or bank for which days off are on by default.
const SLOW: Duration = Duration::from_hours(24);

/// The longest time for which time off may stop a player's clock in one match.
pub(crate) const MOST_OFF: Duration = Duration::from_hours(14 * 24);

impl DaysOff {
    /// Returns the default for a time control: a match of minutes does not wait for weeks.
    pub fn usual(time: TimeControl) -> Self {
        if time.at_start() < SLOW {
            DaysOff::None
        } else {
            DaysOff::Allowed
        }
    }

    /// Whether it is the term of a stored challenge without one.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a player's time off stops their clock.
    pub fn allows(self) -> bool {
        self != DaysOff::None
    }
}
