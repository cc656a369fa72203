//! Times and moments in the words of pages.

use std::time::{Duration, SystemTime};

use maud::{Markup, html};

use crate::people::{MONTHS, Moment, Zone};

/// Words a duration shortly, by its greatest unit, with hours beside days: `1 d 3 h`, `8 h`, `40 min`, `20 s`.
pub(super) fn brief(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        86_400.. => {
            let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
            if hours == 0 || days >= 10 {
                format!("{days} d")
            } else {
                format!("{days} d {hours} h")
            }
        }
        3600.. => format!("{} h", seconds / 3600),
        60.. => format!("{} min", seconds / 60),
        _ => format!("{seconds} s"),
    }
}

/// Words the day of a moment in UTC: `27 November 2026`.
pub(crate) fn day(at: Moment) -> String {
    let Some((year, month, day)) = Zone::default().date(at) else {
        return String::new();
    };
    let month = usize::try_from(month - 1).ok();
    let month = month.and_then(|month| MONTHS.get(month)).unwrap_or(&"");
    format!("{day} {month} {year}")
}

/// Returns a moment as an element that a script writes in the reader's own time.
pub(super) fn moment(at: Moment) -> Markup {
    let words = format!("{}, {} UTC", day(at), Zone::default().clock(at));
    html! { time datetime=(machine(at)) { (words) } }
}

/// Returns a moment as machines read it.
pub(crate) fn machine(at: Moment) -> String {
    let since = Duration::from_millis(u64::try_from(at.0).unwrap_or_default());
    humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + since).to_string()
}

/// Returns a text with a capital at its beginning.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_worded_by_their_greatest_unit() {
        for (seconds, words) in [
            (0, "0 s"),
            (59, "59 s"),
            (2_400, "40 min"),
            (3_600, "1 h"),
            (97_200, "1 d 3 h"),
            (172_800, "2 d"),
            (11 * 86_400 + 7_200, "11 d"),
        ] {
            assert_eq!(brief(Duration::from_secs(seconds)), words);
        }
    }

    #[test]
    fn a_moment_is_worded_in_utc() {
        let at = Moment(1_795_802_400_000);
        assert_eq!(day(at), "27 November 2026");
        assert_eq!(machine(at), "2026-11-27T18:00:00Z");
        assert_eq!(
            moment(at).into_string(),
            "<time datetime=\"2026-11-27T18:00:00Z\">27 November 2026, 18:00 UTC</time>"
        );
    }
}
