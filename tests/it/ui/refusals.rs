//! Refusals, as players read them.

use std::collections::BTreeSet;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::features::play::press::Press as PlayPress;
use anteroom::games;
use anteroom::matches::{
    ChannelId, Command, ContestName, MatchId, NoAdvice, Refusal, RoleId, SeatChoice, UnmetTerm,
    UserId,
};
use strum::VariantNames;

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
        Refusal::NoSuchLesson,
        Refusal::OwnChallenge,
        Refusal::OnlyInvited { invited: BO.into() },
        Refusal::NobodyInvited,
        Refusal::NotChallenger { challenger: ANA },
        Refusal::NotRenewer { challenger: ANA },
        Refusal::OpenAlready,
        Refusal::NotRenewable,
        Refusal::NoComputer,
        Refusal::Frozen(MatchId(12)),
        Refusal::ClockUnsure(MatchId(12)),
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
        Refusal::TooManyOpen {
            most: 10,
            here: false,
        },
        Refusal::TooManyInVain { most: 100 },
        Refusal::TooManyRunning {
            most: 3,
            here: true,
        },
        Refusal::ChallengerBusy {
            most: 100,
            here: false,
        },
        Refusal::FollowsOwn(MatchId(12)),
        Refusal::TooManyFollowers { most: 40 },
        Refusal::FollowsTooMany { most: 100 },
        Refusal::NoSuchTurn { ply: 9, last: 4 },
        Refusal::TooManyNotes { most: 100 },
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
        Refusal::RematchDeclined,
        Refusal::NotYourMatch(MatchId(12)),
        Refusal::NotYourTurn {
            to_move: BO.into(),
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
        Refusal::OldOffer,
        Refusal::NotKept,
        Refusal::PickerTaken,
        Refusal::PickedAlready,
        Refusal::MadeAlready {
            ply: 2,
            turn: String::from("d"),
        },
        Refusal::NotOnOffer,
        Refusal::PlanLeft { ply: 2 },
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
        Refusal::NothingToAnswer {
            turn: String::from("d"),
        },
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
        Refusal::NoSuchLine(3),
        Refusal::NothingToTakeBack,
        Refusal::AskedAlready,
        Refusal::AnswerTakeback,
        Refusal::NoTakebackAsked,
        Refusal::OwnTakeback,
        Refusal::OwnOffer,
        Refusal::DeletedPlayer,
        Refusal::CannotChallenge,
        Refusal::CannotTake,
        Refusal::BlockedYourself,
        Refusal::TooManyBlocks { most: 100 },
        Refusal::KeptOut {
            reason: String::from("Spam, _again_ <@&5>"),
        },
        Refusal::OtherKeptOut,
        Refusal::NotAStarter { role: RoleId(5) },
        Refusal::NotInThisChannel {
            channels: vec![ChannelId(77), ChannelId(78)],
        },
        Refusal::GameOff(String::from("Anache")),
        Refusal::ServerFull { most: 1 },
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
        Refusal::Unfit(MatchId(12)),
        Refusal::NoAdvice(NoAdvice::Rated(MatchId(12))),
        Refusal::NoAdvice(NoAdvice::Contest(MatchId(12))),
        Refusal::NoAdvice(NoAdvice::NotAgreed(MatchId(12))),
        Refusal::NoAdvice(NoAdvice::Busy),
        Refusal::NoAdvice(NoAdvice::Nothing),
    ];
    // A new refusal fails here until its words are in the snapshot.
    let names = |all: &[&'static str]| all.iter().copied().collect::<BTreeSet<_>>();
    let worded: Vec<_> = all.iter().map(Refusal::into_str).collect();
    assert_eq!(names(&worded), names(Refusal::VARIANTS));
    let advice = all.iter().filter_map(|refused| match refused {
        Refusal::NoAdvice(why) => Some(why.into()),
        _ => None,
    });
    assert_eq!(
        names(&advice.collect::<Vec<_>>()),
        names(NoAdvice::VARIANTS)
    );
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

/// Every refusal of a league.
#[test]
fn every_refusal_of_leagues() {
    use anteroom::features::leagues::model::Refusal;

    let (game, act) = (7, 3);
    let all = [
        Refusal::Size(3),
        Refusal::Least(101),
        Refusal::Legs(3),
        Refusal::SlowClock {
            clock: "7d+12h".parse().expect("a clock"),
            needed: 61,
            most: 60,
        },
        Refusal::AlreadyIn,
        Refusal::NotIn,
        Refusal::OutUntilOver,
        Refusal::Closed,
        Refusal::NoStartDay,
        Refusal::SeasonRunning,
        Refusal::StartDay,
        Refusal::TooFewPeople { least: 4, have: 3 },
        Refusal::NoGame(game),
        Refusal::GameBegan(game),
        Refusal::NotItsMatch(game),
        Refusal::GameOver(game),
        Refusal::NoReason,
        Refusal::PausedAlready,
        Refusal::Paused,
        Refusal::SeasonNotRunning,
        Refusal::NotPlaying(BO),
        Refusal::NothingToForfeit(BO),
        Refusal::HasMoved(BO),
        Refusal::NoNewcomer(BO),
        Refusal::OwnGame(game),
        Refusal::NoResult,
        Refusal::EndMoment,
        Refusal::NoAct(act),
        Refusal::UndoneAlready(act),
        Refusal::TooLateToUndo(act),
        Refusal::PersonOut(act),
        Refusal::CannotReturn(BO),
        Refusal::LaterAct,
        Refusal::Broken(String::from("game 7 began twice.")),
    ];
    let worded: BTreeSet<_> = all.iter().map(Refusal::into_str).collect();
    assert_eq!(worded, Refusal::VARIANTS.iter().copied().collect());
    let said: Vec<_> = all
        .iter()
        .map(anteroom::features::leagues::messages::refusal)
        .collect();
    check_text("every_refusal_of_leagues", &said.join("\n"));
}

/// Every refusal of a ladder.
#[test]
fn every_refusal_of_ladders() {
    use anteroom::features::ladders::model::{ChallengeRefusal, Refusal, Unfit};

    let game = 7;
    let why = [
        ChallengeRefusal::Closed,
        ChallengeRefusal::Paused,
        ChallengeRefusal::NotOnLadder,
        ChallengeRefusal::Yourself,
        ChallengeRefusal::TheyAreNot,
        ChallengeRefusal::Below,
        ChallengeRefusal::TooFarAbove { above: 6, reach: 5 },
        ChallengeRefusal::TooManyOwn,
        ChallengeRefusal::Playing,
        ChallengeRefusal::Lately { until: START },
        ChallengeRefusal::TooManyAgainst,
        ChallengeRefusal::Away { back: START },
        ChallengeRefusal::Blocked,
    ];
    let worded: BTreeSet<_> = why.iter().map(|why| why.into_str()).collect();
    assert_eq!(worded, ChallengeRefusal::VARIANTS.iter().copied().collect());
    let name = ContestName::new("").expect_err("no name");
    let mut all = vec![
        Refusal::Name(name),
        Refusal::Reach(21),
        Refusal::IdleDays(6),
        Refusal::Joined { place: 3 },
        Refusal::NotOnLadder,
        Refusal::TheyAreNot,
        Refusal::TheyLeft,
        Refusal::Closed,
        Refusal::Paused,
        Refusal::NotPaused,
        Refusal::NoGame(game),
        Refusal::NotOpen,
        Refusal::TooLate,
        Refusal::NotChallenged,
        Refusal::NotChallenger,
        Refusal::NoReason,
        Refusal::NothingToUndo,
        Refusal::MovedSince,
        Refusal::BegunBefore,
        Refusal::NotBegun,
        Refusal::Unfit(Unfit {
            event: "joined",
            why: "twice",
        }),
    ];
    all.extend(why.map(Refusal::Challenge));
    let worded: BTreeSet<_> = all.iter().map(Refusal::into_str).collect();
    assert_eq!(worded, Refusal::VARIANTS.iter().copied().collect());
    let said: Vec<_> = all.iter().map(ToString::to_string).collect();
    check_text("every_refusal_of_ladders", &said.join("\n"));
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
