use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

/// How long a connection waits for another process, say one that makes a backup.
pub(crate) const BUSY: Duration = Duration::from_secs(5);

/// How long a checkpoint waits for other processes that read: turns wait meanwhile, and the end of the program does.
pub(crate) const GIVES_WAY: Duration = Duration::from_millis(250);

/// How many statements a connection keeps prepared: nearly all that are run often. To prepare one takes longer than to run it.
const STATEMENTS: usize = 128;

/// Sets what every connection needs, whether it reads or writes.
pub(crate) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Else SQLite plans a statement again whenever it is given other values.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}
