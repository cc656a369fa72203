use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::band::{Band, Effort, Packer};
use super::colours::{Colours, Family, Rgb, mix};
use super::easel::{Easel, Stencils};
use super::empty::{EmptyCell, bare_board, cell_text, line_width, print, print_words};
use super::format::Format;
use super::frame::{EncodeError, Frame, png_of};
use super::layout::{CellBox, Class, Layout, text_of};
use super::palette::Palette;
use super::ramps::ramps;
use super::recent::Recent;
use super::tile::{Tile, copy_span};
use super::{bar, marks, men, panel};
use anteroom_board::Seat;
use anteroom_board::scene::{
    Bar, BarSide, Board, Ground, Kind, Label, MarkKind, Panel, Scene, Spot, Tally,
};

/// The size in bytes above which the largest bands of a picture are packed again with more effort. Players gain nothing
/// by smaller files.
const MOST_BYTES: usize = 58_500;

/// An estimate of a board's bytes besides its pixels.
const BYTES: usize = 60_000;

/// Fading of dead stones into their cells, 0 to 1.
pub(super) const DEAD_FADE: f32 = 0.3;

/// Fading of fallen pieces, which must not look like pieces in play.
const GHOST_FADE: f32 = 0.68;

/// The maximum number of pieces drawn on one cell.
const MEN_A_CELL: usize = 4;

/// Caches that all boards of a painter share.
pub(super) struct Kept {
    stencils: Stencils,
    /// Keyed by the style of the cell or the number of the board, and the look.
    sprites: Recent<(u64, SpriteLook), Sprite>,
    bands: Recent<(u64, BandLook, Effort), Band>,
    /// Packers that are not in use.
    packers: Mutex<Vec<Packer>>,
    /// The next number of a board or a sprite.
    count: AtomicU64,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            stencils: Stencils::default(),
            sprites: Recent::new(5_000_000),
            bands: Recent::new(4_000_000),
            packers: Mutex::default(),
            count: AtomicU64::new(0),
        }
    }
}

impl Kept {
    fn next_number(&self) -> u64 {
        self.count.fetch_add(1, Ordering::Relaxed)
    }

    /// Packs rows of `width` pixels.
    fn pack(&self, pixels: &[u8], width: usize, effort: Effort) -> Band {
        let packers = || self.packers.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = packers().pop();
        let mut packer = idle.unwrap_or_default();
        let band = packer.pack(pixels, width, effort);
        packers().push(packer);
        band
    }
}

/// A board painted once: its empty picture, into which a frame copies the sprites of its cells.
pub(super) struct Painted {
    layout: Layout,
    colours: &'static Colours,
    /// The family whose colours the seats have in a cell without a piece.
    family: Family,
    /// Palette indices of the empty board, row by row.
    empty: Vec<u8>,
    palette: Arc<[Rgb]>,
    /// An empty cell of every class, and its style: a hash that is equal for cells of any board that are painted
    /// alike.
    cells: Vec<EmptyCell>,
    styles: Vec<u64>,
    /// Such a hash for panels.
    panel_style: u64,
    /// The labels in cells, keyed by the cell's index in the board's list.
    labels: HashMap<usize, Vec<Word>>,
    /// The palette with its cache of lookups.
    finder: Mutex<Palette>,
    /// The first and the end row of pixels of each band that is packed alone.
    cuts: Vec<(usize, usize)>,
    /// The unique number of this board, its key in the shared caches.
    number: u64,
    kept: Arc<Kept>,
}

/// The parts from which the picture of a scene is composed.
pub(super) struct View {
    bar: Option<Bar>,
    /// The sprites on the empty board with their places: cells, then pieces beside the cells, then panels.
    sprites: Vec<(CellBox, Arc<Sprite>)>,
}

/// A label within a cell.
#[derive(Clone, Debug)]
struct Word {
    label: Label,
    at: (f32, f32),
}

