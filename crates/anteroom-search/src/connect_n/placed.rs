//! Lines of the frame of nine columns by seven rows, five in line, represented by the cells of their chips.
//!
//! A line counts by the cells with chips, if only one seat has chips in it, and by its place: the height and the
//! columns of its empty cells decide which seat will fill them. A [`network`](super::network) evaluates positions; the
//! rows of all lines are added up as chips fall. Steps are ordered by simpler numbers, one for each state of each
//! line.

use std::sync::LazyLock;

use super::board::{Board, Lines, lines_of};
use super::network::{FILE, NETWORK, Network, Numbers, Sum, of_column, of_line, of_mover};
use super::zugzwang::{any_threat, who_outlasts};

/// The frame: columns, rows, and the length of a line.
pub(super) const FRAME: [u8; 3] = [9, 7, 5];

const N: usize = 5;
/// Number of cells of the frame, rounded up to a power of two.
const CELLS: usize = 64;
/// Number of lines, rounded up to a power of two.
const LINES: usize = 128;
/// An upper limit of the number of lines through a cell.
const THROUGH: usize = 16;

/// Number of states of a line.
/// A state has the cells with chips as bits, the line's first cell lowest, plus [`OF_SECOND`] for chips of the second
/// seat; or it is [`DEAD`] if both seats have chips.
const STATES: usize = 64;
const OF_SECOND: u8 = 32;
const DEAD: u8 = 32;

/// The next state, by seat, by the chip's place in the line, and by the state.
static AFTER: [[[u8; STATES]; 8]; 2] = after();
/// The states that are open to each seat, as bits.
const OPEN: [u64; 2] = [0xffff_ffff, 0xffff_fffe_0000_0001];
/// The states that lack one chip of each seat, as bits.
const THREAT: [u64; 2] = [threats(0), threats(OF_SECOND)];

const fn after() -> [[[u8; STATES]; 8]; 2] {
    let mut after = [[[DEAD; STATES]; 8]; 2];
    let mut place = 0;
    while place < N {
        let mut state = 0;
        while state < STATES as u8 {
            if state < OF_SECOND {
                after[0][place][state as usize] = state | 1 << place;
            }
            if state == 0 || state > OF_SECOND {
                after[1][place][state as usize] = state | 1 << place | OF_SECOND;
            }
            state += 1;
        }
        place += 1;
    }
    after
}

const fn threats(seat: u8) -> u64 {
    let (mut threats, mut chips) = (0, 0_u8);
    while chips < 1 << N {
        if chips.count_ones() as usize == N - 1 {
            threats |= 1 << (chips | seat);
        }
        chips += 1;
    }
    threats
}

struct Table {
    /// The value of each line in each state, for ordering steps.
    worth: [[i16; STATES]; LINES],
    /// The lines through all cells, those of the first cell first, and the cell's place in each.
    through: Vec<(u8, u8)>,
    /// The start of each cell's lines in `through`.
    begin: [u16; CELLS + 1],
    /// The cells of each line.
    cells: [[u8; 8]; LINES],
    many: u32,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

impl Table {
    fn new() -> Self {
        let [columns, rows, _] = FRAME.map(usize::from);
        let lines = lines_of(FRAME.map(usize::from));
        let order = Numbers::read(FILE).order;
        let mut table = Self {
            worth: [[0; STATES]; LINES],
            through: Vec::new(),
            begin: [0; CELLS + 1],
            cells: [[0; 8]; LINES],
            many: lines.len() as u32,
        };
        for (line, cells) in lines.iter().enumerate() {
            for (place, &cell) in cells.iter().enumerate() {
                table.cells[line][place] = cell as u8;
            }
            for state in (0..STATES).filter(|&state| state != usize::from(DEAD)) {
                let worth = order.get(of_line(line, state as u8));
                table.worth[line][state] = worth.copied().unwrap_or(0);
            }
        }
        for cell in 0..columns * rows {
            for (line, cells) in lines.iter().enumerate() {
                if let Some(place) = cells.iter().position(|&other| other == cell) {
                    table.through.push((line as u8, place as u8));
                }
            }
            table.begin[cell + 1] = table.through.len() as u16;
        }
        table
    }

    #[inline]
    fn through(&self, cell: usize) -> &[(u8, u8)] {
        let begin = usize::from(self.begin[cell % CELLS]);
        let end = usize::from(self.begin[cell % CELLS + 1]);
        self.through.get(begin..end).unwrap_or_default()
    }
}

/// Lines with the cells of their chips.
pub(super) struct Placed {
    table: &'static Table,
    network: &'static Network,
    state: [u8; LINES],
    worth: i32,
    open: [u32; 2],
    /// The sum of the network's rows of all lines that are not dead.
    sum: Sum,
}

/// The sum before a chip, and the states of the lines through its cell.
#[derive(Clone, Copy)]
pub(super) struct Before {
    worth: i32,
    open: [u32; 2],
    sum: Sum,
    states: [u8; THROUGH],
}

impl Placed {
    /// Creates the lines of the empty frame.
    pub(super) fn new() -> Self {
        let (table, network) = (&*TABLE, &*NETWORK);
        let mut sum = network.nothing();
        for line in 0..table.many as usize {
            network.add(&mut sum, of_line(line, 0));
        }
        Self {
            table,
            network,
            state: [0; LINES],
            worth: table.worth.iter().map(|line| i32::from(line[0])).sum(),
            open: [table.many; 2],
            sum,
        }
    }

