use rusqlite::{Connection, params};

use crate::db::{Query, Result};
use crate::matches::{Event, Fact, Line, LineFate, Match, MatchId, Status, UserId};

/// A line that a player has planned in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptLine {
    /// The player who planned it. Nobody else may see it.
    pub owner: UserId,
    /// Its number among the player's lines in the match, counted from 1.
    pub number: u32,
    pub line: Line,
}

/// Stores a player's line in place of the lines with these numbers, and returns its number.
/// An identical stored line keeps its number.
pub fn store_line(
    db: &Connection,
    id: MatchId,
    owner: UserId,
    line: &Line,
    instead_of: &[u32],
) -> Result<u32> {
    delete_lines(db, id, owner, instead_of)?;
    let params = params![id, owner, line.board, line.text()];
    let same = "SELECT number FROM conditional_lines WHERE match_id = ?1 AND user = ?2 AND board = ?3 AND turns = ?4";
    if let Some(number) = db.first(same, params, |row| row.get(0))? {
        return Ok(number);
    }
    let sql = "INSERT INTO conditional_lines SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4 FROM conditional_lines \
               WHERE match_id = ?1 AND user = ?2 RETURNING number";
    db.one(sql, params, |row| row.get(0))
}

/// Deletes lines of a player by number.
pub fn delete_lines(db: &Connection, id: MatchId, owner: UserId, numbers: &[u32]) -> Result {
    let sql = "DELETE FROM conditional_lines WHERE match_id = ?1 AND user = ?2 AND number = ?3";
    for one in numbers {
        db.run(sql, params![id, owner, one])?;
    }
    Ok(())
}

/// Returns the matches with stored lines, and whether a line may be due: the match is not frozen, and the player to move
/// has lines.
pub fn matches_with_lines(db: &Connection) -> Result<Vec<(MatchId, bool)>> {
    let sql = "SELECT match_id, coalesce(max(user = player_to_move), 0) AND match_id NOT IN (SELECT match_id FROM frozen) \
               FROM conditional_lines JOIN matches USING (match_id) GROUP BY match_id";
    db.all(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns all lines of a match, by player and number.
pub fn lines(db: &Connection, id: MatchId) -> Result<Vec<KeptLine>> {
    let sql = "SELECT user, number, board, turns FROM conditional_lines WHERE match_id = ?1 ORDER BY user, number";
    db.all(sql, [id], |row| {
        let line = Line::from_text(row.get(2)?, &row.get::<_, String>(3)?);
        Ok(KeptLine {
            owner: row.get(0)?,
            number: row.get(1)?,
            line,
        })
    })
}

/// Deletes the lines of a finished match, and lines that are complete, with the match's events.
/// A take-back would otherwise drop a completed line.
pub(crate) fn follow(db: &Connection, after: &Match, events: &[Event]) -> Result {
    if !matches!(after.status(), Status::Open | Status::Playing) {
        let sql = "DELETE FROM conditional_lines WHERE match_id = ?1";
        db.run(sql, [after.id()])?;
    }
    let is_turn = |event: &Event| matches!(event.fact, Fact::Turn { .. });
    if !events.iter().any(is_turn) {
        return Ok(());
    }
    for kept in lines(db, after.id())? {
        if after.fate_of(&kept.line) == LineFate::Played {
            delete_lines(db, after.id(), kept.owner, &[kept.number])?;
        }
    }
    Ok(())
}
