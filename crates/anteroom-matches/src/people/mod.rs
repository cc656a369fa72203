//! A person's own data apart from matches: time zone, time off, reminders. Pure: time is an argument.

mod dates;
mod moment;
mod reminders;
mod time_off;
mod time_settings;
mod zone;
mod zone_names;

pub use dates::{DateError, MONTHS, read_moment};
pub use moment::Moment;
pub use reminders::{
    LAST_CALLS, MOST_DIGESTS, Nudge, QuietError, QuietHours, Reminders, hours_of_text, hours_text,
};
pub use time_off::{SLICE, TimeOff, YEAR, YEARLY, latest_end, left_of_year};
pub use time_settings::TimeSettings;
pub use zone::{Zone, ZoneError, is_weekend_somewhere};
