use std::path::PathBuf;

use crate::matches::{MatchId, Refusal, ReplayError};

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
    /// An older version of the program has written it, and this one has not run on it yet.
    #[error("the database {0} was written by an older version of Anteroom: run the bot on it once")]
    Older(PathBuf),
    /// A development version before 0.1.0 has written it.
    #[error(
        "the database {0} was written by a development version of Anteroom and cannot be used by this one: move it away, and the bot starts a new one"
    )]
    Development(PathBuf),
    /// The file is broken.
    #[error("the database {path} is damaged ({why}): restore a backup")]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What SQLite says.
        why: String,
    },
    /// Another program has locked the file for long.
    #[error("the database {0} is busy: another program has locked it")]
    Busy(PathBuf),
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
        id: MatchId,
        /// The event that should have been its last.
        expected: u32,
    },
    /// The interaction that was to be carried out has been already, in this match; no match when it is so old that it is
    /// not known any more. Nothing was written.
    #[error("the interaction was carried out before")]
    Repeated(Option<MatchId>),
    /// The match of which this was to be the rematch has one already. Nothing was written.
    #[error("match {0} is that rematch already")]
    RematchThere(MatchId),
    /// Somebody would have more going on than they may. Nothing was written.
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("there is no match {0}")]
    NoSuchMatch(MatchId),
    /// A stored event cannot be read.
    #[error("match {id}, event {seq}: {why}")]
    Event {
        id: MatchId,
        /// Which event.
        seq: u32,
        why: String,
    },
    /// The stored events do not make a match.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The match has no row in the list of matches, though it has events: `doctor` mends it.
    #[error("match {0} is missing in the list of matches")]
    NotListed(MatchId),
    /// A projection is not at the event before this one: `doctor` mends it.
    #[error("the projection \"{name}\" is not where event {position} can be folded in")]
    Projection {
        name: &'static str,
        /// The position of the event that was to be folded.
        position: i64,
    },
    /// A match cannot be read or replayed, so that nothing was rebuilt.
    #[error("{0}")]
    Unreadable(String),
    /// SQLite failed.
    #[error("database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A file of the database cannot be looked at.
    #[error("database: {0}")]
    File(#[from] std::io::Error),
    /// The transaction that held the write could not be committed; nothing was written.
    #[error("database: cannot commit: {0}")]
    Commit(String),
    /// Another program has locked the database for long. It may work the next time.
    #[error("the database is busy: another program has locked it")]
    Busy,
    /// More want to read than can be served.
    #[error("the database is busy: too many wait to read")]
    Crowded,
    /// The work panicked; nothing of it was written.
    #[error("database: the work has panicked")]
    Panicked,
    /// Nothing can be written any more.
    #[error(transparent)]
    Lost(#[from] DatabaseLost),
    /// The program is ending.
    #[error("database: the program is ending")]
    Stopped,
}

/// Why a database cannot be used any more, though it could at first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseLost {
    /// The file is not there any more, or is another one.
    #[error("the database {0} was deleted or replaced while it was in use")]
    Replaced(PathBuf),
    /// Another program has locked the file for minutes.
    #[error("the database {0} has been locked by another program for minutes")]
    Locked(PathBuf),
    /// The thread that writes has ended.
    #[error("the database cannot be written any more: its thread has ended")]
    Writer,
}
