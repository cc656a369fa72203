//! Everything the bot says, as a reader gets it.

use std::sync::Arc;
use std::time::Duration;

use anteroom::board::Theme;
use anteroom::board::{Cell, Seat};
use anteroom::db::{Listed, Places};
use anteroom::discord::ui;
use anteroom::discord::ui::custom_id::{CustomId, Wish, With};
use anteroom::discord::ui::{Composed, Pace};
use anteroom::features::away::{Stops, TimeOffView};
use anteroom::features::boards::{FoundLesson, LessonView, Picked};
use anteroom::features::calendar::{DailyPlace, DailyView, WeeklyPlace};
use anteroom::features::history::{Note, NoteKept};
use anteroom::features::lists::messages::WhichMatch;
use anteroom::features::play::Prepared;
use anteroom::features::reminders::RemindersView;
use anteroom::features::{away, boards, calendar, help, history, lists, play, reminders, settings};
use anteroom::games::{self, CATALOGUE, Effect, GivenOptions};
use anteroom::kernel::{DailyPuzzle, Reminder, ReminderKind, View, Week};
use anteroom::matches::{
    Challenge, ChannelId, Command, Confirm, DaysOff, Draft, Effective, Event, Fact, Figures,
    GuildId, Match, MatchId, MessageId, Place, Preferences, Proposal, Refusal, SeatChoice,
    ServerBounds, ServerPreferences, Terms, TimeControl, UserId, Viewpoint, turn_mark,
};
use anteroom::people::{Habits, Moment, Nudge, TimeOff, Zone};

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
            terms: Terms::default(),
            exhibition: None,
            days_off: None,
            rated: true,
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
        play::messages::news(&self.played, &self.last)
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
        &play::messages::card(&declined.played, None, declined.played.changed_at()),
    );
    let mut withdrawn = Game::proposed("connect-n", &[], None, SeatChoice::Random);
    withdrawn.does(Command::Withdraw { by: ANA });
    check(
        "challenge_withdrawn",
        &play::messages::card(&withdrawn.played, None, withdrawn.played.changed_at()),
    );
}

