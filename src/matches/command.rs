use std::time::Duration;

use strum::IntoStaticStr;

use super::event::{Exhibition, Place};
use super::ids::UserId;
use super::player::Player;
use super::terms::Terms;
use crate::board::Seat;
use crate::games::{GivenOptions, Verdict};
use crate::matches::clock::days_off::DaysOff;
use crate::matches::clock::time_control::TimeControl;
use crate::people::{Moment, TimeOff, Zone};

/// What somebody wants of a match that exists. Its name, for the log, is that of its variant: `offer-draw`.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Command {
    /// Take the challenge.
    Accept { by: UserId },
    /// Turn the challenge down.
    Decline { by: UserId },
    /// Take one's own challenge back.
    Withdraw { by: UserId },
    /// Make a turn.
    Play {
        by: UserId,
        /// The turn as it was typed.
        text: String,
        /// The number of the board that the player was looking at, where that is known: the turn is refused if it is not
        /// the match's.
        board: Option<u32>,
    },
    /// Make a turn that its player has planned.
    PlayConditional {
        by: UserId,
        /// The turn.
        text: String,
        /// The number of the board that it is for.
        board: u32,
    },
    /// Take back one's own last turn and whatever followed it: at once if nobody has seen it, else the other side is
    /// asked.
    TakeBack {
        by: UserId,
        /// How young the turn must be to be taken back without asking. Nothing, if the other player may have seen it.
        grace: Duration,
    },
    /// Agree to the take-back that the other side asks for.
    AcceptTakeback { by: UserId },
    /// Let the turns stand that the other side asks to take back.
    DeclineTakeback { by: UserId },
    /// Give up.
    Resign { by: UserId },
    /// End the match so that it counts for nothing, until both have made a turn.
    Abort { by: UserId },
    /// Offer a draw; accepts the one that the other side offers.
    OfferDraw { by: UserId },
    /// Accept the draw that the other side offers.
    AcceptDraw { by: UserId },
    /// Decline the draw that the other side offers.
    DeclineDraw { by: UserId },
    /// Give the other player more time.
    GiveTime {
        /// The player who gives it.
        by: UserId,
        /// How much.
        time: Duration,
    },
    /// Let one's own clock stand for a time.
    TakeOff { by: UserId, off: TimeOff },
    /// Be back from time off, and call off what is planned.
    EndTimeOff { by: UserId },
    /// Have one's weekends in this zone.
    SetZone { by: UserId, zone: Zone },
    /// Do something as the computer that has this seat.
    Computer { seat: Seat, act: ComputerAct },
    /// End an exhibition.
    Stop {
        by: UserId,
        /// Whether they moderate the place where it is played.
        moderates: bool,
    },
    /// Let the result not count for ratings.
    Annul {
        by: UserId,
        /// Whether they moderate the server in which it was played.
        moderates: bool,
    },
    /// Do something to the match as a moderator of the server. Whether they are one is the caller's to know.
    Moderate {
        by: UserId,
        asks: ModeratorAsks,
        /// Why, for both players.
        reason: String,
    },
    /// End the match because its server has removed the bot.
    Abandon,
    /// End the match if the time of the seat to move has run out.
    Flag,
    /// End the challenge if nobody has answered it for long enough.
    Expire,
    /// Open one's own challenge again after it has expired.
    Renew { by: UserId },
    /// Go on after the match could not be read for a time: the clock of the turn that is due runs again.
    Thaw {
        /// When it was found that it could not be read.
        since: Moment,
    },
}

/// What a computer does in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComputerAct {
    /// Makes a turn.
    Play {
        /// The turn.
        text: String,
        /// The number of the board that it was thought out for.
        board: u32,
    },
    /// Accepts the draw that the other side offers.
    AcceptDraw,
    /// Declines the draw that the other side offers.
    DeclineDraw,
    /// Ends an exhibition that stands still as a draw.
    EndInDraw,
}

impl Command {
    /// The person whose command it is; `None` for the clock and for computers.
    #[must_use]
    pub const fn by(&self) -> Option<UserId> {
        match self {
            Self::Accept { by }
            | Self::Decline { by }
            | Self::Withdraw { by }
            | Self::Play { by, .. }
            | Self::PlayConditional { by, .. }
            | Self::TakeBack { by, .. }
            | Self::AcceptTakeback { by }
            | Self::DeclineTakeback { by }
            | Self::Resign { by }
            | Self::Abort { by }
            | Self::OfferDraw { by }
            | Self::AcceptDraw { by }
            | Self::DeclineDraw { by }
            | Self::GiveTime { by, .. }
            | Self::TakeOff { by, .. }
            | Self::EndTimeOff { by }
            | Self::SetZone { by, .. }
            | Self::Stop { by, .. }
            | Self::Annul { by, .. }
            | Self::Moderate { by, .. }
            | Self::Renew { by } => Some(*by),
            Self::Computer { .. }
            | Self::Abandon
            | Self::Flag
            | Self::Expire
            | Self::Thaw { .. } => None,
        }
    }
}

/// Which seat the challenger asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SeatChoice {
    Seat(Seat),
    /// Either: it is drawn.
    #[default]
    Random,
}

/// A challenge as somebody makes it: not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub place: Place,
    /// The key of the game.
    pub game: String,
    /// The settings that were given.
    pub options: GivenOptions,
    /// The clock.
    pub time: TimeControl,
    /// What stops it; `None`: what is [usual](DaysOff::usual) with that clock.
    pub days_off: Option<DaysOff>,
    /// The person who makes it.
    pub challenger: UserId,
    /// The player who may accept it; `None`: anyone. A computer accepts at once.
    pub invited: Option<Player>,
    /// The seat that the challenger asks for.
    pub seat: SeatChoice,
    /// The terms that an accepting player must meet, if anyone may accept it.
    pub terms: Terms,
    /// Present when a computer is to play in the challenger's place: then a computer is invited, too.
    pub exhibition: Option<Exhibition>,
    /// Whether the result is to count for ratings, if it can.
    pub rated: bool,
}

/// What a moderator asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeratorAsks {
    /// [`Moderation::Pause`](super::event::Moderation::Pause).
    Pause,
    /// [`Moderation::Resume`](super::event::Moderation::Resume).
    Resume,
    /// [`Moderation::End`](super::event::Moderation::End).
    End(Option<Verdict>),
    /// [`Moderation::Undo`](super::event::Moderation::Undo), of whatever the last turn is.
    Undo,
    /// [`Moderation::Redo`](super::event::Moderation::Redo), of whatever was undone last.
    Redo,
    /// [`Moderation::LetOut`](super::event::Moderation::LetOut), of this person.
    LetOut(UserId),
    /// [`Moderation::Reopen`](super::event::Moderation::Reopen).
    Reopen,
}
