//! Erases deleted data from the files: SQLite only marks its space as free.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::checkpoint::checkpoint;
use super::wal::{Salts, Wal};
use crate::db::Result;
use crate::db::connection::GIVES_WAY;

/// Number of pages in the cache of a connection that overwrites. Further pages go to the file.
const IN_MEMORY: u32 = 20;

/// Number of pages that one statement overwrites.
const AT_ONCE: u32 = 1024;

/// Whether the files are free of deleted data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scrubbed {
    /// The files have no deleted data.
    Clean,
    /// Other programs still read old contents of the files. Try again later.
    Held,
    /// Data was deleted since the last rewrite of the database.
    Due,
}

/// The progress of the work, which may take several attempts.
#[derive(Default)]
pub(crate) struct Scrub {
    written: Option<Written>,
}

/// A rewrite of the database.
#[derive(Clone, Copy)]
struct Written {
    /// How many people had been deleted by then. A later deletion needs another rewrite.
    deleted: u32,
    /// The salts of the `-wal` file right after the rewrite. Other salts mean that the whole rewrite is in the database
    /// file.
    salts: Option<Salts>,
}

impl Scrub {
    /// Scrubs as far as possible, and rewrites the database only if `rewrite` is set. Only the writing thread may call
    /// this, so that nothing is deleted during the work.
    pub(crate) fn go_on(
        &mut self,
        connection: &Connection,
        database: &Path,
        rewrite: bool,
    ) -> Result<Scrubbed> {
        let one = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, u32>(0));
        if one("SELECT count(*) FROM scrub_due")? == 0 {
            return Ok(Scrubbed::Clean);
        }
        let deleted = one("SELECT deleted FROM deleted_players")?;
        let written = match self.written.filter(|written| written.deleted == deleted) {
            Some(written) => written,
            None if !rewrite => return Ok(Scrubbed::Due),
            None => {
                connection.execute_batch("VACUUM")?;
                // Read after the rewrite: at worst the salts are newer, and the scrub waits for one more change.
                let salts = Wal::of(database)?.salts;
                *self.written.insert(Written { deleted, salts })
            }
        };
        if !is_clean(connection, database, written.salts)? {
            return Ok(Scrubbed::Held);
        }
        connection.execute("DELETE FROM scrub_due WHERE one = 1", [])?;
        self.written = None;
        Ok(Scrubbed::Clean)
    }
}

/// Empties the `-wal` file, or overwrites it if readers keep it from being emptied. Returns whether the files are
/// clean.
fn is_clean(connection: &Connection, database: &Path, salts: Option<Salts>) -> Result<bool> {
    let checkpoint = checkpoint(connection)?;
    let mut wal = Wal::of(database)?;
    if wal.salts.is_some() && wal.salts == salts {
        return Ok(false);
    }
    // Litestream reads at all times except during its own checkpoints. SQLite restarts the file after these, and older
    // frames further back in it stay there.
    if wal.has_leftovers {
        let most = wal.frames.saturating_sub(checkpoint.frames);
        match overwrite(database, most) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                return Ok(false);
            }
            done => done?,
        }
        wal = Wal::of(database)?;
    }
    let [pages, size] = ["page_count", "page_size"].map(|pragma| number(connection, pragma));
    let length = std::fs::metadata(database)?.len();
    Ok(!wal.has_leftovers && length <= u64::from(pages?) * u64::from(size?))
}

/// Overwrites this many frames of the `-wal` file with zeros, from the first invalid one on.
///
/// The frames are pages of a transaction that is rolled back. They do not fit into its cache, so SQLite writes them to
/// the file first, where nobody reads them.
fn overwrite(database: &Path, frames: u32) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(database, flags)?;
    connection.busy_timeout(GIVES_WAY)?;
    connection.pragma_update(None, "cache_size", IN_MEMORY)?;
    let size = number(&connection, "page_size")?;
    let transaction = Transaction::new_unchecked(&connection, TransactionBehavior::Immediate)?;
    transaction.execute("CREATE TABLE overwritten (zeros BLOB)", [])?;
    let mut left = frames.saturating_add(2 * IN_MEMORY);
    while left > 0 {
        let pages = left.min(AT_ONCE);
        transaction.execute(
            "INSERT INTO overwritten VALUES (zeroblob(?1))",
            [pages * size],
        )?;
        left -= pages;
    }
    transaction.rollback()
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}
