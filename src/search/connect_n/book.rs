//! The book of beginnings: the score of every position of the 7×6 frame with at most [`CHIPS`] chips.
//!
//! A position is a number in base 3: its columns from left to right, each its chips from below (1 of the seat to move, 2 of
//! the other) and a 0; of a position and its mirror image the smaller one. The book is these numbers times 64 plus the
//! score plus 32, four bytes each, little endian, in rising order.

use super::solver::{Board, Frame, Solver};
use crate::search::meter::Meter;

/// How many chips the positions of the book have at most.
pub(super) const CHIPS: u32 = 8;

/// The frame it is of.
pub(super) const FRAME: Frame = Frame {
    columns: 7,
    rows: 6,
    n: 4,
};

static BOOK: &[u8] = include_bytes!("../../../assets/connect-four.book");

/// The [score](Solver) of a position. `None` when it is not in the book.
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

/// The number by which the book knows a position.
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

/// Makes the book from nothing: days of work on one core. `progress` is told how many positions are done, and of how many.
#[must_use]
pub fn make(mut progress: impl FnMut(usize, usize)) -> Vec<u8> {
    let mut solver = Solver::with_table(FRAME, 67_108_859);
    let mut layers: Vec<Vec<(u32, Board)>> = vec![vec![(0, Board { own: 0, taken: 0 })]];
    for _ in 0..CHIPS {
        let mut layer = Vec::new();
        for &(_, board) in layers.last().into_iter().flatten() {
            // Nothing follows a won game, and what wins at once needs no book, but its children do not exist.
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
    // The last layer is searched; what comes before follows from it.
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
    use super::{BOOK, Board, CHIPS, FRAME, Solver, number, score};
    use std::collections::HashSet;

    /// Every position with fewer chips than the book's last ones has the score that follows from those after it, so that
    /// only the last layer rests on search.
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
}
