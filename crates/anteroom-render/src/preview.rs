use super::colours::{Colours, Family, Rgb};
use super::contact::paste;
use super::format::Format;
use super::frame::EncodeError;
use super::painter::Painter;
use super::tile::Tile;
use anteroom_board::scene::{Kind, Scene};
use anteroom_board::{Seat, Theme};

/// Width and height of a preview in pixels: the shape that link previews keep whole.
const SIZE: (u32, u32) = (1200, 630);

/// The space above and below a board, in pixels.
const MARGIN: u32 = 16;

impl Painter {
    /// Paints the scene's board in the middle of a wide picture of 1200 × 630 pixels, without the strip above it, as a
    /// PNG file: a link preview cuts what is higher.
    ///
    /// # Errors
    ///
    /// See [`Frame::png`](crate::Frame::png).
    pub fn preview(&self, scene: &Scene, theme: Theme) -> Result<Vec<u8>, EncodeError> {
        let mut scene = scene.clone();
        scene.bar = None;
        let edge = SIZE.1 - 2 * MARGIN;
        let frame = self.frame(&scene, Format { theme, edge });
        let family = scene.men.first().map(|man| Family::of(man.kind));
        let mut ground = Tile::new(SIZE.0, SIZE.1, Colours::of(theme, family).page);
        paste(&mut ground, (&frame, 0.0), (0, 0), SIZE);
        ground.png()
    }
}

/// Returns the colours of a piece's face and of its edge in a theme, for texts beside a board.
#[must_use]
pub fn piece_colours(kind: Kind, colour: Seat, theme: Theme) -> [Rgb; 2] {
    let family = Family::of(kind);
    let body = Colours::of(theme, Some(family)).body(family, colour);
    [body.face, body.edge]
}
