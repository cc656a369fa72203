use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::easel::{Easel, Stencils};
use super::frame::Frame;
use super::layout::{Class, Layout, Outline, Place, text_of};
use super::palette::{Palette, Ramp};
use super::stencil::{Sheet, Stroke, hexagon};
use super::theme::{Colours, Family, Rgb, mix};
use super::tile::{Area, Tile, copy_span};
use super::{font, marks, men};
use crate::board::Seat;
use crate::board::scene::{Board, Ground, Kind, Label, MarkKind, Scene, Shape, Spot};

/// So many looks of cells are kept for a board.
const KEPT: usize = 640;

/// More pieces than this on one cell are not drawn.
const MEN_A_CELL: usize = 4;

/// A board painted once: its empty picture, and the looks that its cells have had so far.
///
/// A frame is a copy of the empty picture into which the rows of looks are copied.
pub(super) struct Painted {
    layout: Layout,
    colours: &'static Colours,
    /// Whose colours seats have on this board where no piece tells.
    family: Family,
    /// Palette indices of the empty board, row by row.
    empty: Vec<u8>,
    palette: Arc<[Rgb]>,
    /// An empty cell of every class, and from where to where its rows belong to it.
    cells: Vec<(Tile, Arc<[(u32, u32)]>)>,
    studio: Mutex<Studio>,
}

/// What painting a new look needs and changes.
struct Studio {
    palette: Palette,
    stencils: Stencils,
    looks: HashMap<Look, Arc<Sprite>>,
}

/// All that decides what a cell looks like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Look {
    class: usize,
    /// The text printed in the cell; empty when a piece covers it.
    text: String,
    men: Vec<(Kind, Seat)>,
    marks: Vec<MarkKind>,
}

/// A painted look: palette indices, row by row.
struct Sprite {
    indices: Vec<u8>,
    width: u32,
    spans: Arc<[(u32, u32)]>,
}

impl Painted {
    /// Paints the empty board, with a palette for pieces of these families.
    pub(super) fn new(board: &Board, families: &BTreeSet<Family>, colours: &'static Colours) -> Painted {
        let layout = Layout::of(board);
        let mut palette = Palette::new(&ramps(board, families, colours));
        let mut stencils = Stencils::default();
        let line = line_width(&layout);
        let mut cells = Vec::with_capacity(layout.classes.len());
        for class in &layout.classes {
            cells.push((empty_cell(class, colours, line, &mut stencils), Arc::from(class.spans())));
        }
        let picture = empty_board(board, &layout, &cells, colours, line);
        Painted {
            empty: picture.indices(&mut palette),
            palette: Arc::from(palette.colours()),
            family: families.first().copied().unwrap_or(Family::Stone),
            studio: Mutex::new(Studio { palette, stencils, looks: HashMap::new() }),
            layout,
            colours,
            cells,
        }
    }

    /// The picture of a scene on this board.
    pub(super) fn frame(&self, scene: &Scene) -> Frame {
        let stride = self.layout.width as usize;
        let mut pixels = self.empty.clone();
        for (place, sprite) in self.sprites(scene) {
            let Some(width) = usize::try_from(sprite.width).ok().filter(|width| *width > 0) else { continue };
            let skipped = usize::try_from(place.top.saturating_neg()).unwrap_or(0);
            let rows = pixels.chunks_exact_mut(stride).skip(usize::try_from(place.top).unwrap_or(0));
            let sprite_rows = sprite.indices.chunks_exact(width).zip(sprite.spans.iter()).skip(skipped);
            for (row, (from, span)) in rows.zip(sprite_rows) {
                copy_span(row, from, *span, place.left, 1);
            }
        }
        Frame::new(self.layout.width, self.layout.height, pixels, self.palette.clone())
    }

