//! Takes what was deleted out of the files: SQLite only forgets where it stood.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::checkpoint::bring_home;
use super::wal::{Salts, Wal};
use crate::db::StoreError;
use crate::db::connection::GIVES_WAY;

/// The pages that a connection keeps in memory while it overwrites: the others are in the file.
const IN_MEMORY: u32 = 20;

/// The pages that are overwritten by one statement.
const AT_ONCE: u32 = 1024;

/// How far the files are free of what was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scrubbed {
    /// Nothing of it is left in them.
    Clean,
    /// Other programs still read what was in the files before. Try again later.
    Held,
    /// Something was deleted since the last rewrite of the database.
    Due,
}

/// How far the work has come: it may take several attempts.
#[derive(Default)]
pub(crate) struct Scrub {
    written: Option<Written>,
}

/// A rewrite of the database.
#[derive(Clone, Copy)]
struct Written {
    /// How many people had been deleted by then. A later deletion needs another rewrite.
    deleted: u32,
    /// The salts of the `-wal` file right after that. With other salts, all of it is in the database itself.
    salts: Option<Salts>,
}

impl Scrub {
    /// Goes as far as possible. Must be called by the only thread that writes, so that nothing is deleted during the work. The
    /// database is rewritten only if `rewrite`.
    pub(crate) fn go_on(
        &mut self,
        connection: &Connection,
        database: &Path,
        rewrite: bool,
    ) -> Result<Scrubbed, StoreError> {
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
                // Read afterwards: at worst these are newer, and one more change of them is waited for.
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

/// Empties the `-wal` file, or overwrites it where others keep SQLite from emptying it, and looks at what is left.
fn is_clean(
    connection: &Connection,
    database: &Path,
    salts: Option<Salts>,
) -> Result<bool, StoreError> {
    let home = bring_home(connection)?;
    let mut wal = Wal::of(database)?;
    if wal.salts.is_some() && wal.salts == salts {
        return Ok(false);
    }
    // Litestream reads at all times but for the moment of its own checkpoints. SQLite restarts the file after these,
    // and what stood further back in it stays there.
    if wal.has_leftovers {
        let most = wal.frames.saturating_sub(home.frames);
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

/// Fills this many frames of the `-wal` file, from the first one that does not count, with zeros.
///
/// They are the pages of a transaction that is rolled back. They are more than fit into its memory, so that SQLite
/// writes them to the file before, where nobody reads them.
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
