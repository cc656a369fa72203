//! Tournaments by the Swiss system: the rounds as they are drawn, who enters late, and the table.

use std::collections::BTreeSet;
use std::time::Duration;

use super::event::Event;
use super::pairing::{By, Entrant, Feed, Pairing, count};
use super::refusal::Unfit;
use super::rounds::{Drawn, SWISS_PEOPLE, TOGETHER};
use super::tournament::{DAY, Player, State, Tournament};
use crate::contests::pairings;
use crate::contests::swiss::{self, Outcome, Side, Standing};
use crate::contests::{GameEnd, GameState, How, Score};
use crate::matches::UserId;
use crate::people::Moment;
use crate::ratings;

impl Tournament {
    pub const fn is_swiss(&self) -> bool {
        self.rules.swiss.is_some()
    }

    /// Whether too few people began for the Swiss system, so that all play against all.
    pub fn all_play_all(&self) -> bool {
        let starters = self.players.iter().filter(|player| !player.late).count();
        self.is_swiss() && self.began.is_some() && starters < count(SWISS_PEOPLE)
    }

    /// Returns the last round that was drawn; 0 before the first, and in a knock-out.
    pub fn round_drawn(&self) -> u32 {
        u32::try_from(self.drawn.len()).unwrap_or(u32::MAX)
    }

    /// Whether people meet again in a round.
    pub fn has_repeats(&self, round: u32) -> bool {
        let index = count(round).checked_sub(1);
        let drawn = index.and_then(|index| self.drawn.get(index));
        drawn.is_some_and(|drawn| drawn.repeats)
    }

    /// Returns the table, the best first.
    pub fn standings(&self) -> Vec<Standing> {
        swiss::standings(&self.entrants_so_far())
    }

    /// Whether a person who joins now plays at once, with half a point for the first round.
    pub fn takes_late_entrants(&self) -> bool {
        let still_in = self.players.iter().filter(|player| player.out.is_none());
        self.state() == State::Running
            && self.round_drawn() == 1
            && !self.all_play_all()
            && still_in.count() < count(self.rules.most)
    }

    /// Returns the next person who enters late.
    pub(super) fn late_entrant(&self) -> Option<UserId> {
        let first = self.members.first().copied();
        first.filter(|_| self.takes_late_entrants())
    }

    /// Returns the last moment of a round: each has its full time from the draw on.
    pub(super) fn swiss_ends(&self, round: u32) -> Option<Moment> {
        let length = DAY * self.rules.days;
        let Some(last) = self.drawn.last() else {
            let time = length.saturating_mul(round);
            return Some(self.began?.after(time).after(self.late));
        };
        if let Some(earlier) = self.drawn.get(count(round).checked_sub(1)?)
            && round < self.round_drawn()
        {
            return Some(earlier.at.after(length).after(earlier.late));
        }
        let rounds = (round + 1).saturating_sub(self.round_drawn());
        let time = length.saturating_mul(rounds);
        Some(last.at.after(time).after(self.late))
    }

    /// Returns what follows when all pairings are decided: the next round, or the end.
    pub(super) fn next_round(&self) -> Event {
        let still_in = self.players.iter().filter(|player| player.out.is_none());
        let goes_on = self.round_drawn() < self.rounds() && still_in.count() > 1;
        let drawn = goes_on.then(|| match self.all_play_all() {
            true => Some(self.by_the_table()),
            false => self.by_the_points(),
        });
        drawn.flatten().unwrap_or_else(|| Event::Over {
            champion: self.leader(),
        })
    }

    /// Returns the first of the table who is not out.
    fn leader(&self) -> Option<UserId> {
        let table = self.standings();
        let mut players = table.iter().filter_map(|line| self.players.get(line.who));
        let first = players.find(|player| player.out.is_none());
        first.map(|player| player.user)
    }

    /// Draws the next round by the Swiss system.
    fn by_the_points(&self) -> Option<Event> {
        let round = self.round_drawn() + 1;
        let drawn = swiss::next_round(&self.entrants_so_far(), round, self.rounds())?;
        let pairs = drawn.pairs.iter();
        Some(Event::Paired {
            round,
            pairs: pairs
                .map(|pair| [number(pair.first), number(pair.second)])
                .collect(),
            bye: drawn.bye.map(number),
            repeats: !drawn.repeats.is_empty(),
        })
    }

    /// Takes the next round of few people from the Berger table. Who meets a person that is out wins without playing.
    fn by_the_table(&self) -> Event {
        let round = self.round_drawn() + 1;
        let all = pairings(self.players.len(), 1).into_iter();
        let pairs: Vec<[usize; 2]> = all
            .filter(|one| one.round == round)
            .map(|one| [one.first, one.second])
            .collect();
        let free = |seed: &usize| {
            let rests = !pairs.iter().any(|pair| pair.contains(seed));
            rests && self.is_there(Entrant::Known(*seed))
        };
        let bye = (0..self.players.len()).find(free);
        Event::Paired {
            round,
            pairs: pairs.iter().map(|pair| pair.map(number)).collect(),
            bye: bye.map(number),
            repeats: false,
        }
    }