    /// What the scene adds to the empty board, and where.
    fn sprites(&self, scene: &Scene) -> Vec<(Place, Arc<Sprite>)> {
        let mut studio = self.studio.lock().unwrap_or_else(PoisonError::into_inner);
        self.looks(scene).into_iter().filter_map(|(place, look)| Some((place, self.sprite(&mut studio, look)?))).collect()
    }

    /// The cells that are not empty, each once, then the pieces beside the cells.
    fn looks(&self, scene: &Scene) -> Vec<(Place, Look)> {
        let mut looks: Vec<(Place, Look)> = Vec::new();
        let mut known: HashMap<usize, usize> = HashMap::new();
        let mut beside = Vec::new();
        let bare = |place: Place| Look { class: place.class, text: String::new(), men: Vec::new(), marks: Vec::new() };
        let mut at = |cell| {
            let place = self.layout.cell(cell)?;
            let index = *known.entry(place.index).or_insert_with(|| {
                looks.push((place, bare(place)));
                looks.len() - 1
            });
            Some(index)
        };
        let mut found_men = Vec::new();
        let mut found_marks = Vec::new();
        for man in &scene.men {
            match man.spot {
                Spot::On(cell) => found_men.extend(at(cell).map(|index| (index, (man.kind, man.colour)))),
                Spot::Beside(point) => beside.extend(self.layout.beside(&scene.board, point).map(|place| {
                    (place, Look { men: vec![(man.kind, man.colour)], ..bare(place) })
                })),
            }
        }
        for mark in &scene.marks {
            found_marks.extend(at(mark.cell).map(|index| (index, mark.kind)));
        }
        for (index, man) in found_men {
            if let Some((_, look)) = looks.get_mut(index).filter(|(_, look)| look.men.len() < MEN_A_CELL) {
                look.men.push(man);
            }
        }
        for (index, mark) in found_marks {
            if let Some((_, look)) = looks.get_mut(index).filter(|(_, look)| !look.marks.contains(&mark)) {
                look.marks.push(mark);
            }
        }
        for (place, look) in &mut looks {
            look.marks.sort_by_key(|mark| order(*mark));
            if look.men.is_empty() {
                look.text = scene.board.cells.get(place.index).and_then(text_of).unwrap_or_default().to_owned();
            }
        }
        looks.extend(beside);
        looks
    }

    fn sprite(&self, studio: &mut Studio, look: Look) -> Option<Arc<Sprite>> {
        if let Some(sprite) = studio.looks.get(&look) {
            return Some(sprite.clone());
        }
        let (tile, spans) = self.cells.get(look.class)?;
        let class = self.layout.classes.get(look.class)?;
        let mut easel = Easel::new(tile.clone(), class, self.colours, line_width(&self.layout), &mut studio.stencils);
        paint(&mut easel, &look, self.family);
        let sprite = Sprite { indices: easel.tile.indices(&mut studio.palette), width: tile.width(), spans: spans.clone() };
        let sprite = Arc::new(sprite);
        if studio.looks.len() >= KEPT {
            studio.looks.clear();
        }
        studio.looks.insert(look, sprite.clone());
        Some(sprite)
    }
}

/// Paints a look onto its empty cell.
fn paint(easel: &mut Easel<'_>, look: &Look, family: Family) {
    let man = look.men.last().map(|(kind, _)| *kind);
    let full = man.is_some() || !look.text.is_empty();
    for mark in &look.marks {
        marks::paint_under(easel, *mark, man, full);
    }
    // A large sign in the middle takes the place of the text.
    let covered = look.marks.iter().any(|mark| matches!(mark, MarkKind::Offer(_) | MarkKind::Territory(_) | MarkKind::Dead));
    if !covered && !look.text.is_empty() {
        cell_text(easel, &look.text);
    }
    let before = look.marks.contains(&MarkKind::Dead).then(|| easel.tile.clone());
    for (kind, colour) in &look.men {
        men::paint(easel, *kind, *colour);
    }
    if let Some(before) = before {
        easel.tile.fade(&before, 0.5);
    }
    let family = look.men.last().map_or(family, |(kind, _)| Family::of(*kind));
    for mark in &look.marks {
        marks::paint_over(easel, *mark, man, full, family);
    }
}

