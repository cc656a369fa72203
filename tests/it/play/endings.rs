//! Draws, resignations and cancelled matches.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::features::play::messages::{self, Done, PLAYS_ON, Question, ask_resign_again};
use anteroom::matches::{ChannelId, Command, Fact, MatchId, Refusal};

use crate::support::messages::check_seen;
use crate::support::stage::{
    NOTHING, Stage, boards, labels, listed, page, private, refused, said, says, tab, updated,
    whispered,
};

#[tokio::test]
async fn a_draw_is_offered_declined_and_agreed() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    stage.clear_requests();
    let offer = said(table.ana.command("draw", NOTHING).await);
    stage.until_announced().await;
    assert_eq!(offer.mentions(), ["ben"]);
    refused(
        table.ana.command("draw", NOTHING).await,
        Refusal::OfferedAlready,
    );
    refused(
        table.ana.press(&offer, "Accept Draw").await,
        Refusal::OwnOffer,
    );
    refused(
        table.cleo.press(&offer, "Accept Draw").await,
        Refusal::NotYourMatch(MatchId(1)),
    );
    let declined = table.ben.press(&offer, "Decline").await;
    stage.until_announced().await;
    let declined = updated(declined);
    says(&declined, &stage.mention("ben"));
    assert!(declined.buttons().is_empty());
    stage.row_is(
        "SELECT kind FROM events ORDER BY seq DESC LIMIT 1",
        "draw-declined",
    );

    // The next turn ends an offer.
    stage.plays(&table.ana, "e4").await;
    let board = boards(&table.cleo).pop().expect("a board");
    let offer = said(table.ana.press(&board, "Offer Draw").await);
    stage.until_announced().await;
    stage.plays(&table.ben, "e6").await;
    let turn = Fact::Turn {
        seat: Seat::Second,
        text: String::from("e7e6"),
        conditional: false,
        ballot: None,
    };
    let lapsed = ui::ended_question(true, &turn).content;
    let offer = stage.message_says(&table.cleo, &offer, &lapsed).await;
    assert_eq!((offer.content(), offer.buttons().len()), (&*lapsed, 0));

    // A draw command during an open offer accepts the offer.
    said(table.ben.command("draw", NOTHING).await);
    stage.until_announced().await;
    let agreed = said(table.ana.command("draw", NOTHING).await);
    let result = stage.result(1).await;
    says(&agreed, &result);
    assert_eq!(agreed.mentions(), ["ben"]);
    stage.row_is("SELECT reason FROM matches", "agreed");
    stage.check_picture(&agreed);
    stage.card_follows(&table).await;
    stage
        .until_thread_is(&table, "Ana drew with Ben · Standard Antichess 1")
        .await;
    let requests = stage.counted();
    assert!(
        requests.len() <= 3,
        "all but the first board's buttons, the card and the thread's name were answers: {requests:?}"
    );
}

#[tokio::test]
async fn match_of_a_player_who_never_moved_has_no_result() {
    let (mut stage, table) = Stage::playing("connect-n", &[("time", "1h")]).await;
    stage.plays(&table.ana, "d").await;
    stage.advance(Duration::from_hours(1));
    let over = stage.board(&table, 3).await;
    let result = stage.result(1).await;
    says(&over, &result);
    assert_eq!(over.mentions(), ["ben", "ana"]);
    stage.card_follows(&table).await;
    // The list says how it ended, and of nobody that they won.
    stage.row_is("SELECT reason FROM matches WHERE winner IS NULL", "flagged");
    let late = stage.id("ben");
    let punctuality = "SELECT user FROM punctuality WHERE lost_on_time = 1";
    stage.row_is(punctuality, &late.to_string());
    stage.row_is("SELECT count(*) FROM ratings", "0");
    for _ in 0..2 {
        let profile = private(table.ana.command("profile", NOTHING).await);
        let finished = tab(&table.ana, "Finished").await;
        check_seen("match_without_a_first_move", [&profile, &finished]);
        stage.restart().await;
    }
}

#[tokio::test]
async fn resigning_is_asked_twice() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let question = private(table.ana.command("resign", NOTHING).await);
    assert_eq!(
        labels(&question),
        ["Cancel Match", "Resign", "Keep Playing"]
    );
    let kept = table.ana.press(&question, "Keep Playing").await;
    assert_eq!(kept.message().expect("an answer").content(), PLAYS_ON);

    let question = private(table.ana.command("resign", NOTHING).await);
    stage.plays(&table.ana, "d").await;
    let moved_on = whispered(table.ana.press(&question, "Resign").await);
    assert_eq!(moved_on, ask_resign_again(1));
    stage.row_is("SELECT status FROM matches", "playing");

    // A player can resign from any channel.
    let elsewhere = stage.person("ana", stage.general());
    let question = private(elsewhere.command("resign", NOTHING).await);
    let done = updated(elsewhere.press(&question, "Resign").await);
    let thread = ChannelId(table.thread.0);
    let elsewhere = messages::done(Done::Resigned, MatchId(1), Some(thread));
    assert_eq!(done.content(), elsewhere.content);
    let result = stage.board(&table, 3).await;
    let words = stage.result(1).await;
    says(&result, &words);
    assert_eq!(result.mentions(), ["ben"]);
    stage.row_is("SELECT reason || winner FROM matches", "resigned1");
    stage.card_follows(&table).await;
    // In the match's thread, the answer has no link to the thread.
    let next = stage.begin("connect-n", &[]).await;
    let question = private(next.ben.command("resign", NOTHING).await);
    let done = updated(next.ben.press(&question, "Resign").await);
    let here = messages::done(Done::Resigned, MatchId(2), None);
    assert_eq!(done.content(), here.content);
}

