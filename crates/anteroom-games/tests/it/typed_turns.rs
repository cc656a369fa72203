//! Turns as people type them, and their readings.

use anteroom_games::{
    AnyPosition, CATALOGUE, IllegalStep, Progress, TurnError, complete_turn, find, read_turn,
    split_last_step, split_steps,
};

fn position(game: &str, options: &str, before: &str) -> AnyPosition {
    let game = find(game).expect("a game");
    let given = options
        .split_whitespace()
        .filter_map(|option| option.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()));
    let values = game
        .complete_options(&given.collect(), || 0)
        .expect("options");
    let mut position = game.start(&values).expect("a position");
    for step in split_steps(before) {
        position
            .play(step)
            .unwrap_or_else(|illegal| panic!("{step}: {illegal}"));
    }
    position
}

fn check(game: &str, options: &str, before: &str, table: &[(&str, &str)]) {
    let position = position(game, options, before);
    for (typed, expected) in table {
        let read = match read_turn(&*position, typed) {
            Ok(turn) => {
                turn.text()
                    + if turn.progress == Progress::Complete {
                        ""
                    } else {
                        " …"
                    }
            }
            Err(error) => format!("no: {error}"),
        };
        assert_eq!(read, *expected, "{game}, {typed:?}");
        // The reading is canonical, and reading it again gives the same.
        if let Ok(turn) = read_turn(&*position, typed) {
            let again = read_turn(&*position, &turn.text()).expect("the same turn");
            assert_eq!(
                (again.text(), again.after.text()),
                (turn.text(), turn.after.text()),
                "{game}, {typed:?}"
            );
        }
    }
}

#[test]
fn moves_of_chess() {
    check(
        "antichess",
        "",
        "",
        &[
            ("e2e4", "e2e4"),
            ("E2E4", "e2e4"),
            ("e2-e4", "e2e4"),
            ("e2 e4", "e2e4"),
            (" e2 – e4 ", "e2e4"),
            ("e2—e4", "e2e4"),
            ("e2→e4", "e2e4"),
            ("e2, e4", "e2e4"),
            ("e2;e4", "e2e4"),
            ("2e 4e", "e2e4"),
            ("4e", "e2e4"),
            ("e4", "e2e4"),
            ("e4.", "e2e4"),
            ("1. e4", "e2e4"),
            ("1.e4", "e2e4"),
            ("12… e4!?", "e2e4"),
            ("**e2e4**", "e2e4"),
            ("`Nf3`", "g1f3"),
            ("N f3", "g1f3"),
            ("nf3", "g1f3"),
            ("♘f3", "g1f3"),
            ("♞ f3", "g1f3"),
            ("Ng1\u{200b}-f3", "g1f3"),
            ("e4 e5", "no: A turn ends after e2e4; leave out \"e5\"."),
            (
                "1. e4 2. d4",
                "no: \"1\" is not a move: write from and to (e2e4) or as in chess (Nf3, exd5).",
            ),
            ("e2 × e4", "e2e4"),
            ("", "no: There is no move in that text."),
            (" ; , ", "no: There is no move in that text."),
        ],
    );
    let castling = "e2e3 e7e6 g1h3 g8h6 f1e2 f8e7";
    check(
        "encastle",
        "",
        castling,
        &[
            ("O-O", "e1g1"),
            ("0–0", "e1g1"),
            ("o - o", "e1g1"),
            ("OO", "e1g1"),
            ("e1 g1", "e1g1"),
        ],
    );
    check(
        "antichess",
        "",
        "e2e4 d7d5",
        &[
            ("exd5", "e4d5"),
            ("e4×d5", "e4d5"),
            ("e4 : d5", "e4d5"),
            ("e4 d5", "e4d5"),
        ],
    );
}

#[test]
fn what_is_ambiguous_is_refused_with_what_it_may_be() {
    // Both knights can go to d2.
    let position = position("antichess", "", "d2d4 a7a6 g1f3 a6a5");
    let Err(TurnError::Step { illegal, .. }) = read_turn(&*position, "nd2") else {
        panic!("it is ambiguous")
    };
    let IllegalStep {
        sentence,
        candidates,
        ..
    } = *illegal;
    assert_eq!(
        (sentence.as_str(), candidates.as_slice()),
        (
            "\"nd2\" may be b1d2 or f3d2: say which.",
            ["b1d2", "f3d2"].map(String::from).as_slice()
        )
    );
    for candidate in candidates {
        assert_eq!(
            read_turn(&*position, &candidate).expect("a turn").text(),
            candidate
        );
    }
}

