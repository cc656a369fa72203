use rusqlite::{Connection, Params, Row};

use super::error::Result;
use super::places::{Listed, ListedStatus, Places};
use super::query::Query;
use crate::board::Seat;
use crate::db::Store;
use crate::matches::{ChannelId, GuildId, Level, MatchId, Place, Player, Team, UserId};
use crate::people::Moment;

/// The columns that [`list`] reads, in the order in which `listed` takes them.
pub(crate) const LISTED: &str = "SELECT match_id, game, status, guild, channel, challenger, invited, first_player, second_player, \
                      invited_computer, first_computer, second_computer, seat_to_move, deadline, ply, turns, changed_at, thread, card, \
                      board, made_at, days_off, match_id IN (SELECT match_id FROM frozen) AS is_frozen, invited_team, first_team, second_team FROM matches JOIN places USING (match_id)";

impl Store {
    /// Returns a user's running matches and open challenges, made or received. Matches that wait for the user come
    /// first, then nearest deadline first.
    pub async fn games_of(&self, user: UserId) -> Result<Vec<Listed>> {
        self.read(move |db| games_of(db, user)).await
    }

    /// Returns at most `most` finished matches of a user, last ended first.
    pub async fn finished_of(&self, user: UserId, most: u32) -> Result<Vec<Listed>> {
        // Each seat has an index in this order, of which only the end is read.
        let sql = format!(
            "{LISTED} WHERE match_id IN ( \
             SELECT match_id FROM (SELECT match_id FROM matches WHERE first_player = ?1 AND ended_at IS NOT NULL \
             ORDER BY ended_at DESC, match_id DESC LIMIT ?2) \
             UNION ALL SELECT match_id FROM (SELECT match_id FROM matches WHERE second_player = ?1 AND ended_at IS NOT NULL \
             ORDER BY ended_at DESC, match_id DESC LIMIT ?2)) \
             ORDER BY ended_at DESC, match_id DESC LIMIT ?2"
        );
        self.read(move |db| list(db, &sql, (user, most))).await
    }

    /// Returns at most `most` running matches of a server or channel, by game, nearest deadline first. Also returns how
    /// many matches are running in the whole server.
    pub async fn played_in(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
        most: u32,
    ) -> Result<(Vec<Listed>, u64)> {
        let sql = format!(
            "{LISTED} WHERE status = 'playing' AND guild = ?1 AND (?2 IS NULL OR channel = ?2) \
             ORDER BY game, deadline, match_id LIMIT ?3"
        );
        let read = move |db: &Connection| {
            let there = list(db, &sql, (guild, channel, most))?;
            let count = "SELECT count(*) FROM matches WHERE status = 'playing' AND guild = ?1";
            let count: u32 = db.one(count, [guild], |row| row.get(0))?;
            Ok((there, u64::from(count)))
        };
        self.read(read).await
    }

    /// Returns at most `most` challenges in a server that anyone may accept, newest first. `channel` and `game`
    /// restrict them. Challenges are left out if the challenger or this user has blocked the other.
    pub async fn open_in(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
        game: Option<String>,
        user: UserId,
        most: u32,
    ) -> Result<Vec<MatchId>> {
        let read = move |db: &Connection| {
            let sql = "SELECT match_id FROM matches WHERE status = 'open' AND guild = ?1 AND (?2 IS NULL OR channel = ?2) \
                 AND (?5 IS NULL OR game = ?5) AND invited IS NULL AND invited_computer IS NULL AND invited_team IS NULL \
                 AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker = challenger AND blocked = ?4) \
                 AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocker = ?4 AND blocked = challenger) \
                 AND match_id NOT IN (SELECT match_id FROM frozen) ORDER BY match_id DESC LIMIT ?3";
            db.all(sql, (guild, channel, most, user, game), |row| row.get(0))
        };
        self.read(read).await
    }

    /// Returns the matches in which a user is to move, nearest deadline first.
    pub async fn waiting_for(&self, user: UserId) -> Result<Vec<Listed>> {
        let sql = format!("{LISTED} WHERE player_to_move = ?1 ORDER BY deadline, match_id");
        self.read(move |db| list(db, &sql, [user])).await
    }

    /// Returns the match of a thread. A thread that was opened under a card may not be stored yet; it has the card's
    /// id.
    pub async fn match_in_thread(&self, thread: ChannelId) -> Result<Option<MatchId>> {
        let read = move |db: &Connection| {
            let sql = "SELECT match_id FROM places JOIN matches USING (match_id) WHERE thread = ?1 \
                     AND (guild IS NULL OR thread <> channel) ORDER BY status = 'playing' DESC, match_id DESC LIMIT 1";
            if let Some(id) = db.first(sql, [thread], |row| row.get(0))? {
                return Ok(Some(id));
            }
            let sql = "SELECT match_id FROM places WHERE thread IS NULL AND card IS NOT NULL AND card = ?1";
            db.first(sql, [thread], |row| row.get(0))
        };
        self.read(read).await
    }
}

