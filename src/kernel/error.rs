use std::any::Any;

use super::fair::{Full, NotDone};
use crate::db::{Denial, StoreError};
use crate::matches::{MatchId, Refusal};

/// The result of a use case.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// The reason why a use case did nothing, worded for the log. `discord/ui/refusals` has the sentences for people.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person can fix the cause.
    #[error("refused: {}", .0.into_str())]
    Refused(Refusal),
    /// Something else than a match refuses, most often a feature.
    #[error("refused: {}", .0.name())]
    Denied(Box<dyn Denial>),
    /// The match's events cannot be read.
    #[error("match {0} is frozen")]
    Frozen(MatchId),
    /// A time has run out, but the clock is not trusted yet.
    #[error("a time of match {0} has run out by a clock that is being checked")]
    ClockUnsure(MatchId),
    /// The decided event does not fit the match: a bug, which is logged.
    #[error("match {0} does not take what was decided")]
    Unfit(MatchId),
    /// The bot runs without computer players.
    #[error("there are no computer players")]
    NoComputer,
    /// The match does not exist.
    #[error("there is no match {0}")]
    NoSuchMatch(MatchId),
    /// The interaction was handled before: Discord delivers some twice.
    #[error("the interaction was carried out before")]
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
    #[error("match {0} changed at every attempt to write it")]
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
    pub fn denial<D: Denial>(&self) -> Option<&D> {
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
