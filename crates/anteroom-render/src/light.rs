//! Light and shadow of pieces, in few steps, because each tone takes a colour of the palette.

use image::{GrayImage, Luma};

use super::colours::{Body, Rgb, mix};
use super::stencil::{Sheet, Stencil, step};

/// Direction to the light, of length 1: from above and a little from the left, towards the viewer.
const LIGHT: [f32; 3] = [-0.40, -0.62, 0.675];

/// Number of tones from the face to the brightest tone, and from the face to the darkest tone.
pub(super) const LIGHT_STEPS: u8 = 4;

/// Place of the darkest tone between face and edge: of a dark face, and of a light one.
const SHADE: [f32; 2] = [0.55, 0.34];

/// Darkness of a shadow's core, and the number of steps in which shadows fade.
pub(super) const SHADOW: f32 = 0.48;
pub(super) const SHADOW_STEPS: u8 = 3;

/// Width of a shadow's fading rim, and the shadow's offset (right, down), in radii of the piece.
const BLUR: f32 = 0.26;
const FALL: (f32, f32) = (0.04, 0.08);

/// Samples per pixel in each direction. One sample would miss thin grooves.
const SAMPLES: u8 = 2;

/// The form of a round piece, as a lathe would turn it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    /// Flat, with a raised rim.
    Chip,
    /// A lens, for stones.
    Lens,
    /// Flat, with a groove.
    Checker,
    /// Flat, for pieces that are too small for a groove.
    Flat,
    /// A small button in the middle of a piece.
    Button,
    /// Flat, with a hollow.
    Counter,
    /// Flat, with a rounded rim.
    Rimmed,
    /// Slightly domed.
    Disc,
}

impl Profile {
    /// Returns the outward slope at the part `r` (0 to 1) of the radius.
    fn slope(self, r: f32) -> f32 {
        match (self, r) {
            (Profile::Chip, 0.88..) => 0.75,
            (Profile::Chip, 0.68..0.77) => -0.7,
            (Profile::Lens, r) => 0.85 * r / (1.12 - r * r).sqrt(),
            (Profile::Checker | Profile::Flat, 0.90..) => 0.7,
            (Profile::Checker, 0.62..0.69) => 0.9,
            (Profile::Checker, 0.69..0.76) => -0.9,
            (Profile::Button, 0.6..) => 1.0,
            (Profile::Counter, 0.84..) | (Profile::Rimmed, 0.88..) => 0.9,
            (Profile::Counter, 0.58..0.72) => -0.5,
            (Profile::Disc, 0.90..) => 0.8,
            (Profile::Disc, r) => 0.16 * r,
            _ => 0.0,
        }
    }
}

/// Returns the brightness of a surface with these slopes: 0 if flat, 1 towards the light, -1 away from it.
pub(super) fn brightness(x: f32, y: f32) -> f32 {
    let [left, up, front] = LIGHT;
    let facing = (x * left + y * up + front) / (1.0 + x * x + y * y).sqrt();
    let more = facing - front;
    if more > 0.0 {
        more / (1.0 - front)
    } else {
        (more / 0.9).max(-1.0)
    }
}

/// Returns the nearest tone to a brightness, in steps from the face: positive if brighter.
fn nearest(brightness: f32) -> i8 {
    (brightness.clamp(-1.0, 1.0) * f32::from(LIGHT_STEPS)).round() as i8
}

impl Body {
    /// Returns the colour that is `steps` tones brighter than the face, or darker if negative.
    pub(super) fn tone(&self, steps: i8) -> Rgb {
        let t = f32::from(steps.unsigned_abs()) / f32::from(LIGHT_STEPS);
        if steps >= 0 {
            mix(self.face, self.shine, t)
        } else {
            mix(self.face, self.shade(), t)
        }
    }

    /// Returns all tones, from the darkest to the brightest.
    pub(super) fn tones(&self) -> [Rgb; 2 * LIGHT_STEPS as usize + 1] {
        std::array::from_fn(|place| self.tone(place as i8 - LIGHT_STEPS as i8))
    }

    /// Returns the darkest tone.
    pub(super) fn shade(&self) -> Rgb {
        let [_, green, _] = self.face;
        let [dark, light] = SHADE;
        let share = if green > 0x90 { light } else { dark };
        mix(self.face, self.edge, share)
    }
}

/// A lit body: its coverage, and the tone of each pixel in steps of [`Body::tone`].
pub(super) struct Lit {
    pub cover: Stencil,
    pub tones: Vec<i8>,
}

