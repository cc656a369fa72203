use std::time::Duration;

use strum::IntoStaticStr;

use super::contest::Adjudication;
use super::ids::UserId;
use super::team::types::Ballot;
use crate::people::{Moment, TimeOff, Zone};
use anteroom_board::Seat;
use anteroom_games::Verdict;

/// A command to an existing match. Its name in the log is that of its variant: `offer-draw`.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// Accept the challenge.
    Accept {
        /// The person who becomes the opponent of the challenger.
        by: UserId,
    },
    /// Decline the challenge.
    Decline {
        /// The invited person.
        by: UserId,
    },
    /// Withdraw one's own challenge.
    Withdraw {
        /// The challenger.
        by: UserId,
    },
    /// Play a turn.
    Play {
        /// The player to move.
        by: UserId,
        /// The turn as the player typed it.
        text: String,
        /// The number of the board that the player saw, if known. If it is outdated, the turn is refused.
        board: Option<u32>,
    },
    /// Play a planned turn.
    PlayConditional {
        /// The player to move, who has planned it.
        by: UserId,
        /// The turn's canonical text.
        text: String,
        /// The number of the board that the turn is planned for.
        board: u32,
    },
    /// Take back the player's last turn and later turns. Asks for consent if the turn may have been seen.
    TakeBack {
        /// The player whose turn is taken back.
        by: UserId,
        /// The maximum age of a turn that is taken back without consent; 0 if it may have been seen.
        grace: Duration,
    },
    /// Accept the take-back that the other player asks for.
    AcceptTakeback {
        /// The player who is asked.
        by: UserId,
    },
    /// Decline that take-back.
    DeclineTakeback {
        /// The player who is asked.
        by: UserId,
    },
    /// Resign the match.
    Resign {
        /// The player who loses by it.
        by: UserId,
    },
    /// End the match without a result, before both players have played a turn.
    Abort {
        /// The player who ends it.
        by: UserId,
    },
    /// Offer a draw, or accept the draw that the other player offers.
    OfferDraw {
        /// The player who offers it.
        by: UserId,
    },
    /// Accept the draw offer.
    AcceptDraw {
        /// The player to whom it was offered.
        by: UserId,
    },
    /// Decline the draw offer.
    DeclineDraw {
        /// The player to whom it was offered.
        by: UserId,
    },
    /// Give the other player more time.
    GiveTime {
        /// The player who gives it.
        by: UserId,
        /// From 1 minute to 30 days.
        time: Duration,
    },
    /// Stop the player's own clock for some time.
    TakeOff {
        /// The player who will be away.
        by: UserId,
        /// The time off. If it has begun before the command, it counts from the command on.
        off: TimeOff,
    },
    /// End the player's time off now and cancel planned time off.
    EndTimeOff {
        /// The player who is back, or cancels the plan.
        by: UserId,
    },
    /// Set the time zone that determines the player's weekends.
    SetZone {
        /// The player in that zone.
        by: UserId,
        /// The new zone.
        zone: Zone,
    },
    /// Carry out an act of the computer in this seat.
    Computer {
        /// The seat of the computer.
        seat: Seat,
        /// What the computer does.
        act: ComputerAct,
    },
    /// Carry out what the team in this seat has decided.
    Team {
        /// The seat of the team.
        seat: Seat,
        /// What the team has decided.
        act: TeamAct,
    },
    /// End a running match of two computers, which an earlier version began.
    Discontinue,
    /// Remove the result from the ratings.
    Annul {
        /// The person who asks for it.
        by: UserId,
        /// Whether the person moderates the server of the match.
        moderates: bool,
    },
    /// Apply a moderator's decision. The caller checks that the person is a moderator.
    Moderate {
        /// The moderator.
        by: UserId,
        /// What the moderator asks for.
        asks: ModeratorAsks,
        /// The reason, shown to both players.
        reason: String,
    },
    /// End the match because its server has removed the bot.
    Abandon,
    /// End the match if the time of the player to move has run out.
    Flag,
    /// End the challenge if its time to be answered has run out.
    Expire,
    /// Reopen one's own expired challenge.
    Renew {
        /// The challenger.
        by: UserId,
    },
    /// End a match of a contest by the contest's rules.
    Adjudicate {
        /// The result; `None` for no result.
        verdict: Option<Verdict>,
        /// Why the contest ends it.
        why: Adjudication,
    },
    /// Resume a match that was unreadable for some time: restart the clock of the player to move.
    Thaw {
        /// When the bot found the match unreadable.
        since: Moment,
    },
}

/// An act of a computer in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComputerAct {
    /// Plays a turn.
    Play {
        /// The text of the turn.
        text: String,
        /// The number of the board for which the computer chose the turn.
        board: u32,
    },
    /// Accepts the draw that the other player offers.
    AcceptDraw,
    /// Declines the draw that the other player offers.
    DeclineDraw,
}

/// What a team has decided by vote. It counts from the moment at which the vote ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TeamAct {
    /// Plays a turn.
    Play {
        /// The turn's canonical text.
        text: String,
        /// The number of the board on which the team voted.
        board: u32,
        /// How it voted.
        ballot: Ballot,
        /// Whether it offers a draw with the turn.
        offers_draw: bool,
    },
    /// Accepts the draw that the other player offers.
    AcceptDraw {
        /// The number of the board on which the team voted.
        board: u32,
    },
    /// Resigns.
    Resign,
}

impl Command {
    /// Returns the command's name in the log: `offer-draw`.
    pub fn into_str(&self) -> &'static str {
        self.into()
    }

    /// Returns the person who gives the command; `None` for the clock and for computers.
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
            | Self::Annul { by, .. }
            | Self::Moderate { by, .. }
            | Self::Renew { by } => Some(*by),
            Self::Computer { .. }
            | Self::Team { .. }
            | Self::Abandon
            | Self::Flag
            | Self::Expire
            | Self::Discontinue
            | Self::Adjudicate { .. }
            | Self::Thaw { .. } => None,
        }
    }
}

/// A moderator's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeratorAsks {
    /// [`Moderation::Pause`](super::event::Moderation::Pause).
    Pause,
    /// [`Moderation::Resume`](super::event::Moderation::Resume).
    Resume,
    /// [`Moderation::End`](super::event::Moderation::End).
    End(Option<Verdict>),
    /// [`Moderation::Undo`](super::event::Moderation::Undo) of the last turn.
    Undo,
    /// [`Moderation::Redo`](super::event::Moderation::Redo) of the turns that were undone last.
    Redo,
    /// [`Moderation::LetOut`](super::event::Moderation::LetOut) of this person.
    LetOut(UserId),
    /// [`Moderation::Reopen`](super::event::Moderation::Reopen).
    Reopen,
}
