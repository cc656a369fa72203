//! The captures of a move.

use super::board::Board;
use super::geometry::Geometry;
use super::squares::{Direction, Square, Squares};
use anteroom_board::Seat;

/// Pieces captured together, by rule. A piece that two rules capture is in both sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Captures {
    pub custodianship: Squares,
    pub crushing: Squares,
    pub intervention: Squares,
}

impl Captures {
    /// Finds the captures by `seat` on this board after its pieces on `moved` have moved.
    /// Every capture needs a piece that has just moved: a line without such a piece existed before the move, and its
    /// captives are gone.
    pub(super) fn found(geometry: &Geometry, board: &Board, seat: Seat, moved: Squares) -> Self {
        let own = board.pieces[seat.index()];
        // A piece on a corner cannot be captured and ends a line.
        let prey = board.pieces[seat.other().index()] - geometry.corners;
        let mut captures = Self::default();
        for direction in Direction::ALL {
            let hunters = moved & prey.shifted(direction.opposite());
            for hunter in hunters {
                captures.find_line(geometry, own, prey, hunter, direction);
            }
        }
        for axis in Direction::AXES {
            captures.find_interventions(geometry, own, prey, moved, axis);
        }
        captures
    }

    #[inline]
    pub(super) fn all(self) -> Squares {
        self.custodianship | self.crushing | self.intervention
    }

    /// Returns the first rule, in the order of the rules page, that captures the piece on this square.
    pub(super) fn rule(self, square: Square) -> &'static str {
        if self.custodianship.has(square) {
            "custodianship"
        } else if self.crushing.has(square) {
            "crushing"
        } else {
            "intervention"
        }
    }

    /// Adds custodianship and crushing of the line that begins next to a moved piece.
    fn find_line(
        &mut self,
        geometry: &Geometry,
        own: Squares,
        prey: Squares,
        hunter: Square,
        direction: Direction,
    ) {
        let (line, end) = run(geometry, prey, hunter, direction);
        match end {
            Some(end) if own.has(end) || geometry.corners.has(end) => self.custodianship |= line,
            None if !line.is_empty() && !line.is_single() => self.crushing |= line,
            _ => {}
        }
    }

    /// Adds interventions by the lines of own pieces along an axis that contain a moved piece.
    fn find_interventions(
        &mut self,
        geometry: &Geometry,
        own: Squares,
        prey: Squares,
        moved: Squares,
        axis: Direction,
    ) {
        let back = axis.opposite();
        // Both ends of an own line must touch prey, so the search starts at lines that have prey behind them.
        for tail in own & prey.shifted(axis) {
            let (rest, ahead) = run(geometry, own, tail, axis);
            let line = rest | Squares::only(tail);
            if !line.meets(moved) || !ahead.is_some_and(|ahead| prey.has(ahead)) {
                continue;
            }
            let head = ahead.map_or(tail, |ahead| ahead.ahead(back));
            let before = run(geometry, prey, head, axis).0.count();
            let behind = run(geometry, prey, tail, back).0.count();
            for (end, direction) in [(head, axis), (tail, back)] {
                let mut square = end;
                for _ in 0..before.min(behind) {
                    square = square.ahead(direction);
                    self.intervention |= Squares::only(square);
                }
            }
        }
    }
}

/// Returns the unbroken line of `set` from a square on, and the square behind it if on the board.
fn run(
    geometry: &Geometry,
    set: Squares,
    from: Square,
    direction: Direction,
) -> (Squares, Option<Square>) {
    let mut line = Squares::NONE;
    let mut square = from;
    loop {
        match square.next(direction, geometry.size) {
            Some(next) if set.has(next) => {
                line |= Squares::only(next);
                square = next;
            }
            end => return (line, end),
        }
    }
}
