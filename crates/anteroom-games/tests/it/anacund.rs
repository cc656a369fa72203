//! Anacund by its rules page. The rule ids here are those of the page and of the refusals.

use std::collections::BTreeSet;

use anteroom_board::Seat;
use anteroom_board::scene::{Ground, Kind, Mark, MarkKind, Sign, Spot};
use anteroom_games::anacund::{Anacund, Illegal};
use anteroom_games::{
    AnyPosition, Effect, GivenOptions, Progress, TurnError, Verdict, alt_text, find, read_turn,
};
use fastrand::Rng;

use crate::oracle::{Setting, games, mutated, play_out, read_anything, result, type_anything};
use crate::slow::anacund::Slow;

const BOARD: &str = "3,5,6,4,4,2,*1,5,6,2,1,5,6,1,2,3,4,5,2,5,6,3,1,2,2,3,3,4,4,4,6,3,5,1,1,6";

/// A board with the values of the rule sheet's example, 3 5 6 4 2 5 6 4 1, on squares 3 to 11.
const LINE: &str = "1,1,3,5,6,4,2,5,6,4,1,3,1,3,2,2,4,5,2,3,5,6,3,4,6,5,2,1,*1,2,4,6,5,4,3,6";

fn board(seed: u32) -> Setting {
    Setting::new("anacund", &[("board", &seed.to_string())])
}

fn usual() -> Setting {
    board(0)
}

/// Returns the piece on a square: the end of its cell in the text.
fn on(position: &AnyPosition, square: usize) -> String {
    let text = position.text();
    let cell = text.split([',', ' ']).nth(square - 1).unwrap();
    cell.trim_start_matches(|c: char| c == '*' || c.is_ascii_digit())
        .to_owned()
}

fn check_score(position: &AnyPosition) {
    let outcome = position.outcome().unwrap();
    let points = Slow::read(&position.text()).points();
    assert_eq!(outcome.score, Some(points), "{}", position.text());
    assert_eq!(points[0] + points[1], 38, "{}", position.text());
    let verdict = match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Verdict::Win(Seat::First),
        std::cmp::Ordering::Less => Verdict::Win(Seat::Second),
        std::cmp::Ordering::Equal => Verdict::Draw,
    };
    assert_eq!(outcome.verdict, verdict);
}

#[test]
fn agrees_with_the_slow_generator_in_random_games() {
    let mut rng = Rng::with_seed(1);
    for seed in 0..games(600) as u32 {
        let setting = board(if seed < 100 { seed } else { rng.u32(..) });
        let texts = play_out(&setting, setting.start(), 100, &mut rng);
        // anacund.end: 36 placements, and every turn has a placement.
        assert_eq!(texts.len(), 37);
        check_score(&setting.read(texts.last().unwrap()));
        for pair in texts.windows(2) {
            // anacund.closed: a captured piece stays, and its square stays closed.
            let [before, after] = [&pair[0], &pair[1]].map(|text| {
                text.split([',', ' '])
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            });
            let captured = |cell: &str| cell.ends_with(['D', 'B']);
            assert!(
                before
                    .iter()
                    .zip(&after)
                    .all(|(before, after)| !captured(before) || before == after)
            );
            let pieces = |cells: &[String]| {
                cells[..36]
                    .iter()
                    .filter(|cell| cell.ends_with(char::is_alphabetic))
                    .count()
            };
            assert_eq!(pieces(&before) + 1, pieces(&after));
        }
    }
}

#[test]
fn reads_anything_without_panic() {
    let mut rng = Rng::with_seed(2);
    for seed in 0..8 {
        let setting = board(seed);
        let texts = play_out(&setting, setting.start(), 100, &mut rng);
        for _ in 0..200 {
            let text = rng.choice(&texts).unwrap();
            read_anything(&setting, &mutated(text, &mut rng));
            let noise: String = (0..rng.usize(..40)).map(|_| rng.char(..)).collect();
            read_anything(&setting, &noise);
            // Random pieces, with the matching groups and turn.
            let mut on_ring = text.split(' ').next().unwrap().to_owned();
            if let Some(at) = rng.choice(
                on_ring
                    .match_indices(',')
                    .map(|(at, _)| at)
                    .collect::<Vec<_>>(),
            ) {
                on_ring.insert(at, rng.choice(['d', 'b', 'D', 'B']).unwrap());
            }
            read_anything(
                &setting,
                &text.replacen(text.split(' ').next().unwrap(), &on_ring, 1),
            );
            let position = setting.read(text);
            type_anything(&position, &noise);
            type_anything(&position, &rng.u32(..40).to_string());
            type_anything(&position, &mutated("14", &mut rng));
        }
    }
}

