//! The daily puzzles of servers: which were shown, and which wait for their solution.

use rusqlite::{Connection, OptionalExtension, params};

use super::places::{self, DAILY, Place};
use crate::db::StoreError;
use crate::db::alarms::{self, About};
use crate::matches::{ChannelId, GuildId, MessageId};
use crate::people::Moment;

/// The kind of the alarms of solutions of puzzles that were posted.
pub(crate) const SOLUTION: &str = "solution";

/// A puzzle that a server was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyShown {
    /// The game's key.
    pub game: String,
    /// Which of its puzzles, counted from 1.
    pub number: u32,
    /// How often.
    pub times: u32,
    /// When, the last time.
    pub at: Moment,
}

/// A daily puzzle that was posted and waits for its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyPost {
    pub guild: GuildId,
    /// The game's key.
    pub game: String,
    /// Which of its puzzles, counted from 1.
    pub number: u32,
    /// When it was posted.
    pub at: Moment,
    pub channel: ChannelId,
    /// The post.
    pub message: MessageId,
}

/// A daily puzzle to post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyBegun {
    /// The game's key.
    pub game: String,
    /// Which of its puzzles, counted from 1.
    pub number: u32,
    /// When it was to be posted.
    pub at: Moment,
    /// The post, if it is known; else it may be there all the same.
    pub message: Option<MessageId>,
    /// Where the server's puzzles come, and when the next one does.
    pub place: Place,
}

/// The puzzles that a server was shown.
pub fn daily_shown(db: &Connection, guild: GuildId) -> Result<Vec<DailyShown>, StoreError> {
    let sql = "SELECT game, number, times, at FROM daily_posts WHERE guild = ?1";
    let mut statement = db.prepare_cached(sql)?;
    let shown = statement.query_map([guild], |row| {
        Ok(DailyShown {
            game: row.get(0)?,
            number: row.get(1)?,
            times: row.get(2)?,
            at: row.get(3)?,
        })
    })?;
    Ok(shown.collect::<Result<_, _>>()?)
}

/// Notes that a daily puzzle is being posted.
pub fn begin_daily_post(db: &Connection, begun: &DailyBegun) -> Result<(), StoreError> {
    let sql = "INSERT INTO daily_posts (guild, game, number, times, at, channel) VALUES (?1, ?2, ?3, 1, ?4, ?5) \
               ON CONFLICT DO UPDATE SET times = times + 1, at = excluded.at, channel = excluded.channel, message = NULL";
    db.prepare_cached(sql)?.execute(params![
        begun.place.guild,
        begun.game,
        begun.number,
        begun.at,
        begun.place.channel,
    ])?;
    Ok(())
}

/// Notes that a daily puzzle stands in its channel, and when to add its solution.
pub fn daily_posted(db: &Connection, post: &DailyPost, reveal: Moment) -> Result<(), StoreError> {
    let sql = "UPDATE daily_posts SET message = ?4 WHERE guild = ?1 AND game = ?2 AND number = ?3";
    db.prepare_cached(sql)?
        .execute(params![post.guild, post.game, post.number, post.message])?;
    alarms::set(db, SOLUTION, About::message(post.message), Some(reveal))
}

/// Notes whether a server's daily puzzle got a thread.
pub fn daily_has_thread(db: &Connection, guild: GuildId, opened: bool) -> Result<(), StoreError> {
    let sql = "UPDATE calendar SET threads = ?3 WHERE guild = ?1 AND kind = ?2";
    db.prepare_cached(sql)?
        .execute(params![guild, DAILY, opened])?;
    Ok(())
}

/// The daily puzzle that a server is owed since a moment.
pub fn daily_begun(
    db: &Connection,
    guild: GuildId,
    at: Moment,
) -> Result<Option<DailyBegun>, StoreError> {
    // Where a server has none any more, its channel at least is known.
    let sql = "SELECT posts.guild, posts.channel, coalesce(zone, ''), coalesce(hour, 0), coalesce(games, ''), \
               coalesce(threads, 1), game, number, at, message FROM daily_posts AS posts \
               LEFT JOIN calendar ON calendar.guild = posts.guild AND kind = ?3 \
               WHERE posts.guild = ?1 AND at = ?2";
    let due = alarms::moment(db, DAILY, About::server(guild))?;
    let begun = db
        .prepare_cached(sql)?
        .query_row(params![guild, at, DAILY], |row| {
            Ok(DailyBegun {
                place: places::read(row, due)?,
                game: row.get(6)?,
                number: row.get(7)?,
                at: row.get(8)?,
                message: row.get(9)?,
            })
        });
    Ok(begun.optional()?)
}

/// The daily puzzle of a post.
pub fn daily_post(db: &Connection, message: MessageId) -> Result<Option<DailyPost>, StoreError> {
    let sql = "SELECT guild, game, number, at, channel FROM daily_posts WHERE message = ?1";
    let found = db.prepare_cached(sql)?.query_row([message], |row| {
        Ok(DailyPost {
            guild: row.get(0)?,
            game: row.get(1)?,
            number: row.get(2)?,
            at: row.get(3)?,
            channel: row.get(4)?,
            message,
        })
    });
    Ok(found.optional()?)
}
