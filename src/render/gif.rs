//! Animated GIFs: of each picture only the rectangles in which something has changed are kept.
//!
//! The `gif` crate writes the file. LZW begins each rectangle anew and takes its rows as they come, so that whatever lies
//! between two changes costs a code in every row: changes apart from each other are rectangles of their own, shown one
//! after another so quickly that nobody sees it. That makes files a third smaller and several times as quick to write as
//! one rectangle around all changes.

use std::time::Duration;

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::colours::Rgb;
use super::frame::Frame;

/// The pixels of a row are compared in pieces of so many. Changes that are no farther apart are in one rectangle.
const PIECE: usize = 8;

/// The shortest time that browsers keep to, in hundredths of a second; they turn shorter ones into a tenth of a second.
const SHORTEST: u16 = 2;

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

/// A rectangle of whole pixels; left and top are inside, right and bottom are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// Shows pictures one after another, each for so long, as exactly as a hundredth of a second allows, and repeats them for
/// ever. The colours are those of the pictures: nothing is quantised.
pub(super) fn animation(pictures: impl IntoIterator<Item = (Frame, Duration)>) -> Result<Vec<u8>, AnimationError> {
    let mut pictures = pictures.into_iter().peekable();
    let (first, _) = pictures.peek().ok_or(AnimationError::Empty)?;
    let (size, colours) = (first.size(), table(first.palette()));
    let [Ok(width), Ok(height)] = [size.0, size.1].map(u16::try_from) else { return Err(AnimationError::TooLarge) };
    let mut file = Encoder::new(Vec::new(), width, height, &colours)?;
    file.set_repeat(Repeat::Infinite)?;
    let mut last: Option<Frame> = None;
    for (picture, hold) in pictures {
        if picture.size() != size {
            return Err(AnimationError::Sizes);
        }
        // Indices into different palettes cannot be compared.
        let before = last.as_ref().filter(|last| last.palette() == picture.palette());
        let parts = match before {
            Some(before) => changes(before, &picture),
            None => vec![Part { left: 0, top: 0, right: size.0 as usize, bottom: size.1 as usize }],
        };
        let own_colours = Some(table(picture.palette())).filter(|own| *own != colours);
        let mut hold = ((hold.as_millis() + 5) / 10).min(u128::from(u16::MAX)) as u16;
        for (index, part) in parts.iter().enumerate() {
            let delay = if index + 1 < parts.len() { SHORTEST } else { hold.max(SHORTEST) };
            hold = hold.saturating_sub(delay);
            file.write_frame(&gif::Frame {
                delay,
                dispose: DisposalMethod::Keep,
                transparent: Some(clear(&picture)),
                left: part.left as u16,
                top: part.top as u16,
                width: (part.right - part.left) as u16,
                height: (part.bottom - part.top) as u16,
                palette: own_colours.clone(),
                buffer: pixels(before, &picture, *part).into(),
                ..gif::Frame::default()
            })?;
        }
        last = Some(picture);
    }
    Ok(file.into_inner()?)
}

/// The index of what lets the picture before shine through: the first that is no colour. A palette leaves room for it.
fn clear(picture: &Frame) -> u8 {
    picture.palette().len() as u8
}

/// The colours as the file gives them, with one more for [`clear`].
fn table(palette: &[Rgb]) -> Vec<u8> {
    palette.iter().chain([&[0; 3]]).flatten().copied().collect()
}

/// The parts of two pictures of one size and palette that hold all their differences, from top to bottom; one pixel when
/// there is none.
fn changes(old: &Frame, new: &Frame) -> Vec<Part> {
    let (width, height) = (new.size().0 as usize, new.size().1 as usize);
    let whole = Part { left: 0, top: 0, right: width, bottom: height };
    let mut parts: Vec<Part> = Vec::new();
    for (y, (old, new)) in rows(old, whole).zip(rows(new, whole)).enumerate().filter(|(_, (old, new))| old != new) {
        for (x, _) in old.chunks(PIECE).zip(new.chunks(PIECE)).enumerate().filter(|(_, (old, new))| old != new) {
            let mut part = Part { left: x * PIECE, top: y, right: ((x + 1) * PIECE).min(width), bottom: y + 1 };
            while let Some(near) = parts.iter().position(|other| other.is_near(part)) {
                part = parts.swap_remove(near).with(part);
            }
            parts.push(part);
        }
    }
    if parts.is_empty() {
        parts.push(Part { left: 0, top: 0, right: 1, bottom: 1 });
    }
    parts.sort_unstable_by_key(|part| (part.top, part.left));
    parts
}

impl Part {
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

/// A part of a picture, row by row; what it has in common with the picture before is [`clear`].
fn pixels(before: Option<&Frame>, picture: &Frame, part: Part) -> Vec<u8> {
    let Some(before) = before else { return rows(picture, part).flatten().copied().collect() };
    let clear = clear(picture);
    let pairs = rows(before, part).flatten().zip(rows(picture, part).flatten());
    pairs.map(|(old, new)| if old == new { clear } else { *new }).collect()
}

/// The rows of a part of a picture.
fn rows(picture: &Frame, part: Part) -> impl Iterator<Item = &[u8]> {
    let width = picture.size().0 as usize;
    let rows = picture.pixels().chunks_exact(width.max(1)).take(part.bottom).skip(part.top);
    rows.map(move |row| row.get(part.left..part.right).unwrap_or_default())
}
