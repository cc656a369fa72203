//! Playouts of Anchor: random, except for the second cell of a bridge.
//!
//! Two stones with two adjacent empty cells in common are connected, and so are a stone and the border: if the enemy
//! takes one of the cells, the other one still joins them. A random playout cuts half of all such pairs. In these
//! playouts the seat answers a cut at once (the pattern of MoHex: Arneson, Hayward, Henderson, *Monte Carlo Tree
//! Search in Hex*, 2010). All else is uniformly random, and a pass is as likely as a drop on any one cell.

use anteroom_board::Seat;
use anteroom_games::anchor::{Anchor, Hex, Hexes};

/// The six neighbours of a cell in circular order, as differences of [`Hex::index`].
const RING: [i16; 6] = [1, 17, 16, -1, -17, -16];
/// The offset of cell indices that leaves room for cells off the board.
const SHIFT: i16 = 17;
/// Number of places, including those off the board.
const PLACES: usize = 15 * 16 + 2 * SHIFT as usize;
const CELLS: usize = 169;

/// The state of a neighbouring cell, in two bits: empty, a stone of either colour, or off the board.
const NOTHING: usize = 0;
const BLACK: usize = 1;
const BEYOND: usize = 3;

/// The states of each cell's neighbours on the empty board.
const EMPTY: [u16; PLACES] = {
    let (mut around, mut index) = ([0; PLACES], 0);
    while index < PLACES as i16 - 2 * SHIFT {
        let mut i = 0;
        while i < RING.len() {
            let next = index + RING[i];
            if next < 0 || next > 0xff || Hex::with_index(next as u8).is_none() {
                around[(index + SHIFT) as usize] |= (BEYOND as u16) << (2 * i);
            }
            i += 1;
        }
        index += 1;
    }
    around
};

/// The neighbours that join the stones cut by an enemy stone.
///
/// Indices are the colour, Black first, and the states around the enemy stone's cell.
///
/// The neighbours are bits in the order of [`RING`].
const ANSWERS: [[u8; 1 << 12]; 2] = {
    let (mut answers, mut colour) = ([[0; 1 << 12]; 2], 0);
    while colour < 2 {
        let mut around = 0;
        while around < 1 << 12 {
            let mut i = 0;
            while i < RING.len() {
                let here = around >> (2 * i) & 3;
                let before = around >> (2 * ((i + 5) % 6)) & 3;
                let after = around >> (2 * ((i + 1) % 6)) & 3;
                let own = BLACK + colour;
                let joins = before == own && (after == own || after == BEYOND)
                    || after == own && before == BEYOND;
                if here == NOTHING && joins {
                    answers[colour][around] |= 1 << i;
                }
                i += 1;
            }
            around += 1;
        }
        colour += 1;
    }
    answers
};

pub(super) struct Playout {
    stones: [Hexes; 2],
    /// The states of the neighbours of each cell, by its index plus [`SHIFT`].
    around: [u16; PLACES],
    /// The empty cells by index, in any order.
    open: [u8; CELLS],
    many: usize,
    /// The position of each empty cell in `open`.
    places: [u8; 256],
    /// 0 for Black, 1 for White.
    mover: usize,
    passes: u8,
    /// The cell of the previous drop, if no pass followed.
    last: Option<u8>,
}

impl Playout {
    /// Starts from a position in which the pie rule no longer applies.
    pub(super) fn of(position: &Anchor) -> Self {
        let stones = position.stones();
        let mut playout = Self {
            stones,
            around: EMPTY,
            open: [0; CELLS],
            many: 0,
            places: [0; 256],
            mover: position.colour_to_move().index(),
            passes: position.passes(),
            last: None,
        };
        for colour in Seat::BOTH {
            for hex in stones[colour.index()].iter() {
                playout.surround(hex.index(), colour.index());
            }
        }
        let empty = Hexes::ALL.without(stones[0]).without(stones[1]);
        for (hex, open) in empty.iter().zip(&mut playout.open) {
            *open = hex.index();
            playout.places[usize::from(hex.index())] = playout.many as u8;
            playout.many += 1;
        }
        playout
    }

    /// Returns the stones on the board, Black first.
    pub(super) fn stones(&self) -> [Hexes; 2] {
        self.stones
    }

    /// Plays until both have passed.
    /// The limit on symmetric play is ignored, because random play never reaches it.
    #[inline]
    pub(super) fn play(&mut self, below: &mut impl FnMut(u64) -> u64) {
        while self.passes < 2 {
            match self.answer(below).or_else(|| self.any(below)) {
                Some(at) => self.drop(at),
                None => {
                    self.passes += 1;
                    self.last = None;
                    self.mover ^= 1;
                }
            }
        }
    }

