//! Animations, read by a decoder that is not ours.

use anteroom::board::scene::Scene;
use anteroom::render::{Format, Painter};
use gif::{DecodeOptions, DisposalMethod, Repeat};

/// The largest file of a match of 80 turns in motion.
pub const MOST_BYTES: usize = 400_000;

/// An animation as it is seen.
pub struct Film {
    pub size: (u32, u32),
    pub pictures: Vec<Seen>,
    pub repeats: bool,
}

/// A picture of an animation.
pub struct Seen {
    pub pixels: Vec<[u8; 3]>,
    /// In hundredths of a second.
    pub hold: u16,
    /// The part of the picture that the file has: width and height.
    pub part: (u16, u16),
}

/// The shortest time that browsers keep to, in hundredths of a second.
pub const SHORTEST: u16 = 2;

impl Film {
    /// Reads a file as any player does: also one that lifts short times sees no more pictures than these.
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

/// What a still picture of the scene has at each pixel.
pub fn still(painter: &Painter, scene: &Scene, format: Format) -> Vec<[u8; 3]> {
    let frame = painter.frame(scene, format);
    frame
        .pixels()
        .iter()
        .map(|index| frame.palette()[usize::from(*index)])
        .collect()
}
