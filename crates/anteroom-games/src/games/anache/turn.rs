//! The turn as a machine of steps: what may follow, what a step does, and whether the turn can still end legally.

use std::ops::ControlFlow;

use super::board::{Board, Past, Rank};
use super::captures::Captures;
use super::geometry::Geometry;
use super::groups::Trains;
use super::squares::{Direction, Square, Squares};
use super::step::{Group, MOST, Step};
use crate::board::Seat;

/// The most men that move together without a knight.
pub(super) const MOST_MEN: u32 = 3;

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing was done yet.
    Begun,
    /// The first move of a standard turn was made, and a second is not excluded.
    Moved,
    /// The dragon, now on this square, may still lead a group one step on.
    Dragon(Square),
    /// No move may follow; barriers come off.
    Done,
}

/// A board in the middle of a turn, with what matters of the steps before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    pub board: Board,
    pub phase: Phase,
    /// Where the own pieces that moved in this turn stand now.
    pub moved: Squares,
    /// Whether something was captured or removed in this turn. Then no board that may follow has ever stood.
    pub fewer: bool,
}

/// Who is at it, and what lies before this turn.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    pub geometry: &'static Geometry,
    pub seat: Seat,
    /// Whether it is Black's first turn of the game.
    pub first: bool,
    pub past: &'a Past,
}

impl Stage {
    /// The beginning of a turn.
    pub(super) fn new(board: Board) -> Self {
        Self {
            board,
            phase: Phase::Begun,
            moved: Squares::NONE,
            fewer: false,
        }
    }
}

