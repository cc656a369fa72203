use std::time::Duration;

use super::reached::Reached;
use super::record::{Entry, UndoneTurns};
use super::state::Match;
use crate::people::Moment;
use anteroom_board::Seat;

impl Match {
    /// Returns the number of the current board, which identifies a position within its match.
    ///
    /// Each turn, each forced pass and each take-back adds 1. Without take-backs it equals the
    /// [`ply`](Self::ply).
    pub const fn board(&self) -> u32 {
        self.takebacks.board
    }

    /// Returns the number of the first board since the last take-back; 0 before any.
    pub(crate) const fn since_takeback(&self) -> u32 {
        self.takebacks.since
    }

    /// Whether the last event is the last turn.
    pub(crate) const fn is_turn_last(&self) -> bool {
        self.takebacks.turn_seq == self.seq()
    }

    /// Returns the number of take-backs.
    pub const fn takebacks(&self) -> u32 {
        self.takebacks.count
    }

    /// Returns the turns that the last take-back removed; empty again after the next turn.
    pub fn taken_back(&self) -> &[Entry] {
        &self.takebacks.removed
    }

    /// Returns the seat that asks for a take-back.
    pub const fn takeback_asked(&self) -> Option<Seat> {
        self.takebacks.asked
    }

    /// Whether a seat has already asked for a take-back on this board.
    pub(crate) fn has_asked(&self, seat: Seat) -> bool {
        self.takebacks.asked_at[seat.index()] == Some(self.board())
    }

    /// Returns the thinking time of the last turn, without days off.
    ///
    /// Returns `None` before the first turn, and for a computer's turn.
    pub fn last_thinking(&self) -> Option<Duration> {
        let made = self
            .record()
            .iter()
            .rposition(|entry| entry.text.is_some())?;
        let entry = self.record().get(made)?;
        let before = self.takebacks.clocks.get(made)?;
        (before.running() == Some(entry.seat)).then(|| before.passed(entry.seat, entry.at).thinking)
    }

    /// Returns a seat's last turn, and the length of the record before it; `None` before its first turn.
    pub fn last_turn_of(&self, seat: Seat) -> Option<(usize, &Entry)> {
        self.record()
            .iter()
            .enumerate()
            .rev()
            .find(|(_, entry)| entry.seat == seat && entry.text.is_some())
    }

    /// Whether a moderator has undone a turn, and no turn was played since.
    pub(crate) const fn may_put_back(&self) -> bool {
        !self.takebacks.undone.is_empty()
    }

    /// Undoes the last turn of a seat and the turns after it, for a moderator.
    pub(crate) fn undo(&mut self, seat: Seat, ply: u32, at: Moment) -> Result<(), String> {
        let clocks = self.clocks.clone();
        let earlier = std::mem::take(&mut self.takebacks.undone);
        let length = self.record.len().min(usize::try_from(ply).unwrap_or(0));
        let before = self.takebacks.clocks.get(length..).map(<[_]>::to_vec);
        let taken_back = self.take_back(seat, ply, true, at);
        self.takebacks.undone = earlier;
        taken_back?;
        self.takebacks.undone.push(UndoneTurns {
            record: self.takebacks.removed.clone(),
            before: before.unwrap_or_default(),
            clocks,
            at,
        });
        Ok(())
    }

    /// Restores the turns that a moderator undid last.
    ///
    /// The clock of the player to move shows its reading at the time of the undo.
    pub(crate) fn put_back(&mut self, at: Moment) -> Result<(), String> {
        let undone = self.takebacks.undone.last().cloned();
        let undone = undone.ok_or_else(|| String::from("no turn was undone"))?;
        let mut record = self.record.clone();
        record.extend(undone.record);
        self.reached = self.replayed(&record)?;
        self.record = record;
        self.clocks = undone.clocks.resumed(&self.clocks, Some(undone.at), at);
        self.draw_offer = None;
        let takebacks = &mut self.takebacks;
        takebacks.undone.pop();
        takebacks.clocks.extend(undone.before);
        takebacks.removed.clear();
        takebacks.asked = None;
        takebacks.board = takebacks.board.saturating_add(1);
        takebacks.since = takebacks.board;
        Ok(())
    }

    /// Replays a record from the start, so that the position knows its history.
    fn replayed(&self, record: &[Entry]) -> Result<Reached, String> {
        let texts = record.iter().filter_map(|entry| entry.text.as_deref());
        Reached::start(self.game(), self.proposal())?.and_then(texts)
    }

    /// Folds in a take-back.
    pub(crate) fn take_back(
        &mut self,
        seat: Seat,
        ply: u32,
        agreed: bool,
        at: Moment,
    ) -> Result<(), String> {
        let wrong = || {
            format!(
                "turn {} is not one that this seat could take back",
                ply.saturating_add(1)
            )
        };
        let length = usize::try_from(ply).map_err(|_| wrong())?;
        let last = self
            .last_turn_of(seat)
            .filter(|(index, _)| *index == length);
        let made_at = last.map(|(_, entry)| entry.at).ok_or_else(wrong)?;
        let clocks = self.takebacks.clocks.get(length).ok_or_else(wrong)?;
        let clocks = clocks.resumed(&self.clocks, (!agreed).then_some(made_at), at);
        let stands = self.record().get(..length).ok_or_else(wrong)?;
        self.reached = self.replayed(stands)?;
        self.clocks = clocks;
        self.draw_offer = None;
        let takebacks = &mut self.takebacks;
        takebacks.removed = self.record.split_off(length);
        takebacks.clocks.truncate(length);
        takebacks.asked = None;
        takebacks.undone.clear();
        takebacks.count += 1;
        takebacks.board = takebacks.board.saturating_add(1);
        takebacks.since = takebacks.board;
        Ok(())
    }
}
