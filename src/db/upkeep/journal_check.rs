//! Checks that the events of each journal are all there and can be folded.

use rusqlite::Connection;

use crate::db::hooks::Hooks;
use crate::db::{Result, StoreError};
use crate::matches::JournalId;

/// Returns what is wrong with the journals. Those of a kind that this version does not know are only counted through.
pub(crate) fn wrong(connection: &Connection, hooks: &Hooks) -> Result<Vec<String>> {
    let sql = "SELECT journal, kind, count(seq), coalesce(max(seq), 0) FROM journals LEFT JOIN journal_events USING (journal) \
               GROUP BY journal ORDER BY journal";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut wrong = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, kind): (JournalId, String) = (row.get(0)?, row.get(1)?);
        let (events, last): (u32, u32) = (row.get(2)?, row.get(3)?);
        let check = hooks.journals.iter().find(|(known, _)| *known == kind);
        let folded = match check {
            _ if events != last => Err(StoreError::Journal {
                id,
                seq: last,
                why: format!("there are {events} events up to this one"),
            }),
            Some((_, check)) => check(connection, id),
            None => Ok(()),
        };
        match folded {
            Err(StoreError::Sqlite(error)) => return Err(error.into()),
            Err(error) => wrong.push(error.to_string()),
            Ok(()) => {}
        }
    }
    Ok(wrong)
}
