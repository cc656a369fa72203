//! A board of анааш for searches: the rules again, with everything that a search needs at every node kept up to date.
//!
//! Squares have the numbers of [`Square::number`]: `rank * 11 + file`. The file beyond the last and the numbers from
//! 110 to 127 are always empty, so a step over the border ends on an empty place without an owner.

use crate::playable::Playable;
use anteroom_board::Seat;
use anteroom_games::anaash::{Anaash, Beside, Square, Step, StepKind};
use anteroom_games::{SplitMix64, Verdict};

use super::worth;

/// Up, right, down and left as differences of square numbers, in the order of [`Step::code`].
pub(super) const DIRECTIONS: [u8; 4] = [11, 1, 11_u8.wrapping_neg(), 1_u8.wrapping_neg()];

#[derive(Clone)]
pub(super) struct Board {
    /// The height of the stack on each square; negative for the second seat.
    cells: [i8; 128],
    stacks: [u128; 2],
    all: u128,
    /// A hash of the stacks.
    key: u64,
    /// The sum of the values of each seat's stacks.
    worth: [i32; 2],
    checkers: [u8; 2],
    /// The height of each seat's tallest stack.
    tallest: [u8; 2],
    mover: Seat,
}

/// Returns a stack's part of the key.
#[inline]
fn key_of(at: u8, cell: i8) -> u64 {
    SplitMix64::new(u64::from(at) << 8 | u64::from(cell.cast_unsigned())).next()
}

/// Returns the neighbours of these squares, some of them off the board.
#[inline]
pub(super) const fn neighbours(of: u128) -> u128 {
    of << 11 | of >> 11 | of << 1 | of >> 1
}

/// Returns the squares from which one step in a direction leads to one of these squares.
#[inline]
const fn before(squares: u128, direction: usize) -> u128 {
    match direction {
        0 => squares >> 11,
        1 => squares >> 1,
        2 => squares << 11,
        _ => squares << 1,
    }
}

#[inline]
fn each(mut squares: u128, mut visit: impl FnMut(u8)) {
    while squares != 0 {
        visit(squares.trailing_zeros() as u8);
        squares &= squares - 1;
    }
}

impl Board {
    /// Converts a position in which this seat is to move.
    pub(super) fn of(position: &Anaash, mover: Seat) -> Self {
        let mut board = Self {
            cells: [0; 128],
            stacks: [0; 2],
            all: position.squares(),
            key: 0,
            worth: [0; 2],
            checkers: [0; 2],
            tallest: [0; 2],
            mover,
        };
        position.each_stack(|square, owner, height| {
            let height = height as i8;
            let cell = if owner == Seat::First {
                height
            } else {
                -height
            };
            board.put(square.number(), cell);
        });
        board
    }

    /// Returns the height of the stack on a square; negative for the second seat.
    #[inline]
    pub(super) fn cell(&self, at: u8) -> i8 {
        self.cells[usize::from(at & 127)]
    }

    #[inline]
    fn stacks_of(&self, seat: Seat) -> u128 {
        self.stacks[seat.index()]
    }

    pub(super) fn squares(&self) -> u128 {
        self.all
    }

    #[inline]
    pub(super) fn taken(&self) -> u128 {
        self.stacks[0] | self.stacks[1]
    }

