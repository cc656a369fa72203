//! Turns put together by buttons and menus.

use std::time::Duration;

use fastrand::Rng;
use loopback_discord::{Answer, Message};

use crate::support::hand::{Hand, finish};
use crate::support::scripts::scripts;
use crate::support::stage::{Stage, Table, boards, said, whispered};

/// Makes one turn with the picker by these keys, and returns the next board.
async fn play_one(stage: &Stage, table: &Table, board: &Message, keys: &[String]) -> Message {
    let place = if board.mentions().contains(&"ana") {
        &table.ana
    } else {
        &table.ben
    };
    let mut hand = Hand::open(place, board).await;
    stage.check_picture(&hand.message);
    let before = boards(&table.cleo).len();
    for key in keys {
        hand.pick(key).await;
    }
    // Who ends a turn that could go on has seen its board already.
    if hand.says("You played **") {
        return stage.board(table, before + 1).await;
    }
    assert!(hand.says("Your turn: **"), "{keys:?}: {:#?}", hand.message);
    stage.check_picture(&hand.message);
    finish(stage, table, hand).await
}

#[tokio::test]
async fn whole_matches_are_played_by_picks_alone() {
    let stage = Stage::new().await;
    for script in scripts() {
        let table = stage.begin(script.key(), &script.options()).await;
        let mut board = stage.board(&table, 1).await;
        for keys in script.picks() {
            board = play_one(&stage, &table, &board, &keys).await;
        }
        let result = stage.result(stage.match_of(&table).await).await;
        assert!(board.content().contains(&result), "{board:#?}");
    }
}

#[tokio::test]
async fn random_picks_end_a_match() {
    let stage = Stage::new().await;
    let mut rng = Rng::with_seed(3);
    for (game, options, most, result) in [
        (
            "anaash",
            &[("size", "4")],
            200,
            ": capturing every checker.**",
        ),
        ("anacund", &[("board", "5")], 12, ": points, 27 to 11.**"),
    ] {
        let table = stage.begin(game, options).await;
        let mut board = stage.board(&table, 1).await;
        let mut turns = 0;
        while board.button("Move…").is_some() {
            turns += 1;
            assert!(turns <= most, "{game}: {}", board.content());
            let place = if board.mentions().contains(&"ana") {
                &table.ana
            } else {
                &table.ben
            };
            let mut hand = Hand::open(place, &board).await;
            while hand.message.button("Play").is_none() {
                let keys = hand.keys();
                let key = rng.choice(&keys).expect("something to pick").clone();
                hand.pick(&key).await;
            }
            board = finish(&stage, &table, hand).await;
        }
        assert!(
            board.content().contains(result),
            "{game}: {}",
            board.content()
        );
    }
}

/// Counted is what is pressed or chosen after Move… until the turn is made: *Play* is among it, which falls away for players
/// who have set that their turns count at once.
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
        // One for each of the pieces that are placed.
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
            // The first turn has one move only; from then on another group may move.
            let mut hand = Hand::open(&table.ben, &board).await;
            hand.make("e9,f9,g9-S").await;
            assert!(
                hand.says("**So far:** e9,f9,g9-S.") && hand.says("Which group moves?"),
                "{:#?}",
                hand.message
            );
            stage.check_picture(&hand.message);
            hand.press("End Turn").await;
            assert!(
                hand.says("You played **e9,f9,g9-S end**"),
                "{:#?}",
                hand.message
            );
            assert_eq!(hand.presses, 2);
            let board = stage.board(&table, 3).await;
            // Two groups: no word ends a turn that is over.
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
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    stage.plays(&table.ana, "e4").await;
    stage.plays(&table.ben, "d5").await;
    let board = stage.board(&table, 3).await;
    let hand = Hand::open(&table.ana, &board).await;
    assert!(
        hand.message
            .content()
            .starts_with("There is only one turn: **e4d5**.\n"),
        "{:#?}",
        hand.message
    );
    let labels: Vec<_> = hand
        .message
        .buttons()
        .into_iter()
        .map(|button| button.label)
        .collect();
    assert_eq!(labels, ["Play", "Type Instead…"]);
    finish(&stage, &table, hand).await;
}

#[tokio::test]
async fn who_wants_no_preview_plays_with_the_last_pick() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let panel = table
        .ana
        .command("settings", Vec::<(&str, &str)>::new())
        .await;
    let panel = panel.message().expect("a panel").clone();
    assert!(matches!(
        table.ana.select(&panel, "set/confirm", ["never"]).await,
        Answer::Update(_)
    ));
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    hand.make("e2e4").await;
    assert_eq!(
        (hand.message.content(), hand.presses),
        ("You played **e2e4** in match 1.", 1)
    );
    assert!(
        stage
            .board(&table, 2)
            .await
            .content()
            .ends_with("played **e2e4**.")
    );
}

