//! The daily puzzles of servers: where and when they come, which were shown, and which wait for their solution.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::db::StoreError;
use crate::db::alarms::{self, About};
use crate::matches::{ChannelId, GuildId, MessageId};
use crate::people::{Moment, Zone};

/// The kinds of alarms: of the next puzzle of a server, and of the solution of one that was posted.
pub(crate) const DAILY: &str = "daily";
pub(crate) const SOLUTION: &str = "solution";

/// What is read of a place.
const PLACE: &str =
    "SELECT guild, channel, zone, hour, games, threads FROM daily_puzzles WHERE guild = ?1";

/// Where a server's daily puzzle comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyPlace {
    pub guild: GuildId,
    pub channel: ChannelId,
    /// By whose clock it comes.
    pub zone: Zone,
    /// At which hour of the day.
    pub hour: u8,
    /// The keys of the games that take turns; none: all do.
    pub games: Vec<String>,
    /// When the next one comes; `None`: not before the server names a channel again, because this one is closed to the bot.
    pub due: Option<Moment>,
    /// Whether the latest one got a thread.
    pub threads: bool,
}

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
    pub place: DailyPlace,
}

/// Where a server's daily puzzle comes; `None`: nowhere.
pub fn daily_place(db: &Connection, guild: GuildId) -> Result<Option<DailyPlace>, StoreError> {
    let due = alarms::moment(db, DAILY, About::server(guild))?;
    let found = db
        .prepare_cached(PLACE)?
        .query_row([guild], |row| place(row, due));
    Ok(found.optional()?)
}

/// Sets where a server's daily puzzle comes and when the next one does.
pub fn set_daily_place(db: &Connection, place: &DailyPlace) -> Result<(), StoreError> {
    let sql = "INSERT OR REPLACE INTO daily_puzzles (guild, channel, zone, hour, games, threads) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    db.prepare_cached(sql)?.execute(params![
        place.guild,
        place.channel,
        place.zone.name(),
        place.hour,
        place.games.join(","),
        place.threads,
    ])?;
    alarms::set(db, DAILY, About::server(place.guild), place.due)
}

/// A server has no daily puzzle any more; whether it had one. What was shown is kept, and the solution of the latest
/// one still comes.
pub fn end_daily_puzzle(db: &Connection, guild: GuildId) -> Result<bool, StoreError> {
    let ended = db
        .prepare_cached("DELETE FROM daily_puzzles WHERE guild = ?1")?
        .execute([guild])?;
    alarms::set(db, DAILY, About::server(guild), None)?;
    Ok(ended > 0)
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

/// Notes that the channel of a server's daily puzzle is closed to the bot: none comes before the server names a channel again. If
/// it has done so before, nothing changes.
pub fn close_daily_puzzle(db: &Connection, place: &DailyPlace) -> Result<(), StoreError> {
    let now = daily_place(db, place.guild)?;
    if now.is_some_and(|now| (now.channel, now.due) == (place.channel, place.due)) {
        alarms::set(db, DAILY, About::server(place.guild), None)?;
    }
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
    let sql = "UPDATE daily_puzzles SET threads = ?2 WHERE guild = ?1";
    db.prepare_cached(sql)?.execute(params![guild, opened])?;
    Ok(())
}

/// The daily puzzle that a server is owed since a moment.
pub fn daily_begun(
    db: &Connection,
    guild: GuildId,
    at: Moment,
) -> Result<Option<DailyBegun>, StoreError> {
    // Where a server has none any more, its channel at least is known.
    let sql = "SELECT guild, posts.channel, coalesce(zone, ''), coalesce(hour, 0), coalesce(games, ''), \
               coalesce(threads, 1), game, number, at, message FROM daily_posts AS posts \
               LEFT JOIN daily_puzzles USING (guild) WHERE guild = ?1 AND at = ?2";
    let due = alarms::moment(db, DAILY, About::server(guild))?;
    let begun = db
        .prepare_cached(sql)?
        .query_row(params![guild, at], |row| {
            Ok(DailyBegun {
                place: place(row, due)?,
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

fn place(row: &Row<'_>, due: Option<Moment>) -> rusqlite::Result<DailyPlace> {
    let zone: String = row.get(2)?;
    let games: String = row.get(4)?;
    let keys = games.split(',').filter(|key| !key.is_empty());
    Ok(DailyPlace {
        guild: row.get(0)?,
        channel: row.get(1)?,
        // A zone that a later database of zones has lost counts as UTC.
        zone: Zone::named(&zone).unwrap_or_default(),
        hour: row.get(3)?,
        games: keys.map(str::to_owned).collect(),
        due,
        threads: row.get(5)?,
    })
}
