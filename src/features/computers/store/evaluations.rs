use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use crate::db::{Query, Result};
use crate::features::computers::model::analysis::Evaluation;
use crate::matches::{Event, Fact, Match, MatchId, Moderation};
use crate::search::Proven;

/// The separator of the turns of a line.
const BETWEEN: &str = " | ";

/// Returns the evaluations of a match's positions by this version of the engine.
pub fn evaluations(
    db: &Connection,
    id: MatchId,
    version: u32,
) -> Result<BTreeMap<u32, Evaluation>> {
    let sql =
        "SELECT ply, value, proven, line, better FROM weighed WHERE match_id = ?1 AND version = ?2";
    let rows = db.all(sql, params![id, version], read)?;
    Ok(rows.into_iter().collect())
}

/// Stores this version's evaluation of a position in place of an older one.
pub fn store_evaluation(
    db: &Connection,
    id: MatchId,
    ply: u32,
    version: u32,
    thought: &Evaluation,
) -> Result {
    let sql = "INSERT OR REPLACE INTO weighed (match_id, ply, version, value, proven, line, better) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let params = params![
        id,
        ply,
        version,
        thought.value,
        thought.proven.map(|proven| proven as u8),
        thought.line.join(BETWEEN),
        thought.better
    ];
    db.run(sql, params)
}

fn read(row: &Row<'_>) -> rusqlite::Result<(u32, Evaluation)> {
    let proven: Option<u8> = row.get(2)?;
    let all = [Proven::Loss, Proven::Draw, Proven::Win];
    let line = row.get_ref(3)?.as_str().map_err(rusqlite::Error::from)?;
    let thought = Evaluation {
        value: row.get(1)?,
        proven: proven.and_then(|proven| all.get(usize::from(proven)).copied()),
        line: line.split(BETWEEN).map(str::to_owned).collect(),
        better: row.get(4)?,
    };
    Ok((row.get(0)?, thought))
}

/// Deletes the analysis of a reopened match, in the transaction of its events.
/// The analysis would help its players, and may be outdated at the next end.
pub(crate) fn follow(db: &Connection, after: &Match, events: &[Event]) -> Result {
    let reopens = |event: &Event| {
        matches!(
            event.fact,
            Fact::Moderated {
                act: Moderation::Reopen,
                ..
            }
        )
    };
    if events.iter().any(reopens) {
        db.run("DELETE FROM weighed WHERE match_id = ?1", [after.id()])?;
    }
    Ok(())
}
