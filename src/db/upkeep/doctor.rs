use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use rusqlite_migration::Migrations;

use super::source::{Scratch, Source};
use super::{alarm_check, journal_check};
use crate::db::connection::BUSY;
use crate::db::file::lock::lock;
use crate::db::file::place::resolve;
use crate::db::file::replacement::is_pending;
use crate::db::history::History;
use crate::db::hooks::Hooks;
use crate::db::open::{MIGRATIONS, check_owner, explain, is_about_room};
use crate::db::projection::{Projection, last_position, standing};
use crate::db::rebuild::rebuild_all;
use crate::db::{OpenError, Query, Result, StoreError};
use crate::matches::MatchId;
use crate::people::Moment;

/// Maximum number of SQLite's complaints that are shown.
const MOST_COMPLAINTS: u32 = 100;

/// How many events are read at once.
const BATCH: u32 = 10_000;

/// The result of an examination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    pub events: u64,
    /// The faults of the database, each with how many rows have it; empty if it is sound.
    pub findings: Vec<String>,
}

/// Examines a whole database: its pages, references, matches and projections, and its alarms from `now` on. Changes
/// nothing. Takes some seconds for 100,000 matches. A bot may run on the database, because this reads one snapshot.
///
/// # Errors
///
/// If the database does not exist, is not Anteroom's, or is of another version.
pub fn examine(path: &Path, hooks: &Hooks, now: Moment) -> Result<Examination, OpenError> {
    reading(path, |connection| examined(connection, hooks, Some(now)))
}

/// Rebuilds everything that follows from the events, if anything is wrong: indices, projections and alarms. Events stay as
/// they are, and a sound database is left alone.
///
/// # Errors
///
/// The errors of [`examine`], or if a bot runs on the database or the write fails.
pub fn repair(path: &Path, hooks: &Hooks, now: Moment) -> Result<(), OpenError> {
    with_database(path, |connection| {
        if examined(connection, hooks, Some(now))?.findings.is_empty() {
            return Ok(());
        }
        rebuild_all(connection, hooks, now).map_err(|error| damaged(path, &error))
    })
}

/// Examines the contents of an opened copy, on which no bot can run; see [`examine`]. Of a copy by an older version, only
/// the pages can be checked.
pub(crate) fn examine_copy(
    path: &Path,
    connection: &Connection,
    hooks: &Hooks,
) -> Result<Examination, OpenError> {
    match up_to_date(path, connection) {
        Ok(()) => examined(connection, hooks, None),
        Err(OpenError::Older(_)) => {
            let mut found = Examination::default();
            pages(connection, &mut found.findings).map_err(|error| damaged(path, &error))?;
            Ok(found)
        }
        Err(error) => Err(error),
    }
}

/// Runs a change of a database on which no bot runs.
pub(crate) fn with_database<T>(
    path: &Path,
    work: impl FnOnce(&mut Connection) -> Result<T, OpenError>,
) -> Result<T, OpenError> {
    is_there(path)?;
    // Held until the end, so that no bot starts before.
    let lock = lock(path)?;
    let mut connection = opened(path, lock.database())?;
    up_to_date(path, &connection)?;
    work(&mut connection)
}

/// Runs a read on one snapshot of a database of this version. A bot may write to it during the read. Changes nothing.
pub(crate) fn reading<T>(
    path: &Path,
    work: impl FnOnce(&Connection) -> Result<T, OpenError>,
) -> Result<T, OpenError> {
    read_only(path, &Scratch::elsewhere(), |source| {
        up_to_date(path, &source.connection)?;
        let moment = source.connection.unchecked_transaction();
        let moment = moment.map_err(|error| explain(path, &error))?;
        work(&moment)
    })
}

