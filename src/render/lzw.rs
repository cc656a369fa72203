//! GIF's compression: LZW with codes of growing width.

/// No code is wider, in bits.
const WIDEST: u32 = 12;

/// The number of codes after which the dictionary is full.
const MOST_CODES: u16 = 1 << WIDEST;

/// Slots of the hash table: four for each code, so that nearly every look meets its answer or a free slot at once.
const SLOTS: usize = 1 << (WIDEST + 2);

/// A slot that holds nothing. No entry looks like this, for no code is followed by more than 8 bits.
const FREE: u32 = u32::MAX;

/// A compressor that knows one value, the *filler*, of which there are long runs: it takes them without looking at
/// each, which makes pictures that change only here and there several times as fast.
///
/// The dictionary has a code for every string that was seen. Strings of the filler alone are listed by their length
/// as well, so that the longest one that fits is known at once.
pub(super) struct Lzw {
    /// Bits of a value.
    bits: u32,
    filler: u8,
    /// Code and next value in the upper 20 bits, the code of both together in the lower 12.
    table: Vec<u32>,
    /// The codes of the filler once, twice, three times …
    fillers: Vec<u16>,
    /// The code that is given away next.
    next: u16,
    /// Bits of a code now.
    width: u32,
    /// The code of what was read and not written yet.
    prefix: Option<u16>,
    /// How often the filler stands there, if nothing else does; 0 otherwise.
    run: usize,
    /// Bits that do not make a byte yet, and how many.
    pending: (u32, u32),
    out: Vec<u8>,
}

impl Default for Lzw {
    /// A compressor that has compressed nothing yet. It keeps its memory from picture to picture.
    fn default() -> Lzw {
        Lzw {
            bits: 0,
            filler: 0,
            table: vec![FREE; SLOTS],
            fillers: Vec::new(),
            next: 0,
            width: 0,
            prefix: None,
            run: 0,
            pending: (0, 0),
            out: Vec::new(),
        }
    }
}

impl Lzw {
    /// Begins a picture of values of so many bits, 2 to 8.
    pub fn begin(&mut self, bits: u32, filler: u8) {
        self.bits = bits.clamp(2, 8);
        self.filler = filler;
        self.out.clear();
        self.pending = (0, 0);
        self.prefix = None;
        self.width = self.bits + 1;
        self.clear();
    }

    /// Takes these values.
    pub fn values(&mut self, values: &[u8]) {
        for value in values {
            self.value(*value);
        }
    }

    /// Takes the filler so many times.
    pub fn fill(&mut self, mut count: usize) {
        while count > 0 {
            let known = if self.run == 0 { &[] } else { self.fillers.get(self.run..).unwrap_or_default() };
            match known.get(..count).unwrap_or(known).last() {
                Some(code) => {
                    let taken = count.min(known.len());
                    self.prefix = Some(*code);
                    self.run += taken;
                    count -= taken;
                }
                None => {
                    self.value(self.filler);
                    count -= 1;
                }
            }
        }
    }

    /// Ends the picture; all of it, compressed.
    pub fn end(&mut self) -> &[u8] {
        if let Some(prefix) = self.prefix.take() {
            self.write(prefix);
            // Whoever reads this gives a code away here too, and may read wider codes from then on.
            self.new_code();
        }
        self.write((1 << self.bits) + 1);
        let (bits, count) = self.pending;
        if count > 0 {
            self.out.push(bits as u8);
        }
        &self.out
    }

    /// Takes this value.
    pub fn value(&mut self, value: u8) {
        let Some(prefix) = self.prefix else { return self.start(value) };
        let pair = u32::from(prefix) << 8 | u32::from(value);
        // Fibonacci hashing: the upper bits of the product are well mixed.
        let mut slot = (pair.wrapping_mul(0x9E37_79B1) >> (32 - (WIDEST + 2))) as usize;
        let free = loop {
            let Some(entry) = self.table.get_mut(slot) else { return };
            if *entry == FREE {
                break entry;
            }
            if *entry >> WIDEST == pair {
                self.prefix = Some((*entry & u32::from(MOST_CODES - 1)) as u16);
                self.run = if self.run > 0 && value == self.filler { self.run + 1 } else { 0 };
                return;
            }
            slot = (slot + 1) % SLOTS;
        };
        if self.next < MOST_CODES {
            *free = pair << WIDEST | u32::from(self.next);
            if self.run > 0 && value == self.filler {
                self.fillers.push(self.next);
            }
        }
        self.write(prefix);
        self.new_code();
        self.start(value);
    }

