//! The evaluation of a frame that cannot be searched to its end.
//!
//! It counts lines that can still be completed. And it finds the seat that must in the end make room below a cell that
//! the other seat needs (zugzwang: Allis 1988).

use super::zugzwang::{self, SIDE, Shaft};
use crate::alpha_beta::Judge;
use anteroom_board::Seat;
use anteroom_games::Position;
use anteroom_games::connect_n::{Bits, Column, ConnectN};

/// The value of a line without the other seat's chips, by missing chips. Index 0 is unused.
const WORTH: [i32; 5] = [0, 60, 14, 4, 1];
/// The value of a threat on a row that the seat gets in the end, while much room is left.
const PARITY: i32 = 90;
/// The value of outlasting the other seat when little room is left.
const OUTLASTS: i32 = 200;
/// The number of empty cells up to which only outlasting counts.
/// Up to twice as many, only threats count, because others will come.
const LITTLE_ROOM: i32 = 40;

/// The lines and threats of a frame.
pub(super) struct Threats<B> {
    n: u32,
    /// Bits from a cell to its neighbour: up, right, and on both diagonals.
    directions: [u32; 4],
    /// The cells from which a line of n fits into the frame, by direction.
    starts: [B; 4],
    /// The cells that the first player gets if both seats fill everything else.
    rows_of_first: B,
    cells: B,
    floor: B,
    first_column: B,
    columns: i32,
}

impl<B: Bits> Threats<B> {
    pub(super) fn of(position: &ConnectN<B>) -> Self {
        let [columns, rows, n] = position.dimensions().map(u32::from);
        let stride = rows + 1;
        // The first player has the first, third … row from below, unless all columns but one have an odd number of
        // cells together.
        let first_row = u32::from(columns % 2 == 0 && rows % 2 == 1);
        let mut rows_of_first = B::NONE;
        for column in 0..columns {
            for row in (first_row..rows).step_by(2) {
                rows_of_first = rows_of_first | B::only(column * stride + row);
            }
        }
        let (directions, cells) = ([1, stride, stride + 1, stride - 1], position.all_cells());
        let starts = directions
            .map(|direction| (0..n).fold(cells, |starts, i| starts & cells.less(i * direction)));
        Self {
            n,
            directions,
            starts,
            rows_of_first,
            cells,
            floor: (0..columns).fold(B::NONE, |floor, column| floor | B::only(column * stride)),
            first_column: (0..rows).fold(B::NONE, |cells, row| cells | B::only(row)),
            columns: columns as i32,
        }
    }

    fn column(&self, column: Column) -> B {
        self.first_column
            .more(u32::from(column.number()) * self.directions[1])
    }

    /// Returns the empty cells that would complete a line of these chips.
    #[inline]
    fn threats(&self, chips: B, taken: B) -> B {
        let empty = self.cells & !taken;
        let mut threats = B::NONE;
        for (direction, starts) in self.directions.into_iter().zip(self.starts) {
            // The first cells of lines without a missing chip so far, and with one.
            let (mut full, mut lacking) = (starts, B::NONE);
            for i in 0..self.n {
                let chips = chips.less(i * direction);
                lacking = (lacking & chips) | (full & !chips);
                full = full & chips;
            }
            if lacking != B::NONE {
                for i in 0..self.n {
                    threats = threats | lacking.more(i * direction);
                }
            }
        }
        threats & empty
    }

