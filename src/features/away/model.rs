//! Time off, as its page shows it.

use std::time::Duration;

use strum::{IntoStaticStr, VariantNames};

use crate::db::Listed;
use crate::people::{Moment, TimeOff, TimeSettings};

/// What a person's page of time off shows.
#[derive(Clone, Debug)]
pub struct TimeOffView {
    pub time_settings: TimeSettings,
    /// The current or planned time off.
    pub off: Option<TimeOff>,
    /// The time off left in the current year.
    pub left: Duration,
    /// The latest end of time off that begins now.
    pub latest: Moment,
    /// The person's running matches, and how long time off can stop their clock in each.
    pub matches: Vec<(Listed, Stops)>,
}

/// How long time off can still stop a person's clock in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stops {
    /// The match has no days off.
    Never,
    /// The match's limit is used up.
    NoMore,
    /// At least this time. The value is exact only if the match was loaded.
    For(Duration),
}

/// Why time off is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum NoTimeOff {
    /// All time off of the year is used up.
    Spent,
    /// The time off would end before it begins.
    BackBefore,
}
