//! Amounts in words.

use std::time::Duration;

pub(crate) const fn hours(time: Duration) -> u64 {
    time.as_secs() / 3600
}

/// Formats a time in minutes, hours, or days from 48 hours on.
pub(crate) fn in_hours(time: Duration) -> String {
    match hours(time) {
        0 => format!("{} minutes", time.as_secs() / 60),
        1 => String::from("1 hour"),
        hours @ 2..48 => format!("{hours} hours"),
        hours => format!("{} days", hours / 24),
    }
}

pub(crate) fn counted(count: u32, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
