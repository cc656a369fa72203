//! The steps of a turn and their notation.

use std::fmt;

use super::Illegal;
use super::group::{Group, MOST};
use super::squares::{Direction, Square, Squares};
use crate::typed::letter_first;

/// The smallest part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A group moves one square: `e5,f4,g5-N`.
    Move {
        /// Its squares.
        group: Group,
        /// Its direction.
        direction: Direction,
    },
    /// A dragon jumps, at the beginning of a dragon turn: `a12*e3`.
    Jump {
        /// The corner that it leaves.
        from: Square,
        /// Its destination.
        to: Square,
    },
    /// A piece of a barrier is taken off: `!c4`.
    Remove(
        /// Its square.
        Square,
    ),
    /// The player makes no further move, though one is possible: `end`.
    End,
}

/// Splits off the first of some names of squares: a letter and digits, or the other way round.
fn split_name(names: &str) -> (&str, &str) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let end = match digits(names) {
        0 => 1 + names.get(1..).map_or(0, digits),
        before => before + 1,
    };
    names.split_at_checked(end).unwrap_or((names, ""))
}

impl Step {
    /// Reads a step in either case, with the squares of a group in any order.
    /// Does not check whether it is legal.
    pub(super) fn parse(text: &str) -> Result<Self, Illegal> {
        let unreadable = || Illegal::Unreadable {
            text: text.to_owned(),
        };
        let square = |name: &str| Square::parse(&letter_first(name)).ok_or_else(unreadable);
        if text.eq_ignore_ascii_case("end") {
            return Ok(Self::End);
        }
        if let Some(name) = text.strip_prefix('!').or_else(|| text.strip_suffix('!')) {
            return Ok(Self::Remove(square(name)?));
        }
        if let Some((from, to)) = text.split_once(['*', 'x', 'X']) {
            return Ok(Self::Jump {
                from: square(from)?,
                to: square(to)?,
            });
        }
        // The letters of the direction are at the end, after a digit or a hyphen.
        let letters = text
            .trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .len();
        match Self::parse_move(text, letters) {
            // The first letter belongs to a square that is written as `4c`.
            Err(Illegal::Unreadable { .. }) => Self::parse_move(text, letters + 1),
            read => read,
        }
    }

    /// Reads a move whose direction begins at this byte.
    fn parse_move(text: &str, at: usize) -> Result<Self, Illegal> {
        let unreadable = || Illegal::Unreadable {
            text: text.to_owned(),
        };
        let (names, direction) = text.split_at_checked(at).ok_or_else(unreadable)?;
        let direction = Direction::parse(direction).ok_or_else(unreadable)?;
        let mut set = Squares::NONE;
        for mut names in names
            .strip_suffix('-')
            .unwrap_or(names)
            .split([',', '+', ' '])
        {
            loop {
                let (name, rest) = split_name(names);
                let square = Square::parse(&letter_first(name)).ok_or_else(unreadable)?;
                if set.has(square) {
                    return Err(Illegal::NamedTwice { at: square });
                }
                set |= Squares::only(square);
                names = rest;
                if names.is_empty() {
                    break;
                }
            }
        }
        let named = set.count() as usize;
        if named > MOST {
            Err(Illegal::TooMany { named })
        } else {
            Ok(Self::Move {
                group: Group::of(set),
                direction,
            })
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Move { group, direction } => write!(f, "{group}-{direction}"),
            Step::Jump { from, to } => write!(f, "{from}*{to}"),
            Step::Remove(at) => write!(f, "!{at}"),
            Step::End => f.write_str("end"),
        }
    }
}