    /// Calls `visit` with each row of the network that does not belong to a line.
    #[inline]
    pub(super) fn each_other_row(board: &Board<Self>, mut visit: impl FnMut(usize)) {
        for column in 0..usize::from(FRAME[0]) {
            let [first, second] = &board.threats;
            let threats = [first[column], second[column]];
            visit(of_column(column, board.landings[column], threats));
        }
        let outlasts = if any_threat(board) {
            who_outlasts(board)
        } else {
            None
        };
        visit(of_mover(board.mover, outlasts));
    }
}

impl Lines for Placed {
    type Before = Before;

    #[inline]
    fn fall(
        &mut self,
        cell: usize,
        seat: usize,
        _: bool,
        mut completes: impl FnMut(usize),
    ) -> Before {
        let mut before = Before {
            worth: self.worth,
            open: self.open,
            sum: self.sum,
            states: [0; THROUGH],
        };
        let table = self.table;
        let (seat, other) = (seat & 1, seat & 1 ^ 1);
        let through = table.through(cell).iter();
        for (&(line, place), before) in through.zip(&mut before.states) {
            let line = usize::from(line) % LINES;
            let state = self.state[line] % STATES as u8;
            let after = AFTER[seat][usize::from(place) % 8][usize::from(state)] % STATES as u8;
            let worth = &table.worth[line];
            self.worth +=
                i32::from(worth[usize::from(after)]) - i32::from(worth[usize::from(state)]);
            self.open[other] -= (OPEN[other] >> state & 1) as u32;
            self.state[line] = after;
            *before = state;
            if state != DEAD {
                let (old, new) = (of_line(line, state), of_line(line, after));
                self.network.exchange(&mut self.sum, old, new);
            }
            if THREAT[seat] >> after & 1 == 1 {
                completes(usize::from(
                    table.cells[line][after.trailing_ones() as usize % 8],
                ));
            }
        }
        before
    }

    #[inline]
    fn take_back(&mut self, cell: usize, _: usize, _: bool, before: &Before) {
        for (&(line, _), &state) in self.table.through(cell).iter().zip(&before.states) {
            self.state[usize::from(line) % LINES] = state;
        }
        self.worth = before.worth;
        self.open = before.open;
        self.sum = before.sum;
    }

    #[inline]
    fn judge(board: &Board<Self>) -> i32 {
        let lines = &board.lines;
        let mut sum = lines.sum;
        Self::each_other_row(board, |row| lines.network.add(&mut sum, row));
        let score = lines.network.result(&sum, board.empty);
        if board.mover & 1 == 0 { score } else { -score }
    }

    #[inline]
    fn gain(&self, cell: usize, seat: usize, _: bool) -> i32 {
        let after = &AFTER[seat & 1];
        let mut gain = 0;
        for &(line, place) in self.table.through(cell) {
            let line = usize::from(line) % LINES;
            let state = usize::from(self.state[line]) % STATES;
            let after = usize::from(after[usize::from(place) % 8][state]) % STATES;
            let worth = &self.table.worth[line];
            gain += i32::from(worth[after]) - i32::from(worth[state]);
        }
        gain
    }

    #[inline]
    fn worth(&self) -> i32 {
        self.worth
    }

    #[inline]
    fn open(&self, seat: usize) -> u32 {
        self.open[seat & 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anteroom_games::board::Seat;
    use anteroom_games::games::connect_n::{ConnectN, Size};
    use anteroom_games::games::{Position, SplitMix64};

    #[test]
    fn no_cell_has_more_lines_than_there_is_room_for() {
        let most = (0..63).map(|cell| TABLE.through(cell).len()).max();
        assert!(most.is_some_and(|most| most <= THROUGH), "{most:?}");
        assert_eq!(TABLE.many as usize, crate::connect_n::network::LINES);
    }

    #[test]
    fn rows_are_added_up_as_chips_fall_and_are_taken_back() {
        let [columns, rows, n] = FRAME;
        let size = Size::new(columns, rows, n).expect("a size");
        let judged_anew = |board: &Board<Placed>| {
            let mut sum = NETWORK.nothing();
            let states = board.lines.state.iter().enumerate();
            let states = states.take(board.lines.table.many as usize);
            for (line, &state) in states.filter(|&(_, &state)| state != DEAD) {
                NETWORK.add(&mut sum, of_line(line, state));
            }
            Placed::each_other_row(board, |row| NETWORK.add(&mut sum, row));
            let score = NETWORK.result(&sum, board.empty);
            if board.mover == 0 { score } else { -score }
        };
        let mut numbers = SplitMix64::new(5);
        for _ in 0..20 {
            let mut position = ConnectN::<u128>::start(&size);
            let mut board = Board::of(&position, Seat::First, Placed::new());
            let mut fallen = Vec::new();
            while let Some(step) = position.random_step(&mut |n| numbers.below(n)) {
                position.play_unchecked(&step, &mut ());
                if position.to_move().is_none() {
                    break;
                }
                let column = usize::from(step.number());
                let score = Placed::judge(&board);
                fallen.push((column, score, board.drop(column)));
                assert_eq!(Placed::judge(&board), judged_anew(&board));
            }
            while let Some((column, score, before)) = fallen.pop() {
                board.take_back(column, &before);
                assert_eq!(Placed::judge(&board), score);
            }
        }
    }
}
