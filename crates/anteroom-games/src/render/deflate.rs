//! Compression of boards: a zlib stream (RFC 1950, RFC 1951) of rows that repeat themselves at known distances.
//!
//! A general compressor looks everywhere for what it has seen before, and that takes most of the time of a picture.
//! On a board it is known where to look: in the pixel before, in the row above, and in the cells of the same row.
//! Whoever looks only there is several times as fast, and finds as much, because no search has to be cut short.
//!
//! A library would do if one were fast and small at once. `cargo bench -p anteroom-benches --bench render -- by_libraries` packs the same
//! pictures with some, beside `file_only`. libdeflate takes one and a half times as long as this at its fastest, with
//! files a third larger; at level 6 twice as long, with files larger by a tenth on most boards; it makes smaller ones from
//! level 7 on, in more than ten times the time. The `png` crate's fast mode takes half the time for files two to six times as
//! large, and at level 6 files of about this size take twenty to forty times as long.

use super::huffman::{Bits, Code};

/// The longest and the shortest repetition that has a code.
const LONGEST: usize = 258;
const SHORTEST: usize = 3;

/// What lies further back than this cannot be repeated.
const WINDOW: usize = 32_768;

/// A repetition of at least this length is taken without looking whether a better one begins at the next byte.
const GOOD: usize = 24;

/// What a byte costs, in bits, if it is not part of a repetition: by experience, since codes are made at the end.
const BYTE_BITS: i32 = 3;

/// One of at least this length is taken without looking at other distances.
const ENOUGH: usize = 64;

/// From here on back, a repetition of the shortest length costs more than its bytes do.
const FAR: usize = 256;

/// This many bytes and repetitions share their codes: rows of cells with names need others than rows of stones.
const BLOCK: usize = 3000;

/// Ends a block.
const END: usize = 256;

/// What the stream is made of.
#[derive(Clone, Copy)]
enum Token {
    Byte(u8),
    Repeat { length: u16, distance: u16 },
}

/// Compresses `data`, which is likely to repeat itself at these distances, best ones first.
pub(super) fn zlib(data: &[u8], distances: &[usize]) -> Vec<u8> {
    // Deflate with the largest window.
    let mut bits = Bits::new(vec![0x78, 0x9c]);
    for tokens in tokens(data, distances).chunks(BLOCK) {
        block(&mut bits, tokens);
    }
    // The last block holds nothing, in the code that needs no telling.
    bits.put(0b011, 3);
    bits.put(0, 7);
    let mut stream = bits.finish();
    stream.extend(simd_adler32::adler32(&data).to_be_bytes());
    stream
}

/// Appends a block, which has codes of its own and is not the last.
fn block(bits: &mut Bits, tokens: &[Token]) {
    let (mut symbols, mut backs) = ([0u32; 286], [0u32; 30]);
    symbols[END] = 1;
    for token in tokens {
        match *token {
            Token::Byte(byte) => symbols[usize::from(byte)] += 1,
            Token::Repeat { length, distance } => {
                symbols[length_symbol(length).0] += 1;
                backs[distance_symbol(distance).0] += 1;
            }
        }
    }
    let (symbols, backs) = (Code::new(&symbols, 15), Code::new(&backs, 15));
    bits.put(0b100, 3);
    super::huffman::header(bits, &symbols, &backs);
    for token in tokens {
        match *token {
            Token::Byte(byte) => symbols.put(bits, usize::from(byte)),
            Token::Repeat { length, distance } => {
                let (symbol, extra, width) = length_symbol(length);
                symbols.put(bits, symbol);
                bits.put(extra, width);
                let (symbol, extra, width) = distance_symbol(distance);
                backs.put(bits, symbol);
                bits.put(extra, width);
            }
        }
    }
    symbols.put(bits, END);
}

