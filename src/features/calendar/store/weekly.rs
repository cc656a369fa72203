//! The matches on a server's weekly page.

use rusqlite::{Connection, params};

use crate::db::lists::LISTED;
use crate::db::{Listed, Query, Result, lists};
use crate::matches::{GuildId, MatchId};
use crate::people::Moment;

/// The condition that a match is on the page: a player who never moved is no news.
const NEWS: &str = "(winner IS NOT NULL OR reason <> 'flagged')";

/// Returns at most `most` matches of a server that ended after `since`, and their total number. Leaves out matches in
/// which a player never moved.
///
/// Matches with most followers come first, then the latest. Only the latest 1000 matches are read.
pub fn ended_in(
    db: &Connection,
    guild: GuildId,
    since: Moment,
    most: u32,
) -> Result<(Vec<MatchId>, u64)> {
    let sql = format!(
        "SELECT match_id, (SELECT count(*) FROM follows WHERE follows.match_id = latest.match_id) AS followers \
         FROM (SELECT match_id, ended_at FROM matches INDEXED BY matches_ended_in \
               WHERE guild = ?1 AND ended_at > ?2 AND {NEWS} ORDER BY ended_at DESC LIMIT 1000) AS latest \
         ORDER BY followers DESC, ended_at DESC, match_id LIMIT ?3"
    );
    let ids = db.all(&sql, params![guild, since, most], |row| row.get(0))?;
    let sql = format!(
        "SELECT count(*) FROM matches INDEXED BY matches_ended_in WHERE guild = ?1 AND ended_at > ?2 AND {NEWS}"
    );
    let count: u32 = db.one(&sql, params![guild, since], |row| row.get(0))?;
    Ok((ids, u64::from(count)))
}

/// Returns at most `most` running matches of a server: most followers first, then the latest event.
pub fn most_followed_in(db: &Connection, guild: GuildId, most: u32) -> Result<Vec<Listed>> {
    let sql = format!(
        "{LISTED} WHERE status = 'playing' AND guild = ?1 AND match_id NOT IN (SELECT match_id FROM frozen) \
         ORDER BY (SELECT count(*) FROM follows WHERE follows.match_id = matches.match_id) DESC, \
         changed_at DESC, match_id LIMIT ?2"
    );
    lists::list(db, &sql, params![guild, most])
}
