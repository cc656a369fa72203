//! What a challenger chooses for a match, the terms that the accepting player must meet, and the statistics behind them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};

use super::amounts::{counted, hours, in_hours};
use super::stored;
use crate::people::Moment;

/// What a challenger chooses for a match besides its game, its players and its clock.
///
/// The default of each term is that of a stored challenge without it. Events store the terms as they stand here, so a
/// new one needs `#[serde(default, skip_serializing_if = …)]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatchTerms {
    /// Whether the challenger wants the result to count for ratings. Other conditions are checked at the end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The terms that an accepting player must meet, if anyone may accept it.
    #[serde(
        rename = "terms",
        default,
        skip_serializing_if = "OpponentTerms::is_none"
    )]
    pub opponent: OpponentTerms,
}

/// The terms for the players who may accept an open challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OpponentTerms {
    /// Whether players may have lost at most [`MOST_LOST_ON_TIME`] per cent of their matches on time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub punctual: bool,
    /// Whether players must make half of their turns within [`QUICK`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quick: bool,
    /// The number of matches that players must have finished.
    #[serde(default)]
    pub finished: u32,
    /// The range in which the players' rating in the game must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingRange>,
}

/// A range of ratings, both ends included. In JSON it is these two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[u16; 2]", into = "[u16; 2]")]
pub struct RatingRange {
    /// The lowest rating; 0 for no limit.
    pub least: u16,
    /// The highest rating; `MOST_RATING` for no limit.
    pub greatest: u16,
}

/// A rating above every real one.
const MOST_RATING: u16 = 9_999;

/// The rating of a player without a rated match.
pub const UNRATED: u16 = 1_500;

/// The error for a text that is not a range of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A range of ratings is written as 1400-1700, or as 1400+ for 1400 and more.")]
pub struct NoRatingRange;

impl fmt::Display for RatingRange {
    /// Writes `1400-1700` or `1400+`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.greatest {
            MOST_RATING => write!(f, "{}+", self.least),
            greatest => write!(f, "{}-{greatest}", self.least),
        }
    }
}

impl From<[u16; 2]> for RatingRange {
    fn from([least, greatest]: [u16; 2]) -> Self {
        Self { least, greatest }
    }
}

impl From<RatingRange> for [u16; 2] {
    fn from(RatingRange { least, greatest }: RatingRange) -> Self {
        [least, greatest]
    }
}

impl RatingRange {
    /// Returns `1400 to 1700`, `1400 or more` or `1400 or less`.
    pub fn words(&self) -> String {
        match (self.least, self.greatest) {
            (least, MOST_RATING) => format!("{least} or more"),
            (0, greatest) => format!("{greatest} or less"),
            (least, greatest) => format!("{least} to {greatest}"),
        }
    }
}

impl FromStr for RatingRange {
    type Err = NoRatingRange;

    fn from_str(text: &str) -> Result<Self, NoRatingRange> {
        let number = |text: &str| {
            let text = text.trim();
            let digits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
            let number = if digits { text.parse().ok() } else { None };
            number.ok_or(NoRatingRange)
        };
        let text = text.trim();
        let (least, greatest) = match text.strip_suffix('+') {
            Some(least) => (number(least)?, MOST_RATING),
            None => {
                let (least, greatest) = text.split_once(['-', '–', '—']).ok_or(NoRatingRange)?;
                (number(least)?, number(greatest)?)
            }
        };
        if least > greatest {
            return Err(NoRatingRange);
        }
        Ok(Self { least, greatest })
    }
}

/// The highest percentage of matches that a punctual player may have lost on time.
pub const MOST_LOST_ON_TIME: u32 = 10;

/// The time within which a quick player makes half of their turns.
pub const QUICK: Duration = Duration::from_hours(24);

/// A player's punctuality in matches against people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Figures {
    /// The number of finished matches.
    pub finished: u32,
    /// The number of matches lost on time.
    pub lost_on_time: u32,
    /// When the player last lost a match on time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_lost_on_time: Option<Moment>,
    /// The number of matches finished since then; all matches if none was lost on time.
    ///
    /// It is absent in challenges from before it was counted.
    #[serde(default)]
    pub since: u32,
    /// The times for a quarter, half and three quarters of the player's turns; `None` before the first.
    ///
    /// Planned turns do not count.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "stored::quartiles"
    )]
    pub quartiles: Option<[Duration; 3]>,
}

/// The upper bounds in seconds of the classes by which turns are counted.
const TURN_TIMES: [u64; 26] = {
    const HOUR: u64 = 3_600;
    const DAY: u64 = 24 * HOUR;
    [
        60,
        120,
        300,
        600,
        900,
        1_800,
        HOUR,
        2 * HOUR,
        3 * HOUR,
        4 * HOUR,
        6 * HOUR,
        8 * HOUR,
        12 * HOUR,
        18 * HOUR,
        DAY,
        36 * HOUR,
        2 * DAY,
        3 * DAY,
        4 * DAY,
        5 * DAY,
        7 * DAY,
        10 * DAY,
        14 * DAY,
        21 * DAY,
        30 * DAY,
        365 * DAY,
    ]
};

