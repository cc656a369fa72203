//! LZW compression for GIF, fast for pictures that are mostly transparent.
//!
//! A turn changes a few distant cells, so most pixels of the rectangle around them have the index 0. A general
//! compressor reads such runs pixel by pixel; this one skips through them code by code.

/// The maximum number of bits of a GIF code.
const MOST_BITS: u32 = 12;
/// Bits of an index. All pictures have more than 128 colours, or are tiny.
const INDEX_BITS: u32 = 8;
/// The code that resets the table, and the code that ends the picture.
const CLEAR: u16 = 1 << INDEX_BITS;
const END: u16 = CLEAR + 1;
/// Size of the hash table: a power of two, large enough to stay half empty.
const PLACES: usize = 1 << 13;
/// The number of pixels of a run that are compared at once.
const PIECE: usize = 16;

/// The strings of indices that have codes. Each is another string plus one index.
struct Table {
    /// A hash table. A key has the time of the last reset, the code of the shorter string, and the added index.
    entries: Vec<(u64, u16)>,
    /// The number of resets. Entries of an earlier time count as free.
    time: u64,
    /// The codes of the strings of one, two, three … zeros.
    zeros: Vec<u16>,
    next: u16,
    bits: u32,
}

impl Table {
    fn new() -> Table {
        Table {
            entries: vec![(0, 0); PLACES],
            time: 1,
            zeros: vec![0],
            next: END + 1,
            bits: INDEX_BITS + 1,
        }
    }

    fn clear(&mut self) {
        self.time += 1;
        self.zeros.truncate(1);
        self.next = END + 1;
        self.bits = INDEX_BITS + 1;
    }

    /// Returns the code of the string `before` plus `index`, or the free place and the key of its entry.
    fn find(&self, before: u16, index: u8) -> Result<u16, (usize, u64)> {
        let key = self.time << 20 | u64::from(before) << 8 | u64::from(index);
        let string = u32::from(before) << 8 | u32::from(index);
        // The upper bits of a product depend on all bits of the string.
        let mut place = (string.wrapping_mul(0x9e37_79b1) >> 19) as usize % PLACES;
        loop {
            match self.entries.get(place) {
                Some((found, code)) if *found == key => return Ok(*code),
                Some((found, _)) if found >> 20 == self.time => place = (place + 1) % PLACES,
                _ => return Err((place, key)),
            }
        }
    }

    /// Takes the next code for a new string.
    fn take(&mut self) -> u16 {
        let code = self.next;
        self.next += 1;
        if u32::from(code) == 1 << self.bits && self.bits < MOST_BITS {
            self.bits += 1;
        }
        code
    }

    const fn is_full(&self) -> bool {
        self.next >> MOST_BITS != 0
    }
}

/// A new string that gets a code.
enum New {
    /// One zero more than the longest string of zeros.
    Zeros,
    /// Another string that ends with a zero. It gets a code but is never looked up: rows of a changed cell are alike,
    /// but the pixels to their right differ. This makes files smaller by a twentieth.
    Unused,
    /// Any other string, with its place in the table and its key.
    At(usize, u64),
}

/// A writer of codes of varying length.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    waiting: u32,
    many: u32,
}

impl Bits {
    fn write(&mut self, code: u16, bits: u32) {
        self.waiting |= u32::from(code) << self.many;
        self.many += bits;
        while self.many >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.many -= 8;
        }
    }
}

