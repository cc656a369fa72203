use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use super::colours::{Colours, Family, Rgb, mix};
use super::easel::{Easel, Stencils};
use super::empty::{EmptyCell, cell_text, empty_board, line_width};
use super::format::Format;
use super::frame::Frame;
use super::gif::{Patch, Placed};
use super::layout::{Layout, Place, text_of};
use super::palette::Palette;
use super::ramps::ramps;
use super::tile::{Area, copy_span};
use super::{bar, marks, men};
use crate::board::Seat;
use crate::board::scene::{Bar, Board, Kind, MarkKind, Scene, Spot};

/// So many looks of cells are kept for a board.
const KEPT: usize = 640;

/// So many ways from a look of a cell to another one are kept compressed, each in a few hundred bytes.
const PATCHES_KEPT: usize = 4096;

/// So many strips above the board are kept.
const BARS_KEPT: usize = 16;

/// How far dead stones fade into their cells.
pub(super) const DEAD_FADE: f32 = 0.3;

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
    /// See [`Layout::repeats`].
    repeats: Arc<[usize]>,
    /// An empty cell of every class.
    cells: Vec<EmptyCell>,
    /// What is printed in each cell of the board.
    texts: Vec<String>,
    studio: Mutex<Studio>,
}

/// What painting a new look needs and changes.
struct Studio {
    palette: Palette,
    stencils: Stencils,
    looks: HashMap<Look, Arc<Sprite>>,
    bars: HashMap<Bar, Arc<[u8]>>,
    /// How sprites become others, by their numbers.
    patches: HashMap<(Option<u64>, u64), Option<Arc<Patch>>>,
    /// How many sprites were painted.
    painted: u64,
}

/// What the picture of a scene is put together from.
pub(super) struct View {
    bar: Option<Arc<[u8]>>,
    /// What is added to the empty board, and where: each cell once, then the pieces beside the cells.
    sprites: Vec<(Place, Arc<Sprite>)>,
}

impl Studio {
    /// What has to be painted over a sprite to make it another one of its size, or over nothing; `None` where they look
    /// alike.
    fn patch(&mut self, old: Option<&Sprite>, new: &Sprite) -> Option<Arc<Patch>> {
        let numbers = (old.map(|old| old.number), new.number);
        if numbers.0 == Some(numbers.1) {
            return None;
        }
        if self.patches.len() >= PATCHES_KEPT {
            self.patches.clear();
        }
        let compress = || Patch::between(old.map(|old| &*old.indices), &new.indices, new.width, &new.spans).map(Arc::new);
        self.patches.entry(numbers).or_insert_with(compress).clone()
    }
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
    /// No other of the board has it, not even one that is forgotten.
    number: u64,
    indices: Vec<u8>,
    width: u32,
    spans: Arc<[(u32, u32)]>,
}

impl Painted {
    /// Paints the empty board, with a palette for pieces of these families.
    pub(super) fn new(board: &Board, families: &BTreeSet<Family>, format: Format) -> Painted {
        let layout = Layout::of(board, format.edge);
        let colours = format.theme.colours();
        let mut palette = Palette::new(&ramps(board, families, colours));
        let mut stencils = Stencils::default();
        let line = line_width(&layout);
        let cells: Vec<EmptyCell> = layout.classes.iter().map(|class| EmptyCell::paint(class, colours, line, &mut stencils)).collect();
        let picture = empty_board(board, &layout, &cells, colours, line);
        Painted {
            empty: picture.indices(&mut palette),
            palette: Arc::from(palette.colours()),
            family: families.first().copied().unwrap_or(Family::Stone),
            studio: Mutex::new(Studio {
                palette,
                stencils,
                looks: HashMap::new(),
                bars: HashMap::new(),
                patches: HashMap::new(),
                painted: 0,
            }),
            texts: board.cells.iter().map(|cell| text_of(cell).unwrap_or_default().to_owned()).collect(),
            repeats: Arc::from(layout.repeats()),
            layout,
            colours,
            cells,
        }
    }

