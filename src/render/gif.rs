//! Animated GIFs: the first picture is whole, of each other one only what has changed is kept.
//!
//! The `gif` crate writes the file. LZW begins each rectangle anew and takes its rows as they come, so that whatever lies
//! between two changes costs a code in every row: changes apart from each other are rectangles of their own, shown one
//! after another, as many as a small part of a picture's time allows. Cells change in the same ways again and again:
//! what such a change was compressed to is kept ([`Press`]).

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::colours::Rgb;
use super::frame::Frame;
use super::part::Part;

/// The shortest time that browsers keep to, in hundredths of a second; they turn shorter ones into a tenth of a second.
const SHORTEST: u16 = 2;

/// What a picture is put together from may take this part of its time, the divisor.
const SHARE: u16 = 4;

/// The index of what lets the picture before shine through.
const CLEAR: u8 = 0;

/// So many bytes of compressed changes are kept, with what they were made of.
const KEPT: usize = 4_000_000;

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

/// A compressed rectangle of a picture, some of whose pixels may let the picture before shine through.
pub(super) struct Patch {
    part: Part,
    /// As the `gif` crate takes them.
    codes: Arc<[u8]>,
}

/// What changes were compressed to, by the pixels before and after.
#[derive(Default)]
pub(super) struct Press {
    kept: HashMap<Vec<u8>, Arc<[u8]>>,
    bytes: usize,
}

impl Press {
    /// About how many bytes it takes.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Patch {
    /// What has to be painted over a part of a picture that looks like `old` to make it look like `new`; `None` where both
    /// look alike. With a press it is kept.
    pub(super) fn between(
        part: Part,
        old: &[u8],
        new: &[u8],
        press: Option<&mut Press>,
    ) -> Option<Patch> {
        let width = part.right - part.left;
        let rows = old
            .chunks_exact(width)
            .zip(new.chunks_exact(width))
            .enumerate();
        let changed = rows.filter_map(|(row, (old, new))| {
            let differs = |(old, new): (&u8, &u8)| old != new;
            let left = old.iter().zip(new).position(differs)?;
            let right = old.iter().zip(new).rposition(differs)? + 1;
            Some(Part {
                left,
                top: row,
                right,
                bottom: row + 1,
            })
        });
        let inner = changed.reduce(Part::with)?;
        let crop = |pixels: &[u8]| -> Vec<u8> {
            let mut cropped = Vec::with_capacity(2 * inner.area());
            let rows = pixels
                .chunks_exact(width)
                .take(inner.bottom)
                .skip(inner.top);
            rows.filter_map(|row| row.get(inner.left..inner.right))
                .for_each(|row| cropped.extend_from_slice(row));
            cropped
        };
        let (old, new) = (crop(old), crop(new));
        let codes = match press {
            Some(press) => press.change(old, &new),
            None => change(&old, &new),
        };
        let part = Part {
            left: part.left + inner.left,
            top: part.top + inner.top,
            right: part.left + inner.right,
            bottom: part.top + inner.bottom,
        };
        Some(Patch { part, codes })
    }
}

impl Press {
    fn change(&mut self, old: Vec<u8>, new: &[u8]) -> Arc<[u8]> {
        let mut key = old;
        let length = key.len();
        key.extend_from_slice(new);
        if let Some(codes) = self.kept.get(&key) {
            return codes.clone();
        }
        let codes = change(key.get(..length).unwrap_or_default(), new);
        self.bytes += key.len() + codes.len();
        if self.bytes > KEPT {
            self.kept.clear();
            self.bytes = key.len() + codes.len();
        }
        self.kept.insert(key, codes.clone());
        codes
    }
}

/// Compresses pixels that replace others: all of them, or with holes where nothing changes, whichever has fewer runs of one
/// index and so will hardly be longer.
fn change(old: &[u8], new: &[u8]) -> Arc<[u8]> {
    let all: Vec<u8> = new.iter().map(|new| new + 1).collect();
    let holed: Vec<u8> = old
        .iter()
        .zip(new)
        .map(|(old, new)| if old == new { CLEAR } else { new + 1 })
        .collect();
    let runs = |indices: &[u8]| {
        indices
            .iter()
            .zip(indices.iter().skip(1))
            .filter(|(one, next)| one != next)
            .count()
    };
    compressed(if runs(&holed) < runs(&all) {
        holed
    } else {
        all
    })
}

fn compressed(indices: Vec<u8>) -> Arc<[u8]> {
    let mut frame = gif::Frame {
        buffer: indices.into(),
        ..gif::Frame::default()
    };
    frame.make_lzw_pre_encoded();
    Arc::from(&*frame.buffer)
}

/// How many parts a picture that stands so long may be put together from.
pub(super) fn most_parts(hold: Duration) -> usize {
    usize::from((hundredths(hold) / SHARE / SHORTEST).max(1))
}

/// A time as a GIF counts it.
fn hundredths(time: Duration) -> u16 {
    u16::try_from((time.as_millis() + 5) / 10).unwrap_or(u16::MAX)
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
        let [Ok(width), Ok(height)] = [size.0, size.1].map(u16::try_from) else {
            return Err(AnimationError::TooLarge);
        };
        let colours = table(picture.palette());
        let mut file = Encoder::new(Vec::new(), width, height, &colours)?;
        file.set_repeat(Repeat::Infinite)?;
        let mut film = Film {
            file,
            size,
            colours,
            own_colours: None,
        };
        film.show(picture, hold)?;
        Ok(film)
    }

    /// Shows a picture for so long, as exactly as a hundredth of a second allows. Its colours are kept as they are.
    pub(super) fn show(&mut self, picture: &Frame, hold: Duration) -> Result<(), AnimationError> {
        if picture.size() != self.size {
            return Err(AnimationError::Sizes);
        }
        self.own_colours = Some(table(picture.palette())).filter(|own| *own != self.colours);
        let part = Part {
            left: 0,
            top: 0,
            right: self.size.0 as usize,
            bottom: self.size.1 as usize,
        };
        let codes = compressed(picture.pixels().iter().map(|index| index + 1).collect());
        self.change(vec![Patch { part, codes }], hold)
    }

    /// Shows the picture before with these changes for so long. They are indices of the same palette.
    pub(super) fn change(
        &mut self,
        mut patches: Vec<Patch>,
        hold: Duration,
    ) -> Result<(), AnimationError> {
        if patches.is_empty() {
            // A pixel that lets shine through what is there.
            let part = Part {
                left: 0,
                top: 0,
                right: 1,
                bottom: 1,
            };
            patches.push(Patch {
                part,
                codes: compressed(vec![CLEAR]),
            });
        }
        let mut hold = hundredths(hold);
        for (index, Patch { part, codes }) in patches.iter().enumerate() {
            let delay = if index + 1 < patches.len() {
                SHORTEST
            } else {
                hold.max(SHORTEST)
            };
            hold = hold.saturating_sub(delay);
            self.file.write_lzw_pre_encoded_frame(&gif::Frame {
                delay,
                dispose: DisposalMethod::Keep,
                transparent: Some(CLEAR),
                left: part.left as u16,
                top: part.top as u16,
                width: (part.right - part.left) as u16,
                height: (part.bottom - part.top) as u16,
                palette: self.own_colours.clone(),
                buffer: codes[..].into(),
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
