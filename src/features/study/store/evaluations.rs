use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use crate::db::{Query, Result};
use crate::features::study::model::analysis::{Chance, Evaluation};
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
    let sql = "SELECT ply, value, proven, line, better, better_proven, deep FROM weighed \
         WHERE match_id = ?1 AND version = ?2";
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
    let sql = "INSERT OR REPLACE INTO weighed \
               (match_id, ply, version, value, proven, line, better, better_proven, deep) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

    let params = params![
        id,
        ply,
        version,
        thought.value,
        thought.proven.map(code_of),
        thought.line.join(BETWEEN),
        thought.better.map(|better| better.value),
        thought.better.and_then(|better| better.proven).map(code_of),
        thought.deep
    ];
    db.run(sql, params)
}

/// Returns the number of a proven result in the database.
pub(super) const fn code_of(proven: Proven) -> u8 {
    proven as u8
}

/// Returns the proven result with this number; `None` if it is unknown.
pub(super) fn proven_of(code: Option<u8>) -> Option<Proven> {
    let all = [Proven::Loss, Proven::Draw, Proven::Win];
    code.and_then(|code| all.get(usize::from(code)).copied())
}

fn read(row: &Row<'_>) -> rusqlite::Result<(u32, Evaluation)> {
    let better: Option<f64> = row.get(4)?;
    let better_proven = proven_of(row.get(5)?);
    let line = row.get_ref(3)?.as_str().map_err(rusqlite::Error::from)?;
    let thought = Evaluation {
        value: row.get(1)?,
        proven: proven_of(row.get(2)?),
        line: line.split(BETWEEN).map(str::to_owned).collect(),
        better: better.map(|value| Chance {
            value,
            proven: better_proven,
        }),
        deep: row.get(6)?,
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
