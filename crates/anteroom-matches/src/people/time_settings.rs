use super::{Moment, Reminders, Zone};

/// A person's settings about time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// The person's zone; `None` counts as UTC.
    pub zone: Option<Zone>,
    /// Whether to take a [slice](crate::people::time_off::SLICE) of time off before a clock runs out.
    pub automatic_time_off: bool,
    /// When and how the person is reminded of turns.
    pub reminders: Reminders,
}

impl TimeSettings {
    /// Returns the person's zone, or UTC.
    pub fn zone(&self) -> Zone {
        self.zone.clone().unwrap_or_default()
    }

    /// Returns the time of the next digest after a moment; `None` if the person wants none.
    pub fn next_digest(&self, after: Moment) -> Option<Moment> {
        let zone = self.zone();
        let hours = self.reminders.digest.iter();
        hours.filter_map(|hour| zone.next_hour(after, *hour)).min()
    }
}
