use rusqlite::{Connection, params};

use crate::db::projection::{Change, Projection};
use crate::db::{Query, Result, StoreError};
use crate::matches::{Event, Fact, Match, MatchId};

/// The projection of each match's latest rematch.
pub(crate) static REMATCHES: Projection = Projection {
    name: "rematches",
    version: 1,
    tables: &["rematches"],
    contents: &["SELECT * FROM rematches ORDER BY match_id"],
    fold,
};

fn fold(db: &Connection, change: &Change<'_>) -> Result {
    let Fact::Proposed(proposal) = &change.event.fact else {
        return Ok(());
    };
    if let Some(of) = proposal.rematch_of {
        let sql = "INSERT INTO rematches (match_id, rematch) VALUES (?1, ?2) \
                   ON CONFLICT DO UPDATE SET rematch = excluded.rematch";
        db.run(sql, params![of, change.id()])?;
    }
    Ok(())
}

/// Returns the latest rematch of a match, whatever its status.
pub fn rematch(db: &Connection, of: MatchId) -> Result<Option<MatchId>> {
    let sql = "SELECT rematch FROM rematches WHERE match_id = ?1";
    db.first(sql, [of], |row| row.get(0))
}

/// Refuses a second rematch of a match if the first one is open, running or finished.
pub(crate) fn check(db: &Connection, after: &Match, events: &[Event]) -> Result {
    let proposed = |event: &Event| matches!(event.fact, Fact::Proposed(_));
    let Some(of) = after
        .proposal()
        .rematch_of
        .filter(|_| events.iter().any(proposed))
    else {
        return Ok(());
    };
    let sql = "SELECT matches.match_id FROM rematches JOIN matches ON matches.match_id = rematch \
               WHERE rematches.match_id = ?1 AND status IN ('open', 'playing', 'finished')";
    let there = db.first(sql, [of], |row| row.get(0))?;
    match there {
        Some(id) => Err(StoreError::RematchThere(id)),
        None => Ok(()),
    }
}
