//! Everything the bot says, as a reader gets it.

use std::sync::Arc;
use std::time::Duration;

use anteroom::arbiter::{Prepared, View};
use anteroom::board::Theme;
use anteroom::board::{Cell, Seat};
use anteroom::discord::custom_id::CustomId;
use anteroom::discord::messages::{self, Composed, Pace};
use anteroom::games::{self, Effect, GivenOptions};
use anteroom::matches::{
    Challenge, ChannelId, Command, Confirm, Draft, Effective, Event, Fact, GuildId, Match, MatchId,
    MessageId, Moment, Place, Preferences, Refusal, SeatChoice, ServerPreferences, TimeControl,
    UserId, Viewpoint,
};
use anteroom::store::{Listed, Places};

pub const ANA: UserId = UserId(111);
pub const BO: UserId = UserId(222);
const START: Moment = Moment(1_790_000_000_000);

/// A match that is made by commands, with the last event that they brought about.
pub struct Game {
    pub played: Match,
    pub last: Event,
    now: Moment,
}

impl Game {
    pub fn proposed(
        game: &str,
        options: &[(&str, &str)],
        invited: Option<UserId>,
        seat: SeatChoice,
    ) -> Self {
        let options: GivenOptions = options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        let challenge = Challenge {
            place: Place {
                guild: Some(GuildId(5)),
                channel: ChannelId(50),
            },
            game: game.to_owned(),
            options,
            time: "3d".parse().expect("a clock"),
            challenger: ANA,
            invited: invited.map(Into::into),
            seat,
            exhibition: None,
        };
        let proposal = challenge.settle(|| 0).expect("a challenge");
        let played = Match::proposed(MatchId(12), proposal.clone(), START).expect("a match");
        Self {
            played,
            last: Event {
                at: START,
                fact: Fact::Proposed(proposal),
            },
            now: START,
        }
    }

    pub fn begun(game: &str) -> Self {
        let mut begun = Self::proposed(game, &[], Some(BO), SeatChoice::Seat(Seat::First));
        begun.does(Command::Accept { by: BO });
        begun
    }

    pub fn does(&mut self, command: Command) -> &mut Self {
        self.now = self.now.after(Duration::from_secs(60));
        self.does_at_once(command)
    }

    /// In the same moment as the one before.
    fn does_at_once(&mut self, command: Command) -> &mut Self {
        for event in self.played.decide(&command, self.now).expect("an event") {
            self.played.apply(&event).expect("it follows");
            self.last = event;
        }
        self
    }

    pub fn plays(&mut self, turns: &str) -> &mut Self {
        for turn in turns.split(' ') {
            let by = self.played.person_to_move().expect("somebody to move");
            self.does(Command::Play {
                by,
                text: turn.to_owned(),
                board: None,
            });
        }
        self
    }

    fn news(&self) -> Composed {
        messages::news(&self.played, &self.last)
    }

    fn refused(&self, command: Command) -> Refusal {
        self.played
            .decide(&command, self.now)
            .expect_err("a refusal")
    }
}

const PLACES: Places = Places {
    thread: Some(ChannelId(77)),
    card: Some(MessageId(77)),
    board: Some(MessageId(78)),
};

fn check(name: &str, message: &Composed) {
    insta::assert_snapshot!(name, message);
}

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
        &messages::card(&declined.played, None),
    );
    let mut withdrawn = Game::proposed("connect-n", &[], None, SeatChoice::Random);
    withdrawn.does(Command::Withdraw { by: ANA });
    check(
        "challenge_withdrawn",
        &messages::card(&withdrawn.played, None),
    );
}

