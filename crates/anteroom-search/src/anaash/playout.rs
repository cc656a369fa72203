//! Random playouts of анааш, on a board made for them.
//!
//! Stacks are in lists, so that a random one is found without counting bits. The rule of sitting out is checked only
//! after many illegal guesses in a row.
//!
//! All legal steps are equally likely. A playout ends when the winner is certain, long before the last capture: at its
//! end a random game is mostly lone stacks that approach each other.

use super::board::{Board, DIRECTIONS, directions, nearest};
use anteroom_board::Seat;

/// The most guesses before the steps are listed instead.
const GUESSES: u32 = 40;
/// The length at which a playout would count as a draw. No game reaches it.
const LONGEST: u32 = 4_000;

/// The steps of each seat, as bits by [`Step::code`](anteroom_games::anaash::Step::code).
pub(super) type Made = [[u64; 8]; 2];

/// A position during a playout.
pub(super) struct Playout {
    /// The height of the stack on each square; negative for the second seat.
    cells: [i8; 128],
    /// The squares of each seat's stacks in any order, at most 50.
    lists: [[u8; 64]; 2],
    /// The index of each square in its list.
    places: [u8; 128],
    many: [u8; 2],
    checkers: [i8; 2],
    /// The height of each seat's tallest stack.
    tallest: [i8; 2],
    taken: u128,
    all: u128,
    /// 0 for the first seat, 1 for the second.
    mover: usize,
    made: Made,
}

impl Playout {
    pub(super) fn of(board: &Board, mover: Seat) -> Self {
        let mut playout = Self {
            cells: [0; 128],
            lists: [[0; 64]; 2],
            places: [0; 128],
            many: [0; 2],
            checkers: Seat::BOTH.map(|seat| board.checkers_of(seat).cast_signed()),
            tallest: Seat::BOTH.map(|seat| board.tallest_of(seat).cast_signed()),
            taken: board.taken(),
            all: board.squares(),
            mover: mover.index(),
            made: [[0; 8]; 2],
        };
        board.each_stack(|at| {
            let cell = board.cell(at);
            let owner = usize::from(cell < 0);
            playout.cells[usize::from(at & 127)] = cell;
            playout.list(owner, playout.many[owner], at);
            playout.many[owner] += 1;
        });
        playout
    }

    pub(super) fn made(&self) -> Made {
        self.made
    }

    /// Plays random steps until the winner is certain, and returns the value for the first seat.
    pub(super) fn play(&mut self, below: &mut impl FnMut(u64) -> u64) -> f64 {
        for _ in 0..LONGEST {
            // See `Board::certain_winner`.
            if self.tallest[0] > self.checkers[1] {
                return 1.0;
            }
            if self.tallest[1] > self.checkers[0] {
                return 0.0;
            }
            match self.random_step(below) {
                Some((from, direction)) => self.make(from, direction),
                // The seat sits out.
                None => self.mover ^= 1,
            }
        }
        0.5
    }

    /// Returns the height of the stack on a square; negative for the second seat.
    #[inline]
    fn height(&self, at: u8) -> i8 {
        let cell = self.cells[usize::from(at & 127)];
        if self.mover == 0 { cell } else { -cell }
    }

    #[inline]
    fn list(&mut self, owner: usize, place: u8, at: u8) {
        self.lists[owner & 1][usize::from(place & 63)] = at;
        self.places[usize::from(at & 127)] = place;
    }

    #[inline]
    fn unlist(&mut self, owner: usize, at: u8) {
        let last = self.many[owner & 1] - 1;
        self.many[owner & 1] = last;
        let moved = self.lists[owner & 1][usize::from(last & 63)];
        self.list(owner, self.places[usize::from(at & 127)], moved);
    }