#[test]
fn a_seed_makes_the_same_board_for_ever() {
    // anacund.setup. These boards were computed independently of the program.
    for (seed, expected) in [
        (0, BOARD),
        (
            1,
            "1,2,4,5,5,*1,1,4,5,2,2,6,6,3,5,3,2,5,4,2,2,1,3,4,6,1,6,5,6,4,3,1,3,4,3,6",
        ),
        (
            u32::MAX,
            "4,4,4,2,1,3,6,5,1,6,6,6,4,3,1,2,1,6,3,3,4,5,2,4,3,2,6,1,5,*1,2,5,3,5,2,5",
        ),
    ] {
        assert_eq!(
            board(seed).start().text(),
            format!("{expected} d 3 6,6,6 6,6,6")
        );
    }
    for seed in (0..400).map(|i| i * 10_737_409) {
        let start = board(seed).start();
        assert_eq!(
            start.text(),
            format!("{} d 3 6,6,6 6,6,6", Slow::board(seed)),
            "seed {seed}"
        );
        assert_eq!(
            usual().read(&start.text()).text(),
            start.text(),
            "every board has the slats that a text must have"
        );
    }
    let anacund = find("anacund").unwrap();
    assert_eq!(
        anacund
            .complete_options(&GivenOptions::new(), || 77)
            .unwrap()
            .get("board"),
        Some("77")
    );
    for wrong in ["-1", "4294967296", "x"] {
        let given = GivenOptions::from([(String::from("board"), wrong.to_owned())]);
        assert_eq!(
            anacund
                .complete_options(&given, || 0)
                .unwrap_err()
                .to_string(),
            format!("board must be a whole number from 0 to 4294967295, not \"{wrong}\".")
        );
    }
}

#[test]
fn six_squares_of_every_value_make_the_ring() {
    // anacund.board, anacund.pieces
    let start = usual().start();
    assert_eq!(start.colours(), ["Dark", "Bright"]);
    assert_eq!(start.to_move(), Some(Seat::First));
    for seed in 0..20 {
        let text = board(seed).start().text();
        let values: Vec<&str> = text
            .split(' ')
            .next()
            .unwrap()
            .split(',')
            .map(|cell| cell.trim_start_matches('*'))
            .collect();
        for value in 1..=6 {
            assert_eq!(
                values
                    .iter()
                    .filter(|other| **other == value.to_string())
                    .count(),
                6,
                "{text}"
            );
        }
        assert_eq!(text.matches("*1").count(), 1);
        assert!(text.ends_with(" 6,6,6 6,6,6"), "{text}");
    }
}

#[test]
fn a_turn_is_three_placements_that_follow_the_groups() {
    // anacund.turn, anacund.groups
    for (typed, mover, left, groups, values) in [
        ("", 'd', 3, "6,6,6 6,6,6", "6"),
        ("3", 'd', 2, "6,6,5 6,6,6", "56"),
        ("3 9", 'd', 1, "6,5,5 6,6,6", "56"),
        ("3 2", 'd', 1, "6,6,4 6,6,6", "46"),
        ("3 9 13", 'b', 3, "5,5,5 6,6,6", "6"),
        ("3 2 4", 'b', 3, "6,6,3 6,6,6", "6"),
        ("3 2 9", 'b', 3, "6,5,4 6,6,6", "6"),
        ("3 2 4 9", 'b', 2, "6,6,3 6,6,5", "56"),
        ("3 2 4 9 8 28", 'd', 3, "6,6,3 6,6,3", "36"),
        ("3 2 4 9 8 28 1 6 7", 'b', 3, "6,6,0 6,6,3", "36"),
    ] {
        let position = usual().after("", typed);
        assert!(
            position
                .text()
                .ends_with(&format!(" {mover} {left} {groups}")),
            "{typed}: {}",
            position.text()
        );
        let mut offered: Vec<char> = position
            .steps()
            .iter()
            .map(|step| {
                BOARD
                    .split(',')
                    .nth(step.parse::<usize>().unwrap() - 1)
                    .unwrap()
                    .chars()
                    .last()
                    .unwrap()
            })
            .collect();
        offered.sort_unstable();
        offered.dedup();
        assert_eq!(offered.into_iter().collect::<String>(), values, "{typed}");
        assert_eq!(usual().read(&position.text()).text(), position.text());
    }
}

