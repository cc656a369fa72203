use super::{Moment, Reminders, Zone};

/// A person's settings about time. The default is for people who have chosen nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// Where they live; `None`: they have not said so, and UTC counts.
    pub zone: Option<Zone>,
    /// Whether a [slice](crate::people::time_off::SLICE) of time off is taken by itself when a clock of theirs is about to run out.
    pub automatic_time_off: bool,
    /// When and how they are reminded of turns.
    pub reminders: Reminders,
}

impl TimeSettings {
    /// The zone that counts.
    #[must_use]
    pub fn zone(&self) -> Zone {
        self.zone.clone().unwrap_or_default()
    }

    /// When the next digest comes after a moment, if they want any.
    #[must_use]
    pub fn next_digest(&self, after: Moment) -> Option<Moment> {
        let zone = self.zone();
        let hours = self.reminders.digest.iter();
        hours.filter_map(|hour| zone.next_hour(after, *hour)).min()
    }
}
