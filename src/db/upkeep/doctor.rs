use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::types::Value;
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
use crate::db::{OpenError, Query, Result, StoreError, rebuild};
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
    /// The faults of the database; empty if it is sound.
    pub findings: Vec<Finding>,
}

/// A fault of a database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    /// The file is damaged. The text is from SQLite.
    #[error("damage: {0}")]
    Damage(String),
    #[error("{table}: {rows} rows refer to rows that are not there")]
    Dangling { table: String, rows: u64 },
    /// Rows of matches without events.
    #[error("{table}: {rows} rows belong to no match")]
    Orphans { table: String, rows: u64 },
    #[error("the order of events has gaps: there are {events}, and the last one has place {last}")]
    Gaps { events: u64, last: u64 },
    #[error("cannot be replayed: {why}")]
    Unreadable { id: MatchId, why: String },
    /// The events of a league or ladder have gaps or cannot be folded.
    #[error("cannot be folded: {0}")]
    Journal(String),
    /// A projection is not of this version, or not at the last event.
    #[error("projection {projection}: {why}")]
    Behind { projection: String, why: String },
    /// `first` is the first column of the first such row, usually a match's id.
    #[error(
        "projection {projection}: {rows} rows are not what the events say, first that of {first}"
    )]
    Differs {
        projection: &'static str,
        rows: u64,
        first: i64,
    },
    #[error("alarms: {matches} matches have others than they ask for, first {first}")]
    Alarms { matches: u64, first: MatchId },
    #[error("alarms: {people} people have asked for a daily list, and none is to come")]
    Digests { people: u64 },
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

