//! Legal steps: captures if one is possible, the other moves otherwise.

use std::ops::ControlFlow;

use super::attacks::{self, FILE_A, FILE_H, RANK_3, RANK_6, Square, Squares};
use super::{Antichess, Castling, Step};
use anteroom_board::Seat;
use anteroom_board::scene::Figure;

/// A receiver of generated moves.
pub(super) trait Sink {
    /// Takes all moves from one square.
    fn moves(&mut self, from: Square, to: u64);

    /// Takes the targets of several pawns in one direction, and the distance of their moves.
    fn pawns(&mut self, to: u64, by: i8);

    /// Whether no further moves are needed.
    fn is_content(&self) -> bool {
        false
    }
}

struct Count(u32);

impl Sink for Count {
    #[inline]
    fn moves(&mut self, _: Square, to: u64) {
        self.0 += to.count_ones();
    }

    #[inline]
    fn pawns(&mut self, to: u64, _: i8) {
        self.0 += to.count_ones();
    }
}

/// Records whether any move exists.
struct Any(bool);

impl Sink for Any {
    #[inline]
    fn moves(&mut self, _: Square, to: u64) {
        self.0 |= to != 0;
    }

    #[inline]
    fn pawns(&mut self, to: u64, _: i8) {
        self.0 |= to != 0;
    }

    #[inline]
    fn is_content(&self) -> bool {
        self.0
    }
}

/// Passes moves to the visitor until it breaks, and records whether any exists.
struct Each<F> {
    visit: F,
    any: bool,
    flow: ControlFlow<()>,
}

impl<F: FnMut(Step) -> ControlFlow<()>> Sink for Each<F> {
    #[inline]
    fn moves(&mut self, from: Square, to: u64) {
        self.any |= to != 0;
        if self.flow.is_continue() {
            self.flow = Squares(to).try_for_each(|to| (self.visit)(Step { from, to }));
        }
    }

    #[inline]
    fn pawns(&mut self, to: u64, by: i8) {
        self.any |= to != 0;
        if self.flow.is_continue() {
            self.flow = Squares(to).try_for_each(|to| {
                let from = to.offset(-by);
                (self.visit)(Step { from, to })
            });
        }
    }

    #[inline]
    fn is_content(&self) -> bool {
        self.flow.is_break()
    }
}

impl<const EN_CASTLE: bool> Antichess<EN_CASTLE> {
    /// Returns the number of legal steps if the game is not over, and whether they are captures.
    #[inline]
    pub fn count_moves_and_captures(&self) -> (u32, bool) {
        let mut count = Count(0);
        self.captures(&mut count);
        let captures = count.0 > 0;
        if !captures {
            self.quiet_moves(&mut count);
        }
        (count.0, captures)
    }

    /// Returns the number of legal steps if the game is not over.
    pub(super) fn count_moves(&self) -> u32 {
        let mut count = Count(0);
        self.captures(&mut count);
        if count.0 == 0 {
            self.quiet_moves(&mut count);
        }
        count.0
    }

    /// Visits every legal step, if the game is not over, until the visitor breaks.
    #[inline]
    pub(super) fn each_move(&self, visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut each = Each {
            visit,
            any: false,
            flow: ControlFlow::Continue(()),
        };
        self.captures(&mut each);
        if !each.any {
            self.quiet_moves(&mut each);
        }
        each.flow
    }

    pub(super) fn has_move(&self) -> bool {
        let mut any = Any(false);
        // In most positions some pawn can advance.
        self.quiet_moves(&mut any);
        if !any.0 {
            self.captures(&mut any);
        }
        any.0
    }

    /// Generates the captures that chess allows.
    #[inline]
    fn captures(&self, sink: &mut impl Sink) {
        let (king, theirs) = (
            self.king(self.side),
            self.colours[self.side.other().index()],
        );
        let wanted = theirs & self.answers_to_check();
        if wanted != 0 {
            self.pawn_captures(wanted, sink);
            self.piece_moves(wanted, sink);
        }
        self.en_passant_captures(sink);
        if !sink.is_content() {
            sink.moves(king, self.safe_for_king(attacks::king(king) & theirs));
        }
    }

