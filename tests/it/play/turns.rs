//! Turns that are corrected, taken back and planned, by commands and buttons.

use std::time::Duration;

use anteroom::discord::ui;
use anteroom::features::play;
use anteroom::features::play::messages::Question;
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::Place;

use crate::support::hand::{Hand, finish};
use crate::support::messages::check_lines;
use crate::support::stage::{
    NOTHING, Stage, boards, contents, labels, private, refused, said, says, updated, whispered,
};

fn last_event(stage: &Stage) -> String {
    stage.row("SELECT kind FROM events ORDER BY seq DESC LIMIT 1")
}

#[tokio::test]
async fn a_refused_turn_offers_legal_ones_that_are_played_after_a_look() {
    let (mut stage, table) = Stage::playing("antichess", &[]).await;
    let answer = table.ana.command("move", [("turn", "e2e5")]).await;
    let refused = refused(answer, stage.refused_turn(&table, "e2e5").await);
    stage.check_picture(&refused);
    let labels = labels(&refused);
    assert!(
        labels.contains(&String::from("e4")) && labels[3..] == ["Move…", "Show Me", "Rules"],
        "{labels:?}"
    );
    let other = private(table.ana.command("move", [("turn", "e2e5")]).await);
    // The button works after a restart, and opens a preview.
    stage.restart().await;
    let preview = updated(table.ana.press(&refused, "e4").await);
    says(&preview, "**e4**");
    assert_eq!(stage.turns(), "0");
    updated(table.ana.press(&preview, "Play").await);
    stage.board(&table, 2).await;
    // The match has moved on.
    let late = updated(table.ana.press(&other, "e4").await);
    let (id, ply) = (MatchId(1), 1);
    let moved_on = ui::refusal(&Refusal::MovedOn { id, ply }, None);
    assert!(late.content().starts_with(&moved_on.content));
    assert!(late.buttons().is_empty());
}

#[tokio::test]
async fn an_unfinished_turn_goes_on_in_a_picker() {
    let (stage, table) = Stage::playing("anacund", &[("board", "1")]).await;
    let mut hand = Hand::of(
        &table.ana,
        table.ana.command("move", [("turn", "12")]).await,
    );
    assert!(
        hand.says("`12`") && hand.message.button("Back").is_some(),
        "{:#?}",
        hand.message
    );
    check_lines("unfinished_turn", hand.message.content().lines());
    stage.check_picture(&hand.message);
    hand.pick("13").await;
    // *Back* removes typed steps as well.
    hand.press("Back").await;
    hand.press("Back").await;
    assert!(hand.message.button("Back").is_none(), "{:#?}", hand.message);
    for square in ["12", "13", "25"] {
        hand.pick(square).await;
    }
    let board = finish(&stage, &table, hand).await;
    says(&board, "**12 13 25**");
    // The form does the same.
    let form = stage.form(&table.ben, &board).await;
    let mut hand = Hand::of(&table.ben, table.ben.submit(&form, [("turn", "27")]).await);
    assert!(hand.says("27"), "{:#?}", hand.message);
    hand.pick("29").await;
}

#[tokio::test]
async fn a_turn_that_nobody_has_seen_is_taken_back() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.advance(Duration::from_secs(5));
    let first = stage.plays(&table.ana, "d").await;
    stage.advance(Duration::from_secs(5));
    let back = said(table.ana.command("takeback", NOTHING).await);
    stage.until_announced().await;
    says(&back, "**d**");
    assert_eq!(back.mentions(), ["ben"]);
    assert_eq!(last_event(&stage), "taken-back");
    stage.check_picture(&back);
    // The board of the undone turn is outdated, even if another board has the same ply.
    stage.plays(&table.ana, "d").await;
    stage
        .message_has(&table.cleo, &first, &["History", "Rules"])
        .await;
    // Ben has opened the picker, which counts as a look, so the bot asks for his consent.
    let board = boards(&table.cleo).pop().expect("a board");
    whispered(table.ben.press(&board, "Move…").await);
    stage.advance(Duration::from_secs(5));
    let asked = said(table.ana.command("takeback", NOTHING).await);
    stage.until_announced().await;
    says(&asked, "**d**");
    refused(
        table.cleo.press(&asked, "Accept Take-Back").await,
        Refusal::NotYourMatch(MatchId(1)),
    );
    refused(
        table.ana.press(&asked, "Decline").await,
        Refusal::OwnTakeback,
    );
    assert_eq!(last_event(&stage), "takeback-asked");
    stage.restart().await;
    let accepted = updated(table.ben.press(&asked, "Accept Take-Back").await);
    let words = Question::TakeBack.accepted_by(stage.id("ben"));
    assert_eq!(accepted.content(), words);
    assert!(accepted.buttons().is_empty());
    let agreed = stage.board(&table, 5).await;
    says(&agreed, "**d**");
    assert_eq!(agreed.mentions(), ["ana"]);
    stage.plays(&table.ana, "d").await;
    // The restarts lost no post and duplicated none.
    assert_eq!(contents(&table.cleo).len(), 7);
    assert_eq!(boards(&table.cleo).len(), 6);
}

