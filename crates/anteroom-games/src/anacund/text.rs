//! The position text: the squares from number 1 on, the seat to place, placements left, the groups of both.

use crate::Notation;
use std::fmt::{self, Write as _};

use super::groups::Groups;
use super::ring::{SQUARES, Square, Squares, VALUES, Values};
use super::{Anacund, PLACEMENTS, Placement};
use crate::TextError;
use crate::quoted::Quoted;
use anteroom_board::Seat;

pub(super) fn write(position: &Anacund, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for square in Square::all() {
        if square.index() > 0 {
            f.write_char(',')?;
        }
        if square == position.values.golden() {
            f.write_char('*')?;
        }
        write!(f, "{}", position.values.value(square))?;
        match (position.standing_at(square), position.captured_at(square)) {
            (Some(colour), _) => f.write_char(letter(colour))?,
            (None, Some(colour)) => f.write_char(letter(colour).to_ascii_uppercase())?,
            (None, None) => {}
        }
    }
    let [dark, bright] = position.groups;
    write!(
        f,
        " {} {} {dark} {bright}",
        letter(position.mover),
        position.left
    )
}

pub(super) fn read(text: &str) -> Result<Anacund, TextError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let &[board, mover, left, dark, bright] = fields.as_slice() else {
        return refuse(
            "A position of Anacund is the board, the colour to place, the placements left in this turn, and the groups of Dark and of Bright, \
             with one space between them.",
        );
    };
    let Ring {
        values,
        standing,
        closed,
    } = read_ring(board)?;
    check_captures(standing, closed)?;

    let placed =
        Seat::BOTH.map(|colour| standing[colour.index()].and(closed[colour.other().index()]));
    let mut groups = [Groups::START; 2];
    for (colour, field) in Seat::BOTH.into_iter().zip([dark, bright]) {
        groups[colour.index()] = check_groups(&values, colour, placed[colour.index()], field)?;
    }
    let (mover, left) = check_turn(placed.map(Squares::count), mover, left)?;
    Ok(Anacund {
        values,
        standing,
        closed,
        groups,
        mover,
        left,
        turn: [Placement::NONE; 2],
        known: 0,
    })
}

/// The contents of a text's cells.
struct Ring {
    values: Values,
    standing: [Squares; 2],
    closed: [Squares; 2],
}

fn read_ring(board: &str) -> Result<Ring, TextError> {
    let cells = board.split(',').count();
    if cells != usize::from(SQUARES) {
        return refuse(format!("The ring has {cells} squares, not {SQUARES}."));
    }
    let mut values = [0; SQUARES as usize];
    let (mut golden, mut standing, mut closed) = (None, [Squares::NONE; 2], [Squares::NONE; 2]);
    for (cell, square) in board.split(',').zip(Square::all()) {
        let wrong = || {
            let cell = Quoted(cell);
            TextError(format!(
                "Square {square} holds {cell}: a square is a value from 1 to 6, then nothing or d, b, D or B; the golden one begins with *."
            ))
        };
        let (star, rest) = cell
            .strip_prefix('*')
            .map_or((false, cell), |rest| (true, rest));
        let mut chars = rest.chars();
        let value = chars
            .next()
            .and_then(|digit| digit.to_digit(10))
            .filter(|value| (1..=u32::from(VALUES)).contains(value));
        values[square.index()] = value.ok_or_else(wrong)? as u8;
        if star {
            if value != Some(1) {
                return refuse(format!(
                    "Square {square} cannot be golden: the golden square has the value 1."
                ));
            }
            if let Some(other) = golden.replace(square) {
                return refuse(format!(
                    "Squares {other} and {square} cannot both be golden."
                ));
            }
        }
        let here = match chars.as_str() {
            "" => continue,
            "d" => &mut standing[0],
            "b" => &mut standing[1],
            "D" => &mut closed[0],
            "B" => &mut closed[1],
            _ => return Err(wrong()),
        };
        *here = here.and(Squares::only(square));
    }
    let Some(golden) = golden else {
        return refuse("No square is golden: one of value 1 begins with *.");
    };
    let values = Values::of_slats(values, golden).map_err(TextError)?;
    Ok(Ring {
        values,
        standing,
        closed,
    })
}