    /// Returns the seat that [outlasts](zugzwang::outlasts) the other, if any.
    #[inline]
    fn outlasts(&self, threats: [B; 2], taken: B, mover: Seat) -> Option<Seat> {
        if threats[0] | threats[1] == B::NONE {
            return None;
        }
        let stride = self.directions[1];
        let mut shafts = [Shaft::default(); SIDE];
        let (mut many, mut chips) = (0, 0);
        let mut landings = taken.plus(self.floor) & self.cells;
        while landings != B::NONE {
            let landing = landings.least();
            landings = landings & !B::only(landing);
            let empty = stride - 1 - landing % stride;
            let above = |cells: B| {
                let word = cells.less(landing).words().next().unwrap_or_default();
                word as u32 & ((1 << empty) - 1)
            };
            let mut shaft = Shaft {
                needed: threats.map(above),
                empty,
            };
            chips += shaft.fill();
            if shaft.empty > 0
                && let Some(place) = shafts.get_mut(many)
            {
                *place = shaft;
                many += 1;
            }
        }
        let mover = mover.index() ^ (chips % 2) as usize;
        let winner = zugzwang::outlasts(&mut shafts, many, mover)?;
        Seat::BOTH.get(winner).copied()
    }

    /// Returns the value of a seat's open lines, and the cells that complete one.
    fn lines(&self, own: B, other: B) -> (i32, B) {
        let open = self.cells & !other;
        let empty = open & !own;
        let (mut worth, mut threats) = (0, B::NONE);
        for direction in self.directions {
            // Sums of four bits for each cell: the number of chips in the line that begins there.
            let mut sum = [B::NONE; 4];
            let mut whole = open;
            for i in 0..self.n {
                whole = whole & open.less(i * direction);
                let mut carry = own.less(i * direction);
                for bit in &mut sum {
                    let both = *bit & carry;
                    *bit = (*bit | carry) & !both;
                    carry = both;
                }
            }
            for (lacking, &each) in WORTH.iter().enumerate().skip(1) {
                let Some(chips) = self.n.checked_sub(lacking as u32) else {
                    break;
                };
                let mut lines = whole;
                for (i, &bit) in sum.iter().enumerate() {
                    lines = lines & if chips >> i & 1 == 1 { bit } else { !bit };
                }
                worth += each * lines.count() as i32;
                if lacking == 1 && lines != B::NONE {
                    for i in 0..self.n {
                        threats = threats | (lines.more(i * direction) & empty);
                    }
                }
            }
        }
        (worth, threats)
    }
}

impl<B: Bits> Judge<ConnectN<B>> for Threats<B> {
    const SCALE: i32 = 300;

