//! A small neural network that evaluates positions of the frame of nine columns by seven rows, five in line.
//!
//! Every line has a row of numbers for each state of its cells. Every column has a row for its height and each seat's
//! lowest threat in it. The network adds up the rows of a position. A chip changes the rows of the few lines through
//! its cell, so the sum is updated as chips fall (Nasu 2018: efficiently updatable neural networks). Two small layers
//! evaluate the sum; they depend on the number of empty cells. Each row also has a value of its own.
//!
//! All numbers are integers, so the evaluation is the same on every machine.

use std::sync::LazyLock;

use super::weights::phase;

pub(super) const LINES: usize = 92;
/// Number of states of a line, see [`Placed`](super::placed::Placed).
pub(super) const STATES: usize = 64;
const COLUMNS: usize = 9;
const HEIGHT: usize = 7;
/// The row number that stands for no threat.
const NO_ROW: usize = HEIGHT;
/// Number of states of a column: its height and each seat's lowest threat, eight values each.
const COLUMN_STATES: usize = 8 * 8 * 8;
/// The index of the first row of columns.
const OF_COLUMNS: usize = LINES * STATES;
/// The index of the first row for the seat to move and for zugzwang.
const OF_MOVER: usize = OF_COLUMNS + COLUMNS * COLUMN_STATES;
pub(super) const ROWS: usize = OF_MOVER + 2 * 3;

/// Length of a row.
pub(super) const FIRST: usize = 32;
/// Number of sums in the second layer.
pub(super) const SECOND: usize = 16;
/// Number of phases. Each phase spans eight empty cells and has a second layer of its own.
pub(super) const PHASES: usize = 8;

/// The value 1 in rows, and in the second layer's input.
pub(super) const ONE: i32 = 512;
/// The value 1 in the weights of the second layer and of the result.
pub(super) const ONE_OF_WEIGHTS: i32 = 1024;
/// The value 1 in the biases of these sums, before they are scaled to the sums.
pub(super) const ONE_OF_BIASES: i32 = 2048;
/// A log-odds of 1 as a score of the search.
pub(super) const ONE_OF_RESULT: i32 = 250;
/// The extra precision of a row's own value.
pub(super) const FINER: i32 = 8;

/// The scale of sums relative to [`ONE`], and to [`ONE_OF_BIASES`].
const SUM: i32 = ONE * ONE_OF_WEIGHTS;
const OF_BIASES: i32 = SUM / ONE_OF_BIASES;

/// Numbers of two bytes each, little endian, in the order of [`Numbers`].
pub(super) static FILE: &[u8] = include_bytes!("../../../../assets/connect-n-9x7-5.network");

/// Returns the index of a line's row by its state.
#[inline]
pub(super) fn of_line(line: usize, state: u8) -> usize {
    line * STATES + usize::from(state) % STATES
}

/// Returns the index of a column's row.
/// `landing` has the bit of the row to which a chip falls, `threats` those of each seat's threats.
#[inline]
pub(super) fn of_column(column: usize, landing: u16, threats: [u16; 2]) -> usize {
    let row = |rows: u16| (rows.trailing_zeros() as usize).min(NO_ROW);
    let [first, second] = threats.map(row);
    OF_COLUMNS + column % COLUMNS * COLUMN_STATES + row(landing) * 64 + first * 8 + second
}

/// Returns the index of the row for the seat to move, 0 for the first one, and for zugzwang.
#[inline]
pub(super) fn of_mover(mover: usize, outlasts: Option<usize>) -> usize {
    OF_MOVER + (mover & 1) * 3 + outlasts.map_or(0, |seat| 1 + (seat & 1))
}

/// The contents of the file.
pub(super) struct Numbers {
    pub first: Vec<[i16; FIRST]>,
    /// The biases of the sums of rows.
    pub first_bias: [i16; FIRST],
    /// The value of each row itself for the first seat.
    pub worth: Vec<i16>,
    /// The weights of the second layer's sums, by phase.
    pub second: Vec<[i16; FIRST]>,
    /// The biases of the second layer.
    pub second_bias: Vec<i16>,
    /// The weights of the second layer's sums in the result.
    pub third: Vec<i16>,
    /// The biases of the result, by phase.
    pub third_bias: Vec<i16>,
    /// The values of lines for ordering steps; the network is not used for that.
    pub order: Vec<i16>,
}

impl Numbers {
    /// Reads a file. Missing numbers are 0.
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

/// The network that ships with the program.
pub(super) static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::new(&Numbers::read(FILE)));

/// The numbers in a form that is quick to evaluate.
pub(super) struct Network {
    first: Vec<[i16; FIRST]>,
    worth: Vec<i16>,
    /// The weights of the second layer's sums, by phase.
    second: [[[i16; FIRST]; SECOND]; PHASES],
    /// The biases of the second layer.
    second_bias: [[i32; SECOND]; PHASES],
    /// The weights of the second layer's sums in the result.
    third: [[i32; SECOND]; PHASES],
    third_bias: [i32; PHASES],
    first_bias: [i16; FIRST],
}

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

    /// Returns the empty sum.
    pub(super) fn nothing(&self) -> Sum {
        Sum {
            first: self.first_bias,
            worth: 0,
        }
    }

    #[inline]
    pub(super) fn add(&self, sum: &mut Sum, row: usize) {
        if let (Some(first), Some(worth)) = (self.first.get(row), self.worth.get(row)) {
            for (sum, number) in sum.first.iter_mut().zip(first) {
                *sum = sum.wrapping_add(*number);
            }
            sum.worth += i32::from(*worth);
        }
    }

    /// Replaces a row of a sum with another.
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

    /// Returns the value for the first seat, by the sum of rows and the number of empty cells.
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
        // Lines with chips of both seats have the value 0, so their rows need not be left out.
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