#[test]
fn turns_are_read_as_wholes() {
    let start = usual().start();
    let whole = read_turn(&*start, "3; 9 13").unwrap();
    assert_eq!(
        (whole.text().as_str(), whole.progress),
        ("3 9 13", Progress::Complete)
    );
    let begun = read_turn(&*start, "3").unwrap();
    assert_eq!(
        begun.progress,
        Progress::MustGoOn(String::from("Two more pieces to place."))
    );
    assert_eq!(begun.after.turn(), ["3"]);
    let begun = read_turn(&*start, "9 3").unwrap();
    assert_eq!(
        begun.progress,
        Progress::MustGoOn(String::from("One more piece to place."))
    );
    assert_eq!(begun.after.turn(), ["9", "3"]);
    assert_eq!(whole.after.turn(), [""; 0]);
    assert!(matches!(
        read_turn(&*start, "3 9 13 21"),
        Err(TurnError::TooLong { .. })
    ));
    assert!(
        matches!(read_turn(&*start, "3 3"), Err(TurnError::Step { done, .. }) if done == ["3"])
    );
    // A text in the middle of a turn continues the turn, but does not tell its earlier placements.
    let middle = usual().read(&begun.after.text());
    assert_eq!(middle.text(), begun.after.text());
    assert_eq!(
        (middle.turn().len(), middle.progress()),
        (0, Progress::Complete)
    );
    assert_eq!(
        read_turn(&*middle, "13").unwrap().progress,
        Progress::Complete
    );
}

/// Returns the squares that a step captures, in order, and the rule.
fn captures(position: &mut AnyPosition, step: &str) -> (String, &'static str) {
    let (mut squares, mut rule) = (Vec::new(), "");
    for effect in position.play(step).unwrap().effects {
        if let Effect::Captured { at, by, .. } = effect {
            squares.push(position.cell_name(at));
            rule = by;
        }
    }
    (squares.join(" "), rule)
}

#[test]
fn the_worked_line_of_the_sheet() {
    // anacund.capture: Dark has the 5th, 6th, 7th and 9th square of the line, which are 7, 8, 9 and 11; Bright has the
    // 4th.
    let mut position = usual().after(
        &format!("{LINE} d 3 6,6,6 6,6,6"),
        "9 8 17 22 21 6 14 7 11 25 26",
    );
    let stretch = |position: &AnyPosition| {
        (3..=11)
            .map(|square| on(position, square))
            .map(|piece| {
                if piece.is_empty() {
                    String::from(".")
                } else {
                    piece
                }
            })
            .collect::<String>()
    };
    assert_eq!(stretch(&position), "...bddd.d");
    // Bright plays the 8th and captures the 5th, 6th and 7th.
    assert_eq!(captures(&mut position, "10"), (String::from("7 8 9"), ""));
    assert_eq!(stretch(&position), "...bBBBbd");
    // Dark plays the 3rd and captures nothing.
    assert_eq!(captures(&mut position, "5"), (String::new(), ""));
    for step in ["18", "31", "32"] {
        position.play(step).unwrap();
    }
    assert_eq!(stretch(&position), "..dbBBBbd");
    // Bright plays the 2nd and captures the 3rd.
    assert_eq!(captures(&mut position, "4"), (String::from("5"), ""));
    assert_eq!(stretch(&position), ".bBbBBBbd");
}

