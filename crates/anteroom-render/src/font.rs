use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use icu_normalizer::ComposingNormalizer;
use image::GrayImage;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::stencil::{SHAPE_STEPS, Sheet, Stencil, Stroke, TEXT_STEPS, step};
use anteroom_board::scene::Figure;

/// The only font. It has Latin, Cyrillic, digits and chessmen, and its bold style stays readable when small.
static DEJAVU: LazyLock<Option<Face>> = LazyLock::new(|| Face::read(dejavu::sans::bold()));

/// A parsed font. All lengths are in font units.
struct Face {
    characters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    outlines: OutlineGlyphCollection<'static>,
}

impl Face {
    fn read(file: &'static [u8]) -> Option<Self> {
        let font = FontRef::new(file).ok()?;
        Some(Self {
            characters: font.charmap(),
            metrics: font.glyph_metrics(Size::unscaled(), LocationRef::default()),
            outlines: font.outline_glyphs(),
        })
    }

    fn has(&self, c: char) -> bool {
        self.characters
            .map(c)
            .is_some_and(|id| id != GlyphId::NOTDEF)
    }

    /// Returns the glyph of a character; a box if the font lacks it.
    fn glyph(&self, c: char) -> GlyphId {
        self.characters.map(c).unwrap_or(GlyphId::NOTDEF)
    }

    fn advance(&self, id: GlyphId) -> f32 {
        self.metrics.advance_width(id).unwrap_or(0.0)
    }

    /// Returns the outline of a glyph; `None` for a space.
    fn outline(&self, id: GlyphId) -> Option<Outline> {
        let mut outline = Outline::default();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        self.outlines.get(id)?.draw(settings, &mut outline).ok()?;
        (!outline.curves.is_empty()).then_some(outline)
    }
}

/// A glyph as closed paths of consecutive curves. Up is positive.
#[derive(Default)]
struct Outline {
    curves: Vec<Curve>,
    start: Point,
    last: Point,
}

enum Curve {
    Line(Point, Point),
    Quad(Point, Point, Point),
    Cubic(Point, Point, Point, Point),
}

impl Outline {
    /// Returns a box around the outline and its control points: left, bottom, right, top.
    fn bounds(&self) -> [f32; 4] {
        let around = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
        let points = self.curves.iter().flat_map(|curve| match *curve {
            Curve::Line(a, b) => [a, b, b, b],
            Curve::Quad(a, b, c) => [a, b, c, c],
            Curve::Cubic(a, b, c, d) => [a, b, c, d],
        });
        points.fold(around, |b, p| {
            [b[0].min(p.x), b[1].min(p.y), b[2].max(p.x), b[3].max(p.y)]
        })
    }
}

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = point(x, y);
        self.last = self.start;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = point(x, y);
        self.curves.push(Curve::Line(self.last, to));
        self.last = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let to = point(x, y);
        self.curves.push(Curve::Quad(self.last, point(x1, y1), to));
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let to = point(x, y);
        let (one, two) = (point(x1, y1), point(x2, y2));
        self.curves.push(Curve::Cubic(self.last, one, two, to));
        self.last = to;
    }

    fn close(&mut self) {
        self.line_to(self.start.x, self.start.y);
    }
}

/// Height of a capital letter in font units.
const CAPITAL: f32 = 1493.0;

/// Height in pixels from which capitals are drawn like shapes.
const LARGE: f32 = 28.0;

/// The maximum number of characters of a text on a picture. The rest is cut off.
const LONGEST: usize = 96;

/// Draws a line of text around a point as a stencil. `capital` is the height of a capital letter.
///
/// All lengths are in pixels. Letters that fall outside are cut off.
pub(super) fn text(
    width: u32,
    height: u32,
    centre: (f32, f32),
    capital: f32,
    text: &str,
    setting: Setting,
) -> Stencil {
    let mut coverage = GrayImage::new(width, height);
    let Some(font) = DEJAVU
        .as_ref()
        .filter(|_| capital > 0.0 && capital < 1024.0)
    else {
        return Stencil::from_coverage(coverage);
    };
    let unit = capital / CAPITAL;
    let line = TextLine::set(font, text);
    // Horizontal strokes are crisp when the base line lies between two rows of pixels.
    let baseline = (centre.1 + capital / 2.0).round();
    let left = match setting {
        Setting::Centred => centre.0 - (line.from + line.to) / 2.0 * unit,
        Setting::Columns => centre.0 + (line.columns / 2.0 - line.end) * unit,
        Setting::Starting => centre.0,
        Setting::Ending => centre.0 - line.end * unit,
    };
    let mut known = known();
    for (id, x) in line.glyphs {
        // A glyph that begins on a whole pixel always looks the same, so it compresses well and is drawn only once.
        let place = ((left + x * unit).round() as i64, baseline as i64);
        known.ink(font, id, unit).blot(&mut coverage, place);
    }
    Stencil::from_coverage(coverage)
}