    /// What a scene looks like on this board.
    pub(super) fn view(&self, scene: &Scene) -> View {
        View { bar: scene.bar.as_ref().map(|bar| self.bar(bar)), sprites: self.sprites(scene) }
    }

    /// The picture of a scene on this board.
    pub(super) fn frame(&self, scene: &Scene) -> Frame {
        self.picture(&self.view(scene))
    }

    /// A view as a picture.
    pub(super) fn picture(&self, view: &View) -> Frame {
        let stride = self.layout.width as usize;
        let mut pixels = Vec::new();
        if let Some(bar) = &view.bar {
            pixels.extend_from_slice(bar);
        }
        let above = pixels.len();
        pixels.extend_from_slice(&self.empty);
        for (place, sprite) in &view.sprites {
            let Some(width) = usize::try_from(sprite.width).ok().filter(|width| *width > 0) else { continue };
            let skipped = usize::try_from(place.top.saturating_neg()).unwrap_or(0);
            let rows = pixels.get_mut(above..).unwrap_or_default().chunks_exact_mut(stride).skip(usize::try_from(place.top).unwrap_or(0));
            let sprite_rows = sprite.indices.chunks_exact(width).zip(sprite.spans.iter()).skip(skipped);
            for (row, (from, span)) in rows.zip(sprite_rows) {
                copy_span(row, from, *span, place.left, 1);
            }
        }
        let height = self.layout.height + (above / stride.max(1)) as u32;
        Frame::new(self.layout.width, height, pixels, self.palette.clone(), self.repeats.clone())
    }

    /// What has to be painted over the picture of a view to make it that of another one; `None` where it has to be painted
    /// anew.
    pub(super) fn changes(&self, old: &View, new: &View) -> Option<Vec<Placed>> {
        let (mut placed, above) = match (&old.bar, &new.bar) {
            (None, None) => (Vec::new(), 0),
            (Some(old), Some(new)) => {
                (Patch::scattered(old, new, self.layout.width), i32::try_from(new.len() / self.layout.width as usize).ok()?)
            }
            _ => return None,
        };
        let mut studio = self.studio.lock().unwrap_or_else(PoisonError::into_inner);
        let at = |place: &Place| (place.index, place.left, place.top);
        let spots =
            |view: &View| -> HashMap<_, Arc<Sprite>> { view.sprites.iter().map(|(place, sprite)| (at(place), sprite.clone())).collect() };
        let (before, after) = (spots(old), spots(new));
        // What is no longer there goes first.
        let gone = old.sprites.iter().filter(|(place, _)| !after.contains_key(&at(place)));
        let gone: Vec<_> = gone.map(|(place, _)| Some((*place, self.bare(&mut studio, *place)?))).collect::<Option<_>>()?;
        for (place, sprite) in gone.iter().chain(&new.sprites) {
            let old = before.get(&at(place)).cloned().or_else(|| self.bare(&mut studio, *place));
            let Some(patch) = studio.patch(old.as_deref(), sprite) else { continue };
            // A piece beside the cells lies over them, and what lies over the edge of the picture cannot be painted alone.
            let covers = |(other, _): &(Place, _)| other.is_beside() && self.overlap(*place, *other);
            if !self.holds(*place) || !place.is_beside() && new.sprites.iter().any(covers) {
                return None;
            }
            placed.push((place.left, place.top + above, patch));
        }
        Some(placed)
    }

    /// A cell of the board with nothing in it.
    fn bare(&self, studio: &mut Studio, place: Place) -> Option<Arc<Sprite>> {
        let text = self.texts.get(place.index)?.clone();
        self.sprite(studio, Look { class: place.class, text, men: Vec::new(), marks: Vec::new() })
    }

    /// Where the tile of a place lies.
    fn area(&self, place: Place) -> Area {
        let (width, height) = self.layout.classes.get(place.class).map_or((0, 0), |class| (class.width, class.height));
        Area { left: place.left, top: place.top, width, height }
    }

