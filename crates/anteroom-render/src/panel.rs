//! A player's panel on the board: the colour, the points, and the pieces left to place, which can be counted.

use super::colours::{Colours, Family, Rgb};
use super::easel::{Easel, Stencils};
use super::layout::{Class, Outline};
use super::men;
use super::tile::{Area, Tile};
use anteroom_board::scene::{BarSide, Tally};

// Places and sizes in parts of the panel's height, which is half of its width. Capitals of less than a twentieth of the
// picture's edge could not be read on a phone.

/// The middle of the left column: the piece and the points.
const LEFT: f32 = 0.37;
/// The player's piece: its place and its diameter.
const PIECE: (f32, f32) = (0.30, 0.42);
/// The sign of the turn or of the victory, left of the piece.
const SIGN: (f32, f32) = (0.10, 0.11);
/// The points, and the word below them.
const SCORE: (f32, f32) = (0.66, 0.19);
const POINTS: (f32, f32) = (0.87, 0.075);
/// The words above the groups, and the number of pieces to place in this turn below them.
const GROUPS: (f32, f32) = (1.3, 0.13);
const TO_PLACE: (f32, f32) = (1.3, 0.87);
/// The column of the groups' sizes, and of the first piece of each group.
const SIZES: f32 = 0.84;
const FIRST: f32 = 1.04;
/// The first row of groups, and the distance between rows.
const ROW: f32 = 0.305;
const ROWS: f32 = 0.19;
/// Height of the digits of a group's size, and the edge of the square around them.
const SIZE: f32 = 0.105;
const SQUARE: f32 = 0.165;

/// Paints a panel of this size on a ground. `unit` is the edge of a cell in pixels. `player` is this side in the
/// strip above the board.
pub(super) fn paint(
    tally: &Tally,
    player: Option<&BarSide>,
    (width, height): (u32, u32),
    unit: f32,
    ground: Rgb,
    colours: &'static Colours,
    stencils: &Stencils,
) -> Tile {
    let mut panel = Tile::new(width, height, ground);
    let tall = height as f32;
    let to_place = if player.is_none_or(|player| player.to_move) {
        tally.to_place
    } else {
        0
    };
    let won = player.is_some_and(|player| player.won);
    let (plate, sign) = match (won, to_place) {
        (true, _) => (Some(colours.winning), Some("★")),
        (false, 1..) => (Some(colours.light), Some("▶")),
        (false, 0) => (None, None),
    };
    if let Some(plate) = plate {
        let whole = Area {
            left: 0,
            top: 0,
            width,
            height,
        };
        let line = (tall * 0.012).round().max(1.0) as u32;
        let corner = (tall * 0.06).round() as u32;
        panel.fill_rounded(whole, corner, colours.text_on(ground));
        panel.fill_rounded(whole.inset(line as i32), corner.saturating_sub(line), plate);
    }
    let ground = plate.unwrap_or(ground);
    let ink = if won {
        colours.winning_edge
    } else {
        colours.text_on(ground)
    };
    // Pieces are painted on tiles of their own, which lie on whole pixels.
    let even = |diameter: f32| ((diameter / 2.0).round() * 2.0).max(2.0) as u32;
    let piece = |size: u32, paint: &dyn Fn(&mut Easel<'_>)| {
        let class = Class {
            outline: Outline::Disc,
            width: size,
            height: size,
            ground: None,
            under: None,
        };
        let tile = Tile::new(size, size, ground);
        let mut easel = Easel::new(tile, &class, colours, 1, stencils);
        paint(&mut easel);
        easel.tile
    };
    let mut place = |x: f32, y: f32, piece: &Tile| {
        let (width, height) = (piece.width(), piece.height());
        let from = |middle: f32, length: u32| (middle - length as f32 / 2.0).round() as i32;
        let spans = vec![(0, width); height as usize];
        panel.copy(piece, &spans, from(x, width), from(y, height));
    };
    let edge = even(PIECE.1 * tall);
    let large = stencils.piece((tally.kind, tally.colour, edge), ground, colours, || {
        piece(edge, &|easel| men::paint(easel, tally.kind, tally.colour))
    });
    place(LEFT * tall, PIECE.0 * tall, &large);
    // Small pieces are plain and half a cell apart, so that they repeat along a row and compress well.
    let body = colours.body(Family::of(tally.kind), tally.colour);
    let small = piece(even(unit / 2.0), &|easel| {
        let (centre, radius) = (easel.class.centre(), easel.class.radius() * 0.84);
        easel.disc(centre, radius, body.edge, 1.0);
        easel.disc(centre, radius - 1.5, body.face, 1.0);
    });
    for (row, size) in tally.groups.iter().enumerate() {
        let y = (ROW + ROWS * row as f32) * tall;
        for number in 0..*size {
            place(FIRST * tall + f32::from(number) * unit / 2.0, y, &small);
        }
    }
    let mut write = |x: f32, y: f32, capital: f32, text: &str| {
        panel.write((x * tall, y * tall), (capital * tall).round(), text, ink);
    };
    if let Some(sign) = sign {
        write(SIGN.0, PIECE.0, SIGN.1, sign);
    }
    write(LEFT, SCORE.0, SCORE.1, &tally.score.to_string());
    write(
        LEFT,
        POINTS.0,
        POINTS.1,
        if tally.score == 1 { "point" } else { "points" },
    );
    write(GROUPS.0, GROUPS.1, POINTS.1, "groups left to place");
    if to_place > 0 {
        let text = format!("now: place {to_place}");
        write(TO_PLACE.0, TO_PLACE.1, POINTS.1, &text);
    }
    // The size of a group is the value of the squares for its next piece, so it looks like a square.
    for (row, size) in tally.groups.iter().enumerate() {
        let (x, y) = (SIZES * tall, (ROW + ROWS * row as f32) * tall);
        if *size == 0 {
            panel.write((x, y), (SIZE * tall).round(), "0", ink);
            continue;
        }
        let edge = (SQUARE * tall).round();
        let area = Area {
            left: (x - edge / 2.0).round() as i32,
            top: (y - edge / 2.0).round() as i32,
            width: edge as u32,
            height: edge as u32,
        };
        let corner = (edge * 0.1).round() as u32;
        panel.fill_rounded(area, corner + 1, colours.text_on(ground));
        panel.fill_rounded(area.inset(1), corner, colours.dark);
        let ink = colours.text_on(colours.dark);
        panel.write((x, y), (SIZE * tall).round(), &size.to_string(), ink);
    }
    panel
}
