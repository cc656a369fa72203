//! Posts in a match's thread.

use std::time::Duration;

use anteroom::board::{Cell, Seat};
use anteroom::discord::ui;
use anteroom::discord::ui::{Composed, Pace};
use anteroom::features::{play, watching};
use anteroom::games::Effect;
use anteroom::matches::{Command, Match, MatchId, Proposal, SeatChoice, UserId};

use crate::support::messages::{ANA, BO, Game, PLACES, check, check_text};
use crate::support::people::{plays, takes_back};

#[test]
fn a_match_of_connect_n() {
    let mut game = Game::begun("connect-n");
    check("first_board", &game.news());
    check("card_at_the_start", &game.card());
    check("turn", &game.plays("d").news());
    check("board_for_one", &game.board(BO, Seat::Second));
    check("board_for_a_watcher", &game.board(UserId(333), Seat::First));
    check("card_in_the_middle", &game.card());
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
        &ui::played_elsewhere(&game.played, ANA, &PLACES),
    );
    game.plays("a");
    check(
        "resign_question",
        &play::messages::resign_question(&game.played, Seat::Second, ""),
    );
    check("win", &game.plays("d a d a d").news());
    check("card_at_the_end", &game.card());
    check("board_at_the_end", &game.board(BO, Seat::Second));
    for (name, ply) in [
        ("history_at_the_start", 0),
        ("history_in_the_middle", 3),
        ("history_at_the_end", 7),
    ] {
        check(
            name,
            &watching::messages::history(
                &game.played,
                &game.played.as_at(ply).expect("a stage"),
                &[],
                UserId(333),
                Seat::Second,
            ),
        );
    }
    check(
        "replay",
        &ui::replay(
            &game.played,
            PLACES.thread,
            Pace::Fast,
            game.played.changed_at(),
        )
        .expect("turns"),
    );
}

#[test]
fn card_of_a_match_with_a_bank() {
    let mut game = Game::begun("connect-n");
    let proposal = Proposal {
        time: "7d+12h".parse().expect("a clock"),
        ..game.played.proposal().clone()
    };
    game.played = Match::proposed(MatchId(12), proposal, game.now).expect("a match");
    game.does(Command::Accept { by: BO }).plays("d");
    let card = play::messages::card(&game.played, None, game.now);
    check("card_of_a_match_with_a_bank", &card);
    let followed = [1, 2].map(|many| play::messages::followed_card(card.clone(), many).content);
    let feet = followed.map(|text| text.lines().last().unwrap_or_default().to_owned());
    check_text("followers_of_a_card", &feet.join("\n"));
}

#[test]
fn a_capture_in_antichess() {
    check(
        "capture",
        &Game::begun("antichess").plays("e2e4 d7d5 e4d5").news(),
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
        &play::messages::resign_question(&aborted.played, Seat::Second, ""),
    );
    check(
        "aborted",
        &aborted.plays("d").does(Command::Abort { by: ANA }).news(),
    );
    check("card_of_an_aborted_match", &aborted.card());
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
    late.plays("d a");
    late.now = late.now.after(Duration::from_secs(4 * 86_400));
    check("out_of_time", &late.does(Command::Flag).news());
}

#[test]
fn legend_tells_captured_pieces_and_signs() {
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
            game.does(plays(by, turn));
        }
        game.news()
    };
    let legend = |message: &Composed| message.picture.as_ref().expect("a board").legend.clone();
    // Bo's own disc is surrounded when he places it on 5.
    let lost = play(&[
        "18 7 6", "29 36 8", "4 9 13", "10 35 19", "26 16 21", "5 32 24",
    ]);
    check("own_loss", &lost);
    assert!(legend(&lost).contains('▨'));
    // A cross for captures by both sides has its own legend.
    let both = play(&["33 12 2", "22 14 28", "30 1 34", "15 20 11"]);
    check("losses_of_both", &both);
    assert_ne!(legend(&both), legend(&lost));
    // A description in words has no signs.
    assert!(!lost.in_words().to_string().contains('✕'));
}

#[test]
fn posts_of_special_turns() {
    let mut said = Vec::new();
    // All lines of a post except the mention.
    let mut tell = |post: Composed| {
        let lines = post.content.lines().skip(1);
        said.push(lines.collect::<Vec<_>>().join("\n"));
        let labels = post.rows.into_iter().flatten().map(|button| button.label);
        labels.collect::<Vec<_>>()
    };
    let mut chess = Game::begun("antichess");
    let quiet = tell(chess.plays("e2e4").news());
    assert_eq!(quiet[..2], ["Move…", "Offer Draw"]);
    let only = chess.plays("d7d5").news();
    check("only_one_turn", &only);
    assert_eq!(tell(only)[..2], ["Play exd5", "Move…"]);
    for (game, turns) in [
        ("antichess", "b1c3 a7a6 e2e4 d7d5"),
        ("antichess", "e2e3 f7f6 d1h5"),
        ("encastle", "e2e3 h7h6 g1f3 h6h5 f1e2 g7g6 e1g1"),
    ] {
        tell(Game::begun(game).plays(turns).news());
    }
    let mut still = Game::begun("antichess");
    for _ in 0..25 {
        still.plays("g1f3 g8f6 f3g1 f6g8");
    }
    tell(still.news());

    let mut anchor = Game::begun("anchor");
    tell(anchor.plays("h8").news());
    tell(anchor.plays("pass").news());
    // The post does not tell the waiting player the opponent's options.
    let back = takes_back(BO, 1000);
    tell(anchor.does(back).news());
    let promoted = [1, 2].map(|many: u16| {
        let promotion = |at| Effect::Promoted {
            at: Cell(at),
            piece: "knight",
        };
        let effects: Vec<_> = (0..many).map(promotion).collect();
        ui::deed(chess.played.position(), "x", &effects)
    });
    said.extend(promoted);
    check_text("special_turns", &said.join("\n\n"));
}

#[test]
fn no_text_is_posted_twice_after_one_board() {
    // The same turns, offers and questions, repeated within one second.
    let mut game = Game::begun("connect-n");
    let mut since_board: Vec<String> = Vec::new();
    for _ in 0..4 {
        for command in [
            plays(ANA, "d"),
            Command::OfferDraw { by: ANA },
            Command::DeclineDraw { by: BO },
            plays(BO, "d"),
            takes_back(ANA, 0),
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