#[test]
fn columns_of_connect_n() {
    check(
        "connect-n",
        "",
        "d",
        &[
            ("e", "e"),
            ("E.", "e"),
            ("5", "e"),
            ("e1", "e"),
            ("1e", "e"),
            ("1 E", "e"),
            ("e 1", "e"),
            ("d2", "d"),
            ("2 d", "d"),
            ("2. d", "d"),
            ("3.", "c"),
            ("5 e", "no: A turn ends after e; leave out \"e\"."),
            (
                "5e",
                "no: A chip cannot stop at e5: in that column it falls to e1.",
            ),
            ("d d e", "no: A turn ends after d; leave out \"d\"."),
            ("e, f", "no: A turn ends after e; leave out \"f\"."),
        ],
    );
}

#[test]
fn cells_of_anchor() {
    check(
        "anchor",
        "",
        "h8",
        &[
            ("c5", "c5"),
            ("5C", "c5"),
            ("5 c", "c5"),
            ("c 5", "c5"),
            ("12o", "o12"),
            ("SWAP", "swap"),
            ("2. pass", "pass"),
            (
                "8h",
                "no: A black stone stands on h8: drop yours on an empty cell.",
            ),
            (
                "15a",
                "no: There is no cell \"a15\": letters go from a to o, numbers from 1 to 15, and they differ by 7 at most.",
            ),
        ],
    );
}

#[test]
fn moves_of_anaash() {
    check(
        "anaash",
        "",
        "",
        &[
            ("c3xc4", "c3xc4"),
            ("c3 × c4", "c3xc4"),
            ("C3–C4", "c3xc4"),
            ("c3 c4", "c3xc4"),
            ("3c 4c", "c3xc4"),
            ("3c-4c", "c3xc4"),
            ("c3, c4", "c3xc4"),
            ("c3 → c4", "c3xc4"),
            (
                "c3 c5",
                "no: From c3 to c5 is not one step: a stack goes one square up, down or sideways.",
            ),
        ],
    );
}

#[test]
fn placements_of_anacund() {
    check(
        "anacund",
        "board=1",
        "",
        &[
            ("12 13 25", "12 13 25"),
            ("12,13,25", "12 13 25"),
            ("12, 13; 25.", "12 13 25"),
            ("#12 #13 #25", "12 13 25"),
            ("1. 12 13 25", "12 13 25"),
            ("(12 13 25)", "12 13 25"),
            ("12 13", "12 13 …"),
            // Two numbers are never joined to one.
            (
                "12 1 3 25",
                "no: Square 1 has the value 1, and Dark has no group of 1: the groups are 6, 6, 5.",
            ),
            (
                "12 13 25 27",
                "no: A turn ends after 12 13 25; leave out \"27\".",
            ),
        ],
    );
}

#[test]
fn steps_of_anache() {
    check(
        "anache",
        "",
        "b4-N b9-S end",
        &[
            ("c4,d4-N e4-N", "c4,d4-N e4-N"),
            ("C4, D4 – n; e4 n", "c4,d4-N e4-N"),
            ("d4 , c4-N,e4-N", "c4,d4-N e4-N"),
            ("4c,4d-N end", "c4,d4-N end"),
            ("c4+d4-N end.", "c4,d4-N end"),
            ("c4-c5 END", "c4-N end"),
            ("c4-d5 d4-e5", "c4-NE d4-NE"),
            ("c4, d4-N", "c4,d4-N …"),
            (
                "c4-c6",
                "no: c4 cannot jump: it is no dragon. Dragons stand on a12 and l12.",
            ),
        ],
    );
}