/// Everything that determines the look of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Look {
    /// The class of the cell; 0 once the style in the cache key replaces it.
    class: usize,
    /// The index of the cell if it has labels, which no other cell shares.
    labelled: Option<usize>,
    /// The text printed in the cell; empty when a piece covers it.
    text: String,
    men: Vec<(Kind, Seat)>,
    marks: Vec<MarkKind>,
}

impl Look {
    fn is_closed(&self) -> bool {
        self.marks.contains(&MarkKind::Closed)
    }

    /// Returns the colour behind the words of the cell.
    fn ground(&self, easel: &Easel<'_>) -> Rgb {
        let colours = easel.colours;
        if self.is_closed() {
            return colours.closed;
        }
        let ground = easel
            .class
            .ground
            .map_or(colours.page, |ground| colours.ground(ground));
        let tints = [
            (MarkKind::From, marks::FROM_TINT),
            (MarkKind::To, marks::TO_TINT),
        ];
        tints.into_iter().fold(ground, |ground, (mark, tint)| {
            if self.marks.contains(&mark) {
                mix(ground, colours.last, tint)
            } else {
                ground
            }
        })
    }
}

/// Everything that determines the look of a panel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PanelLook {
    tally: Tally,
    /// Whether it is the player's turn, and whether the player has won, as in the strip above the board.
    state: Option<(bool, bool)>,
    size: (u32, u32),
    ground: Option<Ground>,
}

/// Everything that determines the look of a sprite.
#[derive(PartialEq, Eq, Hash)]
enum SpriteLook {
    Cell(Look),
    Panel(PanelLook),
}

/// Everything that determines the look of a band.
#[derive(Clone, PartialEq, Eq, Hash)]
enum BandLook {
    Strip(Bar),
    /// A band of the board: its index, and the place and number of each sprite on it.
    Rows(usize, Vec<(i32, i32, u64)>),
}

/// A painted look: palette indices, row by row.
struct Sprite {
    /// A number that no other sprite has or had.
    number: u64,
    indices: Vec<u8>,
    width: u32,
    spans: Arc<[(u32, u32)]>,
}

impl Painted {
    /// Paints the empty board, with a palette for pieces of these families.
    pub(super) fn new(
        board: &Board,
        families: &BTreeSet<Family>,
        format: Format,
        kept: Arc<Kept>,
    ) -> Painted {
        let layout = Layout::of(board, format.edge);
        let colours = Colours::of(format.theme, families.first().copied());
        let mut palette = Palette::new(&ramps(board, families, colours));
        let (line, stencils) = (line_width(&layout), &kept.stencils);
        let (mut picture, cells) = bare_board(&layout, colours, line, stencils);
        print_words(&mut picture, board, &layout, &cells, colours, stencils);
        let family = families.first().copied().unwrap_or(Family::Stone);
        // Hashes of all inputs of a sprite except its look, so that boards can share sprites.
        let mut style = DefaultHasher::new();
        let of_theme = std::ptr::from_ref(colours).addr();
        (of_theme, palette.colours(), family, line).hash(&mut style);
        let cell_style = |(class, cell): (&Class, &EmptyCell)| {
            let mut style = style.clone();
            (class, &cell.tile).hash(&mut style);
            style.finish()
        };
        let styles = layout.classes.iter().zip(&cells).map(cell_style).collect();
        layout.unit().to_bits().hash(&mut style);
        Painted {
            styles,
            panel_style: style.finish(),
            empty: picture.indices(&mut palette),
            palette: Arc::from(palette.colours()),
            family,
            finder: Mutex::new(palette),
            cuts: layout.cuts(),
            labels: words(board, &layout),
            layout,
            colours,
            cells,
            number: kept.next_number(),
            kept,
        }
    }

