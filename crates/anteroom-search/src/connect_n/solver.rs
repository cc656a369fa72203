//! A solver of Connect N: alpha-beta over bits for boards of at most 56 bits, such as the game's own 7×6.
//!
//! The techniques are those of Pascal Pons, *Solving Connect 4: How to build a perfect AI* (2015–2019), after John
//! Tromp's *Fhourstones* and Victor Allis, *A Knowledge-based Approach of Connect-Four* (1988): scores by the distance
//! to the end, null windows, a transposition table of bounds, steps that do not lose at once, ordered by the threats
//! they make. Enhanced transposition cut-offs: Plaat, Schaeffer, Pijls, de Bruin, *Exploiting Graph Properties of Game
//! Trees*, AAAI 1996.

use crate::meter::{MOST_BYTES, Meter};

/// Number of table entries, 5 bytes each, 48 MB. A prime, so that all bits of a key count.
const ENTRIES: usize = 9_999_991;
const MOST_BITS: u32 = 56;
/// The number of key bits in an entry, in addition to its index.
const CHECK_BITS: u32 = 33;
/// The number of empty cells below which looking up every child costs more than searching it.
const LEFT_FOR_LOOKUPS: i32 = 12;

/// A frame: the numbers of columns and rows, and the length of a winning line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub columns: u32,
    pub rows: u32,
    pub n: u32,
}

/// A position: the chips of the seat to move, and those of both.
/// A column takes `rows + 1` bits, the lowest cell first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub own: u64,
    pub taken: u64,
}

/// A solver for the positions of one frame. Its table keeps what it learns.
/// A score is positive if the seat to move wins: 1 if it wins with its last chip, 1 more for each chip sooner. It is
/// negative for a win of the other seat, and 0 for a draw.
pub(super) struct Solver {
    frame: Frame,
    bottom: u64,
    cells: u64,
    /// The columns' cells, the middle column first.
    columns: Vec<u64>,
    table: Table,
}

/// Bounds by position.
/// The index is the key's remainder and the entry has its quotient, so positions never collide.
struct Table {
    /// The lower 32 bits of the quotient.
    checks: Vec<u32>,
    /// The quotient's highest bit, and below it the bound: 0 for none, else see [`Bound`].
    bounds: Vec<u8>,
}

// Both parts of an entry fit in the memory limit, and every quotient fits in an entry.
const _: () = assert!(ENTRIES * (size_of::<u32>() + size_of::<u8>()) <= MOST_BYTES);
const _: () = assert!((1 << MOST_BITS) / ENTRIES as u64 <= 1 << CHECK_BITS);

/// The result of a search about a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

/// The range of scores, and of their bounds, on boards of 56 bits.
const MOST_SCORE: i32 = 28;

impl Table {
    /// Creates a table of at least *n* entries, and at least as many as keys of this many bits need.
    fn new(entries: usize, bits: u32) -> Self {
        let least = (1_usize << bits.saturating_sub(CHECK_BITS)) + 1;
        let entries = entries.max(least);
        Self {
            checks: vec![0; entries],
            bounds: vec![0; entries],
        }
    }

    /// Returns the index of a key's entry, and its check value.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let entries = self.checks.len() as u64;
        ((key % entries) as usize, key / entries)
    }

    #[inline]
    fn get(&self, key: u64) -> Option<Bound> {
        let (slot, check) = self.place(key);
        let (&low, &bound) = (self.checks.get(slot)?, self.bounds.get(slot)?);
        if low != check as u32 || u64::from(bound >> 7) != check >> 32 {
            return None;
        }
        match i32::from(bound & 127) {
            0 => None,
            at_most @ 1..64 => Some(Bound::AtMost(at_most - 1 - MOST_SCORE)),
            at_least => Some(Bound::AtLeast(at_least - 64 - MOST_SCORE)),
        }
    }

    #[inline]
    fn store(&mut self, key: u64, bound: Bound) {
        let (slot, check) = self.place(key);
        let (Some(low), Some(kept)) = (self.checks.get_mut(slot), self.bounds.get_mut(slot)) else {
            return;
        };
        let code = match bound {
            Bound::AtMost(score) => score + 1 + MOST_SCORE,
            Bound::AtLeast(score) => score + 64 + MOST_SCORE,
        };
        *low = check as u32;
        *kept = (check >> 32 << 7) as u8 | code.clamp(1, 127) as u8;
    }
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

    pub(super) fn bottom(self) -> u64 {
        (0..self.columns).fold(0, |bits, column| bits | 1 << (column * self.stride()))
    }
}

