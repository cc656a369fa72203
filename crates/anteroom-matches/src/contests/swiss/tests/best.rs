//! All rounds there are, compared by the rules as they are written, without a graph.

use std::collections::BTreeMap;

use super::*;

/// What a round is by each rule, from the first one on: the least is the best.
pub(super) type Merit = [u64; 9];

pub(super) fn points(entrant: &Entrant) -> i64 {
    let mut points = 0;
    for round in &entrant.rounds {
        points += match round {
            Outcome::Bye => 2,
            Outcome::Late => 1,
            Outcome::Absent => 0,
            Outcome::Game { score, .. } | Outcome::Forfeit { score, .. } => match score {
                Score::Win => 2,
                Score::Draw => 1,
                Score::Loss => 0,
            },
        };
    }
    points
}

pub(super) struct Judge<'a> {
    pub(super) state: &'a State,
    pub(super) playing: Vec<usize>,
    /// By number of person.
    points: Vec<i64>,
    /// For those who are playing: the place in the group of the same points, and the number of people in it.
    groups: BTreeMap<usize, (usize, usize)>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(state: &'a State) -> Self {
        let everybody = 0..state.entrants.len();
        let playing = everybody.filter(|who| state.entrants[*who].playing);
        let mut judge = Self {
            state,
            playing: playing.collect(),
            points: state.entrants.iter().map(points).collect(),
            groups: BTreeMap::new(),
        };
        for who in &judge.playing {
            let mut group = judge.playing.clone();
            group.retain(|other| judge.points[*other] == judge.points[*who]);
            let place = group.iter().position(|one| one == who).unwrap();
            judge.groups.insert(*who, (place, group.len()));
        }
        judge
    }

    pub(super) fn had_bye(&self, who: usize) -> bool {
        let rounds = &self.state.entrants[who].rounds;
        rounds.contains(&Outcome::Bye)
    }

    /// The number of the round in which two met last, 0 if they did not.
    pub(super) fn met(&self, a: usize, b: usize) -> u64 {
        let rounds = &self.state.entrants[a].rounds;
        let mut met = 0;
        for (n, round) in rounds.iter().enumerate() {
            match round {
                Outcome::Game { against, .. } | Outcome::Forfeit { against, .. }
                    if *against == b =>
                {
                    met = n as u64 + 1;
                }
                _ => {}
            }
        }
        met
    }

    pub(super) fn sides(&self, who: usize) -> String {
        let rounds = &self.state.entrants[who].rounds;
        let letters = rounds.iter().map(|round| match round {
            Outcome::Game { side, .. } if *side == Side::First => "f",
            Outcome::Game { .. } => "s",
            _ => "",
        });
        letters.collect()
    }

    pub(super) fn pair(&self, first: usize, second: usize) -> Merit {
        let met = self.met(first, second);
        let (a, b) = (self.sides(first) + "f", self.sides(second) + "s");
        let thirds = u64::from(a.ends_with("fff")) + u64::from(b.ends_with("sss"));
        let imbalance = |sides: &str| {
            let first = sides.matches('f').count();
            let second = sides.matches('s').count();
            (first.abs_diff(second) as u64).pow(2)
        };
        let apart = self.points[first] - self.points[second];
        let (one, other) = (self.groups[&first], self.groups[&second]);
        let fold = if apart == 0 {
            one.0.abs_diff(other.0).abs_diff(one.1 / 2).pow(2)
        } else {
            let (high, low) = if apart > 0 {
                (one, other)
            } else {
                (other, one)
            };
            (high.1 - 1 - high.0).pow(2) + low.0.pow(2)
        };
        [
            0,
            u64::from(met > 0),
            met.pow(2),
            0,
            0,
            (apart * apart) as u64,
            thirds,
            imbalance(&a) + imbalance(&b),
            fold as u64,
        ]
    }

    pub(super) fn bye(&self, who: usize) -> Merit {
        let key = |who: usize| (self.points[who], -(who as i64));
        let before = self.playing.iter().filter(|other| key(**other) < key(who));
        let second = u64::from(self.had_bye(who));
        [second, 0, 0, 0, before.count() as u64, 0, 0, 0, 0]
    }

    /// Whether the next round can be paired by the first rule if these meet in this one.
    pub(super) fn is_dead_end(&self, pairs: &[(usize, usize)], bye: Option<usize>) -> bool {
        fn matched(free: u32, near: &[u32]) -> bool {
            if free == 0 {
                return true;
            }
            let one = free.trailing_zeros();
            let free = free & !(1 << one);
            let mut others = free & near[one as usize];
            while others != 0 {
                let other = others & others.wrapping_neg();
                if matched(free & !other, near) {
                    return true;
                }
                others &= !other;
            }
            false
        }
        let count = self.playing.len();
        let fresh = |i: usize, j: usize| {
            let (a, b) = (self.playing[i], self.playing[j]);
            let now = pairs.contains(&(a, b)) || pairs.contains(&(b, a));
            i != j && !now && self.met(a, b) == 0
        };
        let near: Vec<u32> = (0..count)
            .map(|i| (0..count).filter(|j| fresh(i, *j)).map(|j| 1 << j).sum())
            .collect();
        let all = (1 << count) - 1;
        if count.is_multiple_of(2) {
            return !matched(all, &near);
        }
        let mut free_for_bye = (0..count).filter(|i| {
            let who = self.playing[*i];
            !self.had_bye(who) && bye != Some(who)
        });
        !free_for_bye.any(|i| matched(all & !(1 << i), &near))
    }

    /// What a round is by all rules.
    fn merit(&self, pairs: &[Pair], bye: Option<usize>) -> Merit {
        let mut merit = bye.map_or([0; 9], |who| self.bye(who));
        for pair in pairs {
            let part = self.pair(pair.first, pair.second);
            merit
                .iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += part);
        }
        let last = self.state.round >= self.state.of;
        if !last && merit[0] + merit[1] == 0 {
            let pairs: Vec<_> = pairs.iter().map(|pair| (pair.first, pair.second)).collect();
            merit[3] = u64::from(self.is_dead_end(&pairs, bye));
        }
        merit
    }

    /// Goes through all rounds, with the better way to give the first moves, and returns the best merits: with the
    /// second rule and without it.
    fn best(&self) -> (Merit, Merit) {
        let mut best = ([u64::MAX; 9], [u64::MAX; 9]);
        let odd = self.playing.len() % 2 == 1;
        let byes: Vec<Option<usize>> = if odd {
            self.playing.iter().copied().map(Some).collect()
        } else {
            vec![None]
        };
        let mut better = BTreeMap::new();
        for a in &self.playing {
            for b in self.playing.iter().filter(|b| *b > a) {
                let ways = [(*a, *b), (*b, *a)].map(|(first, second)| Pair { first, second });
                let way = ways
                    .into_iter()
                    .min_by_key(|pair| self.pair(pair.first, pair.second))
                    .unwrap();
                better.insert((*a, *b), (way, self.pair(way.first, way.second)));
            }
        }
        for bye in byes {
            let mut free = self.playing.clone();
            free.retain(|who| Some(*who) != bye);
            let merit = bye.map_or([0; 9], |who| self.bye(who));
            self.search(&free, &mut Vec::new(), merit, bye, &better, &mut best);
        }
        best
    }

    fn search(
        &self,
        free: &[usize],
        pairs: &mut Vec<(usize, usize)>,
        merit: Merit,
        bye: Option<usize>,
        better: &BTreeMap<(usize, usize), (Pair, Merit)>,
        best: &mut (Merit, Merit),
    ) {
        let Some((one, others)) = free.split_first() else {
            best.1 = best.1.min(merit);
            let mut merit = merit;
            // The second rule is asked only where it can matter, as it takes long.
            let asked = self.state.round < self.state.of && merit[0] + merit[1] == 0;
            if asked && merit < best.0 {
                merit[3] = u64::from(self.is_dead_end(pairs, bye));
            }
            best.0 = best.0.min(merit);
            return;
        };
        for other in others {
            let rest: Vec<_> = others.iter().copied().filter(|who| who != other).collect();
            let mut sum = merit;
            let part = better[&(*one, *other)].1;
            sum.iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += part);
            pairs.push((*one, *other));
            self.search(&rest, pairs, sum, bye, better, best);
            pairs.pop();
        }
    }
}

