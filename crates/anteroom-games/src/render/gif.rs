//! Animated GIFs: the first picture is whole, and each later one has only the changed pixels.
//!
//! The `gif` crate writes the file. A turn is one rectangle around all changes, transparent where nothing changed.
//! Several rectangles in a row would be smaller, but viewers that lengthen short delays show each of them for a tenth
//! of a second, so the strip above the board would change before the board.

use std::time::Duration;

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::colours::Rgb;
use super::frame::Frame;
use super::lzw;
use super::part::Part;

/// The shortest delay that browsers keep, in hundredths of a second. They lengthen a shorter one to 0.1 s.
const SHORTEST: u16 = 2;

/// The index of transparent pixels, which keep the picture before.
const CLEAR: u8 = 0;

/// The reason why pictures do not make an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnimationError {
    /// The animation has no picture.
    #[error("there is no picture to show")]
    Empty,
    /// The pictures have different sizes.
    #[error("the pictures have different sizes")]
    Sizes,
    /// A picture exceeds GIF's 16 bits for width or height.
    #[error("the pictures are too large")]
    TooLarge,
    /// The encoder rejects a picture. No picture painted by this crate should cause that.
    #[error("a picture could not be encoded as GIF")]
    Refused,
}

impl From<EncodingError> for AnimationError {
    fn from(_: EncodingError) -> AnimationError {
        AnimationError::Refused
    }
}

/// A compressed rectangle of a picture, some of whose pixels may be transparent.
pub(super) struct Patch {
    part: Part,
    /// LZW codes in the form that the `gif` crate accepts.
    codes: Vec<u8>,
}

impl Patch {
    /// Returns the changes in some parts of a picture, if any. `pixels` returns the old and the new pixels of a part.
    pub(super) fn of(parts: &[Part], pixels: impl Fn(&Part) -> [Vec<u8>; 2]) -> Option<Patch> {
        let changed: Vec<(Part, Vec<u8>)> = parts
            .iter()
            .filter_map(|part| {
                let [old, new] = pixels(part);
                let (inner, [old, new]) = cropped(*part, &old, &new)?;
                Some((inner, changes(&old, &new)))
            })
            .collect();
        let whole = changed.iter().map(|(part, _)| *part).reduce(Part::with)?;
        let mut indices = vec![CLEAR; whole.area()];
        let width = whole.right - whole.left;
        for (part, changes) in &changed {
            let rows = indices.chunks_exact_mut(width).skip(part.top - whole.top);
            let columns = part.left - whole.left..part.right - whole.left;
            for (row, changes) in rows.zip(changes.chunks_exact(columns.len())) {
                if let Some(row) = row.get_mut(columns.clone()) {
                    row.copy_from_slice(changes);
                }
            }
        }
        Some(Patch {
            part: whole,
            codes: lzw::compressed(&indices),
        })
    }
}

/// Crops a part to its changed pixels. Returns the smaller part with its old and new pixels.
fn cropped(part: Part, old: &[u8], new: &[u8]) -> Option<(Part, [Vec<u8>; 2])> {
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
        let rows = pixels
            .chunks_exact(width)
            .take(inner.bottom)
            .skip(inner.top);
        rows.filter_map(|row| row.get(inner.left..inner.right))
            .flatten()
            .copied()
            .collect()
    };
    let pixels = [crop(old), crop(new)];
    let inner = Part {
        left: part.left + inner.left,
        top: part.top + inner.top,
        right: part.left + inner.right,
        bottom: part.top + inner.bottom,
    };
    Some((inner, pixels))
}

/// Returns the new pixels: all, or transparent ones where nothing changed. Fewer runs of one index compress better.
fn changes(old: &[u8], new: &[u8]) -> Vec<u8> {
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
    if runs(&holed) < runs(&all) {
        holed
    } else {
        all
    }
}

/// Returns a time in hundredths of a second, the unit of GIF.
fn hundredths(time: Duration) -> u16 {
    u16::try_from((time.as_millis() + 5) / 10).unwrap_or(u16::MAX)
}

/// An animation that is being written.
pub(super) struct Film {
    file: Encoder<Vec<u8>>,
    size: (u32, u32),
    /// The global colour table of the file.
    colours: Vec<u8>,
    /// The colour table of the current pictures, if it differs from the global one.
    own_colours: Option<Vec<u8>>,
}

impl Film {
    /// Begins an animation that repeats for ever, with its first picture.
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

    /// Appends a whole picture with its own palette. `hold` is rounded to hundredths of a second.
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
        let indices: Vec<u8> = picture.pixels().iter().map(|index| index + 1).collect();
        let codes = lzw::compressed(&indices);
        self.change(Some(Patch { part, codes }), hold)
    }

    /// Appends the last picture with a change, or unchanged. The change must use the palette of the last picture.
    pub(super) fn change(
        &mut self,
        patch: Option<Patch>,
        hold: Duration,
    ) -> Result<(), AnimationError> {
        // Without a change: one transparent pixel.
        let Patch { part, codes } = patch.unwrap_or_else(|| Patch {
            part: Part {
                left: 0,
                top: 0,
                right: 1,
                bottom: 1,
            },
            codes: lzw::compressed(&[CLEAR]),
        });
        self.file.write_lzw_pre_encoded_frame(&gif::Frame {
            delay: hundredths(hold).max(SHORTEST),
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            left: part.left as u16,
            top: part.top as u16,
            width: (part.right - part.left) as u16,
            height: (part.bottom - part.top) as u16,
            palette: self.own_colours.clone(),
            buffer: codes.into(),
            ..gif::Frame::default()
        })?;
        Ok(())
    }

    /// Finishes and returns the file.
    pub(super) fn end(self) -> Result<Vec<u8>, AnimationError> {
        Ok(self.file.into_inner()?)
    }
}

/// Returns the bytes of a colour table, with an entry for [`CLEAR`] in front.
fn table(palette: &[Rgb]) -> Vec<u8> {
    [[0; 3]].iter().chain(palette).flatten().copied().collect()
}