#[test]
fn a_match_of_connect_n() {
    let mut game = Game::begun("connect-n");
    check("first_board", &game.news());
    check(
        "card_at_the_start",
        &messages::card(&game.played, Some(ChannelId(77))),
    );
    check("turn", &game.plays("d").news());
    check(
        "board_for_one",
        &messages::board(&game.played, PLACES.thread, BO, Seat::Second),
    );
    check(
        "board_for_a_watcher",
        &messages::board(&game.played, PLACES.thread, UserId(333), Seat::First),
    );
    check(
        "card_in_the_middle",
        &messages::card(&game.played, Some(ChannelId(77))),
    );
    check(
        "draw_offer",
        &game.does(Command::OfferDraw { by: ANA }).news(),
    );
    check(
        "draw_declined",
        &game.does(Command::DeclineDraw { by: BO }).news(),
    );
    check(
        "resign_question",
        &messages::resign_question(&game.played, BO),
    );
    check(
        "played_elsewhere",
        &messages::played_elsewhere(&game.played, &PLACES),
    );
    check("win", &game.plays("a d a d a d").news());
    check(
        "card_at_the_end",
        &messages::card(&game.played, Some(ChannelId(77))),
    );
    check(
        "board_at_the_end",
        &messages::board(&game.played, PLACES.thread, BO, Seat::Second),
    );
    for (name, ply) in [
        ("history_at_the_start", 0),
        ("history_in_the_middle", 3),
        ("history_at_the_end", 7),
    ] {
        check(
            name,
            &messages::history(
                &game.played,
                &game.played.as_at(ply).expect("a stage"),
                Seat::Second,
            ),
        );
    }
    check(
        "replay",
        &messages::replay(&game.played, PLACES.thread, Pace::FAST).expect("turns"),
    );
}

#[test]
fn who_lost_a_piece_and_what_the_signs_mean() {
    let mut game = Game::proposed(
        "anacund",
        &[("board", "7")],
        Some(BO),
        SeatChoice::Seat(Seat::First),
    );
    game.does(Command::Accept { by: BO });
    let mut play = |turns: &[&str]| {
        for turn in turns {
            let by = game.played.person_to_move().expect("somebody to move");
            game.does(Command::Play {
                by,
                text: (*turn).to_owned(),
                board: None,
            });
        }
        game.news()
    };
    let legend = |message: &Composed| message.picture.as_ref().expect("a board").legend.clone();
    // Bo's own disc is closed in as it is laid down on 5.
    let lost = play(&[
        "18 7 6", "29 36 8", "4 9 13", "10 35 19", "26 16 21", "5 32 24",
    ]);
    assert!(
        lost.content
            .ends_with("played **5 32 24**, losing the disc on 5."),
        "{lost}"
    );
    assert_eq!(
        legend(&lost),
        "✕ encirclement · ▨ closed, with the captured piece beside it"
    );
    // A cross that stands for a capture by either side is just that.
    let both = play(&["33 12 2", "22 14 28", "30 1 34", "15 20 11"]);
    assert!(
        both.content
            .ends_with("played **15 20 11**, taking the disc on 21, losing 14, 15, 10 and 11."),
        "{both}"
    );
    assert_eq!(
        legend(&both),
        "✕ captured · ▨ closed, with the captured piece beside it"
    );
    // Whoever reads a board needs no signs.
    assert!(!lost.in_words().to_string().contains('✕'));
}

#[test]
fn a_very_long_match_in_motion() {
    let mut game = Game::begun("antichess");
    game.plays("g1f3 g8f6 f3g1 f6g8 ".repeat(80).trim_end());
    let replay = messages::replay(&game.played, PLACES.thread, Pace::Normal).expect("turns");
    let omitted = "The animation leaves out the first 22 turns.";
    assert!(
        replay
            .content
            .ends_with(&format!("\n-# 298 turns, 0.3 seconds each. {omitted}")),
        "{}",
        replay.content
    );
    let shots = replay.replay.expect("a replay").shots().expect("pictures");
    let notes: Vec<_> = shots
        .iter()
        .filter_map(|shot| Some(shot.scene.bar.as_ref()?.note.as_str()))
        .collect();
    assert_eq!(
        (notes.len(), notes[0], notes[1], notes[298], notes[299]),
        (300, "▶ 22. g8f6", "◀ 23. f3g1", "▶ 320. f6g8", "f6g8")
    );
    let end = game.does(Command::Resign { by: ANA }).news();
    assert!(
        end.content.ends_with(&format!("\n-# {omitted}")),
        "{}",
        end.content
    );
    let replay = end.replay.expect("a replay");
    assert_eq!(
        replay.alt,
        format!(
            "Animation of the match, 320 turns. {omitted} It comes to the board that stands before it."
        )
    );
    let shots = replay.shots().expect("pictures");
    assert!(
        shots.len() <= 300
            && shots.iter().map(|shot| shot.hold).sum::<Duration>() < Duration::from_secs(100)
    );
    // The star beside a name says who has won.
    let bar = shots
        .last()
        .and_then(|shot| shot.scene.bar.clone())
        .expect("names");
    assert_eq!(
        (bar.note.as_str(), [bar.sides[0].won, bar.sides[1].won]),
        ("won by resignation", [false, true])
    );
}

