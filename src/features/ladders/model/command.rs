use super::event::{Departure, Outcome};
use super::game::GameId;
use crate::contests::RequestCommand;
use crate::matches::{MatchId, UserId};
use crate::people::{Moment, TimeOff};

/// What is asked of a ladder.
///
/// Whether a person may do what only organisers may is checked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Puts a person in the last place, or back some places lower.
    Join { user: UserId },
    /// Takes a person off the ladder, by their own wish or because they are gone.
    Leave { user: UserId, why: Departure },
    /// Asks to be let in, or answers somebody who asks.
    Request(RequestCommand),
    /// Gives a person whom moderators let in again their old place.
    LetIn { user: UserId },
    /// Challenges a person above.
    Challenge {
        by: UserId,
        to: UserId,
        /// When the challenged person returns from time off that has begun; `None` if they are not away.
        away: Option<Moment>,
        /// Whether one of the two has blocked the other.
        blocked: bool,
    },
    /// Accepts a challenge: its match must begin.
    Accept { game: GameId, by: UserId },
    /// Declines a challenge, which counts as a loss.
    Decline { game: GameId, by: UserId },
    /// Takes a challenge back.
    Withdraw { game: GameId, by: UserId },
    /// The match of a game was written.
    GameBegan { game: GameId, match_id: MatchId },
    /// The match of a game is over.
    GameEnded { game: GameId, result: Outcome },
    /// Does what is due: challenges that were not answered, and people who have had no match for a long time.
    Due {
        /// The time off of the ladder's people in the last year. Other people's time off is ignored, and so is planned time off.
        time_off: Vec<(UserId, TimeOff)>,
    },
    /// An organiser takes a person off the ladder.
    Remove {
        by: UserId,
        user: UserId,
        reason: String,
    },
    /// An organiser cancels a challenge or a running match, or takes back the change of place that a game caused.
    Cancel {
        by: UserId,
        game: GameId,
        reason: String,
    },
    /// An organiser stops challenges and all times of the ladder. Running matches go on.
    Pause { by: UserId, reason: String },
    /// An organiser lets the ladder go on.
    Resume { by: UserId, reason: String },
    /// An organiser ends the ladder for good.
    Close { by: UserId, reason: String },
}
