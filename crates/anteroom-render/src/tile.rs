use std::sync::{Arc, LazyLock};

use image::{GrayImage, RgbImage};

use super::band::{Effort, Packer};
use super::colours::{Body, Rgb};
use super::font::{self, Setting};
use super::frame::{EncodeError, png_of};
use super::light::Lit;
use super::palette::Palette;
use super::recent::Recent;
use super::stencil::{Sheet, Stencil, Stroke};

/// A cache of rounded corners, keyed by the radius and the sides of the centre. Drawing a corner is slow.
static CORNERS: LazyLock<Recent<(u32, bool, bool), Stencil>> =
    LazyLock::new(|| Recent::new(100_000));

/// A piece of a picture in full colour, before its conversion to a palette.
#[derive(Clone, Hash)]
pub(super) struct Tile {
    image: RgbImage,
}

/// A rectangle of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Area {
    pub left: i32,
    pub top: i32,
    pub width: u32,
    pub height: u32,
}

impl Area {
    /// Returns this area shrunk by `by` pixels on each side, or grown if `by` is negative.
    pub(super) fn inset(self, by: i32) -> Area {
        let shrink = |length: u32| length.saturating_add_signed(by.saturating_mul(-2));
        Area {
            left: self.left.saturating_add(by),
            top: self.top.saturating_add(by),
            width: shrink(self.width),
            height: shrink(self.height),
        }
    }
}

impl Tile {
    pub(super) fn bytes(&self) -> usize {
        self.image.as_raw().len()
    }

    pub(super) fn new(width: u32, height: u32, colour: Rgb) -> Tile {
        Tile {
            image: RgbImage::from_pixel(width, height, image::Rgb(colour)),
        }
    }

    /// Creates a tile of these colours, row by row. Missing pixels are black.
    pub(super) fn from_colours(
        width: u32,
        height: u32,
        mut colours: impl Iterator<Item = Rgb>,
    ) -> Tile {
        Tile {
            image: RgbImage::from_fn(width, height, |_, _| {
                image::Rgb(colours.next().unwrap_or_default())
            }),
        }
    }

    /// Encodes the tile as a PNG file: with a palette if it has few enough colours, else in full colour.
    pub(super) fn png(&self) -> Result<Vec<u8>, EncodeError> {
        if let Some((pixels, palette)) = self.exact_indices() {
            let size = (self.width(), self.height());
            let band = Packer::default().pack(&pixels, size.0 as usize, Effort::Quick);
            return png_of(size, palette.colours(), &[Arc::new(band)]);
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width(), self.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Balanced);
        // Flat pictures repeat themselves. A filter of differences would hide the repetitions.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.image.as_raw())?;
        writer.finish()?;
        Ok(file)
    }

    pub(super) fn width(&self) -> u32 {
        self.image.width()
    }

    pub(super) fn height(&self) -> u32 {
        self.image.height()
    }

    /// Fills the part of an area that lies in the tile.
    pub(super) fn fill(&mut self, area: Area, colour: Rgb) {
        let Area {
            left,
            top,
            width,
            height,
        } = area;
        let end = |from: i32, length: u32, limit: u32| {
            clip(from.saturating_add_unsigned(length)).min(limit as usize)
        };
        let (from, to) = (clip(left), end(left, width, self.width()));
        let last = end(top, height, self.height());
        let colours = vec![colour; to.saturating_sub(from)];
        for row in self.rows_mut().take(last).skip(clip(top)) {
            if let Some(pixels) = row.get_mut(from * 3..(from + colours.len()) * 3) {
                pixels.copy_from_slice(colours.as_flattened());
            }
        }
    }

