//! Positions in words: every game's own lines, with every piece and nothing else.

use std::collections::BTreeSet;

use anteroom_board::Seat;
use anteroom_board::scene::Spot;
use anteroom_games::{AnyPosition, CATALOGUE, GivenOptions, describe, find, read_turn};

fn start(game: &str, options: &[(&str, &str)]) -> AnyPosition {
    let game = find(game).expect("a game");
    let options: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let options = game.complete_options(&options, || 0).expect("options");
    game.start(&options).expect("a start")
}

fn after(game: &str, turns: &[&str]) -> AnyPosition {
    turns.iter().fold(start(game, &[]), |position, turn| {
        read_turn(&*position, turn).expect("a turn").after
    })
}

/// Returns every game at its start and after some random steps.
fn samples() -> Vec<(&'static str, AnyPosition)> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut samples = Vec::new();
    for game in CATALOGUE {
        let options = game
            .complete_options(&GivenOptions::new(), || 3)
            .expect("options");
        let mut position = game.start(&options).expect("a start");
        for _ in 0..4 {
            samples.push((game.card.key, position.clone()));
            for _ in 0..25 {
                let steps = position.steps();
                let Some(step) = random.choice(&steps) else {
                    break;
                };
                position.play(step).expect("a legal step");
            }
        }
    }
    samples
}

#[test]
fn every_cell_lies_on_one_line_of_the_first_kind() {
    for (game, position) in samples() {
        let lines = position.lines();
        let labels: BTreeSet<_> = lines.iter().map(|line| &line.label).collect();
        assert_eq!(labels.len(), lines.len(), "{game}: two lines of one name");
        let mut told: Vec<_> = lines
            .iter()
            .filter(|line| line.kind == lines[0].kind)
            .flat_map(|line| &line.cells)
            .copied()
            .collect();
        let mut cells: Vec<_> = position
            .scene(Seat::First)
            .board
            .cells
            .iter()
            .map(|shape| shape.cell)
            .collect();
        told.sort();
        cells.sort();
        assert_eq!(told, cells, "{game}");
        assert!(lines.iter().all(|line| !line.cells.is_empty()), "{game}");
    }
}

#[test]
fn whatever_can_be_asked_is_answered() {
    for (game, position) in samples() {
        for asked in describe::parts(&*position) {
            let part = describe::part(&*position, &asked)
                .unwrap_or_else(|error| panic!("{game}, {asked}: {error}"));
            assert!(
                part.title.to_lowercase() == asked.to_lowercase() && !part.words.is_empty(),
                "{game}: {part:?}"
            );
        }
        for shape in position.scene(Seat::First).board.cells {
            let name = position.cell_name(shape.cell);
            let part = describe::part(&*position, &name)
                .unwrap_or_else(|error| panic!("{game}, {name}: {error}"));
            assert!(
                part.title.to_lowercase().starts_with(&name),
                "{game}: {part:?}"
            );
        }
    }
}

#[test]
fn every_piece_is_told_once() {
    for (game, position) in samples() {
        let text = describe::board(&*position);
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("Nothing") && line.contains(": "));
        let lines = lines.filter(|line| {
            ![
                "May not",
                "In brackets",
                "In check",
                "Decided",
                "Dead",
                "Empty",
            ]
            .iter()
            .any(|note| line.starts_with(note))
        });
        let words: Vec<_> = lines
            .flat_map(|line| line.split([' ', ',', ';', '.', '(']))
            .collect();
        for man in position.scene(Seat::First).men {
            let Spot::On(cell) = man.spot else { continue };
            let name = position.cell_name(cell);
            // The ring's numbers are also its values, in brackets.
            let times = words.iter().filter(|word| **word == name).count();
            assert!(
                times >= 1 && (times == 1 || game == "anacund"),
                "{game}: {name} in\n{text}"
            );
        }
        assert!(
            text.chars().count() < 1700,
            "{game}: {}",
            text.chars().count()
        );
    }
}

