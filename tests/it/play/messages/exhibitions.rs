//! Matches of two computers, which earlier versions began: what is left of them to read.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::matches::{
    Adjudication, Event, Exhibition, Fact, Level, Match, MatchId, Player, Proposal, SeatChoice,
};

use crate::support::messages::{ANA, Game, START, check};

#[test]
fn exhibitions() {
    for (name, end) in [
        ("exhibition_is_ended", Fact::Stopped { by: ANA }),
        (
            "exhibition_is_discontinued",
            Fact::Adjudicated {
                verdict: None,
                why: Adjudication::Discontinued,
            },
        ),
    ] {
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
        let turn = Fact::Turn {
            seat: Seat::First,
            text: String::from("d"),
            conditional: false,
            ballot: None,
        };
        for (name, fact) in [
            (None, Fact::Accepted { by: against }),
            (Some("exhibition_goes_on"), turn),
            (Some(name), end),
        ] {
            game.last = Event { at: START, fact };
            game.played.apply(&game.last).expect("it follows");
            if let Some(name) = name {
                check(name, &game.news());
            }
        }
    }
}
