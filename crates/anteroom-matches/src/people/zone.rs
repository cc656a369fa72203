use std::fmt;
use std::hash::{Hash, Hasher};
use std::time::Duration;

use jiff::Timestamp;
use jiff::ZonedDateTime;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;

use super::{Moment, zone_names};

/// A time zone of the IANA database, such as `Europe/Berlin`. The program contains the database.
#[derive(Clone)]
pub struct Zone(TimeZone);

/// Why a text is not a time zone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZoneError {
    /// No zone has this name.
    #[error(
        "There is no time zone called \"{0}\". Type a city near you and choose from the list, such as Europe/Berlin."
    )]
    Unknown(String),
    /// Several zones match.
    #[error("\"{typed}\" may mean several time zones: {}. Type one of them.", zones.join(", "))]
    Several {
        /// What was typed, cut to 40 characters.
        typed: String,
        /// Some of the matching zones.
        zones: Vec<String>,
    },
}

/// The most zones that an error lists.
const NAMED: usize = 4;

impl Zone {
    /// Finds a zone by its exact name, ignoring case.
    ///
    /// # Errors
    ///
    /// There is no such zone.
    pub fn named(name: &str) -> Result<Self, ZoneError> {
        TimeZone::get(name)
            .ok()
            .filter(|zone| zone.iana_name().is_some())
            .map(Self)
            .ok_or_else(|| ZoneError::Unknown(shortened(name)))
    }

    /// Finds a zone by a city, a country, an abbreviation, an offset or its own name.
    ///
    /// # Errors
    ///
    /// No zone matches, or several do.
    pub fn of_typed(typed: &str) -> Result<Self, ZoneError> {
        let found = zone_names::found(typed);
        match found.as_slice() {
            // Outdated names, such as US/Pacific, are not in the table.
            [] => Self::named(&typed.trim().replace(' ', "_")),
            [one] => Self::named(one),
            several => Err(ZoneError::Several {
                typed: shortened(typed.trim()),
                zones: several.iter().take(NAMED).map(|name| shown(name)).collect(),
            }),
        }
    }

    /// Returns at most `most` names of zones that match a typed text, the best matches first.
    pub fn complete(typed: &str, most: usize) -> Vec<String> {
        let found = zone_names::completions(typed);
        found
            .into_iter()
            .take(most)
            .map(|name| shown(&name))
            .collect()
    }

    /// Returns the zone's name in the IANA database: `Europe/Berlin`.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// Returns the end of the weekend that contains a moment; `None` from Monday to Friday.
    pub(crate) fn weekend_end(&self, at: Moment) -> Option<Moment> {
        let local = self.local(at)?;
        is_weekend(local.weekday()).then_some(())?;
        self.start_of(local.date().nth_weekday(1, Weekday::Monday).ok()?)
    }

    /// Returns the beginning of the next weekend; `None` on a weekend and beyond the calendar.
    pub(crate) fn next_weekend(&self, at: Moment) -> Option<Moment> {
        let local = self.local(at)?;
        (!is_weekend(local.weekday())).then_some(())?;
        self.start_of(local.date().nth_weekday(1, Weekday::Saturday).ok()?)
    }

    /// Returns the hour of the day at a moment, from 0 to 23.
    pub fn hour(&self, at: Moment) -> u8 {
        let hour = self.local(at).map_or(0, |local| local.hour());
        u8::try_from(hour).unwrap_or(0)
    }

    /// Returns the first moment after `after` at which an hour of the day, from 0 to 23, begins.
    ///
    /// If daylight saving time skips that hour, the moment after the gap counts.
    pub fn next_hour(&self, after: Moment, hour: u8) -> Option<Moment> {
        let local = self.local(after)?;
        let mut date = local.date();
        for _ in 0..3 {
            let wall = date.at(i8::try_from(hour).ok()?, 0, 0, 0);
            let begins = moment(&self.0.to_zoned_datetime(wall).ok()?);
            if begins > after {
                return Some(begins);
            }
            date = date.tomorrow().ok()?;
        }
        None
    }

