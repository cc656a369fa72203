//! Turns by buttons and menus.

use std::time::Duration;

use anteroom::db::Denial;
use anteroom::discord::ui;
use anteroom::features::play::PlayRefusal;
use anteroom::features::play::messages::NOTHING_LEFT;
use anteroom::matches::{MatchId, Refusal};
use fastrand::Rng;
use loopback_discord::Answer;

use crate::bot::forged::posts;
use crate::support::hand::{Hand, finish};
use crate::support::messages::check_seen;
use crate::support::stage::{Stage, boards, bold, labels, said, updated, whispered};

#[tokio::test]
async fn random_picks_end_a_match() {
    let stage = Stage::new().await;
    let mut rng = Rng::with_seed(3);
    for (game, options, most, result) in [
        ("anaash", &[("size", "4")], 200, "capturing every checker"),
        ("anacund", &[("board", "5")], 12, "points"),
    ] {
        let table = stage.begin(game, options).await;
        let mut board = stage.board(&table, 1).await;
        let mut turns = 0;
        while board.button("Move…").is_some() {
            turns += 1;
            assert!(turns <= most, "{game}: {}", board.content());
            let mut hand = Hand::open(table.notified(&board), &board).await;
            while hand.message.button("Play").is_none() {
                let keys = hand.keys();
                let key = rng.choice(&keys).expect("something to pick").clone();
                hand.pick(&key).await;
            }
            board = finish(&stage, &table, hand).await;
        }
        assert_eq!(
            stage.row("SELECT reason FROM matches ORDER BY match_id DESC"),
            result
        );
    }
}

/// Nobody else sees a picker, but a modified client can send its ids.
#[tokio::test]
async fn picker_refuses_somebody_else_and_stays() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let board = stage.board(&table, 1).await;
    let hand = Hand::open(table.notified(&board), &board).await;
    let id = hand.message.buttons()[0].custom_id.clone();
    let posted = posts(&stage, stage.general(), std::slice::from_ref(&id)).await;
    let ben = stage.person("ben", stage.general());
    let refused = whispered(ben.click(&posted[0], &id).await);
    assert_eq!(refused, PlayRefusal::NotOnOffer.sentence());
    let still = ben.message(posted[0].id()).expect("the message");
    assert_eq!(still.content(), posted[0].content());
}

/// Counts the presses and choices from *Move…* to the turn.
///
/// *Play* counts; players without previews do not need it.
#[tokio::test]
async fn ordinary_turns_take_few_presses() {
    let stage = Stage::new().await;
    let turns = [
        ("connect-n", "d", 2),
        ("antichess", "e2e4", 2),
        ("encastle", "e2e4", 2),
        ("anaash", "c3 c4", 3),
        ("anchor", "~a8 h8", 3),
        ("anache", "e4,f4,g4-N", 2),
        // One press for each placed piece.
        ("anacund", "12 13 25", 4),
    ];
    for (game, turn, presses) in turns {
        let options: &[_] = if game == "anacund" {
            &[("board", "1")]
        } else {
            &[]
        };
        let table = stage.begin(game, options).await;
        let board = stage.board(&table, 1).await;
        let mut hand = Hand::open(&table.ana, &board).await;
        for step in turn.split(' ') {
            hand.make(step).await;
        }
        assert!(
            hand.message.button("Play").is_some(),
            "{game}: {:#?}",
            hand.message
        );
        assert_eq!(hand.presses + 1, presses, "{game}");
        let board = finish(&stage, &table, hand).await;
        if game == "anache" {
            // The first turn has only one move; from then on a second group may move.
            let mut hand = Hand::open(&table.ben, &board).await;
            hand.make("e9,f9,g9-S").await;
            assert!(
                hand.says(" e9,f9,g9\u{2060}-\u{2060}S"),
                "{:#?}",
                hand.message
            );
            stage.check_picture(&hand.message);
            // On a phone, *End Turn* would be scrolled away below the menus.
            assert!(hand.message.menus().len() > 1, "{:#?}", hand.message);
            let first = &hand.message.json()["components"][0]["components"][0];
            assert_eq!(first["label"], "End Turn");
            hand.press("End Turn").await;
            // Below it is the picker of another match.
            assert_eq!(
                bold(hand.message.content())[0],
                "e9,f9,g9\u{2060}-\u{2060}S end"
            );
            assert_eq!(hand.presses, 2);
            let board = stage.board(&table, 3).await;
            // Two groups complete the turn, so no *End Turn* is needed.
            let mut hand = Hand::open(&table.ana, &board).await;
            hand.make("b4,c4,d4-N").await;
            hand.make("h4,i4,j4-N").await;
            hand.press("Play").await;
            assert_eq!(hand.presses, 3);
        }
    }
}

