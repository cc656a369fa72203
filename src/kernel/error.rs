use super::fair::{Full, NotDone};
use crate::db::StoreError;
use crate::matches::{MatchId, Refusal};

/// The result of a use case.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// The reason why a use case did nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person can fix the cause. `discord/ui` has the sentence for them.
    #[error("refused: {}", .0.into_str())]
    Refused(Refusal),
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

impl Error {
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
