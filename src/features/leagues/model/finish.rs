//! The places that people can still finish in.

use std::cmp::Ordering;
use std::time::Duration;

use super::table::{Entrant, Finished, Standing, counts};
use crate::contests::Score;

/// The most open games for which places are exact.
pub const EXACT: usize = 12;

/// The best and the worst place that a person can still finish in, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanFinish {
    pub best: usize,
    pub worst: usize,
}

impl CanFinish {
    /// Whether these are all places of the people who are still in.
    pub const fn is_all(&self, still_in: usize) -> bool {
        self.best <= 1 && self.worst >= still_in && still_in > 1
    }
}

/// Returns for each seat the places that the person can still finish in, if nobody goes out from now on.
///
/// With at most 12 open games, all their results are looked at, and the places are exact. Thinking time is open for all
/// who have an open game: they can end with any time from what they have used in finished games. With more open games, only
/// points are looked at: the true places lie within those returned.
pub fn can_finish(
    entrants: &[Entrant],
    finished: &[Finished],
    open: &[[usize; 2]],
) -> Vec<CanFinish> {
    let mut search = Search::new(entrants, finished, open);
    let bounds: Vec<CanFinish> = search.seats().map(|seat| search.bounds(seat)).collect();
    if search.open.len() > EXACT {
        return bounds;
    }
    search.outermost = bounds;
    search.visit(0);
    search.found
}

/// A person, apart from points.
struct Person {
    /// Is added to points, so that people who are out are below all others.
    base: u32,
    has_open: bool,
    /// The time used in finished games, and the lot.
    spent: (Duration, u32),
}

impl Person {
    /// More than all points of a division.
    const STEP: u32 = 1000;

    const fn new(entrant: &Entrant) -> Self {
        Self {
            base: match entrant.standing {
                Standing::In => 2 * Self::STEP,
                Standing::Forfeited => Self::STEP,
                Standing::Annulled => 0,
            },
            has_open: false,
            spent: (Duration::ZERO, entrant.lot),
        }
    }

    /// Whether this person can end ahead of another one who is equal in all but thinking time and the lot.
    fn can_be_faster(&self, other: &Self) -> bool {
        other.has_open || self.spent < other.spent
    }
}

/// What decides between people with the same points: games between them, wins, Sonneborn–Berger.
type Ties = (u32, u32, u32);

/// Goes through the results of all open games, and leaves out those that cannot widen what was found.
struct Search {
    people: Vec<Person>,
    /// The least that each person can end with, after the open games decided so far: base and points.
    least: Vec<u32>,
    /// The most that each person can end with.
    most: Vec<u32>,
    open: Vec<[usize; 2]>,
    wins: Vec<u32>,
    /// Twice the points of each person against each other one.
    against: Vec<Vec<u32>>,
    /// What points allow before any open game is decided.
    outermost: Vec<CanFinish>,
    found: Vec<CanFinish>,
}

impl Search {
    fn new(entrants: &[Entrant], finished: &[Finished], open: &[[usize; 2]]) -> Self {
        let people: Vec<Person> = entrants.iter().map(Person::new).collect();
        let unknown = CanFinish {
            best: usize::MAX,
            worst: 0,
        };
        let mut search = Self {
            least: people.iter().map(|person| person.base).collect(),
            most: Vec::new(),
            wins: vec![0; people.len()],
            against: vec![vec![0; people.len()]; people.len()],
            open: open
                .iter()
                .copied()
                .filter(|seats| counts(entrants, *seats))
                .collect(),
            outermost: Vec::new(),
            found: vec![unknown; people.len()],
            people,
        };
        for game in finished {
            if !counts(entrants, game.seats) || game.score == Score::Void {
                continue;
            }
            search.count(game.seats, game.score, false);
            for (seat, thinking) in game.seats.iter().zip(game.thinking) {
                if let Some(person) = search.people.get_mut(*seat) {
                    person.spent.0 += thinking;
                }
            }
        }
        search.most.clone_from(&search.least);
        for seat in search.open.iter().flatten() {
            if let (Some(person), Some(most)) =
                (search.people.get_mut(*seat), search.most.get_mut(*seat))
            {
                person.has_open = true;
                *most += 2;
            }
        }
        search
    }

    fn seats(&self) -> std::ops::Range<usize> {
        0..self.people.len()
    }

