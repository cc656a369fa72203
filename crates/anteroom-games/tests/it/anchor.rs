//! Anchor by its rules page. The rule ids here are those of the page and of the refusals.

use std::collections::BTreeSet;

use anteroom_board::Seat;
use anteroom_board::scene::{Ground, Kind, MarkKind};
use anteroom_games::anchor::{Anchor, Illegal, NoSwap};
use anteroom_games::{AnyPosition, Effect, GivenOptions, Verdict, alt_text, find};
use fastrand::Rng;

use crate::oracle::{
    Setting, games, hold_against, mutated, play_out, read_anything, result, type_anything,
};
use crate::slow::anchor::Slow;
use crate::slow::second_opinion;

const EMPTY: &str = "......../........./........../.........../............/............./............../.............../\
                     ............../............./............/.........../........../........./........";

fn pie() -> Setting {
    Setting::new("anchor", &[])
}

fn even() -> Setting {
    Setting::new("anchor", &[("start", "even")])
}

fn handicap(stones: u8) -> Setting {
    Setting::new(
        "anchor",
        &[("start", "handicap"), ("handicap", &stones.to_string())],
    )
}

/// Builds a position text with stones on these cells.
fn text(black: &str, white: &str, fields: &str) -> String {
    let mut rows = Vec::new();
    for number in (1..=15i32).rev() {
        let cell = |letter: i32| {
            let name = format!("{}{number}", char::from(b'a' + letter as u8 - 1));
            let on = |names: &str| names.split(' ').any(|other| other == name);
            if on(black) {
                'x'
            } else if on(white) {
                'o'
            } else {
                '.'
            }
        };
        rows.push(
            (1..=15)
                .filter(|letter| (letter - number).abs() <= 7)
                .map(cell)
                .collect::<String>(),
        );
    }
    format!("{} {fields}", rows.join("/"))
}

/// Returns the points of Black and White if both pass on this board.
fn points(black: &str, white: &str) -> [u32; 2] {
    // The colour to move did not make the last drop.
    let board = text(
        black,
        white,
        if black.is_empty() {
            "x 2 even,0,0,-"
        } else {
            "o 2 even,0,0,-"
        },
    );
    let position = even().read(&board);
    let points = position.outcome().unwrap().score.unwrap();
    assert_eq!(points, Slow::read(&position.text()).points(), "{board}");
    points
}

/// Checks that the program and the slow oracle agree on the points and their seats.
fn check_score(position: &AnyPosition) {
    let slow = Slow::read(&position.text());
    let outcome = position.outcome().unwrap();
    let points = slow.points();
    let seats = slow
        .colours()
        .map(|colour| points[usize::from(colour == 'o')]);
    assert_eq!(outcome.score, Some(seats), "{}", position.text());
    let verdict = match seats[0].cmp(&seats[1]) {
        std::cmp::Ordering::Greater => Verdict::Win(Seat::First),
        std::cmp::Ordering::Less => Verdict::Win(Seat::Second),
        std::cmp::Ordering::Equal => Verdict::Draw,
    };
    assert_eq!(outcome.verdict, verdict);
}

#[test]
fn agrees_with_the_slow_generator_in_random_games() {
    let mut rng = Rng::with_seed(1);
    for (setting, usually) in [(pie(), 4), (even(), 2), (handicap(1), 1), (handicap(7), 2)] {
        for _ in 0..games(usually) {
            let texts = play_out(&setting, setting.start(), 400, &mut rng);
            let last = setting.read(texts.last().unwrap());
            check_score(&last);
            for pair in texts.windows(2) {
                // anchor.drop: stones stay in place.
                let [before, after] =
                    [&pair[0], &pair[1]].map(|text| text.split_once(' ').unwrap().0.to_owned());
                assert!(
                    before
                        .chars()
                        .zip(after.chars())
                        .all(|(before, after)| before == '.' || before == after)
                );
            }
        }
    }
}

/// Returns a board that is nearly full: games on it are short and end in all kinds of ways.
fn crowded(rng: &mut Rng) -> String {
    let mut cells: Vec<usize> = EMPTY
        .char_indices()
        .filter(|(_, cell)| *cell == '.')
        .map(|(at, _)| at)
        .collect();
    rng.shuffle(&mut cells);
    let stones = rng.usize(155..=169);
    let mut board: Vec<char> = EMPTY.chars().collect();
    for (i, &at) in cells.iter().take(stones).enumerate() {
        board[at] = if i % 2 == 0 { 'x' } else { 'o' };
    }
    let mover = if stones.is_multiple_of(2) { 'x' } else { 'o' };
    format!(
        "{} {mover} 0 {}",
        board.iter().collect::<String>(),
        rng.choice(["kept", "swapped"]).unwrap()
    )
}

