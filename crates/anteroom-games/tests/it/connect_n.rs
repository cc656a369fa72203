//! Connect N by its rules page. The rule ids here are those of the page and of the refusals.

use std::collections::BTreeSet;

use anteroom_board::scene::{Kind, MarkKind};
use anteroom_board::{Cell, Seat};
use anteroom_games::connect_n::{ConnectN, Illegal};
use anteroom_games::{GivenOptions, Verdict, find};
use fastrand::Rng;

use crate::oracle::{Setting, games, mutated, play_out, read_anything, result, type_anything};

const SIZES: [(u8, u8, u8); 13] = [
    (7, 6, 4),
    (3, 2, 2),
    (2, 3, 2),
    (4, 4, 3),
    (5, 4, 4),
    (6, 7, 4),
    (8, 7, 4),
    (9, 7, 5),
    (10, 10, 4),
    (12, 9, 5),
    (16, 16, 6),
    (16, 2, 3),
    (2, 16, 3),
];

fn setting((columns, rows, n): (u8, u8, u8)) -> Setting {
    let [columns, rows, n] = [columns, rows, n].map(|number| number.to_string());
    Setting::new(
        "connect-n",
        &[("columns", &columns), ("rows", &rows), ("n", &n)],
    )
}

fn usual() -> Setting {
    setting((7, 6, 4))
}

#[test]
fn agrees_with_the_slow_generator_in_random_games() {
    let mut rng = Rng::with_seed(1);
    for size in SIZES {
        let setting = setting(size);
        // Small boards are soon full.
        let usually = 3000 / (usize::from(size.0) * usize::from(size.1)).min(1000);
        for _ in 0..games(usually) {
            play_out(&setting, setting.start(), 256, &mut rng);
        }
    }
}

#[test]
fn reads_anything_without_panic() {
    let mut rng = Rng::with_seed(2);
    for size in SIZES {
        let setting = setting(size);
        let texts = play_out(&setting, setting.start(), 256, &mut rng);
        for _ in 0..100 {
            let text = &texts[rng.usize(..texts.len())];
            read_anything(&setting, &mutated(text, &mut rng));
            let noise: String = (0..rng.usize(..40)).map(|_| rng.char(..)).collect();
            read_anything(&setting, &noise);
            let position = setting.read(text);
            type_anything(&position, &noise);
            type_anything(&position, &mutated("d", &mut rng));
            type_anything(&position, &rng.u32(..30).to_string());
            type_anything(&position, &rng.alphabetic().to_string());
        }
    }
}

#[test]
fn a_new_game_is_empty_and_red_begins() {
    // connect-n.board, connect-n.order
    let start = usual().start();
    assert_eq!(
        start.text(),
        "......./......./......./......./......./....... r 4"
    );
    assert_eq!(start.to_move(), Some(Seat::First));
    assert_eq!(start.colours(), ["Red", "Black"]);
    assert_eq!(start.steps(), ["a", "b", "c", "d", "e", "f", "g"]);
}

#[test]
fn n_is_refused_with_the_bounds_that_hold_for_the_frame() {
    // connect-n.n
    let bounds = |columns, rows| match (columns, rows) {
        ("2", "2") => String::from("No n fits a 2×2 frame: one of its sides must be 3 or more."),
        ("7", "6") => String::from("n must be 2 to 6 on a 7×6 frame."),
        ("3", "2") => String::from("n must be 2 on a 3×2 frame."),
        ("3", "16") => String::from("n must be 2 to 15 on a 3×16 frame."),
        _ => panic!("{columns}×{rows}"),
    };
    for (columns, rows, n, allowed) in [
        ("7", "6", "2", true),
        ("7", "6", "6", true),
        ("7", "6", "7", false),
        ("7", "6", "1", false),
        ("7", "6", "0", false),
        ("7", "6", "-3", false),
        ("7", "6", "16", false),
        ("7", "6", "four", false),
        ("7", "6", "99999999999999999999", false),
        ("16", "2", "15", true),
        ("2", "16", "15", true),
        ("2", "2", "2", false),
        ("2", "2", "40", false),
        ("3", "16", "16", false),
        ("3", "2", "2", true),
        ("3", "2", "3", false),
    ] {
        let given = [("columns", columns), ("rows", rows), ("n", n)];
        let given: GivenOptions = given
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        let answer = find("connect-n")
            .unwrap()
            .complete_options(&given, || 0)
            .map_err(|error| error.to_string());
        match answer {
            Ok(values) => assert!(allowed, "{values}"),
            Err(sentence) => assert_eq!((allowed, sentence), (false, bounds(columns, rows))),
        }
    }
}