/// Finds the repetitions.
fn tokens(data: &[u8], distances: &[usize]) -> Vec<Token> {
    let distances: Vec<usize> = distances
        .iter()
        .copied()
        .filter(|distance| (1..WINDOW).contains(distance))
        .collect();
    let mut tokens = Vec::with_capacity(data.len() / 16);
    let mut at = 0;
    let mut found = best(data, 0, &distances);
    while let Some(byte) = data.get(at) {
        if let Some(repeat) = found {
            let next = if repeat.length < GOOD {
                best(data, at + 1, &distances)
            } else {
                None
            };
            if next.is_none_or(|next| next.gain <= repeat.gain + BYTE_BITS) {
                tokens.push(Token::Repeat {
                    length: repeat.length as u16,
                    distance: repeat.distance as u16,
                });
                at += repeat.length;
                found = best(data, at, &distances);
                continue;
            }
            found = next;
        } else {
            found = best(data, at + 1, &distances);
        }
        tokens.push(Token::Byte(*byte));
        at += 1;
    }
    tokens
}

/// Something that was there before.
#[derive(Clone, Copy)]
struct Repeat {
    length: usize,
    distance: usize,
    /// The bits that it saves, more or less.
    gain: i32,
}

/// The repetition that begins here and saves most.
fn best(data: &[u8], at: usize, distances: &[usize]) -> Option<Repeat> {
    // The last few bytes are not worth a look.
    let known = data.get(..at + 8)?;
    let here = eight(known, at)?;
    let mut best: Option<Repeat> = None;
    for &distance in distances {
        let Some(behind) = at.checked_sub(distance) else {
            continue;
        };
        let differing = here ^ eight(known, behind)?;
        let same = differing.trailing_zeros() / 8;
        if same < SHORTEST as u32 {
            continue;
        }
        let length = if differing == 0 {
            common(data, at, behind)
        } else {
            same as usize
        };
        if length > SHORTEST || distance < FAR {
            let gain = length as i32 * BYTE_BITS - distance.ilog2() as i32;
            if best.is_none_or(|best| best.gain < gain) {
                best = Some(Repeat {
                    length,
                    distance,
                    gain,
                });
            }
            if length >= ENOUGH {
                break;
            }
        }
    }
    best
}

/// Eight bytes as a number whose lowest byte is the first of them.
fn eight(data: &[u8], at: usize) -> Option<u64> {
    data.get(at..)?
        .first_chunk()
        .copied()
        .map(u64::from_le_bytes)
}

/// How many bytes are the same from two places on.
fn common(data: &[u8], at: usize, behind: usize) -> usize {
    let (Some(ahead), Some(behind)) = (data.get(at..), data.get(behind..)) else {
        return 0;
    };
    let ahead = ahead.get(..LONGEST).unwrap_or(ahead);
    let mut length = 0;
    for (new, old) in ahead
        .as_chunks::<8>()
        .0
        .iter()
        .zip(behind.as_chunks::<8>().0)
    {
        let differing = u64::from_le_bytes(*new) ^ u64::from_le_bytes(*old);
        if differing != 0 {
            return length + (differing.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length
        + ahead
            .iter()
            .zip(behind)
            .skip(length)
            .take_while(|(new, old)| new == old)
            .count()
}

/// The symbol of a length, its extra bits and how many they are.
fn length_symbol(length: u16) -> (usize, u32, u8) {
    // The longest has a symbol of its own, without extra bits.
    if usize::from(length) == LONGEST {
        return (285, 0, 0);
    }
    let (symbol, extra, width) = symbol(u32::from(length) - SHORTEST as u32, 2);
    (257 + symbol, extra, width)
}

/// The symbol of a distance, its extra bits and how many they are.
fn distance_symbol(distance: u16) -> (usize, u32, u8) {
    symbol(u32::from(distance) - 1, 1)
}

/// Small numbers are symbols themselves. Of others the symbol tells the highest bit and the `kept` bits that follow it,
/// and the rest are extra bits.
fn symbol(number: u32, kept: u32) -> (usize, u32, u8) {
    let width = number.checked_ilog2().unwrap_or(0).saturating_sub(kept);
    let symbol = if width == 0 {
        number
    } else {
        (width << kept) + (number >> width)
    };
    (symbol as usize, number & ((1 << width) - 1), width as u8)
}
