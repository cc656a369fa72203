//! Generates the groups that can go one step in a direction, each once, without trying groups that cannot.
//!
//! A piece can go only if the square ahead is empty or the piece there goes too. So a group that contains a piece also
//! contains the file of own pieces ahead of it, up to one with an empty square before it: the piece's *train*. A group
//! that can go is a connected union of trains. The search adds trains one by one at the group's rim. It bars the
//! pieces that it has decided to leave out, so that it finds each group once.

use std::ops::ControlFlow;

use super::group::MOST;
use super::squares::{Direction, Square, Squares};

/// Pieces that may go one step in a direction, by the length of their trains.
pub(super) struct Trains {
    direction: Direction,
    /// `trains[n]`: the pieces whose train has n other pieces.
    trains: [Squares; MOST],
    /// The union of `trains`.
    movable: Squares,
    /// The most pieces in a group.
    most: u32,
}

impl Trains {
    /// Creates the trains of `pieces`, which may go in this direction together with others.
    /// `open` squares are empty and may be entered. Groups have up to `most` pieces, at most five.
    #[inline]
    pub(super) fn new(pieces: Squares, open: Squares, direction: Direction, most: u32) -> Self {
        let back = direction.opposite();
        let mut trains = [Squares::NONE; MOST];
        let (mut ahead, mut movable) = (open, Squares::NONE);
        for train in trains.iter_mut().take(most as usize) {
            *train = ahead.shifted(back) & pieces;
            if train.is_empty() {
                break;
            }
            movable |= *train;
            ahead = *train;
        }
        Self {
            direction,
            trains,
            movable,
            most,
        }
    }

    /// Generates all groups that include at least one of `roots`.
    pub(super) fn groups_with(
        &self,
        roots: Squares,
        visit: &mut impl FnMut(Squares) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut left = roots & self.movable;
        let mut barred = Squares::NONE;
        // A train must not contain an earlier root, so roots are taken in the direction of movement.
        let forwards = self.direction.offset() > 0;
        while let Some(root) = if forwards { left.first() } else { left.last() } {
            left = left - Squares::only(root);
            let (train, length) = self.train(root);
            if length <= self.most {
                self.grow(train, length, barred, visit)?;
            }
            barred |= Squares::only(root);
        }
        ControlFlow::Continue(())
    }

    /// Grows one random group with this root; `below(n)` returns a number less than n.
    /// `None` if the root cannot go.
    pub(super) fn random_group(
        &self,
        root: Square,
        below: &mut impl FnMut(u64) -> u64,
    ) -> Option<Squares> {
        if !self.movable.has(root) {
            return None;
        }
        let (mut group, mut size) = self.train(root);
        let wanted = 1 + below(u64::from(self.most)) as u32;
        let mut barred = Squares::NONE;
        while size < wanted {
            let rim = (group.neighbours() & self.movable) - group - barred;
            let Some(next) = rim
                .clone()
                .nth(below(u64::from(rim.count().max(1))) as usize)
            else {
                break;
            };
            let (train, _) = self.train(next);
            let more = train - group;
            if size + more.count() <= self.most {
                group |= more;
                size += more.count();
            } else {
                barred |= Squares::only(next);
            }
        }
        Some(group)
    }

    /// Visits the group itself and all larger groups without a barred piece.
    fn grow(
        &self,
        group: Squares,
        size: u32,
        mut barred: Squares,
        visit: &mut impl FnMut(Squares) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        visit(group)?;
        if size == self.most {
            return ControlFlow::Continue(());
        }
        for next in (group.neighbours() & self.movable) - group - barred {
            let (train, _) = self.train(next);
            let more = train - group;
            let size = size + more.count();
            if size <= self.most && !more.meets(barred) {
                self.grow(group | more, size, barred, visit)?;
            }
            barred |= Squares::only(next);
        }
        ControlFlow::Continue(())
    }

    /// Returns a movable piece with its train, and their number.
    #[inline]
    fn train(&self, last: Square) -> (Squares, u32) {
        let (mut train, mut square, mut length) = (Squares::only(last), last, 1);
        let [leaders, ..] = self.trains;
        while !leaders.has(square) && length < MOST as u32 {
            square = square.ahead(self.direction);
            train |= Squares::only(square);
            length += 1;
        }
        (train, length)
    }
}
