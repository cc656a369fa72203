//! The turn as a state machine of steps: what may follow, what a step does, and whether the turn can end legally.

use std::ops::ControlFlow;

use super::board::{Board, Past, Rank};
use super::captures::Captures;
use super::geometry::Geometry;
use super::group::{Group, MOST, MOST_MEN};
use super::groups::Trains;
use super::squares::{Direction, Square, Squares};
use super::step::Step;
use anteroom_board::Seat;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The turn has no step yet.
    Begun,
    /// A standard turn has its first move, and a second is not excluded.
    Moved,
    /// The dragon, now on this square, may lead a group one more step.
    Dragon(Square),
    /// No move may follow; barriers come off.
    Done,
}

/// A board in the middle of a turn, with the relevant facts about earlier steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    pub board: Board,
    pub phase: Phase,
    /// The squares of the own pieces that moved in this turn.
    pub moved: Squares,
    /// Whether the turn captured or removed a piece. If so, no following board has occurred before.
    pub fewer: bool,
}

/// The seat to move and the past before this turn.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    pub geometry: &'static Geometry,
    pub seat: Seat,
    /// Whether it is Black's first turn of the game.
    pub first: bool,
    pub past: &'a Past,
}

impl Stage {
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

    /// Returns the lone pieces that may not move because an opposing piece is ahead of them.
    pub(super) fn frozen(&self, board: &Board) -> Squares {
        let own = board.pieces[self.seat.index()];
        let other = board.pieces[self.seat.other().index()];
        let faced =
            Direction::forward(self.seat).map(|direction| other.shifted(direction.opposite()));
        (own - own.neighbours()) & (faced[0] | faced[1] | faced[2])
    }

    /// Returns the empty squares that the seat's groups may enter.
    pub(super) fn open(&self, board: &Board) -> Squares {
        self.geometry.board - board.taken() - self.geometry.own_corners[self.seat.index()]
    }

    /// Returns the squares to which a dragon on this corner may jump.
    pub(super) fn jump_targets(&self, board: &Board, dragon: Square) -> Squares {
        self.geometry.board
            - board.taken()
            - self.geometry.corners
            - self.geometry.quarter_across(dragon)
    }

    /// Returns the pieces of the own barriers.
    pub(super) fn barriers(&self, board: &Board) -> Squares {
        board.pieces[self.seat.index()].barriers(self.geometry.size)
    }

    /// Whether the seat has won: two dragons, or a single piece on an opposing corner.
    pub(super) fn has_won(&self, board: &Board) -> bool {
        let own = board.pieces[self.seat.index()];
        let corners = self.geometry.opposing_corners(self.seat);
        own.meets(corners) && (corners.is_within(own) || own.is_single())
    }

    /// Returns the stage after a group's move, and its captures.
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

    /// Returns the stage after a dragon's jump, and its captures.
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

    /// Returns the stage after a piece was taken off a barrier.
    pub(super) fn after_removal(&self, stage: &Stage, at: Square) -> Stage {
        let mut next = *stage;
        next.board.remove(self.seat, Squares::only(at));
        next.moved = next.moved - Squares::only(at);
        next.fewer = true;
        next
    }

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

    /// Calls `visit` with every group that may move next and each of its directions.
    pub(super) fn for_each_move(
        &self,
        stage: &Stage,
        visit: &mut impl FnMut(Squares, Direction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // In the first step of a turn no board can be repeated if the past has only the current board, because a group
        // that moved has left its place.
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

    /// Returns the pieces that may take part in a standard move.
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

    /// Whether the turn can still end legally after this group has moved.
    #[inline]
    pub(super) fn can_end_after(
        &self,
        stage: &Stage,
        group: Squares,
        direction: Direction,
    ) -> bool {
        // A capture or a removal makes a new board. So only a board that has occurred before needs a closer look.
        stage.fewer
            || !self
                .past
                .has_hash(stage.board.hash_after(self.seat, group, direction))
            || self.can_end(&self.after_move(stage, group, direction).0)
    }

    /// Whether the turn can still end legally after this dragon has jumped.
    pub(super) fn can_end_after_jump(&self, stage: &Stage, from: Square, to: Square) -> bool {
        let mut there = stage.board;
        there.transfer(self.seat, Squares::only(from), Squares::only(to));
        stage.fewer
            || !self.past.has_hash(there.hash)
            || self.can_end(&self.after_jump(stage, from, to).0)
    }

    /// Whether the turn can end legally, now or after further steps.
    /// The search is shallow: a capture or removal ends it, and otherwise a standard turn or a dragon turn has at most
    /// one more move.
    fn can_end(&self, stage: &Stage) -> bool {
        if self.has_won(&stage.board) {
            return stage.fewer || self.past.when(&stage.board).is_none();
        }
        self.may_stop(stage) || self.goes_on(stage)
    }

    /// Whether the moves of this turn may end on this board: it is new, or a removal will change it.
    pub(super) fn may_stop(&self, stage: &Stage) -> bool {
        stage.fewer
            || self.past.when(&stage.board).is_none()
            || !self.barriers(&stage.board).is_empty()
    }

    pub(super) fn goes_on(&self, stage: &Stage) -> bool {
        matches!(stage.phase, Phase::Moved | Phase::Dragon(_))
            && self
                .for_each_move(stage, &mut |_, _| ControlFlow::Break(()))
                .is_break()
    }

    pub(super) fn has_step(&self, stage: &Stage) -> bool {
        self.for_each_step(stage, &mut |_| ControlFlow::Break(()))
            .is_break()
    }

    pub(super) fn rank(&self, square: Square) -> Rank {
        Board::rank(self.geometry, self.seat, square)
    }
}

/// Pieces by rank.
pub(super) struct Ranks {
    pub men: Squares,
    pub knights: Squares,
}
