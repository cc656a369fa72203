//! Compression of a picture in bands of rows, each on its own.
//!
//! Deflate looks back 32 kB, less than a row of cells, so compressing each row of cells alone costs little. Most
//! bands of a board stay the same from turn to turn, so the painter can reuse them.

use std::sync::Arc;

use flate2::{Compress, Compression, FlushCompress};

/// A compressed band: a piece of a zlib stream that refers to no other piece.
pub(super) struct Band {
    deflated: Box<[u8]>,
    /// The Adler-32 checksum and the length in bytes of the uncompressed rows.
    adler: u32,
    length: usize,
}

/// The compression level of a band.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Effort {
    /// Takes half the time of `Hard`, for a fifth more bytes.
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

/// A compressor of bands that reuses its large buffers.
#[derive(Default)]
pub(super) struct Packer {
    quick: Option<Compress>,
    hard: Option<Compress>,
    /// Buffers of the rows with their filter bytes, and of the compressed bytes.
    rows: Vec<u8>,
    deflated: Vec<u8>,
}

impl Packer {
    /// Compresses rows of `width` palette indices.
    pub(super) fn pack(&mut self, pixels: &[u8], width: usize, effort: Effort) -> Band {
        // Neighbouring palette indices are unrelated: a filter of differences would hide repetitions.
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

/// Compresses rows into a piece of a stream that ends on a byte boundary.
fn deflate(packer: &mut Compress, rows: &[u8], deflated: &mut Vec<u8>) {
    packer.reset();
    deflated.clear();
    deflated.reserve(rows.len() / 4 + 64);
    loop {
        let done = usize::try_from(packer.total_in()).unwrap_or(rows.len());
        let rest = rows.get(done..).unwrap_or_default();
        // `compress_vec` fails only on an interrupted stream.
        let result = packer.compress_vec(rest, deflated, FlushCompress::Sync);
        if result.is_err() || deflated.len() < deflated.capacity() {
            break;
        }
        deflated.reserve(deflated.len());
    }
}

impl Band {
    pub(super) fn bytes(&self) -> usize {
        self.deflated.len()
    }
}

/// Joins bands, from top to bottom, into one zlib stream (RFC 1950).
pub(super) fn stream(bands: &[Arc<Band>]) -> Vec<u8> {
    let length: usize = bands.iter().map(|band| band.bytes()).sum();
    let mut stream = Vec::with_capacity(length + 8);
    // Header: deflate with the largest window.
    stream.extend([0x78, 0x5e]);
    let mut adler = 1;
    for band in bands {
        stream.extend_from_slice(&band.deflated);
        adler = joined(adler, band);
    }
    // The last block is empty.
    stream.extend([0x03, 0x00]);
    stream.extend(adler.to_be_bytes());
    stream
}

/// Returns the Adler-32 checksum of the data with the checksum `before`, followed by a band.
fn joined(before: u32, band: &Band) -> u32 {
    const BASE: u32 = 65_521;
    let halves = |sum: u32| (sum & 0xffff, sum >> 16);
    let ((low, high), (band_low, band_high)) = (halves(before), halves(band.adler));
    let length = (band.length % BASE as usize) as u32;
    // The two sums of the band's checksum began at 1 and 0.
    let sum = (low + band_low + BASE - 1) % BASE;
    let moved = u64::from(length) * u64::from(low + BASE - 1) % u64::from(BASE);
    sum | ((high + band_high + moved as u32) % BASE) << 16
}
