//! What people and the bot ask of a tournament.

use std::collections::BTreeMap;

use super::event::OrganiserAct;
use super::pairing::PairingId;
use crate::contests::DepartureReason;
use crate::contests::{ActId, GameEnd, GameId, RequestCommand, Unmoved};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// Whether the first and the second player of each running game have moved. The database knows it.
pub type Moved = BTreeMap<GameId, [bool; 2]>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Takes part, or waits for a place.
    Join { user: UserId },
    /// Takes part no longer.
    Leave { user: UserId },
    /// Asks to be let in, or answers somebody who asks.
    Request(RequestCommand),
    /// A person has left the server, was banned or had their data deleted.
    Gone { user: UserId, why: DepartureReason },
    /// These people have none of the roles that are needed, and do not play.
    WithoutRole { users: Vec<UserId> },
    /// A person who was banned may play in the server again. A place in a tournament that goes on is lost for good.
    LetIn,
    /// Sets the start; now, if the moment is past.
    SetStart { starts: Moment },
    /// The match of a game was written.
    GameBegan { game: GameId, match_id: MatchId },
    /// The match of a game has ended.
    GameEnded {
        game: GameId,
        match_id: MatchId,
        end: GameEnd,
    },
    /// The better seed chooses whether to move first in the deciding game.
    Choose {
        pairing: PairingId,
        by: UserId,
        first: bool,
    },
    /// Does everything that is due.
    Due(Facts),
    /// An organiser's act.
    Act {
        by: UserId,
        reason: String,
        action: OrganiserAct,
        moved: Moved,
    },
    /// Undoes an act.
    Undo {
        by: UserId,
        act: ActId,
        reason: String,
        moved: Moved,
    },
    /// Ends the tournament without a winner.
    Close { by: UserId, reason: String },
}

/// What only the caller knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Ratings in the tournament's game that are certain.
    pub ratings: BTreeMap<UserId, i32>,
    /// The people who have moved in no game of the first round. Only needed while somebody waits for a place.
    pub unmoved: Vec<Unmoved>,
    /// The people who are to move in games of the tournament, and want to be reminded.
    pub to_move: BTreeMap<UserId, Vec<GameId>>,
    /// Where the lots come from.
    pub seed: u64,
}
