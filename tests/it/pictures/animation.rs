//! Animations as people receive them, read by a third-party decoder.
//!
//! The tests compare every pixel with the still pictures.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::board::scene::{Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot};
use anteroom::games::{CATALOGUE, Game, GivenOptions, turn_marks};
use anteroom::render::{AnimationError, Format, Painter, Shot, Theme};
use gif::DecodeOptions;

use crate::support::film::{Film, MOST_BYTES, SHORTEST, Seen, still};
use crate::support::sights::films;

use super::{board, board_with};

/// Returns the boards of the first turns of a random match.
fn beginning(game: &Game, turns: usize) -> Vec<Scene> {
    let mut random = fastrand::Rng::with_seed(5);
    let values = game
        .complete_options(&GivenOptions::new(), || 7)
        .expect("settings");
    let mut position = game.start(&values).expect("a start");
    let mut scenes = vec![position.scene(Seat::First)];
    let mut effects = Vec::new();
    while scenes.len() <= turns && position.to_move().is_some() {
        if position.turn().is_empty() {
            effects.clear();
        }
        let steps = position.steps();
        effects.extend(
            position
                .play(&steps[random.usize(..steps.len())])
                .expect("a legal step")
                .effects,
        );
        if position.turn().is_empty() {
            let mut scene = position.scene(Seat::First);
            scene.marks.extend(turn_marks(&effects));
            scenes.push(scene);
        }
    }
    scenes
}

fn shots(scenes: &[Scene], hold: Duration) -> Vec<Shot> {
    let scenes = scenes.iter().cloned();
    scenes.map(|scene| Shot { scene, hold }).collect()
}

const fn format(theme: Theme, edge: u32) -> Format {
    Format { theme, edge }
}

/// Returns the file of an animation of these scenes.
fn gif(painter: &Painter, scenes: &[Scene], hold: Duration, format: Format) -> Vec<u8> {
    let file = painter.gif(&shots(scenes, hold), format);
    file.expect("an animation")
}

/// Checks that an animation shows each scene as its still picture, for a second.
fn check_film(scenes: &[Scene], theme: Theme, edge: u32) -> Film {
    let (painter, format) = (Painter::new(), Format { theme, edge });
    let film = Film::of(&gif(&painter, scenes, Duration::from_secs(1), format));
    assert_eq!(film.pictures.len(), scenes.len());
    for (number, (seen, scene)) in film.pictures.iter().zip(scenes).enumerate() {
        let same = seen.pixels == still(&painter, scene, format);
        assert!(same, "picture {number}");
        assert_eq!(seen.hold, 100, "picture {number}");
    }
    film
}

#[test]
fn every_picture_of_an_animation_is_the_still_one() {
    let format = format(Theme::Light, 320);
    for game in CATALOGUE {
        let painter = Painter::new();
        let key = game.card.key;
        let scenes = beginning(game, 10);
        let hold = Duration::from_millis(700);
        let film = Film::of(&gif(&painter, &scenes, hold, format));
        assert_eq!(
            (film.size, film.repeats),
            (painter.size(&scenes[0], format), true),
            "{key}"
        );
        assert_eq!(film.pictures.len(), scenes.len(), "{key}");
        for (turn, (seen, scene)) in film.pictures.iter().zip(&scenes).enumerate() {
            assert_eq!(seen.hold, 70, "{key}, turn {turn}");
            let expected = still(&painter, scene, format);
            // As a still picture, a board without pieces has its own palette.
            let same = scene.men.is_empty() || seen.pixels == expected;
            assert!(same, "{key}, turn {turn}");
        }
    }
}