#[test]
fn other_endings() {
    check(
        "resigned",
        &Game::begun("connect-n")
            .does(Command::Resign { by: ANA })
            .news(),
    );
    let mut agreed = Game::begun("connect-n");
    check(
        "draw_agreed",
        &agreed
            .plays("d")
            .does(Command::OfferDraw { by: ANA })
            .does(Command::AcceptDraw { by: BO })
            .news(),
    );
    let mut late = Game::begun("connect-n");
    late.now = late.now.after(Duration::from_secs(4 * 86_400));
    check("out_of_time", &late.does(Command::Flag).news());
}

#[test]
fn take_backs() {
    let mut game = Game::begun("connect-n");
    let at_once = Command::TakeBack {
        by: ANA,
        grace: Duration::from_secs(60),
    };
    check(
        "taken_back_at_once",
        &game.plays("d").does(at_once.clone()).news(),
    );
    check("turn_after_a_take_back", &game.plays("d").news());
    check(
        "card_after_a_take_back",
        &messages::card(&game.played, Some(ChannelId(77))),
    );
    let asks = Command::TakeBack {
        by: ANA,
        grace: Duration::ZERO,
    };
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

#[test]
fn no_text_is_posted_twice_after_one_board() {
    // The same turns, offers and questions again and again, in the same second.
    let mut game = Game::begun("connect-n");
    let mut since_board: Vec<String> = Vec::new();
    for _ in 0..4 {
        for command in [
            Command::Play {
                by: ANA,
                text: String::from("d"),
                board: None,
            },
            Command::OfferDraw { by: ANA },
            Command::DeclineDraw { by: BO },
            Command::Play {
                by: BO,
                text: String::from("d"),
                board: None,
            },
            Command::TakeBack {
                by: ANA,
                grace: Duration::ZERO,
            },
            Command::AcceptTakeback { by: BO },
        ] {
            let post = game.does_at_once(command).news();
            assert!(
                !since_board.contains(&post.content),
                "{post}\n{since_board:#?}"
            );
            if post.picture.is_some() {
                since_board.clear();
            } else {
                since_board.push(post.content);
            }
        }
    }
    assert!(since_board.is_empty());
}

/// The lines of a post after its first two, and the buttons under it.
fn special(post: &Composed) -> (Vec<&str>, Vec<&str>) {
    (
        post.content.lines().skip(2).collect(),
        post.rows
            .iter()
            .flatten()
            .map(|button| &*button.label)
            .collect(),
    )
}

#[test]
fn what_is_special_about_a_turn() {
    let mut chess = Game::begun("antichess");
    let quiet = chess.plays("e2e4").news();
    assert_eq!(
        special(&quiet),
        (
            vec![],
            vec![
                "Move…",
                "Offer Draw",
                "Resign…",
                "Plan Reply",
                "History",
                "Rules"
            ]
        )
    );
    let only = chess.plays("d7d5").news();
    check("only_one_turn", &only);
    assert_eq!(special(&only).0, ["Only one turn: **e4d5**."]);
    assert_eq!(special(&only).1[..2], ["Play e4d5", "Move…"]);
    let mut two = Game::begun("antichess");
    let two = two.plays("b1c3 a7a6 e2e4 d7d5").news();
    assert_eq!(special(&two).0, ["You must capture: exd5, Nxd5 or Bxa6."]);
    let mut checked = Game::begun("antichess");
    let checked = checked.plays("e2e3 f7f6 d1h5").news();
    assert_eq!(special(&checked).0, ["Check. Only one turn: **g7g6**."]);

    let mut anchor = Game::begun("anchor");
    assert_eq!(
        special(&anchor.plays("h8").news()).0,
        ["You may swap sides instead of playing."]
    );
    assert_eq!(
        anchor.plays("pass").news().content.lines().nth(1),
        Some("Turn 2: <@222> passed.")
    );
    let last = anchor.news();
    assert_eq!(
        special(&last).0,
        ["If you pass too, the game ends: White wins 1–0 as it stands."]
    );
    // Whoever waits is not told what the other one may do.
    let back = Command::TakeBack {
        by: BO,
        grace: Duration::from_secs(1000),
    };
    assert_eq!(special(&anchor.does(back).news()).0, [""; 0]);
}

#[test]
fn turns_that_have_a_name_and_several_promotions() {
    let mut castles = Game::begun("encastle");
    let post = castles.plays("e2e3 h7h6 g1f3 h6h5 f1e2 g7g6 e1g1").news();
    assert_eq!(
        post.content.lines().nth(1),
        Some("Turn 7: <@111> castled short (**e1g1**).")
    );
    let promoted = |many: usize| {
        let promotion = |at| Effect::Promoted {
            at: Cell(at),
            piece: "knight",
        };
        let effects: Vec<_> = (0..many).map(|at| promotion(at as u16)).collect();
        messages::deed(castles.played.position(), "x", &effects)
    };
    assert_eq!(promoted(1), "played **x**, promoting to a knight");
    assert_eq!(promoted(2), "played **x**, promoting 2 to knights");
}

#[test]
fn the_strip_says_how_it_stands() {
    let bar = |game: &Game| {
        let scene = messages::board_picture(&game.played, Seat::First).scene;
        scene
            .bar
            .expect("a strip")
            .sides
            .map(|side| (side.score, side.stock))
    };
    let mut chess = Game::begun("antichess");
    chess.plays("e2e4 d7d5 e4d5");
    assert_eq!(bar(&chess).map(|(score, _)| score), [Some(16), Some(15)]);
    let mut banks = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Seat(Seat::First));
    let mut proposal = banks.played.proposal().clone();
    proposal.time = "7d+12h".parse().expect("a clock");
    banks.played = Match::proposed(MatchId(12), proposal, START).expect("a match");
    banks.does(Command::Accept { by: BO });
    banks.plays("d");
    assert_eq!(
        bar(&banks),
        [
            (None, String::from("7d 11h")),
            (None, String::from("7d 0h"))
        ]
    );
}