#[test]
fn agrees_with_the_slow_generator_on_crowded_boards() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..games(400) {
        let texts = play_out(&pie(), pie().read(&crowded(&mut rng)), 40, &mut rng);
        check_score(&pie().read(texts.last().unwrap()));
    }
}

#[test]
fn both_opinions_judge_random_boards_alike() {
    // anchor.group, anchor.anchor, anchor.life, anchor.score
    let mut rng = Rng::with_seed(2);
    for _ in 0..300 {
        let density = rng.f32();
        let board: String = EMPTY
            .chars()
            .map(|cell| {
                if cell == '.' && rng.f32() < density {
                    if rng.bool() { 'x' } else { 'o' }
                } else {
                    cell
                }
            })
            .collect();
        if let Ok(position) = pie()
            .game
            .read(&pie().values, &format!("{board} o 2 swapped"))
        {
            check_score(&position);
        }
    }
}

#[test]
fn agrees_with_the_slow_generator_when_one_side_mirrors() {
    // anchor.symmetry
    let mut rng = Rng::with_seed(3);
    let across = |cell: &str| {
        let (letter, number) = cell.split_at(1);
        format!(
            "{}{}",
            char::from(b'a' + b'o' - letter.as_bytes()[0]),
            16 - number.parse::<u8>().unwrap()
        )
    };
    let mut refused = 0;
    for (setting, mirroring) in [
        (even(), Seat::Second),
        (even(), Seat::First),
        (handicap(3), Seat::First),
        (handicap(2), Seat::Second),
    ] {
        let (mut position, mut slow) = (
            setting.start(),
            second_opinion("anchor", &setting.start().text()),
        );
        let mut previous = String::from("pass");
        while position.outcome().is_none() {
            let steps = hold_against(&setting, &position, slow.as_ref());
            let mut chosen = rng.choice(&steps).unwrap().clone();
            if position.to_move() == Some(mirroring) && previous != "pass" && rng.u8(..40) > 0 {
                let wanted = across(&previous);
                if steps.contains(&wanted) {
                    chosen = wanted;
                } else if position
                    .clone()
                    .play(&wanted)
                    .is_err_and(|illegal| illegal.rule == "anchor.symmetry")
                {
                    refused += 1;
                }
            }
            position.play(&chosen).unwrap();
            slow = slow.after(&chosen);
            previous = chosen;
        }
        check_score(&position);
    }
    assert!(refused > 5, "the limit was met {refused} times");
}

#[test]
fn reads_anything_without_panic() {
    let mut rng = Rng::with_seed(4);
    for setting in [pie(), even(), handicap(4)] {
        let mut position = setting.start();
        let mut texts = vec![position.text()];
        while position.outcome().is_none() && texts.len() < 60 {
            let steps = position.steps();
            position.play(rng.choice(&steps).unwrap()).unwrap();
            texts.push(position.text());
        }
        for _ in 0..150 {
            let text = rng.choice(&texts).unwrap();
            // Most of a text is the board, so the fields are mutated separately.
            let (board, fields) = text.split_once(' ').unwrap();
            read_anything(&setting, &mutated(text, &mut rng));
            read_anything(&setting, &format!("{board} {}", mutated(fields, &mut rng)));
            let noise: String = (0..rng.usize(..40)).map(|_| rng.char(..)).collect();
            read_anything(&setting, &noise);
            let position = setting.read(text);
            type_anything(&position, &noise);
            type_anything(&position, &format!("{}{}", rng.alphabetic(), rng.u8(..18)));
            type_anything(
                &position,
                &mutated(rng.choice(["h8", "pass", "swap"]).unwrap(), &mut rng),
            );
        }
    }
}

#[test]
fn the_hexagon_has_169_cells() {
    // anchor.board
    let start = pie().start();
    assert_eq!(start.text(), format!("{EMPTY} x 0 pie0"));
    assert_eq!(start.colours(), ["Black", "White"]);
    assert_eq!(start.to_move(), Some(Seat::First));
    let steps = start.steps();
    assert_eq!(steps.len(), 169);
    assert_eq!(
        (
            steps.first().unwrap().as_str(),
            steps.last().unwrap().as_str()
        ),
        ("a1", "o9")
    );
    for (cell, is_there) in [
        ("a1", true),
        ("a8", true),
        ("a9", false),
        ("h15", true),
        ("h1", true),
        ("o15", true),
        ("o8", true),
        ("o7", false),
        ("i1", false),
    ] {
        assert_eq!(steps.iter().any(|step| step == cell), is_there, "{cell}");
    }
    // Rows from number 15 down, by rising letter.
    assert!(even().after("", "h15").text().starts_with("x......./"));
    assert!(even().after("", "o15").text().starts_with(".......x/"));
    assert!(
        even()
            .after("", "a1")
            .text()
            .ends_with("/x....... o 0 even,0,0,a1")
    );
    assert!(
        even()
            .after("", "h1")
            .text()
            .ends_with("/.......x o 0 even,0,0,h1")
    );
}

