//! Animated GIFs: the first picture is whole, and each later one has only the changed pixels.
//!
//! A turn is one rectangle around all changes, transparent where nothing changed. Several rectangles in a row would be
//! smaller, but viewers that lengthen short delays show each of them for a tenth of a second, so the strip above the
//! board would change before the board.

use std::time::Duration;

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::colours::Rgb;
use super::frame::Frame;

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
    /// The caller stopped the painting.
    #[error("the painting was stopped")]
    Stopped,
}

impl From<EncodingError> for AnimationError {
    fn from(_: EncodingError) -> AnimationError {
        AnimationError::Refused
    }
}

/// Returns a time in hundredths of a second, the unit of GIF.
fn hundredths(time: Duration) -> u16 {
    u16::try_from((time.as_millis() + 5) / 10).unwrap_or(u16::MAX)
}

/// Returns an animation of some pictures that repeats for ever. Each is shown for a time, rounded to hundredths of a
/// second.
pub(super) fn film(
    pictures: impl IntoIterator<Item = (Frame, Duration)>,
) -> Result<Vec<u8>, AnimationError> {
    let mut pictures = pictures.into_iter().peekable();
    let (first, _) = pictures.peek().ok_or(AnimationError::Empty)?;
    let size = first.size();
    let [Ok(width), Ok(height)] = [size.0, size.1].map(u16::try_from) else {
        return Err(AnimationError::TooLarge);
    };
    let colours = table(first.palette());
    let mut file = Encoder::new(Vec::new(), width, height, &colours)?;
    file.set_repeat(Repeat::Infinite)?;
    let mut last: Option<Frame> = None;
    for (picture, hold) in pictures {
        if picture.size() != size {
            return Err(AnimationError::Sizes);
        }
        // Indices of different palettes cannot be compared.
        let part = match &last {
            Some(last) if last.palette() == picture.palette() => changes(last, &picture),
            _ => gif::Frame {
                width,
                height,
                buffer: picture.pixels().iter().map(|index| index + 1).collect(),
                ..gif::Frame::default()
            },
        };
        file.write_frame(&gif::Frame {
            delay: hundredths(hold).max(SHORTEST),
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            palette: Some(table(picture.palette())).filter(|own| *own != colours),
            ..part
        })?;
        last = Some(picture);
    }
    Ok(file.into_inner()?)
}

/// Returns the rectangle around all changes, transparent where nothing changed. Without a change, it is one pixel.
fn changes(old: &Frame, new: &Frame) -> gif::Frame<'static> {
    let width = (new.size().0 as usize).max(1);
    let rows = || {
        let old = old.pixels().chunks_exact(width);
        old.zip(new.pixels().chunks_exact(width))
    };
    // Most rows are unchanged, and comparing them whole is fastest.
    let changed = rows().enumerate().filter(|(_, (old, new))| old != new);
    let ends = changed.filter_map(|(y, (old, new))| {
        let differs = |(old, new): (&u8, &u8)| old != new;
        let left = old.iter().zip(new).position(differs)?;
        let right = old.iter().zip(new).rposition(differs)?;
        Some((left, right, y, y))
    });
    let (left, right, top, bottom) = ends
        .reduce(|one, next| (one.0.min(next.0), one.1.max(next.1), one.2, next.3))
        .unwrap_or_default();
    let mut indices = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for (old, new) in rows().take(bottom + 1).skip(top) {
        let [old, new] = [old, new].map(|row| row.get(left..=right).unwrap_or_default());
        let pixels = old.iter().zip(new);
        indices.extend(pixels.map(|(old, new)| if old == new { CLEAR } else { new + 1 }));
    }
    gif::Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        buffer: indices.into(),
        ..gif::Frame::default()
    }
}

/// Returns the bytes of a colour table, with an entry for [`CLEAR`] in front.
fn table(palette: &[Rgb]) -> Vec<u8> {
    [[0; 3]].iter().chain(palette).flatten().copied().collect()
}
