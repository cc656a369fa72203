//! The record of a match, and what is kept beside it so that turns can be taken back.

use crate::board::Seat;
use crate::matches::clock::clocks::Clocks;
use crate::people::Moment;

/// A line of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose turn.
    pub seat: Seat,
    /// Its canonical text; `None`: the seat was passed over.
    pub text: Option<String>,
    /// When it was made.
    pub at: Moment,
    /// Whether the player had planned it.
    pub conditional: bool,
}

/// What a match remembers so that turns can be taken back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Takebacks {
    /// The clocks just before each entry of the record was made.
    pub(super) clocks: Vec<Clocks>,
    /// How many boards there have been before this one.
    pub(super) board: u32,
    /// The number of the first board since the last take-back.
    pub(super) since: u32,
    /// The number of the event that made the last turn.
    pub(super) turn_seq: u32,
    /// How often turns were taken back.
    pub(super) count: u32,
    /// What the last take-back removed, until the next turn.
    pub(super) removed: Vec<Entry>,
    /// The seat that asks for a take-back.
    pub(crate) asked: Option<Seat>,
    /// The board on which each seat asked last.
    pub(super) asked_at: [Option<u32>; 2],
    /// What moderators have undone since the last turn was made, the latest last.
    pub(super) undone: Vec<UndoneTurns>,
}

/// Turns that a moderator has undone, with all that it takes to put them back.
#[derive(Clone, Debug)]
pub(super) struct UndoneTurns {
    pub(super) record: Vec<Entry>,
    /// The clocks just before each entry was made.
    pub(super) before: Vec<Clocks>,
    /// The clocks just before the moderator came.
    pub(super) clocks: Clocks,
    pub(super) at: Moment,
}

impl Takebacks {
    /// Event `seq` adds an entry to the record.
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