    /// Fills an area whose corners are rounded with this radius.
    pub(super) fn fill_rounded(&mut self, area: Area, corner: u32, colour: Rgb) {
        let corner = corner.min(area.width / 2).min(area.height / 2);
        let (Ok(c), Ok(right), Ok(bottom)) = (
            i32::try_from(corner),
            i32::try_from(area.width - corner),
            i32::try_from(area.height - corner),
        ) else {
            return;
        };
        let (right, bottom) = (
            area.left.saturating_add(right),
            area.top.saturating_add(bottom),
        );
        self.fill(
            Area {
                top: area.top.saturating_add(c),
                height: area.height - 2 * corner,
                ..area
            },
            colour,
        );
        self.fill(
            Area {
                left: area.left.saturating_add(c),
                width: area.width - 2 * corner,
                ..area
            },
            colour,
        );
        if corner == 0 {
            return;
        }
        let radius = corner as f32;
        for (left, x) in [(area.left, radius), (right, 0.0)] {
            for (top, y) in [(area.top, radius), (bottom, 0.0)] {
                let draw = |_: &_| {
                    let mut sheet = Sheet::new(corner, corner);
                    sheet.disc((x, y), radius, Stroke::Draw);
                    Arc::new(sheet.stencil())
                };
                let key = (corner, x > 0.0, y > 0.0);
                let stencil = CORNERS.get_or_make(key, draw, Stencil::bytes);
                self.paint_at(&stencil, left, top, colour, 1.0);
            }
        }
    }

    /// Paints through a stencil whose top left corner is the tile's.
    pub(super) fn paint(&mut self, stencil: &Stencil, colour: Rgb, opacity: f32) {
        self.paint_at(stencil, 0, 0, colour, opacity);
    }

    /// Paints through a stencil at a place of the tile. Pixels outside are cut off.
    pub(super) fn paint_at(
        &mut self,
        stencil: &Stencil,
        left: i32,
        top: i32,
        colour: Rgb,
        opacity: f32,
    ) {
        let opacity = (opacity.clamp(0.0, 1.0) * 256.0) as u32;
        let coverage = stencil.coverage();
        let (own_left, stencil_left) = (clip(left), clip(left.saturating_neg()));
        let (own_top, stencil_top) = (clip(top), clip(top.saturating_neg()));
        let rows = self.rows_mut().skip(own_top);
        let all_amounts = coverage
            .as_raw()
            .chunks_exact((coverage.width() as usize).max(1));
        for (row, amounts) in rows.zip(all_amounts.skip(stencil_top)) {
            let pixels = row.get_mut(own_left * 3..).unwrap_or_default();
            let amounts = amounts.get(stencil_left..).unwrap_or_default();
            for (pixels, amounts) in pixels.chunks_mut(24).zip(amounts.chunks(8)) {
                // Most of a stencil is empty.
                if amounts.iter().all(|amount| *amount == 0) {
                    continue;
                }
                let pixels = pixels.as_chunks_mut::<3>().0.iter_mut();
                for (pixel, amount) in pixels.zip(amounts) {
                    blend(pixel, colour, u32::from(*amount) * opacity / 255);
                }
            }
        }
    }

    /// Paints a lit body of the size of the tile.
    pub(super) fn paint_lit(&mut self, lit: &Lit, body: &Body) {
        let tones = body.tones();
        let middle = tones.len() / 2;
        let pixels = self.image.as_chunks_mut::<3>().0.iter_mut();
        for ((pixel, cover), tone) in pixels.zip(lit.cover.coverage().iter()).zip(&lit.tones) {
            if *cover > 0
                && let Some(tone) = tones.get(middle.saturating_add_signed((*tone).into()))
            {
                blend(pixel, *tone, u32::from(*cover) * 256 / 255);
            }
        }
    }

    /// Paints around a point. `paint` returns the colour and the coverage at an offset in pixels from the point.
    pub(super) fn paint_with(
        &mut self,
        (x, y): (f32, f32),
        reach: f32,
        paint: impl Fn(f32, f32) -> Option<(Rgb, u8)>,
    ) {
        let from = |middle: f32| (middle - reach).floor().max(0.0) as usize;
        let count = (2.0 * reach).ceil().max(0.0) as usize + 2;
        for (row, pixels) in self.rows_mut().enumerate().skip(from(y)).take(count) {
            let dy = row as f32 + 0.5 - y;
            let pixels = pixels.as_chunks_mut::<3>().0.iter_mut();
            for (column, pixel) in pixels.enumerate().skip(from(x)).take(count) {
                if let Some((colour, cover)) = paint(column as f32 + 0.5 - x, dy) {
                    blend(pixel, colour, u32::from(cover) * 256 / 255);
                }
            }
        }
    }

