use image::{GrayImage, Luma};
use imageproc::distance_transform::{Norm, distance_transform};
use imageproc::drawing::{draw_filled_circle_mut, draw_polygon_mut};
use imageproc::point::Point as Corner;

/// Slope of the slanting sides of hexagons. A regular hexagon has 0.577. With 0.5 each row of pixels is the row above
/// moved by two, which is crisp and compresses well.
pub(super) const SLOPE: f32 = 0.5;

/// Oversampling in both directions: shapes are drawn larger and averaged down for smooth edges.
const OVER: u32 = 4;

/// Number of steps of a soft edge, of shapes and of letters. Each step adds a colour to every edge and bytes to
/// files.
pub(super) const SHAPE_STEPS: u8 = 4;
pub(super) const TEXT_STEPS: u8 = 4;

/// Rounds an amount from 0 to 1 to the nearest of `steps` steps, as coverage from 0 to 255.
pub(super) fn step(amount: f32, steps: u8) -> u8 {
    // Not every processor has an instruction to round, so this adds a half and truncates.
    let steps = f32::from(steps);
    let nearest = f32::from((amount.clamp(0.0, 1.0) * steps + 0.5) as u8);
    (nearest / steps * 255.0 + 0.5) as u8
}

/// The maximum width and height of a stencil. A picture's long edge is well below it.
const LONGEST: u32 = 2048;

/// How much of each pixel of a tile a shape covers: 0 (nothing) to 255 (all of it).
pub(super) struct Stencil {
    coverage: GrayImage,
}

impl Stencil {
    /// Creates a stencil from a function of each pixel's middle that returns its coverage, 0 to 1.
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

    /// Returns the intersection with another stencil.
    #[must_use]
    pub(super) fn within(mut self, other: &Stencil) -> Stencil {
        for (own, limit) in self.coverage.iter_mut().zip(other.coverage.iter()) {
            *own = (u16::from(*own) * u16::from(*limit) / 255) as u8;
        }
        self
    }
}

/// An oversampled canvas on which shapes are drawn or erased. Coordinates are in pixels of the tile.
#[derive(Clone)]
pub(super) struct Sheet {
    canvas: GrayImage,
}

/// Whether a shape is added to the stencil or removed from it.
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
        // `imageproc` cannot draw on an empty canvas.
        Sheet {
            canvas: GrayImage::new(
                width.clamp(1, LONGEST) * OVER,
                height.clamp(1, LONGEST) * OVER,
            ),
        }
    }

    pub(super) fn disc(&mut self, (x, y): (f32, f32), radius: f32, stroke: Stroke) {
        // A circle of radius n is 2n + 1 pixels wide, around the middle of a pixel. The limit saves drawing a huge
        // circle pixel by pixel outside the canvas.
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

    /// Draws a line with round ends.
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

    /// Returns the distance of every point from the drawing, outside and inside.
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

/// Distances of every oversampled pixel from the edge of a drawing, at most 255 such pixels.
pub(super) struct Distances {
    outside: GrayImage,
    inside: GrayImage,
}

impl Distances {
    /// Returns the drawing widened by `by` pixels on all sides.
    pub(super) fn widened(&self, by: f32) -> Sheet {
        let by = (by * OVER as f32).round().clamp(0.0, 254.0) as u8;
        let mut canvas = self.outside.clone();
        for distance in canvas.iter_mut() {
            *distance = if *distance <= by { 255 } else { 0 };
        }
        Sheet { canvas }
    }

    /// Returns the distance of a point from the drawing in pixels: negative inside, large beyond the sheet.
    pub(super) fn at(&self, x: f32, y: f32) -> f32 {
        let place = |at: f32| (at * OVER as f32).floor().max(0.0) as u32;
        let read = |canvas: &GrayImage, far: u8| {
            let pixel = canvas.get_pixel_checked(place(x), place(y));
            f32::from(pixel.map_or(far, |pixel| pixel.0[0])) / OVER as f32
        };
        read(&self.outside, 255) - read(&self.inside, 0)
    }
}

/// Converts a coordinate to the oversampled canvas. Far coordinates are limited to well outside every canvas.
fn on_canvas(length: f32) -> i32 {
    (length * OVER as f32 - 0.5)
        .round()
        .clamp(-20_000.0, 20_000.0) as i32
}

/// Returns the corners of a hexagon that stands on a corner.
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
