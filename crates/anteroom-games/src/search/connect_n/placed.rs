//! Lines of the frame of nine columns by seven rows, five in line, each known by where its chips are.
//!
//! A line counts by which of its cells have chips of the one seat that has any, and by where it is: how high its empty cells are,
//! and in which columns, decides who will fill them. The worths were fitted to the results of games (logistic regression), of a line
//! and its mirror image as one.

use std::sync::LazyLock;

use super::board::{Lines, lines_of};
use super::weights::Weights;

/// The frame it is of: columns, rows, and how many in line.
pub(super) const FRAME: [u8; 3] = [9, 7, 5];

/// How many cells a line has.
const N: usize = 5;
/// How many cells the frame has, rounded up to a power of two.
const CELLS: usize = 64;
/// How many lines, rounded up likewise.
const LINES: usize = 128;
/// No cell has more lines.
const THROUGH: usize = 16;

/// The states that a line may have: the cells with chips as bits, the line's first cell lowest, and [`OF_SECOND`] when they are the
/// second seat's; [`DEAD`] when there is a chip of each seat.
const STATES: usize = 64;
const OF_SECOND: u8 = 32;
const DEAD: u8 = 32;

/// How many worths the file has for a line: without chips, with those of the first seat, with those of the second.
const WORTHS: usize = 63;
/// How many lines come before their mirror image or are their own.
const OWN_LINES: usize = 51;
/// How many worths there are in the file.
pub(super) const WORTHS_OF_ALL: usize = OWN_LINES * WORTHS;
/// No worth of the file: that of a dead line.
const NOWHERE: u16 = u16::MAX;
/// See [`Weights::margin`].
const MARGIN: i32 = 40;

/// Numbers of two bytes each, little endian: the worth of each line that comes before its mirror image or is its own, in the order of
/// [`lines_of`], each without chips, then with those of the first seat, by their bits, then with the second's; after them what
/// [`Weights::fitted`] reads.
pub(super) static FILE: &[u8] = include_bytes!("../../../../../assets/connect-n-9x7-5.weights");

/// By seat and by the chip's place in the line, what becomes of each state.
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

/// What never changes.
struct Table {
    worth: [[i16; STATES]; LINES],
    /// Where in the file the worth of each line stands in each state.
    places: [[u16; STATES]; LINES],
    weights: Weights,
    /// The lines through all cells, those of the first cell first, and the cell's place in each.
    through: Vec<(u8, u8)>,
    /// Where those of each cell begin.
    begin: [u16; CELLS + 1],
    /// The cells of each line.
    cells: [[u8; 8]; LINES],
    /// How many lines there are.
    many: u32,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::read);

