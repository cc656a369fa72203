//! What stands between the slashes of an id beside numbers and texts: a few words each.

use strum::{Display, EnumString, VariantArray};

use crate::matches::{Level, MatchId, UserId};

/// Where to turn in the history of a match, or in a game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum PageStep {
    /// To the beginning.
    #[strum(serialize = "first")]
    First,
    /// One turn or page back.
    #[strum(serialize = "back")]
    Back,
    /// One turn or page on.
    #[strum(serialize = "next")]
    Next,
    /// To the latest turn, or the last page.
    #[strum(serialize = "last")]
    Last,
}

/// Against whom somebody wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentChoice {
    /// Anybody who likes to.
    Anyone,
    Person(UserId),
    Computer(Level),
    /// Nobody: these two computers play, the first one with the first seat.
    Computers(Level, Level),
    /// The one who played against them in this match, with the same clock.
    Same(MatchId),
}
