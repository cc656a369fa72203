use super::{Place, TimeControl, UserId};
use crate::board::Seat;
use crate::games::GivenOptions;

/// What somebody wants of a match that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the challenge.
    Accept {
        /// Who.
        by: UserId,
    },
    /// Turn the challenge down.
    Decline {
        /// Who.
        by: UserId,
    },
    /// Take one's own challenge back.
    Withdraw {
        /// Who.
        by: UserId,
    },
    /// Make a turn.
    Play {
        /// Who.
        by: UserId,
        /// The turn as it was typed.
        text: String,
        /// The ply that the player was looking at, where that is known: the turn is refused if it is not the match's.
        ply: Option<u32>,
    },
    /// Give up.
    Resign {
        /// Who.
        by: UserId,
    },
    /// Offer a draw; accepts the one that the other side offers.
    OfferDraw {
        /// Who.
        by: UserId,
    },
    /// Accept the draw that the other side offers.
    AcceptDraw {
        /// Who.
        by: UserId,
    },
    /// Decline the draw that the other side offers.
    DeclineDraw {
        /// Who.
        by: UserId,
    },
    /// End the match if the time of the seat to move has run out.
    Flag,
}

/// Which seat the challenger asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SeatChoice {
    /// This one.
    Seat(Seat),
    /// Either: it is drawn.
    #[default]
    Random,
}

/// A challenge as somebody makes it: not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Where.
    pub place: Place,
    /// The key of the game.
    pub game: String,
    /// The settings that were given.
    pub options: GivenOptions,
    /// The clock.
    pub time: TimeControl,
    /// Who makes it.
    pub challenger: UserId,
    /// Who may accept it; `None`: anyone.
    pub invited: Option<UserId>,
    /// The seat that the challenger asks for.
    pub seat: SeatChoice,
}