#[test]
fn the_second_player_chooses_sides() {
    // anchor.pie
    for (typed, fields, mover, letters, count) in [
        ("", "x 0 pie0", Seat::First, ['x', 'o'], 169),
        ("h8", "o 0 pie1", Seat::Second, ['x', 'o'], 170),
        ("h8 swap", "o 0 swapped", Seat::First, ['o', 'x'], 169),
        ("h8 a1", "x 0 kept", Seat::First, ['x', 'o'], 168),
        ("h8 pass", "x 1 kept", Seat::First, ['x', 'o'], 169),
        ("h8 swap a1", "x 0 swapped", Seat::Second, ['o', 'x'], 168),
        ("h8 swap pass", "x 1 swapped", Seat::Second, ['o', 'x'], 169),
        ("h8 pass a1", "o 0 kept", Seat::Second, ['x', 'o'], 168),
    ] {
        let position = pie().after("", typed);
        assert!(
            position.text().ends_with(&format!(" {fields}")),
            "{typed}: {}",
            position.text()
        );
        assert_eq!(position.to_move(), Some(mover), "{typed}");
        assert_eq!(
            Seat::BOTH.map(|seat| position.letter(seat)),
            letters,
            "{typed}"
        );
        assert_eq!(position.steps().len(), count, "{typed}");
        assert_eq!(position.perft(1), count as u64, "{typed}");
        assert_eq!(
            pie().read(&position.text()).steps(),
            position.steps(),
            "{typed}"
        );
    }
    let mut offered = pie().after("", "h8");
    assert_eq!(offered.play("SWAP").unwrap().effects, [Effect::Swapped]);
    assert_eq!(offered.colour_of(Seat::First), Seat::Second);
}

#[test]
fn the_score_follows_the_seat_through_a_swap() {
    // Black's stone on a home corner wins the whole board, for the player of Black.
    let kept = pie().after("", "a1 pass pass").outcome().unwrap();
    assert_eq!(
        (kept.verdict, kept.score),
        (Verdict::Win(Seat::First), Some([168, 0]))
    );
    let swapped = pie().after("", "a1 swap pass pass");
    let outcome = swapped.outcome().unwrap();
    assert_eq!(
        (outcome.verdict, outcome.score),
        (Verdict::Win(Seat::Second), Some([0, 168]))
    );
    assert_eq!(result(&swapped), Some('x'));
    assert_eq!(outcome.reason, "points");
}

#[test]
fn two_passes_end_the_game() {
    // anchor.pass, anchor.end
    for (setting, typed, ended) in [
        (even(), "pass", None),
        (even(), "pass pass", Some('=')),
        (even(), "pass h8 pass", None),
        (even(), "h8 pass pass", Some('o')),
        (even(), "h8 pass h15 pass pass", Some('x')),
        (handicap(1), "pass pass", Some('o')),
        (pie(), "h8 pass pass", Some('o')),
    ] {
        let position = setting.after("", typed);
        assert_eq!(result(&position), ended, "{typed}");
        assert_eq!(position.to_move().is_none(), ended.is_some());
        assert_eq!(position.steps().is_empty(), ended.is_some());
        assert_eq!(setting.read(&position.text()).text(), position.text());
    }
    let mut position = even().start();
    assert_eq!(
        position.play("pass").unwrap().effects,
        [Effect::Passed(Seat::First)]
    );
    // anchor.win
    assert_eq!(
        even().after("", "pass pass").outcome().unwrap().reason,
        "equal points"
    );
    let full = EMPTY.replace('.', "x").replacen('x', "o", 80);
    assert_eq!(pie().read(&format!("{full} x 0 swapped")).steps(), ["pass"]);
}

#[test]
fn life_hangs_on_sides_and_corners() {
    // anchor.corners, anchor.anchor: Black's groups, and White's on the same cells.
    for (cells, black_lives, white_lives) in [
        // A single stone lives on a home corner; it is dead on an away corner and anywhere else.
        ("a1", true, false),
        ("h15", true, false),
        ("o8", true, false),
        ("a8", false, true),
        ("o15", false, true),
        ("h1", false, true),
        ("h8", false, false),
        ("a4", false, false),
        // Two sides that meet at a corner, without the corner itself.
        ("a2 b2 b1", true, false),
        ("a7 b8 b9", false, true),
        // Two sides that do not meet: opposite ones, and every other one.
        (
            "h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15",
            true,
            true,
        ),
        ("d1 d2 d3 d4 d5 d6 d7 d8 d9 d10 d11", true, true),
        ("a4 b5 c6 d7 e8 f9 g10 h11 i12 j13 k14 l15", true, true),
        // One side alone, and one side and a stone away from it.
        ("a3 a4 a5 a6", false, false),
        ("b1 c1 d1 e1 f1 g1", false, false),
        ("a3 c3 d4", false, false),
        // Three sides, at two corners of one kind each.
        ("a7 a8 b9 h15", true, true),
        ("a7 b8 c9 d10 e11 f12 g13 h14 i15 b9", true, true),
    ] {
        let lives = |black: bool| {
            let points = if black {
                points(cells, "")
            } else {
                points("", cells)
            };
            let many = cells.split(' ').count() as u32;
            let [own, prisoners] = if black {
                points
            } else {
                [points[1], points[0]]
            };
            (prisoners < many, own)
        };
        let (black, territory) = lives(true);
        assert_eq!(black, black_lives, "Black on {cells}");
        assert_eq!(territory > 0, black_lives);
        let (white, territory) = lives(false);
        assert_eq!(white, white_lives, "White on {cells}");
        assert_eq!(territory > 0, white_lives);
    }
    // Groups live one by one; they do not keep each other alive.
    assert_eq!(points("a1 h8 i8", ""), [168, 2]);
}

