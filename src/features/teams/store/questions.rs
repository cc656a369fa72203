//! Questions whether a team resigns.

use rusqlite::{Connection, Row, params};

use super::{column, seat};
use crate::board::Seat;
use crate::db::alarms::{self, About};
use crate::db::{Query, Result};
use crate::features::teams::model::{Answers, Question};
use crate::matches::{MatchId, UserId};

/// The kind of alarms at which a question closes.
pub(crate) const RESIGN: &str = "team-question";

/// Returns the subject of the alarm of a team's question.
pub(crate) fn about(id: MatchId, side: Seat) -> About {
    About {
        place: match side {
            Seat::First => 1,
            Seat::Second => 2,
        },
        ..About::a_match(id)
    }
}

/// Returns the seat of a question's alarm.
pub(crate) const fn side(about: About) -> Seat {
    match about.place {
        1 => Seat::First,
        _ => Seat::Second,
    }
}

fn question(row: &Row<'_>) -> rusqlite::Result<Question> {
    let turns: u32 = row.get(3)?;
    Ok(Question {
        seat: seat(row.get(0)?),
        asked_at: row.get(1)?,
        closes: row.get(2)?,
        turns: usize::try_from(turns).unwrap_or(usize::MAX),
        open: row.get(4)?,
    })
}

/// Returns the latest question of a team.
pub(crate) fn latest(db: &Connection, id: MatchId, side: Seat) -> Result<Option<Question>> {
    let sql = "SELECT seat, asked_at, closes, turns, open FROM team_questions WHERE match_id = ?1 AND seat = ?2 \
               ORDER BY asked_at DESC LIMIT 1";
    db.first(sql, params![id, column(side)], question)
}

/// Asks a question. The person who asks answers it with yes.
pub(crate) fn ask(db: &Connection, id: MatchId, asked: Question, by: UserId) -> Result {
    let sql = "INSERT INTO team_questions (match_id, seat, asked_at, closes, turns, open) VALUES (?1, ?2, ?3, ?4, ?5, 1)";
    let turns = u32::try_from(asked.turns).unwrap_or(u32::MAX);
    let side = column(asked.seat);
    db.run(sql, params![id, side, asked.asked_at, asked.closes, turns])?;
    alarms::set(db, RESIGN, about(id, asked.seat), Some(asked.closes))?;
    answer(db, id, asked, by, true)
}

/// Notes or changes the answer of a person.
pub(crate) fn answer(
    db: &Connection,
    id: MatchId,
    asked: Question,
    by: UserId,
    resigns: bool,
) -> Result {
    let sql = "INSERT INTO team_answers (match_id, seat, asked_at, user, resigns) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT DO UPDATE SET resigns = excluded.resigns";
    db.run(
        sql,
        params![id, column(asked.seat), asked.asked_at, by, resigns],
    )
}

pub(crate) fn answers(db: &Connection, id: MatchId, asked: Question) -> Result<Answers> {
    let sql = "SELECT coalesce(sum(resigns), 0), coalesce(sum(NOT resigns), 0) FROM team_answers \
               WHERE match_id = ?1 AND seat = ?2 AND asked_at = ?3";
    db.one(
        sql,
        params![id, column(asked.seat), asked.asked_at],
        |row| {
            let (yes, no): (u32, u32) = (row.get(0)?, row.get(1)?);
            let size = |count| usize::try_from(count).unwrap_or(usize::MAX);
            Ok(Answers {
                yes: size(yes),
                no: size(no),
            })
        },
    )
}

/// Returns what a person has answered.
pub(crate) fn answer_of(
    db: &Connection,
    id: MatchId,
    asked: Question,
    user: UserId,
) -> Result<Option<bool>> {
    let sql = "SELECT resigns FROM team_answers WHERE match_id = ?1 AND seat = ?2 AND asked_at = ?3 AND user = ?4";
    db.first(
        sql,
        params![id, column(asked.seat), asked.asked_at, user],
        |row| row.get(0),
    )
}

/// Sets the alarm of a team's open question, if there is one.
pub(crate) fn set_alarm(db: &Connection, id: MatchId, side: Seat) -> Result {
    match latest(db, id, side)?.filter(|asked| asked.open) {
        Some(asked) => alarms::set(db, RESIGN, about(id, side), Some(asked.closes)),
        None => Ok(()),
    }
}

/// Closes the questions of a team.
pub(crate) fn close(db: &Connection, id: MatchId, side: Seat) -> Result {
    let sql = "UPDATE team_questions SET open = 0 WHERE match_id = ?1 AND seat = ?2";
    db.run(sql, params![id, column(side)])?;
    alarms::set(db, RESIGN, about(id, side), None)
}

/// Closes the questions of a match that is over.
pub(crate) fn close_all(db: &Connection, id: MatchId) -> Result {
    Seat::BOTH
        .into_iter()
        .try_for_each(|side| close(db, id, side))
}
