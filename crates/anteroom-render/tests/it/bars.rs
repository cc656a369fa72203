//! The strip above a board: names, the player to move and the score, for all kinds of names.

use anteroom_board::Seat;
use anteroom_board::scene::{Bar, Scene};
use anteroom_games::{CATALOGUE, GivenOptions, find};
use anteroom_render::{Format, Painter, Theme, printable, printable_name};

/// The rows of the strip as luminances, 0 to 255, and its width.
struct Strip {
    width: usize,
    rows: Vec<Vec<u32>>,
}

impl Strip {
    /// Paints the strip of this scene as a still of this theme.
    fn of(scene: &Scene, theme: Theme) -> Strip {
        let painter = Painter::new();
        let frame = painter.frame(scene, Format::still(theme));
        let (width, height) = frame.size();
        assert_eq!(painter.size(scene, Format::still(theme)), (width, height));
        let bare = painter.size(
            &Scene {
                bar: None,
                ..scene.clone()
            },
            Format::still(theme),
        );
        assert_eq!(bare.0, width);
        let light = |index: &u8| {
            frame.palette()[usize::from(*index)]
                .iter()
                .map(|tone| u32::from(*tone))
                .sum::<u32>()
                / 3
        };
        let rows = frame
            .pixels()
            .chunks(width as usize)
            .take((height - bare.1) as usize);
        Strip {
            width: width as usize,
            rows: rows.map(|row| row.iter().map(light).collect()).collect(),
        }
    }

    /// Whether a column of pixels is blank.
    fn is_empty(&self, column: usize) -> bool {
        let page = self.rows[0][column];
        self.rows.iter().all(|row| row[column] == page)
    }

    /// Returns the amount of ink between two parts of the width.
    fn ink(&self, from: f32, to: f32) -> u32 {
        let columns = (self.width as f32 * from) as usize..(self.width as f32 * to) as usize;
        let page = self.rows[0][0];
        self.rows
            .iter()
            .flat_map(|row| &row[columns.clone()])
            .map(|light| light.abs_diff(page))
            .sum()
    }
}

/// Returns the start of a game with these names above it.
fn named(game: &str, names: [&str; 2], note: &str) -> Scene {
    let game = find(game).expect("a game");
    let options = game.complete_options(&GivenOptions::new(), || 0);
    let position = game.start(&options.expect("options")).expect("a start");
    let mut bar = game.bar(&*position);
    for (side, name) in bar.sides.iter_mut().zip(names) {
        side.name = name.to_owned();
    }
    note.clone_into(&mut bar.note);
    Scene {
        bar: Some(bar),
        ..position.scene(Seat::First)
    }
}

/// Returns the scene with a changed strip.
fn with(scene: &Scene, change: impl FnOnce(&mut Bar)) -> Scene {
    let mut scene = scene.clone();
    if let Some(bar) = &mut scene.bar {
        change(bar);
    }
    scene
}

#[test]
fn every_board_has_a_slim_strip() {
    for game in CATALOGUE {
        for theme in [Theme::Light, Theme::Dark] {
            let strip = Strip::of(&named(game.card.key, ["Ana", "Ben"], "e2e4"), theme);
            assert!(
                (30..=70).contains(&strip.rows.len()),
                "{}: {}",
                game.card.key,
                strip.rows.len()
            );
            // Both pieces, both names, and the note between them.
            for (from, to) in [
                (0.0, 0.08),
                (0.08, 0.3),
                (0.35, 0.65),
                (0.7, 0.92),
                (0.92, 1.0),
            ] {
                assert!(
                    strip.ink(from, to) > 500,
                    "{} in {theme} has nothing from {from} to {to}",
                    game.card.key
                );
            }
        }
    }
}

#[test]
fn the_seat_to_move_and_the_winner_stand_out() {
    let scene = named("connect-n", ["Ana", "Ana"], "");
    for theme in Theme::ALL {
        let both = |scene: &Scene| {
            let strip = Strip::of(scene, theme);
            [strip.ink(0.08, 0.5), strip.ink(0.5, 0.92)]
        };
        let [first, second] = both(&scene);
        assert!(first > 2 * second, "{theme}: {first} {second}");
        let other = with(&scene, |bar| {
            bar.sides
                .iter_mut()
                .for_each(|side| side.to_move = !side.to_move)
        });
        let [first, second] = both(&other);
        assert!(second > 2 * first, "{theme}: {first} {second}");
        let over = with(&scene, |bar| bar.sides[0].to_move = false);
        let won = with(&over, |bar| bar.sides[1].won = true);
        assert!(both(&won)[1] > 2 * both(&over)[1], "{theme}");
    }
}