    /// Returns a hash of all stacks and the seat to move.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key ^ self.mover.index() as u64
    }

    /// Returns the sum of the values of a seat's stacks.
    #[inline]
    pub(super) fn worth_of(&self, seat: Seat) -> i32 {
        self.worth[seat.index()]
    }

    /// Returns the height of a seat's tallest stack.
    #[inline]
    pub(super) fn tallest_of(&self, seat: Seat) -> u8 {
        self.tallest[seat.index()]
    }

    #[inline]
    pub(super) fn checkers_of(&self, seat: Seat) -> u8 {
        self.checkers[seat.index()]
    }

    /// Returns the certain winner: its tallest stack exceeds all checkers of the other seat together.
    /// No stack can ever take such a stack, and the game ends. Captures and stackings leave fewer stacks, and
    /// positional moves alone cannot go on: each makes the sorted list of all stacks' distances to their nearest
    /// stacks smaller in lexicographic order, because only distances at least as large as that of the moving stack
    /// grow.
    #[inline]
    pub(super) fn certain_winner(&self) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.tallest[seat.index()] > self.checkers[seat.other().index()])
    }

    #[inline]
    fn put(&mut self, at: u8, cell: i8) {
        let owner = usize::from(cell < 0);
        let height = cell.unsigned_abs();
        self.cells[usize::from(at & 127)] = cell;
        self.stacks[owner] |= 1 << (at & 127);
        self.key ^= key_of(at, cell);
        self.worth[owner] += worth(height);
        self.checkers[owner] += height;
        self.tallest[owner] = self.tallest[owner].max(height);
    }

    /// Takes a stack off. Does not update the tallest height.
    #[inline]
    fn take(&mut self, at: u8) -> i8 {
        let cell = self.cell(at);
        let owner = usize::from(cell < 0);
        let height = cell.unsigned_abs();
        self.cells[usize::from(at & 127)] = 0;
        self.stacks[owner] &= !(1 << (at & 127));
        self.key ^= key_of(at, cell);
        self.worth[owner] -= worth(height);
        self.checkers[owner] -= height;
        cell
    }

    /// Whether the seat has a move; see [`Anaash`].
    #[inline]
    fn can_move(&self, seat: Seat) -> bool {
        let (own, enemies) = (self.stacks[seat.index()], self.stacks[seat.other().index()]);
        if own & neighbours(own) != 0 || own & !neighbours(own | enemies) != 0 {
            return true;
        }
        (0..4).any(|direction| {
            let mut able = false;
            each(own & before(enemies, direction), |from| {
                let to = from.wrapping_add(DIRECTIONS[direction]);
                able |= self.cell(from).unsigned_abs() >= self.cell(to).unsigned_abs();
            });
            able
        })
    }

    /// Returns the stacks nearest to a lone stack.
    #[inline]
    pub(super) fn nearest(&self, from: u8) -> u128 {
        nearest(from, self.taken(), self.all)
    }

    /// Returns the heights of the stacks beside a square, except one, by owner.
    #[inline]
    pub(super) fn beside(&self, at: u8, but: u8) -> [Beside; 2] {
        let mut beside = [Beside::default(); 2];
        for direction in DIRECTIONS {
            let there = at.wrapping_add(direction);
            let cell = self.cell(there);
            if cell != 0 && there != but {
                beside[usize::from(cell < 0)].push(cell.unsigned_abs());
            }
        }
        beside
    }

    /// Returns the height of the seat's lowest stack beside a square that can capture there; 0 if none.
    /// The captured stack has `height`. The stack on `but` does not count.
    #[inline]
    pub(super) fn lowest_taker(&self, at: u8, seat: Seat, height: u8, but: u8) -> u8 {
        let mut lowest = u8::MAX;
        for direction in DIRECTIONS {
            let there = at.wrapping_add(direction);
            let cell = self.cell(there);
            let own = if seat == Seat::First { cell } else { -cell };
            if own >= height as i8 && there != but {
                lowest = lowest.min(own as u8);
            }
        }
        if lowest == u8::MAX { 0 } else { lowest }
    }

    /// Calls `visit` with every stack that has an enemy neighbour.
    #[inline]
    pub(super) fn each_in_contact(&self, mut visit: impl FnMut(u8, Seat, u8)) {
        for seat in Seat::BOTH {
            let (own, enemies) = (self.stacks[seat.index()], self.stacks[seat.other().index()]);
            each(own & neighbours(enemies), |at| {
                visit(at, seat, self.cell(at).unsigned_abs());
            });
        }
    }

    #[inline]
    pub(super) fn each_stack(&self, visit: impl FnMut(u8)) {
        each(self.taken(), visit);
    }
}

/// Returns the occupied squares that are nearest to this one.
#[inline]
pub(super) fn nearest(from: u8, taken: u128, all: u128) -> u128 {
    let own = 1_u128 << (from & 127);
    let (others, mut reach) = (taken & !own, own);
    loop {
        let next = (reach | neighbours(reach)) & all;
        let found = next & others;
        if found != 0 || next == reach {
            return found;
        }
        reach = next;
    }
}

/// Returns the directions of the squares, as bits by the numbers of directions.
#[inline]
pub(super) fn directions(squares: u128, from: u8) -> u32 {
    /// For each file, the squares to its left.
    const LEFT_OF: [u128; 16] = {
        let mut table = [0_u128; 16];
        let mut file = 0;
        while file < 16 {
            let mut at = 0;
            while at < 128 {
                if at % 11 < file {
                    table[file] |= 1 << at;
                }
                at += 1;
            }
            file += 1;
        }
        table
    };
    let (rank, file) = (from / 11, from % 11);
    let below = |rank: u8| (1_u128 << ((rank * 11) & 127)) - 1;
    u32::from(squares & !below(rank + 1) != 0)
        | u32::from(squares & !LEFT_OF[usize::from((file + 1) & 15)] != 0) << 1
        | u32::from(squares & below(rank) != 0) << 2
        | u32::from(squares & LEFT_OF[usize::from(file & 15)] != 0) << 3
}

