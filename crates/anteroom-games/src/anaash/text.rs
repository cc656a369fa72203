//! The position text: rows from top to bottom, cells separated by commas, the colour to move.

use crate::Notation;
use std::fmt::{self, Write as _};

use super::squares::Squares;
use super::{Anaash, Size, Square};
use crate::quoted::Quoted;
use crate::{Position, TextError};
use anteroom_board::Seat;

pub(super) fn write(position: &Anaash, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let side = position.size.side();
    for rank in (0..side).rev() {
        for file in 0..side {
            let square = Square::at(file, rank);
            match position.owner(square) {
                None => f.write_char('.')?,
                Some(seat) => write!(
                    f,
                    "{}{}",
                    Anaash::LETTERS[seat.index()],
                    position.height(square)
                )?,
            }
            if file + 1 < side {
                f.write_char(',')?;
            }
        }
        f.write_char(if rank == 0 { ' ' } else { '/' })?;
    }
    f.write_char(Anaash::LETTERS[position.mover.index()])
}

pub(super) fn read(size: Size, text: &str) -> Result<Anaash, TextError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, mover] = fields.as_slice() else {
        return refuse(
            "A position of анааш is the board and the colour to move, with one space between them.",
        );
    };
    let mover = match mover {
        "r" => Seat::First,
        "b" => Seat::Second,
        _ => {
            return refuse(format!(
                "The colour to move is r or b, not {}.",
                Quoted(mover)
            ));
        }
    };
    let mut position = Anaash {
        size,
        mover,
        stacks: [Squares::NONE; 2],
        heights: [0; 128],
    };
    read_board(&mut position, board)?;
    check_counts(&position)?;
    position.pass_over(&mut ());
    Ok(position)
}

fn read_board(position: &mut Anaash, board: &str) -> Result<(), TextError> {
    let side = position.size.side();
    let rows = board.split('/').count();
    if rows != usize::from(side) {
        return refuse(format!("The board has {rows} rows, not {side}."));
    }
    for (row, rank) in board.split('/').zip((0..side).rev()) {
        let cells = row.split(',').count();
        if cells != usize::from(side) {
            return refuse(format!("Row {} has {cells} cells, not {side}.", rank + 1));
        }
        for (cell, file) in row.split(',').zip(0..) {
            let square = Square::at(file, rank);
            let Some((seat, height)) = read_cell(position.size, cell)
                .map_err(|what| TextError(format!("{square} holds {what}.")))?
            else {
                continue;
            };
            let stacks = &mut position.stacks[seat.index()];
            *stacks = *stacks | Squares::only(square);
            position.heights[square.index()] = height;
        }
    }
    Ok(())
}

/// Reads `.`, or a colour and a height. The error names the fault.
fn read_cell(size: Size, cell: &str) -> Result<Option<(Seat, u8)>, String> {
    if cell == "." {
        return Ok(None);
    }
    let wrong = || {
        format!(
            "{}: a cell is . or a colour and a height, such as r1 or b12",
            Quoted(cell)
        )
    };
    let (seat, height) = match (cell.strip_prefix('r'), cell.strip_prefix('b')) {
        (Some(height), _) => (Seat::First, height),
        (_, Some(height)) => (Seat::Second, height),
        _ => return Err(wrong()),
    };
    if height.is_empty()
        || height.starts_with('0')
        || !height.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(wrong());
    }
    match height.parse::<u8>() {
        Ok(height) if u16::from(height) <= size.checkers() => Ok(Some((seat, height))),
        _ => Err(format!(
            "{}: a colour has only {} checkers",
            Quoted(cell),
            size.checkers()
        )),
    }
}

/// Refuses numbers of checkers and stacks that no game reaches.
fn check_counts(position: &Anaash) -> Result<(), TextError> {
    let size = position.size;
    for seat in Seat::BOTH {
        let checkers = position.checkers(seat);
        if checkers > size.checkers() {
            let colour = Anaash::COLOURS[seat.index()];
            return refuse(format!(
                "{colour} has {checkers} checkers, but only {} at the start.",
                size.checkers()
            ));
        }
    }
    let [red, blue] = position.stacks.map(Squares::is_empty);
    if red && blue {
        return refuse("The board is empty: the last checker is never captured.");
    }
    let mover = Anaash::COLOURS[position.mover.index()];
    let other = Anaash::COLOURS[position.mover.other().index()];
    if position.stacks[position.mover.other().index()].is_empty() {
        return refuse(format!(
            "{other} has no checker left, so {mover} made the last move, and {other} would be next."
        ));
    }
    // Every move except a positional one empties a square, and a positional move needs two empty squares.
    let empty = size.all().without(position.occupied());
    match empty.count() {
        0 if *position != Anaash::start(&size) => refuse(
            "The board is full, but it is not the start: there the colours alternate, a1 is Red's, and Red is to move.",
        ),
        1 if position.mover == Seat::First => {
            let square = empty
                .iter()
                .map(|square| square.to_string())
                .collect::<String>();
            refuse(format!(
                "Only {square} is empty, so one move has been made, and Blue is to move."
            ))
        }
        _ => Ok(()),
    }
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, TextError> {
    Err(TextError(sentence.into()))
}
