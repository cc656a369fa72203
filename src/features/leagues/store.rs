//! What leagues ask the database for themselves.

use crate::db::{Connection, StoreError};

/// Draws the seed for the lots of a season.
pub(crate) fn lot_seed(db: &Connection) -> Result<u64, StoreError> {
    let drawn: i64 = db.query_one("SELECT random()", [], |row| row.get(0))?;
    Ok(drawn.cast_unsigned())
}
