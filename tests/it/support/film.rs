//! Pictures and animations, read by third-party decoders.

use anteroom::board::scene::Scene;
use anteroom::render::{Format, Frame, Painter};
use gif::{DecodeOptions, DisposalMethod, Repeat};

/// The size limit of an animation of 80 turns: 3 % above the largest with the `gif` crate, which starts its table of strings
/// again whenever it is full.
pub const MOST_BYTES: usize = 415_000;

/// A decoded animation.
pub struct Film {
    pub size: (u32, u32),
    pub pictures: Vec<Seen>,
    pub repeats: bool,
    /// The size of the file.
    pub bytes: usize,
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
            bytes: file.len(),
        }
    }
}

/// Returns the size and the pixels of a PNG file. Panics if the file has no palette.
pub fn decoded(file: &[u8]) -> ((u32, u32), Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let form = (reader.info().color_type, reader.info().bit_depth);
    assert_eq!(form, (png::ColorType::Indexed, png::BitDepth::Eight));
    let mut data = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut data).expect("pixels");
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (
        (info.width, info.height),
        data[..info.buffer_size()].as_chunks::<3>().0.to_vec(),
    )
}

/// Returns the pixels of a still picture of the scene.
pub fn still(painter: &Painter, scene: &Scene, format: Format) -> Vec<[u8; 3]> {
    colours(&painter.frame(scene, format))
}

pub fn colours(frame: &Frame) -> Vec<[u8; 3]> {
    frame
        .pixels()
        .iter()
        .map(|index| frame.palette()[usize::from(*index)])
        .collect()
}
