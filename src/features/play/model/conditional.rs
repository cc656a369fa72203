//! The planned lines of a player, as they are shown.

use crate::kernel::View;
use crate::matches::{LineTurn, WhyDropped};

/// A player's planned lines in a match, which only that player may see.
#[derive(Clone, Debug)]
pub struct Conditional {
    pub view: View,
    /// The lines that may still be played, each with its number and remaining turns.
    pub waiting: Vec<(u32, Vec<LineTurn>)>,
    /// The dropped lines that the player has not seen yet.
    pub dropped: Vec<DroppedLine>,
}

/// A planned line that can no longer be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedLine {
    /// Its number among the player's lines in the match.
    pub number: u32,
    /// Its turns as players write them.
    pub written: String,
    pub why: WhyDropped,
}
