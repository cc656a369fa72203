//! The catalogue of games as Discord shows it: the choices of `/play`, and the pages of `/rules`.
//!
//! With `ANTEROOM_RULES_PICTURES` set to a folder, `pictures_of_rules_are_small_files` writes the picture
//! of each page there, with the text above it.

use std::fs;
use std::path::PathBuf;

use anteroom::games::CATALOGUE;
use anteroom::render::{Painter, Theme};

#[test]
fn play_offers_the_games_in_the_order_of_the_catalogue() {
    let commands = anteroom::bot::commands::definitions();
    let play = commands.iter().find(|command| command["name"] == "play");
    let offered = play.expect("/play")["options"]
        .as_array()
        .expect("games")
        .iter()
        .map(|option| [&option["name"], &option["description"]].map(|text| text.as_str()));
    let offered: Vec<_> = offered.collect();
    // Who sends a bare command in haste gets what comes first.
    assert_eq!(offered[0][0], Some("choose"));
    assert_eq!(offered.len(), CATALOGUE.len() + 1);
    for (game, [name, description]) in CATALOGUE.iter().zip(&offered[1..]) {
        let card = &game.card;
        assert_eq!(*name, Some(card.key));
        let whole = format!("{}. {}", card.learning.words(), card.tagline);
        assert_eq!(*description, Some(whole.as_str()), "not cut");
    }
}

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
                    assert!(bytes <= 60_000, "{} {theme:?}: {bytes} bytes", plate.file);
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