#[test]
fn a_picture_is_only_what_has_changed() {
    let painter = Painter::new();
    let format = format(Theme::Dark, 320);
    let scenes = beginning(anteroom::games::find("antichess").expect("a game"), 2);
    let [start, first, second] = &scenes[..] else {
        panic!("two turns")
    };
    let second_long = Duration::from_secs(1);
    let pictures = [start.clone(), first.clone(), first.clone(), second.clone()];
    let film = Film::of(&gif(&painter, &pictures, second_long, format));
    let area = |seen: &Seen| u32::from(seen.part.0) * u32::from(seen.part.1);
    let areas: Vec<_> = film.pictures.iter().map(area).collect();
    assert_eq!(areas[0], film.size.0 * film.size.1);
    // At most the area from the square that the piece left to its new square.
    assert!(areas[1] < areas[0] / 11, "{areas:?}");
    assert_eq!(film.pictures[2].part, (1, 1), "nothing has changed");
    assert!(
        film.pictures[1].pixels == film.pictures[2].pixels
            && film.pictures[2].pixels != film.pictures[3].pixels
    );
    assert!(film.pictures.iter().all(|seen| seen.hold == 100));
    let [whole, more] = [1, 4].map(|count| {
        let pictures = vec![start.clone(); count];
        gif(&painter, &pictures, second_long, format).len()
    });
    assert!(more - whole < 150, "{whole} and {more} bytes");
}

#[test]
fn frame_without_duration_lasts_the_shortest_time() {
    let scenes = beginning(anteroom::games::find("connect-n").expect("a game"), 4);
    let format = format(Theme::Dark, 200);
    let file = gif(&Painter::new(), &scenes, Duration::ZERO, format);
    let mut decoder = DecodeOptions::new().read_info(&file[..]).expect("a GIF");
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        assert_eq!(frame.delay, SHORTEST);
    }
}

#[test]
fn boards_of_other_colours_can_follow() {
    let painter = Painter::new();
    let format = format(Theme::Dark, 200);
    let mut plain = board("antichess", "");
    plain.men.clear();
    let mut golden = plain.clone();
    golden.board.key.push_str(" of gold");
    golden.board.cells[0].ground = Ground::Golden;
    let pictures = [plain.clone(), golden.clone(), golden, plain];
    let hold = Duration::from_secs(700);
    let film = Film::of(&gif(&painter, &pictures, hold, format));
    assert_eq!(film.pictures.len(), pictures.len());
    for (seen, scene) in film.pictures.iter().zip(&pictures) {
        assert!(seen.pixels == still(&painter, scene, format));
        assert_eq!(seen.hold, u16::MAX);
    }
}

#[test]
fn a_quick_match_is_seen_turn_by_turn() {
    for (name, mut shots) in films()
        .into_iter()
        .filter(|(name, _)| name.starts_with("anac"))
    {
        for millis in [200, 50] {
            shots
                .iter_mut()
                .for_each(|shot| shot.hold = Duration::from_millis(millis));
            let painter = Painter::new();
            let format = format(Theme::Dark, 300);
            let film = Film::of(&painter.gif(&shots, format).expect("an animation"));
            assert_eq!(film.pictures.len(), shots.len(), "{name}");
            for (turn, (seen, shot)) in film.pictures.iter().zip(&shots).enumerate() {
                assert_eq!(u64::from(seen.hold), millis / 10, "{name}, turn {turn}");
                assert!(
                    turn % 9 != 8 || seen.pixels == still(&painter, &shot.scene, format),
                    "{name}, turn {turn}"
                );
            }
        }
    }
}

/// Covers every game, each in one theme and all themes in turn. Anache moves most, so it runs in every theme.
#[test]
fn files_of_eighty_turns_are_small_and_show_every_board() {
    let films = films();
    let themes = Theme::ALL.into_iter().cycle();
    let most = films
        .iter()
        .filter(|(name, _)| *name == "anache")
        .flat_map(|film| Theme::ALL.map(|theme| (film, theme)));
    let mut too_large = Vec::new();
    for ((name, shots), theme) in films.iter().zip(themes).chain(most) {
        let painter = Painter::new();
        let file = painter
            .gif(shots, Format::replay(theme))
            .expect("an animation");
        println!(
            "{name} {theme}: {} bytes, {} pictures",
            file.len(),
            shots.len()
        );
        if file.len() > MOST_BYTES {
            too_large.push(format!("{name}, {theme}: {} bytes", file.len()));
        }
        let film = Film::of(&file);
        // The bar, the board and all changes of a turn are one picture.
        assert_eq!(film.pictures.len(), shots.len(), "{name}");
        assert!(
            film.size.0 <= 600 && film.size.1 <= 600,
            "{name}: {:?}",
            film.size
        );
        for (turn, (seen, shot)) in film
            .pictures
            .iter()
            .zip(shots)
            .enumerate()
            .filter(|(turn, _)| turn % 5 == 4 || turn + 1 == shots.len())
        {
            assert!(
                seen.pixels == still(&painter, &shot.scene, Format::replay(theme)),
                "{name}, {theme}, turn {turn}"
            );
        }
    }
    assert!(too_large.is_empty(), "{}", too_large.join("\n"));
}

