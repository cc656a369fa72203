use std::time::Duration;

use rusqlite::{Connection, params};

use crate::db::Hooks;
use crate::db::people::People;
use crate::db::people::time_settings;
use crate::db::{Query, Result, matches};
use crate::matches::{Event, Match, MatchId, UserId};
use crate::people::{Moment, TimeOff, Zone};

pub(crate) const PEOPLE: People = People {
    sections: &[(
        "time_off",
        "SELECT begins, ends, back, automatic FROM time_off WHERE user = ?1 ORDER BY begins",
    )],
    rows: &["DELETE FROM time_off WHERE user = ?1"],
    ..People::NOTHING
};

/// How long time off is kept after its end: longer than the year that counts.
const KEPT: Duration = Duration::from_hours(366 * 24);

/// The shortest time off that counts.
const LEAST: Duration = Duration::from_mins(1);

/// A change for a person that applies to all their matches.
#[derive(Clone, Debug)]
pub enum PersonChange {
    /// Time off.
    TimeOff {
        /// Ends current time off at this moment, and cancels planned time off.
        ends: Option<Moment>,
        take: Option<TimeOff>,
    },
    /// The time zone.
    Zone(Zone),
}

/// Returns a person's time off that ended at most a year ago or is to come, oldest first.
pub fn time_off(db: &Connection, user: UserId) -> Result<Vec<TimeOff>> {
    let sql = "SELECT begins, ends, back, automatic FROM time_off WHERE user = ?1 ORDER BY begins";
    db.all(sql, [user], |row| {
        Ok(TimeOff {
            from: row.get(0)?,
            until: row.get(1)?,
            back: row.get(2)?,
            automatic: row.get(3)?,
        })
    })
}

/// Returns the people who are away now or have planned to be.
pub fn absent(db: &Connection, now: Moment) -> Result<Vec<UserId>> {
    // The index skips past time off, which is most rows.
    let sql = "SELECT user FROM time_off INDEXED BY time_off_by_end WHERE ends > ?1";
    let mut users = db.all(sql, [now], |row| row.get(0))?;
    users.sort_unstable();
    users.dedup();
    Ok(users)
}

/// Stores a change for a person and appends its events to their matches, all or nothing.
///
/// Each match is passed in the state after its events.
///
/// # Errors
///
/// [`StoreError::Conflict`](crate::db::StoreError::Conflict) if one of the matches has other events by now; other errors if the write fails.
pub fn change_person(
    db: &Connection,
    hooks: &Hooks,
    user: UserId,
    change: &PersonChange,
    writes: &[(Match, Vec<Event>)],
) -> Result {
    match change {
        PersonChange::TimeOff { ends, take } => {
            if let Some(at) = ends {
                // What lasted less than a minute does not count, unless other time off follows at once.
                let least = match take {
                    Some(_) => Duration::ZERO,
                    None => LEAST,
                };
                end_time_off(db, user, *at, least)?;
            }
            if let Some(off) = take {
                take_off(db, user, off)?;
            }
        }
        PersonChange::Zone(zone) => {
            let mut time_settings = time_settings::of_user(db, user)?;
            time_settings.zone = Some(zone.clone());
            time_settings::set(db, user, &time_settings)?;
        }
    }
    writes
        .iter()
        .try_for_each(|(after, events)| matches::insert(db, hooks, after, events))
}

/// Returns the matches that a person plays, oldest first, without frozen ones.
pub fn playing(db: &Connection, user: UserId) -> Result<Vec<MatchId>> {
    let sql = "SELECT match_id FROM (SELECT match_id FROM matches WHERE status = 'playing' AND first_player = ?1 \
         UNION SELECT match_id FROM matches WHERE status = 'playing' AND second_player = ?1) \
         WHERE match_id NOT IN (SELECT match_id FROM frozen) ORDER BY match_id";
    db.all(sql, [user], |row| row.get(0))
}

/// Ends current time off and cancels planned time off. Deletes time off that has lasted less than `least`.
fn end_time_off(db: &Connection, user: UserId, at: Moment, least: Duration) -> Result {
    let sql = "DELETE FROM time_off WHERE user = ?1 AND begins >= ?2";
    db.run(sql, params![user, at])?;
    let sql = "DELETE FROM time_off WHERE user = ?1 AND begins > ?2 AND ends > ?3";
    db.run(sql, params![user, at.before(least), at])?;
    let sql = "UPDATE time_off SET ends = ?2, back = NULL WHERE user = ?1 AND ends > ?2";
    db.run(sql, params![user, at])
}

fn take_off(db: &Connection, user: UserId, off: &TimeOff) -> Result {
    let sql = "DELETE FROM time_off WHERE user = ?1 AND ends < ?2";
    db.run(sql, params![user, off.from.before(KEPT)])?;
    let sql = "INSERT OR REPLACE INTO time_off (user, begins, ends, back, automatic) VALUES (?1, ?2, ?3, ?4, ?5)";
    let params = params![user, off.from, off.until, off.back, off.automatic];
    db.run(sql, params)
}
