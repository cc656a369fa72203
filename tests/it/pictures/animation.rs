//! Animations as people receive them, read by a third-party decoder.
//!
//! The tests compare every pixel with the still pictures.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::board::scene::{Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot};
use anteroom::games::{CATALOGUE, Game, GivenOptions, turn_marks};
use anteroom::render::{AnimationError, Format, Painter, Shot, Theme};

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

/// Checks that an animation shows every board for its time. Compares one picture in `every`, and the last one, with the
/// still picture.
fn check_film(name: &str, shots: &[Shot], format: Format, every: usize) -> Film {
    let painter = Painter::new();
    let film = Film::of(&painter.gif(shots, format).expect("an animation"));
    let size = painter.size(&shots[0].scene, format);
    assert_eq!((film.size, film.repeats), (size, true), "{name}");
    // The bar, the board and all changes of a turn are one picture.
    assert_eq!(film.pictures.len(), shots.len(), "{name}");
    let bare = |shot: &Shot| shot.scene.men.is_empty();
    let all_bare = shots.iter().all(bare);
    for (turn, (seen, shot)) in (1..).zip(film.pictures.iter().zip(shots)) {
        let hold = u16::try_from(shot.hold.as_millis() / 10).unwrap_or(u16::MAX);
        assert_eq!(seen.hold, hold.max(SHORTEST), "{name}, picture {turn}");
        // As a still picture, a board without pieces has its own palette.
        if (turn % every == 0 || turn == shots.len()) && (all_bare || !bare(shot)) {
            let same = seen.pixels == still(&painter, &shot.scene, format);
            assert!(same, "{name}, picture {turn}");
        }
    }
    film
}

#[test]
fn every_picture_of_an_animation_is_the_still_one() {
    for game in CATALOGUE {
        let shots = shots(&beginning(game, 10), Duration::from_millis(700));
        check_film(game.card.key, &shots, format(Theme::Light, 320), 1);
    }
}

#[test]
fn a_picture_is_only_what_has_changed() {
    let format = format(Theme::Dark, 320);
    let scenes = beginning(anteroom::games::find("antichess").expect("a game"), 2);
    let [start, first, second] = &scenes[..] else {
        panic!("two turns")
    };
    let second_long = Duration::from_secs(1);
    let pictures = [start.clone(), first.clone(), first.clone(), second.clone()];
    let film = check_film("antichess", &shots(&pictures, second_long), format, 1);
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
    let [whole, more] = [1, 4].map(|count| {
        let shots = shots(&vec![start.clone(); count], second_long);
        check_film("still", &shots, format, 1).bytes
    });
    assert!(more - whole < 150, "{whole} and {more} bytes");
}

#[test]
fn boards_of_other_colours_can_follow() {
    let mut plain = board("antichess", "");
    plain.men.clear();
    let mut golden = plain.clone();
    golden.board.key.push_str(" of gold");
    golden.board.cells[0].ground = Ground::Golden;
    let pictures = [plain.clone(), golden.clone(), golden, plain];
    let shots = shots(&pictures, Duration::from_secs(700));
    let film = check_film("gold", &shots, format(Theme::Dark, 200), 1);
    assert!(film.pictures.iter().all(|seen| seen.hold == u16::MAX));
}

#[test]
fn a_quick_match_is_seen_turn_by_turn() {
    for (name, mut shots) in films()
        .into_iter()
        .filter(|(name, _)| name.starts_with("anac"))
    {
        for millis in [200, 50, 0] {
            shots
                .iter_mut()
                .for_each(|shot| shot.hold = Duration::from_millis(millis));
            check_film(&name, &shots, format(Theme::Dark, 300), 9);
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
        let film = check_film(name, shots, Format::replay(theme), 5);
        if film.bytes > MOST_BYTES {
            too_large.push(format!("{name}, {theme}: {} bytes", film.bytes));
        }
        let (width, height) = film.size;
        assert!(width <= 600 && height <= 600, "{name}: {width} × {height}");
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
    let shots = shots(&scenes, Duration::from_secs(1));
    let film = check_film("beside", &shots, format(Theme::Wood, 400), 1);
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
    let shots = shots(&scenes, Duration::from_secs(1));
    check_film("overlapping", &shots, format(Theme::Light, 300), 1);
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

#[test]
fn animation_is_given_up_at_the_picture_before_which_it_is_stopped() {
    let painter = Painter::new();
    let format = format(Theme::Dark, 200);
    let board = board_with("connect-n", [].into(), "");
    let scenes: Vec<_> = std::iter::repeat_n(board, 9).collect();
    let shots = shots(&scenes, Duration::from_secs(1));
    let mut asked = 0;
    let stopped = painter.gif_while(&shots, format, || {
        asked += 1;
        asked < 4
    });
    assert_eq!((stopped, asked), (Err(AnimationError::Stopped), 4));
    assert!(painter.gif_while(&shots, format, || true).is_ok());
}
