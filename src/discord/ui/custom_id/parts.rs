//! Parts of an id that are neither numbers nor texts: types with a few words each.

use strum::{Display, EnumString, VariantArray};

use crate::matches::{Level, Match, MatchId, UserId};

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

impl PageStep {
    /// Returns the ply to which this step leads from a ply of a match.
    pub(crate) fn ply_from(self, played: &Match, ply: u32) -> u32 {
        let mut stages = played.stages();
        match self {
            Self::First => Some(0),
            Self::Back => stages.rfind(|stage| *stage < ply),
            Self::Next => stages.find(|stage| *stage > ply),
            Self::Last => None,
        }
        .unwrap_or(u32::MAX)
    }
}

/// The opponent with whom a person wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentChoice {
    /// Anybody who accepts.
    Anyone,
    Person(UserId),
    Computer(Level),
    /// The opponent of this match, with the same clock.
    Same(MatchId),
}
