//! The bot's own records: headers, then one line per event. They read back to the same events, without the votes of teams.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

use crate::board::Seat;

/// The first line of such a record.
pub(crate) const FIRST_WORDS: &str = "Anteroom record 1";

/// The separator of the parts of a line.
const BETWEEN: &str = " | ";

/// The first word of a line with a note on the board above it.
const NOTE: &str = "note";

/// The author of a note whose seat the record does not say.
const SOMEBODY: &str = "somebody";

const fn name_key(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "First player",
        Seat::Second => "Second player",
    }
}

/// The headers besides those of [`terms::HEADERS`](super::terms::HEADERS).
const KEYS: [&str; 25] = [
    "Days off",
    "Match",
    "Game",
    "Rules",
    "Time",
    "Server",
    "Channel",
    "Challenger",
    "Team",
    "Invited",
    "Challenger's seat",
    "Exhibition",
    "Challenger's record",
    "Rematch of",
    "Proposed",
    "First player",
    "Second player",
    "Result",
    "Option",
    "Opening",
    "Event",
    "Contest",
    "Position",
    "Played",
    "Tag",
];

/// The placeholder of an unknown time or clock.
const UNKNOWN: &str = "?";

/// The placeholder for the place of a match of another program.
const ELSEWHERE: &str = "elsewhere";
