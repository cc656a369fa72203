//! The catalogue of games in Discord: the choices of `/play`, and the pages of `/rules`.
//!
//! If `ANTEROOM_RULES_PICTURES` names a folder, `pictures_of_rules_are_small_files` writes the picture and the text of
//! each page there.

use std::fs;
use std::path::PathBuf;

use anteroom::games::CATALOGUE;
use anteroom::render::{Painter, Theme};

#[test]
fn pictures_of_rules_are_small_files() {
    let folder = std::env::var_os("ANTEROOM_RULES_PICTURES").map(PathBuf::from);
    let write = |name: &str, bytes: &[u8]| {
        if let Some(folder) = &folder {
            fs::create_dir_all(folder).expect("a folder");
            fs::write(folder.join(name), bytes).expect("a file");
        }
    };
    let painter = Painter::new();
    for game in CATALOGUE {
        for page in 0.. {
            let message = anteroom::features::help::messages::rules(game, page);
            let name = format!("{}-{page:02}", game.card.key);
            write(&format!("{name}.txt"), message.content.as_bytes());
            if let Some(plate) = &message.plate {
                for theme in [Theme::Light, Theme::Dark] {
                    let frame = painter.plate(&plate.boards, theme);
                    let (width, _) = frame.size();
                    let file = frame.png().expect("a picture");
                    let bytes = file.len();
                    // As much as a board of a match, and a third more for several.
                    let most = if plate.boards.len() > 1 {
                        80_000
                    } else {
                        60_000
                    };
                    assert!(bytes <= most, "{} {theme:?}: {bytes} bytes", plate.file);
                    assert!(width <= 1400, "{}: {width} pixels wide", plate.file);
                    write(&format!("{name}-{theme}.png"), &file);
                }
            }
            if !message
                .rows
                .iter()
                .flatten()
                .any(|it| it.label == "Next" && it.enabled)
            {
                break;
            }
        }
    }
}
