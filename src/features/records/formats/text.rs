//! Our own records: headers, then one line for everything that happened. They read back to the same events.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use crate::board::Seat;

/// How such a record begins.
pub(crate) const FIRST_WORDS: &str = "Anteroom record 1";

/// What stands between the parts of a line.
const BETWEEN: &str = " | ";

/// How a line begins with what somebody has noted of the board above it.
const NOTE: &str = "note";

/// The author of a note whose seat the record does not say.
const SOMEBODY: &str = "somebody";

const fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

const fn name_key(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "First player",
        Seat::Second => "Second player",
    }
}

const KEYS: [&str; 24] = [
    "Days off",
    "Match",
    "Game",
    "Rules",
    "Time",
    "Server",
    "Channel",
    "Challenger",
    "Invited",
    "Challenger's seat",
    "Exhibition",
    "Rated",
    "Only",
    "Challenger's record",
    "Rematch of",
    "Proposed",
    "First player",
    "Second player",
    "Result",
    "Option",
    "Opening",
    "Position",
    "Played",
    "Tag",
];

/// What stands in the place of a time or a clock that nobody knows.
const UNKNOWN: &str = "?";

/// The place of a match that another program wrote.
const ELSEWHERE: &str = "elsewhere";
