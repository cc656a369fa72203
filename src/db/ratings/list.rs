use std::time::Duration;

use rusqlite::{Connection, Row, params};

use crate::board::Seat;
use crate::db::projection::{Change, Projection};
use crate::db::{Query, Result};
use crate::games::Verdict;
use crate::matches::{Ending, Fact, Match, MatchId, Moderation, UserId};
use crate::people::Moment;
use crate::ratings::{MOST_OF_A_PAIR, PAIR_SPAN, Rating, Standing, rate};

/// The ratings of players, folded from the results of matches in order.
pub(crate) static RATING_LIST: Projection = Projection {
    name: "ratings",
    version: 1,
    tables: &["rated_matches", "rating_changes", "ratings"],
    contents: &[
        "SELECT * FROM rated_matches ORDER BY match_id",
        "SELECT match_id, position, user, game, at, games, points, deviation, volatility FROM rating_changes ORDER BY match_id, user",
        "SELECT * FROM ratings ORDER BY user, game",
    ],
    fold,
};

fn fold(db: &Connection, change: &Change<'_>) -> Result {
    let after = change.after;
    if !after.is_rated() {
        return Ok(());
    }
    match change.event.fact {
        Fact::Annulled { .. } => annul(db, after),
        Fact::Moderated {
            act: Moderation::Reopen,
            ..
        } => reopen(db, after),
        // Thawing a match that is over does not end it again.
        Fact::Thawed { .. } => Ok(()),
        _ if after.result_counts() => end(db, after, change.position),
        _ => Ok(()),
    }
}

/// The data of a rated result that the fold needs.
struct Counted {
    position: i64,
    id: MatchId,
    users: [UserId; 2],
    verdict: Verdict,
    stones: u8,
    at: Moment,
}

/// Returns from when on two people's next match of a game is rated; `None` means now. At most [`MOST_OF_A_PAIR`]
/// matches of two people count within [`PAIR_SPAN`], beside those of leagues, ladders and tournaments.
pub(crate) fn counts_from(
    db: &Connection,
    [first, second]: [UserId; 2],
    game: &str,
    now: Moment,
) -> Result<Option<Moment>> {
    let sql = "SELECT ended_at FROM rated_matches WHERE min(first_player, second_player) = min(?1, ?2) \
               AND max(first_player, second_player) = max(?1, ?2) AND game = ?3 AND ended_at > ?4 AND annulled = 0 AND contest = 0 \
               ORDER BY ended_at DESC LIMIT 1 OFFSET ?5";
    let ended: Option<Moment> = db.first(
        sql,
        params![
            first,
            second,
            game,
            now.before(PAIR_SPAN),
            MOST_OF_A_PAIR.saturating_sub(1)
        ],
        |row| row.get(0),
    )?;
    Ok(ended.map(|ended| ended.after(PAIR_SPAN)))
}

fn people(after: &Match) -> Option<[UserId; 2]> {
    let [first, second] = Seat::BOTH.map(|seat| after.person(seat));
    Some([first?, second?])
}

/// Rates a finished match, unless too many matches of its players were rated lately.
fn end(db: &Connection, after: &Match, position: i64) -> Result {
    let verdict = after.ending().and_then(Ending::verdict);
    let (Some(verdict), Some(at), Some(users)) = (verdict, after.ended_at(), people(after)) else {
        return Ok(());
    };
    let game = after.game().card.key;
    let contest = after.is_in_table();
    if !contest && counts_from(db, users, game, at)?.is_some() {
        return Ok(());
    }
    let winner = match verdict {
        Verdict::Win(Seat::First) => Some(0),
        Verdict::Win(Seat::Second) => Some(1),
        Verdict::Draw => None,
    };
    let id = after.id();
    let [first, second] = users;
    let sql = "INSERT INTO rated_matches (match_id, game, first_player, second_player, stones, position, ended_at, winner, contest) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    db.run(
        sql,
        params![
            id,
            game,
            first,
            second,
            after.handicap(),
            position,
            at,
            winner,
            contest
        ],
    )?;
    let result = Counted {
        position,
        id,
        users,
        verdict,
        stones: after.handicap(),
        at,
    };
    count(db, game, &result)?;
    users
        .iter()
        .try_for_each(|user| update_row(db, *user, game))
}

/// Annuls a result and recomputes all later ratings of the game that depend on it.
fn annul(db: &Connection, after: &Match) -> Result {
    let id = after.id();
    let sql = "UPDATE rated_matches SET annulled = 1 WHERE match_id = ?1 AND annulled = 0 RETURNING position";
    let position: Option<i64> = db.first(sql, [id], |row| row.get(0))?;
    let Some(position) = position else {
        return Ok(());
    };
    take_out(db, after, position)
}

