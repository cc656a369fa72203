use super::colours::{Colours, Family, Rgb, mix};
use super::easel::Easel;
use super::font::Setting;
use super::layout::Outline;
use super::men;
use anteroom_board::Seat;
use anteroom_board::scene::{Kind, MarkKind, Sign};

/// Opacity of the tints of the last turn.
pub(super) const FROM_TINT: f32 = 0.45;
pub(super) const TO_TINT: f32 = 0.70;

/// The corner of a small sign on a cell with a piece.
#[derive(Clone, Copy)]
enum Corner {
    TopRight,
    BottomLeft,
    BottomRight,
}

/// Paints the part of a mark below the piece. A cell is `full` if it has a piece or a text.
pub(super) fn paint_under(
    easel: &mut Easel<'_>,
    mark: MarkKind,
    man: Option<Kind>,
    full: bool,
    closed: bool,
) {
    let colours = easel.colours;
    let inset = easel.inset();
    let radius = easel.class.radius();
    match mark {
        MarkKind::From | MarkKind::To if closed => {
            // A tint would hide the hatching. One of the two colours shows on every ground.
            let (line, width) = ((radius * 0.07).max(1.0), (radius * 0.16).max(2.0));
            easel.border(inset, inset + width, colours.last_edge);
            easel.border(inset, inset + width - line, colours.last);
        }
        MarkKind::From => {
            easel.ground(inset, colours.last, FROM_TINT);
            if !full {
                // A dot shows the cell that a piece left, without colour too.
                easel.disc(easel.class.centre(), radius * 0.14, colours.last_edge, 1.0);
            } else {
                easel.border(
                    inset,
                    inset + (radius * 0.03).round().max(1.0),
                    colours.last_edge,
                );
            }
        }
        MarkKind::To if man != Some(Kind::Chip) => {
            easel.ground(inset, colours.last, TO_TINT);
            easel.border(
                inset,
                inset + (radius * 0.05).round().max(1.0),
                colours.last_edge,
            );
        }
        MarkKind::Forbidden => {
            let ground = easel
                .class
                .ground
                .map_or(colours.page, |ground| colours.ground(ground));
            easel.hatch(
                inset,
                (radius * 0.5).max(6.0),
                (radius * 0.06).max(1.0),
                forbidden_hatch(colours, ground),
            );
        }
        MarkKind::Closed => {
            // The cell's own ground stays visible at its edge.
            let inset = inset + (radius * 0.06).round().max(2.0);
            easel.ground(inset, colours.closed, 1.0);
            easel.hatch(
                inset,
                (radius * 0.56).max(5.0),
                (radius * 0.09).max(1.5),
                colours.closed_hatch,
            );
        }
        MarkKind::Choice | MarkKind::LetteredChoice(_) if full => {
            let inset = easel.inset();
            // On large cells the frame would be as prominent as the piece.
            let width = (radius * 0.17).round().clamp(2.0, 7.0);
            let edge = (radius * 0.06).clamp(1.0, 2.5);
            // A dark line between light ones: one of the two shows on every ground.
            easel.border(inset, inset + width + 2.0 * edge, colours.badge_text);
            easel.border(inset + edge, inset + edge + width, colours.badge);
        }
        MarkKind::Check => {
            let centre = easel.class.centre();
            easel.disc(centre, radius * 0.98, colours.alarm_edge, 1.0);
            easel.disc(centre, radius * 0.94, colours.alarm, 1.0);
            easel.disc(centre, radius * 0.86, colours.glow, 1.0);
        }
        _ => {}
    }
}

