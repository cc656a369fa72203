//! Fits the [`network`](super::network) of the frame of nine columns by seven rows, five in line, to how games end.
//!
//! The search plays many quick games against itself until it sees the end. Logistic regression finds the numbers under which those
//! ends are the likeliest (as Buro 1995 did for Othello), by Adagrad (Duchi, Hazan & Singer 2011) and, through the network's layers,
//! by the chain rule (Rumelhart, Hinton & Williams 1986).

use std::ops::Range;

use super::board::{Board, lines_of};
use super::deep;
use super::network::{
    FINER, FIRST, LINES, Numbers, ONE, ONE_OF_BIASES, ONE_OF_RESULT, ONE_OF_WEIGHTS, PHASES, ROWS,
    SECOND, STATES, mirrored,
};
use super::placed::{FRAME, Placed};
use super::weights::phase;
use crate::meter::Meter;
use crate::playable::Playable;
use anteroom_games::board::Seat;
use anteroom_games::games::connect_n::{ConnectN, Size};
use anteroom_games::games::{Position, SplitMix64, Verdict};

/// Every other game begins with so many random drops, as matches in the arena do; the rest with fewer than [`MOST_RANDOM`].
const RANDOM: u32 = 2;
const MOST_RANDOM: u64 = 15;
/// With more empty cells than this the end is seldom seen.
const LATE: u32 = 36;
/// How many nodes a turn has at least before that, and how many more at most; and how many after it.
const NODES: u64 = 250;
const MORE_NODES: u64 = 500;
const NODES_LATE: u64 = 1_000;
/// Before so many cells are empty, a fifth of turns is chosen by chance from those that are nearly as good as the best: whose
/// chance to win is less by no more than this.
const WIDE: u32 = 30;
const NEARLY: f64 = 0.05;
/// How often every position is learnt from.
const ROUNDS: u16 = 7;
/// How far numbers go at first, and by how much less far those of the later layers.
const RATE: f32 = 0.03;
const LATER_LAYERS: f32 = 0.3;
/// Numbers of rows go no further than this, so that sums of them fit their whole numbers.
const FURTHEST: f32 = 1.9;
/// Positions of every so manieth game are not learnt from: they tell how good the numbers are.
const HELD_OUT: u32 = 20;

/// What was fitted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fit {
    /// The file, as it stands in `assets`.
    pub file: Vec<u8>,
    /// How many positions were learnt from.
    pub positions: usize,
    /// The mean logarithmic loss of the numbers on these positions, as they were when each was learnt from last. To know nothing
    /// is 0.693.
    pub loss: f32,
    /// The same on positions of games that were not learnt from; `None` when there are none.
    pub loss_elsewhere: Option<f32>,
}

/// Positions of games, in which nobody wins with the next chip, nor must block.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The network's rows of all positions.
    rows: Vec<u16>,
    positions: Vec<Met>,
}

#[derive(Clone, Debug)]
struct Met {
    /// Where the position's rows stand in [`Played::rows`].
    rows: Range<usize>,
    phase: usize,
    /// What came of the game for the first seat: 1, ½ or 0.
    result: f32,
    game: u32,
}

/// Plays the games with these numbers. Each follows from its number and the seed, so that games can be played at several places.
/// `progress` hears how many games were played.
///
/// One core plays a hundred games a second, or more.
#[must_use]
pub fn play_for_fit(
    games: impl Iterator<Item = u32>,
    seed: u64,
    mut progress: impl FnMut(u32),
) -> Played {
    let mut played = Played::default();
    for (many, game) in games.enumerate() {
        let mut numbers = SplitMix64::new(seed ^ u64::from(game) << 24);
        play(game, &mut numbers, &mut played);
        progress(many as u32 + 1);
    }
    played
}

