use crate::features::study::model::puzzles::{Solver, Tried};
use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use crate::board::Seat;
use crate::db::{Query, Result};
use crate::games::Verdict;
use crate::matches::{GuildId, UserId};
use crate::people::Moment;
use crate::ratings::{Rating, rate};

impl Solver {
    /// The record of a person who has tried no puzzle.
    pub const NEW: Self = Self {
        tries: 0,
        solved: 0,
        streak: 0,
        best: 0,
        rating: Rating::START,
    };
}

/// Returns a person's record in a game's puzzles, and for each tried puzzle whether they solved it.
pub fn solver(db: &Connection, user: UserId, game: &str) -> Result<(Solver, BTreeMap<u32, bool>)> {
    let solver = rated(db, user, game)?;
    let sql = "SELECT number, solved FROM puzzle_tries WHERE user = ?1 AND game = ?2";
    let tried = db.all(sql, params![user, game], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok((solver, tried.into_iter().collect()))
}

/// Returns the ratings of a game's puzzles that people have tried.
pub fn puzzle_ratings(db: &Connection, game: &str) -> Result<BTreeMap<u32, Rating>> {
    let sql = "SELECT number, points, deviation, volatility FROM puzzle_ratings WHERE game = ?1";
    let ratings = db.all(sql, [game], |row| Ok((row.get(0)?, rating(row, 1)?)))?;
    Ok(ratings.into_iter().collect())
}

/// How many people tried a puzzle, and how many of them solved it at the first try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    pub tried: u32,
    pub solved: u32,
}

/// Counts the first tries of a puzzle since a moment by people who were seen in a server.
pub(crate) fn tries_in(
    db: &Connection,
    guild: GuildId,
    (game, number): (&str, u32),
    since: Moment,
) -> Result<Tries> {
    let sql = "SELECT count(*), count(*) FILTER (WHERE solved) FROM puzzle_tries \
               WHERE game = ?1 AND number = ?2 AND at >= ?3 \
               AND EXISTS (SELECT 1 FROM names WHERE names.user = puzzle_tries.user AND names.guild = ?4)";
    db.one(sql, params![game, number, since, guild], |row| {
        Ok(Tries {
            tried: row.get(0)?,
            solved: row.get(1)?,
        })
    })
}

/// Returns the game whose puzzles a person tried last.
pub fn last_puzzled(db: &Connection, user: UserId) -> Result<Option<String>> {
    let sql = "SELECT game FROM puzzle_tries WHERE user = ?1 ORDER BY at DESC LIMIT 1";
    db.first(sql, [user], |row| row.get(0))
}

/// Stores a first try and updates both ratings. `begins` is the puzzle's initial rating.
pub fn puzzle_tried(
    db: &Connection,
    user: UserId,
    game: &str,
    puzzle: u32,
    solved: bool,
    begins: Rating,
    at: Moment,
) -> Result<Option<Tried>> {
    let sql = "INSERT OR IGNORE INTO puzzle_tries (user, game, number, at, solved) VALUES (?1, ?2, ?3, ?4, ?5)";
    let first = db.changed(sql, params![user, game, puzzle, at, solved])?;
    if first == 0 {
        return Ok(None);
    }
    let before = rated(db, user, game)?;
    let sql =
        "SELECT points, deviation, volatility FROM puzzle_ratings WHERE game = ?1 AND number = ?2";
    let its = db
        .first(sql, params![game, puzzle], |row| rating(row, 0))?
        .unwrap_or(begins);
    let winner = if solved { Seat::First } else { Seat::Second };
    let [own, its] = rate([before.rating, its], Verdict::Win(winner), 0);
    let streak = if solved { before.streak + 1 } else { 0 };
    let after = Solver {
        tries: before.tries + 1,
        solved: before.solved + u32::from(solved),
        streak,
        best: before.best.max(streak),
        rating: own,
    };
    let sql = "INSERT OR REPLACE INTO solvers (user, game, tries, solved, streak, best, points, deviation, volatility) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    db.run(
        sql,
        params![
            user,
            game,
            after.tries,
            after.solved,
            after.streak,
            after.best,
            own.points,
            own.deviation,
            own.volatility
        ],
    )?;
    let sql = "INSERT INTO puzzle_ratings (game, number, tries, points, deviation, volatility) VALUES (?1, ?2, 1, ?3, ?4, ?5) \
               ON CONFLICT DO UPDATE SET tries = tries + 1, points = excluded.points, \
               deviation = excluded.deviation, volatility = excluded.volatility";
    db.run(
        sql,
        params![game, puzzle, its.points, its.deviation, its.volatility],
    )?;
    Ok(Some(Tried { before, after }))
}

fn rated(db: &Connection, user: UserId, game: &str) -> Result<Solver> {
    let sql = "SELECT tries, solved, streak, best, points, deviation, volatility FROM solvers WHERE user = ?1 AND game = ?2";
    let found = db.first(sql, params![user, game], |row| {
        Ok(Solver {
            tries: row.get(0)?,
            solved: row.get(1)?,
            streak: row.get(2)?,
            best: row.get(3)?,
            rating: rating(row, 4)?,
        })
    })?;
    Ok(found.unwrap_or(Solver::NEW))
}

fn rating(row: &Row<'_>, first: usize) -> rusqlite::Result<Rating> {
    Ok(Rating {
        points: row.get(first)?,
        deviation: row.get(first + 1)?,
        volatility: row.get(first + 2)?,
    })
}
