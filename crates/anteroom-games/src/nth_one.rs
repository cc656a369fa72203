//! Finds the *n*-th set bit of a word.

/// A 1 in every byte of a word. In a product with it, the highest byte is the sum of all bytes.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHEST: u64 = ONES << 7;

/// Returns the place of the set bit with *n* lower set bits, if the word has more than *n* set bits.
/// The bits are counted byte by byte, as in Sebastiano Vigna's "Broadword implementation of rank/select queries". A
/// loop over the bits would be slower, because a processor cannot predict its end.
#[inline]
pub(super) fn nth_one(bits: u64, before: u64) -> Option<u8> {
    if before >= u64::from(bits.count_ones()) {
        return None;
    }
    // The number of set bits in each byte and all bytes below it.
    let pairs = bits - (bits >> 1 & (ONES * 0x55));
    let fours = (pairs & (ONES * 0x33)) + (pairs >> 2 & (ONES * 0x33));
    let up_to = ((fours + (fours >> 4)) & (ONES * 0x0F)).wrapping_mul(ONES);
    // The lowest bytes are passed over as a whole.
    let passed = (((before * ONES) | HIGHEST) - up_to) & HIGHEST;
    let shift = 8 * ((passed >> 7).wrapping_mul(ONES) >> 56) as u32;
    let mut rest = bits >> shift & 0xFF;
    for _ in 0..before - ((up_to << 8) >> shift & 0xFF) {
        rest &= rest.wrapping_sub(1);
    }
    Some((shift + rest.trailing_zeros()) as u8)
}

#[cfg(test)]
mod tests {
    use super::nth_one;
    use crate::split_mix::SplitMix64;

    #[test]
    fn every_bit_is_found_and_none_beyond() {
        let mut numbers = SplitMix64::new(1);
        let mut words: Vec<u64> = (0..64).map(|place| 1 << place).collect();
        words.extend([0, 1, u64::MAX, u64::MAX << 1, u64::MAX >> 1]);
        words.extend((0..1000).map(|i| {
            if i % 2 == 0 {
                numbers.next()
            } else {
                numbers.next() & numbers.next() & numbers.next()
            }
        }));
        for bits in words {
            let places: Vec<u8> = (0..64).filter(|place| bits >> place & 1 == 1).collect();
            let found: Vec<u8> = (0..).map_while(|before| nth_one(bits, before)).collect();
            assert_eq!(found, places, "{bits:064b}");
        }
    }
}