    /// Returns a cell that joins the stones cut by the previous stone, if any.
    #[inline]
    fn answer(&self, below: &mut impl FnMut(u64) -> u64) -> Option<u8> {
        let last = i16::from(self.last?);
        let around = usize::from(self.around[(last + SHIFT) as usize]);
        let mut answers = ANSWERS[self.mover & 1][around & 0xfff];
        if answers == 0 {
            return None;
        }
        if answers.count_ones() > 1 {
            for _ in 0..below(u64::from(answers.count_ones())) {
                answers &= answers - 1;
            }
        }
        RING.get(answers.trailing_zeros() as usize)
            .map(|&step| (last + step) as u8)
    }

    /// Returns a random empty cell, or `None` with the probability of one cell.
    #[inline]
    fn any(&self, below: &mut impl FnMut(u64) -> u64) -> Option<u8> {
        let number = below(self.many as u64 + 1) as usize;
        self.open[..self.many].get(number).copied()
    }

    #[inline]
    fn drop(&mut self, at: u8) {
        let place = self.places[usize::from(at)];
        self.many -= 1;
        let moved = self.open[self.many];
        self.open[usize::from(place)] = moved;
        self.places[usize::from(moved)] = place;
        if let Some(hex) = Hex::with_index(at) {
            self.stones[self.mover & 1].insert(hex);
        }
        self.surround(at, self.mover);
        self.last = Some(at);
        self.passes = 0;
        self.mover ^= 1;
    }

    /// Records a stone on this cell in the states of its neighbours.
    #[inline]
    fn surround(&mut self, at: u8, colour: usize) {
        for (i, step) in RING.iter().enumerate() {
            let next = (i16::from(at) + SHIFT + step) as usize;
            // Seen from the neighbour, this cell is in the opposite direction.
            self.around[next] |= ((BLACK + colour) << (2 * ((i + 3) % 6))) as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anteroom_games::anchor::{Start, Step};
    use anteroom_games::{Notation, Position, SplitMix64};

    /// Returns the answers to the last of these steps, as cells' names.
    fn answers(steps: &str) -> Vec<String> {
        let mut position = Anchor::start(&Start::Even);
        let mut last = None;
        for step in steps.split(' ') {
            let step = position.read_step(step).unwrap();
            position.play_unchecked(&step, &mut ());
            last = Some(step);
        }
        let Some(Step::Drop(hex)) = last else {
            panic!("{steps} ends with a drop")
        };
        let mut playout = Playout::of(&position);
        playout.last = Some(hex.index());
        let mut numbers = SplitMix64::new(3);
        let mut found: Vec<String> = (0..40)
            .filter_map(|_| playout.answer(&mut |n| numbers.below(n)))
            .map(|at| Hex::with_index(at).unwrap().to_string())
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn the_second_cell_of_a_bridge_is_the_answer_to_the_first() {
        // h8 and i10 have the adjacent cells h9 and i9 in common.
        assert_eq!(answers("h8 a1 i10 h9"), ["i9"]);
        assert_eq!(answers("h8 a1 i10 i9"), ["h9"]);
        // b5 and the border have a4 and a5 in common.
        assert_eq!(answers("b5 h8 pass a4"), ["a5"]);
        assert_eq!(answers("b5 h8 pass a5"), ["a4"]);
        // One cell joins each pair of the three stones.
        assert_eq!(answers("h8 a1 i10 a2 g9 h9"), ["g8", "h10", "i9"]);
    }

    #[test]
    fn what_does_not_hang_together_has_no_answer() {
        // The other cell has an enemy stone or an own stone already.
        assert!(answers("h8 i9 i10 a1 a3 h9").is_empty());
        assert!(answers("h8 a1 i10 a2 i9 h9").is_empty());
        // The stones belong to the enemy.
        assert!(answers("h8 a1 i10 pass h9").is_empty());
        // A corner alone joins nothing.
        assert!(answers("h8 a1").is_empty());
    }

    #[test]
    fn playouts_fill_the_board_and_leave_what_lay_there() {
        let mut numbers = SplitMix64::new(15);
        for begun in [0, 1, 20, 90, 168, 169] {
            let mut position = Anchor::start(&Start::Even);
            position.play_on(begun, &mut |n| numbers.below(n));
            let mut playout = Playout::of(&position);
            playout.play(&mut |n| numbers.below(n));
            let ([black, white], before) = (playout.stones(), position.stones());
            assert_eq!((black & white).count(), 0);
            assert_eq!((black | white).without(Hexes::ALL).count(), 0);
            assert_eq!(before[0].without(black).count(), 0);
            assert_eq!(before[1].without(white).count(), 0);
            assert!((black | white).count() >= 100, "after {begun}");
            // Each cell has the right states of its neighbours after every order of drops.
            let mut again = Playout {
                around: EMPTY,
                ..Playout::of(&position)
            };
            for (colour, stones) in [black, white].into_iter().enumerate() {
                stones
                    .iter()
                    .for_each(|hex| again.surround(hex.index(), colour));
            }
            assert_eq!(again.around, playout.around);
        }
    }
}