    /// Returns an estimate of the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.tile.bytes());
        self.empty.len() + cells.sum::<usize>() + BYTES
    }

    /// Returns a strip of the page with a line of text in its middle, as indices of this board's palette.
    pub(super) fn written(&self, width: u32, height: u32, capital: f32, text: &str) -> Vec<u8> {
        let mut strip = Tile::new(width, height, self.colours.page);
        let middle = (width as f32 / 2.0, height as f32 / 2.0);
        strip.write(middle, capital, text, self.colours.label);
        self.indices(&strip)
    }

    fn indices(&self, tile: &Tile) -> Vec<u8> {
        tile.indices(&mut self.finder.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Composes the view of a scene on this board.
    pub(super) fn view(&self, scene: &Scene) -> View {
        let mut bar = scene.bar.clone();
        if !scene.panels.is_empty() {
            // Panels show the points and the stock.
            for side in bar.iter_mut().flat_map(|bar| &mut bar.sides) {
                side.stock.clear();
                side.score = None;
            }
        }
        View {
            bar,
            sprites: self.sprites(scene),
        }
    }

    /// Returns the picture of a scene on this board.
    pub(super) fn frame(&self, scene: &Scene) -> Frame {
        let view = self.view(scene);
        let (width, height) = (self.layout.width, self.layout.height);
        let height = height + self.above(&view) as u32;
        let pixels = self.rows(&view, 0, height as usize);
        Frame::new(width, height, pixels, self.palette.clone())
    }

    /// Returns the picture of a scene as a PNG file. Bands in the cache are not packed again.
    pub(super) fn png(&self, scene: &Scene) -> Result<Vec<u8>, EncodeError> {
        let view = self.view(scene);
        let looks = self.band_looks(&view);
        let mut bands: Vec<Arc<Band>> = looks
            .iter()
            .map(|look| self.band(&view, look, Effort::Quick))
            .collect();
        let mut bytes: usize = bands.iter().map(|band| band.bytes()).sum();
        let mut largest: Vec<_> = bands.iter_mut().zip(&looks).collect();
        largest.sort_by_key(|(band, _)| Reverse(band.bytes()));
        for (band, look) in largest {
            if bytes <= MOST_BYTES {
                break;
            }
            bytes -= band.bytes();
            *band = self.band(&view, look, Effort::Hard);
            bytes += band.bytes();
        }
        let (width, height) = (self.layout.width, self.layout.height);
        let height = height + self.above(&view) as u32;
        png_of((width, height), &self.palette, &bands)
    }

    /// Returns the looks of all bands of a view, from top to bottom.
    fn band_looks(&self, view: &View) -> Vec<BandLook> {
        let strip = view.bar.iter().cloned().map(BandLook::Strip);
        let rows = self.cuts.iter().enumerate().map(|(index, (top, bottom))| {
            let lies_on = |(place, sprite): &&(CellBox, Arc<Sprite>)| {
                place.top < *bottom as i32 && place.top + sprite.spans.len() as i32 > *top as i32
            };
            let sprites = view.sprites.iter().filter(lies_on);
            let sprites = sprites.map(|(place, sprite)| (place.left, place.top, sprite.number));
            BandLook::Rows(index, sprites.collect())
        });
        strip.chain(rows).collect()
    }

    /// Returns a band of a view, packed if it is not cached.
    fn band(&self, view: &View, look: &BandLook, effort: Effort) -> Arc<Band> {
        let (width, above) = (self.layout.width as usize, self.above(view));
        let pack = |(_, look, _): &(u64, BandLook, Effort)| {
            let pixels = match look {
                BandLook::Strip(bar) => self.strip(bar),
                BandLook::Rows(index, _) => {
                    let (top, bottom) = self.cuts.get(*index).copied().unwrap_or_default();
                    self.rows(view, top + above, bottom + above)
                }
            };
            Arc::new(self.kept.pack(&pixels, width, effort))
        };
        let key = (self.number, look.clone(), effort);
        self.kept.bands.get_or_make(key, pack, Band::bytes)
    }

    /// Returns the height in pixels of the strip above the board; 0 without a strip.
    fn above(&self, view: &View) -> usize {
        let (width, height) = (self.layout.width, self.layout.height);
        view.bar
            .as_ref()
            .map_or(0, |_| bar::height(width, height) as usize)
    }

    fn strip(&self, bar: &Bar) -> Vec<u8> {
        let (width, height) = (self.layout.width, self.layout.height);
        let strip = bar::paint(bar, width, height, self.colours, &self.kept.stencils);
        self.indices(&strip)
    }

    /// Returns rows of a view's picture, from `start` up to `end`.
    fn rows(&self, view: &View, start: usize, end: usize) -> Vec<u8> {
        let (stride, above) = (self.layout.width as usize, self.above(view));
        let bar = view.bar.as_ref().filter(|_| start < above);
        let bar = bar.map(|bar| self.strip(bar));
        let rows = bar
            .iter()
            .flat_map(|bar| bar.chunks_exact(stride))
            .chain(self.empty.chunks_exact(stride));
        let missing = if bar.is_some() { 0 } else { above };
        let rows = rows.take(end - missing).skip(start - missing);
        let mut pixels = Vec::with_capacity(stride * (end - start));
        rows.for_each(|row| pixels.extend_from_slice(row));
        for (place, sprite) in &view.sprites {
            let top = place.top + above as i32 - start as i32;
            let (width, height) = (sprite.width as usize, sprite.spans.len());
            let apart = top >= (end - start) as i32 || top.saturating_add(height as i32) <= 0;
            if width == 0 || apart {
                continue;
            }
            // No sprite reaches into the strip.
            let hidden = usize::try_from(place.top.min(top).saturating_neg()).unwrap_or(0);
            let rows = pixels
                .chunks_exact_mut(stride)
                .skip(usize::try_from(top + hidden as i32).unwrap_or(0));
            let sprite_rows = sprite
                .indices
                .chunks_exact(width)
                .zip(sprite.spans.iter())
                .skip(hidden);
            for (row, (from, span)) in rows.zip(sprite_rows) {
                copy_span(row, from, *span, place.left, 1);
            }
        }
        pixels
    }

    /// Returns the sprites of a scene with their places.
    fn sprites(&self, scene: &Scene) -> Vec<(CellBox, Arc<Sprite>)> {
        let looks = self.looks(scene).into_iter();
        let cells = looks.filter_map(|(place, look)| Some((place, self.sprite(look)?)));
        let panels = scene.panels.iter().map(|panel| self.panel(scene, panel));
        cells.chain(panels).collect()
    }

    /// Returns a sprite, painted if it is not cached.
    fn kept_sprite(
        &self,
        (style, look): (u64, SpriteLook),
        spans: Arc<[(u32, u32)]>,
        paint: impl FnOnce(&SpriteLook) -> Tile,
    ) -> Arc<Sprite> {
        let paint = |(_, look): &(u64, SpriteLook)| {
            let tile = paint(look);
            Arc::new(Sprite {
                number: self.kept.next_number(),
                indices: self.indices(&tile),
                width: tile.width(),
                spans,
            })
        };
        let key = (style, look);
        let bytes = |sprite: &Sprite| sprite.indices.len();
        self.kept.sprites.get_or_make(key, paint, bytes)
    }

    /// Returns the sprite of a panel with its place.
    fn panel(&self, scene: &Scene, panel: &Panel) -> (CellBox, Arc<Sprite>) {
        let area = self
            .layout
            .rectangle(panel.centre, panel.width, panel.height);
        // A panel is at most as large as the picture.
        let (width, height) = (
            area.width.min(self.layout.width),
            area.height.min(self.layout.height),
        );
        let sides = scene.bar.iter().flat_map(|bar| &bar.sides);
        let player: Option<&BarSide> = sides
            .into_iter()
            .find(|side| side.colour == panel.tally.colour);
        let ground = Layout::ground_at(&scene.board, panel.centre);
        let look = PanelLook {
            tally: panel.tally.clone(),
            state: player.map(|player| (player.to_move, player.won)),
            size: (width, height),
            ground,
        };
        let paint = |_: &_| {
            let ground = ground.map_or(self.colours.page, |ground| self.colours.ground(ground));
            panel::paint(
                &panel.tally,
                player,
                (width, height),
                self.layout.unit(),
                ground,
                self.colours,
                &self.kept.stencils,
            )
        };
        let spans = vec![(0, width); height as usize].into();
        let sprite = self.kept_sprite((self.panel_style, SpriteLook::Panel(look)), spans, paint);
        let place = CellBox {
            class: usize::MAX,
            index: usize::MAX,
            left: area.left,
            top: area.top,
        };
        (place, sprite)
    }

    /// Returns the looks of the cells that are not empty, each once, then of the pieces beside the cells.
    fn looks(&self, scene: &Scene) -> Vec<(CellBox, Look)> {
        let mut looks: Vec<(CellBox, Look)> = Vec::new();
        let mut known: HashMap<usize, usize> = HashMap::new();
        let mut beside = Vec::new();
        let bare = |place: CellBox| Look {
            class: place.class,
            labelled: Some(place.index).filter(|index| self.labels.contains_key(index)),
            text: String::new(),
            men: Vec::new(),
            marks: Vec::new(),
        };
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
                Spot::On(cell) => {
                    found_men.extend(at(cell).map(|index| (index, (man.kind, man.colour))))
                }
                Spot::Beside(_, point) => {
                    beside.extend(self.layout.beside(&scene.board, point).map(|place| {
                        (
                            place,
                            Look {
                                men: vec![(man.kind, man.colour)],
                                ..bare(place)
                            },
                        )
                    }))
                }
            }
        }
        for mark in &scene.marks {
            found_marks.extend(at(mark.cell).map(|index| (index, mark.kind)));
        }
        for (index, man) in found_men {
            if let Some((_, look)) = looks
                .get_mut(index)
                .filter(|(_, look)| look.men.len() < MEN_A_CELL)
            {
                look.men.push(man);
            }
        }
        for (index, mark) in found_marks {
            if let Some((_, look)) = looks
                .get_mut(index)
                .filter(|(_, look)| !look.marks.contains(&mark))
            {
                look.marks.push(mark);
            }
        }
        for (place, look) in &mut looks {
            look.marks.sort_by_key(|mark| order(*mark));
            if look.men.is_empty() {
                look.text = scene
                    .board
                    .cells
                    .get(place.index)
                    .and_then(text_of)
                    .unwrap_or_default()
                    .to_owned();
            }
        }
        looks.extend(beside);
        // The order in the scene must not decide which look covers another.
        looks.sort_by(|(place, look), (other, others)| {
            (place.index, place.left, place.top, &look.men).cmp(&(
                other.index,
                other.left,
                other.top,
                &others.men,
            ))
        });
        looks
    }

    fn sprite(&self, mut look: Look) -> Option<Arc<Sprite>> {
        let class = std::mem::take(&mut look.class);
        let (empty, style) = (self.cells.get(class)?, self.styles.get(class)?);
        let class = self.layout.classes.get(class)?;
        // A cell with labels is unique to this board.
        let style = look.labelled.map_or(*style, |_| self.number);
        let words = look.labelled.and_then(|index| self.labels.get(&index));
        let paint = |look: &SpriteLook| {
            let (line, stencils) = (line_width(&self.layout), &self.kept.stencils);
            let mut easel = Easel::new(empty.tile.clone(), class, self.colours, line, stencils);
            if let SpriteLook::Cell(look) = look {
                paint(&mut easel, look, self.family, |tile, (dx, dy), ink| {
                    for Word { label, at } in words.into_iter().flatten() {
                        let at = (at.0 + dx, at.1 + dy);
                        print(tile, &self.layout, label, at, ink);
                    }
                });
            }
            easel.tile
        };
        let key = (style, SpriteLook::Cell(look));
        Some(self.kept_sprite(key, empty.spans.clone(), paint))
    }
}

