//! Clocks that stop, and the page for time off.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::db::Denial;
use anteroom::db::{Listed, ListedStatus};
use anteroom::discord::ui;
use anteroom::features::away::{NoTimeOff, Stops, TimeOffView};
use anteroom::features::{away, play};
use anteroom::matches::{Command, DaysOff, Match, MatchId, Proposal, Refusal, SeatChoice};
use anteroom::people::{DateError, TimeOff, TimeSettings, ZoneError};

use crate::support::messages::{ANA, BO, Game, START, check, check_text, listed};

#[test]
fn clocks_that_stand() {
    let mut game = Game::begun("connect-n");
    let give = Command::GiveTime {
        by: BO,
        time: Duration::from_hours(36),
    };
    check("time_given", &game.does(give).news());
    let hours = |count| START.after(Duration::from_hours(count));
    let off = |from, until, back: Option<u64>, automatic| TimeOff {
        from: hours(from),
        until: hours(until),
        back: back.map(hours),
        automatic,
    };
    let take = |by, off| Command::TakeOff { by, off };
    game.does(take(ANA, off(0, 48, Some(40), false)));
    check(
        "card_of_an_absence",
        &play::messages::card(&game.played, None, game.played.changed_at()),
    );
    game.does(Command::EndTimeOff { by: ANA });
    check(
        "card_after_an_absence",
        &play::messages::card(&game.played, None, game.played.changed_at()),
    );
    game.does(take(ANA, off(70, 100, Some(100), false)));
    check(
        "card_of_a_planned_absence",
        &play::messages::card(&game.played, None, game.played.changed_at()),
    );
    game.plays("d");
    check("turn_before_a_planned_absence", &game.news());
    check(
        "time_off_by_itself",
        &game.does(take(BO, off(0, 24, None, true))).news(),
    );
    check("turn_to_somebody_away", &{
        game.plays("d");
        game.does(take(BO, off(0, 50, None, false)));
        game.plays("e");
        game.news()
    });
    let mut weekend = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Seat(Seat::First));
    let proposal = Proposal {
        days_off: DaysOff::WeekendsToo,
        ..weekend.played.proposal().clone()
    };
    weekend.played = Match::proposed(MatchId(12), proposal, START).expect("a match");
    check("challenge_with_weekends", &ui::challenge(&weekend.played));
    let (friday, saturday) = (hours(4 * 24), hours(5 * 24));
    weekend.now = friday;
    weekend.does(Command::Accept { by: BO });
    weekend.now = saturday;
    weekend.does(Command::OfferDraw { by: ANA });
    check(
        "card_of_a_weekend",
        &play::messages::card(&weekend.played, None, weekend.played.changed_at()),
    );
}

#[test]
fn time_off_page() {
    let hours = |count| START.after(Duration::from_hours(count));
    let running = |id| Listed {
        status: ListedStatus::Playing,
        players: Some([ANA.into(), BO.into()]),
        ..listed(id)
    };
    let here = TimeOffView {
        time_settings: TimeSettings::default(),
        off: None,
        left: Duration::from_hours(336),
        latest: hours(336),
        matches: vec![
            (running(12), Stops::For(Duration::from_hours(336))),
            (running(13), Stops::Never),
            (running(15), Stops::NoMore),
            (running(14), Stops::For(Duration::from_hours(30))),
        ],
    };
    check(
        "time_off_page",
        &away::messages::time_off(&here, ANA, START),
    );
    let mut away = TimeOffView {
        off: Some(TimeOff {
            from: START,
            until: hours(100),
            back: Some(hours(100)),
            automatic: false,
        }),
        left: Duration::from_hours(200),
        ..here
    };
    away.time_settings.automatic_time_off = true;
    check(
        "time_off_page_of_somebody_away",
        &away::messages::time_off(&away, ANA, hours(1)),
    );
    let shortest = [Stops::For(Duration::from_hours(336)), Stops::Never].map(|stops| {
        away.matches = vec![(running(12), stops)];
        let page = away::messages::time_off(&away, ANA, hours(1)).content;
        page.lines().nth(2).unwrap_or_default().to_owned()
    });
    check_text("time_off_of_one_match", &shortest.join("\n"));
}

/// Invalid dates, zones and times, and requests that are refused.
#[test]
fn refusals() {
    let typed = || String::from("*5*");
    let said = [
        DateError::Unreadable(typed()).to_string(),
        DateError::NoSuchDay(typed()).to_string(),
        DateError::NoSuchTime(typed()).to_string(),
        DateError::Past(typed()).to_string(),
        DateError::TooFar(typed()).to_string(),
        ZoneError::Unknown(typed()).to_string(),
        NoTimeOff::Spent.sentence(),
        NoTimeOff::BackBefore.sentence(),
        ui::sentence(&Refusal::Gift),
    ];
    check_text("refusals", &said.join("\n"));
}
