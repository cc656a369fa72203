//! Measures pictures beside a plain program that caches nothing and encodes with the defaults.
//!
//! `cargo bench -p anteroom-benches --bench render` prints the time of one picture, as it is posted, for typical and
//! extreme positions of every game. Compare `warm` with `plainly`; `cold_without_file` builds a theme. Compare the
//! animated matches `replay` and `replay_cold` with `replay_plainly`. Letters are cached for all boards before the
//! cold pictures are measured. `rules_page` plays the example of a page of `/rules` and paints its boards.
//! `by_libraries` packs the same pictures with general compressors. The names have the sizes of the picture and of
//! its file.

#[path = "../../crates/anteroom-games/tests/it/game_files.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod game_files;
#[path = "../../tests/it/support/sights.rs"]
mod sights;

use std::fmt;
use std::sync::LazyLock;

use ab_glyph_rasterizer::{Point as Dot, Rasterizer, point};
use anteroom::board::Seat;
use anteroom::board::scene::{Ground, Kind, MarkKind, Point, Scene, Shape, Spot};
use anteroom::features::help;
use anteroom::games::{CATALOGUE, Game};
use anteroom::render::{Format, Frame, Painter, Shot, Theme};
use anteroom::search::puzzle;
use divan::{Bencher, black_box};
use image::{Rgb, RgbImage};
use imageproc::drawing::{
    draw_filled_circle_mut, draw_filled_rect_mut, draw_hollow_circle_mut, draw_polygon_mut,
};
use imageproc::point::Point as Corner;
use imageproc::rect::Rect;
use libdeflater::{CompressionLvl, Compressor};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

fn main() {
    divan::main();
}

/// The format of pictures in messages.
const FORMAT: Format = Format::still(Theme::Dark);