#[tokio::test]
async fn a_match_is_aborted_until_both_have_made_a_turn() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let board = stage.only_last_asks(&table, 2).await;
    assert!(board.button("Resign…").is_none());
    assert!(page(&table.cleo).await.button("Cancel Match…").is_none());
    // The button asks for confirmation.
    let question = private(table.ben.press(&board, "Cancel Match…").await);
    let general = stage.person("cleo", stage.general());
    let card = general.message(table.card).expect("a card");
    assert_eq!(card.attachments().len(), 1);
    stage.clear_requests();
    let done = updated(table.ben.press(&question, "Cancel Match").await);
    let told = messages::done(Done::Aborted, MatchId(1), None);
    assert_eq!(done.content(), told.content);
    stage
        .until_thread_is(&table, "Cancelled · Connect N 1")
        .await;
    // The thread may be renamed before the post arrives.
    let words = ui::aborted_sentence(stage.id("ben"));
    let post = stage.sandbox.until(|_| {
        let last = table.cleo.messages().pop()?;
        last.content().contains(&words).then_some(last)
    });
    assert_eq!(post.await.expect("a post").mentions(), ["ana"]);
    // Of the card one line is left.
    let card = stage.card_follows(&table).await;
    says(&card, &format!("<#{}>", table.thread));
    assert_eq!(card.content().lines().count(), 1);
    assert!(card.attachments().is_empty() && card.buttons().is_empty());
    assert_eq!(stage.counted().len(), 3, "{:?}", stage.counted());
    let by = stage.id("ben");
    let over = stage.refusal(1, Command::Abort { by }).await;
    for (command, options) in [
        ("move", &[("turn", "a"), ("match", "1")][..]),
        ("resign", &[("match", "1")]),
    ] {
        let options = options.iter().copied();
        refused(table.ben.command(command, options).await, over.clone());
    }
    let games = private(table.ben.command("games", NOTHING).await);
    assert_eq!(listed(&games), [""; 0]);
    stage.row_is(
        "SELECT status || (ended_at IS NULL) || (deadline IS NULL) FROM matches",
        "aborted11",
    );
    stage.row_is("SELECT count(*) FROM alarms", "0");
    stage.restart().await;

    // A player cannot cancel after both have moved.
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let question = private(table.ana.command("resign", NOTHING).await);
    stage.plays(&table.ben, "d").await;
    refused(
        table.ana.press(&question, "Cancel Match").await,
        Refusal::TooLateToAbort(MatchId(2)),
    );
    let board = boards(&table.cleo).pop().expect("a board");
    assert!(board.button("Cancel Match…").is_none() && board.button("Resign…").is_some());
}

#[tokio::test]
async fn a_question_from_before_a_restart_loses_its_buttons_when_one_is_pressed() {
    let (mut stage, table) = Stage::playing("antichess", &[]).await;
    let declined = said(table.ana.command("draw", NOTHING).await);
    stage.until_announced().await;
    stage.restart().await;
    table.ben.command("draw", NOTHING).await;
    stage.until_announced().await;
    stage.row_is("SELECT reason FROM matches", "agreed");
    let over = updated(table.ben.press(&declined, "Decline").await);
    assert_eq!(over.content(), Question::Draw.has_lapsed(None));
    assert!(over.buttons().is_empty());

    let table = stage.begin("antichess", &[]).await;
    stage.plays(&table.ana, "e4").await;
    stage.plays(&table.ben, "e6").await;
    // Ana must see the turn first; otherwise the take-back needs no consent.
    table.ana.command("board", NOTHING).await;
    let asked = said(table.ben.command("takeback", NOTHING).await);
    stage.until_announced().await;
    stage.restart().await;
    stage.plays(&table.ana, "a3").await;
    stage.only_last_asks(&table, 4).await;
    stage.clear_requests();
    let over = updated(table.ana.press(&asked, "Decline").await);
    let view = stage.view(2).await;
    let latest = ui::latest_board(&view.state, &view.places, view.places.board);
    assert_eq!(over.content(), Question::TakeBack.has_lapsed(Some(&latest)));
    assert!(over.buttons().is_empty());
    assert_eq!(stage.counted(), Vec::<String>::new());
}