#[test]
fn other_options_are_refused_by_name() {
    // connect-n.board
    for (key, value, sentence) in [
        (
            "columns",
            "1",
            "columns must be a whole number from 2 to 16, not \"1\".",
        ),
        (
            "rows",
            "17",
            "rows must be a whole number from 2 to 16, not \"17\".",
        ),
        (
            "rows",
            "six\nor so",
            "rows must be a whole number from 2 to 16, not \"six or so\".",
        ),
        (
            "size",
            "7",
            "Connect N has no option \"size\": it has columns, rows, n.",
        ),
    ] {
        let given = GivenOptions::from([(key.to_owned(), value.to_owned())]);
        assert_eq!(
            find("connect-n")
                .unwrap()
                .complete_options(&given, || 0)
                .unwrap_err()
                .to_string(),
            sentence
        );
    }
}

#[test]
fn chips_fall_and_lines_win() {
    for (size, typed, text, ended) in [
        // connect-n.drop
        (
            (7, 6, 4),
            "d d d",
            "......./......./......./...r.../...b.../...r... b 4",
            None,
        ),
        // connect-n.win: upright, level, on either diagonal, and by Black
        (
            (7, 6, 4),
            "a b a b a b a",
            "......./......./r....../rb...../rb...../rb..... b 4",
            Some('r'),
        ),
        (
            (7, 6, 4),
            "a a b b c c d",
            "......./......./......./......./bbb..../rrrr... b 4",
            Some('r'),
        ),
        (
            (7, 6, 4),
            "a b b c d c c d g d d",
            "......./......./...r.../..rb.../.rbb.../rbbr..r b 4",
            Some('r'),
        ),
        (
            (7, 6, 4),
            "g f f e d e e d a d d",
            "......./......./...r.../...br../...bbr./r..rbbr b 4",
            Some('r'),
        ),
        (
            (7, 6, 4),
            "a b a b a b c b",
            "......./......./.b...../rb...../rb...../rbr.... r 4",
            Some('b'),
        ),
        // A line longer than n.
        (
            (7, 6, 3),
            "a a b b d d e e c",
            "......./......./......./......./bb.bb../rrrrr.. b 3",
            Some('r'),
        ),
        // connect-n.draw, and a line made with the last chip.
        ((4, 2, 3), "a b c d a b c d", "rbrb/rbrb r 3", Some('=')),
        ((4, 2, 3), "a c b b d c a d", "rbbb/rrbr r 3", Some('b')),
    ] {
        let position = setting(size).after("", typed);
        assert_eq!(position.text(), text, "{typed}");
        assert_eq!(result(&position), ended, "{typed}");
        assert_eq!(position.steps().is_empty(), ended.is_some(), "{typed}");
    }
}

#[test]
fn the_outcome_says_why() {
    let reason = |size, typed| setting(size).after("", typed).outcome().unwrap().reason;
    assert_eq!(reason((7, 6, 4), "a b a b a b a"), "four in a row");
    assert_eq!(reason((7, 6, 3), "a b a b a"), "three in a row");
    assert_eq!(reason((4, 2, 3), "a b c d a b c d"), "a full board");
}

