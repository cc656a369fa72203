//! анааш by its rules page. The rule ids here are those of the page and of the refusals.

use std::collections::BTreeSet;

use anteroom_board::Seat;
use anteroom_board::scene::{Ground, Kind, MarkKind, Sign};
use anteroom_games::anaash::{Anaash, Illegal};
use anteroom_games::{Effect, GivenOptions, alt_text, find};
use fastrand::Rng;

use crate::oracle::{Setting, games, mutated, play_out, read_anything, result, type_anything};
use crate::slow::Oracle;
use crate::slow::anaash::Slow;

const SIZES: [&str; 4] = ["4", "6", "8", "10"];

/// The rule sheet's figure of positional moves.
const FIGURE: &str =
    ".,.,r2,.,.,./.,.,.,.,.,r1/.,b4,.,.,.,./.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,r1,. r";

fn setting(size: &str) -> Setting {
    Setting::new("anaash", &[("size", size)])
}

fn usual() -> Setting {
    Setting::new("anaash", &[])
}

fn small() -> Setting {
    setting("4")
}

#[test]
fn agrees_with_the_slow_generator_in_random_games() {
    let mut rng = Rng::with_seed(1);
    for (size, usually) in SIZES.into_iter().zip([500, 40, 5, 2]) {
        let setting = setting(size);
        for _ in 0..games(usually) {
            let texts = play_out(&setting, setting.start(), 2000, &mut rng);
            // anaash.no-draw: every game ends with a winner.
            let last = Slow::read(texts.last().unwrap());
            assert!(matches!(last.result(), Some('r' | 'b')));
            // anaash.stacks: only a capture removes checkers.
            for pair in texts.windows(2) {
                let [before, after] = [&pair[0], &pair[1]]
                    .map(|text| ['r', 'b'].map(|colour| Slow::read(text).checkers(colour)));
                assert!(
                    after[0] <= before[0]
                        && after[1] <= before[1]
                        && (after[0] == before[0] || after[1] == before[1])
                );
            }
        }
    }
}

/// Returns the squares of the stacks in a position text, as file and rank.
fn stacks(text: &str) -> Vec<(usize, usize)> {
    let board = text.split(' ').next().unwrap();
    let rows = board.split('/').enumerate();
    let cells = rows.flat_map(|(rank, row)| {
        let cells = row.split(',').enumerate();
        cells.map(move |(file, cell)| (file, rank, cell))
    });
    cells
        .filter(|(_, _, cell)| *cell != ".")
        .map(|(file, rank, _)| (file, rank))
        .collect()
}

/// Returns the number of stacks, and the sorted distances of all pairs.
fn closeness(text: &str) -> (usize, Vec<usize>) {
    let stacks = stacks(text);
    let pairs = stacks
        .iter()
        .enumerate()
        .flat_map(|(i, one)| stacks[..i].iter().map(move |other| (one, other)));
    let mut distances: Vec<_> = pairs
        .map(|(one, other)| one.0.abs_diff(other.0) + one.1.abs_diff(other.1))
        .collect();
    distances.sort_unstable();
    (stacks.len(), distances)
}

/// No game goes on for ever, because only finitely many such lists exist.
#[test]
fn every_turn_brings_stacks_closer_or_makes_them_fewer() {
    let mut rng = Rng::with_seed(8);
    for (size, usually) in SIZES.into_iter().zip([200, 40, 5, 2]) {
        let setting = setting(size);
        for _ in 0..games(usually) {
            let texts = play_out(&setting, setting.start(), 2000, &mut rng);
            for pair in texts.windows(2) {
                assert!(closeness(&pair[1]) < closeness(&pair[0]), "{pair:?}");
            }
        }
    }
}

#[test]
fn reads_anything_without_panic() {
    let mut rng = Rng::with_seed(2);
    for size in SIZES {
        let setting = setting(size);
        let texts = play_out(&setting, setting.start(), 30, &mut rng);
        for _ in 0..300 {
            let text = &texts[rng.usize(..texts.len())];
            read_anything(&setting, &mutated(text, &mut rng));
            let noise: String = (0..rng.usize(..40)).map(|_| rng.char(..)).collect();
            read_anything(&setting, &noise);
            let position = setting.read(text);
            type_anything(&position, &noise);
            let steps = position.steps();
            if let Some(step) = rng.choice(&steps) {
                type_anything(&position, &mutated(step, &mut rng));
            }
            let square = |rng: &mut Rng| format!("{}{}", rng.char('a'..='k'), rng.u8(0..=11));
            let sign = rng.choice(["-", "+", "x", "", "--", "X"]).unwrap();
            let typed = format!("{}{sign}{}", square(&mut rng), square(&mut rng));
            type_anything(&position, &typed);
        }
    }
}