/// See [`Store::games_of`].
pub(crate) fn games_of(db: &Connection, user: UserId) -> Result<Vec<Listed>> {
    let sql = format!(
        "{LISTED} WHERE match_id IN ( \
         SELECT match_id FROM matches WHERE status = 'playing' AND first_player = ?1 \
         UNION SELECT match_id FROM matches WHERE status = 'playing' AND second_player = ?1 \
         UNION SELECT match_id FROM matches WHERE status = 'open' AND challenger = ?1 \
         UNION SELECT match_id FROM matches WHERE status = 'open' AND invited = ?1) \
         ORDER BY player_to_move IS NOT ?1, status = 'open', deadline, match_id"
    );
    list(db, &sql, [user])
}

/// Returns a match as lists show it.
pub(crate) fn one(db: &Connection, id: MatchId) -> Result<Option<Listed>> {
    let sql = format!("{LISTED} WHERE match_id = ?1");
    db.first(&sql, [id], listed)
}

pub(crate) fn list(db: &Connection, sql: &str, params: impl Params) -> Result<Vec<Listed>> {
    db.all(sql, params, listed)
}

/// Reads a player from the columns of a person, of a computer's level and of a team; `None` if they are empty, or name
/// a level that this version does not know.
pub(crate) fn player(
    row: &Row<'_>,
    [person, computer, team]: [usize; 3],
) -> rusqlite::Result<Option<Player>> {
    let person: Option<UserId> = row.get(person)?;
    let level: Option<u8> = row.get(computer)?;
    let team: Option<Team> = row.get(team)?;
    let computer = level.and_then(Level::numbered).map(Player::Computer);
    Ok(person
        .map(Player::Person)
        .or(computer)
        .or(team.map(Player::Team)))
}

// By index: looking up a column by its name takes longer than reading it, and there may be hundreds of rows.
fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let invited = player(row, [6, 9, 23])?;
    let first = player(row, [7, 10, 24])?;
    let second = player(row, [8, 11, 25])?;
    let players = first.zip(second).map(|(first, second)| [first, second]);
    let challenging = [first, second].into_iter().flatten();
    let challenging = challenging.filter(|_| players.is_none());
    let frozen: bool = row.get(22)?;
    Ok(Listed {
        id: row.get(0)?,
        game: row.get(1)?,
        status: match row.get::<_, String>(2)?.as_str() {
            _ if frozen => ListedStatus::Frozen,
            "open" => ListedStatus::Open,
            "playing" => ListedStatus::Playing,
            _ => ListedStatus::Over,
        },
        place: Place {
            guild: row.get(3)?,
            channel: row.get(4)?,
        },
        challenger: row.get(5)?,
        team: challenging.filter_map(Player::team).next(),
        invited,
        players,
        to_move: row
            .get::<_, Option<u8>>(12)?
            .map(|seat| if seat == 0 { Seat::First } else { Seat::Second }),
        // The clock of a frozen match is stopped.
        deadline: row.get::<_, Option<_>>(13)?.filter(|_| !frozen),
        // The column `ply` has the number of the board. Its name is older than takebacks.
        board: row.get(14)?,
        turns: row.get(15)?,
        changed_at: row.get(16)?,
        places: Places {
            thread: row.get(17)?,
            card: row.get(18)?,
            board: row.get(19)?,
        },
        made_at: row.get(20)?,
        days_off: row.get(21)?,
        pause: None,
    })
}

/// Returns the person who is to move in a match, if any.
pub(crate) fn person_to_move(db: &Connection, id: MatchId) -> Result<Option<UserId>> {
    let sql = "SELECT player_to_move FROM matches WHERE match_id = ?1";
    let user = db.first(sql, [id], |row| row.get(0))?;
    Ok(user.flatten())
}

/// Returns the matches of a server that a person has lost on time since a moment, without a turn of theirs.
pub(crate) fn lost_without_a_turn(
    db: &Connection,
    guild: GuildId,
    user: UserId,
    since: Moment,
) -> Result<Vec<MatchId>> {
    let sql = "SELECT match_id FROM matches WHERE first_player = ?1 AND ended_at >= ?2 AND guild = ?3 \
               AND reason = 'flagged' AND winner = 1 AND turns = 0 \
               UNION ALL SELECT match_id FROM matches WHERE second_player = ?1 AND ended_at >= ?2 AND guild = ?3 \
               AND reason = 'flagged' AND winner = 0 AND turns < 2";
    db.all(sql, (user, since, guild), |row| row.get(0))
}

/// Returns whether a person's first turn in a match waits for them; `None` if they have moved, or are not in it.
pub(crate) fn first_turn(db: &Connection, id: MatchId, user: UserId) -> Result<Option<bool>> {
    let sql = "SELECT player_to_move IS ?2 FROM matches WHERE match_id = ?1 \
               AND (first_player = ?2 AND turns = 0 OR second_player = ?2 AND turns < 2)";
    db.first(sql, (id, user), |row| row.get(0))
}
