use std::time::Duration;

use super::beginning::Reached;
use super::record::{Entry, UndoneTurns};
use super::state::Match;
use crate::board::Seat;
use crate::people::Moment;

impl Match {
    /// The number of the board that is shown: every turn makes another one (and so does every pass that it forces),
    /// and every take-back too. It names a position within its match. While nothing was taken back it is the
    /// [`ply`](Self::ply).
    #[must_use]
    pub const fn board(&self) -> u32 {
        self.takebacks.board
    }

    /// The number of the first board since the last take-back; 0 before any.
    pub(crate) const fn since_takeback(&self) -> u32 {
        self.takebacks.since
    }

    /// Whether nothing has happened since the last turn was made.
    pub(crate) const fn is_turn_last(&self) -> bool {
        self.takebacks.turn_seq == self.seq()
    }

    /// How often turns were taken back.
    #[must_use]
    pub const fn takebacks(&self) -> u32 {
        self.takebacks.count
    }

    /// What the last event removed from the record, if it was a take-back or nothing but talk came after it.
    #[must_use]
    pub fn taken_back(&self) -> &[Entry] {
        &self.takebacks.removed
    }

    /// The seat that asks for a take-back.
    #[must_use]
    pub const fn takeback_asked(&self) -> Option<Seat> {
        self.takebacks.asked
    }

    /// Whether a seat has asked for a take-back on this board.
    pub(crate) fn has_asked(&self, seat: Seat) -> bool {
        self.takebacks.asked_at[seat.index()] == Some(self.board())
    }

    /// How long the clock ran for the turn that was made last: without days off; `None` before the first turn, and where
    /// its seat has no clock.
    #[must_use]
    pub fn last_thinking(&self) -> Option<Duration> {
        let made = self
            .record()
            .iter()
            .rposition(|entry| entry.text.is_some())?;
        let entry = self.record().get(made)?;
        let before = self.takebacks.clocks.get(made)?;
        (before.running() == Some(entry.seat)).then(|| before.passed(entry.seat, entry.at).thinking)
    }

    /// Where the record is cut off if a seat takes back its last turn, and that turn; `None` if it has made none.
    #[must_use]
    pub fn last_turn_of(&self, seat: Seat) -> Option<(usize, &Entry)> {
        self.record()
            .iter()
            .enumerate()
            .rev()
            .find(|(_, entry)| entry.seat == seat && entry.text.is_some())
    }

    /// Whether there is something that a moderator has undone, and nothing was played since.
    pub(crate) const fn may_put_back(&self) -> bool {
        !self.takebacks.undone.is_empty()
    }

    /// Folds in that a moderator undoes the last turn of a seat and whatever followed it.
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

    /// Folds in that a moderator puts back what was undone last. The clock of the player to move shows what it showed then.
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

    /// Where the turns of a record lead: played again from the start, so that the position knows its past.
    fn replayed(&self, record: &[Entry]) -> Result<Reached, String> {
        let texts = record.iter().filter_map(|entry| entry.text.as_deref());
        Reached::start(self.game(), self.proposal())?.and_then(texts)
    }

    /// Folds a take-back in.
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
