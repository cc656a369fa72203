//! Files with one or several records: decoding, splitting and reading.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use super::listed::Listed;
use super::text::FIRST_WORDS;
use super::{Format, RecordError, Recorded, file_kind, pgn, read_one, sgf};
use crate::games::Game;

/// A text with its records.
#[derive(Clone, Debug)]
pub struct RecordFile {
    format: Option<Format>,
    /// The game that the person named, for formats that do not always tell.
    said: Option<String>,
    /// The game whose records alone are read; `None` for any.
    only: Option<&'static Game>,
    text: String,
    /// The byte range of each record, and its first line, counted from 1.
    records: Vec<(Range<usize>, usize)>,
}

/// Decodes a file. Also returns the name of its encoding if it is not UTF-8.
///
/// # Errors
///
/// A sentence that names the kind of file, if it is not text.
pub fn text_of(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<&'static str>), String> {
    if let Some(sentence) = file_kind::not_text(bytes) {
        return Err(sentence);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok((Cow::Borrowed(text.trim_start_matches('\u{feff}')), None));
    }
    // An SGF names its encoding; most other old files are from Windows.
    let named = bytes.trim_ascii_start().starts_with(b"(");
    let named = named.then(|| sgf::encoding(bytes)).flatten();
    let encoding = named
        .and_then(encoding_rs::Encoding::for_label)
        .filter(|encoding| *encoding != encoding_rs::UTF_8)
        .unwrap_or(encoding_rs::WINDOWS_1252);
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let name = if encoding == encoding_rs::WINDOWS_1252 {
        "Windows-1252"
    } else {
        encoding.name()
    };
    Ok((text, Some(name)))
}

impl RecordFile {
    /// Finds the records in a text, in this format or a detected one.
    pub fn new(format: Option<Format>, text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let (said, text) = pgn::unsaid(text);
        let said = said.map(str::to_owned);
        // Some old programs end lines with a carriage return only.
        let text = if text.contains('\n') {
            text.to_owned()
        } else {
            text.replace('\r', "\n")
        };
        let format = format
            .or(said.is_some().then_some(Format::Pgn))
            .or_else(|| Format::of(&text));
        let starts = match format {
            Some(Format::Pgn) => pgn::split(&text),
            Some(Format::Sgf) => sgf::split(&text),
            Some(Format::ApGame) => one_a_line(&text),
            Some(Format::Text) => lines_from(&text, |line| line.trim() == FIRST_WORDS),
            Some(Format::Columns) => lines_from(&text, |line| !line.trim().is_empty()),
            None => vec![(0, 1)],
        };
        let ends = starts.iter().skip(1).map(|(start, _)| *start);
        let ends = ends.chain([text.len()]);
        let records = starts
            .iter()
            .zip(ends)
            .map(|((start, line), end)| (*start..end, *line))
            .collect();
        Self {
            format,
            said,
            only: None,
            text,
            records,
        }
    }

    /// Sets the game that the person named, if any: records of other games are refused.
    pub fn of_game(mut self, game: Option<&'static Game>) -> Self {
        self.only = game;
        if let (Some(game), Some(Format::Pgn)) = (game, self.format) {
            self.said = Some(game.card.key.to_owned());
        }
        self
    }

    /// Returns the number of records, at least 1: a text without records counts as an unreadable one.
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// Returns the first line of a record, counted from 1.
    pub fn line_of(&self, index: usize) -> usize {
        self.records.get(index).map_or(1, |(_, line)| *line)
    }

    /// Returns the text to store, with the named game.
    pub fn to_text(&self) -> String {
        match &self.said {
            Some(game) => pgn::said(game, &self.text),
            None => self.text.clone(),
        }
    }

    /// Reads a record by its index, counted from 0. Errors give lines of the whole text.
    ///
    /// # Errors
    ///
    /// Where and why the text is not a record of a game that is played here.
    pub fn read(&self, index: usize) -> Result<Recorded, RecordError> {
        let (text, before) = self
            .piece(index)
            .ok_or_else(|| RecordError::whole("There is no such record in this file."))?;
        let text = match &self.said {
            Some(game) => Cow::Owned(pgn::said(game, text)),
            None => Cow::Borrowed(text),
        };
        let read = read_one(self.format, &text).map_err(|error| RecordError {
            line: error.line.map(|line| line + before),
            ..error
        })?;
        let game = read.state.game();
        match self.only {
            Some(only) if only.card.key != game.card.key => Err(RecordError::whole(format!(
                "This is a record of {}, and not of {}.",
                game.card.name, only.card.name
            ))),
            _ => Ok(read),
        }
    }

    /// Returns a summary of a record by its index, counted from 0. Unreadable parts are empty.
    pub fn listed(&self, index: usize) -> Listed {
        let Some((text, _)) = self.piece(index) else {
            return Listed::default();
        };
        match self.format {
            Some(Format::Pgn) => pgn::listed(text),
            Some(Format::Sgf) => sgf::listed(text),
            Some(Format::ApGame) => listed_json(text),
            Some(Format::Text) => listed_text(text),
            Some(Format::Columns) | None => Listed::default(),
        }
    }

    /// Returns the text of a record, and the number of lines before it.
    fn piece(&self, index: usize) -> Option<(&str, usize)> {
        let (range, line) = self.records.get(index)?;
        Some((self.text.get(range.clone())?, line - 1))
    }
}

/// Finds the records in JSON Lines, as in an export of all matches; other JSON is one record.
fn one_a_line(text: &str) -> Vec<(usize, usize)> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if lines.all(|line| line.trim_start().starts_with('{')) {
        lines_from(text, |line| !line.trim().is_empty())
    } else {
        vec![(0, 1)]
    }
}

/// Finds the records by their first lines. Text before the first one belongs to it.
fn lines_from(text: &str, begins: impl Fn(&str) -> bool) -> Vec<(usize, usize)> {
    let mut at = 0;
    let mut starts = Vec::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if begins(line) {
            starts.push((at, number));
        }
        at += line.len();
    }
    match starts.first_mut() {
        Some(first) => *first = (0, 1),
        None => starts.push((0, 1)),
    }
    starts
}

fn listed_json(text: &str) -> Listed {
    let record: Value = serde_json::from_str(text).unwrap_or_default();
    let header = &record["header"];
    let player = |index: usize| &header["players"][index];
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let result = |index: usize| player(index)["result"].as_i64();
    Listed {
        names: [0, 1].map(|index| word(&player(index)["name"])),
        result: match (result(0), result(1)) {
            (Some(first), Some(second)) => match first.cmp(&second) {
                std::cmp::Ordering::Greater => String::from("1-0"),
                std::cmp::Ordering::Less => String::from("0-1"),
                std::cmp::Ordering::Equal => String::from("1/2-1/2"),
            },
            _ => String::new(),
        },
        day: word(&header["date-start"]).chars().take(10).collect(),
    }
}

fn listed_text(text: &str) -> Listed {
    let header = |key: &str| {
        let mut lines = text.lines().take_while(|line| !line.trim().is_empty());
        lines
            .find_map(|line| line.strip_prefix(key))
            .map(|value| value.trim().to_owned())
            .unwrap_or_default()
    };
    Listed {
        names: [header("First player:"), header("Second player:")],
        result: header("Result:"),
        day: header("Proposed:").chars().take(10).collect(),
    }
}
