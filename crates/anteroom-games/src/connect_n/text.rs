//! The position text: rows from top to bottom, the colour to move, n.

use crate::Notation;
use std::fmt::{self, Write as _};

use super::{Bits, ConnectN, Size};
use crate::{Position, Quoted, TextError};
use anteroom_board::{Grid, Seat};

pub(super) fn write<B: Bits>(position: &ConnectN<B>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = position.size;
    for row in (0..size.rows).rev() {
        for column in 0..size.columns {
            let bit = size.bit(column, row);
            let seat = Seat::BOTH
                .into_iter()
                .find(|seat| position.chips[seat.index()].has(bit));
            f.write_char(seat.map_or('.', letter::<B>))?;
        }
        f.write_char(if row == 0 { ' ' } else { '/' })?;
    }
    write!(f, "{} {}", letter::<B>(position.mover), size.n)
}

pub(super) fn read<B: Bits>(size: &Size, text: &str) -> Result<ConnectN<B>, TextError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, mover, n] = fields.as_slice() else {
        return refuse(
            "A position of Connect N is the board, the colour to move and n, with one space between them.",
        );
    };
    let mut position = ConnectN::start(size);
    read_board(&mut position, board)?;
    position.mover = match mover {
        "r" => Seat::First,
        "b" => Seat::Second,
        _ => {
            return refuse(format!(
                "The colour to move is r or b, not {}.",
                Quoted(mover)
            ));
        }
    };
    if n != size.n.to_string() {
        return refuse(format!(
            "The last field must be {}, the n of this match, not {}.",
            size.n,
            Quoted(n)
        ));
    }
    check_counts(&mut position)?;
    Ok(position)
}

fn read_board<B: Bits>(position: &mut ConnectN<B>, board: &str) -> Result<(), TextError> {
    let size = position.size;
    let rows = board.split('/').count();
    if rows != usize::from(size.rows) {
        return refuse(format!("The board has {rows} rows, not {}.", size.rows));
    }
    for (cells, row) in board.split('/').zip((0..size.rows).rev()) {
        let columns = cells.chars().count();
        if columns != usize::from(size.columns) {
            return refuse(format!(
                "Row {} has {columns} cells, not {}.",
                row + 1,
                size.columns
            ));
        }
        for (cell, column) in cells.chars().zip(0..) {
            let seat = match cell {
                '.' => continue,
                'r' => Seat::First,
                'b' => Seat::Second,
                _ => {
                    let name = format!("{}{}", Grid::file_letter(column), row + 1);
                    return refuse(format!(
                        "{name} holds {}: a cell is . or r or b.",
                        Quoted(&cell.to_string())
                    ));
                }
            };
            let chips = &mut position.chips[seat.index()];
            *chips = *chips | B::only(size.bit(column, row));
        }
    }
    for column in 0..size.columns {
        let height = position.height(column);
        if let Some(row) =
            (height..size.rows).find(|&row| position.taken().has(size.bit(column, row)))
        {
            let letter = Grid::file_letter(column);
            return refuse(format!(
                "The chip on {letter}{} floats: {letter}{} is empty.",
                row + 1,
                height + 1
            ));
        }
    }
    Ok(())
}

/// Refuses numbers of chips and lines that no game reaches, and ends the game if it is over.
fn check_counts<B: Bits>(position: &mut ConnectN<B>) -> Result<(), TextError> {
    let [red, black] = position.chips.map(Bits::count);
    let counts = format!(
        "Red has {red} {} and Black {black}",
        if red == 1 { "chip" } else { "chips" }
    );
    let due = match red.checked_sub(black) {
        Some(0) => Seat::First,
        Some(1) => Seat::Second,
        _ => {
            return refuse(format!(
                "{counts}: Red begins, so Red has as many as Black or one more."
            ));
        }
    };
    if position.mover != due {
        return refuse(format!(
            "{counts}, so {} is to move.",
            ConnectN::<B>::COLOURS[due.index()]
        ));
    }
    let lines = position.chips.map(|chips| position.has_line(chips));
    if lines == [true, true] {
        return refuse("Both colours have a line: the game was over with the first one.");
    }
    if lines[due.index()] {
        let [mover, other] = [due, due.other()].map(|seat| ConnectN::<B>::COLOURS[seat.index()]);
        return refuse(format!(
            "{mover} is to move and has a line already: {other} cannot have moved after it."
        ));
    }
    position.update_outcome(due.other());
    Ok(())
}

fn letter<B: Bits>(seat: Seat) -> char {
    ConnectN::<B>::LETTERS[seat.index()]
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, TextError> {
    Err(TextError(sentence.into()))
}
