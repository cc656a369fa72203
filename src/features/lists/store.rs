//! Finished matches, and when people looked at the list of theirs.

use rusqlite::{Connection, ToSql, params, params_from_iter};

use crate::board::Seat;
use crate::db::lists::player;
use crate::db::people::People;
use crate::db::results::WITH_RESULT;
use crate::db::{Query, Result};
use crate::matches::{ChannelId, Event, GuildId, Match, MatchId, Player, UserId};
use crate::people::Moment;
use crate::ratings::Score;

/// The reasons in the list of matches that mean no result, unless there is a winner.
/// An exhibition was stopped, the server is gone, a moderator ended the match, or a player never moved.
const WITHOUT_RESULT: [&str; 4] = ["stopped", "abandoned", "ended", "flagged"];

/// A filter of finished matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveFilter {
    pub user: UserId,
    /// The game's key; `None` for all games.
    pub game: Option<String>,
    /// The result for this person; `None` for any.
    pub score: Option<Score>,
    /// The match before the page, by its end and number. The list begins with the latest.
    pub after: Option<(Moment, MatchId)>,
    /// The server and perhaps one channel of it; `None` for all places.
    pub place: Option<(GuildId, Option<ChannelId>)>,
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archived {
    pub id: MatchId,
    /// The game's key.
    pub game: String,
    /// The players, the first seat first; `None` for a player that this version does not know.
    pub players: [Option<Player>; 2],
    /// The seat that won; `None` for a draw or no result.
    pub winner: Option<Seat>,
    /// The reason for the end, in a few words.
    pub reason: String,
    /// The number of turns.
    pub turns: u32,
    pub at: Moment,
    pub thread: Option<ChannelId>,
}

impl Archived {
    /// Whether the match has a result; a draw is one.
    pub fn has_result(&self) -> bool {
        self.winner.is_some() || !WITHOUT_RESULT.contains(&self.reason.as_str())
    }
}

/// Returns a person's finished matches, the latest first, at most `most`.
pub fn archive(db: &Connection, filter: &ArchiveFilter, most: u32) -> Result<Vec<Archived>> {
    let mut found = of_seat(db, filter, Seat::First, most)?;
    found.extend(of_seat(db, filter, Seat::Second, most)?);
    found.sort_by_key(|one| std::cmp::Reverse((one.at, one.id)));
    found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok(found)
}

/// Notes that a person looks at the list of their games. Returns when they did so before; `None` for the first time.
pub fn note_look(db: &Connection, user: UserId, now: Moment) -> Result<Option<Moment>> {
    let before = "SELECT at FROM games_looked_at WHERE user = ?1";
    let before = db.first(before, [user], |row| row.get(0))?;
    db.run(
        "INSERT OR REPLACE INTO games_looked_at (user, at) VALUES (?1, ?2)",
        params![user, now],
    )?;
    // The list begins with what ended.
    db.run("DELETE FROM untold_ends WHERE user = ?1", [user])?;
    Ok(before)
}

/// A match that was over before it had a thread to say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untold {
    pub id: MatchId,
    /// The game's key.
    pub game: String,
    /// The channel of its contest.
    pub channel: ChannelId,
    /// The other player; `None` if their data was deleted.
    pub other: Option<UserId>,
}

/// Notes for both players that a match of a contest is over without a thread, before that is written.
pub(crate) fn follow(db: &Connection, after: &Match, _: &[Event]) -> Result {
    if after.contest().is_none() || after.turns_played() > 0 {
        return Ok(());
    }
    if after.to_move().is_some() {
        // It goes on after its end was undone.
        let sql = "DELETE FROM untold_ends WHERE match_id = ?1";
        return db.run(sql, [after.id()]);
    }
    let sql = "INSERT OR IGNORE INTO untold_ends (user, match_id) SELECT ?2, match_id FROM matches JOIN places USING (match_id) \
               WHERE match_id = ?1 AND status = 'playing' AND thread IS NULL AND card IS NULL";
    let mut people = after.people();
    people.try_for_each(|user| db.run(sql, params![after.id(), user]))
}

