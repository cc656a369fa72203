//! A frame of any size whose lines are counted as chips fall and are taken back: what a chip changes are the few lines
//! through its cell, which is far less than to look at all of them anew.

use super::weights::Weights;
use crate::board::Seat;
use crate::games::SplitMix64;
use crate::games::connect_n::{Bits, ConnectN};

/// The most columns and the most rows.
pub(super) const SIDE: usize = 16;
/// The most cells.
pub(super) const CELLS: usize = SIDE * SIDE;
/// More lines than any frame has: two in line on 16×16 are 930.
const LINES: usize = 1024;
/// How many states a line may have.
const STATES: usize = 1 << 13;
/// The bit in the state of lines that stand upright.
const UPRIGHT: u32 = 1 << 12;
/// What one more empty cell on a row of the first seat adds to a line's state.
const ON_ROW_OF_FIRST: u32 = 1 << 8;

/// The rows of each column as bits, the lowest row first.
pub(super) type Rows = [u16; SIDE];

/// What is counted over all lines, in one number: how many are open to the first seat, above 16 bits how many to the second, and
/// above 32 bits what they are worth to the first.
type Count = i64;

/// What never changes.
struct Lines {
    /// The lines through all cells, those of the first cell first.
    through: Vec<u16>,
    /// Where those of each cell begin.
    begin: [u16; CELLS + 1],
    /// What a chip of each seat changes of a line by its state, on a row of the second seat and on one of the first.
    change: [[Vec<Count>; 2]; 2],
    /// The chips of a line that lacks one of each seat, as they stand in its state.
    threat: [u32; 2],
    /// Numbers by chance for each seat's chip on each cell (Zobrist 1970).
    keys: [[u64; CELLS]; 2],
}

/// A position whose lines are counted. Nobody has completed one.
pub(super) struct Board {
    lines: Box<Lines>,
    /// What it is judged by.
    pub weights: &'static Weights,
    pub columns: usize,
    pub rows: usize,
    /// Of each line how many chips of the first and of the second seat are in it, four bits each; then how many of its empty cells
    /// are on rows of the first seat, and whether it is upright; above 16 bits its empty cells, all exclusive-ored: the last one
    /// when there is but one.
    state: [u32; LINES],
    count: Count,
    /// The rows that fall to the first seat when everything else is full.
    pub rows_of_first: u16,
    /// The row of each column to which a chip falls; nothing where it is full.
    pub landings: Rows,
    /// The empty cells that complete a line of each seat.
    pub threats: [Rows; 2],
    /// How many cells are empty.
    pub empty: u32,
    /// 0 for the first seat.
    pub mover: usize,
    /// A number that tells this position from others.
    pub key: u64,
}

/// What it takes to take a chip back.
#[derive(Clone, Copy)]
pub(super) struct Before {
    count: Count,
    threats: [Rows; 2],
}