#[test]
fn the_board_begins_full_and_red_begins() {
    // anaash.board, anaash.start
    assert_eq!(
        small().start().text(),
        "b1,r1,b1,r1/r1,b1,r1,b1/b1,r1,b1,r1/r1,b1,r1,b1 r"
    );
    for (size, first_moves) in SIZES.into_iter().zip([24, 60, 112, 180]) {
        let start = setting(size).start();
        assert_eq!(start.to_move(), Some(Seat::First));
        assert_eq!(start.colours(), ["Red", "Blue"]);
        assert_eq!(start.steps().len(), first_moves);
        assert!(
            start.steps().iter().all(|step| step.contains('x')),
            "nothing but captures at first"
        );
    }
    assert_eq!(usual().values.to_string(), "size 6");
    let given = GivenOptions::from([(String::from("size"), String::from("5"))]);
    assert_eq!(
        find("anaash")
            .unwrap()
            .complete_options(&given, || 0)
            .unwrap_err()
            .to_string(),
        "size must be one of 4, 6, 8, 10, not \"5\"."
    );
}

#[test]
fn lone_stacks_close_in_on_a_nearest_stack() {
    // anaash.lone, anaash.closer: the sheet's figure
    let figure = usual().read(FIGURE);
    assert_eq!(
        figure.steps(),
        ["c6-b6", "c6-c5", "e1-e2", "e1-f1", "f5-e5", "f5-f6"]
    );
    for (text, steps) in [
        // Two equally near stacks: closer to either.
        (".,.,.,./.,.,.,./r1,.,b1,./.,.,r1,. r", "a2-b2 c1xc2"),
        ("r1,.,.,b2/.,.,.,./.,.,.,./b2,.,.,. r", "a4-a3 a4-b4"),
        ("r1,.,.,b2/.,.,.,./b2,.,.,./.,.,.,. r", "a4-a3"),
        // A diagonal contact does not make a neighbour. Friends count like enemies.
        (
            ".,.,.,./.,r1,.,./.,.,r1,./.,.,.,b8 r",
            "b3-b2 b3-c3 c2-b2 c2-c1 c2-c3 c2-d2",
        ),
    ] {
        assert_eq!(small().read(text).steps().join(" "), steps, "{text}");
    }
}

#[test]
fn stacks_climb_and_capture() {
    for (text, step, after) in [
        // anaash.stacking: onto an equal or a higher friend; heights are added.
        (
            "r1,r1,.,./.,.,.,./.,.,.,./.,.,.,b1 r",
            "a4+b4",
            ".,r2,.,./.,.,.,./.,.,.,./.,.,.,b1 b",
        ),
        (
            "r1,r3,.,./.,.,.,./.,.,.,./.,.,.,b1 r",
            "a4+b4",
            ".,r4,.,./.,.,.,./.,.,.,./.,.,.,b1 b",
        ),
        // anaash.capturing: an equal or a lower enemy; the captor keeps its height.
        (
            "r2,b2,.,./.,.,.,./.,.,.,./.,.,.,b1 r",
            "a4xb4",
            ".,r2,.,./.,.,.,./.,.,.,./.,.,.,b1 b",
        ),
        (
            "r3,b1,.,./.,.,.,./.,.,.,./.,.,.,b1 r",
            "a4xb4",
            ".,r3,.,./.,.,.,./.,.,.,./.,.,.,b1 b",
        ),
        (
            "r2,b1,.,./.,.,.,./.,.,.,./.,.,r1,b1 b",
            "d1xc1",
            "r2,b1,.,./.,.,.,./.,.,.,./.,.,b1,. r",
        ),
        // anaash.one-step: up, down, and sideways.
        (
            ".,r1,.,./r1,r1,r1,./.,r1,.,./.,.,.,b1 r",
            "b3+b4",
            ".,r2,.,./r1,.,r1,./.,r1,.,./.,.,.,b1 b",
        ),
        (
            ".,r1,.,./r1,r1,r1,./.,r1,.,./.,.,.,b1 r",
            "b3+b2",
            ".,r1,.,./r1,.,r1,./.,r2,.,./.,.,.,b1 b",
        ),
        (
            ".,r1,.,./r1,r1,r1,./.,r1,.,./.,.,.,b1 r",
            "b3+a3",
            ".,r1,.,./r2,.,r1,./.,r1,.,./.,.,.,b1 b",
        ),
        (
            ".,r1,.,./r1,r1,r1,./.,r1,.,./.,.,.,b1 r",
            "b3+c3",
            ".,r1,.,./r1,.,r2,./.,r1,.,./.,.,.,b1 b",
        ),
    ] {
        assert_eq!(small().after(text, step).text(), after, "{text} {step}");
        // A plain sign, other case and no sign are accepted.
        let mut plain = small().read(text);
        let typed = step.replace(['+', 'x'], "-");
        assert_eq!(plain.play(&typed).unwrap().step, step);
        assert_eq!(
            small().read(text).play(&step.to_uppercase()).unwrap().step,
            step
        );
        assert_eq!(
            small()
                .read(text)
                .play(&step.replace(['+', 'x'], ""))
                .unwrap()
                .step,
            step
        );
    }
}