/// Returns the width of a line of text, in heights of a capital.
pub(super) fn text_width(text: &str) -> f32 {
    DEJAVU.as_ref().map_or(0.0, |font| {
        let line = TextLine::set(font, text);
        (line.to - line.from).max(0.0) / CAPITAL
    })
}

/// Returns the width of a line of text with the font's space beside its outer letters, in heights of a capital.
pub(super) fn text_advance(text: &str) -> f32 {
    DEJAVU
        .as_ref()
        .map_or(0.0, |font| TextLine::set(font, text).end / CAPITAL)
}

/// Returns the characters of a text that pictures can show. Characters that the font lacks are omitted, and so are
/// scripts not written letter by letter from left to right. The result is empty without a letter or digit.
#[must_use]
pub fn printable(text: &str) -> String {
    let Some(font) = DEJAVU.as_ref() else {
        return String::new();
    };
    let shown = |c: &char| font.has(*c) && !needs_shaping(*c);
    let text: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(shown)
        .collect();
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    if words
        .iter()
        .any(|word| word.chars().any(char::is_alphanumeric))
    {
        words.join(" ")
    } else {
        String::new()
    }
}

/// Returns a person's name as pictures can show it: decorated letters such as `𝓐` and `Ａ` become plain, and signs that
/// the font lacks are omitted. The result is empty if a letter or digit is missing, because the rest would be another
/// name.
#[must_use]
pub fn printable_name(name: &str) -> String {
    let plain = undecorated(name);
    let shown = |c: char| {
        let font = DEJAVU.as_ref();
        font.is_some_and(|font| font.has(c)) && !needs_shaping(c)
    };
    // A mark that no letter includes is decoration.
    let is_letter = |c: char| c.is_alphanumeric() && !matches!(c, '\u{0300}'..='\u{036f}');
    if plain.chars().any(|c| is_letter(c) && !shown(c)) || is_spelled_with_flags(&plain) {
        String::new()
    } else {
        printable(&plain)
    }
}

/// Returns a person's name for a table, where nothing else stands for the person: its printable characters.
pub(super) fn table_name(name: &str) -> String {
    match printable(&undecorated(name)) {
        shown if shown.is_empty() && !name.is_empty() => String::from("?"),
        shown => shown,
    }
}

/// Replaces decorated letters by plain ones, and letters with separate accents by single characters.
fn undecorated(name: &str) -> String {
    ComposingNormalizer::new_nfkc()
        .normalize_iter(name.chars())
        .collect()
}

/// Whether a letter of flags is used as a letter: `🇦na`. Whole flags are decoration.
fn is_spelled_with_flags(name: &str) -> bool {
    name.split_whitespace().any(|word| {
        let flags = word
            .chars()
            .filter(|c| matches!(c, '\u{1f1e6}'..='\u{1f1ff}'));
        flags.count() % 2 == 1 && word.chars().any(char::is_alphanumeric)
    })
}

/// Whether a character cannot be drawn as a letter of its own: a combining mark, a control sign, or a letter of a
/// script that runs from right to left or changes letters by their neighbours.
const fn needs_shaping(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036f}' | '\u{0590}'..='\u{109f}' | '\u{1700}'..='\u{1cff}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}' | '\u{20d0}'..='\u{20ff}' | '\u{fb1d}'..='\u{feff}')
}

/// A cache of letters and drawn glyphs, which take longer to read and to draw than to paint.
#[derive(Default)]
struct Known {
    letters: HashMap<char, Letter>,
    /// Keyed by the glyph and the bits of its scale in pixels per font unit.
    inks: HashMap<(GlyphId, u32), Ink>,
}

/// The glyph of a character. Lengths are in font units.
#[derive(Clone, Copy)]
struct Letter {
    glyph: GlyphId,
    advance: f32,
    /// The left and the right edge of its ink; `None` for a space.
    ink: Option<(f32, f32)>,
}

static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

fn known() -> MutexGuard<'static, Known> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The maximum number of letters and of drawn glyphs in the cache.
const KEPT: usize = 4096;

/// The coverage of pixels by a glyph.
#[derive(Default)]
struct Ink {
    /// Offset of the coverage from the glyph's origin on the base line.
    left: i64,
    top: i64,
    coverage: GrayImage,
}

