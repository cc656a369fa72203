//! Pieces: lit bodies with marks that show kind and seat without colour.

use std::sync::Arc;

use super::colours::{Body, Colours, Family};
use super::easel::{Easel, StandingPiece, Stencils};
use super::font::Setting;
use super::layout::{Class, Outline};
use super::light::Profile;
use super::tile::Tile;
use anteroom_board::Seat;
use anteroom_board::scene::{Figure, Kind};

/// Radius of a round piece, in radii of its cell.
const ROUND: f32 = 0.80;

/// Paints a piece in the middle of its cell.
pub(super) fn paint(easel: &mut Easel<'_>, kind: Kind, colour: Seat) {
    let body = easel.colours.body(Family::of(kind), colour);
    match kind {
        Kind::Chip => chip(easel, body, colour),
        Kind::Stone => stone(easel, body),
        Kind::Stack(height) => stack(easel, body, colour, height),
        Kind::Chess(figure) => chessman(easel, body, figure),
        Kind::Counter => counter(easel, body),
        Kind::Knight => knight(easel, body),
        Kind::Dragon => dragon(easel, body),
        Kind::Disc => disc(easel, body, colour),
    }
}

/// Returns the tile of a piece in the strip above a board, on a ground that makes it visible.
pub(super) fn standing(
    piece: StandingPiece,
    colours: &'static Colours,
    stencils: &Stencils,
) -> Arc<Tile> {
    stencils.piece(piece, colours.page, colours, || {
        let (kind, seat, size) = piece;
        let class = Class {
            outline: Outline::Disc,
            width: size,
            height: size,
            ground: None,
            under: None,
        };
        let page = Tile::new(size, size, colours.page);
        let mut easel = Easel::new(page, &class, colours, 1, stencils);
        // A piece as light or dark as the page would be invisible on it.
        let stand = colours.stand(Family::of(kind));
        easel.disc(class.centre(), class.radius(), stand, 1.0);
        paint(&mut easel, kind, seat);
        easel.tile
    })
}

/// Paints a small piece in a round window.
pub(super) fn small(
    easel: &mut Easel<'_>,
    kind: Kind,
    seat: Seat,
    centre: (f32, f32),
    radius: f32,
) {
    let size = (radius * 2.0).round() as u32;
    let tile = standing((kind, seat, size), easel.colours, easel.stencils);
    let middle = size as f32 / 2.0;
    let span = |row: u32| {
        let away = row as f32 + 0.5 - middle;
        let half = (middle * middle - away * away).max(0.0).sqrt();
        (
            (middle - half).round() as u32,
            (middle + half).round() as u32,
        )
    };
    let spans: Vec<_> = (0..size).map(span).collect();
    let (left, top) = (centre.0 - middle, centre.1 - middle);
    let (left, top) = (left.round() as i32, top.round() as i32);
    easel.tile.copy(&tile, &spans, left, top);
}

/// Returns the radius of a chip in a hole of this radius.
pub(super) fn chip_radius(hole: f32) -> f32 {
    hole * 0.95
}

/// Paints a chip with a raised rim and a star or a ring. The frame in front casts a shadow on it.
fn chip(easel: &mut Easel<'_>, body: &Body, colour: Seat) {
    let centre = easel.class.centre();
    let radius = chip_radius(easel.class.radius());
    easel.disc(centre, radius, body.edge, 1.0);
    easel.turn(centre, radius - outline(radius), body, Profile::Chip);
    match colour {
        Seat::First => {
            let shade = body.shade();
            let below = (centre.0 + radius * 0.02, centre.1 + radius * 0.05);
            easel.polygon("star", below, radius * 0.50, &star(), shade);
            easel.polygon("star", centre, radius * 0.50, &star(), body.mark);
        }
        Seat::Second => easel.ring(centre, radius * 0.44, radius * 0.28, body.mark),
    }
    let shadow = easel.colours.frame_edge;
    easel.crescent(centre, radius + 1.0, radius * 0.07, shadow, 0.55);
}

/// Returns a five-pointed star of radius 1.
fn star() -> [(f32, f32); 10] {
    std::array::from_fn(|i| {
        let reach = if i % 2 == 0 { 1.0 } else { 0.45 };
        let angle = (i as f32 / 5.0 - 0.5) * std::f32::consts::PI;
        (angle.cos() * reach, angle.sin() * reach + 0.04)
    })
}

/// Returns the width of the outline of a round piece.
fn outline(radius: f32) -> f32 {
    (radius * 0.035).max(1.0)
}

/// Paints a round body with a shadow and an outline.
fn turned(easel: &mut Easel<'_>, centre: (f32, f32), radius: f32, body: &Body, profile: Profile) {
    easel.cast(centre, radius);
    easel.disc(centre, radius, body.edge, 1.0);
    easel.turn(centre, radius - outline(radius), body, profile);
}

/// Paints a glass stone, thick in the middle.
fn stone(easel: &mut Easel<'_>, body: &Body) {
    let centre = easel.class.centre();
    let radius = easel.class.radius() * 0.87;
    turned(easel, centre, radius, body, Profile::Lens);
    // The reflection of the lamp.
    let lamp = (centre.0 - radius * 0.30, centre.1 - radius * 0.42);
    easel.disc(lamp, radius * 0.11, body.shine, 1.0);
}