#[test]
fn a_seat_without_a_move_sits_out() {
    // anaash.pass
    let setting = small();
    let mut position = setting.read("r2,b1,.,./.,.,.,./.,.,.,./.,.,.,r1 r");
    let played = position.play("d1-d2").unwrap();
    assert!(
        played.effects.contains(&Effect::PassedOver(Seat::Second)),
        "{played:?}"
    );
    assert_eq!(position.text(), "r2,b1,.,./.,.,.,./.,.,.,r1/.,.,.,. r");
    assert_eq!(position.to_move(), Some(Seat::First));
    assert!(alt_text(&*position, &played.effects).contains("Blue sits out"));
    // Reading a text passes over a side that must sit out, even Red.
    assert_eq!(
        setting.read("r2,b1,.,./.,.,.,./.,.,.,./.,.,.,r1 b").text(),
        "r2,b1,.,./.,.,.,./.,.,.,./.,.,.,r1 r"
    );
    assert_eq!(
        setting.read("b2,r1,.,./.,.,.,./.,.,.,./.,.,.,b1 r").text(),
        "b2,r1,.,./.,.,.,./.,.,.,./.,.,.,b1 b"
    );
    // A player with a move is not passed over and cannot pass.
    assert_eq!(
        setting.illegal(&setting.start(), "pass").1,
        "anaash.notation"
    );
}

#[test]
fn capturing_every_checker_wins() {
    // anaash.win
    for (text, step, after, winner) in [
        (
            "r2,b1,.,./.,.,.,./.,.,.,./.,.,.,r1 r",
            "a4xb4",
            ".,r2,.,./.,.,.,./.,.,.,./.,.,.,r1 b",
            'r',
        ),
        (
            "b2,r2,.,./.,.,.,./.,.,.,./.,.,.,b1 b",
            "a4xb4",
            ".,b2,.,./.,.,.,./.,.,.,./.,.,.,b1 r",
            'b',
        ),
    ] {
        let position = small().after(text, step);
        assert_eq!(
            (position.text().as_str(), result(&position)),
            (after, Some(winner))
        );
        assert_eq!(position.to_move(), None);
        assert_eq!(position.steps(), [""; 0]);
        assert_eq!(
            position.outcome().unwrap().reason,
            "capturing every checker"
        );
        assert_eq!(result(&small().read(after)), Some(winner));
    }
}