impl Playable for Board {
    type Step = Step;

    #[inline]
    fn mover(&self) -> Option<Seat> {
        (self.stacks[0] != 0 && self.stacks[1] != 0).then_some(self.mover)
    }

    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.stacks[seat.other().index()] == 0)
            .map(Verdict::Win)
    }

    fn is_mid_turn(&self) -> bool {
        false
    }

    #[inline]
    fn each_step(&self, mut visit: impl FnMut(Step)) {
        if self.mover().is_none() {
            return;
        }
        let (own, enemies) = (
            self.stacks_of(self.mover),
            self.stacks_of(self.mover.other()),
        );
        let mut found = |from: u8, to: u8, kind| {
            visit(Step {
                from: Square::numbered(from),
                to: Square::numbered(to),
                kind,
            });
        };
        for (direction, &difference) in DIRECTIONS.iter().enumerate() {
            each(own & before(own, direction), |from| {
                let to = from.wrapping_add(difference);
                if self.cell(from).unsigned_abs() <= self.cell(to).unsigned_abs() {
                    found(from, to, StepKind::Stacking);
                }
            });
            each(own & before(enemies, direction), |from| {
                let to = from.wrapping_add(difference);
                if self.cell(from).unsigned_abs() >= self.cell(to).unsigned_abs() {
                    found(from, to, StepKind::Capturing);
                }
            });
        }
        each(own & !neighbours(own | enemies), |from| {
            let towards = directions(self.nearest(from), from);
            for (direction, difference) in DIRECTIONS.into_iter().enumerate() {
                if towards >> direction & 1 == 1 {
                    found(from, from.wrapping_add(difference), StepKind::Positional);
                }
            }
        });
    }

    #[inline]
    fn make(&mut self, step: &Step) {
        let (from, to) = (step.from.number(), step.to.number());
        let mut cell = self.take(from);
        match step.kind {
            StepKind::Positional => {}
            StepKind::Stacking => cell += self.take(to),
            StepKind::Capturing => {
                let taken = self.take(to).unsigned_abs();
                let other = self.mover.other().index();
                if taken == self.tallest[other] {
                    let mut tallest = 0;
                    each(self.stacks[other], |at| {
                        tallest = tallest.max(self.cell(at).unsigned_abs());
                    });
                    self.tallest[other] = tallest;
                }
            }
        }
        self.put(to, cell);
        let next = self.mover.other();
        if self.stacks[next.index()] == 0 || self.can_move(next) {
            self.mover = next;
        }
        // Otherwise the seat sits out.
    }

    /// Makes random steps by the rules; [`Playout`](super::playout::Playout) is far quicker.
    fn run_on(&mut self, most: u64, below: &mut impl FnMut(u64) -> u64) {
        for _ in 0..most {
            let mut steps = Vec::new();
            self.each_step(|step| steps.push(step));
            let number = below(steps.len().max(1) as u64) as usize;
            let Some(step) = steps.get(number) else {
                return;
            };
            self.make(step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anteroom_games::Position;
    use anteroom_games::anaash::Size;

    fn steps_of(position: &impl Playable<Step = Step>) -> Vec<String> {
        let mut steps = Vec::new();
        position.each_step(|step| steps.push(step.to_string()));
        steps.sort();
        steps
    }

    #[test]
    fn random_games_go_as_the_rules_have_them() {
        let mut numbers = SplitMix64::new(14);
        let mut decided = 0;
        for game in 0..60 {
            let size = Size::new([4, 6, 8, 10][game % 4]).unwrap();
            let mut position = Anaash::start(&size);
            let mut board = Board::of(&position, Seat::First);
            let mut certain = None;
            while let Some(mover) = position.to_move() {
                assert_eq!(board.mover(), Some(mover));
                assert_eq!(steps_of(&board), steps_of(&position), "{position:?}");
                let again = Board::of(&position, mover);
                assert_eq!(board.key(), again.key());
                assert_eq!(board.worth, again.worth);
                assert_eq!(board.checkers, again.checkers);
                assert_eq!(board.tallest, again.tallest);
                certain = certain.or(board.certain_winner());
                let step = position.random_step(&mut |n| numbers.below(n)).unwrap();
                position.play_unchecked(&step, &mut ());
                board.make(&step);
            }
            assert_eq!(board.mover(), None);
            assert_eq!(board.verdict(), position.verdict());
            if let Some(winner) = certain {
                decided += 1;
                assert_eq!(board.verdict(), Some(Verdict::Win(winner)));
            }
        }
        assert!(decided > 50, "{decided}");
    }
}
