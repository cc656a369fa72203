use rusqlite::{Connection, params};

use super::alarms;
use super::error::Result;
use super::history::History;
use super::hooks::Hooks;
use super::projection::{Projection, last_position, standing};
use super::query::Query;
use super::upkeep::alarm_check;
use crate::people::Moment;

/// How many events are folded in one transaction.
const BATCH: u32 = 10_000;

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

/// Rebuilds indices and every projection, and then sets wrong alarms again. Alarms before `now` are not made up for.
pub(crate) fn rebuild_all(db: &mut Connection, hooks: &Hooks, now: Moment) -> Result {
    db.pragma_update(None, "foreign_keys", false)?;
    db.execute_batch("REINDEX; DELETE FROM projections")?;
    catch_up(db, hooks)?;
    let transaction = db.transaction()?;
    let wrong = alarm_check::wrong(&transaction, hooks, Some(now))?;
    for (id, asked) in wrong.matches {
        alarms::clear(&transaction, id)?;
        if let Some(played) = asked {
            alarms::set_of_match(&transaction, hooks, &played)?;
            (hooks.alarms.set)(&transaction, &played, now)?;
        }
    }
    for user in wrong.people {
        (hooks.alarms.set_missing)(&transaction, user, now)?;
    }
    Ok(transaction.commit()?)
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
