use std::sync::Arc;

use super::colours::{Body, Colours, Rgb};
use super::font::{self, Setting, Silhouette};
use super::layout::{Class, Outline};
use super::light::{self, Cutout, Lit, Profile};
use super::recent::Recent;
use super::stencil::{SHAPE_STEPS, SLOPE, Sheet, Stencil, Stroke, hexagon, step};
use super::tile::{Area, Tile};
use anteroom_board::Seat;
use anteroom_board::scene::{Figure, Kind};

/// A cell's tile with what is needed to paint on it. Places are in pixels from the tile's top left corner.
pub(super) struct Easel<'a> {
    pub tile: Tile,
    pub class: &'a Class,
    pub colours: &'static Colours,
    /// Width of thin lines in pixels.
    pub line: u32,
    pub(super) stencils: &'a Stencils,
}

/// A cache of stencils for all boards and themes. Cutting a stencil takes much longer than painting through it.
pub(super) struct Stencils {
    cut: Recent<Cut, Stencil>,
    figures: Recent<Cut, Cutout>,
    lit: Recent<Cut, Lit>,
    /// Pieces in strips and panels, keyed by the address of the theme's colours, the piece and the ground below it.
    pieces: Recent<(usize, StandingPiece, Rgb), Tile>,
}

/// A cache key: the size of a stencil, its name, and the bits of the numbers that define its shape.
#[derive(PartialEq, Eq, Hash)]
struct Cut {
    width: u32,
    height: u32,
    shape: &'static str,
    numbers: [u32; 5],
}

/// A piece in a strip or a panel, with the edge of its tile in pixels.
pub(super) type StandingPiece = (Kind, Seat, u32);

impl Default for Stencils {
    fn default() -> Self {
        Self {
            cut: Recent::new(700_000),
            figures: Recent::new(1_400_000),
            lit: Recent::new(700_000),
            pieces: Recent::new(400_000),
        }
    }
}

impl Stencils {
    /// Returns a piece of a strip or a panel, painted if it is not cached.
    pub(super) fn piece(
        &self,
        piece: StandingPiece,
        ground: Rgb,
        colours: &'static Colours,
        paint: impl FnOnce() -> Tile,
    ) -> Arc<Tile> {
        let key = (std::ptr::from_ref(colours).addr(), piece, ground);
        self.pieces
            .get_or_make(key, |_| Arc::new(paint()), Tile::bytes)
    }
}

