use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::body;
use super::error::Result;
use super::query::Query;
use crate::board::Seat;
use crate::games::Verdict;
use crate::matches::{Fact, GuildId, MatchId, Moderation, UserId};
use crate::people::Moment;
use crate::ratings::Score;

/// The condition that a finished match has a result. A flag without a winner is a no-show.
pub(crate) const WITH_RESULT: &str =
    "(winner IS NOT NULL OR reason NOT IN ('stopped', 'abandoned', 'ended', 'flagged'))";

/// Maximum number of a person's latest matches that are read for each seat.
const MOST: u32 = 5000;

/// Maximum numbers of opponents and of matches in the results.
const NAMED: usize = 5;

/// Number of latest matches that are searched for openings, and maximum of openings of a game.
const LOOKED_AT: usize = 200;
const OPENINGS: usize = 3;

/// The results of a person's matches against people.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    pub all: Tally,
    /// How many were lost on time.
    pub flagged: u32,
    pub by_game: BTreeMap<String, Tally>,
    /// The most frequent opponents, most frequent first.
    pub opponents: Vec<(UserId, Tally)>,
    /// The win in the fewest turns, with their number.
    pub shortest: Option<(MatchId, u32)>,
    /// The win in the most turns, with their number.
    pub longest: Option<(MatchId, u32)>,
    /// The latest matches, latest first.
    pub latest: Vec<Past>,
    /// The first turns of the latest matches in which the person moved first, by game: each with its count, most
    /// frequent first.
    pub openings: BTreeMap<String, Vec<(String, u32)>>,
}

/// How many matches were won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// A finished match of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    pub id: MatchId,
    /// The key of the game.
    pub game: String,
    /// The person's seat.
    pub seat: Seat,
    pub opponent: UserId,
    pub score: Score,
    /// How many turns were made.
    pub turns: u32,
    /// When the match ended.
    pub at: Moment,
}

