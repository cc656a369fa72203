use std::collections::HashMap;

use rusqlite::{Connection, params};

use crate::db::lists::LISTED;
use crate::db::{Listed, Query, Result, lists};
use crate::features::watching::model::WatchingRefusal;
use crate::matches::{Follow, GuildId, MatchId, UserId};
use crate::people::Moment;

/// Stores how a person follows a match, or that they no longer do.
///
/// Limits the people notified of a match, and the running matches that a person follows.
///
/// # Errors
///
/// [`StoreError::Refused`](crate::db::StoreError::Refused) if a limit is reached; other errors if the write fails.
pub fn follow(
    db: &Connection,
    id: MatchId,
    user: UserId,
    how: Option<Follow>,
    (most_heard, most_followed): (u32, u32),
) -> Result {
    let count = |sql: &str| db.one(sql, (id, user), |row| row.get::<_, u32>(0));
    let Some(how) = how else {
        let sql = "DELETE FROM follows WHERE match_id = ?1 AND user = ?2";
        db.run(sql, (id, user))?;
        return Ok(());
    };
    let heard = "SELECT count(*) FROM follows WHERE match_id = ?1 AND user <> ?2 AND how <> 'list'";
    if how != Follow::List && count(heard)? >= most_heard {
        return Err(WatchingRefusal::TooManyFollowers { most: most_heard }.into());
    }
    let followed = "SELECT count(*) FROM follows CROSS JOIN matches USING (match_id) \
                    WHERE user = ?2 AND match_id <> ?1 AND status = 'playing'";
    if count(followed)? >= most_followed {
        return Err(WatchingRefusal::FollowsTooMany {
            most: most_followed,
        }
        .into());
    }
    let sql = "INSERT OR REPLACE INTO follows (match_id, user, how) VALUES (?1, ?2, ?3)";
    db.run(sql, params![id, user, how])
}

/// Returns how a person follows a match; `None` if not at all.
pub fn followed(db: &Connection, id: MatchId, user: UserId) -> Result<Option<Follow>> {
    let sql = "SELECT how FROM follows WHERE match_id = ?1 AND user = ?2";
    db.first(sql, (id, user), |row| row.get(0))
}

/// Returns at most `most` matches that a person only lists, with an event since a moment, latest first.
pub fn followed_since(
    db: &Connection,
    user: UserId,
    since: Moment,
    most: u32,
) -> Result<Vec<Listed>> {
    let sql = format!(
        "{LISTED} WHERE match_id IN (SELECT match_id FROM follows WHERE user = ?1 AND how = 'list') \
     AND changed_at > ?2 ORDER BY changed_at DESC, match_id LIMIT ?3"
    );
    lists::list(db, &sql, params![user, since, most])
}

/// Returns the number of followers of each running match, and whether this person is one.
pub fn followers_in(
    db: &Connection,
    guild: GuildId,
    user: UserId,
) -> Result<HashMap<MatchId, (u32, bool)>> {
    // The running matches come first, because they are fewer than all stored follows.
    let sql = "SELECT match_id, count(*), max(user = ?2) FROM matches CROSS JOIN follows USING (match_id) \
               WHERE status = 'playing' AND guild = ?1 GROUP BY match_id";
    let rows = db.all(sql, (guild, user), |row| {
        Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))
    })?;
    Ok(rows.into_iter().collect())
}