#[test]
fn a_match_of_connect_n() {
    let mut game = Game::begun("connect-n");
    check("first_board", &game.news());
    check(
        "card_at_the_start",
        &play::messages::card(&game.played, Some(ChannelId(77)), game.played.changed_at()),
    );
    check("turn", &game.plays("d").news());
    check(
        "board_for_one",
        &lists::messages::board(
            &game.played,
            PLACES.thread,
            BO,
            Seat::Second,
            game.played.changed_at(),
        ),
    );
    check(
        "board_for_a_watcher",
        &lists::messages::board(
            &game.played,
            PLACES.thread,
            UserId(333),
            Seat::First,
            game.played.changed_at(),
        ),
    );
    check(
        "card_in_the_middle",
        &play::messages::card(&game.played, Some(ChannelId(77)), game.played.changed_at()),
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
        "played_elsewhere",
        &lists::messages::played_elsewhere(&game.played, &PLACES),
    );
    game.plays("a");
    check(
        "resign_question",
        &lists::messages::resign_question(&game.played, Seat::Second),
    );
    check("win", &game.plays("d a d a d").news());
    check(
        "card_at_the_end",
        &play::messages::card(&game.played, Some(ChannelId(77)), game.played.changed_at()),
    );
    check(
        "board_at_the_end",
        &lists::messages::board(
            &game.played,
            PLACES.thread,
            BO,
            Seat::Second,
            game.played.changed_at(),
        ),
    );
    for (name, ply) in [
        ("history_at_the_start", 0),
        ("history_in_the_middle", 3),
        ("history_at_the_end", 7),
    ] {
        check(
            name,
            &history::messages::history(
                &game.played,
                &game.played.as_at(ply).expect("a stage"),
                &[],
                Seat::Second,
            ),
        );
    }
    check(
        "replay",
        &ui::replay(
            &game.played,
            PLACES.thread,
            Pace::FAST,
            game.played.changed_at(),
        )
        .expect("turns"),
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
    let replay = ui::replay(
        &game.played,
        PLACES.thread,
        Pace::Normal,
        game.played.changed_at(),
    )
    .expect("turns");
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
    game.does(Command::Resign { by: ANA });
    let over = &game.played;
    let replay = ui::replay(over, None, Pace::Normal, over.changed_at());
    let replay = replay.expect("turns").replay.expect("a replay");
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
    let mut aborted = Game::begun("connect-n");
    check(
        "abort_question",
        &lists::messages::resign_question(&aborted.played, Seat::Second),
    );
    check(
        "aborted",
        &aborted.plays("d").does(Command::Abort { by: ANA }).news(),
    );
    check(
        "card_of_an_aborted_match",
        &play::messages::card(
            &aborted.played,
            Some(ChannelId(77)),
            aborted.played.changed_at(),
        ),
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
fn open_challenges() {
    let view = |id, by: UserId| {
        let mut proposal = Game::proposed("anchor", &[], None, SeatChoice::Random)
            .played
            .proposal()
            .clone();
        proposal.challenger = by;
        View {
            state: Arc::new(Match::proposed(MatchId(id), proposal, START).expect("a match")),
            places: PLACES,
            server: ServerPreferences::default(),
            followers: Default::default(),
        }
    };
    let open = [view(12, ANA), view(13, BO)];
    check("lobby", &lists::messages::lobby(&open, BO, true, (0, 3)));
    check(
        "lobby_of_a_server",
        &lists::messages::lobby(&[], BO, false, (0, 1)),
    );
    let longest = |time: &str, game: &str| {
        let mut proposal = Game::proposed(game, &[], None, SeatChoice::Random)
            .played
            .proposal()
            .clone();
        proposal.time = time.parse().expect("a clock");
        let open = Match::proposed(MatchId(1), proposal, START).expect("a match");
        let said = play::messages::challenge(&open).content;
        said.lines().last().unwrap_or_default().to_owned()
    };
    for (time, game, words) in [
        ("3d", "anacund", "About 10 turns: up to 5 weeks"),
        ("1d", "connect-n", "About 36 turns: up to 6 weeks"),
        ("7d+12h", "anache", "About 98 turns: up to 9 weeks"),
        ("15m+10s", "connect-n", "About 36 turns: up to 36 minutes"),
        ("5m+0s", "connect-n", "About 36 turns: up to 10 minutes"),
        ("14d", "anchor", "About 168 turns: up to 7 years"),
    ] {
        assert_eq!(
            longest(time, game),
            format!("-# {words} if both always use all of their time.")
        );
    }
}

#[test]
fn challenges_with_terms() {
    let with = |terms: Terms, figures: Option<Figures>| {
        let mut proposal = Game::proposed("connect-n", &[], None, SeatChoice::Random)
            .played
            .proposal()
            .clone();
        (proposal.terms, proposal.figures) = (terms, figures.map(Box::new));
        let open = Match::proposed(MatchId(12), proposal, START).expect("a match");
        play::messages::challenge(&open)
    };
    let all = Terms {
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
    let one = Terms {
        finished: 1,
        rating: "1400+".parse().ok(),
        ..Terms::default()
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
fn notes() {
    let mut game = Game::begun("connect-n");
    game.plays("d a");
    let note = |owner, ply, text: &str, published| Note {
        owner,
        ply,
        text: text.to_owned(),
        published,
    };
    let mut own = [
        note(ANA, 0, "**Begin** in the middle, <@1>!", false),
        note(ANA, 2, "why a?", false),
    ];
    check(
        "no_notes",
        &history::messages::notes(&game.played, &[], ANA),
    );
    check("notes", &history::messages::notes(&game.played, &own, ANA));
    let mut said = vec![
        history::messages::noted(&game.played, 2, NoteKept::New),
        history::messages::noted(&game.played, 0, NoteKept::Replaced),
    ];
    game.does(Command::Resign { by: BO });
    said.push(history::messages::noted(&game.played, 2, NoteKept::New));
    insta::assert_snapshot!("noted", said.join("\n"));
    check(
        "notes_at_the_end",
        &history::messages::notes(&game.played, &own, ANA),
    );
    own.iter_mut().for_each(|note| note.published = true);
    check(
        "notes_published",
        &history::messages::notes(&game.played, &own, ANA),
    );
    let all = [own[1].clone(), note(BO, 2, "oops", false)];
    check(
        "history_with_notes",
        &history::messages::history(&game.played, &game.played, &all, Seat::First),
    );
    let long: Vec<_> = (0..100)
        .map(|ply| note(ANA, ply, &"_".repeat(500), false))
        .collect();
    let listed = history::messages::notes(&game.played, &long, ANA);
    assert!(listed.content.chars().count() <= 2000);
}

#[test]
fn rematches() {
    let mut game = Game::begun("connect-n");
    game.does(Command::Resign { by: ANA });
    let next = game.played.rematch(BO).expect("a rematch");
    let proposal = anteroom::matches::Proposal {
        rematch_of: Some(MatchId(12)),
        ..next.settle(|| 0).expect("a challenge")
    };
    let mut next = Match::proposed(MatchId(13), proposal, START).expect("a match");
    check(
        "rematch",
        &play::messages::card(&next, None, next.changed_at()),
    );
    let mut said = vec![
        play::messages::rematch_asked(&next),
        play::messages::rematch_there(&next, None),
    ];
    for command in [Command::Accept { by: ANA }, Command::Resign { by: ANA }] {
        for event in next.decide(&command, START).expect("an event") {
            next.apply(&event).expect("it follows");
        }
        said.push(play::messages::rematch_accepted(&next));
        said.push(play::messages::rematch_there(&next, PLACES.thread));
    }
    insta::assert_snapshot!("rematch_words", said.join("\n"));
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
        &play::messages::card(&game.played, Some(ChannelId(77)), game.played.changed_at()),
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
                "Abort…",
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

    let mut still = Game::begun("antichess");
    for _ in 0..25 {
        still.plays("g1f3 g8f6 f3g1 f6g8");
    }
    assert_eq!(
        special(&still.news()).0,
        ["For 50 moves each, nothing was captured and no pawn moved: you can offer a draw."]
    );

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
        ui::deed(castles.played.position(), "x", &effects)
    };
    assert_eq!(promoted(1), "played **x**, promoting to a knight");
    assert_eq!(promoted(2), "played **x**, promoting 2 to knights");
}

#[test]
fn the_strip_says_how_it_stands() {
    let bar = |game: &Game| {
        let scene = ui::board_picture(&game.played, Seat::First).scene;
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
        Refusal::TooFewFinished {
            least: 5,
            finished: 2,
        },
        Refusal::NotPunctual {
            lost_on_time: 3,
            finished: 12,
        },
        Refusal::NotQuick {
            half: Duration::from_hours(72),
        },
        Refusal::RatedOtherwise {
            range: "1400-1700".parse().expect("a range"),
            rating: Some(1741),
        },
        Refusal::RatedOtherwise {
            range: "1600+".parse().expect("a range"),
            rating: None,
        },
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
        Refusal::OldPreview,
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
    ];
    let said: Vec<_> = all
        .iter()
        .map(|refused| ui::refusal(refused, Some(ChannelId(77))).content)
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
        ui::refused_turn(
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
        &ui::refusal(
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
        &ui::refusal(&over.refused(play(ANA, "d", None)), Some(ChannelId(77))),
    );
    let open = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Random);
    check(
        "refused_accept",
        &ui::refusal(
            &open.refused(Command::Accept { by: UserId(3) }),
            Some(ChannelId(77)),
        ),
    );
    check(
        "refused_own_accept",
        &ui::refusal(
            &open.refused(Command::Accept { by: ANA }),
            Some(ChannelId(77)),
        ),
    );
    check(
        "refused_withdraw",
        &ui::refusal(
            &open.refused(Command::Withdraw { by: BO }),
            Some(ChannelId(77)),
        ),
    );
}

fn listed(id: u64) -> Listed {
    Listed {
        pause: None,
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
        made_at: START,
        days_off: DaysOff::Allowed,
    }
}

#[test]
fn lessons() {
    let game = &games::CATALOGUE[0];
    let lessons = game.lessons().expect("lessons");
    let done: Vec<_> = lessons
        .iter()
        .take(2)
        .map(|lesson| lesson.id.clone())
        .collect();
    check("lessons_games", &boards::messages::games_to_learn(&done));
    check(
        "lessons_none_done",
        &boards::messages::lessons(game, &lessons, &[]),
    );
    check(
        "lessons_some_done",
        &boards::messages::lessons(game, &lessons, &done),
    );
    let found = FoundLesson::of(&done[0]).expect("a lesson");
    let turn = |text: &str| vec![games::step_key(text)];
    let at = |picks: &[String], judged| {
        let found = FoundLesson::of(&done[0]).expect("a lesson");
        let picked = Picked::on(&*found.board.position, picks).expect("picks");
        boards::messages::lesson(&LessonView {
            found,
            picked,
            begun: !picks.is_empty(),
            generation: 7,
            judged,
        })
    };
    check("lesson", &at(&[], None));
    check("lesson_done", &at(&turn("d"), Some(Ok(()))));
    let missed = found.lesson.exercise.as_ref().expect("a task").goals[0]
        .1
        .clone();
    check("lesson_missed", &at(&turn("a"), Some(Err(missed))));
    let solved = found.solved().expect("a solution");
    check(
        "lesson_shown",
        &boards::messages::lesson_shown(&found, &solved),
    );
    let error = games::read_turn(&*found.board.position, "*h*")
        .err()
        .expect("nonsense");
    let refused = Match::why_not(&*found.board.position, error);
    check(
        "lesson_refused",
        &boards::messages::lesson_refused(&found, &refused, "*h*"),
    );
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
            followers: Default::default(),
        },
        after,
        draft,
    };
    let preview = play::messages::preview(&prepared, Seat::First, change);
    check("preview", &preview);
    check("preview_in_words", &preview.in_words());
}

#[test]
fn settings() {
    let server = ServerPreferences {
        theme: Some(Theme::Wood),
        ..ServerPreferences::default()
    };
    check(
        "settings_at_first",
        &settings::messages::settings(&Effective::default(), Theme::Dark),
    );
    let own = Preferences {
        theme: Some(Theme::Greyscale),
        viewpoint: Viewpoint::Own,
        text_only: true,
        confirm: Confirm::Always,
        unlisted: true,
    };
    check(
        "settings_changed",
        &settings::messages::settings(&Effective { own, server }, Theme::Dark),
    );
    check(
        "server_settings",
        &settings::messages::server_settings(
            &server,
            &ServerBounds {
                open: Some(3),
                running: Some(7),
                total: None,
            },
            Theme::Dark,
        ),
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
        &history::messages::description(&game.played, "", game.played.changed_at())
            .expect("a board"),
    );
    check(
        "description_last",
        &history::messages::description(&game.played, "last", game.played.changed_at())
            .expect("a turn"),
    );
    check(
        "description_side",
        &history::messages::description(&game.played, "right side", game.played.changed_at())
            .expect("a side"),
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
        status: String::from("open"),
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
    check("games", &lists::messages::games(&list, ANA, 0));
    check("no_games", &lists::messages::games(&[], ANA, 0));
    let deep = Listed {
        game: String::from("anache"),
        ..listed(9)
    };
    let there = [deep, listed(1)];
    check(
        "games_of_a_channel",
        &lists::messages::games_here(&there, 5, true, 0),
    );
    check(
        "games_of_a_server",
        &lists::messages::games_here(&there, 2, false, 0),
    );
    check(
        "no_games_here",
        &lists::messages::games_here(&[], 0, true, 0),
    );
    let board = |one: &Listed| Some(CustomId::Board(one.id));
    let two = &list[..2];
    let presses = two.iter().map(board).collect();
    let name = |user| (user == BO).then(|| String::from("Bo"));
    check(
        "which_match",
        &lists::messages::which_match(two, ANA, WhichMatch::Looks, name, presses),
    );
    let presses = two
        .iter()
        .map(|one| CustomId::try_turn(one.id, one.board, "d <@1> *e*"))
        .collect();
    check(
        "which_match_to_move_in",
        &lists::messages::which_match(two, ANA, WhichMatch::Moves("d <@1> *e*"), name, presses),
    );
    let line = "e *6* | d4";
    let plan = |one: &Listed| CustomId::AddLine {
        id: one.id,
        board: one.board,
        mark: turn_mark(line),
    };
    let presses = two.iter().map(|one| Some(plan(one))).collect();
    check(
        "which_match_to_plan_in",
        &lists::messages::which_match(two, ANA, WhichMatch::Plans(line), name, presses),
    );
    let note = "a `note` of Ana's";
    let keep = |one: &Listed| CustomId::AddNote {
        id: one.id,
        board: one.board,
        mark: turn_mark(note),
        ply: u32::MAX,
    };
    let presses = two.iter().map(|one| Some(keep(one))).collect();
    check(
        "which_match_to_note_in",
        &lists::messages::which_match(two, ANA, WhichMatch::Notes(note), name, presses),
    );
    let many: Vec<_> = (1..200).map(listed).collect();
    let mut seen = String::new();
    for page in 0.. {
        let shown = lists::messages::games(&many, ANA, page);
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
    assert!(!lists::messages::games(&many, ANA, u32::MAX).rows[0][1].enabled);
    let presses = many.iter().map(board).collect();
    let which = lists::messages::which_match(&many, ANA, WhichMatch::Looks, name, presses);
    assert!(which.content.chars().count() <= 2000 && which.rows.len() == 2);
}

#[test]
fn help_and_clocks() {
    check(
        "choose_a_game",
        &play::messages::choose_game(With::Anyone, None),
    );
    let game = games::find("anchor").expect("a game");
    check(
        "game_page",
        &play::messages::game_page(
            game,
            (With::Anyone, None),
            (Wish::USUAL, "3d".parse().expect("a clock")),
            false,
            "`/play anchor`",
        ),
    );
    let wish = Wish {
        time: Some("1h+1m".parse().expect("a clock")),
        rated: false,
    };
    check(
        "game_page_with_somebody",
        &play::messages::game_page(
            game,
            (With::Same(MatchId(12)), Some(BO.into())),
            (wish, "5d".parse().expect("a clock")),
            false,
            "`/play anchor`",
        ),
    );
    check(
        "game_page_with_the_computer",
        &play::messages::game_page(
            game,
            (With::Anyone, None),
            (Wish::USUAL, "5d".parse().expect("a clock")),
            true,
            "`/play anchor`",
        ),
    );
    for (page, name) in ["help", "help_in_a_match", "help_afterwards"]
        .iter()
        .enumerate()
    {
        let page = u32::try_from(page).unwrap();
        check(
            name,
            &help::messages::help(page, |name| format!("</{name}:1>")),
        );
    }
    let words = |clock: &str| ui::time_words(clock.parse::<TimeControl>().expect("a clock"));
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
        let key = game.card.key;
        let (mut text, mut shown) = (String::new(), String::new());
        let mut pages = 0;
        for page in 0.. {
            let message = help::messages::rules(game, page);
            assert!(message.content.chars().count() <= 2000, "{key} {page}");
            assert!(message.content.contains(game.card.credit), "{key} {page}");
            let (body, foot) = message.content.rsplit_once("\n-# ").expect("a last line");
            match &message.plate {
                Some(plate) => {
                    assert!((1..=2).contains(&plate.boards.len()), "{key} {page}");
                    shown.push_str(body);
                }
                None => text.push_str(body),
            }
            pages += 1;
            let chosen = |menu: &ui::Menu| menu.options.iter().filter(|it| it.chosen).count();
            assert!(
                message.menus.iter().all(|menu| chosen(menu) == 1),
                "{key} {page}"
            );
            assert!(foot.contains(&format!("Page {} of ", page + 1)), "{foot}");
            let next = message.rows.iter().flatten().find(|it| it.label == "Next");
            if !next.expect("a button").enabled {
                assert!(
                    foot.ends_with(&format!("Page {pages} of {pages}.")),
                    "{foot}"
                );
                break;
            }
        }
        let squeeze = |text: &str| {
            text.chars()
                .filter(|c| !c.is_whitespace())
                .collect::<String>()
        };
        assert_eq!(squeeze(&text), squeeze(&game.card.rules_text()), "{key}");
        for chapter in game.card.chapters() {
            for rule in chapter.rules {
                assert!(shown.contains(rule.words), "{}", rule.id);
            }
        }
    }
}

#[test]
fn pages_of_rules() {
    let page = |key: &str, rule: &str| {
        let game = games::find(key).expect("a game");
        let page = (0..)
            .map(|page| help::messages::rules(game, page))
            .find(|message| {
                let plate = message.plate.as_ref();
                plate.is_some_and(|plate| plate.file == format!("{key}-rule-{rule}.png"))
            });
        page.expect("a page")
    };
    check("rules_about", &page("anaash", "about"));
    check("rules_turn_and_refusal", &page("anaash", "closer-1"));
    check("rules_board", &page("anchor", "corners-1"));
    check("rules_several_pictures", &page("encastle", "pieces-5"));
    check("rules_sitting_out", &page("antichess", "stalemate-1"));
    let words = page("anaash", "closer-1").in_words();
    assert!(words.plate.is_none() && words.content.contains("**Not allowed: a2-a1**\nRank 2: "));
    check("rules_in_words", &words);
    let game = games::find("connect-n").expect("a game");
    check("rules_last", &help::messages::rules(game, u32::MAX));
}

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
    check(
        "challenge_with_weekends",
        &play::messages::challenge(&weekend.played),
    );
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

/// A match in which Ana is to move, as a reminder tells of it.
fn waiting(id: u64, channel: u64) -> View {
    let mut game = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Seat(Seat::First));
    let mut proposal = game.played.proposal().clone();
    proposal.place.channel = ChannelId(channel);
    game.played = Match::proposed(MatchId(id), proposal, START).expect("a match");
    game.does(Command::Accept { by: BO });
    View {
        state: Arc::new(game.played),
        places: PLACES,
        server: ServerPreferences::default(),
        followers: Default::default(),
    }
}

#[test]
fn weekly_pages() {
    let mut over = Game::begun("connect-n");
    over.plays("d");
    over.does(Command::Resign { by: BO });
    let ended = View {
        state: Arc::new(over.played),
        places: PLACES,
        server: ServerPreferences::default(),
        followers: Default::default(),
    };
    let week = Week {
        guild: GuildId(5),
        server: ServerPreferences::default(),
        ended_count: 1,
        ended: vec![ended],
        played_count: 3,
        played: vec![waiting(12, 50), waiting(13, 60)],
        leaders: Vec::new(),
        until: START,
    };
    check("weekly_page", &calendar::messages::week(&week));
    let place = |due| WeeklyPlace {
        guild: GuildId(5),
        channel: ChannelId(50),
        zone: Zone::named("Europe/Berlin").expect("a zone"),
        due,
    };
    for (name, place) in [
        ("weekly_page_nowhere", None),
        ("weekly_page_to_come", Some(place(Some(START)))),
        ("weekly_page_refused", Some(place(None))),
    ] {
        check(
            name,
            &calendar::messages::weekly_page(place.as_ref(), &week),
        );
    }
    // However long the names of a busy server are, the page fits.
    let busy = Week {
        ended: week.ended.iter().cycle().take(90).cloned().collect(),
        ..week
    };
    let longest = calendar::messages::weekly_page(Some(&place(Some(START))), &busy);
    assert!(longest.content.chars().count() <= 2000);
}

#[test]
fn daily_puzzles() {
    let game = games::find("connect-n").expect("a game");
    let puzzle = anteroom::search::puzzle(game, 1).expect("a puzzle");
    let daily = DailyPuzzle {
        guild: GuildId(5),
        server: ServerPreferences::default(),
        game,
        number: 1,
        puzzle,
        position: puzzle.start(game).expect("a position"),
        at: START,
        reveal: START,
    };
    check("daily_puzzle", &calendar::messages::daily_puzzle(&daily));
    check(
        "daily_solution",
        &calendar::messages::daily_solution(&daily),
    );
    assert_eq!(
        calendar::messages::daily_title(&daily),
        "Spoilers: Connect N, puzzle 1"
    );
    let view = |due, games: &[&str], threads| DailyView {
        place: DailyPlace {
            guild: GuildId(5),
            channel: ChannelId(50),
            zone: Zone::named("Europe/Berlin").expect("a zone"),
            hour: 9,
            games: games.iter().map(|&key| key.to_owned()).collect(),
            due,
            threads,
        },
        puzzles: 377,
        unseen: 1,
    };
    for (name, view) in [
        ("daily_nowhere", None),
        ("daily_to_come", Some(view(Some(START), &[], true))),
        ("daily_of_one", Some(view(Some(START), &["anchor"], false))),
        ("daily_refused", Some(view(None, &[], true))),
    ] {
        check(name, &calendar::messages::daily_place(view.as_ref()));
    }
    // However long a puzzle's turns are, the post fits.
    for game in CATALOGUE {
        for (number, puzzle) in (1..).zip(anteroom::search::puzzles(game)) {
            let daily = DailyPuzzle {
                game,
                number,
                puzzle,
                position: puzzle.start(game).expect("a position"),
                ..daily.clone()
            };
            for post in [
                calendar::messages::daily_puzzle(&daily),
                calendar::messages::daily_solution(&daily),
            ] {
                let legend = post.legend().chars().count();
                assert!(post.content.chars().count() + legend < 1990);
            }
        }
    }
}

#[test]
fn reminders() {
    let reminder = |kind, matches, private| Reminder {
        user: ANA,
        kind,
        matches,
        followed: Vec::new(),
        private,
        conversation: None,
        fell_back: false,
    };
    let here = Some(ChannelId(50));
    let one = || vec![waiting(12, 50)];
    check(
        "reminder_nudge",
        &reminders::messages::reminder(&reminder(ReminderKind::Nudge, one(), false), here),
    );
    check(
        "reminder_last_call",
        &reminders::messages::reminder(&reminder(ReminderKind::LastCall, one(), false), here),
    );
    let several = || {
        vec![
            waiting(12, 50),
            waiting(13, 50),
            waiting(14, 60),
            waiting(15, 60),
        ]
    };
    // Matches of other channels are nobody's business here.
    let fallen = Reminder {
        fell_back: true,
        ..reminder(ReminderKind::Nudge, several(), false)
    };
    check(
        "reminder_of_several",
        &reminders::messages::reminder(&fallen, here),
    );
    check(
        "reminder_digest_in_private",
        &reminders::messages::reminder(&reminder(ReminderKind::Digest, several(), true), None),
    );
    check(
        "reminder_digest_of_one",
        &reminders::messages::reminder(&reminder(ReminderKind::Digest, one(), false), here),
    );
    let followed = Reminder {
        followed: vec![
            listed(20),
            Listed {
                game: String::from("anchor"),
                to_move: None,
                turns: 61,
                ..listed(21)
            },
        ],
        ..reminder(ReminderKind::Digest, Vec::new(), true)
    };
    check(
        "reminder_digest_of_what_is_followed",
        &reminders::messages::reminder(&followed, None),
    );
    check(
        "reminders_unanswered",
        &reminders::messages::unanswered(&waiting(12, 50)),
    );
    check(
        "reminders_muted",
        &reminders::messages::muted(1, Some(MatchId(12))),
    );
    check("reminders_muted_all", &reminders::messages::muted(3, None));
    let many: Vec<View> = (1..=40).map(|id| waiting(id, 50)).collect();
    check(
        "reminder_of_many",
        &reminders::messages::reminder(&reminder(ReminderKind::Nudge, many, false), here),
    );
    let page = |habits: Habits, waiting: Vec<(MatchId, Option<Moment>)>| {
        reminders::messages::reminders(&RemindersView {
            private_messages: true,
            digest: habits.next_digest(START),
            habits,
            waiting,
        })
    };
    check("reminders_page", &page(Habits::default(), Vec::new()));
    let mut busy = Habits {
        zone: Some(Zone::named("Europe/Berlin").expect("a zone")),
        ..Habits::default()
    };
    busy.reminders.nudge = Nudge::Every(6);
    busy.reminders.digest = vec![8, 20];
    busy.reminders.quiet = "22-7".parse().ok();
    busy.reminders.private = true;
    let waiting = vec![(MatchId(12), Some(START)), (MatchId(13), None)];
    check("reminders_page_of_somebody_busy", &page(busy, waiting));
}

#[test]
fn time_off_page() {
    let hours = |count| START.after(Duration::from_hours(count));
    let running = |id| Listed {
        status: String::from("playing"),
        players: Some([ANA.into(), BO.into()]),
        ..listed(id)
    };
    let here = TimeOffView {
        habits: Habits::default(),
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
    away.habits.slices = true;
    check(
        "time_off_page_of_somebody_away",
        &away::messages::time_off(&away, ANA, hours(1)),
    );
    for (stops, sentence) in [
        (
            Stops::For(Duration::from_hours(336)),
            "It stops your clock in your running match, for 14 days at most.",
        ),
        (
            Stops::Never,
            "It does not stop your clock in your running match.",
        ),
    ] {
        away.matches = vec![(running(12), stops)];
        let page = messages::time_off(&away, ANA, hours(1));
        assert!(page.content.contains(sentence), "{}", page.content);
    }
}