/// Every sentence that refuses something, as its reader gets it.
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
        Refusal::OldPreview,
        Refusal::OldOffer,
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
    ];
    let said: Vec<_> = all
        .iter()
        .map(|refused| messages::refusal(refused, Some(ChannelId(77))).content)
        .collect();
    insta::assert_snapshot!("every_refusal", said.join("\n"));
}

#[test]
fn a_capture_in_antichess() {
    check(
        "capture",
        &Game::begun("antichess").plays("e2e4 d7d5 e4d5").news(),
    );
}

#[test]
fn refusals() {
    let game = Game::begun("connect-n");
    let mut full = Game::begun("connect-n");
    full.plays("a a a a a a");
    let play = |by, text: &str, board| Command::Play {
        by,
        text: text.to_owned(),
        board,
    };
    let illegal = full.refused(play(ANA, "a", None));
    let refused = |game: &Game, refusal: &Refusal, typed: &str| {
        messages::refused_turn(
            &game.played,
            Seat::First,
            refusal,
            typed,
            Some(ChannelId(77)),
        )
    };
    check("refused_illegal", &refused(&full, &illegal, "a"));
    let unreadable = full.refused(play(ANA, "the `third` column", None));
    check(
        "refused_unreadable",
        &refused(&full, &unreadable, "the `third` column"),
    );
    check(
        "refused_other_turn",
        &refused(&game, &game.refused(play(BO, "d", None)), "d"),
    );
    check(
        "refused_stale",
        &refused(&full, &full.refused(play(ANA, "b", Some(2))), "b"),
    );
    check(
        "refused_stranger",
        &messages::refusal(
            &game.refused(play(UserId(3), "d", None)),
            Some(ChannelId(77)),
        ),
    );
    let chess = Game::begun("antichess");
    let illegal = chess.refused(play(ANA, "e2e5", None));
    check("refused_chess_move", &refused(&chess, &illegal, "e2e5"));
    let mut knights = Game::begun("antichess");
    knights.plays("d2d4 a7a6 g1f3 a6a5");
    check(
        "refused_ambiguous",
        &refused(&knights, &knights.refused(play(ANA, "nd2", None)), "nd2"),
    );
    check(
        "refused_too_long",
        &refused(&game, &game.refused(play(ANA, "d e", None)), "d e"),
    );
    let mut anache = Game::begun("anache");
    anache.plays("b4-N");
    check(
        "refused_unfinished",
        &refused(
            &anache,
            &anache.refused(play(BO, "c9, d9-S", None)),
            "c9, d9-S",
        ),
    );
    check(
        "refused_second_step",
        &refused(
            &anache,
            &anache.refused(play(BO, "c9-S c9-S", None)),
            "c9-S c9-S",
        ),
    );
    let mut over = Game::begun("connect-n");
    over.does(Command::Resign { by: ANA });
    check(
        "refused_over",
        &messages::refusal(&over.refused(play(ANA, "d", None)), Some(ChannelId(77))),
    );
    let open = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Random);
    check(
        "refused_accept",
        &messages::refusal(
            &open.refused(Command::Accept { by: UserId(3) }),
            Some(ChannelId(77)),
        ),
    );
    check(
        "refused_own_accept",
        &messages::refusal(
            &open.refused(Command::Accept { by: ANA }),
            Some(ChannelId(77)),
        ),
    );
    check(
        "refused_withdraw",
        &messages::refusal(
            &open.refused(Command::Withdraw { by: BO }),
            Some(ChannelId(77)),
        ),
    );
}