/// A scene, with its name and sizes.
struct Case {
    name: String,
    scene: Scene,
    width: u32,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Returns typical positions of every game, with and without letters, and those hardest to paint.
fn cases(file: impl Fn(&Scene, u32) -> usize) -> Vec<Case> {
    let case = |(name, scene): (String, Scene)| {
        let (width, height) = Painter::new().size(&scene, FORMAT);
        let name = format!(
            "{name} {width}x{height} {:.1} kB",
            file(&scene, width) as f64 / 1000.0
        );
        Case { name, scene, width }
    };
    let choosable = sights::choosable();
    let choosable = choosable
        .iter()
        .map(|(name, scene)| (format!("{name} with choices"), scene.clone()));
    let others = sights::samples().into_iter().chain(sights::extremes());
    others.chain(choosable).map(case).collect()
}

fn ours() -> Vec<Case> {
    cases(|scene, _| {
        Painter::new()
            .png(scene, FORMAT)
            .map_or(0, |file| file.len())
    })
}

/// A picture of a board that was painted before.
#[divan::bench(args = ours(), max_time = 0.5)]
fn warm(bencher: Bencher<'_, '_>, case: &Case) {
    let painter = Painter::new();
    let _ = painter.frame(&case.scene, FORMAT);
    bencher.bench_local(|| painter.png(black_box(&case.scene), FORMAT));
}

/// The same picture without encoding.
#[divan::bench(args = ours(), max_time = 0.5)]
fn warm_without_file(bencher: Bencher<'_, '_>, case: &Case) {
    let painter = Painter::new();
    let _ = painter.frame(&case.scene, FORMAT);
    bencher.bench_local(|| painter.frame(black_box(&case.scene), FORMAT));
}

/// The first picture of a board, for which everything is painted, without encoding.
#[divan::bench(args = ours(), max_time = 0.5)]
fn cold_without_file(bencher: Bencher<'_, '_>, case: &Case) {
    bencher.bench_local(|| Painter::new().frame(black_box(&case.scene), FORMAT));
}

/// The page of rules with the largest file for every game, and its name. The search paints each page.
static LARGEST_PAGES: LazyLock<Vec<(&Game, u32, String)>> = LazyLock::new(|| {
    let painter = Painter::new();
    let largest = CATALOGUE.iter().filter_map(|game| {
        let mut before = String::new();
        // A number beyond the last page shows the last page again.
        let pages = (0..).map_while(|page| {
            let message = help::messages::rules(game, page);
            let is_new = message.content != before;
            before = message.content;
            is_new.then_some((page, message.plate))
        });
        let sized = pages.filter_map(|(page, plate)| {
            let plate = plate?;
            let bytes = painter.plate(&plate.boards, Theme::Dark).png().ok()?.len();
            Some((bytes, page, plate.file))
        });
        let (bytes, page, file) = sized.max()?;
        let name = format!("{file} {:.1} kB", bytes as f64 / 1000.0);
        Some((game, page, name))
    });
    largest.collect()
});

/// A page of rules, from its text to the file: the example is played and its boards are painted.
#[divan::bench(args = LARGEST_PAGES.iter().map(|(_, _, name)| name), max_time = 0.5)]
fn rules_page(bencher: Bencher<'_, '_>, name: &String) {
    let Some((game, page, _)) = LARGEST_PAGES.iter().find(|(_, _, other)| other == name) else {
        return;
    };
    let painter = Painter::new();
    let show = || {
        let plate = help::messages::rules(black_box(game), *page).plate?;
        painter.plate(&plate.boards, Theme::Dark).png().ok()
    };
    let _ = show();
    bencher.bench_local(show);
}

/// The first picture of a puzzle, from its text to the file, with empty caches.
#[divan::bench(args = CATALOGUE.iter().map(|game| game.card.key), max_time = 0.5)]
fn first_picture_of_a_puzzle(bencher: Bencher<'_, '_>, key: &str) {
    let Some(game) = anteroom::games::find(key) else {
        return;
    };
    let Some(puzzle) = puzzle(game, 1) else {
        return;
    };
    let show = || {
        let position = black_box(puzzle).start(game).ok()?;
        let mut scene = position.scene(position.to_move()?);
        scene.bar = Some(game.bar(&*position));
        Painter::new().png(&scene, FORMAT).ok()
    };
    bencher.bench_local(show);
}

/// A general compressor of a library, with its settings.
#[derive(Clone, Copy)]
enum Packer {
    /// The `png` crate in pure Rust, with a compression and a filter.
    Png(&'static str, png::DeflateCompression, png::Filter),
    /// libdeflate with a level, rows without a filter.
    Libdeflate(i32),
}

const PACKERS: [Packer; 7] = [
    Packer::Png(
        "png fastest, filter Up",
        png::DeflateCompression::FdeflateUltraFast,
        png::Filter::Up,
    ),
    Packer::Png(
        "png 6",
        png::DeflateCompression::Level(6),
        png::Filter::NoFilter,
    ),
    Packer::Png(
        "png 6, filtered",
        png::DeflateCompression::Level(6),
        png::Filter::Adaptive,
    ),
    Packer::Libdeflate(1),
    Packer::Libdeflate(6),
    Packer::Libdeflate(9),
    Packer::Libdeflate(12),
];

impl Packer {
    fn pack(self, frame: &Frame) -> Result<Vec<u8>, png::EncodingError> {
        let (width, height) = frame.size();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(frame.palette().as_flattened());
        match self {
            Packer::Png(_, compression, filter) => {
                encoder.set_deflate_compression(compression);
                encoder.set_filter(filter);
                let mut writer = encoder.write_header()?;
                writer.write_image_data(frame.pixels())?;
                writer.finish()?;
            }
            Packer::Libdeflate(level) => {
                let mut writer = encoder.write_header()?;
                let mut rows = Vec::with_capacity(frame.pixels().len() + height as usize);
                for row in frame.pixels().chunks(width as usize) {
                    rows.push(0);
                    rows.extend_from_slice(row);
                }
                let mut compressor = CompressionLvl::new(level)
                    .map(Compressor::new)
                    .unwrap_or_default();
                let mut stream = vec![0; compressor.zlib_compress_bound(rows.len())];
                let length = compressor.zlib_compress(&rows, &mut stream).unwrap_or(0);
                stream.truncate(length);
                writer.write_chunk(png::chunk::IDAT, &stream)?;
                writer.finish()?;
            }
        }
        Ok(file)
    }
}

impl fmt::Display for Packer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Packer::Png(name, ..) => f.write_str(name),
            Packer::Libdeflate(level) => write!(f, "libdeflate {level}"),
        }
    }
}

