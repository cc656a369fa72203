//! Ratings: their changes by matches, and the standings of people.

pub(crate) mod list;
pub mod punctuality;

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, params};

use crate::board::Seat;
use crate::db::Hooks;
use crate::db::upkeep::doctor::with_database;
use crate::db::{OpenError, Query, Result, rebuild};
use crate::matches::{Ending, GuildId, Match, MatchId, Status, UserId};
use crate::people::Moment;
use crate::ratings::{ACTIVE, Ranked, Stakes, Standing, Uncounted};
pub(crate) use list::counts_from;
use list::{RATING_LIST, before, standing};

/// The result of a rebuild of the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingsRebuilt {
    /// How many matches are rated.
    pub matches: u64,
    /// Number of ratings: one for each player and game.
    pub ratings: u64,
    /// Whether the ratings were the same before, bit for bit.
    pub unchanged: bool,
}

/// Returns the rating stakes of a match in its current state.
pub fn stakes(db: &Connection, state: &Match, now: Moment) -> Result<Stakes> {
    let proposal = state.proposal();
    if !proposal.terms.rated {
        return Ok(Stakes::None);
    }
    let game = state.game().card.key;
    let pair = [
        Some(proposal.challenger),
        proposal.invited.and_then(|invited| invited.person()),
    ];
    let users = Seat::BOTH.map(|seat| state.person(seat));
    let from = |pair: [Option<UserId>; 2]| match pair {
        [Some(first), Some(second)] if !state.is_in_table() => {
            counts_from(db, [first, second], game, now)
        }
        _ => Ok(None),
    };
    Ok(match state.status() {
        _ if state.is_annulled() => Stakes::Annulled,
        Status::Open => {
            let of = |user: Option<UserId>| match user {
                Some(user) => before(db, user, game, i64::MAX),
                None => Ok(None),
            };
            Stakes::Open {
                standings: [of(pair[0])?, of(pair[1])?],
                counts_from: from(pair)?,
            }
        }
        Status::Playing => Stakes::Playing {
            counts_from: from(users)?,
        },
        Status::Finished(ending) if ending.verdict().is_some() => {
            if matches!(ending, Ending::Adjudicated { .. }) {
                Stakes::Uncounted(Uncounted::Adjudicated)
            } else if state.result_counts() {
                changed(db, state.id(), users, game)?
                    .unwrap_or(Stakes::Uncounted(Uncounted::TooMany))
            } else {
                Stakes::Uncounted(Uncounted::TooShort)
            }
        }
        Status::Finished(_)
        | Status::Aborted(_)
        | Status::Declined
        | Status::Withdrawn
        | Status::Expired => Stakes::None,
    })
}

/// Returns the players to list for a game, each with the last rating and the time since. They have played lately, are
/// not unlisted, and were seen in the server, if one is given.
pub fn rated_players(
    db: &Connection,
    game: &str,
    guild: Option<GuildId>,
    now: Moment,
) -> Result<Vec<(Ranked<UserId>, Duration)>> {
    let sql = "SELECT user, at, games, points, deviation, volatility FROM ratings WHERE game = ?1 AND at >= ?2 \
               AND NOT EXISTS (SELECT 1 FROM user_preferences AS own WHERE own.user = ratings.user AND own.unlisted) \
               AND (?3 IS NULL OR EXISTS (SELECT 1 FROM names WHERE names.user = ratings.user AND names.guild = ?3))";
    db.all(sql, params![game, now.before(ACTIVE), guild], |row| {
        let who = row.get(0)?;
        let Standing { rating, games, at } = standing(row, 1)?;
        Ok((Ranked { who, rating, games }, at.until(now)))
    })
}

/// Returns the standings of a person, by game.
pub fn standings_of(db: &Connection, user: UserId) -> Result<Vec<(String, Standing)>> {
    let sql = "SELECT game, at, games, points, deviation, volatility FROM ratings WHERE user = ?1 ORDER BY games DESC, game";
    db.all(sql, [user], |row| Ok((row.get(0)?, standing(row, 1)?)))
}

/// Returns a person's standing in a game; `None` before their first rated match in it.
pub fn standing_in(db: &Connection, user: UserId, game: &str) -> Result<Option<Standing>> {
    let all = standings_of(db, user)?.into_iter();
    let mut own = all.filter(|(of, _)| of == game);
    Ok(own.next().map(|(_, standing)| standing))
}

