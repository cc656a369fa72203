use std::any::Any;

use super::fair::{Full, NotDone};
use crate::db::{Denial, StoreError};
use crate::matches::{MatchId, Refusal};

/// The result of a use case.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// The reason why a use case did nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person can fix the cause. `discord/ui` has the sentence for them.
    #[error("refused: {}", .0.into_str())]
    Refused(Refusal),
    /// Something else than a match refuses, most often a feature; the sentence is for the person.
    #[error("{}", .0.sentence())]
    Denied(Box<dyn Denial>),
    /// The match's events cannot be read; the sentence is for the person.
    #[error(
        "Match {0} is frozen: this version of the bot cannot read it. Its clock is stopped, nothing is lost, and the operator has been told."
    )]
    Frozen(MatchId),
    /// A time has run out, but the clock is not trusted yet; the sentence is for the person.
    #[error(
        "By the bot's clock the time of match {0} has run out, but that clock was changed or stood still and is being checked. Try again in a few minutes."
    )]
    ClockUnsure(MatchId),
    /// The decided event does not fit the match: a bug, which is logged. The sentence is for the person.
    #[error(
        "The bot could not do that, and match {0} stays as it is. Please tell the person who runs the bot."
    )]
    Unfit(MatchId),
    /// The bot runs without computer players; the sentence is for the person.
    #[error("There is no computer opponent here.")]
    NoComputer,
    /// The match does not exist; the sentence is for the person.
    #[error("There is no match {0} here.")]
    NoSuchMatch(MatchId),
    /// The interaction was handled before: Discord delivers some twice. The sentence is for the person.
    #[error("{}", repeated(*.0))]
    Repeated(Option<MatchId>),
    /// A queue is full; the sentence is for the person.
    #[error(transparent)]
    Full(#[from] Full),
    /// An internal error; the text is for the log.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// An internal error, worded for the log.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The events of a match cannot be replayed.
    #[error(transparent)]
    Replay(#[from] crate::matches::ReplayError),
    /// A turn that was decided is missing in the match's record.
    #[error("a turn of match {0} was decided and is not in its record")]
    NoTurn(MatchId),
    /// Other commands changed the match before each attempt to write.
    #[error("match {0} changed too often meanwhile")]
    Contention(MatchId),
    #[error("the computer's turn was refused: {0}")]
    Computer(String),
    /// A puzzle of the program cannot be used.
    #[error("a puzzle cannot be used: {0}")]
    Puzzle(String),
    #[error("the work on match {0} panicked")]
    Panicked(MatchId),
    #[error("cannot start: {0}")]
    Start(String),
    #[error("the task was stopped")]
    Stopped,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl<D: Denial> From<D> for Error {
    fn from(denial: D) -> Self {
        Self::Denied(Box::new(denial))
    }
}

impl Error {
    /// Returns the name of a refusal in the log; `None` for any other error.
    pub(crate) fn refusal(&self) -> Option<&'static str> {
        Some(match self {
            Self::Refused(refusal) => refusal.into_str(),
            Self::Denied(denial) => denial.name(),
            Self::Frozen(_) => "frozen",
            Self::ClockUnsure(_) => "clock-unsure",
            Self::Unfit(_) => "unfit",
            Self::NoComputer => "no-computer",
            Self::NoSuchMatch(_) | Self::Repeated(_) | Self::Full(_) | Self::Fault(_) => {
                return None;
            }
        })
    }

    /// Returns the refusal of a feature, if it is of this type.
    pub(crate) fn denial<D: Denial>(&self) -> Option<&D> {
        match self {
            Self::Denied(denial) => (&**denial as &dyn Any).downcast_ref(),
            _ => None,
        }
    }

    /// Converts the reason why work on a match was not done.
    pub(crate) fn not_done(why: NotDone, id: MatchId) -> Self {
        match why {
            NotDone::Full(full) => full.into(),
            NotDone::Failed => Fault::Panicked(id).into(),
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoSuchMatch(id) => Self::NoSuchMatch(id),
            StoreError::Repeated(id) => Self::Repeated(id),
            StoreError::Refused(refusal) => Self::Refused(refusal),
            StoreError::Denied(denial) => Self::Denied(denial),
            StoreError::Frozen(id) => Self::Frozen(id),
            error => Self::Fault(error.into()),
        }
    }
}

fn repeated(id: Option<MatchId>) -> String {
    match id {
        Some(id) => format!("That is done already: see match {id}."),
        None => String::from("That was asked too long ago. Ask once more."),
    }
}
