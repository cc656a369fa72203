//! Lines of a frame of any size, represented by the number of each seat's chips.

use super::board::{Board, CELLS, Lines, lines_of, rows_of_first};
use super::weights::{LineWeights, Weights};
use super::zugzwang::judge;

/// The most lines of a frame, rounded up: two in line on 16×16 have 930.
const LINES: usize = 1024;
/// Number of states of a line.
const STATES: usize = 1 << 13;
/// The bit for upright lines in a line's state.
const UPRIGHT: u32 = 1 << 12;
/// The unit of a line's state that counts empty cells on rows of the first seat.
const ON_ROW_OF_FIRST: u32 = 1 << 8;

/// Sums over all lines, packed into one number.
/// The low 16 bits count the lines open to the first seat, the next 16 those open to the second seat, and the bits
/// above 32 their value for the first seat.
type Count = i64;

/// Lines with counts of chips.
pub(super) struct Counted {
    table: Box<Table>,
    /// The state of each line.
    /// Four bits each count chips of the first and of the second seat. Then come the number of empty cells on rows of
    /// the first seat, and a bit for upright lines. The bits above 16 are the XOR of the empty cells: the last cell if
    /// only one is empty.
    state: [u32; LINES],
    count: Count,
    /// The weights of the other terms of the evaluation.
    weights: &'static Weights,
}

struct Table {
    /// The lines through all cells, those of the first cell first.
    through: Vec<u16>,
    /// The start of each cell's lines in `through`.
    begin: [u16; CELLS + 1],
    /// The change of the count by seat, by row (second seat's, first seat's), and by the line's state.
    change: [[Vec<Count>; 2]; 2],
    /// The counts of chips in the state of a line that lacks one chip, by seat.
    threat: [u32; 2],
}

impl Table {
    #[inline]
    fn through(&self, cell: usize) -> &[u16] {
        let begin = usize::from(self.begin[cell % CELLS]);
        let end = usize::from(self.begin[cell % CELLS + 1]);
        self.through.get(begin..end).unwrap_or_default()
    }

    #[inline]
    fn change(&self, seat: usize, of_first: bool) -> Option<&[Count; STATES]> {
        self.change[seat & 1][usize::from(of_first)].first_chunk()
    }
}

/// Returns the change of a line's state by a chip of a seat.
#[inline]
fn step(seat: usize, of_first: bool) -> u32 {
    (1_u32 << (4 * seat)).wrapping_sub(ON_ROW_OF_FIRST * u32::from(of_first))
}

impl Counted {
    /// Creates the lines of an empty frame with these columns and rows, and the length of a line.
    pub(super) fn new(
        dimensions: [u8; 3],
        of_lines: &LineWeights,
        weights: &'static Weights,
    ) -> Self {
        let [columns, rows, n] = dimensions.map(usize::from);
        let rows_of_first = rows_of_first(columns, rows);
        let mut through = vec![Vec::new(); CELLS];
        let (mut state, mut count) = ([0; LINES], 0);
        for (line, cells) in lines_of([columns, rows, n]).into_iter().enumerate() {
            let is_upright =
                cells.first().map(|cell| cell / rows) == cells.last().map(|cell| cell / rows);
            let mut new = if is_upright { UPRIGHT } else { 0 };
            for &cell in &cells {
                through[cell].push(line as u16);
                new ^= (cell as u32) << 16;
                new += ON_ROW_OF_FIRST * u32::from(rows_of_first >> (cell % rows) & 1);
            }
            state[line] = new;
            count += counted(new, n, of_lines);
        }
        let mut begin = [0; CELLS + 1];
        for (cell, through) in through.iter().enumerate() {
            begin[cell + 1] = begin[cell] + through.len() as u16;
        }
        Self {
            table: Box::new(Table {
                through: through.into_iter().flatten().collect(),
                begin,
                change: changes(n, of_lines),
                threat: [n as u32 - 1, (n as u32 - 1) << 4],
            }),
            state,
            count,
            weights,
        }
    }
}

