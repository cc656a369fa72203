//! Steps: what a turn is made of, and how it is written.

use std::fmt;

use super::Illegal;
use super::squares::{Direction, Square, Squares};
use crate::games::typed::letter_first;

/// The most pieces that move together.
pub(super) const MOST: usize = 5;

/// The smallest thing a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A group goes one square: `e5,f4,g5-N`.
    Move {
        /// The squares it stands on.
        group: Group,
        /// Where it goes.
        direction: Direction,
    },
    /// A dragon jumps, which begins a dragon turn: `a12*e3`.
    Jump {
        /// The corner that it leaves.
        from: Square,
        /// Where it comes down.
        to: Square,
    },
    /// A piece is taken off a barrier: `!c4`.
    Remove(
        /// Where it stands.
        Square,
    ),
    /// No further move is made, though one is on offer: `end`.
    End,
}

/// The squares of one to five pieces that move together, each once and in rising order: by file, then by rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    squares: [Square; MOST],
    len: u8,
}

impl Group {
    /// The least five squares of a set.
    #[inline]
    pub(super) fn of(set: Squares) -> Self {
        let mut group = Self { squares: [Square::at(0, 0); MOST], len: 0 };
        for (square, place) in set.zip(&mut group.squares) {
            *place = square;
            group.len += 1;
        }
        group
    }

    /// Its squares, in rising order.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        self.squares.get(..usize::from(self.len)).unwrap_or_default()
    }

    pub(super) fn set(self) -> Squares {
        self.squares().iter().copied().collect()
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.squares().iter().enumerate() {
            write!(f, "{}{square}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Step {
    /// Reads a step, in either case and with the squares of a group in any order. Whether it can be made is another
    /// question.
    pub(super) fn parse(text: &str) -> Result<Self, Illegal> {
        let unreadable = || Illegal::Unreadable { text: text.to_owned() };
        let square = |name: &str| Square::parse(&letter_first(name)).ok_or_else(unreadable);
        if text.eq_ignore_ascii_case("end") {
            return Ok(Self::End);
        }
        if let Some(name) = text.strip_prefix('!').or_else(|| text.strip_suffix('!')) {
            return Ok(Self::Remove(square(name)?));
        }
        if let Some((from, to)) = text.split_once(['*', 'x', 'X']) {
            return Ok(Self::Jump { from: square(from)?, to: square(to)? });
        }
        // The letters of the direction are at the end, behind a digit of the last square or a hyphen.
        let names = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let direction = text.strip_prefix(names).and_then(Direction::parse).ok_or_else(unreadable)?;
        let names = names.strip_suffix('-').unwrap_or(names);
        let mut set = Squares::NONE;
        for name in names.split([',', '+']) {
            let square = square(name)?;
            if set.has(square) {
                return Err(Illegal::NamedTwice { at: square });
            }
            set |= Squares::only(square);
        }
        let named = set.count() as usize;
        if named > MOST { Err(Illegal::TooMany { named }) } else { Ok(Self::Move { group: Group::of(set), direction }) }
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
