use std::collections::BTreeMap;
use std::fmt;

use super::dynamic::{AnyPosition, DynPosition};
use super::quoted::Quoted;
use super::{Effect, FullGame, Outcome, TextError, Verdict, split_steps, turn_marks};
use anteroom_board::Seat;
use anteroom_board::scene::{Bar, BarSide, Kind, Scene};
use serde::{Deserialize, Serialize};

/// A game of the catalogue: its card and the functions that create its positions.
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
    /// How much a player must learn before the first match.
    pub learning: Learning,
    /// Designer and year, or the source of the rules.
    pub credit: &'static str,
    /// The names of the first and the second seat before the match: `Red`, `Black`.
    pub seats: [&'static str; 2],
    /// The piece that shows a player's colour beside the name.
    pub emblem: Kind,
    /// What the players' numbers count (see [`tally`](super::Notation::tally)), one and several: `piece`, `pieces`.
    /// Empty texts if the game has no such numbers.
    pub counted: [&'static str; 2],
    /// How a turn is typed, with an example, at most 100 characters. A move's text field shows it.
    pub turn_hint: &'static str,
    /// The rules page, Markdown, with its section "How we read it".
    pub rules: &'static str,
    /// The file of its lessons, see [`lessons`](super::lessons); `None` for a game without.
    pub lessons: Option<&'static str>,
    /// Positions in which exactly one turn wins, one a line: see `lab puzzles make`; `None` for a game without.
    pub puzzles: Option<&'static str>,
    /// A position that shows the character of the game.
    pub sample: Sample,
    /// The version of the rules, counted from 1.
    ///
    /// A change of a turn's meaning or legality needs a new version; matches that began with older rules keep them.
    pub rules_version: u32,
    /// The settings of a match. Each has a default or may be absent, so no setting is required.
    pub options: &'static [OptionSpec],
    /// Popular settings, the usual ones first. Settings with their default values are left out.
    pub setups: &'static [&'static [(&'static str, &'static str)]],
    /// Words a match's settings as players do, in lower case: `7×6, four in a row`.
    ///
    /// May return an empty text.
    pub settings: fn(&Values) -> String,
    /// Estimates the number of turns of both players together in a match with these settings.
    ///
    /// The number is the mean of games that the computer plays against itself at level 1 or stronger (`lab arena`),
    /// without endless games. It is less for a game that people end earlier by agreement.
    pub typical_turns: fn(&Values) -> u32,
    /// Whether these settings have the pie rule: the second player may take the first one's side after the first turn, so that
    /// one game between two people is as fair as two.
    pub pie_rule: fn(&Values) -> bool,
    /// The game's name in records for other programs, which must not have another game of this name.
    pub record_name: &'static str,
    /// Returns the format in which other programs write matches with these settings.
    pub form: fn(&Values) -> Form,
    /// Returns how results with these settings count for ratings.
    pub rateable: fn(&Values) -> Rateable,
}

/// A file format for matches that other programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No format.
    None,
    /// Portable Game Notation, with this variant.
    Pgn {
        /// The value of the tag `Variant`.
        variant: &'static str,
        /// Games of other programs that could be mistaken for this game.
        relatives: &'static Relatives,
    },
    /// Smart Game Format: colours begin with different letters.
    Sgf,
    /// A digit for each turn: its column, counted from 1. Canonical texts are the columns' letters.
    Columns,
}

/// Games with other rules whose records could be mistaken for records of a game here.
#[derive(Debug, PartialEq, Eq)]
pub struct Relatives {
    /// Their names in other programs: lower-case letters and digits only.
    pub names: &'static [&'static str],
    /// The difference between their rules and ours, as a clause.
    pub difference: &'static str,
}

/// How results of matches with some settings count for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rateable {
    /// Both players have equal chances, except for the first turn.
    Even,
    /// One player begins with this many extra stones.
    Handicap(u8),
    /// Results do not count: too few people play with these settings.
    No,
}

/// How much a player must learn before a first match, ascending. The catalogue has the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Learning {
    /// A player can begin at once and look up the rest.
    Easy,
    /// A player must read the rules first.
    Deep,
}

impl Learning {
    /// Returns the words that begin a line: `Easy to learn`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Learning::Easy => "Easy to learn",
            Learning::Deep => "Deep",
        }
    }
}

/// Words the settings of a game that has none.
pub(super) fn no_settings(_: &Values) -> String {
    String::new()
}

/// Scales a number of turns from a board of `usual` cells to a board of `cells` cells.
pub(super) fn in_proportion(turns: u32, cells: u32, usual: u32) -> u32 {
    (turns.saturating_mul(cells) / usual.max(1)).max(1)
}

/// Returns the format of a game that other programs do not know.
pub(super) fn no_form(_: &Values) -> Form {
    Form::None
}

