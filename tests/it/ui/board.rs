//! The parts of a board and a replay beside the pieces.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::discord::ui::Pace;
use anteroom::matches::{Command, Match, MatchId, SeatChoice};

use crate::support::messages::{ANA, BO, Game, PLACES, START};

#[test]
fn the_strip_says_how_it_stands() {
    let bar = |game: &Game| {
        let scene = ui::board_picture(&game.played, Seat::First).scene;
        scene
            .bar
            .expect("a strip")
            .sides
            .map(|side| (side.score, side.stock))
    };
    let mut chess = Game::begun("antichess");
    chess.plays("e2e4 d7d5 e4d5");
    assert_eq!(bar(&chess).map(|(score, _)| score), [Some(16), Some(15)]);
    let mut banks = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Seat(Seat::First));
    let mut proposal = banks.played.proposal().clone();
    proposal.time = "7d+12h".parse().expect("a clock");
    banks.played = Match::proposed(MatchId(12), proposal, START).expect("a match");
    banks.does(Command::Accept { by: BO });
    banks.plays("d");
    assert_eq!(
        bar(&banks),
        [
            (None, String::from("7d 11h")),
            (None, String::from("7d 0h"))
        ]
    );
}

#[test]
fn a_very_long_match_in_motion() {
    let mut game = Game::begun("antichess");
    game.plays("g1f3 g8f6 f3g1 f6g8 ".repeat(80).trim_end());
    let replay = ui::replay(
        &game.played,
        PLACES.thread,
        Pace::Normal,
        game.played.changed_at(),
    )
    .expect("turns");
    let omitted = "The animation leaves out the first 22 turns.";
    assert!(
        replay
            .content
            .ends_with(&format!("\n-# 298 turns, 0.3 seconds each. {omitted}")),
        "{}",
        replay.content
    );
    let shots = replay.replay.expect("a replay").shots().expect("pictures");
    let notes: Vec<_> = shots
        .iter()
        .filter_map(|shot| Some(shot.scene.bar.as_ref()?.note.as_str()))
        .collect();
    assert_eq!(
        (notes.len(), notes[0], notes[1], notes[298], notes[299]),
        (300, "▶ 11…Nf6", "◀ 12. Ng1", "▶ 160…Ng8", "Ng8")
    );
    game.does(Command::Resign { by: ANA });
    let over = &game.played;
    let replay = ui::replay(over, None, Pace::Normal, over.changed_at());
    let replay = replay.expect("turns").replay.expect("a replay");
    // A job that has spent its processor time makes no pictures.
    let none = anteroom::kernel::fair::within(Duration::ZERO, || replay.shots());
    assert_eq!(none.expect("no fault").len(), 0);
    let begin = format!("Animation of the match, 320 turns. {omitted} It ends with: White: ");
    assert!(replay.alt.starts_with(&begin), "{}", replay.alt);
    let shots = replay.shots().expect("pictures");
    assert!(
        shots.len() <= 300
            && shots.iter().map(|shot| shot.hold).sum::<Duration>() < Duration::from_secs(100)
    );
    // The star is beside the winner's name.
    let bar = shots
        .last()
        .and_then(|shot| shot.scene.bar.clone())
        .expect("names");
    assert_eq!(
        (bar.note.as_str(), [bar.sides[0].won, bar.sides[1].won]),
        ("won by resignation", [false, true])
    );
}
