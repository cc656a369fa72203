//! What leagues ask the database for themselves.

use crate::db::{Connection, StoreError};

/// Draws the number from which the lots of a season come.
pub(crate) fn lot_seed(db: &Connection) -> Result<u64, StoreError> {
    let drawn: i64 = db.query_one("SELECT random()", [], |row| row.get(0))?;
    Ok(drawn.cast_unsigned())
}