/// Returns how results count in a game whose settings all count.
pub(super) fn always_even(_: &Values) -> Rateable {
    Rateable::Even
}

/// A position that is shown as a sample, with the turn that led to it.
#[derive(Debug)]
pub struct Sample {
    /// Settings that differ from the usual ones.
    pub options: &'static [(&'static str, &'static str)],
    /// The position text of the beginning; empty for the start of the game.
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
    /// Its type and allowed values.
    pub kind: OptionKind,
    /// Words the refusal of a value if the allowed values depend on other settings given with it.
    ///
    /// The function may return `None` so that another setting is refused first. Without a function, the refusal names
    /// the allowed values.
    pub refusal: Option<fn(&GivenOptions) -> Option<String>>,
}

/// The type and allowed values of a setting.
#[derive(Debug)]
pub enum OptionKind {
    /// A whole number within bounds, both included.
    Integer {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// The default; `None` if the setting may be absent.
        default: Option<i64>,
    },
    /// One of at most 25 words: the value and its label.
    Choice {
        /// Values and labels.
        choices: &'static [(&'static str, &'static str)],
        /// The default.
        default: &'static str,
    },
    /// A whole number from 0 to 4294967295; a random one by default.
    Seed,
}

/// Settings as a person gave them: keys and values, unchecked.
pub type GivenOptions = BTreeMap<String, String>;

/// The complete settings of a match, in canonical form and allowed by the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values(BTreeMap<String, String>);

/// The reason why settings are refused: a sentence that names the setting and the allowed values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(
    /// The sentence.
    pub String,
);

impl Game {
    /// Creates the game with these rules and this card.
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

    /// Creates a game with several types of positions, one of which the settings choose.
    /// Both functions get values that fit the card's options one by one. They check that the values fit each other.
    pub(super) const fn of_several_types(
        card: Card,
        start: fn(&Values) -> Result<AnyPosition, OptionError>,
        read: fn(&Values, &str) -> Result<AnyPosition, TextError>,
    ) -> Self {
        Self { card, start, read }
    }

    /// Returns the strip above a board with the player to move and the score, if the position has one.
    ///
    /// The caller adds the note and replaces the names of the colours with those of the players.
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
            let score = tally.map(|tally| tally[seat.index()]);
            BarSide {
                colour,
                kind: self.card.emblem,
                name: position.colours()[colour.index()].to_owned(),
                score,
                counted: match score {
                    Some(1) => self.card.counted[0],
                    Some(_) => self.card.counted[1],
                    None => "",
                },
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

    /// Checks and completes the settings of a match. `draw` returns a seed for a setting that needs one.
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

    /// Returns the sample position with the effects of the turn that led to it.
    ///
    /// `None` if the card's sample is invalid, which a test rules out.
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

    /// Returns the board of the [sample position](Self::sample) with the marks of the turn that led to it.
    #[must_use]
    pub fn sample_scene(&self) -> Option<Scene> {
        let (position, effects) = self.sample()?;
        let mut scene = position.scene(Seat::First);
        scene.marks.extend(turn_marks(&effects));
        Some(scene)
    }

    /// Returns the position before the first turn.
    ///
    /// # Errors
    ///
    /// If the values are not [complete](Self::complete_options) options of this game.
    pub fn start(&self, values: &Values) -> Result<AnyPosition, OptionError> {
        (self.start)(values)
    }

    /// Reads a position text.
    ///
    /// # Errors
    ///
    /// If the text does not belong to this game and these options, or shows an impossible position.
    pub fn read(&self, values: &Values, text: &str) -> Result<AnyPosition, TextError> {
        (self.read)(values, text)
    }
}

impl OptionSpec {
    /// Returns the canonical form of a value that was given together with others.
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
    /// Returns the value of a setting; `None` if it is absent.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Returns the value of a setting that has a default, so that every match has it.
    #[must_use]
    pub(super) fn always(&self, key: &str) -> &str {
        let value = self.get(key);
        debug_assert!(value.is_some(), "the settings of a match lack {key}");
        value.unwrap_or_default()
    }

    /// Returns the value of a whole-number setting, or `default` if the value is missing.
    #[must_use]
    pub(super) fn always_number(&self, key: &str, default: u32) -> u32 {
        let value = self.always(key).parse();
        debug_assert!(value.is_ok(), "the setting {key} of a match is no number");
        value.unwrap_or(default)
    }

    /// Returns the value of a whole-number setting.
    #[must_use]
    pub fn integer(&self, key: &str) -> Option<i64> {
        self.get(key)?.parse().ok()
    }

    /// Iterates over keys and values in order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Wraps stored values, which were checked before. The game checks them again when it starts.
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
