//! Members of teams, and their votes.

use rusqlite::{Connection, Row, params};

use super::{column, seat};
use crate::board::Seat;
use crate::db::alarms::{self, About};
use crate::db::lists::{self, LISTED};
use crate::db::{Listed, Query, Result};
use crate::features::Joined;
use crate::features::teams::model::{EARLY_FROM, Member, TeamRefusal, Vote, Voter, ends_at};
use crate::matches::{Event, Fact, GuildId, Match, MatchId, Status, UserId, Voting};
use crate::people::Moment;

/// The kind of alarms at which a vote ends.
pub(crate) const VOTE: &str = "team-vote";

/// The kind of alarms at which members who have not voted are reminded.
pub(crate) const REMIND: &str = "team-reminder";

/// The turns whose voters are called to the next vote, and may not be missing if a vote ends early.
const LATELY: u32 = 3;

/// What a person changes in a vote; `None` leaves it.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The turn and the position after it; `Some(None)` withdraws the vote.
    pub turn: Option<Option<(String, String)>>,
    pub draw: Option<bool>,
    pub waits: Option<bool>,
}

pub(crate) fn member(db: &Connection, id: MatchId, user: UserId) -> Result<Option<Member>> {
    let sql = "SELECT seat, here, called_on IS NOT NULL FROM team_members WHERE match_id = ?1 AND user = ?2";
    db.first(sql, params![id, user], |row| {
        Ok(Member {
            seat: seat(row.get(0)?),
            here: row.get(1)?,
            called: row.get(2)?,
        })
    })
}

/// Returns an error for the events with which a member of a team would become its opponent or its referee.
pub(crate) fn check(db: &Connection, after: &Match, events: &[Event]) -> Result {
    if !after.has_team() {
        return Ok(());
    }
    for event in events {
        let (user, refusal) = match &event.fact {
            Fact::Accepted { by } => (by.person(), TeamRefusal::InTeam),
            Fact::Moderated { by, .. } => (Some(*by), TeamRefusal::Moderates),
            _ => continue,
        };
        if let Some(user) = user
            && member(db, after.id(), user)?.is_some_and(|member| member.here)
        {
            return Err(refusal.into());
        }
    }
    Ok(())
}

/// Makes a person a member of a team, unless they belong to the other one or play against it.
pub(crate) fn join(db: &Connection, id: MatchId, user: UserId, side: Seat) -> Result {
    let sql = "SELECT EXISTS (SELECT 1 FROM matches WHERE match_id = ?1 AND ?2 IN (first_player, second_player))";
    if db.one(sql, params![id, user], |row| row.get(0))? {
        return Err(TeamRefusal::Opponent.into());
    }
    if member(db, id, user)?.is_some_and(|member| member.seat != side) {
        return Err(TeamRefusal::OtherSide.into());
    }
    let sql = "INSERT INTO team_members (match_id, user, seat, here) VALUES (?1, ?2, ?3, 1) \
               ON CONFLICT DO UPDATE SET here = 1";
    db.run(sql, params![id, user, column(side)])
}

/// Sets whether each new board mentions a member, from the board that is shown now on.
pub(crate) fn call(db: &Connection, id: MatchId, user: UserId, called: bool) -> Result {
    let on = match called {
        true => Some(board(db, id)?),
        false => None,
    };
    let sql = "UPDATE team_members SET called_on = ?3 WHERE match_id = ?1 AND user = ?2";
    db.run(sql, params![id, user, on])
}

/// Calls members no longer who asked for it before the team's last three votes, and voted in none of them.
fn call_no_longer(db: &Connection, id: MatchId, voting: &Voting) -> Result {
    let [_, _, first] = lately(db, id, voting.seat, voting.board)?[..] else {
        return Ok(());
    };
    let sql = "UPDATE team_members SET called_on = NULL WHERE match_id = ?1 AND seat = ?2 AND called_on < ?3 \
               AND NOT EXISTS (SELECT 1 FROM team_votes WHERE team_votes.match_id = ?1 AND team_votes.user = team_members.user \
               AND board >= ?3 AND turn IS NOT NULL)";
    db.run(sql, params![id, column(voting.seat), first])
}

/// Takes a person out of a team: their vote on this board no longer counts.
pub(crate) fn leave(db: &Connection, id: MatchId, user: UserId, board: u32) -> Result {
    let sql =
        "UPDATE team_members SET here = 0, called_on = NULL WHERE match_id = ?1 AND user = ?2";
    db.run(sql, params![id, user])?;
    let sql = "DELETE FROM team_votes WHERE match_id = ?1 AND user = ?2 AND board = ?3";
    db.run(sql, params![id, user, board])?;
    let sql = "DELETE FROM team_answers WHERE match_id = ?1 AND user = ?2 AND asked_at IN \
               (SELECT asked_at FROM team_questions WHERE match_id = ?1 AND open)";
    db.run(sql, params![id, user])
}

