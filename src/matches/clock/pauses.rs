//! Why the clocks of a match stand, as people are told, and when that becomes something else by itself.

use super::clocks::Pause;
use crate::board::Seat;
use crate::matches::state::Match;
use crate::matches::status::Status;
use crate::people::Moment;

/// This many stretches of a clock are looked at for the first that makes a difference: two years of weekends.
const MOST_STRETCHES: usize = 210;

impl Match {
    /// Why a seat's clock stands at a moment though it may be its turn, or will; `None` unless a person has the seat and the
    /// match is being played.
    #[must_use]
    pub fn pause(&self, seat: Seat, at: Moment) -> Option<Pause> {
        if *self.status() != Status::Playing {
            return None;
        }
        self.person(seat)?;
        self.clocks().pause(seat, at)
    }

    /// Of what pause people are told at a moment: nobody waits for the weekend of who is not to move.
    #[must_use]
    pub fn told_pause(&self, seat: Seat, at: Moment) -> Option<Pause> {
        self.pause(seat, at)
            .filter(|pause| !pause.weekend || self.to_move() == Some(seat))
    }

    /// The first moment after another at which people are told something else of pauses though nothing happens: time off
    /// begins or ends by its date, its hours run out, a weekend begins or ends. `None`: not before something happens.
    #[must_use]
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
            // Time off may begin on a weekend, which stops the clock before and after that.
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

    /// A pause without what does not change what people read of it: since when it has lasted.
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
