//! Both Antichesses by their rules pages. The rule ids here are those of the pages and of the refusals.

use std::collections::BTreeSet;

use anteroom_board::Seat;
use anteroom_board::scene::{Figure, Ground, Kind, MarkKind, Spot};
use anteroom_games::antichess::{Antichess, CastlingBar, Illegal};
use anteroom_games::{AnyPosition, Effect, Outcome, Verdict};

use crate::oracle::{Setting, result};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

pub fn standard() -> Setting {
    Setting::new("antichess", &[])
}

pub fn encastle() -> Setting {
    Setting::new("encastle", &[])
}

#[test]
fn the_start_is_that_of_chess() {
    // antichess.board, antichess.order
    assert_eq!(standard().start().text(), START);
    assert_eq!(encastle().start().text(), START.replace("w -", "w KQkq"));
    for setting in [standard(), encastle()] {
        let start = setting.start();
        assert_eq!(
            (start.to_move(), start.steps().len()),
            (Some(Seat::First), 20)
        );
        assert_eq!(start.colours(), ["White", "Black"]);
    }
}

#[test]
fn moves_lead_where_the_rules_say() {
    let (s, e) = (standard(), encastle());
    for (setting, from, typed, text, ended) in [
        // antichess.move: a capture removes the man
        (
            &s,
            "",
            "e4 d5 exd5",
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b - - 0 2",
            None,
        ),
        // encastle.en-passant: the text has the square after every double step, whether a capture is possible or not
        (
            &e,
            "",
            "e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            None,
        ),
        (
            &s,
            "",
            "e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1",
            None,
        ),
        (
            &e,
            "",
            "e4 a5 e5 d5 exd6",
            "rnbqkbnr/1pp1pppp/3P4/p7/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
            None,
        ),
        // encastle.castling: on both sides, in both notations
        (
            &e,
            "4k3/p7/8/8/8/8/P7/4K2R w K - 3 9",
            "e1g1",
            "4k3/p7/8/8/8/8/P7/5RK1 b - - 4 9",
            None,
        ),
        (
            &e,
            "4k3/p7/8/8/8/8/P7/R3K3 w Q - 3 9",
            "O-O-O",
            "4k3/p7/8/8/8/8/P7/2KR4 b - - 4 9",
            None,
        ),
        (
            &e,
            "4k2r/p7/8/8/8/8/P7/4K3 b k - 3 9",
            "0-0",
            "5rk1/p7/8/8/8/8/P7/4K3 w - - 4 10",
            None,
        ),
        (
            &e,
            "r3k3/p7/8/8/8/8/P7/4K3 b q - 3 9",
            "o-o-o",
            "2kr4/p7/8/8/8/8/P7/4K3 w - - 4 10",
            None,
        ),
        // The move of the king, and the move or capture of the rook, lose the rights.
        (
            &e,
            "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
            "e1e2",
            "r3k2r/p6p/8/8/8/8/P3K2P/R6R b kq - 1 1",
            None,
        ),
        (
            &e,
            "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
            "h1g1",
            "r3k2r/p6p/8/8/8/8/P6P/R3K1R1 b Qkq - 1 1",
            None,
        ),
        (
            &e,
            "r3k2r/p7/8/8/8/8/P7/R3K2R w KQkq - 0 1",
            "h1h8",
            "r3k2R/p7/8/8/8/8/P7/R3K3 b Qq - 0 1",
            None,
        ),
        // antichess.promotion
        (
            &s,
            "8/P6k/8/8/8/8/7p/K7 w - - 7 40",
            "a7a8",
            "Q7/7k/8/8/8/8/7p/K7 b - - 0 40",
            None,
        ),
        (
            &s,
            "8/P6k/8/8/8/8/7p/K7 b - - 7 40",
            "h2h1q",
            "8/P6k/8/8/8/8/8/K6q w - - 0 41",
            None,
        ),
        // antichess.mate
        (
            &s,
            "k7/7R/1K6/8/8/8/1p6/8 w - - 0 1",
            "h7h8",
            "k6R/8/1K6/8/8/8/1p6/8 b - - 1 1",
            Some('w'),
        ),
        // ... which takes precedence if the mating move takes the last man and leaves the other side a bare king
        (
            &s,
            "k6r/8/1K6/8/8/8/8/7R w - - 0 1",
            "h1h8",
            "k6R/8/1K6/8/8/8/8/8 b - - 0 1",
            Some('w'),
        ),
        // antichess.bare-king: the side that has lost everything else wins
        (
            &s,
            "7k/8/8/8/8/8/r6P/K7 w - - 0 1",
            "a1a2",
            "7k/8/8/8/8/8/K6P/8 b - - 0 1",
            Some('b'),
        ),
        (
            &s,
            "7k/8/8/8/8/8/K6P/7r b - - 0 1",
            "h1h2",
            "7k/8/8/8/8/8/K6r/8 w - - 0 2",
            Some('w'),
        ),
        // antichess.stalemate: Black is passed over, which counts like a null move
        (
            &s,
            "k7/8/8/1Q6/8/p7/P7/7K w - - 5 20",
            "b5b6",
            "k7/8/1Q6/8/8/p7/P7/7K w - - 7 21",
            None,
        ),
        (
            &s,
            "k7/8/8/1Q6/8/p7/P7/7K w - - 5 20",
            "b5b6 h1h2",
            "k7/8/1Q6/8/8/p7/P6K/8 w - - 9 22",
            None,
        ),
        (
            &s,
            "7k/p7/P7/8/8/1q6/8/K7 b - - 5 20",
            "b3c2",
            "7k/p7/P7/8/8/8/2q5/K7 b - - 7 21",
            None,
        ),
        // antichess.stuck: neither side has a move
        (
            &s,
            "6bk/5p1p/7P/5P2/8/p1p5/P1P5/KB6 w - - 4 40",
            "f6",
            "6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 b - - 0 40",
            Some('='),
        ),
    ] {
        let position = setting.after(from, typed);
        assert_eq!(position.text(), text, "{from} {typed}");
        assert_eq!(result(&position), ended, "{from} {typed}");
    }
}

