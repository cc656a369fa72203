//! Take-backs, as players read them.

use anteroom::matches::Command;

use crate::support::messages::{ANA, BO, Game, check};
use crate::support::people::takes_back;

#[test]
fn turns_taken_back_in_antichess_are_named_as_players_write_them() {
    let mut game = Game::begun("antichess");
    let asks = takes_back(ANA, 0);
    check(
        "take_back_asked_in_antichess",
        &game.plays("g1f3 e7e5 f3e5 f7f6").does(asks).news(),
    );
    check(
        "taken_back_in_antichess",
        &game.does(Command::AcceptTakeback { by: BO }).news(),
    );
}

#[test]
fn take_backs() {
    let mut game = Game::begun("connect-n");
    let at_once = takes_back(ANA, 60);
    check(
        "taken_back_at_once",
        &game.plays("d").does(at_once.clone()).news(),
    );
    check("turn_after_a_take_back", &game.plays("d").news());
    check("card_after_a_take_back", &game.card());
    let asks = takes_back(ANA, 0);
    check(
        "take_back_asked",
        &game.plays("e").does(asks.clone()).news(),
    );
    check(
        "take_back_declined",
        &game.does(Command::DeclineTakeback { by: BO }).news(),
    );
    check(
        "taken_back_by_agreement",
        &game
            .plays("f g")
            .does(asks)
            .does(Command::AcceptTakeback { by: BO })
            .news(),
    );
    check(
        "draw_offer_after_take_backs",
        &game.does(Command::OfferDraw { by: ANA }).news(),
    );
    check("turn_not_made_before", &game.plays("f g a").news());
}
