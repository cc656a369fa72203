//! Records of matches in formats for people and other programs.
//!
//! Pure: text in, text out. Input is untrusted: the rules check each turn, and an error names the line and the turn,
//! with the board before it.

mod apgame;
mod build;
mod columns;
mod comments;
mod extras;
mod file_kind;
mod files;
mod listed;
mod moment;
mod notes;
mod pgn;
mod sgf;
mod source;
mod terms;
mod text;
mod variant;

use std::fmt;

pub use extras::Extras;
pub use files::{RecordFile, text_of};
pub use listed::Listed;
pub use notes::Noted;
pub use source::Source;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::board::Seat;
use crate::games::Form;
use crate::kernel::fair::ALLOWANCE;
use crate::matches::{Event, Match, MatchId, ReplayError};

/// The longest text that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// The error of an import of the whole data export.
pub const NOT_A_DATA_EXPORT: &str = "This file is your data export, which is not a record. Import my-matches.jsonl, the other file of the same answer.";

/// The most turns that are read.
pub const MOST_TURNS: usize = 5000;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(const_into_str, parse_err_ty = String, parse_err_fn = no_such_format)]
pub enum Format {
    /// The bot's own text, with one event per line.
    #[strum(serialize = "text")]
    Text,
    /// AbstractPlay's `APGameRecord`, in JSON.
    #[strum(serialize = "apgame")]
    ApGame,
    /// The notation of chess programs.
    #[strum(serialize = "pgn")]
    Pgn,
    /// Smart Game Format, version 4.
    #[strum(serialize = "sgf")]
    Sgf,
    /// The columns of Connect Four as digits.
    #[strum(serialize = "columns")]
    Columns,
}

/// A match read from a record.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Its number where it was played, if known.
    pub id: Option<MatchId>,
    /// The players' names, first seat first; empty if unknown.
    pub names: [String; 2],
    /// The events of the match, oldest first.
    pub events: Vec<Event>,
    /// The match after all events.
    pub state: Match,
    /// The notes on its boards, in the order of the record.
    pub notes: Vec<Noted>,
    /// The data beyond the match, and the unknown parts of the match.
    pub extras: Extras,
}

/// The reason why a text is not a record of a match.
#[derive(Clone, Debug)]
pub struct RecordError {
    /// The line, counted from 1, for formats with meaningful lines.
    pub line: Option<usize>,
    /// The turn, counted from 1.
    pub turn: Option<usize>,
    /// The reason as a sentence. It may quote the record.
    pub why: String,
    /// The match before that turn.
    pub before: Option<Box<Match>>,
}

/// The reason why a match cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotWritten {
    /// The format does not support this game with these options.
    #[error("{game} with these settings cannot be written as {format}.")]
    Game {
        /// The game's name.
        game: &'static str,
        format: Format,
    },
    /// The format supports finished matches only.
    #[error("{0} is for matches that are over.")]
    NotOver(Format),
    /// The match has not started.
    #[error("Nobody has accepted this challenge, so there is nothing to record.")]
    NotBegun,
    /// The events cannot be replayed.
    #[error("{0}")]
    Broken(String),
}

impl Format {
    /// Returns a short description.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Text => "Text: everything that happened, for people and for this bot",
            Self::ApGame => "APGameRecord (JSON): for AbstractPlay's tools",
            Self::Pgn => "PGN: for chess programs",
            Self::Sgf => "SGF: for readers of game trees",
            Self::Columns => "Columns: for Connect Four solvers",
        }
    }

    /// Returns the file extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Text | Self::Columns => "txt",
            Self::ApGame => "json",
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
        }
    }

    /// Returns a short name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::ApGame => "APGameRecord",
            Self::Pgn => "PGN",
            Self::Sgf => "SGF",
            Self::Columns => "Columns",
        }
    }

    /// Returns the formats in which a match can be written now.
    pub fn offered(state: &Match) -> impl Iterator<Item = Self> {
        let over = state.ending().is_some();
        let all = Self::VARIANTS.iter().copied();
        all.filter(move |format| format.fits(state) && (over || *format != Self::ApGame))
    }

    /// Whether the format supports a match's game, options and initial position.
    pub fn fits(self, state: &Match) -> bool {
        let form = (state.game().card.form)(&state.proposal().options);
        match self {
            Self::Text | Self::ApGame => true,
            Self::Pgn => matches!(form, Form::Pgn { .. }),
            Self::Sgf => form == Form::Sgf,
            Self::Columns => form == Form::Columns && state.proposal().position.is_none(),
        }
    }

    /// Detects the format of a text by its beginning; `None` if it is unknown.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first = text.chars().next()?;
        Some(match first {
            _ if text.starts_with(text::FIRST_WORDS) => Self::Text,
            '{' => Self::ApGame,
            '[' | '%' | ';' => Self::Pgn,
            '(' => Self::Sgf,
            // A PGN without tags begins with a move number.
            '0'..='9' if first_number_ends_with_a_dot(text) => Self::Pgn,
            '1'..='7' => Self::Columns,
            _ => return None,
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::ApGame => "APGameRecord",
            Self::Pgn => "PGN",
            Self::Sgf => "SGF",
            Self::Columns => "a string of columns",
        })
    }
}