#[test]
fn legal_steps_are_those_of_the_rules() {
    let (s, e) = (standard(), encastle());
    for (setting, from, steps) in [
        // antichess.compulsory-capture: any capture, and no other move
        (&s, "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "e4d5 e4f5"),
        // A pinned man need not capture.
        (
            &s,
            "4r1k1/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "e1d1 e1d2 e1e2 e1f1 e1f2 e4e5",
        ),
        // antichess.check-first: a capture that ends the check is compulsory
        (
            &s,
            "4r1k1/8/8/8/8/7B/8/4K3 w - - 0 1",
            "e1d1 e1d2 e1f1 e1f2 h3e6",
        ),
        (&s, "4r1k1/8/8/1B6/8/8/8/4K3 w - - 0 1", "b5e8"),
        (
            &s,
            "4r1k1/8/8/3p1B2/8/8/3P4/4K3 w - - 0 1",
            "e1d1 e1f1 e1f2 f5e4 f5e6",
        ),
        // The rule sheet's two figures by their words: the rook on c8 may not take the bishop, and the king must.
        (
            &s,
            "2r3k1/8/2B5/8/8/8/8/K5R1 b - - 0 1",
            "g8f7 g8f8 g8h7 g8h8",
        ),
        (&s, "6k1/p4B2/8/8/8/8/7P/K7 b - - 0 1", "g8f7"),
        // ... and one that does not end it is illegal, although compulsory otherwise
        (
            &s,
            "4r1k1/8/8/2p5/3P4/8/8/4K3 w - - 0 1",
            "e1d1 e1d2 e1f1 e1f2",
        ),
        // encastle.castling: only if no capture is possible
        (&e, "4k3/p7/8/8/8/p7/1P6/4K2R w K - 0 1", "b2a3"),
        (
            &e,
            "4k3/p7/8/8/8/8/4P3/4K2R w K - 0 1",
            "e1d1 e1d2 e1f1 e1f2 e1g1 e2e3 e2e4 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8",
        ),
        // encastle.en-passant: the only capture, so it is compulsory
        (&e, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"),
        (
            &s,
            "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1",
            "e4e3 e8d7 e8d8 e8e7 e8f7 e8f8",
        ),
        (&e, "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1", "c4d3 e4d3"),
        // ... unless it would leave the king in check along the rank, the file, or a diagonal
        (
            &e,
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "a4a3 a4a5 a4b3 a4b4 a4b5 e4e3",
        ),
        // ... and it may end a check by the pawn that made the double step
        (&e, "8/8/8/2k5/3Pp3/8/4B3/4K3 b - d3 0 1", "c5d4 e4d3"),
        // antichess.king-safe: kings keep apart
        (
            &s,
            "8/8/8/1k1K4/8/8/p6P/8 w - - 0 1",
            "d5d4 d5d6 d5e4 d5e5 d5e6 h2h3 h2h4",
        ),
    ] {
        assert_eq!(setting.read(from).steps().join(" "), steps, "{from}");
    }
}

#[test]
fn a_position_in_which_the_mover_must_sit_out_moves_on() {
    // antichess.stalemate, encastle.en-passant: the pass ends the right
    for (setting, text, read) in [
        (
            standard(),
            "k7/8/1Q6/8/8/p7/P7/7K b - - 5 20",
            "k7/8/1Q6/8/8/p7/P7/7K w - - 6 21",
        ),
        (
            encastle(),
            "k7/6R1/8/8/3Pp3/4K3/8/1R5B b - d3 0 30",
            "k7/6R1/8/8/3Pp3/4K3/8/1R5B w - - 1 31",
        ),
        (
            standard(),
            "6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 w - - 0 40",
            "6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 w - - 0 40",
        ),
    ] {
        assert_eq!(setting.read(text).text(), read);
    }
}

#[test]
fn the_outcome_says_why() {
    let reason = |text: &str| standard().read(text).outcome().unwrap().reason;
    assert_eq!(reason("k6R/8/1K6/8/8/8/1p6/8 b - - 1 1"), "checkmate");
    assert_eq!(
        reason("7k/8/8/8/8/8/K6P/8 b - - 0 1"),
        "losing everything but the king"
    );
    assert_eq!(
        reason("6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 b - - 0 40"),
        "stalemate of both sides"
    );
}

#[test]
fn what_happened_is_told_in_order() {
    let e = encastle();
    let told = |from: &str, step: &str| {
        let mut position = e.read(from);
        let played = position.play(step).unwrap();
        let name = |cell| position.cell_name(cell);
        let words = played.effects.iter().map(|effect| match *effect {
            Effect::Moved { from, to, piece } => format!("{piece} {}{}", name(from), name(to)),
            Effect::Captured { at, piece, by, .. } => format!("x {piece} {} {by}", name(at)),
            Effect::Promoted { at, piece } => format!("= {piece} {}", name(at)),
            Effect::PassedOver(seat) => format!("-- {seat:?}"),
            other => format!("{other:?}"),
        });
        words.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        told("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "e4d3"),
        "pawn e4d3, x pawn d4 en passant"
    );
    assert_eq!(
        told("4k3/p7/8/8/8/8/P7/4K2R w K - 3 9", "O-O"),
        "king e1g1, rook h1f1"
    );
    assert_eq!(
        told("n6k/1P6/8/8/8/8/8/K7 w - - 3 9", "b7a8"),
        "pawn b7a8, x knight a8 , = queen a8"
    );
    assert_eq!(
        told("k7/8/8/1Q6/8/p7/P7/7K w - - 5 20", "b5b6"),
        "queen b5b6, -- Second"
    );
}

#[test]
fn moves_are_typed_in_many_ways() {
    let e = encastle();
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let b = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
    // The pawn on b2 is pinned, so b can only be the bishop.
    let pinned = "1r2k3/8/8/8/8/2p5/1P1B4/1K6 w - - 0 1";
    let corner = "4k3/8/8/8/8/8/8/BN2K3 w - - 0 1";
    for (from, typed, step) in [
        ("", "e4", "e2e4"),
        ("", "E4", "e2e4"),
        ("", "Pe4", "e2e4"),
        ("", "e2-e4", "e2e4"),
        ("", "E2E4", "e2e4"),
        ("", "e2xe4", "e2e4"),
        ("", "e4!?", "e2e4"),
        ("", "Nf3", "g1f3"),
        ("", "nf3", "g1f3"),
        ("", "NF3", "g1f3"),
        ("", "Ng1f3", "g1f3"),
        ("", "Ng1-f3", "g1f3"),
        (knights, "Nbd2", "b1d2"),
        (knights, "N1d2", "b1d2"),
        (knights, "nfd2", "f3d2"),
        (knights, "N3d2+", "f3d2"),
        // antichess.notation: the typed case is tried first
        (b, "bxc3", "b2c3"),
        (b, "Bxc3", "d2c3"),
        (b, "BXC3", "d2c3"),
        (b, "bc3", "b2c3"),
        (pinned, "bxc3", "d2c3"),
        (pinned, "BXC3", "d2c3"),
        // A bishop from the first rank, or from b1 to c3.
        (corner, "B1c3", "a1c3"),
        (corner, "b1c3", "b1c3"),
        (corner, "B1C3", "b1c3"),
        ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "B1c3", "b1c3"),
        ("4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1", "exd5", "e4d5"),
        ("4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1", "ed5", "e4d5"),
        ("4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1", "e4:d5", "e4d5"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "exd3e.p.", "e4d3"),
        ("8/P6k/8/8/8/8/7p/K7 w - - 7 40", "a8", "a7a8"),
        ("8/P6k/8/8/8/8/7p/K7 w - - 7 40", "a8=Q", "a7a8"),
        ("8/P6k/8/8/8/8/7p/K7 w - - 7 40", "a8q", "a7a8"),
        ("8/P6k/8/8/8/8/7p/K7 w - - 7 40", "a7a8q", "a7a8"),
        ("8/P6k/8/8/8/8/7p/K7 w - - 7 40", "a7-a8=Q", "a7a8"),
        ("4k3/p7/8/8/8/8/P7/4K2R w K - 3 9", "O-O", "e1g1"),
        ("4k3/p7/8/8/8/8/P7/4K2R w K - 3 9", "0-0", "e1g1"),
        ("4k3/p7/8/8/8/8/P7/4K2R w K - 3 9", "o-o+", "e1g1"),
        ("4k3/p7/8/8/8/8/P7/4K2R w K - 3 9", "Kg1", "e1g1"),
        ("4k3/p7/8/8/8/8/P7/R3K3 w Q - 3 9", "0-0-0", "e1c1"),
    ] {
        let position = e.after(from, "");
        assert_eq!(
            position.clone().play(typed).map(|played| played.step),
            Ok(step.to_owned()),
            "{from}: {typed}"
        );
    }
}

#[test]
fn a_wrong_turn_is_told_why() {
    let (s, e) = (standard(), encastle());
    let pins = "4r1k1/8/8/8/8/4N3/3P4/4K3 w - - 0 1";
    let mut seen = BTreeSet::new();
    for (setting, from, typed, sentence, rule, cells) in [
        (
            &s,
            "",
            "zz",
            "\"zz\" is not a move: write from and to (e2e4) or as in chess (Nf3, exd5).",
            "antichess.notation",
            "",
        ),
        (
            &s,
            "",
            "--",
            "\"--\" is not a move: write from and to (e2e4) or as in chess (Nf3, exd5).",
            "antichess.notation",
            "",
        ),
        (
            &s,
            "",
            "e9e4",
            "\"e9e4\" is not a move: write from and to (e2e4) or as in chess (Nf3, exd5).",
            "antichess.notation",
            "",
        ),
        (
            &s,
            "",
            "e3e4",
            "e3e4 is not legal: e3 is empty.",
            "antichess.move",
            "e3",
        ),
        (
            &s,
            "",
            "e7e5",
            "e7e5 is not legal: the man on e7 is Black's, and it is White's turn.",
            "antichess.order",
            "e7",
        ),
        (
            &s,
            "",
            "e2e2",
            "e2e2 is not legal: it leads nowhere.",
            "antichess.move",
            "e2",
        ),
        (
            &s,
            "",
            "e1d1",
            "e1d1 is not legal: your own queen stands on d1.",
            "antichess.move",
            "d1",
        ),
        (
            &s,
            "",
            "b1b3",
            "b1b3 is not legal: a knight cannot go from b1 to b3.",
            "antichess.pieces",
            "b1 b3",
        ),
        (
            &s,
            "",
            "e2e5",
            "e2e5 is not legal: a pawn cannot go from e2 to e5.",
            "antichess.pieces",
            "e2 e5",
        ),
        (
            &s,
            "",
            "f1d3",
            "f1d3 is not legal: the man on e2 stands in the way.",
            "antichess.blocked",
            "e2",
        ),
        (
            &s,
            "",
            "a1a5",
            "a1a5 is not legal: the man on a2 stands in the way.",
            "antichess.blocked",
            "a2",
        ),
        (
            &s,
            "",
            "e2d3",
            "e2d3 is not legal: a pawn goes diagonally only to take, and d3 is empty.",
            "antichess.pieces",
            "d3",
        ),
        (
            &s,
            "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
            "e2e4",
            "e2e4 is not legal: the man on e3 stands in the way.",
            "antichess.blocked",
            "e3",
        ),
        (
            &s,
            "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1",
            "e2e4",
            "e2e4 is not legal: the man on e4 stands in the way.",
            "antichess.blocked",
            "e4",
        ),
        (
            &s,
            "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1",
            "e3",
            "e2e3 is not legal: the man on e3 stands in the way.",
            "antichess.blocked",
            "e3",
        ),
        (
            &s,
            "",
            "Ne5",
            "No knight of yours can go to e5.",
            "antichess.pieces",
            "e5",
        ),
        (
            &s,
            "",
            "Qxd7",
            "d1d7 is not legal: the man on d2 stands in the way.",
            "antichess.blocked",
            "d2",
        ),
        (
            &s,
            "",
            "Nxf3",
            "g1f3 takes nothing: f3 is empty.",
            "antichess.notation",
            "f3",
        ),
        (
            &s,
            "",
            "e4=Q",
            "e2e4 promotes nothing: only a pawn on its last rank becomes a queen.",
            "antichess.promotion",
            "e2 e4",
        ),
        (
            &s,
            "",
            "e2e4q",
            "e2e4 promotes nothing: only a pawn on its last rank becomes a queen.",
            "antichess.promotion",
            "e2 e4",
        ),
        (
            &s,
            "8/P6k/8/8/8/8/7p/K7 w - - 7 40",
            "a7a8n",
            "The pawn that reaches a8 becomes a queen and nothing else.",
            "antichess.promotion",
            "a8",
        ),
        (
            &s,
            "8/P6k/8/8/8/8/7p/K7 w - - 7 40",
            "a8=N",
            "The pawn that reaches a8 becomes a queen and nothing else.",
            "antichess.promotion",
            "a8",
        ),
        (
            &s,
            "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
            "Nd2",
            "\"Nd2\" may be b1d2 or f3d2: say which.",
            "antichess.notation",
            "b1 f3",
        ),
        // antichess.compulsory-capture
        (
            &s,
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "e1e2",
            "You must capture when you can: exd5.",
            "antichess.compulsory-capture",
            "e4 d5",
        ),
        (
            &s,
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "e5",
            "You must capture when you can: exd5.",
            "antichess.compulsory-capture",
            "e4 d5",
        ),
        (
            &e,
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
            "e4e3",
            "You must capture when you can: exd3.",
            "antichess.compulsory-capture",
            "e4 d3",
        ),
        (
            &e,
            "4k3/p7/8/8/8/p7/1P6/4K2R w K - 0 1",
            "O-O",
            "You must capture when you can: bxa3.",
            "antichess.compulsory-capture",
            "b2 a3",
        ),
        // antichess.king-safe, antichess.check-first
        (
            &s,
            pins,
            "e3f5",
            "e3f5 is not legal: it would leave your king on e1 in check from e8.",
            "antichess.king-safe",
            "e1 e8",
        ),
        (
            &s,
            pins,
            "Nf5",
            "e3f5 is not legal: it would leave your king on e1 in check from e8.",
            "antichess.king-safe",
            "e1 e8",
        ),
        (
            &s,
            "4r1k1/8/8/8/8/8/3P4/3K4 w - - 0 1",
            "d1e1",
            "d1e1 is not legal: on e1 the king would stand in check from e8.",
            "antichess.king-safe",
            "e1 e8",
        ),
        (
            &s,
            "4r1k1/8/8/8/8/8/3P4/4K3 w - - 0 1",
            "e1e2",
            "e1e2 is not legal: on e2 the king would stand in check from e8.",
            "antichess.king-safe",
            "e2 e8",
        ),
        (
            &s,
            "4r1k1/8/8/8/8/8/3P4/4K3 w - - 0 1",
            "d2d4",
            "d2d4 is not legal: your king on e1 is in check from e8, and this does not end it.",
            "antichess.check-first",
            "e1 e8",
        ),
        (
            &s,
            "4r1k1/8/8/2p5/3P4/8/8/4K3 w - - 0 1",
            "dxc5",
            "d4c5 is not legal: your king on e1 is in check from e8, and this does not end it.",
            "antichess.check-first",
            "e1 e8",
        ),
        (
            &e,
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "exd3",
            "e4d3 is not legal: it would leave your king on a4 in check from h4.",
            "antichess.king-safe",
            "a4 h4",
        ),
        // antichess.no-castling, antichess.no-en-passant
        (
            &s,
            "4k3/p7/8/8/8/8/P7/4K2R w - - 3 9",
            "e1g1",
            "e1g1 is not legal: Standard Antichess has no castling.",
            "antichess.no-castling",
            "e1 g1",
        ),
        (
            &s,
            "4k3/p7/8/8/8/8/P7/3K3R w - - 3 9",
            "O-O",
            "e1g1 is not legal: Standard Antichess has no castling.",
            "antichess.no-castling",
            "e1 g1",
        ),
        (
            &s,
            "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1",
            "exd3",
            "e4d3 is not legal: Standard Antichess has no en passant.",
            "antichess.no-en-passant",
            "e4 d3",
        ),
        // encastle.castling, encastle.en-passant
        (
            &e,
            "4k3/p7/8/8/8/8/P7/R3K2R w Q - 0 1",
            "O-O",
            "e1g1 is not legal: king and rook may castle only while neither has moved.",
            "encastle.castling",
            "e1 g1",
        ),
        (
            &e,
            "4k3/p7/8/8/8/8/P7/3K3R w - - 3 9",
            "O-O",
            "e1g1 is not legal: king and rook may castle only while neither has moved.",
            "encastle.castling",
            "e1 g1",
        ),
        (
            &e,
            "",
            "O-O",
            "e1g1 is not legal: f1 is occupied, and nothing may stand between king and rook.",
            "encastle.castling",
            "f1",
        ),
        (
            &e,
            "",
            "e1c1",
            "e1c1 is not legal: b1 is occupied, and nothing may stand between king and rook.",
            "encastle.castling",
            "b1",
        ),
        (
            &e,
            "4k1r1/p7/8/8/8/8/P7/R3K2R w KQ - 0 1",
            "O-O",
            "e1g1 is not legal: the king would cross g1, which g8 attacks.",
            "encastle.castling",
            "g1 g8",
        ),
        (
            &e,
            "3rk3/p7/8/8/8/8/P7/R3K2R w KQ - 0 1",
            "O-O-O",
            "e1c1 is not legal: the king would cross d1, which d8 attacks.",
            "encastle.castling",
            "d1 d8",
        ),
        (
            &e,
            "4r1k1/p7/8/8/8/8/P7/R3K2R w KQ - 0 1",
            "O-O",
            "e1g1 is not legal: the king is in check from e8, and cannot castle out of it.",
            "encastle.castling",
            "e1 e8",
        ),
        (
            &e,
            "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1",
            "exd3",
            "e4d3 is not legal: en passant is possible only at once after the pawn's double step.",
            "encastle.en-passant",
            "e4 d3",
        ),
        // antichess.mate, antichess.bare-king, antichess.stuck
        (
            &s,
            "k6R/8/1K6/8/8/8/1p6/8 b - - 1 1",
            "a8a7",
            "The game is over: White has won by checkmate.",
            "antichess.mate",
            "",
        ),
        (
            &s,
            "7k/8/8/8/8/8/K6P/8 b - - 0 1",
            "h8h7",
            "The game is over: Black has won by losing everything but the king.",
            "antichess.bare-king",
            "",
        ),
        (
            &s,
            "6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 b - - 0 40",
            "zz",
            "The game is over: it is drawn by stalemate of both sides.",
            "antichess.stuck",
            "",
        ),
    ] {
        let position = setting.after(from, "");
        assert_eq!(
            setting.illegal(&position, typed),
            (sentence.to_owned(), rule, cells.to_owned()),
            "{from}: {typed}"
        );
        seen.insert(way(&if setting.game.card.key == "encastle" {
            setting.refused::<Antichess<true>>(&position, typed)
        } else {
            setting.refused::<Antichess<false>>(&position, typed)
        }));
    }
    assert_eq!(seen, (0..=26).collect(), "every way of being wrong was met");
}

/// Returns a number for each kind of refusal. A new kind must be added here and to the table above.
fn way(illegal: &Illegal) -> u32 {
    match illegal {
        Illegal::Unreadable { .. } => 0,
        Illegal::Over {
            outcome:
                Outcome {
                    verdict: Verdict::Draw,
                    ..
                },
        } => 1,
        Illegal::Over { outcome } if outcome.reason == "checkmate" => 2,
        Illegal::Over { .. } => 3,
        Illegal::Empty { .. } => 4,
        Illegal::NotYours { .. } => 5,
        Illegal::NoMove { .. } => 6,
        Illegal::OwnMan { .. } => 7,
        Illegal::Unreachable { .. } => 8,
        Illegal::Blocked { .. } => 9,
        Illegal::NothingToTake { .. } => 10,
        Illegal::EnPassant { played: false, .. } => 11,
        Illegal::EnPassant { played: true, .. } => 12,
        Illegal::Castling {
            bar: CastlingBar::NotPlayed,
            ..
        } => 13,
        Illegal::Castling {
            bar: CastlingBar::Spoilt,
            ..
        } => 14,
        Illegal::Castling {
            bar: CastlingBar::Occupied(_),
            ..
        } => 15,
        Illegal::Castling {
            bar: CastlingBar::InCheck(_),
            ..
        } => 16,
        Illegal::Castling {
            bar: CastlingBar::Through { .. },
            ..
        } => 17,
        Illegal::InCheck { .. } => 18,
        Illegal::KingIntoCheck { .. } => 19,
        Illegal::Pinned { .. } => 20,
        Illegal::MustCapture { .. } => 21,
        Illegal::QueensOnly { .. } => 22,
        Illegal::NoPromotion { .. } => 23,
        Illegal::NoCapture { .. } => 24,
        Illegal::NobodyReaches { .. } => 25,
        Illegal::Ambiguous { .. } => 26,
    }
}

#[test]
fn impossible_positions_are_refused() {
    let fields = "A position is six fields with one space between them (board, side to move, castling, en passant, half-moves, move), not";
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let (s, e) = (standard(), encastle());
    for (setting, text, sentence) in [
        (&s, String::new(), format!("{fields} 1.")),
        (&s, format!("{board} w - -"), format!("{fields} 4.")),
        (&s, format!("{board} w - - 0 1 "), format!("{fields} 7.")),
        (&s, format!("{board}  w - - 0 1"), format!("{fields} 7.")),
        (
            &s,
            format!("{board} x - - 0 1"),
            String::from("The side to move is w or b, not \"x\"."),
        ),
        (
            &s,
            format!("{board} w KQkq - 0 1"),
            String::from(
                "The castling field is -, not \"KQkq\": Standard Antichess has no castling.",
            ),
        ),
        (
            &s,
            format!("{board} b - e3 0 1"),
            String::from(
                "The en passant field is -, not \"e3\": Standard Antichess has no en passant.",
            ),
        ),
        (
            &s,
            format!("{board} w - - x 1"),
            String::from("The number of half-moves is a whole number, not \"x\"."),
        ),
        (
            &s,
            format!("{board} w - - -1 1"),
            String::from("The number of half-moves is a whole number, not \"-1\"."),
        ),
        (
            &s,
            format!("{board} w - - +1 1"),
            String::from("The number of half-moves is a whole number, not \"+1\"."),
        ),
        (
            &s,
            format!("{board} w - - 0 1.5"),
            String::from("The number of the move is a whole number, not \"1.5\"."),
        ),
        (
            &s,
            format!("{board} w - - 0 99999999999"),
            String::from("The number of the move is a whole number, not \"99999999999\"."),
        ),
        (
            &s,
            format!("{board} w - - 0 0"),
            String::from("The number of the move begins with 1."),
        ),
    ] {
        assert_eq!(setting.refusal(&text), sentence, "{text}");
    }
    for (board, sentence) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR",
            "The board has 7 ranks, not 8.",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "The board has 9 ranks, not 8.",
        ),
        (
            "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "Rank 7 has 7 squares, not 8.",
        ),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "Rank 7 has more than 8 squares.",
        ),
        (
            "rnbqkbnr/pppppppp/8/7p1/8/8/PPPPPPPP/RNBQKBNR",
            "Rank 5 has more than 8 squares.",
        ),
        (
            "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR",
            "Rank 6 has two numbers side by side.",
        ),
        (
            "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR",
            "\"9\" on rank 6 is neither a man nor a number of empty squares.",
        ),
        (
            "rnbqkbnr/ppppppxp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "\"x\" on rank 7 is neither a man nor a number of empty squares.",
        ),
        ("4k2P/8/8/8/8/8/8/4K3", "A pawn cannot stand on h8."),
        ("4k3/8/8/8/8/8/8/p3K3", "A pawn cannot stand on a1."),
        ("8/8/8/8/8/8/8/4K3", "Black has 0 kings, not one."),
        ("4k3/8/8/8/8/8/8/8", "White has 0 kings, not one."),
        ("4k3/8/8/8/8/8/8/K3K3", "White has 2 kings, not one."),
        (
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3",
            "White has 9 pawns: 8 is the most.",
        ),
        (
            "4k3/8/8/nnn5/8/8/8/4K3",
            "Black has 3 knights: 2 is the most, as pawns become queens only.",
        ),
        (
            "4k3/8/8/8/8/8/8/RRR1K3",
            "White has 3 rooks: 2 is the most, as pawns become queens only.",
        ),
        (
            "4k3/8/8/8/8/8/8/B1B1K3",
            "White has two bishops on dark squares, and began with one.",
        ),
        (
            "4k3/8/8/8/8/8/8/1B1BK3",
            "White has two bishops on light squares, and began with one.",
        ),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3",
            "White has 2 queens and 8 pawns: together 9 is the most.",
        ),
        (
            "4k3/4Q3/8/8/8/8/8/4K3",
            "White is to move, and Black's king on e8 stands in check from e7 already.",
        ),
        (
            "8/8/8/8/8/8/3k4/4K3",
            "White is to move, and Black's king on d2 stands in check from e1 already.",
        ),
    ] {
        assert_eq!(
            s.refusal(&format!("{board} w - - 0 1")),
            sentence,
            "{board}"
        );
        assert_eq!(
            e.refusal(&format!("{board} w - - 0 1")),
            sentence,
            "{board}"
        );
    }
    for (text, sentence) in [
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1",
            "The castling field is - or some of KQkq, not \"KX\".",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
            "The castling field names K twice.",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1",
            "The castling field is - or some of KQkq, not \"K-\".",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1",
            "Castling K is impossible: White needs a king on e1 and a rook on h1.",
        ),
        (
            "r3k3/8/8/8/8/8/8/R3K2R w k - 0 1",
            "Castling k is impossible: Black needs a king on e8 and a rook on h8.",
        ),
        (
            "r2k3r/8/8/8/8/8/8/R3K2R w q - 0 1",
            "Castling q is impossible: Black needs a king on e8 and a rook on a8.",
        ),
        (
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d4 0 1",
            "En passant on d4 is impossible: with Black to move it is a square of rank 3.",
        ),
        (
            "4k3/8/8/8/3Pp3/8/8/4K3 b - e3 0 1",
            "En passant on e3 is impossible: there is no pawn of White on e4.",
        ),
        (
            "4k3/8/8/8/3Pp3/3N4/8/4K3 b - d3 0 1",
            "En passant on d3 is impossible: d3 is not empty, so no pawn came by.",
        ),
        (
            "4k3/8/8/8/3Pp3/8/3P4/4K3 b - d3 0 1",
            "En passant on d3 is impossible: d2 is not empty, so no pawn came by.",
        ),
        (
            "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 1 1",
            "En passant on d3 is impossible: after a pawn's move the number of half-moves is 0, not 1.",
        ),
        (
            "4k3/8/8/8/3Pp3/8/8/4K3 b - D3 0 1",
            "The en passant field is - or a square, not \"D3\".",
        ),
        (
            "4k3/8/8/8/3Pp3/8/8/4K3 b - x 0 1",
            "The en passant field is - or a square, not \"x\".",
        ),
    ] {
        assert_eq!(e.refusal(text), sentence, "{text}");
    }
}

