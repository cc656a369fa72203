//! Lessons and hints, as players read them.

use std::sync::Arc;

use anteroom::features::play::{About, BoardView, FoundLesson, Session, SessionId};
use anteroom::features::{play, study};
use anteroom::games;
use anteroom::games::Completions;
use anteroom::matches::Match;

use crate::support::messages::{ANA, Game, check, check_text};

#[test]
fn lessons() {
    let game = &games::CATALOGUE[0];
    let lessons = game.lessons().expect("lessons");
    let done: Vec<_> = lessons
        .iter()
        .take(2)
        .map(|lesson| lesson.id.clone())
        .collect();
    check("lessons_games", &study::messages::games_to_learn(&done));
    check(
        "lessons_none_done",
        &study::messages::lessons(game, &lessons, &[]),
    );
    check(
        "lessons_some_done",
        &study::messages::lessons(game, &lessons, &done),
    );
    let found = Arc::new(FoundLesson::of(&done[0]).expect("a lesson"));
    let turn = |text: &str| vec![games::step_key(text)];
    let at = |picks| {
        let session = Session {
            id: SessionId(3),
            picks,
            generation: 7,
            ..Session::new(About::Lesson(done[0].clone()))
        };
        BoardView::of_lesson(found.clone(), session).expect("picks")
    };
    let message = |shown: BoardView| play::messages::session_board(&shown, ANA, shown.side(), None);
    check("lesson", &message(at(Vec::new())));
    check("lesson_done", &message(at(turn("d"))));
    check("lesson_missed", &message(at(turn("a"))));
    let solved = found.solved().expect("a solution");
    check(
        "lesson_shown",
        &study::messages::lesson_shown(&at(turn("d")), &found, &solved),
    );
    let error = games::read_turn(&*found.board.position, "*h*")
        .err()
        .expect("nonsense");
    let refused = Match::why_not(&*found.board.position, error);
    check(
        "lesson_refused",
        &study::messages::lesson_refused(&at(Vec::new()), &found, &refused, "*h*"),
    );
}

/// Hints in the completion of a turn.
#[test]
fn completions() {
    let mut game = Game::begun("antichess");
    game.plays("d2d4 a7a6");
    let found = game.played.complete(ANA, "", 25).expect("turns");
    let hints = [
        play::messages::completions(&found, "").pop(),
        play::messages::completions(&Completions::default(), "e2e5").pop(),
    ];
    let said = hints.map(|hint| hint.expect("a hint").0);
    check_text("completions", &said.join("\n"));
}