/// Removes the result of a reopened match and recomputes all ratings that depend on it.
fn reopen(db: &Connection, after: &Match) -> Result {
    let sql = "DELETE FROM rated_matches WHERE match_id = ?1 RETURNING position";
    let position: Option<i64> = db.first(sql, [after.id()], |row| row.get(0))?;
    match position {
        Some(position) => take_out(db, after, position),
        None => Ok(()),
    }
}

/// Removes a result's rating changes and recomputes all later ratings that depend on them.
fn take_out(db: &Connection, after: &Match, position: i64) -> Result {
    let (id, game) = (after.id(), after.game().card.key);
    let Some(users) = people(after) else {
        return Ok(());
    };
    db.run("DELETE FROM rating_changes WHERE match_id = ?1", [id])?;
    let mut touched: std::collections::BTreeSet<UserId> = users.into();
    for later in later(db, game, position)? {
        if later.users.iter().any(|user| touched.contains(user)) {
            count(db, game, &later)?;
            touched.extend(later.users);
        }
    }
    touched
        .into_iter()
        .try_for_each(|user| update_row(db, user, game))
}

/// Returns the rated results of a game after a position, in order.
fn later(db: &Connection, game: &str, position: i64) -> Result<Vec<Counted>> {
    let sql = "SELECT position, match_id, first_player, second_player, winner, stones, ended_at FROM rated_matches \
               WHERE game = ?1 AND position > ?2 AND annulled = 0 ORDER BY position";
    db.all(sql, params![game, position], |row| {
        Ok(Counted {
            position: row.get(0)?,
            id: row.get(1)?,
            users: [row.get(2)?, row.get(3)?],
            verdict: match row.get::<_, Option<u8>>(4)? {
                Some(0) => Verdict::Win(Seat::First),
                Some(_) => Verdict::Win(Seat::Second),
                None => Verdict::Draw,
            },
            stones: row.get(5)?,
            at: row.get(6)?,
        })
    })
}

/// Writes the rating changes of a result, from the players' ratings before it.
fn count(db: &Connection, game: &str, result: &Counted) -> Result {
    let [first, second] = result.users;
    let before = |user| before(db, user, game, result.position);
    let [first, second] = [before(first)?, before(second)?];
    let rested = |standing: &Option<Standing>| match standing {
        Some(standing) => standing.rating.after_rest(standing.at.until(result.at)),
        None => Rating::START.after_rest(Duration::ZERO),
    };
    let after = rate(
        [rested(&first), rested(&second)],
        result.verdict,
        result.stones,
    );
    let sql = "INSERT OR REPLACE INTO rating_changes (user, game, position, match_id, at, games, points, deviation, volatility) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    for ((user, before), after) in result.users.iter().zip([first, second]).zip(after) {
        let games = before.map_or(0, |before| before.games).saturating_add(1);
        db.run(
            sql,
            params![
                user,
                game,
                result.position,
                result.id,
                result.at,
                games,
                after.points,
                after.deviation,
                after.volatility
            ],
        )?;
    }
    Ok(())
}

/// Returns the standing of a player before a position.
pub(crate) fn before(
    db: &Connection,
    user: UserId,
    game: &str,
    position: i64,
) -> Result<Option<Standing>> {
    let sql = "SELECT at, games, points, deviation, volatility FROM rating_changes \
               WHERE user = ?1 AND game = ?2 AND position < ?3 ORDER BY position DESC LIMIT 1";
    db.first(sql, params![user, game, position], |row| standing(row, 0))
}

/// Updates a player's row to the latest change, or deletes the row without one.
fn update_row(db: &Connection, user: UserId, game: &str) -> Result {
    let Some(latest) = before(db, user, game, i64::MAX)? else {
        let sql = "DELETE FROM ratings WHERE user = ?1 AND game = ?2";
        db.run(sql, params![user, game])?;
        return Ok(());
    };
    let sql = "INSERT OR REPLACE INTO ratings (user, game, at, games, points, deviation, volatility) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let Standing { rating, games, at } = latest;
    db.run(
        sql,
        params![
            user,
            game,
            at,
            games,
            rating.points,
            rating.deviation,
            rating.volatility
        ],
    )
}

/// Reads a standing from five columns, beginning with `from`.
pub(crate) fn standing(row: &Row<'_>, from: usize) -> rusqlite::Result<Standing> {
    Ok(Standing {
        at: row.get(from)?,
        games: row.get(from + 1)?,
        rating: Rating {
            points: row.get(from + 2)?,
            deviation: row.get(from + 3)?,
            volatility: row.get(from + 4)?,
        },
    })
}
