use std::time::Duration;

use super::{Moment, TimeControl};
use crate::board::Seat;

/// The two clocks of a match. At most one of them runs: that of the seat to move, since the event that made it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    running: Option<(Seat, Moment)>,
}

impl Clocks {
    /// Both clocks full and standing.
    #[must_use]
    pub const fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: [control.at_start(); 2],
            running: None,
        }
    }

    /// Whose clock runs; `None` before the start and after the end.
    #[must_use]
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// The first moment that is too late for the turn that is due.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        self.running
            .map(|(seat, since)| since.after(self.left[seat.index()]))
    }

    /// What a seat's clock shows at a moment.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Moment) -> Duration {
        let left = self.left[seat.index()];
        match self.running {
            Some((running, since)) if running == seat => left.saturating_sub(since.until(now)),
            _ => left,
        }
    }

    /// Starts the clock of the seat to move.
    pub(super) fn start(&mut self, seat: Seat, at: Moment) {
        self.running = Some((seat, at));
    }

    /// A turn was made: its seat's clock stops and gets what it is due, that of the seat to move starts.
    pub(super) fn turn_made(&mut self, at: Moment, to_move: Option<Seat>) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = match self.control {
                TimeControl::PerTurn(time) => time,
                TimeControl::Bank { increment, .. } => {
                    self.left(seat, at).saturating_add(increment)
                }
            };
        }
        self.running = to_move.map(|seat| (seat, at));
    }

    /// These clocks, with that of the seat that was to move running again from `at` on.
    ///
    /// With `used_until` they stand as they stood at that moment, else as they stood when that seat's turn began.
    pub(super) fn resumed(&self, used_until: Option<Moment>, at: Moment) -> Self {
        let mut clocks = self.clone();
        if let Some((seat, _)) = self.running {
            if let Some(until) = used_until {
                clocks.left[seat.index()] = self.left(seat, until);
            }
            clocks.running = Some((seat, at));
        }
        clocks
    }

    /// Stops whichever clock runs.
    pub(super) fn stop(&mut self, at: Moment) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.left(seat, at);
        }
        self.running = None;
    }
}