impl Board {
    /// Returns the board after a chip on this cell.
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
    /// Creates a solver for a frame that [`fits`](Frame::fits).
    pub(super) fn new(frame: Frame) -> Self {
        Self::with_table(frame, ENTRIES)
    }

    /// Creates a solver with a table of *n* entries, or more if necessary.
    pub(super) fn with_table(frame: Frame, entries: usize) -> Self {
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
            table: Table::new(entries, frame.columns * frame.stride()),
        }
    }

    /// Returns the cells to which a chip can fall.
    #[inline]
    pub(super) fn landings(&self, board: Board) -> u64 {
        (board.taken + self.bottom) & self.cells
    }

    /// Returns the empty cells that would complete a line of `chips`.
    #[inline]
    pub(super) fn threats(&self, chips: u64, taken: u64) -> u64 {
        let (n, stride) = (self.frame.n, self.frame.stride());
        // Shifts by constants take a third of the time.
        if n == 4 && stride == 7 {
            return threats_of_four::<7>(chips) & self.cells & !taken;
        }
        let mut threats = 0;
        // An upright line can only be completed at its top.
        let mut below = chips << 1;
        for _ in 2..n {
            below = (below & chips) << 1;
        }
        threats |= below;
        for direction in [stride, stride - 1, stride + 1] {
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

    /// Returns the score of an unfinished position; `None` if the meter is empty first.
    pub(super) fn score(&mut self, board: Board, meter: &mut Meter<'_>) -> Option<i32> {
        let left = self.frame.count() - board.chips();
        if self.wins_at_once(board) {
            return Some((left + 1) / 2);
        }
        let (mut least, mut most) = (-left / 2, (left - 1) / 2);
        while least < most {
            // Values near 0 first, to find quickly whether the position is won or lost.
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

    /// Whether an unfinished position has this score; `None` if the meter is empty first.
    pub(super) fn is_score(
        &mut self,
        board: Board,
        score: i32,
        meter: &mut Meter<'_>,
    ) -> Option<bool> {
        if self.wins_at_once(board) {
            let left = self.frame.count() - board.chips();
            return Some(score == (left + 1) / 2);
        }
        Some(
            self.bounded(board, score - 1, score, meter)? >= score
                && self.bounded(board, score, score + 1, meter)? <= score,
        )
    }

    /// Returns 1 for a won, 0 for a drawn, -1 for a lost unfinished position.
    /// `None` if the meter is empty first.
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

    pub(super) fn is_won(&mut self, board: Board, meter: &mut Meter<'_>) -> Option<bool> {
        Some(self.wins_at_once(board) || self.bounded(board, 0, 1, meter)? > 0)
    }

    pub(super) fn is_lost(&mut self, board: Board, meter: &mut Meter<'_>) -> Option<bool> {
        Some(!self.wins_at_once(board) && self.bounded(board, -1, 0, meter)? < 0)
    }

    /// Searches a window by negamax: returns the score if it is inside, else a bound on that side.
    /// The seat to move must not be able to win at once.
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
        // A threatened cell must be filled, and cells below threats of the other seat must be avoided.
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
            // A full board is a draw.
            return Some(if left == 0 { 0 } else { -left / 2 });
        }
        if left <= 2 {
            return Some(0);
        }
        // Neither seat has won by its next chip, so the ends of the range are impossible.
        let least = -(left - 2) / 2;
        if alpha < least {
            alpha = least;
            if alpha >= beta {
                return Some(alpha);
            }
        }
        let soonest = (left - 1) / 2;
        let mut most = soonest;
        // Mirror images are separate entries: looking both up costs more than it saves.
        let key = self.key(board);
        match self.table.get(key) {
            Some(Bound::AtMost(bound)) => most = most.min(bound),
            Some(Bound::AtLeast(bound)) if alpha < bound => {
                alpha = bound;
                if alpha >= beta {
                    return Some(alpha);
                }
            }
            _ => {}
        }
        if beta > most {
            beta = most;
            if alpha >= beta {
                return Some(beta);
            }
        }
        let looks_up = left >= LEFT_FOR_LOOKUPS;
        let mut ordered = [(0_u64, 0_u32); 16];
        let mut many = 0;
        for &column in &self.columns {
            let cell = steps & column;
            if cell == 0 || many == ordered.len() {
                continue;
            }
            let after = board.after(cell);
            let made = self.threats(board.own | cell, after.taken);
            // Two cells that complete a line next, side by side or one above the other: only one can be blocked.
            let next = made & self.landings(after);
            if next & next.wrapping_sub(1) != 0 || (next << 1) & made != 0 {
                return Some(soonest);
            }
            // Enhanced transposition cut-offs: a child's entry may decide before any child is searched.
            if looks_up {
                match self.table.get(self.key(after)) {
                    Some(Bound::AtMost(bound)) if -bound >= beta => {
                        self.table.store(key, Bound::AtLeast(-bound));
                        return Some(-bound);
                    }
                    Some(Bound::AtLeast(bound)) if -bound <= alpha => continue,
                    _ => {}
                }
            }
            let rank = made.count_ones();
            // Insertion sort keeps columns of equal worth in order, the middle first.
            let mut at = many;
            while at > 0 && ordered[at - 1].1 < rank {
                ordered[at] = ordered[at - 1];
                at -= 1;
            }
            ordered[at] = (cell, rank);
            many += 1;
        }
        for &(cell, _) in ordered.iter().take(many) {
            let score = -self.bounded(board.after(cell), -beta, -alpha, meter)?;
            if score >= beta {
                self.table.store(key, Bound::AtLeast(score));
                return Some(score);
            }
            alpha = alpha.max(score);
        }
        self.table.store(key, Bound::AtMost(alpha));
        Some(alpha)
    }

    /// Returns a number that is unique to the board in its frame.
    #[inline]
    fn key(&self, board: Board) -> u64 {
        board.own + board.taken + self.bottom
    }
}

/// Returns the cells that would complete four in line, some of them occupied or off the board.
#[inline]
fn threats_of_four<const STRIDE: u32>(chips: u64) -> u64 {
    let mut threats = (chips << 1) & (chips << 2) & (chips << 3);
    for direction in [STRIDE, STRIDE - 1, STRIDE + 1] {
        let pair = (chips << direction) & (chips << (2 * direction));
        threats |= pair & (chips << (3 * direction));
        threats |= pair & (chips >> direction);
        let pair = (chips >> direction) & (chips >> (2 * direction));
        threats |= pair & (chips >> (3 * direction));
        threats |= pair & (chips << direction);
    }
    threats
}

#[cfg(test)]
mod tests {
    use super::{Board, Frame, Solver};
    use crate::meter::Meter;
    use anteroom_games::SplitMix64;

    /// Returns the score of an unfinished position by exhaustive search.
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
                for other in score - 2..=score + 2 {
                    let is_score = solver.is_score(board, other, &mut meter);
                    assert_eq!(is_score, Some(other == score), "{board:?}");
                }
                assert_eq!(solver.sign(board, &mut meter), Some(score.signum()));
                assert_eq!(solver.is_won(board, &mut meter), Some(score > 0));
                assert_eq!(solver.is_lost(board, &mut meter), Some(score < 0));
            }
        }
    }
}
