//! Connect N solved: alpha-beta over bits for boards of at most 56 of them, the game's own 7×6 among these.
//!
//! The techniques are those of Pascal Pons, *Solving Connect 4: How to build a perfect AI* (2015–2019), after John Tromp's
//! *Fhourstones* and Victor Allis, *A Knowledge-based Approach of Connect-Four* (1988): scores that say how soon the game
//! ends, null windows, a transposition table of bounds, steps that do not lose at once, ordered by the threats they make.

use crate::search::meter::Meter;

/// How many words of 8 bytes the table of an ordinary search has: a prime, so that all bits of a key count. 40 MB.
const WORDS: usize = 5_242_877;
/// How many bits a board may have, so that it fits into a word of the table beside its bound.
const MOST_BITS: u32 = 56;

/// A frame: how many columns and rows, and how many in line win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub columns: u32,
    pub rows: u32,
    pub n: u32,
}

/// A position: the chips of the seat to move, and those of both. Columns take `rows + 1` bits, the lowest cell first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub own: u64,
    pub taken: u64,
}

/// Solves positions of one frame; what it learns stays in its table.
///
/// A score is positive when the seat to move wins: 1 when it does so with its last chip, 1 more for each chip sooner; for
/// the other seat the negative; 0 for a draw.
pub(super) struct Solver {
    frame: Frame,
    /// The lowest cell of every column.
    bottom: u64,
    /// All cells.
    cells: u64,
    /// The columns' cells, the middle one first.
    columns: Vec<u64>,
    /// Bounds by position: the position in the upper bits, the bound in the lower eight; 0 for nothing.
    table: Vec<u64>,
}

impl Frame {
    /// Whether boards of this size can be solved here.
    pub(super) const fn fits(self) -> bool {
        self.columns * (self.rows + 1) <= MOST_BITS && self.n >= 2
    }

    pub(super) const fn count(self) -> i32 {
        (self.columns * self.rows) as i32
    }

    const fn stride(self) -> u32 {
        self.rows + 1
    }

    /// The lowest cell of every column.
    pub(super) fn bottom(self) -> u64 {
        (0..self.columns).fold(0, |bits, column| bits | 1 << (column * self.stride()))
    }
}

impl Board {
    /// The board after a chip on this cell.
    #[inline]
    pub(super) const fn after(self, cell: u64) -> Self {
        Self {
            own: self.own ^ self.taken,
            taken: self.taken | cell,
        }
    }

    fn chips(self) -> i32 {
        self.taken.count_ones() as i32
    }
}

impl Solver {
    /// A solver for a frame that [`fits`](Frame::fits).
    pub(super) fn new(frame: Frame) -> Self {
        Self::with_table(frame, WORDS)
    }

    /// A solver with a table of so many words, at least one.
    pub(super) fn with_table(frame: Frame, words: usize) -> Self {
        let bottom = frame.bottom();
        let full = (1 << frame.rows) - 1;
        let mut columns: Vec<u32> = (0..frame.columns).collect();
        columns.sort_by_key(|&column| (2 * column + 1).abs_diff(frame.columns));
        Self {
            frame,
            bottom,
            cells: bottom * full,
            columns: columns
                .into_iter()
                .map(|column| full << (column * frame.stride()))
                .collect(),
            table: vec![0; words.max(1)],
        }
    }

    /// The cells on which a chip can come to rest.
    #[inline]
    pub(super) fn landings(&self, board: Board) -> u64 {
        (board.taken + self.bottom) & self.cells
    }