    /// Generates the moves without a capture that chess allows.
    #[inline]
    fn quiet_moves(&self, sink: &mut impl Sink) {
        let (king, empty) = (self.king(self.side), !self.taken());
        let wanted = empty & self.answers_to_check();
        if wanted != 0 {
            self.pawn_pushes(wanted, sink);
            if sink.is_content() {
                return;
            }
            self.piece_moves(wanted, sink);
            if sink.is_content() {
                return;
            }
        }
        sink.moves(
            king,
            self.safe_for_king(attacks::king(king) & empty) | self.castling_moves(),
        );
    }

    /// Returns the squares that check leaves to men other than the king: the checker's and those between.
    #[inline]
    fn answers_to_check(&self) -> u64 {
        if self.checkers == 0 {
            !0
        } else if self.checkers & (self.checkers - 1) == 0 {
            self.checkers | attacks::between(self.king(self.side), Square::least_of(self.checkers))
        } else {
            0
        }
    }

    #[inline]
    fn pawn_captures(&self, wanted: u64, sink: &mut impl Sink) {
        let pawns = self.own(Figure::Pawn);
        let free = pawns & !self.pinned;
        let (up, down) = (self.side == Seat::First, self.side == Seat::Second);
        if up {
            sink.pawns((free & !FILE_A) << 7 & wanted, 7);
            sink.pawns((free & !FILE_H) << 9 & wanted, 9);
        }
        if down {
            sink.pawns((free & !FILE_A) >> 9 & wanted, -9);
            sink.pawns((free & !FILE_H) >> 7 & wanted, -7);
        }
        for from in Squares(pawns & self.pinned) {
            sink.moves(
                from,
                attacks::pawn(self.side, from) & wanted & self.pin_line(from),
            );
        }
    }

    #[inline]
    fn pawn_pushes(&self, wanted: u64, sink: &mut impl Sink) {
        let pawns = self.own(Figure::Pawn);
        let empty = !self.taken();
        let (single, double) = self.pushes(pawns & !self.pinned, empty);
        if self.side == Seat::First {
            sink.pawns(single & wanted, 8);
            sink.pawns(double & wanted, 16);
        } else {
            sink.pawns(single & wanted, -8);
            sink.pawns(double & wanted, -16);
        }
        for from in Squares(pawns & self.pinned) {
            let (single, double) = self.pushes(from.bit(), empty);
            sink.moves(from, (single | double) & wanted & self.pin_line(from));
        }
    }

    /// Returns the targets of pawns that go one square, and of those that go two.
    #[inline]
    pub(super) fn pushes(&self, pawns: u64, empty: u64) -> (u64, u64) {
        if self.side == Seat::First {
            let single = pawns << 8 & empty;
            (single, (single & RANK_3) << 8 & empty)
        } else {
            let single = pawns >> 8 & empty;
            (single, (single & RANK_6) >> 8 & empty)
        }
    }

    /// Generates moves of knights, bishops, rooks and queens.
    #[inline]
    fn piece_moves(&self, wanted: u64, sink: &mut impl Sink) {
        let taken = self.taken();
        // A pinned knight has no legal move.
        for from in Squares(self.own(Figure::Knight) & !self.pinned) {
            sink.moves(from, attacks::knight(from) & wanted);
        }
        let queens = self.own(Figure::Queen);
        for from in Squares(self.own(Figure::Bishop) | queens) {
            let to = attacks::bishop(from, taken) & wanted;
            sink.moves(
                from,
                if self.pinned & from.bit() == 0 {
                    to
                } else {
                    to & self.pin_line(from)
                },
            );
        }
        for from in Squares(self.own(Figure::Rook) | queens) {
            let to = attacks::rook(from, taken) & wanted;
            sink.moves(
                from,
                if self.pinned & from.bit() == 0 {
                    to
                } else {
                    to & self.pin_line(from)
                },
            );
        }
    }