    /// Writes a line of text that begins or ends at a point. `capital` is the height of a capital letter.
    pub(super) fn write_line(
        &mut self,
        (x, y): (f32, f32),
        capital: f32,
        text: &str,
        colour: Rgb,
        setting: Setting,
    ) {
        let width = (font::text_advance(text) * capital)
            .clamp(0.0, self.width() as f32)
            .ceil();
        // Room for strokes that leave their letter's place.
        let left = match setting {
            Setting::Ending => x - width - capital,
            Setting::Starting | Setting::Centred | Setting::Columns => x - capital,
        };
        let (left, top) = (left.floor(), (y - capital).floor());
        let stencil = font::text(
            width as u32 + 2 * capital as u32 + 2,
            (capital * 2.0) as u32 + 2,
            (x - left, y - top),
            capital,
            text,
            setting,
        );
        self.paint_at(&stencil, left as i32, top as i32, colour, 1.0);
    }

    /// Writes a line of text around a point. `capital` is the height of a capital letter.
    pub(super) fn write(&mut self, (x, y): (f32, f32), capital: f32, text: &str, colour: Rgb) {
        let width = (font::text_width(text) * capital)
            .clamp(0.0, self.width() as f32)
            .ceil();
        // Room for strokes above capitals and below the base line.
        let (left, top) = ((x - width / 2.0 - 2.0).floor(), (y - capital).floor());
        let stencil = font::text(
            width as u32 + 5,
            (capital * 2.0) as u32 + 2,
            (x - left, y - top),
            capital,
            text,
            Setting::Centred,
        );
        self.paint_at(&stencil, left as i32, top as i32, colour, 1.0);
    }

    /// Copies the spans of another tile's rows to a place. Pixels outside are cut off.
    pub(super) fn copy(&mut self, tile: &Tile, spans: &[(u32, u32)], left: i32, top: i32) {
        let rows = self.rows_mut().skip(clip(top));
        for ((row, from), span) in rows
            .zip(tile.rows().skip(clip(top.saturating_neg())))
            .zip(spans.iter().skip(clip(top.saturating_neg())))
        {
            copy_span(row, from, *span, left, 3);
        }
    }

    /// Fills this tile with the part of a larger one that begins at a place.
    pub(super) fn copy_from(&mut self, whole: &Tile, left: i32, top: i32) {
        let rows = whole.rows().skip(clip(top));
        for (row, from) in self.rows_mut().zip(rows) {
            copy_span(row, from, (0, u32::MAX), left.saturating_neg(), 3);
        }
    }

    /// Changes colours. `colour` gets a pixel's column and colour, and returns its new colour, if any.
    pub(super) fn recolour(&mut self, mut colour: impl FnMut(usize, Rgb) -> Option<Rgb>) {
        for row in self.rows_mut() {
            for (column, pixel) in row.as_chunks_mut::<3>().0.iter_mut().enumerate() {
                if let Some(colour) = colour(column, *pixel) {
                    *pixel = colour;
                }
            }
        }
    }

    /// Returns the index of each pixel's nearest colour of the palette, row by row.
    pub(super) fn indices(&self, palette: &mut Palette) -> Vec<u8> {
        let nearest = |colour| Some(palette.nearest(colour));
        self.indices_by(nearest).unwrap_or_default()
    }

    /// Returns the index of each pixel's colour and a palette of all colours; `None` if they are too many.
    fn exact_indices(&self) -> Option<(Vec<u8>, Palette)> {
        let mut palette = Palette::new(&[]);
        let indices = self.indices_by(|colour| palette.exact(colour))?;
        Some((indices, palette))
    }

