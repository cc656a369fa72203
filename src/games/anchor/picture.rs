use super::hexes::{ACROSS, CORNERS};
use super::life::Judgement;
use super::{Anchor, Hex};
use crate::board::scene::{Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot};
use crate::board::{Grid, Seat};
use crate::games::{Line, line};

/// From centre to corner of a cell whose sides are one unit apart: one over the square root of three.
const RADIUS: f32 = 0.577_35;
/// From one row to the next.
const ROW: f32 = 1.5 * RADIUS;
/// From the picture's border to the cells: room for the coordinates.
const MARGIN: f32 = 0.5;

pub(super) fn scene(position: &Anchor) -> Scene {
    let men = Hex::all().filter_map(|hex| {
        let colour = position.colour_at(hex)?;
        Some(Man { spot: Spot::On(hex.cell()), colour, kind: Kind::Stone })
    });
    let mut marks = Vec::new();
    if position.is_over() {
        let judgement = Judgement::of(position.stones);
        for colour in Seat::BOTH {
            let dead = judgement.dead[colour.index()].iter().map(|hex| (hex, MarkKind::Dead));
            // Where a dead stone stands, its own mark says enough.
            let territory = judgement.territory[colour.index()].without(position.taken());
            let territory = territory.iter().map(|hex| (hex, MarkKind::Territory(colour)));
            marks.extend(dead.chain(territory).map(|(hex, kind)| Mark { cell: hex.cell(), kind }));
        }
    }
    Scene::new(board(), men.collect(), marks)
}

fn board() -> Board {
    let across = f32::from(ACROSS);
    let (width, height) = (across + 2.0 * MARGIN, (across - 1.0) * ROW + 2.0 * (RADIUS + MARGIN));
    // A rising number goes up and half a cell to the left, a rising letter one cell to the right.
    let centre =
        |letter: f32, number: f32| Point { x: width / 2.0 + (letter - 7.0) - (number - 7.0) / 2.0, y: height / 2.0 - (number - 7.0) * ROW };
    let ground = |hex: Hex| {
        let home = CORNERS.iter().find(|(corner, _)| *corner == hex);
        home.map_or([Ground::Light, Ground::Middle, Ground::Dark][usize::from((hex.letter() + hex.number()) % 3)], |&(_, seat)| {
            Ground::Home(seat)
        })
    };
    let cells = Hex::all().map(|hex| CellShape {
        cell: hex.cell(),
        centre: centre(hex.letter().into(), hex.number().into()),
        shape: Shape::Hexagon { radius: RADIUS },
        ground: ground(hex),
        text: hex.to_string(),
    });
    // A stone hides its cell's name, so rows and slanting columns are named at their ends too.
    let mut labels = Vec::new();
    for line in 0..ACROSS {
        let (first, _) = Hex::row(line);
        let (first, line_at) = (f32::from(first), f32::from(line));
        let beside = Point { x: centre(first, line_at).x - 0.75, ..centre(first, line_at) };
        labels.push(Label { centre: beside, size: 0.22, text: (line + 1).to_string() });
        // The lowest cell of a letter has the number that the first letter of a row has.
        let below = centre(line_at, first - 0.85);
        labels.push(Label { centre: below, size: 0.22, text: Grid::file_letter(line).to_string() });
    }
    Board { key: String::from("anchor"), width, height, surfaces: Vec::new(), cells: cells.collect(), labels }
}

/// Rows, and the diagonals of both slants: those that go up to the left have a letter, those that go up to the right
/// are called by their lowest cell.
pub(super) fn lines() -> Vec<Line> {
    let named = Hex::all().map(|hex| (hex.cell(), hex.to_string()));
    let mut lines = line::lettered(named, ["row", "diagonal"]);
    for lowest in Hex::all().filter(|hex| hex.letter() == 0 || hex.number() == 0) {
        let up = (0..ACROSS).map_while(|far| Hex::at(lowest.letter() + far, lowest.number() + far));
        lines.push(Line::new("diagonal", lowest.to_string(), up.map(Hex::cell).collect()));
    }
    lines
}
