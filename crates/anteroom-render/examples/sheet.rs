//! Draws all boards as Discord shows them, to be judged by eye.
//!
//! `cargo run -p anteroom-render --example sheet -- DIR [THEME…]` writes, for each theme, every board in full size,
//! and all boards at 350 pixels (a phone) on Discord's dark page and on a white one. Compare the output before and
//! after a change. It prints the size of each file, the time to compress it, and the time to paint a picture: again
//! unchanged, again with another strip above it, and with a new painter.

#[path = "../../anteroom-games/tests/it/game_files.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod game_files;

use std::cell::Cell;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anteroom_board::Seat;
use anteroom_board::scene::{Mark, Scene};
use anteroom_games::{AnyPosition, CATALOGUE, Chosen, Game, add_step, split_steps, turn_marks};
use anteroom_render::{Format, Painter, Theme};
use image::imageops::{FilterType, overlay, resize};
use image::{Rgb, RgbImage};

/// The pages of Discord's dark and light themes.
const PAGES: [(&str, Rgb<u8>); 2] = [
    ("dark", Rgb([0x31, 0x33, 0x38])),
    ("light", Rgb([0xff, 0xff, 0xff])),
];

/// Width of a board on a phone, in points.
const PHONE: u32 = 350;
const COLUMNS: usize = 4;
const GAP: u32 = 16;
const RUNS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: sheet DIR [THEME…]")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let mut themes = arguments
        .map(|name| name.parse())
        .collect::<Result<Vec<Theme>, _>>()?;
    if themes.is_empty() {
        themes.extend(Theme::ALL);
    }
    let scenes: Vec<_> = CATALOGUE.iter().flat_map(scenes).collect();
    for theme in themes {
        let mut small = Vec::new();
        for (name, scene) in &scenes {
            let painter = Painter::new();
            let frame = painter.frame(scene, Format::still(theme));
            let file = painter.png(scene, Format::still(theme))?;
            fs::write(folder.join(format!("{name}-{theme}.png")), &file)?;
            let whole = median(|| drop(frame.png()));
            let again = median(|| drop(painter.png(scene, Format::still(theme))));
            let notes = Cell::new(0);
            let strip = median(|| {
                notes.set(notes.get() + 1);
                let mut scene = scene.clone();
                if let Some(bar) = &mut scene.bar {
                    bar.note = format!("turn {}", notes.get());
                }
                drop(painter.png(&scene, Format::still(theme)));
            });
            let first = median(|| drop(Painter::new().png(scene, Format::still(theme))));
            println!(
                "{name:16} {theme:14} {:4}x{:<4} {:5.1} kB {:3} colours; ms: packing {whole:5.2}, again {again:5.2}, \
                 with another strip {strip:5.2}, the first time {first:6.2}",
                frame.size().0,
                frame.size().1,
                file.len() as f64 / 1000.0,
                frame.palette().len()
            );
            let colours = frame
                .pixels()
                .iter()
                .flat_map(|index| frame.palette()[usize::from(*index)]);
            let (width, height) = frame.size();
            let picture =
                RgbImage::from_raw(width, height, colours.collect()).ok_or("no picture")?;
            small.push(resize(
                &picture,
                PHONE,
                height * PHONE / width,
                FilterType::CatmullRom,
            ));
        }
        for (name, page) in PAGES {
            let sheet = sheet(&small, page);
            let file = folder.join(format!("phone-{theme}-{name}.png"));
            fs::write(file, encoded(&sheet)?)?;
        }
    }
    Ok(())
}

/// Returns the median time of the work in milliseconds.
fn median(work: impl Fn()) -> f64 {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2].as_secs_f64() * 1000.0
}

/// Returns a game's sample, the same with a turn half picked, and its positions that are hardest to draw.
fn scenes(game: &'static Game) -> Vec<(String, Scene)> {
    let sample = &game.card.sample;
    let given = sample.options.iter();
    let given = given.map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    let settings = game
        .complete_options(&given.collect(), || 0)
        .expect("options");
    let start = match sample.from {
        "" => game.start(&settings).expect("a start"),
        from => game.read(&settings, from).expect("a position"),
    };
    let (position, scene) = played(game, start, sample.play);
    let mut picking = scene.clone();
    picking.marks.extend(picks(&position));
    let mut scenes = vec![
        (game.card.key.to_owned(), scene),
        (format!("{}-picking", game.card.key), picking),
    ];
    for block in game_files::blocks(game, "extremes.txt") {
        let name = format!("{}-{}", game.card.key, block.need("name"));
        let play = block.get("play").unwrap_or_default();
        scenes.push((name, played(game, block.start(game), play).1));
    }
    scenes
}

/// Marks the last question about a turn: the cells chosen so far and those to choose from.
fn picks(position: &AnyPosition) -> Vec<Mark> {
    let (mut keys, mut marks) = (Vec::new(), Vec::new());
    while let Some(Chosen::Open(choice)) = position.choose(&keys) {
        marks = choice.marks();
        let Some(pick) = choice.lists.iter().flat_map(|list| &list.picks).next() else {
            break;
        };
        keys.push(pick.key.clone());
    }
    marks
}

fn played(game: &Game, mut position: AnyPosition, steps: &str) -> (AnyPosition, Scene) {
    let (mut last, mut turn) = (Vec::new(), Vec::new());
    for step in split_steps(steps) {
        if position.turn().is_empty() {
            last.clear();
            turn.clear();
        }
        turn.push(step);
        add_step(
            &mut last,
            position.play(step).expect("a legal step").effects,
        );
    }
    let mut scene = position.scene(Seat::First);
    let mut bar = game.bar(&*position);
    for (side, name) in bar.sides.iter_mut().zip(["Alexandra", "Ben"]) {
        side.name = name.to_owned();
    }
    bar.note = position.turn_on_picture(&turn.join(" "), Seat::First);
    scene.bar = Some(bar);
    scene.marks.extend(turn_marks(&last));
    (position, scene)
}

fn sheet(pictures: &[RgbImage], page: Rgb<u8>) -> RgbImage {
    let rows: Vec<_> = pictures.chunks(COLUMNS).collect();
    let tall = |row: &[RgbImage]| row.iter().map(RgbImage::height).max().unwrap_or(0) + GAP;
    let height = rows.iter().map(|row| tall(row)).sum::<u32>() + GAP;
    let mut sheet = RgbImage::from_pixel((PHONE + GAP) * COLUMNS as u32 + GAP, height, page);
    let mut top = GAP;
    for row in rows {
        for (column, picture) in row.iter().enumerate() {
            let left = GAP + (PHONE + GAP) * column as u32;
            overlay(&mut sheet, picture, left.into(), top.into());
        }
        top += tall(row);
    }
    sheet
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
