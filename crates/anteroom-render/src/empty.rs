use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::colours::{Colours, Rgb, mix};
use super::easel::{Easel, Stencils};
use super::font::Setting;
use super::layout::{CellBox, Class, Layout, Outline, text_of};
use super::stencil::SLOPE;
use super::stencil::{Sheet, Stencil, Stroke, hexagon};
use super::tile::{Area, Tile};
use anteroom_board::scene::{Board, Ground, Label};

/// Darkness of the shade below the upper rim of a hole.
pub(super) const HOLE_SHADE: f32 = 0.35;

/// Strength of the light and of the shade at the edges of a frame.
pub(super) const FRAME_SHINE: f32 = 0.35;
pub(super) const FRAME_SHADE: f32 = 0.5;

/// Returns the width of the line at the edge of a cell: half of the line between two cells.
pub(super) fn line_width(layout: &Layout) -> u32 {
    (layout.unit() * 0.015).round().clamp(1.0, 2.0) as u32
}

impl Class {
    /// Whether cells of this class have lines around them. Chequered squares touch, and holes have a rim of their
    /// own.
    pub(super) fn has_line(&self) -> bool {
        let plain = matches!(
            self.ground,
            Some(Ground::Light | Ground::Dark | Ground::Frame | Ground::Tray | Ground::Hole) | None
        );
        self.outline == Outline::Hexagon || !plain
    }
}

/// A cell without piece, mark and text.
pub(super) struct EmptyCell {
    pub tile: Tile,
    /// The columns of each row of pixels that belong to the cell.
    pub spans: Arc<[(u32, u32)]>,
}

impl EmptyCell {
    pub(super) fn paint(
        class: &Class,
        colours: &'static Colours,
        line: u32,
        stencils: &Stencils,
    ) -> EmptyCell {
        EmptyCell {
            tile: bare(class, colours, line, stencils),
            spans: Arc::from(class.spans()),
        }
    }
}

fn bare(class: &Class, colours: &'static Colours, line: u32, stencils: &Stencils) -> Tile {
    let under = class
        .under
        .map_or(colours.page, |ground| colours.ground(ground));
    let lined = class.has_line();
    // The corners of a hexagon's tile belong to its neighbours, and its outermost pixels are all line.
    let fill = if class.outline == Outline::Hexagon {
        colours.line
    } else {
        under
    };
    let mut easel = Easel::new(
        Tile::new(class.width, class.height, fill),
        class,
        colours,
        line,
        stencils,
    );
    let Some(ground) = class.ground else {
        return easel.tile;
    };
    let colour = colours.ground(ground);
    let radius = class.radius();
    if ground == Ground::Hole {
        easel.ground(0.0, colours.frame_edge, 1.0);
        let rim = (radius * 0.045).round().max(1.0);
        easel.ground(rim, colour, 1.0);
        if class.outline == Outline::Disc {
            easel.crescent(
                class.centre(),
                radius - rim,
                radius * 0.09,
                mix(colour, colours.frame_edge, HOLE_SHADE),
                1.0,
            );
        }
        return easel.tile;
    }
    if lined {
        easel.ground(0.0, colours.line, 1.0);
    }
    let inset = if lined { line as f32 } else { 0.0 };
    easel.ground(inset, colour, 1.0);
    match ground {
        Ground::Home(seat) => {
            let from = inset + (radius * 0.05).round();
            easel.border(
                from,
                from + (radius * 0.07).round().max(2.0),
                colours.home_ring[seat.index()],
            );
        }
        Ground::Golden => {
            let from = inset + (radius * 0.04).round();
            easel.border(
                from,
                from + (radius * 0.06).round().max(2.0),
                colours.golden_edge,
            );
        }
        _ => {}
    }
    easel.tile
}

/// Prints a cell's text: its name small, its value large, and a second line closely below the first.
pub(super) fn cell_text(easel: &mut Easel<'_>, text: &str, ground: Rgb) {
    let radius = easel.class.radius();
    let (x, y) = easel.class.centre();
    let colour = easel.colours.text_on(ground);
    match text.split_once('\n') {
        None if text.chars().count() == 1 => easel.text(
            (x, y),
            radius * 0.86,
            radius * 1.5,
            text,
            Setting::Centred,
            colour,
        ),
        None => easel.text(
            (x, y),
            radius * 0.42,
            radius * 1.5,
            text,
            Setting::Columns,
            colour,
        ),
        Some((first, second)) => {
            easel.text(
                (x, y - radius * 0.36),
                radius * 0.62,
                radius * 1.3,
                first,
                Setting::Centred,
                colour,
            );
            easel.text(
                (x, y + radius * 0.38),
                radius * 0.37,
                radius * 1.3,
                second,
                Setting::Columns,
                colour,
            );
        }
    }
}