    /// Returns the first moment from `from` on that has the local time of day of another one.
    ///
    /// If daylight saving time skips that time, the moment after the gap counts.
    pub fn next_same_time(&self, from: Moment, like: Moment) -> Option<Moment> {
        let time = self.local(like)?.time();
        let mut date = self.local(from)?.date();
        for _ in 0..3 {
            let at = moment(&self.0.to_zoned_datetime(date.to_datetime(time)).ok()?);
            if at >= from {
                return Some(at);
            }
            date = date.tomorrow().ok()?;
        }
        None
    }

    /// Returns the first moment after `after` at which an hour of a Monday, from 0 to 23, begins.
    pub fn next_monday(&self, after: Moment, hour: u8) -> Option<Moment> {
        let today = self.local(after)?.date();
        let next = today.nth_weekday(1, Weekday::Monday).ok()?;
        let mondays = [today, next].into_iter();
        mondays
            .filter(|date| date.weekday() == Weekday::Monday)
            .filter_map(|date| {
                let wall = date.at(i8::try_from(hour).ok()?, 0, 0, 0);
                Some(moment(&self.0.to_zoned_datetime(wall).ok()?))
            })
            .find(|begins| *begins > after)
    }

    /// Returns the moment of a local date and time; `None` if the date or the time does not exist.
    pub fn at(&self, date: (i16, i8, i8), hour: i8, minute: i8) -> Option<Moment> {
        let date = Date::new(date.0, date.1, date.2).ok()?;
        let wall = jiff::civil::DateTime::from_parts(
            date,
            jiff::civil::Time::new(hour, minute, 0, 0).ok()?,
        );
        Some(moment(&self.0.to_zoned_datetime(wall).ok()?))
    }

    /// Returns year, month and day at a moment.
    pub fn date(&self, at: Moment) -> Option<(i16, i8, i8)> {
        let date = self.local(at)?.date();
        Some((date.year(), date.month(), date.day()))
    }

    /// Returns the local time of day: `14:05`.
    pub fn clock(&self, at: Moment) -> String {
        self.local(at)
            .map(|local| format!("{:02}:{:02}", local.hour(), local.minute()))
            .unwrap_or_default()
    }

    /// Returns the local time; `None` beyond the calendar.
    fn local(&self, at: Moment) -> Option<ZonedDateTime> {
        let at = Timestamp::from_millisecond(at.0).ok()?;
        Some(at.to_zoned_datetime(self.0.clone()))
    }

    fn start_of(&self, date: Date) -> Option<Moment> {
        let start = self.0.to_zoned_datetime(date.at(0, 0, 0, 0)).ok()?;
        Some(moment(&start))
    }
}

/// Whether a moment is on a weekend in any zone. Zones range from UTC-12 to UTC+14.
pub fn is_weekend_somewhere(at: Moment) -> bool {
    // A weekend is longer than these 26 hours, so it cannot lie between their ends.
    let ends = [
        at.before(Duration::from_hours(12)),
        at.after(Duration::from_hours(14)),
    ];
    ends.into_iter()
        .any(|end| Zone::default().weekend_end(end).is_some())
}

fn moment(zoned: &ZonedDateTime) -> Moment {
    Moment(zoned.timestamp().as_millisecond())
}

const fn is_weekend(day: Weekday) -> bool {
    matches!(day, Weekday::Saturday | Weekday::Sunday)
}

/// Returns the name of a zone for people: `UTC+3` for `Etc/GMT-3`, whose sign is the other way round.
fn shown(name: &str) -> String {
    match name.strip_prefix("Etc/GMT") {
        Some(west) if west.starts_with('+') => format!("UTC{}", west.replace('+', "-")),
        Some(east) if east.starts_with('-') => format!("UTC{}", east.replace('-', "+")),
        _ => name.to_owned(),
    }
}

fn shortened(typed: &str) -> String {
    typed.chars().take(40).collect()
}

impl Default for Zone {
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(self.name()))
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Zone {}

impl Hash for Zone {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}
