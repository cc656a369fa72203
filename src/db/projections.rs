use rusqlite::{Connection, params};

use super::error::{Result, StoreError};
use super::hooks::Hooks;
use super::projection::Change;
use super::query::Query;

/// Folds an event that was just written into all projections.
pub(crate) fn fold_all(db: &Connection, hooks: &Hooks, change: &Change<'_>) -> Result {
    for projection in hooks.projections() {
        (projection.fold)(db, change)?;
        let sql = "UPDATE projections SET mark = ?1 WHERE name = ?2 AND mark = ?1 - 1";
        let marked = db.changed(sql, params![change.position, projection.name])?;
        if marked != 1 {
            return Err(StoreError::Projection {
                name: projection.name,
                position: change.position,
            });
        }
    }
    Ok(())
}
