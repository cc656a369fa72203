//! Why a tournament refuses a command.

use strum::{IntoStaticStr, VariantNames};

use super::pairing::PairingId;
use crate::contests::{ActId, GameId, RequestRefusal};
use crate::matches::{TimeControl, UserId};

/// Why an event does not fit the tournament before it: the log is damaged, or two writers have written it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event does not fit the tournament: {0}")]
pub struct Unfit(pub &'static str);

/// Why a command is refused. Its `Display` is the message to the person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Refusal {
    #[error("A tournament has 4 to 128 people, not {0}.")]
    Most(u32),
    #[error("A pairing has one or two games, not {0}.")]
    Games(u32),
    #[error("A Swiss tournament has 7 to 128 people, not {0}.")]
    SwissMost(u32),
    #[error("With that many people a Swiss tournament has 3 to {most} rounds, not {rounds}.")]
    Rounds { rounds: u32, most: u32 },
    #[error(
        "With the clock {clock} a tournament of {people} people can take {needed} days, and it lasts at most 180. Choose a shorter time or fewer people."
    )]
    SlowClock {
        clock: TimeControl,
        needed: u32,
        people: u32,
    },
    #[error(
        "With the clock {clock} a tournament of {rounds} rounds can take {needed} days, and it lasts at most 180. Choose a shorter time or fewer rounds."
    )]
    SlowRounds {
        clock: TimeControl,
        needed: u32,
        rounds: u32,
    },

    #[error("You are in this tournament already.")]
    AlreadyIn,
    #[error("You are not in this tournament.")]
    NotIn,
    #[error("You are out of this tournament. Nobody comes back into one that is running.")]
    NoWayBack,
    #[error("This tournament is over.")]
    Closed,

    #[error("Nobody joins play-offs: the first of the league's table play in them.")]
    PlayOffs,
    #[error("This tournament has begun.")]
    HasBegun,
    #[error("This tournament has not begun yet.")]
    NotBegun,
    #[error("The start must be at most 90 days away.")]
    StartDay,
    #[error("A tournament needs 4 people, not {0}. Choose the start when more have joined.")]
    TooFewPeople(usize),

    #[error("This tournament has no game {0}.")]
    NoGame(GameId),
    #[error("Game {0} has begun already.")]
    GameBegan(GameId),
    #[error("Game {0} is not being played in that match.")]
    NotItsMatch(GameId),
    #[error("Game {0} is over. Its result stands.")]
    GameOver(GameId),

    #[error("There is nothing to choose: the deciding game has begun, or the pairing is decided.")]
    NoChoice,
    #[error("Only the player with the better seed chooses.")]
    NotChooser,

    #[error("Write a reason: everybody in the tournament can read it.")]
    NoReason,
    #[error("The tournament is paused already.")]
    PausedAlready,
    #[error("This tournament has no pairing {0} that can be decided now.")]
    NoPairing(PairingId),
    #[error("You play in this pairing yourself. Ask another organiser.")]
    OwnPairing,
    #[error("This person is not playing in this tournament now.")]
    NotPlaying(UserId),
    #[error("This person has moved already, so no newcomer can take their place.")]
    HasMoved(UserId),
    #[error(
        "This person is in this tournament already. Only a newcomer can take a person's place."
    )]
    NoNewcomer(UserId),

    #[error(transparent)]
    Request(#[from] RequestRefusal),

    #[error("There is no act {0} in this tournament.")]
    NoAct(ActId),
    #[error("Act {0} has been undone already.")]
    UndoneAlready(ActId),
    #[error(
        "The next pairing has begun, or the time of the round is over, so act {0} cannot be undone."
    )]
    TooLateToUndo(ActId),
    #[error("A later act stands on act {0}. Undo that one first.")]
    LaterAct(ActId),
    /// A decision does not apply: a mistake in the bot.
    #[error(
        "The bot could not do that because of a mistake in its own rules. Tell the bot's operator: {0}"
    )]
    Broken(String),
}
