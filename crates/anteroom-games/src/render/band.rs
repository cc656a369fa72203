//! Rows of a picture, packed by themselves.
//!
//! Deflate looks back 32 kB, which is less than a row of cells, so little is lost where each row of cells is packed alone: and
//! of a board in play most of them are as they were a turn ago.

use std::sync::Arc;

use flate2::{Compress, Compression, FlushCompress};

/// Some rows as a piece of a zlib stream that looks at no other one.
pub(super) struct Band {
    deflated: Box<[u8]>,
    /// The checksum of the rows, and how many bytes they are.
    adler: u32,
    length: usize,
}

/// How hard rows are packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Effort {
    /// In half of the time, to a fifth more bytes.
    Quick,
    Hard,
}

impl Effort {
    fn level(self) -> Compression {
        Compression::new(match self {
            Effort::Quick => 2,
            Effort::Hard => 5,
        })
    }
}

/// Packs bands. What it needs for that is large, and is used again.
#[derive(Default)]
pub(super) struct Packer {
    quick: Option<Compress>,
    hard: Option<Compress>,
    /// The rows as they are packed, and what comes of them.
    rows: Vec<u8>,
    deflated: Vec<u8>,
}

impl Packer {
    /// Packs rows of this many palette indices.
    pub(super) fn pack(&mut self, pixels: &[u8], width: usize, effort: Effort) -> Band {
        // Neighbouring indices have nothing to do with each other, so differences of them would only hide what repeats:
        // every row has the filter 0.
        let width = width.max(1);
        self.rows.clear();
        for row in pixels.chunks_exact(width) {
            self.rows.push(0);
            self.rows.extend_from_slice(row);
        }
        let packer = match effort {
            Effort::Quick => &mut self.quick,
            Effort::Hard => &mut self.hard,
        };
        let packer = packer.get_or_insert_with(|| Compress::new(effort.level(), false));
        deflate(packer, &self.rows, &mut self.deflated);
        Band {
            deflated: Box::from(self.deflated.as_slice()),
            adler: simd_adler32::adler32(&self.rows.as_slice()),
            length: self.rows.len(),
        }
    }
}

/// Packs rows into a full piece of a stream: it ends on a byte.
fn deflate(packer: &mut Compress, rows: &[u8], deflated: &mut Vec<u8>) {
    packer.reset();
    deflated.clear();
    deflated.reserve(rows.len() / 4 + 64);
    loop {
        let done = usize::try_from(packer.total_in()).unwrap_or(rows.len());
        let rest = rows.get(done..).unwrap_or_default();
        // That it may fail is for streams that were broken off.
        let result = packer.compress_vec(rest, deflated, FlushCompress::Sync);
        if result.is_err() || deflated.len() < deflated.capacity() {
            break;
        }
        deflated.reserve(deflated.len());
    }
}

impl Band {
    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.deflated.len()
    }
}

/// The zlib stream (RFC 1950) of these bands, one below another.
pub(super) fn stream(bands: &[Arc<Band>]) -> Vec<u8> {
    let length: usize = bands.iter().map(|band| band.bytes()).sum();
    let mut stream = Vec::with_capacity(length + 8);
    // Deflate with the largest window.
    stream.extend([0x78, 0x5e]);
    let mut adler = 1;
    for band in bands {
        stream.extend_from_slice(&band.deflated);
        adler = joined(adler, band);
    }
    // The last block holds nothing.
    stream.extend([0x03, 0x00]);
    stream.extend(adler.to_be_bytes());
    stream
}

/// The checksum of what has this one, and a band after it.
fn joined(before: u32, band: &Band) -> u32 {
    const BASE: u32 = 65_521;
    let halves = |sum: u32| (sum & 0xffff, sum >> 16);
    let ((low, high), (band_low, band_high)) = (halves(before), halves(band.adler));
    let length = (band.length % BASE as usize) as u32;
    // The sums of the band began at 1 and 0.
    let sum = (low + band_low + BASE - 1) % BASE;
    let moved = u64::from(length) * u64::from(low + BASE - 1) % u64::from(BASE);
    sum | ((high + band_high + moved as u32) % BASE) << 16
}