/// The rule sheet's example in its own letters: `s` and `t` are stones, dead ones in capitals.
/// Two rows of the sheet are longer than the board; here they begin at its border.
#[test]
fn the_marked_stones_of_the_sheet_are_dead() {
    // anchor.life, anchor.anchor
    let sheet = "s....t../......ttt/......t.../.......t.../............/............./S............s/.S...........s./S...........s./\
                 ...........s./sss.......s./TTs......s./.Ts.....s./STs....s./Ts....s.";
    let board = sheet
        .to_ascii_lowercase()
        .replace('s', "x")
        .replace('t', "o");
    let position = pie().read(&format!("{board} x 2 kept"));
    let marks = position.scene(Seat::First).marks;
    let mut dead: Vec<_> = marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Dead)
        .map(|mark| position.cell_name(mark.cell))
        .collect();
    dead.sort();
    assert_eq!(dead, ["a1", "a2", "a4", "a7", "b2", "b3", "b4", "b8", "b9"]);
    check_score(&position);
}

#[test]
fn prisoners_and_surrounded_cells_count() {
    // anchor.score, anchor.life
    for (black, white, expected) in [
        ("", "", [0, 0]),
        // If only one colour is touched, the cells of dead stones count as well.
        ("a1", "", [168, 0]),
        ("a1", "h8", [169, 0]),
        // A region that touches both colours counts for neither.
        ("a1", "a8", [0, 0]),
        ("a1", "a8 h7", [1, 0]),
        // A cut-off corner: a2, a1, b1 inside a chain of Black's.
        ("a3 b3 c3 c2 c1", "a8", [4, 0]),
        // Dead stones in it are removed first: a1 is White's away corner.
        ("a3 b3 c3 c2 c1", "a8 a1", [5, 0]),
        ("a3 b3 c3 c2 c1 o15", "a8", [4, 1]),
        // The row of number 8 lives and divides the board. White lives on o15 only, so the upper half touches both
        // colours; the lower half is Black's 77 cells, and four stones are dead.
        (
            "a8 b8 c8 d8 e8 f8 g8 h8 i8 j8 k8 l8 m8 n8 o8",
            "h15 h14 i15 g2 o15",
            [81, 0],
        ),
    ] {
        assert_eq!(points(black, white), expected, "{black} / {white}");
    }
}

#[test]
fn a_handicap_sets_stones_in_order() {
    // anchor.handicap
    let order = ["h3", "c8", "m13", "h8", "c3", "h13", "m8"];
    for many in 1..=7 {
        let start = handicap(many).start();
        assert_eq!(
            start.text(),
            text(
                &order[..usize::from(many)].join(" "),
                "",
                "o 0 handicap,0,0,-"
            )
        );
        assert_eq!(start.to_move(), Some(Seat::Second), "White plays first");
        assert_eq!(start.steps().len(), 170 - usize::from(many));
        assert_eq!(start.letter(Seat::First), 'x');
    }
    for (given, sentence) in [
        (
            vec![("start", "handicap")],
            "With start handicap, handicap says how many black stones stand on the board, 1 to 7: give it too.",
        ),
        (
            vec![("handicap", "3")],
            "handicap goes only with start handicap.",
        ),
        (
            vec![("start", "even"), ("handicap", "3")],
            "handicap goes only with start handicap.",
        ),
        (
            vec![("start", "pie"), ("handicap", "1")],
            "handicap goes only with start handicap.",
        ),
        (
            vec![("start", "handicap"), ("handicap", "8")],
            "handicap must be a whole number from 1 to 7, not \"8\".",
        ),
        (
            vec![("start", "handicap"), ("handicap", "0")],
            "handicap must be a whole number from 1 to 7, not \"0\".",
        ),
        (
            vec![("start", "odd")],
            "start must be one of pie, even, handicap, not \"odd\".",
        ),
    ] {
        let given: GivenOptions = given
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        assert_eq!(
            find("anchor")
                .unwrap()
                .complete_options(&given, || 0)
                .unwrap_err()
                .to_string(),
            sentence
        );
    }
    assert_eq!(handicap(5).values.to_string(), "handicap 5, start handicap");
    assert_eq!(pie().values.to_string(), "start pie");
}

