use rusqlite::{Connection, params};

use super::error::{Result, StoreError};
use super::history::History;
use super::hooks::Hooks;
use super::projection::{Projection, last_position, standing};
use super::query::Query;
use crate::db::Store;

/// How many events are folded in one transaction.
const BATCH: u32 = 10_000;

impl Store {
    /// Rebuilds all projections in one transaction and returns the number of events. Other writes wait.
    pub async fn rebuild_projections(&self) -> Result<u64> {
        let hooks = self.inner.hooks;
        self.write(move |db| {
            db.pragma_update(None, "defer_foreign_keys", true)?;
            for projection in hooks.projections() {
                clear(db, projection)?;
            }
            let mut history = History::after(0);
            while history.go_on(db, BATCH, |change| {
                hooks
                    .projections()
                    .try_for_each(|projection| (projection.fold)(db, change))
            })? {}
            if let Some((_, error)) = history.unreadable().first_key_value() {
                return Err(StoreError::Unreadable(error.to_string()));
            }
            for projection in hooks.projections() {
                mark(db, projection, history.at())?;
            }
            Ok(last_position(db)?.cast_unsigned())
        })
        .await
    }
}

/// Brings every projection up to the last event, in transactions of a bounded size. A projection of another version is
/// rebuilt, and an interrupted rebuild resumes. Each event is read once for all projections.
///
/// The connection must be the only writer and must not check foreign keys, because referenced rows are missing in
/// between.
pub(crate) fn catch_up(db: &mut Connection, hooks: &Hooks) -> Result {
    let last = last_position(db)?;
    let mut behind = Vec::new();
    for projection in hooks.projections() {
        let mark = match standing(db, projection)? {
            Some((version, mark))
                if version == i64::from(projection.version) && (0..=last).contains(&mark) =>
            {
                mark
            }
            before => {
                if before.is_some() {
                    tracing::info!(
                        projection = projection.name,
                        "recomputing a list from all events"
                    );
                }
                let transaction = db.transaction()?;
                clear(&transaction, projection)?;
                transaction.commit()?;
                0
            }
        };
        if mark < last {
            behind.push((projection, mark));
        }
    }
    fold(db, &behind)
}

/// Rebuilds every projection, whatever its version. See [`catch_up`].
pub(crate) fn rebuild_all(db: &mut Connection, hooks: &Hooks) -> Result {
    db.execute("DELETE FROM projections", [])?;
    catch_up(db, hooks)
}

/// Rebuilds one projection, whatever its version. See [`catch_up`].
pub(crate) fn rebuild_one(db: &mut Connection, hooks: &Hooks, projection: &Projection) -> Result {
    db.pragma_update(None, "foreign_keys", false)?;
    db.execute("DELETE FROM projections WHERE name = ?1", [projection.name])?;
    catch_up(db, hooks)
}

/// Folds into each projection the events after its mark.
fn fold(db: &mut Connection, behind: &[(&Projection, i64)]) -> Result {
    let Some(first) = behind.iter().map(|(_, mark)| *mark).min() else {
        return Ok(());
    };
    let mut history = History::after(first);
    let mut more = true;
    while more {
        let transaction = db.transaction()?;
        more = history.go_on(&transaction, BATCH, |change| {
            behind
                .iter()
                .filter(|(_, mark)| change.position > *mark)
                .try_for_each(|(projection, _)| (projection.fold)(&transaction, change))
        })?;
        for (projection, _) in behind.iter().filter(|(_, mark)| history.at() > *mark) {
            self::mark(&transaction, projection, history.at())?;
        }
        transaction.commit()?;
    }
    for (id, error) in history.unreadable() {
        tracing::error!(%error, %id, "a match cannot be replayed");
    }
    Ok(())
}

/// Empties a projection.
fn clear(db: &Connection, projection: &Projection) -> Result {
    for table in projection.tables {
        db.execute(&format!("DELETE FROM {table}"), [])?;
    }
    mark(db, projection, 0)
}

fn mark(db: &Connection, projection: &Projection, position: i64) -> Result {
    let sql = "INSERT OR REPLACE INTO projections (name, version, mark) VALUES (?1, ?2, ?3)";
    db.run(sql, params![projection.name, projection.version, position])
}
