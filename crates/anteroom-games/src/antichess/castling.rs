use super::attacks::{FILE_A, FILE_H, Square};
use anteroom_board::Seat;

/// The side of a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Castling {
    KingSide,
    QueenSide,
}

/// The castlings that no move of king or rook has lost, as the squares of the rooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rights(u64);

impl Castling {
    pub(super) const BOTH: [Castling; 2] = [Castling::KingSide, Castling::QueenSide];

    pub(super) const fn words(self) -> &'static str {
        match self {
            Castling::KingSide => "castles short",
            Castling::QueenSide => "castles long",
        }
    }

    pub(super) fn king_from(seat: Seat) -> Square {
        Square::at(4, back_rank(seat))
    }

    pub(super) fn king_to(self, seat: Seat) -> Square {
        Square::at(
            if self == Castling::KingSide { 6 } else { 2 },
            back_rank(seat),
        )
    }

    pub(super) fn rook_from(self, seat: Seat) -> Square {
        Square::at(
            if self == Castling::KingSide { 7 } else { 0 },
            back_rank(seat),
        )
    }

    pub(super) fn rook_to(self, seat: Seat) -> Square {
        Square::at(
            if self == Castling::KingSide { 5 } else { 3 },
            back_rank(seat),
        )
    }

    pub(super) fn empty(self, seat: Seat) -> u64 {
        let files = if self == Castling::KingSide {
            0b0110_0000
        } else {
            0b0000_1110
        };
        files << (8 * back_rank(seat))
    }

    /// Returns the squares that the king crosses and reaches.
    pub(super) fn path(self, seat: Seat) -> u64 {
        self.rook_to(seat).bit() | self.king_to(seat).bit()
    }

    /// Returns the letter in a position text: `K Q k q`.
    pub(super) fn letter(self, seat: Seat) -> char {
        let letter = if self == Castling::KingSide { 'k' } else { 'q' };
        if seat == Seat::First {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    }
}

impl Rights {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self((FILE_A | FILE_H) & 0xff00_0000_0000_00ff);

    pub(super) const fn squares(self) -> u64 {
        self.0
    }

    #[inline]
    pub(super) fn has(self, seat: Seat, castling: Castling) -> bool {
        self.0 & castling.rook_from(seat).bit() != 0
    }

    pub(super) fn grant(&mut self, seat: Seat, castling: Castling) {
        self.0 |= castling.rook_from(seat).bit();
    }

    /// Removes the rights that are lost when a man leaves or enters these squares.
    #[inline]
    pub(super) fn touch(&mut self, squares: u64) {
        self.0 &= !squares;
        for seat in Seat::BOTH {
            if squares & Castling::king_from(seat).bit() != 0 {
                self.0 &= !(0xff << (8 * back_rank(seat)));
            }
        }
    }
}

const fn back_rank(seat: Seat) -> u8 {
    match seat {
        Seat::First => 0,
        Seat::Second => 7,
    }
}