/// Tints come first, then the signs, the smallest last.
const fn order(mark: MarkKind) -> (u8, u32) {
    match mark {
        MarkKind::From => (0, 0),
        MarkKind::To => (1, 0),
        MarkKind::Check => (2, 0),
        MarkKind::Territory(seat) => (3, seat.index() as u32),
        MarkKind::Dead => (4, 0),
        MarkKind::Winning => (5, 0),
        MarkKind::Refused => (6, 0),
        MarkKind::Frozen => (7, 0),
        MarkKind::Captured => (8, 0),
        MarkKind::Step(number) => (9, number as u32),
        MarkKind::Offer(letter) => (10, letter as u32),
    }
}

/// Width of the lines between cells: each cell draws its half of them.
fn line_width(layout: &Layout) -> u32 {
    (layout.unit() * 0.015).round().clamp(1.0, 2.0) as u32
}

impl Class {
    /// Whether lines are drawn around cells of this class. Chequered squares touch, holes have a rim of their own.
    pub(super) fn has_line(&self) -> bool {
        let plain = matches!(self.ground, Some(Ground::Light | Ground::Dark | Ground::Frame | Ground::Tray | Ground::Hole) | None);
        self.outline == Outline::Hexagon || !plain
    }
}

/// A cell with nothing in it, not even its text.
fn empty_cell(class: &Class, colours: &'static Colours, line: u32, stencils: &mut Stencils) -> Tile {
    let under = class.under.map_or(colours.page, |ground| colours.ground(ground));
    let lined = class.has_line();
    // The corners of a hexagon's tile belong to its neighbours, and its outermost pixels are all line.
    let fill = if class.outline == Outline::Hexagon { colours.line } else { under };
    let mut easel = Easel::new(Tile::new(class.width, class.height, fill), class, colours, line, stencils);
    let Some(ground) = class.ground else { return easel.tile };
    let colour = colours.ground(ground);
    let radius = class.radius();
    if ground == Ground::Hole {
        easel.ground(0.0, colours.frame_edge, 1.0);
        let rim = (radius * 0.045).round().max(1.0);
        easel.ground(rim, colour, 1.0);
        if class.outline == Outline::Disc {
            easel.crescent(class.centre(), radius - rim, radius * 0.09, mix(colour, colours.frame_edge, 0.35), 1.0);
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
            easel.border(from, from + (radius * 0.07).round().max(2.0), colours.home_ring[seat.index()]);
        }
        Ground::Golden => {
            let from = inset + (radius * 0.04).round();
            easel.border(from, from + (radius * 0.06).round().max(2.0), colours.golden_edge);
        }
        Ground::Closed => easel.hatch(inset, (radius * 0.36).max(5.0), (radius * 0.09).max(1.5), colours.closed_hatch),
        _ => {}
    }
    easel.tile
}

/// A cell's name is small, its value large.
fn cell_text(easel: &mut Easel<'_>, text: &str) {
    let radius = easel.class.radius();
    let ground = easel.class.ground.map_or(easel.colours.page, |ground| easel.colours.ground(ground));
    let size = if text.chars().count() == 1 { 0.72 } else { 0.46 };
    let colour = easel.colours.text_on(ground);
    easel.text(easel.class.centre(), radius * size, radius * 1.5, text, colour);
}

