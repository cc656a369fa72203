use image::{GrayImage, Luma};
use imageproc::distance_transform::{Norm, distance_transform};
use imageproc::drawing::{draw_filled_circle_mut, draw_polygon_mut};
use imageproc::point::Point as Corner;

/// How far the slanting sides of hexagons fall from pixel to pixel. Those of a regular one fall by 0.577; at a half each
/// row of pixels is the one above moved by two, which is crisp and packs well.
pub(super) const SLOPE: f32 = 0.5;

/// Shapes are drawn this many times as large in both directions and averaged down, which makes their edges smooth.
const OVER: u32 = 4;

/// In this many steps a soft edge goes from nothing to all. Each step more is one more colour at every edge, which makes
/// files larger; letters are small, so that theirs are seen.
pub(super) const SHAPE_STEPS: u8 = 4;
pub(super) const TEXT_STEPS: u8 = 4;

/// The nearest of *n* steps from 0 to 1, as the coverage of a stencil.
pub(super) fn step(amount: f32, steps: u8) -> u8 {
    // Every processor adds and cuts off, and not every one rounds.
    let steps = f32::from(steps);
    let nearest = f32::from((amount.clamp(0.0, 1.0) * steps + 0.5) as u8);
    (nearest / steps * 255.0 + 0.5) as u8
}

/// No stencil is longer or wider than this: a picture's long edge is well below it.
const LONGEST: u32 = 2048;

/// How much of each pixel of a tile a shape covers: 0 (nothing) to 255 (all of it).
pub(super) struct Stencil {
    coverage: GrayImage,
}

impl Stencil {
    /// A stencil of this many pixels, each computed from the place of its middle; 0 to 1 are none and all.
    pub(super) fn from_fn(width: u32, height: u32, cover: impl Fn(f32, f32) -> f32) -> Stencil {
        let cover = |x, y| Luma([step(cover(x as f32 + 0.5, y as f32 + 0.5), SHAPE_STEPS)]);
        Stencil {
            coverage: GrayImage::from_fn(width.min(LONGEST), height.min(LONGEST), cover),
        }
    }

    pub(super) const fn from_coverage(coverage: GrayImage) -> Stencil {
        Stencil { coverage }
    }

    pub(super) const fn coverage(&self) -> &GrayImage {
        &self.coverage
    }

    pub(super) fn bytes(&self) -> usize {
        self.coverage.as_raw().len()
    }

    /// What both cover.
    #[must_use]
    pub(super) fn within(mut self, other: &Stencil) -> Stencil {
        for (own, limit) in self.coverage.iter_mut().zip(other.coverage.iter()) {
            *own = (u16::from(*own) * u16::from(*limit) / 255) as u8;
        }
        self
    }
}

/// A tile under the magnifying glass: shapes are drawn or rubbed out here, coordinates are in pixels of the tile.
#[derive(Clone)]
pub(super) struct Sheet {
    canvas: GrayImage,
}

/// Whether a shape is added to what the stencil covers, or taken away from it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stroke {
    Draw,
    Rub,
}

impl Stroke {
    const fn ink(self) -> Luma<u8> {
        match self {
            Stroke::Draw => Luma([255]),
            Stroke::Rub => Luma([0]),
        }
    }
}

impl Sheet {
    pub(super) fn new(width: u32, height: u32) -> Sheet {
        // A canvas without pixels is one that imageproc cannot draw on.
        Sheet {
            canvas: GrayImage::new(
                width.clamp(1, LONGEST) * OVER,
                height.clamp(1, LONGEST) * OVER,
            ),
        }
    }

    pub(super) fn disc(&mut self, (x, y): (f32, f32), radius: f32, stroke: Stroke) {
        // A circle of radius n is 2n + 1 pixels wide, around the middle of a pixel. One that is much larger than the
        // canvas would be drawn pixel by pixel outside of it.
        let most = (self.canvas.width() + self.canvas.height()) as i32;
        let radius = on_canvas(radius).min(most);
        if radius > 0 {
            draw_filled_circle_mut(
                &mut self.canvas,
                (on_canvas(x), on_canvas(y)),
                radius,
                stroke.ink(),
            );
        }
    }