#[tokio::test]
async fn a_take_back_may_be_declined() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    stage.plays(&table.ben, "e").await;
    let asked = said(table.ana.command("takeback", NOTHING).await);
    stage.until_announced().await;
    assert!(
        ["**d**", "**e**"]
            .iter()
            .all(|turn| asked.content().contains(turn)),
        "{asked:#?}"
    );
    let declined = updated(table.ben.press(&asked, "Decline").await);
    assert!(declined.buttons().is_empty(), "{declined:#?}");
    stage.until_announced().await;
    refused(
        table.ana.command("takeback", NOTHING).await,
        Refusal::AskedAlready,
    );
    assert_eq!(last_event(&stage), "takeback-declined");
    stage.plays(&table.ana, "d").await;
}

#[tokio::test]
async fn typed_lines_are_private_and_played_at_once() {
    let (mut stage, table) = Stage::playing("antichess", &[]).await;
    let add = async |line: &str| table.ana.command("plan", [("line", line)]).await;
    let list = async |place: &Place| place.command("plan", NOTHING).await;
    refused(add("e7e5 g1f3").await, Refusal::MoveFirst);
    stage.plays(&table.ana, "d4").await;
    for line in ["a6 Nf3 a5 Nc3", "e6 | h3"] {
        whispered(add(line).await);
    }
    let now = stage.state(1).await;
    let why = now.read_line(stage.id("ana"), "a6 Ng3", &[]);
    refused(add("a6 Ng3").await, why.expect_err("no line"));
    stage.row_is(
        "SELECT group_concat(turns, ' / ') FROM conditional_lines",
        "a7a6 | g1f3 | a6a5 | b1c3 / e7e6 | h2h3",
    );
    let none = whispered(list(&table.ben).await);
    assert!(!none.contains("g1f3"), "{none}");
    refused(list(&table.cleo).await, Refusal::NotYourMatch(MatchId(1)));
    let before = contents(&table.cleo).len();
    stage.restart().await;
    stage.plays(&table.ben, "a6").await;
    let answer = stage.board(&table, 4).await;
    says(&answer, "**Nf3**");
    assert_eq!(
        contents(&table.cleo).len(),
        before + 2,
        "{:#?}",
        contents(&table.cleo)
    );
    // The other line is dropped, and the bot tells Ana alone, once.
    let lines = whispered(list(&table.ana).await);
    assert!(
        lines.contains("**a5**") && lines.contains("e6 | h3"),
        "{lines}"
    );
    stage
        .until_row("SELECT count(*) FROM conditional_lines", "1")
        .await;
    let lines = whispered(list(&table.ana).await);
    assert!(!lines.contains("e7e6"), "{lines}");
    let lines = private(list(&table.ana).await);
    assert_eq!(labels(&lines), ["Plan Reply", "Clear 1"]);
    let cleared = private(table.ana.press(&lines, "Clear 1").await);
    let told = play::messages::conditional::lines_cleared(MatchId(1), 1).content;
    assert!(cleared.content().starts_with(&told), "{cleared:#?}");
    stage.row_is("SELECT count(*) FROM conditional_lines", "0");
    stage.plays(&table.ben, "a5").await;
    assert_eq!(boards(&table.cleo).len(), 5);
}
