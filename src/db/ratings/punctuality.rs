use rusqlite::{Connection, params};

use crate::board::Seat;
use crate::db::projection::{Change, Projection};
use crate::db::{Query, Result};
use crate::matches::{
    Adjudication, Ending, Fact, Figures, Match, Moderation, Undone, UserId, quartiles,
    turn_time_class,
};
use crate::people::Moment;

/// The punctuality of people in matches against people.
pub(crate) static PUNCTUALITY: Projection = Projection {
    name: "punctuality",
    version: 1,
    tables: &["punctuality", "turn_times", "late_losses"],
    contents: &[
        "SELECT * FROM punctuality ORDER BY user",
        "SELECT * FROM turn_times ORDER BY user, class",
        "SELECT user, match_id, at, finished FROM late_losses ORDER BY user, at, match_id",
    ],
    fold,
};

/// Returns the seat of the host of a simul.
fn host_of(state: &Match) -> Option<Seat> {
    let host = state.contest()?.host?;
    Some(host.seat)
}

fn fold(db: &Connection, change: &Change<'_>) -> Result {
    let after = change.after;
    if after.people().count() < 2 {
        return Ok(());
    }
    if let Fact::Turn {
        seat,
        conditional: false,
        ballot: None,
        ..
    } = change.event.fact
        && let Some(user) = after.person(seat)
    {
        count_turn(db, change, user)?;
    }
    let ends = matches!(
        change.event.fact,
        Fact::Turn { .. }
            | Fact::DrawAgreed { .. }
            | Fact::Resigned { .. }
            | Fact::Flagged { .. }
            | Fact::Adjudicated {
                why: Adjudication::NoFirstMove,
                ..
            }
    );
    if let Fact::Moderated {
        act: Moderation::Reopen,
        ..
    } = change.event.fact
        && let Some(undone) = after.undone()
    {
        return after
            .people()
            .try_for_each(|user| take_back(db, change, user, undone));
    }
    let Some(ending) = after.ending().filter(|_| ends) else {
        return Ok(());
    };
    for user in after.people() {
        let late = match ending {
            Ending::Flagged(seat) | Ending::NoShow(seat) => after.person(*seat) == Some(user),
            // Nobody waits for the host of a simul in this way.
            Ending::Adjudicated {
                why: Adjudication::NoFirstMove,
                ..
            } => host_of(after) != after.seat_of(user),
            _ => false,
        };
        let sql = "INSERT INTO punctuality (user, finished, lost_on_time, last_lost_on_time, since) VALUES (?1, 1, ?2, ?3, 1 - ?2) \
                   ON CONFLICT DO UPDATE SET finished = finished + 1, lost_on_time = lost_on_time + excluded.lost_on_time, \
                   last_lost_on_time = coalesce(excluded.last_lost_on_time, last_lost_on_time), \
                   since = iif(excluded.lost_on_time, 0, since + 1)";
        let at = late.then_some(change.event.at);
        db.run(sql, params![user, late, at])?;
        if late {
            let sql = "INSERT INTO late_losses (user, match_id, at, finished) \
                       SELECT user, ?2, ?3, finished FROM punctuality WHERE user = ?1";
            db.run(sql, params![user, change.id(), at])?;
        }
    }
    Ok(())
}

/// Undoes the end of a match in a player's figures. Its turns stay counted.
fn take_back(db: &Connection, change: &Change<'_>, user: UserId, undone: &Undone) -> Result {
    if !matches!(
        undone.ending,
        Ending::Resigned(_)
            | Ending::Flagged(_)
            | Ending::NoShow(_)
            | Ending::Agreed
            | Ending::Game(_)
    ) {
        // This end was never counted.
        return Ok(());
    }
    let sql = "DELETE FROM late_losses WHERE user = ?1 AND at = ?2 AND match_id = ?3";
    db.run(sql, params![user, undone.at, change.id()])?;
    let sql = "UPDATE late_losses SET finished = finished - 1 WHERE user = ?1 AND at > ?2";
    db.run(sql, params![user, undone.at])?;
    let sql = "SELECT count(*), max(at), max(finished) FROM late_losses WHERE user = ?1";
    let (lost, last, finished_then): (u32, Option<Moment>, Option<u32>) =
        db.one(sql, [user], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    let sql = "UPDATE punctuality SET finished = finished - 1, lost_on_time = ?2, last_lost_on_time = ?3, \
               since = finished - 1 - ?4 WHERE user = ?1 AND finished > 1";
    let left = db.changed(sql, params![user, lost, last, finished_then.unwrap_or(0)])?;
    if left == 0 {
        db.run("DELETE FROM punctuality WHERE user = ?1", [user])?;
    }
    Ok(())
}

/// Counts a turn by the time that its clock ran, so that allowed time off makes nobody less punctual.
fn count_turn(db: &Connection, change: &Change<'_>, user: UserId) -> Result {
    let Some(time) = change.after.last_thinking() else {
        return Ok(());
    };
    let sql = "INSERT INTO turn_times (user, class, turns) VALUES (?1, ?2, 1) \
               ON CONFLICT DO UPDATE SET turns = turns + 1";
    db.run(sql, params![user, turn_time_class(time)])
}

/// Returns the punctuality of a person.
pub fn figures(db: &Connection, user: UserId) -> Result<Figures> {
    let sql =
        "SELECT finished, lost_on_time, last_lost_on_time, since FROM punctuality WHERE user = ?1";
    let figures = db.first(sql, [user], |row| {
        Ok(Figures {
            finished: row.get(0)?,
            lost_on_time: row.get(1)?,
            last_lost_on_time: row.get(2)?,
            since: row.get(3)?,
            quartiles: None,
        })
    })?;
    let figures = figures.unwrap_or_default();
    let sql = "SELECT class, turns FROM turn_times WHERE user = ?1 ORDER BY class";
    let classes: Vec<(u8, u64)> = db.all(sql, [user], |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned()))
    })?;
    Ok(Figures {
        quartiles: quartiles(&classes),
        ..figures
    })
}
