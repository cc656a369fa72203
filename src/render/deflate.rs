//! Compression of boards: a zlib stream (RFC 1950, RFC 1951) of rows that repeat themselves at known distances.
//!
//! A general compressor looks everywhere for what it has seen before, and that takes most of the time of a picture.
//! On a board it is known where to look: in the pixel before, in the row above, and in the cells of the same row.
//! Whoever looks only there is several times as fast, and finds more, because no search has to be cut short.

use super::huffman::{Bits, Code};

/// The longest and the shortest repetition that has a code.
const LONGEST: usize = 258;
const SHORTEST: usize = 3;

/// What lies further back than this cannot be repeated.
const WINDOW: usize = 32_768;

/// A repetition of at least this length is taken without looking whether a better one begins at the next byte.
const GOOD: usize = 64;

/// What a byte costs, in bits, if it is not part of a repetition: by experience, since codes are made at the end.
const BYTE_BITS: i32 = 3;

/// One of at least this length is taken without looking at other distances.
const ENOUGH: usize = 100;

/// From here on back, a repetition of the shortest length costs more than its bytes do.
const FAR: usize = 256;

/// The first length of every length symbol and its number of extra bits.
const LENGTHS: [(u16, u8); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];

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
    let tokens = tokens(data, distances);
    let (mut symbols, mut backs) = ([0u32; 286], [0u32; 30]);
    symbols[END] = 1;
    for token in &tokens {
        match *token {
            Token::Byte(byte) => symbols[usize::from(byte)] += 1,
            Token::Repeat { length, distance } => {
                symbols[length_symbol(length).0] += 1;
                backs[distance_symbol(distance).0] += 1;
            }
        }
    }
    let (symbols, backs) = (Code::new(&symbols, 15), Code::new(&backs, 15));
    // Deflate with the largest window, then one block, the last, with codes of its own.
    let mut bits = Bits::new(vec![0x78, 0x9c]);
    bits.put(0b101, 3);
    super::huffman::header(&mut bits, &symbols, &backs);
    for token in &tokens {
        match *token {
            Token::Byte(byte) => symbols.put(&mut bits, usize::from(byte)),
            Token::Repeat { length, distance } => {
                let (symbol, extra, width) = length_symbol(length);
                symbols.put(&mut bits, symbol);
                bits.put(extra, width);
                let (symbol, extra, width) = distance_symbol(distance);
                backs.put(&mut bits, symbol);
                bits.put(extra, width);
            }
        }
    }
    symbols.put(&mut bits, END);
    let mut stream = bits.finish();
    stream.extend(simd_adler32::adler32(&data).to_be_bytes());
    stream
}

/// Finds the repetitions.
fn tokens(data: &[u8], distances: &[usize]) -> Vec<Token> {
    let distances: Vec<usize> = distances.iter().copied().filter(|distance| (1..WINDOW).contains(distance)).collect();
    let mut tokens = Vec::with_capacity(data.len() / 16);
    let mut at = 0;
    let mut found = best(data, 0, &distances);
    while let Some(byte) = data.get(at) {
        if let Some(repeat) = found {
            let next = if repeat.length < GOOD { best(data, at + 1, &distances) } else { None };
            if next.is_none_or(|next| next.gain <= repeat.gain + BYTE_BITS) {
                tokens.push(Token::Repeat { length: repeat.length as u16, distance: repeat.distance as u16 });
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
        let Some(behind) = at.checked_sub(distance) else { continue };
        let differing = here ^ eight(known, behind)?;
        let same = differing.trailing_zeros() / 8;
        if same < SHORTEST as u32 {
            continue;
        }
        let length = if differing == 0 { common(data, at, behind) } else { same as usize };
        if length > SHORTEST || distance < FAR {
            let gain = length as i32 * BYTE_BITS - distance.ilog2() as i32;
            if best.is_none_or(|best| best.gain < gain) {
                best = Some(Repeat { length, distance, gain });
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
    data.get(at..)?.first_chunk().copied().map(u64::from_le_bytes)
}

/// How many bytes are the same from two places on.
fn common(data: &[u8], at: usize, behind: usize) -> usize {
    let (Some(ahead), Some(behind)) = (data.get(at..), data.get(behind..)) else { return 0 };
    let ahead = ahead.get(..LONGEST).unwrap_or(ahead);
    let mut length = 0;
    for (new, old) in ahead.as_chunks::<8>().0.iter().zip(behind.as_chunks::<8>().0) {
        let differing = u64::from_le_bytes(*new) ^ u64::from_le_bytes(*old);
        if differing != 0 {
            return length + (differing.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length + ahead.iter().zip(behind).skip(length).take_while(|(new, old)| new == old).count()
}

/// The symbol of a length, its extra bits and how many they are.
fn length_symbol(length: u16) -> (usize, u32, u8) {
    let index = LENGTHS.partition_point(|(first, _)| *first <= length).saturating_sub(1);
    let (first, width) = LENGTHS[index];
    (257 + index, u32::from(length - first), width)
}

/// The symbol of a distance, its extra bits and how many they are: two symbols for every power of two.
fn distance_symbol(distance: u16) -> (usize, u32, u8) {
    let less = u32::from(distance) - 1;
    if less < 4 {
        return (less as usize, 0, 0);
    }
    let width = less.ilog2() - 1;
    let symbol = 2 * width + 2 + (less >> width & 1);
    (symbol as usize, less & ((1 << width) - 1), width as u8)
}
