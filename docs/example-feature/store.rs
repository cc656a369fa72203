use crate::db::{Connection, StoreError};
use crate::matches::GuildId;

/// Counts the matches that are being played in a server.
pub(crate) fn ongoing_in(db: &Connection, guild: GuildId) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM matches WHERE guild = ?1 AND status = 'playing'";
    let count: i64 = db
        .prepare_cached(sql)?
        .query_one([guild], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}