#[test]
fn a_wrong_turn_is_told_why() {
    let stacks = "r2,r1,b3,./.,.,.,./r1,.,.,./.,.,.,b1 r";
    let mut seen = BTreeSet::new();
    for (text, typed, sentence, rule, cells) in [
        (
            stacks,
            "up",
            "\"up\" is not a move: type from and to, for example c3-c4.",
            "anaash.notation",
            "",
        ),
        (
            stacks,
            "a1",
            "\"a1\" is not a move: type from and to, for example c3-c4.",
            "anaash.notation",
            "",
        ),
        (
            stacks,
            "a1--a2",
            "\"a1--a2\" is not a move: type from and to, for example c3-c4.",
            "anaash.notation",
            "",
        ),
        (
            stacks,
            "a1-a2-a3",
            "\"a1-a2-a3\" is not a move: type from and to, for example c3-c4.",
            "anaash.notation",
            "",
        ),
        (
            stacks,
            "a4-a5",
            "There is no square \"a5\" on this board: it goes from a1 to d4.",
            "anaash.board",
            "",
        ),
        (
            stacks,
            "e1-d1",
            "There is no square \"e1\" on this board: it goes from a1 to d4.",
            "anaash.board",
            "",
        ),
        (
            stacks,
            "a01-a2",
            "There is no square \"a01\" on this board: it goes from a1 to d4.",
            "anaash.board",
            "",
        ),
        (
            stacks,
            "a1-a2",
            "No stack stands on a1.",
            "anaash.turn",
            "a1",
        ),
        (
            stacks,
            "d1-c1",
            "The stack on d1 is Blue's, and it is Red's turn.",
            "anaash.turn",
            "d1",
        ),
        (
            stacks,
            "a4-c4",
            "From a4 to c4 is not one step: a stack goes one square up, down or sideways.",
            "anaash.one-step",
            "a4 c4",
        ),
        (
            stacks,
            "b4-a3",
            "From b4 to a3 is not one step: a stack goes one square up, down or sideways.",
            "anaash.one-step",
            "b4 a3",
        ),
        (
            stacks,
            "b4-b4",
            "From b4 to b4 is not one step: a stack goes one square up, down or sideways.",
            "anaash.one-step",
            "b4 b4",
        ),
        (
            stacks,
            "a4+b4",
            "a4 may not go onto b4: it is 2 high and b4 only 1. A friendly stack below must be as high or higher.",
            "anaash.stacking",
            "a4 b4",
        ),
        (
            stacks,
            "b4xc4",
            "b4 cannot capture c4: it is only 1 high and c4 is 3. A captured stack must be as high or lower.",
            "anaash.capturing",
            "b4 c4",
        ),
        (
            stacks,
            "b4-b3",
            "b4 may not move to b3: a4 and c4 stand beside it. Only a stack with no neighbour goes to an empty square.",
            "anaash.lone",
            "b4 b3 a4 c4",
        ),
        (
            stacks,
            "a4-a3",
            "a4 may not move to a3: b4 stands beside it. Only a stack with no neighbour goes to an empty square.",
            "anaash.lone",
            "a4 a3 b4",
        ),
        (
            stacks,
            "a2-a1",
            "a1 is not closer: the least distance from a2 to another stack is 2, and a4 stands there.",
            "anaash.closer",
            "a2 a1 a4",
        ),
        (
            ".,.,b1,./.,.,.,./r1,.,.,./.,b1,.,. r",
            "a2-a3",
            "a3 is not closer: the least distance from a2 to another stack is 2, and b1 stands there.",
            "anaash.closer",
            "a2 a3 b1",
        ),
        (
            "b1,.,.,./.,.,.,./r1,.,b1,./.,.,.,. b",
            "c2-d2",
            "d2 is not closer: the least distance from c2 to another stack is 2, and a2 stands there.",
            "anaash.closer",
            "c2 d2 a2",
        ),
        (
            stacks,
            "b4xa4",
            "b4+a4 is a move onto a friend, not a capture.",
            "anaash.notation",
            "b4 a4",
        ),
        (
            stacks,
            "a2+a3",
            "a2-a3 is a move to an empty square, not a move onto a friend.",
            "anaash.notation",
            "a2 a3",
        ),
        (
            "r2,b1,.,./.,.,.,./.,.,.,./.,.,.,. r",
            "a4+b4",
            "a4xb4 is a capture, not a move onto a friend.",
            "anaash.notation",
            "a4 b4",
        ),
        (
            ".,r2,.,./.,.,.,./.,.,.,./.,.,.,r1 b",
            "b4-b3",
            "The game is over: Red has captured every checker.",
            "anaash.win",
            "",
        ),
        (
            ".,b2,.,./.,.,.,./.,.,.,./.,.,.,. r",
            "b4-b3",
            "The game is over: Blue has captured every checker.",
            "anaash.win",
            "",
        ),
    ] {
        let position = small().read(text);
        assert_eq!(
            small().illegal(&position, typed),
            (sentence.to_owned(), rule, cells.to_owned()),
            "{typed}"
        );
        seen.insert(way(&small().refused::<Anaash>(&position, typed)));
    }
    assert_eq!(seen, (0..=10).collect(), "every way of being wrong was met");
    let wide = setting("10").start();
    assert_eq!(
        setting("10").illegal(&wide, "k1-k2").0,
        "There is no square \"k1\" on this board: it goes from a1 to j10.",
        "the guard beyond the last file is no square"
    );
}

