use std::fmt;
use std::str::FromStr;

/// When and how a person is reminded of turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminders {
    /// The reminder during a turn.
    pub nudge: Nudge,
    /// The hours before the deadline at which a last call is sent; from [`LAST_CALLS`], earliest first.
    pub last_calls: Vec<u8>,
    /// The hours of the person's day at which the digest is sent; at most 2.
    pub digest: Vec<u8>,
    /// The hours without reminders.
    pub quiet: Option<QuietHours>,
    /// Whether reminders are private messages instead of posts in the match's thread.
    pub private: bool,
}

/// The hours before a deadline at which a last call can be sent.
pub const LAST_CALLS: [u8; 4] = [24, 8, 4, 1];

/// The most digests a day.
pub const MOST_DIGESTS: usize = 2;

impl Default for Reminders {
    fn default() -> Self {
        Self {
            nudge: Nudge::default(),
            last_calls: vec![4],
            digest: Vec::new(),
            quiet: None,
            private: false,
        }
    }
}

/// When a person is reminded during a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nudge {
    /// Never.
    Off,
    /// When half of the time has passed.
    Half,
    /// When four fifths of the time have passed.
    #[default]
    Late,
    /// Every *n* hours.
    Every(u8),
}

impl Nudge {
    /// All choices.
    pub const ALL: [Nudge; 11] = [
        Nudge::Off,
        Nudge::Half,
        Nudge::Late,
        Nudge::Every(1),
        Nudge::Every(2),
        Nudge::Every(3),
        Nudge::Every(4),
        Nudge::Every(6),
        Nudge::Every(8),
        Nudge::Every(12),
        Nudge::Every(24),
    ];
}

impl FromStr for Nudge {
    type Err = strum::ParseError;

    fn from_str(word: &str) -> Result<Self, strum::ParseError> {
        let found = Self::ALL.into_iter().find(|one| one.to_string() == word);
        found.ok_or(strum::ParseError::VariantNotFound)
    }
}

impl fmt::Display for Nudge {
    /// Writes the word that the database stores: `late`, `6h`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nudge::Off => f.write_str("off"),
            Nudge::Half => f.write_str("half"),
            Nudge::Late => f.write_str("late"),
            Nudge::Every(hours) => write!(f, "{hours}h"),
        }
    }
}

/// A range of hours of the day, which may end on the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuietHours {
    /// The first hour, from 0 to 23.
    pub from: u8,
    /// The hour of the end, from 0 to 23; differs from `from`.
    pub until: u8,
}

/// Why a text is not a range of quiet hours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuietError {
    /// The text does not have two hours.
    #[error("\"{0}\" is not a range of quiet hours that the bot can read: write 22-7, or off.")]
    Unreadable(String),
    /// An hour is above 23.
    #[error("There is no hour {0}: hours go from 0 to 23.")]
    NoSuchHour(u32),
    /// Both hours are the same.
    #[error("Quiet hours must end at a different hour than they begin: 22-7, for example.")]
    Empty,
}

impl QuietHours {
    /// Whether quiet hours contain an hour of the day.
    pub const fn holds(self, hour: u8) -> bool {
        if self.from < self.until {
            self.from <= hour && hour < self.until
        } else {
            self.from <= hour || hour < self.until
        }
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.until)
    }
}

impl FromStr for QuietHours {
    type Err = QuietError;

    fn from_str(text: &str) -> Result<Self, QuietError> {
        let unreadable = || QuietError::Unreadable(text.trim().chars().take(40).collect());
        let (from, until) = text.split_once(['-', '–']).ok_or_else(unreadable)?;
        let hour = |part: &str| {
            let part = part.trim();
            let part = part.strip_suffix(":00").unwrap_or(part);
            let hour: u32 = part.parse().map_err(|_| unreadable())?;
            match u8::try_from(hour) {
                Ok(hour) if hour < 24 => Ok(hour),
                _ => Err(QuietError::NoSuchHour(hour)),
            }
        };
        let (from, until) = (hour(from)?, hour(until)?);
        if from == until {
            return Err(QuietError::Empty);
        }
        Ok(Self { from, until })
    }
}

/// Writes hours as one text: `8,20`.
pub fn hours_text(hours: &[u8]) -> String {
    let hours: Vec<String> = hours.iter().map(ToString::to_string).collect();
    hours.join(",")
}

/// Reads the text of [`hours_text`].
pub fn hours_of_text(text: &str) -> Vec<u8> {
    text.split(',')
        .filter_map(|hour| hour.parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_are_read_and_may_go_over_midnight() {
        let read = |text: &str| match text.parse::<QuietHours>() {
            Ok(quiet) => quiet.to_string(),
            Err(error) => error.to_string(),
        };
        for (text, expected) in [
            ("22-7", "22-7"),
            (" 22:00 – 07:00 ", "22-7"),
            ("1-5", "1-5"),
            ("25-7", "There is no hour 25: hours go from 0 to 23."),
            ("22-24", "There is no hour 24: hours go from 0 to 23."),
            (
                "7-7",
                "Quiet hours must end at a different hour than they begin: 22-7, for example.",
            ),
            (
                "-1-7",
                "\"-1-7\" is not a range of quiet hours that the bot can read: write 22-7, or off.",
            ),
            (
                "night",
                "\"night\" is not a range of quiet hours that the bot can read: write 22-7, or off.",
            ),
            (
                "22:30-7",
                "\"22:30-7\" is not a range of quiet hours that the bot can read: write 22-7, or off.",
            ),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        let night: QuietHours = "22-7".parse().expect("hours");
        let held: Vec<u8> = (0..24).filter(|hour| night.holds(*hour)).collect();
        assert_eq!(held, [0, 1, 2, 3, 4, 5, 6, 22, 23]);
        let day: QuietHours = "9-17".parse().expect("hours");
        assert!(day.holds(9) && day.holds(16) && !day.holds(17) && !day.holds(8));
    }
}
