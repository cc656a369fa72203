//! A small neural network that judges positions of the frame of nine columns by seven rows, five in line.
//!
//! Every line has a row of numbers for each way in which its cells may have chips, and every column one for how far it is filled and
//! where each seat's lowest threat in it is. The rows of a position are added up; a chip changes those of the few lines through its
//! cell, so that the sum is kept up to date as chips fall (Nasu 2018: efficiently updatable neural networks). Two small layers
//! judge the sum, which differ by how many cells are empty. Besides, each row is worth something by itself.
//!
//! All numbers are whole, so that a position is judged the same on every machine.

use std::sync::LazyLock;

use super::weights::phase;

/// How many lines the frame has.
pub(super) const LINES: usize = 92;
/// How many states a line may have, see [`Placed`](super::placed::Placed).
pub(super) const STATES: usize = 64;
/// How many columns there are.
const COLUMNS: usize = 9;
/// How many cells a column has.
const HEIGHT: usize = 7;
/// The row of what a column does not have.
const NO_ROW: usize = HEIGHT;
/// How many states a column may have: how many cells are filled, and the row of each seat's lowest threat, each one of eight.
const COLUMN_STATES: usize = 8 * 8 * 8;
/// Where the rows of columns begin.
const OF_COLUMNS: usize = LINES * STATES;
/// Where the rows for the seat to move and for zugzwang begin.
const OF_MOVER: usize = OF_COLUMNS + COLUMNS * COLUMN_STATES;
/// How many rows there are.
pub(super) const ROWS: usize = OF_MOVER + 2 * 3;

/// How many numbers a row has.
pub(super) const FIRST: usize = 32;
/// How many sums of those the second layer has.
pub(super) const SECOND: usize = 16;
/// By how many times eight cells are empty, this many second layers there are.
pub(super) const PHASES: usize = 8;

/// The number one in rows, and in what the second layer is given.
pub(super) const ONE: i32 = 512;
/// The number one in the weights of the second layer and of the result.
pub(super) const ONE_OF_WEIGHTS: i32 = 1024;
/// The number one in what is added to these sums: times so much it is one in the sums themselves.
pub(super) const ONE_OF_BIASES: i32 = 2048;
/// A logarithm of odds of one, as the search counts it.
pub(super) const ONE_OF_RESULT: i32 = 250;
/// What a row is worth by itself is counted so much finer.
pub(super) const FINER: i32 = 8;

/// How far sums are above [`ONE`], and above [`ONE_OF_BIASES`].
const SUM: i32 = ONE * ONE_OF_WEIGHTS;
const OF_BIASES: i32 = SUM / ONE_OF_BIASES;

/// Numbers of two bytes each, little endian, in the order of [`Numbers`].
pub(super) static FILE: &[u8] = include_bytes!("../../../../assets/connect-n-9x7-5.network");

/// The row of a line in this state.
#[inline]
pub(super) fn of_line(line: usize, state: u8) -> usize {
    line * STATES + usize::from(state) % STATES
}

/// The row of a column: `landing` has the bit of the row to which a chip falls, `threats` those of each seat's threats.
#[inline]
pub(super) fn of_column(column: usize, landing: u16, threats: [u16; 2]) -> usize {
    let row = |rows: u16| (rows.trailing_zeros() as usize).min(NO_ROW);
    let [first, second] = threats.map(row);
    OF_COLUMNS + column % COLUMNS * COLUMN_STATES + row(landing) * 64 + first * 8 + second
}

/// The row for the seat to move, 0 for the first one, and for zugzwang.
#[inline]
pub(super) fn of_mover(mover: usize, outlasts: Option<usize>) -> usize {
    OF_MOVER + (mover & 1) * 3 + outlasts.map_or(0, |seat| 1 + (seat & 1))
}

/// All that the file has.
pub(super) struct Numbers {
    /// The rows.
    pub first: Vec<[i16; FIRST]>,
    /// What is added to every sum of them.
    pub first_bias: [i16; FIRST],
    /// What each row is worth by itself to the first seat.
    pub worth: Vec<i16>,
    /// The weights of the second layer's sums, by phase.
    pub second: Vec<[i16; FIRST]>,
    /// What is added to them.
    pub second_bias: Vec<i16>,
    /// What the second layer's sums count in the result.
    pub third: Vec<i16>,
    /// What is added to that, by phase.
    pub third_bias: Vec<i16>,
    /// What lines are worth where positions are not judged by the network, only steps put in order.
    pub order: Vec<i16>,
}

impl Numbers {
    /// Reads a file. What it is too short for is 0.
    pub(super) fn read(file: &[u8]) -> Self {
        let numbers = file.as_chunks::<2>().0.iter();
        let mut numbers = numbers.map(|number| i16::from_le_bytes(*number));
        let mut take = |many: usize| -> Vec<i16> {
            let mut some: Vec<i16> = numbers.by_ref().take(many).collect();
            some.resize(many, 0);
            some
        };
        let rows = |numbers: &[i16]| numbers.as_chunks::<FIRST>().0.to_vec();
        Self {
            first: rows(&take(ROWS * FIRST)),
            first_bias: rows(&take(FIRST)).first().copied().unwrap_or_default(),
            worth: take(ROWS),
            second: rows(&take(PHASES * SECOND * FIRST)),
            second_bias: take(PHASES * SECOND),
            third: take(PHASES * SECOND),
            third_bias: take(PHASES),
            order: take(LINES * STATES),
        }
    }
}

