//! Boards on which people try turns alone.

use std::sync::Arc;

use anteroom::games::CATALOGUE;
use loopback_discord::{Message, Place};
use serde_json::json;

use crate::support::computers::{Adviser, begin, lost_match, stage_with};
use crate::support::messages::check_seen;
use crate::support::stage::{NOTHING, Stage, boards, bold, private, says, updated, whispered};

async fn pressed(place: &Place, message: &Message, label: &str) -> Message {
    updated(place.press(message, label).await)
}

#[tokio::test]
async fn one_plays_both_sides_from_any_turn_and_goes_back() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.play_on(&table, &["d", "d", "c"]).await;
    stage.clear_requests();
    let shown = private(table.ana.command("explore", [("turn", 2)]).await);
    assert!(stage.check_picture(&shown).contains("d2"));
    // The bot never tells a computer's opinion of a running match between people.
    assert!(shown.button("Ask Computer").is_none());
    let after_one = pressed(&table.ana, &shown, "e").await;
    let after_two = pressed(&table.ana, &after_one, "f").await;
    check_seen("explored", [&shown, &after_one, &after_two]);
    let shown = after_two;
    assert!(stage.check_picture(&shown).contains("f1"));
    stage.restart().await;
    let back = pressed(&table.ana, &shown, "Back").await;
    assert_eq!(back.content(), after_one.content());
    // The line is kept.
    let again = private(table.ana.command("explore", [("turn", 2)]).await);
    assert_eq!(again.content(), after_one.content());
    let empty = pressed(&table.ana, &again, "Start Over").await;
    assert!(empty.button("Back").is_none());
    assert_eq!(stage.turns(), "3");
    assert_eq!(boards(&table.cleo).len(), 4, "nobody else sees any of it");

    // A spectator can explore too, from the history.
    let now = boards(&table.cleo).pop().expect("a board");
    let history = private(table.cleo.press(&now, "History").await);
    let own = private(table.cleo.press(&history, "Explore").await);
    assert!(stage.check_picture(&own).contains("c1"), "{own:#?}");
}

#[tokio::test]
async fn a_line_that_was_explored_becomes_a_conditional_line() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let shown = private(table.ana.command("explore", NOTHING).await);
    assert!(shown.button("Plan This").is_none());
    let shown = pressed(&table.ana, &shown, "d").await;
    assert!(shown.button("Plan This").is_none());
    let shown = pressed(&table.ana, &shown, "c").await;
    // The line omits the opponent's last turn.
    let shown = pressed(&table.ana, &shown, "a").await;
    let lines = private(table.ana.press(&shown, "Plan This").await);
    assert!(bold(lines.content()).ends_with(&["d", "c"]), "{lines:#?}");
    stage.plays(&table.ben, "d").await;
    let board = stage.board(&table, 4).await;
    assert_eq!(bold(board.content()), ["c"]);
}

#[tokio::test]
async fn a_computer_says_what_it_thinks_where_it_may() {
    let stage = stage_with(Arc::new(Adviser)).await;
    let table = begin(&stage, "connect-n", &[]).await;
    let shown = private(table.ana.command("explore", NOTHING).await);
    let told = pressed(&table.ana, &shown, "Ask Computer").await;
    check_seen("explored_with_a_computer", [&told]);
    // A spectator gets no opinion, since they could pass it on.
    let watched = private(table.cleo.command("explore", NOTHING).await);
    assert!(watched.button("Ask Computer").is_none());
}

#[tokio::test]
async fn on_a_board_from_the_start_a_computer_answers_who_plays_nobody_meanwhile() {
    let stage = stage_with(Arc::new(Adviser)).await;
    let ana = stage.person("ana", stage.general());
    let alone = private(ana.command("explore", [("game", "connect-n")]).await);
    let told = pressed(&ana, &alone, "Ask Computer").await;
    says(&told, "75 %");
    // The running match may reach a board of a finished match.
    let over = lost_match(&stage).await;
    let from = |turn: u32| {
        over.ana
            .command("explore", [("match", json!("1")), ("turn", json!(turn))])
    };
    let whole = 7;
    assert!(
        private(from(whole - 1).await)
            .button("Ask Computer")
            .is_some()
    );
    let table = stage.begin("connect-n", &[]).await;
    for turn in [0, whole - 1] {
        let silent = private(from(turn).await);
        assert!(silent.button("Ask Computer").is_none(), "{silent:#?}");
        if turn == 0 {
            check_seen("explored_without_a_computer", [&silent]);
        }
    }
    // An older message gives no opinion either.
    let refused = whispered(ana.press(&told, "Ask Computer").await);
    assert!(!refused.contains('%'), "{refused}");
    let other = private(ana.command("explore", [("game", "anchor")]).await);
    assert!(other.button("Ask Computer").is_some());
    // After a different first turn, the boards of the finished match may have opinions again.
    stage.plays(&table.ana, "g").await;
    assert!(
        private(from(whole - 1).await)
            .button("Ask Computer")
            .is_some()
    );
    let start = private(table.ana.command("explore", [("game", "connect-n")]).await);
    assert!(start.button("Ask Computer").is_none());
    let watching = private(table.cleo.command("explore", [("game", "connect-n")]).await);
    assert!(watching.button("Ask Computer").is_some());
}

#[tokio::test]
async fn every_game_can_be_explored_from_its_start() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    for game in CATALOGUE {
        let mut shown = private(ana.command("explore", [("game", game.card.key)]).await);
        assert_eq!(bold(shown.content())[0], game.card.name);
        for _ in 0..6 {
            let buttons = shown.buttons();
            let button = buttons
                .iter()
                .find(|button| button.custom_id.starts_with("pick/"));
            let answer = match (shown.menus().first(), button) {
                (_, Some(button)) => ana.click(&shown, &button.custom_id).await,
                (Some(menu), None) => {
                    let (_, value) = menu.options.first().expect("an option");
                    ana.select(&shown, &menu.custom_id, [value.as_str()]).await
                }
                (None, None) => panic!("{}: nothing to pick", game.card.key),
            };
            let next = updated(answer);
            stage.check_picture(&next);
            shown = next;
        }
        assert!(shown.button("Back").is_some(), "{shown:#?}");
    }
}