    /// Returns the places that points allow a person, with the results so far.
    fn bounds(&self, seat: usize) -> CanFinish {
        let (Some(least), Some(most)) = (self.least.get(seat), self.most.get(seat)) else {
            return CanFinish { best: 1, worst: 1 };
        };
        CanFinish {
            best: 1 + self.least.iter().filter(|other| *other > most).count(),
            // The person is among them, as the place itself.
            worst: self.most.iter().filter(|other| *other >= least).count(),
        }
    }

    fn could_widen(&self, seat: usize, known: CanFinish) -> bool {
        if self.outermost.get(seat) == Some(&known) {
            return false;
        }
        let bounds = self.bounds(seat);
        bounds.best < known.best || bounds.worst > known.worst
    }

    /// Decides the open games from one on in all ways that could still widen a person's places.
    fn visit(&mut self, depth: usize) {
        let mut all = self.found.iter().enumerate();
        if !all.any(|(seat, known)| self.could_widen(seat, *known)) {
            return;
        }
        let Some(seats) = self.open.get(depth).copied() else {
            self.look();
            return;
        };
        for score in [Score::First, Score::Second, Score::Draw] {
            self.decide(seats, score, false);
            self.visit(depth + 1);
            self.decide(seats, score, true);
        }
    }

    /// Notes the places of all people when all games are decided.
    fn look(&mut self) {
        for seat in self.seats() {
            let Some(known) = self.found.get(seat).copied() else {
                continue;
            };
            // Most results end here: points alone show that the person's places stay as they are.
            if !self.could_widen(seat, known) {
                continue;
            }
            let now = self.places(seat);
            if let Some(found) = self.found.get_mut(seat) {
                found.best = known.best.min(now.best);
                found.worst = known.worst.max(now.worst);
            }
        }
    }

    /// Returns the places of a person when all games are decided; thinking time may be open.
    fn places(&self, seat: usize) -> CanFinish {
        let CanFinish { mut best, worst } = self.bounds(seat);
        let mut worst_now = best;
        if best == worst {
            return CanFinish { best, worst };
        }
        let (own, own_ties) = (self.people.get(seat), self.ties(seat));
        for other in self.level_with(seat).filter(|other| *other != seat) {
            let (Some(own), Some(person)) = (own, self.people.get(other)) else {
                continue;
            };
            let (sure, possible) = match own_ties.cmp(&self.ties(other)) {
                Ordering::Less => (true, true),
                Ordering::Greater => (false, false),
                Ordering::Equal => (!own.can_be_faster(person), person.can_be_faster(own)),
            };
            best += usize::from(sure);
            worst_now += usize::from(possible);
        }
        CanFinish {
            best,
            worst: worst_now,
        }
    }

    /// Returns the people with the same points as a person, and the person.
    fn level_with(&self, seat: usize) -> impl Iterator<Item = usize> {
        let points = self.least.get(seat);
        self.seats()
            .filter(move |other| self.least.get(*other) == points)
    }

    /// Returns what decides between a person and others with the same points, when all games are decided.
    fn ties(&self, seat: usize) -> Ties {
        let Some(against) = self.against.get(seat) else {
            return (0, 0, 0);
        };
        let direct = self.level_with(seat).filter_map(|other| against.get(other));
        let sonneborn_berger = against
            .iter()
            .zip(&self.least)
            .map(|(own, points)| own * (points % Person::STEP));
        let wins = self.wins.get(seat).copied().unwrap_or(0);
        (direct.sum(), wins, sonneborn_berger.sum())
    }

    /// Counts a game, or takes it back.
    fn count(&mut self, seats: [usize; 2], score: Score, back: bool) {
        let [one, other] = seats;
        let (first, second) = score.points();
        for (seat, opponent, points) in [(one, other, first), (other, one, second)] {
            let against = self.against.get_mut(seat);
            let own = [
                (self.least.get_mut(seat), points),
                (self.wins.get_mut(seat), u32::from(points == 2)),
                (against.and_then(|all| all.get_mut(opponent)), points),
            ];
            for (number, by) in own {
                if let Some(number) = number {
                    *number = if back { *number - by } else { *number + by };
                }
            }
        }
    }