#[test]
fn names_of_any_length_leave_the_others_room() {
    let long = "Wilhelmina-Frederika the Magnificent of Upper Lower Saxony";
    let note = "e5,f4,g5-N e6,f6-NW and so on and on";
    for names in [
        [long, "Bo"],
        ["Bo", long],
        [long, long],
        ["", ""],
        ["i", "W"],
    ] {
        for game in ["connect-n", "anacund"] {
            let mut scene = named(game, names, note);
            scene = with(&scene, |bar| {
                bar.sides
                    .iter_mut()
                    .for_each(|side| side.score = Some(123_456))
            });
            let strip = Strip::of(&scene, Theme::Dark);
            // The borders are blank and the three parts are separate: a gap is right of the first piece and left of
            // the second.
            assert!(
                strip.is_empty(0) && strip.is_empty(strip.width - 1),
                "{names:?}"
            );
            let gap = strip.rows.len() / 4;
            let inner = strip.width / 8..strip.width * 7 / 8;
            let mut gaps = 0;
            let mut run = 0;
            for column in inner {
                run = if strip.is_empty(column) { run + 1 } else { 0 };
                gaps += usize::from(run == gap);
            }
            assert!(gaps >= 2, "{names:?} on {game}: {gaps} gaps");
        }
    }
}

#[test]
fn what_cannot_be_drawn_is_left_out() {
    for (name, drawn) in [
        ("Ana", "Ana"),
        ("  Ana \t\n Maria  ", "Ana Maria"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("Анна", "Анна"),
        ("Ελένη", "Ελένη"),
        ("\u{1f525}Ana\u{1f525}", "Ana"),
        ("山田太郎", ""),
        ("山田 taro", "taro"),
        ("עֲנָה", ""),
        ("مریم", ""),
        ("A\u{202e}na\u{200b}", "Ana"),
        ("A\u{301}na", "Ana"),
        ("\u{0}\u{7}", ""),
        ("...", ""),
        ("", ""),
    ] {
        assert_eq!(printable(name), drawn, "{name:?}");
    }
    let strip = |name| Strip::of(&named("antichess", [name, "Ben"], ""), Theme::Light).rows;
    assert_eq!(strip("山田太郎"), strip(""));
    assert_eq!(strip("\u{1f525}Ana"), strip("Ana"));
    assert_ne!(strip("Ana"), strip(""));
}

#[test]
fn names_come_before_what_is_left_to_place() {
    for (game, edge) in [("anacund", 600), ("anacund", 1000), ("connect-n", 600)] {
        let strip = |name: &str, stock: &str| {
            let mut scene = with(&named(game, [name, "Ben"], "18"), |bar| {
                for side in &mut bar.sides {
                    (side.score, side.stock) = (Some(22), stock.to_owned());
                    side.counted = "";
                }
            });
            // The panels show it as well, and then the strip does not.
            scene.panels.clear();
            let frame = Painter::new().frame(
                &scene,
                Format {
                    theme: Theme::Dark,
                    edge,
                },
            );
            frame.pixels()[..(frame.size().0 * 30) as usize].to_vec()
        };
        let stock = "groups 3,1,0, and many more than there is room for";
        assert_ne!(
            strip("Wilhelmina", stock),
            strip("Wilfredina", stock),
            "{game} at {edge} pixels has no room for a name"
        );
        assert_eq!(
            strip("Wilhelmina", stock),
            strip("Wilhelmina", ""),
            "{game} at {edge} pixels has room for too much"
        );
    }
}

#[test]
fn what_is_counted_is_shown_unless_the_name_needs_the_room() {
    let shows = |name: &str| {
        let strip = |counted| {
            let scene = with(&named("anaash", [name, "Ben"], ""), |bar| {
                bar.sides[0].counted = counted;
            });
            Strip::of(&scene, Theme::Dark).rows
        };
        strip("checkers") != strip("")
    };
    assert!(shows("Wilhelmina"));
    assert!(!shows(
        "Wilhelmina-Frederika the Magnificent of Upper Lower Saxony"
    ));
}

#[test]
fn decorated_name_is_plain_and_a_name_with_a_missing_letter_is_no_name() {
    for (name, drawn) in [
        ("Ana", "Ana"),
        ("𝓗ir𝓐van𝓒ni𝓚", "HirAvanCniK"),
        ("𝔄𝔫𝔞 𝟙𝟚", "Ana 12"),
        ("Ａｎａ", "Ana"),
        ("ⓐⓝⓐ", "ana"),
        ("🄰🄽🄰", "ANA"),
        ("A\u{301}na", "Ána"),
        ("A\u{336}n\u{336}a\u{336}", "Ana"),
        ("\u{1f525}Ana\u{1f525} \u{1f1e9}\u{1f1ea}", "Ana"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("Анна", "Анна"),
        ("山田 taro", ""),
        ("Ana 山", ""),
        ("🅰na", ""),
        ("\u{1f1e6}na", ""),
        ("مريم Ana", ""),
        ("\u{0}\u{7}", ""),
        ("", ""),
    ] {
        assert_eq!(printable_name(name), drawn, "{name:?}");
    }
}