    /// Whether a tile lies on the picture, all of it.
    fn holds(&self, place: Place) -> bool {
        let fits = |from: i32, length: u32, room: u32| from >= 0 && from.saturating_add_unsigned(length) <= room as i32;
        let area = self.area(place);
        fits(area.left, area.width, self.layout.width) && fits(area.top, area.height, self.layout.height)
    }

    /// Whether the tiles at two places have a pixel in common.
    fn overlap(&self, one: Place, other: Place) -> bool {
        let meet = |from: i32, length: u32, other: i32, other_length: u32| {
            from < other.saturating_add_unsigned(other_length) && other < from.saturating_add_unsigned(length)
        };
        let (one, other) = (self.area(one), self.area(other));
        meet(one.left, one.width, other.left, other.width) && meet(one.top, one.height, other.top, other.height)
    }

    /// The strip above the board.
    fn bar(&self, bar: &Bar) -> Arc<[u8]> {
        let mut studio = self.studio.lock().unwrap_or_else(PoisonError::into_inner);
        let Studio { palette, stencils, bars, .. } = &mut *studio;
        if bars.len() >= BARS_KEPT {
            bars.clear();
        }
        let paint = || Arc::from(bar::paint(bar, self.layout.width, self.layout.height, self.colours, stencils).indices(palette));
        bars.entry(bar.clone()).or_insert_with(paint).clone()
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
                Spot::Beside(_, point) => beside.extend(
                    self.layout.beside(&scene.board, point).map(|place| (place, Look { men: vec![(man.kind, man.colour)], ..bare(place) })),
                ),
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
        let empty = self.cells.get(look.class)?;
        let class = self.layout.classes.get(look.class)?;
        let mut easel = Easel::new(empty.tile.clone(), class, self.colours, line_width(&self.layout), &mut studio.stencils);
        paint(&mut easel, &look, self.family);
        studio.painted += 1;
        let sprite = Sprite {
            number: studio.painted,
            indices: easel.tile.indices(&mut studio.palette),
            width: empty.tile.width(),
            spans: empty.spans.clone(),
        };
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
        let ground = if look.marks.contains(&MarkKind::Closed) {
            easel.colours.closed
        } else {
            easel.class.ground.map_or(easel.colours.page, |ground| easel.colours.ground(ground))
        };
        let tints = [(MarkKind::From, marks::FROM_TINT), (MarkKind::To, marks::TO_TINT)];
        let tinted = |ground, (mark, tint)| if look.marks.contains(&mark) { mix(ground, easel.colours.last, tint) } else { ground };
        let ground = tints.into_iter().fold(ground, tinted);
        cell_text(easel, &look.text, ground);
    }
    let before = look.marks.contains(&MarkKind::Dead).then(|| easel.tile.clone());
    for (kind, colour) in &look.men {
        men::paint(easel, *kind, *colour);
    }
    if let Some(before) = before {
        easel.tile.fade(&before, DEAD_FADE);
    }
    let family = look.men.last().map_or(family, |(kind, _)| Family::of(*kind));
    for mark in &look.marks {
        marks::paint_over(easel, *mark, man, full, family);
    }
}

/// Tints come first, then the signs, the smallest last.
const fn order(mark: MarkKind) -> (u8, u32) {
    match mark {
        MarkKind::Closed => (0, 0),
        MarkKind::Forbidden => (0, 1),
        MarkKind::From => (0, 2),
        MarkKind::To => (1, 0),
        MarkKind::Check => (2, 0),
        MarkKind::Territory(seat) => (3, seat.index() as u32),
        MarkKind::Dead => (4, 0),
        MarkKind::Winning => (5, 0),
        MarkKind::Refused => (6, 0),
        MarkKind::Frozen => (7, 0),
        MarkKind::Captured(sign) => (8, sign as u32),
        MarkKind::Step(number) => (9, number as u32),
        MarkKind::Offer(number) => (10, number as u32),
    }
}
