//! The position text: rows from top to bottom, the colour to move, the number of turns played.
//!
//! In the middle of a turn: the text of the turn's start, a bar, and the steps so far.

use crate::Notation;
use std::fmt::{self, Write as _};

use super::geometry::Geometry;
use super::squares::{Square, Squares};
use super::{Anache, Size};
use crate::quoted::Quoted;
use crate::{Position, TextError};
use anteroom_board::Seat;

/// An upper limit that no match reaches.
const MOST_TURNS: u32 = 999_999_999;

pub(super) fn write(position: &Anache, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let size = position.geometry.size;
    for rank in (0..size).rev() {
        for file in 0..size {
            f.write_char(
                position
                    .start
                    .owner(Square::at(file, rank))
                    .map_or('.', letter),
            )?;
        }
        f.write_char(if rank == 0 { ' ' } else { '/' })?;
    }
    write!(f, "{} {}", letter(position.mover), position.turns)?;
    for (i, step) in position.steps.iter().enumerate() {
        write!(f, "{}{step}", if i == 0 { " | " } else { " " })?;
    }
    Ok(())
}

pub(super) fn read(size: Size, text: &str) -> Result<Anache, TextError> {
    let (between_turns, steps) = match text.split_once(" | ") {
        Some((text, steps)) => (text, Some(steps)),
        None => (text, None),
    };
    let fields: Vec<&str> = between_turns.split(' ').collect();
    let &[board, mover, turns] = fields.as_slice() else {
        return refuse(
            "A position of Anache is the board, the colour to move and the number of turns played, with one space between them.",
        );
    };
    let pieces = read_board(size.geometry(), board)?;
    let mover = match mover {
        "x" => Seat::First,
        "o" => Seat::Second,
        _ => {
            return refuse(format!(
                "The colour to move is x or o, not {}.",
                Quoted(mover)
            ));
        }
    };
    let turns = read_turns(turns)?;
    let due = if turns.is_multiple_of(2) {
        Seat::First
    } else {
        Seat::Second
    };
    if mover != due {
        return refuse(format!(
            "After {turns} turns {} is to move, not {}.",
            name(due),
            name(mover)
        ));
    }
    check_pieces(size.geometry(), pieces, mover)?;
    let mut position = Anache::set_up(size.geometry(), pieces, mover, turns);
    for step in steps.iter().flat_map(|steps| steps.split(' ')) {
        if position.steps.is_empty() && position.turns != turns {
            return refuse(format!(
                "The turn is over before {}: a position between turns has no steps.",
                Quoted(step)
            ));
        }
        let step = position.read_step(step).map_err(|illegal| {
            TextError(format!("{} cannot be played. {illegal}", Quoted(step)))
        })?;
        position.play_unchecked(&step, &mut ());
    }
    if position.turns != turns {
        return refuse("The steps make a whole turn: a position between turns has no steps.");
    }
    Ok(position)
}

fn read_board(geometry: &Geometry, board: &str) -> Result<[Squares; 2], TextError> {
    let size = geometry.size;
    let rows = board.split('/').count();
    if rows != usize::from(size) {
        return refuse(format!("The board has {rows} rows, not {size}."));
    }
    let mut pieces = [Squares::NONE; 2];
    for (squares, rank) in board.split('/').zip((0..size).rev()) {
        let files = squares.chars().count();
        if files != usize::from(size) {
            return refuse(format!("Row {} has {files} squares, not {size}.", rank + 1));
        }
        for (held, file) in squares.chars().zip(0..) {
            let square = Square::at(file, rank);
            let seat = match held {
                '.' => continue,
                'x' => Seat::First,
                'o' => Seat::Second,
                _ => {
                    return refuse(format!(
                        "{square} holds {}: a square is . or x or o.",
                        Quoted(&held.to_string())
                    ));
                }
            };
            pieces[seat.index()] |= Squares::only(square);
        }
    }
    Ok(pieces)
}

fn read_turns(text: &str) -> Result<u32, TextError> {
    let canonical =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    match text.parse::<u32>() {
        Ok(turns) if canonical && turns <= MOST_TURNS => Ok(turns),
        _ => refuse(format!(
            "The number of turns played is a whole number from 0 to {MOST_TURNS}, not {}.",
            Quoted(text)
        )),
    }
}

/// Refuses pieces that no game reaches.
fn check_pieces(geometry: &Geometry, pieces: [Squares; 2], mover: Seat) -> Result<(), TextError> {
    for seat in Seat::BOTH {
        let own = pieces[seat.index()];
        let (count, most) = (own.count(), geometry.start[seat.index()].count());
        if count > most {
            return refuse(format!(
                "{} has {count} pieces: there are {most} at the start.",
                name(seat)
            ));
        }
        if let Some(corner) = (own & geometry.own_corners[seat.index()]).first() {
            return refuse(format!(
                "A piece of {} stands on {corner}, one of its own corners.",
                name(seat)
            ));
        }
    }
    let (own, other) = (pieces[mover.index()], pieces[mover.other().index()]);
    if geometry.opposing_corners(mover).is_within(own) {
        return refuse(format!(
            "{} is to move and has two dragons already: the game was over when it got them.",
            name(mover)
        ));
    }
    if other.is_empty() {
        return refuse(format!(
            "{} has just moved, but has no piece.",
            name(mover.other())
        ));
    }
    Ok(())
}

pub(super) fn letter(seat: Seat) -> char {
    Anache::LETTERS[seat.index()]
}

fn name(seat: Seat) -> &'static str {
    Anache::COLOURS[seat.index()]
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, TextError> {
    Err(TextError(sentence.into()))
}