/// A painted board and its compressor.
struct Packing {
    name: String,
    frame: Frame,
    packer: Packer,
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn packings() -> Vec<Packing> {
    let packing = |(name, frame): (&String, &Frame), packer: Packer| {
        let bytes = packer.pack(frame).map_or(0, |file| file.len());
        Packing {
            name: format!("{name} {packer} {:.1} kB", bytes as f64 / 1000.0),
            frame: frame.clone(),
            packer,
        }
    };
    let scenes = sights::samples().into_iter().chain(sights::extremes());
    let frames: Vec<_> = scenes
        .map(|(name, scene)| (name, Painter::new().frame(&scene, FORMAT)))
        .collect();
    frames
        .iter()
        .flat_map(|(name, frame)| PACKERS.map(|packer| packing((name, frame), packer)))
        .collect()
}

/// The same painted boards, packed by general libraries.
#[divan::bench(args = packings(), max_time = 0.3)]
fn by_libraries(bencher: Bencher<'_, '_>, packing: &Packing) {
    bencher.bench_local(|| packing.packer.pack(black_box(&packing.frame)));
}

/// The file of a painted board, to compare with those of libraries.
#[divan::bench(args = ours(), max_time = 0.3)]
fn file_only(bencher: Bencher<'_, '_>, case: &Case) {
    let frame = Painter::new().frame(&case.scene, FORMAT);
    bencher.bench_local(|| black_box(&frame).png());
}

/// Everything drawn each time, with jagged edges, in full colour, encoded with the defaults.
#[divan::bench(args = cases(|scene, width| plain(scene, width).len()), max_time = 0.5)]
fn plainly(bencher: Bencher<'_, '_>, case: &Case) {
    bencher.bench_local(|| plain(black_box(&case.scene), case.width));
}

/// An animated match, with everything on its boards painted before.
#[divan::bench(args = films(|film| Painter::new().gif(&film.shots, REPLAY).map_or(0, |file| file.len())), max_time = 0.5)]
fn replay(bencher: Bencher<'_, '_>, film: &Film) {
    let painter = Painter::new();
    let _ = painter.gif(&film.shots, REPLAY);
    bencher.bench_local(|| painter.gif(black_box(&film.shots), REPLAY));
}

/// The first animated match on a board.
#[divan::bench(args = films(|film| Painter::new().gif(&film.shots, REPLAY).map_or(0, |file| file.len())), max_time = 0.5)]
fn replay_cold(bencher: Bencher<'_, '_>, film: &Film) {
    bencher.bench_local(|| Painter::new().gif(black_box(&film.shots), REPLAY));
}

/// The same match, drawn without caches in full colour, and written whole by a quantising encoder.
#[divan::bench(args = films(|film| plain_replay(film).len()), sample_count = 2, sample_size = 1)]
fn replay_plainly(bencher: Bencher<'_, '_>, film: &Film) {
    bencher.bench_local(|| plain_replay(black_box(film)));
}

const REPLAY: Format = Format::replay(Theme::Dark);

/// An animated match as it is posted, with a name for the table.
struct Film {
    name: String,
    shots: Vec<Shot>,
}

impl fmt::Display for Film {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn films(file: impl Fn(&Film) -> usize) -> Vec<Film> {
    let film = |(name, shots): (String, Vec<Shot>)| {
        let mut film = Film {
            name: name.clone(),
            shots,
        };
        film.name = format!(
            "{name} {} pictures {:.1} kB",
            film.shots.len(),
            file(&film) as f64 / 1000.0
        );
        film
    };
    sights::films().into_iter().map(film).collect()
}

fn plain_replay(film: &Film) -> Vec<u8> {
    let mut file = Vec::new();
    let Some(first) = film.shots.first() else {
        return file;
    };
    let (width, _) = Painter::new().size(&first.scene, REPLAY);
    let height = (first.scene.board.height * width as f32 / first.scene.board.width).round() as u32;
    if let Ok(mut encoder) = gif::Encoder::new(&mut file, width as u16, height as u16, &[]) {
        for shot in &film.shots {
            let picture = plain_picture(&shot.scene, width);
            let frame = gif::Frame::from_rgb(width as u16, height as u16, picture.as_raw());
            let _ = encoder.write_frame(&frame);
        }
    }
    file
}

fn plain(scene: &Scene, width: u32) -> Vec<u8> {
    encoded(&plain_picture(scene, width)).unwrap_or_default()
}

fn plain_picture(scene: &Scene, width: u32) -> RgbImage {
    let unit = width as f32 / scene.board.width;
    let height = (scene.board.height * unit).round() as u32;
    let mut picture = RgbImage::from_pixel(width, height, Rgb([49, 51, 56]));
    let at = |point: Point| (point.x * unit, point.y * unit);
    for surface in &scene.board.surfaces {
        shape(
            &mut picture,
            at(surface.centre),
            unit,
            surface.shape,
            tone(surface.ground),
        );
    }
    for cell in &scene.board.cells {
        shape(
            &mut picture,
            at(cell.centre),
            unit,
            cell.shape,
            tone(cell.ground),
        );
        text(&mut picture, at(cell.centre), 0.2 * unit, &cell.text);
    }
    for mark in &scene.marks {
        let Some(cell) = scene.board.cell(mark.cell) else {
            continue;
        };
        let colour = if matches!(mark.kind, MarkKind::Captured(_)) {
            Rgb([200, 40, 40])
        } else {
            Rgb([90, 160, 220])
        };
        shape(
            &mut picture,
            at(cell.centre),
            unit * 0.9,
            cell.shape,
            colour,
        );
    }
    for man in &scene.men {
        let point = match man.spot {
            Spot::On(cell) => scene.board.cell(cell).map(|cell| cell.centre),
            Spot::Beside(_, point) => Some(point),
        };
        let Some((x, y)) = point.map(at) else {
            continue;
        };
        let (face, edge) = if man.colour == Seat::First {
            ([235, 230, 220], [40, 40, 40])
        } else {
            ([50, 50, 55], [220, 220, 220])
        };
        let (centre, radius) = ((x as i32, y as i32), (0.38 * unit) as i32);
        draw_filled_circle_mut(&mut picture, centre, radius, Rgb(face));
        draw_hollow_circle_mut(&mut picture, centre, radius, Rgb(edge));
        let letter = match man.kind {
            Kind::Chess(figure) => format!("{figure:?}").chars().take(1).collect(),
            Kind::Stack(height) => height.to_string(),
            _ => String::new(),
        };
        text(&mut picture, (x, y), 0.3 * unit, &letter);
    }
    for label in &scene.board.labels {
        text(
            &mut picture,
            at(label.centre),
            label.size * unit,
            &label.text,
        );
    }
    picture
}

fn tone(ground: Ground) -> Rgb<u8> {
    Rgb(match ground {
        Ground::Frame => [40, 80, 160],
        Ground::Hole => [20, 30, 50],
        Ground::Light | Ground::Near => [222, 200, 165],
        Ground::Dark | Ground::Far => [165, 120, 85],
        Ground::Middle | Ground::Stripe => [195, 160, 125],
        Ground::Side(_) | Ground::Rim(_) | Ground::Home(_) => [120, 140, 110],
        Ground::Golden => [230, 190, 60],
        Ground::Tray => [90, 90, 95],
    })
}

fn shape(picture: &mut RgbImage, (x, y): (f32, f32), unit: f32, shape: Shape, colour: Rgb<u8>) {
    match shape {
        Shape::Rectangle { width, height, .. } => {
            let (width, height) = ((width * unit).max(1.0), (height * unit).max(1.0));
            let corner = Rect::at((x - width / 2.0) as i32, (y - height / 2.0) as i32);
            draw_filled_rect_mut(picture, corner.of_size(width as u32, height as u32), colour);
        }
        Shape::Disc { radius } => draw_filled_circle_mut(
            picture,
            (x as i32, y as i32),
            (radius * unit) as i32,
            colour,
        ),
        Shape::Hexagon { radius } => {
            let corners: Vec<_> = (0..6)
                .map(|i| {
                    let (sin, cos) = (std::f32::consts::FRAC_PI_3 * (i as f32 + 0.5)).sin_cos();
                    Corner::new(
                        (x + cos * radius * unit) as i32,
                        (y + sin * radius * unit) as i32,
                    )
                })
                .collect();
            draw_polygon_mut(picture, &corners, colour);
        }
    }
}

/// A pen that draws a glyph's outline at an offset.
struct Pen {
    rasterizer: Rasterizer,
    from: Dot,
    start: Dot,
    last: Dot,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> Dot {
        point(self.from.x + x, self.from.y - y)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = self.at(x, y);
        self.last = self.start;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.rasterizer.draw_line(self.last, to);
        self.last = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (one, to) = (self.at(x1, y1), self.at(x, y));
        self.rasterizer.draw_quad(self.last, one, to);
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (one, two, to) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.rasterizer.draw_cubic(self.last, one, two, to);
        self.last = to;
    }