#[test]
fn chains_are_captured_by_closing_both_ends() {
    for (what, text, step, taken, by) in [
        (
            "anacund.capture: a longer chain",
            "2,3,1,2,4,3,6d,2,3,4,5,5d,5d,5d,6d,6b,1,6,3,4,2,3,6d,2,*1,1,6b,4,1,1,5b,3,2,4,4,5 b 3 4,4,4 6,5,4",
            "11",
            "12 13 14 15",
            "",
        ),
        (
            "anacund.capture: on both sides at once",
            "3,3,1,6d,5,2,5,2,4,5b,6d,4,5d,6b,3,4,2,5,4,3,2,5,1,1,2,4,6,1,3,4,2,3,6,1,*1,6 b 1 6,5,4 6,6,4",
            "12",
            "11 13",
            "",
        ),
        (
            "anacund.capture: a chain that runs around the ring",
            "4b,5d,6d,2,2,1,3,6d,5,1,3,2,*1,4,1,5,3,6b,1,4,4d,3d,6,1,2,3,6,4,5,5,6,4,3,2,2,5b d 1 6,5,2 6,6,3",
            "35",
            "1 36",
            "",
        ),
        (
            "anacund.capture: square 36 is next to square 1",
            "4d,6b,5,2,2,*1,2,1,2,3,6,4,6d,6,4,4,3,6,1,2,3,4,3,1,5,5,5d,3,1,5,3,6,4,1,2,5 b 2 6,6,3 6,6,5",
            "36",
            "1",
            "",
        ),
        (
            "anacund.conqueror: the captor stays between a closed square and a piece of the other side",
            "1,4,1,1,4,2,6,1,2,*1,6d,5,6b,5d,5,6d,4,5,2,2,3,4,5,2,3,6,3,5,4,4,1,3,2,3,3,6 b 2 6,5,4 6,6,5",
            "15",
            "14",
            "",
        ),
        (
            "anacund.walk-in: a single piece",
            "2,5,6,*1,6d,2,5,1,2,4,1,2,4,4,2,3,3,6,1,5d,6,6d,5,3,4,3,1,3,6,4,1,5,3,2,4,5 b 3 6,5,4 6,6,6",
            "21",
            "21",
            "encirclement",
        ),
        (
            "anacund.walk-in: with the chain that it belongs to",
            "4,4,6,1,4,2,5,3,*1,6,5,3,3,4,2,6b,1,6b,3,4d,6d,5b,5,6,1,5d,3,2,2,4,3,2,1,1,2,5 d 3 6,6,3 6,5,4",
            "19",
            "19 20 21",
            "encirclement",
        ),
        (
            "anacund.walk-in: around the ring",
            "4,4d,4,2,3,3,2,3,5d,1,1,3d,5,1,4,6,3,6d,*1d,2,6b,2,3,1,6b,5,6,6,4,4,2,5,5,1,2d,5b b 3 6,6,0 6,5,4",
            "1",
            "1 36",
            "encirclement",
        ),
        (
            "anacund.closed: a closed square breaks the chain 26 before 28 closes it",
            "4,4,4,2,3,3,2,3,5,1,1,3,5,1,4,6,3,6,*1,2,6d,2,3,1,6,5d,6D,6d,4,4,2,5,5,1,2,5 b 2 6,5,4 6,6,5",
            "25",
            "",
            "",
        ),
    ] {
        let mut position = usual().read(text);
        let mover = position.to_move().unwrap();
        assert_eq!(
            captures(&mut position, step),
            (taken.to_owned(), by),
            "{what}"
        );
        // anacund.turned: the captured pieces lie beside their squares in the captor's colour.
        let captor = if by.is_empty() { mover } else { mover.other() };
        let letter = position.letter(captor).to_ascii_uppercase().to_string();
        for square in taken.split_whitespace() {
            assert_eq!(on(&position, square.parse().unwrap()), letter, "{what}");
        }
        if by.is_empty() {
            assert_eq!(
                on(&position, step.parse().unwrap()),
                position.letter(mover).to_string(),
                "{what}: the piece stays"
            );
        }
        assert_eq!(
            usual().read(&position.text()).text(),
            position.text(),
            "{what}"
        );
    }
}