fn listed(id: u64) -> Listed {
    Listed {
        id: MatchId(id),
        game: String::from("connect-n"),
        status: String::from("playing"),
        place: Place {
            guild: Some(GuildId(5)),
            channel: ChannelId(50),
        },
        challenger: BO,
        invited: Some(ANA.into()),
        players: Some([ANA.into(), BO.into()]),
        to_move: Some(Seat::First),
        deadline: Some(START),
        board: 4,
        turns: 4,
        changed_at: START,
        places: PLACES,
    }
}

#[test]
fn previews() {
    let game = Game::begun("antichess");
    let mut before = Game {
        played: game.played.clone(),
        last: game.last.clone(),
        now: game.now,
    };
    before.plays("e2e4 d7d5");
    let state = Arc::new(before.played.clone());
    let draft = Draft {
        board: 2,
        turn: String::from("e4d5"),
    };
    let change = CustomId::ChangeDraft {
        id: MatchId(12),
        board: 2,
        mark: draft.mark(),
    };
    let after = before.plays("e4d5").played.clone();
    let prepared = Prepared {
        view: View {
            state,
            places: PLACES,
            server: ServerPreferences::default(),
        },
        after,
        draft,
    };
    let preview = messages::preview(&prepared, Seat::First, change);
    check("preview", &preview);
    check("preview_in_words", &preview.in_words());
}

#[test]
fn settings() {
    let server = ServerPreferences {
        theme: Some(Theme::Wood),
    };
    check(
        "settings_at_first",
        &messages::settings(&Effective::default(), Theme::Dark),
    );
    let own = Preferences {
        theme: Some(Theme::Greyscale),
        viewpoint: Viewpoint::Own,
        text_only: true,
        confirm: Confirm::Always,
    };
    check(
        "settings_changed",
        &messages::settings(&Effective { own, server }, Theme::Dark),
    );
    check(
        "server_settings",
        &messages::server_settings(&server, Theme::Dark),
    );
}

#[test]
fn descriptions() {
    let mut game = Game::begun("anacund");
    game.does(Command::Play {
        by: ANA,
        text: String::from("13 12 17"),
        board: None,
    });
    check(
        "description",
        &messages::description(&game.played, "").expect("a board"),
    );
    check(
        "description_last",
        &messages::description(&game.played, "last").expect("a turn"),
    );
    check(
        "description_side",
        &messages::description(&game.played, "right side").expect("a side"),
    );
}