/// The network that is shipped.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::new(&Numbers::read(FILE)));

/// The numbers in a form that is quick to read.
pub(super) struct Network {
    first: Vec<[i16; FIRST]>,
    worth: Vec<i16>,
    /// By phase, the weights of the second layer's sums.
    second: [[[i16; FIRST]; SECOND]; PHASES],
    /// What is added to them.
    second_bias: [[i32; SECOND]; PHASES],
    /// What they count in the result.
    third: [[i32; SECOND]; PHASES],
    third_bias: [i32; PHASES],
    first_bias: [i16; FIRST],
}

/// The sum of rows.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    first: [i16; FIRST],
    worth: i32,
}

impl Network {
    pub(super) fn new(numbers: &Numbers) -> Self {
        let by_phase = |numbers: &[i16], times: i32| -> [[i32; SECOND]; PHASES] {
            let mut all = [[0; SECOND]; PHASES];
            for (to, &from) in all.as_flattened_mut().iter_mut().zip(numbers) {
                *to = i32::from(from) * times;
            }
            all
        };
        let mut second = [[[0; FIRST]; SECOND]; PHASES];
        for (to, from) in second.as_flattened_mut().iter_mut().zip(&numbers.second) {
            *to = *from;
        }
        let mut third_bias = [0; PHASES];
        for (to, &from) in third_bias.iter_mut().zip(&numbers.third_bias) {
            *to = i32::from(from) * OF_BIASES;
        }
        Self {
            first: numbers.first.clone(),
            worth: numbers.worth.clone(),
            second,
            second_bias: by_phase(&numbers.second_bias, OF_BIASES),
            third: by_phase(&numbers.third, 1),
            third_bias,
            first_bias: numbers.first_bias,
        }
    }

    /// The sum of no row.
    pub(super) fn nothing(&self) -> Sum {
        Sum {
            first: self.first_bias,
            worth: 0,
        }
    }

    /// Adds a row.
    #[inline]
    pub(super) fn add(&self, sum: &mut Sum, row: usize) {
        if let (Some(first), Some(worth)) = (self.first.get(row), self.worth.get(row)) {
            for (sum, number) in sum.first.iter_mut().zip(first) {
                *sum = sum.wrapping_add(*number);
            }
            sum.worth += i32::from(*worth);
        }
    }

    /// Adds a row in place of another.
    #[inline]
    pub(super) fn exchange(&self, sum: &mut Sum, old: usize, new: usize) {
        let rows = self.first.get(old).zip(self.first.get(new));
        let worths = self.worth.get(old).zip(self.worth.get(new));
        if let (Some((old, new)), Some((old_worth, new_worth))) = (rows, worths) {
            for ((sum, old), new) in sum.first.iter_mut().zip(old).zip(new) {
                *sum = sum.wrapping_add(new.wrapping_sub(*old));
            }
            sum.worth += i32::from(*new_worth) - i32::from(*old_worth);
        }
    }

    /// What a position is worth to the first seat, from the sum of its rows and how many cells are empty.
    #[inline]
    pub(super) fn result(&self, sum: &Sum, empty: u32) -> i32 {
        let mut given = sum.first;
        for number in &mut given {
            *number = (*number).clamp(0, ONE as i16);
        }
        let phase = phase(empty) % PHASES;
        let mut result = self.third_bias[phase];
        for (i, weights) in self.second[phase].iter().enumerate() {
            let products = weights.iter().zip(&given);
            let products = products.map(|(&weight, &number)| i32::from(weight) * i32::from(number));
            let sum = products.sum::<i32>() + self.second_bias[phase][i];
            let sum = sum.clamp(0, SUM);
            result += sum / ONE_OF_WEIGHTS * self.third[phase][i];
        }
        let result = i64::from(result) * i64::from(ONE_OF_RESULT) / i64::from(SUM);
        result as i32 + sum.worth / FINER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_lines_are_worth_nothing() {
        let numbers = Numbers::read(FILE);
        assert!(numbers.order.iter().any(|&number| number != 0));
        // Lines with chips of both seats are worth nothing, so that their rows need not be left out.
        for line in 0..LINES {
            let dead = of_line(line, 32);
            assert_eq!(numbers.first[dead], [0; FIRST]);
            assert_eq!((numbers.worth[dead], numbers.order[dead]), (0, 0));
        }
    }

    #[test]
    fn every_state_of_a_column_has_a_row_of_its_own() {
        let mut rows = Vec::new();
        for column in 0..COLUMNS {
            for landing in [1, 2, 4, 8, 16, 32, 64, 0] {
                for first in 0..8 {
                    for second in 0..8 {
                        let threats = [first, second].map(|row| 1_u16 << row & 127);
                        rows.push(of_column(column, landing, threats));
                    }
                }
            }
        }
        rows.extend(
            [0, 1].iter().flat_map(|&mover| {
                [None, Some(0), Some(1)].map(|outlasts| of_mover(mover, outlasts))
            }),
        );
        assert_eq!(rows, (OF_COLUMNS..ROWS).collect::<Vec<_>>());
    }
}
