//! The places that people can still finish in.

use std::time::Duration;

use super::result::Score;
use super::table::{Entrant, Finished, Standing, counts};

/// The most open games for which places are exact.
pub const EXACT: usize = 12;

/// The best and the worst place that a person can still finish in, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanFinish {
    pub best: usize,
    pub worst: usize,
}

/// Returns for each seat the places that the person can still finish in, if nobody goes out from now on.
///
/// With at most [`EXACT`] open games, all their results are looked at, and the places are exact. Thinking time is open for all
/// who have an open game: they can end with any time from what they have used in finished games. With more open games, only
/// points are looked at: the true places lie within those returned.
#[must_use]
pub fn can_finish(
    entrants: &[Entrant],
    finished: &[Finished],
    open: &[[usize; 2]],
) -> Vec<CanFinish> {
    let mut search = Search::new(entrants, finished, open);
    if search.open.len() > EXACT {
        return search.people().map(|seat| search.bounds(seat)).collect();
    }
    search.visit(0);
    search.found
}

/// A person, as far as the open games are decided.
#[derive(Clone, Copy)]
struct Person {
    standing: Standing,
    points: u32,
    /// The open games that are not decided yet.
    left: u32,
    has_open: bool,
    /// The time used in finished games, and the lot.
    spent: (Duration, u32),
}

impl Person {
    const fn most(&self) -> u32 {
        self.points + 2 * self.left
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
    open: Vec<[usize; 2]>,
    /// The games that count: finished ones, then open ones as far as they are decided.
    games: Vec<([usize; 2], Score)>,
    found: Vec<CanFinish>,
}

impl Search {
    fn new(entrants: &[Entrant], finished: &[Finished], open: &[[usize; 2]]) -> Self {
        let mut people: Vec<Person> = entrants
            .iter()
            .map(|entrant| Person {
                standing: entrant.standing,
                points: 0,
                left: 0,
                has_open: false,
                spent: (Duration::ZERO, entrant.lot),
            })
            .collect();
        let mut games = Vec::new();
        for game in finished {
            if !counts(entrants, game.seats) || game.score == Score::Void {
                continue;
            }
            let (first, second) = game.score.points();
            for ((seat, points), thinking) in
                game.seats.iter().zip([first, second]).zip(game.thinking)
            {
                if let Some(person) = people.get_mut(*seat) {
                    person.points += points;
                    person.spent.0 += thinking;
                }
            }
            games.push((game.seats, game.score));
        }
        let open: Vec<[usize; 2]> = open
            .iter()
            .copied()
            .filter(|seats| counts(entrants, *seats))
            .collect();
        for seat in open.iter().flatten() {
            if let Some(person) = people.get_mut(*seat) {
                person.left += 1;
                person.has_open = true;
            }
        }
        let found = people
            .iter()
            .map(|_| CanFinish {
                best: usize::MAX,
                worst: 0,
            })
            .collect();
        Self {
            people,
            open,
            games,
            found,
        }
    }

    fn people(&self) -> std::ops::Range<usize> {
        0..self.people.len()
    }

    /// Returns the places that points allow a person, with the results so far.
    fn bounds(&self, seat: usize) -> CanFinish {
        let Some(own) = self.people.get(seat) else {
            return CanFinish { best: 1, worst: 1 };
        };
        let (mut best, mut worst) = (1, 0);
        for other in &self.people {
            let (above, level) = (
                other.standing < own.standing,
                other.standing == own.standing,
            );
            best += usize::from(above || level && other.points > own.most());
            // The person counts too, as the place itself.
            worst += usize::from(above || level && other.most() >= own.points);
        }
        CanFinish { best, worst }
    }

    fn could_widen(&self, seat: usize, known: CanFinish) -> bool {
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
            let (first, second) = score.points();
            let before = seats.map(|seat| self.people.get(seat).copied());
            for (seat, points) in seats.iter().zip([first, second]) {
                if let Some(person) = self.people.get_mut(*seat) {
                    person.points += points;
                    person.left -= 1;
                }
            }
            self.games.push((seats, score));
            self.visit(depth + 1);
            self.games.pop();
            for (seat, was) in seats.iter().zip(before) {
                if let (Some(person), Some(was)) = (self.people.get_mut(*seat), was) {
                    *person = was;
                }
            }
        }
    }