#[test]
fn promoted_queens_are_counted_against_pawns() {
    for board in [
        "4k3/8/8/8/8/8/PPPPPPP1/QQ2K3",
        "QQQQ4/8/QQQQQ3/k7/8/8/8/4K3",
    ] {
        let text = format!("{board} b - - 0 1");
        assert_eq!(
            standard()
                .game
                .read(&standard().values, &text)
                .map(|position| position.text()),
            Ok(text.clone()),
            "{text}"
        );
    }
}

#[test]
fn the_board_is_turned_for_black_and_shows_check() {
    let position = standard().read("4r1k1/8/8/8/8/8/3P4/4K3 w - - 0 1");
    let [white, black] = Seat::BOTH.map(|seat| position.scene(seat));
    assert_ne!(white.board.key, black.board.key);
    assert_eq!(white.men, black.men);
    let (cell, man) = (white.marks[0].cell, white.marks[0].kind);
    assert_eq!(
        (position.cell_name(cell).as_str(), man, white.marks.len()),
        ("e1", MarkKind::Check, 1)
    );
    let centre = |scene: &anteroom_board::scene::Scene, name: &str| {
        let cell = scene
            .board
            .cells
            .iter()
            .find(|cell| position.cell_name(cell.cell) == name)
            .unwrap();
        (cell.centre.x, cell.centre.y, cell.ground)
    };
    let side = white.board.width;
    let (x, y, ground) = centre(&white, "a1");
    assert!(x < side / 2.0 && y > side / 2.0 && ground == Ground::Dark);
    assert_eq!(centre(&black, "h8"), (x, y, Ground::Dark));
    assert_eq!(
        white
            .men
            .iter()
            .filter(|man| man.kind == Kind::Chess(Figure::King))
            .count(),
        2
    );
    assert!(white.men.iter().all(|man| matches!(man.spot, Spot::On(_))));
    assert_eq!(white.board.labels.len(), 16);
    // The bare king that wins is marked.
    let bare = standard()
        .read("7k/8/8/8/8/8/K6P/8 b - - 0 1")
        .scene(Seat::First);
    assert_eq!(
        bare.marks.iter().map(|mark| mark.kind).collect::<Vec<_>>(),
        [MarkKind::Winning]
    );
}