    /// Begins a string.
    fn start(&mut self, value: u8) {
        self.prefix = Some(u16::from(value));
        self.run = usize::from(value == self.filler);
    }

    /// Gives a code away; when there is none left, everything begins anew.
    fn new_code(&mut self) {
        if self.next == MOST_CODES {
            self.clear();
            return;
        }
        if self.next == 1 << self.width && self.width < WIDEST {
            self.width += 1;
        }
        self.next += 1;
    }

    /// Says that the dictionary is empty, and empties it.
    fn clear(&mut self) {
        let clear = 1 << self.bits;
        self.write(clear);
        self.table.fill(FREE);
        self.fillers.clear();
        self.fillers.push(u16::from(self.filler));
        self.next = clear + 2;
        self.width = self.bits + 1;
    }

    fn write(&mut self, code: u16) {
        let (mut bits, mut count) = self.pending;
        bits |= u32::from(code) << count;
        count += self.width;
        while count >= 8 {
            self.out.push(bits as u8);
            bits >>= 8;
            count -= 8;
        }
        self.pending = (bits, count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values that a compressed text stands for, read as the format's description says.
    fn decompressed(data: &[u8], bits: u32) -> Vec<u8> {
        let (clear, end) = (1 << bits, (1 << bits) + 1);
        let mut strings: Vec<Vec<u8>> = Vec::new();
        let (mut width, mut at) = (bits + 1, 0);
        let mut last: Option<Vec<u8>> = None;
        let mut values = Vec::new();
        loop {
            let code =
                (0..width).map(|bit| (usize::from(data[(at + bit as usize) / 8]) >> ((at + bit as usize) % 8) & 1) << bit).sum::<usize>();
            at += width as usize;
            if code == end {
                assert_eq!(at.div_ceil(8), data.len(), "nothing follows the end");
                return values;
            }
            if code == clear {
                strings = (0..end + 1).map(|value| vec![value as u8]).collect();
                (width, last) = (bits + 1, None);
                continue;
            }
            let string = match (strings.get(code), &last) {
                (Some(string), _) => string.clone(),
                (None, Some(last)) if code == strings.len() => [&last[..], &last[..1]].concat(),
                _ => panic!("the code {code} is not known"),
            };
            if let Some(mut known) = last.filter(|_| strings.len() < 4096) {
                known.push(string[0]);
                strings.push(known);
                if strings.len() == 1 << width && width < 12 {
                    width += 1;
                }
            }
            values.extend(&string);
            last = Some(string);
        }
    }

    #[test]
    fn what_is_compressed_can_be_read() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut lzw = Lzw::default();
        for round in 0..60 {
            let bits = random.u32(2..=8);
            let filler = random.u8(..) & ((1 << bits) - 1) as u8;
            lzw.begin(bits, filler);
            let mut expected = Vec::new();
            for _ in 0..random.usize(0..round * 8 + 1) {
                if random.bool() {
                    let count = random.usize(..3000);
                    lzw.fill(count);
                    expected.extend(std::iter::repeat_n(filler, count));
                } else {
                    // Now little repeats and now much, so that dictionaries fill up fast and slowly.
                    let most = if random.bool() { (1 << bits) - 1 } else { 1 };
                    let values: Vec<u8> = (0..random.usize(..400)).map(|_| random.u32(0..=most) as u8).collect();
                    lzw.values(&values);
                    expected.extend(values);
                }
            }
            assert!(decompressed(lzw.end(), bits) == expected, "round {round}");
        }
    }

    #[test]
    fn a_run_costs_little_however_long_it_is() {
        let mut lzw = Lzw::default();
        lzw.begin(8, 255);
        lzw.fill(360_000);
        assert!(lzw.end().len() < 1300);
    }
}