#[test]
fn no_round_is_better_among_all_there_are() {
    let states = if at_length() { 50_000 } else { 800 };
    let (mut judged, mut by_second_rule, mut dead_ends, mut repeats, mut byes) = (0, 0, 0, 0, 0);
    let mut second_byes = 0;
    for seed in 0..states {
        let mut rng = Rng::with_seed(seed);
        let state = any_state(&mut rng, 3..=10);
        let judge = Judge::new(&state);
        let count = judge.playing.len();
        let round = next_round(&state.entrants, state.round, state.of);
        if count < 2 {
            assert_eq!(round, None);
            continue;
        }
        let round = round.unwrap();
        let mut seen: Vec<_> = round
            .pairs
            .iter()
            .flat_map(|pair| [pair.first, pair.second])
            .chain(round.bye)
            .collect();
        seen.sort_unstable();
        assert_eq!(seen, judge.playing, "everybody once, seed {seed}");
        let merit = judge.merit(&round.pairs, round.bye);
        let (best, without) = judge.best();
        assert_eq!(merit, best, "seed {seed}: {round:?}");
        assert_eq!(round.second_bye, best[0] > 0);
        assert_eq!(round.repeats.len() as u64, best[1]);
        judged += 1;
        by_second_rule += u32::from(best != without && best[3] == 0);
        dead_ends += u32::from(best[3] > 0);
        repeats += u32::from(best[1] > 0);
        byes += u32::from(round.bye.is_some());
        second_byes += u32::from(round.second_bye);
    }
    println!(
        "{judged} states: rule 2 decided {by_second_rule}, {dead_ends} dead ends, {repeats} with repeats, \
         {byes} with a bye, {second_byes} with a second one"
    );
    // The states have all that the rules are about.
    let kinds = [by_second_rule, dead_ends, repeats, byes, second_byes];
    assert!(kinds.iter().all(|number| *number > 2), "{kinds:?}");
}