#[tokio::test]
async fn choices_carry_names_and_are_marked_on_the_picture() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    let labels: Vec<_> = hand
        .message
        .buttons()
        .into_iter()
        .map(|button| button.label)
        .collect();
    assert_eq!(
        labels,
        [
            "Column a",
            "Column b",
            "Column c",
            "Column d",
            "Column e",
            "Column f",
            "Column g",
            "Type Instead…"
        ]
    );
    assert_eq!(
        hand.message.content(),
        "Match 1, **Connect N**, turn 1: you play Red.\nWhich column?"
    );
    assert!(
        stage
            .check_picture(&hand.message)
            .ends_with(" 7 cells marked to choose from.")
    );
    hand.pick("d").await;
    assert!(
        hand.says("Your turn: **d**. Play it?"),
        "{:#?}",
        hand.message
    );
    assert_eq!(
        hand.message
            .buttons()
            .into_iter()
            .map(|button| button.label)
            .collect::<Vec<_>>(),
        ["Play", "Change"]
    );
    // Another choice after all, and then the text field.
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
    assert!(
        matches!(&answer, Answer::Update(message) if message.content() == "You played **c** in match 1."),
        "{answer:#?}"
    );
    assert!(
        stage
            .board(&table, 2)
            .await
            .content()
            .contains("played **c**")
    );
}

#[tokio::test]
async fn groups_are_put_together_and_mended() {
    let stage = Stage::new().await;
    let table = stage.begin("anache", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    hand.press("Choose Pieces").await;
    assert_eq!(hand.message.menus().len(), 2);
    hand.pick("b4,d4").await;
    assert!(
        hand.says("b4, d4 cannot move together: "),
        "{:#?}",
        hand.message
    );
    hand.pick("b4,c4,d4").await;
    assert!(
        hand.says("**b4, c4, d4**: In which direction?"),
        "{:#?}",
        hand.message
    );
    hand.press("Back").await;
    assert!(
        hand.says("Which pieces move?") && hand.message.button("Choose Pieces").is_none(),
        "{:#?}",
        hand.message
    );
    hand.pick("b4").await;
    hand.pick("N").await;
    hand.press("Change").await;
    hand.press("Start Over").await;
    assert!(hand.says("Which group moves?"), "{:#?}", hand.message);
    // All groups with a piece; the one that it has in a direction is in the list.
    hand.pick("@b4").await;
    assert!(
        hand.says("**b4**: Which group moves, and where?"),
        "{:#?}",
        hand.message
    );
    hand.pick("=b4-NW").await;
    assert!(hand.says("Your turn: **b4-NW**"), "{:#?}", hand.message);
}

#[tokio::test]
async fn a_picker_outlives_the_bot_and_a_month() {
    let mut stage = Stage::new().await;
    let table = stage.begin("anaash", &[("time", "90d")]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    stage.restart().await;
    hand.pick("c3").await;
    stage.restart().await;
    stage.advance(Duration::from_secs(30 * 86_400));
    // The thread was archived meanwhile, and wakes when somebody writes.
    table.ana.say("Where were we?").expect("she may write");
    hand.pick("c4").await;
    stage.restart().await;
    let board = finish(&stage, &table, hand).await;
    assert!(
        board.content().contains("played **c3xc4**"),
        "{}",
        board.content()
    );
}

#[tokio::test]
async fn of_two_presses_at_once_one_counts() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    let (one, other) = tokio::join!(hand.try_pick("a"), hand.try_pick("b"));
    let (won, lost) = if matches!(one, Answer::Update(_)) {
        (one, other)
    } else {
        (other, one)
    };
    assert!(whispered(lost).starts_with("This picker has already changed"));
    hand.changed(won);
    let (one, other) = tokio::join!(
        table.ana.press(&hand.message, "Play"),
        table.ana.press(&hand.message, "Play")
    );
    for answer in [&one, &other] {
        assert!(
            matches!(answer, Answer::Update(message) if message.content().contains("ou played **") || message.content().starts_with("You have played")),
            "{answer:#?}"
        );
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
    let stage = Stage::new().await;
    let table = stage.begin("anaash", &[]).await;
    let board = stage.board(&table, 1).await;
    let mut first = Hand::open(&table.ana, &board).await;
    first.pick("c3").await;
    // What was picked stays picked.
    let mut second = Hand::open(&table.ana, &board).await;
    assert!(
        second.says("**c3**: Where does it go?"),
        "{:#?}",
        second.message
    );
    first.changed(first.try_pick("c4").await);
    assert!(
        first.says("You opened a newer picker for this match.")
            && first.message.buttons().is_empty(),
        "{:#?}",
        first.message
    );
    second.pick("c4").await;
    finish(&stage, &table, second).await;
    assert_eq!(
        stage.row("SELECT count(*) FROM events WHERE kind = 'turn'"),
        "1"
    );
    // Nobody else's press counts, and who only watches has no picker.
    let watching = table.cleo.press(&board, "Move…").await;
    assert!(whispered(watching).contains("You are watching match 1"));
}

#[tokio::test]
async fn a_stale_picker_says_so_and_begins_anew() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
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
    assert_eq!(
        made.message.content(),
        "You have played turn 1 already: **d**."
    );
    assert!(made.message.buttons().is_empty(), "{:#?}", made.message);
    // Another one of the kind, left open while two turns were made.
    let board = stage.board(&table, 2).await;
    let mut old = Hand::open(&table.ben, &board).await;
    stage.plays(&table.ben, "c").await;
    stage.plays(&table.ana, "c").await;
    old.changed(old.try_pick("a").await);
    assert!(
        old.says("You have played turn 2 already: **c**."),
        "{:#?}",
        old.message
    );
    old.press("Start Over").await;
    assert!(old.says("turn 4: you play Black."), "{:#?}", old.message);
    old.pick("g").await;
    let board = finish(&stage, &table, old).await;
    assert!(
        board.content().contains("played **g**"),
        "{}",
        board.content()
    );
    hand.message = board;
}