/// Refuses closed squares that no capture leaves behind, and chains that would have been captured.
fn check_captures(standing: [Squares; 2], closed: [Squares; 2]) -> Result<(), TextError> {
    for colour in Seat::BOTH {
        let (own, enemy) = (standing[colour.index()], standing[colour.other().index()]);
        let name = Anacund::COLOURS[colour.index()];
        // A captured chain lies between two pieces of the captor. These can never be captured, because closed squares
        // break any chain around them.
        for square in closed[colour.index()].iter() {
            let (_, after) = closed[colour.index()].chain_after(square);
            let (_, before) = closed[colour.index()].chain_before(square);
            if let Some(end) = [before, after].into_iter().find(|&end| !own.has(end)) {
                return refuse(format!(
                    "Square {square} cannot be closed: {name} captures only between two pieces, and none stands on {end}."
                ));
            }
        }
        for square in own.iter() {
            let (_, after) = own.chain_after(square);
            let (_, before) = own.chain_before(square);
            if enemy.has(after) && enemy.has(before) && after != before {
                return refuse(format!(
                    "{name}'s piece on {square} would have been captured: its chain is closed in by {before} and {after}."
                ));
            }
        }
    }
    Ok(())
}

/// Returns a player's groups by the squares of the placed pieces. The text must agree.
fn check_groups(
    values: &Values,
    colour: Seat,
    placed: Squares,
    field: &str,
) -> Result<Groups, TextError> {
    let name = Anacund::COLOURS[colour.index()];
    let mut on = [0; VALUES as usize];
    for (on, value) in on.iter_mut().zip(1..) {
        *on = values.squares(value).within(placed).count();
    }
    let groups = Groups::after(on).map_err(|value| {
        let here = on.get(usize::from(value) - 1).copied().unwrap_or(0);
        TextError(match on.get(usize::from(value)) {
            Some(above) => {
                format!("{name} has placed {here} on value {value} and {above} on {}: a group comes down one by one.", value + 1)
            }
            None => format!("{name} has placed {here} on value {value}, but there are only three groups."),
        })
    })?;
    if field != groups.to_string() {
        return refuse(format!(
            "{name}'s groups must be {groups} after what was placed, not {}.",
            Quoted(field)
        ));
    }
    Ok(groups)
}

/// Returns the seat to place and the placements left by the number of pieces. The text must agree.
fn check_turn([dark, bright]: [u32; 2], mover: &str, left: &str) -> Result<(Seat, u8), TextError> {
    let (turns, into) = (
        (dark + bright) / u32::from(PLACEMENTS),
        (dark + bright) % u32::from(PLACEMENTS),
    );
    let seat = if turns % 2 == 0 {
        Seat::First
    } else {
        Seat::Second
    };
    let due =
        turns.div_ceil(2) * u32::from(PLACEMENTS) + if seat == Seat::First { into } else { 0 };
    let counts = format!("Dark has placed {dark} and Bright {bright}");
    if dark != due {
        return refuse(format!("{counts}: they place three at a time, Dark first."));
    }
    let open = u32::from(PLACEMENTS) - into;
    if mover != letter(seat).to_string() {
        return refuse(format!(
            "{counts}, so {} is to place, not {}.",
            letter(seat),
            Quoted(mover)
        ));
    }
    if left != open.to_string() {
        return refuse(format!(
            "{counts}, so {open} placements are left in this turn, not {}.",
            Quoted(left)
        ));
    }
    Ok((seat, open as u8))
}

const fn letter(colour: Seat) -> char {
    Anacund::LETTERS[colour.index()]
}

fn refuse<T>(sentence: impl Into<String>) -> Result<T, TextError> {
    Err(TextError(sentence.into()))
}
