use std::path::PathBuf;

use crate::matches::{MatchId, ReplayError};

/// Why a database cannot be used: for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has it open.
    #[error("the database {0} is in use: another bot is running on it")]
    InUse(PathBuf),
    /// The lock file beside it cannot be used.
    #[error("the database {path} cannot be locked: {source}")]
    Lock {
        /// The database.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is another program's database, or no database.
    #[error("{0} is not a database of Anteroom: name another file, or move this one away")]
    NotOurs(PathBuf),
    /// A newer version of the program has written it.
    #[error(
        "the database {0} was written by a newer version of Anteroom: run that one, or restore a backup"
    )]
    Newer(PathBuf),
    /// The file is broken.
    #[error("the database {path} is damaged ({why}): restore a backup")]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What SQLite says.
        why: String,
    },
    /// Anything else that keeps it from being opened.
    #[error("the database {path} cannot be opened: {why}")]
    Other {
        /// The database.
        path: PathBuf,
        /// What SQLite or the system says.
        why: String,
    },
}

/// Why something was not written or read: for the log, but for [`StoreError::Conflict`] and
/// [`StoreError::Repeated`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The match has other events by now than the writer thought; nothing was written.
    #[error("match {id} has moved on: its event {expected} is not the last one")]
    Conflict {
        /// Which match.
        id: MatchId,
        /// The event that should have been its last.
        expected: u32,
    },
    /// The interaction that was to be carried out has been already, in this match; no match when it is so old that it is
    /// not known any more. Nothing was written.
    #[error("the interaction was carried out before")]
    Repeated(Option<MatchId>),
    /// There is no such match.
    #[error("there is no match {0}")]
    NoSuchMatch(MatchId),
    /// A stored event cannot be read.
    #[error("match {id}, event {seq}: {why}")]
    Event {
        /// Which match.
        id: MatchId,
        /// Which event.
        seq: u32,
        /// What is wrong with it.
        why: String,
    },
    /// The stored events do not make a match.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// SQLite failed.
    #[error("database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The transaction that held the write could not be committed; nothing was written.
    #[error("database: cannot commit: {0}")]
    Commit(String),
    /// The thread that writes or reads has ended.
    #[error("database: its thread has ended")]
    Stopped,
}
