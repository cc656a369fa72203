//! What follows from the results: who goes on, and whose pairing is decided without a game.

use super::pairing::{By, Decision, Entrant, Feed, Pairing, count};
use super::tournament::Tournament;
use crate::contests::{GameState, Score, Why};
use crate::people::Moment;

impl Tournament {
    /// Returns who stands on the two sides of a pairing.
    pub fn entrants(&self, pairing: &Pairing) -> [Entrant; 2] {
        pairing.feeds.map(|feed| self.entrant(feed))
    }

    fn entrant(&self, feed: Feed) -> Entrant {
        let (of, wins) = match feed {
            Feed::Seed(seed) => return Entrant::Known(seed),
            Feed::Bye => return Entrant::Nobody,
            Feed::Winner(of) => (of, true),
            Feed::Loser(of) => (of, false),
        };
        let Some(before) = self.pairings.get(of) else {
            return Entrant::Nobody;
        };
        match before.decision.map(|decision| decision.winner) {
            None => Entrant::Open,
            Some(None) => Entrant::Nobody,
            Some(Some(side)) => {
                let side = if wins { side } else { 1 - side };
                before
                    .feeds
                    .get(side)
                    .map_or(Entrant::Nobody, |feed| self.entrant(*feed))
            }
        }
    }

    /// Whether a person stands there who is not out.
    pub(super) fn is_there(&self, entrant: Entrant) -> bool {
        match entrant {
            Entrant::Known(seed) => self
                .players
                .get(seed)
                .is_some_and(|player| player.out.is_none()),
            Entrant::Nobody | Entrant::Open => false,
        }
    }

    /// Whether both people of a pairing are known and not out, and it is not decided.
    pub(super) fn is_ready(&self, pairing: &Pairing) -> bool {
        let all_there = || self.entrants(pairing).map(|one| self.is_there(one)) == [true; 2];
        pairing.decision.is_none() && all_there()
    }

    /// Returns the side with the better seed.
    pub fn better_side(&self, pairing: &Pairing) -> usize {
        let seed = |entrant| match entrant {
            Entrant::Known(seed) => seed,
            Entrant::Nobody | Entrant::Open => usize::MAX,
        };
        let [one, other] = self.entrants(pairing).map(seed);
        usize::from(other < one)
    }

    /// Decides all pairings that the events so far decide.
    pub(super) fn conclude(&mut self, at: Moment) {
        if self.over {
            return;
        }
        // A pairing feeds later ones only.
        for index in 0..self.pairings.len() {
            let Some(pairing) = self.pairings.get(index) else {
                continue;
            };
            if pairing.decision.is_some() {
                continue;
            }
            let entrants = self.entrants(pairing);
            if entrants.contains(&Entrant::Open) {
                continue;
            }
            let decided = match entrants.map(|one| self.is_there(one)) {
                [true, true] => self.by_games(pairing),
                [one, other] => Some((one.then_some(0).or(other.then_some(1)), By::Walkover)),
            };
            let choice = decided.is_none() && self.needs_deciding_game(pairing);
            let Some(pairing) = self.pairings.get_mut(index) else {
                continue;
            };
            if let Some((winner, by)) = decided {
                pairing.decision = Some(Decision { winner, by, at });
                pairing.choose_until = None;
                if by == By::Walkover {
                    pairing.settle(winner, Why::Forfeit, at);
                }
            } else if choice && pairing.choose_until.is_none() {
                pairing.choose_until = Some(at.after(super::pairing::CHOOSE_WITHIN));
            }
        }
    }

    /// Returns who goes on by the games, and what decided it; `None` while it is open.
    fn by_games(&self, pairing: &Pairing) -> Option<(Option<usize>, By)> {
        let usual = count(self.rules.games);
        if pairing.opened.is_none() || !pairing.is_played() || pairing.games.len() < usual {
            return None;
        }
        let [one, other] = pairing.points(self.rules.games);
        if one != other {
            return Some((Some(usize::from(other > one)), By::Games));
        }
        if self.is_swiss() {
            return Some((None, By::Games));
        }
        if let Some(last) = pairing.games.get(usual)
            && let GameState::Over { end, .. } = &last.state
        {
            // A draw wins for the person with the second move.
            let seat = usize::from(end.score != Score::First);
            return Some((last.seats.get(seat).copied(), By::DecidingGame));
        }
        pairing
            .closing
            .then(|| (Some(self.better_side(pairing)), By::Seed))
    }

    /// Whether the usual games of a pairing are over and equal.
    fn needs_deciding_game(&self, pairing: &Pairing) -> bool {
        let usual = count(self.rules.games);
        pairing.opened.is_some() && pairing.is_played() && pairing.games.len() == usual
    }
}