/// Opens a database of any version for reading; see [`Source::open`].
pub(crate) fn read_only<T, E: From<OpenError>>(
    path: &Path,
    scratch: &Path,
    work: impl FnOnce(&Source) -> Result<T, E>,
) -> Result<T, E> {
    is_there(path)?;
    // Held until the end, so that no bot starts before.
    let _lock = match lock(path) {
        Ok(lock) => Some(lock),
        Err(OpenError::InUse(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let source = Source::open(path, scratch)?;
    let done = work(&source)?;
    source.was_still(path)?;
    Ok(done)
}

/// Checks that a database exists and is a file.
///
/// # Errors
///
/// If it does not exist, or is something else.
pub fn is_there(path: &Path) -> Result<(), OpenError> {
    let other = |error: std::io::Error| OpenError::Other {
        path: path.to_owned(),
        why: error.to_string(),
    };
    match std::fs::metadata(path) {
        Ok(file) if file.is_file() => Ok(()),
        Ok(_) => Err(other(std::io::Error::other("it is no file"))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            if resolve(path).is_ok_and(|real| is_pending(&real)) {
                Ok(())
            } else {
                Err(OpenError::Missing(path.to_owned()))
            }
        }
        Err(error) => Err(other(error)),
    }
}

/// Opens a database of Anteroom for writing, at the place of its file without symbolic links. The caller has the lock.
pub(crate) fn opened(path: &Path, real: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let failed = |error: rusqlite::Error| explain(path, &error);
    let connection = Connection::open_with_flags(real, flags).map_err(failed)?;
    connection.busy_timeout(BUSY).map_err(failed)?;
    check_owner(path, number(path, &connection, "application_id")?)?;
    Ok(connection)
}

fn number(path: &Path, connection: &Connection, pragma: &str) -> Result<i64, OpenError> {
    connection
        .pragma_query_value(None, pragma, |row| row.get(0))
        .map_err(|error| explain(path, &error))
}

/// Checks that a database is of this version.
fn up_to_date(path: &Path, connection: &Connection) -> Result<(), OpenError> {
    let version = number(path, connection, "user_version")?;
    match usize::try_from(version).unwrap_or(0).cmp(&MIGRATIONS.len()) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(OpenError::Newer(path.to_owned())),
        std::cmp::Ordering::Less => Err(OpenError::Older(path.to_owned())),
    }
}

/// A function that checks one aspect and adds findings.
type Check<'a> = &'a dyn Fn(&mut Vec<String>) -> Result;

/// Runs every check. A check that fails is a finding, and the others go on.
fn examined(db: &Connection, hooks: &Hooks, now: Option<Moment>) -> Result<Examination, OpenError> {
    let mut findings = Vec::new();
    let checks: [Check<'_>; 6] = [
        &|findings| pages(db, findings),
        &|findings| references(db, findings),
        &|findings| order(db, findings),
        &|findings| folded(db, hooks, findings),
        &|findings| journals(db, hooks, findings),
        &|findings| {
            findings.extend(alarm_check::wrong(db, hooks, now)?.findings());
            Ok(())
        },
    ];
    for check in checks {
        if let Err(error) = check(&mut findings) {
            findings.push(failed_check(&error)?);
        }
    }
    let events = last_position(db).map_or(0, i64::cast_unsigned);
    Ok(Examination { events, findings })
}

/// Returns the finding of a check that failed, unless there was only no room for its temporary files.
fn failed_check(error: &StoreError) -> Result<String, OpenError> {
    match error {
        StoreError::Sqlite(sqlite) if is_about_room(sqlite) => Err(OpenError::NoRoom {
            path: std::env::temp_dir(),
            why: sqlite.to_string(),
        }),
        error => Ok(format!("damage: {error}")),
    }
}

fn damaged(path: &Path, error: &StoreError) -> OpenError {
    OpenError::Damaged {
        path: path.to_owned(),
        why: error.to_string(),
    }
}

fn pages(db: &Connection, findings: &mut Vec<String>) -> Result {
    let sql = format!("PRAGMA integrity_check({MOST_COMPLAINTS})");
    let complaints = db.all(&sql, [], |row| row.get::<_, String>(0))?;
    let complaints = complaints.iter().filter(|complaint| *complaint != "ok");
    findings.extend(complaints.map(|complaint| format!("damage: {complaint}")));
    Ok(())
}

fn references(db: &Connection, findings: &mut Vec<String>) -> Result {
    let sql = "SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1";
    findings.extend(db.all(sql, [], |row| {
        let (table, rows): (String, i64) = (row.get(0)?, row.get(1)?);
        Ok(format!(
            "{table}: {rows} rows refer to rows that are not there"
        ))
    })?);
    Ok(())
}

fn order(db: &Connection, findings: &mut Vec<String>) -> Result {
    let events: i64 = db.one("SELECT count(*) FROM events", [], |row| row.get(0))?;
    let last = last_position(db)?;
    if events != last {
        findings.push(format!(
            "the order of events has gaps: there are {events}, and the last one has place {last}"
        ));
    }
    Ok(())
}

fn journals(db: &Connection, hooks: &Hooks, findings: &mut Vec<String>) -> Result {
    let wrong = journal_check::wrong(db, hooks)?;
    findings.extend(wrong.iter().map(|why| format!("cannot be folded: {why}")));
    Ok(())
}

/// Replays all matches, folds all events into a scratch database, and compares.
fn folded(db: &Connection, hooks: &Hooks, findings: &mut Vec<String>) -> Result {
    // SQLite keeps a database without a name on disk if it is large, and deletes it when it is closed.
    let mut scratch = Connection::open("")?;
    scratch.pragma_update(None, "foreign_keys", false)?;
    Migrations::from_slice(&MIGRATIONS)
        .to_latest(&mut scratch)
        .map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let mut history = History::after(0);
    let transaction = scratch.transaction()?;
    while history.go_on(db, BATCH, |change| {
        hooks
            .projections()
            .try_for_each(|projection| (projection.fold)(&transaction, change))
    })? {}
    for error in history.unreadable().values() {
        findings.push(format!("cannot be replayed: {error}"));
    }
    for name in db.all("SELECT name FROM projections", [], |row| {
        row.get::<_, String>(0)
    })? {
        if !hooks.projections().any(|known| known.name == name) {
            findings.push(format!("projection {name}: this version does not know it"));
        }
    }
    let last = last_position(db)?;
    for projection in hooks.projections() {
        let why = match standing(db, projection)? {
            None => Some(String::from("it was never folded")),
            Some((version, _)) if version != i64::from(projection.version) => {
                Some(String::from("another version has folded it"))
            }
            Some((_, mark)) => (mark != last).then(|| format!("it is at event {mark} of {last}")),
        };
        let rows = differing(db, &transaction, projection, &history)?;
        let differing = rows.iter().min().map(|first| {
            let rows = rows.len();
            format!("{rows} rows are not what the events say, first that of {first}")
        });
        for why in why.into_iter().chain(differing) {
            findings.push(format!("projection {}: {why}", projection.name));
        }
    }
    Ok(())
}

/// Returns the first column of each row that differs from freshly folded ones, usually a match's id. Skips matches
/// that cannot be replayed.
fn differing(
    kept: &Connection,
    fresh: &Connection,
    projection: &Projection,
    history: &History,
) -> Result<Vec<i64>> {
    let (kept, fresh) = (projection.hashes(kept)?, projection.hashes(fresh)?);
    let keys: BTreeSet<_> = kept.keys().chain(fresh.keys()).collect();
    let differs = keys
        .into_iter()
        .filter(|key| kept.get(key) != fresh.get(key));
    let ids = differs.map(|(_, first)| *first);
    let readable = |id: &i64| {
        !history
            .unreadable()
            .contains_key(&MatchId(id.cast_unsigned()))
    };
    Ok(ids.filter(readable).collect())
}