    /// Whether the mover's stack on this square may go in this direction.
    #[inline]
    fn is_legal(&self, from: u8, direction: usize) -> bool {
        let to = from.wrapping_add(DIRECTIONS[direction & 3]);
        let (height, there) = (self.height(from), self.height(to));
        if there > 0 {
            height <= there
        } else if there < 0 {
            height >= -there
        } else {
            // The board ends at the border, so a step over it never comes closer to a stack.
            DIRECTIONS
                .iter()
                .all(|&direction| self.height(from.wrapping_add(direction)) == 0)
                && directions(nearest(from, self.taken, self.all), from) >> direction & 1 == 1
        }
    }

    /// Returns a random stack of the seat to move and its direction, if the seat has a step.
    #[inline]
    fn random_step(&self, below: &mut impl FnMut(u64) -> u64) -> Option<(u8, usize)> {
        let (list, many) = (&self.lists[self.mover & 1], self.many[self.mover & 1]);
        let pair = |number: u64| (list[(number >> 2) as usize & 63], number as usize & 3);
        let pairs = u64::from(many) * 4;
        for _ in 0..GUESSES {
            let (from, direction) = pair(below(pairs));
            if self.is_legal(from, direction) {
                return Some((from, direction));
            }
        }
        let legal = |&(from, direction): &(u8, usize)| self.is_legal(from, direction);
        let count = (0..pairs).map(pair).filter(legal).count();
        let number = below(count.max(1) as u64) as usize;
        (0..pairs).map(pair).filter(legal).nth(number)
    }

    #[inline]
    fn make(&mut self, from: u8, direction: usize) {
        let to = from.wrapping_add(DIRECTIONS[direction & 3]);
        let (own, other) = (self.mover & 1, (self.mover & 1) ^ 1);
        let (mut height, there) = (self.height(from), self.height(to));
        let code = usize::from(from) * DIRECTIONS.len() + direction;
        self.made[own][code >> 6 & 7] |= 1 << (code & 63);
        self.cells[usize::from(from & 127)] = 0;
        self.taken = self.taken & !(1 << (from & 127)) | 1 << (to & 127);
        if there > 0 {
            self.unlist(own, from);
            height += there;
            self.tallest[own] = self.tallest[own].max(height);
        } else {
            if there < 0 {
                self.unlist(other, to);
                self.checkers[other] += there;
                if -there == self.tallest[other] {
                    let left = &self.lists[other][..usize::from(self.many[other] & 63)];
                    let tallest = left.iter().map(|&at| -self.height(at)).max();
                    self.tallest[other] = tallest.unwrap_or(0);
                }
            }
            self.list(own, self.places[usize::from(from & 127)], to);
        }
        self.cells[usize::from(to & 127)] = if own == 0 { height } else { -height };
        self.mover = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anteroom_games::anaash::{Anaash, Size};
    use anteroom_games::{Outcome, Position, SplitMix64, Verdict};

    #[test]
    fn playouts_come_out_as_games_of_random_steps() {
        const MANY: u32 = 2_000;
        let mut numbers = SplitMix64::new(15);
        for (side, begun) in [(4, 3), (6, 25), (8, 60), (10, 100)] {
            let mut position = Anaash::start(&Size::new(side).unwrap());
            position.play_on(begun, &mut |n| numbers.below(n));
            let mover = position.to_move().unwrap();
            let board = Board::of(&position, mover);
            let (mut ours, mut theirs) = (0.0, 0.0);
            for _ in 0..MANY {
                ours += Playout::of(&board, mover).play(&mut |n| numbers.below(n));
                let mut end = position.clone();
                end.play_on(u64::from(LONGEST), &mut |n| numbers.below(n));
                let won = |outcome: Outcome| outcome.verdict == Verdict::Win(Seat::First);
                theirs += if end.outcome().is_some_and(won) {
                    1.0
                } else {
                    0.0
                };
            }
            let difference: f64 = (ours - theirs) / f64::from(MANY);
            assert!(difference.abs() < 0.05, "{side}: {ours} and {theirs}");
        }
    }
}
