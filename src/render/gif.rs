//! Animated GIFs: the first picture is whole, of each other one only what has changed is kept.
//!
//! The `gif` crate writes the file. LZW begins each rectangle anew and takes its rows as they come, so that whatever lies
//! between two changes costs a code in every row: changes apart from each other are rectangles of their own, shown one
//! after another so quickly that nobody sees it. What changes a cell in the same way is compressed once ([`Patch`]) and
//! written wherever and whenever it happens again.

use std::sync::Arc;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::colours::Rgb;
use super::frame::Frame;

/// The pixels of a row are compared in pieces of so many. Changes that are no farther apart are in one rectangle.
const PIECE: usize = 8;

/// The shortest time that browsers keep to, in hundredths of a second; they turn shorter ones into a tenth of a second.
const SHORTEST: u16 = 2;

/// The index of what lets the picture before shine through. Colours follow, so that those used most have short codes.
const CLEAR: u8 = 0;

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
    /// The encoder refuses a picture; none that is painted here gives it a reason to.
    #[error("a picture could not be encoded as GIF")]
    Refused,
}

impl From<EncodingError> for AnimationError {
    fn from(_: EncodingError) -> AnimationError {
        AnimationError::Refused
    }
}

/// A compressed rectangle of pixels, some of which may let the picture before shine through.
pub(super) struct Patch {
    /// Where it lies in what it was cut out of.
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    /// As the `gif` crate takes them.
    codes: Vec<u8>,
}

/// A patch and where on the picture that lies which it was cut out of.
pub(super) type Placed = (i32, i32, Arc<Patch>);

/// A rectangle of whole pixels; left and top are inside, right and bottom are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Patch {
    /// Compresses a part of a picture as wide as this; where a pixel has no index, the picture before shines through.
    fn new(part: Part, width: usize, pixel: impl Fn(usize) -> Option<u8>) -> Option<Patch> {
        let buffer: Vec<u8> = part.places(width).map(|at| pixel(at).map_or(CLEAR, |index| index + 1)).collect();
        let number = |length: usize| u16::try_from(length).ok();
        let (width, height) = (number(part.right - part.left)?, number(part.bottom - part.top)?);
        let mut frame = gif::Frame { width, height, buffer: buffer.into(), ..gif::Frame::default() };
        frame.make_lzw_pre_encoded();
        Some(Patch { left: number(part.left)?, top: number(part.top)?, width, height, codes: frame.buffer.into_owned() })
    }

    /// What has to be painted over `old` to make it `new`, pictures of one size, or over nothing to make `new` whole: as far
    /// as the spans of its rows go.
    pub(super) fn between(old: Option<&[u8]>, new: &[u8], width: u32, spans: &[(u32, u32)]) -> Option<Patch> {
        let width = width as usize;
        let within = |at: usize| spans.get(at / width).is_some_and(|(from, to)| (*from as usize..*to as usize).contains(&(at % width)));
        let differs = |at: usize| within(at) && old.is_none_or(|old| old.get(at) != new.get(at));
        let part = Part::around((0..new.len()).filter(|at| differs(*at)), width)?;
        // What stays as it is may be simpler than holes in its place.
        let changed = Patch::new(part, width, |at| new.get(at).copied().filter(|_| differs(at)));
        let all = Patch::new(part, width, |at| new.get(at).copied().filter(|_| within(at)));
        changed.into_iter().chain(all).min_by_key(|patch| patch.codes.len())
    }

    /// What has to be painted over a picture with few changes here and there to make it another one.
    pub(super) fn scattered(old: &[u8], new: &[u8], width: u32) -> Vec<Placed> {
        let width = width as usize;
        let patches = changes(old, new, width).into_iter().filter_map(|part| Patch::new(part, width, |at| new.get(at).copied()));
        patches.map(|patch| (0, 0, Arc::new(patch))).collect()
    }
}

/// An animation that is being written.
pub(super) struct Film {
    file: Encoder<Vec<u8>>,
    size: (u32, u32),
    /// Those of the whole file.
    colours: Vec<u8>,
    /// Those of the pictures that come now, if others.
    own_colours: Option<Vec<u8>>,
}

impl Film {
    /// An animation that is repeated for ever, with its first picture.
    pub(super) fn beginning(picture: &Frame, hold: Duration) -> Result<Film, AnimationError> {
        let size = picture.size();
        let [Ok(width), Ok(height)] = [size.0, size.1].map(u16::try_from) else { return Err(AnimationError::TooLarge) };
        let colours = table(picture.palette());
        let mut file = Encoder::new(Vec::new(), width, height, &colours)?;
        file.set_repeat(Repeat::Infinite)?;
        let mut film = Film { file, size, colours, own_colours: None };
        film.show(picture, hold)?;
        Ok(film)
    }

