//! Portable Game Notation, in the dialects of chess programs.

mod read;
mod signs;
mod tokens;
mod write;

pub(crate) use read::{listed, read, split};
pub(crate) use write::write;

use crate::board::Seat;
use crate::games::Verdict;
use crate::matches::Ending;

/// The tag with the key of the game that the person named at the import.
const GAME: &str = "AnteroomGame";

/// The seven mandatory tags of a PGN.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Adds the named game to a text.
pub(crate) fn said(game: &str, text: &str) -> String {
    // The tag is put on the first line, so that line numbers stay the same.
    format!("[{GAME} \"{game}\"] {text}")
}

/// Splits off the named game from a text.
pub(crate) fn unsaid(text: &str) -> (Option<&str>, &str) {
    let said = text
        .strip_prefix(&*format!("[{GAME} \""))
        .and_then(|rest| rest.split_once("\"] "));
    said.map_or((None, text), |(game, text)| (Some(game), text))
}

const fn result(ending: Option<&Ending>) -> &'static str {
    match ending {
        None => "*",
        Some(ending) => match ending.verdict() {
            Some(Verdict::Win(Seat::First)) => "1-0",
            Some(Verdict::Win(Seat::Second)) => "0-1",
            Some(Verdict::Draw) => "1/2-1/2",
            None => "*",
        },
    }
}
