//! What a match asks for by itself, without anybody acting: at a moment, or of a computer.

use std::time::Duration;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::board::Seat;
use crate::matches::Level;
use crate::matches::ids::MatchId;
use crate::matches::state::Match;
use crate::matches::status::Status;
use crate::people::Moment;

/// How long a challenge waits for an answer.
pub const CHALLENGE_LASTS: Duration = Duration::from_hours(14 * 24);

/// A moment at which something must be done about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alarm {
    /// What must be done.
    pub kind: AlarmKind,
    /// About which match.
    pub id: MatchId,
    pub at: Moment,
}

/// What must be done at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(const_into_str)]
pub enum AlarmKind {
    /// The time of the seat to move runs out.
    #[strum(serialize = "flag")]
    Flag,
    /// The challenge expires.
    #[strum(serialize = "expiry")]
    Expiry,
    /// The next turn of an exhibition comes.
    #[strum(serialize = "exhibition")]
    Exhibition,
}

/// What a computer has to do in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// It is to move.
    Turn(Seat, Level),
    /// The other side offers it a draw.
    DrawOffer(Seat),
    /// It ends an exhibition that stands still as a draw.
    Draw(Seat),
}

impl Match {
    /// The moments at which something must be done about the match as it stands: at most one of each kind.
    #[must_use]
    pub fn alarms(&self) -> Vec<Alarm> {
        let id = self.id();
        let flag = self.deadline().map(|at| (AlarmKind::Flag, at));
        let expiry = self.expires_at().map(|at| (AlarmKind::Expiry, at));
        let turn = self
            .exhibition_turn()
            .map(|(_, at)| (AlarmKind::Exhibition, at));
        flag.into_iter()
            .chain(expiry)
            .chain(turn)
            .map(|(kind, at)| Alarm { kind, id, at })
            .collect()
    }

    /// The next turn of an exhibition, and when it comes; `None` for every other match, and when it is over. An
    /// exhibition that [stands still](Match::standstill) ends instead.
    #[must_use]
    pub fn exhibition_turn(&self) -> Option<(Duty, Moment)> {
        let exhibition = self.proposal().exhibition.filter(|_| !self.is_paused())?;
        let seat = self.to_move()?;
        let level = self.computer(seat)?;
        let at = self.changed_at().after(exhibition.every);
        let duty = if self.standstill().is_some() {
            Duty::Draw(seat)
        } else {
            Duty::Turn(seat, level)
        };
        Some((duty, at))
    }

    /// What a computer has to do at once in the match as it stands: the offer before the turn, since a turn ends the
    /// offer. The turns of an exhibition [take their time](Self::exhibition_turn).
    #[must_use]
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

    /// When the challenge expires; `None` unless it is open.
    #[must_use]
    pub fn expires_at(&self) -> Option<Moment> {
        (*self.status() == Status::Open).then(|| self.opened_at.after(CHALLENGE_LASTS))
    }

    /// When the challenge expired, if it has at this moment.
    #[must_use]
    pub fn expired(&self, now: Moment) -> Option<Moment> {
        self.expires_at().filter(|at| *at <= now)
    }
}
