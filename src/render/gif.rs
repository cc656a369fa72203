use std::time::Duration;

use super::colours::Rgb;
use super::frame::Frame;
use super::lzw::Lzw;

/// Pixels are compared in pieces of so many first, because most pieces stay as they are.
const PIECE: usize = 8;

/// The shortest time that browsers keep to; they turn shorter ones into a tenth of a second.
const SHORTEST: u128 = 2;

/// Why pictures do not make an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnimationError {
    /// There is none.
    #[error("there is no picture to show")]
    Empty,
    /// All pictures of an animation have one size.
    #[error("the pictures have different sizes")]
    Sizes,
    /// GIF has 16 bits for a width or a height.
    #[error("the pictures are too large")]
    TooLarge,
}

/// An animated GIF in the making: pictures come one after another, and of each only what has changed is kept.
///
/// It repeats for ever. The colours are those of the pictures: nothing is quantised.
#[derive(Default)]
pub(super) struct Gif {
    file: Vec<u8>,
    /// The colours that the file gives once for all pictures: those of the first.
    colours: Vec<Rgb>,
    /// The picture before.
    last: Option<Frame>,
    lzw: Lzw,
}

/// A rectangle of whole pixels; left and top are inside, right and bottom are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Gif {
    /// Shows another picture for so long, as exactly as a hundredth of a second allows.
    pub fn push(&mut self, frame: Frame, hold: Duration) -> Result<(), AnimationError> {
        let (width, height) = frame.size();
        let whole = Part { left: 0, top: 0, right: width as usize, bottom: height as usize };
        let before = match self.last.take() {
            None => {
                self.begin(&frame)?;
                None
            }
            Some(last) if last.size() != frame.size() => return Err(AnimationError::Sizes),
            // Indices into different palettes cannot be compared.
            Some(last) => Some(last).filter(|last| last.palette() == frame.palette()),
        };
        match &before {
            None => self.image(&frame, None, whole, hold),
            Some(last) => self.image(&frame, Some(last), changed(last, &frame), hold),
        }
        self.last = Some(frame);
        Ok(())
    }

    /// The whole file.
    pub fn finish(mut self) -> Result<Vec<u8>, AnimationError> {
        if self.last.is_none() {
            return Err(AnimationError::Empty);
        }
        self.file.push(b';');
        Ok(self.file)
    }

    fn begin(&mut self, first: &Frame) -> Result<(), AnimationError> {
        let (width, height) = first.size();
        let [Ok(width), Ok(height)] = [width, height].map(u16::try_from) else { return Err(AnimationError::TooLarge) };
        self.colours = first.palette().to_vec();
        self.file.extend(b"GIF89a");
        self.file.extend(words([width, height]));
        // With a table of colours, of eight bits each; no background; square pixels.
        self.file.extend([0x80 | 0x70 | (bits(&self.colours) - 1) as u8, 0, 0]);
        write_colours(&mut self.file, &self.colours);
        // The block that Netscape's browser introduced and all others read: a count of 0 repeats for ever.
        self.file.extend(b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0\0");
        Ok(())
    }

    /// Writes a part of a picture, and of that what differs from the picture before.
    fn image(&mut self, frame: &Frame, before: Option<&Frame>, part: Part, hold: Duration) {
        let palette = frame.palette();
        let bits = bits(palette);
        // A palette leaves room for one index more.
        let clear = palette.len() as u8;
        let hold = ((hold.as_millis() + 5) / 10).clamp(SHORTEST, u128::from(u16::MAX)) as u16;
        // The picture stays when the next one comes, and `clear` lets the one before shine through.
        self.file.extend([0x21, 0xF9, 4, 1 << 2 | 1]);
        self.file.extend(hold.to_le_bytes());
        self.file.extend([clear, 0]);

        self.file.push(b',');
        self.file.extend(words([part.left, part.top, part.right - part.left, part.bottom - part.top].map(|length| length as u16)));
        if palette == self.colours {
            self.file.push(0);
        } else {
            self.file.push(0x80 | (bits - 1) as u8);
            write_colours(&mut self.file, palette);
        }

        self.lzw.begin(bits, clear);
        match before {
            None => self.lzw.values(frame.pixels()),
            Some(before) => {
                let mut same = 0;
                for (old, new) in rows(before, part).zip(rows(frame, part)) {
                    if old == new {
                        same += new.len();
                        continue;
                    }
                    for (old, new) in old.chunks(PIECE).zip(new.chunks(PIECE)) {
                        if old == new {
                            same += new.len();
                            continue;
                        }
                        for (old, new) in old.iter().zip(new) {
                            if old == new {
                                same += 1;
                            } else {
                                self.lzw.fill(std::mem::take(&mut same));
                                self.lzw.value(*new);
                            }
                        }
                    }
                }
                self.lzw.fill(same);
            }
        }
        self.file.push(bits as u8);
        for block in self.lzw.end().chunks(255) {
            self.file.push(block.len() as u8);
            self.file.extend(block);
        }
        self.file.push(0);
    }
}

/// The part of two pictures of one size and palette that holds all their differences; one pixel when there is none.
fn changed(old: &Frame, new: &Frame) -> Part {
    let (width, height) = new.size();
    let (width, height) = (width as usize, height as usize);
    let whole = Part { left: 0, top: 0, right: width, bottom: height };
    let mut part = Part { left: width, top: height, right: 1, bottom: 1 };
    for (y, (old, new)) in rows(old, whole).zip(rows(new, whole)).enumerate().filter(|(_, (old, new))| old != new) {
        let differs = |(old, new): (&[u8], &[u8])| old != new;
        let first = old.chunks(PIECE).zip(new.chunks(PIECE)).position(differs).unwrap_or(0);
        let last = old.chunks(PIECE).zip(new.chunks(PIECE)).rposition(differs).unwrap_or(0);
        part.left = part.left.min(first * PIECE);
        part.right = part.right.max(((last + 1) * PIECE).min(width));
        part.top = part.top.min(y);
        part.bottom = y + 1;
    }
    if part.top == height { Part { left: 0, top: 0, right: 1, bottom: 1 } } else { part }
}

/// The rows of a part of a picture.
fn rows(frame: &Frame, part: Part) -> impl Iterator<Item = &[u8]> {
    let width = frame.size().0 as usize;
    let rows = frame.pixels().chunks_exact(width.max(1)).take(part.bottom).skip(part.top);
    rows.map(move |row| row.get(part.left..part.right).unwrap_or_default())
}

/// So many bits hold every index of a palette and one more.
fn bits(palette: &[Rgb]) -> u32 {
    palette.len().clamp(2, 255).ilog2() + 1
}

fn words<const N: usize>(numbers: [u16; N]) -> impl Iterator<Item = u8> {
    numbers.into_iter().flat_map(u16::to_le_bytes)
}

/// A table of colours, filled up to the next power of two.
fn write_colours(file: &mut Vec<u8>, palette: &[Rgb]) {
    let room = 3 << bits(palette);
    let colours = palette.as_flattened().iter().copied();
    file.extend(colours.chain(std::iter::repeat(0)).take(room));
}
