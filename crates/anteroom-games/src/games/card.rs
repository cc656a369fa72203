use std::collections::BTreeMap;
use std::fmt;

use super::dynamic::{AnyPosition, DynPosition};
use super::quoted::Quoted;
use super::{Effect, FullGame, Outcome, TextError, Verdict, split_steps};
use crate::board::Seat;
use crate::board::scene::{Bar, BarSide, Kind};

/// What the catalogue says of a game, and the way to its positions.
#[derive(Debug)]
pub struct Game {
    /// Its names, options and rules page.
    pub card: Card,
    start: fn(&Values) -> Result<AnyPosition, OptionError>,
    read: fn(&Values, &str) -> Result<AnyPosition, TextError>,
}

/// The names, options and rules page of a game.
#[derive(Debug)]
pub struct Card {
    /// The name in commands and records: lower case, `a-z0-9-`, never changed once matches exist.
    pub key: &'static str,
    /// The name in prose.
    pub name: &'static str,
    /// One line for lists and the command's description, at most 100 characters.
    pub tagline: &'static str,
    /// How much there is to learn before the first match.
    pub learning: Learning,
    /// Designer and year, or where the rules come from.
    pub credit: &'static str,
    /// What the first and the second seat are called before the match: `Red`, `Black`.
    pub seats: [&'static str; 2],
    /// The piece that shows a player's colour beside the name.
    pub emblem: Kind,
    /// How a turn is typed, with an example, at most 100 characters: it stands in the text field of a move.
    pub turn_hint: &'static str,
    /// The rules page, Markdown, with its section "How we read it".
    pub rules: &'static str,
    /// The file of its lessons, see [`lessons`](super::lessons).
    pub lessons: &'static str,
    /// Positions in which exactly one turn wins, one a line: see `lab puzzles make`.
    pub puzzles: &'static str,
    /// A position that shows what the game is like.
    pub sample: Sample,
    /// The version of the rules, counted from 1. A change of what a turn means, or whether it is legal, needs a new version;
    /// the older rules stay for the matches that began with them.
    pub rules_version: u32,
    /// The settings of a match. Required ones do not exist: everything has a default or may be absent.
    pub options: &'static [OptionSpec],
    /// Settings that many people like, the usual ones first: those that may be left to their defaults are left out.
    pub setups: &'static [&'static [(&'static str, &'static str)]],
    /// A match's settings as people say them, in lower case: `7×6, four in a row`. Empty where there is nothing to say.
    pub settings: fn(&Values) -> String,
    /// How many turns of both players together a match with these settings has, roughly: the mean of games in which the
    /// computer of level 1 or stronger plays itself (`lab arena`), without those that went on to no end.
    pub typical_turns: fn(&Values) -> u32,
    /// What it is called in records for other programs, where no other game of theirs has this name.
    pub record_name: &'static str,
    /// How other programs write matches with these settings.
    pub form: fn(&Values) -> Form,
    /// How results with these settings count for ratings.
    pub rateable: fn(&Values) -> Rateable,
}

/// A way to write matches that programs for other games than ours read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// None.
    None,
    /// Portable Game Notation, with this variant.
    Pgn {
        /// What stands in the tag `Variant`.
        variant: &'static str,
        /// Games of other programs that could be taken for this one.
        relatives: &'static Relatives,
    },
    /// Smart Game Format: colours begin with different letters.
    Sgf,
    /// A digit for each turn: its column, counted from 1. Canonical texts are the columns' letters.
    Columns,
}

/// Games by other rules, of which records could be taken for those of a game here.
#[derive(Debug, PartialEq, Eq)]
pub struct Relatives {
    /// What other programs call them: lower-case letters and digits only.
    pub names: &'static [&'static str],
    /// What is different there, as a clause.
    pub difference: &'static str,
}

/// How results of matches with some settings count for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rateable {
    /// Both players have the same chances but for who begins.
    Even,
    /// One of them has this many stones to begin with.
    Handicap(u8),
    /// Not at all: too few people play by these settings.
    No,
}

/// How much there is to learn of a game before one plays it. The least comes first, and so do the games of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Learning {
    /// One plays at once and looks up what is left.
    Easy,
    /// One reads the rules first.
    Deep,
}

impl Learning {
    /// In words that begin a line: `Easy to learn`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Learning::Easy => "Easy to learn",
            Learning::Deep => "Deep",
        }
    }
}

/// The settings of a game that has none.
pub(super) fn no_settings(_: &Values) -> String {
    String::new()
}

/// This many turns on a board of this many cells, in proportion on a board of other size.
pub(super) fn in_proportion(turns: u32, cells: u32, usual: u32) -> u32 {
    (turns.saturating_mul(cells) / usual.max(1)).max(1)
}

