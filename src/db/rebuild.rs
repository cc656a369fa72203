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
        self.inner
            .writer
            .write(move |connection| {
                connection.pragma_update(None, "defer_foreign_keys", true)?;
                for projection in hooks.projections() {
                    clear(connection, projection)?;
                }
                let mut history = History::after(0);
                while history.go_on(connection, BATCH, |change| {
                    hooks
                        .projections()
                        .try_for_each(|projection| projection.fold(connection, change))
                })? {}
                if let Some((_, error)) = history.unreadable().first_key_value() {
                    return Err(StoreError::Unreadable(error.to_string()));
                }
                for projection in hooks.projections() {
                    mark(connection, projection, history.at())?;
                }
                Ok(last_position(connection)?.cast_unsigned())
            })
            .await
    }
}

/// Brings every projection up to the last event, in transactions of a bounded size. A projection of another version is
/// rebuilt, and an interrupted rebuild resumes. Each event is read once for all projections.
///
/// The connection must be the only writer and must not check foreign keys, because referenced rows are missing in
/// between.
pub(crate) fn catch_up(connection: &mut Connection, hooks: &Hooks) -> Result {
    let last = last_position(connection)?;
    let mut behind = Vec::new();
    for projection in hooks.projections() {
        let mark = match standing(connection, projection)? {
            Some((version, mark))
                if version == i64::from(projection.version()) && (0..=last).contains(&mark) =>
            {
                mark
            }
            before => {
                if before.is_some() {
                    tracing::info!(
                        projection = projection.name(),
                        "recomputing a list from all events"
                    );
                }
                let transaction = connection.transaction()?;
                clear(&transaction, projection)?;
                transaction.commit()?;
                0
            }
        };
        if mark < last {
            behind.push((projection, mark));
        }
    }
    fold(connection, &behind)
}

/// Rebuilds every projection, whatever its version. See [`catch_up`].
pub(crate) fn rebuild_all(connection: &mut Connection, hooks: &Hooks) -> Result {
    connection.execute("DELETE FROM projections", [])?;
    catch_up(connection, hooks)
}

/// Rebuilds one projection, whatever its version. See [`catch_up`].
pub(crate) fn rebuild_one(
    connection: &mut Connection,
    hooks: &Hooks,
    projection: &dyn Projection,
) -> Result {
    connection.pragma_update(None, "foreign_keys", false)?;
    connection.execute(
        "DELETE FROM projections WHERE name = ?1",
        [projection.name()],
    )?;
    catch_up(connection, hooks)
}

/// Folds into each projection the events after its mark.
fn fold(connection: &mut Connection, behind: &[(&dyn Projection, i64)]) -> Result {
    let Some(first) = behind.iter().map(|(_, mark)| *mark).min() else {
        return Ok(());
    };
    let mut history = History::after(first);
    let mut more = true;
    while more {
        let transaction = connection.transaction()?;
        more = history.go_on(&transaction, BATCH, |change| {
            behind
                .iter()
                .filter(|(_, mark)| change.position > *mark)
                .try_for_each(|(projection, _)| projection.fold(&transaction, change))
        })?;
        for (projection, _) in behind.iter().filter(|(_, mark)| history.at() > *mark) {
            self::mark(&transaction, *projection, history.at())?;
        }
        transaction.commit()?;
    }
    for (id, error) in history.unreadable() {
        tracing::error!(%error, %id, "a match cannot be replayed");
    }
    Ok(())
}

/// Empties a projection.
fn clear(connection: &Connection, projection: &dyn Projection) -> Result {
    for table in projection.tables() {
        connection.execute(&format!("DELETE FROM {table}"), [])?;
    }
    mark(connection, projection, 0)
}

fn mark(connection: &Connection, projection: &dyn Projection, position: i64) -> Result {
    let sql = "INSERT OR REPLACE INTO projections (name, version, mark) VALUES (?1, ?2, ?3)";
    connection.run(
        sql,
        params![projection.name(), projection.version(), position],
    )?;
    Ok(())
}