#[test]
fn the_golden_square_counts_three_for_the_captor() {
    // anacund.score: Bright takes the golden square 10, and plays on to the end at random.
    let mut rng = Rng::with_seed(3);
    let text = "4,2,5,4,2,4,1,4,6,*1d,6b,2,2d,3,5d,2,3,6b,1,4,1,1,5,1,3d,4d,5,3,6,6,6d,5b,3,3,2,5 b 3 6,6,0 6,5,4";
    let mut position = usual().read(text);
    assert_eq!(captures(&mut position, "9").0, "10");
    assert!(position.text().contains(",*1B,"));
    while position.outcome().is_none() {
        let steps = position.steps();
        position.play(rng.choice(&steps).unwrap()).unwrap();
    }
    check_score(&position);
    // anacund.end, anacund.win: the fields look as if the game went on.
    assert!(
        position.text().ends_with(" d 3 0,0,0 0,0,0"),
        "{}",
        position.text()
    );
    assert_eq!((position.steps().len(), position.to_move()), (0, None));
    let bright = position.text().matches(['b', 'B']).count() as u32 + 2;
    assert_eq!(
        position.outcome().unwrap().score,
        Some([38 - bright, bright])
    );
}

#[test]
fn games_end_with_points_or_equal_points() {
    // anacund.win
    let mut rng = Rng::with_seed(4);
    let mut ended = Vec::new();
    for seed in 0..300 {
        let mut position = board(seed).start();
        while position.outcome().is_none() {
            let steps = position.steps();
            position.play(rng.choice(&steps).unwrap()).unwrap();
        }
        check_score(&position);
        ended.push((
            result(&position).unwrap(),
            position.outcome().unwrap().reason,
        ));
    }
    ended.sort_unstable();
    ended.dedup();
    assert_eq!(
        ended,
        [('=', "equal points"), ('b', "points"), ('d', "points")]
    );
}

#[test]
fn a_wrong_turn_is_told_why() {
    let closed = "4,4,4,2,3,3,2,3,5,1,1,3,5,1,4,6,3,6,*1,2,6d,2,3,1,6,5d,6D,6d,4,4,2,5,5,1,2,5 b 2 6,5,4 6,6,5";
    let mut seen = BTreeSet::new();
    for (text, typed, sentence, rule, cells) in [
        (
            closed,
            "c4",
            "\"c4\" is no square: type its number, from 1 to 36.",
            "anacund.notation",
            "",
        ),
        (
            closed,
            "+5",
            "\"+5\" is no square: type its number, from 1 to 36.",
            "anacund.notation",
            "",
        ),
        (
            closed,
            "",
            "\"\" is no square: type its number, from 1 to 36.",
            "anacund.notation",
            "",
        ),
        (
            closed,
            "0",
            "There is no square \"0\": they go from 1 to 36.",
            "anacund.board",
            "",
        ),
        (
            closed,
            "37",
            "There is no square \"37\": they go from 1 to 36.",
            "anacund.board",
            "",
        ),
        (
            closed,
            "99999999999",
            "There is no square \"99999999999\": they go from 1 to 36.",
            "anacund.board",
            "",
        ),
        (
            closed,
            "26",
            "A dark piece stands on square 26: place yours on an empty one.",
            "anacund.place",
            "26",
        ),
        (
            closed,
            "27",
            "Square 27 is closed: a piece was captured there, and nobody places on it again.",
            "anacund.closed",
            "27",
        ),
        (
            closed,
            "4",
            "Square 4 has the value 2, and Bright has no group of 2: the groups are 6, 6, 5.",
            "anacund.groups",
            "4",
        ),
        (
            closed,
            "10",
            "Square 10 has the value 1, and Bright has no group of 1: the groups are 6, 6, 5.",
            "anacund.groups",
            "10",
        ),
    ] {
        let position = usual().read(text);
        assert_eq!(
            usual().illegal(&position, typed),
            (sentence.to_owned(), rule, cells.to_owned()),
            "{typed}"
        );
        seen.insert(way(&usual().refused::<Anacund>(&position, typed)));
    }
    let mut position = usual().start();
    while position.outcome().is_none() {
        position.play(&position.steps()[0]).unwrap();
    }
    let told = (
        "The game is over: every piece has been placed.".to_owned(),
        "anacund.end",
        String::new(),
    );
    assert_eq!(usual().illegal(&position, "14"), told);
    seen.insert(way(&usual().refused::<Anacund>(&position, "14")));
    assert_eq!(seen, (0..=5).collect(), "every way of being wrong was met");
    // Leading zeros are accepted.
    assert_eq!(usual().start().play("03").unwrap().step, "3");
}

