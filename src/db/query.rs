//! One statement at a time, as a method of the connection. SQLite compiles each statement once.

use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::error::Result;

pub(crate) trait Query {
    /// Runs a statement, and returns how many rows it changed.
    fn changed(&self, sql: &str, params: impl Params) -> Result<usize>;

    /// Runs a statement.
    fn run(&self, sql: &str, params: impl Params) -> Result {
        self.changed(sql, params).map(drop)
    }

    /// Reads all rows.
    fn all<T, F>(&self, sql: &str, params: impl Params, read: F) -> Result<Vec<T>>
    where
        F: FnMut(&Row<'_>) -> rusqlite::Result<T>;

    /// Reads the first row; `None` without rows.
    fn first<T, F>(&self, sql: &str, params: impl Params, read: F) -> Result<Option<T>>
    where
        F: FnOnce(&Row<'_>) -> rusqlite::Result<T>;

    /// Reads the first row of a statement that always has one.
    fn one<T, F>(&self, sql: &str, params: impl Params, read: F) -> Result<T>
    where
        F: FnOnce(&Row<'_>) -> rusqlite::Result<T>;
}

impl Query for Connection {
    fn changed(&self, sql: &str, params: impl Params) -> Result<usize> {
        Ok(self.prepare_cached(sql)?.execute(params)?)
    }

    fn all<T, F>(&self, sql: &str, params: impl Params, read: F) -> Result<Vec<T>>
    where
        F: FnMut(&Row<'_>) -> rusqlite::Result<T>,
    {
        let mut statement = self.prepare_cached(sql)?;
        let rows = statement.query_map(params, read)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn first<T, F>(&self, sql: &str, params: impl Params, read: F) -> Result<Option<T>>
    where
        F: FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    {
        let row = self.prepare_cached(sql)?.query_row(params, read);
        Ok(row.optional()?)
    }

    fn one<T, F>(&self, sql: &str, params: impl Params, read: F) -> Result<T>
    where
        F: FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    {
        Ok(self.prepare_cached(sql)?.query_row(params, read)?)
    }
}