    /// The empty cells that would complete a line of `chips`.
    #[inline]
    pub(super) fn threats(&self, chips: u64, taken: u64) -> u64 {
        let (n, stride) = (self.frame.n, self.frame.stride());
        let mut threats = 0;
        // Straight up, a line can only be completed at its top.
        let mut below = chips << 1;
        for _ in 2..n {
            below = (below & chips) << 1;
        }
        threats |= below;
        for direction in [stride, stride - 1, stride + 1] {
            if n == 4 {
                let pair = (chips << direction) & (chips << (2 * direction));
                threats |= pair & (chips << (3 * direction));
                threats |= pair & (chips >> direction);
                let pair = (chips >> direction) & (chips >> (2 * direction));
                threats |= pair & (chips >> (3 * direction));
                threats |= pair & (chips << direction);
                continue;
            }
            for before in 0..n {
                let mut cells = !0_u64;
                for i in 1..=before {
                    cells &= chips.checked_shl(i * direction).unwrap_or(0);
                }
                for i in 1..n - before {
                    cells &= chips.checked_shr(i * direction).unwrap_or(0);
                }
                threats |= cells;
            }
        }
        threats & self.cells & !taken
    }

    /// Whether the seat to move completes a line now.
    #[inline]
    pub(super) fn wins_at_once(&self, board: Board) -> bool {
        self.threats(board.own, board.taken) & self.landings(board) != 0
    }

    /// The score of a position that goes on. `None` when the meter is empty first.
    pub(super) fn score(&mut self, board: Board, meter: &mut Meter<'_>) -> Option<i32> {
        let left = self.frame.count() - board.chips();
        if self.wins_at_once(board) {
            return Some((left + 1) / 2);
        }
        let (mut least, mut most) = (-left / 2, (left - 1) / 2);
        while least < most {
            // Near to 0 first: whether it is won or lost is found soonest.
            let mut middle = least + (most - least) / 2;
            if middle <= 0 && least / 2 < middle {
                middle = least / 2;
            } else if middle >= 0 && most / 2 > middle {
                middle = most / 2;
            }
            let found = self.bounded(board, middle, middle + 1, meter)?;
            if found <= middle {
                most = found;
            } else {
                least = found;
            }
        }
        Some(least)
    }

    /// Whether a position that goes on is won (1), drawn (0) or lost (-1). `None` when the meter is empty first.
    pub(super) fn sign(&mut self, board: Board, meter: &mut Meter<'_>) -> Option<i32> {
        if self.wins_at_once(board) {
            return Some(1);
        }
        if self.bounded(board, 0, 1, meter)? > 0 {
            return Some(1);
        }
        self.is_lost(board, meter)
            .map(|lost| if lost { -1 } else { 0 })
    }

    /// Whether a position that goes on is won.
    pub(super) fn is_won(&mut self, board: Board, meter: &mut Meter<'_>) -> Option<bool> {
        Some(self.wins_at_once(board) || self.bounded(board, 0, 1, meter)? > 0)
    }

    /// Whether a position that goes on is lost.
    pub(super) fn is_lost(&mut self, board: Board, meter: &mut Meter<'_>) -> Option<bool> {
        Some(!self.wins_at_once(board) && self.bounded(board, -1, 0, meter)? < 0)
    }

