//! Whether the alarms in a database are those that its matches and people ask for, and what is done where they are not.

use std::collections::BTreeSet;

use rusqlite::Connection;

use crate::db::people::habits;
use crate::db::{StoreError, alarms, matches};
use crate::features::reminders;
use crate::matches::{AlarmKind, Match, MatchId, UserId};
use crate::people::Moment;

/// Where alarms are not as they should be.
#[derive(Debug, Default)]
pub(crate) struct WrongAlarms {
    /// The matches.
    pub matches: Vec<MatchId>,
    /// The people who have no list of their turns to come, though they want one.
    pub people: Vec<UserId>,
}

/// A row.
struct Kept {
    what: String,
    /// Zero for an alarm of the match itself.
    user: UserId,
    at: Moment,
    due: Moment,
}

/// Compares all alarms with what is asked for. A reminder that is still to come may be missing only by `now`; without it, none is
/// missed.
pub(crate) fn wrong(
    connection: &Connection,
    now: Option<Moment>,
) -> Result<WrongAlarms, StoreError> {
    let mut wrong = WrongAlarms::default();
    for id in matches_with_alarms(connection)? {
        // The one that cannot be read is named elsewhere, and the bot has not come upon it yet.
        if let Some(asked) = asked(connection, id)?
            && !fits(connection, id, asked.as_ref(), now)?
        {
            wrong.matches.push(id);
        }
    }
    if let Some(now) = now {
        let mut statement = connection.prepare("SELECT user FROM habits ORDER BY user")?;
        let users = statement.query_map([], |row| row.get(0))?;
        for user in users {
            let user = user?;
            let wanted = habits::of_user(connection, user)?.next_digest(now);
            if wanted.is_some() && !reminders::store::due::has_digest(connection, user)? {
                wrong.people.push(user);
            }
        }
    }
    Ok(wrong)
}

/// Sets anew what is wrong.
pub(crate) fn mend(connection: &Connection, now: Moment) -> Result<(), StoreError> {
    let wrong = wrong(connection, Some(now))?;
    for id in wrong.matches {
        alarms::clear(connection, id)?;
        if let Some(Some(played)) = asked(connection, id)? {
            alarms::set_of_match(connection, &played)?;
            // What would have come before is not made up for.
            reminders::store::due::set(connection, &played, now)?;
        }
    }
    for user in wrong.people {
        let habits = habits::of_user(connection, user)?;
        reminders::store::due::set_digest(connection, user, &habits, now)?;
    }
    Ok(())
}

/// The matches that are going on, and those that have alarms.
fn matches_with_alarms(connection: &Connection) -> Result<BTreeSet<MatchId>, StoreError> {
    let mut statement = connection.prepare(
        "SELECT match_id FROM matches WHERE status IN ('open', 'playing') \
         UNION SELECT match_id FROM alarms WHERE match_id <> 0",
    )?;
    let ids = statement.query_map([], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// The match whose alarms are asked for; inside, none where none may be: it is frozen, or is not there. Nothing, where nobody
/// knows what it asks for.
fn asked(connection: &Connection, id: MatchId) -> Result<Option<Option<Match>>, StoreError> {
    let frozen: bool = connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM frozen WHERE match_id = ?1)")?
        .query_one([id], |row| row.get(0))?;
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

fn fits(
    connection: &Connection,
    id: MatchId,
    asked: Option<&Match>,
    now: Option<Moment>,
) -> Result<bool, StoreError> {
    let kept = kept(connection, id)?;
    let Some(played) = asked else {
        return Ok(kept.is_empty());
    };
    let wanted = played.alarms();
    let (own, of_people): (Vec<_>, Vec<_>) = kept.iter().partition(|row| row.user == UserId(0));
    // Alarms that failed are due later than asked for, and never sooner.
    let all = wanted.len() == own.len()
        && wanted.iter().all(|alarm| {
            own.iter().any(|row| {
                row.what == alarm.kind.into_str() && row.at == alarm.at && row.due >= row.at
            })
        });
    let mover = played.person_to_move();
    let for_mover = of_people.iter().all(|row| mover == Some(row.user));
    let missing = match (mover, now) {
        (Some(user), Some(now)) if of_people.is_empty() => {
            let habits = habits::of_user(connection, user)?;
            let sent = reminders::store::due::reminded(connection, id, user)?;
            played.next_reminder(&habits, sent, now).is_some()
        }
        _ => false,
    };
    Ok(all && for_mover && !missing)
}

/// The alarms of a match that follow from its events. The others are of its card, or of a later version.
fn kept(connection: &Connection, id: MatchId) -> Result<Vec<Kept>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT what, user, at, due FROM alarms WHERE match_id = ?1")?;
    let rows = statement.query_map([id], |row| {
        Ok(Kept {
            what: row.get(0)?,
            user: row.get(1)?,
            at: row.get(2)?,
            due: row.get(3)?,
        })
    })?;
    let mut rows: Vec<Kept> = rows.collect::<Result<_, _>>()?;
    rows.retain(|row| {
        if row.user == UserId(0) {
            row.what.parse::<AlarmKind>().is_ok()
        } else {
            row.what == reminders::store::due::REMIND
        }
    });
    Ok(rows)
}