/// Repairs a database: rebuilds projections and indices, replaces wrong alarms, and deletes rows of no match. Events
/// are never changed. Returns the examinations before and after the repair.
///
/// # Errors
///
/// The errors of [`examine`], or if a bot runs on the database or the write fails.
pub fn repair(path: &Path, hooks: &Hooks, now: Moment) -> Result<[Examination; 2], OpenError> {
    with_database(path, |connection| {
        let before = examined(connection, hooks, Some(now))?;
        if before.findings.is_empty() {
            return Ok([before.clone(), before]);
        }
        mend(connection, hooks, now).map_err(|error| OpenError::Damaged {
            path: path.to_owned(),
            why: format!("it cannot be repaired: {error}"),
        })?;
        Ok([before, examined(connection, hooks, Some(now))?])
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
            pages(connection, hooks, &mut found.findings).map_err(|error| damaged(path, &error))?;
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
    // Held until the end: no bot starts meanwhile.
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
    // Held until the end: no bot starts meanwhile.
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
type Check = fn(&Connection, &Hooks, &mut Vec<Finding>) -> Result;

/// Runs every check. A check that fails is a finding, and the others go on.
fn examined(
    connection: &Connection,
    hooks: &Hooks,
    now: Option<Moment>,
) -> Result<Examination, OpenError> {
    let mut found = Examination::default();
    let findings = &mut found.findings;
    let checks: [Check; 6] = [pages, references, orphans, order, folded, journals];
    for check in checks {
        if let Err(error) = check(connection, hooks, findings) {
            findings.push(failed_check(&error)?);
        }
    }
    match alarm_check::wrong(connection, hooks, now) {
        Ok(wrong) => {
            findings.extend(wrong.matches.first().map(|first| Finding::Alarms {
                matches: wrong.matches.len() as u64,
                first: *first,
            }));
            if !wrong.people.is_empty() {
                findings.push(Finding::Digests {
                    people: wrong.people.len() as u64,
                });
            }
        }
        Err(error) => findings.push(failed_check(&error)?),
    }
    found.events = last_position(connection).map_or(0, i64::cast_unsigned);
    Ok(found)
}

/// Returns the finding of a check that failed, unless there was only no room for its temporary files.
fn failed_check(error: &StoreError) -> Result<Finding, OpenError> {
    match error {
        StoreError::Sqlite(sqlite) if is_about_room(sqlite) => Err(OpenError::NoRoom {
            path: std::env::temp_dir(),
            why: sqlite.to_string(),
        }),
        error => Ok(Finding::Damage(error.to_string())),
    }
}

fn damaged(path: &Path, error: &StoreError) -> OpenError {
    OpenError::Damaged {
        path: path.to_owned(),
        why: error.to_string(),
    }
}

fn pages(connection: &Connection, _: &Hooks, findings: &mut Vec<Finding>) -> Result {
    let mut statement =
        connection.prepare(&format!("PRAGMA integrity_check({MOST_COMPLAINTS})"))?;
    let complaints = statement.query_map([], |row| row.get::<_, String>(0))?;
    for complaint in complaints {
        let complaint = complaint?;
        if complaint != "ok" {
            findings.push(Finding::Damage(complaint));
        }
    }
    Ok(())
}

fn references(connection: &Connection, _: &Hooks, findings: &mut Vec<Finding>) -> Result {
    let mut statement = connection.prepare("PRAGMA foreign_key_check")?;
    let tables = statement.query_map([], |row| row.get::<_, String>(0))?;
    let mut dangling: BTreeMap<String, u64> = BTreeMap::new();
    for table in tables {
        *dangling.entry(table?).or_default() += 1;
    }
    findings.extend(
        dangling
            .into_iter()
            .map(|(table, rows)| Finding::Dangling { table, rows }),
    );
    Ok(())
}

/// Returns the tables that have rows about matches, except `events`.
fn tables_of_matches(connection: &Connection) -> Result<Vec<String>> {
    let sql = "SELECT tables.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns \
               WHERE tables.type = 'table' AND columns.name = 'match_id' AND tables.name <> 'events' ORDER BY tables.name";
    connection.all(sql, [], |row| row.get(0))
}

/// The condition of rows without a match. In alarms, the id 0 means no match.
const OF_NO_MATCH: &str = "match_id <> 0 AND match_id NOT IN (SELECT match_id FROM events)";

fn orphans(connection: &Connection, _: &Hooks, findings: &mut Vec<Finding>) -> Result {
    for table in tables_of_matches(connection)? {
        let sql = format!("SELECT count(*) FROM {table} WHERE {OF_NO_MATCH}");
        let rows: i64 = connection.query_row(&sql, [], |row| row.get(0))?;
        if rows > 0 {
            findings.push(Finding::Orphans {
                table,
                rows: rows.unsigned_abs(),
            });
        }
    }
    Ok(())
}

fn order(connection: &Connection, _: &Hooks, findings: &mut Vec<Finding>) -> Result {
    let sql = "SELECT count(*), coalesce(max(position), 0) FROM events";
    let (events, last): (i64, i64) =
        connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    if events != last {
        findings.push(Finding::Gaps {
            events: events.unsigned_abs(),
            last: last.unsigned_abs(),
        });
    }
    Ok(())
}

fn journals(connection: &Connection, hooks: &Hooks, findings: &mut Vec<Finding>) -> Result {
    let wrong = journal_check::wrong(connection, hooks)?;
    findings.extend(wrong.into_iter().map(Finding::Journal));
    Ok(())
}

/// Replays all matches, folds all events into a scratch database, and compares.
fn folded(connection: &Connection, hooks: &Hooks, findings: &mut Vec<Finding>) -> Result {
    // SQLite keeps a database without a name on disk if it is large, and deletes it when it is closed.
    let mut scratch = Connection::open("")?;
    scratch.pragma_update(None, "foreign_keys", false)?;
    Migrations::from_slice(&MIGRATIONS)
        .to_latest(&mut scratch)
        .map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let mut history = History::after(0);
    let transaction = scratch.transaction()?;
    while history.go_on(connection, BATCH, |change| {
        hooks
            .projections()
            .try_for_each(|projection| (projection.fold)(&transaction, change))
    })? {}
    let unreadable: BTreeSet<i64> = history
        .unreadable()
        .keys()
        .map(|id| id.0.cast_signed())
        .collect();
    findings.extend(
        history
            .unreadable()
            .iter()
            .map(|(id, error)| Finding::Unreadable {
                id: *id,
                why: error.to_string(),
            }),
    );
    let last = last_position(connection)?;
    let mut names = connection.prepare("SELECT name FROM projections")?;
    let names: Vec<String> = names
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for name in names {
        if !hooks.projections().any(|known| known.name == name) {
            findings.push(behind(name, "this version does not know it"));
        }
    }
    for projection in hooks.projections() {
        match standing(connection, projection)? {
            None => findings.push(behind(projection.name, "it was never folded")),
            Some((version, _)) if version != i64::from(projection.version) => {
                findings.push(behind(projection.name, "another version has folded it"));
            }
            Some((_, mark)) if mark != last => findings.push(behind(
                projection.name,
                &format!("it is at event {mark} of {last}"),
            )),
            Some(_) => {}
        }
        findings.extend(compare(connection, &transaction, projection, &unreadable)?);
    }
    Ok(())
}

fn behind(projection: impl Into<String>, why: &str) -> Finding {
    Finding::Behind {
        projection: projection.into(),
        why: why.to_owned(),
    }
}

/// Compares the rows of a projection with freshly folded ones. Skips matches that cannot be replayed.
fn compare(
    kept: &Connection,
    anew: &Connection,
    projection: &'static Projection,
    unreadable: &BTreeSet<i64>,
) -> Result<Option<Finding>> {
    let (mut rows, mut first) = (0, None);
    for sql in projection.contents {
        let (mut kept, mut anew) = (kept.prepare(sql)?, anew.prepare(sql)?);
        let columns = kept.column_count();
        let read = |row: &rusqlite::Row<'_>| {
            (0..columns)
                .map(|column| row.get::<_, Value>(column))
                .collect::<Result<Vec<_>, _>>()
        };
        let (mut kept, mut anew) = (kept.query_map([], read)?, anew.query_map([], read)?);
        let (mut left, mut right) = (kept.next().transpose()?, anew.next().transpose()?);
        // Both results are in ascending order of their first columns.
        while left.is_some() || right.is_some() {
            let (had, should) = (left.as_deref().map(key), right.as_deref().map(key));
            let number = match (had, should) {
                (Some(had), Some(should)) => had.min(should),
                (had, should) => had.or(should).unwrap_or_default(),
            };
            if left != right && !unreadable.contains(&number) {
                rows += 1;
                first = Some(first.map_or(number, |first: i64| first.min(number)));
            }
            if had == Some(number) {
                left = kept.next().transpose()?;
            }
            if should == Some(number) {
                right = anew.next().transpose()?;
            }
        }
    }
    Ok(first.map(|first| Finding::Differs {
        projection: projection.name,
        rows,
        first,
    }))
}

fn key(row: &[Value]) -> i64 {
    match row.first() {
        Some(Value::Integer(number)) => *number,
        _ => 0,
    }
}

fn mend(connection: &mut Connection, hooks: &Hooks, now: Moment) -> Result {
    connection.pragma_update(None, "foreign_keys", false)?;
    connection.execute("REINDEX", [])?;
    for table in tables_of_matches(connection)? {
        connection.execute(&format!("DELETE FROM {table} WHERE {OF_NO_MATCH}"), [])?;
    }
    rebuild::rebuild_all(connection, hooks)?;
    let transaction = connection.transaction()?;
    // Uses the rebuilt lists.
    alarm_check::mend(&transaction, hooks, now)?;
    Ok(transaction.commit()?)
}

impl Finding {
    /// Whether no repair can fix the fault, because events are never changed.
    pub const fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::Gaps { .. } | Self::Unreadable { .. } | Self::Journal(_)
        )
    }
}