    pub(super) fn polygon(&mut self, corners: &[(f32, f32)], stroke: Stroke) {
        let mut corners: Vec<Corner<i32>> = corners
            .iter()
            .map(|(x, y)| Corner::new(on_canvas(*x), on_canvas(*y)))
            .collect();
        corners.dedup();
        if corners.len() > 2 {
            draw_polygon_mut(&mut self.canvas, &corners, stroke.ink());
        }
    }

    /// A line with round ends.
    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, stroke: Stroke) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length > 0.0 {
            let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
            let corners = [
                (from.0 + nx, from.1 + ny),
                (to.0 + nx, to.1 + ny),
                (to.0 - nx, to.1 - ny),
                (from.0 - nx, from.1 - ny),
            ];
            self.polygon(&corners, stroke);
        }
        self.disc(from, width / 2.0, stroke);
        self.disc(to, width / 2.0, stroke);
    }

    /// How far every point of the sheet is from what is drawn on it, and how deep it lies inside.
    pub(super) fn distances(&self) -> Distances {
        let mut ground = self.canvas.clone();
        ground.iter_mut().for_each(|ink| *ink = 255 - *ink);
        Distances {
            outside: distance_transform(&self.canvas, Norm::L2),
            inside: distance_transform(&ground, Norm::L2),
        }
    }

    /// Averages the sheet down to the size of the tile.
    pub(super) fn stencil(&self) -> Stencil {
        const SIDE: usize = OVER as usize;
        let (width, height) = (self.canvas.width() / OVER, self.canvas.height() / OVER);
        let stride = self.canvas.width() as usize;
        let mut coverage = Vec::with_capacity((width * height) as usize);
        if stride > 0 {
            for band in self.canvas.as_raw().chunks_exact(stride * SIDE) {
                let (first, rest) = band.split_at(stride);
                for (x, samples) in first.chunks_exact(SIDE).enumerate() {
                    let below = rest
                        .chunks_exact(stride)
                        .filter_map(|row| row.get(x * SIDE..(x + 1) * SIDE));
                    let sum = below.map(sum).sum::<u32>() + sum(samples);
                    coverage.push(step(sum as f32 / (255 * OVER * OVER) as f32, SHAPE_STEPS));
                }
            }
        }
        Stencil {
            coverage: GrayImage::from_raw(width, height, coverage).unwrap_or_default(),
        }
    }
}

fn sum(samples: &[u8]) -> u32 {
    samples.iter().map(|sample| u32::from(*sample)).sum()
}

/// Distances from the edge of a drawing, of every magnified pixel, up to 255 of them.
pub(super) struct Distances {
    outside: GrayImage,
    inside: GrayImage,
}

impl Distances {
    /// The drawing made wider by *n* pixels on all sides.
    pub(super) fn widened(&self, by: f32) -> Sheet {
        let by = (by * OVER as f32).round().clamp(0.0, 254.0) as u8;
        let mut canvas = self.outside.clone();
        for distance in canvas.iter_mut() {
            *distance = if *distance <= by { 255 } else { 0 };
        }
        Sheet { canvas }
    }

    /// How far a point lies outside of the drawing in pixels; negative if it lies inside. Beyond the sheet: far.
    pub(super) fn at(&self, x: f32, y: f32) -> f32 {
        let place = |at: f32| (at * OVER as f32).floor().max(0.0) as u32;
        let read = |canvas: &GrayImage, far: u8| {
            let pixel = canvas.get_pixel_checked(place(x), place(y));
            f32::from(pixel.map_or(far, |pixel| pixel.0[0])) / OVER as f32
        };
        read(&self.outside, 255) - read(&self.inside, 0)
    }
}

/// A length in pixels on the magnified canvas. Whatever is far off lies well outside of every canvas.
fn on_canvas(length: f32) -> i32 {
    (length * OVER as f32 - 0.5)
        .round()
        .clamp(-20_000.0, 20_000.0) as i32
}

/// The corners of a hexagon standing on a corner, of half a width and half a height.
pub(super) fn hexagon((x, y): (f32, f32), half_width: f32, half_height: f32) -> [(f32, f32); 6] {
    let shoulder = half_height - half_width * SLOPE;
    [
        (x, y - half_height),
        (x + half_width, y - shoulder),
        (x + half_width, y + shoulder),
        (x, y + half_height),
        (x - half_width, y + shoulder),
        (x - half_width, y - shoulder),
    ]
}