/// Paints the board without pieces, marks and words, and returns it with its empty cells.
pub(super) fn bare_board(
    layout: &Layout,
    colours: &'static Colours,
    line: u32,
    stencils: &Stencils,
) -> (Tile, Vec<EmptyCell>) {
    let mut picture = Tile::new(layout.width, layout.height, colours.page);
    for (outline, area, ground) in &layout.surfaces {
        if let Outline::Rectangle { corner } = outline {
            surface(&mut picture, *area, *corner, *ground, colours, line);
        }
    }
    // Hexagons and discs may overlap to form a larger surface, so all edges are painted first.
    for inset in [0, line] {
        for (outline, area, ground) in layout
            .surfaces
            .iter()
            .filter(|(outline, ..)| !matches!(outline, Outline::Rectangle { .. }))
        {
            let colour = if inset == 0 {
                colours.line
            } else {
                colours.ground(*ground)
            };
            plate(&mut picture, *outline, area.inset(inset as i32), colour);
        }
    }
    let mut collars: HashMap<usize, Stencil> = HashMap::new();
    for place in &layout.order {
        if let Some(class) = layout
            .classes
            .get(place.class)
            .filter(|class| class.has_line())
        {
            let round = collars.entry(place.class);
            let round = || round.or_insert_with(|| round_collar(class, line));
            collar(&mut picture, class, *place, colours, line, round);
        }
    }
    let mut cells: Vec<EmptyCell> = layout
        .classes
        .iter()
        .map(|class| EmptyCell::paint(class, colours, line, stencils))
        .collect();
    for place in &layout.order {
        if let Some(EmptyCell { tile, spans }) = cells.get(place.class) {
            picture.copy(tile, spans, place.left, place.top);
        }
    }
    if colours.grain > 0.0 {
        grain(&mut picture, layout, colours);
        // The grain repeats from cell to cell, so all cells of a class have the same grain.
        let mut taken = vec![false; cells.len()];
        for place in &layout.order {
            if let (Some(cell), Some(taken)) =
                (cells.get_mut(place.class), taken.get_mut(place.class))
                && !std::mem::replace(taken, true)
            {
                cell.tile.copy_from(&picture, place.left, place.top);
            }
        }
    }
    (picture, cells)
}

/// Paints vertical wood grain. All rows are alike, so the grain adds almost nothing to a file.
fn grain(picture: &mut Tile, layout: &Layout, colours: &Colours) {
    let grained: BTreeMap<Rgb, Vec<Rgb>> = layout
        .surfaces
        .iter()
        .filter(|(_, _, ground)| *ground == Ground::Frame)
        .map(|(_, _, ground)| *ground)
        .chain(layout.classes.iter().filter_map(|class| class.ground))
        .filter(|ground| !matches!(ground, Ground::Hole | Ground::Golden | Ground::Tray))
        .map(|ground| colours.ground(ground))
        .map(|colour| (colour, colours.tones(colour)))
        .collect();
    let period = layout.period();
    let fine = period > 40.0;
    let tones: Vec<usize> = (0..layout.width)
        .map(|x| {
            let turn = (x as f32 + 0.5) / period * std::f32::consts::TAU;
            let wave = |times: f32, shift: f32| (turn * times + shift).sin();
            // Many lines on a small cell would blur.
            if !fine {
                return usize::from(wave(1.0, 0.4) > 0.4);
            }
            match wave(2.0, 0.4) + 0.8 * wave(7.0, 1.9) + 0.7 * wave(13.0, 4.2) {
                0.9.. => 2,
                ..-0.75 => 1,
                _ => 0,
            }
        })
        .collect();
    // A cache of the last colour: neighbouring pixels mostly have the same.
    let mut last = ([0; 3], grained.get(&[0; 3]));
    picture.recolour(|x, colour| {
        if colour != last.0 {
            last = (colour, grained.get(&colour));
        }
        last.1?.get(*tones.get(x)?).copied()
    });
}