    fn close(&mut self) {
        self.rasterizer.draw_line(self.last, self.start);
        self.last = self.start;
    }
}

fn text(picture: &mut RgbImage, (x, y): (f32, f32), capital: f32, text: &str) {
    let Ok(font) = FontRef::new(dejavu::sans::bold()) else {
        return;
    };
    let size = Size::new(capital / 0.73);
    let (characters, outlines) = (font.charmap(), font.outline_glyphs());
    let metrics = font.glyph_metrics(size, LocationRef::default());
    let glyphs: Vec<_> = text.chars().filter_map(|c| characters.map(c)).collect();
    let advance = |id| metrics.advance_width(id).unwrap_or(0.0);
    let width: f32 = glyphs.iter().map(|id| advance(*id)).sum();
    let mut left = x - width / 2.0;
    for id in glyphs {
        // Enough room for any glyph.
        let side = (capital * 2.0).ceil() as usize;
        let corner = (
            left.floor() - 1.0,
            (y + capital / 2.0).floor() - capital.ceil() * 1.5,
        );
        let mut pen = Pen {
            rasterizer: Rasterizer::new(side, side),
            from: point(left - corner.0, y + capital / 2.0 - corner.1),
            start: point(0.0, 0.0),
            last: point(0.0, 0.0),
        };
        left += advance(id);
        let settings = DrawSettings::unhinted(size, LocationRef::default());
        let drawn = outlines
            .get(id)
            .map(|outline| outline.draw(settings, &mut pen));
        if !matches!(drawn, Some(Ok(_))) {
            continue;
        }
        pen.rasterizer.for_each_pixel_2d(|dx, dy, amount| {
            let (x, y) = (
                corner.0 as i64 + i64::from(dx),
                corner.1 as i64 + i64::from(dy),
            );
            if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                && let Some(pixel) = picture.get_pixel_mut_checked(x, y)
            {
                pixel.0 = pixel
                    .0
                    .map(|tone| (f32::from(tone) * (1.0 - amount) + 230.0 * amount) as u8);
            }
        });
    }
}

fn encoded(picture: &RgbImage) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.as_raw())?;
    writer.finish()?;
    Ok(file)
}