/// Paints a stack as at most five checkers, with its real height as a number if it is more than one.
fn stack(easel: &mut Easel<'_>, body: &Body, colour: Seat, height: u16) {
    let (x, y) = easel.class.centre();
    let cell = easel.class.radius();
    let layers = height.clamp(1, 5);
    // A tall stack is as high as its cell.
    let thick = cell * 0.085;
    let radius = cell * ROUND - thick * f32::from(layers - 1) * 0.12;
    let bottom = y + thick * f32::from(layers) / 2.0;
    easel.cast((x, bottom), radius);
    for layer in 0..layers {
        let at = bottom - thick * f32::from(layer);
        // The side of the checker, lighter than the line to the checker below.
        easel.disc((x, at), radius, body.edge, 1.0);
        easel.disc((x, at - thick * 0.45), radius, body.shade(), 1.0);
    }
    let top = (x, bottom - thick * f32::from(layers));
    easel.disc(top, radius, body.edge, 1.0);
    // On a small checker a groove would be too thin to see.
    let profile = if radius > 40.0 {
        Profile::Checker
    } else {
        Profile::Flat
    };
    easel.turn(top, radius - outline(radius), body, profile);
    if height > 1 {
        let size = radius * 0.70;
        easel.text(
            top,
            size,
            radius * 1.1,
            &height.to_string(),
            Setting::Centred,
            body.mark,
        );
    } else if colour == Seat::First {
        // A button in the middle marks Red without colour.
        easel.turn(top, radius * 0.22, body, Profile::Button);
    }
}

/// Paints a chessman: the font's outline with light on its rounded edges, and a line around it.
fn chessman(easel: &mut Easel<'_>, body: &Body, figure: Figure) {
    let size = match figure {
        Figure::King => 0.86,
        Figure::Queen => 0.83,
        Figure::Bishop | Figure::Knight => 0.81,
        Figure::Rook => 0.75,
        Figure::Pawn => 0.71,
    };
    let (x, y) = easel.class.centre();
    let cell = easel.class.radius() * 2.0;
    let height = cell * size;
    // All chessmen have the same base line.
    let centre = (x, y + cell * 0.415 - height / 2.0);
    let cutout = easel.figure(figure, centre, height);
    let shade = easel.colours.shadow;
    easel.tile.paint(&cutout.shadow, shade, 1.0);
    easel.tile.paint(&cutout.border, body.edge, 1.0);
    easel.tile.paint_lit(&cutout.body, body);
    easel.tile.paint(&cutout.details, body.mark, 1.0);
}

/// Paints a man: a plain counter with a hollow top.
fn counter(easel: &mut Easel<'_>, body: &Body) {
    let (centre, radius) = (easel.class.centre(), easel.class.radius() * ROUND);
    turned(easel, centre, radius, body, Profile::Counter);
}

/// Paints a counter with a knight.
fn knight(easel: &mut Easel<'_>, body: &Body) {
    let (centre, radius) = (easel.class.centre(), easel.class.radius() * ROUND * 1.06);
    turned(easel, centre, radius, body, Profile::Rimmed);
    let cutout = easel.figure(Figure::Knight, centre, radius * 1.36);
    easel.tile.paint(&cutout.body.cover, body.mark, 1.0);
    easel.tile.paint(&cutout.details, body.face, 1.0);
}

/// Paints a larger counter with a dragon and a bright rim.
fn dragon(easel: &mut Easel<'_>, body: &Body) {
    let (x, y) = easel.class.centre();
    let radius = easel.class.radius() * ROUND * 1.12;
    turned(easel, (x, y), radius, body, Profile::Rimmed);
    easel.ring((x, y), radius * 0.93, radius * 0.82, body.mark);
    let outline = dragon_outline();
    easel.polygon(
        "dragon",
        (x, y + radius * 0.02),
        radius * 0.72,
        &outline,
        body.mark,
    );
}

/// Returns a dragon seen from the front with spread wings, in a square from -1 to 1.
fn dragon_outline() -> Vec<(f32, f32)> {
    const RIGHT: [(f32, f32); 18] = [
        (0.08, -0.62),
        (0.24, -0.92),
        (0.24, -0.52),
        (0.14, -0.32),
        (0.22, -0.20),
        (0.48, -0.62),
        (0.74, -0.72),
        (1.00, -0.56),
        (0.90, -0.20),
        (0.98, 0.16),
        (0.72, 0.06),
        (0.66, 0.40),
        (0.44, 0.20),
        (0.30, 0.44),
        (0.20, 0.34),
        (0.10, 0.62),
        (0.24, 0.72),
        (0.00, 0.98),
    ];
    let left = RIGHT.iter().rev().skip(1).map(|(x, y)| (-x, *y));
    RIGHT.iter().copied().chain(left).collect()
}

/// Paints a two-sided disc, whose lower rim shows the colour of its other side.
fn disc(easel: &mut Easel<'_>, body: &Body, colour: Seat) {
    let (x, y) = easel.class.centre();
    let radius = easel.class.radius() * 0.80;
    let other = easel.colours.body(Family::Disc, colour.other());
    let (lower, upper) = ((x, y + radius * 0.09), (x, y - radius * 0.05));
    easel.cast(lower, radius);
    easel.disc(lower, radius, other.edge, 1.0);
    easel.disc(lower, radius - outline(radius), other.face, 1.0);
    easel.disc(upper, radius, body.edge, 1.0);
    easel.turn(upper, radius - outline(radius), body, Profile::Disc);
    match colour {
        Seat::First => easel.ring(upper, radius * 0.52, radius * 0.38, body.mark),
        Seat::Second => easel.disc(upper, radius * 0.30, body.mark, 1.0),
    }
}
