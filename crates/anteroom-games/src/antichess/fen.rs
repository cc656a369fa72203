//! The position text: Forsyth–Edwards notation, strictly read.

use std::fmt::{self, Write as _};

use super::attacks::{LIGHT, RANK_1, RANK_8, Square, Squares};
use super::castling::{Castling, Rights};
use super::{Antichess, FIGURES, colour_word, figure_word};
use crate::{Quoted, TextError};
use anteroom_board::Seat;
use anteroom_board::scene::Figure;

impl<const EN_CASTLE: bool> Antichess<EN_CASTLE> {
    /// Returns a board without men, White to move.
    pub(super) const fn empty() -> Self {
        Self {
            men: [0; 6],
            colours: [0; 2],
            side: Seat::First,
            castling: Rights::NONE,
            en_passant: None,
            clock: 0,
            number: 1,
            checkers: 0,
            pinned: 0,
            ending: None,
        }
    }

    pub(super) fn write_fen(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for square in (0..8).map(|file| Square::at(file, rank)) {
                let Some((figure, seat)) = self.figure_at(square).zip(self.seat_at(square)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                f.write_char(letter(figure, seat))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_char(if rank == 0 { ' ' } else { '/' })?;
        }
        f.write_str(if self.side == Seat::First { "w " } else { "b " })?;
        if self.castling == Rights::NONE {
            f.write_char('-')?;
        }
        for (seat, castling) in
            every_castling().filter(|&(seat, castling)| self.castling.has(seat, castling))
        {
            f.write_char(castling.letter(seat))?;
        }
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.clock, self.number)
    }