/// The whole board without pieces and marks.
fn empty_board(board: &Board, layout: &Layout, cells: &[(Tile, Arc<[(u32, u32)]>)], colours: &'static Colours, line: u32) -> Tile {
    let mut picture = Tile::new(layout.width, layout.height, colours.page);
    for (outline, area, ground) in &layout.surfaces {
        surface(&mut picture, *outline, *area, *ground, colours, line);
    }
    for place in &layout.order {
        if let Some(class) = layout.classes.get(place.class).filter(|class| class.has_line()) {
            collar(&mut picture, class, *place, colours, line);
        }
    }
    let mut stencils = Stencils::default();
    for place in &layout.order {
        let (Some((tile, spans)), Some(class)) = (cells.get(place.class), layout.classes.get(place.class)) else { continue };
        match board.cells.get(place.index).and_then(text_of) {
            None => picture.copy(tile, spans, place.left, place.top),
            Some(text) => {
                let mut easel = Easel::new(tile.clone(), class, colours, line, &mut stencils);
                cell_text(&mut easel, text);
                picture.copy(&easel.tile, spans, place.left, place.top);
            }
        }
    }
    for label in &board.labels {
        print(&mut picture, board, layout, label, colours);
    }
    picture
}

/// A surface: a frame has a darker rim.
fn surface(picture: &mut Tile, outline: Outline, area: Area, ground: Ground, colours: &Colours, line: u32) {
    let colour = colours.ground(ground);
    let edge = if ground == Ground::Frame { colours.frame_edge } else { mix(colour, colours.line, 0.35) };
    let width = if ground == Ground::Frame { 2 * line + 1 } else { line };
    match outline {
        Outline::Rectangle { corner } => {
            picture.fill_rounded(area, corner, edge);
            picture.fill_rounded(area.inset(width as i32), corner.saturating_sub(width), colour);
        }
        Outline::Hexagon | Outline::Disc => {
            let (half_width, half_height) = (area.width as f32 / 2.0, area.height as f32 / 2.0);
            for (inset, colour) in [(0.0, edge), (width as f32, colour)] {
                let mut sheet = Sheet::new(area.width, area.height);
                if outline == Outline::Disc {
                    sheet.disc((half_width, half_height), half_width - inset, Stroke::Draw);
                } else {
                    sheet.polygon(&hexagon((half_width, half_height), half_width - inset, half_height - inset), Stroke::Draw);
                }
                picture.paint_at(&sheet.stencil(), area.left, area.top, colour, 1.0);
            }
        }
    }
}

/// The outer half of the line around a cell: neighbours cover it, so that it stays at the rim of the board only.
fn collar(picture: &mut Tile, class: &Class, place: Place, colours: &Colours, line: u32) {
    let by = line as i32;
    let area = Area { left: place.left, top: place.top, width: class.width, height: class.height }.inset(-by);
    match class.outline {
        Outline::Rectangle { corner } => picture.fill_rounded(area, if corner > 0 { corner + line } else { 0 }, colours.line),
        Outline::Hexagon | Outline::Disc => {
            let (half_width, half_height) = (area.width as f32 / 2.0, area.height as f32 / 2.0);
            let mut sheet = Sheet::new(area.width, area.height);
            if class.outline == Outline::Disc {
                sheet.disc((half_width, half_height), half_width, Stroke::Draw);
            } else {
                sheet.polygon(&hexagon((half_width, half_height), half_width, half_height), Stroke::Draw);
            }
            picture.paint_at(&sheet.stencil(), area.left, area.top, colours.line, 1.0);
        }
    }
}

/// Prints a label on whatever lies there.
fn print(picture: &mut Tile, board: &Board, layout: &Layout, label: &Label, colours: &Colours) {
    let capital = (label.size * layout.unit()).round().clamp(0.0, 200.0);
    let (x, y) = layout.point(label.centre);
    let width = (font::text_width(&label.text) * capital).clamp(0.0, layout.width as f32).ceil();
    // Room for what reaches above capitals and below the line.
    let area = Area {
        left: (x - width / 2.0 - 2.0).floor() as i32,
        top: (y - capital).floor() as i32,
        width: width as u32 + 5,
        height: (capital * 2.0) as u32 + 2,
    };
    let stencil = font::text(area.width, area.height, (x - area.left as f32, y - area.top as f32), capital, &label.text);
    let colour = match Layout::ground_at(board, label.centre) {
        None => colours.label,
        Some(Ground::Frame) => colours.frame_label,
        Some(ground) => colours.text_on(colours.ground(ground)),
    };
    picture.paint_at(&stencil, area.left, area.top, colour, 1.0);
}

