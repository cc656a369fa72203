//! Reads a database file without changing it, its folder or the files beside it.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use rusqlite::{Connection, OpenFlags};

use crate::db::OpenError;
use crate::db::connection::BUSY;
use crate::db::file::place::{beside, resolve};
use crate::db::file::rights::owners;
use crate::db::open::{check_owner, explain};

/// A database that is only read, with the contents of its `-wal` file.
pub(crate) struct Source {
    pub(crate) connection: Connection,
    path: PathBuf,
    /// The files as they were, if no lock of SQLite holds writers off.
    unlocked: Option<Files>,
    /// The folder with the copy that is read instead. It is deleted after the connection is closed.
    _copied: Option<Scratch>,
}

impl Source {
    /// Opens a database of Anteroom, also while a bot runs on it. `scratch` is a folder for a private copy, which is only
    /// needed if a `-wal` file lies there without the `-shm` file of a running program.
    pub(crate) fn open(path: &Path, scratch: &Path) -> Result<Self, OpenError> {
        let other = |error: std::io::Error| other(path, &error);
        let is_missing = |error: &std::io::Error| error.kind() == std::io::ErrorKind::NotFound;
        let file = match std::fs::metadata(path) {
            Ok(file) => file,
            Err(error) if is_missing(&error) => return Err(OpenError::Missing(path.to_owned())),
            Err(error) => return Err(other(error)),
        };
        if !file.is_file() {
            return Err(other(std::io::Error::other("it is no file")));
        }
        let real = resolve(path).map_err(other)?;
        let before = Files::of(&real);
        let wal = before.wal.as_ref();
        let is_shared = wal.is_some() && beside(&real, "-shm").exists();
        let has_journal = beside(&real, "-journal").exists();
        let open = |name: &str, of: &Path| {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
                | OpenFlags::SQLITE_OPEN_NO_MUTEX
                | OpenFlags::SQLITE_OPEN_URI;
            let opened = Connection::open_with_flags(uri(of, name), flags);
            opened.map_err(|error| explain(path, &error))
        };
        let (connection, unlocked, copied) = if is_shared {
            // The -shm file coordinates with a running program. If none runs, SQLite builds the index in memory.
            (open("mode=ro&readonly_shm=1", &real)?, None, None)
        } else if wal.is_some_and(|(length, _)| *length > 0) {
            // SQLite would have to create the -shm file in a folder that is not ours.
            let scratch = Scratch::new(scratch).map_err(other)?;
            let copy = scratch.0.join("copy.db");
            for end in ["", "-wal"] {
                copy_file(&beside(&real, end), &beside(&copy, end))
                    .map_err(|error| no_copy(&scratch.0, &error))?;
            }
            if before != Files::of(&real) || beside(&real, "-shm").exists() {
                return Err(OpenError::Busy(path.to_owned()));
            }
            let connection = Connection::open(&copy).map_err(|error| explain(path, &error))?;
            (connection, None, Some(scratch))
        } else if has_journal {
            // Locks the file, and refuses a transaction that somebody else has to roll back.
            (open("mode=ro", &real)?, None, None)
        } else {
            (open("immutable=1", &real)?, Some(before), None)
        };
        let source = Self {
            connection,
            path: real,
            unlocked,
            _copied: copied,
        };
        let failed = |error: rusqlite::Error| explain(path, &error);
        source.connection.busy_timeout(BUSY).map_err(failed)?;
        let owner = source
            .connection
            .pragma_query_value(None, "application_id", |row| row.get(0));
        check_owner(path, owner.map_err(failed)?)?;
        Ok(source)
    }

    /// Checks after a read that no other program has written to the file during it.
    pub(crate) fn was_still(&self, path: &Path) -> Result<(), OpenError> {
        match &self.unlocked {
            Some(before) if *before != Files::of(&self.path) => {
                Err(OpenError::Busy(path.to_owned()))
            }
            _ => Ok(()),
        }
    }
}

fn other(path: &Path, error: &std::io::Error) -> OpenError {
    OpenError::Other {
        path: path.to_owned(),
        why: error.to_string(),
    }
}

fn no_copy(folder: &Path, error: &std::io::Error) -> OpenError {
    OpenError::NoRoom {
        path: folder.to_owned(),
        why: error.to_string(),
    }
}

/// The lengths and moments of change of a database and its `-wal` file; `None` for a missing file.
#[derive(PartialEq)]
struct Files {
    database: Option<(u64, Option<SystemTime>)>,
    wal: Option<(u64, Option<SystemTime>)>,
}

impl Files {
    fn of(database: &Path) -> Self {
        let of = |path: &Path| {
            let state = |file: Metadata| (file.len(), file.modified().ok());
            std::fs::metadata(path).ok().map(state)
        };
        Self {
            database: of(database),
            wal: of(&beside(database, "-wal")),
        }
    }
}

/// Returns the address by which SQLite takes options of a file.
fn uri(path: &Path, options: &str) -> String {
    let mut uri = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(char::from(*byte));
            }
            byte => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri + "?" + options
}

/// Copies a file; only the owner can read the copy.
fn copy_file(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut to = owners().create_new(true).open(to)?;
    std::io::copy(&mut std::fs::File::open(from)?, &mut to).map(drop)
}

/// A folder that is deleted when it is dropped.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Creates an empty folder, which only the owner can read. One that a killed process has left is deleted first.
    fn new(path: &Path) -> std::io::Result<Self> {
        if path.exists() {
            std::fs::remove_dir_all(path)?;
        }
        let mut folder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::DirBuilderExt;
            folder.mode(0o700);
        }
        folder.create(path)?;
        Ok(Self(path.to_owned()))
    }

    /// Returns a name in the folder for temporary files, for a command that writes nowhere else.
    pub(crate) fn elsewhere() -> PathBuf {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("anteroom-{}-{number}", std::process::id());
        std::env::temp_dir().join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // The next one at this place deletes it otherwise.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_a_file_are_told_from_its_name() {
        assert_eq!(
            uri(Path::new("/a b/c?mode=rwc#ä%.db"), "immutable=1"),
            "file:/a%20b/c%3Fmode%3Drwc%23%C3%A4%25.db?immutable=1"
        );
    }
}
