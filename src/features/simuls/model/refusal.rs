use strum::{IntoStaticStr, VariantNames};

use crate::contests::GameId;

/// Why a command is refused. Its `Display` is the message to the person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Refusal {
    #[error("A simul has 2 to 25 seats, not {0}.")]
    Seats(u32),
    #[error(
        "You already have a simul in this server in which seats are free. Start or cancel it first."
    )]
    HostsAnother,
    #[error("This is your own simul: you play against everybody who takes a seat.")]
    OwnSimul,
    #[error("You have a seat already.")]
    Seated,
    #[error("You have no seat in this simul.")]
    NotSeated,
    #[error("You cannot take a seat in this simul.")]
    Apart,
    #[error("You host this simul, so you cannot leave it. *Cancel…* ends it.")]
    HostLeaves,
    #[error("Only the person who set this simul up can do that.")]
    NotOrganiser,
    #[error("A simul begins with at least 2 people. Wait until they have taken seats.")]
    TooFew,
    #[error("This simul has begun, so its seats do not change any more.")]
    HasBegun,
    #[error("This simul is over.")]
    Closed,
    #[error("This simul has no board {0}.")]
    NoBoard(GameId),
    #[error("Board {0} has begun already.")]
    BoardBegan(GameId),
    #[error("Board {0} is not being played in that match.")]
    NotItsMatch(GameId),
    #[error("Board {0} is over. Its result stands.")]
    BoardOver(GameId),
    /// The decided event does not fit the simul: a bug, which is logged.
    #[error("That did not work because of a fault in the bot, which is logged. Try again later.")]
    Unfit(#[from] Unfit),
}

/// The error for an event that does not fit the simul: the text for the log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event {event} does not fit the simul: {why}")]
pub struct Unfit {
    /// The name of the event.
    pub event: &'static str,
    pub why: &'static str,
}