/// Paints the part of a mark above the piece. `victim` is the piece that fell on this cell, and `family` gives the colours of a seat on this board.
pub(super) fn paint_over(
    easel: &mut Easel<'_>,
    mark: MarkKind,
    piece: Option<(Kind, Seat)>,
    victim: Option<(Kind, Seat)>,
    full: bool,
    family: Family,
) {
    let man = piece.map(|(kind, _)| kind);
    let colours = easel.colours;
    let centre = easel.class.centre();
    let radius = easel.class.radius();
    match mark {
        MarkKind::Choice if !full => {
            // Large enough for a phone, too small to be taken for a piece.
            let size = (radius * 0.30).max(2.5);
            easel.disc(
                centre,
                size + (radius * 0.07).max(1.0),
                colours.badge_text,
                1.0,
            );
            easel.disc(centre, size, colours.badge, 1.0);
        }
        MarkKind::LetteredChoice(letter) if !full => {
            let text = letter.to_string();
            easel.badge(
                centre,
                radius * 0.62,
                &text,
                colours.badge,
                colours.badge_text,
            );
        }
        MarkKind::From
        | MarkKind::Ghost(..)
        | MarkKind::Check
        | MarkKind::Forbidden
        | MarkKind::Closed
        | MarkKind::Choice
        | MarkKind::LetteredChoice(_) => {}
        MarkKind::To => {
            if let Some((Kind::Stone, seat)) = piece {
                // The stone hides most of the tint, so the mark is on the stone.
                let mark = colours.body(Family::Stone, seat).mark;
                easel.disc(centre, radius * 0.54, mark, 1.0);
                easel.disc(centre, radius * 0.36, colours.last, 1.0);
            }
            if let Some((Kind::Chip, seat)) = piece {
                let chip = men::chip_radius(radius);
                let mark = colours.body(Family::Chip, seat).mark;
                easel.ring(centre, chip * 0.76, chip * 0.58, mark);
            }
        }
        MarkKind::Captured(sign) => {
            if let (Sign::Plain, true, Some((kind, seat))) = (sign, full, victim) {
                // What fell, small, in the corner of the piece that took its place.
                let size = radius * 0.42;
                let at = easel.in_corner(Corner::TopRight, size);
                let line = (size * 0.14).max(1.5);
                men::small(easel, kind, seat, at, size - line * 0.5);
                easel.ring(at, size, size - line, colours.alarm);
                easel.ring(at, size + (line * 0.4).max(1.0), size, colours.alarm_edge);
                let reach = (size - line) * 0.40;
                easel.cross(at, reach, line * 1.7, 2, colours.alarm_edge);
                easel.cross(at, reach, line * 0.9, 2, colours.alarm);
            } else if full {
                let (at, size) = match man {
                    // The number of a stack is in the middle. On a small board a larger sign would cover it.
                    Some(Kind::Stack(_)) => easel.corner_up_to(Corner::TopRight, 0.42),
                    _ => easel.corner(Corner::TopRight),
                };
                // A sign beside the cross needs more room, inwards.
                let (more, reach) = if sign == Sign::Plain {
                    (0.0, 0.42)
                } else {
                    (size * 0.35, 0.34)
                };
                let (at, size) = ((at.0 - more, at.1 + more), size + more);
                easel.disc(at, size, colours.alarm_edge, 1.0);
                easel.disc(at, size * 0.88, colours.alarm, 1.0);
                easel.cross(at, size * reach, size * 0.24, 2, colours.alarm_edge);
                if let Some((name, lines)) = rule_sign(sign) {
                    easel.strokes(
                        name,
                        at,
                        size * 0.80,
                        lines,
                        size * 0.14,
                        colours.alarm_edge,
                    );
                }
            } else {
                // Small and thin, so that ten of them do not hide the move.
                let (thick, casing) = ((radius * 0.09).max(1.5), (radius * 0.05).max(1.0));
                let mut signed = |width: f32, colour| {
                    easel.cross(centre, radius * 0.24, width, 2, colour);
                    if let Some((name, lines)) = rule_sign(sign) {
                        easel.strokes(name, centre, radius * 0.78, lines, width, colour);
                    }
                };
                signed(thick + 2.0 * casing, colours.alarm_edge);
                signed(thick, colours.alarm);
            }
        }
        MarkKind::Winning => {
            let (outer, inner) = match man {
                Some(Kind::Chip) => (radius, radius * 0.70),
                _ => (radius * 0.99, radius * 0.76),
            };
            // On a light piece only the edges of the ring show.
            let edge = (radius * 0.07).max(1.5);
            easel.ring(centre, outer, inner, colours.winning_edge);
            easel.ring(centre, outer - edge, inner + edge, colours.winning);
        }
        MarkKind::Step(number) => {
            let (at, size) = easel.corner(Corner::BottomRight);
            easel.badge(
                at,
                size,
                &number.to_string(),
                colours.badge_text,
                colours.badge,
            );
        }
        MarkKind::Chosen => {
            // Brackets, because a frame means a choice or the last turn.
            let (width, casing) = ((radius * 0.15).max(2.0), (radius * 0.06).max(1.0));
            let (name, lines) = brackets(easel.class.outline);
            let reach = radius - easel.inset() - width / 2.0 - casing;
            let cased = width + 2.0 * casing;
            easel.strokes(name, centre, reach, &lines, cased, colours.badge_text);
            easel.strokes(name, centre, reach, &lines, width, colours.badge);
        }
        MarkKind::Refused => {
            let inset = easel.inset();
            let width = (radius * 0.16).round().max(3.0);
            easel.border(inset, inset + width + 2.0, colours.alarm_edge);
            easel.border(inset, inset + width, colours.alarm);
        }
        MarkKind::Frozen => {
            let (at, size) = easel.corner(Corner::BottomLeft);
            easel.disc(at, size, colours.frost_text, 1.0);
            easel.disc(at, size * 0.88, colours.frost, 1.0);
            easel.cross(at, size * 0.56, size * 0.20, 3, colours.frost_text);
        }
        MarkKind::Dead => {
            easel.cross(centre, radius * 0.40, radius * 0.26, 2, colours.alarm_edge);
            easel.cross(centre, radius * 0.40, radius * 0.15, 2, colours.alarm);
        }
        MarkKind::Territory(seat) => {
            let body = colours.body(family, seat);
            let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            easel.polygon(
                "square",
                centre,
                radius * 0.20 + (radius * 0.05).max(1.0),
                &square,
                body.edge,
            );
            easel.polygon("square", centre, radius * 0.20, &square, body.face);
        }
    }
}

