use super::fair::{Full, NotDone};
use crate::db::StoreError;
use crate::matches::{MatchId, Refusal};

/// Why a use case did nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person can mend it; the sentence is for them.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no match of this number; the sentence is for the person.
    #[error("There is no match {0} here.")]
    NoSuchMatch(MatchId),
    /// The interaction that asks for it was carried out before: Discord delivers some twice. The sentence is for the person.
    #[error("{}", repeated(*.0))]
    Repeated(Option<MatchId>),
    /// Too much waits already; the sentence is for the person.
    #[error(transparent)]
    Full(#[from] Full),
    /// It is our fault; the text is for the log.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Something that should not happen: for the log, not for people.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The turns of a match cannot be played through again.
    #[error(transparent)]
    Replay(#[from] crate::matches::ReplayError),
    /// A turn that was decided stands in no record.
    #[error("a turn of match {0} was decided and is not in its record")]
    NoTurn(MatchId),
    /// Others changed the match again and again while this was to be written.
    #[error("match {0} changed too often meanwhile")]
    Contention(MatchId),
    /// A computer made no turn.
    #[error("the computer's turn was refused: {0}")]
    Computer(String),
    /// A puzzle that ships with the program cannot be used.
    #[error("a puzzle cannot be used: {0}")]
    Puzzle(String),
    /// The work on one match panicked.
    #[error("the work on match {0} panicked")]
    Panicked(MatchId),
    /// The arbiter cannot start.
    #[error("cannot start: {0}")]
    Start(String),
    /// The program is ending.
    #[error("the task was stopped")]
    Stopped,
}

impl Error {
    /// Why work on a match was not done.
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
