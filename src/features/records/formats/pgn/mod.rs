//! Portable Game Notation, as chess programs read and write it.

mod read;
mod signs;
mod tokens;
mod write;

pub(crate) use read::{listed, read, split};
pub(crate) use write::write;

use crate::board::Seat;
use crate::games::Verdict;
use crate::matches::Ending;

/// The tag in which stands which game it is, by its key, where the person who brought a record has said so.
const GAME: &str = "AnteroomGame";

/// The tags that every PGN begins with.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A text whose game somebody has said.
pub(crate) fn said(game: &str, text: &str) -> String {
    // In the same line, so that all keep their numbers.
    format!("[{GAME} \"{game}\"] {text}")
}

/// What somebody has said of a text, and the text itself.
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