/// Returns a person's ratings after each of the latest `most` matches of a game, oldest first.
pub fn rating_course(
    db: &Connection,
    user: UserId,
    game: &str,
    most: u32,
) -> Result<Vec<Standing>> {
    let sql = "SELECT at, games, points, deviation, volatility FROM rating_changes WHERE user = ?1 AND game = ?2 \
               ORDER BY position DESC LIMIT ?3";
    let mut course = db.all(sql, params![user, game, most], |row| standing(row, 0))?;
    course.reverse();
    Ok(course)
}

/// Whether a person was seen in a server.
pub fn is_known_in(db: &Connection, guild: GuildId, user: UserId) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM names WHERE user = ?1 AND guild = ?2)";
    db.one(sql, params![user, guild], |row| row.get(0))
}

/// Returns the rating changes of a finished match; `None` if it was not rated.
fn changed(
    db: &Connection,
    id: MatchId,
    users: [Option<UserId>; 2],
    game: &str,
) -> Result<Option<Stakes>> {
    let sql = "SELECT position FROM rated_matches WHERE match_id = ?1";
    let position: Option<i64> = db.first(sql, [id], |row| row.get(0))?;
    let (Some(position), [Some(first), Some(second)]) = (position, users) else {
        return Ok(None);
    };
    let at = |user, position| before(db, user, game, position);
    let next = position.saturating_add(1);
    let before = [at(first, position)?, at(second, position)?];
    let after = at(first, next)?.zip(at(second, next)?);
    Ok(after.map(|(first, second)| Stakes::Changed {
        before,
        after: [first, second],
    }))
}

/// Recomputes the ratings from the events of a database that no bot runs on.
///
/// # Errors
///
/// If the database does not exist, is not Anteroom's, is of another version, or a bot runs on it; or if a read or write
/// fails.
pub fn rebuild_ratings(path: &Path, hooks: &Hooks) -> Result<RatingsRebuilt, OpenError> {
    with_database(path, |db| {
        rebuilt(db, hooks).map_err(|error| OpenError::Damaged {
            path: path.to_owned(),
            why: format!("the ratings cannot be recomputed: {error}"),
        })
    })
}

/// Annuls a match for the operator, in a database that no bot runs on.
///
/// # Errors
///
/// The errors of [`rebuild_ratings`], and why the match cannot be annulled.
pub fn annul(path: &Path, hooks: &Hooks, id: MatchId, now: Moment) -> Result<(), NotAnnulled> {
    with_database(path, |db| {
        annulled(db, hooks, id, now).map_err(|error| OpenError::Damaged {
            path: path.to_owned(),
            why: error.to_string(),
        })
    })?
    .map_or(Ok(()), |why| Err(NotAnnulled::Refused(why)))
}

/// Why a match is not annulled.
#[derive(Debug, thiserror::Error)]
pub enum NotAnnulled {
    /// The match does not allow it; the sentence is for the operator.
    #[error("{0}")]
    Refused(String),
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// Annuls a match, or returns why it cannot be annulled.
fn annulled(
    db: &mut Connection,
    hooks: &Hooks,
    id: MatchId,
    now: Moment,
) -> Result<Option<String>> {
    use crate::matches::Event;
    use crate::matches::Fact;
    let transaction = db.transaction()?;
    let events = crate::db::matches::events(&transaction, id, 0, u32::MAX)?;
    if events.is_empty() {
        return Ok(Some(format!("There is no match {id}.")));
    }
    let mut state = Match::replay(id, events.into_iter().map(|(_, event)| event))?;
    if state.is_annulled() || !state.result_counts() {
        let why = "it was annulled before, does not count for ratings, or is not over";
        return Ok(Some(format!("Match {id} cannot be annulled: {why}.")));
    }
    let event = Event {
        at: now.max(state.changed_at()),
        fact: Fact::Annulled { by: None },
    };
    state.apply(&event)?;
    crate::db::matches::insert(&transaction, hooks, &state, &[event])?;
    transaction.commit()?;
    Ok(None)
}

fn rebuilt(db: &mut Connection, hooks: &Hooks) -> Result<RatingsRebuilt> {
    let kept = RATING_LIST.hashes(db)?;
    rebuild::rebuild_one(db, hooks, &RATING_LIST)?;
    let count = |sql| db.query_row(sql, [], |row| row.get::<_, i64>(0).map(i64::unsigned_abs));
    Ok(RatingsRebuilt {
        matches: count("SELECT count(*) FROM rated_matches")?,
        ratings: count("SELECT count(*) FROM ratings")?,
        unchanged: kept == RATING_LIST.hashes(db)?,
    })
}