#[test]
fn columns_are_typed_by_letter_number_or_cell() {
    for (typed, step) in [
        ("d", "d"),
        ("D", "d"),
        ("4", "d"),
        ("d2", "d"),
        ("D2", "d"),
        ("1", "a"),
        ("7", "g"),
        ("a1", "a"),
    ] {
        let mut position = usual().after("", "d");
        assert_eq!(
            position.play(typed).map(|played| played.step),
            Ok(step.to_owned()),
            "{typed}"
        );
    }
    let mut wide = setting((16, 2, 3)).start();
    assert_eq!(wide.play("16").unwrap().step, "p");
}

#[test]
fn a_wrong_turn_is_told_why() {
    let full_column = "d d d d d d";
    let full_board = "a b c d a b c d";
    let mut seen = BTreeSet::new();
    for (size, typed, text, sentence, rule, cells) in [
        (
            (7, 6, 4),
            "",
            "h",
            "There is no column h: they go from a to g.",
            "connect-n.board",
            "",
        ),
        (
            (7, 6, 4),
            "",
            "Z",
            "There is no column z: they go from a to g.",
            "connect-n.board",
            "",
        ),
        (
            (7, 6, 4),
            "",
            "8",
            "\"8\" is not a column: type a letter from a to g.",
            "connect-n.notation",
            "",
        ),
        (
            (7, 6, 4),
            "",
            "0",
            "\"0\" is not a column: type a letter from a to g.",
            "connect-n.notation",
            "",
        ),
        (
            (7, 6, 4),
            "",
            "drop",
            "\"drop\" is not a column: type a letter from a to g.",
            "connect-n.notation",
            "",
        ),
        (
            (7, 6, 4),
            "",
            "pass",
            "\"pass\" is not a column: type a letter from a to g.",
            "connect-n.notation",
            "",
        ),
        (
            (7, 6, 4),
            "",
            "d7",
            "\"d7\" is not a column: type a letter from a to g.",
            "connect-n.notation",
            "",
        ),
        (
            (7, 6, 4),
            "",
            "ж",
            "\"ж\" is not a column: type a letter from a to g.",
            "connect-n.notation",
            "",
        ),
        (
            (7, 6, 4),
            full_column,
            "d",
            "Column d is full: drop the chip into another one.",
            "connect-n.full-column",
            "d1 d2 d3 d4 d5 d6",
        ),
        (
            (7, 6, 4),
            full_column,
            "d7",
            "\"d7\" is not a column: type a letter from a to g.",
            "connect-n.notation",
            "",
        ),
        (
            (7, 6, 4),
            full_column,
            "4",
            "Column d is full: drop the chip into another one.",
            "connect-n.full-column",
            "d1 d2 d3 d4 d5 d6",
        ),
        (
            (7, 6, 4),
            "d",
            "d1",
            "A chip cannot stop at d1: in that column it falls to d2.",
            "connect-n.drop",
            "d1 d2",
        ),
        (
            (7, 6, 4),
            "d",
            "c3",
            "A chip cannot stop at c3: in that column it falls to c1.",
            "connect-n.drop",
            "c3 c1",
        ),
        (
            (7, 6, 4),
            "a b a b a b a",
            "c",
            "The game is over: Red has four in a row.",
            "connect-n.win",
            "",
        ),
        (
            (7, 6, 4),
            "a b a b a b c b",
            "c",
            "The game is over: Black has four in a row.",
            "connect-n.win",
            "",
        ),
        (
            (4, 2, 3),
            full_board,
            "a",
            "The game is over: the board is full and nobody won.",
            "connect-n.draw",
            "",
        ),
    ] {
        let setting = setting(size);
        let position = setting.after("", typed);
        assert_eq!(
            setting.illegal(&position, text),
            (sentence.to_owned(), rule, cells.to_owned()),
            "{text}"
        );
        seen.insert(way(&setting.refused::<ConnectN<u64>>(&position, text)));
    }
    assert_eq!(seen, (0..=5).collect(), "every way of being wrong was met");
}