    fn key(&self, position: &ConnectN<B>) -> u64 {
        let mut key = 0_u64;
        for seat in Seat::BOTH {
            for word in position.chips_of(seat).words() {
                key = (key ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                key ^= key >> 29;
                key = key.wrapping_mul(0xBF58_476D_1CE4_E5B9);
                key ^= key >> 32;
            }
        }
        key
    }

    fn judge(&self, position: &ConnectN<B>, seat: Seat) -> i32 {
        let [first, second] = Seat::BOTH.map(|seat| position.chips_of(seat));
        let (first_worth, first_threats) = self.lines(first, second);
        let (second_worth, second_threats) = self.lines(second, first);
        let outlasts = match self.outlasts([first_threats, second_threats], first | second, seat) {
            Some(Seat::First) => OUTLASTS,
            Some(Seat::Second) => -OUTLASTS,
            None => 0,
        };
        let parity = PARITY * (first_threats & self.rows_of_first).count() as i32
            - PARITY * (second_threats & !self.rows_of_first).count() as i32;
        let empty = (self.cells & !(first | second)).count() as i32;
        let near = (2 * LITTLE_ROOM - empty).clamp(0, LITTLE_ROOM);
        let score = first_worth - second_worth
            + (outlasts * near + parity * (LITTLE_ROOM - near)) / LITTLE_ROOM;
        match seat {
            Seat::First => score,
            Seat::Second => -score,
        }
    }

    /// Visits a win at once, else the columns that neither miss a block nor give the other seat a cell.
    fn each_step(&self, position: &ConnectN<B>, mut visit: impl FnMut(Column)) {
        let Some(mover) = position.to_move() else {
            return;
        };
        let (own, other) = (position.chips_of(mover), position.chips_of(mover.other()));
        let (taken, landings) = (own | other, position.landings());
        let wins = self.threats(own, taken) & landings;
        let mut wanted = landings;
        if wins != B::NONE {
            wanted = wins;
        } else {
            let threatened = self.threats(other, taken);
            let forced = landings & threatened;
            if forced != B::NONE {
                wanted = forced;
            }
            let safe = wanted & !threatened.less(1);
            if safe != B::NONE {
                wanted = safe;
            }
        }
        position.for_each_step(|column| {
            if self.column(column) & wanted != B::NONE {
                visit(column);
            }
        });
    }

    /// Ranks columns by the threats they make, then by closeness to the middle.
    fn order(&self, position: &ConnectN<B>, column: &Column) -> i32 {
        let Some(mover) = position.to_move() else {
            return 0;
        };
        let cell = self.column(*column) & position.landings();
        let own = position.chips_of(mover) | cell;
        let taken = own | position.chips_of(mover.other());
        let middle = (2 * i32::from(column.number()) + 1 - self.columns).abs();
        32 * self.threats(own, taken).count() as i32 - middle
    }

    fn code(&self, column: &Column) -> u16 {
        u16::from(column.number())
    }

    /// The search goes on if a seat can win now or must block.
    fn is_forced(&self, position: &ConnectN<B>) -> bool {
        let [first, second] = Seat::BOTH.map(|seat| position.chips_of(seat));
        let taken = first | second;
        (self.threats(first, taken) | self.threats(second, taken)) & position.landings() != B::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta;
    use crate::found::Proven;
    use crate::meter::Meter;
    use crate::playable::Playable;
    use anteroom_games::connect_n::{Size, Wide};
    use anteroom_games::{SplitMix64, Verdict};

    /// Returns the seat that outlasts the other on an empty frame with these needed cells.
    /// Cells are column and row, counted from 0.
    fn outlasts(columns: u8, rows: u8, n: u8, needed: [&[(u32, u32)]; 2]) -> Option<Seat> {
        let Ok(size) = Size::new(columns, rows, n) else {
            return None;
        };
        let position = ConnectN::<u128>::start(&size);
        let stride = u32::from(rows) + 1;
        let threats = needed.map(|cells| {
            cells.iter().fold(u128::NONE, |set, (column, row)| {
                set | u128::only(column * stride + row)
            })
        });
        Threats::of(&position).outlasts(threats, u128::NONE, Seat::First)
    }

    #[test]
    fn who_must_make_room_depends_on_all_columns_together() {
        let (first, second) = (Some(Seat::First), Some(Seat::Second));
        // The third row falls to the first player, the second row to the other.
        assert_eq!(outlasts(7, 6, 4, [&[(0, 2)], &[]]), first);
        assert_eq!(outlasts(7, 6, 4, [&[], &[(1, 1)]]), second);
        // With one threat each, the first player wins on an even number of columns, the other on an odd number.
        assert_eq!(outlasts(7, 6, 4, [&[(0, 2)], &[(1, 1)]]), first);
        assert_eq!(outlasts(9, 7, 5, [&[(0, 2)], &[(1, 1)]]), second);
        // On a row of the other seat a threat is useless.
        assert_eq!(outlasts(7, 6, 4, [&[(0, 1)], &[]]), None);
        assert_eq!(outlasts(7, 6, 4, [&[], &[]]), None);
    }

    /// Returns the empty cells that complete a line of n, by counting chips from each cell outwards.
    fn completing<B: Bits>(position: &ConnectN<B>, seat: Seat) -> B {
        let [columns, rows, n] = position.dimensions().map(i32::from);
        let bit = |column: i32, row: i32| (column * (rows + 1) + row) as u32;
        let own = |column: i32, row: i32| {
            (0..columns).contains(&column)
                && (0..rows).contains(&row)
                && position.chips_of(seat).has(bit(column, row))
        };
        let mut found = B::NONE;
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))
        {
            let is_long = [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(right, up)| {
                let reach = |sign: i32| {
                    (1..n)
                        .take_while(|i| own(column + sign * i * right, row + sign * i * up))
                        .count() as i32
                };
                1 + reach(1) + reach(-1) >= n
            });
            let cell = B::only(bit(column, row));
            let taken = position.chips_of(Seat::First) | position.chips_of(Seat::Second);
            if is_long && taken & cell == B::NONE {
                found = found | cell;
            }
        }
        found
    }