/// Returns the matches that were over without a thread and of whose end a person was not told, at most `most`.
pub(crate) fn untold(db: &Connection, user: UserId, most: u32) -> Result<Vec<Untold>> {
    let sql = "SELECT match_id, game, channel, iif(first_player IS ?1, second_player, first_player) \
               FROM untold_ends JOIN matches USING (match_id) WHERE user = ?1 ORDER BY match_id LIMIT ?2";
    db.all(sql, params![user, most], |row| {
        Ok(Untold {
            id: row.get(0)?,
            game: row.get(1)?,
            channel: row.get(2)?,
            other: row.get(3)?,
        })
    })
}

/// Stores that a person was told of the ends of these matches.
pub(crate) fn ends_told(db: &Connection, user: UserId, matches: &[MatchId]) -> Result {
    let sql = "DELETE FROM untold_ends WHERE user = ?1 AND match_id = ?2";
    let mut matches = matches.iter();
    matches.try_for_each(|id| db.run(sql, params![user, id]))
}

/// The personal data in these tables.
pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "games_looked_at",
            "SELECT at FROM games_looked_at WHERE user = ?1",
        ),
        (
            "untold_ends",
            "SELECT match_id FROM untold_ends WHERE user = ?1 ORDER BY match_id",
        ),
    ],
    rows: &[
        "DELETE FROM games_looked_at WHERE user = ?1",
        "DELETE FROM untold_ends WHERE user = ?1",
    ],
    ..People::NOTHING
};

/// Returns the number of a person's finished matches.
pub fn count_finished(db: &Connection, user: UserId) -> Result<u64> {
    let sql = "SELECT (SELECT count(*) FROM matches WHERE first_player = ?1 AND ended_at IS NOT NULL) \
               + (SELECT count(*) FROM matches WHERE second_player = ?1 AND ended_at IS NOT NULL)";
    let count: i64 = db.one(sql, params![user], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}

/// Returns the matches in which the person had this seat.
/// Each seat has indices in the list's order, with and without the game.
fn of_seat(
    db: &Connection,
    filter: &ArchiveFilter,
    seat: Seat,
    most: u32,
) -> Result<Vec<Archived>> {
    let (column, own, other) = match seat {
        Seat::First => ("first_player", 0, 1),
        Seat::Second => ("second_player", 1, 0),
    };
    let mut values: Vec<Box<dyn ToSql>> = vec![Box::new(filter.user)];
    let mut conditions = vec![
        format!("{column} = ?1"),
        String::from("ended_at IS NOT NULL"),
    ];
    let mut and = |condition: &str, value: Box<dyn ToSql>| {
        values.push(value);
        conditions.push(condition.replace('?', &format!("?{}", values.len())));
    };
    if let Some(game) = &filter.game {
        and("game = ?", Box::new(game.clone()));
    }
    if let Some((at, id)) = filter.after {
        and("ended_at <= ?", Box::new(at));
        // Matches that ended in the same millisecond are ordered by number.
        and(
            &format!("(ended_at < {} OR match_id < ?)", at.0),
            Box::new(id),
        );
    }
    if let Some((guild, channel)) = filter.place {
        and("guild = ?", Box::new(guild));
        if let Some(channel) = channel {
            and("channel = ?", Box::new(channel));
        }
    }
    match filter.score {
        Some(Score::Win) => conditions.push(format!("winner = {own}")),
        Some(Score::Loss) => conditions.push(format!("winner = {other}")),
        Some(Score::Draw) => conditions.push(format!("winner IS NULL AND {WITH_RESULT}")),
        None => {}
    }
    values.push(Box::new(most));
    let sql = format!(
        "SELECT match_id, game, first_player, second_player, first_computer, second_computer, winner, reason, turns, ended_at, thread, first_team, second_team \
         FROM matches JOIN places USING (match_id) WHERE {} ORDER BY ended_at DESC, match_id DESC LIMIT ?{}",
        conditions.join(" AND "),
        values.len()
    );
    db.all(&sql, params_from_iter(values.iter()), |row| {
        Ok(Archived {
            id: row.get(0)?,
            game: row.get(1)?,
            players: [player(row, [2, 4, 11])?, player(row, [3, 5, 12])?],
            winner: row
                .get::<_, Option<u8>>(6)?
                .map(|seat| if seat == 0 { Seat::First } else { Seat::Second }),
            reason: row.get::<_, Option<String>>(7)?.unwrap_or_default(),
            turns: row.get(8)?,
            at: row.get(9)?,
            thread: row.get(10)?,
        })
    })
}
