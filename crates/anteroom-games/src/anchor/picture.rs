use super::hexes::{ACROSS, CORNERS};
use super::life::Judgement;
use super::{Anchor, Hex};
use crate::{CellLine, cell_line};
use anteroom_board::scene::{
    Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot, Surface,
};
use anteroom_board::{Grid, Seat};

/// The distance from centre to corner of a cell whose sides are one unit apart: 1/√3.
const RADIUS: f32 = 0.577_35;
/// The distance from one row to the next.
const ROW: f32 = 1.5 * RADIUS;
/// The row and the column through the middle of the board.
const MIDDLE: u8 = ACROSS / 2;
/// The width of the rim around the outermost cells.
const RIM: f32 = 0.15;
/// The distance from the picture's border to the cells: room for the rim and the coordinates.
const MARGIN: f32 = 0.64;

pub(super) fn scene(position: &Anchor, seen_from: Seat) -> Scene {
    let men = Hex::all().filter_map(|hex| {
        let colour = position.colour_at(hex)?;
        Some(Man {
            spot: Spot::On(hex.cell()),
            colour,
            kind: Kind::Stone,
        })
    });
    let mut marks = Vec::new();
    if position.is_over() {
        let judgement = Judgement::of(position.stones);
        for colour in Seat::BOTH {
            let dead = judgement.dead[colour.index()]
                .iter()
                .map(|hex| (hex, MarkKind::Dead));
            // A dead stone has its own mark, so its cell needs none.
            let territory = judgement.territory[colour.index()].without(position.taken());
            let territory = territory
                .iter()
                .map(|hex| (hex, MarkKind::Territory(colour)));
            marks.extend(dead.chain(territory).map(|(hex, kind)| Mark {
                cell: hex.cell(),
                kind,
            }));
        }
    } else {
        marks.extend(position.forbidden().map(|hex| Mark {
            cell: hex.cell(),
            kind: MarkKind::Forbidden,
        }));
    }
    Scene::new(board(), men.collect(), marks).seen_from(seen_from)
}

/// Returns the middle of a place on the picture.
/// A higher number is farther up and half a cell to the left, a higher letter one cell to the right.
fn place(letter: f32, number: f32) -> Point {
    let (middle_x, middle_y) = (width() / 2.0, height() / 2.0);
    Point {
        x: middle_x + (letter - 7.0) - (number - 7.0) / 2.0,
        y: middle_y - (number - 7.0) * ROW,
    }
}

fn centre(hex: Hex) -> Point {
    place(hex.letter().into(), hex.number().into())
}

fn width() -> f32 {
    f32::from(ACROSS) + 2.0 * MARGIN
}

fn height() -> f32 {
    (f32::from(ACROSS) - 1.0) * ROW + 2.0 * (RADIUS + MARGIN)
}

fn board() -> Board {
    let home = |hex: Hex| {
        CORNERS
            .iter()
            .find(|(corner, _)| *corner == hex)
            .map(|(_, seat)| *seat)
    };
    let cells = Hex::all().map(|hex| {
        let (ground, text) = match home(hex) {
            Some(seat) => (Ground::Home(seat), "⚓"),
            // The sides decide over life and death, so the colour of their cells shows the owner.
            None if is_outermost(hex) => {
                (nearest_home(hex).map_or(Ground::Middle, Ground::Side), "")
            }
            // Columns slant, so stripes help the eye to follow a letter across the board.
            None if hex.letter().is_multiple_of(2) => (Ground::Middle, ""),
            None => (Ground::Stripe, ""),
        };
        CellShape {
            cell: hex.cell(),
            centre: centre(hex),
            shape: Shape::Hexagon { radius: RADIUS },
            ground,
            text: String::from(text),
        }
    });
    // Every half of a side belongs to the home corner at its end, and the rim shows the owner.
    let rim = Hex::all()
        .filter(|hex| is_outermost(*hex))
        .filter_map(|hex| {
            Some(Surface {
                centre: centre(hex),
                shape: Shape::Hexagon {
                    radius: RADIUS + RIM,
                },
                ground: Ground::Rim(nearest_home(hex)?),
            })
        });
    Board {
        key: String::from("anchor"),
        width: width(),
        height: height(),
        surfaces: rim.collect(),
        cells: cells.collect(),
        labels: labels(),
    }
}

/// Returns the names of rows and slanting columns at their ends.
/// Names inside 169 cells would be illegible on a phone. Two of the six sides are ends of both rows and columns. These
/// sides have no names, because every line has its other end at another side.
fn labels() -> Vec<Label> {
    /// The distance from the middle of the last cell to the middle of its label, which is clear of the rim.
    const BEYOND: f32 = 0.88;
    const BESIDE: f32 = 0.88;
    const BESIDE_TWO_DIGITS: f32 = 0.98;
    const SIZE: f32 = 0.31;
    let mut labels = Vec::new();
    for line in 0..ACROSS {
        // Letters and numbers are symmetric: a line of either runs from `from` to `to`.
        let (first, many) = Hex::row(line);
        let (at, from, to) = (
            f32::from(line),
            f32::from(first),
            f32::from(first + many - 1),
        );
        let (number, letter) = ((line + 1).to_string(), Grid::file_letter(line).to_string());
        let mut label = |centre, text: &String| {
            labels.push(Label {
                centre,
                size: SIZE,
                text: text.clone(),
            });
        };
        if line <= MIDDLE {
            label(place(from - BESIDE, at), &number);
            label(place(at, from - BEYOND), &letter);
        }
        if line >= MIDDLE {
            let beside = if number.len() > 1 {
                BESIDE_TWO_DIGITS
            } else {
                BESIDE
            };
            label(place(to + beside, at), &number);
            label(place(at, to + BEYOND), &letter);
        }
    }
    labels
}

/// Returns the owner of the nearest home corner.
fn nearest_home(hex: Hex) -> Option<Seat> {
    let nearest = CORNERS
        .into_iter()
        .min_by_key(|(corner, _)| steps(hex, *corner));
    nearest.map(|(_, seat)| seat)
}

fn is_outermost(hex: Hex) -> bool {
    let (first, many) = Hex::row(hex.number());
    [0, ACROSS - 1].contains(&hex.number()) || [first, first + many - 1].contains(&hex.letter())
}

fn steps(from: Hex, to: Hex) -> u8 {
    let across = i16::from(to.letter()) - i16::from(from.letter());
    let up = i16::from(to.number()) - i16::from(from.number());
    across.abs().max(up.abs()).max((across - up).abs()) as u8
}

/// Returns the rows, and the diagonals of both slants.
/// Diagonals that go up to the left are named by a letter, those that go up to the right by their lowest cell.
pub(super) fn lines() -> Vec<CellLine> {
    let named = Hex::all().map(|hex| (hex.cell(), hex.to_string()));
    let mut lines = cell_line::lettered(named, ["row", "diagonal"]);
    for lowest in Hex::all().filter(|hex| hex.letter() == 0 || hex.number() == 0) {
        let up = (0..ACROSS).map_while(|far| Hex::at(lowest.letter() + far, lowest.number() + far));
        lines.push(CellLine::new(
            "diagonal",
            lowest.to_string(),
            up.map(Hex::cell).collect(),
        ));
    }
    lines
}
