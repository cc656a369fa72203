//! The daily puzzles of servers: puzzles shown, and solutions to come.

use rusqlite::{Connection, params};

use super::places::{self, DAILY};
use crate::db::alarms::{self, About};
use crate::db::{Query, Result};
use crate::features::calendar::model::Place;
use crate::matches::{ChannelId, GuildId, MessageId};
use crate::people::Moment;

/// The kind of the alarms of solutions.
pub(crate) const SOLUTION: &str = "solution";

/// A puzzle that a server has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyShown {
    /// The game's key.
    pub game: String,
    /// The number of the puzzle in its game, counted from 1.
    pub number: u32,
    /// How often it was shown.
    pub times: u32,
    /// When it was last shown.
    pub at: Moment,
}

/// A posted daily puzzle whose solution is to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyPost {
    pub guild: GuildId,
    /// The game's key.
    pub game: String,
    /// The number of the puzzle in its game, counted from 1.
    pub number: u32,
    /// When it was posted.
    pub at: Moment,
    pub channel: ChannelId,
    pub message: MessageId,
}

/// A daily puzzle to post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyBegun {
    /// The game's key.
    pub game: String,
    /// The number of the puzzle in its game, counted from 1.
    pub number: u32,
    /// When the puzzle was due.
    pub at: Moment,
    /// The post, if known. Without it the puzzle may still have been posted.
    pub message: Option<MessageId>,
    /// The server's settings.
    pub place: Place,
}

/// Returns the puzzles that a server has seen.
pub fn daily_shown(db: &Connection, guild: GuildId) -> Result<Vec<DailyShown>> {
    let sql = "SELECT game, number, times, at FROM daily_posts WHERE guild = ?1";
    db.all(sql, [guild], |row| {
        Ok(DailyShown {
            game: row.get(0)?,
            number: row.get(1)?,
            times: row.get(2)?,
            at: row.get(3)?,
        })
    })
}

/// Stores that a daily puzzle is being posted.
pub fn begin_daily_post(db: &Connection, begun: &DailyBegun) -> Result {
    let sql = "INSERT INTO daily_posts (guild, game, number, times, at, channel) VALUES (?1, ?2, ?3, 1, ?4, ?5) \
               ON CONFLICT DO UPDATE SET times = times + 1, at = excluded.at, channel = excluded.channel, message = NULL";
    let params = params![
        begun.place.guild,
        begun.game,
        begun.number,
        begun.at,
        begun.place.channel,
    ];
    db.run(sql, params)
}

/// Stores the post of a daily puzzle and sets the alarm of its solution.
pub fn daily_posted(
    db: &Connection,
    begun: &DailyBegun,
    message: MessageId,
    reveal: Moment,
) -> Result {
    let sql = "UPDATE daily_posts SET message = ?4 WHERE guild = ?1 AND game = ?2 AND number = ?3";
    let params = params![begun.place.guild, begun.game, begun.number, message];
    db.run(sql, params)?;
    alarms::set(db, SOLUTION, About::message(message), Some(reveal))
}

/// Stores whether a server's daily puzzle got a thread.
pub fn daily_has_thread(db: &Connection, guild: GuildId, opened: bool) -> Result {
    let sql = "UPDATE calendar SET threads = ?3 WHERE guild = ?1 AND kind = ?2";
    db.run(sql, params![guild, DAILY, opened])
}

/// Returns the daily puzzle whose post in a server is pending since a moment.
pub fn daily_begun(db: &Connection, guild: GuildId, at: Moment) -> Result<Option<DailyBegun>> {
    // If the server has ended its daily puzzle, the channel is still known.
    let sql = "SELECT posts.guild, posts.channel, coalesce(zone, ''), coalesce(hour, 0), coalesce(games, ''), \
               coalesce(threads, 1), game, number, at, message FROM daily_posts AS posts \
               LEFT JOIN calendar ON calendar.guild = posts.guild AND kind = ?3 \
               WHERE posts.guild = ?1 AND at = ?2";
    let due = alarms::moment(db, DAILY, About::server(guild))?;
    db.first(sql, params![guild, at, DAILY], |row| {
        Ok(DailyBegun {
            place: places::read(row, due)?,
            game: row.get(6)?,
            number: row.get(7)?,
            at: row.get(8)?,
            message: row.get(9)?,
        })
    })
}

/// Returns the daily puzzle of a message.
pub fn daily_post(db: &Connection, message: MessageId) -> Result<Option<DailyPost>> {
    let sql = "SELECT guild, game, number, at, channel FROM daily_posts WHERE message = ?1";
    db.first(sql, [message], |row| {
        Ok(DailyPost {
            guild: row.get(0)?,
            game: row.get(1)?,
            number: row.get(2)?,
            at: row.get(3)?,
            channel: row.get(4)?,
            message,
        })
    })
}
