//! Alarms: work that the program must do at a moment by itself. One table holds all kinds.

use rusqlite::{Connection, params};
use strum::VariantArray;

use super::error::Result;
use super::hooks::Hooks;
use super::journal::PostId;
use super::query::Query;
use crate::db::Store;
use crate::matches::{AlarmKind, GuildId, JournalId, Match, MatchId, MessageId, UserId};
use crate::people::Moment;

/// The subject of an alarm or a post; a zero means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct About {
    pub id: MatchId,
    pub user: UserId,
    /// A server, a channel, a message, a journal or one of its posts.
    pub place: u64,
}

impl About {
    const NOTHING: Self = Self {
        id: MatchId(0),
        user: UserId(0),
        place: 0,
    };

    pub const fn a_match(id: MatchId) -> Self {
        Self {
            id,
            ..Self::NOTHING
        }
    }

    /// Returns the subject for a person's turn in a match.
    pub const fn turn(id: MatchId, user: UserId) -> Self {
        Self {
            id,
            user,
            ..Self::NOTHING
        }
    }

    pub const fn person(user: UserId) -> Self {
        Self {
            user,
            ..Self::NOTHING
        }
    }

    pub const fn server(guild: GuildId) -> Self {
        Self {
            place: guild.0,
            ..Self::NOTHING
        }
    }

    pub const fn message(message: MessageId) -> Self {
        Self {
            place: message.0,
            ..Self::NOTHING
        }
    }

    pub(crate) const fn journal(id: JournalId) -> Self {
        Self {
            place: id.0,
            ..Self::NOTHING
        }
    }

    /// Returns the subject for a post of a journal.
    pub(crate) const fn post(id: PostId) -> Self {
        Self {
            place: id.0,
            ..Self::NOTHING
        }
    }
}

/// An alarm, without its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    pub about: About,
    pub at: Moment,
}

/// The alarms that are due first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// Alarms of this kind, oldest first.
    Now(&'static str, Vec<Alarm>),
    /// No alarm is due; the moment of the nearest one, if any.
    Later(Option<Moment>),
}