#[tokio::test]
async fn the_only_turn_is_made_by_itself_and_said() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    stage.plays(&table.ana, "e4").await;
    stage.plays(&table.ben, "d5").await;
    let board = stage.board(&table, 3).await;
    let hand = Hand::open(&table.ana, &board).await;
    assert_eq!(labels(&hand.message), ["Play", "Type Instead…"]);
    check_seen("picker_of_one_turn", [&hand.message]);
    finish(&stage, &table, hand).await;
}

#[tokio::test]
async fn last_pick_plays_without_a_preview() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    let panel = table
        .ana
        .command("settings", Vec::<(&str, &str)>::new())
        .await;
    let panel = panel.message().expect("a panel").clone();
    updated(
        table
            .ana
            .select(&panel, "set/boards/confirm", ["never"])
            .await,
    );
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    hand.make("e2e4").await;
    assert!(
        hand.has_played() && hand.presses == 1,
        "{:#?}",
        hand.message
    );
    let board = stage.board(&table, 2).await;
    assert_eq!(bold(board.content()), ["e4"]);
}

#[tokio::test]
async fn choices_carry_names_and_are_marked_on_the_picture() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    let mut seen = vec![hand.message.clone()];
    hand.pick("d").await;
    assert_eq!(labels(&hand.message), ["Play", "Change"]);
    seen.push(hand.message.clone());
    // Another choice, and then the form.
    hand.press("Change").await;
    hand.pick("e").await;
    hand.press("Change").await;
    let form = table
        .ana
        .press(&hand.message, "Type Instead…")
        .await
        .modal()
        .expect("a form")
        .clone();
    let answer = table.ana.submit(&form, [("turn", "c")]).await;
    hand.changed(answer);
    assert!(hand.has_played(), "{:#?}", hand.message);
    seen.push(hand.message);
    check_seen("pickers", &seen);
    let board = stage.board(&table, 2).await;
    assert_eq!(bold(board.content()), ["c"]);
}

