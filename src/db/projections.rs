use rusqlite::{Connection, params};

use super::appearances::Appearances;
use super::error::StoreError;
use super::match_list::MatchList;
use super::projection::{Change, Projection};
use crate::db::ratings::list::RatingList;
use crate::db::ratings::punctuality::Punctuality;
use crate::features::moderation::store::acts::ModeratedList;
use crate::features::play::store::rematches::Rematches;

pub(crate) static PROJECTIONS: [&dyn Projection; 6] = [
    &MatchList,
    &RatingList,
    &Rematches,
    &Punctuality,
    &Appearances,
    &ModeratedList,
];

/// Folds an event that was just written into all projections.
pub(crate) fn fold_all(connection: &Connection, change: &Change<'_>) -> Result<(), StoreError> {
    for projection in PROJECTIONS {
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