/// Returns a number for each kind of refusal. A new kind must be added here and to the table above.
fn way(illegal: &Illegal) -> u32 {
    match illegal {
        Illegal::Unreadable { .. } => 0,
        Illegal::NoSquare { .. } => 1,
        Illegal::Over => 2,
        Illegal::Taken { .. } => 3,
        Illegal::Closed { .. } => 4,
        Illegal::NoGroup { .. } => 5,
    }
}

#[test]
fn impossible_positions_are_refused() {
    let whole = "A position of Anacund is the board, the colour to place, the placements left in this turn, and the groups of Dark and of \
                 Bright, with one space between them.";
    let cell = "a square is a value from 1 to 6, then nothing or d, b, D or B; the golden one begins with *.";
    // The start of seed 0 with other cells, by number.
    let with = |cells: &[(usize, &str)], fields: &str| {
        let mut ring: Vec<&str> = BOARD.split(',').collect();
        for &(square, cell) in cells {
            ring[square - 1] = cell;
        }
        format!("{} {fields}", ring.join(","))
    };
    let start = "d 3 6,6,6 6,6,6";
    for (text, sentence) in [
        (String::new(), whole),
        (format!("{BOARD} d 3 6,6,6"), whole),
        (format!("{BOARD} {start} "), whole),
        (
            format!("{BOARD},1 {start}"),
            "The ring has 37 squares, not 36.",
        ),
        (
            with(&[(1, "7")], start),
            &format!("Square 1 holds \"7\": {cell}"),
        ),
        (
            with(&[(1, "")], start),
            &format!("Square 1 holds \"\": {cell}"),
        ),
        (
            with(&[(1, "3x")], start),
            &format!("Square 1 holds \"3x\": {cell}"),
        ),
        (
            with(&[(1, "3dd")], start),
            &format!("Square 1 holds \"3dd\": {cell}"),
        ),
        (
            with(&[(1, "d")], start),
            &format!("Square 1 holds \"d\": {cell}"),
        ),
        (
            with(&[(7, "**1")], start),
            &format!("Square 7 holds \"**1\": {cell}"),
        ),
        (
            with(&[(1, "*3")], start),
            "Square 1 cannot be golden: the golden square has the value 1.",
        ),
        (
            with(&[(11, "*1")], start),
            "Squares 7 and 11 cannot both be golden.",
        ),
        (
            with(&[(7, "1")], start),
            "No square is golden: one of value 1 begins with *.",
        ),
        (
            with(&[(35, "6"), (36, "1")], start),
            "The slats at the ends are 1-6-3 and 2-5-4, either way up; here squares 1, 36, 35 carry 3-1-6 and squares 17, 18, 19 carry 4-5-2.",
        ),
        (
            with(&[(36, "5"), (18, "6")], start),
            "The slats at the ends are 1-6-3 and 2-5-4, either way up; here squares 1, 36, 35 carry 3-5-1 and squares 17, 18, 19 carry 4-6-2.",
        ),
        (
            with(&[(2, "1")], start),
            "The slat of squares 2 and 34 carries 1 twice; there is no such slat.",
        ),
        (
            with(&[(2, "2")], start),
            "Squares 2 and 34 and squares 11 and 25 both carry 1 and 2; there is one such slat.",
        ),
        (
            with(&[], "x 3 6,6,6 6,6,6"),
            "Dark has placed 0 and Bright 0, so d is to place, not \"x\".",
        ),
        (
            with(&[], "b 3 6,6,6 6,6,6"),
            "Dark has placed 0 and Bright 0, so d is to place, not \"b\".",
        ),
        (
            with(&[], "d 2 6,6,6 6,6,6"),
            "Dark has placed 0 and Bright 0, so 3 placements are left in this turn, not \"2\".",
        ),
        (
            with(&[], "d 3 6,6,5 6,6,6"),
            "Dark's groups must be 6,6,6 after what was placed, not \"6,6,5\".",
        ),
        (
            with(&[(3, "6d")], "d 2 5,6,6 6,6,6"),
            "Dark's groups must be 6,6,5 after what was placed, not \"5,6,6\".",
        ),
        (
            with(&[(3, "6d")], "d 2 6,6,5 6,6"),
            "Bright's groups must be 6,6,6 after what was placed, not \"6,6\".",
        ),
        (
            with(&[(2, "5d")], "d 2 6,6,6 6,6,6"),
            "Dark has placed 1 on value 5 and 0 on 6: a group comes down one by one.",
        ),
        (
            with(
                &[(3, "6d"), (9, "6d"), (13, "6d"), (21, "6d")],
                "b 2 6,6,6 6,6,6",
            ),
            "Dark has placed 4 on value 6, but there are only three groups.",
        ),
        (
            with(&[(3, "6b")], "d 2 6,6,6 6,6,5"),
            "Dark has placed 0 and Bright 1: they place three at a time, Dark first.",
        ),
        (
            with(
                &[(3, "6d"), (9, "6d"), (13, "6d"), (2, "5d")],
                "b 2 5,5,4 6,6,6",
            ),
            "Dark has placed 4 and Bright 0: they place three at a time, Dark first.",
        ),
        (
            with(&[(3, "6D")], "d 2 6,6,6 6,6,5"),
            "Square 3 cannot be closed: Dark captures only between two pieces, and none stands on 2.",
        ),
        (
            with(&[(3, "6D"), (2, "5d")], "d 2 6,6,6 6,6,5"),
            "Square 3 cannot be closed: Dark captures only between two pieces, and none stands on 4.",
        ),
        (
            with(&[(3, "6D"), (2, "5d"), (4, "4b")], "d 2 6,6,6 6,6,5"),
            "Square 3 cannot be closed: Dark captures only between two pieces, and none stands on 4.",
        ),
        (
            with(&[(3, "6b"), (2, "5d"), (4, "4d")], "d 2 6,6,6 6,6,5"),
            "Bright's piece on 3 would have been captured: its chain is closed in by 2 and 4.",
        ),
        (
            with(
                &[(36, "6d"), (1, "3d"), (35, "1b"), (2, "5b")],
                "d 2 6,6,6 6,6,5",
            ),
            "Dark's piece on 1 would have been captured: its chain is closed in by 35 and 2.",
        ),
    ] {
        assert_eq!(usual().refusal(&text), sentence, "{text}");
    }
}