/// The form of a game that other programs do not know.
pub(super) fn no_form(_: &Values) -> Form {
    Form::None
}

/// How results count in a game whose settings all do.
pub(super) fn always_even(_: &Values) -> Rateable {
    Rateable::Even
}

/// A position worth showing, with the turn that led to it.
#[derive(Debug)]
pub struct Sample {
    /// Settings that are not the usual ones.
    pub options: &'static [(&'static str, &'static str)],
    /// The position text to begin with; empty for the start of the game.
    pub from: &'static str,
    /// The steps from there, separated by spaces.
    pub play: &'static str,
}

/// One setting of a game.
#[derive(Debug)]
pub struct OptionSpec {
    /// Its name in commands and records: lower case, `a-z0-9-`.
    pub key: &'static str,
    /// One line, at most 100 characters.
    pub description: &'static str,
    /// What it may be.
    pub kind: OptionKind,
    /// The sentence that refuses any other value, where what is allowed depends on the settings given with it. It may
    /// leave it to the others to be refused first. `None`: the allowed values are named.
    pub refusal: Option<fn(&GivenOptions) -> Option<String>>,
}

/// What a setting may be.
#[derive(Debug)]
pub enum OptionKind {
    /// A whole number within bounds, both included.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// The value when none is given; `None`: the setting may be absent.
        default: Option<i64>,
    },
    /// One of at most 25 words: the value and what it is called.
    Choice {
        /// Values and labels.
        choices: &'static [(&'static str, &'static str)],
        /// The value when none is given.
        default: &'static str,
    },
    /// A whole number from 0 to 4294967295 that is drawn when none is given.
    Seed,
}

/// Settings as somebody gave them: keys and values, unchecked.
pub type GivenOptions = BTreeMap<String, String>;

/// The settings of a match: complete, each in its one canonical form and allowed by the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(BTreeMap<String, String>);

/// Why settings are refused: a sentence that names the setting and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(
    /// The sentence.
    pub String,
);

impl Game {
    /// The game with these rules and this card.
    #[must_use]
    pub const fn new<P: FullGame>(card: Card) -> Self {
        Self {
            card,
            start: |values| Ok(Box::new(P::start(&P::options(values)?))),
            read: |values, text| {
                let options = P::options(values).map_err(|error| TextError(error.to_string()))?;
                Ok(Box::new(P::read(&options, text)?))
            },
        }
    }

    /// A game whose positions are of one type for some settings and of another for others, with this card.
    ///
    /// Both functions get values that fit the card's options one by one; they check that the values fit each other.
    pub(super) const fn of_several_types(
        card: Card,
        start: fn(&Values) -> Result<AnyPosition, OptionError>,
        read: fn(&Values, &str) -> Result<AnyPosition, TextError>,
    ) -> Self {
        Self { card, start, read }
    }

    /// The strip above a board: the player to move and the score, as far as the position knows. The caller adds names and the
    /// note; until then players are called by their colours.
    #[must_use]
    pub fn bar(&self, position: &dyn DynPosition) -> Bar {
        let (tally, stock) = (position.tally(), position.stock());
        let winner = match position.outcome() {
            Some(Outcome {
                verdict: Verdict::Win(seat),
                ..
            }) => Some(seat),
            _ => None,
        };
        let side = |seat: Seat| {
            let colour = position.colour_of(seat);
            BarSide {
                colour,
                kind: self.card.emblem,
                name: position.colours()[colour.index()].to_owned(),
                score: tally.map(|tally| tally[seat.index()]),
                stock: stock[seat.index()].clone(),
                to_move: position.to_move() == Some(seat),
                won: winner == Some(seat),
            }
        };
        Bar {
            sides: Seat::BOTH.map(side),
            note: String::new(),
        }
    }

    /// Checks and completes the settings of a match. `draw` gives a seed where one is wanted and none was given.
    ///
    /// # Errors
    ///
    /// An unknown key, a value out of bounds, or values that do not fit each other.
    pub fn complete_options(
        &self,
        given: &GivenOptions,
        mut draw: impl FnMut() -> u32,
    ) -> Result<Values, OptionError> {
        if let Some(unknown) = given.keys().find(|key| {
            !self
                .card
                .options
                .iter()
                .any(|spec| spec.key == key.as_str())
        }) {
            let known: Vec<_> = self.card.options.iter().map(|spec| spec.key).collect();
            let known = if known.is_empty() {
                String::from("it has none")
            } else {
                format!("it has {}", known.join(", "))
            };
            return Err(OptionError(format!(
                "{} has no option {}: {known}.",
                self.card.name,
                Quoted(unknown)
            )));
        }
        let mut values = BTreeMap::new();
        for spec in self.card.options {
            let value = match given.get(spec.key) {
                Some(text) => Some(spec.canonical(text, given)?),
                None => spec.kind.default_value(&mut draw),
            };
            if let Some(value) = value {
                values.insert(spec.key.to_owned(), value);
            }
        }
        let values = Values(values);
        (self.start)(&values)?;
        Ok(values)
    }

