//! The threads in which teams discuss.

use rusqlite::{Connection, params};

use super::{column, votes};
use crate::board::Seat;
use crate::db::alarms::{self, About};
use crate::db::{Query, Result};
use crate::matches::{ChannelId, GuildId, MatchId, UserId};
use crate::people::Moment;

/// The kind of alarms at which a person is removed from the thread of a team that they have left.
pub(crate) const PART: &str = "team-thread-leave";

/// Returns the thread of a team, if it is open.
pub(crate) fn thread(db: &Connection, id: MatchId, side: Seat) -> Result<Option<ChannelId>> {
    let sql =
        "SELECT thread FROM team_threads WHERE match_id = ?1 AND seat = ?2 AND thread IS NOT NULL";
    db.first(sql, params![id, column(side)], |row| row.get(0))
}

/// Returns the threads of the teams of a match.
pub(crate) fn threads(db: &Connection, id: MatchId) -> Result<Vec<ChannelId>> {
    let sql =
        "SELECT thread FROM team_threads WHERE match_id = ?1 AND thread IS NOT NULL ORDER BY seat";
    db.all(sql, [id], |row| row.get(0))
}

/// Notes that a thread is being opened.
pub(crate) fn begin(db: &Connection, id: MatchId, side: Seat) -> Result {
    let sql = "INSERT INTO team_threads (match_id, seat, thread) VALUES (?1, ?2, NULL) ON CONFLICT DO NOTHING";
    db.run(sql, params![id, column(side)])
}

/// Notes that a thread is open. Returns false if one was noted before.
pub(crate) fn opened(db: &Connection, id: MatchId, side: Seat, thread: ChannelId) -> Result<bool> {
    let sql = "UPDATE team_threads SET thread = ?3 WHERE match_id = ?1 AND seat = ?2 AND thread IS NULL RETURNING seat";
    let noted: Option<i64> = db.first(sql, params![id, column(side), thread], |row| row.get(0))?;
    Ok(noted.is_some())
}

/// Notes that a thread was deleted in Discord.
pub(crate) fn gone(db: &Connection, id: MatchId, side: Seat, thread: ChannelId) -> Result {
    let sql =
        "UPDATE team_threads SET thread = NULL WHERE match_id = ?1 AND seat = ?2 AND thread = ?3";
    db.run(sql, params![id, column(side), thread])
}

/// Returns the subject of the alarm at which a person is removed from a thread.
///
/// The person is its place: the alarms of a person are deleted with their data, and this one must outlast that.
pub(crate) fn about(id: MatchId, user: UserId) -> About {
    About {
        place: user.0,
        ..About::a_match(id)
    }
}

/// Has a person who left a team removed from its thread.
pub(crate) fn part(db: &Connection, id: MatchId, user: UserId, now: Moment) -> Result {
    match threads(db, id)?.is_empty() {
        true => Ok(()),
        false => alarms::set(db, PART, about(id, user), Some(now)),
    }
}

/// Has a person removed from the threads of their teams, of one server or of all.
///
/// This comes before the person is taken out of the teams. Threads of ended matches count too.
pub(crate) fn part_all(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
    now: Moment,
) -> Result {
    let sql = "SELECT match_id FROM team_members JOIN matches USING (match_id) \
               WHERE user = ?1 AND here AND (?2 IS NULL OR guild = ?2)";
    let all: Vec<MatchId> = db.all(sql, params![user, guild], |row| row.get(0))?;
    all.into_iter().try_for_each(|id| part(db, id, user, now))
}

/// Whether a person belongs to a team of a match now.
pub(crate) fn is_here(db: &Connection, id: MatchId, user: UserId) -> Result<bool> {
    Ok(votes::member(db, id, user)?.is_some_and(|member| member.here))
}