fn no_such_format(_: &str) -> String {
    let words = Format::VARIANTS.iter().map(Format::into_str);
    let words = words.collect::<Vec<_>>().join(", ");
    format!("There is no such format; there are {words}.")
}

impl From<ReplayError> for NotWritten {
    fn from(error: ReplayError) -> Self {
        Self::Broken(error.to_string())
    }
}

/// Returns the word for a seat in records.
const fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

fn read_seat(word: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|one| seat(*one) == word)
}

impl RecordError {
    /// Returns an error about the whole text.
    pub(crate) fn whole(why: impl Into<String>) -> Self {
        Self {
            line: None,
            turn: None,
            why: why.into(),
            before: None,
        }
    }

    /// Returns the error of a record that takes more than the allowance of processor time.
    pub(crate) fn too_long() -> Self {
        Self::whole(format!(
            "This record takes more than {} seconds to replay, so the bot stopped. Import a shorter record.",
            ALLOWANCE.as_secs()
        ))
    }

    pub(crate) fn at(line: usize, why: impl Into<String>) -> Self {
        Self {
            line: Some(line),
            ..Self::whole(why)
        }
    }

    /// Returns an error about the next turn of a match.
    pub(crate) fn next_turn(state: &Match, line: Option<usize>, why: impl Into<String>) -> Self {
        Self {
            line,
            turn: Some(state.record().len() + 1),
            before: Some(Box::new(state.clone())),
            ..Self::whole(why)
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.turn) {
            (Some(line), Some(turn)) => write!(f, "Line {line}, turn {turn}: ")?,
            (Some(line), None) => write!(f, "Line {line}: ")?,
            (None, Some(turn)) => write!(f, "Turn {turn}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.why)
    }
}

impl std::error::Error for RecordError {}

/// Writes a match in a format.
pub fn write(format: Format, source: &Source<'_>) -> Result<String, NotWritten> {
    let state = source.state;
    if state.players().is_none() {
        return Err(NotWritten::NotBegun);
    }
    if !format.fits(state) {
        return Err(NotWritten::Game {
            game: state.game().card.name,
            format,
        });
    }
    match format {
        Format::Text => text::write(source),
        Format::ApGame => apgame::write(source),
        Format::Pgn => pgn::write(source),
        Format::Sgf => sgf::write(source),
        Format::Columns => columns::write(source),
    }
}

/// Writes a finished match as an `APGameRecord` on one line.
pub fn line(source: &Source<'_>) -> Result<String, NotWritten> {
    let record = write(Format::ApGame, source)?;
    let value: serde_json::Value =
        serde_json::from_str(&record).map_err(|error| NotWritten::Broken(error.to_string()))?;
    Ok(format!("{value}\n"))
}

fn first_number_ends_with_a_dot(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_ascii_digit())
        .starts_with('.')
}

/// Reads the only record of a text, in this format or a detected one.
///
/// # Errors
///
/// Where and why the text is not a record of a game that is played here, or that it has several records.
pub fn read(format: Option<Format>, text: &str) -> Result<Recorded, RecordError> {
    let file = RecordFile::new(format, text);
    match file.count() {
        1 => file.read(0),
        count => Err(RecordError::whole(format!(
            "This text holds {count} records, and one is wanted."
        ))),
    }
}

fn read_one(format: Option<Format>, text: &str) -> Result<Recorded, RecordError> {
    if text.len() > MOST_BYTES {
        return Err(RecordError::whole(
            "A record can have at most 1 MB; this one is larger.",
        ));
    }
    let format = format.ok_or_else(|| {
        RecordError::whole(
            "The bot cannot read this record. It reads its own text records, APGameRecord, PGN, SGF, and Connect Four as a string of columns.",
        )
    })?;
    match format {
        Format::Text => text::read(text),
        Format::ApGame => apgame::read(text),
        Format::Pgn => pgn::read(text),
        Format::Sgf => sgf::read(text),
        Format::Columns => columns::read(text),
    }
}
