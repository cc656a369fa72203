use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;

/// How long a connection waits for another process, such as a backup.
pub(crate) const BUSY: Duration = Duration::from_secs(5);

/// How long a checkpoint waits for readers in other processes. Turns and shutdown wait for the checkpoint.
pub(crate) const GIVES_WAY: Duration = Duration::from_millis(250);

/// Number of prepared statements that a connection caches, enough for nearly all frequent ones. Preparing a statement
/// takes longer than running it.
const STATEMENTS: usize = 128;

/// Configures a connection for reading or writing.
pub(crate) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Otherwise SQLite plans a statement again whenever its parameters change.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}