/// Takes a person out of the teams of running matches, of one server or of all.
pub(crate) fn leave_all(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
    now: Moment,
) -> Result {
    let sql = "SELECT match_id, ply FROM team_members JOIN matches USING (match_id) \
               WHERE user = ?1 AND here AND status IN ('open', 'playing') AND (?2 IS NULL OR guild = ?2)";
    let all: Vec<(MatchId, u32)> = db.all(sql, params![user, guild], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    for (id, board) in all {
        leave(db, id, user, board)?;
        // The vote may end sooner without them: its alarm finds out.
        if let Some(ends) = ends(db, id)? {
            alarms::set(db, VOTE, About::a_match(id), Some(ends.min(now)))?;
        }
    }
    Ok(())
}

/// Returns the votes of a team on a board, in the order of people.
pub(crate) fn votes(db: &Connection, id: MatchId, board: u32) -> Result<Vec<Vote>> {
    let sql = "SELECT user, turn, result, at, draw, waits FROM team_votes WHERE match_id = ?1 AND board = ?2 ORDER BY user";
    db.all(sql, params![id, board], read_vote)
}

/// Returns what a person has decided on a board.
fn vote_of(db: &Connection, id: MatchId, board: u32, user: UserId) -> Result<Option<Vote>> {
    let sql = "SELECT user, turn, result, at, draw, waits FROM team_votes WHERE match_id = ?1 AND board = ?2 AND user = ?3";
    db.first(sql, params![id, board, user], read_vote)
}

fn read_vote(row: &Row<'_>) -> rusqlite::Result<Vote> {
    let turn: Option<String> = row.get(1)?;
    let result: Option<String> = row.get(2)?;
    Ok(Vote {
        user: row.get(0)?,
        turn: turn.zip(result),
        at: row.get(3)?,
        draw: row.get(4)?,
        waits: row.get(5)?,
    })
}

/// Whether somebody has voted for a turn on a board. In a large team, each vote asks this.
fn has_votes(db: &Connection, id: MatchId, board: u32) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM team_votes WHERE match_id = ?1 AND board = ?2 AND turn IS NOT NULL)";
    db.one(sql, params![id, board], |row| row.get(0))
}

/// Returns the boards of the team's last votes before this one, the latest first.
fn lately(db: &Connection, id: MatchId, side: Seat, board: u32) -> Result<Vec<u32>> {
    let sql = "SELECT DISTINCT board FROM team_votes WHERE match_id = ?1 AND seat = ?2 AND board < ?3 AND turn IS NOT NULL \
               ORDER BY board DESC LIMIT ?4";
    db.all(sql, params![id, column(side), board, LATELY], |row| {
        row.get(0)
    })
}

/// Returns the members who voted in one of the team's last three turns.
pub(crate) fn regulars(
    db: &Connection,
    id: MatchId,
    side: Seat,
    board: u32,
) -> Result<Vec<UserId>> {
    let Some(first) = lately(db, id, side, board)?.pop() else {
        return Ok(Vec::new());
    };
    let sql = "SELECT DISTINCT user FROM team_votes JOIN team_members USING (match_id, user) \
               WHERE match_id = ?1 AND team_votes.seat = ?2 AND board >= ?3 AND board < ?4 AND turn IS NOT NULL AND here \
               ORDER BY user";
    db.all(sql, params![id, column(side), first, board], |row| {
        row.get(0)
    })
}

/// Returns the people whom a new board mentions: those who voted lately, and who asked for it.
///
/// Who did not vote in the last three turns is not mentioned.
pub(crate) fn called(
    db: &Connection,
    id: MatchId,
    side: Seat,
    board: u32,
    most: usize,
) -> Result<Vec<UserId>> {
    let sql = "SELECT user FROM team_members WHERE match_id = ?1 AND seat = ?2 AND called_on IS NOT NULL AND here ORDER BY user";
    let asked: Vec<UserId> = db.all(sql, params![id, column(side)], |row| row.get(0))?;
    let mut called = regulars(db, id, side, board)?;
    called.extend(
        asked
            .into_iter()
            .filter(|user| !called.contains(user))
            .collect::<Vec<_>>(),
    );
    called.truncate(most);
    Ok(called)
}

