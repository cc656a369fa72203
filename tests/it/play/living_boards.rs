//! Only the newest board has a *Move…* button, regardless of what posted the one before, and when.

use std::time::Duration;

use crate::support::hand::Hand;
use crate::support::stage::{NOTHING, Stage, boards, on_board, private, said, says, updated};
use crate::support::typing::by_button;

#[tokio::test]
async fn boards_lose_their_buttons_whatever_posted_them() {
    let (stage, table) = Stage::playing("connect-n", &[("time", "3d")]).await;
    stage.clear_requests();
    // The bot itself posted the first board: one request removes its buttons. Typed turns need no further requests.
    for (number, turn) in ["d", "a", "d", "b", "e", "c"].into_iter().enumerate() {
        stage.plays(table.player(number), turn).await;
        stage.only_last_asks(&table, number + 2).await;
    }
    assert_eq!(stage.counted().len(), 1, "{:?}", stage.counted());
    // A planned reply.
    drop(table.ben.command("plan", [("line", "c g")]).await);
    stage.plays(&table.ana, "c").await;
    let planned = stage.only_last_asks(&table, 9).await;
    says(&planned, "**g**");
    stage.plays(&table.ana, "f").await;
    stage.only_last_asks(&table, 10).await;
    // A post without a board leaves the newest board active.
    let question = private(on_board(&table.ana, "Give Time…").await);
    private(table.ana.press(&question, "1 Day").await);
    let question = said(table.ana.command("draw", NOTHING).await);
    updated(table.ben.press(&question, "Decline").await);
    stage.only_last_asks(&table, 10).await;
    // An accepted take-back.
    private(table.ben.command("board", NOTHING).await);
    let question = said(table.ana.command("takeback", NOTHING).await);
    updated(table.ben.press(&question, "Accept Take-Back").await);
    stage.only_last_asks(&table, 11).await;
    stage.plays(&table.ana, "a").await;
    stage.only_last_asks(&table, 12).await;
}

#[tokio::test]
async fn picked_and_typed_turns_cost_one_request_each_with_their_old_boards() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.clear_requests();
    for (number, turn) in ["d", "a", "d", "b"].into_iter().enumerate() {
        let place = table.player(number);
        if number < 2 {
            let board = boards(&table.cleo).pop().expect("a board");
            let mut hand = Hand::open(place, &board).await;
            hand.pick(turn).await;
            hand.press("Play").await;
        } else {
            by_button(&stage, &table, place, turn).await;
        }
        stage.only_last_asks(&table, number + 2).await;
    }
    // An answer to the picker's private message would appear as a reply to it, so each turn is a post of its own.
    let counted = stage.counted();
    assert_eq!(counted, ["POST /channels/{channel_id}/messages"; 4]);
}

#[tokio::test]
async fn boards_of_slow_matches_lose_their_buttons_for_one_request_each() {
    let (mut stage, table) = Stage::playing("connect-n", &[("time", "3d")]).await;
    stage.plays(&table.ana, "d").await;
    stage.only_last_asks(&table, 2).await;
    // The interaction token of the previous board has expired.
    stage.advance(Duration::from_hours(1));
    stage.card_follows(&table).await;
    stage.clear_requests();
    says(&boards(&table.cleo)[1], "Deadline: ");
    stage.plays(&table.ben, "a").await;
    stage.only_last_asks(&table, 3).await;
    assert_eq!(stage.counted().len(), 1, "{:?}", stage.counted());
    // A deadline that has passed is not shown, but whom the board called.
    let before = boards(&table.cleo).remove(1);
    assert!(!before.content().contains("Deadline"), "{before:#?}");
    says(&before, ", your move as Black.");
    stage.check_picture(&before);
    // After a restart the bot knows only the id of the previous board, and reads its text.
    stage.advance(Duration::from_hours(1));
    stage.card_follows(&table).await;
    // A bot that is killed before it notes that the card was shown edits the card again.
    stage.until_row("SELECT count(*) FROM owed", "0").await;
    stage.restart().await;
    stage.clear_requests();
    stage.plays(&table.ana, "d").await;
    stage.only_last_asks(&table, 4).await;
    let message = "/channels/{channel_id}/messages/{message_id}";
    let both = ["GET", "PATCH"].map(|method| format!("{method} {message}"));
    assert_eq!(stage.counted(), both);
}
