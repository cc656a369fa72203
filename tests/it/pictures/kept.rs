//! Pictures compared with approved ones.
//!
//! The approved pictures are small, in `tests/games/<game>/pictures/`. After an intended change, look at the output of
//! the failing test, then run `ANTEROOM_KEEP_PICTURES=1 cargo test --test it pictures` and commit the new pictures.

use std::fs;
use std::path::PathBuf;

use anteroom::board::scene::Scene;
use anteroom::games::{CATALOGUE, Game};
use anteroom::render::{Format, Frame, Painter, Theme};

use crate::support::film::{colours, decoded};
use crate::support::game_files;
use crate::support::sights::{choosable, extremes, samples};

/// The long edge of approved pictures, in pixels.
const EDGE: u32 = 330;

/// The allowed difference of a colour channel: machines round floating point differently.
const TOLERANCE: u8 = 24;
/// The allowed number of larger differences, in a thousand pixels.
const STRAY: usize = 2;

#[test]
fn pictures_are_as_they_were_kept() {
    let painter = Painter::new();
    let (samples, extremes, choosable) = (samples(), extremes(), choosable());
    let mut pictures: Vec<(String, &Scene, Theme)> = Vec::new();
    for (name, scene) in samples.iter().chain(&extremes) {
        pictures.push((name.clone(), scene, Theme::default()));
    }
    for (name, scene) in &choosable {
        pictures.push((format!("{name}-choice"), scene, Theme::default()));
    }
    // Each theme with boards that differ as much as possible.
    for theme in Theme::ALL
        .into_iter()
        .filter(|theme| *theme != Theme::default())
    {
        for (name, scene) in samples
            .iter()
            .filter(|(name, _)| ["anache", "anaash", "connect-n"].contains(&name.as_str()))
        {
            pictures.push((format!("{name}-{theme}"), scene, theme));
        }
    }
    let wrong: Vec<String> = pictures
        .into_iter()
        .filter_map(|(name, scene, theme)| {
            compare(&name, &painter.frame(scene, Format { theme, edge: EDGE }))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Compares a picture with the approved one of that name. Returns a message with the paths if they differ.
fn compare(name: &str, frame: &Frame) -> Option<String> {
    let of_game = |game: &&Game| {
        let rest = name.strip_prefix(game.card.key);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let game = CATALOGUE.iter().find(of_game).expect("a game");
    let kept = game_files::path(game, &format!("pictures/{name}.png"));
    if std::env::var_os("ANTEROOM_KEEP_PICTURES").is_some() {
        fs::create_dir_all(kept.parent().unwrap()).unwrap();
        fs::write(&kept, frame.png().unwrap()).unwrap();
    }
    let now = colours(frame);
    let folder = failures().join(name);
    let Ok(expected) = fs::read(&kept) else {
        return Some(format!("{} is missing", kept.display()));
    };
    let (size, before) = decoded(&expected);
    if size == frame.size() {
        let differs =
            |(a, b): (&[u8; 3], &[u8; 3])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > TOLERANCE);
        let strays = now
            .iter()
            .zip(&before)
            .filter(|pair| differs(*pair))
            .count();
        if strays * 1000 <= now.len() * STRAY {
            return None;
        }
        // White marks the differing pixels.
        let difference: Vec<u8> = now
            .iter()
            .zip(&before)
            .flat_map(|pair| [if differs(pair) { 255 } else { 0 }; 3])
            .collect();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("difference.png"), encoded(size, &difference)).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("kept.png"), expected).unwrap();
    fs::write(folder.join("now.png"), frame.png().unwrap()).unwrap();
    Some(format!("{name} has changed: see {}", folder.display()))
}

fn failures() -> PathBuf {
    std::env::temp_dir().join("anteroom-pictures")
}

fn encoded((width, height): (u32, u32), pixels: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    file
}
