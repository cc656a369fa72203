use rusqlite::{Connection, params};

use super::error::{Result, StoreError};
use super::projection::{Change, Projection};
use super::query::Query;
use crate::board::Seat;
use crate::games::Verdict;
use crate::matches::{Ending, Level, Match, Player};

/// The list of matches with their results, and the event numbers in the table `places`.
pub(crate) static MATCH_LIST: Projection = Projection {
    name: "matches",
    version: 2,
    tables: &["matches", "match_counts"],
    contents: &[
        "SELECT * FROM matches ORDER BY match_id",
        "SELECT match_id, seq, news_seq FROM places ORDER BY match_id",
        "SELECT number, game, status FROM match_counts WHERE number > 0 ORDER BY number, game, status",
    ],
    fold,
};

fn fold(db: &Connection, change: &Change<'_>) -> Result {
    count(db, change.after)?;
    list(db, change.after)?;
    let news_seq = change.after.is_news(&change.event.fact);
    let news_seq = news_seq.then_some(change.seq());
    let id = change.id();
    if change.seq() == 1 {
        let sql = "INSERT INTO places (match_id, seq, news_seq) VALUES (?1, 1, coalesce(?2, 0)) \
                   ON CONFLICT DO UPDATE SET seq = excluded.seq, news_seq = excluded.news_seq";
        db.run(sql, params![id, news_seq])?;
    } else {
        let sql =
            "UPDATE places SET seq = ?2, news_seq = coalesce(?3, news_seq) WHERE match_id = ?1";
        db.run(sql, params![id, change.seq(), news_seq])?;
    }
    Ok(())
}

/// Counts a match under its new status instead of the status in the list.
fn count(db: &Connection, after: &Match) -> Result {
    let status = after.status().word();
    let before: Option<String> = if after.seq() == 1 {
        None
    } else {
        let sql = "SELECT status FROM matches WHERE match_id = ?1";
        db.first(sql, [after.id()], |row| row.get(0))?
    };
    if before.as_deref() == Some(status) {
        return Ok(());
    }
    let game = &after.proposal().game;
    let sql = "INSERT INTO match_counts (game, status, number) VALUES (?1, ?2, ?3) \
               ON CONFLICT DO UPDATE SET number = number + excluded.number";
    if let Some(before) = before {
        db.run(sql, params![game, before, -1])?;
    }
    db.run(sql, params![game, status, 1])
}

fn list(db: &Connection, after: &Match) -> Result {
    let proposal = after.proposal();
    let person = |player: Option<Player>| player?.person();
    let computer = |player: Option<Player>| player?.computer().map(Level::number);
    let team = |player: Option<Player>| player?.team();
    let [first, second] = after
        .players()
        .map_or([None; 2], |players| players.map(Some));
    let turns = after
        .record()
        .iter()
        .filter(|entry| entry.text.is_some())
        .count();
    let winner = after.ending().and_then(|ending| match ending.verdict() {
        Some(Verdict::Win(seat)) => Some(place(seat)),
        Some(Verdict::Draw) | None => None,
    });
    // Before a challenge is accepted, its team has its seat already.
    let seated = |seat: Seat, player| match after.players() {
        None if seat == proposal.seat => proposal.team,
        _ => team(player),
    };
    let columns = params![
        after.id(),
        after.seq(),
        proposal.game,
        after.status().word(),
        proposal.place.guild,
        proposal.place.channel,
        proposal.challenger,
        person(proposal.invited),
        person(first),
        person(second),
        after.to_move().map(place),
        person(after.player_to_move()),
        after.deadline(),
        after.board(),
        after.changed_at(),
        u32::try_from(turns).unwrap_or(u32::MAX),
        winner,
        after.ending().map(reason),
        after.ended_at(),
        computer(proposal.invited),
        computer(first),
        computer(second),
        after.computer_duty().is_some(),
        after.proposed_at(),
        proposal.days_off,
        team(proposal.invited),
        seated(Seat::First, first),
        seated(Seat::Second, second),
    ];
    let sql = if after.seq() == 1 {
        "INSERT INTO matches (match_id, seq, game, status, guild, channel, challenger, invited, first_player, second_player, \
         seat_to_move, player_to_move, deadline, ply, changed_at, turns, winner, reason, ended_at, invited_computer, \
         first_computer, second_computer, computer_due, made_at, days_off, invited_team, first_team, second_team) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, \
         ?26, ?27, ?28)"
    } else {
        "UPDATE matches SET seq = ?2, game = ?3, status = ?4, guild = ?5, channel = ?6, challenger = ?7, invited = ?8, \
         first_player = ?9, second_player = ?10, seat_to_move = ?11, player_to_move = ?12, deadline = ?13, ply = ?14, \
         changed_at = ?15, turns = ?16, winner = ?17, reason = ?18, ended_at = ?19, invited_computer = ?20, first_computer = ?21, \
         second_computer = ?22, computer_due = ?23, made_at = ?24, days_off = ?25, \
         invited_team = ?26, first_team = ?27, second_team = ?28 WHERE match_id = ?1"
    };
    let rows = db.changed(sql, columns)?;
    if rows != 1 {
        return Err(StoreError::NotListed(after.id()));
    }
    Ok(())
}

const fn place(seat: Seat) -> u8 {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

/// Returns how a match ended, as text. Each game has its own words.
const fn reason(ending: &Ending) -> &'static str {
    match ending {
        Ending::Game(outcome) => outcome.reason,
        Ending::Resigned(_) => "resigned",
        // The list has no winner of a no-show.
        Ending::Flagged(_) | Ending::NoShow(_) => "flagged",
        Ending::Agreed => "agreed",
        Ending::Stopped(_) => "stopped",
        Ending::Moderated {
            verdict: Some(_), ..
        } => "decided",
        Ending::Moderated { verdict: None, .. } => "ended",
        Ending::Adjudicated { .. } => "adjudicated",
        Ending::Unexplained(_) => "recorded",
        Ending::Abandoned => "abandoned",
    }
}
