use rusqlite::{Connection, params};

use super::error::StoreError;
use super::hooks::Hooks;
use super::projection::Change;

/// Folds an event that was just written into all projections.
pub(crate) fn fold_all(
    connection: &Connection,
    hooks: &Hooks,
    change: &Change<'_>,
) -> Result<(), StoreError> {
    for projection in hooks.projections() {
        projection.fold(connection, change)?;
        let marked = connection
            .prepare_cached("UPDATE projections SET mark = ?1 WHERE name = ?2 AND mark = ?1 - 1")?
            .execute(params![change.position, projection.name()])?;
        if marked != 1 {
            return Err(StoreError::Projection {
                name: projection.name(),
                position: change.position,
            });
        }
    }
    Ok(())
}
