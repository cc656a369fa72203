//! The options of a challenge in one table: `/play`, its suggestions, the menus of the page on which a challenge is set
//! up, and what the ids of that page hold are all made from it.

use std::fmt;
use std::ops::RangeInclusive;

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{Part, printed_parts};
use crate::matches::{
    Challenge, DaysOff, MatchTerms, NoRatingRange, OpponentTerms, TimeControl, TimeError,
};

/// What a person chooses before a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeOptions {
    /// The clock; `None` for the default.
    pub time: Option<TimeControl>,
    /// The days off; `None` for the clock's default.
    pub days_off: Option<DaysOff>,
    pub terms: MatchTerms,
}

/// What is chosen from a menu before a challenge, by its word in ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Want {
    Time,
    Rated,
    DaysOff,
    /// Whether only punctual or quick players may accept.
    Only,
    Finished,
    Range,
    /// The level of the computer that plays against the person: an opponent, and so not in [`OPTIONS`].
    Level,
}

printed_parts!(Want);

/// An option of a challenge.
pub struct ChallengeOption {
    pub want: Want,
    /// The name in `/play`.
    pub name: &'static str,
    /// What `/play` says of it.
    pub description: &'static str,
    pub typed: Typed,
    /// The words on its menu.
    pub menu: &'static str,
    pub shown: Shown,
    /// What the menu offers, the usual choice first. The clocks depend on the place.
    pub choices: &'static [Choice],
    /// Takes a value, which is typed, chosen from the menu or read from an id; `None` for the usual one.
    ///
    /// The values of the options after the second one differ from each other: ids do not name the options.
    pub set: fn(&mut ChallengeOptions, Option<&str>) -> Result<(), NotTaken>,
    /// Returns the value for an id; `None` for the usual one.
    pub get: fn(&ChallengeOptions) -> Option<String>,
}

/// How the value of an option is given to `/play`.
#[derive(Clone, Debug)]
pub enum Typed {
    /// Yes for the first choice, no for the second.
    Flag,
    /// A whole number in this range.
    Number(RangeInclusive<u32>),
    /// One of the choices but the usual one, named by what people type.
    Choice,
    /// A text of at most this many characters.
    Text(u16),
    /// The same, with suggestions: the choices but the usual one, named by what people type.
    Suggested(u16),
}

/// Where the menu of an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// On the page of a game. At most three options are there, as a message has five rows.
    Page,
    /// Among the rare options, of which there are at most four.
    Rare,
    /// Among the rare options if anyone may accept.
    RareIfOpen,
}

/// A choice in the menu of an option.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub value: &'static str,
    pub label: &'static str,
    /// The second line; may be empty.
    pub description: &'static str,
    /// The label in `/play`.
    pub typed: &'static str,
    /// The words in the line of all that is chosen; `None` to say nothing.
    pub words: Option<&'static str>,
}

impl Choice {
    const fn new(value: &'static str, label: &'static str) -> Self {
        Self {
            value,
            label,
            description: "",
            typed: label,
            words: None,
        }
    }

    const fn described(self, description: &'static str) -> Self {
        Self {
            description,
            ..self
        }
    }

    const fn typed(self, typed: &'static str) -> Self {
        Self { typed, ..self }
    }

    const fn words(self, words: &'static str) -> Self {
        Self {
            words: Some(words),
            ..self
        }
    }
}

/// Why the value of an option was not taken: a sentence for the person who typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTaken {
    Says(String),
    /// The sentence repeats what was typed.
    Quotes(String),
}

/// The value of most menus for the usual choice, and that of the usual clock in ids.
pub const USUAL: &str = "usual";

/// Popular clocks.
pub const CLOCKS: &[&str] = &[
    "1d", "2d", "3d", "7d", "7d+12h", "14d+1d", "1h+1m", "15m+10s", "5m",
];

/// The sentence for other words than those of the days off.
pub const NO_SUCH_DAYS_OFF: &str = "For days off, choose `allowed`, `weekends` or `none`.";

/// The most finished matches that a challenge can require.
const MOST_FINISHED: u32 = 1_000;

