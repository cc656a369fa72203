//! Animations, read by a third-party decoder.

use anteroom::board::scene::Scene;
use anteroom::render::{Format, Painter};
use gif::{DecodeOptions, DisposalMethod, Repeat};

/// The size limit of an animation of 80 turns.
pub const MOST_BYTES: usize = 400_000;

/// A decoded animation.
pub struct Film {
    pub size: (u32, u32),
    pub pictures: Vec<Seen>,
    pub repeats: bool,
}

pub struct Seen {
    pub pixels: Vec<[u8; 3]>,
    /// In hundredths of a second.
    pub hold: u16,
    /// Width and height of the part that the file stores.
    pub part: (u16, u16),
}

/// The shortest frame time that browsers honour, in hundredths of a second.
pub const SHORTEST: u16 = 2;

impl Film {
    /// Decodes a file. Panics if a frame is shorter than [`SHORTEST`], since browsers lengthen such frames.
    pub fn of(file: &[u8]) -> Film {
        let mut options = DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(file).expect("a GIF");
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut shown = vec![None; width * height];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a picture") {
            assert!(
                matches!(frame.dispose, DisposalMethod::Keep),
                "{:?}",
                frame.dispose
            );
            assert!(
                frame.delay >= SHORTEST,
                "no browser would show a picture so shortly"
            );
            let part = usize::from(frame.width);
            for (index, pixel) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
                let (x, y) = (
                    usize::from(frame.left) + index % part,
                    usize::from(frame.top) + index / part,
                );
                let [red, green, blue, alpha] = *pixel;
                if alpha > 0 {
                    shown[y * width + x] = Some([red, green, blue]);
                }
            }
            let pixels = shown
                .iter()
                .map(|pixel| pixel.expect("no hole in the first picture"))
                .collect();
            pictures.push(Seen {
                pixels,
                hold: frame.delay,
                part: (frame.width, frame.height),
            });
        }
        let repeats = decoder.repeat() == Repeat::Infinite;
        Film {
            size: (width as u32, height as u32),
            pictures,
            repeats,
        }
    }
}

/// Returns the pixels of a still picture of the scene.
pub fn still(painter: &Painter, scene: &Scene, format: Format) -> Vec<[u8; 3]> {
    let frame = painter.frame(scene, format);
    frame
        .pixels()
        .iter()
        .map(|index| frame.palette()[usize::from(*index)])
        .collect()
}
