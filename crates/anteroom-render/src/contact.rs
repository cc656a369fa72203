use super::colours::Rgb;
use super::font::{printable, text_width};
use super::frame::{EncodeError, Frame};
use super::tile::Tile;

/// The background: a middle grey that contrasts with light and with dark pictures.
const GROUND: Rgb = [0x6a, 0x6e, 0x76];
/// The colour of captions.
const INK: Rgb = [0xff, 0xff, 0xff];
/// The gap between pictures and around the sheet, in pixels.
const GAP: u32 = 8;
/// The maximum height of a caption's capitals, and the height of a caption's strip, in pixels.
const CAPITAL: f32 = 16.0;
const STRIP: u32 = 40;

/// Returns a PNG file of pictures in rows of `columns`, each with its caption above. All captions have the size
/// that the longest one allows. Characters that the font lacks are omitted.
///
/// # Errors
///
/// See [`Frame::png`].
pub fn contact_sheet(columns: usize, pictures: &[(&str, Frame)]) -> Result<Vec<u8>, EncodeError> {
    let columns = columns.min(pictures.len()).max(1);
    let width = pictures.iter().map(|(_, frame)| frame.size().0).max();
    let width = width.unwrap_or(0);
    let captions = pictures
        .iter()
        .map(|(caption, _)| text_width(&printable(caption)));
    let longest = captions.fold(1.0, f32::max);
    let capital = CAPITAL.min((width as f32 - GAP as f32) / longest);
    let rows = || {
        pictures.chunks(columns).map(|row| {
            let heights = row.iter().map(|(_, frame)| frame.size().1);
            let bare = row.iter().all(|(caption, _)| caption.is_empty());
            let strip = if bare { 0 } else { STRIP };
            (row, strip, heights.max().unwrap_or(0))
        })
    };
    let height = rows().map(|(_, strip, height)| strip + height + GAP).sum();
    let mut sheet = Tile::new(GAP + (width + GAP) * columns as u32, height, GROUND);
    let mut top = 0;
    for (row, strip, height) in rows() {
        for (column, (caption, frame)) in row.iter().enumerate() {
            let left = GAP + (width + GAP) * column as u32;
            let middle = left as f32 + width as f32 / 2.0;
            let place = (middle, top as f32 + STRIP as f32 / 2.0);
            sheet.write(place, capital, &printable(caption), INK);
            paste(&mut sheet, frame, (left, top + strip), (width, height));
        }
        top += strip + height + GAP;
    }
    sheet.png()
}

/// Copies a picture into the middle of a place.
pub(super) fn paste(
    sheet: &mut Tile,
    frame: &Frame,
    (left, top): (u32, u32),
    (width, height): (u32, u32),
) {
    let (own_width, own_height) = frame.size();
    let colours = frame.pixels().iter().map(|index| {
        frame
            .palette()
            .get(usize::from(*index))
            .copied()
            .unwrap_or_default()
    });
    let picture = Tile::from_colours(own_width, own_height, colours);
    let spans = vec![(0, own_width); own_height as usize];
    let place = (
        left + (width - own_width) / 2,
        top + (height - own_height) / 2,
    );
    sheet.copy(&picture, &spans, place.0 as i32, place.1 as i32);
}