    /// Folds in a round.
    pub(super) fn pair(
        &mut self,
        at: Moment,
        round: u32,
        pairs: &[[u32; 2]],
        (bye, repeats): (Option<u32>, bool),
    ) -> Result<(), Unfit> {
        let running = self.is_swiss() && self.state() == State::Running;
        if !running || round != self.round_drawn() + 1 || !self.is_decided() {
            return Err(Unfit("this round cannot be drawn now"));
        }
        let mut seen = BTreeSet::new();
        let mut all = pairs.iter().flatten().chain(&bye);
        if !all.all(|seed| count(*seed) < self.players.len() && seen.insert(*seed)) {
            return Err(Unfit("a person cannot be paired like that"));
        }
        if let Some(last) = self.drawn.last_mut() {
            last.late = self.late;
        }
        self.late = Duration::ZERO;
        self.drawn.push(Drawn {
            at,
            late: Duration::ZERO,
            repeats,
        });
        let seed = |seed: u32| Feed::Seed(count(seed));
        let games = pairs.iter().map(|pair| pair.map(seed));
        let feeds = games.chain(bye.map(|bye| [seed(bye), Feed::Bye]));
        for (index, feeds) in feeds.enumerate() {
            let mut pairing = Pairing::new(round, feeds);
            pairing.id = number(self.pairings.len()) + 1;
            if index < pairs.len() {
                pairing.add_game(0);
                if index < TOGETHER {
                    pairing.open(1, at);
                }
            }
            self.pairings.push(pairing);
        }
        Ok(())
    }

    /// Folds in that a person enters late.
    pub(super) fn enter(&mut self, user: UserId) -> Result<(), Unfit> {
        if !self.is_member(user) || !self.takes_late_entrants() {
            return Err(Unfit("it is too late to enter"));
        }
        self.members.retain(|member| *member != user);
        self.players.push(Player {
            user,
            out: None,
            lot: number(self.players.len()) + 1,
            late: true,
        });
        Ok(())
    }

    /// Returns what happened to each person, in the order of seeds.
    pub(super) fn entrants_so_far(&self) -> Vec<swiss::Entrant> {
        let entrant = |player: &Player| {
            let mut rounds = vec![Outcome::Absent; self.drawn.len()];
            if let Some(first) = rounds.first_mut().filter(|_| player.late) {
                *first = Outcome::Late;
            }
            swiss::Entrant {
                playing: player.out.is_none(),
                rounds,
                lot: u64::from(player.lot),
            }
        };
        let mut all: Vec<swiss::Entrant> = self.players.iter().map(entrant).collect();
        for pairing in &self.pairings {
            let round = count(pairing.round).saturating_sub(1);
            for (side, feed) in pairing.feeds.iter().enumerate() {
                let Feed::Seed(seed) = feed else {
                    continue;
                };
                let Some(own) = all.get_mut(*seed) else {
                    continue;
                };
                match (self.outcome_for(pairing, side), own.rounds.get_mut(round)) {
                    (Some(outcome), Some(known)) => *known = outcome,
                    // Only pairings of the last round are open.
                    _ => own.rounds.truncate(round),
                }
            }
        }
        all
    }

    /// Returns what a pairing was for a side; `None` while it is open.
    pub fn outcome_for(&self, pairing: &Pairing, side: usize) -> Option<Outcome> {
        let decision = pairing.decision?;
        let Some(Feed::Seed(against)) = pairing.feeds.get(1 - side.min(1)).copied() else {
            return Some(match self.all_play_all() {
                // Everybody rests once.
                true => Outcome::Absent,
                false => Outcome::Bye,
            });
        };
        let game = pairing.games.first();
        let end = game.and_then(|game| match &game.state {
            GameState::Over { match_id, end, .. } => match_id.map(|_| (game, end)),
            _ => None,
        });
        let score = match decision.winner {
            Some(winner) if winner == side => ratings::Score::Win,
            Some(_) => ratings::Score::Loss,
            None if decision.by == By::Games && pairing.points(1) == [1; 2] => ratings::Score::Draw,
            None => ratings::Score::Loss,
        };
        Some(match end.filter(|_| decision.by == By::Games) {
            Some((game, end)) if was_played(end) => Outcome::Game {
                against,
                side: match game.seats[0] == side {
                    true => Side::First,
                    false => Side::Second,
                },
                score,
            },
            _ => Outcome::Forfeit { against, score },
        })
    }
}

/// Whether a game counts as played: not if it has no result, or if a person who never moved lost it on time.
fn was_played(end: &GameEnd) -> bool {
    let loser = match end.score {
        Score::First => 1,
        Score::Second => 0,
        Score::Draw => return true,
        Score::Void => return false,
    };
    end.how != How::Time || end.last_moves.get(loser).copied().flatten().is_some()
}

fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