/// Returns a number for each kind of refusal. A new kind must be added here and to the table above.
fn way(illegal: &Illegal) -> u32 {
    match illegal {
        Illegal::Unreadable { .. } => 0,
        Illegal::NoSquare { .. } => 1,
        Illegal::Over { .. } => 2,
        Illegal::Empty { .. } => 3,
        Illegal::NotYours { .. } => 4,
        Illegal::NotOneStep { .. } => 5,
        Illegal::OntoLower { .. } => 6,
        Illegal::TakesHigher { .. } => 7,
        Illegal::HasNeighbours { .. } => 8,
        Illegal::NotCloser { .. } => 9,
        Illegal::OtherSign { .. } => 10,
    }
}

#[test]
fn impossible_positions_are_refused() {
    let whole =
        "A position of анааш is the board and the colour to move, with one space between them.";
    let cell = "a cell is . or a colour and a height, such as r1 or b12";
    for (text, sentence) in [
        ("", whole),
        ("r1,.,.,./.,.,.,./.,.,.,./.,.,.,b1", whole),
        ("r1,.,.,./.,.,.,./.,.,.,./.,.,.,b1  r", whole),
        ("r1,.,.,./.,.,.,./.,.,.,./.,.,.,b1 r 1", whole),
        (
            "r1,.,.,./.,.,.,./.,.,.,./.,.,.,b1 x",
            "The colour to move is r or b, not \"x\".",
        ),
        (
            "r1,.,.,./.,.,.,./.,.,.,b1 r",
            "The board has 3 rows, not 4.",
        ),
        (
            "r1,.,./.,.,.,./.,.,.,./.,.,.,b1 r",
            "Row 4 has 3 cells, not 4.",
        ),
        (
            "r1,.,.,./.,.,.,./.,.,.,.,./.,.,.,b1 r",
            "Row 2 has 5 cells, not 4.",
        ),
        (
            "r1,.,.,./.,x1,.,./.,.,.,./.,.,.,b1 r",
            &format!("b3 holds \"x1\": {cell}."),
        ),
        (
            "r1,.,.,./.,r,.,./.,.,.,./.,.,.,b1 r",
            &format!("b3 holds \"r\": {cell}."),
        ),
        (
            "r1,.,.,./.,r01,.,./.,.,.,./.,.,.,b1 r",
            &format!("b3 holds \"r01\": {cell}."),
        ),
        (
            "r1,.,.,./.,r0,.,./.,.,.,./.,.,.,b1 r",
            &format!("b3 holds \"r0\": {cell}."),
        ),
        (
            "r1,.,.,./.,r+1,.,./.,.,.,./.,.,.,b1 r",
            &format!("b3 holds \"r+1\": {cell}."),
        ),
        (
            "r1,.,.,./.,,.,./.,.,.,./.,.,.,b1 r",
            &format!("b3 holds \"\": {cell}."),
        ),
        (
            "r1,.,.,./.,R1,.,./.,.,.,./.,.,.,b1 r",
            &format!("b3 holds \"R1\": {cell}."),
        ),
        (
            "r1,.,.,./.,r9,.,./.,.,.,./.,.,.,b1 r",
            "b3 holds \"r9\": a colour has only 8 checkers.",
        ),
        (
            "r1,.,.,./.,r300,.,./.,.,.,./.,.,.,b1 r",
            "b3 holds \"r300\": a colour has only 8 checkers.",
        ),
        (
            "r1,.,.,./.,r8,.,./.,.,.,./.,.,.,b1 r",
            "Red has 9 checkers, but only 8 at the start.",
        ),
        (
            "r1,.,.,./.,b8,.,./.,.,.,./.,.,.,b1 r",
            "Blue has 9 checkers, but only 8 at the start.",
        ),
        (
            ".,.,.,./.,.,.,./.,.,.,./.,.,.,. r",
            "The board is empty: the last checker is never captured.",
        ),
        (
            "r1,.,.,./.,.,.,./.,.,.,./.,.,.,. r",
            "Blue has no checker left, so Red made the last move, and Blue would be next.",
        ),
        (
            "b1,.,.,./.,.,.,./.,.,.,./.,.,.,. b",
            "Red has no checker left, so Blue made the last move, and Red would be next.",
        ),
        (
            "b1,r1,b1,r1/r1,b1,r1,b1/b1,r1,b1,r1/r1,b1,r1,b1 b",
            "The board is full, but it is not the start: there the colours alternate, a1 is Red's, and Red is to move.",
        ),
        (
            "r1,b1,r1,b1/b1,r1,b1,r1/r1,b1,r1,b1/b1,r1,b1,r1 r",
            "The board is full, but it is not the start: there the colours alternate, a1 is Red's, and Red is to move.",
        ),
        (
            "r1,.,b1,r1/r1,b1,r1,b1/b1,r1,b1,r1/r1,b1,r1,b1 r",
            "Only b4 is empty, so one move has been made, and Blue is to move.",
        ),
    ] {
        assert_eq!(small().refusal(text), sentence, "{text}");
    }
}

