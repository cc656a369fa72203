//! Legal steps: captures when there is one, the other moves otherwise.

use std::ops::ControlFlow;

use super::attacks::{self, FILE_A, FILE_H, RANK_3, RANK_6, Square, Squares};
use super::{Antichess, Castling, Step};
use crate::board::Seat;
use crate::board::scene::Figure;

/// What becomes of the moves that are found.
pub(super) trait Sink {
    /// Takes all moves from one square.
    fn moves(&mut self, from: Square, to: u64);

    /// Takes the moves of many pawns that all go the same way: every target, and how far each pawn went.
    fn pawns(&mut self, to: u64, by: i8);

    /// Whether nothing more is wanted.
    fn is_content(&self) -> bool {
        false
    }
}

/// Counts moves.
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

/// Notes whether there is any move.
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

/// Hands out moves one by one until the visitor breaks off, and notes whether there was any.
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
    /// How many legal steps there are if the game is not over, and whether they are captures.
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

    /// How many legal steps there are if the game is not over.
    pub(super) fn count_moves(&self) -> u32 {
        let mut count = Count(0);
        self.captures(&mut count);
        if count.0 == 0 {
            self.quiet_moves(&mut count);
        }
        count.0
    }

    /// Visits every legal step, if the game is not over, until the visitor breaks off.
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

    /// Whether there is any move that chess allows.
    pub(super) fn has_move(&self) -> bool {
        let mut any = Any(false);
        // In most positions some pawn can simply go on.
        self.quiet_moves(&mut any);
        if !any.0 {
            self.captures(&mut any);
        }
        any.0
    }

    /// Every capture that chess allows.
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

    /// Every move that chess allows and that takes nothing.
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

    /// Where a piece other than the king may go as far as check is concerned: onto the man who gives it or between.
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

    /// Where the pawns arrive that go one square, and two.
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

    /// Moves of knights, bishops, rooks and queens.
    #[inline]
    fn piece_moves(&self, wanted: u64, sink: &mut impl Sink) {
        let taken = self.taken();
        // A pinned knight never has a move.
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

    /// The squares on which a pinned man still covers his king.
    #[inline]
    fn pin_line(&self, from: Square) -> u64 {
        attacks::through(self.king(self.side), from)
    }

    #[inline]
    fn en_passant_captures(&self, sink: &mut impl Sink) {
        let Some(to) = self.en_passant else { return };
        // The squares from which a pawn of ours captures there are those that one of theirs would attack from it.
        for from in Squares(attacks::pawn(self.side.other(), to) & self.own(Figure::Pawn)) {
            if self.attackers_after_en_passant(from, to) == 0 {
                sink.moves(from, to.bit());
            }
        }
    }

    /// The attackers of the king after this capture en passant. Two men leave one rank, so no pin tells.
    pub(super) fn attackers_after_en_passant(&self, from: Square, to: Square) -> u64 {
        let victim = Square::at(to.file(), from.rank());
        let taken = (self.taken() & !from.bit() & !victim.bit()) | to.bit();
        self.attackers(self.king(self.side), self.side.other(), taken) & !victim.bit()
    }

    #[inline]
    fn safe_for_king(&self, to: u64) -> u64 {
        let mut safe = 0;
        // The king does not hide the squares behind him.
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

    /// The men of a seat that attack a square when these squares are taken.
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

    /// Finds who gives check to the side to move and which of its men are pinned.
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
        // Only their own men hide sliders for good; ours are looked at one by one.
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