impl Turn<'_> {
    fn own(&self, stage: &Stage) -> Squares {
        stage.board.pieces[self.seat.index()]
    }

    /// The lone pieces that may not move because an opposing piece stands ahead of them.
    pub(super) fn frozen(&self, board: &Board) -> Squares {
        let own = board.pieces[self.seat.index()];
        let other = board.pieces[self.seat.other().index()];
        let faced =
            Direction::forward(self.seat).map(|direction| other.shifted(direction.opposite()));
        (own - own.neighbours()) & (faced[0] | faced[1] | faced[2])
    }

    /// The empty squares that the seat's groups may enter.
    pub(super) fn open(&self, board: &Board) -> Squares {
        self.geometry.board - board.taken() - self.geometry.own_corners[self.seat.index()]
    }

    /// The squares to which a dragon on this corner may jump.
    pub(super) fn jump_targets(&self, board: &Board, dragon: Square) -> Squares {
        self.geometry.board
            - board.taken()
            - self.geometry.corners
            - self.geometry.quarter_across(dragon)
    }

    /// The own barriers' pieces.
    pub(super) fn barriers(&self, board: &Board) -> Squares {
        board.pieces[self.seat.index()].barriers(self.geometry.size)
    }

    /// Whether the seat has won: two dragons, or a single piece on an opposing corner.
    pub(super) fn has_won(&self, board: &Board) -> bool {
        let own = board.pieces[self.seat.index()];
        let corners = self.geometry.opposing_corners(self.seat);
        own.meets(corners) && (corners.is_within(own) || own.is_single())
    }

    /// What follows when a group has moved.
    pub(super) fn after_move(
        &self,
        stage: &Stage,
        group: Squares,
        direction: Direction,
    ) -> (Stage, Captures) {
        let there = group.shifted(direction);
        let (next, captures) = self.after_transfer(stage, group, there);
        let phase = match stage.phase {
            Phase::Begun if !self.first => Phase::Moved,
            Phase::Dragon(dragon) if !captures.all().is_empty() => {
                Phase::Dragon(dragon.ahead(direction))
            }
            _ => Phase::Done,
        };
        (Stage { phase, ..next }, captures)
    }

    /// What follows when a dragon has jumped.
    pub(super) fn after_jump(&self, stage: &Stage, from: Square, to: Square) -> (Stage, Captures) {
        let (next, captures) = self.after_transfer(stage, Squares::only(from), Squares::only(to));
        (
            Stage {
                phase: Phase::Dragon(to),
                ..next
            },
            captures,
        )
    }

    fn after_transfer(&self, stage: &Stage, from: Squares, to: Squares) -> (Stage, Captures) {
        let Stage {
            mut board,
            moved,
            phase,
            fewer,
        } = *stage;
        board.transfer(self.seat, from, to);
        let moved = (moved - from) | to;
        let captures = Captures::found(self.geometry, &board, self.seat, moved);
        let taken = captures.all();
        board.remove(self.seat.other(), taken);
        (
            Stage {
                board,
                phase,
                moved,
                fewer: fewer || !taken.is_empty(),
            },
            captures,
        )
    }

    /// What follows when a piece was taken off a barrier.
    pub(super) fn after_removal(&self, stage: &Stage, at: Square) -> Stage {
        let mut next = *stage;
        next.board.remove(self.seat, Squares::only(at));
        next.moved = next.moved - Squares::only(at);
        next.fewer = true;
        next
    }

    /// Calls `visit` with every legal next step.
    pub(super) fn for_each_step(
        &self,
        stage: &Stage,
        visit: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if stage.phase == Phase::Done {
            return self
                .barriers(&stage.board)
                .try_for_each(|at| visit(Step::Remove(at)));
        }
        self.for_each_move(stage, &mut |group, direction| {
            visit(Step::Move {
                group: Group::of(group),
                direction,
            })
        })?;
        if stage.phase == Phase::Begun {
            self.for_each_jump(stage, &mut |from, to| visit(Step::Jump { from, to }))
        } else if self.may_stop(stage) {
            visit(Step::End)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Calls `visit` with every group that may move next and each direction in which it may.
    pub(super) fn for_each_move(
        &self,
        stage: &Stage,
        visit: &mut impl FnMut(Squares, Direction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // At the start of a turn on a board that stands there alone nothing can be repeated: a group that moved is not
        // where it was.
        let free = stage.fewer || (stage.phase == Phase::Begun && self.past.is_single());
        let (board, moved) = (&stage.board, stage.moved);
        let (own, open) = (self.own(stage), self.open(board));
        let wants_new = stage.phase == Phase::Moved;
        let mut offer = |group: Squares, direction| {
            if (wants_new && group.is_within(moved))
                || !(free || self.can_end_after(stage, group, direction))
            {
                return ControlFlow::Continue(());
            }
            visit(group, direction)
        };
        if let Phase::Dragon(dragon) = stage.phase {
            return Direction::ALL.into_iter().try_for_each(|direction| {
                let trains = Trains::new(own, open, direction, MOST as u32);
                trains.groups_with(Squares::only(dragon), &mut |group| offer(group, direction))
            });
        }
        let Ranks { men, knights } = self.movers(board);
        for direction in Direction::forward(self.seat) {
            Trains::new(men, open, direction, MOST_MEN)
                .groups_with(men, &mut |group| offer(group, direction))?;
        }
        if knights.is_empty() {
            return ControlFlow::Continue(());
        }
        Direction::forward(self.seat)
            .into_iter()
            .chain(Direction::SIDEWAYS)
            .try_for_each(|direction| {
                let trains = Trains::new(men | knights, open, direction, MOST as u32);
                trains.groups_with(knights, &mut |group| offer(group, direction))
            })
    }

    /// The pieces that may take part in a standard move.
    pub(super) fn movers(&self, board: &Board) -> Ranks {
        let own = board.pieces[self.seat.index()];
        let movers = own - self.geometry.opposing_corners(self.seat) - self.frozen(board);
        let men = movers & self.geometry.half[self.seat.index()];
        Ranks {
            men,
            knights: movers - men,
        }
    }

    fn for_each_jump(
        &self,
        stage: &Stage,
        visit: &mut impl FnMut(Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in stage.board.dragons(self.geometry, self.seat) {
            for to in self.jump_targets(&stage.board, from) {
                if self.can_end_after_jump(stage, from, to) {
                    visit(from, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the turn can still end legally when this group has moved.
    #[inline]
    pub(super) fn can_end_after(
        &self,
        stage: &Stage,
        group: Squares,
        direction: Direction,
    ) -> bool {
        // A capture or a removal would make a board that never stood, so only a board that is known to have stood asks
        // for a closer look.
        stage.fewer
            || !self
                .past
                .has_hash(stage.board.hash_after(self.seat, group, direction))
            || self.can_end(&self.after_move(stage, group, direction).0)
    }

    /// Whether the turn can still end legally when this dragon has jumped.
    pub(super) fn can_end_after_jump(&self, stage: &Stage, from: Square, to: Square) -> bool {
        let mut there = stage.board;
        there.transfer(self.seat, Squares::only(from), Squares::only(to));
        stage.fewer
            || !self.past.has_hash(there.hash)
            || self.can_end(&self.after_jump(stage, from, to).0)
    }

    /// Whether the turn can end legally, now or after further steps.
    ///
    /// The search is shallow, for whatever captures or removes ends it: without that, a standard turn has one more move
    /// at the most, and so has a dragon turn.
    fn can_end(&self, stage: &Stage) -> bool {
        if self.has_won(&stage.board) {
            return stage.fewer || self.past.when(&stage.board).is_none();
        }
        self.may_stop(stage) || self.goes_on(stage)
    }

    /// Whether the moves of this turn may end on this board: it never stood, or will be changed by a removal.
    pub(super) fn may_stop(&self, stage: &Stage) -> bool {
        stage.fewer
            || self.past.when(&stage.board).is_none()
            || !self.barriers(&stage.board).is_empty()
    }

    /// Whether a further move is on offer.
    pub(super) fn goes_on(&self, stage: &Stage) -> bool {
        matches!(stage.phase, Phase::Moved | Phase::Dragon(_))
            && self
                .for_each_move(stage, &mut |_, _| ControlFlow::Break(()))
                .is_break()
    }

    /// Whether there is any legal step.
    pub(super) fn has_step(&self, stage: &Stage) -> bool {
        self.for_each_step(stage, &mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// What a piece of the seat on this square is.
    pub(super) fn rank(&self, square: Square) -> Rank {
        Board::rank(self.geometry, self.seat, square)
    }
}

/// Pieces by what they are.
pub(super) struct Ranks {
    pub men: Squares,
    pub knights: Squares,
}
