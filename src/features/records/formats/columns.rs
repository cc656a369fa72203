//! Connect Four in the notation of its solvers: each turn's column as a digit from 1.

use super::build::{Begun, Builder, Head};
use super::variant::form;
use super::{NotWritten, RecordError, Recorded, Source};
use crate::games::{CATALOGUE, Form, Game, GivenOptions, Quoted};

pub(crate) fn write(source: &Source<'_>) -> Result<String, NotWritten> {
    let columns: String = source
        .lines()?
        .iter()
        .filter_map(|line| line.entry.text.as_deref())
        .filter_map(|text| text.bytes().next())
        .map(|letter| char::from(letter.wrapping_sub(b'a').wrapping_add(b'1')))
        .collect();
    Ok(format!("{columns}\n"))
}

pub(crate) fn read(text: &str) -> Result<Recorded, RecordError> {
    let head = Head {
        id: None,
        game: game().ok_or_else(|| RecordError::whole("No game here is written in columns."))?,
        options: GivenOptions::new(),
        rules_version: None,
        time: None,
        names: Default::default(),
        begun: Begun::Unknown,
        position: None,
    };
    let mut builder = Builder::new(head)?;
    // A file of several lines is split before: each line is a record.
    let (above, line) = match text.find(|c: char| !c.is_whitespace()) {
        Some(at) => (text[..at].matches('\n').count(), text.trim()),
        None => (0, ""),
    };
    for c in line.chars() {
        let Some(letter) = letter(c) else {
            return Err(RecordError {
                turn: Some(builder.state().record().len() + 1),
                ..RecordError::at(
                    above + 1,
                    format!(
                        "{} is no column. A game is written as its columns without spaces, digits from 1 to 7, one game a line.",
                        Quoted(not_a_column(line))
                    ),
                )
            });
        };
        builder.turn(&letter.to_string(), None, Some(above + 1))?;
    }
    Ok(builder.finish())
}

/// Returns the letter of a column: `a` for `1`.
fn letter(column: char) -> Option<char> {
    matches!(column, '1'..='7').then(|| char::from(column as u8 - b'1' + b'a'))
}

/// Returns what is no column: a character of the first word, or else the second word.
fn not_a_column(line: &str) -> &str {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let wrong = first.char_indices().find(|(_, c)| letter(*c).is_none());
    match wrong {
        Some((at, c)) => &first[at..at + c.len_utf8()],
        None => words.next().unwrap_or(line),
    }
}

/// Finds the game that has this notation with its default options.
fn game() -> Option<&'static Game> {
    CATALOGUE.iter().find(|game| form(game) == Form::Columns)
}