/// Returns how many people voted in the largest of the team's last three votes.
pub(crate) fn largest(db: &Connection, id: MatchId, side: Seat, board: u32) -> Result<usize> {
    let sql =
        "SELECT count(*) FROM team_votes WHERE match_id = ?1 AND board = ?2 AND turn IS NOT NULL";
    let mut largest = 0;
    for board in lately(db, id, side, board)? {
        let voters: u32 = db.one(sql, params![id, board], |row| row.get(0))?;
        largest = largest.max(usize::try_from(voters).unwrap_or(usize::MAX));
    }
    Ok(largest)
}

/// Returns the members of a team, each with the number of turns for which they voted, who voted most often first.
pub(crate) fn players(db: &Connection, id: MatchId, side: Seat) -> Result<Vec<Voter>> {
    let sql = "SELECT user, (SELECT count(*) FROM team_votes WHERE team_votes.match_id = ?1 AND team_votes.user = team_members.user \
               AND turn IS NOT NULL) AS voted, here FROM team_members WHERE match_id = ?1 AND seat = ?2 \
               ORDER BY voted DESC, user";
    db.all(sql, params![id, column(side)], |row| {
        Ok(Voter {
            user: row.get(0)?,
            voted: row.get(1)?,
            here: row.get(2)?,
        })
    })
}

/// Returns the size of a team.
pub(crate) fn size(db: &Connection, id: MatchId, side: Seat) -> Result<usize> {
    let sql = "SELECT count(*) FROM team_members WHERE match_id = ?1 AND seat = ?2 AND here";
    let size: u32 = db.one(sql, params![id, column(side)], |row| row.get(0))?;
    Ok(usize::try_from(size).unwrap_or(usize::MAX))
}

/// Notes what a person wishes in a vote, and sets the alarm of its end. Who votes for a turn becomes a member of the team.
///
/// Returns when the vote ends as things stand now.
pub(crate) fn vote(
    db: &Connection,
    id: MatchId,
    voting: &Voting,
    user: UserId,
    wish: &Wish,
    now: Moment,
) -> Result<Option<Moment>> {
    still_open(db, id, voting, now)?;
    let here = |member: Member| member.here && member.seat == voting.seat;
    match wish.turn {
        Some(Some(_)) => join(db, id, user, voting.seat)?,
        // A button of an old page does not bring back who has left.
        _ if member(db, id, user)?.is_some_and(here) => {}
        _ => return Err(TeamRefusal::NotMember.into()),
    }
    let board = voting.board;
    if !has_votes(db, id, board)? {
        alarms::set(db, VOTE, About::a_match(id), None)?;
    }
    let own = vote_of(db, id, board, user)?.unwrap_or(Vote {
        user,
        turn: None,
        at: now,
        draw: false,
        waits: false,
    });
    let turn = wish.turn.clone().unwrap_or_else(|| own.turn.clone());
    // A vote for the same turn, pressed twice, keeps its age.
    let at = match turn == own.turn {
        true => own.at,
        false => now,
    };
    let draw = wish.draw.unwrap_or(own.draw) && turn.is_some();
    let waits = wish.waits.unwrap_or(own.waits);
    let (text, result) = turn.unzip();
    let sql = "INSERT INTO team_votes (match_id, board, user, seat, turn, result, at, draw, waits) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO UPDATE SET \
               turn = excluded.turn, result = excluded.result, at = excluded.at, draw = excluded.draw, waits = excluded.waits";
    let params = params![
        id,
        board,
        user,
        column(voting.seat),
        text,
        result,
        at,
        draw,
        waits
    ];
    db.run(sql, params)?;
    set_end(db, id, voting, now)
}

/// Returns an error if the vote has ended, or another board has come.
fn still_open(db: &Connection, id: MatchId, voting: &Voting, now: Moment) -> Result {
    let sql = "SELECT ply FROM matches WHERE match_id = ?1 AND status = 'playing'";
    let board: Option<u32> = db.first(sql, [id], |row| row.get(0))?;
    if board != Some(voting.board) {
        return Err(TeamRefusal::Closed.into());
    }
    let ends = alarms::moment(db, VOTE, About::a_match(id))?;
    match has_votes(db, id, voting.board)? && ends.is_some_and(|ends| ends <= now) {
        true => Err(TeamRefusal::Closed.into()),
        false => Ok(()),
    }
}

