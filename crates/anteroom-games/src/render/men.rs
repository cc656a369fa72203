use super::colours::{Body, Family, mix};
use super::easel::Easel;
use super::font::Setting;
use crate::board::Seat;
use crate::board::scene::{Figure, Kind};

/// How dark shadows are.
pub(super) const SHADOW: f32 = 0.35;

/// Paints a piece in the middle of its cell.
pub(super) fn paint(easel: &mut Easel<'_>, kind: Kind, colour: Seat) {
    let body = easel.colours.body(Family::of(kind), colour);
    match kind {
        Kind::Chip => chip(easel, body, colour),
        Kind::Stone => stone(easel, body, colour),
        Kind::Stack(height) => stack(easel, body, colour, height),
        Kind::Chess(figure) => chessman(easel, body, colour, figure),
        Kind::Counter => counter(easel, body),
        Kind::Knight => {
            counter(easel, body);
            knight(easel, body);
        }
        Kind::Dragon => {
            counter(easel, body);
            dragon(easel, body);
        }
        Kind::Disc => disc(easel, body, colour),
    }
}

/// Radius of a chip in a hole of this radius: a little of the hole is seen around it.
pub(super) fn chip_radius(hole: f32) -> f32 {
    hole * 0.91
}

/// A chip: a rim, and a star or a ring in the middle.
fn chip(easel: &mut Easel<'_>, body: &Body, colour: Seat) {
    let centre = easel.class.centre();
    let radius = chip_radius(easel.class.radius());
    easel.disc(centre, radius, body.edge, 1.0);
    easel.disc(centre, radius * 0.80, body.face, 1.0);
    match colour {
        Seat::First => easel.polygon("star", centre, radius * 0.46, &star(), body.mark),
        Seat::Second => easel.ring(centre, radius * 0.40, radius * 0.24, body.mark),
    }
}

/// A five-pointed star of radius 1.
fn star() -> [(f32, f32); 10] {
    std::array::from_fn(|i| {
        let reach = if i % 2 == 0 { 1.0 } else { 0.45 };
        let angle = (i as f32 / 5.0 - 0.5) * std::f32::consts::PI;
        (angle.cos() * reach, angle.sin() * reach + 0.04)
    })
}

/// What a piece takes of the light below it: a disc of this radius that is seen only where it reaches out.
fn shadow(easel: &mut Easel<'_>, centre: (f32, f32), radius: f32) {
    easel.disc(centre, radius, easel.colours.shadow, SHADOW);
}

/// A glass stone, lit from above.
fn stone(easel: &mut Easel<'_>, body: &Body, colour: Seat) {
    let centre = easel.class.centre();
    let radius = easel.class.radius() * 0.77;
    easel.disc(centre, radius, body.edge, 1.0);
    let inner = radius - (radius * 0.05).max(1.2);
    easel.disc(centre, inner, body.face, 1.0);
    // Black glass has a light on it; white stone is light enough.
    if colour == Seat::First {
        easel.disc(
            (centre.0 - radius * 0.30, centre.1 - radius * 0.36),
            radius * 0.22,
            body.shine,
            1.0,
        );
    }
}

/// Checkers on top of each other, as many as can be seen, with their number on the uppermost if they are several.
fn stack(easel: &mut Easel<'_>, body: &Body, colour: Seat, height: u16) {
    let (x, y) = easel.class.centre();
    let cell = easel.class.radius();
    let radius = cell * 0.61;
    let step = cell * 0.095;
    let layers = height.clamp(1, 5);
    let top = (x, y - step * f32::from(layers - 1) / 2.0);
    for below in (1..layers).rev() {
        let place = (x, top.1 + step * f32::from(below));
        easel.disc(place, radius, body.edge, 1.0);
        easel.disc(place, radius * 0.94, mix(body.edge, body.face, 0.55), 1.0);
    }
    easel.disc(top, radius, body.edge, 1.0);
    // The colour is told without colour: Red has a light rim.
    let mut inner = radius * 0.94;
    if colour == Seat::First {
        easel.disc(top, inner, body.mark, 1.0);
        inner = radius * 0.84;
    }
    easel.disc(top, inner, body.face, 1.0);
    if height <= 1 {
        // A checker alone shows its groove instead of a number.
        let groove = mix(body.face, body.edge, 0.45);
        easel.ring(top, radius * 0.60, radius * 0.50, groove);
    }
    if height > 1 {
        easel.text(
            top,
            radius * 0.66,
            radius * 1.12,
            &height.to_string(),
            Setting::Centred,
            body.mark,
        );
    }
}