/// Returns the name and the lines, for an inner radius of 1, of brackets at the corners of a cell.
fn brackets(outline: Outline) -> (&'static str, Vec<Stroke>) {
    let (name, corners, reach, arm): (_, u8, _, _) = match outline {
        Outline::Rectangle { .. } => ("square brackets", 4, std::f32::consts::SQRT_2, 0.29),
        Outline::Hexagon => ("hexagon brackets", 6, 1.154_700_5, 0.30),
        Outline::Disc => ("round brackets", 4, 1.0, 0.34),
    };
    let turn = std::f32::consts::TAU / f32::from(corners);
    // A square stands on a side, a hexagon on a corner.
    let first = if corners == 4 { 0.5 } else { 0.0 };
    let at = |corner: i8| {
        let angle = (f32::from(corner) + first) * turn;
        (angle.sin() * reach, angle.cos() * reach)
    };
    let mut lines = Vec::new();
    for corner in 0..corners as i8 {
        let (x, y) = at(corner);
        for (other_x, other_y) in [at(corner - 1), at(corner + 1)] {
            let end = (x + (other_x - x) * arm, y + (other_y - y) * arm);
            lines.push([(x, y), end]);
        }
    }
    (name, lines)
}

/// Returns the name and the lines, in a square from -1 to 1, of the sign for a capture's rule.
const fn rule_sign(sign: Sign) -> Option<(&'static str, &'static [Stroke])> {
    match sign {
        Sign::Plain => None,
        Sign::Custodianship => Some(("custodianship", &CUSTODIANSHIP)),
        Sign::Intervention => Some(("intervention", &INTERVENTION)),
        Sign::Crushing => Some(("crushing", &CRUSHING)),
    }
}