/// Sets the alarm at which a vote ends as things stand, and returns its moment.
pub(crate) fn set_end(
    db: &Connection,
    id: MatchId,
    voting: &Voting,
    now: Moment,
) -> Result<Option<Moment>> {
    let votes = votes(db, id, voting.board)?;
    // They matter only for an early end.
    let regulars = match voting.turns < EARLY_FROM {
        true => Vec::new(),
        false => regulars(db, id, voting.seat, voting.board)?,
    };
    let ends = ends_at(voting, &votes, &regulars, now);
    // The half hour that the first late vote has started does not start again if that vote is changed.
    let late = self::ends(db, id)?.filter(|set| *set > voting.closes);
    let ends = ends.map(|ends| late.map_or(ends, |late| ends.min(late)));
    alarms::set(db, VOTE, About::a_match(id), ends)?;
    Ok(ends)
}

/// Sets the alarms of a team's vote with the events that open or close it.
pub(crate) fn follow(db: &Connection, after: &Match, events: &[Event]) -> Result {
    if !after.has_team() {
        return Ok(());
    }
    let about = About::a_match(after.id());
    let Some(voting) = after.voting() else {
        alarms::set(db, VOTE, about, None)?;
        alarms::set(db, REMIND, about, None)?;
        if !matches!(after.status(), Status::Open | Status::Playing) {
            super::questions::close_all(db, after.id())?;
        }
        return Ok(());
    };
    // A match that was frozen has lost the alarms of its questions.
    for side in Seat::BOTH {
        super::questions::set_alarm(db, after.id(), side)?;
    }
    let now = events.last().map_or(after.changed_at(), |event| event.at);
    set_end(db, after.id(), &voting, now)?;
    let opened = voting.opened == now;
    if opened {
        alarms::set(db, REMIND, about, Some(voting.last_third()))?;
        call_no_longer(db, after.id(), &voting)?;
    }
    Ok(())
}

/// Returns the running matches to whose teams a person belongs. One waits if they have not voted; its deadline is the end
/// of the vote then, as things stand.
pub(crate) fn joined(db: &Connection, user: UserId) -> Result<Vec<Joined>> {
    let sql = format!(
        "{LISTED} WHERE status = 'playing' AND match_id IN (SELECT match_id FROM team_members WHERE user = ?1 AND here) \
         ORDER BY deadline, match_id"
    );
    let waits = "SELECT EXISTS (SELECT 1 FROM team_members WHERE match_id = ?1 AND user = ?2 AND seat = ?3) \
                 AND NOT EXISTS (SELECT 1 FROM team_votes WHERE match_id = ?1 AND user = ?2 AND board = ?4 AND turn IS NOT NULL)";
    let mut joined = Vec::new();
    for mut listed in lists::list(db, &sql, [user])? {
        let to_move = listed.to_move.filter(|_| listed.deadline.is_some());
        let waits = match to_move {
            Some(to_move) => db.one(
                waits,
                params![listed.id, user, column(to_move), listed.board],
                |row| row.get(0),
            )?,
            None => false,
        };
        if waits {
            listed.deadline = ends(db, listed.id)?.or(listed.deadline);
        }
        joined.push(Joined { listed, waits });
    }
    joined.sort_by_key(|joined| joined.listed.urgency());
    Ok(joined)
}

/// Returns the open votes in which a person has not voted, each with its end.
pub(crate) fn open_votes(db: &Connection, user: UserId) -> Result<Vec<(Listed, Moment)>> {
    let mut open = Vec::new();
    for joined in joined(db, user)?.into_iter().filter(|joined| joined.waits) {
        if let Some(ends) = ends(db, joined.listed.id)? {
            open.push((joined.listed, ends));
        }
    }
    Ok(open)
}

/// Returns how many finished matches a person voted in, in one server or in all, and how many of them their team won.
pub(crate) fn record(db: &Connection, user: UserId, guild: Option<GuildId>) -> Result<(u32, u32)> {
    let sql = "SELECT count(*), coalesce(sum(winner = seat), 0) FROM team_members JOIN matches USING (match_id) \
               WHERE user = ?1 AND ended_at IS NOT NULL AND (?2 IS NULL OR guild = ?2) \
               AND EXISTS (SELECT 1 FROM team_votes WHERE team_votes.match_id = matches.match_id AND team_votes.user = ?1 \
               AND turn IS NOT NULL)";
    db.one(sql, params![user, guild], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Returns when the vote of a match ends, as its alarm says.
pub(crate) fn ends(db: &Connection, id: MatchId) -> Result<Option<Moment>> {
    alarms::moment(db, VOTE, About::a_match(id))
}

/// Returns the number of a match's board.
pub(crate) fn board(db: &Connection, id: MatchId) -> Result<u32> {
    db.one("SELECT ply FROM matches WHERE match_id = ?1", [id], |row| {
        row.get(0)
    })
}