/// The options of a challenge, in their order in `/play` and in ids. The first two are always in an id.
pub const OPTIONS: &[ChallengeOption] = &[
    ChallengeOption {
        want: Want::Time,
        name: "time",
        description: "The clock: 3d for three days a move, 7d+12h for a bank plus time after each move",
        typed: Typed::Suggested(40),
        menu: "Clock",
        shown: Shown::Page,
        choices: &[],
        set: |options, value| {
            let time = value.map(str::parse).transpose();
            options.time = time.map_err(|why: TimeError| quotes(why))?;
            Ok(())
        },
        get: |options| options.time.map(|time| time.to_string()),
    },
    ChallengeOption {
        want: Want::Rated,
        name: "rated",
        description: "Whether it counts for ratings (yes, if it can)",
        typed: Typed::Flag,
        menu: "Ratings",
        shown: Shown::Page,
        choices: &[
            Choice::new("rated", "Rated")
                .described("It counts for ratings if it can")
                .words("rated"),
            Choice::new("unrated", "Not rated")
                .described("It does not count for ratings")
                .words("does not count for ratings"),
        ],
        set: |options, value| {
            options.terms.rated = one_of(value, &[(None, true), (Some("unrated"), false)])?;
            Ok(())
        },
        get: |options| (!options.terms.rated).then(|| String::from("unrated")),
    },
    ChallengeOption {
        want: Want::DaysOff,
        name: "days-off",
        description: "What stops the clocks: time off, weekends or nothing",
        // Fixed choices would be too long: Discord limits a command's total length.
        typed: Typed::Suggested(20),
        menu: "Days off",
        shown: Shown::Rare,
        choices: &[
            Choice::new(USUAL, "The usual days off")
                .described("Time off stops clocks of a day a turn or more"),
            Choice::new("allowed", "Time off stops the clock")
                .typed("allowed: a player's time off (/away), for at most 14 days; usual from a day a turn on")
                .words("time off stops the clock"),
            Choice::new("weekends", "Time off and weekends stop the clock")
                .typed("weekends: time off, and Saturdays and Sundays where the player lives")
                .words("time off and weekends stop the clock"),
            Choice::new("none", "No days off")
                .typed("none: clocks always run")
                .words("no days off"),
        ],
        set: |options, value| {
            let word = value.map(|value| value.trim().to_lowercase().parse());
            let no_such = |_| says(NO_SUCH_DAYS_OFF);
            options.days_off = word.transpose().map_err(no_such)?;
            Ok(())
        },
        get: |options| options.days_off.map(|days_off| days_off.to_string()),
    },
    ChallengeOption {
        want: Want::Only,
        name: "only",
        description: "Who may accept an open challenge",
        typed: Typed::Choice,
        menu: "Who may accept",
        shown: Shown::RareIfOpen,
        choices: &[
            Choice::new(USUAL, "Anyone may accept"),
            Choice::new("punctual", "Only punctual players")
                .described("They have lost at most 10 % of their matches on time")
                .typed("Punctual: at most 10% lost on time"),
            Choice::new("quick", "Only quick players")
                .described("They make half of their turns within 24 hours")
                .typed("Quick: half their turns in 24 hours"),
            Choice::new("both", "Only punctual and quick players").typed("Both"),
        ],
        set: |options, value| {
            let opponent = &mut options.terms.opponent;
            (opponent.punctual, opponent.quick) = one_of(
                value,
                &[
                    (None, (false, false)),
                    (Some("punctual"), (true, false)),
                    (Some("quick"), (false, true)),
                    (Some("both"), (true, true)),
                    // In ids.
                    (Some("p"), (true, false)),
                    (Some("q"), (false, true)),
                    (Some("pq"), (true, true)),
                ],
            )?;
            Ok(())
        },
        get: |options| {
            let opponent = &options.terms.opponent;
            let letters = match (opponent.punctual, opponent.quick) {
                (false, false) => return None,
                (true, false) => "p",
                (false, true) => "q",
                (true, true) => "pq",
            };
            Some(letters.to_owned())
        },
    },
    ChallengeOption {
        want: Want::Finished,
        name: "finished",
        description: "Matches that the person who accepts must have finished",
        typed: Typed::Number(1..=MOST_FINISHED),
        menu: "Finished matches",
        shown: Shown::RareIfOpen,
        choices: &[
            Choice::new(USUAL, "Any number of finished matches"),
            Choice::new("1", "At least 1 match finished"),
            Choice::new("5", "At least 5 matches finished"),
            Choice::new("10", "At least 10 matches finished"),
            Choice::new("20", "At least 20 matches finished"),
            Choice::new("50", "At least 50 matches finished"),
        ],
        set: |options, value| {
            let least: Option<u32> = value.map(str::parse).transpose().map_err(|_| unknown())?;
            options.terms.opponent.finished = least.unwrap_or(0).min(MOST_FINISHED);
            Ok(())
        },
        get: |options| {
            let least = options.terms.opponent.finished;
            (least > 0).then(|| least.to_string())
        },
    },
    ChallengeOption {
        want: Want::Range,
        name: "range",
        description: "The rating that the person who accepts must have: 1400-1700",
        typed: Typed::Text(20),
        menu: "Rating",
        shown: Shown::RareIfOpen,
        choices: &[
            Choice::new(USUAL, "Any rating"),
            Choice::new("0-1400", "Rated 1400 or less"),
            Choice::new("1200-1500", "Rated 1200 to 1500"),
            Choice::new("1400-1700", "Rated 1400 to 1700"),
            Choice::new("1600-1900", "Rated 1600 to 1900"),
            Choice::new("1500+", "Rated 1500 or more"),
            Choice::new("1800+", "Rated 1800 or more"),
        ],
        set: |options, value| {
            let range = value.map(str::parse).transpose();
            options.terms.opponent.rating =
                range.map_err(|why: NoRatingRange| says(why))?;
            Ok(())
        },
        get: |options| options.terms.opponent.rating.map(|range| range.to_string()),
    },
];

