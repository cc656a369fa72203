//! Huffman codes as deflate uses them (RFC 1951, 3.2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bits on their way into bytes, the lowest first.
pub(super) struct Bits {
    bytes: Vec<u8>,
    waiting: u64,
    /// How many are waiting, always fewer than 32.
    count: u32,
}

impl Bits {
    /// Bits that follow these bytes.
    pub(super) fn new(bytes: Vec<u8>) -> Bits {
        Bits {
            bytes,
            waiting: 0,
            count: 0,
        }
    }

    /// Appends the lowest `width` bits of a value that has no others, at most 32.
    pub(super) fn put(&mut self, value: u32, width: u8) {
        self.waiting |= u64::from(value) << self.count;
        self.count += u32::from(width);
        if self.count >= 32 {
            self.bytes.extend((self.waiting as u32).to_le_bytes());
            self.waiting >>= 32;
            self.count -= 32;
        }
    }

    /// All bytes, the last one filled with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let rest = self.count.div_ceil(8) as usize;
        self.bytes
            .extend(self.waiting.to_le_bytes().iter().take(rest));
        self.bytes
    }
}

/// A code that gives frequent symbols few bits.
pub(super) struct Code {
    /// The bits of every symbol, the first one lowest, and their number: 0 for a symbol that does not occur.
    words: Vec<(u16, u8)>,
}

impl Code {
    /// The code for symbols that occur so often, each of at most `limit` bits.
    pub(super) fn new(counts: &[u32], limit: u8) -> Code {
        let mut counts = counts.to_vec();
        let mut lengths = lengths(&counts);
        // Differences between the counts make the longest words, so smaller differences make them shorter.
        while lengths.iter().any(|length| *length > limit) {
            for count in counts.iter_mut().filter(|count| **count > 0) {
                *count = count.div_ceil(2);
            }
            lengths = self::lengths(&counts);
        }
        Code {
            words: words(&lengths),
        }
    }

    /// Appends a symbol's word.
    pub(super) fn put(&self, bits: &mut Bits, symbol: usize) {
        let (word, length) = self.words.get(symbol).copied().unwrap_or_default();
        bits.put(u32::from(word), length);
    }

    fn lengths(&self) -> impl Iterator<Item = u8> {
        let used = self
            .words
            .iter()
            .rposition(|(_, length)| *length > 0)
            .map_or(0, |last| last + 1);
        self.words.iter().take(used).map(|(_, length)| *length)
    }
}

/// How many bits each symbol gets: 0 if it does not occur.
fn lengths(counts: &[u32]) -> Vec<u8> {
    // A heap gives out the two rarest nodes; the nodes of symbols have the symbols' numbers, the others follow.
    let mut parents = vec![0; 2 * counts.len()];
    let mut heap: BinaryHeap<_> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(i, count)| Reverse((*count, i)))
        .collect();
    let single = heap.len() == 1;
    let mut root = counts.len();
    while let (Some(Reverse((rare, a))), Some(Reverse((next, b)))) = (heap.pop(), heap.pop()) {
        (parents[a], parents[b]) = (root, root);
        heap.push(Reverse((rare + next, root)));
        root += 1;
    }
    let root = root.saturating_sub(1);
    // Every node was made before its parent, so going back from the root finds parents first.
    let mut depths = vec![0u8; parents.len()];
    for node in (0..root).rev() {
        depths[node] = depths
            .get(parents[node])
            .map_or(0, |depth| depth.saturating_add(1));
    }
    counts
        .iter()
        .zip(depths)
        .map(|(count, depth)| {
            if *count == 0 {
                0
            } else if single {
                1
            } else {
                depth
            }
        })
        .collect()
}

/// The words of a canonical code: of one length they count up in order of the symbols, and shorter ones come first.
fn words(lengths: &[u8]) -> Vec<(u16, u8)> {
    let mut words = vec![(0, 0); lengths.len()];
    let mut next = 0u16;
    for length in 1..=15 {
        next <<= 1;
        for (word, _) in words
            .iter_mut()
            .zip(lengths)
            .filter(|(_, own)| **own == length)
        {
            *word = (next.reverse_bits() >> (16 - length), length);
            next += 1;
        }
    }
    words
}

/// The order in which the lengths of the code for lengths are listed.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// Appends the two codes of a block: one for bytes and lengths, one for distances.
pub(super) fn header(bits: &mut Bits, symbols: &Code, distances: &Code) {
    let mut lengths: Vec<u8> = symbols.lengths().collect();
    let symbol_count = lengths.len();
    lengths.extend(distances.lengths());
    if lengths.len() == symbol_count {
        // No distance at all is written as one that has no word.
        lengths.push(0);
    }
    let distance_count = lengths.len() - symbol_count;
    // The lengths themselves are coded: as they are, but runs of zeros in one or two symbols.
    let mut coded: Vec<(usize, u32, u8)> = Vec::new();
    for run in lengths.chunk_by(|a, b| a == b) {
        let Some(value) = run.first() else { continue };
        let mut left = run.len();
        while *value == 0 && left >= 3 {
            let zeros = left.min(138);
            coded.push(if zeros > 10 {
                (18, zeros as u32 - 11, 7)
            } else {
                (17, zeros as u32 - 3, 3)
            });
            left -= zeros;
        }
        coded.extend(std::iter::repeat_n((usize::from(*value), 0, 0), left));
    }
    let mut counts = [0; 19];
    for (symbol, ..) in &coded {
        counts[*symbol] += 1;
    }
    let code = Code::new(&counts, 7);
    let listed = ORDER.map(|symbol| code.words.get(symbol).map_or(0, |(_, length)| *length));
    let used = listed
        .iter()
        .rposition(|length| *length > 0)
        .map_or(4, |last| (last + 1).max(4));
    bits.put(symbol_count as u32 - 257, 5);
    bits.put(distance_count as u32 - 1, 5);
    bits.put(used as u32 - 4, 4);
    for length in listed.iter().take(used) {
        bits.put(u32::from(*length), 3);
    }
    for (symbol, extra, width) in coded {
        code.put(bits, symbol);
        bits.put(extra, width);
    }
}
