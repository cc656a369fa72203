use std::borrow::Cow;
use std::sync::Arc;

use super::band::{self, Band, Effort, Packer};
use super::colours::Rgb;

/// A finished picture: a palette, and an index into it for every pixel.
///
/// It is the same whatever file is made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    palette: Arc<[Rgb]>,
}

/// Why a picture could not be written.
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
        let band = Packer::default().pack(&self.pixels, self.width as usize, Effort::Hard);
        png_of((self.width, self.height), &self.palette, &[Arc::new(band)])
    }
}

/// A PNG file of packed rows.
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
