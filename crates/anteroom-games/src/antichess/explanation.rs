//! The reason why a move is illegal: the first that a player would name.

use std::ops::ControlFlow;

use super::attacks::{self, Square, Squares};
use super::castling::Castling;
use super::illegal::{CastlingBar, Illegal};
use super::{Antichess, Step, notation};
use crate::Position;
use anteroom_board::Seat;
use anteroom_board::scene::Figure;

impl<const EN_CASTLE: bool> Antichess<EN_CASTLE> {
    /// Returns the reason why a move is illegal here; `None` if it is legal.
    pub(super) fn explain(&self, step: Step) -> Option<Illegal> {
        if let Some(outcome) = self.outcome() {
            return Some(Illegal::Over { outcome });
        }
        let found = self.each_move(|other| match other == step {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_continue().then(|| self.why_not(step))
    }

    fn why_not(&self, step: Step) -> Illegal {
        let Some((figure, seat)) = self.figure_at(step.from).zip(self.seat_at(step.from)) else {
            return Illegal::Empty { step };
        };
        if seat != self.side {
            return Illegal::NotYours {
                step,
                side: self.side,
            };
        }
        let barred = match self.castling_of(step) {
            Some(castling) => self
                .castling_bar(castling)
                .map(|bar| Illegal::Castling { step, bar }),
            None => self
                .way_barred(step, figure)
                .or_else(|| self.king_left(step, figure)),
        };
        if let Some(illegal) = barred {
            return illegal;
        }
        // Chess allows the move, so only the compulsion to capture forbids it.
        let mut capture = None;
        let _: ControlFlow<()> = self.each_move(|first| {
            capture = Some(first);
            ControlFlow::Break(())
        });
        match capture {
            Some(instead) => Illegal::MustCapture {
                step,
                instead,
                spelling: notation::san(self, instead),
            },
            None => Illegal::Unreachable { step, figure },
        }
    }

    /// Returns the reason why this man cannot get there, regardless of check.
    fn way_barred(&self, step: Step, figure: Figure) -> Option<Illegal> {
        let Step { from, to } = step;
        if from == to {
            return Some(Illegal::NoMove { step });
        }
        if self.seat_at(to) == Some(self.side)
            && let Some(figure) = self.figure_at(to)
        {
            return Some(Illegal::OwnMan { step, figure });
        }
        let reached = match figure {
            Figure::Pawn => return self.pawn_barred(step),
            Figure::Knight => attacks::knight(from),
            Figure::Bishop => attacks::bishop(from, 0),
            Figure::Rook => attacks::rook(from, 0),
            Figure::Queen => attacks::bishop(from, 0) | attacks::rook(from, 0),
            Figure::King => attacks::king(from),
        };
        if reached & to.bit() == 0 {
            return Some(Illegal::Unreachable { step, figure });
        }
        let mut in_the_way = Squares(attacks::between(from, to) & self.taken());
        let by = if from < to {
            in_the_way.next()
        } else {
            in_the_way.last()
        };
        by.map(|by| Illegal::Blocked { step, by })
    }

    fn pawn_barred(&self, step: Step) -> Option<Illegal> {
        let Step { from, to } = step;
        let empty = !self.taken();
        if attacks::pawn(self.side, from) & to.bit() != 0 {
            let beside = Square::at(to.file(), from.rank());
            if self.victim(step).is_some() {
                return None;
            }
            // An opposing pawn that may have passed by a double step: the player means en passant.
            let fifth = if self.side == Seat::First { 4 } else { 3 };
            let theirs = self.men[Figure::Pawn as usize] & self.colours[self.side.other().index()];
            if from.rank() == fifth && theirs & beside.bit() != 0 {
                return Some(Illegal::EnPassant {
                    step,
                    played: EN_CASTLE,
                });
            }
            return Some(Illegal::NothingToTake { step });
        }
        // The squares that the pawn could reach on an empty board, and the free ones among them.
        let (single, double) = self.pushes(from.bit(), !0);
        if (single | double) & to.bit() == 0 {
            return Some(Illegal::Unreachable {
                step,
                figure: Figure::Pawn,
            });
        }
        let (free_single, free_double) = self.pushes(from.bit(), empty);
        if (free_single | free_double) & to.bit() != 0 {
            return None;
        }
        let by = if free_single == 0 {
            Square::least_of(single)
        } else {
            to
        };
        Some(Illegal::Blocked { step, by })
    }

    /// Returns the capture of the king that this move would allow.
    fn king_left(&self, step: Step, figure: Figure) -> Option<Illegal> {
        let them = self.side.other();
        let victim = self.victim(step).map_or(0, Square::bit);
        let taken = (self.taken() & !step.from.bit() & !victim) | step.to.bit();
        let king = if figure == Figure::King {
            step.to
        } else {
            self.king(self.side)
        };
        let attackers = self.attackers(king, them, taken) & !victim;
        let still = attackers & self.checkers;
        let by = Squares(if still != 0 { still } else { attackers }).next()?;
        Some(match figure {
            Figure::King => Illegal::KingIntoCheck { step, by },
            _ if still != 0 => Illegal::InCheck { step, king, by },
            _ => Illegal::Pinned { step, king, by },
        })
    }

    fn castling_bar(&self, castling: Castling) -> Option<CastlingBar> {
        let them = self.side.other();
        let first = |squares: u64| Squares(squares).next();
        if !EN_CASTLE {
            return Some(CastlingBar::NotPlayed);
        }
        if !self.castling.has(self.side, castling) {
            return Some(CastlingBar::Spoilt);
        }
        if let Some(square) = first(self.taken() & castling.empty(self.side)) {
            return Some(CastlingBar::Occupied(square));
        }
        if let Some(by) = first(self.checkers) {
            return Some(CastlingBar::InCheck(by));
        }
        Squares(castling.path(self.side)).find_map(|square| {
            let by = first(self.attackers(square, them, self.taken()))?;
            Some(CastlingBar::Through { square, by })
        })
    }
}
