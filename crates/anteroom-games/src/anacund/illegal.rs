use crate::Notation;
use std::fmt;

use super::groups::Groups;
use super::{Anacund, Placement, SQUARES, Square};
use crate::Refusal;
use crate::quoted::Quoted;
use anteroom_board::{Cell, Seat};

/// The reason why a piece cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a number.
    Unreadable {
        /// The text.
        text: String,
    },
    /// No square has this number.
    NoSquare {
        /// The typed number.
        number: String,
    },
    /// The game is over.
    Over,
    /// The square is occupied.
    Taken {
        /// The square.
        square: Square,
        /// The colour of the piece.
        colour: Seat,
    },
    /// The square is closed: a piece was captured there.
    Closed {
        /// The square.
        square: Square,
    },
    /// No group of the seat has as many pieces as the square's value.
    NoGroup {
        /// The square.
        square: Square,
        /// Its value.
        value: u8,
        /// The seat to place.
        mover: Seat,
        /// The sizes of the seat's groups, largest first.
        groups: Vec<u8>,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Unreadable { text } => write!(
                f,
                "{} is no square: type its number, from 1 to {SQUARES}.",
                Quoted(text)
            ),
            Illegal::NoSquare { number } => write!(
                f,
                "There is no square {}: they go from 1 to {SQUARES}.",
                Quoted(number)
            ),
            Illegal::Over => f.write_str("The game is over: every piece has been placed."),
            Illegal::Taken { square, colour } => {
                let colour = Anacund::COLOURS[colour.index()].to_lowercase();
                write!(
                    f,
                    "A {colour} piece stands on square {square}: place yours on an empty one."
                )
            }
            Illegal::Closed { square } => {
                write!(
                    f,
                    "Square {square} is closed: a piece was captured there, and nobody places on it again."
                )
            }
            Illegal::NoGroup {
                square,
                value,
                mover,
                groups,
            } => {
                let sizes: Vec<_> = groups.iter().map(ToString::to_string).collect();
                let colour = Anacund::COLOURS[mover.index()];
                write!(
                    f,
                    "Square {square} has the value {value}, and {colour} has no group of {value}: the groups are {}.",
                    sizes.join(", ")
                )
            }
        }
    }
}

impl Refusal for Illegal {
    fn cells(&self) -> Vec<Cell> {
        match self {
            Illegal::Taken { square, .. }
            | Illegal::Closed { square }
            | Illegal::NoGroup { square, .. } => vec![square.cell()],
            Illegal::Unreadable { .. } | Illegal::NoSquare { .. } | Illegal::Over => Vec::new(),
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unreadable { .. } => "anacund.notation",
            Illegal::NoSquare { .. } => "anacund.board",
            Illegal::Over => "anacund.end",
            Illegal::Taken { .. } => "anacund.place",
            Illegal::Closed { .. } => "anacund.closed",
            Illegal::NoGroup { .. } => "anacund.groups",
        }
    }
}

pub(super) fn check(position: &Anacund, square: Square) -> Result<(), Illegal> {
    if position.is_over() {
        return Err(Illegal::Over);
    }
    if let Some(colour) = position.standing_at(square) {
        return Err(Illegal::Taken { square, colour });
    }
    if position.captured_at(square).is_some() {
        return Err(Illegal::Closed { square });
    }
    let (mover, value) = (position.mover, position.values.value(square));
    let groups: Groups = position.groups[mover.index()];
    if groups.has(value) {
        Ok(())
    } else {
        Err(Illegal::NoGroup {
            square,
            value,
            mover,
            groups: groups.sizes().collect(),
        })
    }
}

/// Reads a square's number, with or without `#`.
pub(super) fn read_step(position: &Anacund, text: &str) -> Result<Placement, Illegal> {
    let digits = text.trim().trim_start_matches('#');
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(Illegal::Unreadable {
            text: text.to_owned(),
        });
    }
    let square = digits.parse().ok().and_then(Square::numbered);
    let square = square.ok_or_else(|| Illegal::NoSquare {
        number: digits.to_owned(),
    })?;
    check(position, square)?;
    Ok(Placement(square))
}