impl Table {
    fn read() -> Self {
        let [columns, rows, _] = FRAME.map(usize::from);
        let lines = lines_of(FRAME.map(usize::from));
        let numbers: Vec<i16> = FILE
            .as_chunks::<2>()
            .0
            .iter()
            .map(|number| i16::from_le_bytes(*number))
            .collect();
        let terms = numbers.iter().skip(WORTHS_OF_ALL);
        let terms: Vec<i32> = terms.map(|&number| i32::from(number)).collect();
        let mut table = Self {
            worth: [[0; STATES]; LINES],
            places: [[NOWHERE; STATES]; LINES],
            weights: Weights::fitted(&terms, MARGIN),
            through: Vec::new(),
            begin: [0; CELLS + 1],
            cells: [[0; 8]; LINES],
            many: lines.len() as u32,
        };
        let mut own = 0;
        for (line, cells) in lines.iter().enumerate() {
            for (place, &cell) in cells.iter().enumerate() {
                table.cells[line][place] = cell as u8;
            }
            let mirrored: Vec<usize> = cells
                .iter()
                .map(|cell| (columns - 1 - cell / rows) * rows + cell % rows)
                .collect();
            let image = lines
                .iter()
                .take(line + 1)
                .position(|other| mirrored.iter().all(|cell| other.contains(cell)));
            // The cells of an image may come in the other order.
            let image = image.map(|image| {
                let place = |cell| lines[image].iter().position(|other| other == cell);
                (image, mirrored.iter().filter_map(place).collect::<Vec<_>>())
            });
            for state in (0..STATES).filter(|&state| state != usize::from(DEAD)) {
                let as_image = image.as_ref().map(|(image, places)| {
                    let chips = places.iter().enumerate();
                    let chips = chips.map(|(place, of)| (state >> place & 1) << of);
                    let state = chips.sum::<usize>() | state & usize::from(OF_SECOND);
                    (*image, state)
                });
                table.places[line][state] = match as_image {
                    Some((image, state)) if image < line => table.places[image][state],
                    // Its own image: the lower of the two states stands for both.
                    Some((_, other)) if other < state => table.places[line][other],
                    _ => (own * WORTHS + state - usize::from(state > usize::from(DEAD))) as u16,
                };
                let worth = numbers.get(usize::from(table.places[line][state]));
                table.worth[line][state] = worth.copied().unwrap_or(0);
            }
            own += usize::from(image.is_none_or(|(image, _)| image == line));
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

/// Lines with the places of their chips.
pub(super) struct Placed {
    table: &'static Table,
    /// The state of each.
    state: [u8; LINES],
    worth: i32,
    open: [u32; 2],
}

/// The worth and the lines open to each seat, and the states of the lines through a cell.
#[derive(Clone, Copy)]
pub(super) struct Before {
    worth: i32,
    open: [u32; 2],
    states: [u8; THROUGH],
}

/// What positions are judged by besides their lines.
pub(super) fn weights() -> &'static Weights {
    &TABLE.weights
}

impl Placed {
    /// The lines of the empty frame.
    pub(super) fn new() -> Self {
        let table = &*TABLE;
        Self {
            table,
            state: [0; LINES],
            worth: table.worth.iter().map(|line| i32::from(line[0])).sum(),
            open: [table.many; 2],
        }
    }

    /// Where in the file the worths of the lines stand that are not dead.
    pub(super) fn places_in_file(&self) -> impl Iterator<Item = u16> {
        let states = self.table.places.iter().zip(&self.state);
        let lines = states.take(self.table.many as usize);
        lines
            .map(|(places, &state)| places[usize::from(state) % STATES])
            .filter(|&place| place != NOWHERE)
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
    use crate::search::connect_n::weights::{PHASES_OF_FILE, TERMS};

    #[test]
    fn the_file_has_every_line_and_a_mirror_image_is_worth_the_same() {
        let lines = lines_of(FRAME.map(usize::from));
        let mirrored = |cells: &[usize]| -> Vec<usize> {
            let mirror = |cell: &usize| (8 - cell / 7) * 7 + cell % 7;
            cells.iter().map(mirror).collect()
        };
        let same = |a: &[usize], b: &[usize]| a.iter().all(|cell| b.contains(cell));
        let images = |line: &Vec<usize>| {
            lines
                .iter()
                .position(|other| same(&mirrored(line), other))
                .expect("a mirror image is a line")
        };
        let of_their_own = lines
            .iter()
            .enumerate()
            .filter(|&(i, line)| images(line) >= i)
            .count();
        assert_eq!(of_their_own, OWN_LINES);
        assert_eq!(FILE.len(), (WORTHS_OF_ALL + PHASES_OF_FILE * TERMS + 1) * 2);
        let worth = |line: usize, chips: &[usize], second: bool| {
            let state: usize = chips
                .iter()
                .filter_map(|chip| lines[line].iter().position(|cell| cell == chip))
                .map(|place| 1 << place)
                .sum();
            TABLE.worth[line][state | if second { 32 } else { 0 }]
        };
        for (i, line) in lines.iter().enumerate() {
            for chips in 0..32 {
                let chips: Vec<usize> = (0..5)
                    .filter(|place| chips >> place & 1 == 1)
                    .map(|place| line[place])
                    .collect();
                for second in [false, true] {
                    assert_eq!(
                        worth(i, &chips, second),
                        worth(images(line), &mirrored(&chips), second)
                    );
                }
            }
            assert_eq!(TABLE.worth[i][usize::from(DEAD)], 0);
        }
        assert!((0..63).all(|cell| TABLE.through(cell).len() <= THROUGH));
    }
}
