//! A hint, as it is shown.

use crate::board::Cell;
use crate::features::play::model::view::Prepared;
use crate::search::Proven;

/// The turn that the computer would play for the player to move.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The match before and after the turn.
    pub prepared: Prepared,
    /// The cells to look at; empty if the turn touches no cell.
    pub cells: Vec<Cell>,
    /// The piece that the turn places on one of these cells; `None` if it moves from them.
    pub places: Option<&'static str>,
    /// The proven result for the player; `None` if the computer only estimates it.
    pub proven: Option<Proven>,
}