/// Black plays along the letters A to C, White straight across.
const MIRRORED: &str = "a1 o15 a2 o14 a3 o13 a4 o12 a5 o11 a6 o10 a7 o9 a8 o8 b1 n15 ";

#[test]
fn nine_symmetric_plays_in_a_row_are_the_most() {
    // anchor.symmetry
    for (setting, typed, fields, forbidden) in [
        (even(), MIRRORED.to_owned(), "x 0 even,0,9,n15", None),
        (
            even(),
            MIRRORED.to_owned() + "b2",
            "o 0 even,0,9,b2",
            Some("n14"),
        ),
        (even(), MIRRORED.to_owned() + "h8", "o 0 even,0,9,h8", None),
        // An asymmetric play, a pass, and a play after a pass reset the count to zero.
        (
            even(),
            MIRRORED.to_owned() + "b2 c2",
            "x 0 even,0,0,c2",
            None,
        ),
        (
            even(),
            MIRRORED.to_owned() + "b2 pass",
            "x 1 even,0,0,-",
            None,
        ),
        (even(), MIRRORED.to_owned() + "pass", "o 1 even,0,9,-", None),
        (
            even(),
            MIRRORED.to_owned() + "pass n14",
            "x 0 even,0,0,n14",
            None,
        ),
        // The opponent's pass does not reset the count, but the next play cannot be symmetric.
        (
            even(),
            "a1 o15 pass b1 n15".to_owned(),
            "o 0 even,1,0,n15",
            None,
        ),
        // The other player has a separate count.
        (
            even(),
            "h8 a1 o15 a2 o14".to_owned(),
            "o 0 even,2,0,o14",
            None,
        ),
        (
            handicap(1),
            "a1 o15 a2 o14 a3 o13 a4 o12 a5 o11 a6 o10 a7 o9 a8 o8 b1 n15 b2".to_owned(),
            "x 0 handicap,9,0,b2",
            Some("n14"),
        ),
    ] {
        let position = setting.after("", &typed);
        assert!(
            position.text().ends_with(&format!(" {fields}")),
            "{typed}: {}",
            position.text()
        );
        assert_eq!(setting.read(&position.text()).steps(), position.steps());
        let empty = position
            .text()
            .split(' ')
            .next()
            .unwrap()
            .matches('.')
            .count();
        assert_eq!(
            position.steps().len(),
            empty + 1 - usize::from(forbidden.is_some()),
            "{typed}"
        );
        assert_eq!(position.perft(1) as usize, position.steps().len());
        if let Some(cell) = forbidden {
            let (sentence, rule, cells) = setting.illegal(&position, cell);
            assert_eq!(
                sentence,
                "n14 lies straight across the centre from b2, just played: it would be symmetric play number 10 in a row, and 9 are allowed."
            );
            assert_eq!((rule, cells.as_str()), ("anchor.symmetry", "n14 b2"));
        }
    }
    // With the pie rule symmetric play has no limit.
    let position = pie().after("", &(MIRRORED.to_owned() + "b2 n14"));
    assert!(position.text().ends_with(" x 0 kept"));
}

