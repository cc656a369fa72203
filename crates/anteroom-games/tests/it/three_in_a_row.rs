//! The skeleton of a game has the tests of the games of the catalogue.

use anteroom_games::GivenOptions;
use fastrand::Rng;

use crate::games::play_one;
use crate::oracle::Setting;
use crate::skeleton::GAME;

fn setting() -> Setting {
    let values = GAME
        .complete_options(&GivenOptions::new(), || 0)
        .expect("no options");
    Setting {
        game: &GAME,
        values,
    }
}

#[test]
fn the_skeleton_of_a_game_keeps_its_word() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..40 {
        play_one(&setting(), usize::MAX, &mut rng);
    }
    // 9, 9 × 8, 9 × 8 × 7 …; after five stones 1,440 of the games are over.
    let counts = [9, 72, 504, 3_024, 15_120, 54_720];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(setting().start().perft(depth), count);
    }
}

#[test]
fn path_to_the_rules_page_is_right_where_the_skeleton_is_copied_to() {
    let (_, path) = include_str!("skeleton.rs")
        .split_once("include_str!(\"")
        .expect("a path");
    let (path, _) = path.split_once('"').expect("its end");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let copied = root.join("src").join(path);
    let folder = copied.parent().expect("a folder").canonicalize();
    assert_eq!(
        folder.expect("it is there"),
        root.join("../../assets/rules")
            .canonicalize()
            .expect("a folder")
    );
}

#[test]
fn its_rules_page_shows_what_happens() {
    crate::rules_pages::check_examples(&GAME);
}

#[test]
fn the_skeleton_has_no_lessons_yet() {
    assert_eq!(GAME.lessons(), Ok(Vec::new()));
}
