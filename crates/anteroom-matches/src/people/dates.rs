use std::time::Duration;

use super::{Moment, Zone};

/// Why a text is not a future moment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// The text is not a date.
    #[error(
        "\"{0}\" is not a date that the bot can read: write 2027-01-05, 2027-01-05 18:00, 5 January, tomorrow, or 3d for three days later."
    )]
    Unreadable(String),
    /// The month has no such day.
    #[error("There is no {0}: that month has fewer days.")]
    NoSuchDay(String),
    /// The day has no such time.
    #[error("There is no {0}: hours go from 0 to 23 and minutes from 0 to 59.")]
    NoSuchTime(String),
    /// The moment is past.
    #[error("{0} is in the past: choose a date in the future.")]
    Past(String),
    /// The moment is too far away.
    #[error("{0} is more than a year away.")]
    TooFar(String),
}

/// The months in English.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The furthest moment that a user may plan.
const FURTHEST: Duration = Duration::from_hours(365 * 24);

/// The most characters of a typed text that an error repeats.
const SHOWN: usize = 40;

/// Reads a moment that a user typed, in the user's zone.
///
/// A date may have a time; without one its first moment counts, and today the current one. A date without a year is the next one. `3d`
/// counts from `begin`.
///
/// # Errors
///
/// The text is not a date, the date does not exist, is past, or is more than a year away.
pub fn read_moment(
    typed: &str,
    zone: &Zone,
    begin: Moment,
    now: Moment,
) -> Result<Moment, DateError> {
    let shown: String = typed.trim().chars().take(SHOWN).collect();
    let unreadable = || DateError::Unreadable(shown.clone());
    let text = typed.trim().to_lowercase().replace([',', 't'], " ");
    let text = if typed.to_lowercase().contains("-") {
        text
    } else {
        typed.trim().to_lowercase().replace(',', " ")
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    // A day without a time of day means its first moment. Today that is now.
    let is_today = |at| !text.contains(':') && zone.date(at) == zone.date(now);
    let at = match words.as_slice() {
        ["now"] => return Ok(now),
        ["in", rest @ ..] if !rest.is_empty() => {
            begin.after(time(&rest.concat()).ok_or_else(unreadable)?)
        }
        [one] if time(one).is_some() => begin.after(time(one).ok_or_else(unreadable)?),
        words => {
            let (date, clock) = match words.split_last() {
                Some((last, date)) if !date.is_empty() && last.contains(':') => (date, Some(*last)),
                _ => (words, None),
            };
            let (hour, minute) = match clock {
                Some(clock) => read_clock(clock, &shown)?,
                None => (0, 0),
            };
            let date = read_date(date, zone, now).ok_or_else(unreadable)?;
            match date {
                Date::Day(year, month, day) => zone
                    .at((year, month, day), hour, minute)
                    .ok_or_else(|| DateError::NoSuchDay(shown.clone()))?,
                Date::DayOfYear(month, day) => {
                    let (this_year, ..) = zone.date(now).ok_or_else(unreadable)?;
                    // A leap day is at most eight years away.
                    let next = (this_year..=this_year.saturating_add(8))
                        .filter_map(|year| zone.at((year, month, day), hour, minute))
                        .find(|at| *at >= now || is_today(*at));
                    next.ok_or_else(|| DateError::NoSuchDay(shown.clone()))?
                }
            }
        }
    };
    let at = if is_today(at) { at.max(now) } else { at };
    if at < now {
        return Err(DateError::Past(shown));
    }
    if now.until(at) > FURTHEST {
        return Err(DateError::TooFar(shown));
    }
    Ok(at)
}

enum Date {
    Day(i16, i8, i8),
    DayOfYear(i8, i8),
}

/// Reads a duration such as `3d` or `12h`.
fn time(text: &str) -> Option<Duration> {
    humantime::parse_duration(text).ok()
}

/// Reads a time of day: `18:30`.
fn read_clock(text: &str, shown: &str) -> Result<(i8, i8), DateError> {
    let number = |part: &str| part.parse::<i8>().ok();
    match text.split(':').map(number).collect::<Vec<_>>().as_slice() {
        [Some(hour @ 0..=23), Some(minute @ 0..=59)] => Ok((*hour, *minute)),
        [Some(_), Some(_)] => Err(DateError::NoSuchTime(text.chars().take(SHOWN).collect())),
        _ => Err(DateError::Unreadable(shown.to_owned())),
    }
}

/// Reads a day, which may not exist in the calendar; `None` if the words are not a date.
fn read_date(words: &[&str], zone: &Zone, now: Moment) -> Option<Date> {
    match words {
        ["today"] => zone
            .date(now)
            .map(|(year, month, day)| Date::Day(year, month, day)),
        ["tomorrow"] => {
            let (year, month, day) = zone.date(zone.next_hour(now, 0)?)?;
            Some(Date::Day(year, month, day))
        }
        [one] => {
            let parts: Vec<&str> = one.split(['-', '.', '/']).collect();
            match parts.as_slice() {
                [year, month, day] if year.len() == 4 => Some(Date::Day(
                    year.parse().ok()?,
                    month.parse().ok()?,
                    day.parse().ok()?,
                )),
                [day, month, year] if year.len() == 4 && one.contains('.') => Some(Date::Day(
                    year.parse().ok()?,
                    month.parse().ok()?,
                    day.parse().ok()?,
                )),
                _ => None,
            }
        }
        [one, other] => {
            let (day, month) = day_and_month(one, other)?;
            Some(Date::DayOfYear(month, day))
        }
        [one, other, year] => {
            let (day, month) = day_and_month(one, other)?;
            Some(Date::Day(year.parse().ok()?, month, day))
        }
        _ => None,
    }
}

/// Reads a day and a month: `5 January`, `January 5`, `5th Jan`.
fn day_and_month(one: &str, other: &str) -> Option<(i8, i8)> {
    let day = |text: &str| {
        text.trim_end_matches(['.', 's', 't', 'n', 'd', 'r', 'h'])
            .parse::<i8>()
            .ok()
            .filter(|day| *day > 0)
    };
    let month = |text: &str| {
        let text = text.trim_end_matches('.');
        let number = MONTHS
            .iter()
            .position(|month| text.len() >= 3 && month.to_lowercase().starts_with(text))?;
        i8::try_from(number + 1).ok()
    };
    match (day(one), month(other), month(one), day(other)) {
        (Some(day), Some(month), ..) | (_, _, Some(month), Some(day)) => Some((day, month)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        let berlin = Zone::named("Europe/Berlin").expect("a zone");
        // 22 November 2026, 11:00 in Berlin.
        let now = Moment(1_795_341_600_000);
        let begin = now.after(Duration::from_hours(24));
        let read = |typed: &str| match read_moment(typed, &berlin, begin, now) {
            Ok(at) => at.to_string(),
            Err(error) => error.to_string(),
        };
        for (typed, expected) in [
            ("now", "2026-11-22T10:00:00.000Z"),
            ("3d", "2026-11-26T10:00:00.000Z"),
            ("in 3 days", "2026-11-26T10:00:00.000Z"),
            ("tomorrow", "2026-11-22T23:00:00.000Z"),
            ("tomorrow 18:00", "2026-11-23T17:00:00.000Z"),
            ("today 18:00", "2026-11-22T17:00:00.000Z"),
            ("2026-12-24", "2026-12-23T23:00:00.000Z"),
            ("2026-12-24 18:30", "2026-12-24T17:30:00.000Z"),
            ("2026-12-24T18:30", "2026-12-24T17:30:00.000Z"),
            ("24.12.2026", "2026-12-23T23:00:00.000Z"),
            ("24 December", "2026-12-23T23:00:00.000Z"),
            ("Dec 24, 18:30", "2026-12-24T17:30:00.000Z"),
            ("24th dec 2026", "2026-12-23T23:00:00.000Z"),
            // Without a year, the next 5 August counts. Berlin is 2 hours ahead of UTC in summer.
            ("5 August", "2027-08-04T22:00:00.000Z"),
            (
                "5 August 2026",
                "5 August 2026 is in the past: choose a date in the future.",
            ),
            // Today has begun, so it means now.
            ("today", "2026-11-22T10:00:00.000Z"),
            ("2026-11-22", "2026-11-22T10:00:00.000Z"),
            ("22 November", "2026-11-22T10:00:00.000Z"),
            (
                "2026-11-21",
                "2026-11-21 is in the past: choose a date in the future.",
            ),
            (
                "yesterday",
                "\"yesterday\" is not a date that the bot can read: write 2027-01-05, 2027-01-05 18:00, 5 January, tomorrow, or 3d for three days later.",
            ),
            (
                "today 10:59",
                "today 10:59 is in the past: choose a date in the future.",
            ),
            (
                "31 February",
                "There is no 31 February: that month has fewer days.",
            ),
            (
                "2027-02-31",
                "There is no 2027-02-31: that month has fewer days.",
            ),
            (
                "30 Feb 2027",
                "There is no 30 Feb 2027: that month has fewer days.",
            ),
            (
                "tomorrow 25:00",
                "There is no 25:00: hours go from 0 to 23 and minutes from 0 to 59.",
            ),
            (
                "2026-12-24 18:60",
                "There is no 18:60: hours go from 0 to 23 and minutes from 0 to 59.",
            ),
            ("2028-12-24", "2028-12-24 is more than a year away."),
            ("29 February", "29 February is more than a year away."),
            ("9999d", "9999d is more than a year away."),
        ] {
            assert_eq!(read(typed), expected, "{typed}");
        }
        for typed in [
            "",
            "soon",
            "-3d",
            "-1 January",
            "0 January",
            "2026",
            "24",
            "24.12.",
            "2026-12",
            "12:00",
            "2026-12-24 x:y",
            "99999999999999999999d",
            "5 Januember",
            "1 2 3 4 5",
            "\u{0}",
        ] {
            let answer = read(typed);
            assert!(
                answer.contains("is not a date that the bot can read"),
                "{typed}: {answer}"
            );
        }
    }
}