#[test]
fn a_wrong_turn_is_told_why() {
    let off = "letters go from a to o, numbers from 1 to 15, and they differ by 7 at most.";
    let mut seen = BTreeSet::new();
    for (setting, typed, text, sentence, rule, cells) in [
        (
            even(),
            "",
            "centre",
            "\"centre\" is no cell: type a letter and a number, such as h8, or pass.".to_owned(),
            "anchor.notation",
            "",
        ),
        (
            even(),
            "",
            "h08",
            "\"h08\" is no cell: type a letter and a number, such as h8, or pass.".to_owned(),
            "anchor.notation",
            "",
        ),
        (
            even(),
            "",
            "h",
            "\"h\" is no cell: type a letter and a number, such as h8, or pass.".to_owned(),
            "anchor.notation",
            "",
        ),
        (
            even(),
            "",
            "h100",
            "\"h100\" is no cell: type a letter and a number, such as h8, or pass.".to_owned(),
            "anchor.notation",
            "",
        ),
        (
            even(),
            "",
            "a9",
            format!("There is no cell \"a9\": {off}"),
            "anchor.board",
            "",
        ),
        (
            even(),
            "",
            "P9",
            format!("There is no cell \"P9\": {off}"),
            "anchor.board",
            "",
        ),
        (
            even(),
            "",
            "o16",
            format!("There is no cell \"o16\": {off}"),
            "anchor.board",
            "",
        ),
        (
            even(),
            "h8",
            "H8",
            "A black stone stands on h8: drop yours on an empty cell.".to_owned(),
            "anchor.drop",
            "h8",
        ),
        (
            even(),
            "h8 a1",
            "a1",
            "A white stone stands on a1: drop yours on an empty cell.".to_owned(),
            "anchor.drop",
            "a1",
        ),
        (
            even(),
            "h8 pass pass",
            "a1",
            "The game is over: both players have passed.".to_owned(),
            "anchor.end",
            "",
        ),
        (
            even(),
            "h8 pass pass",
            "pass",
            "The game is over: both players have passed.".to_owned(),
            "anchor.end",
            "",
        ),
        (
            pie(),
            "",
            "pass",
            "The first turn of the game drops a stone, so that the other player can choose sides."
                .to_owned(),
            "anchor.pie",
            "",
        ),
        (
            pie(),
            "",
            "swap",
            "There is nothing to swap yet: the first stone has to be dropped.".to_owned(),
            "anchor.pie",
            "",
        ),
        (
            pie(),
            "h8 a1",
            "swap",
            "The swap is no longer on offer: it is the second player's first turn only.".to_owned(),
            "anchor.pie",
            "",
        ),
        (
            pie(),
            "h8 swap",
            "swap",
            "The swap is no longer on offer: it is the second player's first turn only.".to_owned(),
            "anchor.pie",
            "",
        ),
        (
            even(),
            "h8",
            "swap",
            "There is no swap in this game: it is played without the pie rule.".to_owned(),
            "anchor.pie",
            "",
        ),
        (
            handicap(1),
            "",
            "swap",
            "There is no swap in this game: it is played without the pie rule.".to_owned(),
            "anchor.pie",
            "",
        ),
    ] {
        let position = setting.after("", typed);
        assert_eq!(
            setting.illegal(&position, text),
            (sentence, rule, cells.to_owned()),
            "{text}"
        );
        seen.insert(way(&setting.refused::<Anchor>(&position, text)));
    }
    let mirrored = even().after("", &(MIRRORED.to_owned() + "b2"));
    seen.insert(way(&even().refused::<Anchor>(&mirrored, "n14")));
    assert_eq!(seen, (0..=8).collect(), "every way of being wrong was met");
}

/// Returns a number for each kind of refusal. A new kind must be added here and to the table above.
fn way(illegal: &Illegal) -> u32 {
    match illegal {
        Illegal::Unreadable { .. } => 0,
        Illegal::NoCell { .. } => 1,
        Illegal::Over => 2,
        Illegal::Taken { .. } => 3,
        Illegal::Symmetric { .. } => 4,
        Illegal::FirstStone => 5,
        Illegal::NoSwap(NoSwap::WithoutPie) => 6,
        Illegal::NoSwap(NoSwap::TooEarly) => 7,
        Illegal::NoSwap(NoSwap::TooLate) => 8,
    }
}

