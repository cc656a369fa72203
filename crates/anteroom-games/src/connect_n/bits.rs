use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

/// A set of small numbers as bits: the interface of the integer types for boards of different sizes.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The number of numbers that fit, counted from 0.
    const WIDTH: u32;

    /// The empty set.
    const NONE: Self;

    /// Returns the set of one number; empty if the number is too big.
    fn only(number: u32) -> Self;

    /// Whether the number is in the set.
    fn has(self, number: u32) -> bool {
        self & Self::only(number) != Self::NONE
    }

    /// Subtracts `by` from every number; those below 0 are lost.
    fn less(self, by: u32) -> Self;

    /// Adds `by` to every number; those beyond the width are lost.
    fn more(self, by: u32) -> Self;

    /// Iterates over the set in words of 64 numbers each, lowest first.
    fn words(self) -> impl Iterator<Item = u64>;

    /// Returns the sum of both as binary numbers; a carry beyond the width is lost.
    fn plus(self, other: Self) -> Self;

    /// Returns the size of the set.
    fn count(self) -> u32;

    /// Returns the smallest number of the set; [`WIDTH`](Self::WIDTH) if it is empty.
    fn least(self) -> u32;
}

macro_rules! bits_of_an_integer {
    ($integer:ty) => {
        impl Bits for $integer {
            const WIDTH: u32 = <$integer>::BITS;
            const NONE: Self = 0;

            #[inline]
            fn only(number: u32) -> Self {
                (1 as $integer).checked_shl(number).unwrap_or(0)
            }

            #[inline]
            fn less(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }

            #[inline]
            fn more(self, by: u32) -> Self {
                self.checked_shl(by).unwrap_or(0)
            }

            #[inline]
            fn words(self) -> impl Iterator<Item = u64> {
                (0..Self::WIDTH / 64).map(move |word| (self >> (64 * word)) as u64)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn least(self) -> u32 {
                self.trailing_zeros()
            }
        }
    };
}

bits_of_an_integer!(u64);
bits_of_an_integer!(u128);

/// A set of 320 numbers, lowest first: a board of 16 columns and 16 rows needs 272.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide([u64; 5]);

impl Bits for Wide {
    const WIDTH: u32 = 320;
    const NONE: Self = Self([0; 5]);

    fn only(number: u32) -> Self {
        let mut words = [0; 5];
        if let Some(word) = words.get_mut(number as usize / 64) {
            *word = 1 << (number % 64);
        }
        Self(words)
    }

    fn less(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
            let low = word(i + words) >> bits;
            // A shift by all 64 bits is undefined: the next word then contributes nothing.
            low | word(i + words + 1).checked_shl(64 - bits).unwrap_or(0)
        }))
    }

    fn more(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let word = |i: Option<usize>| i.and_then(|i| self.0.get(i)).copied().unwrap_or(0);
            let high = word(i.checked_sub(words)) << bits;
            high | word(i.checked_sub(words + 1))
                .checked_shr(64 - bits)
                .unwrap_or(0)
        }))
    }

    fn words(self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }

    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        let mut sum = self.0;
        for (word, more) in sum.iter_mut().zip(other.0) {
            let (partly, first) = word.overflowing_add(more);
            let (all, second) = partly.overflowing_add(u64::from(carry));
            (*word, carry) = (all, first || second);
        }
        Self(sum)
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn least(self) -> u32 {
        let mut below = 0;
        for word in self.0 {
            if word != 0 {
                return below + word.trailing_zeros();
            }
            below += 64;
        }
        below
    }
}

impl BitAnd for Wide {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Wide {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Wide {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bits, Wide};

    fn set<B: Bits>(numbers: &[u32]) -> B {
        numbers
            .iter()
            .fold(B::NONE, |set, &number| set | B::only(number))
    }

    fn numbers<B: Bits>(set: B) -> Vec<u32> {
        (0..B::WIDTH).filter(|&number| set.has(number)).collect()
    }

    #[test]
    fn wide_sets_shift_and_carry_across_words() {
        let some: Wide = set(&[0, 63, 64, 130, 319]);
        assert_eq!(numbers(some), [0, 63, 64, 130, 319]);
        assert_eq!(some.count(), 5);
        assert_eq!(some.less(1).least(), 62);
        assert_eq!(Wide::NONE.least(), 320);
        assert_eq!(numbers(some.less(0)), [0, 63, 64, 130, 319]);
        assert_eq!(numbers(some.less(1)), [62, 63, 129, 318]);
        assert_eq!(numbers(some.less(64)), [0, 66, 255]);
        assert_eq!(numbers(some.less(100)), [30, 219]);
        assert_eq!(numbers(some.less(320)), [0; 0]);
        assert_eq!(numbers(some.more(0)), [0, 63, 64, 130, 319]);
        assert_eq!(numbers(some.more(1)), [1, 64, 65, 131]);
        assert_eq!(numbers(some.more(128)), [128, 191, 192, 258]);
        assert_eq!(numbers(some.more(320)), [0; 0]);
        assert_eq!(
            some.words().collect::<Vec<_>>(),
            [1 | 1 << 63, 1, 4, 0, 1 << 63]
        );
        let row: Wide = set(&(10..200).collect::<Vec<_>>());
        assert_eq!(numbers(row.plus(Wide::only(10))), [200]);
        assert_eq!(Wide::only(320), Wide::NONE);
        assert_eq!(
            numbers(!some & row),
            (10..200)
                .filter(|n| ![63, 64, 130].contains(n))
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn numbers_beyond_the_width_are_in_no_set() {
        assert_eq!(<u64 as Bits>::only(64), 0);
        assert!(!u64::MAX.has(64));
        assert_eq!(u64::MAX.less(64), 0);
        assert_eq!(<u128 as Bits>::only(128), 0);
        assert_eq!(numbers(set::<u128>(&[0, 127])), [0, 127]);
    }
}