    /// Negamax within a window: the score where it lies inside, else a bound on that side of it. The seat to move cannot
    /// win at once.
    fn bounded(
        &mut self,
        board: Board,
        mut alpha: i32,
        mut beta: i32,
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        if !meter.spend() {
            return None;
        }
        let left = self.frame.count() - board.chips();
        // Where the other seat threatens to win one must go, and below its threats one must not.
        let threatened = self.threats(board.own ^ board.taken, board.taken);
        let mut steps = self.landings(board);
        let forced = steps & threatened;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return Some(-left / 2);
            }
            steps = forced;
        }
        steps &= !(threatened >> 1);
        if steps == 0 {
            // With the board full there is nothing to lose any more.
            return Some(if left == 0 { 0 } else { -left / 2 });
        }
        if left <= 2 {
            return Some(0);
        }
        // Nobody has won by the next chip of each, so neither end of the range can be reached.
        let least = -(left - 2) / 2;
        if alpha < least {
            alpha = least;
            if alpha >= beta {
                return Some(alpha);
            }
        }
        let mut most = (left - 1) / 2;
        // Boards and their mirror images are told apart: looking both up costs more than it saves.
        let key = board.own + board.taken + self.bottom;
        let slot = (key % self.table.len() as u64) as usize;
        let word = self.table.get(slot).copied().unwrap_or(0);
        // A bound is kept as 1 to 63 above, 128 more for one from below.
        if word >> 8 == key {
            let bound = (word & 127) as i32 - 64;
            if word & 128 == 0 {
                most = most.min(bound);
            } else if alpha < bound {
                alpha = bound;
                if alpha >= beta {
                    return Some(alpha);
                }
            }
        }
        if beta > most {
            beta = most;
            if alpha >= beta {
                return Some(beta);
            }
        }
        let mut ordered = [(0_u64, 0_u32); 16];
        let mut many = 0;
        for &column in &self.columns {
            let cell = steps & column;
            if cell == 0 || many == ordered.len() {
                continue;
            }
            let made = self
                .threats(board.own | cell, board.taken | cell)
                .count_ones();
            // Insertion keeps columns of equal worth in their order, the middle first.
            let mut at = many;
            while at > 0 && ordered[at - 1].1 < made {
                ordered[at] = ordered[at - 1];
                at -= 1;
            }
            ordered[at] = (cell, made);
            many += 1;
        }
        for &(cell, _) in ordered.iter().take(many) {
            let score = -self.bounded(board.after(cell), -beta, -alpha, meter)?;
            if score >= beta {
                self.keep(slot, key, score, true);
                return Some(score);
            }
            alpha = alpha.max(score);
        }
        self.keep(slot, key, alpha, false);
        Some(alpha)
    }

    fn keep(&mut self, slot: usize, key: u64, bound: i32, from_below: bool) {
        if let Some(word) = self.table.get_mut(slot) {
            let bound = (bound + 64).clamp(0, 127) as u64;
            *word = key << 8 | u64::from(from_below) << 7 | bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Frame, Solver};
    use crate::games::SplitMix64;
    use crate::search::meter::Meter;

    /// The score of a position that goes on, by looking at everything.
    fn exhaustive(solver: &Solver, board: Board) -> i32 {
        let left = solver.frame.count() - board.chips();
        if left == 0 {
            return 0;
        }
        if solver.wins_at_once(board) {
            return (left + 1) / 2;
        }
        let mut landings = solver.landings(board);
        let mut best = -left;
        while landings != 0 {
            let cell = landings & landings.wrapping_neg();
            landings ^= cell;
            best = best.max(-exhaustive(solver, board.after(cell)));
        }
        best
    }

    #[test]
    fn scores_are_those_of_an_exhaustive_search() {
        for (columns, rows, n, chips) in [
            (4, 4, 3, 4),
            (4, 4, 4, 4),
            (5, 4, 4, 9),
            (7, 6, 4, 31),
            (9, 4, 5, 26),
            (6, 7, 3, 20),
            (7, 6, 2, 0),
        ] {
            let frame = Frame { columns, rows, n };
            let mut solver = Solver::with_table(frame, 10_007);
            let never = || false;
            let mut meter = Meter::new(u64::MAX, &never);
            let mut numbers = SplitMix64::new(u64::from(columns + rows * n));
            for _ in 0..20 {
                let mut board = Board { own: 0, taken: 0 };
                for _ in 0..chips {
                    let mut landings =
                        solver.landings(board) & !solver.threats(board.own, board.taken);
                    for _ in 0..numbers.below(u64::from(landings.count_ones().max(1))) {
                        landings &= landings - 1;
                    }
                    if landings != 0 {
                        board = board.after(landings & landings.wrapping_neg());
                    }
                }
                let score = exhaustive(&solver, board);
                if board.taken == solver.cells {
                    continue;
                }
                assert_eq!(solver.score(board, &mut meter), Some(score), "{board:?}");
                assert_eq!(solver.sign(board, &mut meter), Some(score.signum()));
                assert_eq!(solver.is_won(board, &mut meter), Some(score > 0));
                assert_eq!(solver.is_lost(board, &mut meter), Some(score < 0));
            }
        }
    }
}