/// The two ends of a line.
type Stroke = [(f32, f32); 2];

/// Brackets around the cross.
const CUSTODIANSHIP: [Stroke; 6] = [
    [(-0.74, -0.56), (-0.74, 0.56)],
    [(-0.74, -0.56), (-0.58, -0.56)],
    [(-0.74, 0.56), (-0.58, 0.56)],
    [(0.74, -0.56), (0.74, 0.56)],
    [(0.74, -0.56), (0.58, -0.56)],
    [(0.74, 0.56), (0.58, 0.56)],
];

/// Arrowheads that point away from the cross.
const INTERVENTION: [Stroke; 4] = [
    [(-0.62, -0.30), (-0.82, 0.0)],
    [(-0.62, 0.30), (-0.82, 0.0)],
    [(0.62, -0.30), (0.82, 0.0)],
    [(0.62, 0.30), (0.82, 0.0)],
];

/// A wall against which the cross is pressed.
const CRUSHING: [Stroke; 1] = [[(0.70, -0.62), (0.70, 0.62)]];

/// Returns a ground with each of the two tints of the last turn.
pub(super) fn tints(ground: Rgb, last: Rgb) -> [Rgb; 2] {
    [mix(ground, last, FROM_TINT), mix(ground, last, TO_TINT)]
}

/// Returns the colour of lines across a forbidden cell: two thirds of the way from its ground to its text.
pub(super) fn forbidden_hatch(colours: &Colours, ground: Rgb) -> Rgb {
    mix(ground, colours.text_on(ground), 2.0 / 3.0)
}

impl Easel<'_> {
    /// Returns the width that tints leave free at the edge of the cell for the lines between cells.
    fn inset(&self) -> f32 {
        if self.class.has_line() {
            self.line as f32
        } else {
            0.0
        }
    }

    /// Returns the middle and the radius of a small sign in a corner of the cell.
    fn corner(&self, corner: Corner) -> ((f32, f32), f32) {
        self.corner_up_to(corner, 0.5)
    }

    /// Like `corner`, but with the maximum radius `most`, in radii of the cell.
    fn corner_up_to(&self, corner: Corner, most: f32) -> ((f32, f32), f32) {
        let radius = self.class.radius();
        // Signs on small cells take more room to be readable on a phone.
        let size = (radius * 0.33).max((radius * most).min(15.0)).max(5.0);
        (self.in_corner(corner, size), size)
    }

    /// Returns the middle of a sign of this radius in a corner of the cell.
    fn in_corner(&self, corner: Corner, size: f32) -> (f32, f32) {
        let (x, y) = self.class.centre();
        let radius = self.class.radius();
        let reach = match self.class.outline {
            Outline::Rectangle { .. } => radius - size * 1.12,
            // Signs on round cells lie on the diagonals, just inside the edge.
            Outline::Hexagon | Outline::Disc => (radius - size) * std::f32::consts::FRAC_1_SQRT_2,
        };
        let (dx, dy) = match corner {
            Corner::TopRight => (reach, -reach),
            Corner::BottomLeft => (-reach, reach),
            Corner::BottomRight => (reach, reach),
        };
        (x + dx, y + dy)
    }

    /// Paints a small disc with a letter or a number.
    fn badge(&mut self, centre: (f32, f32), radius: f32, text: &str, ground: Rgb, ink: Rgb) {
        self.disc(centre, radius, ink, 1.0);
        self.disc(centre, radius - (radius * 0.10).max(1.0), ground, 1.0);
        // Badges with the same number of characters have letters of one size.
        let size = if text.chars().count() > 1 { 0.76 } else { 0.98 };
        self.text(
            centre,
            radius * size,
            radius * 1.50,
            text,
            Setting::Centred,
            ink,
        );
    }
}