#[test]
fn pieces_beside_the_cells_come_and_go() {
    let mut bare = board("anacund", "");
    bare.men.clear();
    let beside = |point: Point| Man {
        spot: Spot::Beside(bare.board.cells[0].cell, point),
        kind: Kind::Disc,
        colour: Seat::First,
    };
    let apart = beside(Point { x: 0.6, y: 0.6 });
    let over = beside(bare.board.cells[0].centre);
    let with = |men: &[Man], marked: bool| {
        let mut scene = bare.clone();
        scene.men = men.to_vec();
        scene.men.push(Man {
            spot: Spot::On(bare.board.cells[9].cell),
            ..apart
        });
        scene.marks.extend(marked.then_some(Mark {
            cell: bare.board.cells[0].cell,
            kind: MarkKind::To,
        }));
        scene
    };
    let near = beside(Point { x: 0.9, y: 0.7 });
    let other = Man {
        colour: Seat::Second,
        ..apart
    };
    let scenes = [
        with(&[], false),
        with(&[apart], false),
        with(&[apart], true),
        with(&[apart, over], true),
        with(&[apart, over], false),
        with(&[over, near, apart], false),
        with(&[over, apart, near], false),
        with(&[apart, near], true),
        with(&[apart, other], true),
        with(&[other, apart], true),
        with(&[near], true),
        with(&[], true),
        with(&[], false),
    ];
    let film = check_film(&scenes, Theme::Wood, 400);
    let whole = (film.size.0 as u16, film.size.1 as u16);
    for (number, seen) in film.pictures.iter().enumerate().skip(1) {
        assert!(
            seen.part != whole,
            "picture {number}: what has not changed is kept"
        );
    }
}

/// No game has overlapping cells with labels; the animation must be right nevertheless.
#[test]
fn cells_that_overlap_and_bear_labels_are_right() {
    let mut board = board("connect-n", "").board;
    board.key.push_str(" of large holes");
    for cell in &mut board.cells {
        cell.shape = Shape::Disc { radius: 0.7 };
    }
    board.labels.push(Label {
        centre: board.cells[5].centre,
        size: 0.4,
        text: String::from("x"),
    });
    let mut random = fastrand::Rng::with_seed(3);
    let scenes: Vec<Scene> = (0..20)
        .map(|_| {
            let mut men: Vec<Man> = board
                .cells
                .iter()
                .map(|cell| Man {
                    spot: Spot::On(cell.cell),
                    kind: Kind::Chip,
                    colour: Seat::BOTH[random.usize(..2)],
                })
                .collect();
            random.shuffle(&mut men);
            men.truncate(random.usize(1..12));
            Scene::new(board.clone(), men, Vec::new())
        })
        .collect();
    check_film(&scenes, Theme::Light, 300);
}

#[test]
fn animation_of_no_picture_or_of_several_sizes_is_refused() {
    let painter = Painter::new();
    let format = format(Theme::Dark, 200);
    assert_eq!(painter.gif(&[], format), Err(AnimationError::Empty));
    let [narrow, wide] = ["4", "9"].map(|columns| {
        let given = [(String::from("columns"), columns.to_owned())];
        board_with("connect-n", given.into(), "")
    });
    assert_eq!(
        painter.gif(&shots(&[narrow, wide], Duration::ZERO), format),
        Err(AnimationError::Sizes)
    );
}
