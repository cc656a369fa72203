use std::borrow::Cow;
use std::sync::Arc;

use super::colours::Rgb;
use super::deflate;

/// A finished picture: a palette, and an index into it for every pixel.
///
/// It is the same whatever file is made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    palette: Arc<[Rgb]>,
    repeats: Arc<[usize]>,
}

/// Why a picture could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the picture could not be encoded as PNG")]
pub struct EncodeError(#[from] png::EncodingError);

impl Frame {
    /// `repeats` are the distances in pixels at which rows are likely to repeat themselves.
    pub(super) fn new(
        width: u32,
        height: u32,
        pixels: Vec<u8>,
        palette: Arc<[Rgb]>,
        repeats: Arc<[usize]>,
    ) -> Frame {
        Frame {
            width,
            height,
            pixels,
            palette,
            repeats,
        }
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Palette indices, row by row from the top left.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// At most 255 colours; every index of [`pixels`](Self::pixels) has one.
    #[must_use]
    pub fn palette(&self) -> &[Rgb] {
        &self.palette
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    ///
    /// When the encoder refuses the picture; none that is painted here gives it a reason to.
    pub fn png(&self) -> Result<Vec<u8>, EncodeError> {
        let mut file = Vec::with_capacity(48 * 1024);
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(Cow::from(self.palette.as_flattened()));
        let mut writer = encoder.write_header()?;
        // Neighbouring indices have nothing to do with each other, so differences of them only hide what repeats: every
        // row is written without a filter.
        let (width, row) = (self.width as usize, self.width as usize + 1);
        let mut rows = Vec::with_capacity(self.pixels.len() + self.height as usize);
        for pixels in self.pixels.chunks_exact(width.max(1)) {
            rows.push(0);
            rows.extend_from_slice(pixels);
        }
        // Slanting edges move by a few pixels from row to row.
        let mut distances = vec![row, 1];
        distances.extend_from_slice(&self.repeats);
        distances.extend([row + 1, row - 1, row + 2, row.saturating_sub(2), 2]);
        writer.write_chunk(png::chunk::IDAT, &deflate::zlib(&rows, &distances))?;
        writer.finish()?;
        Ok(file)
    }
}