#[test]
fn lists() {
    let challenge = |id, challenger, invited| Listed {
        players: None,
        to_move: None,
        deadline: None,
        challenger,
        invited,
        places: Places {
            thread: None,
            ..PLACES
        },
        ..listed(id)
    };
    let waiting = Listed {
        to_move: Some(Seat::Second),
        ..listed(2)
    };
    let list = [
        listed(1),
        waiting,
        challenge(3, BO, Some(ANA.into())),
        challenge(4, ANA, None),
    ];
    check("games", &messages::games(&list, ANA, 0));
    check("no_games", &messages::games(&[], ANA, 0));
    let deep = Listed {
        game: String::from("anache"),
        ..listed(9)
    };
    let there = [deep, listed(1)];
    check(
        "games_of_a_channel",
        &messages::games_here(&there, 5, true, 0),
    );
    check(
        "games_of_a_server",
        &messages::games_here(&there, 2, false, 0),
    );
    check("no_games_here", &messages::games_here(&[], 0, true, 0));
    let board = |one: &Listed| Some(CustomId::Board(one.id));
    let two = &list[..2];
    let presses = two.iter().map(board).collect();
    let name = |user| (user == BO).then(|| String::from("Bo"));
    check(
        "which_match",
        &messages::which_match(two, ANA, None, name, presses),
    );
    let presses = two
        .iter()
        .map(|one| CustomId::try_turn(one.id, one.board, "d <@1> *e*"))
        .collect();
    check(
        "which_match_to_move_in",
        &messages::which_match(two, ANA, Some("d <@1> *e*"), name, presses),
    );
    let many: Vec<_> = (1..200).map(listed).collect();
    let mut seen = String::new();
    for page in 0.. {
        let shown = messages::games(&many, ANA, page);
        assert!(shown.content.chars().count() <= 2000, "{}", shown.content);
        seen.push_str(&shown.content);
        let [back, on, _, _] = shown.rows[0].as_slice() else {
            panic!("four buttons")
        };
        assert_eq!(back.enabled, page > 0);
        assert_ne!(back.press, on.press);
        assert!(page < 30, "{}", shown.content);
        if !on.enabled {
            break;
        }
    }
    for one in &many {
        assert_eq!(
            seen.matches(&format!("Match {}:", one.id)).count(),
            1,
            "{}",
            one.id
        );
    }
    assert!(!messages::games(&many, ANA, u32::MAX).rows[0][1].enabled);
    let presses = many.iter().map(board).collect();
    let which = messages::which_match(&many, ANA, None, name, presses);
    assert!(which.content.chars().count() <= 2000 && which.rows.len() == 2);
}

#[test]
fn help_and_clocks() {
    check(
        "choose_a_game",
        &messages::choose_game(|game| format!("</play {game}:1>")),
    );
    check("help", &messages::help(|name| format!("</{name}:1>")));
    let words = |clock: &str| messages::time_words(clock.parse::<TimeControl>().expect("a clock"));
    assert_eq!(words("3d"), "3 days a turn");
    assert_eq!(words("1d12h"), "1 day and 12 hours a turn");
    assert_eq!(
        words("7d+12h"),
        "7 days each, and 12 hours more after each turn"
    );
    assert_eq!(words("15m+0s"), "15 minutes each for the whole match");
}

#[test]
fn every_page_of_rules_fits_and_names_its_source() {
    for game in games::CATALOGUE {
        let mut seen = String::new();
        for page in 0..40 {
            let message = messages::rules(game, page);
            assert!(
                message.content.chars().count() <= 2000,
                "{} {page}",
                game.card.key
            );
            assert!(
                message.content.contains(game.card.credit),
                "{} {page}",
                game.card.key
            );
            let body = message
                .content
                .rsplit_once("\n-# ")
                .map_or("", |(body, _)| body)
                .to_owned();
            if !seen.contains(&body) {
                seen.push_str(&body);
            }
            if message
                .rows
                .iter()
                .flatten()
                .all(|button| button.label != "Next" || !button.enabled)
            {
                break;
            }
        }
        let squeeze = |text: &str| {
            text.chars()
                .filter(|c| !c.is_whitespace())
                .collect::<String>()
        };
        assert_eq!(
            squeeze(&seen),
            squeeze(&game.card.rules_text()),
            "{}",
            game.card.key
        );
    }
}
