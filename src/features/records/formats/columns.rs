//! Connect Four in the notation of its solvers: each turn's column as a digit from 1.

use super::build::{Begun, Builder, Head};
use super::variant::form;
use super::{NotWritten, RecordError, Recorded, Source};
use crate::games::{CATALOGUE, Form, Game, GivenOptions};

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
    for (index, line) in text.lines().enumerate() {
        for c in line.chars().filter(|c| !c.is_whitespace()) {
            let letter = match c {
                '1'..='7' => char::from((c as u8) - b'1' + b'a'),
                _ => {
                    return Err(RecordError {
                        turn: Some(builder.state().record().len() + 1),
                        ..RecordError::at(
                            index + 1,
                            format!("A column is a digit from 1 to 7, not {:?}.", c),
                        )
                    });
                }
            };
            builder.turn(&letter.to_string(), None, Some(index + 1))?;
        }
    }
    Ok(builder.finish())
}

/// Finds the game that has this notation with its default options.
fn game() -> Option<&'static Game> {
    CATALOGUE.iter().find(|game| form(game) == Form::Columns)
}