/// Returns a number for each kind of refusal. A new kind must be added here and to the table above.
fn way(illegal: &Illegal) -> u32 {
    match illegal {
        Illegal::Unreadable { .. } => 0,
        Illegal::NoColumn { .. } => 1,
        Illegal::Full { .. } => 2,
        Illegal::Elsewhere { .. } => 3,
        Illegal::Over {
            verdict: Verdict::Win(_),
            ..
        } => 4,
        Illegal::Over {
            verdict: Verdict::Draw,
            ..
        } => 5,
    }
}

#[test]
fn impossible_positions_are_refused() {
    let empty = "......./......./......./......./......./.......";
    for (text, sentence) in [
        (
            "",
            "A position of Connect N is the board, the colour to move and n, with one space between them.",
        ),
        (
            empty,
            "A position of Connect N is the board, the colour to move and n, with one space between them.",
        ),
        (
            &format!("{empty} r 4 "),
            "A position of Connect N is the board, the colour to move and n, with one space between them.",
        ),
        (
            &format!("{empty}  r 4"),
            "A position of Connect N is the board, the colour to move and n, with one space between them.",
        ),
        (
            &format!("{empty} x 4"),
            "The colour to move is r or b, not \"x\".",
        ),
        (
            &format!("{empty} R 4"),
            "The colour to move is r or b, not \"R\".",
        ),
        (
            &format!("{empty} r 5"),
            "The last field must be 4, the n of this match, not \"5\".",
        ),
        (
            &format!("{empty} r 04"),
            "The last field must be 4, the n of this match, not \"04\".",
        ),
        (
            &format!("{empty} b 4"),
            "Red has 0 chips and Black 0, so Red is to move.",
        ),
        (
            "......./......./......./......./....... r 4",
            "The board has 5 rows, not 6.",
        ),
        (
            "......./......./......./......./......./......./....... r 4",
            "The board has 7 rows, not 6.",
        ),
        (
            "......./......./......./......./......./...... r 4",
            "Row 1 has 6 cells, not 7.",
        ),
        (
            "......../......./......./......./......./....... r 4",
            "Row 6 has 8 cells, not 7.",
        ),
        (
            "......./......./......./......./......./...x... r 4",
            "d1 holds \"x\": a cell is . or r or b.",
        ),
        (
            "......./......./......./......./......./...R... r 4",
            "d1 holds \"R\": a cell is . or r or b.",
        ),
        (
            "......./......./......./......./...r.../....... b 4",
            "The chip on d2 floats: d1 is empty.",
        ),
        (
            "......./......./......./...r.../......./...b... r 4",
            "The chip on d3 floats: d2 is empty.",
        ),
        (
            "......./......./......./......./......./...r... r 4",
            "Red has 1 chip and Black 0, so Black is to move.",
        ),
        (
            "......./......./......./......./......./..rb... b 4",
            "Red has 1 chip and Black 1, so Red is to move.",
        ),
        (
            "......./......./......./......./......./..r.r.. b 4",
            "Red has 2 chips and Black 0: Red begins, so Red has as many as Black or one more.",
        ),
        (
            "......./......./......./......./......./..b.... r 4",
            "Red has 0 chips and Black 1: Red begins, so Red has as many as Black or one more.",
        ),
        (
            "......./......./......./......./bbbb.../rrrr... r 4",
            "Both colours have a line: the game was over with the first one.",
        ),
        (
            "......./......./......./......./bbb..../rrrrb.. r 4",
            "Red is to move and has a line already: Black cannot have moved after it.",
        ),
        (
            "......./......./......./r....../rrr..../bbbb... b 4",
            "Red has 4 chips and Black 4, so Red is to move.",
        ),
        (
            "......./......./......./r....../rrr..../bbbbr.. b 4",
            "Black is to move and has a line already: Red cannot have moved after it.",
        ),
    ] {
        assert_eq!(usual().refusal(text), sentence, "{text}");
    }
}