impl Tally {
    /// Returns the number of all matches.
    pub const fn all(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    fn add(&mut self, score: Score) {
        match score {
            Score::Win => self.won += 1,
            Score::Draw => self.drawn += 1,
            Score::Loss => self.lost += 1,
        }
    }
}

/// Returns the results of a person's matches against people. With a server, the results are for others there: they name
/// only opponents who were seen there and are not unlisted, and matches that were played there.
pub fn of_user(db: &Connection, user: UserId, guild: Option<GuildId>) -> Result<Results> {
    let (mut results, mut opponents) = (Results::default(), BTreeMap::new());
    let mut wins: Vec<(u32, MatchId)> = Vec::new();
    let mut latest = Vec::new();
    for (past, flagged, place) in past(db, user)? {
        results.all.add(past.score);
        results.flagged += u32::from(flagged && past.score == Score::Loss);
        let game = results.by_game.entry(past.game.clone()).or_default();
        game.add(past.score);
        let against: &mut Tally = opponents.entry(past.opponent).or_default();
        against.add(past.score);
        if guild.is_none() || place == guild {
            // A win without turns is not a short one.
            if past.score == Score::Win && past.turns > 0 {
                wins.push((past.turns, past.id));
            }
            latest.push(past);
        }
    }
    let mut opponents: Vec<_> = opponents.into_iter().collect();
    opponents.sort_by_key(|(user, tally)| (std::cmp::Reverse(tally.all()), *user));
    for (user, tally) in opponents {
        if results.opponents.len() < NAMED && may_be_named(db, user, guild)? {
            results.opponents.push((user, tally));
        }
    }
    let of = |win: Option<&(u32, MatchId)>| win.map(|(turns, id)| (*id, *turns));
    results.shortest = of(wins.iter().min());
    results.longest = of(wins
        .iter()
        .max_by_key(|(turns, id)| (*turns, std::cmp::Reverse(*id))));
    latest.sort_by_key(|past| std::cmp::Reverse((past.at, past.id)));
    results.openings = openings(db, &latest)?;
    for past in latest {
        if results.latest.len() < NAMED && may_be_named(db, past.opponent, guild)? {
            results.latest.push(past);
        }
    }
    Ok(results)
}

/// Returns the first turns of the latest matches in which the person moved first, by game.
fn openings(db: &Connection, latest: &[Past]) -> Result<BTreeMap<String, Vec<(String, u32)>>> {
    let mut counted: BTreeMap<&str, BTreeMap<String, u32>> = BTreeMap::new();
    for past in latest.iter().take(LOOKED_AT) {
        if let Some((seat, text)) = opening(db, past.id)?
            && seat == past.seat
        {
            let of_game = counted.entry(&past.game).or_default();
            *of_game.entry(text).or_default() += 1;
        }
    }
    let most = counted.into_iter().map(|(game, turns)| {
        let mut turns: Vec<_> = turns.into_iter().collect();
        turns.sort_by(|(a, many), (b, more)| more.cmp(many).then_with(|| a.cmp(b)));
        turns.truncate(OPENINGS);
        (game.to_owned(), turns)
    });
    Ok(most.collect())
}

/// Returns the first turn in a match's record and its seat. `None` if the match did not begin at the game's start, or
/// cannot be read.
fn opening(db: &Connection, id: MatchId) -> Result<Option<(Seat, String)>> {
    let mut statement = db.prepare_cached(
        "SELECT kind, body FROM events WHERE match_id = ?1 AND kind IN ('proposed', 'turn', 'taken-back', 'moderated') ORDER BY seq",
    )?;
    let mut rows = statement.query([id])?;
    let mut first = None;
    // For each undo by a moderator since the last turn: the first turn, if the undo removed it.
    let mut undone = Vec::new();
    while let Some(row) = rows.next()? {
        let kind = row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?;
        if kind == "turn" {
            undone.clear();
            if first.is_some() {
                continue;
            }
        }
        let text = row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
        match body::read(kind, text) {
            Ok(Fact::Proposed(proposal)) if proposal.opening.is_empty() => {}
            Ok(Fact::Turn { seat, text, .. }) => first = Some((seat, text)),
            Ok(Fact::TakenBack { ply, .. }) => {
                undone.clear();
                first = first.filter(|_| ply > 0);
            }
            Ok(Fact::Moderated { act, .. }) => match act {
                Moderation::Undo { ply: 0 } => undone.push(first.take()),
                Moderation::Undo { .. } => undone.push(None),
                Moderation::Redo => first = undone.pop().flatten().or(first),
                _ => {}
            },
            _ => return Ok(None),
        }
    }
    Ok(first)
}

/// Whether others in a server may see a person's name in results.
fn may_be_named(db: &Connection, user: UserId, guild: Option<GuildId>) -> Result<bool> {
    let Some(guild) = guild else {
        return Ok(true);
    };
    let sql = "SELECT EXISTS (SELECT 1 FROM names WHERE user = ?1 AND guild = ?2) \
               AND NOT EXISTS (SELECT 1 FROM user_preferences WHERE user = ?1 AND unlisted)";
    db.one(sql, params![user, guild], |row| row.get(0))
}

/// Returns a person's matches against people, with whether time ran out and the server. Those in the first seat come
/// first.
fn past(db: &Connection, user: UserId) -> Result<Vec<(Past, bool, Option<GuildId>)>> {
    let mut all = Vec::new();
    for (seat, sql) in [
        (
            Seat::First,
            format!(
                "SELECT match_id, game, second_player, winner, turns, ended_at, reason = 'flagged', guild FROM matches \
                 WHERE first_player = ?1 AND ended_at IS NOT NULL AND second_player IS NOT NULL AND {WITH_RESULT} \
                 ORDER BY ended_at DESC LIMIT ?2"
            ),
        ),
        (
            Seat::Second,
            format!(
                "SELECT match_id, game, first_player, winner, turns, ended_at, reason = 'flagged', guild FROM matches \
                 WHERE second_player = ?1 AND ended_at IS NOT NULL AND first_player IS NOT NULL AND {WITH_RESULT} \
                 ORDER BY ended_at DESC LIMIT ?2"
            ),
        ),
    ] {
        all.extend(db.all(&sql, params![user, MOST], |row| {
            let verdict = match row.get::<_, Option<u8>>(3)? {
                Some(0) => Verdict::Win(Seat::First),
                Some(_) => Verdict::Win(Seat::Second),
                None => Verdict::Draw,
            };
            let past = Past {
                id: row.get(0)?,
                game: row.get(1)?,
                seat,
                opponent: row.get(2)?,
                score: Score::of(verdict, seat),
                turns: row.get(4)?,
                at: row.get(5)?,
            };
            Ok((past, row.get(6)?, row.get(7)?))
        })?);
    }
    Ok(all)
}