#[test]
fn each_game_has_its_own_words() {
    let connect = after("connect-n", &["d", "d", "e"]);
    let chess = after("antichess", &["e4", "e5"]);
    let anaash = start("anaash", &[("size", "4")]);
    let anache = start("anache", &[("size", "10")]);
    let anchor = after("anchor", &["h8", "swap", "c3", "a1"]);
    let anacund = start("anacund", &[("board", "7")]);
    let cases = [
        (&connect, "row 1", "Row 1: Red chips d1 e1"),
        (&connect, "column d", "Column d: Red chip d1; Black chip d2"),
        (&connect, "a", "Column a: there is nothing there"),
        (&connect, "chips", "Chips: Red chips d1 e1; Black chip d2"),
        (&connect, "d2", "d2: Black chip"),
        (&connect, "dragons", "Dragons: none on the board"),
        (&chess, "3", "Rank 3: there is nothing there"),
        (
            &chess,
            "the e file",
            "File e: White king e1, pawn e4; Black pawn e5, king e8",
        ),
        (&chess, "Kings", "Kings: White king e1; Black king e8"),
        (&chess, "black", ""),
        (
            &anaash,
            "rank 1",
            "Rank 1: Red single checkers a1 c1; Blue single checkers b1 d1",
        ),
        (&anaash, "checkers", ""),
        (&anaash, "stacks", "Stacks: none on the board"),
        (&anache, "file a", "File a: there is nothing there"),
        (&anchor, "row 3", "Row 3: White stone c3"),
        (&anchor, "diagonal c", "Diagonal c: White stone c3"),
        (
            &anchor,
            "diagonal a1",
            "Diagonal a1: Black stones a1 h8; White stone c3",
        ),
        (&anchor, "o15", "o15: there is nothing there"),
        (&anacund, "18", "18 ("),
        (&anacund, "right side", "Right side: empty 11 ("),
        (&anacund, "side right", "Right side: empty 11 ("),
        (&anacund, "6", "6 (6): there is nothing there"),
        (&anacund, "value 6", "Value 6: empty "),
    ];
    for (position, asked, expected) in cases {
        let part =
            describe::part(&**position, asked).unwrap_or_else(|error| panic!("{asked}: {error}"));
        let told = format!("{}: {}", part.title, part.words);
        if expected.is_empty() || expected.ends_with(['(', ' ']) {
            assert!(told.starts_with(expected), "{asked}: {told}");
        } else {
            assert_eq!(told, expected, "{asked}");
        }
    }
}

#[test]
fn what_is_pointed_out_is_told_of_the_cell_too() {
    let anchor = after("anchor", &["a1", "h8", "pass", "pass"]);
    let text = describe::board(&*anchor);
    assert!(
        text.contains("Row 8: White stone h8.\nThere is nothing on rows 2 to 7 and 9 to 15.\nDead: h8.\nSurrounded by Black: b1"),
        "{text}"
    );
    let anache = find("anache").expect("a game");
    let options = anache
        .complete_options(&[(String::from("size"), String::from("10"))].into(), || 0)
        .expect("options");
    let dragon = "x........./........../......x.../..o......./....o...../........../..o......./..x......./........../.......... x 20";
    let dragon = anache.read(&options, dragon).expect("a position");
    let cases = [
        (&anchor, "h8", "White stone, dead"),
        (&anchor, "a1", "Black stone"),
        (&anchor, "b1", "there is nothing there, surrounded by Black"),
        (&dragon, "c3", "Black man, may not move now"),
        (&dragon, "a10", "Black dragon"),
        (
            &dragon,
            "j10",
            "there is nothing there, closed to dragon jumps",
        ),
    ];
    for (position, cell, expected) in cases {
        assert_eq!(
            describe::part(&**position, cell).expect("a cell").words,
            expected,
            "{cell}"
        );
    }
}

#[test]
fn what_a_board_has_not_is_said_with_what_it_has() {
    let cases = [
        (
            "connect-n",
            "row 7",
            "This board has no \"row 7\". Its rows are 1, 2, 3, 4, 5, 6.",
        ),
        (
            "antichess",
            "file z",
            "This board has no \"file z\". Its files are a, b, c, d, e, f, g, h.",
        ),
        (
            "anacund",
            "side inner",
            "This board has no \"side inner\". Its sides are top, right, bottom, left.",
        ),
        (
            "connect-n",
            "z9",
            "I do not know \"z9\". Ask for row 1, column a, b1 or last turn.",
        ),
        (
            "antichess",
            "a `nice` one",
            "I do not know \"a `nice` one\". Ask for rank 1, file a, b1, rooks or last turn.",
        ),
    ];
    for (game, asked, expected) in cases {
        let error = describe::part(&*start(game, &[]), asked).expect_err(asked);
        assert_eq!(error.to_string(), expected, "{game}");
    }
    // Every request gets an answer.
    let mut random = fastrand::Rng::with_seed(9);
    for (_, position) in samples() {
        for _ in 0..50 {
            let letters = [
                "rank", "file", "side", "value", " ", ":", "a", "1", "9", "é", "🦀", "knight",
                "white", "\0",
            ];
            let asked: String = (0..random.usize(0..5))
                .filter_map(|_| random.choice(letters))
                .collect();
            if let Err(error) = describe::part(&*position, &asked) {
                assert!(error.to_string().chars().count() <= 400, "{asked}: {error}");
            }
        }
    }
}
