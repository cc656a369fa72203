use rusqlite::{Connection, params};

use super::{Store, StoreError, alarms, matches};
use crate::matches::{Level, Match, MatchId, Player};

/// Writes the columns that lists need. Whether there was a row with event `expected` as the last one, or none at all
/// where `expected` is 0.
pub(super) fn project(
    connection: &Connection,
    played: &Match,
    news_seq: Option<u32>,
    expected: u32,
) -> Result<bool, StoreError> {
    let proposal = played.proposal();
    let person = |player: Option<Player>| player?.person().map(|user| number(user.0));
    let computer = |player: Option<Player>| player?.computer().map(Level::number);
    let [first, second] = played
        .players()
        .map_or([None; 2], |players| players.map(Some));
    let columns = params![
        number(played.id().0),
        played.seq(),
        news_seq,
        proposal.game,
        played.status().word(),
        proposal.place.guild.map(|guild| number(guild.0)),
        number(proposal.place.channel.0),
        number(proposal.challenger.0),
        person(proposal.invited),
        person(first),
        person(second),
        played.to_move().map(|seat| seat.index() as u8),
        person(played.player_to_move()),
        played.deadline().map(|deadline| deadline.0),
        played.board(),
        played.changed_at().0,
        expected,
        computer(proposal.invited),
        computer(first),
        computer(second),
        played.computer_duty().is_some(),
    ];
    let sql = if expected == 0 {
        "INSERT INTO matches (match_id, seq, news_seq, game, status, guild, channel, challenger, invited, first_player, \
         second_player, seat_to_move, player_to_move, deadline, ply, changed_at, invited_computer, first_computer, \
         second_computer, computer_due) \
         VALUES (?1, ?2, coalesce(?3, 0), ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?18, ?19, ?20, ?21) \
         ON CONFLICT DO NOTHING RETURNING ?17"
    } else {
        "UPDATE matches SET seq = ?2, news_seq = coalesce(?3, news_seq), game = ?4, status = ?5, guild = ?6, channel = ?7, \
         challenger = ?8, invited = ?9, first_player = ?10, second_player = ?11, seat_to_move = ?12, player_to_move = ?13, \
         deadline = ?14, ply = ?15, changed_at = ?16, invited_computer = ?18, first_computer = ?19, second_computer = ?20, \
         computer_due = ?21 WHERE match_id = ?1 AND seq = ?17 RETURNING ?17"
    };
    Ok(connection.prepare_cached(sql)?.exists(columns)?)
}

/// Numbers of Discord use 63 bits, for their highest is a date far away; SQLite's have a sign.
pub(super) const fn number(id: u64) -> i64 {
    id.cast_signed()
}

/// See [`number`].
pub(super) const fn id(number: i64) -> u64 {
    number.cast_unsigned()
}

impl Store {
    /// Folds all events anew into the columns that lists need, and says how many matches there are. All or nothing.
    ///
    /// # Errors
    ///
    /// When a match's events cannot be read or replayed.
    pub async fn rebuild_projection(&self) -> Result<usize, StoreError> {
        self.inner.writer.write(rebuild).await
    }
}

fn rebuild(connection: &Connection) -> Result<usize, StoreError> {
    connection.execute("DELETE FROM matches", [])?;
    let mut statement =
        connection.prepare("SELECT DISTINCT match_id FROM events ORDER BY match_id")?;
    let ids: Vec<i64> = statement
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for number in &ids {
        let id = MatchId(id(*number));
        let events = matches::events(connection, id, 0, u32::MAX)?;
        let news_seq = events
            .iter()
            .rev()
            .find(|(_, event)| event.fact.is_news())
            .map(|(seq, _)| *seq);
        let played = Match::replay(id, events.into_iter().map(|(_, event)| event))?;
        project(connection, &played, news_seq, 0)?;
        alarms::set(connection, &played)?;
    }
    Ok(ids.len())
}
