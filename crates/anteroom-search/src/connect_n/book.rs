//! The opening book: the score of every position of the 7×6 frame with at most [`CHIPS`] chips.
//!
//! A position is a number in base 3: its columns from left to right, each with its chips from below (1 for the seat to
//! move, 2 for the other) and a 0. Of a position and its mirror image, the smaller number counts. The book contains
//! these numbers times 64 plus the score plus 32, four bytes each, little endian, in ascending order.

use super::solver::{Board, Frame, Solver};
use crate::meter::Meter;
use anteroom_games::SplitMix64;

/// The most chips of a position in the book.
pub(super) const CHIPS: u32 = 8;

pub(super) const FRAME: Frame = Frame {
    columns: 7,
    rows: 6,
    n: 4,
};

static BOOK: &[u8] = include_bytes!("../../../../assets/connect-four.book");

/// The result of comparing the book with a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookCheck {
    /// Number of positions that the search decided.
    pub decided: usize,
    /// Number of positions that the search did not decide within its nodes.
    pub undecided: usize,
    /// The positions with wrong scores: columns from left to right, from below, `x` for the seat to move.
    pub wrong: Vec<String>,
}

/// Returns the [score](Solver) of a position; `None` if the book does not contain it.
pub(super) fn score(board: Board) -> Option<i32> {
    if board.taken.count_ones() > CHIPS {
        return None;
    }
    let number = number(board);
    let (entries, _) = BOOK.as_chunks::<4>();
    let found = entries.binary_search_by_key(&number, |entry| u32::from_le_bytes(*entry) >> 6);
    let entry = entries.get(found.ok()?)?;
    Some((u32::from_le_bytes(*entry) & 63) as i32 - 32)
}

fn number(board: Board) -> u32 {
    let read = |columns: &mut dyn Iterator<Item = u32>| {
        let mut number = 0_u32;
        for column in columns {
            for row in 0..FRAME.rows {
                let bit = 1_u64 << (column * (FRAME.rows + 1) + row);
                if board.taken & bit == 0 {
                    break;
                }
                number = number * 3 + if board.own & bit != 0 { 1 } else { 2 };
            }
            number *= 3;
        }
        number / 3
    };
    read(&mut (0..FRAME.columns)).min(read(&mut (0..FRAME.columns).rev()))
}

/// Returns the position with this number: of a position and its mirror image, the numbered one.
fn board_of(mut number: u32) -> Board {
    let mut columns = [(0_u64, 0_u64); FRAME.columns as usize];
    // From the right, and in each column from above: every chip below moves a column's bits up.
    let mut column = columns.len() - 1;
    while number != 0 {
        let digit = number % 3;
        number /= 3;
        match (digit, columns.get_mut(column)) {
            (0, _) => column = column.saturating_sub(1),
            (_, Some((own, taken))) => {
                *own = *own << 1 | u64::from(digit == 1);
                *taken = *taken << 1 | 1;
            }
            (_, None) => break,
        }
    }
    let mut board = Board { own: 0, taken: 0 };
    for (column, (own, taken)) in (0_u32..).zip(columns) {
        board.own |= own << (column * (FRAME.rows + 1));
        board.taken |= taken << (column * (FRAME.rows + 1));
    }
    board
}

/// Compares random positions of the book's last layer with the solver.
///
/// The seed chooses the positions. Each has a limited number of nodes.
///
/// Earlier layers follow from the last one, which a test checks. `progress` is called after each position.
#[must_use]
pub fn check(
    positions: usize,
    seed: u64,
    nodes: u64,
    mut progress: impl FnMut(&BookCheck),
) -> BookCheck {
    let (entries, _) = BOOK.as_chunks::<4>();
    let mut last: Vec<(Board, i32)> = entries
        .iter()
        .map(|entry| u32::from_le_bytes(*entry))
        .map(|entry| (board_of(entry >> 6), (entry & 63) as i32 - 32))
        .filter(|(board, _)| board.taken.count_ones() == CHIPS)
        .collect();
    let mut numbers = SplitMix64::new(seed);
    let mut solver = Solver::new(FRAME);
    let mut check = BookCheck::default();
    for _ in 0..positions.min(last.len()) {
        let (board, score) = last.swap_remove(numbers.below(last.len() as u64) as usize);
        let mut meter = Meter::new(nodes, &|| false);
        match solver.is_score(board, score, &mut meter) {
            Some(right) => {
                check.decided += 1;
                if !right {
                    check.wrong.push(text(board));
                }
            }
            None => check.undecided += 1,
        }
        progress(&check);
    }
    check
}

/// Returns a board as text: its columns from left to right, each from below, `x` for the seat to move.
fn text(board: Board) -> String {
    let column = |column: u32| {
        let bits = (0..FRAME.rows).map(move |row| 1_u64 << (column * (FRAME.rows + 1) + row));
        bits.take_while(move |bit| board.taken & bit != 0)
            .map(move |bit| if board.own & bit != 0 { 'x' } else { 'o' })
            .collect::<String>()
    };
    let columns: Vec<String> = (0..FRAME.columns).map(column).collect();
    columns.join("/")
}

