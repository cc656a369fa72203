//! Challenges and rematches, as players read them.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::features::play;
use anteroom::matches::{
    CHALLENGE_LASTS, Command, Figures, Match, MatchId, OpponentTerms, SeatChoice,
};

use crate::support::messages::{ANA, BO, Game, PLACES, START, check, check_text};

#[test]
fn challenges() {
    check(
        "challenge_to_somebody",
        &Game::proposed("connect-n", &[], Some(BO), SeatChoice::Random).news(),
    );
    check(
        "challenge_to_anybody",
        &Game::proposed("antichess", &[], None, SeatChoice::Seat(Seat::Second)).news(),
    );
    let mut declined = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Random);
    declined.does(Command::Decline { by: BO });
    check(
        "challenge_declined",
        &play::messages::card(&declined.played, None, declined.played.changed_at()),
    );
    let mut withdrawn = Game::proposed("connect-n", &[], None, SeatChoice::Random);
    withdrawn.does(Command::Withdraw { by: ANA });
    check(
        "challenge_withdrawn",
        &play::messages::card(&withdrawn.played, None, withdrawn.played.changed_at()),
    );
    let mut expired = Game::proposed("connect-n", &[], None, SeatChoice::Random);
    expired.now = expired.now.after(CHALLENGE_LASTS);
    expired.does(Command::Expire);
    check(
        "challenge_expired",
        &play::messages::card(&expired.played, None, expired.played.changed_at()),
    );
}

#[test]
fn challenges_with_terms() {
    let with = |terms: OpponentTerms, figures: Option<Figures>| {
        let mut proposal = Game::proposed("connect-n", &[], None, SeatChoice::Random)
            .played
            .proposal()
            .clone();
        (proposal.terms.opponent, proposal.figures) = (terms, figures.map(Box::new));
        let open = Match::proposed(MatchId(12), proposal, START).expect("a match");
        ui::challenge(&open)
    };
    let all = OpponentTerms {
        punctual: true,
        quick: true,
        finished: 5,
        rating: None,
    };
    let figures = Figures {
        finished: 12,
        lost_on_time: 2,
        last_lost_on_time: Some(START),
        since: 4,
        quartiles: Some([1, 6, 36].map(Duration::from_hours)),
    };
    check("challenge_with_terms", &with(all, Some(figures)));
    let one = OpponentTerms {
        finished: 1,
        rating: "1400+".parse().ok(),
        ..OpponentTerms::default()
    };
    let punctual = Figures {
        lost_on_time: 0,
        last_lost_on_time: None,
        since: 0,
        ..figures
    };
    check("challenge_of_a_punctual_player", &with(one, Some(punctual)));
}

#[test]
fn rematches() {
    let mut game = Game::begun("connect-n");
    game.does(Command::Resign { by: ANA });
    let next = game.played.rematch(BO).expect("a rematch");
    let proposal = anteroom::matches::Proposal {
        rematch_of: Some(MatchId(12)),
        contest: None,
        ..next.into_proposal(|| 0).expect("a challenge")
    };
    let mut next = Match::proposed(MatchId(13), proposal, START).expect("a match");
    check(
        "rematch",
        &play::messages::card(&next, None, next.changed_at()),
    );
    let mut said = vec![
        play::messages::rematch_asked(&next, &PLACES),
        play::messages::rematch_there(&next, None),
    ];
    for command in [Command::Accept { by: ANA }, Command::Resign { by: ANA }] {
        for event in next.decide(&command, START).expect("an event") {
            next.apply(&event).expect("it follows");
        }
        said.push(play::messages::rematch_accepted(&next));
        said.push(play::messages::rematch_there(&next, PLACES.thread));
    }
    check_text("rematch_words", &said.join("\n"));
}
