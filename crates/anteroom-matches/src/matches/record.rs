//! The record of a match, and the data for taking turns back.

use std::sync::Arc;

use super::team::types::Ballot;
use crate::matches::clock::clocks::Clocks;
use crate::people::Moment;
use anteroom_board::Seat;

/// An entry of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The seat that played the turn or was passed over.
    pub seat: Seat,
    /// The turn's canonical text; `None` if the seat was passed over.
    pub text: Option<String>,
    /// When the turn was played; for a pass, when the turn before it was.
    pub at: Moment,
    /// Whether the player had planned the turn.
    pub conditional: bool,
    /// How a team voted for it; `None` if no team played it.
    pub ballot: Option<Arc<Ballot>>,
}

/// The data for taking turns back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Takebacks {
    /// The clocks just before each entry of the record was made.
    pub(super) clocks: Vec<Clocks>,
    /// The number of boards before this one.
    pub(super) board: u32,
    /// The number of the first board since the last take-back.
    pub(super) since: u32,
    /// The number of the event that made the last turn.
    pub(super) turn_seq: u32,
    /// The number of take-backs.
    pub(super) count: u32,
    /// The turns that the last take-back removed, kept until the next turn.
    pub(super) removed: Vec<Entry>,
    /// The seat that asks for a take-back.
    pub(crate) asked: Option<Seat>,
    /// The board on which each seat last asked for a take-back.
    pub(super) asked_at: [Option<u32>; 2],
    /// The turns that moderators have undone since the last turn was played, latest last.
    pub(super) undone: Vec<UndoneTurns>,
}

/// Turns that a moderator has undone, with the data for restoring them.
#[derive(Clone, Debug)]
pub(super) struct UndoneTurns {
    pub(super) record: Vec<Entry>,
    /// The clocks just before each entry.
    pub(super) before: Vec<Clocks>,
    /// The clocks just before the undo.
    pub(super) clocks: Clocks,
    pub(super) at: Moment,
}

impl Takebacks {
    /// Records that event `seq` adds a turn.
    pub(crate) fn turn_made(&mut self, seq: u32, before: &Clocks) {
        self.turn_seq = seq;
        self.clocks.push(before.clone());
        self.board = self.board.saturating_add(1);
        self.asked = None;
        self.removed.clear();
        self.undone.clear();
    }

    pub(crate) fn ask(&mut self, seat: Seat) {
        self.asked = Some(seat);
        self.asked_at[seat.index()] = Some(self.board);
    }
}
