//! Anache by its rules page. The rule ids here are those of the page and of the refusals.

use anteroom_games::Notation;
use std::collections::BTreeSet;

use anteroom_board::Seat;
use anteroom_board::scene::{Ground, Kind, MarkKind, Spot};
use anteroom_games::anache::{Anache, Ending, Illegal, Size};
use anteroom_games::{AnyPosition, Effect, Position, Progress, read_turn, split_steps};

use crate::oracle::{Setting, result};

fn size(size: u8) -> Setting {
    Setting::new("anache", &[("size", &size.to_string())])
}

/// The board on which most rules are shown.
fn ten() -> Setting {
    size(10)
}

/// Builds the text of a position on 10×10 from squares: `x c3 d4 o e5`.
/// Black is to move after an even number of turns.
fn placed(pieces: &str, turns: u32) -> String {
    let mut board = vec![vec!['.'; 10]; 10];
    let mut colour = ' ';
    for word in pieces.split(' ') {
        match word {
            "x" | "o" => colour = if word == "x" { 'x' } else { 'o' },
            _ => {
                let rank: usize = word[1..].parse().unwrap();
                board[10 - rank][usize::from(word.as_bytes()[0] - b'a')] = colour;
            }
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    format!(
        "{} {} {turns}",
        rows.join("/"),
        if turns.is_multiple_of(2) { 'x' } else { 'o' }
    )
}

/// Returns the captures of these steps, with their rules: `d4 knight custodianship`.
fn captures(position: &AnyPosition, typed: &str) -> String {
    let mut position = position.clone();
    let mut captures = Vec::new();
    for step in split_steps(typed) {
        let played = position
            .play(step)
            .unwrap_or_else(|illegal| panic!("{typed}: {illegal}"));
        for effect in played.effects {
            if let Effect::Captured { at, piece, by, .. } = effect {
                captures.push(format!("{} {piece} {by}", position.cell_name(at)));
            }
        }
    }
    captures.join(", ")
}

#[test]
fn games_start_as_the_sheet_says() {
    // anache.board, anache.start, anache.order, anache.first-turn
    for (side, rows, text, first_steps) in [
        (
            10,
            3,
            ".oooooooo./.oooooooo./.oooooooo./........../........../........../........../.xxxxxxxx./.xxxxxxxx./.xxxxxxxx. x 0",
            189,
        ),
        (
            12,
            4,
            ".oooooooooo./.oooooooooo./.oooooooooo./.oooooooooo./............/............/............/............/\
             .xxxxxxxxxx./.xxxxxxxxxx./.xxxxxxxxxx./.xxxxxxxxxx. x 0",
            251,
        ),
        (
            16,
            5,
            ".oooooooooooooo./.oooooooooooooo./.oooooooooooooo./.oooooooooooooo./.oooooooooooooo./................/................/\
             ................/................/................/................/.xxxxxxxxxxxxxx./.xxxxxxxxxxxxxx./.xxxxxxxxxxxxxx./\
             .xxxxxxxxxxxxxx./.xxxxxxxxxxxxxx. x 0",
            359,
        ),
    ] {
        let start = size(side).start();
        assert_eq!(start.text(), text);
        assert_eq!(
            (start.to_move(), start.colours()),
            (Some(Seat::First), ["Black", "White"])
        );
        assert_eq!(start.perft(1), first_steps);
        // Black has only one move at first; White may have two.
        let turn = read_turn(start.as_ref(), &format!("c{rows}-N")).unwrap();
        assert_eq!(
            (turn.progress, turn.after.to_move()),
            (Progress::Complete, Some(Seat::Second))
        );
        let answer = format!("c{}-S", side - rows + 1);
        assert!(matches!(
            read_turn(turn.after.as_ref(), &answer).unwrap().progress,
            Progress::MayGoOn(_)
        ));
    }
    assert_eq!(
        Setting::new("anache", &[]).start().text(),
        size(12).start().text()
    );
}

/// The rule sheet's example of a standard turn.
#[test]
fn the_worked_turn_is_played_as_on_the_sheet() {
    // anache.turn, anache.capture, anache.ranks
    let from = ".oooooooooo./.oooooooooo./..........o./.ooooooo..../.......ooo../.o...ooooox./..oo.x.oxx../.xxxx.xxx.../\
                .....x.x.xx./.x.x....xx../.xxxxxxx..x./.xxxxxxxxxx. x 20";
    let position = size(12).read(from);
    assert_eq!(
        captures(&position, "e5,f4,g5-N"),
        "d6 knight intervention, h6 knight custodianship"
    );
    let after = size(12).after(from, "e5,f4,g5-N");
    assert_eq!(
        captures(&after, "e6,f6-NW"),
        "c6 knight custodianship, f7 man custodianship, g7 man custodianship, h7 man custodianship, i7 man custodianship, \
         j7 man custodianship"
    );
    assert_eq!(
        size(12).after(from, "e5,f4,g5-N e6,f6-NW").text(),
        ".oooooooooo./.oooooooooo./..........o./.ooooooo..../.......ooo../.o.xx.....x./......x.xx../.xxx.x.xx.../\
         .......x.xx./.x.x....xx../.xxxxxxx..x./.xxxxxxxxxx. o 21"
    );
}

/// The rule sheet's example of a dragon turn, whose figures are lost.
/// The jump captures nothing, five pieces take one by custodianship, a part of them takes two by intervention, two go
/// back and take nothing; then White cannot move.
#[test]
fn a_dragon_turn_wins_as_on_the_sheet() {
    // anache.dragon-turn, anache.dragon-step, anache.no-turn
    let from = placed("x a10 c2 d2 e2 f2 h3 j8 o g3 b4 d4 j9", 20);
    let position = ten().read(&from);
    let turn = "a10*b1 b1,c2,d2,e2,f2-N b2,c3-N b3,c4-S";
    assert_eq!(
        captures(&position, turn),
        "g3 knight custodianship, b4 knight intervention, d4 knight intervention"
    );
    let after = ten().after(&from, turn);
    assert_eq!(after.text(), placed("x b2 c3 d3 e3 f3 h3 j8 o j9", 21));
    assert_eq!(
        (result(&after), after.outcome().unwrap().reason),
        (Some('x'), "leaving no legal turn")
    );
}

#[test]
fn moves_lead_where_the_rules_say() {
    for (rule, pieces, turns, turn, captured, after) in [
        (
            "anache.target",
            "x d2 d3 d4 o j9",
            20,
            "d2,d3,d4-N",
            "",
            "x d3 d4 d5 o j9",
        ),
        (
            "anache.target",
            "x d2 d3 d4 o j9",
            20,
            "d3,d4-NE end",
            "",
            "x d2 e4 e5 o j9",
        ),
        (
            "anache.order",
            "x j2 o c8 c9",
            21,
            "c8,c9-S",
            "",
            "x j2 o c7 c8",
        ),
        (
            "anache.group",
            "x b2 c3 d2 e3 o j9",
            20,
            "b2,c3-N end",
            "",
            "x b3 c4 d2 e3 o j9",
        ),
        (
            "anache.knights",
            "x c6 d6 d5 e5 f5 o j9",
            20,
            "c6,d5,d6,e5,f5-W",
            "",
            "x b6 c6 c5 d5 e5 o j9",
        ),
        (
            "anache.knights",
            "x j2 o c5 d6",
            21,
            "c5,d6-E",
            "",
            "x j2 o d5 e6",
        ),
        // A man that has crossed the middle is a knight in the second move.
        (
            "anache.ranks",
            "x d5 e5 o j9",
            20,
            "d5-N d6,e5-E",
            "",
            "x e6 f5 o j9",
        ),
        // Between two pieces, one of which has just moved.
        (
            "anache.custodianship",
            "x b3 c3 e4 o d4 j9",
            20,
            "c3-N end",
            "d4 knight custodianship",
            "x b3 c4 e4 o j9",
        ),
        (
            "anache.custodianship",
            "x b3 c3 g4 o d4 e4 f4 j9",
            20,
            "c3-N end",
            "d4 knight custodianship, e4 knight custodianship, f4 knight custodianship",
            "x b3 c4 g4 o j9",
        ),
        (
            "anache.custodianship",
            "x j2 f6 o e8 f8 g5",
            21,
            "e8-S end",
            "f6 knight custodianship",
            "x j2 o e7 f8 g5",
        ),
        // Both ends have not moved.
        (
            "anache.moved",
            "x c4 e4 h2 i2 o d4 j9",
            20,
            "h2-N end",
            "",
            "x c4 e4 h3 i2 o d4 j9",
        ),
        // One end has moved in the turn's first move, the other in its second.
        (
            "anache.moved",
            "x b3 c3 e3 f3 o d4 j9",
            20,
            "e3-N c3-N",
            "d4 knight custodianship",
            "x b3 c4 e4 f3 o j9",
        ),
        // Corners: empty, an own dragon's, an opposing dragon's; never two of them.
        (
            "anache.custodianship",
            "x c7 d7 o b9 h9",
            20,
            "c7-N end",
            "b9 man custodianship",
            "x c8 d7 o h9",
        ),
        (
            "anache.custodianship",
            "x a10 c7 d7 o b9 h9",
            20,
            "c7-N end",
            "b9 man custodianship",
            "x a10 c8 d7 o h9",
        ),
        (
            "anache.custodianship",
            "x c2 d2 o a1 b2 j9",
            20,
            "c2-N end",
            "b2 knight custodianship",
            "x c3 d2 o a1 j9",
        ),
        (
            "anache.moved",
            "x a4 b4 h2 i2 o a2 a3 j9",
            20,
            "h2-N end",
            "",
            "x a4 b4 h3 i2 o a2 a3 j9",
        ),
        // A dragon's line ends before its corner.
        (
            "anache.lines",
            "x b2 c2 o a1 a2 j9",
            20,
            "b2-NW end",
            "a2 knight custodianship",
            "x a3 c2 o a1 j9",
        ),
        // A gap ends a line.
        (
            "anache.lines",
            "x b3 c3 g4 o d4 f4 j9",
            20,
            "c3-N end",
            "",
            "x b3 c4 g4 o d4 f4 j9",
        ),
        (
            "anache.crushing",
            "x c7 d7 o c9 c10 h5",
            20,
            "c7-N end",
            "c9 man crushing, c10 man crushing",
            "x c8 d7 o h5",
        ),
        (
            "anache.crushing",
            "x c8 d8 o c10 h5 i9",
            20,
            "c8,d8-N",
            "",
            "x c9 d9 o c10 h5 i9",
        ),
        (
            "anache.crushing",
            "x c6 d6 o a6 j9",
            20,
            "c6,d6-W",
            "",
            "x b6 c6 o a6 j9",
        ),
        (
            "anache.crushing",
            "x d6 e6 o a6 b6 j9",
            20,
            "d6,e6-W",
            "a6 man crushing, b6 man crushing",
            "x c6 d6 o j9",
        ),
        // On either side as many as the length of the shorter line.
        (
            "anache.intervention",
            "x c3 d3 o b4 e4 f4 g4 j9",
            20,
            "c3,d3-N",
            "b4 knight intervention, e4 knight intervention",
            "x c4 d4 o f4 g4 j9",
        ),
        (
            "anache.intervention",
            "x c2 c3 o b4 d4 j9",
            20,
            "c3-N end",
            "b4 knight intervention, d4 knight intervention",
            "x c2 c4 o j9",
        ),
        (
            "anache.intervention",
            "x c3 d3 e4 o b4 f4 g4 j9",
            20,
            "c3-N d3-N",
            "b4 knight intervention, f4 knight intervention",
            "x c4 d4 e4 o g4 j9",
        ),
        (
            "anache.intervention",
            "x a8 b8 o c8 j9",
            20,
            "b8-N end",
            "",
            "x a8 b9 o c8 j9",
        ),
        (
            "anache.intervention",
            "x c3 d3 o b4 f4 j9",
            20,
            "c3,d3-N",
            "",
            "x c4 d4 o b4 f4 j9",
        ),
        // A piece captured by two rules counts once, by the first rule.
        (
            "anache.capture",
            "x c2 d2 o a1 b2 d4 e5 j9",
            20,
            "c2-N end",
            "b2 knight custodianship, d4 knight intervention",
            "x c3 d2 o a1 e5 j9",
        ),
        // The first capture frees a lone piece for the second move.
        (
            "anache.lone",
            "x d4 f5 g5 o e5 j9",
            20,
            "f5-N d4-N",
            "e5 knight custodianship",
            "x d5 f6 g5 o j9",
        ),
        // A lone piece with no piece ahead, and one with a dragon beside it.
        (
            "anache.lone",
            "x d4 o d6 j9",
            20,
            "d4-N",
            "",
            "x d5 o d6 j9",
        ),
        (
            "anache.lone",
            "x a10 b9 o c10 j4",
            20,
            "b9-N",
            "",
            "x a10 b10 o c10 j4",
        ),
        // Barriers come off piece by piece, after `end` if more moves are possible.
        (
            "anache.barrier",
            "x a5 b5 c5 d5 e3 f5 g5 h5 i5 j5 h1 o c9 d9",
            20,
            "e3-N end !d5",
            "",
            "x a5 b5 c5 e4 f5 g5 h5 i5 j5 h1 o c9 d9",
        ),
        (
            "anache.barrier",
            "x a4 a5 b5 c5 d5 e3 f5 g5 h5 i5 j5 o c9 d9",
            20,
            "e3-N end !a5 !a4",
            "",
            "x b5 c5 d5 e4 f5 g5 h5 i5 j5 o c9 d9",
        ),
        (
            "anache.barrier",
            "x h1 i3 o a6 b6 c6 d6 e8 f6 g6 h6 i6 j8",
            21,
            "e8-S j8-S !e7",
            "",
            "x h1 i3 o a6 b6 c6 d6 f6 g6 h6 i6 j7",
        ),
        (
            "anache.jump",
            "x a10 d2 o e9 f9",
            20,
            "a10*j5 end",
            "",
            "x j5 d2 o e9 f9",
        ),
        (
            "anache.jump",
            "x a10 e4 o d4 j9",
            20,
            "a10*c4 end",
            "d4 knight custodianship",
            "x c4 e4 o j9",
        ),
        (
            "anache.jump",
            "x d2 e2 o j1 e9 f9",
            21,
            "j1*f10 end",
            "",
            "x d2 e2 o f10 e9 f9",
        ),
        // A quiet step ends the turn, a capturing one does not.
        (
            "anache.dragon-step",
            "x a10 d2 e2 o e9 f9",
            20,
            "a10*c2 c2,d2,e2-E",
            "",
            "x d2 e2 f2 o e9 f9",
        ),
        (
            "anache.dragon-step",
            "x a10 d2 e5 o d5 e9 f9",
            20,
            "a10*c4 c4-N c5-SW",
            "d5 knight custodianship",
            "x b4 d2 e5 o e9 f9",
        ),
        (
            "anache.dragon-stop",
            "x a10 d2 e5 o d5 e9 f9",
            20,
            "a10*c4 end",
            "",
            "x c4 d2 e5 o d5 e9 f9",
        ),
        (
            "anache.dragon-stop",
            "x a10 d2 e5 o d5 e9 f9",
            20,
            "a10*c4 c4-N end",
            "d5 knight custodianship",
            "x c5 d2 e5 o e9 f9",
        ),
        // Alone and with a piece ahead; and the same pieces again.
        (
            "anache.dragon-free",
            "x a10 h2 o d5 e9 f9",
            20,
            "a10*c4 c4-S",
            "",
            "x c3 h2 o d5 e9 f9",
        ),
        // Its group may bring a piece onto a corner, and take it off again.
        (
            "anache.dragon-step",
            "x a10 f10 g10 h10 i10 g8 o g9 c3 d3",
            20,
            "a10*e10 e10,f10,g10,h10,i10-E f10,g10,h10,i10,j10-S",
            "g9 man custodianship",
            "x f9 g9 h9 i9 j9 g8 o c3 d3",
        ),
        // The dragon may lead a piece into the other corner's quarter, or return.
        (
            "anache.dragon-step",
            "x a10 d2 o e9 f9",
            20,
            "a10*e10 e10-E",
            "",
            "x f10 d2 o e9 f9",
        ),
    ] {
        let from = placed(pieces, turns);
        let position = ten().read(&from);
        assert_eq!(
            captures(&position, turn),
            captured,
            "{rule}: {turn} from {pieces}"
        );
        assert_eq!(
            ten().after(&from, turn).text(),
            placed(after, turns + 1),
            "{rule}: {turn} from {pieces}"
        );
        let read = read_turn(position.as_ref(), turn).unwrap();
        assert_eq!(
            (read.text().as_str(), read.progress),
            (turn, Progress::Complete),
            "{rule}"
        );
    }
}

#[test]
fn dragons_jump_to_three_quarters_of_the_board() {
    // anache.jump
    let position = ten().read(&placed("x a10 d2 o e9 f9", 20));
    let jumps: Vec<_> = position
        .steps()
        .into_iter()
        .filter(|step| step.starts_with("a10*"))
        .collect();
    assert_eq!(
        jumps.len(),
        100 - 25 - 3 - 2,
        "all squares but a quarter, three corners and two pieces"
    );
    let forbidden = |step: &str| {
        ('f'..='j').contains(&step.chars().nth(4).unwrap()) && step[5..].parse::<u8>().unwrap() > 5
    };
    assert!(!jumps.iter().any(|step| forbidden(step)));
}

#[test]
fn the_game_ends_as_the_rules_say() {
    for (rule, pieces, turns, steps, winner, reason) in [
        (
            "anache.two-dragons",
            "x a10 i9 c2 o e5 f5",
            20,
            "i9-NE",
            'x',
            "two dragons",
        ),
        (
            "anache.two-dragons",
            "x h9 i9 o a1 i2 e7",
            21,
            "i2-SE",
            'o',
            "two dragons",
        ),
        // The second move may win as well.
        (
            "anache.two-dragons",
            "x a10 h8 c2 o e5 f5",
            20,
            "h8-NE end",
            '-',
            "",
        ),
        (
            "anache.two-dragons",
            "x a9 h9 i9 c2 o e5 f5",
            20,
            "a9-N i9-NE",
            'x',
            "two dragons",
        ),
        (
            "anache.two-dragons",
            "x a10 a9 i9 c2 o e5 f5",
            20,
            "i9-NE",
            'x',
            "two dragons",
        ),
        (
            "anache.last-piece",
            "x b9 o e5 f5",
            20,
            "b9-NW",
            'x',
            "bringing the last piece to a corner",
        ),
        ("anache.last-piece", "x b9 c2 o e5 f5", 20, "b9-NW", '-', ""),
        // White is left with a lone dragon, which wins nothing yet.
        (
            "anache.last-piece",
            "x b3 c3 e4 o a1 d4",
            20,
            "c3-N end",
            '-',
            "",
        ),
        // Without the capture on the dragon's way back, the board would repeat.
        (
            "anache.last-piece",
            "x a10 o a2 a3 a4 a5 a6 a7 a8 e5",
            20,
            "a10*a9 a9-N",
            'x',
            "bringing the last piece to a corner",
        ),
        (
            "anache.no-piece",
            "x b3 c3 e4 o d4",
            20,
            "c3-N end",
            'x',
            "taking every piece",
        ),
        ("anache.no-piece", "x b3 c3 e4 o d4", 20, "c3-N", '-', ""),
        (
            "anache.no-turn",
            "x d3 e3 o e5",
            20,
            "e3-N end",
            'x',
            "leaving no legal turn",
        ),
        ("anache.no-turn", "x d3 e3 o e5 f5", 20, "e3-N end", '-', ""),
        // c1 could only go back to a repeated board.
        (
            "anache.no-turn",
            "x e1 e7 o c1",
            20,
            "e7-E end c1-E f7-W end",
            'x',
            "leaving no legal turn",
        ),
    ] {
        let position = ten().after(&placed(pieces, turns), steps);
        let outcome = position.outcome();
        assert_eq!(
            (
                result(&position).unwrap_or('-'),
                outcome.map_or("", |o| o.reason)
            ),
            (winner, reason),
            "{rule}: {pieces}: {steps}"
        );
        assert_eq!(position.to_move().is_none(), winner != '-');
        assert_eq!(position.steps().is_empty(), winner != '-');
    }
}

/// Two knights go back and forth.
/// White's first move back is legal only because a second can still follow.
#[test]
fn no_board_comes_again() {
    // anache.superko
    let from = placed("x e7 h1 o c3 g3", 20);
    let before = "e7-E end c3-E end f7-W end";
    let position = ten().after(&from, before);
    assert!(position.steps().contains(&String::from("d3-W")));
    let mut position = ten().after(&from, &format!("{before} d3-W"));
    assert!(!position.steps().contains(&String::from("end")));
    assert_eq!(
        position.progress(),
        Progress::MustGoOn(String::from(
            "You must move a second group, with at least one piece that has not moved yet: the board stood like this \
             after 20 turns, and no board may come again."
        ))
    );
    position.play("g3-E").unwrap();
    assert_eq!(position.text(), placed("x e7 h1 o c3 h3", 24));
}

#[test]
fn half_a_turn_says_what_may_follow() {
    for (pieces, steps, progress) in [
        (
            "x c3 d3 o j9",
            "c3-N",
            Progress::MayGoOn(String::from(
                "You may move a second group, with at least one piece that has not moved yet, or press End Turn (typed: end).",
            )),
        ),
        (
            "x a10 c3 o j9",
            "a10*e5",
            Progress::MayGoOn(String::from(
                "You may move the dragon on e5 one step, alone or in a group of up to five, or press End Turn (typed: end).",
            )),
        ),
        (
            "x a5 b5 c5 d5 e3 f5 g5 h5 i5 j5 o c9 d9",
            "e3-N",
            Progress::MustGoOn(String::from(
                "You may move a second group, with at least one piece that has not moved yet, or press End Turn (typed: end), \
                 and then take pieces off the barrier.",
            )),
        ),
        (
            "x a5 b5 c5 d5 e3 f5 g5 h5 i5 j5 o c9 d9",
            "e3-N end",
            Progress::MustGoOn(String::from(
                "A barrier stands: take a piece off it, such as !a5.",
            )),
        ),
        ("x c3 o j9", "c3-N", Progress::Complete),
    ] {
        let turn = read_turn(ten().read(&placed(pieces, 20)).as_ref(), steps).unwrap();
        assert_eq!(turn.progress, progress);
    }
}

#[test]
fn steps_are_read_in_any_case_and_order() {
    // anache.notation
    let position = ten().read(&placed("x a10 b2 c3 d2 o j9", 20));
    for (typed, step) in [
        ("C3,B2,d2-n", "b2,c3,d2-N"),
        ("d2,c3-nW", "c3,d2-NW"),
        ("A10*E5", "a10*e5"),
    ] {
        assert_eq!(position.clone().play(typed).unwrap().step, step);
    }
    assert_eq!(
        read_turn(position.as_ref(), "C3-N;END").unwrap().text(),
        "c3-N end"
    );
    // By file, then by rank as a number.
    let position = ten().read(&placed("x d8 d9 o j9", 20));
    assert_eq!(position.clone().play("d9,d8-E").unwrap().step, "d8,d9-E");
    let position = size(16).read(&format!(
        "{}.........x....../.........x....../{}.o.............. x 20",
        "................/".repeat(6),
        "................/".repeat(7)
    ));
    assert_eq!(position.clone().play("j10,j9-E").unwrap().step, "j9,j10-E");
}

const BARRIER: &str = "x a5 b5 c5 d5 e3 f5 g5 h5 i5 j5 h1 o c9 d9";

#[test]
fn a_wrong_step_is_told_why() {
    let men = "x b2 c3 d2 e3 f5 o j9 i9 h4";
    let knights = "x e6 e7 d5 h1 o j9";
    let dragon = "x a10 d4 e4 c2 o d9 j9";
    let mut seen = BTreeSet::new();
    for (pieces, steps, typed, sentence, rule, cells) in [
        (
            men,
            "",
            "c3",
            "\"c3\" is no step: write a move as e5,f4,g5-N, a dragon's jump as a12*e3, a removal as !c4, or end.",
            "anache.notation",
            "",
        ),
        (
            men,
            "",
            "c3-X",
            "\"c3-X\" is no step: write a move as e5,f4,g5-N, a dragon's jump as a12*e3, a removal as !c4, or end.",
            "anache.notation",
            "",
        ),
        (
            men,
            "",
            "c3,-N",
            "\"c3,-N\" is no step: write a move as e5,f4,g5-N, a dragon's jump as a12*e3, a removal as !c4, or end.",
            "anache.notation",
            "",
        ),
        (
            men,
            "",
            "c3,C3-N",
            "c3 is named twice.",
            "anache.notation",
            "c3",
        ),
        (
            men,
            "",
            "a1,a2,a3,a4,a5,a6-N",
            "6 pieces are too many: a group has at most 5.",
            "anache.knights",
            "",
        ),
        (
            men,
            "",
            "k3-N",
            "k3 is not on this board: it goes from a1 to j10.",
            "anache.board",
            "",
        ),
        (
            men,
            "",
            "a11*c3",
            "a11 is not on this board: it goes from a1 to j10.",
            "anache.board",
            "",
        ),
        (
            men,
            "",
            "!p16",
            "p16 is not on this board: it goes from a1 to j10.",
            "anache.board",
            "",
        ),
        (men, "", "c4-N", "c4 is empty.", "anache.group", "c4"),
        (
            men,
            "",
            "j9-N",
            "The piece on j9 is White's.",
            "anache.group",
            "j9",
        ),
        (
            men,
            "",
            "b2,e3-N",
            "b2 and e3 are not connected: only a connected group moves.",
            "anache.group",
            "b2 e3",
        ),
        (
            dragon,
            "",
            "a10-S",
            "a10 is a dragon: it takes no part in a standard move, it can only jump.",
            "anache.dragon-apart",
            "a10",
        ),
        (
            "x b9 c9 c8 o e5 f5",
            "b9-NW",
            "a10-S",
            "a10 is a dragon: it takes no part in a standard move, it can only jump.",
            "anache.dragon-apart",
            "a10",
        ),
        (
            men,
            "",
            "b2,c3,d2,e3-N",
            "b2,c3,d2,e3 are 4 men: without a knight at most 3 move together.",
            "anache.men",
            "b2 c3 d2 e3",
        ),
        (
            men,
            "",
            "b2,c3-E",
            "b2,c3 may only go NW, N or NE: men go forward.",
            "anache.men",
            "b2 c3",
        ),
        (
            men,
            "",
            "c3-S",
            "c3 may only go NW, N or NE: a man goes forward.",
            "anache.men",
            "c3",
        ),
        (
            knights,
            "",
            "e6,e7-S",
            "e6,e7 may only go NW, N, NE, W or E: knights go forward or sideways, never back.",
            "anache.knights",
            "e6 e7",
        ),
        (
            "x a3 b3 o j9",
            "",
            "a3-NW",
            "a3 cannot go NW: the board ends there.",
            "anache.target",
            "a3",
        ),
        // A lone piece is free if no piece is ahead, and otherwise barred in every direction.
        (
            "x g3 b2 o h4 j9 i9",
            "",
            "g3-NW",
            "g3 may not move: it is a lone piece and h4 stands on one of its forward squares.",
            "anache.lone",
            "g3 h4",
        ),
        (
            "x g7 a2 o g8 j9 i9",
            "",
            "g7-E",
            "g7 may not move: it is a lone piece and g8 stands on one of its forward squares.",
            "anache.lone",
            "g7 g8",
        ),
        (
            "x d2 d3 o d4 j9",
            "",
            "d2,d3-N",
            "d3 cannot go to d4: a piece of White stays there.",
            "anache.target",
            "d3 d4",
        ),
        (
            "x d2 d3 o j9",
            "",
            "d2-N",
            "d2 cannot go to d3: a piece of Black stays there.",
            "anache.target",
            "d2 d3",
        ),
        (
            "x a10 b1 o j9",
            "a10*b2",
            "b1,b2-W",
            "b1 may not go to a1: that is one of Black's own corners.",
            "anache.own-corner",
            "b1 a1",
        ),
        (
            men,
            "c3-N",
            "c4-N",
            "c4 has moved in this turn: the second move must include a piece that has not.",
            "anache.new-piece",
            "c4",
        ),
        (
            men,
            "b2,c3-N",
            "b3,c4-N",
            "b3,c4 have all moved in this turn: the second move must include a piece that has not.",
            "anache.new-piece",
            "b3 c4",
        ),
        (
            BARRIER,
            "e3-N end",
            "e4-N",
            "No further move may follow in this turn: take a piece off the barrier, such as !a5.",
            "anache.turn",
            "a5",
        ),
        (
            BARRIER,
            "e3-N end",
            "a10*b3",
            "No further move may follow in this turn: take a piece off the barrier, such as !a5.",
            "anache.turn",
            "a5",
        ),
        (
            BARRIER,
            "e3-N end",
            "end",
            "No further move could follow anyway: take a piece off the barrier, such as !a5.",
            "anache.turn",
            "a5",
        ),
        (
            dragon,
            "a10*c3",
            "e4-N",
            "The dragon on c3 must be in the group: this is a dragon turn.",
            "anache.dragon-step",
            "c3",
        ),
        (
            dragon,
            "c2-N",
            "a10*b3",
            "a10 cannot jump now: a jump is the first step of a dragon turn.",
            "anache.dragon-turn",
            "a10",
        ),
        (
            dragon,
            "a10*b3",
            "b3*c3",
            "b3 cannot jump now: a jump is the first step of a dragon turn.",
            "anache.dragon-turn",
            "b3",
        ),
        (
            dragon,
            "",
            "d4*b3",
            "d4 cannot jump: it is no dragon. Dragons stand on a10 and j10.",
            "anache.dragon-turn",
            "d4",
        ),
        (
            dragon,
            "",
            "a10*a1",
            "A dragon may not jump to a1: that is a corner.",
            "anache.jump",
            "a1",
        ),
        (
            dragon,
            "",
            "a10*j10",
            "A dragon may not jump to j10: that is a corner.",
            "anache.jump",
            "j10",
        ),
        (
            dragon,
            "",
            "a10*d4",
            "A dragon cannot jump to d4: a piece of Black stands there.",
            "anache.jump",
            "d4",
        ),
        (
            dragon,
            "",
            "a10*d9",
            "A dragon cannot jump to d9: a piece of White stands there.",
            "anache.jump",
            "d9",
        ),
        (
            dragon,
            "",
            "a10*f6",
            "This dragon may not jump to f6: that is in the quarter of j10, the other opposing corner.",
            "anache.jump",
            "f6",
        ),
        (dragon, "", "b10*f6", "b10 is empty.", "anache.group", "b10"),
        (
            men,
            "c3-N",
            "!c4",
            "c4 may not come off: it is in no barrier, and there is none.",
            "anache.barrier",
            "c4",
        ),
        (men, "c3-N", "!a1", "a1 is empty.", "anache.group", "a1"),
        (
            BARRIER,
            "e3-N end",
            "!h1",
            "h1 may not come off: it belongs to no barrier, as a5 does.",
            "anache.barrier",
            "h1",
        ),
        (
            BARRIER,
            "e3-N end",
            "!c9",
            "The piece on c9 is White's.",
            "anache.group",
            "c9",
        ),
        (
            BARRIER,
            "e3-N",
            "!e4",
            "A further move is on offer: write end first, then the pieces that come off the barrier.",
            "anache.barrier",
            "",
        ),
        (
            BARRIER,
            "",
            "!a5",
            "A turn begins with a move: pieces come off barriers at its end.",
            "anache.barrier",
            "",
        ),
        (
            men,
            "",
            "end",
            "There is no turn to end yet: it begins with a move.",
            "anache.turn",
            "",
        ),
        (
            "x e7 h1 o c3 g3",
            "e7-E end c3-E end f7-W end d3-W",
            "end",
            "The turn may not end here: the board stood like this after 20 turns, and no board may come again.",
            "anache.superko",
            "",
        ),
        (
            "x e7 o c3",
            "e7-E c3-E f7-W",
            "d3-W",
            "That leads back to the board as it stood after 20 turns, and no board may come again.",
            "anache.superko",
            "",
        ),
        (
            "x e7 o c3",
            "e7-E c3-E f7-E d3-W",
            "g7-W",
            "That leads back to the board as it stood after 21 turns, and no board may come again.",
            "anache.superko",
            "",
        ),
        // Boards are equal even if the other side is to move.
        (
            "x e7 h7 o c3",
            "e7-E end c3-E h7-E end d3-W f7-W",
            "i7-W",
            "That leads back to the board as it stood after 20 turns, and no board may come again.",
            "anache.superko",
            "",
        ),
        // Even a winning step may not repeat.
        (
            "x a10 o e5 f5",
            "a10*b9",
            "b9-NW",
            "That leads back to the board as it stood after 20 turns, and no board may come again.",
            "anache.superko",
            "",
        ),
        (
            "x a10 i9 c2 o e5 f5",
            "i9-NE",
            "e5-S",
            "The game is over: Black has two dragons.",
            "anache.two-dragons",
            "",
        ),
        (
            "x b9 o e5 f5",
            "b9-NW",
            "e5-S",
            "The game is over: Black has brought its last piece onto an opposing corner.",
            "anache.last-piece",
            "",
        ),
        (
            "x b3 c3 e4 o d4",
            "c3-N end",
            "e5-S",
            "The game is over: White has no piece left.",
            "anache.no-piece",
            "",
        ),
        (
            "x d3 e3 o e5",
            "e3-N end",
            "e5-S",
            "The game is over: White has no legal turn.",
            "anache.no-turn",
            "",
        ),
    ] {
        let position = ten().after(&placed(pieces, 20), steps);
        assert_eq!(
            ten().illegal(&position, typed),
            (sentence.to_owned(), rule, cells.to_owned()),
            "{pieces}: {steps}: {typed}"
        );
        let mut position = Anache::read(&Size::Ten, &placed(pieces, 20)).unwrap();
        for step in split_steps(steps) {
            position.play_unchecked(&position.read_step(step).unwrap(), &mut ());
        }
        seen.insert(way(&position.read_step(typed).unwrap_err()));
    }
    assert_eq!(seen, (0..=34).collect(), "every way of being wrong was met");
}

/// Returns a number for each kind of refusal. A new kind must be added here and to the table above.
fn way(illegal: &Illegal) -> u32 {
    match illegal {
        Illegal::Unreadable { .. } => 0,
        Illegal::NamedTwice { .. } => 1,
        Illegal::TooMany { .. } => 2,
        Illegal::OffBoard { .. } => 3,
        Illegal::Over {
            ending: Ending::TwoDragons,
            ..
        } => 4,
        Illegal::Over {
            ending: Ending::LastPiece,
            ..
        } => 5,
        Illegal::Over {
            ending: Ending::NoPiece,
            ..
        } => 6,
        Illegal::Over {
            ending: Ending::NoTurn,
            ..
        } => 7,
        Illegal::Vacant { .. } => 8,
        Illegal::NotYours { .. } => 9,
        Illegal::Apart { .. } => 10,
        Illegal::DragonApart { .. } => 11,
        Illegal::TooManyMen { .. } => 12,
        Illegal::MenGoForward { .. } => 13,
        Illegal::NeverBack { .. } => 14,
        Illegal::OverTheEdge { .. } => 15,
        Illegal::OwnCorner { .. } => 16,
        Illegal::Blocked { .. } => 17,
        Illegal::Lone { .. } => 18,
        Illegal::NothingNew { .. } => 19,
        Illegal::MovesAreOver { .. } => 20,
        Illegal::WithoutDragon { .. } => 21,
        Illegal::LateJump { .. } => 22,
        Illegal::NoDragon { .. } => 23,
        Illegal::JumpToCorner { .. } => 24,
        Illegal::JumpToPiece { .. } => 25,
        Illegal::JumpToQuarter { .. } => 26,
        Illegal::NoBarrier { .. } => 27,
        Illegal::NotInBarrier { .. } => 28,
        Illegal::RemovalTooEarly { moved: false } => 29,
        Illegal::RemovalTooEarly { moved: true } => 30,
        Illegal::NothingToEnd => 31,
        Illegal::EndedAlready { .. } => 32,
        Illegal::MayNotEnd { .. } => 33,
        Illegal::Repeats { .. } => 34,
    }
}

#[test]
fn impossible_positions_are_refused() {
    let form = "A position of Anache is the board, the colour to move and the number of turns played, with one space between them.";
    let empty_row = "..........";
    let board = |rows: &str| {
        format!(
            "{rows}{}",
            format!("/{empty_row}").repeat(9 - rows.matches('/').count())
        )
    };
    let some = placed("x c3 o e9", 20);
    for (text, sentence) in [
        (String::new(), form),
        (some.replace(" 20", ""), form),
        (format!("{some} "), form),
        (
            format!("{some} | "),
            "\"\" cannot be played. \"\" is no step: write a move as e5,f4,g5-N, a dragon's jump as a12*e3, a removal as !c4, or end.",
        ),
        (
            some.replace(" x ", " b "),
            "The colour to move is x or o, not \"b\".",
        ),
        (
            some.replace(" 20", " 21"),
            "After 21 turns White is to move, not Black.",
        ),
        (
            some.replace(" x ", " o "),
            "After 20 turns Black is to move, not White.",
        ),
        (
            some.replace(" 20", " 020"),
            "The number of turns played is a whole number from 0 to 999999999, not \"020\".",
        ),
        (
            some.replace(" 20", " -2"),
            "The number of turns played is a whole number from 0 to 999999999, not \"-2\".",
        ),
        (
            some.replace(" 20", " 1000000000"),
            "The number of turns played is a whole number from 0 to 999999999, not \"1000000000\".",
        ),
        (
            some.replacen("/", "/../", 1),
            "The board has 11 rows, not 10.",
        ),
        (some.replacen("./", "/", 1), "Row 10 has 9 squares, not 10."),
        (
            some.replacen(".x", "..x", 1),
            "Row 3 has 11 squares, not 10.",
        ),
        (
            some.replacen("x", "X", 1),
            "c3 holds \"X\": a square is . or x or o.",
        ),
        (
            format!(
                "{} x 20",
                board(&format!("....o...../{}", ["xxxxxxxxxx"; 3].join("/")))
            ),
            "Black has 30 pieces: there are 24 at the start.",
        ),
        (
            placed("x c3 j1 o e9", 20),
            "A piece of Black stands on j1, one of its own corners.",
        ),
        (
            placed("x c3 o e9 a10", 20),
            "A piece of White stands on a10, one of its own corners.",
        ),
        (
            placed("x a10 j10 o e9", 20),
            "Black is to move and has two dragons already: the game was over when it got them.",
        ),
        (
            placed("x c3", 20),
            "White has just moved, but has no piece.",
        ),
        (
            format!("{some} | c3-X"),
            "\"c3-X\" cannot be played. \"c3-X\" is no step: write a move as e5,f4,g5-N, a dragon's jump as a12*e3, a removal as !c4, or end.",
        ),
        (
            format!("{some} | c3-E"),
            "\"c3-E\" cannot be played. c3 may only go NW, N or NE: a man goes forward.",
        ),
        (
            format!("{some} | c3-N"),
            "The steps make a whole turn: a position between turns has no steps.",
        ),
        (
            format!("{some} | c3-N e9-S"),
            "The turn is over before \"e9-S\": a position between turns has no steps.",
        ),
    ] {
        assert_eq!(ten().refusal(&text), sentence, "{text}");
    }
}

#[test]
fn finished_and_half_played_positions_are_read_back() {
    for (pieces, turns, steps) in [
        ("x a10 i9 c2 o e5 f5", 20, "i9-NE"),
        ("x b9 o e5 f5", 20, "b9-NW"),
        ("x b3 c3 e4 o d4", 20, "c3-N end"),
        ("x d3 e3 o e5", 20, "e3-N end"),
        ("x b3 c3 e4 o d4", 20, "c3-N"),
        (BARRIER, 20, "e3-N end"),
        ("x a10 d2 e5 o d5 e9 f9", 20, "a10*c4 c4-N"),
    ] {
        let position = ten().after(&placed(pieces, turns), steps);
        let read = ten().read(&position.text());
        assert_eq!(
            (read.text(), read.outcome(), read.steps()),
            (position.text(), position.outcome(), position.steps())
        );
    }
    // A piece that is alone on a corner after its own side's turn has won.
    assert_eq!(result(&ten().read(&placed("x a10 o e5", 21))), Some('x'));
    assert_eq!(result(&ten().read(&placed("x a10 o e5", 20))), None);
}

#[test]
fn what_happened_is_told_in_order() {
    let mut position = ten().read(&placed("x b3 c3 e4 d5 o d4 j9", 20));
    let cell = |name: &str| {
        position
            .scene(Seat::First)
            .board
            .cells
            .iter()
            .find(|c| position.cell_name(c.cell) == name)
            .unwrap()
            .cell
    };
    let [c3, c4, d4, d5, d6] = ["c3", "c4", "d4", "d5", "d6"].map(cell);
    assert_eq!(
        position.play("c3-N").unwrap().effects,
        [
            Effect::Moved {
                from: c3,
                to: c4,
                piece: "man"
            },
            Effect::Captured {
                at: d4,
                piece: "knight",
                by: "custodianship",
                own: false,
                looks: (Kind::Knight, Seat::Second),
            }
        ]
    );
    assert_eq!(
        position.clone().play("d5-N").unwrap().effects,
        [
            Effect::Moved {
                from: d5,
                to: d6,
                piece: "man"
            },
            Effect::Promoted {
                at: d6,
                piece: "knight"
            }
        ]
    );
    assert_eq!(
        position.play("end").unwrap().effects,
        [Effect::Passed(Seat::First)]
    );
    let mut position = ten().after(&placed(BARRIER, 20), "e3-N end");
    let effects = position.play("!e4").unwrap().effects;
    assert!(matches!(effects[..], [Effect::Removed { at }] if position.cell_name(at) == "e4"));
}

#[test]
fn captures_are_offered_first() {
    let offers = |pieces: &str, steps: &str, typed: &str, most: usize| -> Vec<String> {
        let position = ten().after(&placed(pieces, 20), steps);
        let (offers, _) = position.complete(typed, most);
        offers
            .into_iter()
            .map(|offer| {
                format!("{} {}", offer.step, offer.words)
                    .trim_end()
                    .to_owned()
            })
            .collect()
    };
    assert_eq!(
        offers("x b3 c3 e4 o d4 j9", "", "", 3),
        ["b3,c3-N takes 1", "b3-NE takes 1", "c3-N takes 1"]
    );
    assert_eq!(
        offers("x c3 d3 o j9", "c3-N", "", 2),
        ["end moves no further", "c4,d3-N"]
    );
    assert_eq!(
        offers("x i9 c2 o e5 f5", "", "I9-N", 9),
        ["i9-N", "i9-NE makes a dragon", "i9-NW"]
    );
    assert_eq!(
        offers(BARRIER, "e3-N end", "!b", 2),
        ["!b5 comes off the barrier"]
    );
    assert_eq!(
        offers("x a10 e4 o d4 j9", "", "a10*", 2),
        ["a10*c4 takes 1", "a10*a2"]
    );
}

#[test]
fn the_picture_shows_halves_corners_and_ranks() {
    let position = ten().read(&placed("x a10 c3 f7 h2 o d4 j9 a1", 20));
    let scene = position.scene(Seat::First);
    let kind = |name: &str| {
        let man = scene
            .men
            .iter()
            .find(|man| matches!(man.spot, Spot::On(cell) if position.cell_name(cell) == name))
            .unwrap();
        (man.colour, man.kind)
    };
    assert_eq!(
        ["a10", "c3", "f7"].map(kind),
        [Kind::Dragon, Kind::Counter, Kind::Knight].map(|kind| (Seat::First, kind))
    );
    assert_eq!(
        ["a1", "j9", "d4"].map(kind),
        [Kind::Dragon, Kind::Counter, Kind::Knight].map(|kind| (Seat::Second, kind))
    );
    let marked = |kind| -> Vec<_> {
        scene
            .marks
            .iter()
            .filter(|mark| mark.kind == kind)
            .map(|mark| position.cell_name(mark.cell))
            .collect()
    };
    assert_eq!(marked(MarkKind::Frozen), ["c3"]);
    // The dragon on a10 may not jump onto corners, nor into the quarter around j10.
    let forbidden = marked(MarkKind::Forbidden);
    assert_eq!(forbidden.len(), 24);
    assert!(
        ["j1", "j10", "f6", "i9"]
            .iter()
            .all(|name| forbidden.iter().any(|other| other == name)),
        "{forbidden:?}"
    );
    let ground = |name: &str| {
        scene
            .board
            .cells
            .iter()
            .find(|c| position.cell_name(c.cell) == name)
            .unwrap()
            .ground
    };
    let corners = ["a1", "j1", "a10", "j10"].map(ground);
    assert_eq!(
        corners,
        [Seat::First, Seat::First, Seat::Second, Seat::Second].map(Ground::Home)
    );
    assert_eq!(
        ["e5", "e6", "b1", "i10"].map(ground),
        [Ground::Near, Ground::Far, Ground::Near, Ground::Far]
    );
    // The winning corners are marked.
    let won = ten().after(&placed("x a10 i9 c2 o e5 f5", 20), "i9-NE");
    let marks: Vec<_> = won
        .scene(Seat::First)
        .marks
        .iter()
        .map(|mark| (won.cell_name(mark.cell), mark.kind))
        .collect();
    assert_eq!(
        marks,
        ["a10", "j10"].map(|name| (name.to_owned(), MarkKind::Winning))
    );
}

#[test]
fn the_board_is_turned_for_white() {
    for side in [10, 12, 16] {
        let start = size(side).start();
        let [near, far] = Seat::BOTH.map(|seat| start.scene(seat).board);
        assert_ne!(near.key, far.key);
        assert_eq!(
            (near.cells.len(), near.labels.len()),
            (usize::from(side).pow(2), usize::from(side) * 4)
        );
        for (cell, turned) in near.cells.iter().zip(&far.cells) {
            assert_eq!(cell.cell, turned.cell);
            assert!((cell.centre.x + turned.centre.x - near.width).abs() < 0.001);
            assert!((cell.centre.y + turned.centre.y - near.height).abs() < 0.001);
        }
        let first = near.cells.first().unwrap();
        assert_eq!(start.cell_name(first.cell), "a1");
        assert!(
            first.centre.x < 1.5 && first.centre.y > near.height - 1.5,
            "a1 is at the bottom left"
        );
        for label in near.labels.iter().chain(&far.labels) {
            assert!(
                label.centre.x > 0.0
                    && label.centre.x < near.width
                    && label.centre.y > 0.0
                    && label.centre.y < near.height
            );
        }
    }
}