#[test]
fn the_picture_shows_stacks_on_a_chequered_board() {
    let position = usual().read(FIGURE);
    let scene = position.scene(Seat::First);
    assert_eq!((scene.board.cells.len(), scene.men.len()), (36, 4));
    let mut kinds: Vec<_> = scene.men.iter().map(|man| (man.colour, man.kind)).collect();
    kinds.sort_by_key(|(_, kind)| {
        if let Kind::Stack(height) = kind {
            *height
        } else {
            0
        }
    });
    assert_eq!(kinds[3], (Seat::Second, Kind::Stack(4)));
    let corner = |seat| {
        let board = position.scene(seat).board;
        let a1 = board
            .cells
            .iter()
            .find(|cell| position.cell_name(cell.cell) == "a1")
            .unwrap()
            .clone();
        (
            a1.centre.x < board.width / 2.0,
            a1.centre.y > board.height / 2.0,
            a1.ground,
        )
    };
    assert_eq!(corner(Seat::First), (true, true, Ground::Dark));
    assert_eq!(corner(Seat::Second), (false, false, Ground::Dark));
    for size in SIZES {
        let [board, turned] = Seat::BOTH.map(|seat| setting(size).start().scene(seat).board);
        assert_ne!(board.key, turned.key);
        for label in board.labels.iter().chain(&turned.labels) {
            assert!(
                label.centre.x > 0.0
                    && label.centre.x < board.width
                    && label.centre.y > 0.0
                    && label.centre.y < board.height
            );
        }
    }
}

#[test]
fn happenings_say_what_moved_and_what_was_taken() {
    let mut position = small().read("r3,b2,.,./.,.,.,./.,.,.,./.,.,.,b1 r");
    let played = position.play("a4-b4").unwrap();
    assert_eq!(
        alt_text(&*position, &played.effects),
        "Red: stack of 3 b4. Blue: single checker d1. Last turn: stack a4 to b4; stack on b4 captured. Blue to move."
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
            MarkKind::Ghost(Kind::Stack(2), Seat::Second),
            MarkKind::Captured(Sign::Plain),
            MarkKind::From,
            MarkKind::To
        ]
    );
}

#[test]
fn captures_are_offered_first() {
    let position = small().read("r2,r2,b1,./.,.,.,./r1,.,.,./.,.,.,b1 r");
    let (offers, all) = position.complete("", 10);
    let offers: Vec<_> = offers
        .into_iter()
        .map(|offer| format!("{} {}", offer.step, offer.words))
        .collect();
    assert_eq!(all, offers.len());
    assert_eq!(
        offers,
        [
            "b4xc4 takes a single checker",
            "a4+b4 makes a stack of 4",
            "b4+a4 makes a stack of 4",
            "a2-a3 comes into touch"
        ]
    );
}