impl Board {
    /// The position, which goes on.
    pub(super) fn of<B: Bits>(
        position: &ConnectN<B>,
        mover: Seat,
        weights: &'static Weights,
    ) -> Self {
        let [columns, rows, n] = position.dimensions().map(usize::from);
        // Who begins has the first, third … row from below, unless all columns but one have an odd number of cells together.
        let rows_of_first = if columns.is_multiple_of(2) && !rows.is_multiple_of(2) {
            0xaaaa
        } else {
            0x5555
        };
        let mut through = vec![Vec::new(); CELLS];
        let mut state = [0; LINES];
        let (mut many, mut total) = (0, 0);
        for column in 0..columns {
            for row in 0..rows {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cell = |i: usize| {
                        let column = column + right * i;
                        let row = row.checked_add_signed(up * i as isize)?;
                        (column < columns && row < rows).then_some(column * rows + row)
                    };
                    let Some(cells) = (0..n).map(cell).collect::<Option<Vec<_>>>() else {
                        continue;
                    };
                    let mut line = if right == 0 { UPRIGHT } else { 0 };
                    for &cell in &cells {
                        through[cell].push(many as u16);
                        line ^= (cell as u32) << 16;
                        line += ON_ROW_OF_FIRST * u32::from(rows_of_first >> (cell % rows) & 1);
                    }
                    state[many] = line;
                    total += counted(line, n, weights);
                    many += 1;
                }
            }
        }
        let mut begin = [0; CELLS + 1];
        for (cell, through) in through.iter().enumerate() {
            begin[cell + 1] = begin[cell] + through.len() as u16;
        }
        let mut numbers = SplitMix64::new(0x636f_6e6e_6563_746e);
        let mut board = Self {
            lines: Box::new(Lines {
                through: through.into_iter().flatten().collect(),
                begin,
                change: changes(n, weights),
                threat: [n as u32 - 1, (n as u32 - 1) << 4],
                keys: std::array::from_fn(|_| std::array::from_fn(|_| numbers.next())),
            }),
            weights,
            columns,
            rows,
            state,
            count: total,
            rows_of_first,
            landings: std::array::from_fn(|column| u16::from(column < columns)),
            threats: [[0; SIDE]; 2],
            empty: (columns * rows) as u32,
            mover: 0,
            key: 0,
        };
        // Column by column from below: in which order chips fell makes no difference.
        let chips = Seat::BOTH.map(|seat| position.chips_of(seat));
        for column in 0..columns {
            for row in 0..rows {
                let bit = (column * (rows + 1) + row) as u32;
                if let Some(seat) = chips.iter().position(|chips| chips.has(bit)) {
                    board.mover = seat;
                    board.drop(column);
                }
            }
        }
        board.mover = mover.index();
        board
    }

    /// The cell to which a chip falls in a column that has room.
    #[inline]
    pub(super) fn cell(&self, column: usize) -> usize {
        (column % SIDE) * self.rows + self.landings[column % SIDE].trailing_zeros() as usize
    }

    /// Where the lines through a cell stand in the list of all.
    #[inline]
    fn through(&self, cell: usize) -> std::ops::Range<usize> {
        let begin = usize::from(self.lines.begin[cell % CELLS]);
        begin..usize::from(self.lines.begin[cell % CELLS + 1])
    }

    /// A chip of the seat to move falls into a column that has room.
    #[inline]
    pub(super) fn drop(&mut self, column: usize) -> Before {
        let before = Before {
            count: self.count,
            threats: self.threats,
        };
        let cell = self.cell(column);
        let seat = self.mover & 1;
        let landing = self.landings[column % SIDE];
        let of_first = usize::from(landing & self.rows_of_first != 0);
        let through = self.through(cell);
        let lines = &self.lines;
        let Some(change) = lines.change[seat][of_first].first_chunk::<STATES>() else {
            return before;
        };
        let step = (1_u32 << (4 * seat)).wrapping_sub(ON_ROW_OF_FIRST * of_first as u32);
        let threat = lines.threat[seat];
        for &line in lines.through.get(through).unwrap_or_default() {
            let state = &mut self.state[usize::from(line) % LINES];
            self.count += change[*state as usize % STATES];
            *state = state.wrapping_add(step) ^ (cell as u32) << 16;
            if *state & 255 == threat {
                let last = (*state >> 16) as usize;
                self.threats[seat][last / self.rows % SIDE] |= 1 << (last % self.rows);
            }
        }
        for threats in &mut self.threats {
            threats[column % SIDE] &= !landing;
        }
        self.landings[column % SIDE] = landing << 1 & ((1_u32 << self.rows) - 1) as u16;
        self.empty -= 1;
        self.key ^= lines.keys[seat][cell % CELLS];
        self.mover = seat ^ 1;
        before
    }

    /// Takes back the chip that fell last, into this column.
    #[inline]
    pub(super) fn take_back(&mut self, column: usize, before: &Before) {
        let landing = match self.landings[column % SIDE] {
            0 => 1 << (self.rows - 1),
            landing => landing >> 1,
        };
        self.landings[column % SIDE] = landing;
        let cell = self.cell(column);
        let seat = (self.mover ^ 1) & 1;
        let of_first = u32::from(landing & self.rows_of_first != 0);
        let step = (1_u32 << (4 * seat)).wrapping_sub(ON_ROW_OF_FIRST * of_first);
        let through = self.through(cell);
        for &line in self.lines.through.get(through).unwrap_or_default() {
            let state = &mut self.state[usize::from(line) % LINES];
            *state = (*state ^ (cell as u32) << 16).wrapping_sub(step);
        }
        self.count = before.count;
        self.threats = before.threats;
        self.empty += 1;
        self.key ^= self.lines.keys[seat][cell % CELLS];
        self.mover = seat;
    }

    /// What the open lines are worth to the first seat.
    #[inline]
    pub(super) fn worth(&self) -> i32 {
        (self.count >> 32) as i32
    }

    /// How many lines are open to a seat.
    #[inline]
    pub(super) fn open(&self, seat: usize) -> u32 {
        (self.count >> (16 * (seat & 1))) as u32 & 0xffff
    }

    /// By how much a chip of the seat to move in this column makes its open lines worth more than the other's.
    #[inline]
    pub(super) fn gain(&self, column: usize) -> i32 {
        let seat = self.mover & 1;
        let of_first = usize::from(self.landings[column % SIDE] & self.rows_of_first != 0);
        let Some(change) = self.lines.change[seat][of_first].first_chunk::<STATES>() else {
            return 0;
        };
        let through = self.through(self.cell(column));
        let lines = self.lines.through.get(through).unwrap_or_default();
        let all: Count = lines
            .iter()
            .map(|&line| change[self.state[usize::from(line) % LINES] as usize % STATES])
            .sum();
        let worth = ((all + (1 << 31)) >> 32) as i32;
        if seat == 0 { worth } else { -worth }
    }
}