impl<'a> Easel<'a> {
    pub(super) fn new(
        tile: Tile,
        class: &'a Class,
        colours: &'static Colours,
        line: u32,
        stencils: &'a Stencils,
    ) -> Easel<'a> {
        Easel {
            tile,
            class,
            colours,
            line,
            stencils,
        }
    }

    fn stencil(
        &mut self,
        shape: &'static str,
        numbers: [f32; 5],
        cut: impl FnOnce(u32, u32) -> Stencil,
    ) -> Arc<Stencil> {
        let (width, height) = (self.tile.width(), self.tile.height());
        let key = Cut {
            width,
            height,
            shape,
            numbers: numbers.map(f32::to_bits),
        };
        let cut = |_: &Cut| Arc::new(cut(width, height));
        self.stencils.cut.get_or_make(key, cut, Stencil::bytes)
    }

    fn drawn(
        &mut self,
        shape: &'static str,
        numbers: [f32; 5],
        draw: impl FnOnce(&mut Sheet),
    ) -> Arc<Stencil> {
        self.stencil(shape, numbers, |width, height| {
            let mut sheet = Sheet::new(width, height);
            draw(&mut sheet);
            sheet.stencil()
        })
    }

    pub(super) fn disc(&mut self, centre: (f32, f32), radius: f32, colour: Rgb, opacity: f32) {
        self.covered(centre, (radius, radius), colour, opacity, |dx, dy| {
            radius - dx.hypot(dy)
        });
    }

    pub(super) fn ring(&mut self, centre: (f32, f32), outer: f32, inner: f32, colour: Rgb) {
        self.covered(centre, (0.0, outer), colour, 1.0, |dx, dy| {
            let far = dx.hypot(dy);
            (outer - far).min(far - inner)
        });
    }

    /// Paints the part of a disc that the same disc, moved down by `by`, does not cover.
    pub(super) fn crescent(
        &mut self,
        centre: (f32, f32),
        radius: f32,
        by: f32,
        colour: Rgb,
        opacity: f32,
    ) {
        self.covered(centre, (0.0, radius), colour, opacity, |dx, dy| {
            (radius - dx.hypot(dy)).min(dx.hypot(dy - by) - radius)
        });
    }

    /// Paints a round body.
    pub(super) fn turn(&mut self, centre: (f32, f32), radius: f32, body: &Body, profile: Profile) {
        let (width, height) = (self.tile.width(), self.tile.height());
        let key = Cut {
            width,
            height,
            shape: "turned",
            numbers: [centre.0, centre.1, radius, f32::from(profile as u8), 0.0].map(f32::to_bits),
        };
        let turned = |_: &Cut| Arc::new(light::turned((width, height), centre, radius, profile));
        let lit = self.stencils.lit.get_or_make(key, turned, Lit::bytes);
        self.tile.paint_lit(&lit, body);
    }

    /// Paints the soft shadow of a round body.
    pub(super) fn cast(&mut self, centre: (f32, f32), radius: f32) {
        let numbers = [centre.0, centre.1, radius, 0.0, 0.0];
        let stencil = self.stencil("shadow", numbers, |width, height| {
            light::cast((width, height), centre, radius)
        });
        self.tile.paint(&stencil, self.colours.shadow, 1.0);
    }

    /// Paints a shape around a point. `inside` returns how far a place lies within the shape. To save calls, the
    /// shape must cover the disc of radius `whole` and nothing beyond the radius `reach`.
    fn covered(
        &mut self,
        centre: (f32, f32),
        (whole, reach): (f32, f32),
        colour: Rgb,
        opacity: f32,
        inside: impl Fn(f32, f32) -> f32,
    ) {
        const EDGE: f32 = 0.6;
        let square = |radius: f32| radius.max(0.0) * radius.max(0.0);
        let (whole, beyond) = (square(whole - EDGE), square(reach + EDGE));
        let cover = |cover: u8| (f32::from(cover) * opacity + 0.5) as u8;
        let full = cover(u8::MAX);
        self.tile.paint_with(centre, reach + 1.0, |dx, dy| {
            let far = dx * dx + dy * dy;
            if far < whole {
                return Some((colour, full));
            }
            (far < beyond).then(|| (colour, cover(step(inside(dx, dy) + 0.5, SHAPE_STEPS))))
        });
    }

    /// Paints the cell without the outer `inset` pixels.
    pub(super) fn ground(&mut self, inset: f32, colour: Rgb, opacity: f32) {
        let stencil = self.ground_stencil(inset, 0.0);
        self.tile.paint(&stencil, colour, opacity);
    }

    /// Paints a border of the cell between two distances from its edge.
    pub(super) fn border(&mut self, outer: f32, inner: f32, colour: Rgb) {
        let stencil = self.ground_stencil(outer, inner);
        self.tile.paint(&stencil, colour, 1.0);
    }

    /// Returns the stencil of the cell shrunk by `outer`. A positive `inner` removes the cell shrunk by `inner`.
    fn ground_stencil(&mut self, outer: f32, inner: f32) -> Arc<Stencil> {
        let class = *self.class;
        let cut = |width: u32, height: u32| {
            let centre = class.centre();
            if let Outline::Rectangle { corner } = class.outline {
                // Drawn at its own size, on whole pixels, so that straight edges stay sharp.
                let mut tile = Tile::new(width, height, [0; 3]);
                let area = Area {
                    left: 0,
                    top: 0,
                    width,
                    height,
                };
                let inset = |by: f32| {
                    (
                        area.inset(by.round() as i32),
                        corner.saturating_sub(by.round() as u32),
                    )
                };
                tile.fill_rounded(inset(outer).0, inset(outer).1, [255; 3]);
                if inner > 0.0 {
                    tile.fill_rounded(inset(inner).0, inset(inner).1, [0; 3]);
                }
                return tile.to_stencil();
            }
            let mut sheet = Sheet::new(width, height);
            let mut shape = |inset: f32, stroke| match class.outline {
                Outline::Hexagon => {
                    let corners = hexagon(
                        centre,
                        centre.0 - inset,
                        centre.1 - inset * SLOPE.hypot(1.0),
                    );
                    sheet.polygon(&corners, stroke);
                }
                _ => sheet.disc(centre, class.radius() - inset, stroke),
            };
            shape(outer, Stroke::Draw);
            if inner > 0.0 {
                shape(inner, Stroke::Rub);
            }
            sheet.stencil()
        };
        let (shape, corner) = match class.outline {
            Outline::Rectangle { corner } => ("rectangle", corner as f32),
            Outline::Hexagon => ("hexagon", 0.0),
            Outline::Disc => ("round", 0.0),
        };
        self.stencil(shape, [outer, inner, corner, 0.0, 0.0], cut)
    }

    /// Paints parallel lines across the cell, `gap` pixels apart.
    pub(super) fn hatch(&mut self, inset: f32, gap: f32, width: f32, colour: Rgb) {
        let limit = self.ground_stencil(inset, 0.0);
        let stencil = self.stencil("hatch", [inset, gap, width, 0.0, 0.0], |w, h| {
            let (w, h) = (w as f32, h as f32);
            let mut sheet = Sheet::new(w as u32, h as u32);
            let mut x = -h;
            while x < w && gap >= 2.0 {
                sheet.line((x, h), (x + h, 0.0), width, Stroke::Draw);
                x += gap;
            }
            sheet.stencil().within(&limit)
        });
        self.tile.paint(&stencil, colour, 1.0);
    }

    /// Paints `arms` lines with round ends through one middle: two make a cross, three a star.
    pub(super) fn cross(
        &mut self,
        centre: (f32, f32),
        reach: f32,
        width: f32,
        arms: u8,
        colour: Rgb,
    ) {
        let stencil = self.drawn(
            "cross",
            [centre.0, centre.1, reach, width, f32::from(arms)],
            |sheet| {
                for arm in 0..arms {
                    // Two arms lie on the diagonals; more begin upright.
                    let turn = if arms == 2 { 0.25 } else { 0.5 };
                    let angle =
                        (f32::from(arm) / f32::from(arms.max(1)) + turn) * std::f32::consts::PI;
                    let (x, y) = (angle.cos() * reach, angle.sin() * reach);
                    sheet.line(
                        (centre.0 - x, centre.1 - y),
                        (centre.0 + x, centre.1 + y),
                        width,
                        Stroke::Draw,
                    );
                }
            },
        );
        self.tile.paint(&stencil, colour, 1.0);
    }

    /// Paints a filled polygon around a point. A unit of `corners` is `unit` pixels.
    pub(super) fn polygon(
        &mut self,
        name: &'static str,
        centre: (f32, f32),
        unit: f32,
        corners: &[(f32, f32)],
        colour: Rgb,
    ) {
        let stencil = self.drawn(name, [centre.0, centre.1, unit, 0.0, 0.0], |sheet| {
            let corners: Vec<_> = corners
                .iter()
                .map(|(x, y)| (centre.0 + x * unit, centre.1 + y * unit))
                .collect();
            sheet.polygon(&corners, Stroke::Draw);
        });
        self.tile.paint(&stencil, colour, 1.0);
    }

    /// Paints lines with round ends around a point. A unit of `lines` is `unit` pixels.
    pub(super) fn strokes(
        &mut self,
        name: &'static str,
        centre: (f32, f32),
        unit: f32,
        lines: &[[(f32, f32); 2]],
        width: f32,
        colour: Rgb,
    ) {
        let stencil = self.drawn(name, [centre.0, centre.1, unit, width, 0.0], |sheet| {
            let at = |(x, y): (f32, f32)| (centre.0 + x * unit, centre.1 + y * unit);
            for [from, to] in lines {
                sheet.line(at(*from), at(*to), width, Stroke::Draw);
            }
        });
        self.tile.paint(&stencil, colour, 1.0);
    }

    /// Paints a line of text around a point, shrunk to at most `room` pixels of width.
    pub(super) fn text(
        &mut self,
        centre: (f32, f32),
        capital: f32,
        room: f32,
        text: &str,
        setting: Setting,
        colour: Rgb,
    ) {
        let capital = capital.min(room / font::text_width(text).max(0.1)).round();
        let stencil = font::text(
            self.tile.width(),
            self.tile.height(),
            centre,
            capital,
            text,
            setting,
        );
        self.tile.paint(&stencil, colour, 1.0);
    }

    /// Returns a chessman whose glyph is centred at a point and `height` pixels high.
    pub(super) fn figure(
        &mut self,
        figure: Figure,
        centre: (f32, f32),
        height: f32,
    ) -> Arc<Cutout> {
        let (width, tall) = (self.tile.width(), self.tile.height());
        let numbers = [centre.0, centre.1, height, f32::from(figure as u8), 0.0].map(f32::to_bits);
        let cut = |_: &Cut| {
            let (mut body, mut details) = (Sheet::new(width, tall), Sheet::new(width, tall));
            if let Some(silhouette) = Silhouette::of_figure(figure) {
                silhouette.draw(centre, height, &mut body, &mut details);
            }
            Arc::new(light::cutout(&body, &details, (width, tall)))
        };
        let key = Cut {
            width,
            height: tall,
            shape: "figure",
            numbers,
        };
        self.stencils.figures.get_or_make(key, cut, Cutout::bytes)
    }
}