/// Returns at most `most` due alarms of the first of these kinds that has any.
pub fn due(db: &Connection, kinds: &[&'static str], now: Moment, most: u32) -> Result<Due> {
    let sql = "SELECT match_id, user, place, at FROM alarms WHERE what = ?1 AND due <= ?2 ORDER BY due LIMIT ?3";
    for &what in kinds {
        let alarms = db.all(sql, params![what, now, most], |row| {
            let about = About {
                id: row.get(0)?,
                user: row.get(1)?,
                place: row.get::<_, i64>(2)?.cast_unsigned(),
            };
            let at = row.get(3)?;
            Ok(Alarm { about, at })
        })?;
        if !alarms.is_empty() {
            return Ok(Due::Now(what, alarms));
        }
    }
    let sql = "SELECT min(due) FROM alarms WHERE what = ?1";
    let nearest = |what| db.one(sql, [what], |row| row.get::<_, Option<Moment>>(0));
    let moments: Vec<_> = kinds.iter().map(nearest).collect::<Result<_>>()?;
    Ok(Due::Later(moments.into_iter().flatten().min()))
}

/// Sets or replaces an alarm; `None` deletes it.
pub(crate) fn set(db: &Connection, what: &str, about: About, at: Option<Moment>) -> Result {
    let About { id, user, .. } = about;
    let place = about.place.cast_signed();
    match at {
        Some(at) => {
            let sql = "INSERT INTO alarms (what, match_id, user, place, at, due) VALUES (?1, ?2, ?3, ?4, ?5, ?5) \
                       ON CONFLICT DO UPDATE SET at = excluded.at, due = excluded.due";
            db.run(sql, params![what, id, user, place, at])?;
        }
        None => {
            let sql =
                "DELETE FROM alarms WHERE what = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4";
            db.run(sql, params![what, id, user, place])?;
        }
    }
    Ok(())
}

/// Returns the moment of an alarm, if it is set.
pub(crate) fn moment(db: &Connection, what: &str, about: About) -> Result<Option<Moment>> {
    let sql =
        "SELECT at FROM alarms WHERE what = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4";
    let place = about.place.cast_signed();
    db.first(sql, params![what, about.id, about.user, place], |row| {
        row.get(0)
    })
}

/// Replaces a handled alarm with the next one and returns true. If the alarm was set again since or is gone, changes
/// nothing and returns false.
pub(crate) fn replace(
    db: &Connection,
    what: &str,
    alarm: &Alarm,
    next: Option<Moment>,
) -> Result<bool> {
    let there = moment(db, what, alarm.about)? == Some(alarm.at);
    if there {
        set(db, what, alarm.about, next)?;
    }
    Ok(there)
}

/// Postpones alarms that are still stored. An alarm that was set again since stays as it is.
pub(crate) fn postpone(db: &Connection, what: &str, alarms: &[Alarm], until: Moment) -> Result {
    let sql = "UPDATE alarms SET due = ?6 WHERE what = ?1 AND match_id = ?2 AND user = ?3 AND place = ?4 AND at = ?5";
    for Alarm { about, at } in alarms {
        let place = about.place.cast_signed();
        let params = params![what, about.id, about.user, place, at, until];
        db.run(sql, params)?;
    }
    Ok(())
}

/// Returns the kinds of alarms that are not among these, each with its number of alarms.
pub(crate) fn unknown(db: &Connection, known: &[&'static str]) -> Result<Vec<(String, u32)>> {
    let sql = "SELECT what, count(*) FROM alarms INDEXED BY alarms_by_due GROUP BY what";
    let kinds = db.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let unknown = |(what, _): &(String, u32)| !known.contains(&what.as_str());
    Ok(kinds.into_iter().filter(unknown).collect())
}

/// Replaces the alarms of a match with those of its current state, in the transaction of its events.
pub(crate) fn set_of_match(db: &Connection, hooks: &Hooks, played: &Match) -> Result {
    let alarms = played.alarms();
    for &kind in AlarmKind::VARIANTS {
        let alarm = alarms.iter().find(|alarm| alarm.kind == kind);
        set(
            db,
            kind.into_str(),
            About::a_match(played.id()),
            alarm.map(|alarm| alarm.at),
        )?;
    }
    (hooks.alarms.set)(db, played, played.changed_at())
}

/// Returns the moment of a match's nearest alarm.
pub(crate) fn nearest(db: &Connection, id: MatchId) -> Result<Option<Moment>> {
    let sql = "SELECT min(due) FROM alarms WHERE match_id = ?1";
    db.one(sql, [id], |row| row.get(0))
}

/// Deletes all alarms of a match.
pub(crate) fn clear(db: &Connection, id: MatchId) -> Result {
    db.run("DELETE FROM alarms WHERE match_id = ?1", [id])
}

/// Stores the moment of an event, if it is the latest one.
pub(crate) fn note_time(db: &Connection, at: Moment) -> Result {
    let sql = "INSERT INTO latest (one, at) VALUES (1, ?1) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)";
    db.run(sql, [at])
}

impl Store {
    /// Returns the moment of the latest event of all matches; `None` before the first.
    pub async fn latest_event(&self) -> Result<Option<Moment>> {
        let read = |db: &Connection| db.first("SELECT at FROM latest", [], |row| row.get(0));
        self.read(read).await
    }

    /// Returns the matches in which a computer must move or answer. Each comes with the first player who is a person,
    /// or else the challenger.
    pub async fn computers_due(&self) -> Result<Vec<(UserId, MatchId)>> {
        let read = |db: &Connection| {
            let sql = "SELECT match_id, coalesce(first_player, second_player, challenger) FROM matches \
                 WHERE computer_due ORDER BY match_id";
            db.all(sql, [], |row| Ok((row.get(1)?, row.get(0)?)))
        };
        self.read(read).await
    }
}