/// Plays a game and adds what can be learnt from it: the positions after the last chip that fell by chance or from a weak hand,
/// for what came of those before it tells nothing of them.
fn play(game: u32, numbers: &mut SplitMix64, played: &mut Played) {
    let [columns, rows, n] = FRAME;
    let Ok(size) = Size::new(columns, rows, n) else {
        return;
    };
    let mut position = ConnectN::<u128>::start(&size);
    let first = match numbers.below(2) {
        0 => RANDOM,
        _ => numbers.below(MOST_RANDOM) as u32,
    };
    let later = (numbers.below(3) == 0).then(|| 2 + numbers.below(36) as u32);
    // Every third game has a weaker seat at first, so that positions with much at stake are met.
    let weak = [Some(Seat::First), Some(Seat::Second), None]
        .get(numbers.below(6) as usize)
        .copied()
        .flatten();
    let weak_until = 8 + numbers.below(26) as u32;
    let mut met: Vec<(ConnectN<u128>, Seat)> = Vec::new();
    let mut fallen = 0;
    let result = loop {
        let Some(mover) = position.mover() else {
            break match position.verdict() {
                Some(Verdict::Win(Seat::First)) => 1.0,
                Some(Verdict::Win(Seat::Second)) => 0.0,
                _ => 0.5,
            };
        };
        let empty = u32::from(columns) * u32::from(rows) - fallen;
        if fallen < first || later == Some(fallen) {
            let Some(step) = position.random_step(&mut |n| numbers.below(n)) else {
                return;
            };
            position.make(&step);
            met.clear();
            fallen += 1;
            continue;
        }
        let is_weak = weak == Some(mover) && fallen < weak_until;
        let is_wide = !is_weak && empty > WIDE && numbers.below(5) == 0;
        let nodes = match empty {
            _ if is_weak => 20 + numbers.below(100),
            empty if empty > LATE => NODES + numbers.below(MORE_NODES),
            _ => NODES_LATE,
        };
        let never = || false;
        let mut meter = Meter::new(nodes, &never);
        let found = deep::search(
            &position,
            Placed::new(),
            &mut meter,
            is_wide,
            numbers.next(),
        );
        let Some(found) = found else { return };
        if is_weak {
            met.clear();
        } else {
            met.push((position.clone(), mover));
        }
        if let Some(proven) = found.proven {
            let value = proven.value() as f32;
            break match mover {
                Seat::First => value,
                Seat::Second => 1.0 - value,
            };
        }
        let best = found.candidates.first().map_or(0.0, |best| best.value);
        let mut good = found.candidates;
        good.retain(|turn| turn.value >= best - if is_wide { NEARLY } else { 0.0 });
        let one = match is_wide {
            true => numbers.below(good.len() as u64) as usize,
            false => 0,
        };
        let Some(turn) = good.get(one) else { return };
        for step in &turn.turn {
            position.make(step);
        }
        fallen += 1;
    };
    for (position, mover) in met {
        played.add(game, &position, mover, result);
    }
}

impl Played {
    fn add(&mut self, game: u32, position: &ConnectN<u128>, mover: Seat, result: f32) {
        let board = Board::of(position, mover, Placed::new());
        let threats = board.threats[0].iter().zip(&board.threats[1]);
        let mut columns = board.landings.iter().zip(threats);
        if columns.any(|(landing, (first, second))| landing & (first | second) != 0) {
            return;
        }
        let begin = self.rows.len();
        let rows = board.lines.rows_of_lines();
        self.rows.extend(rows.map(|row| row as u16));
        Placed::each_other_row(&board, |row| self.rows.push(row as u16));
        self.positions.push(Met {
            rows: begin..self.rows.len(),
            phase: phase(board.empty).min(PHASES - 1),
            result,
            game,
        });
    }

    fn rows_of(&self, met: &Met) -> &[u16] {
        self.rows.get(met.rows.clone()).unwrap_or_default()
    }
}