    /// Returns the index of each pixel, row by row; `None` as soon as a colour has none.
    fn indices_by(&self, mut index: impl FnMut(Rgb) -> Option<u8>) -> Option<Vec<u8>> {
        let mut last = ([0; 3], index([0; 3])?);
        let mut indices = Vec::with_capacity(self.image.as_raw().len() / 3);
        let mut before: &[u8] = &[];
        for row in self.rows() {
            if row == before {
                // Most rows of a strip are like the one above.
                indices.extend_from_within(indices.len() - row.len() / 3..);
                continue;
            }
            before = row;
            for eight in row.chunks(24) {
                // Eight pixels are of one colour if each byte is like the third after it.
                let alike = eight.get(3..) == eight.get(..eight.len() - 3);
                if alike && eight.starts_with(&last.0) {
                    indices.resize(indices.len() + eight.len() / 3, last.1);
                    continue;
                }
                for pixel in eight.as_chunks::<3>().0 {
                    if *pixel != last.0 {
                        last = (*pixel, index(*pixel)?);
                    }
                    indices.push(last.1);
                }
            }
        }
        Some(indices)
    }

    /// Returns a stencil of the white parts of the tile.
    pub(super) fn to_stencil(&self) -> Stencil {
        let coverage = self
            .image
            .as_raw()
            .as_chunks::<3>()
            .0
            .iter()
            .map(|[_, green, _]| *green)
            .collect();
        Stencil::from_coverage(
            GrayImage::from_raw(self.width(), self.height(), coverage).unwrap_or_default(),
        )
    }

    /// Fades the tile towards `before`. An `amount` of 1 restores `before`.
    pub(super) fn fade(&mut self, before: &Tile, amount: f32) {
        let amount = (amount.clamp(0.0, 1.0) * 256.0) as u32;
        for (new, old) in self.image.iter_mut().zip(before.image.iter()) {
            *new = ((u32::from(*new) * (256 - amount) + u32::from(*old) * amount + 128) >> 8) as u8;
        }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.image
            .as_raw()
            .chunks_exact((self.image.width() as usize * 3).max(1))
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u8]> {
        let stride = (self.image.width() as usize * 3).max(1);
        self.image.chunks_exact_mut(stride)
    }
}

/// Blends a colour into a pixel. `amount` is in 256ths.
fn blend(pixel: &mut Rgb, colour: Rgb, amount: u32) {
    if amount >= 256 {
        *pixel = colour;
    } else if amount > 0 {
        for (old, new) in pixel.iter_mut().zip(colour) {
            *old = ((u32::from(*old) * (256 - amount) + u32::from(new) * amount + 128) >> 8) as u8;
        }
    }
}

/// Copies a span of pixels from one row to another, moved to the right by `left` pixels.
///
/// `size` is the number of bytes of a pixel. Pixels outside are cut off.
pub(super) fn copy_span(
    row: &mut [u8],
    from: &[u8],
    (start, end): (u32, u32),
    left: i32,
    size: usize,
) {
    let start = i64::from(start).max(-i64::from(left));
    let end = i64::from(end)
        .min((from.len() / size) as i64)
        .min((row.len() / size) as i64 - i64::from(left));
    let bytes = |place: i64| usize::try_from(place).map(|place| place * size);
    if start < end
        && let (Ok(from_start), Ok(from_end)) = (bytes(start), bytes(end))
        && let (Ok(to_start), Ok(to_end)) =
            (bytes(start + i64::from(left)), bytes(end + i64::from(left)))
        && let (Some(to), Some(from)) = (
            row.get_mut(to_start..to_end),
            from.get(from_start..from_end),
        )
    {
        to.copy_from_slice(from);
    }
}

/// Converts a coordinate to an index; 0 if the coordinate is negative.
fn clip(place: i32) -> usize {
    usize::try_from(place).unwrap_or(0)
}