/// Returns the labels in cells, keyed by the cell's index in the board's list.
fn words(board: &Board, layout: &Layout) -> HashMap<usize, Vec<Word>> {
    let mut words: HashMap<usize, Vec<Word>> = HashMap::new();
    for label in &board.labels {
        if let Some(index) = Layout::cell_at(board, label.centre)
            && let Some(place) = layout.order.get(index)
        {
            let (x, y) = layout.point(label.centre);
            let at = (x - place.left as f32, y - place.top as f32);
            let label = label.clone();
            words.entry(index).or_default().push(Word { label, at });
        }
    }
    words
}

/// The directions in which words are printed again around themselves.
const HALO: [(f32, f32); 8] = [
    (-1.0, 0.0),
    (1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
    (-0.7, -0.7),
    (0.7, -0.7),
    (-0.7, 0.7),
    (0.7, 0.7),
];

/// Paints a look onto its empty cell.
fn paint(
    easel: &mut Easel<'_>,
    look: &Look,
    family: Family,
    print: impl Fn(&mut Tile, (f32, f32), Rgb),
) {
    let man = look.men.last().map(|(kind, _)| *kind);
    let full = man.is_some() || !look.text.is_empty();
    let closed = look.is_closed();
    for mark in &look.marks {
        marks::paint_under(easel, *mark, man, full, closed);
    }
    // A large sign in the middle takes the place of the text.
    let covered = look
        .marks
        .iter()
        .any(|mark| matches!(mark, MarkKind::Territory(_) | MarkKind::Dead));
    let ground = look.ground(easel);
    if !covered && !look.text.is_empty() {
        cell_text(easel, &look.text, ground);
    }
    let is_choice =
        |mark: &MarkKind| matches!(mark, MarkKind::Choice | MarkKind::LetteredChoice(_));
    // The frame of a refusal would cut the words off.
    let refused = look.marks.contains(&MarkKind::Refused);
    if full && !refused && look.marks.iter().any(is_choice) {
        // The frame of a choice goes through the words, and they name the choice: a halo sets them off.
        let halo = easel.class.radius() * 0.08;
        for (dx, dy) in HALO {
            let colour = easel.colours.badge_text;
            print(&mut easel.tile, (dx * halo, dy * halo), colour);
        }
        print(&mut easel.tile, (0.0, 0.0), easel.colours.badge);
    } else if !refused {
        print(&mut easel.tile, (0.0, 0.0), easel.colours.text_on(ground));
    }
    for mark in &look.marks {
        if let MarkKind::Ghost(kind, colour) = *mark
            && !full
            && !closed
        {
            let before = easel.tile.clone();
            men::paint(easel, kind, colour);
            easel.tile.fade(&before, GHOST_FADE);
        }
    }
    let before = look
        .marks
        .contains(&MarkKind::Dead)
        .then(|| easel.tile.clone());
    for (kind, colour) in &look.men {
        men::paint(easel, *kind, *colour);
    }
    if let Some(before) = before {
        easel.tile.fade(&before, DEAD_FADE);
    }
    let family = look
        .men
        .last()
        .map_or(family, |(kind, _)| Family::of(*kind));
    let victim = look.marks.iter().find_map(|mark| match *mark {
        MarkKind::Ghost(kind, seat) => Some((kind, seat)),
        _ => None,
    });
    let piece = look.men.last().copied();
    for mark in &look.marks {
        marks::paint_over(easel, *mark, piece, victim, full, family);
    }
}

/// Returns the order of painting: tints first, then signs, the smallest last.
const fn order(mark: MarkKind) -> (u8, u32) {
    match mark {
        MarkKind::Closed => (0, 0),
        MarkKind::Forbidden => (0, 1),
        MarkKind::From => (0, 2),
        MarkKind::To => (1, 0),
        MarkKind::Check => (2, 0),
        MarkKind::Ghost(..) => (2, 1),
        MarkKind::Territory(seat) => (3, seat.index() as u32),
        MarkKind::Dead => (4, 0),
        MarkKind::Winning => (5, 0),
        MarkKind::Refused => (6, 0),
        MarkKind::Chosen => (6, 1),
        MarkKind::Frozen => (7, 0),
        MarkKind::Captured(sign) => (8, sign as u32),
        MarkKind::Step(number) => (9, number as u32),
        MarkKind::Choice => (10, 0),
        MarkKind::LetteredChoice(letter) => (10, letter as u32),
    }
}
