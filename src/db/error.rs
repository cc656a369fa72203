use std::any::Any;
use std::fmt;
use std::path::PathBuf;

use crate::matches::{JournalId, MatchId, Refusal, ReplayError};

/// The reason why a database cannot be opened, worded for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has the database open.
    #[error("the database {0} is in use: another bot is running on it")]
    InUse(PathBuf),
    /// There is no such file.
    #[error("there is no database {0}")]
    Missing(PathBuf),
    /// The file has several names, each of which would have its own `-wal` file.
    #[error(
        "the database {0} has another name (a hard link): delete that name, or copy the file and use the copy"
    )]
    Linked(PathBuf),
    /// There is no room for a temporary copy or index.
    #[error("{path} has no room for temporary files: {why}")]
    NoRoom {
        /// The folder.
        path: PathBuf,
        why: String,
    },
    /// The lock file beside the database cannot be used.
    #[error("the database {path} cannot be locked: {source}")]
    Lock {
        path: PathBuf,
        source: std::io::Error,
    },
    /// The file is not a database, or is that of another program.
    #[error("{0} is not a database of Anteroom: name another file, or move this one away")]
    NotOurs(PathBuf),
    /// A newer version of the program wrote the database.
    #[error(
        "the database {0} was written by a newer version of Anteroom: run that one, or restore a backup"
    )]
    Newer(PathBuf),
    /// An older version of the program wrote the database, and this version has not run on it yet.
    #[error("the database {0} was written by an older version of Anteroom: run the bot on it once")]
    Older(PathBuf),
    /// A development version before 0.1.0 wrote the database.
    #[error(
        "the database {0} was written by a development version of Anteroom and cannot be used by this one: move it away, and the bot starts a new one"
    )]
    Development(PathBuf),
    /// The file is broken.
    #[error("the database {path} is damaged ({why}): restore a backup")]
    Damaged {
        path: PathBuf,
        /// What SQLite says.
        why: String,
    },
    /// Another program has locked the file for too long.
    #[error("the database {0} is busy: another program has locked it")]
    Busy(PathBuf),
    /// Any other reason.
    #[error("the database {path} cannot be opened: {why}")]
    Other {
        path: PathBuf,
        /// What SQLite or the system says.
        why: String,
    },
}

/// The result of a read or write.
pub type Result<T = (), E = StoreError> = std::result::Result<T, E>;

/// The reason why a read or write failed: for the log, except [`StoreError::Conflict`] and [`StoreError::Repeated`].
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The match has changed since the caller read it. Nothing was written.
    #[error("match {id} has moved on: its event {expected} is not the last one")]
    Conflict {
        id: MatchId,
        /// The event that the caller expected to be the last.
        expected: u32,
    },
    /// An event of a journal cannot be read or written.
    #[error("journal {id}, event {seq}: {why}")]
    Journal {
        id: JournalId,
        seq: u32,
        why: String,
    },
    /// The interaction was already handled, in this match; `None` if the interaction is too old to know. Nothing was
    /// written.
    #[error("the interaction was carried out before")]
    Repeated(Option<MatchId>),
    /// The match already has this rematch. Nothing was written.
    #[error("match {0} is that rematch already")]
    RematchThere(MatchId),
    /// The events are not allowed. Nothing was written.
    #[error("refused: {}", .0.into_str())]
    Refused(Refusal),
    /// Something else than a match refuses. Nothing was written.
    #[error("refused: {}", .0.name())]
    Denied(Box<dyn Denial>),
    /// The events of the match cannot be read. Nothing was written.
    #[error("match {0} is frozen")]
    Frozen(MatchId),
    #[error("there is no match {0}")]
    NoSuchMatch(MatchId),
    /// A stored event cannot be read.
    #[error("match {id}, event {seq}: {why}")]
    Event {
        id: MatchId,
        /// The event's number within the match.
        seq: u32,
        why: String,
    },
    /// The stored events cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The match has events but no row in the list of matches; `doctor --repair` rebuilds it.
    #[error("match {0} is missing in the list of matches")]
    NotListed(MatchId),
    /// A projection has not folded the previous event; `doctor --repair` rebuilds it.
    #[error("the projection \"{name}\" is not where event {position} can be folded in")]
    Projection {
        name: &'static str,
        /// The position of the event to fold.
        position: i64,
    },
    /// Stored data cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// SQLite failed.
    #[error("database: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A file of the database cannot be read.
    #[error("database: {0}")]
    File(#[from] std::io::Error),
    /// The transaction that held the write could not be committed; nothing was written.
    #[error("database: cannot commit: {0}")]
    Commit(String),
    /// Another program has locked the database for too long. A retry may succeed.
    #[error("the database is busy: another program has locked it")]
    Busy,
    /// The queue of reads is full.
    #[error("the database is busy: too many wait to read")]
    Crowded,
    /// The work panicked; nothing of it was written.
    #[error("database: the work has panicked")]
    Panicked,
    /// The database is lost.
    #[error(transparent)]
    Lost(#[from] DatabaseLost),
    /// The program is shutting down.
    #[error("database: the program is ending")]
    Stopped,
}

impl From<Refusal> for StoreError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A refusal that no match decides, most often one of a feature. It is implemented where its words are: in the messages
/// of the feature.
pub trait Denial: Any + fmt::Debug + Send + Sync {
    /// Returns its name in the log, without any typed text: `picker-taken`.
    fn name(&self) -> &'static str;

    /// Returns the sentence for the person.
    fn sentence(&self) -> String;

    /// Whether the same may be done a minute later.
    fn passes(&self) -> bool {
        false
    }
}

impl<D: Denial> From<D> for StoreError {
    fn from(denial: D) -> Self {
        Self::Denied(Box::new(denial))
    }
}

/// The reason why an open database cannot be used any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseLost {
    /// The file was deleted or replaced.
    #[error("the database {0} was deleted or replaced while it was in use")]
    Replaced(PathBuf),
    /// Another program has locked the file for minutes.
    #[error("the database {0} has been locked by another program for minutes")]
    Locked(PathBuf),
    /// The writing thread has ended.
    #[error("the database cannot be written any more: its thread has ended")]
    Writer,
}
