use super::colours::Rgb;
use super::frame::{EncodeError, Frame};
use super::tile::Tile;

/// What lies between the pictures, as dark for light ones as it is light for dark ones.
const GROUND: Rgb = [0x6a, 0x6e, 0x76];
/// The captions above them.
const INK: Rgb = [0xff, 0xff, 0xff];
/// Between pictures, and around the sheet, in pixels.
const GAP: u32 = 8;
/// Height of the captions in capitals, and of the strip in which they stand.
const CAPITAL: f32 = 16.0;
const STRIP: u32 = 40;

/// Pictures in rows and columns on one sheet, with a caption above every column, as a PNG file.
///
/// # Errors
///
/// See [`Frame::png`].
pub fn contact_sheet<const COLUMNS: usize>(
    captions: &[&str; COLUMNS],
    rows: &[[Frame; COLUMNS]],
) -> Result<Vec<u8>, EncodeError> {
    let width = rows
        .iter()
        .flatten()
        .map(|frame| frame.size().0)
        .max()
        .unwrap_or(0);
    let heights = rows
        .iter()
        .map(|row| row.iter().map(|frame| frame.size().1).max().unwrap_or(0));
    let height = STRIP + heights.clone().map(|height| height + GAP).sum::<u32>();
    let mut sheet = Tile::new(GAP + (width + GAP) * COLUMNS as u32, height, GROUND);
    let left = |column: usize| GAP + (width + GAP) * column as u32;
    for (column, caption) in captions.iter().enumerate() {
        let middle = left(column) as f32 + width as f32 / 2.0;
        sheet.write((middle, STRIP as f32 / 2.0), CAPITAL, caption, INK);
    }
    let mut top = STRIP;
    for (row, height) in rows.iter().zip(heights) {
        for (column, frame) in row.iter().enumerate() {
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
                left(column) + (width - own_width) / 2,
                top + (height - own_height) / 2,
            );
            sheet.copy(&picture, &spans, place.0 as i32, place.1 as i32);
        }
        top += height + GAP;
    }
    sheet.png()
}