#[test]
fn impossible_positions_are_refused() {
    let whole = "A position of Anchor is the board, the colour to move, the passes just made and how the game began, with one space between them.";
    let pie0 = "With pie0 the board is empty, nobody has passed and x is to move.";
    let pie1 = "With pie1 one black stone is on the board, nobody has passed and o is to move.";
    for (setting, text, sentence) in [
        (pie(), String::new(), whole),
        (pie(), format!("{EMPTY} x 0"), whole),
        (pie(), format!("{EMPTY} x 0 pie0 "), whole),
        (
            pie(),
            format!("{EMPTY}/. x 0 pie0"),
            "The board has 16 rows, not 15.",
        ),
        (
            pie(),
            format!(".{EMPTY} x 0 pie0"),
            "Row 15 has 9 cells, not 8.",
        ),
        (
            pie(),
            format!("{EMPTY}. x 0 pie0"),
            "Row 1 has 9 cells, not 8.",
        ),
        (
            pie(),
            format!("{} x 0 pie0", EMPTY.replacen('.', "b", 1)),
            "h15 holds \"b\": a cell is . or x or o.",
        ),
        (
            pie(),
            format!("{EMPTY} b 0 pie0"),
            "The colour to move is x or o, not \"b\".",
        ),
        (
            pie(),
            format!("{EMPTY} x 3 pie0"),
            "The passes just made are 0, 1 or 2, not \"3\".",
        ),
        (
            pie(),
            format!("{EMPTY} x 00 pie0"),
            "The passes just made are 0, 1 or 2, not \"00\".",
        ),
        (
            pie(),
            format!("{EMPTY} x 0 even,0,0,-"),
            "How this game began is written pie0, pie1, kept or swapped, not \"even,0,0,-\".",
        ),
        (
            pie(),
            format!("{EMPTY} x 0 pie"),
            "How this game began is written pie0, pie1, kept or swapped, not \"pie\".",
        ),
        (
            even(),
            format!("{EMPTY} x 0 pie0"),
            "How this game began is written even and the symmetric plays, such as even,0,0,-, not \"pie0\".",
        ),
        (
            handicap(1),
            format!("{EMPTY} o 0 even,0,0,-"),
            "How this game began is written handicap and the symmetric plays, such as handicap,0,0,-, not \"even,0,0,-\".",
        ),
        (
            even(),
            format!("{EMPTY} x 0 even,0,0"),
            "The symmetric plays of Black and White and the play just before are three parts, not \"0,0\".",
        ),
        (
            even(),
            format!("{EMPTY} x 0 even,0,10,-"),
            "A number of symmetric plays is from 0 to 9, not \"10\".",
        ),
        (
            even(),
            format!("{EMPTY} x 0 even,+1,0,-"),
            "A number of symmetric plays is from 0 to 9, not \"+1\".",
        ),
        (
            even(),
            format!("{EMPTY} x 0 even,0,0,H8"),
            "The play just before is a cell such as h8, or -, not \"H8\".",
        ),
        (
            even(),
            format!("{EMPTY} x 0 even,0,0,a9"),
            "The play just before is a cell such as h8, or -, not \"a9\".",
        ),
        (pie(), format!("{EMPTY} o 0 pie0"), pie0),
        (pie(), format!("{EMPTY} x 1 pie0"), pie0),
        (pie(), self::text("h8", "", "x 0 pie0"), pie0),
        (pie(), format!("{EMPTY} o 0 pie1"), pie1),
        (pie(), self::text("h8", "", "x 0 pie1"), pie1),
        (pie(), self::text("h8", "", "o 1 pie1"), pie1),
        (pie(), self::text("", "h8", "o 0 pie1"), pie1),
        (pie(), self::text("h8 h9", "", "o 0 pie1"), pie1),
        (
            pie(),
            format!("{EMPTY} x 1 kept"),
            "The first black stone of this game is missing.",
        ),
        (
            pie(),
            self::text("", "h8", "x 0 swapped"),
            "The first black stone of this game is missing.",
        ),
        (
            pie(),
            self::text("h8", "", "o 0 kept"),
            "With kept, White has dropped a stone or passed; here he has done neither.",
        ),
        (
            pie(),
            self::text("h8", "", "x 0 swapped"),
            "Black is to move and nobody has passed, so White has dropped a stone; here he has not.",
        ),
        (
            pie(),
            self::text("h8", "", "o 1 swapped"),
            "White is to move after one pass, so White dropped a stone before it; here he has not.",
        ),
        (
            pie(),
            self::text("h8", "", "x 2 swapped"),
            "Black would be next after two passes, so White dropped a stone before them; here he has not.",
        ),
        (
            even(),
            format!("{EMPTY} o 0 even,0,0,-"),
            "White is to move and nobody has passed, so Black has dropped a stone; here he has not.",
        ),
        (
            even(),
            format!("{EMPTY} x 1 even,0,0,-"),
            "Black is to move after one pass, so Black dropped a stone before it; here he has not.",
        ),
        (
            even(),
            self::text("h8", "", "x 0 even,0,0,h8"),
            "Black is to move and nobody has passed, so White has dropped a stone; here he has not.",
        ),
        (
            handicap(2),
            self::text("h3", "", "o 0 handicap,0,0,-"),
            "A black stone has stood on c8 from the start of this game, but none stands there.",
        ),
        (
            handicap(2),
            self::text("h3 c8", "", "x 0 handicap,0,0,-"),
            "Black is to move and nobody has passed, so White has dropped a stone; here he has not.",
        ),
        (
            even(),
            self::text("h8", "a1", "o 1 even,0,0,a1"),
            "After a pass the play just before is -, not a1.",
        ),
        (
            even(),
            self::text("h8", "a1", "x 0 even,0,0,-"),
            "Nobody has just passed, so the play just before is a cell, not -.",
        ),
        (
            even(),
            self::text("h8", "a1", "x 0 even,0,0,h8"),
            "The play just before was White's, but no stone that White played stands on h8.",
        ),
        (
            even(),
            self::text("h8", "a1", "x 0 even,0,0,b1"),
            "The play just before was White's, but no stone that White played stands on b1.",
        ),
        (
            handicap(1),
            self::text("h3", "", "o 0 handicap,0,0,h3"),
            "The play just before was Black's, but no stone that Black played stands on h3.",
        ),
        (
            even(),
            self::text("a1", "o15", "x 0 even,1,1,o15"),
            "Only one of the players can have played symmetrically just now.",
        ),
        (
            even(),
            self::text("a1", "o15", "o 1 even,1,0,-"),
            "A pass sets the number of symmetric plays to 0.",
        ),
        (
            even(),
            self::text("a1", "o15", "x 2 even,1,0,-"),
            "A pass sets the number of symmetric plays to 0.",
        ),
        (
            even(),
            self::text("a1", "o15", "x 0 even,0,2,o15"),
            "White cannot have made 2 symmetric plays: fewer stones stand straight across from each other.",
        ),
        (
            even(),
            self::text("a1 b1", "o15 c1", "x 0 even,0,1,c1"),
            "The play on c1 was not symmetric: no stone to match stands on m15.",
        ),
    ] {
        assert_eq!(setting.refusal(&text), sentence, "{text}");
    }
}

