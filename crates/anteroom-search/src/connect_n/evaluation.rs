//! What a frame that cannot be searched to its end looks like: lines that can still be completed, and who must in the end make
//! room below a cell that the other seat needs (zugzwang: Allis 1988).

use super::board::SIDE;
use super::zugzwang::{self, Shaft};
use crate::alpha_beta::Judge;
use anteroom_games::board::Seat;
use anteroom_games::games::Position;
use anteroom_games::games::connect_n::{Bits, Column, ConnectN};

/// What a line is worth that lacks this many chips, if the other seat has none in it. None lacks 0.
const WORTH: [i32; 5] = [0, 60, 14, 4, 1];
/// What a threat is worth on a row where it is one's own turn when everything else is full, while there is much room.
const PARITY: i32 = 90;
/// What it is worth that the other seat must make room first, when there is little.
const OUTLASTS: i32 = 200;
/// With this many empty cells or fewer, only who makes room first counts, and with twice as many only threats do: others will come.
const LITTLE_ROOM: i32 = 40;

/// Lines and threats of one frame.
pub(super) struct Threats<B> {
    n: u32,
    /// From a cell to its neighbour: up, right, and on both diagonals.
    directions: [u32; 4],
    /// The cells that fall to who began when everything else is full.
    rows_of_first: B,
    cells: B,
    /// The lowest cell of each column.
    floor: B,
    first_column: B,
    /// How many columns there are.
    columns: i32,
}

impl<B: Bits> Threats<B> {
    pub(super) fn of(position: &ConnectN<B>) -> Self {
        let [columns, rows, n] = position.dimensions().map(u32::from);
        let stride = rows + 1;
        // The first player has the first, third … row from below, unless all columns but one have an odd number of cells together.
        let first_row = u32::from(columns % 2 == 0 && rows % 2 == 1);
        let mut rows_of_first = B::NONE;
        for column in 0..columns {
            for row in (first_row..rows).step_by(2) {
                rows_of_first = rows_of_first | B::only(column * stride + row);
            }
        }
        Self {
            n,
            directions: [1, stride, stride + 1, stride - 1],
            rows_of_first,
            cells: position.all_cells(),
            floor: (0..columns).fold(B::NONE, |floor, column| floor | B::only(column * stride)),
            first_column: (0..rows).fold(B::NONE, |cells, row| cells | B::only(row)),
            columns: columns as i32,
        }
    }

    /// The cells of a column.
    fn column(&self, column: Column) -> B {
        self.first_column
            .more(u32::from(column.number()) * self.directions[1])
    }

    /// The empty cells that would complete a line of these chips.
    #[inline]
    fn threats(&self, chips: B, taken: B) -> B {
        let n = self.n as usize;
        let mut threats = B::NONE;
        for direction in self.directions {
            // How far chips reach without a gap beyond each cell, and before it.
            let (mut ahead, mut behind) = ([B::NONE; 16], [B::NONE; 16]);
            (ahead[0], behind[0]) = (self.cells, self.cells);
            for i in 1..n.min(16) {
                ahead[i] = ahead[i - 1] & chips.less(i as u32 * direction);
                behind[i] = behind[i - 1] & chips.more(i as u32 * direction);
            }
            for i in 0..n.min(16) {
                threats = threats | (ahead[i] & behind[n - 1 - i]);
            }
        }
        threats & !taken
    }

    /// The seat that [outlasts](zugzwang::outlasts) the other by these threats; `None` if neither does.
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

    /// The worth of a seat's open lines, and the cells that complete one.
    fn lines(&self, own: B, other: B) -> (i32, B) {
        let open = self.cells & !other;
        let empty = open & !own;
        let (mut worth, mut threats) = (0, B::NONE);
        for direction in self.directions {
            // Sums of four bits, one for each cell: how many chips the line that begins there has.
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

    /// Wins at once; else only what stops the other seat from it, and never the cell below one that it needs.
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

    /// Threats made first, then the middle.
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

    /// A seat that can win now, or must block, is not judged but searched on.
    fn is_forced(&self, position: &ConnectN<B>) -> bool {
        let [first, second] = Seat::BOTH.map(|seat| position.chips_of(seat));
        let taken = first | second;
        (self.threats(first, taken) | self.threats(second, taken)) & position.landings() != B::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anteroom_games::games::connect_n::Size;

    /// The seat that outlasts the other on an empty frame with this many rows, if these cells (column and row, from 0) are needed.
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
        // The third row falls to who begins, the second one to the other.
        assert_eq!(outlasts(7, 6, 4, [&[(0, 2)], &[]]), first);
        assert_eq!(outlasts(7, 6, 4, [&[], &[(1, 1)]]), second);
        // With one of each, who begins wins where columns are even, and the other where they are odd.
        assert_eq!(outlasts(7, 6, 4, [&[(0, 2)], &[(1, 1)]]), first);
        assert_eq!(outlasts(9, 7, 5, [&[(0, 2)], &[(1, 1)]]), second);
        // On rows of the other seat a threat only fills up.
        assert_eq!(outlasts(7, 6, 4, [&[(0, 1)], &[]]), None);
        assert_eq!(outlasts(7, 6, 4, [&[], &[]]), None);
    }
}