/// Computes the whole book: days of work on one core.
///
/// `progress` gets the number of finished positions and of all.
#[must_use]
pub fn make(mut progress: impl FnMut(usize, usize)) -> Vec<u8> {
    let mut solver = Solver::with_table(FRAME, 67_108_859);
    let mut layers: Vec<Vec<(u32, Board)>> = vec![vec![(0, Board { own: 0, taken: 0 })]];
    for _ in 0..CHIPS {
        let mut layer = Vec::new();
        for &(_, board) in layers.last().into_iter().flatten() {
            // A chip that completes a line ends the game, so the board after it needs no entry.
            let mut landings = solver.landings(board);
            let wins = solver.threats(board.own, board.taken);
            while landings != 0 {
                let cell = landings & landings.wrapping_neg();
                landings ^= cell;
                if cell & wins == 0 {
                    let next = board.after(cell);
                    layer.push((number(next), next));
                }
            }
        }
        layer.sort_unstable_by_key(|&(number, _)| number);
        layer.dedup_by_key(|&mut (number, _)| number);
        layers.push(layer);
    }
    let all: usize = layers.iter().map(Vec::len).sum();
    let mut entries: Vec<u32> = Vec::with_capacity(all);
    let mut done = 0;
    let unlimited = || false;
    let mut meter = Meter::new(u64::MAX, &unlimited);
    // The last layer is searched; the earlier ones follow from it.
    let mut later: Vec<(u32, i32)> = Vec::new();
    for layer in layers.iter().rev() {
        let mut scores = Vec::with_capacity(layer.len());
        for &(key, board) in layer {
            let score = if later.is_empty() || solver.wins_at_once(board) {
                solver.score(board, &mut meter).unwrap_or(0)
            } else {
                let mut best = -FRAME.count();
                let mut landings = solver.landings(board);
                while landings != 0 {
                    let cell = landings & landings.wrapping_neg();
                    landings ^= cell;
                    let next = number(board.after(cell));
                    if let Ok(at) = later.binary_search_by_key(&next, |&(number, _)| number) {
                        best = best.max(-later[at].1);
                    }
                }
                best
            };
            scores.push((key, score));
            entries.push(key << 6 | (score + 32) as u32);
            done += 1;
            if done % 256 == 0 {
                progress(done, all);
            }
        }
        later = scores;
    }
    entries.sort_unstable();
    entries.into_iter().flat_map(u32::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::{BOOK, Board, CHIPS, FRAME, Solver, board_of, check, number, score, text};
    use std::collections::HashSet;

    /// Scores of earlier layers follow from their successors, so only the last layer depends on search.
    #[test]
    fn the_book_is_whole_and_agrees_with_itself() {
        let (entries, rest) = BOOK.as_chunks::<4>();
        assert!(rest.is_empty() && BOOK.len() <= 2 << 20);
        let entries: Vec<u32> = entries
            .iter()
            .map(|entry| u32::from_le_bytes(*entry))
            .collect();
        assert!(entries.is_sorted_by(|one, other| one >> 6 < other >> 6));
        let solver = Solver::with_table(FRAME, 1);
        let mut layer = vec![Board { own: 0, taken: 0 }];
        let mut all = 0;
        for chips in 0..=CHIPS {
            let (mut next, mut seen) = (Vec::new(), HashSet::new());
            for &board in &layer {
                all += 1;
                let mut best = -FRAME.count();
                let (mut landings, wins) = (
                    solver.landings(board),
                    solver.threats(board.own, board.taken),
                );
                while landings != 0 {
                    let cell = landings & landings.wrapping_neg();
                    landings ^= cell;
                    let after = board.after(cell);
                    if cell & wins != 0 {
                        best = best.max((FRAME.count() - chips as i32 + 1) / 2);
                    } else if chips < CHIPS {
                        best = best.max(-score(after).unwrap());
                        if seen.insert(number(after)) {
                            next.push(after);
                        }
                    }
                }
                let found = score(board).unwrap();
                let agrees = if chips == CHIPS {
                    best <= found
                } else {
                    best == found
                };
                assert!(agrees, "{board:?}");
            }
            layer = next;
        }
        assert_eq!(all, entries.len());
        assert_eq!(score(Board { own: 0, taken: 0 }), Some(1));
    }
    #[test]
    fn every_entry_is_a_position() {
        for entry in BOOK.as_chunks::<4>().0 {
            let key = u32::from_le_bytes(*entry) >> 6;
            assert_eq!(number(board_of(key)), key);
        }
        let board =
            [3_u64, 3, 4, 3]
                .into_iter()
                .fold(Board { own: 0, taken: 0 }, |board, column| {
                    board.after((board.taken + (1 << (column * 7))) & (0x3f << (column * 7)))
                });
        assert_eq!(text(board), "///xoo/x//");
        assert_eq!(board_of(number(board)), board);
    }

    /// Compares the last layer with our own search, on those of 1 500 positions that take little work.
    /// `lab book --check` has time for any position.
    #[test]
    fn the_solver_agrees_with_the_last_layer() {
        let found = check(1_500, 1, 2_000, |_| ());
        assert_eq!(found.wrong, Vec::<String>::new());
        assert!(found.decided >= 50, "{found:?}");
    }
}