/// Returns the class of a turn that took `time`, for [`quartiles`].
pub fn turn_time_class(time: Duration) -> u8 {
    let class = TURN_TIMES.partition_point(|most| Duration::from_secs(*most) < time);
    u8::try_from(class.min(TURN_TIMES.len() - 1)).unwrap_or(u8::MAX)
}

/// Returns the times within which a quarter, half and three quarters of the turns were made.
///
/// `classes` holds the number of turns of each [class](turn_time_class), in ascending order. Returns `None` if
/// there are no turns.
pub fn quartiles(classes: &[(u8, u64)]) -> Option<[Duration; 3]> {
    let all: u64 = classes.iter().map(|(_, turns)| turns).sum();
    if all == 0 {
        return None;
    }
    Some([1, 2, 3].map(|quarters| {
        let wanted = all.saturating_mul(quarters).div_ceil(4);
        let mut made = 0;
        let class = classes.iter().find(|(_, turns)| {
            made += turns;
            made >= wanted
        });
        let longest = class
            .and_then(|(class, _)| TURN_TIMES.get(usize::from(*class)))
            .copied();
        Duration::from_secs(longest.unwrap_or(u64::from(u32::MAX)))
    }))
}

/// A term that the accepting player does not meet, with the player's own figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
pub enum UnmetTerm {
    /// The player has finished too few matches.
    #[error(
        "This challenge is for players who have finished at least {} against people. You have finished {finished}.",
        counted(*least, "match", "matches")
    )]
    TooFewFinished {
        /// The number that the challenge asks for.
        least: u32,
        /// The number that the player has finished.
        finished: u32,
    },
    /// The player has lost too many matches on time.
    #[error(
        "This challenge is for players who have lost at most {MOST_LOST_ON_TIME} % of their matches on time. You have lost {lost_on_time} of {finished}."
    )]
    NotPunctual {
        /// The number of matches that the player has lost on time.
        lost_on_time: u32,
        /// The number of matches that the player has finished.
        finished: u32,
    },
    /// The player's turns take too long.
    #[error(
        "This challenge is for players who make half of their turns within {} hours. Half of yours take up to {}.",
        hours(QUICK), in_hours(*half)
    )]
    NotQuick {
        /// The time within which the player makes half of their turns.
        half: Duration,
    },
    /// The player's rating is out of range.
    #[error(
        "This challenge is for players who are rated {} in this game. {}.",
        range.words(), own_rating(*rating)
    )]
    RatedOtherwise {
        /// The range that the challenge asks for.
        range: RatingRange,
        /// The player's rating; `None` before the first rated match.
        rating: Option<u16>,
    },
}

fn own_rating(rating: Option<u16>) -> String {
    match rating {
        Some(rating) => format!("You are rated {rating}"),
        None => format!("You have no rating in it yet, which counts as {UNRATED}"),
    }
}

