//! Parts of an id that are neither numbers nor texts: types with a few words each.

use strum::{Display, EnumString, VariantArray};

use crate::matches::{Level, MatchId, UserId};

/// A step through the pages of a match's history or a game's rules.
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

/// The opponent with whom a person wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentChoice {
    /// Anybody who accepts.
    Anyone,
    Person(UserId),
    Computer(Level),
    /// No opponent: these two computers play each other, the first one with the first seat.
    Computers(Level, Level),
    /// The opponent of this match, with the same clock.
    Same(MatchId),
}