/// What a line in this state adds to the count.
fn counted(state: u32, n: usize, weights: &Weights) -> Count {
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

/// What a chip of each seat changes of the count by a line's state, on a row of the second seat and on one of the first.
fn changes(n: usize, weights: &Weights) -> [[Vec<Count>; 2]; 2] {
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

#[cfg(test)]
mod tests {
    use super::{Before, Board};
    use crate::board::Seat;
    use crate::games::connect_n::{Bits, ConnectN, Size, Wide};
    use crate::games::{Position, SplitMix64};
    use crate::search::connect_n::weights::{FITTED, PLAIN, Weights};

    /// The empty cells that complete a line, found by dropping a chip of the seat there on a board of its own.
    fn completing<B: Bits>(
        position: &ConnectN<B>,
        [columns, rows, n]: [u8; 3],
        seat: Seat,
    ) -> Vec<(u8, u8)> {
        let own = |column: i32, row: i32| {
            (0..i32::from(columns)).contains(&column)
                && (0..i32::from(rows)).contains(&row)
                && position
                    .chips_of(seat)
                    .has((column * (i32::from(rows) + 1) + row) as u32)
        };
        let taken = |column: u8, row: u8| {
            let bit = u32::from(column) * (u32::from(rows) + 1) + u32::from(row);
            Seat::BOTH
                .iter()
                .any(|&seat| position.chips_of(seat).has(bit))
        };
        let mut found = Vec::new();
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))
        {
            let longest = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(right, up)| {
                let reach = |sign: i32| {
                    (1..i32::from(n))
                        .take_while(|i| {
                            own(
                                i32::from(column) + sign * i * right,
                                i32::from(row) + sign * i * up,
                            )
                        })
                        .count()
                };
                1 + reach(1) + reach(-1)
            });
            if !taken(column, row) && longest.iter().any(|&many| many >= usize::from(n)) {
                found.push((column, row));
            }
        }
        found
    }

    fn play<B: Bits>(size: [u8; 3], seed: u64, weights: &'static Weights) {
        let [columns, rows, n] = size;
        let Ok(of) = Size::new(columns, rows, n) else {
            panic!("{size:?}");
        };
        let mut position = ConnectN::<B>::start(&of);
        let mut board = Board::of(&position, Seat::First, weights);
        let mut numbers = SplitMix64::new(seed);
        let mut fallen: Vec<(usize, Before, u64, i32)> = Vec::new();
        while let Some(step) = position.random_step(&mut |n| numbers.below(n)) {
            let (key, worth) = (board.key, board.worth());
            let column = usize::from(step.number());
            let gain = board.gain(column);
            position.play_unchecked(&step, &mut ());
            let Some(mover) = position.to_move() else {
                break;
            };
            let before = board.drop(column);
            fallen.push((column, before, key, worth));
            let sign = if mover == Seat::Second { 1 } else { -1 };
            assert_eq!(board.worth(), worth + sign * gain);
            // What was counted chip by chip is what a look at the whole finds.
            let fresh = Board::of(&position, mover, weights);
            assert_eq!(board.key, fresh.key);
            assert_eq!(board.worth(), fresh.worth());
            assert_eq!(
                [0, 1].map(|seat| board.open(seat)),
                [0, 1].map(|seat| fresh.open(seat))
            );
            for seat in Seat::BOTH {
                let threats: Vec<_> = (0..columns)
                    .flat_map(|column| (0..rows).map(move |row| (column, row)))
                    .filter(|&(column, row)| {
                        board.threats[seat.index()][usize::from(column)] >> row & 1 == 1
                    })
                    .collect();
                assert_eq!(threats, completing(&position, size, seat), "{position:?}");
            }
        }
        while let Some((column, before, key, worth)) = fallen.pop() {
            board.take_back(column, &before);
            assert_eq!((board.key, board.worth()), (key, worth));
        }
        assert_eq!(board.empty, u32::from(columns) * u32::from(rows));
        assert_eq!(
            board.state,
            Board::of(&ConnectN::<B>::start(&of), Seat::First, weights).state
        );
    }

    #[test]
    fn lines_are_counted_as_chips_fall_and_are_taken_back() {
        for seed in 0..4 {
            let weights = if seed % 2 == 0 { &FITTED } else { &PLAIN };
            play::<u128>([9, 7, 5], seed, weights);
            play::<u128>([10, 9, 4], seed, weights);
            play::<Wide>([16, 16, 5], seed, weights);
            play::<Wide>([16, 16, 3], seed, weights);
            play::<Wide>([8, 16, 15], seed, weights);
        }
    }
}