#[test]
fn what_is_being_typed_is_found_behind_what_is_done() {
    let table = [
        ("anache", "b4-N b9-S end", "c4, d4", "", "c4, d4"),
        ("anache", "b4-N b9-S end", "c4,d4-N ", "c4,d4-N ", ""),
        (
            "anache",
            "b4-N b9-S end",
            "c4, d4-N e4,f",
            "c4, d4-N ",
            "e4,f",
        ),
        (
            "anache",
            "b4-N b9-S end",
            "c4, d4-N e4, f",
            "c4, d4-N ",
            "e4, f",
        ),
        ("anacund", "", "12,13,", "12,13,", ""),
        ("anacund", "", "12,13,2", "12,13,", "2"),
        ("antichess", "", "e2 e", "", "e2 e"),
        ("antichess", "", "1. e", "", "e"),
        ("connect-n", "", "", "", ""),
    ];
    for (game, before, typed, done, last) in table {
        let position = position(game, if game == "anacund" { "board=1" } else { "" }, before);
        assert_eq!(
            split_last_step(&*position, typed),
            (done, last),
            "{game} {typed:?}"
        );
        let after = if done.is_empty() {
            position
        } else {
            read_turn(&*position, done).expect("steps").after
        };
        assert!(after.complete(last, 25).1 > 0, "{game} {typed:?}");
    }
}

#[test]
fn what_is_half_typed_is_understood_in_every_way() {
    let hexagon = "start=even";
    // The first offers of completion.
    let table: &[(&str, &str, &str, &str, &[&str])] = &[
        // Letter and number in either order, with any signs between, and pieces in any order.
        ("antichess", "", "", "2e", &["e2e3", "e2e4"]),
        ("antichess", "", "", "e2 - e", &["e2e3", "e2e4"]),
        ("antichess", "", "", "E2:E4", &["e2e4"]),
        (
            "antichess",
            "",
            "",
            "1. n",
            &["b1c3", "g1f3", "b1a3", "g1h3"],
        ),
        ("antichess", "", "e2e4 d7d5", "e4x", &["e4d5"]),
        ("anaash", "", "", "c3 c", &["c3xc2", "c3xc4"]),
        ("anaash", "", "", "3c 4", &["c3xc4"]),
        ("anaash", "", "", "c3-c4", &["c3xc4"]),
        ("anchor", hexagon, "", "15 h", &["h15"]),
        ("anchor", hexagon, "", "PA", &["pass"]),
        (
            "connect-n",
            "columns=16",
            "",
            "1",
            &["a", "j", "k", "l", "m", "n", "o", "p"],
        ),
        ("connect-n", "", "", "D", &["d"]),
        ("connect-n", "", "", "3.", &["c"]),
        (
            "anacund",
            "board=1",
            "",
            "12, 1",
            &["12 13", "12 15", "12 18"],
        ),
        (
            "anache",
            "size=10",
            "c3-N",
            "8f,e8,",
            &["e8,f8-S", "e8,f8-SE", "e8,f8-SW", "d8,e8,f8-S"],
        ),
        (
            "anache",
            "size=10",
            "c3-N",
            "8f,e8,9",
            &["e8,e9,f8-S", "e8,f8,f9-S"],
        ),
        ("anache", "size=10", "c3-N", "f8 e8 S", &["e8,f8-S"]),
        (
            "anache",
            "size=10",
            "c3-N",
            "F8+E8-se",
            &["e8,f8-SE", "e8,f8-SE end"],
        ),
        ("anache", "size=10", "", "z", &[]),
        ("antichess", "", "", "?", &[]),
    ];
    for (game, options, before, typed, expected) in table {
        let found = complete_turn(
            &*position(game, options, before),
            typed,
            expected.len().max(1),
        )
        .expect("steps");
        let turns: Vec<_> = found
            .steps
            .iter()
            .map(|step| format!("{}{}", found.lead, step.step))
            .collect();
        assert_eq!(turns, *expected, "{game} {typed:?}");
    }
}

#[test]
fn reading_is_quick_on_any_input() {
    for game in CATALOGUE {
        let position = position(game.card.key, "", "");
        let step = position.steps().remove(0);
        for text in [
            format!("{step} ").repeat(500),
            "1,".repeat(2000),
            "a ".repeat(2000),
            "e4,-".repeat(1000),
            ".".repeat(4000),
        ] {
            assert!(read_turn(&*position, &text).is_err(), "{}", game.card.key);
            let _ = split_last_step(&*position, &text);
        }
    }
}
