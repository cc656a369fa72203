use rusqlite::{Connection, params};

use super::StoreError;
use super::appearances::Appearances;
use super::match_list::MatchList;
use super::moderation::ModeratedList;
use super::projection::{Change, Projection};
use super::punctuality::Punctuality;
use super::rating_list::RatingList;
use super::rematches::Rematches;

pub(super) static PROJECTIONS: [&dyn Projection; 6] = [
    &MatchList,
    &RatingList,
    &Rematches,
    &Punctuality,
    &Appearances,
    &ModeratedList,
];

/// Folds an event that was just written into all projections.
pub(super) fn fold_all(connection: &Connection, change: &Change<'_>) -> Result<(), StoreError> {
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
