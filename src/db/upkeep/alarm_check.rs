//! Compares the alarms in a database with its matches and people.

use std::collections::BTreeSet;

use rusqlite::Connection;

use crate::db::hooks::Hooks;
use crate::db::{Query, Result, StoreError, matches};
use crate::matches::{Alarm, AlarmKind, Match, MatchId, UserId};
use crate::people::Moment;

/// The matches and people with wrong alarms.
#[derive(Debug, Default)]
pub(crate) struct WrongAlarms {
    /// Each with the match whose alarms it should have; `None` means no alarms.
    pub matches: Vec<(MatchId, Option<Match>)>,
    /// The people who want a daily digest and have no alarm for it.
    pub people: Vec<UserId>,
}

impl WrongAlarms {
    /// Returns what is wrong, in words.
    pub(crate) fn findings(&self) -> impl Iterator<Item = String> {
        let (matches, people) = (self.matches.len(), self.people.len());
        let first = self.matches.first();
        let matches = first.map(|(first, _)| {
            format!("alarms: {matches} matches have others than they ask for, first {first}")
        });
        let people = (people > 0).then(|| {
            format!("alarms: {people} people have asked for a daily list, and none is to come")
        });
        matches.into_iter().chain(people)
    }
}

/// Compares all alarms with the expected ones. With `now`, no reminder after it may be missing; without it, missing
/// reminders are not looked for.
pub(crate) fn wrong(
    connection: &Connection,
    hooks: &Hooks,
    now: Option<Moment>,
) -> Result<WrongAlarms> {
    let mut wrong = WrongAlarms::default();
    for id in matches_with_alarms(connection)? {
        // A match that cannot be read is reported elsewhere, and the bot has not frozen it yet.
        if let Some(asked) = asked(connection, id)?
            && !(fits(connection, id, asked.as_ref())?
                && (hooks.alarms.fit)(connection, id, asked.as_ref(), now)?)
        {
            wrong.matches.push((id, asked));
        }
    }
    if let Some(now) = now {
        wrong.people = (hooks.alarms.missing)(connection, now)?;
    }
    Ok(wrong)
}

/// Returns the matches that are open or running, and those that have alarms.
fn matches_with_alarms(connection: &Connection) -> Result<BTreeSet<MatchId>> {
    let sql = "SELECT match_id FROM matches WHERE status IN ('open', 'playing') \
         UNION SELECT match_id FROM alarms WHERE match_id <> 0";
    let ids = connection.all(sql, [], |row| row.get(0))?;
    Ok(ids.into_iter().collect())
}

/// Returns the match whose alarms to expect. `Some(None)` means no alarms, because the match is frozen or missing;
/// `None` means that its events cannot be read.
fn asked(connection: &Connection, id: MatchId) -> Result<Option<Option<Match>>> {
    let sql = "SELECT EXISTS (SELECT 1 FROM frozen WHERE match_id = ?1)";
    let frozen: bool = connection.one(sql, [id], |row| row.get(0))?;
    if frozen {
        return Ok(Some(None));
    }
    let events = match matches::events(connection, id, 0, u32::MAX) {
        Ok(events) => events,
        Err(StoreError::Sqlite(error)) => return Err(error.into()),
        Err(_) => return Ok(None),
    };
    if events.is_empty() {
        return Ok(Some(None));
    }
    let played = Match::replay(id, events.into_iter().map(|(_, event)| event));
    Ok(played.ok().map(Some))
}

/// Checks the alarms of the match itself. Others belong to people, to its card, or to a later version.
fn fits(connection: &Connection, id: MatchId, asked: Option<&Match>) -> Result<bool> {
    let wanted = asked.map(Match::alarms).unwrap_or_default();
    let mut statement = connection
        .prepare_cached("SELECT what, at, due FROM alarms WHERE match_id = ?1 AND user = 0")?;
    let mut rows = statement.query([id])?;
    let mut kept = 0;
    while let Some(row) = rows.next()? {
        let Ok(kind) = row.get::<_, String>(0)?.parse::<AlarmKind>() else {
            continue;
        };
        let (at, due): (Moment, Moment) = (row.get(1)?, row.get(2)?);
        // An alarm that failed is due later than its moment, and never sooner.
        let fits = |alarm: &Alarm| alarm.kind == kind && alarm.at == at && due >= at;
        if !wanted.iter().any(fits) {
            return Ok(false);
        }
        kept += 1;
    }
    Ok(kept == wanted.len())
}