    /// Returns the squares on which a pinned man still covers his king.
    #[inline]
    fn pin_line(&self, from: Square) -> u64 {
        attacks::through(self.king(self.side), from)
    }

    #[inline]
    fn en_passant_captures(&self, sink: &mut impl Sink) {
        let Some(to) = self.en_passant else { return };
        // Our pawns that capture there are on the squares that an opposing pawn would attack from there.
        for from in Squares(attacks::pawn(self.side.other(), to) & self.own(Figure::Pawn)) {
            if self.attackers_after_en_passant(from, to) == 0 {
                sink.moves(from, to.bit());
            }
        }
    }

    /// Returns the attackers of the king after this en passant capture.
    /// Two men leave one rank, so pins do not suffice.
    pub(super) fn attackers_after_en_passant(&self, from: Square, to: Square) -> u64 {
        let victim = Square::at(to.file(), from.rank());
        let taken = (self.taken() & !from.bit() & !victim.bit()) | to.bit();
        self.attackers(self.king(self.side), self.side.other(), taken) & !victim.bit()
    }

    #[inline]
    fn safe_for_king(&self, to: u64) -> u64 {
        let mut safe = 0;
        // The king does not shield the squares behind him.
        let taken = self.taken() & !self.king(self.side).bit();
        for square in Squares(to) {
            if self.attackers(square, self.side.other(), taken) == 0 {
                safe |= square.bit();
            }
        }
        safe
    }

    #[inline]
    fn castling_moves(&self) -> u64 {
        let mut to = 0;
        if EN_CASTLE && self.checkers == 0 {
            for castling in Castling::BOTH {
                if self.castling.has(self.side, castling)
                    && self.taken() & castling.empty(self.side) == 0
                    && Squares(castling.path(self.side))
                        .all(|square| self.attackers(square, self.side.other(), self.taken()) == 0)
                {
                    to |= castling.king_to(self.side).bit();
                }
            }
        }
        to
    }

    /// Returns the men of a seat that attack a square if these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, square: Square, by: Seat, taken: u64) -> u64 {
        let men = |figure: Figure| self.men[figure as usize];
        let queens = men(Figure::Queen);
        let attackers = (attacks::knight(square) & men(Figure::Knight))
            | (attacks::king(square) & men(Figure::King))
            | (attacks::pawn(by.other(), square) & men(Figure::Pawn))
            | (attacks::bishop(square, taken) & (men(Figure::Bishop) | queens))
            | (attacks::rook(square, taken) & (men(Figure::Rook) | queens));
        attackers & self.colours[by.index()]
    }

    /// Finds the men that give check to the side to move, and its pinned men.
    #[inline]
    pub(super) fn find_checks(&mut self) {
        let king = self.king(self.side);
        let (ours, theirs) = (
            self.colours[self.side.index()],
            self.colours[self.side.other().index()],
        );
        let men = |figure: Figure| self.men[figure as usize];
        let (bishops, rooks) = (
            men(Figure::Bishop) | men(Figure::Queen),
            men(Figure::Rook) | men(Figure::Queen),
        );
        self.checkers = theirs
            & ((attacks::knight(king) & men(Figure::Knight))
                | (attacks::pawn(self.side, king) & men(Figure::Pawn)));
        self.pinned = 0;
        // Only opposing men block sliders for good; ours are examined one by one.
        let snipers =
            (attacks::bishop(king, theirs) & bishops) | (attacks::rook(king, theirs) & rooks);
        for sniper in Squares(snipers & theirs) {
            let cover = attacks::between(king, sniper) & ours;
            if cover == 0 {
                self.checkers |= sniper.bit();
            } else if cover & (cover - 1) == 0 {
                self.pinned |= cover;
            }
        }
    }
}