impl Ink {
    /// Adds the glyph to a coverage at a point. Pixels outside are cut off.
    fn blot(&self, coverage: &mut GrayImage, (x, y): (i64, i64)) {
        let clip = |at: i64| usize::try_from(at).unwrap_or(0);
        let (x, y) = (x + self.left, y + self.top);
        let (width, own) = (coverage.width() as usize, self.coverage.width() as usize);
        if width == 0 || own == 0 {
            return;
        }
        let rows = coverage.chunks_exact_mut(width).skip(clip(y));
        let glyph = self.coverage.chunks_exact(own).skip(clip(-y));
        for (row, amounts) in rows.zip(glyph) {
            let pixels = row.iter_mut().skip(clip(x));
            for (pixel, amount) in pixels.zip(amounts.iter().skip(clip(-x))) {
                *pixel = (*pixel).max(*amount);
            }
        }
    }
}

impl Known {
    /// Returns the glyph of a character, read from the font if it is not cached.
    fn letter(&mut self, font: &Face, c: char) -> Letter {
        if self.letters.len() >= KEPT {
            self.letters.clear();
        }
        *self.letters.entry(c).or_insert_with(|| {
            let glyph = font.glyph(c);
            let bounds = font.outline(glyph).map(|outline| outline.bounds());
            Letter {
                glyph,
                advance: font.advance(glyph),
                ink: bounds.map(|[left, _, right, _]| (left, right)),
            }
        })
    }

    /// Returns the coverage of a glyph, drawn if it is not cached. A font unit is `unit` pixels.
    fn ink(&mut self, font: &Face, id: GlyphId, unit: f32) -> &Ink {
        if self.inks.len() >= KEPT {
            self.inks.clear();
        }
        let key = (id, unit.to_bits());
        self.inks
            .entry(key)
            .or_insert_with(|| drawn(font, id, unit).unwrap_or_default())
    }
}

/// Draws a glyph; `None` for a space.
fn drawn(font: &Face, id: GlyphId, unit: f32) -> Option<Ink> {
    let outline = font.outline(id)?;
    let steps = if unit * CAPITAL < LARGE {
        TEXT_STEPS
    } else {
        SHAPE_STEPS
    };
    // Rows of pixels are counted downwards.
    let [left, bottom, right, top] = outline.bounds().map(|at| at * unit);
    let (left, top) = (left.floor(), (-top).floor());
    let (width, height) = (right.ceil() - left, (-bottom).ceil() - top);
    let at = |p: &Point| point(p.x * unit - left, p.y * -unit - top);
    let mut rasterizer = Rasterizer::new(width as usize, height as usize);
    for curve in &outline.curves {
        match curve {
            Curve::Line(a, b) => rasterizer.draw_line(at(a), at(b)),
            Curve::Quad(a, b, c) => rasterizer.draw_quad(at(a), at(b), at(c)),
            Curve::Cubic(a, b, c, d) => rasterizer.draw_cubic(at(a), at(b), at(c), at(d)),
        }
    }
    let mut coverage = GrayImage::new(width as u32, height as u32);
    rasterizer.for_each_pixel_2d(|x, y, amount| {
        if let Some(pixel) = coverage.get_pixel_mut_checked(x, y) {
            pixel.0[0] = step(amount, steps);
        }
    });
    Some(Ink {
        left: left as i64,
        top: top as i64,
        coverage,
    })
}

/// A line of text in font units: its glyphs with their places, and the left and right edge of its ink.
struct TextLine {
    glyphs: Vec<(GlyphId, f32)>,
    from: f32,
    to: f32,
    /// The end of the line, and its end if every glyph had the width of a digit.
    end: f32,
    columns: f32,
}

/// The alignment of a line of text at its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    /// The middle of the ink is at the point.
    Centred,
    /// The line begins or ends at the point, with the font's space beside its outer letters: digits in lines one
    /// below the other are exactly in columns.
    Starting,
    Ending,
    /// The line ends as if every character had the width of a digit. So the digits of the names `a1`, `i1` and
    /// `m1` are at the same place, which compresses well.
    Columns,
}

impl TextLine {
    fn set(font: &Face, text: &str) -> TextLine {
        let mut line = TextLine {
            glyphs: Vec::new(),
            from: f32::MAX,
            to: f32::MIN,
            end: 0.0,
            columns: 0.0,
        };
        let mut x = 0.0;
        let mut known = known();
        for c in text.chars().take(LONGEST).filter(|c| !c.is_control()) {
            let letter = known.letter(font, c);
            if let Some((from, to)) = letter.ink {
                line.from = line.from.min(x + from);
                line.to = line.to.max(x + to);
            }
            line.glyphs.push((letter.glyph, x));
            x += letter.advance;
        }
        line.end = x;
        line.columns = line.glyphs.len() as f32 * known.letter(font, '0').advance;
        if line.from > line.to {
            (line.from, line.to) = (0.0, 0.0);
        }
        line
    }
}