#[test]
fn finished_positions_are_read_as_finished() {
    for (size, text, ended) in [
        (
            (7, 6, 4),
            "......./......./......./......./bbb..../rrrr... b 4",
            'r',
        ),
        (
            (7, 6, 4),
            "......./......./.b...../rb...../rb...../rbr.... r 4",
            'b',
        ),
        ((4, 2, 3), "rbrb/rbrb r 3", '='),
        // The reader does not check that the winning chip was the last one.
        (
            (7, 6, 4),
            "......./......./......./b....../bbb..../rrrrr.. b 4",
            'r',
        ),
    ] {
        let position = setting(size).read(text);
        assert_eq!(
            (position.text().as_str(), result(&position)),
            (text, Some(ended))
        );
        assert_eq!(position.to_move(), None);
    }
}

#[test]
fn the_picture_shows_frame_chips_and_line() {
    let position = usual().after("", "a b a b a b a");
    let scene = position.scene(Seat::First);
    assert_eq!(
        (
            scene.men.len(),
            scene.board.cells.len(),
            scene.board.surfaces.len()
        ),
        (7, 42, 1)
    );
    assert!(scene.men.iter().all(|man| man.kind == Kind::Chip));
    let winning: Vec<_> = scene
        .marks
        .iter()
        .map(|mark| (position.cell_name(mark.cell), mark.kind))
        .collect();
    assert_eq!(
        winning,
        ["a1", "a2", "a3", "a4"].map(|name| (name.to_owned(), MarkKind::Winning))
    );
    // Every chip of a line longer than n, and of two lines at once.
    let names = |size, typed| {
        let position = setting(size).after("", typed);
        position
            .scene(Seat::First)
            .marks
            .iter()
            .map(|mark| position.cell_name(mark.cell))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(names((7, 6, 3), "a a b b d d e e c"), "a1 b1 c1 d1 e1");
    assert_eq!(names((4, 4, 2), "a b b"), "a1 b2");
}

#[test]
fn the_frame_lies_within_its_picture_and_is_never_turned() {
    for size in SIZES {
        let board = setting(size).start().scene(Seat::First).board;
        assert_eq!(board, setting(size).start().scene(Seat::Second).board);
        let (columns, rows) = (f32::from(size.0), f32::from(size.1));
        assert!(board.width > columns && board.height > rows && board.width < columns + 1.1);
        for label in &board.labels {
            assert!(
                label.centre.x > 0.0
                    && label.centre.x < board.width
                    && label.centre.y > 0.0
                    && label.centre.y < board.height
            );
        }
        let sides = if size.0 > 8 || size.1 > 8 { 2 } else { 1 };
        assert_eq!(board.labels.len(), sides * usize::from(size.0 + size.1));
        for (number, cell) in board.cells.iter().enumerate() {
            assert_eq!(cell.cell, Cell(number as u16));
        }
    }
    let board = usual().start().scene(Seat::First).board;
    let (first, last) = (
        board.cells.first().unwrap().centre,
        board.cells.last().unwrap().centre,
    );
    assert!(
        first.x < last.x && first.y > last.y,
        "a1 is at the bottom left"
    );
}

#[test]
fn the_middle_is_offered_first_and_no_advice_is_given() {
    let offers = |typed: &str, prefix: &str| -> Vec<String> {
        let position = usual().after("", typed);
        let (offers, _) = position.complete(prefix, 3);
        offers
            .into_iter()
            .map(|offer| format!("{} {}", offer.step, offer.words))
            .collect()
    };
    assert_eq!(
        offers("", ""),
        ["d falls to d1", "c falls to c1", "e falls to e1"]
    );
    assert_eq!(
        offers("a b a b a b", ""),
        ["d falls to d1", "c falls to c1", "e falls to e1"],
        "a would win, b would block"
    );
    assert_eq!(offers("", "G"), ["g falls to g1"]);
    assert_eq!(offers("", "3"), ["c falls to c1"]);
    assert_eq!(usual().start().complete("x", 25), (Vec::new(), 0));
}
