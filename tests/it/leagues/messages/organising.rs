//! What organisers see, and refusals.

use std::collections::BTreeMap;

use anteroom::contests::{RequestCommand, RequestRefusal};
use anteroom::discord::ui::contests::start::start_form;
use anteroom::discord::ui::custom_id::CustomId;
use anteroom::discord::ui::reason_form;
use anteroom::features::leagues::messages::{manage, person, post};
use anteroom::features::leagues::model::{
    Command, Facts, GameId, Kind, OrganiserRequest, Refusal, Score, Unmoved, Waits,
};
use anteroom::people::Zone;

use super::{BOSS, DAY, Story, user};
use crate::support::messages::check_denials;
use crate::support::messages::{START, check, check_text};

#[test]
fn organising() {
    let mut story = Story::begun(4, 4);
    story.news.clear();
    check("person", &person::person(&story.view(), user(3)));
    check(
        "person_not_playing",
        &person::person(&story.view(), user(8)),
    );
    check("decide", &person::decide(&story.view(), user(3), 1));
    let unmoved: Vec<GameId> = (1..=6).collect();
    let (season, ends) = (1, story.now.after(DAY));
    story
        .acts(OrganiserRequest::Replace {
            user: user(3),
            newcomer: user(4),
            unmoved: unmoved.clone(),
        })
        .begins();
    story.acts(OrganiserRequest::Adjudicate {
        game: 1,
        score: Score::Draw,
    });
    story.acts(OrganiserRequest::Forfeit {
        user: user(2),
        waiting: unmoved,
    });
    story.acts(OrganiserRequest::EndSeason { season, ends });
    story.acts(OrganiserRequest::Pause);
    let zone = Zone::named("Europe/Berlin").expect("a zone");
    check(
        "manage_paused",
        &manage::manage(&story.view(), "The league is paused.", (&zone, &[])),
    );
    for act in [5, 4, 2] {
        story.does(Command::Undo {
            by: BOSS,
            act,
            reason: String::from("A mistake."),
            unmoved: Vec::new(),
        });
    }
    check(
        "manage_running",
        &manage::manage(&story.view(), "", (&zone, &[])),
    );
    story.does(Command::Close {
        by: BOSS,
        reason: String::from("Winter is over."),
    });
    check_text("news_acts", &story.told());
    check("post_closed", &post::gathering(&story.view()));
    let press = || CustomId::of(&"id");
    check_text(
        "reason_form",
        &reason_form(press(), "Pause the league", manage::READERS).to_string(),
    );
    check_text(
        "end_form",
        &manage::end_form(press(), "End the season").to_string(),
    );
    check_text(
        "start_form",
        &start_form(press(), "Start of the season").to_string(),
    );
}

#[test]
fn waiting_list() {
    let mut story = Story::begun(4, 4);
    story.news.clear();
    for index in [4, 5] {
        story.does(Command::Join { user: user(index) });
    }
    check("page_waiting", &story.page(5, false));
    for _ in 0..2 {
        let waits = Some(Waits {
            tell: story.now,
            replace: story.now,
        });
        let unmoved = Unmoved {
            user: user(3),
            waits,
        };
        story.does(Command::Due(Facts {
            unmoved: BTreeMap::from([(1, vec![unmoved])]),
            ..Facts::default()
        }));
        story.now = story.now.after(DAY);
    }
    check_text("news_waiting", &story.told());
    let zone = Zone::named("Europe/Berlin").expect("a zone");
    check(
        "manage_waiting",
        &manage::manage(&story.view(), "", (&zone, &[])),
    );
}

#[test]
fn requests() {
    let mut story = Story::joined(Kind::Seasonal, 4, 1);
    for index in [1, 2] {
        let user = user(index);
        story.does(Command::Request(RequestCommand::Ask { user }));
    }
    check("page_asking", &story.page(1, false));
    let zone = Zone::named("Europe/Berlin").expect("a zone");
    check(
        "manage_asked",
        &manage::manage(&story.view(), "", (&zone, &[])),
    );
    check("post_asked", &post::gathering(&story.view()));
    let by = BOSS;
    for command in [
        RequestCommand::LetIn { by, user: user(1) },
        RequestCommand::Refuse { by, user: user(2) },
    ] {
        story.does(Command::Request(command));
    }
    check_text("news_answers", &story.told());
}