/// A glyph as closed paths: its body, the holes in it, the parts inside the holes, and so on.
pub(super) struct Silhouette {
    /// From the largest to the smallest, the order in which they must be drawn.
    paths: Vec<Path>,
    /// The glyph's box in font units: left, top, right, bottom. Down is positive.
    bounds: [f32; 4],
}

struct Path {
    corners: Vec<(f32, f32)>,
    /// In font units squared; negative for a hole.
    area: f32,
}

impl Silhouette {
    /// Returns the silhouette of a chessman.
    pub(super) fn of_figure(figure: Figure) -> Option<Silhouette> {
        Silhouette::of_character(match figure {
            Figure::King => '♚',
            Figure::Queen => '♛',
            Figure::Rook => '♜',
            Figure::Bishop => '♝',
            Figure::Knight => '♞',
            Figure::Pawn => '♟',
        })
    }

    /// Returns the silhouette of any character that the font has.
    pub(super) fn of_character(character: char) -> Option<Silhouette> {
        let font = DEJAVU.as_ref()?;
        let outline = font.outline(font.glyph(character))?;
        let mut paths: Vec<Path> = Vec::new();
        let mut corners: Vec<(f32, f32)> = Vec::new();
        for curve in &outline.curves {
            let from = match curve {
                Curve::Line(from, _) | Curve::Quad(from, ..) | Curve::Cubic(from, ..) => {
                    (from.x, -from.y)
                }
            };
            // A curve that does not begin where the last one ended begins a new path.
            if corners.last().is_some_and(|last| *last != from) {
                paths.extend(Path::closed(std::mem::take(&mut corners)));
            }
            if corners.is_empty() {
                corners.push(from);
            }
            flatten(curve, &mut corners);
        }
        paths.extend(Path::closed(corners));
        paths.sort_by(|a, b| b.area.abs().total_cmp(&a.area.abs()));
        let first = paths.first()?.corners.first()?;
        let bounds = paths
            .iter()
            .flat_map(|path| &path.corners)
            .fold([first.0, first.1, first.0, first.1], |b, (x, y)| {
                [b[0].min(*x), b[1].min(*y), b[2].max(*x), b[3].max(*y)]
            });
        Some(Silhouette { paths, bounds })
    }

    /// Draws the body onto one sheet and its holes onto the other.
    ///
    /// The glyph's box is centred at a point and `height` pixels high.
    pub(super) fn draw(
        &self,
        centre: (f32, f32),
        height: f32,
        body: &mut Sheet,
        details: &mut Sheet,
    ) {
        let [left, top, right, bottom] = self.bounds;
        let unit = height / (bottom - top).max(1.0);
        for path in &self.paths {
            let corners: Vec<(f32, f32)> = path
                .corners
                .iter()
                .map(|(x, y)| {
                    (
                        centre.0 + (x - (left + right) / 2.0) * unit,
                        centre.1 + (y - (top + bottom) / 2.0) * unit,
                    )
                })
                .collect();
            if path.area >= 0.0 {
                body.polygon(&corners, Stroke::Draw);
                details.polygon(&corners, Stroke::Rub);
            } else {
                details.polygon(&corners, Stroke::Draw);
            }
        }
    }
}

impl Path {
    /// Closes a path; `None` if it has fewer than three corners.
    fn closed(corners: Vec<(f32, f32)>) -> Option<Path> {
        let next = corners.iter().cycle().skip(1);
        let area = corners
            .iter()
            .zip(next)
            .map(|(a, b)| a.0 * b.1 - b.0 * a.1)
            .sum::<f32>()
            / 2.0;
        (corners.len() > 2).then_some(Path { corners, area })
    }
}

/// Appends a curve as straight lines, without its start.
fn flatten(curve: &Curve, corners: &mut Vec<(f32, f32)>) {
    const PIECES: u8 = 8;
    let mix = |a: &Point, b: &Point, t: f32| point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
    let at = |t: f32| match curve {
        Curve::Line(a, b) => mix(a, b, t),
        Curve::Quad(a, b, c) => mix(&mix(a, b, t), &mix(b, c, t), t),
        Curve::Cubic(a, b, c, d) => {
            let (ab, bc, cd) = (mix(a, b, t), mix(b, c, t), mix(c, d, t));
            mix(&mix(&ab, &bc, t), &mix(&bc, &cd, t), t)
        }
    };
    let pieces = if matches!(curve, Curve::Line(..)) {
        1
    } else {
        PIECES
    };
    for i in 1..=pieces {
        let end = at(f32::from(i) / f32::from(pieces));
        corners.push((end.x, -end.y));
    }
}
