use strum::{IntoStaticStr, VariantNames};

use super::challenge_refusal::ChallengeRefusal;
use super::game::GameId;
use crate::contests::RequestRefusal;
use crate::matches::NameError;

/// Why a command is refused. Its `Display` is the message to the user.
///
/// Its name in the log is that of its variant: `not-on-ladder`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Refusal {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("People can challenge from 1 to 20 places above them, not {0}.")]
    Reach(u32),
    #[error("The idle limit is from 7 to 90 days, not {0}.")]
    IdleDays(u32),
    /// The person cannot be challenged.
    #[error(transparent)]
    Challenge(#[from] ChallengeRefusal),
    #[error("You are on this ladder already, in place {place}.")]
    Joined { place: u32 },
    #[error("You are not on this ladder. Join it first.")]
    NotOnLadder,
    #[error("That person is not on this ladder.")]
    TheyAreNot,
    #[error("That person has left the server and was taken off this ladder.")]
    TheyLeft,
    #[error(transparent)]
    Request(#[from] RequestRefusal),
    #[error("This ladder is closed.")]
    Closed,
    #[error("This ladder is paused. Try again when an organiser lets it go on.")]
    Paused,
    #[error("This ladder is not paused.")]
    NotPaused,
    #[error("There is no challenge with the number {0} on this ladder.")]
    NoGame(GameId),
    #[error("This challenge is no longer open.")]
    NotOpen,
    #[error("The three days to answer this challenge are over.")]
    TooLate,
    #[error("Only the person who was challenged can answer this challenge.")]
    NotChallenged,
    #[error("Only the challenger can take this challenge back.")]
    NotChallenger,
    #[error("Give a reason: everybody on the ladder reads it.")]
    NoReason,
    #[error("This game is over and changed no place, so there is nothing to undo.")]
    NothingToUndo,
    #[error("People have changed places since this game ended, so it can no longer be undone.")]
    MovedSince,
    /// Another match was begun for the game before.
    #[error("This game has a match already.")]
    BegunBefore,
    #[error("This game has no match that could have ended.")]
    NotBegun,
    /// The decided event does not fit the ladder: a bug, which is logged.
    #[error("That did not work because of a fault in the bot, which is logged. Try again later.")]
    Unfit(#[from] Unfit),
}

/// The error for an event that does not fit the ladder: the text for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event {event} does not fit the ladder: {why}")]
pub struct Unfit {
    /// The name of the event.
    pub event: &'static str,
    pub why: &'static str,
}
