use std::collections::BTreeSet;
use std::sync::Arc;

use super::bar::cut;
use super::colours::Family;
use super::font::{printable, text_width};
use super::format::Format;
use super::frame::Frame;
use super::painter::{Painter, families};
use anteroom_board::Theme;
use anteroom_board::scene::Scene;

/// The long edge in pixels of a board that has the width to itself, and of one beside another. It is twice the points
/// of a phone's width, which is sharp enough for a small board.
const ALONE: u32 = 620;
const BESIDE: u32 = 560;

/// The maximum width, in units, of boards side by side. Half of a phone's width is enough for them.
const NARROW: f32 = 6.9;

/// Height of a caption's capitals, as a part of the picture's width, and of its strip, in capitals.
const CAPITAL: f32 = 0.030;
const STRIP: f32 = 2.8;

/// Gap between two boards side by side, as a part of the width of one.
const GAP: f32 = 0.04;

/// The minimum size of a caption, as a part of its normal size. A caption that is still too long is cut.
const LEAST: f32 = 0.6;

impl Painter {
    /// Paints boards of one size with captions as one picture for a phone. Small boards are side by side, larger ones
    /// below each other. Characters that the font lacks are omitted.
    #[must_use]
    pub fn plate(&self, boards: &[(String, Scene)], theme: Theme) -> Frame {
        let narrow = boards.iter().all(|(_, scene)| scene.board.width <= NARROW);
        let columns = if narrow { boards.len().max(1) } else { 1 };
        let edge = if columns > 1 { BESIDE } else { ALONE };
        let format = Format { theme, edge };
        let families: BTreeSet<Family> = boards
            .iter()
            .flat_map(|(_, scene)| families(scene))
            .collect();
        // All boards of one game are painted with one palette.
        let painted: Vec<_> = boards
            .iter()
            .map(|(caption, scene)| {
                let painted = self.painted(&scene.board, families.clone(), format);
                let frame = painted.frame(scene);
                (caption, painted, frame)
            })
            .collect();
        let Some((_, first, frame)) = painted.first() else {
            return Frame::new(0, 0, Vec::new(), Arc::from([]));
        };
        let (width, _) = frame.size();
        let gap = (width as f32 * GAP).round() as u32;
        let whole = width * columns as u32 + gap * (columns as u32 - 1);
        let capital = (whole as f32 * CAPITAL).round();
        let strip = (capital * STRIP).round() as u32;
        let page = first.written(1, 1, 1.0, "").first().copied().unwrap_or(0);
        let mut pixels = Vec::new();
        for row in painted.chunks(columns) {
            let strips: Vec<_> = row
                .iter()
                .map(|(caption, painted, _)| {
                    let text = printable(caption);
                    let room = width as f32 - capital / 2.0;
                    let fits = room / text_width(&text).max(1.0);
                    // Rounded up, the caption would not fit.
                    let capital = fits.clamp(capital * LEAST, capital).floor();
                    painted.written(width, strip, capital, &cut(&text, capital, room))
                })
                .collect();
            let strips: Vec<_> = strips.iter().map(Vec::as_slice).collect();
            beside(&mut pixels, &strips, (width, gap), whole, page);
            let frames: Vec<_> = row.iter().map(|(.., frame)| frame.pixels()).collect();
            beside(&mut pixels, &frames, (width, gap), whole, page);
        }
        let rows = pixels.len() / (whole.max(1) as usize);
        Frame::new(
            whole,
            u32::try_from(rows).unwrap_or(0),
            pixels,
            Arc::from(frame.palette()),
        )
    }
}

/// Appends the rows of pictures of one width side by side, and fills gaps with the page's colour.
fn beside(
    pixels: &mut Vec<u8>,
    pictures: &[&[u8]],
    (width, gap): (u32, u32),
    whole: u32,
    page: u8,
) {
    let (width, apart) = (width.max(1) as usize, (width + gap) as usize);
    let rows = pictures.iter().map(|picture| picture.len() / width);
    let rows = rows.max().unwrap_or(0);
    let top = pixels.len();
    pixels.resize(top + rows * whole as usize, page);
    let lines = pixels.chunks_exact_mut(whole.max(1) as usize);
    for (index, line) in lines.skip(top / whole.max(1) as usize).enumerate() {
        for (column, picture) in pictures.iter().enumerate() {
            let from = picture.get(index * width..(index + 1) * width);
            let to = line.get_mut(column * apart..column * apart + width);
            if let (Some(from), Some(to)) = (from, to) {
                to.copy_from_slice(from);
            }
        }
    }
}
