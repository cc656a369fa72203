//! Fits what is known of the frame of nine columns by seven rows, five in line, to how games end.
//!
//! The search plays against itself until it sees the end. Logistic regression then finds the numbers under which those ends are the
//! likeliest (as Buro 1995 did for Othello), by Adagrad (Duchi, Hazan & Singer 2011).

use std::ops::Range;

use super::board::Board;
use super::deep;
use super::placed::{self, FRAME, Placed, WORTHS_OF_ALL};
use super::weights::{PHASES_OF_FILE, TERMS, phase};
use super::zugzwang::terms;
use crate::board::Seat;
use crate::games::connect_n::{ConnectN, Size};
use crate::games::{Position, SplitMix64, Verdict};
use crate::search::meter::Meter;
use crate::search::playable::Playable;

/// With more empty cells than this the end is seldom seen.
const LATE: u32 = 34;
/// How many nodes a turn has before that and after it, and one of the weaker seat before it.
const NODES: [u64; 3] = [12_000, 100_000, 60];
/// How many random drops a game begins with at most.
const MOST_RANDOM: u64 = 13;
/// How often every position is learnt from.
const ROUNDS: u16 = 12;
/// How far numbers go at first.
const RATE: f32 = 0.04;
/// How much of what is learnt is how the game ended; the rest is what the search thought of the position.
const RESULT: f32 = 0.7;
/// What a logarithm of odds of one is in the file.
const ONE: f32 = 250.0;
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
    /// The mean logarithmic loss of the numbers on these positions. To know nothing is 0.693.
    pub loss: f32,
    /// The same on positions of games that were not learnt from; `None` when there were less than twenty games.
    pub loss_elsewhere: Option<f32>,
}

/// A position in which nobody wins with the next chip, nor must block.
struct Sample {
    /// Where its lines' numbers stand in [`Samples::lines`].
    lines: Range<usize>,
    phase: usize,
    terms: [f32; TERMS],
    /// 1 when the first seat is to move, else -1.
    to_move: f32,
    /// The chance of the first seat to be learnt.
    chance: f32,
    game: u32,
}

#[derive(Default)]
struct Samples {
    /// The numbers of worths in the file.
    lines: Vec<u16>,
    all: Vec<Sample>,
}

/// Plays so many games and fits to them, with chances that follow from the seed. `progress` hears how many games were played.
///
/// One core plays about ten games a second.
#[must_use]
pub fn fit(games: u32, seed: u64, mut progress: impl FnMut(u32)) -> Fit {
    let mut numbers = SplitMix64::new(seed);
    let mut samples = Samples::default();
    for game in 0..games {
        play(game, &mut numbers, &mut samples);
        progress(game + 1);
    }
    let model = Model::fitted_to(&samples, &mut numbers);
    let (held_out, learnt): (Vec<&Sample>, Vec<&Sample>) =
        samples.all.iter().partition(|sample| is_held_out(sample));
    let loss = |of: &[&Sample]| {
        let sum: f32 = of.iter().map(|sample| model.loss(&samples, sample)).sum();
        (!of.is_empty()).then(|| sum / of.len() as f32)
    };
    Fit {
        file: model.file(),
        positions: learnt.len(),
        loss: loss(&learnt).unwrap_or(std::f32::consts::LN_2),
        loss_elsewhere: loss(&held_out),
    }
}

fn is_held_out(sample: &Sample) -> bool {
    sample.game % HELD_OUT == HELD_OUT - 1
}

/// Plays a game and adds what can be learnt from it: the positions after the last chip that fell by chance or from a weak hand,
/// for what came of those before it tells nothing of them.
fn play(game: u32, numbers: &mut SplitMix64, samples: &mut Samples) {
    let [columns, rows, n] = FRAME;
    let Ok(size) = Size::new(columns, rows, n) else {
        return;
    };
    let mut position = ConnectN::<u128>::start(&size);
    let first = numbers.below(MOST_RANDOM + 1) as u32;
    let later = (numbers.below(3) == 0).then(|| 2 + numbers.below(36) as u32);
    // Every third game has a weaker seat, so that positions with much at stake are met.
    let weak = [Some(Seat::First), Some(Seat::Second), None]
        .get(numbers.below(6) as usize)
        .copied()
        .flatten();
    let mut met: Vec<(ConnectN<u128>, Seat, f32)> = Vec::new();
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
        let is_weak = weak == Some(mover) && empty > LATE;
        if fallen < first || later == Some(fallen) {
            let Some(step) = position.random_step(&mut |n| numbers.below(n)) else {
                return;
            };
            position.make(&step);
            met.clear();
        } else {
            let nodes = NODES[if is_weak {
                2
            } else {
                usize::from(empty <= LATE)
            }];
            let never = || false;
            let found = deep::search(
                &position,
                Placed::new(),
                placed::weights(),
                &mut Meter::new(nodes, &never),
                false,
                numbers.next(),
            );
            let Some((proven, best)) = found.and_then(|found| {
                let proven = found.proven;
                Some((proven, found.candidates.into_iter().next()?))
            }) else {
                return;
            };
            let of_first = |value: f64| match mover {
                Seat::First => value as f32,
                Seat::Second => 1.0 - value as f32,
            };
            if let Some(proven) = proven {
                break of_first(proven.value());
            }
            if is_weak {
                met.clear();
            } else {
                met.push((position.clone(), mover, of_first(best.value)));
            }
            for step in &best.turn {
                position.make(step);
            }
        }
        fallen += 1;
    };
    for (position, mover, value) in met {
        let chance = RESULT * result + (1.0 - RESULT) * value;
        samples.add(game, &position, mover, chance);
    }
}