/// A chessman: the font's outline filled, with a border around it that no square can swallow.
fn chessman(easel: &mut Easel<'_>, body: &Body, colour: Seat, figure: Figure) {
    let size = match figure {
        Figure::King | Figure::Queen => 1.0,
        Figure::Bishop | Figure::Knight => 0.95,
        Figure::Rook => 0.90,
        Figure::Pawn => 0.83,
    };
    let (x, y) = easel.class.centre();
    let cell = easel.class.radius() * 2.0;
    let height = cell * 0.76 * size;
    // All stand on one line.
    let centre = (x, y + cell * 0.385 - height / 2.0);
    let border = match colour {
        Seat::First => cell * 0.024,
        Seat::Second => cell * 0.016,
    };
    let cutout = easel.figure(figure, centre, height);
    easel.figure_border(figure, &cutout, border.max(1.0), body.edge);
    easel.tile.paint(&cutout.body, body.face, 1.0);
    easel.tile.paint(&cutout.details, body.mark, 1.0);
}

/// A counter of a smaller radius in pixels has neither a groove in its rim nor light on it: both would be thinner than a
/// pixel.
const GROOVED: f32 = 20.0;

/// A flat counter with a grooved rim.
fn counter(easel: &mut Easel<'_>, body: &Body) {
    let centre = easel.class.centre();
    let radius = easel.class.radius() * 0.80;
    shadow(easel, (centre.0, centre.1 + radius * 0.08), radius);
    easel.disc(centre, radius, body.edge, 1.0);
    easel.disc(centre, radius * 0.94, body.face, 1.0);
    if radius >= GROOVED {
        easel.crescent(centre, radius * 0.94, radius * 0.06, body.shine, 1.0);
        easel.ring(
            centre,
            radius * 0.80,
            radius * 0.75,
            mix(body.face, body.edge, 0.45),
        );
    }
}

fn knight(easel: &mut Easel<'_>, body: &Body) {
    let centre = easel.class.centre();
    let radius = easel.class.radius() * 0.80;
    let cutout = easel.figure(Figure::Knight, centre, radius * 1.08);
    easel.tile.paint(&cutout.body, body.mark, 1.0);
    easel.tile.paint(&cutout.details, body.face, 1.0);
}

fn dragon(easel: &mut Easel<'_>, body: &Body) {
    let (x, y) = easel.class.centre();
    let radius = easel.class.radius() * 0.80;
    easel.polygon(
        "dragon",
        (x, y + radius * 0.02),
        radius * 0.70,
        &dragon_outline(),
        body.mark,
    );
}

/// A dragon seen from the front with its wings spread, in a square from -1 to 1.
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

/// A two-sided disc: the rim below shows the colour of its other side.
fn disc(easel: &mut Easel<'_>, body: &Body, colour: Seat) {
    let (x, y) = easel.class.centre();
    let radius = easel.class.radius() * 0.74;
    let other = easel.colours.body(Family::Disc, colour.other());
    let lower = (x, y + radius * 0.07);
    let upper = (x, y - radius * 0.05);
    easel.disc(lower, radius, other.face, 1.0);
    easel.disc(upper, radius, body.edge, 1.0);
    easel.disc(upper, radius - 1.2, body.face, 1.0);
    match colour {
        Seat::First => easel.ring(upper, radius * 0.50, radius * 0.38, body.mark),
        Seat::Second => easel.disc(upper, radius * 0.30, body.mark, 1.0),
    }
}