impl Lines for Counted {
    type Before = Count;

    #[inline]
    fn fall(
        &mut self,
        cell: usize,
        seat: usize,
        of_first: bool,
        mut completes: impl FnMut(usize),
    ) -> Count {
        let before = self.count;
        let Some(change) = self.table.change(seat, of_first) else {
            return before;
        };
        let step = step(seat, of_first);
        let threat = self.table.threat[seat & 1];
        for &line in self.table.through(cell) {
            let state = &mut self.state[usize::from(line) % LINES];
            self.count += change[*state as usize % STATES];
            *state = state.wrapping_add(step) ^ (cell as u32) << 16;
            if *state & 255 == threat {
                completes((*state >> 16) as usize);
            }
        }
        before
    }

    #[inline]
    fn take_back(&mut self, cell: usize, seat: usize, of_first: bool, before: &Count) {
        let step = step(seat, of_first);
        for &line in self.table.through(cell) {
            let state = &mut self.state[usize::from(line) % LINES];
            *state = (*state ^ (cell as u32) << 16).wrapping_sub(step);
        }
        self.count = *before;
    }

    #[inline]
    fn gain(&self, cell: usize, seat: usize, of_first: bool) -> i32 {
        let Some(change) = self.table.change(seat, of_first) else {
            return 0;
        };
        let lines = self.table.through(cell).iter();
        let all: Count = lines
            .map(|&line| change[self.state[usize::from(line) % LINES] as usize % STATES])
            .sum();
        ((all + (1 << 31)) >> 32) as i32
    }

    #[inline]
    fn judge(board: &Board<Self>) -> i32 {
        judge(board, board.lines.weights)
    }

    #[inline]
    fn worth(&self) -> i32 {
        (self.count >> 32) as i32
    }

    #[inline]
    fn open(&self, seat: usize) -> u32 {
        (self.count >> (16 * (seat & 1))) as u32 & 0xffff
    }
}

/// Returns a line's part of the count by its state.
fn counted(state: u32, n: usize, weights: &LineWeights) -> Count {
    let [first, second, of_first] = [0, 4, 8].map(|shift| (state >> shift & 15) as usize);
    let worth = |own: usize, other: usize, on_own_rows: usize| {
        if other > 0 || !weights.counts_upright && state & UPRIGHT != 0 {
            return 0;
        }
        let worth = weights
            .lines
            .get(n - own)
            .and_then(|row| row.get(on_own_rows.min(4)));
        worth.copied().unwrap_or(0)
    };
    let of_second = (n - first - second).saturating_sub(of_first);
    let worth = worth(first, second, of_first) - worth(second, first, of_second);
    (worth << 32) + (i64::from(first == 0) << 16) + i64::from(second == 0)
}

/// Returns the change of the count by seat, by row (second seat's, first seat's), and by state.
fn changes(n: usize, weights: &LineWeights) -> [[Vec<Count>; 2]; 2] {
    let mut changes = std::array::from_fn(|_| std::array::from_fn(|_| vec![0; STATES]));
    let n = n as u32;
    for upright in [0, UPRIGHT] {
        for (first, second) in
            (0..n).flat_map(|first| (0..n - first).map(move |rest| (first, rest)))
        {
            for of_first in 0..=n - first - second {
                let state = upright | (of_first * ON_ROW_OF_FIRST) | (second << 4) | first;
                let before = counted(state, n as usize, weights);
                for (seat, changes) in changes.iter_mut().enumerate() {
                    let after = state + (1 << (4 * seat));
                    let [on_other, on_first]: &mut [Vec<Count>; 2] = changes;
                    if of_first < n - first - second {
                        on_other[state as usize] = counted(after, n as usize, weights) - before;
                    }
                    if of_first > 0 {
                        on_first[state as usize] =
                            counted(after - ON_ROW_OF_FIRST, n as usize, weights) - before;
                    }
                }
            }
        }
    }
    changes
}
