//! Finds the seat that must in the end make room below a cell that the other seat needs (zugzwang: Allis 1988).

use super::board::{Board, Lines, Rows, SIDE};
use super::weights::{TERMS, Weights};

/// Evaluates the position for the seat to move by its open lines and weighted terms.
/// The seat can neither win at once nor must block.
#[inline]
pub(super) fn judge<L: Lines>(board: &Board<L>, weights: &Weights) -> i32 {
    let worths = weights.of_terms(board.empty);
    let terms = terms(board).into_iter().zip(worths);
    let score = board.lines.worth() + terms.map(|(term, worth)| term * worth).sum::<i32>();
    weights.to_move + if board.mover == 0 { score } else { -score }
}

/// Returns the terms besides lines.
/// They are: 1, always; whether the first seat outlasts the second, and the second the first; and the number of each
/// seat's threats on rows that it gets if both fill everything else.
#[inline]
fn terms<L>(board: &Board<L>) -> [i32; TERMS] {
    if !any_threat(board) {
        return [1, 0, 0, 0, 0];
    }
    let winner = who_outlasts(board);
    let on_rows = |seat: usize, rows: u16| {
        let threats = board.threats[seat].iter();
        threats
            .map(|threats| (threats & rows).count_ones())
            .sum::<u32>() as i32
    };
    [
        1,
        i32::from(winner == Some(0)),
        i32::from(winner == Some(1)),
        on_rows(0, board.rows_of_first),
        on_rows(1, !board.rows_of_first),
    ]
}

/// Whether some cell completes a line of either seat.
#[inline]
pub(super) fn any_threat<L>(board: &Board<L>) -> bool {
    let is_any = |threats: &Rows| threats.iter().fold(0, |all, rows| all | rows) != 0;
    board.threats.iter().any(is_any)
}

/// Returns the winner by the threats, 0 for the first seat; `None` if the frame is full before.
#[inline]
pub(super) fn who_outlasts<L>(board: &Board<L>) -> Option<usize> {
    let mut shafts = [Shaft::default(); SIDE];
    let (mut many, mut chips) = (0, 0);
    for (column, &landing) in board.landings.iter().enumerate() {
        if landing == 0 {
            continue;
        }
        let row = landing.trailing_zeros();
        let mut shaft = Shaft {
            needed: [0, 1].map(|seat: usize| u32::from(board.threats[seat][column] >> row)),
            empty: board.rows as u32 - row,
        };
        chips += shaft.fill();
        // A seat that needs two cells, one above the other, gets one of them whichever seat makes room.
        let has_two =
            |seat: &usize| shaft.needed[*seat] & 6 == 6 && shaft.needed[*seat ^ 1] & 2 == 0;
        if let Some(seat) = [0, 1].into_iter().find(has_two) {
            return Some(seat);
        }
        if shaft.empty > 0 {
            shafts[many % SIDE] = shaft;
            many += 1;
        }
    }
    outlasts(&mut shafts, many, board.mover ^ (chips % 2) as usize)
}

/// Returns the winner of a race in which both seats avoid making room for the other.
/// The winner is 0 for the first seat; `None` if the frame is full before a seat must make room. The first `many`
/// shafts are used, each of them [filled](Shaft::fill). A seat can also make room below its own threat, but gives the
/// threat up: the other seat takes the cell.
#[inline]
pub(super) fn outlasts(
    shafts: &mut [Shaft; SIDE],
    mut many: usize,
    mut mover: usize,
) -> Option<usize> {
    while many > 0 {
        // Giving up a threat costs each seat a chip. The cells that can then be filled decide which seat is to move.
        let mut best: Option<(bool, usize, Shaft)> = None;
        for (at, shaft) in shafts.iter().take(many).enumerate() {
            if shaft.is_given_up_by(mover) {
                let mut after = *shaft;
                after.drop(2);
                let passes_on = after.fill() % 2 == 1;
                if best.is_none_or(|(other, _, _)| passes_on && !other) {
                    best = Some((passes_on, at, after));
                }
            }
        }
        let Some((passes_on, at, after)) = best else {
            return Some(mover ^ 1);
        };
        if passes_on {
            mover ^= 1;
        }
        if after.empty > 0 {
            shafts[at] = after;
        } else {
            many -= 1;
            shafts.swap(at, many);
        }
    }
    None
}

/// The rest of a column.
#[derive(Clone, Copy, Default)]
pub(super) struct Shaft {
    /// The cells that complete a line of either seat; the lowest bit is the next free cell.
    pub needed: [u32; 2],
    pub empty: u32,
}

impl Shaft {
    /// Fills the cells that make room for nobody, and returns their number.
    /// Cells that complete a line at once do not matter here, because the search goes on in that case.
    #[inline]
    pub(super) fn fill(&mut self) -> u32 {
        let needed = (self.needed[0] | self.needed[1]) & !1;
        let chips = if needed == 0 {
            self.empty
        } else {
            needed.trailing_zeros() - 1
        };
        self.drop(chips);
        chips
    }

    #[inline]
    fn drop(&mut self, chips: u32) {
        self.needed = self.needed.map(|needed| needed >> chips);
        self.empty -= chips;
    }

    /// Whether the next chip makes room only for the seat that drops it.
    #[inline]
    fn is_given_up_by(&self, seat: usize) -> bool {
        self.needed[seat & 1] & 2 != 0 && self.needed[seat & 1 ^ 1] & 2 == 0
    }
}