#[test]
fn the_picture_shows_stones_and_how_they_are_judged() {
    // anchor.corners
    let start = pie().start().scene(Seat::First);
    assert_eq!(
        (start.board.cells.len(), start.men.len(), start.marks.len()),
        (169, 0, 0)
    );
    let game = find("anchor").expect("a game");
    let options = game
        .complete_options(&GivenOptions::new(), || 0)
        .expect("options");
    let named = game.start(&options).expect("a start");
    let home = |seat| {
        let cells = start
            .board
            .cells
            .iter()
            .filter(|cell| cell.ground == Ground::Home(seat));
        cells
            .inspect(|cell| assert_eq!(cell.text, "⚓"))
            .map(|cell| named.cell_name(cell.cell))
            .collect::<Vec<_>>()
    };
    assert_eq!(home(Seat::First), ["a1", "o8", "h15"]);
    assert_eq!(home(Seat::Second), ["h1", "a8", "o15"]);
    let at = |name: &str| {
        start
            .board
            .cells
            .iter()
            .find(|cell| named.cell_name(cell.cell) == name)
            .unwrap()
            .centre
    };
    assert!(
        at("h15").y < at("a8").y && at("a8").y < at("a1").y,
        "number 15 is on top"
    );
    assert!(at("a8").x < at("h15").x && at("h15").x < at("o15").x && at("o15").x < at("o8").x);
    // Every side has eight cells; the two at its ends are homes.
    let count = |ground| {
        start
            .board
            .cells
            .iter()
            .filter(|cell| cell.ground == ground)
            .count()
    };
    assert_eq!(
        (
            Seat::BOTH.map(|seat| count(Ground::Side(seat))),
            count(Ground::Middle) + count(Ground::Stripe)
        ),
        ([6 * 3; 2], 169 - 6 * 6 - 6),
        "the sides show whose they are"
    );
    for cell in &start.board.cells {
        assert!(cell.centre.x > 0.5 && cell.centre.x < start.board.width - 0.5);
        assert!(cell.centre.y > 0.5 && cell.centre.y < start.board.height - 0.5);
    }
    for label in &start.board.labels {
        let near = |a: f32, b: f32| (a - b).abs();
        assert!(
            label.centre.x > 0.1 && label.centre.x < start.board.width - 0.1,
            "{}",
            label.text
        );
        assert!(
            label.centre.y > 0.1 && label.centre.y < start.board.height - 0.1,
            "{}",
            label.text
        );
        let nearest = start
            .board
            .cells
            .iter()
            .map(|cell| {
                near(cell.centre.x, label.centre.x).hypot(near(cell.centre.y, label.centre.y))
            })
            .fold(9.0, f32::min);
        assert!(nearest > 0.65, "{} lies on a cell", label.text);
    }

    let over = even().read(&text("a1", "h8", "o 2 even,0,0,-"));
    let scene = over.scene(Seat::Second);
    assert!(scene.men.iter().all(|man| man.kind == Kind::Stone));
    let dead: Vec<_> = scene
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Dead)
        .map(|mark| over.cell_name(mark.cell))
        .collect();
    assert_eq!(dead, ["h8"]);
    assert_eq!(
        scene
            .marks
            .iter()
            .filter(|mark| mark.kind == MarkKind::Territory(Seat::First))
            .count(),
        167
    );
    assert_eq!(
        alt_text(&*over, &[]),
        "Black: stone a1. White: stone h8. Dead: h8. Surrounded by Black: b1 to h1, a2 to i2, a3 to j3, a4 to k4, a5 to l5, a6 to m6, a7 to n7, a8 to g8, i8 to o8, b9 to o9, \
         c10 to o10, d11 to o11, e12 to o12, f13 to o13, g14 to o14, h15 to o15. Points: Black 169, White 0. \
         The game is over: Black wins by points."
    );
}

#[test]
fn the_swap_is_offered_first_and_the_pass_last() {
    let position = pie().after("", "h8");
    let (offers, all) = position.complete("", 200);
    assert_eq!((all, offers.len()), (170, 170));
    assert_eq!(
        (offers[0].step.as_str(), offers[0].words.as_str()),
        ("swap", "takes over Black")
    );
    assert_eq!(offers[169].step, "pass");
    let last = even().after("", "h8 pass");
    assert_eq!(last.complete("P", 5).0[0].words, "ends the game");
    let near: Vec<_> = offers[1..7]
        .iter()
        .map(|offer| offer.step.as_str())
        .collect();
    assert_eq!(near, ["g7", "g8", "h7", "h9", "i8", "i9"]);
}