/// Compresses the indices of a picture. The first byte is the bits of an index, as the `gif` crate requires.
pub(super) fn compressed(indices: &[u8]) -> Vec<u8> {
    let mut table = Table::new();
    let mut out = Bits {
        bytes: vec![INDEX_BITS as u8],
        ..Bits::default()
    };
    out.write(CLEAR, table.bits);
    // The string to be extended, and its length if it consists of zeros (0 otherwise).
    let mut waiting: Option<u16> = None;
    let mut zeros = 0;
    let mut rest = indices;
    while let Some((&index, others)) = rest.split_first() {
        let Some(before) = waiting else {
            (waiting, zeros) = (Some(u16::from(index)), usize::from(index == 0));
            rest = others;
            continue;
        };
        let string = if index == 0 && zeros > 0 {
            // At most to the length of the longest string of zeros.
            let run = run_of_zeros(rest, table.zeros.len() - zeros);
            if run > 0 {
                zeros += run;
                waiting = table.zeros.get(zeros - 1).copied();
                rest = rest.get(run..).unwrap_or_default();
                continue;
            }
            New::Zeros
        } else if index == 0 {
            New::Unused
        } else {
            match table.find(before, index) {
                Ok(code) => {
                    (waiting, zeros) = (Some(code), 0);
                    rest = others;
                    continue;
                }
                Err((place, key)) => New::At(place, key),
            }
        };
        out.write(before, table.bits);
        let code = table.take();
        match string {
            New::Zeros => table.zeros.push(code),
            New::Unused => {}
            New::At(place, key) => {
                if let Some(entry) = table.entries.get_mut(place) {
                    *entry = (key, code);
                }
            }
        }
        if table.is_full() {
            out.write(CLEAR, table.bits);
            table.clear();
        }
        (waiting, zeros) = (Some(u16::from(index)), usize::from(index == 0));
        rest = others;
    }
    if let Some(last) = waiting {
        out.write(last, table.bits);
        // The decoder adds a string here, too, so the next code may be longer.
        table.take();
    }
    out.write(END, table.bits);
    if out.many > 0 {
        out.write(0, 8 - out.many);
    }
    out.bytes
}

/// Returns the number of leading zeros, at most `most`.
fn run_of_zeros(indices: &[u8], most: usize) -> usize {
    let indices = indices.get(..most).unwrap_or(indices);
    let pieces = indices
        .chunks_exact(PIECE)
        .take_while(|piece| **piece == [0; PIECE])
        .count();
    let rest = indices.get(pieces * PIECE..).unwrap_or_default();
    pieces * PIECE + rest.iter().take_while(|index| **index == 0).count()
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions, Encoder, Frame};

    use super::{CLEAR, END, compressed};

    /// Compresses the indices and decodes them with the `gif` crate.
    fn read(indices: &[u8], width: u16) -> Vec<u8> {
        let height = (indices.len() / usize::from(width)) as u16;
        let mut encoder =
            Encoder::new(Vec::new(), width, height, &[0; 3 * 256]).expect("an encoder");
        let frame = Frame {
            width,
            height,
            buffer: compressed(indices).into(),
            ..Frame::default()
        };
        encoder
            .write_lzw_pre_encoded_frame(&frame)
            .expect("a picture");
        let file = encoder.into_inner().expect("a file");
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        options.check_lzw_end_code(true);
        let mut decoder = options.read_info(&file[..]).expect("a file");
        let frame = decoder.read_next_frame().expect("a picture");
        frame.expect("a picture").buffer.to_vec()
    }

    #[test]
    fn what_is_compressed_is_read_back() {
        let mut random = fastrand::Rng::with_seed(11);
        for round in 0..400 {
            // One index, noise, and runs of both, across every change of the code length and full tables.
            let noise = [0, 1, 10, 100][round % 4];
            let kinds = [2, 4, 255][round % 3];
            let length = [1, 2, 253, 256, 257, 700, 4000, 60_000][round % 8];
            let mut indices = Vec::with_capacity(length);
            while indices.len() < length {
                let run = random.usize(1..300);
                let index = random.u8(..kinds) * u8::from(random.bool());
                for _ in 0..run {
                    let stray = random.u8(..100) < noise;
                    indices.push(if stray { random.u8(..kinds) } else { index });
                }
            }
            indices.truncate(length);
            assert!(read(&indices, 1) == indices, "round {round}");
        }
    }

    #[test]
    fn a_row_of_zeros_takes_few_codes() {
        // Strings of one, two, three … zeros make 20,000 of them in 200 codes of at most 9 bits.
        let bytes = compressed(&[0; 20_000]);
        assert!(bytes.len() < 240, "{}", bytes.len());
        assert_eq!(read(&[0; 20_000], 100), [0; 20_000]);
        assert_eq!(read(&[7], 1), [7]);
        let codes = [CLEAR, 7, END].into_iter().rev();
        let bits = codes.fold(0u32, |bits, code| bits << 9 | u32::from(code));
        assert_eq!(compressed(&[7])[1..], bits.to_le_bytes());
    }
}
