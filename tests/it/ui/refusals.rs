//! Refusals, as players read them.

use std::collections::BTreeSet;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::contests::RequestRefusal;
use anteroom::db::bounds::LimitReached;
use anteroom::discord::ui;
use anteroom::features::moderation::ModerationRefusal;
use anteroom::features::pages::PagesRefusal;
use anteroom::features::play::PlayRefusal;
use anteroom::features::play::press::Press as PlayPress;
use anteroom::features::settings::SettingsRefusal;
use anteroom::features::study::NoAdvice;
use anteroom::features::teams::model::TeamRefusal;
use anteroom::features::watching::WatchingRefusal;
use anteroom::games;
use anteroom::kernel::{self, NotAdmitted, NotCreated};
use anteroom::matches::{
    ChannelId, Command, MatchId, RatingBand, Refusal, RoleId, SeatChoice, UnmetTerm, UserId,
};
use anteroom::ratings::Rating;
use strum::VariantNames;

use crate::support::messages::check_denials;
use crate::support::messages::{ANA, BO, Game, START, check, check_text};
use crate::support::people::plays;

/// Every refusal, as its reader gets it.
#[test]
fn every_refusal() {
    let illegal = |sentence: &str| {
        Refusal::from(Box::new(anteroom::matches::IllegalTurn {
            sentence: sentence.to_owned(),
            rule: "",
            cells: Vec::new(),
            done: Vec::new(),
            typed: String::from("e4"),
            ambiguous: false,
            alternatives: vec![String::from("d4"), String::from("c4")],
        }))
    };
    let steps = || vec![String::from("d8-S")];
    let all = [
        Refusal::UnknownGame(String::from("*go*")),
        Refusal::Options(games::OptionError(String::from(
            "n must be 2, not \"_3_\".",
        ))),
        Refusal::SelfChallenge,
        Refusal::NotOpen("it was withdrawn"),
        Refusal::OwnChallenge,
        Refusal::OnlyInvited {
            invited: Box::new(BO.into()),
        },
        Refusal::NobodyInvited,
        Refusal::NotChallenger { challenger: ANA },
        Refusal::NotRenewer { challenger: ANA },
        Refusal::OpenAlready,
        Refusal::NotRenewable,
        Refusal::NotBegun(MatchId(12)),
        Refusal::NeverPlayed {
            id: MatchId(12),
            why: "the challenge was declined",
        },
        Refusal::Finished {
            id: MatchId(12),
            result: String::from("Red won by four in a row"),
        },
        Refusal::TermsForOne,
        Refusal::Terms(UnmetTerm::TooFewFinished {
            least: 5,
            finished: 2,
        }),
        Refusal::Terms(UnmetTerm::NotPunctual {
            lost_on_time: 3,
            finished: 12,
        }),
        Refusal::Terms(UnmetTerm::NotQuick {
            half: Duration::from_hours(72),
        }),
        Refusal::Terms(UnmetTerm::RatedOtherwise {
            range: "1400-1700".parse().expect("a range"),
            rating: Some(1741),
        }),
        Refusal::Terms(UnmetTerm::RatedOtherwise {
            range: "1600+".parse().expect("a range"),
            rating: None,
        }),
        Refusal::TooLateToAbort(MatchId(12)),
        Refusal::Paused(MatchId(12)),
        Refusal::PausedAlready(MatchId(12)),
        Refusal::NotPaused(MatchId(12)),
        Refusal::ModeratesOwn(MatchId(12)),
        Refusal::NoReason,
        Refusal::EndedByRules(MatchId(12)),
        Refusal::NothingToReopen(MatchId(12)),
        Refusal::Gift,
        Refusal::GiftTooLarge,
        Refusal::DaysOffSpent(MatchId(12)),
        Refusal::NoDaysOff(MatchId(12)),
        Refusal::TooMuchPlanned,
        Refusal::NothingToUndo(MatchId(12)),
        Refusal::NothingToRedo(MatchId(12)),
        Refusal::NotOver(MatchId(12)),
        Refusal::NotYourMatch(MatchId(12)),
        Refusal::NotYourTurn {
            to_move: Box::new(BO.into()),
            colour: "Black",
        },
        Refusal::MovedOn {
            id: MatchId(12),
            ply: 2,
        },
        Refusal::OutOfTime {
            colour: "Red",
            at: START,
        },
        Refusal::StillTime,
        Refusal::NoTurn,
        illegal("\"**e4** <@1> https://a.b [c](d)\" is not a move."),
        Refusal::Unfinished {
            steps: steps(),
            missing: String::from("You may move a second group, or press End Turn (typed: end)."),
            next: Vec::new(),
        },
        Refusal::TooLong(games::TurnError::TooLong {
            done: steps(),
            rest: String::from("~~e~~"),
        }),
        Refusal::OfferedAlready,
        Refusal::NoOffer,
        Refusal::MoveFirst,
        Refusal::InLine {
            before: String::from("e4 | e5"),
            theirs: false,
            why: Box::new(illegal("You must capture when you can: exd5.")),
        },
        Refusal::InLine {
            before: String::from("e4 | e5"),
            theirs: true,
            why: Box::new(illegal("Your king is in check.")),
        },
        Refusal::LineUnfinished {
            turn: String::from("d8-S"),
        },
        Refusal::LineAfterEnd,
        Refusal::LineWithoutAnswer {
            last: String::from("d"),
        },
        Refusal::LineKept,
        Refusal::OtherAnswer {
            before: String::from("e4"),
            conditional: String::from("e5"),
        },
        Refusal::LineTooLong { most: 40 },
        Refusal::TooManyLines { most: 20 },
        Refusal::NothingToTakeBack,
        Refusal::TeamsTakeNothingBack(MatchId(12)),
        Refusal::SameTeam,
        Refusal::AskedAlready,
        Refusal::AnswerTakeback,
        Refusal::NoTakebackAsked,
        Refusal::OwnTakeback,
        Refusal::OwnOffer,
        Refusal::DeletedPlayer,
        Refusal::NoContest(MatchId(12)),
        Refusal::InContest(MatchId(12)),
        Refusal::NotModerator,
        Refusal::StillPlayed(MatchId(12)),
        Refusal::NotRated(MatchId(12)),
        Refusal::AnnulledAlready(MatchId(12)),
        Refusal::NoneOfItsPlayers(MatchId(12)),
        Refusal::StaysAnnulled(MatchId(12)),
        Refusal::PlayerGone(MatchId(12)),
        Refusal::NoClockToGive,
        Refusal::NotAway,
        Refusal::SameZone,
        Refusal::TimeOffOver,
        Refusal::TooManyClockChanges { most: 20 },
    ];
    // A new refusal fails here until its words are in the snapshot.
    let names = |all: &[&'static str]| all.iter().copied().collect::<BTreeSet<_>>();
    let worded: Vec<_> = all.iter().map(Refusal::into_str).collect();
    assert_eq!(names(&worded), names(Refusal::VARIANTS));
    let terms = all.iter().filter_map(|refused| match refused {
        Refusal::Terms(why) => Some(why.into()),
        _ => None,
    });
    assert_eq!(
        names(&terms.collect::<Vec<_>>()),
        names(UnmetTerm::VARIANTS)
    );
    let said: Vec<_> = all
        .iter()
        .map(|refused| ui::refusal(refused, Some(ChannelId(77))).content)
        .collect();
    check_text("every_refusal", &said.join("\n"));
}

/// Every refusal that no match decides, as its reader gets it.
#[test]
fn every_denial() {
    check_denials(
        "every_denial_of_limits",
        &[
            LimitReached::ServerFull { most: 1 },
            LimitReached::TooManyOpen {
                most: 10,
                here: false,
            },
            LimitReached::TooManyInVain { most: 100 },
            LimitReached::TooManyRunning {
                most: 3,
                here: true,
            },
            LimitReached::ChallengerBusy {
                most: 100,
                here: false,
            },
        ],
    );
    check_denials(
        "every_denial_of_play",
        &[
            PlayRefusal::RematchDeclined,
            PlayRefusal::OldOffer,
            PlayRefusal::NotKept,
            PlayRefusal::PickerTaken,
            PlayRefusal::PickedAlready,
            PlayRefusal::MadeAlready {
                ply: 2,
                turn: String::from("d"),
            },
            PlayRefusal::NotOnOffer,
            PlayRefusal::PlanLeft { ply: 2 },
            PlayRefusal::NoSuchLesson,
            PlayRefusal::NothingToAnswer {
                turn: String::from("d"),
            },
            PlayRefusal::NoSuchLine(3),
        ],
    );
    check_denials(
        "every_denial_of_moderation",
        &[
            ModerationRefusal::CannotChallenge,
            ModerationRefusal::CannotTake,
            ModerationRefusal::BlockedYourself,
            ModerationRefusal::TooManyBlocks { most: 100 },
            ModerationRefusal::KeptOut {
                reason: String::from("Spam, _again_ <@&5>"),
            },
            ModerationRefusal::OtherKeptOut,
            ModerationRefusal::NewcomerKeptOut(UserId(444)),
        ],
    );
    check_denials(
        "every_denial_of_settings",
        &[
            SettingsRefusal::NotAStarter { role: RoleId(5) },
            SettingsRefusal::NotInThisChannel {
                channels: vec![ChannelId(77), ChannelId(78)],
            },
            SettingsRefusal::GameOff(String::from("Anache")),
        ],
    );
    check_denials(
        "every_denial_of_teams",
        &[
            TeamRefusal::NoTeam(MatchId(12)),
            TeamRefusal::Over(MatchId(12)),
            TeamRefusal::OtherSide,
            TeamRefusal::Opponent,
            TeamRefusal::InTeam,
            TeamRefusal::Moderates,
            TeamRefusal::NotInRole,
            TeamRefusal::Closed,
            TeamRefusal::NotToMove,
            TeamRefusal::NotMember,
            TeamRefusal::AskedLately { turns: 2 },
            TeamRefusal::AskedAlready,
            TeamRefusal::NoQuestion,
            TeamRefusal::NotForRole,
            TeamRefusal::NoName,
            TeamRefusal::OnlyInServers,
        ],
    );
    check_denials(
        "every_denial_of_watching",
        &[
            WatchingRefusal::FollowsOwn(MatchId(12)),
            WatchingRefusal::TooManyFollowers { most: 40 },
            WatchingRefusal::FollowsTooMany { most: 100 },
            WatchingRefusal::NoSuchTurn { ply: 9, last: 4 },
            WatchingRefusal::TooManyNotes { most: 100 },
        ],
    );
    check_denials(
        "every_denial_of_pages",
        &[
            PagesRefusal::NoPages,
            PagesRefusal::OffInServer,
            PagesRefusal::Private(MatchId(12)),
            PagesRefusal::NotBegun(MatchId(12)),
            PagesRefusal::NotTheirs(MatchId(12)),
            PagesRefusal::Withdrawn(MatchId(12)),
            PagesRefusal::NoContest,
            PagesRefusal::NotOrganised,
        ],
    );
    check_denials(
        "every_denial_of_advice",
        &[
            NoAdvice::Rated(MatchId(12)),
            NoAdvice::Contest(MatchId(12)),
            NoAdvice::Team(MatchId(12)),
            NoAdvice::NotAgreed(MatchId(12)),
            NoAdvice::Busy,
            NoAdvice::Nothing,
        ],
    );
    check_denials(
        "every_denial_of_contests",
        &[
            NotCreated::Name("ladder"),
            NotCreated::Channel("league", ChannelId(77)),
            NotCreated::TooMany("ladder", 25),
        ],
    );
    let band = RatingBand {
        lowest: Some(1400),
        highest: Some(1800),
        certain: false,
    };
    check_denials(
        "every_denial_of_entry",
        &[
            NotAdmitted::Roles(vec![RoleId(60), RoleId(61)]),
            NotAdmitted::Rating(band, Rating::START),
        ],
    );
    check_denials(
        "every_denial_of_requests",
        &[
            RequestRefusal::AskedAlready,
            RequestRefusal::NotAsking,
            RequestRefusal::TooMany,
        ],
    );
    let of_kernel = [
        kernel::Error::Frozen(MatchId(12)),
        kernel::Error::ClockUnsure(MatchId(12)),
        kernel::Error::Unfit(MatchId(12)),
        kernel::Error::NoComputer,
    ];
    let said: Vec<_> = of_kernel.iter().map(ui::of_kernel).collect();
    check_text("every_denial_of_kernel", &said.join("\n"));
}

/// Refusals that need no match.
#[test]
fn answers_without_a_match() {
    let again = PlayPress::TypeTurn {
        id: MatchId(12),
        board: 2,
    };
    let all = [
        ui::seen_elsewhere(MatchId(12), ChannelId(50)),
        ui::unknown_component(),
        ui::apology("1234"),
        ui::undecoded("1234"),
        ui::outdated(),
        ui::unreadable_contest(),
        ui::form_late(again),
    ];
    let mut said: Vec<_> = all.iter().map(ToString::to_string).collect();
    said.push(ui::NOT_THE_MANAGER.to_owned());
    check_text("answers_without_a_match", &said.join("\n"));
}

#[test]
fn refusals() {
    let begun = |game: &str, turns: &str| {
        let mut game = Game::begun(game);
        game.plays(turns);
        game
    };
    let refused = |name: &str, game: &Game, by, typed: &str, board| {
        let text = typed.to_owned();
        let refusal = game.refused(Command::Play { by, text, board });
        let channel = Some(ChannelId(77));
        check(
            name,
            &ui::refused_turn(&game.played, Seat::First, &refusal, typed, channel),
        );
    };
    let game = Game::begun("connect-n");
    let full = begun("connect-n", "a a a a a a");
    refused("refused_illegal", &full, ANA, "a", None);
    refused("refused_unreadable", &full, ANA, "the `third` column", None);
    refused("refused_other_turn", &game, BO, "d", None);
    refused("refused_stale", &full, ANA, "b", Some(2));
    let chess = Game::begun("antichess");
    refused("refused_chess_move", &chess, ANA, "e2e5", None);
    let knights = begun("antichess", "d2d4 a7a6 g1f3 a6a5");
    refused("refused_ambiguous", &knights, ANA, "nd2", None);
    refused("refused_too_long", &game, ANA, "d e", None);
    let anache = begun("anache", "b4-N");
    refused("refused_unfinished", &anache, BO, "c9, d9-S", None);
    refused("refused_second_step", &anache, BO, "c9-S c9-S", None);
    let mut over = Game::begun("connect-n");
    over.does(Command::Resign { by: ANA });
    let open = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Random);
    for (name, game, command) in [
        ("refused_stranger", &game, plays(UserId(3), "d")),
        ("refused_over", &over, plays(ANA, "d")),
        ("refused_accept", &open, Command::Accept { by: UserId(3) }),
        ("refused_own_accept", &open, Command::Accept { by: ANA }),
        ("refused_withdraw", &open, Command::Withdraw { by: BO }),
    ] {
        check(
            name,
            &ui::refusal(&game.refused(command), Some(ChannelId(77))),
        );
    }
}