/// Prints the texts of cells and the labels of the board.
pub(super) fn print_words(
    picture: &mut Tile,
    board: &Board,
    layout: &Layout,
    cells: &[EmptyCell],
    colours: &'static Colours,
    stencils: &Stencils,
) {
    let line = line_width(layout);
    for place in &layout.order {
        let (Some(EmptyCell { tile, spans }), Some(class), Some(text)) = (
            cells.get(place.class),
            layout.classes.get(place.class),
            board.cells.get(place.index).and_then(text_of),
        ) else {
            continue;
        };
        let mut easel = Easel::new(tile.clone(), class, colours, line, stencils);
        let ground = class
            .ground
            .map_or(colours.page, |ground| colours.ground(ground));
        cell_text(&mut easel, text, ground);
        picture.copy(&easel.tile, spans, place.left, place.top);
    }
    for label in &board.labels {
        let ink = match Layout::ground_at(board, label.centre) {
            None => colours.label,
            Some(Ground::Frame) => colours.frame_label,
            Some(ground) => colours.text_on(colours.ground(ground)),
        };
        print(picture, layout, label, layout.point(label.centre), ink);
    }
}

/// Paints a rectangular surface. A frame has a bevel: light at the upper edge, shade at the lower one.
fn surface(
    picture: &mut Tile,
    area: Area,
    corner: u32,
    ground: Ground,
    colours: &Colours,
    line: u32,
) {
    let colour = colours.ground(ground);
    let mut fill = |by: u32, moved: i32, less: u32, colour| {
        let inner = area.inset(by as i32);
        let area = Area {
            top: inner.top.saturating_add(moved),
            height: inner.height.saturating_sub(less),
            ..inner
        };
        picture.fill_rounded(area, corner.saturating_sub(by), colour);
    };
    if ground == Ground::Frame {
        let bevel = 2 * line;
        fill(0, 0, 0, colours.frame_edge);
        fill(line, 0, 0, mix(colour, colours.frame_edge, FRAME_SHADE));
        fill(
            line,
            0,
            bevel,
            mix(colour, colours.frame_label, FRAME_SHINE),
        );
        fill(line, bevel as i32, 2 * bevel, colour);
    } else {
        fill(0, 0, 0, mix(colour, colours.line, 0.35));
        fill(line, 0, 0, colour);
    }
}

/// Paints a hexagon or a disc. A pixel's distance from the edge gives its coverage.
fn plate(picture: &mut Tile, outline: Outline, area: Area, colour: Rgb) {
    let (half_width, half_height) = (area.width as f32 / 2.0, area.height as f32 / 2.0);
    let stencil = Stencil::from_fn(area.width, area.height, |x, y| {
        let (dx, dy) = ((x - half_width).abs(), (y - half_height).abs());
        let inside = match outline {
            Outline::Disc => half_width - dx.hypot(dy),
            _ => (half_width - dx).min((half_height - dy - dx * SLOPE) / SLOPE.hypot(1.0)),
        };
        inside + 0.5
    });
    picture.paint_at(&stencil, area.left, area.top, colour, 1.0);
}

/// Paints the outer half of the line around a cell. Neighbours cover it, so it shows only at the board's rim.
fn collar<'a>(
    picture: &mut Tile,
    class: &Class,
    place: CellBox,
    colours: &Colours,
    line: u32,
    round: impl FnOnce() -> &'a mut Stencil,
) {
    let area = Area {
        left: place.left,
        top: place.top,
        width: class.width,
        height: class.height,
    }
    .inset(-(line as i32));
    if let Outline::Rectangle { corner } = class.outline {
        let corner = if corner > 0 { corner + line } else { 0 };
        picture.fill_rounded(area, corner, colours.line);
    } else {
        picture.paint_at(round(), area.left, area.top, colours.line, 1.0);
    }
}

/// Returns the shape of a hexagon or a disc with the line around it.
fn round_collar(class: &Class, line: u32) -> Stencil {
    let (width, height) = (class.width + 2 * line, class.height + 2 * line);
    let (half_width, half_height) = (width as f32 / 2.0, height as f32 / 2.0);
    let mut sheet = Sheet::new(width, height);
    if class.outline == Outline::Disc {
        sheet.disc((half_width, half_height), half_width, Stroke::Draw);
    } else {
        let corners = hexagon((half_width, half_height), half_width, half_height);
        sheet.polygon(&corners, Stroke::Draw);
    }
    sheet.stencil()
}

/// Prints a label around a point.
pub(super) fn print(picture: &mut Tile, layout: &Layout, label: &Label, at: (f32, f32), ink: Rgb) {
    let capital = (label.size * layout.unit()).round().clamp(0.0, 200.0);
    picture.write(at, capital, &label.text, ink);
}