/// The ramps between the colours that meet on this board.
fn ramps(board: &Board, families: &BTreeSet<Family>, c: &Colours) -> Vec<Ramp> {
    // Smooth edges need few steps between two colours, soft light needs many.
    const EDGE: u8 = 4;
    const RARE: u8 = 1;
    const SOFT: u8 = 8;
    let mut ramps = Vec::new();
    let mut ramp = |from: Rgb, to: Rgb, steps: u8| ramps.push(Ramp { from, to, steps });
    for family in families {
        for seat in Seat::BOTH {
            let body = c.body(*family, seat);
            ramp(body.face, body.shine, SOFT);
            ramp(body.edge, body.face, RARE);
            ramp(body.face, body.mark, EDGE);
        }
    }
    let edges: BTreeSet<Rgb> = families.iter().flat_map(|family| Seat::BOTH.map(|seat| c.body(*family, seat).edge)).collect();
    let edge_of = |ground: Ground| match ground {
        Ground::Frame => c.frame_edge,
        other => mix(c.ground(other), c.line, 0.35),
    };
    ramp(c.page, c.label, EDGE);
    for ground in board.surfaces.iter().map(|surface| surface.ground).collect::<HashSet<_>>() {
        ramp(c.page, edge_of(ground), EDGE);
        ramp(c.ground(ground), edge_of(ground), EDGE);
        ramp(c.ground(ground), if ground == Ground::Frame { c.frame_label } else { c.text_on(c.ground(ground)) }, EDGE);
    }
    let shadows = families.iter().any(|family| !matches!(family, Family::Chip | Family::Chess));
    let grounds: BTreeMap<Rgb, Ground> = board.cells.iter().map(|cell| (c.ground(cell.ground), cell.ground)).collect();
    for (colour, ground) in &grounds {
        let (colour, ground) = (*colour, *ground);
        for edge in &edges {
            ramp(colour, *edge, EDGE);
        }
        if shadows {
            ramp(colour, mix(colour, c.stone[0].edge, 0.35), EDGE);
        }
        if families.contains(&Family::Chess) {
            ramp(colour, mix(colour, c.glow, 0.95), SOFT);
        }
        if !matches!(ground, Ground::Light | Ground::Dark | Ground::Hole) || board.cells.iter().any(|cell| matches!(cell.shape, Shape::Hexagon { .. })) {
            ramp(c.line, colour, EDGE);
            ramp(colour, c.text_on(colour), EDGE);
        }
        match ground {
            Ground::Hole => {
                ramp(colour, c.frame_edge, EDGE);
                ramp(c.frame, c.frame_edge, EDGE);
            }
            Ground::Home(seat) => ramp(colour, c.home_ring[seat.index()], EDGE),
            Ground::Golden => ramp(colour, c.golden_edge, RARE),
            Ground::Closed => ramp(colour, c.closed_hatch, RARE),
            _ => {}
        }
    }
    ramp(c.page, c.line, EDGE);
    for ends in [(c.alarm, c.alarm_edge), (c.badge, c.badge_text), (c.winning, c.winning_edge)] {
        ramp(ends.0, ends.1, EDGE);
    }
    ramp(c.frost, c.frost_text, RARE);
    for colour in grounds.into_keys() {
        for mark in [c.alarm_edge, c.badge, c.alarm] {
            ramp(colour, mark, RARE);
        }
        for tint in marks::tints(colour, c.last) {
            ramp(tint, c.last_edge, RARE);
            for edge in &edges {
                ramp(tint, *edge, RARE);
            }
        }
    }
    let mut known = HashSet::new();
    ramps.retain(|ramp| ramp.from != ramp.to && known.insert((ramp.from.min(ramp.to), ramp.from.max(ramp.to))));
    ramps
}
