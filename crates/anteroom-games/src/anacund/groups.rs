use std::fmt;

use super::ring::VALUES;

/// The size of a group at the start, and the number of groups.
const SIZE: u8 = VALUES;
const MANY: u8 = 3;

/// A player's remaining pieces: three groups, some of them empty.
/// Four bits count the groups of each size, with size 0 in the lowest. Groups of equal size are interchangeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Groups(u32);

impl Groups {
    /// Three groups of six.
    pub(super) const START: Self = Self((MANY as u32) << (4 * SIZE));

    /// Returns the groups of a player who has placed *n* pieces on squares of each value, 1 first.
    ///
    /// # Errors
    ///
    /// The value with too many pieces: more than on the next higher value, from which the groups come down, or more
    /// than three on 6.
    pub(super) fn after(placed: [u32; VALUES as usize]) -> Result<Self, u8> {
        let mut counts = Self(0);
        let mut above = u32::from(MANY);
        for (value, &placed) in (1..=VALUES).zip(&placed).rev() {
            let left = above.checked_sub(placed).ok_or(value)?;
            counts.0 += left << (4 * value);
            above = placed;
        }
        counts.0 += above;
        Ok(counts)
    }

    const fn of_size(self, size: u8) -> u8 {
        (self.0 >> (4 * (size & 7)) & 15) as u8
    }

    /// Whether a group has exactly this many pieces, so that a piece may go to a square of this value.
    #[inline]
    pub(super) const fn has(self, size: u8) -> bool {
        self.of_size(size) > 0
    }

    #[inline]
    pub(super) const fn take_one(&mut self, size: u8) {
        if size > 0 && self.has(size) {
            self.0 = self.0 - (1 << (4 * (size & 7))) + (1 << (4 * ((size - 1) & 7)));
        }
    }

    /// Iterates over the sizes of the groups, largest first.
    pub(super) fn sizes(self) -> impl Iterator<Item = u8> {
        (0..=SIZE)
            .rev()
            .flat_map(move |size| (0..self.of_size(size)).map(move |_| size))
    }
}

impl fmt::Display for Groups {
    /// `6,6,5`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, size) in self.sizes().enumerate() {
            write!(f, "{}{size}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}
