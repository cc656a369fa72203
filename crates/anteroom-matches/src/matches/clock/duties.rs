//! Acts that a match needs without a user's command: at a moment, or from a computer.

use std::time::Duration;

use crate::matches::Level;
use crate::matches::ids::MatchId;
use crate::matches::state::Match;
use crate::matches::status::Status;
use crate::people::Moment;
use anteroom_board::Seat;

pub use kind::AlarmKind;

/// The time after which an open challenge expires.
pub const CHALLENGE_LASTS: Duration = Duration::from_hours(14 * 24);

/// A moment at which the bot must act on a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alarm {
    /// What the bot must do.
    pub kind: AlarmKind,
    /// The match on which it must act.
    pub id: MatchId,
    /// When it must act.
    pub at: Moment,
}

// A module, since the derived method is beyond the reach of an attribute of the type.
#[expect(
    missing_docs,
    reason = "strum derives the constant `into_str` without a comment"
)]
mod kind {
    use strum::{EnumString, IntoStaticStr, VariantArray};

    /// The act that an alarm starts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
    #[strum(const_into_str)]
    pub enum AlarmKind {
        /// The time of the player to move runs out.
        #[strum(serialize = "flag")]
        Flag,
        /// The challenge expires.
        #[strum(serialize = "expiry")]
        Expiry,
        /// A match of two computers, which an earlier version began, ends.
        #[strum(serialize = "exhibition")]
        Exhibition,
    }
}

/// An act that a computer owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Play a turn.
    Turn(Seat, Level),
    /// Answer the draw offer of the other player.
    DrawOffer(Seat),
}

impl Match {
    /// Returns the current alarms of the match: at most one of each kind.
    pub fn alarms(&self) -> Vec<Alarm> {
        let id = self.id();
        let flag = self.deadline().map(|at| (AlarmKind::Flag, at));
        let expiry = self.expires_at().map(|at| (AlarmKind::Expiry, at));
        let next_turn = self
            .exhibition_turn_at()
            .map(|at| (AlarmKind::Exhibition, at));
        flag.into_iter()
            .chain(expiry)
            .chain(next_turn)
            .map(|(kind, at)| Alarm { kind, id, at })
            .collect()
    }

    /// Returns when the next turn of a match of two computers was due: the match ends then, because computers no longer
    /// play each other.
    pub(crate) fn exhibition_turn_at(&self) -> Option<Moment> {
        let exhibition = self.proposal().exhibition.filter(|_| !self.is_paused())?;
        self.to_move()?;
        Some(self.changed_at().after(exhibition.every))
    }

    /// Returns the act that a computer owes now.
    ///
    /// A draw offer comes before the turn, because a turn cancels the offer.
    pub fn computer_duty(&self) -> Option<Duty> {
        let exhibited = self.proposal().exhibition.is_some();
        if *self.status() != Status::Playing || exhibited || self.is_paused() {
            return None;
        }
        let of = |seat: Seat| Some((seat, self.computer(seat)?));
        let offer = self
            .draw_offer()
            .and_then(|offerer| of(offerer.other()))
            .map(|(seat, _)| Duty::DrawOffer(seat));
        offer.or_else(|| {
            self.to_move()
                .and_then(of)
                .map(|(seat, level)| Duty::Turn(seat, level))
        })
    }

    /// Returns when the challenge expires; `None` unless it is open.
    pub fn expires_at(&self) -> Option<Moment> {
        (*self.status() == Status::Open).then(|| self.opened_at.after(CHALLENGE_LASTS))
    }

    /// Returns when the challenge expired, if it has by `now`.
    pub fn expired(&self, now: Moment) -> Option<Moment> {
        self.expires_at().filter(|at| *at <= now)
    }
}