    pub(super) fn read_fen(text: &str) -> Result<Self, TextError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[board, side, castling, en_passant, clock, number] = fields.as_slice() else {
            return refuse(format!(
                "A position is six fields with one space between them (board, side to move, castling, en passant, half-moves, move), not {}.",
                fields.len()
            ));
        };
        let mut position = Self::empty();
        position.read_board(board)?;
        position.side = match side {
            "w" => Seat::First,
            "b" => Seat::Second,
            _ => return refuse(format!("The side to move is w or b, not {}.", Quoted(side))),
        };
        position.check_men()?;
        position.read_castling(castling)?;
        position.clock = read_number("number of half-moves", clock)?;
        position.number = read_number("number of the move", number)?;
        if position.number == 0 {
            return refuse("The number of the move begins with 1.");
        }
        position.read_en_passant(en_passant)?;
        position.check_kings()?;
        position.find_checks();
        position.update_outcome(&mut ());
        Ok(position)
    }

    fn read_board(&mut self, board: &str) -> Result<(), TextError> {
        let ranks = board.split('/').count();
        if ranks != 8 {
            return refuse(format!("The board has {ranks} ranks, not 8."));
        }
        for (cells, rank) in board.split('/').zip((0..8).rev()) {
            let (mut file, mut after_number) = (0, false);
            for cell in cells.chars() {
                let number = cell.to_digit(10).filter(|number| (1..=8).contains(number));
                if let Some(number) = number {
                    if after_number {
                        return refuse(format!("Rank {} has two numbers side by side.", rank + 1));
                    }
                    file += number;
                } else {
                    let Some((figure, seat)) = man(cell) else {
                        return refuse(format!(
                            "{} on rank {} is neither a man nor a number of empty squares.",
                            Quoted(&cell.to_string()),
                            rank + 1
                        ));
                    };
                    if file < 8 {
                        self.put(seat, figure, Square::at(file as u8, rank));
                    }
                    file += 1;
                }
                after_number = number.is_some();
                if file > 8 {
                    return refuse(format!("Rank {} has more than 8 squares.", rank + 1));
                }
            }
            if file < 8 {
                return refuse(format!("Rank {} has {file} squares, not 8.", rank + 1));
            }
        }
        Ok(())
    }

    /// Refuses men that no game reaches: their numbers, and pawns on impossible ranks.
    fn check_men(&self) -> Result<(), TextError> {
        if let Some(square) = Squares(self.men[Figure::Pawn as usize] & (RANK_1 | RANK_8)).next() {
            return refuse(format!("A pawn cannot stand on {square}."));
        }
        for seat in Seat::BOTH {
            let colour = colour_word(seat);
            let men = |figure: Figure| self.men[figure as usize] & self.colours[seat.index()];
            let count = |figure: Figure| men(figure).count_ones();
            if count(Figure::King) != 1 {
                return refuse(format!(
                    "{colour} has {} kings, not one.",
                    count(Figure::King)
                ));
            }
            let pawns = count(Figure::Pawn);
            if pawns > 8 {
                return refuse(format!("{colour} has {pawns} pawns: 8 is the most."));
            }
            for figure in [Figure::Knight, Figure::Bishop, Figure::Rook] {
                if count(figure) > 2 {
                    let word = figure_word(figure);
                    return refuse(format!(
                        "{colour} has {} {word}s: 2 is the most, as pawns become queens only.",
                        count(figure)
                    ));
                }
            }
            for (squares, shade) in [(LIGHT, "light"), (!LIGHT, "dark")] {
                if (men(Figure::Bishop) & squares).count_ones() > 1 {
                    return refuse(format!(
                        "{colour} has two bishops on {shade} squares, and began with one."
                    ));
                }
            }
            let queens = count(Figure::Queen);
            if queens + pawns > 9 {
                return refuse(format!(
                    "{colour} has {queens} queens and {pawns} pawns: together 9 is the most."
                ));
            }
        }
        Ok(())
    }

    fn read_castling(&mut self, field: &str) -> Result<(), TextError> {
        if field == "-" {
            return Ok(());
        }
        if !EN_CASTLE {
            return refuse(format!(
                "The castling field is -, not {}: Standard Antichess has no castling.",
                Quoted(field)
            ));
        }
        if field.is_empty() {
            return refuse("The castling field is empty: it must be - or some of KQkq.");
        }
        for letter in field.chars() {
            let Some((seat, castling)) =
                every_castling().find(|(seat, castling)| castling.letter(*seat) == letter)
            else {
                return refuse(format!(
                    "The castling field is - or some of KQkq, not {}.",
                    Quoted(field)
                ));
            };
            if self.castling.has(seat, castling) {
                return refuse(format!("The castling field names {letter} twice."));
            }
            let (king, rook) = (Castling::king_from(seat), castling.rook_from(seat));
            let stands = |figure: Figure, square: Square| {
                self.men[figure as usize] & self.colours[seat.index()] & square.bit() != 0
            };
            if !stands(Figure::King, king) || !stands(Figure::Rook, rook) {
                let colour = colour_word(seat);
                return refuse(format!(
                    "Castling {letter} is impossible: {colour} needs a king on {king} and a rook on {rook}."
                ));
            }
            self.castling.grant(seat, castling);
        }
        Ok(())
    }

    /// Reads the square behind a pawn that has just made its double step.
    /// The side to move and the clock must be read before.
    fn read_en_passant(&mut self, field: &str) -> Result<(), TextError> {
        if field == "-" {
            return Ok(());
        }
        if !EN_CASTLE {
            return refuse(format!(
                "The en passant field is -, not {}: Standard Antichess has no en passant.",
                Quoted(field)
            ));
        }
        let square = Square::parse(field).filter(|square| square.to_string() == field);
        let Some(square) = square else {
            return refuse(format!(
                "The en passant field is - or a square, not {}.",
                Quoted(field)
            ));
        };
        let (origin, rank, arrival) = if self.side == Seat::First {
            (6, 5, 4)
        } else {
            (1, 2, 3)
        };
        let [origin, arrival] = [origin, arrival].map(|rank| Square::at(square.file(), rank));
        let theirs = self.men[Figure::Pawn as usize] & self.colours[self.side.other().index()];
        let colour = colour_word(self.side.other());
        if square.rank() != rank {
            return refuse(format!(
                "En passant on {square} is impossible: with {} to move it is a square of rank {}.",
                colour_word(self.side),
                rank + 1
            ));
        }
        if theirs & arrival.bit() == 0 {
            return refuse(format!(
                "En passant on {square} is impossible: there is no pawn of {colour} on {arrival}."
            ));
        }
        if let Some(blocked) = Squares(self.taken() & (square.bit() | origin.bit())).next() {
            return refuse(format!(
                "En passant on {square} is impossible: {blocked} is not empty, so no pawn came by."
            ));
        }
        if self.clock != 0 {
            return refuse(format!(
                "En passant on {square} is impossible: after a pawn's move the number of half-moves is 0, not {}.",
                self.clock
            ));
        }
        self.en_passant = Some(square);
        Ok(())
    }

    fn check_kings(&self) -> Result<(), TextError> {
        let waiting = self.side.other();
        let king = self.king(waiting);
        match Squares(self.attackers(king, self.side, self.taken())).next() {
            Some(by) => refuse(format!(
                "{} is to move, and {}'s king on {king} stands in check from {by} already.",
                colour_word(self.side),
                colour_word(waiting)
            )),
            None => Ok(()),
        }
    }
}

fn every_castling() -> impl Iterator<Item = (Seat, Castling)> {
    Seat::BOTH.into_iter().flat_map(|seat| {
        Castling::BOTH
            .into_iter()
            .map(move |castling| (seat, castling))
    })
}

fn read_number(what: &str, field: &str) -> Result<u32, TextError> {
    let number = field
        .parse::<u32>()
        .ok()
        .filter(|number| number.to_string() == field);
    number.ok_or_else(|| {
        TextError(format!(
            "The {what} is a whole number, not {}.",
            Quoted(field)
        ))
    })
}

/// Returns the letter of a man: a capital for White.
fn letter(figure: Figure, seat: Seat) -> char {
    let letter = match figure {
        Figure::Pawn => 'p',
        Figure::Knight => 'n',
        Figure::Bishop => 'b',
        Figure::Rook => 'r',
        Figure::Queen => 'q',
        Figure::King => 'k',
    };
    if seat == Seat::First {
        letter.to_ascii_uppercase()
    } else {
        letter
    }
}

fn man(wanted: char) -> Option<(Figure, Seat)> {
    let mut all = FIGURES
        .into_iter()
        .flat_map(|figure| Seat::BOTH.map(|seat| (figure, seat)));
    all.find(|&(figure, seat)| letter(figure, seat) == wanted)
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, TextError> {
    Err(TextError(sentence.into()))
}
