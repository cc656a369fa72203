use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use super::list::{RatingList, before, counts_from, standing};
use crate::board::Seat;
use crate::db::upkeep::doctor::with_database;
use crate::db::{OpenError, Store, StoreError, rebuild};
use crate::matches::{GuildId, Match, MatchId, Status, UserId};
use crate::people::Moment;
use crate::ratings::{ACTIVE, Ranked, Stakes, Standing, Uncounted};

/// What a rebuild of the ratings came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingsRebuilt {
    /// How many matches count.
    pub matches: u64,
    /// How many ratings there are: one for each player and game.
    pub ratings: u64,
    /// Whether they were the same before, bit for bit.
    pub unchanged: bool,
}

impl Store {
    /// What a match has to do with ratings as it stands.
    pub async fn stakes(&self, state: &Match, now: Moment) -> Result<Stakes, StoreError> {
        let proposal = state.proposal();
        if !proposal.rated {
            return Ok(Stakes::None);
        }
        let game = state.game().card.key;
        let id = state.id();
        let pair = [
            Some(proposal.challenger),
            proposal.invited.and_then(|invited| invited.person()),
        ];
        let annulled = state.is_annulled();
        let (status, counts) = (state.status().clone(), state.result_counts());
        let users = Seat::BOTH.map(|seat| state.person(seat));
        let read = move |connection: &Connection| {
            let from = |pair: [Option<UserId>; 2]| match pair {
                [Some(first), Some(second)] => counts_from(connection, [first, second], game, now),
                _ => Ok(None),
            };
            Ok(match status {
                _ if annulled => Stakes::Annulled,
                Status::Open => {
                    let of = |user: Option<UserId>| match user {
                        Some(user) => before(connection, user, game, i64::MAX),
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
                    if counts {
                        changed(connection, id, users, game)?
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
        };
        self.inner.readers.read(read).await
    }

    /// Who may be listed in a game, with the rating after their last match and the time since: who has played lately, wants to be
    /// listed, and has been seen in the server, if one is given.
    pub async fn rated_players(
        &self,
        game: &'static str,
        guild: Option<GuildId>,
        now: Moment,
    ) -> Result<Vec<(Ranked<UserId>, Duration)>, StoreError> {
        let since = now.before(ACTIVE);
        let read = move |connection: &Connection| {
            let sql = "SELECT user, at, games, points, deviation, volatility FROM ratings WHERE game = ?1 AND at >= ?2 \
                       AND NOT EXISTS (SELECT 1 FROM user_preferences AS own WHERE own.user = ratings.user AND own.unlisted) \
                       AND (?3 IS NULL OR EXISTS (SELECT 1 FROM names WHERE names.user = ratings.user AND names.guild = ?3))";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map(params![game, since, guild], |row| {
                let who = row.get(0)?;
                let Standing { rating, games, at } = standing(row, 1)?;
                Ok((Ranked { who, rating, games }, at.until(now)))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }

    /// Where somebody stands, by game.
    pub async fn standings_of(&self, user: UserId) -> Result<Vec<(String, Standing)>, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT game, at, games, points, deviation, volatility FROM ratings WHERE user = ?1 ORDER BY games DESC, game";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([user], |row| Ok((row.get(0)?, standing(row, 1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        };
        self.inner.readers.read(read).await
    }

    /// The ratings that somebody had after each of their latest matches of a game, at most *n*, the oldest first.
    pub async fn rating_course(
        &self,
        user: UserId,
        game: String,
        most: u32,
    ) -> Result<Vec<Standing>, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT at, games, points, deviation, volatility FROM rating_changes WHERE user = ?1 AND game = ?2 \
                       ORDER BY position DESC LIMIT ?3";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map(params![user, game, most], |row| standing(row, 0))?;
            let mut course: Vec<_> = rows.collect::<Result<_, _>>()?;
            course.reverse();
            Ok(course)
        };
        self.inner.readers.read(read).await
    }

    /// Whether somebody has been seen in a server.
    pub async fn is_known_in(&self, guild: GuildId, user: UserId) -> Result<bool, StoreError> {
        let read = move |connection: &Connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM names WHERE user = ?1 AND guild = ?2)";
            Ok(connection
                .prepare_cached(sql)?
                .query_one(params![user, guild], |row| row.get(0))?)
        };
        self.inner.readers.read(read).await
    }
}

/// What a match that is over made of its players' ratings; `None`: it does not count.
fn changed(
    connection: &Connection,
    id: MatchId,
    users: [Option<UserId>; 2],
    game: &str,
) -> rusqlite::Result<Option<Stakes>> {
    let position: Option<i64> = connection
        .prepare_cached("SELECT position FROM rated_matches WHERE match_id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    let (Some(position), [Some(first), Some(second)]) = (position, users) else {
        return Ok(None);
    };
    let at = |user, position| before(connection, user, game, position);
    let next = position.saturating_add(1);
    let before = [at(first, position)?, at(second, position)?];
    let after = at(first, next)?.zip(at(second, next)?);
    Ok(after.map(|(first, second)| Stakes::Changed {
        before,
        after: [first, second],
    }))
}

/// Folds the ratings anew from the events of a database that no bot runs on, and says whether they were the same before.
///
/// # Errors
///
/// When it cannot be read or written: it is not there, no database of ours, of another version, or a bot runs on it.
pub fn rebuild_ratings(path: &Path) -> Result<RatingsRebuilt, OpenError> {
    with_database(path, |connection| {
        rebuilt(connection).map_err(|error| OpenError::Damaged {
            path: path.to_owned(),
            why: format!("the ratings cannot be made anew: {error}"),
        })
    })
}

/// Lets a match count for no rating, whoever has played it where: what an operator may do, in a database that no bot runs on.
///
/// # Errors
///
/// Those of [`rebuild_ratings`]; and why the match cannot be annulled.
pub fn annul(path: &Path, id: MatchId, now: Moment) -> Result<Result<(), String>, OpenError> {
    with_database(path, |connection| {
        annulled(connection, id, now).map_err(|error| OpenError::Damaged {
            path: path.to_owned(),
            why: error.to_string(),
        })
    })
}

fn annulled(
    connection: &mut Connection,
    id: MatchId,
    now: Moment,
) -> Result<Result<(), String>, StoreError> {
    use crate::matches::Event;
    use crate::matches::Fact;
    let transaction = connection.transaction()?;
    let events = crate::db::matches::events(&transaction, id, 0, u32::MAX)?;
    if events.is_empty() {
        return Ok(Err(format!("There is no match {id}.")));
    }
    let mut state = Match::replay(id, events.into_iter().map(|(_, event)| event))?;
    if state.is_annulled() || !state.result_counts() {
        let why = "it was annulled before, does not count for ratings, or is not over";
        return Ok(Err(format!("Match {id} cannot be annulled: {why}.")));
    }
    let event = Event {
        at: now.max(state.changed_at()),
        fact: Fact::Annulled { by: None },
    };
    state.apply(&event)?;
    crate::db::matches::insert(&transaction, &state, &[event])?;
    transaction.commit()?;
    Ok(Ok(()))
}

fn rebuilt(connection: &mut Connection) -> Result<RatingsRebuilt, StoreError> {
    let rows = |connection: &Connection| {
        let mut all = Vec::new();
        for sql in crate::db::projection::Projection::contents(&RatingList) {
            let mut statement = connection.prepare(sql)?;
            let columns = statement.column_count();
            let rows = statement.query_map([], |row| {
                (0..columns)
                    .map(|column| {
                        Ok(match row.get::<_, rusqlite::types::Value>(column)? {
                            // Numbers that are equal need not be the same bits.
                            rusqlite::types::Value::Real(number) => {
                                format!("{:x}", number.to_bits())
                            }
                            other => format!("{other:?}"),
                        })
                    })
                    .collect::<rusqlite::Result<Vec<_>>>()
            })?;
            all.push(rows.collect::<rusqlite::Result<Vec<_>>>()?);
        }
        Ok::<_, rusqlite::Error>(all)
    };
    let kept = rows(connection)?;
    rebuild::rebuild_one(connection, &RatingList)?;
    let anew = rows(connection)?;
    let count =
        |sql| connection.query_row(sql, [], |row| row.get::<_, i64>(0).map(i64::unsigned_abs));
    Ok(RatingsRebuilt {
        matches: count("SELECT count(*) FROM rated_matches")?,
        ratings: count("SELECT count(*) FROM ratings")?,
        unchanged: kept == anew,
    })
}