impl Lit {
    pub(super) fn bytes(&self) -> usize {
        self.cover.bytes() + self.tones.len()
    }
}

/// Returns a lit round body on a tile of this size.
pub(super) fn turned(
    (width, height): (u32, u32),
    (x, y): (f32, f32),
    radius: f32,
    profile: Profile,
) -> Lit {
    let bright = |dx: f32, dy: f32| {
        let far = dx.hypot(dy).max(0.01);
        let slope = profile.slope((far / radius).min(1.0));
        brightness(slope * dx / far, slope * dy / far)
    };
    let part = |i: u8| (f32::from(i) + 0.5) / f32::from(SAMPLES) - 0.5;
    let tone = |(column, row): (u32, u32)| {
        let (dx, dy) = (column as f32 + 0.5 - x, row as f32 + 0.5 - y);
        if dx.hypot(dy) > radius + 1.0 {
            return 0;
        }
        let samples = (0..SAMPLES).flat_map(|i| (0..SAMPLES).map(move |j| (part(i), part(j))));
        let sum: f32 = samples.map(|(i, j)| bright(dx + i, dy + j)).sum();
        nearest(sum / f32::from(SAMPLES * SAMPLES))
    };
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Lit {
        cover: Stencil::from_fn(width, height, |column, row| {
            radius - (column - x).hypot(row - y) + 0.5
        }),
        tones: places.map(tone).collect(),
    }
}

/// Returns the soft shadow of a round body on a tile of this size.
pub(super) fn cast((width, height): (u32, u32), (x, y): (f32, f32), radius: f32) -> Stencil {
    let (x, y) = (x + radius * FALL.0, y + radius * FALL.1);
    let cover = |column: u32, row: u32| {
        let far = (column as f32 + 0.5 - x).hypot(row as f32 + 0.5 - y);
        Luma([shadow((far - radius).max(0.0) / (radius * BLUR))])
    };
    Stencil::from_coverage(GrayImage::from_fn(width, height, cover))
}

/// Returns the coverage of a shadow at the part `beyond` of its fading rim.
pub(super) fn shadow(beyond: f32) -> u8 {
    let left = (1.0 - beyond).max(0.0);
    (f32::from(step(left * left, SHADOW_STEPS)) * SHADOW).round() as u8
}

/// The stencils and the light of a chessman.
pub(super) struct Cutout {
    pub shadow: Stencil,
    pub border: Stencil,
    pub body: Lit,
    /// Holes in the body: eyes, folds, a cross.
    pub details: Stencil,
}

impl Cutout {
    pub(super) fn bytes(&self) -> usize {
        let stencils = [&self.shadow, &self.border, &self.details];
        stencils.map(Stencil::bytes).iter().sum::<usize>() + self.body.bytes()
    }
}

/// Lengths of a chessman in parts of its cell: offset (right, down) and blur of its shadow, width of its border, and
/// width of its rounded edge.
const FALL_OF_FIGURE: (f32, f32) = (0.02, 0.035);
const BLUR_OF_FIGURE: f32 = 0.075;
const BORDER: f32 = 0.02;
const ROUNDED: f32 = 0.075;

/// Computes light, shadow and border of a chessman drawn on sheets, for a cell of this size.
pub(super) fn cutout(body: &Sheet, details: &Sheet, (width, height): (u32, u32)) -> Cutout {
    let cell = width as f32;
    let distances = body.distances();
    let fall = (cell * FALL_OF_FIGURE.0, cell * FALL_OF_FIGURE.1);
    let coverage = |x: u32, y: u32| {
        let (x, y) = (x as f32 + 0.5 - fall.0, y as f32 + 0.5 - fall.1);
        let beyond = distances.at(x, y).max(0.0) / (cell * BLUR_OF_FIGURE);
        Luma([shadow(beyond)])
    };
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let light = |(x, y): (u32, u32)| {
        let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
        let slope = |dx: f32, dy: f32| {
            (distances.at(x + dx, y + dy) - distances.at(x - dx, y - dy)) / (2.0 * (dx + dy))
        };
        let steep = (1.0 + distances.at(x, y) / (cell * ROUNDED)).clamp(0.0, 1.0) * 0.9;
        nearest(brightness(
            steep * slope(0.75, 0.0),
            steep * slope(0.0, 0.75),
        ))
    };
    Cutout {
        shadow: Stencil::from_coverage(GrayImage::from_fn(width, height, coverage)),
        border: distances.widened((cell * BORDER).max(1.0)).stencil(),
        body: Lit {
            cover: body.stencil(),
            tones: places.map(light).collect(),
        },
        details: details.stencil(),
    }
}
