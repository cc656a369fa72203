//! What people did on a ladder: matches won and lost, and places climbed.

use std::collections::BTreeMap;

use super::event::{Event, Outcome, Rise};
use super::game::{GameId, Side};
use super::ladder::Ladder;
use super::refusal::Unfit;
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// What people did on a ladder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    people: BTreeMap<UserId, Record>,
    results: BTreeMap<GameId, LadderResult>,
    /// The games that made people climb since the given moment, oldest first.
    climbs: Vec<Climb>,
}

/// What one person did on a ladder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The matches won, with those that the other person lost by default.
    pub wins: u32,
    pub losses: u32,
    /// The places moved since the given moment or since the person joined: up is positive.
    pub moved: i32,
}

/// How a game ended that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderResult {
    pub at: Moment,
    /// The challenger.
    pub by: UserId,
    /// The person who was challenged.
    pub to: UserId,
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// The person with the first move; `None` if the challenge was not accepted.
    pub first: Option<UserId>,
    /// The match; `None` if there was none, as with a challenge that was declined.
    pub match_id: Option<MatchId>,
    /// Whether the match itself decided the game.
    pub played: bool,
}

/// A change of place by a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climb {
    pub at: Moment,
    pub game: GameId,
    pub rise: Rise,
    /// The person whose place it was.
    pub over: UserId,
}

impl Records {
    /// Returns a ladder after all its events, and what people did on it.
    pub fn of<'a>(
        events: impl IntoIterator<Item = (Moment, &'a Event)>,
        since: Moment,
    ) -> Result<(Ladder, Self), Unfit> {
        let mut records = Self::default();
        let mut matches: BTreeMap<GameId, MatchId> = BTreeMap::new();
        let mut first: BTreeMap<GameId, UserId> = BTreeMap::new();
        let mut before: Option<BTreeMap<UserId, u32>> = None;
        let mut ladder: Option<Ladder> = None;
        for (at, event) in events {
            let Some(known) = &mut ladder else {
                ladder = Some(Ladder::begin(at, event)?);
                continue;
            };
            if at >= since {
                let before = before.get_or_insert_with(|| places(known));
                if let Event::Joined { user, place } | Event::Returned { user, place, .. } = event {
                    before.insert(*user, *place);
                }
            }
            known.apply(at, event)?;
            match event {
                Event::Accepted { game, first: user } => {
                    first.insert(*game, *user);
                }
                Event::GameBegan { game, match_id } => {
                    matches.insert(*game, *match_id);
                }
                _ => {}
            }
            if let Event::Undone { game, .. } = event {
                records.results.remove(game);
                records.climbs.retain(|climb| climb.game != *game);
            }
            let Some((game, winner, rise)) = decided(event) else {
                continue;
            };
            let Some([by, to]) = known.people_of(game) else {
                continue;
            };
            if winner.is_some() || outcome(event) == Some(Outcome::Draw) {
                let result = LadderResult {
                    at,
                    by,
                    to,
                    winner,
                    first: first.get(&game).copied(),
                    match_id: matches.get(&game).copied(),
                    played: matches!(outcome(event), Some(Outcome::Won(_) | Outcome::Draw)),
                };
                records.results.insert(game, result);
            }
            if let Some(rise) = rise.filter(|_| at >= since) {
                records.climbs.push(Climb {
                    at,
                    game,
                    rise,
                    over: to,
                });
            }
        }
        let ladder = ladder.ok_or(Unfit {
            event: "none",
            why: "there are no events",
        })?;
        for result in records.results.values() {
            let Some(winner) = result.winner else {
                continue;
            };
            let [winner, loser] = match winner {
                Side::Challenger => [result.by, result.to],
                Side::Challenged => [result.to, result.by],
            };
            records.people.entry(winner).or_default().wins += 1;
            records.people.entry(loser).or_default().losses += 1;
        }
        for (user, now) in places(&ladder) {
            let was = before.as_ref().and_then(|before| before.get(&user));
            let was = was.copied().unwrap_or(now);
            let moved = i64::from(was) - i64::from(now);
            records.people.entry(user).or_default().moved = i32::try_from(moved).unwrap_or(0);
        }
        Ok((ladder, records))
    }

    /// Returns what a person did.
    pub fn of_person(&self, user: UserId) -> Record {
        self.people.get(&user).copied().unwrap_or_default()
    }

    /// Returns the games that have a result which counts, in the order of their challenges.
    pub fn results(&self) -> impl DoubleEndedIterator<Item = (GameId, &LadderResult)> {
        self.results.iter().map(|(game, result)| (*game, result))
    }

    /// Returns the games that made people climb since the given moment, oldest first.
    pub fn climbs(&self) -> &[Climb] {
        &self.climbs
    }
}

fn places(ladder: &Ladder) -> BTreeMap<UserId, u32> {
    ladder.order().zip(1..).collect()
}

/// Returns how a match ended by itself.
const fn outcome(event: &Event) -> Option<Outcome> {
    match event {
        Event::GameEnded { result, .. } => Some(*result),
        _ => None,
    }
}

/// Returns the game that an event decides, with its winner and the change of place.
fn decided(event: &Event) -> Option<(GameId, Option<Side>, Option<Rise>)> {
    Some(match event {
        Event::GameEnded {
            game,
            result,
            counts: true,
            rise,
        } => {
            let winner = match result {
                Outcome::Won(side) => Some(*side),
                // The abort counted as declining.
                Outcome::Aborted(_) if rise.is_some() => Some(Side::Challenger),
                Outcome::Draw | Outcome::NoResult | Outcome::Aborted(_) => None,
            };
            (*game, winner, *rise)
        }
        Event::Declined { game, rise } | Event::Expired { game, rise } => {
            (*game, Some(Side::Challenger), *rise)
        }
        Event::Forfeited { game, loser, rise } => (*game, Some(loser.other()), *rise),
        _ => return None,
    })
}