impl OpponentTerms {
    /// Whether there are no terms.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Checks the terms against a player's figures.
    ///
    /// `rating` is the player's rating in the game; `None` counts as [`UNRATED`].
    /// The error is the term that the player does not meet, with their own figure.
    pub fn check(&self, figures: &Figures, rating: Option<u16>) -> Result<(), UnmetTerm> {
        let Figures {
            finished,
            lost_on_time,
            quartiles,
            ..
        } = *figures;
        if finished < self.finished {
            return Err(UnmetTerm::TooFewFinished {
                least: self.finished,
                finished,
            });
        }
        let late =
            u64::from(lost_on_time) * 100 > u64::from(finished) * u64::from(MOST_LOST_ON_TIME);
        if self.punctual && late {
            return Err(UnmetTerm::NotPunctual {
                lost_on_time,
                finished,
            });
        }
        if let Some([_, half, _]) = quartiles
            && self.quick
            && half > QUICK
        {
            return Err(UnmetTerm::NotQuick { half });
        }
        match self.rating {
            Some(range) if !(range.least..=range.greatest).contains(&rating.unwrap_or(UNRATED)) => {
                Err(UnmetTerm::RatedOtherwise { range, rating })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_counts_within_the_least_time_that_it_fits_into() {
        let class = |seconds| turn_time_class(Duration::from_secs(seconds));
        let within = |seconds| TURN_TIMES[usize::from(class(seconds))];
        for (seconds, expected) in [
            (0, 60),
            (60, 60),
            (61, 120),
            (86_399, 86_400),
            (86_400, 86_400),
            (86_401, 129_600),
            (40 * 86_400, 365 * 86_400),
            (u64::MAX, 365 * 86_400),
        ] {
            assert_eq!(within(seconds), expected, "{seconds}");
        }
        assert!(TURN_TIMES.is_sorted());
        assert!(TURN_TIMES.contains(&QUICK.as_secs()));
    }

    #[test]
    fn quartiles_are_those_of_the_turns_themselves() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..500 {
            let mut times: Vec<u64> = (0..random.usize(1..60))
                .map(|_| 1 << random.u32(0..25))
                .collect();
            times.sort_unstable();
            let mut classes: Vec<(u8, u64)> = Vec::new();
            for time in &times {
                let class = turn_time_class(Duration::from_secs(*time));
                match classes.last_mut() {
                    Some((last, turns)) if *last == class => *turns += 1,
                    _ => classes.push((class, 1)),
                }
            }
            let found = quartiles(&classes).expect("turns");
            for (quarters, within) in (1..=3).zip(found) {
                let middle = times[(times.len() * quarters).div_ceil(4) - 1];
                let expected =
                    TURN_TIMES[usize::from(turn_time_class(Duration::from_secs(middle)))];
                assert_eq!(within.as_secs(), expected, "{times:?}");
            }
        }
        assert_eq!(quartiles(&[]), None);
    }

    #[test]
    fn a_range_of_ratings_is_read_or_refused() {
        for (text, expected) in [
            ("1400-1700", Some((1400, 1700))),
            (" 1400 – 1700 ", Some((1400, 1700))),
            ("0-0", Some((0, 0))),
            ("1600+", Some((1600, MOST_RATING))),
            ("1600-9999", Some((1600, MOST_RATING))),
        ] {
            let range = expected.map(|(least, greatest)| RatingRange { least, greatest });
            assert_eq!(text.parse().ok(), range, "{text}");
            let written = range.map(|range| range.to_string()).unwrap_or_default();
            assert_eq!(written.parse().ok(), range, "{written}");
        }
        for text in [
            "",
            "1500",
            "1700-1400",
            "-1400",
            "1400-",
            "+",
            "+1400",
            "-5-10",
            "1-+2",
            "99999+",
            "a-b",
            "1400-1700-",
            "١٤٠٠-١٧٠٠",
        ] {
            assert_eq!(text.parse::<RatingRange>(), Err(NoRatingRange), "{text}");
        }
    }

    #[test]
    fn ratings_at_the_ends_of_a_range_are_in_it() {
        let said = |range: &str, rating| {
            let terms = OpponentTerms {
                rating: range.parse().ok(),
                ..OpponentTerms::default()
            };
            let refusal = terms.check(&Figures::default(), rating).err();
            refusal
                .map(|refusal| refusal.to_string())
                .unwrap_or_default()
        };
        for (range, rating) in [
            ("1400-1700", Some(1400)),
            ("1400-1700", Some(1700)),
            ("1400-1700", None),
            ("1600+", Some(2900)),
        ] {
            assert_eq!(said(range, rating), "", "{range} {rating:?}");
        }
        for (range, rating, expected) in [
            (
                "1400-1700",
                Some(1399),
                "This challenge is for players who are rated 1400 to 1700 in this game. You are rated 1399.",
            ),
            (
                "1400-1700",
                Some(1701),
                "This challenge is for players who are rated 1400 to 1700 in this game. You are rated 1701.",
            ),
            (
                "1600+",
                None,
                "This challenge is for players who are rated 1600 or more in this game. You have no rating in it yet, which counts as 1500.",
            ),
        ] {
            assert_eq!(said(range, rating), expected);
        }
    }

    #[test]
    fn each_term_is_met_or_named() {
        let figures = |finished, lost_on_time, half: u64| Figures {
            finished,
            lost_on_time,
            last_lost_on_time: None,
            since: 0,
            quartiles: (half > 0).then(|| [1, half, half].map(Duration::from_hours)),
        };
        let punctual = OpponentTerms {
            punctual: true,
            ..OpponentTerms::default()
        };
        let quick = OpponentTerms {
            quick: true,
            ..OpponentTerms::default()
        };
        let finished = OpponentTerms {
            finished: 5,
            ..OpponentTerms::default()
        };
        let no_terms = OpponentTerms::default();
        let late = "This challenge is for players who have lost at most 10 % of their matches on time. You have lost 3 of 12.";
        for (terms, figures, expected) in [
            (no_terms, figures(20, 20, 900), ""),
            (punctual, figures(0, 0, 0), ""),
            (punctual, figures(10, 1, 0), ""),
            (punctual, figures(12, 3, 0), late),
            (quick, figures(0, 0, 0), ""),
            (quick, figures(1, 0, 24), ""),
            (
                quick,
                figures(1, 0, 36),
                "This challenge is for players who make half of their turns within 24 hours. Half of yours take up to 36 hours.",
            ),
            (finished, figures(5, 0, 0), ""),
            (
                finished,
                figures(4, 0, 0),
                "This challenge is for players who have finished at least 5 matches against people. You have finished 4.",
            ),
        ] {
            let said = terms.check(&figures, None).err();
            assert_eq!(
                said.map(|refusal| refusal.to_string()).unwrap_or_default(),
                expected
            );
        }
    }
}