    /// Shows a picture for so long, as exactly as a hundredth of a second allows. Its colours are kept as they are.
    pub(super) fn show(&mut self, picture: &Frame, hold: Duration) -> Result<(), AnimationError> {
        if picture.size() != self.size {
            return Err(AnimationError::Sizes);
        }
        self.own_colours = Some(table(picture.palette())).filter(|own| *own != self.colours);
        let (width, height) = (self.size.0 as usize, self.size.1 as usize);
        let part = Part { left: 0, top: 0, right: width, bottom: height };
        let whole = Patch::new(part, width, |at| picture.pixels().get(at).copied());
        self.change(&whole.map(|whole| (0, 0, Arc::new(whole))).into_iter().collect::<Vec<_>>(), hold)
    }

    /// Shows the picture before with these changes for so long. They are indices of the same palette.
    pub(super) fn change(&mut self, patches: &[Placed], hold: Duration) -> Result<(), AnimationError> {
        // Where nothing changes, a pixel that lets shine through what is there.
        let pixel = Part { left: 0, top: 0, right: 1, bottom: 1 };
        let nothing = if patches.is_empty() { Patch::new(pixel, 1, |_| None) } else { None };
        let nothing = nothing.map(|nothing| (0, 0, Arc::new(nothing)));
        let patches: Vec<&Placed> = patches.iter().chain(&nothing).collect();
        let mut hold = ((hold.as_millis() + 5) / 10).min(u128::from(u16::MAX)) as u16;
        for (index, (left, top, patch)) in patches.iter().enumerate() {
            let delay = if index + 1 < patches.len() { SHORTEST } else { hold.max(SHORTEST) };
            hold = hold.saturating_sub(delay);
            self.file.write_lzw_pre_encoded_frame(&gif::Frame {
                delay,
                dispose: DisposalMethod::Keep,
                transparent: Some(CLEAR),
                left: (left + i32::from(patch.left)) as u16,
                top: (top + i32::from(patch.top)) as u16,
                width: patch.width,
                height: patch.height,
                palette: self.own_colours.clone(),
                buffer: patch.codes[..].into(),
                ..gif::Frame::default()
            })?;
        }
        Ok(())
    }

    /// The file.
    pub(super) fn end(self) -> Result<Vec<u8>, AnimationError> {
        Ok(self.file.into_inner()?)
    }
}

/// The colours as the file gives them, with one more for [`CLEAR`].
fn table(palette: &[Rgb]) -> Vec<u8> {
    [[0; 3]].iter().chain(palette).flatten().copied().collect()
}

/// The parts of two pictures of one width that hold all their differences, from top to bottom.
fn changes(old: &[u8], new: &[u8], width: usize) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let rows = old.chunks_exact(width.max(1)).zip(new.chunks_exact(width.max(1)));
    for (y, (old, new)) in rows.enumerate().filter(|(_, (old, new))| old != new) {
        for (x, _) in old.chunks(PIECE).zip(new.chunks(PIECE)).enumerate().filter(|(_, (old, new))| old != new) {
            let mut part = Part { left: x * PIECE, top: y, right: ((x + 1) * PIECE).min(width), bottom: y + 1 };
            while let Some(near) = parts.iter().position(|other| other.is_near(part)) {
                part = parts.swap_remove(near).with(part);
            }
            parts.push(part);
        }
    }
    parts.sort_unstable_by_key(|part| (part.top, part.left));
    parts
}

impl Part {
    /// The smallest part of a picture as wide as this that holds all these pixels.
    fn around(places: impl Iterator<Item = usize>, width: usize) -> Option<Part> {
        let pixel = |at: usize| Part { left: at % width, top: at / width, right: at % width + 1, bottom: at / width + 1 };
        places.map(pixel).reduce(Part::with)
    }

    /// Where its pixels are in a picture as wide as this, row by row.
    fn places(self, width: usize) -> impl Iterator<Item = usize> {
        (self.top..self.bottom).flat_map(move |y| y * width + self.left..y * width + self.right)
    }

    /// Whether this part and another overlap, or lie side by side with no more than a piece between them. Across a corner
    /// there would be too much that neither has.
    fn is_near(self, other: Part) -> bool {
        let overlap =
            |from: usize, to: usize, other_from: usize, other_to: usize| to.min(other_to) as isize - from.max(other_from) as isize;
        let across = overlap(self.left, self.right, other.left, other.right);
        let down = overlap(self.top, self.bottom, other.top, other.bottom);
        across.max(down) > 0 && across.min(down) >= -(PIECE as isize)
    }

    /// The smallest part that holds both.
    fn with(self, other: Part) -> Part {
        Part {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}