fn says(why: impl fmt::Display) -> NotTaken {
    NotTaken::Says(why.to_string())
}

fn quotes(why: impl fmt::Display) -> NotTaken {
    NotTaken::Quotes(why.to_string())
}

/// For a value that Discord does not offer.
fn unknown() -> NotTaken {
    says("This choice does not exist.")
}

/// Returns what stands beside the value.
fn one_of<T: Copy>(value: Option<&str>, all: &[(Option<&str>, T)]) -> Result<T, NotTaken> {
    let found = all.iter().find(|(one, _)| *one == value);
    found.map(|(_, what)| *what).ok_or_else(unknown)
}

impl ChallengeOption {
    /// Returns the option that is chosen from this menu; `None` for the menu of levels.
    pub fn of(want: Want) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.want == want)
    }

    /// Returns the value of the usual choice.
    pub fn usual(&self) -> &'static str {
        self.choices.first().map_or(USUAL, |usual| usual.value)
    }

    /// Returns the options after a choice from the menu; `None` if the choice is invalid.
    pub fn chosen(&self, mut options: ChallengeOptions, value: &str) -> Option<ChallengeOptions> {
        let value = Some(value).filter(|value| *value != self.usual());
        (self.set)(&mut options, value).ok()?;
        Some(options)
    }

    /// Returns the choice that the menu shows as chosen.
    pub fn choice(&self, options: ChallengeOptions) -> Option<&'static Choice> {
        let is_chosen = |choice: &&Choice| self.chosen(options, choice.value) == Some(options);
        self.choices.iter().find(is_chosen)
    }

    /// Returns the choices but the usual one.
    pub fn unusual(&self) -> impl Iterator<Item = &'static Choice> {
        self.choices.iter().skip(1)
    }
}

impl ChallengeOptions {
    /// The default options.
    pub const USUAL: Self = Self {
        time: None,
        days_off: None,
        terms: MatchTerms {
            rated: true,
            opponent: OpponentTerms {
                punctual: false,
                quick: false,
                finished: 0,
                rating: None,
            },
        },
    };

    /// Returns the challenge with these options. What is not chosen stays as the challenge has it.
    pub fn of(self, challenge: Challenge) -> Challenge {
        // The default days off of another clock do not apply to this one.
        let usual = challenge.days_off == Some(DaysOff::usual(challenge.time));
        let kept = challenge.days_off.filter(|_| self.time.is_none() || !usual);
        Challenge {
            time: self.time.unwrap_or(challenge.time),
            days_off: self.days_off.or(kept),
            terms: self.terms,
            ..challenge
        }
    }
}

/// The text form: `usual-rated`, `7d+12h-unrated`, `usual-rated.weekends.pq.5.1400-1700`.
impl Part for ChallengeOptions {
    fn read(text: &str) -> Option<Self> {
        let (first_two, rare) = OPTIONS.split_at_checked(2)?;
        let mut parts = text.split('.');
        let mut read = Self::USUAL;
        for (option, value) in first_two.iter().zip(parts.next()?.splitn(2, '-')) {
            read = option.chosen(read, value)?;
        }
        for part in parts {
            let taken = |option: &ChallengeOption| option.chosen(read, part);
            read = rare.iter().find_map(taken)?;
        }
        // Only the canonical text is valid.
        (read.to_string() == text).then_some(read)
    }
}

impl fmt::Display for ChallengeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, option) in OPTIONS.iter().enumerate() {
            match (index, (option.get)(self)) {
                (0, value) => f.write_str(value.as_deref().unwrap_or(option.usual()))?,
                (1, value) => write!(f, "-{}", value.as_deref().unwrap_or(option.usual()))?,
                (_, Some(value)) => write!(f, ".{value}")?,
                (_, None) => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_shown_as_chosen_and_comes_back_from_an_id() {
        for option in OPTIONS {
            for choice in option.choices {
                let chosen = option.chosen(ChallengeOptions::USUAL, choice.value);
                let chosen = chosen.expect("a choice of the menu");
                let shown = option.choice(chosen).map(|shown| shown.value);
                assert_eq!(shown, Some(choice.value), "{}", option.name);
                assert_eq!(ChallengeOptions::read(&chosen.to_string()), Some(chosen));
            }
            assert_eq!(
                option.choices.is_empty(),
                option.want == Want::Time,
                "{}",
                option.name
            );
        }
    }

    #[test]
    fn the_menus_of_a_page_fit_a_message() {
        let count = |shown| {
            let there = OPTIONS.iter().filter(|option| option.shown == shown);
            there.count()
        };
        assert!(count(Shown::Page) <= 3);
        assert!(count(Shown::Rare) + count(Shown::RareIfOpen) <= 4);
    }
}
