//! Previews of turns, as players read them.

use anteroom::board::Seat;
use anteroom::discord::ui::Composed;
use anteroom::features::play;
use anteroom::features::play::Prepared;
use anteroom::features::play::{PickAct, SessionId, SessionPress};

use crate::support::messages::{Game, check, view_of};

/// Returns the preview of a turn after some other turns.
fn preview(game: &str, before: &str, turn: &str) -> Composed {
    let mut played = Game::begun(game);
    played.plays(before);
    let before = played.played.clone();
    let press = |act| SessionPress {
        session: SessionId(4),
        generation: 7,
        act,
    };
    let prepared = Prepared {
        view: view_of(before),
        after: played.plays(turn).played.clone(),
        turn: turn.to_owned(),
    };
    play::messages::preview(
        &prepared,
        Seat::First,
        press(PickAct::Play).into(),
        press(PickAct::Back).into(),
    )
}

#[test]
fn previews() {
    let capture = preview("antichess", "e2e4 d7d5", "e4d5");
    check("preview", &capture);
    check("preview_in_words", &capture.in_words());
    let end = preview("connect-n", "a b a b a b", "a");
    check("preview_of_the_end", &end);
}
