//! Matches of two computers, as spectators read them.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::matches::{
    Event, Exhibition, Fact, Level, Match, MatchId, Player, Proposal, SeatChoice,
};

use crate::support::messages::{ANA, Game, START, check};

#[test]
fn exhibitions() {
    let mut game = Game::proposed("connect-n", &[], None, SeatChoice::Seat(Seat::First));
    let against = Player::Computer(Level::Casual);
    let proposal = Proposal {
        invited: Some(against),
        exhibition: Some(Exhibition {
            level: Level::Beginner,
            every: Duration::from_secs(30),
        }),
        ..game.played.proposal().clone()
    };
    game.played = Match::proposed(MatchId(12), proposal, START).expect("a match");
    check("exhibition", &ui::challenge(&game.played));
    let turn = Fact::Turn {
        seat: Seat::First,
        text: String::from("d"),
        conditional: false,
    };
    for (name, fact) in [
        ("exhibition_begins", Fact::Accepted { by: against }),
        ("exhibition_goes_on", turn),
        ("exhibition_is_ended", Fact::Stopped { by: ANA }),
    ] {
        game.last = Event { at: START, fact };
        game.played.apply(&game.last).expect("it follows");
        check(name, &game.news());
    }
}