    /// A position that shows what the game is like, with the effects of the turn that led to it; `None` if it could not
    /// be made, which a test keeps from happening.
    #[must_use]
    pub fn sample(&self) -> Option<(AnyPosition, Vec<Effect>)> {
        let Sample {
            options,
            from,
            play,
        } = &self.card.sample;
        let given = options.iter();
        let given = given
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        let values = self.complete_options(&given, || 0).ok()?;
        let mut position = match *from {
            "" => self.start(&values).ok()?,
            from => self.read(&values, from).ok()?,
        };
        let mut effects = Vec::new();
        for step in split_steps(play) {
            if position.turn().is_empty() {
                effects.clear();
            }
            effects.extend(position.play(step).ok()?.effects);
        }
        Some((position, effects))
    }

    /// The position before the first turn.
    ///
    /// # Errors
    ///
    /// When the values are not those of a match with [complete](Self::complete_options) options of this game.
    pub fn start(&self, values: &Values) -> Result<AnyPosition, OptionError> {
        (self.start)(values)
    }

    /// Reads a position text.
    ///
    /// # Errors
    ///
    /// When the text is not of this game and these options, or shows what cannot be.
    pub fn read(&self, values: &Values, text: &str) -> Result<AnyPosition, TextError> {
        (self.read)(values, text)
    }
}

impl OptionSpec {
    /// The one form of a value that somebody gave, among others.
    fn canonical(&self, text: &str, given: &GivenOptions) -> Result<String, OptionError> {
        self.kind.canonical(self.key, text).map_err(|named| {
            let words = self.refusal.and_then(|refusal| refusal(given));
            words.map_or(named, OptionError)
        })
    }
}

impl OptionKind {
    fn canonical(&self, key: &str, text: &str) -> Result<String, OptionError> {
        let text = text.trim();
        match self {
            OptionKind::Integer { min, max, .. } => match text.parse::<i64>() {
                Ok(value) if (*min..=*max).contains(&value) => Ok(value.to_string()),
                _ => Err(OptionError(format!(
                    "{key} must be a whole number from {min} to {max}, not {}.",
                    Quoted(text)
                ))),
            },
            OptionKind::Seed => match text.parse::<u32>() {
                Ok(value) => Ok(value.to_string()),
                Err(_) => Err(OptionError(format!(
                    "{key} must be a whole number from 0 to {}, not {}.",
                    u32::MAX,
                    Quoted(text)
                ))),
            },
            OptionKind::Choice { choices, .. } => {
                let found = choices
                    .iter()
                    .find(|(value, _)| value.eq_ignore_ascii_case(text));
                found.map(|(value, _)| (*value).to_owned()).ok_or_else(|| {
                    let allowed: Vec<_> = choices.iter().map(|(value, _)| *value).collect();
                    OptionError(format!(
                        "{key} must be one of {}, not {}.",
                        allowed.join(", "),
                        Quoted(text)
                    ))
                })
            }
        }
    }

    fn default_value(&self, draw: impl FnOnce() -> u32) -> Option<String> {
        match self {
            OptionKind::Integer { default, .. } => default.map(|value| value.to_string()),
            OptionKind::Choice { default, .. } => Some((*default).to_owned()),
            OptionKind::Seed => Some(draw().to_string()),
        }
    }
}

impl Values {
    /// The value of a setting; `None` where it may be absent and is.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// The value of a setting that has a default, so that every match has it.
    #[must_use]
    pub(super) fn always(&self, key: &str) -> &str {
        let value = self.get(key);
        debug_assert!(value.is_some(), "the settings of a match lack {key}");
        value.unwrap_or_default()
    }

    /// The value of a whole-number setting that has a default; that default, should it ever be missing.
    #[must_use]
    pub(super) fn always_number(&self, key: &str, default: u32) -> u32 {
        let value = self.always(key).parse();
        debug_assert!(value.is_ok(), "the setting {key} of a match is no number");
        value.unwrap_or(default)
    }

    /// The value of a whole-number setting.
    #[must_use]
    pub fn integer(&self, key: &str) -> Option<i64> {
        self.get(key)?.parse().ok()
    }

    /// Keys and values in order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Takes stored values back without checking them: they were settled when they were stored, and the game checks
    /// again when it starts.
    #[must_use]
    pub fn from_stored(values: BTreeMap<String, String>) -> Self {
        Self(values)
    }
}

impl fmt::Display for Values {
    /// `columns 7, rows 6, n 4`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (key, value)) in self.iter().enumerate() {
            write!(f, "{}{key} {value}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}
