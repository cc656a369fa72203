use std::borrow::Cow;
use std::sync::Arc;

use super::band::{self, Band, Effort, Packer};
use super::colours::Rgb;

/// A finished picture: a palette, and an index into it for every pixel.
///
/// A frame does not depend on the format of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    palette: Arc<[Rgb]>,
}

/// An error while encoding a picture as PNG.
#[derive(Debug, thiserror::Error)]
#[error("the picture could not be encoded as PNG")]
pub struct EncodeError(#[from] png::EncodingError);

impl Frame {
    pub(super) fn new(width: u32, height: u32, pixels: Vec<u8>, palette: Arc<[Rgb]>) -> Frame {
        Frame {
            width,
            height,
            pixels,
            palette,
        }
    }

    /// Returns the width and the height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the palette indices, row by row from the top left.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the palette: at most 255 colours, one for every index of [`pixels`](Self::pixels).
    #[must_use]
    pub fn palette(&self) -> &[Rgb] {
        &self.palette
    }

    /// Encodes the picture as a PNG file.
    ///
    /// # Errors
    ///
    /// If the encoder rejects the picture. No picture painted by this crate should cause that.
    pub fn png(&self) -> Result<Vec<u8>, EncodeError> {
        let band = Packer::default().pack(&self.pixels, self.width as usize, Effort::Hard);
        png_of((self.width, self.height), &self.palette, &[Arc::new(band)])
    }
}

/// Returns a PNG file of compressed bands.
pub(super) fn png_of(
    (width, height): (u32, u32),
    palette: &[Rgb],
    bands: &[Arc<Band>],
) -> Result<Vec<u8>, EncodeError> {
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(Cow::from(palette.as_flattened()));
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &band::stream(bands))?;
    writer.finish()?;
    Ok(file)
}
