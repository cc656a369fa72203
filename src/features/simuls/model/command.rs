use super::event::WhyDropped;
use crate::contests::{DepartureReason, GameEnd, GameId};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// What is asked of a simul.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A person takes a seat, or changes whether they want their board not to be rated. Whether their rating allows it is
    /// checked before.
    Sit { user: UserId, unrated: bool },
    /// A person gives their seat back.
    Leave { user: UserId },
    /// A person is gone.
    Gone { user: UserId, why: DepartureReason },
    /// The person who set the simul up lets it begin.
    Start { by: UserId },
    /// The person who set the simul up, or an organiser of the server, gives the simul up before it has begun.
    Cancel { by: UserId, organises: bool },
    /// The match of a board was written.
    GameBegan { game: GameId, match_id: MatchId },
    /// The match of a board is over.
    GameEnded {
        game: GameId,
        match_id: MatchId,
        end: GameEnd,
    },
    /// Does what is due.
    Due {
        /// The boards that must end without a result now.
        dropped: Vec<(GameId, WhyDropped)>,
        /// The boards without a first move whose people must be told now, each with the moment at which it ends.
        warned: Vec<(GameId, Moment)>,
    },
    /// Does nothing: of other contests more is asked.
    Nothing,
}
