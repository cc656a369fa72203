use super::colours::{Rgb, mix};
use super::font::{printable, text_width};
use super::frame::{EncodeError, Frame};
use super::tile::{Area, Tile};

/// The background: a middle grey that contrasts with light and with dark pictures.
pub(super) const GROUND: Rgb = [0x6a, 0x6e, 0x76];
/// The colour of captions.
pub(super) const INK: Rgb = [0xff, 0xff, 0xff];
/// The colour of captions on plates, and the colours of the plates.
pub(super) const INK_ON_PLATE: Rgb = [0x24, 0x1c, 0x10];
pub(super) const CREAM: Rgb = [0xf0, 0xdc, 0xb6];
pub(super) const YELLOW: Rgb = [0xff, 0xe0, 0x5c];
/// How much of the background a faded picture takes on.
const FADE: f32 = 0.6;
/// The radius of a plate's corners, and its distance from the edges of the caption's strip, in pixels.
const CORNER: u32 = 6;
const MARGIN: u32 = 5;
/// The gap between pictures and around the sheet, in pixels.
const GAP: u32 = 8;
/// The maximum height of a caption's capitals, and the height of a caption's strip, in pixels.
const CAPITAL: f32 = 16.0;
const STRIP: u32 = 40;

/// A picture of a sheet.
#[derive(Clone, Debug)]
pub struct SheetPicture<'a> {
    /// The line above the picture.
    pub caption: &'a str,
    /// The picture.
    pub frame: Frame,
    /// How it stands out.
    pub accent: Accent,
}

/// How a picture of a sheet stands out from the others, or does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accent {
    /// It looks like the others.
    #[default]
    Plain,
    /// The picture has little contrast.
    Faded,
    /// The caption stands on a cream plate.
    Cream,
    /// The caption stands on a yellow plate.
    Yellow,
}

impl Accent {
    /// Returns the colour of the plate below the caption; `None` for no plate.
    const fn plate(self) -> Option<Rgb> {
        match self {
            Self::Plain | Self::Faded => None,
            Self::Cream => Some(CREAM),
            Self::Yellow => Some(YELLOW),
        }
    }
}

/// Returns a PNG file of pictures in rows of `columns`, each with its caption above. All captions have the size
/// that the longest one allows. Characters that the font lacks are omitted.
///
/// # Errors
///
/// See [`Frame::png`].
pub fn contact_sheet(
    columns: usize,
    pictures: &[SheetPicture<'_>],
) -> Result<Vec<u8>, EncodeError> {
    sheet(columns, pictures).png()
}

fn sheet(columns: usize, pictures: &[SheetPicture<'_>]) -> Tile {
    let columns = columns.min(pictures.len()).max(1);
    let width = pictures.iter().map(|picture| picture.frame.size().0).max();
    let width = width.unwrap_or(0);
    let captions = pictures
        .iter()
        .map(|picture| text_width(&printable(picture.caption)));
    let longest = captions.fold(1.0, f32::max);
    let capital = CAPITAL.min((width as f32 - 2.0 * GAP as f32) / longest);
    let rows = || {
        pictures.chunks(columns).map(|row| {
            let heights = row.iter().map(|picture| picture.frame.size().1);
            let bare = row.iter().all(|picture| picture.caption.is_empty());
            let strip = if bare { 0 } else { STRIP };
            (row, strip, heights.max().unwrap_or(0))
        })
    };
    let height = rows().map(|(_, strip, height)| strip + height + GAP).sum();
    let mut sheet = Tile::new(GAP + (width + GAP) * columns as u32, height, GROUND);
    let mut top = 0;
    for (row, strip, height) in rows() {
        for (column, picture) in row.iter().enumerate() {
            let left = GAP + (width + GAP) * column as u32;
            let plate = picture.accent.plate();
            if let Some(colour) = plate {
                let area = Area {
                    left: left as i32,
                    top: (top + MARGIN) as i32,
                    width,
                    height: STRIP - 2 * MARGIN,
                };
                sheet.fill_rounded(area, CORNER, colour);
            }
            let middle = left as f32 + width as f32 / 2.0;
            let place = (middle, top as f32 + STRIP as f32 / 2.0);
            let ink = plate.map_or(INK, |_| INK_ON_PLATE);
            sheet.write(place, capital, &printable(picture.caption), ink);
            let fade = match picture.accent {
                Accent::Faded => FADE,
                Accent::Plain | Accent::Cream | Accent::Yellow => 0.0,
            };
            let place = (left, top + strip);
            paste(&mut sheet, (&picture.frame, fade), place, (width, height));
        }
        top += strip + height + GAP;
    }
    sheet
}

/// Copies a picture into the middle of a place. `fade` is how much of the background it takes on.
pub(super) fn paste(
    sheet: &mut Tile,
    (frame, fade): (&Frame, f32),
    (left, top): (u32, u32),
    (width, height): (u32, u32),
) {
    let (own_width, own_height) = frame.size();
    let palette = frame.palette().iter();
    let palette: Vec<Rgb> = palette.map(|colour| mix(*colour, GROUND, fade)).collect();
    let colours = frame.pixels().iter().map(|index| {
        let colour = palette.get(usize::from(*index));
        colour.copied().unwrap_or_default()
    });
    let picture = Tile::from_colours(own_width, own_height, colours);
    let spans = vec![(0, own_width); own_height as usize];
    let place = (
        left + (width - own_width) / 2,
        top + (height - own_height) / 2,
    );
    sheet.copy(&picture, &spans, place.0 as i32, place.1 as i32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// The colour of the only picture.
    const RED: Rgb = [0xc0, 0x20, 0x20];

    fn colours(accent: Accent) -> Vec<Rgb> {
        let frame = Frame::new(120, 60, vec![0; 120 * 60], Arc::from([RED]));
        let caption = "1. Ben";
        let picture = SheetPicture {
            caption,
            frame,
            accent,
        };
        let sheet = sheet(4, &[picture]);
        let rows = sheet.rows();
        rows.flat_map(|row| row.as_chunks::<3>().0.to_vec())
            .collect()
    }

    #[test]
    fn accents_fade_a_picture_or_put_a_plate_below_its_caption() {
        let faded = mix(RED, GROUND, FADE);
        for (accent, own) in [
            (Accent::Plain, vec![RED, INK]),
            (Accent::Faded, vec![faded, INK]),
            (Accent::Cream, vec![RED, CREAM, INK_ON_PLATE]),
            (Accent::Yellow, vec![RED, YELLOW, INK_ON_PLATE]),
        ] {
            let seen = colours(accent);
            for colour in [RED, faded, CREAM, YELLOW, INK, INK_ON_PLATE] {
                let is_there = seen.contains(&colour);
                assert_eq!(is_there, own.contains(&colour), "{accent:?} {colour:?}");
            }
        }
    }
}
