//! Measures the pictures of every board and theme, beside general encoders and a plain program.
//!
//! `cargo bench -p anteroom-benches --bench render` prints four tables of sizes and of the shortest times of some runs:
//!
//! - every typical board in every theme, and the boards that are hardest to paint: the file of the first picture, for
//!   which everything is painted; the pixels of a board that was painted before; and packing them all at the level of
//!   large files;
//! - the same boards by `png` and by libdeflate, and by a program that draws everything each time with jagged edges,
//!   in full colour, and encodes with the defaults;
//! - animated matches, the first time and again;
//! - a page of the rules and a puzzle of every game, from the text to the file.
//!
//! What pictures cost turn by turn is measured by `painting` of `anteroom-render`.

#[path = "../../crates/anteroom-games/tests/it/game_files.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod game_files;
#[path = "../../tests/it/support/sights.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod sights;

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use ab_glyph_rasterizer::{Point as Dot, Rasterizer, point};
use anteroom::board::Seat;
use anteroom::board::scene::{Ground, Kind, MarkKind, Point, Scene, Shape, Spot};
use anteroom::features::help;
use anteroom::games::{CATALOGUE, Game};
use anteroom::render::{Format, Frame, Painter, Theme};
use anteroom::search::puzzle;
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

fn main() -> Result<(), Box<dyn Error>> {
    println!("| Board | Theme | Size | kB | First, ms | Pixels again, ms | Packing, ms |");
    for (name, scene) in sights::samples() {
        for theme in Theme::ALL {
            board(&name, &scene, theme)?;
        }
    }
    for (name, scene) in sights::extremes() {
        board(&name, &scene, Theme::Dark)?;
    }
    println!("\n| Board | By | kB | ms |");
    for (name, scene) in sights::samples().into_iter().chain(sights::extremes()) {
        by_others(&name, &scene)?;
    }
    println!("\n| Animated match | Pictures | kB | First, ms | Again, ms |");
    for (name, shots) in sights::films() {
        let format = Format::replay(Theme::Dark);
        let (first, file) = shortest(|| Painter::new().gif(&shots, format));
        let painter = Painter::new();
        painter.gif(&shots, format)?;
        let (again, _) = shortest(|| painter.gif(&shots, format));
        let (pictures, kb) = (shots.len(), kilobytes(file?.len()));
        println!("| {name} | {pictures} | {kb} | {first:.1} | {again:.1} |");
    }
    println!("\n| Game | Page of rules, ms | Puzzle, ms |");
    for game in CATALOGUE {
        let (rules, _) = shortest(|| rules_page(game));
        let (puzzle, _) = shortest(|| first_picture_of_puzzle(game));
        println!("| {} | {rules:.1} | {puzzle:.1} |", game.card.key);
    }
    Ok(())
}

/// Runs the work for a while; returns the shortest time in milliseconds, and the last result.
fn shortest<T>(mut work: impl FnMut() -> T) -> (f64, T) {
    const AT_MOST: Duration = Duration::from_millis(200);
    let begun = Instant::now();
    let mut best = f64::INFINITY;
    loop {
        let start = Instant::now();
        let result = black_box(work());
        best = best.min(start.elapsed().as_secs_f64() * 1000.0);
        if begun.elapsed() > AT_MOST {
            return (best, result);
        }
    }
}

fn kilobytes(bytes: usize) -> String {
    format!("{:.1}", bytes as f64 / 1000.0)
}

fn board(name: &str, scene: &Scene, theme: Theme) -> Result<(), Box<dyn Error>> {
    let format = Format::still(theme);
    let (first, file) = shortest(|| Painter::new().png(scene, format));
    let painter = Painter::new();
    let (width, height) = painter.size(scene, format);
    let (again, frame) = shortest(|| painter.frame(scene, format));
    let (packing, _) = shortest(|| frame.png());
    let kb = kilobytes(file?.len());
    println!(
        "| {name} | {theme} | {width}x{height} | {kb} | {first:.1} | {again:.2} | {packing:.2} |"
    );
    Ok(())
}

/// Packs the pixels of a board by general encoders, and draws it by the plain program.
fn by_others(name: &str, scene: &Scene) -> Result<(), Box<dyn Error>> {
    let frame = Painter::new().frame(scene, Format::still(Theme::Dark));
    for (by, encode) in ENCODERS {
        let (time, file) = shortest(|| encode(&frame));
        println!("| {name} | {by} | {} | {time:.1} |", kilobytes(file?.len()));
    }
    let (time, file) = shortest(|| encoded(&plain_picture(scene, frame.size().0)));
    let kb = kilobytes(file?.len());
    println!("| {name} | plain program | {kb} | {time:.1} |");
    Ok(())
}

type Encode = fn(&Frame) -> Result<Vec<u8>, png::EncodingError>;

const ENCODERS: [(&str, Encode); 4] = [
    ("png, fast", |frame| {
        by_png(frame, png::Compression::Fast, png::Filter::Up)
    }),
    ("png, balanced", |frame| {
        by_png(frame, png::Compression::Balanced, png::Filter::NoFilter)
    }),
    ("libdeflate 2", |frame| by_libdeflate(frame, 2)),
    ("libdeflate 6", |frame| by_libdeflate(frame, 6)),
];

fn with_palette<'a>(
    file: &'a mut Vec<u8>,
    frame: &Frame,
) -> png::Encoder<'static, &'a mut Vec<u8>> {
    let (width, height) = frame.size();
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(frame.palette().as_flattened().to_vec());
    encoder
}

fn by_png(
    frame: &Frame,
    compression: png::Compression,
    filter: png::Filter,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = with_palette(&mut file, frame);
    encoder.set_compression(compression);
    encoder.set_filter(filter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(frame.pixels())?;
    writer.finish()?;
    Ok(file)
}

fn by_libdeflate(frame: &Frame, level: i32) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = frame.size();
    let mut rows = Vec::with_capacity(frame.pixels().len() + height as usize);
    for row in frame.pixels().chunks(width as usize) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    let level = CompressionLvl::new(level).unwrap_or_default();
    let mut compressor = Compressor::new(level);
    let mut stream = vec![0; compressor.zlib_compress_bound(rows.len())];
    let length = compressor.zlib_compress(&rows, &mut stream).unwrap_or(0);
    let mut file = Vec::new();
    let mut writer = with_palette(&mut file, frame).write_header()?;
    writer.write_chunk(png::chunk::IDAT, stream.get(..length).unwrap_or_default())?;
    writer.finish()?;
    Ok(file)
}

/// Plays the example of the first rule of a game, and paints its boards.
fn rules_page(game: &Game) -> Option<Vec<u8>> {
    let plate = help::messages::rules(game, 1).plate?;
    let painted = Painter::new().plate(&plate.boards, Theme::Dark);
    painted.png().ok()
}

fn first_picture_of_puzzle(game: &Game) -> Option<Vec<u8>> {
    let position = puzzle(game, 1)?.start(game).ok()?;
    let mut scene = position.scene(position.to_move()?);
    scene.bar = Some(game.bar(&*position));
    let format = Format::still(Theme::Dark);
    Painter::new().png(&scene, format).ok()
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