#[test]
fn moves_between_divisions() {
    let mut story = Story::joined(Kind::Seasonal, 4, 8);
    story.news.clear();
    let plan = story.league.next_divisions(|_| None);
    check("place", &person::place(&story.view(), user(0), &plan));
    story.acts(OrganiserRequest::Place {
        user: user(0),
        division: 1,
    });
    let zone = Zone::named("Europe/Berlin").expect("a zone");
    check(
        "manage_placed",
        &manage::manage(&story.view(), "", (&zone, &[])),
    );
    check_text("news_placed", &story.told());
    let plan = story.league.next_divisions(|_| None);
    assert_eq!(plan[0], [1, 2, 3, 4].map(user));
    assert_eq!(plan[1], [5, 6, 7, 0].map(user));
}

#[test]
fn refusals() {
    let story = Story::joined(Kind::Seasonal, 8, 3);
    let playing = Story::begun(4, 4);
    let quick = Story::joined(Kind::Quick, 6, 5);
    let act = |request| Command::Act {
        by: BOSS,
        reason: String::from("Because."),
        request,
    };
    let forfeit = act(OrganiserRequest::Forfeit {
        user: user(0),
        waiting: Vec::new(),
    });
    let replace = |index| {
        act(OrganiserRequest::Replace {
            user: user(0),
            newcomer: user(index),
            unmoved: Vec::new(),
        })
    };
    let ends = START;
    let end = |season| act(OrganiserRequest::EndSeason { season, ends });
    let all = [
        story.refused(Command::Join { user: user(0) }),
        story.refused(Command::Leave { user: user(8) }),
        quick.refused(Command::SetStart { starts: START }),
        playing.refused(Command::SetStart { starts: START }),
        story.refused(Command::SetStart {
            starts: START.after(DAY),
        }),
        story.refused(forfeit.clone()),
        playing.refused(forfeit),
        playing.refused(replace(1)),
        playing.refused(replace(7)),
        playing.refused(end(1)),
        playing.refused(end(2)),
        playing.refused(act(OrganiserRequest::Adjudicate {
            game: 99,
            score: Score::Draw,
        })),
        playing.refused(Command::Act {
            by: BOSS,
            reason: String::from(" "),
            request: OrganiserRequest::Pause,
        }),
        Refusal::OutUntilOver,
        Refusal::Closed,
        Refusal::StartDay,
        Refusal::GameBegan(3),
        Refusal::NotItsMatch(3),
        Refusal::GameOver(3),
        Refusal::PausedAlready,
        Refusal::Paused,
        Refusal::OwnGame(3),
        Refusal::NoResult,
        Refusal::NoDivision,
        Refusal::NoAct(3),
        Refusal::UndoneAlready(3),
        Refusal::TooLateToUndo(3),
        Refusal::PersonOut(3),
        Refusal::CannotReturn(user(0)),
        Refusal::LaterAct,
        Refusal::Size(3),
        Refusal::Least(101),
        Refusal::Legs(3),
        Refusal::SlowClock {
            clock: "14d".parse().expect("a clock"),
            needed: 504,
            most: 70,
        },
        Refusal::from(RequestRefusal::TooMany),
        Refusal::PlayOffs(3),
        Refusal::QuickPlayOffs,
        Refusal::SlowPlayOffs {
            clock: "14d".parse().expect("a clock"),
            size: 8,
            needed: 189,
            most: 180,
        },
        Refusal::PlayOffsFixed,
        Refusal::PlayOffsAlready,
        Refusal::NoPlayOffs(3),
        Refusal::Broken(String::from("the game is not running")),
    ];
    check_denials("refusals", &all);
}