#[test]
fn completion_knows_both_notations_and_says_what_a_move_does() {
    let offers = |position: &AnyPosition, typed: &str| -> Vec<String> {
        let (offers, all) = position.complete(typed, 25);
        assert_eq!(offers.len(), all);
        offers
            .into_iter()
            .map(|offer| {
                format!(
                    "{} {} {}",
                    offer.step,
                    offer.spelling.unwrap_or_default(),
                    offer.words
                )
            })
            .collect()
    };
    let start = standard().start();
    assert_eq!(
        offers(&start, "n"),
        ["b1c3 Nc3 ", "g1f3 Nf3 ", "b1a3 Na3 ", "g1h3 Nh3 "]
    );
    assert_eq!(offers(&start, "e2-"), ["e2e3 e3 ", "e2e4 e4 "]);
    assert_eq!(offers(&start, "E2E4"), ["e2e4 e4 "]);
    let capture = encastle().read("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    assert_eq!(
        offers(&capture, ""),
        ["e4d3 exd3 takes the pawn on d4 en passant"]
    );
    let castling = encastle().read("4k3/p7/8/8/8/8/P7/4K2R w K - 3 9");
    assert_eq!(offers(&castling, "o"), ["e1g1 O-O castles short"]);
    // Completion does not reveal that h8 mates.
    let mate = standard().read("k7/7R/1K6/8/8/8/1p6/8 w - - 0 1");
    assert_eq!(offers(&mate, "h7h8"), ["h7h8 Rh8 "]);
    let promotion = standard().read("8/P6k/8/8/8/8/7p/K7 w - - 7 40");
    assert_eq!(promotion.complete("a8", 1).0[0].words, "becomes a queen");
}