    fn play<B: Bits>([columns, rows, n]: [u8; 3], seed: u64) {
        let Ok(size) = Size::new(columns, rows, n) else {
            panic!("{columns}×{rows}, {n}");
        };
        let mut position = ConnectN::<B>::start(&size);
        let judge = Threats::of(&position);
        let mut numbers = SplitMix64::new(seed);
        while let Some(step) = position.random_step(&mut |n| numbers.below(n)) {
            position.play_unchecked(&step, &mut ());
            if position.to_move().is_none() {
                break;
            }
            let [first, second] = Seat::BOTH.map(|seat| position.chips_of(seat));
            for (seat, own, other) in [(Seat::First, first, second), (Seat::Second, second, first)]
            {
                let expected = completing(&position, seat);
                assert_eq!(judge.threats(own, first | second), expected, "{position:?}");
                assert_eq!(judge.lines(own, other).1, expected, "{position:?}");
            }
        }
    }

    #[test]
    fn cells_that_complete_a_line_are_found_on_frames_of_all_sizes() {
        for seed in 0..4 {
            play::<u64>([7, 6, 4], seed);
            play::<u128>([9, 7, 5], seed);
            play::<u128>([10, 9, 4], seed);
            play::<Wide>([16, 16, 5], seed);
            play::<Wide>([16, 16, 3], seed);
            play::<Wide>([8, 16, 15], seed);
        }
    }

    /// Returns the value of a position for the first seat by exhaustive search.
    fn exhaustive(position: &ConnectN<u64>) -> i32 {
        match Playable::verdict(position) {
            Some(Verdict::Win(Seat::First)) => return 1,
            Some(Verdict::Win(Seat::Second)) => return -1,
            Some(Verdict::Draw) => return 0,
            None => {}
        }
        let mut worths = Vec::new();
        position.for_each_step(|step| {
            let mut next = position.clone();
            next.make(&step);
            worths.push(exhaustive(&next));
        });
        let best = if position.mover() == Some(Seat::First) {
            worths.into_iter().max()
        } else {
            worths.into_iter().min()
        };
        best.unwrap_or(0)
    }

    #[test]
    fn what_is_proven_is_what_an_exhaustive_search_finds() {
        let mut numbers = SplitMix64::new(8);
        for (columns, rows, n, chips) in [(4, 4, 3, 3), (5, 4, 4, 8), (6, 6, 4, 24), (7, 7, 5, 38)]
        {
            let Ok(size) = Size::new(columns, rows, n) else {
                panic!("{columns}×{rows}, {n}");
            };
            for _ in 0..40 {
                let mut position = ConnectN::<u64>::start(&size);
                position.run_on(chips, &mut |n| numbers.below(n));
                let Some(mover) = position.mover() else {
                    continue;
                };
                let never = || false;
                let found = alpha_beta::search(
                    &position,
                    &Threats::of(&position),
                    &mut Meter::new(u64::MAX, &never),
                    false,
                    1,
                );
                let first = match found.and_then(|found| found.proven) {
                    Some(Proven::Win) => 1,
                    Some(Proven::Draw) => 0,
                    Some(Proven::Loss) => -1,
                    None => panic!("{position:?}"),
                };
                let sign = if mover == Seat::First { 1 } else { -1 };
                assert_eq!(sign * first, exhaustive(&position), "{position:?}");
            }
        }
    }
}