/// Fits to the games that were played, with chances that follow from the seed.
#[must_use]
pub fn fit(played: &[Played], seed: u64) -> Fit {
    let mut numbers = SplitMix64::new(seed);
    let all = played
        .iter()
        .flat_map(|played| played.positions.iter().map(move |met| (played, met)));
    let (held_out, mut learnt): (Vec<_>, Vec<_>) =
        all.partition(|(_, met)| met.game % HELD_OUT == HELD_OUT - 1);
    let images: Vec<u16> = mirrored(&lines_of(FRAME.map(usize::from)));
    let mut model = Model::new(&mut numbers);
    let mut order = Order::new();
    let (mut loss, mut rows) = (0.0, Vec::new());
    for round in 0..ROUNDS {
        for i in (1..learnt.len()).rev() {
            learnt.swap(i, numbers.below(i as u64 + 1) as usize);
        }
        let rate = RATE * (1.0 - f32::from(round) / f32::from(ROUNDS));
        loss = 0.0;
        for &(played, met) in &learnt {
            rows.clear();
            rows.extend_from_slice(played.rows_of(met));
            if numbers.below(2) == 0 {
                for row in &mut rows {
                    *row = images.get(usize::from(*row)).copied().unwrap_or(*row);
                }
            }
            loss += f64::from(model.learn(&rows, met, rate));
            order.learn(&rows, met.result, rate);
        }
    }
    let mean = |loss: f64, of: usize| (loss / of.max(1) as f64) as f32;
    let elsewhere: f64 = held_out
        .iter()
        .map(|(played, met)| {
            let odds = model.forward(played.rows_of(met), met.phase).odds;
            f64::from(loss_of(odds, met.result))
        })
        .sum();
    Fit {
        file: model.numbers(&order).file(),
        positions: learnt.len(),
        loss: mean(loss, learnt.len()),
        loss_elsewhere: (!held_out.is_empty()).then(|| mean(elsewhere, held_out.len())),
    }
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The logarithmic loss of these odds, as a logarithm, where this is what came of the game.
fn loss_of(odds: f32, result: f32) -> f32 {
    let chance = chance(odds).clamp(1e-4, 1.0 - 1e-4);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

/// Numbers that are learnt, and for each the sum of the squares of what moved it.
struct Learnt {
    numbers: Vec<f32>,
    squares: Vec<f32>,
}

/// What a number's squares are at first.
const LEAST_SQUARES: f32 = 1e-4;

impl Learnt {
    fn new(many: usize, number: impl FnMut() -> f32) -> Self {
        Self {
            numbers: std::iter::repeat_with(number).take(many).collect(),
            squares: vec![LEAST_SQUARES; many],
        }
    }

    #[inline]
    fn step(&mut self, at: usize, slope: f32, rate: f32) {
        self.squares[at] += slope * slope;
        self.numbers[at] -= rate * slope / self.squares[at].sqrt();
    }

    /// As whole numbers of which so many are one; 0 for what was never learnt.
    fn whole(&self, one: i32) -> Vec<i16> {
        let numbers = self.numbers.iter().zip(&self.squares);
        numbers
            .map(|(number, &squares)| match squares > LEAST_SQUARES {
                true => (number * one as f32).round() as i16,
                false => 0,
            })
            .collect()
    }
}

/// The network's numbers while they are learnt.
struct Model {
    first: Learnt,
    first_bias: Learnt,
    worth: Learnt,
    second: Learnt,
    second_bias: Learnt,
    third: Learnt,
    third_bias: Learnt,
}

/// What the layers come to.
struct Forward {
    first: [f32; FIRST],
    second: [f32; SECOND],
    odds: f32,
}

impl Model {
    fn new(numbers: &mut SplitMix64) -> Self {
        // From -1 to 1.
        let mut random = || numbers.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0;
        let first = Learnt::new(ROWS * FIRST, || 0.08 * random());
        // All phases begin alike.
        let scale = 1.5 / (FIRST as f32).sqrt();
        let second: Vec<f32> = (0..SECOND * FIRST).map(|_| scale * random()).collect();
        let third: Vec<f32> = (0..SECOND).map(|_| 0.5 * random()).collect();
        let (mut second, mut third) = (second.iter().cycle(), third.iter().cycle());
        let mut next = move || second.next().copied().unwrap_or(0.0);
        let mut next_of_third = move || third.next().copied().unwrap_or(0.0);
        Self {
            first,
            first_bias: Learnt::new(FIRST, || 0.4),
            worth: Learnt::new(ROWS, || 0.0),
            second: Learnt::new(PHASES * SECOND * FIRST, &mut next),
            second_bias: Learnt::new(PHASES * SECOND, || 0.3),
            third: Learnt::new(PHASES * SECOND, &mut next_of_third),
            third_bias: Learnt::new(PHASES, || 0.0),
        }
    }

    fn forward(&self, rows: &[u16], phase: usize) -> Forward {
        let mut first = [0.0; FIRST];
        first.copy_from_slice(&self.first_bias.numbers);
        let mut odds = self.third_bias.numbers[phase];
        let all = self.first.numbers.as_chunks::<FIRST>().0;
        for &row in rows {
            odds += self.worth.numbers[usize::from(row)];
            for (sum, number) in first.iter_mut().zip(&all[usize::from(row)]) {
                *sum += number;
            }
        }
        let given = first.map(|number| number.clamp(0.0, 1.0));
        let mut second = [0.0; SECOND];
        let weights = self.second.numbers.as_chunks::<FIRST>().0;
        for (i, sum) in second.iter_mut().enumerate() {
            let at = phase * SECOND + i;
            let products = weights[at].iter().zip(&given);
            *sum = self.second_bias.numbers[at];
            *sum += products
                .map(|(weight, number)| weight * number)
                .sum::<f32>();
            odds += self.third.numbers[at] * sum.clamp(0.0, 1.0);
        }
        Forward {
            first,
            second,
            odds,
        }
    }

    /// Learns from a position with these rows. Returns its logarithmic loss before that.
    fn learn(&mut self, rows: &[u16], met: &Met, rate: f32) -> f32 {
        let forward = self.forward(rows, met.phase);
        let later_rate = LATER_LAYERS * rate;
        let is_between = |number: f32| number > 0.0 && number < 1.0;
        let error = chance(forward.odds) - met.result;
        let mut slopes = [0.0; FIRST];
        for (i, &sum) in forward.second.iter().enumerate() {
            let at = met.phase * SECOND + i;
            let slope = error * self.third.numbers[at];
            self.third.step(at, error * sum.clamp(0.0, 1.0), later_rate);
            if !is_between(sum) {
                continue;
            }
            self.second_bias.step(at, slope, later_rate);
            for (k, to) in slopes.iter_mut().enumerate() {
                let at = at * FIRST + k;
                *to += slope * self.second.numbers[at];
                let given = forward.first[k].clamp(0.0, 1.0);
                self.second.step(at, slope * given, later_rate);
            }
        }
        self.third_bias.step(met.phase, error, later_rate);
        for (k, slope) in slopes.iter_mut().enumerate() {
            if !is_between(forward.first[k]) {
                *slope = 0.0;
            }
            self.first_bias.step(k, *slope, later_rate);
        }
        let all = self.first.numbers.as_chunks_mut::<FIRST>().0;
        let squares = self.first.squares.as_chunks_mut::<FIRST>().0;
        for row in rows.iter().map(|&row| usize::from(row)) {
            self.worth.step(row, error, rate);
            let numbers = all[row].iter_mut().zip(&mut squares[row]);
            for ((number, squares), slope) in numbers.zip(&slopes) {
                *squares += slope * slope;
                *number = (*number - rate * slope / squares.sqrt()).clamp(-FURTHEST, FURTHEST);
            }
        }
        loss_of(forward.odds, met.result)
    }

    fn numbers(&self, order: &Order) -> Numbers {
        let rows = |numbers: Vec<i16>| numbers.as_chunks::<FIRST>().0.to_vec();
        let first_bias = rows(self.first_bias.whole(ONE));
        Numbers {
            first: rows(self.first.whole(ONE)),
            first_bias: first_bias.first().copied().unwrap_or_default(),
            worth: self.worth.whole(ONE_OF_RESULT * FINER),
            second: rows(self.second.whole(ONE_OF_WEIGHTS)),
            second_bias: self.second_bias.whole(ONE_OF_BIASES),
            third: self.third.whole(ONE_OF_WEIGHTS),
            third_bias: self.third_bias.whole(ONE_OF_BIASES),
            order: order.worth.whole(ONE_OF_RESULT)[..LINES * STATES].to_vec(),
        }
    }
}

/// What each row is worth where nothing but that counts: less true, but quick enough to put steps in order.
struct Order {
    worth: Learnt,
}

impl Order {
    fn new() -> Self {
        Self {
            worth: Learnt::new(ROWS, || 0.0),
        }
    }

    fn learn(&mut self, rows: &[u16], result: f32, rate: f32) {
        let worths = rows.iter().map(|&row| self.worth.numbers[usize::from(row)]);
        let error = chance(worths.sum()) - result;
        for &row in rows {
            self.worth.step(usize::from(row), error, rate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{fit, play_for_fit};
    use crate::connect_n::network::FILE;

    #[test]
    fn numbers_are_fitted_to_how_games_end() {
        let mut heard = 0;
        let played = play_for_fit(0..25, 1, |games| heard = games);
        assert_eq!(heard, 25);
        // The same games, played at two places.
        let halves =
            [0, 1].map(|half| play_for_fit((0..25).filter(|game| game % 2 == half), 1, |_| ()));
        let positions: usize = halves.iter().map(|played| played.positions.len()).sum();
        assert_eq!(positions, played.positions.len());
        let made = fit(&[played], 1);
        assert_eq!(made.file.len(), FILE.len());
        assert!(made.positions > 300, "{}", made.positions);
        assert!(made.loss < 0.66, "{}", made.loss);
        assert!(made.loss_elsewhere.is_some());
    }
}