#[tokio::test]
async fn groups_are_put_together_and_mended() {
    let (stage, table) = Stage::playing("anache", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    let mut seen = vec![hand.message.clone()];
    hand.press("Choose Pieces").await;
    assert_eq!(hand.message.menus().len(), 2);
    hand.pick("b4,d4").await;
    seen.push(hand.message.clone());
    hand.pick("b4,c4,d4").await;
    seen.push(hand.message.clone());
    hand.press("Back").await;
    assert!(hand.message.button("Choose Pieces").is_none());
    seen.push(hand.message.clone());
    hand.pick("b4").await;
    hand.pick("N").await;
    hand.press("Change").await;
    hand.press("Start Over").await;
    assert_eq!(hand.message.content(), seen[0].content());
    // The menu lists all groups with this piece, the groups of one direction included.
    hand.pick("@b4").await;
    seen.push(hand.message.clone());
    hand.pick("=b4-NW").await;
    assert!(hand.message.button("Play").is_some() && hand.says("**b4\u{2060}-\u{2060}NW**"));
    check_seen("picker_of_groups", &seen);
}

#[tokio::test]
async fn a_picker_outlives_the_bot_and_a_month() {
    let (mut stage, table) = Stage::playing("anaash", &[("time", "90d")]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    stage.restart().await;
    hand.pick("c3").await;
    stage.restart().await;
    stage.advance(Duration::from_secs(30 * 86_400));
    // The thread was archived since; a message reopens it.
    table.ana.say("Where were we?").expect("she may write");
    hand.pick("c4").await;
    stage.restart().await;
    let board = finish(&stage, &table, hand).await;
    assert_eq!(bold(board.content()), ["c3xc4"]);
}

#[tokio::test]
async fn of_two_presses_at_once_one_counts() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    let (one, other) = tokio::join!(hand.try_pick("a"), hand.try_pick("b"));
    let (won, lost) = if matches!(one, Answer::Update(_)) {
        (one, other)
    } else {
        (other, one)
    };
    assert_eq!(whispered(lost), PlayRefusal::PickedAlready.sentence());
    hand.changed(won);
    let (one, other) = tokio::join!(
        table.ana.press(&hand.message, "Play"),
        table.ana.press(&hand.message, "Play")
    );
    for answer in [one, other] {
        hand.changed(answer);
        assert!(hand.has_played(), "{:#?}", hand.message);
    }
    stage.board(&table, 2).await;
    assert_eq!(
        (
            stage
                .row("SELECT count(*) FROM events WHERE kind = 'turn'")
                .as_str(),
            boards(&table.cleo).len()
        ),
        ("1", 2)
    );
    let told = table.ana.press(&hand.message, "Play").await;
    assert!(matches!(told, Answer::NotSent(_)), "{told:#?}");
}

#[tokio::test]
async fn a_second_picker_takes_the_first_one_over() {
    let (stage, table) = Stage::playing("anaash", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut first = Hand::open(&table.ana, &board).await;
    first.pick("c3").await;
    // The second picker keeps the picked steps.
    let mut second = Hand::open(&table.ana, &board).await;
    assert!(second.says("**c3**"), "{:#?}", second.message);
    first.changed(first.try_pick("c4").await);
    assert_eq!(first.message.content(), PlayRefusal::PickerTaken.sentence());
    assert!(first.message.buttons().is_empty(), "{:#?}", first.message);
    second.pick("c4").await;
    finish(&stage, &table, second).await;
    assert_eq!(stage.turns(), "1");
    // A spectator has no picker.
    let board = stage.board(&table, 2).await;
    let watching = table.cleo.press(&board, "Move…").await;
    assert_eq!(
        whispered(watching),
        ui::sentence(&Refusal::NotYourMatch(MatchId(1)))
    );
}

#[tokio::test]
async fn a_stale_picker_says_so_and_begins_anew() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    said(table.ana.command("move", [("turn", "d")]).await);
    stage.until_announced().await;
    let mut made = Hand {
        place: &table.ana,
        message: hand.message.clone(),
        presses: 0,
    };
    made.changed(made.try_pick("a").await);
    let made_already = |ply, turn| {
        let turn = String::from(turn);
        PlayRefusal::MadeAlready { ply, turn }.sentence()
    };
    let told = format!("{} {NOTHING_LEFT}", made_already(0, "d"));
    assert_eq!(made.message.content(), told);
    assert!(made.message.buttons().is_empty(), "{:#?}", made.message);
    // An older picker, left open for two turns.
    let board = stage.board(&table, 2).await;
    let mut old = Hand::open(&table.ben, &board).await;
    stage.plays(&table.ben, "c").await;
    stage.plays(&table.ana, "c").await;
    old.changed(old.try_pick("a").await);
    assert!(old.says(&made_already(1, "c")), "{:#?}", old.message);
    old.press("Start Over").await;
    old.pick("g").await;
    let board = finish(&stage, &table, old).await;
    assert_eq!(bold(board.content()), ["g"]);
    hand.message = board;
}
