//! Groups of pieces that move together.

use std::fmt;

use super::squares::{Square, Squares};

/// The most pieces that move together.
pub(super) const MOST: usize = 5;

/// The most men that move together without a knight.
pub(super) const MOST_MEN: u32 = 3;

/// The squares of one to five pieces that move together, in ascending order: by file, then by rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    squares: [Square; MOST],
    len: u8,
}

impl Group {
    /// Returns the group of the five smallest squares of a set.
    #[inline]
    pub(super) fn of(set: Squares) -> Self {
        let mut group = Self {
            squares: [Square::at(0, 0); MOST],
            len: 0,
        };
        for (square, place) in set.zip(&mut group.squares) {
            *place = square;
            group.len += 1;
        }
        group
    }

    /// Returns its squares, in ascending order.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        self.squares
            .get(..usize::from(self.len))
            .unwrap_or_default()
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