#[test]
fn the_picture_shows_the_ring_and_what_lies_beside_it() {
    let text = "4,2,5,4,2,4,1,4,6,*1d,6b,2,2d,3,5d,2,3,6b,1,4,1,1,5,1,3d,4d,5,3,6,6,6d,5b,3,3,2,5 b 3 6,6,0 6,5,4";
    let mut position = usual().read(text);
    let before = position.scene(Seat::First).board;
    let ground = |position: &AnyPosition, number: usize| {
        let board = position.scene(Seat::First).board;
        (
            board.cells[number - 1].ground,
            board.cells[number - 1].text.clone(),
        )
    };
    assert_eq!(before.cells.len(), 36);
    assert_eq!(ground(&position, 10), (Ground::Golden, String::from("1")));
    let played = position.play("9").unwrap();
    let scene = position.scene(Seat::First);
    assert_eq!(
        scene.board, before,
        "what changes is marked, so that the board is painted once"
    );
    assert_eq!(
        scene.marks,
        [Mark {
            cell: scene.board.cells[9].cell,
            kind: MarkKind::Closed
        }]
    );
    assert_eq!(ground(&position, 10), (Ground::Golden, String::from("1")));
    // anacund.turned: the captured piece is beside square 10, inside the ring.
    let beside: Vec<_> = scene
        .men
        .iter()
        .filter_map(|man| {
            if let Spot::Beside(_, point) = man.spot {
                Some((point, man.colour))
            } else {
                None
            }
        })
        .collect();
    let centre = scene.board.cells[9].centre;
    assert_eq!(beside.len(), 1);
    assert_eq!(beside[0].1, Seat::Second);
    assert!(beside[0].0.x < centre.x - 0.8 && beside[0].0.y > centre.y + 0.8);
    assert!(scene.men.iter().all(|man| man.kind == Kind::Disc));
    // The ring's corners, clockwise from the top left.
    let centre = |number: usize| scene.board.cells[number - 1].centre;
    assert!(centre(1).x < centre(10).x && centre(1).y == centre(10).y);
    assert!(centre(19).x == centre(10).x && centre(19).y > centre(10).y);
    assert!(centre(28).x == centre(1).x && centre(28).y == centre(19).y);
    assert!(centre(36).x == centre(1).x && centre(36).y < centre(35).y);
    for (number, pair) in scene.board.cells.windows(2).enumerate() {
        let apart =
            (pair[0].centre.x - pair[1].centre.x).hypot(pair[0].centre.y - pair[1].centre.y);
        assert!(
            (apart - 1.0).abs() < 0.001,
            "squares {} and {} are neighbours",
            number + 1,
            number + 2
        );
    }
    for (label, cell) in scene.board.labels.iter().zip(&scene.board.cells) {
        assert_eq!(label.text, position.cell_name(cell.cell));
        // Outside the ring, straight beside its square.
        let middle = scene.board.width / 2.0;
        let [across, down] = [
            (label.centre.x, cell.centre.x),
            (label.centre.y, cell.centre.y),
        ]
        .map(|(label, cell)| (label - middle).abs() - (cell - middle).abs());
        let beside = |apart: f32| (0.6..0.9).contains(&apart);
        assert!(
            beside(across) && down == 0.0 || across == 0.0 && beside(down),
            "{}",
            label.text
        );
    }
    let words = alt_text(&*position, &played.effects);
    assert_eq!(
        words,
        "Dark: pieces 13, 15, 25, 26, 31. Bright: pieces 9, 11, 18, 32; captured piece 10. \
         Values of 1 to 36: 4 2 5 4 2 4 1 4 6 1 6 2 2 3 5 2 3 6 1 4 1 1 5 1 3 4 5 3 6 6 6 5 3 3 2 5. Golden: 10. Closed: 10. \
         Last turn: piece on 9; piece on 10 captured. Dark has groups 6,6,0 left, Bright groups 5,5,4. Points: Dark 5, Bright 7. Bright to move."
    );
    let marks: Vec<_> = played
        .effects
        .iter()
        .flat_map(|effect| effect.marks())
        .map(|mark| mark.kind)
        .collect();
    assert_eq!(
        marks,
        [
            MarkKind::To,
            MarkKind::Ghost(Kind::Disc, Seat::First),
            MarkKind::Captured(Sign::Plain)
        ]
    );
}

#[test]
fn captures_are_offered_first_whoever_makes_them() {
    let offers = |text: &str| -> Vec<String> {
        let (offers, _) = usual().read(text).complete("", 4);
        offers
            .into_iter()
            .map(|offer| format!("{} {}", offer.step, offer.words))
            .collect()
    };
    let takes = offers(
        "3,3,1,6d,5,2,5,2,4,5b,6d,4,5d,6b,3,4,2,5,4,3,2,5,1,1,2,4,6,1,3,4,2,3,6,1,*1,6 b 1 6,5,4 6,6,4",
    );
    assert_eq!(
        takes,
        [
            "12 value 4, takes 11 13",
            "9 value 4",
            "16 value 4",
            "19 value 4"
        ]
    );
    let loses = offers(
        "2,5,6,*1,6d,2,5,1,2,4,1,2,4,4,2,3,3,6,1,5d,6,6d,5,3,4,3,1,3,6,4,1,5,3,2,4,5 b 3 6,5,4 6,6,6",
    );
    assert_eq!(
        loses,
        [
            "21 value 6, loses 21",
            "3 value 6",
            "18 value 6",
            "29 value 6"
        ]
    );
}