    /// Notes the places of all people when all games are decided.
    fn look(&mut self) {
        // Ties are worked out for the points that could widen a person's places only.
        let mut ties: Option<Vec<Ties>> = None;
        for seat in self.people() {
            let Some(known) = self.found.get(seat).copied() else {
                continue;
            };
            if !self.could_widen(seat, known) {
                continue;
            }
            let ties = ties.get_or_insert_with(|| self.ties());
            let now = places(&self.people, ties, seat);
            if let Some(found) = self.found.get_mut(seat) {
                found.best = known.best.min(now.best);
                found.worst = known.worst.max(now.worst);
            }
        }
    }

    fn ties(&self) -> Vec<Ties> {
        let mut ties = vec![(0, 0, 0); self.people.len()];
        for ([one, other], score) in &self.games {
            let (first, second) = score.points();
            let (Some(a), Some(b)) = (self.people.get(*one), self.people.get(*other)) else {
                continue;
            };
            let direct = a.points == b.points && a.standing == b.standing;
            for (seat, own, opponent) in [(one, first, b), (other, second, a)] {
                if let Some((between, wins, sonneborn_berger)) = ties.get_mut(*seat) {
                    *between += if direct { own } else { 0 };
                    *wins += u32::from(own == 2);
                    *sonneborn_berger += own * opponent.points;
                }
            }
        }
        ties
    }
}

/// Returns the places of a person when all games are decided; thinking time may be open.
fn places(people: &[Person], ties: &[Ties], seat: usize) -> CanFinish {
    let (Some(own), Some(own_ties)) = (people.get(seat), ties.get(seat)) else {
        return CanFinish { best: 1, worst: 1 };
    };
    let (mut best, mut worst) = (1, 1);
    for (index, (other, other_ties)) in people.iter().zip(ties).enumerate() {
        if index == seat {
            continue;
        }
        let (mine, theirs) = ((own.points, own_ties), (other.points, other_ties));
        let (sure, possible) = match other.standing.cmp(&own.standing).then(mine.cmp(&theirs)) {
            std::cmp::Ordering::Less => (true, true),
            std::cmp::Ordering::Greater => (false, false),
            std::cmp::Ordering::Equal => (!own.can_be_faster(other), other.can_be_faster(own)),
        };
        best += usize::from(sure);
        worst += usize::from(possible);
    }
    CanFinish { best, worst }
}

#[cfg(test)]
mod tests {
    use super::super::table::table;
    use super::*;

    /// A small generator, so that the test needs no dependency and is the same each time.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, end: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % end
        }
    }

    fn score(dice: u64) -> Score {
        [Score::First, Score::Second, Score::Draw][dice as usize % 3]
    }

    struct Division {
        entrants: Vec<Entrant>,
        finished: Vec<Finished>,
        open: Vec<[usize; 2]>,
    }

    fn division(dice: &mut Dice, people: usize, legs: u32, open: usize) -> Division {
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
        let mut pairs: Vec<[usize; 2]> = super::super::pairings::pairings(people, legs)
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
            for person in 0..people {
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
                    found[person].best = found[person].best.min(place);
                    found[person].worst = found[person].worst.max(place);
                }
            }
        }
        found
    }

    #[test]
    fn places_are_those_of_the_oracle() {
        let mut dice = Dice(20_261_126);
        for nth in 0..150 {
            let people = 4 + nth % 5;
            let legs = 1 + u32::from(nth % 3 == 0);
            let division = division(&mut dice, people, legs, nth % 6);
            let places = can_finish(&division.entrants, &division.finished, &division.open);
            assert_eq!(places, oracle(&division), "{nth}");
        }
    }

    #[test]
    fn places_with_many_open_games_are_not_too_narrow() {
        let mut dice = Dice(4);
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
        let mut dice = Dice(7);
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

    /// `cargo test --release -- --ignored can_finish_takes --nocapture` prints the times.
    #[test]
    #[ignore = "a measurement"]
    fn can_finish_takes_little_time() {
        let mut dice = Dice(99);
        let mut worst = Duration::ZERO;
        for nth in 0..200 {
            let legs = 1 + nth % 2;
            let division = division(&mut dice, 5 + nth as usize % 6, legs, EXACT);
            let begin = std::time::Instant::now();
            let places = can_finish(&division.entrants, &division.finished, &division.open);
            worst = worst.max(begin.elapsed());
            assert_eq!(places.len(), division.entrants.len());
        }
        println!("at most {worst:?}");
    }
}