    /// Decides an open game, or takes that back.
    fn decide(&mut self, seats: [usize; 2], score: Score, back: bool) {
        self.count(seats, score, back);
        let (first, second) = score.points();
        for (seat, lost) in seats.iter().zip([2 - first, 2 - second]) {
            if let Some(most) = self.most.get_mut(*seat) {
                *most = if back { *most + lost } else { *most - lost };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::table;
    use super::*;
    use crate::games::SplitMix64;

    fn score(dice: u64) -> Score {
        [Score::First, Score::Second, Score::Draw][dice as usize % 3]
    }

    struct Division {
        entrants: Vec<Entrant>,
        finished: Vec<Finished>,
        open: Vec<[usize; 2]>,
    }

    fn division(dice: &mut SplitMix64, people: usize, legs: u32, open: usize) -> Division {
        let entrants = (0..people)
            .map(|seat| Entrant {
                standing: match dice.below(12) {
                    0 => Standing::Forfeited,
                    1 => Standing::Annulled,
                    _ => Standing::In,
                },
                lot: (seat ^ 5) as u32,
            })
            .collect();
        let mut pairs: Vec<[usize; 2]> = crate::contests::pairings(people, legs)
            .iter()
            .map(|game| [game.first, game.second])
            .collect();
        for place in (1..pairs.len()).rev() {
            pairs.swap(place, dice.below(place as u64 + 1) as usize);
        }
        let rest = pairs.split_off(open.min(pairs.len()));
        let finished = rest
            .into_iter()
            .map(|seats| Finished {
                seats,
                score: score(dice.below(3)),
                thinking: [0; 2].map(|_: u64| Duration::from_secs(dice.below(3))),
            })
            .collect();
        Division {
            entrants,
            finished,
            open: pairs,
        }
    }

    /// Tries each result with the least and with very long thinking times, by the table itself.
    fn oracle(division: &Division) -> Vec<CanFinish> {
        let people = division.entrants.len();
        let mut found = vec![
            CanFinish {
                best: usize::MAX,
                worst: 0
            };
            people
        ];
        let open = &division.open;
        for code in 0..3_u64.pow(open.len() as u32) {
            // Each person in turn thinks least or most of all who can think.
            for (person, found) in found.iter_mut().enumerate() {
                for least in [true, false] {
                    let mut games = division.finished.clone();
                    for (nth, seats) in open.iter().enumerate() {
                        games.push(Finished {
                            seats: *seats,
                            score: score(code / 3_u64.pow(nth as u32)),
                            thinking: seats.map(|seat| {
                                let long = (seat == person) != least;
                                Duration::from_secs(if long { 1000 } else { 0 })
                            }),
                        });
                    }
                    let rows = table(&division.entrants, &games);
                    let place = 1 + rows.iter().position(|row| row.seat == person).unwrap();
                    found.best = found.best.min(place);
                    found.worst = found.worst.max(place);
                }
            }
        }
        found
    }

    #[test]
    fn places_are_those_of_the_oracle() {
        let mut dice = SplitMix64::new(20_261_126);
        for nth in 0..60 {
            let people = 4 + nth % 5;
            let legs = 1 + u32::from(nth % 3 == 0);
            let division = division(&mut dice, people, legs, nth % 5);
            let places = can_finish(&division.entrants, &division.finished, &division.open);
            assert_eq!(places, oracle(&division), "{nth}");
        }
    }

    #[test]
    fn places_with_many_open_games_are_not_too_narrow() {
        let mut dice = SplitMix64::new(4);
        for _ in 0..200 {
            let people = 4 + dice.below(7) as usize;
            let open = 13 + dice.below(20) as usize;
            let mut division = division(&mut dice, people, 2, open);
            let wide = can_finish(&division.entrants, &division.finished, &division.open);
            while division.open.len() > 9 {
                let seats = division.open.pop().unwrap();
                division.finished.push(Finished {
                    seats,
                    score: score(dice.below(3)),
                    thinking: [Duration::ZERO; 2],
                });
            }
            let narrow = can_finish(&division.entrants, &division.finished, &division.open);
            for (wide, narrow) in wide.iter().zip(&narrow) {
                assert!(wide.best <= narrow.best && narrow.worst <= wide.worst);
            }
        }
    }

    #[test]
    fn a_decided_division_has_one_place_a_person() {
        let mut dice = SplitMix64::new(7);
        let division = division(&mut dice, 8, 1, 0);
        let places = can_finish(&division.entrants, &division.finished, &[]);
        let rows = table(&division.entrants, &division.finished);
        for (place, row) in (1..).zip(&rows) {
            let exact = CanFinish {
                best: place,
                worst: place,
            };
            assert_eq!(places[row.seat], exact);
        }
    }
}
