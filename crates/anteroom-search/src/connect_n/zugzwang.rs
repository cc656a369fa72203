//! Which seat must in the end make room below a cell that the other seat needs (zugzwang: Allis 1988).

use super::board::{Board, Lines, Rows, SIDE};
use super::weights::{TERMS, Weights};

/// How good the position is for the seat to move, who can neither win at once nor must block: what its open lines are worth, and
/// by these weights what the threats are.
#[inline]
pub(super) fn judge<L: Lines>(board: &Board<L>, weights: &Weights) -> i32 {
    let worths = weights.of_terms(board.empty);
    let terms = terms(board).into_iter().zip(worths);
    let score = board.lines.worth() + terms.map(|(term, worth)| term * worth).sum::<i32>();
    weights.to_move + if board.mover == 0 { score } else { -score }
}

/// What counts besides the lines: 1, always; whether the first seat outlasts the second, and the second the first; and how many threats
/// either has on rows that fall to it when everything else is full.
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

/// Whether there is a cell that completes a line of either seat.
#[inline]
pub(super) fn any_threat<L>(board: &Board<L>) -> bool {
    let is_any = |threats: &Rows| threats.iter().fold(0, |all, rows| all | rows) != 0;
    board.threats.iter().any(is_any)
}

/// The winner by the threats on the board, 0 for the first seat; `None` if the frame is full before that.
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
        // Of two cells that a seat needs, one upon the other, it gets one, the one who makes room.
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

/// Who wins, 0 for the first seat, when both fill what makes room for nobody, until one of them must make room for the other. `None`
/// when the frame is full before that. There are this many shafts, each of them [filled](Shaft::fill).
///
/// Below one's own threat one can make room as well, but gives it up by that: the other seat takes its cell.
#[inline]
pub(super) fn outlasts(
    shafts: &mut [Shaft; SIDE],
    mut many: usize,
    mut mover: usize,
) -> Option<usize> {
    while many > 0 {
        // To give one up costs a chip each. What can be filled after that decides who is to move then.
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

/// What is left of a column.
#[derive(Clone, Copy, Default)]
pub(super) struct Shaft {
    /// The cells that complete a line of either seat; the lowest bit is the cell that a chip falls to next.
    pub needed: [u32; 2],
    /// How many cells are empty.
    pub empty: u32,
}

impl Shaft {
    /// Fills it as far as that makes room for nobody, and returns by how many chips. What completes a line at once is no matter
    /// for judging: the search goes on there.
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

    /// Whether the next chip makes room for nobody but the seat that drops it.
    #[inline]
    fn is_given_up_by(&self, seat: usize) -> bool {
        self.needed[seat & 1] & 2 != 0 && self.needed[seat & 1 ^ 1] & 2 == 0
    }
}
