//! The pauses of a match's clocks as players see them, and when they change without an event.

use super::clocks::Pause;
use crate::matches::state::Match;
use crate::matches::status::Status;
use crate::people::Moment;
use anteroom_board::Seat;

/// The most stretches of a clock that are searched for the next change: two years of weekends.
const MOST_STRETCHES: usize = 210;

impl Match {
    /// Returns why a seat's clock is stopped at a moment, or will be.
    ///
    /// Returns `None` unless a person has the seat and the match is being played.
    pub fn pause(&self, seat: Seat, at: Moment) -> Option<Pause> {
        if *self.status() != Status::Playing {
            return None;
        }
        self.person(seat)?;
        self.clocks().pause(seat, at)
    }

    /// Returns the pause to show for a seat. A weekend shows for the seat to move only.
    pub fn told_pause(&self, seat: Seat, at: Moment) -> Option<Pause> {
        self.pause(seat, at)
            .filter(|pause| !pause.weekend || self.to_move() == Some(seat))
    }

    /// Returns the first moment after `after` at which the shown pauses change without an event.
    ///
    /// Time off begins or ends, its hours run out, or a weekend begins or ends. Returns `None` if no pause
    /// changes.
    pub fn pauses_change_at(&self, after: Moment) -> Option<Moment> {
        if *self.status() != Status::Playing || self.is_paused() {
            return None;
        }
        let flag = self.deadline();
        Seat::BOTH
            .into_iter()
            .filter_map(|seat| self.pause_changes_at(seat, after))
            .min()
            .filter(|at| flag.is_none_or(|flag| *at < flag))
    }

    fn pause_changes_at(&self, seat: Seat, after: Moment) -> Option<Moment> {
        self.person(seat)?;
        let told = self.told(seat, after);
        let mut at = after;
        for _ in 0..MOST_STRETCHES {
            let to_come = self.clocks().time_off(seat, at).is_some();
            if told.is_none() && !to_come && self.to_move() != Some(seat) {
                return None;
            }
            // Time off may begin on a weekend. The clock is then stopped before and after that moment.
            let begins = self.pause(seat, at).map(|pause| pause.from);
            let begins = begins.filter(|from| *from > at);
            let ends = self.clocks().stretch_end(seat, at);
            at = ends.into_iter().chain(begins).min()?;
            if self.told(seat, at) != told {
                return Some(at);
            }
        }
        None
    }

    /// Returns the shown pause without its past beginning, which does not affect the text.
    fn told(&self, seat: Seat, at: Moment) -> Option<Pause> {
        let at_once = Moment(i64::MIN);
        self.told_pause(seat, at).map(|pause| Pause {
            from: Some(pause.from)
                .filter(|from| *from > at)
                .unwrap_or(at_once),
            ..pause
        })
    }
}