impl Samples {
    fn add(&mut self, game: u32, position: &ConnectN<u128>, mover: Seat, chance: f32) {
        let board = Board::of(position, mover, Placed::new(), placed::weights());
        let mut landings = board
            .landings
            .iter()
            .zip(&board.threats[0])
            .zip(&board.threats[1]);
        if landings.any(|((landing, first), second)| landing & (first | second) != 0) {
            return;
        }
        let begin = self.lines.len();
        self.lines.extend(board.lines.places_in_file());
        self.all.push(Sample {
            lines: begin..self.lines.len(),
            phase: phase(board.empty).min(PHASES_OF_FILE - 1),
            terms: terms(&board).map(|term| term as f32),
            to_move: if board.mover == 0 { 1.0 } else { -1.0 },
            chance,
            game,
        });
    }
}

/// The numbers as they stand in the file, and for each the sum of the squares of what moved it.
struct Model {
    numbers: Vec<f32>,
    squares: Vec<f32>,
}

/// Where the terms of a phase stand in the file.
const fn place_of(phase: usize) -> usize {
    WORTHS_OF_ALL + phase * TERMS
}

/// Where it stands what it is worth to be to move.
const TO_MOVE: usize = place_of(PHASES_OF_FILE);

impl Model {
    fn fitted_to(samples: &Samples, numbers: &mut SplitMix64) -> Self {
        let mut model = Self {
            numbers: vec![0.0; TO_MOVE + 1],
            squares: vec![1e-3; TO_MOVE + 1],
        };
        let learnt = samples.all.iter().filter(|sample| !is_held_out(sample));
        let mut learnt: Vec<&Sample> = learnt.collect();
        for round in 0..ROUNDS {
            for i in (1..learnt.len()).rev() {
                learnt.swap(i, numbers.below(i as u64 + 1) as usize);
            }
            let rate = RATE * (1.0 - f32::from(round) / f32::from(ROUNDS)).max(0.1);
            for sample in &learnt {
                let error = model.chance(samples, sample) - sample.chance;
                Self::of(samples, sample, |place, by| {
                    model.step(place, error * by, rate)
                });
            }
        }
        model
    }

    /// Calls `visit` with the place in the file of every number that counts in a position, and how often it does.
    fn of(samples: &Samples, sample: &Sample, mut visit: impl FnMut(usize, f32)) {
        for &place in samples.lines.get(sample.lines.clone()).unwrap_or_default() {
            visit(usize::from(place), 1.0);
        }
        for (i, &term) in sample.terms.iter().enumerate() {
            if term != 0.0 {
                visit(place_of(sample.phase) + i, term);
            }
        }
        visit(TO_MOVE, sample.to_move);
    }

    fn step(&mut self, place: usize, slope: f32, rate: f32) {
        self.squares[place] += slope * slope;
        self.numbers[place] -= rate * slope / self.squares[place].sqrt();
    }

    /// The chance of the first seat.
    fn chance(&self, samples: &Samples, sample: &Sample) -> f32 {
        let mut odds = 0.0;
        Self::of(samples, sample, |place, by| {
            odds += by * self.numbers[place]
        });
        1.0 / (1.0 + (-odds).exp())
    }

    fn loss(&self, samples: &Samples, sample: &Sample) -> f32 {
        let chance = self.chance(samples, sample).clamp(1e-5, 1.0 - 1e-5);
        -(sample.chance * chance.ln() + (1.0 - sample.chance) * (1.0 - chance).ln())
    }

    fn file(&self) -> Vec<u8> {
        let mut numbers = self.numbers.clone();
        // With fewer than sixteen empty cells the end is nearly always seen: what is known of more has to do.
        for phase in 0..2 {
            numbers.copy_within(place_of(2)..place_of(3), place_of(phase));
        }
        let whole = |number: &f32| (number * ONE).round() as i16;
        numbers
            .iter()
            .flat_map(|number| whole(number).to_le_bytes())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::fit;
    use crate::search::connect_n::placed::FILE;

    #[test]
    fn numbers_are_fitted_to_how_games_end() {
        let mut played = 0;
        let made = fit(6, 1, |games| played = games);
        assert_eq!(played, 6);
        assert_eq!(made.file.len(), FILE.len());
        assert!(made.positions > 50, "{}", made.positions);
        assert!(made.loss < 0.66, "{}", made.loss);
        assert_eq!(made.loss_elsewhere, None);
        assert_eq!(made.file, fit(6, 1, |_| ()).file);
    }
}
