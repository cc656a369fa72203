//! Hints: an area to look at, and a computer's turn.

use std::sync::Arc;

use anteroom::discord::ui;
use anteroom::features::study::NoAdvice;
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::Message;

use crate::bot::forged::posts;
use crate::ladders::flow as ladder;
use crate::support::computers::{Adviser, begin, lost_match, stage_with};
use crate::support::forms::{chooses, fills_in};
use crate::support::messages::check_seen;
use crate::support::stage::{
    Stage, Table, boards, labels, on_board, page, private, refused, says, updated, whispered,
};

#[tokio::test]
async fn a_hint_says_where_to_look_and_then_what_to_play() {
    let mut stage = stage_with(Arc::new(Adviser)).await;
    let table = begin(&stage, "connect-n", &[]).await;
    let hint = private(on_board(&table.ana, "Hint").await);
    assert!(stage.check_picture(&hint).contains("g1"), "{hint:#?}");
    let left_open = private(on_board(&table.ana, "Hint").await);
    // The hint is the same after a restart.
    stage.restart().await;
    let turn = private(table.ana.press(&hint, "Show Turn").await);
    stage.check_picture(&turn);
    table.ana.press(&turn, "Play").await;
    stage.board(&table, 2).await;
    let old = private(table.ana.press(&left_open, "Show Turn").await);
    check_seen("hints", [&hint, &turn, &old]);
}

#[tokio::test]
async fn without_an_answer_one_may_try_again() {
    let stage = Stage::new().await;
    let table = begin(&stage, "connect-n", &[]).await;
    let silent = private(on_board(&table.ana, "Hint").await);
    assert_eq!(silent.content(), NoAdvice::Nothing.to_string());
    assert_eq!(labels(&silent), ["Try Again"]);
    let silent = private(table.ana.press(&silent, "Try Again").await);
    assert_eq!(labels(&silent), ["Try Again"]);
    // An analysis, and a board on which one explores, which stays.
    let table = lost_match(&stage).await;
    let silent = private(on_board(&table.ana, "Analyse").await);
    stage.message_has(&table.ana, &silent, &["Try Again"]).await;
    let shown = private(table.cleo.command("explore", [("turn", 3)]).await);
    let silent = private(table.cleo.press(&shown, "Ask Computer").await);
    assert_eq!(labels(&silent), ["Try Again"]);
    updated(table.cleo.press(&shown, "a").await);
}

#[tokio::test]
async fn a_rated_match_has_no_hints() {
    let stage = stage_with(Arc::new(Adviser)).await;
    let table = stage.begin("connect-n", &[]).await;
    for place in [&table.ana, &table.cleo] {
        assert!(page(place).await.button("Hint").is_none());
    }
}

#[tokio::test]
async fn match_of_a_ladder_has_no_hints_although_it_is_not_rated() {
    let stage = stage_with(Arc::new(Adviser)).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.person(name, stage.general()));
    let shown = ladder::sets_up(&ana).await;
    let shown = updated(chooses(&ana, &shown, "ladder-set/game", "connect-n").await);
    let small = updated(chooses(&ana, &shown, "ladder-set/setup", "5").await);
    says(&small, "5×4");
    let form = ana.press(&small, "Create…").await;
    private(fills_in(&ana, form, &[("name", "Small Ladder")]).await);
    for place in [&ana, &ben] {
        ladder::joins(place).await;
    }
    ladder::challenges(&ben, stage.id("ana")).await;
    ladder::accepts(&ana).await;
    let id = ladder::begins(&stage, 0).await;
    let thread = stage.first_turn(id, "a").await;
    assert!(!stage.state(1).await.is_rated());
    // A button that the bot does not show.
    let forged = posts(&stage, thread, &[String::from("hint/1")]).await;
    let mut told = Vec::new();
    for name in ["ana", "ben"] {
        let place = stage.person(name, thread);
        assert!(page(&place).await.button("Hint").is_none());
        told.push(whispered(place.click(&forged[0], "hint/1").await));
    }
    // The other one hears first that it is not their turn.
    let why = NoAdvice::Contest(MatchId(1)).to_string();
    assert_eq!(
        told.iter().filter(|told| told.starts_with(&why)).count(),
        1,
        "{told:#?}"
    );
}

/// Asks for hints, and returns the question that everybody sees.
async fn asks(table: &Table) -> Message {
    private(on_board(&table.ana, "Hint").await);
    let mut seen = table.cleo.messages();
    seen.retain(|message| message.button("Agree").is_some());
    seen.pop().expect("a question")
}

#[tokio::test]
async fn two_people_agree_on_hints() {
    let mut stage = stage_with(Arc::new(Adviser)).await;
    let table = stage.begin("connect-n", &[("rated", "false")]).await;
    let general = stage.person("ana", stage.general());
    let elsewhere = private(on_board(&general, "Hint").await);
    let question = asks(&table).await;
    assert_eq!(question.mentions(), ["ben"]);
    let own = private(table.ana.press(&question, "Agree").await);
    let refused = whispered(table.cleo.press(&question, "Agree").await);
    assert_eq!(refused, ui::sentence(&Refusal::NotYourMatch(MatchId(1))));
    stage.row_is("SELECT count(*) FROM hint_consents", "1");
    stage.restart().await;
    let agreed = updated(table.ben.press(&question, "Agree").await);
    check_seen("hints_agreed", [&elsewhere, &question, &own, &agreed]);
    let hint = private(on_board(&table.ana, "Hint").await);
    assert_eq!(labels(&hint), ["Show Turn"]);
    // A waiting player gets no hint. The page of an earlier turn gives no hint either.
    let before = page(&table.ana).await;
    stage.plays(&table.ana, "a").await;
    let refused = stage.waits("ben", "Black");
    self::refused(table.ana.press(&before, "Hint").await, refused);
    assert!(page(&table.ana).await.button("Hint").is_none());
    assert_eq!(boards(&table.cleo).len(), 2, "nobody else sees the hint");
}

#[tokio::test]
async fn hints_that_are_declined_can_be_asked_for_again() {
    let stage = stage_with(Arc::new(Adviser)).await;
    let table = stage.begin("connect-n", &[("rated", "false")]).await;
    let question = asks(&table).await;
    let declined = updated(table.ben.press(&question, "Decline").await);
    check_seen("hints_declined", [&declined]);
    stage.row_is("SELECT count(*) FROM hint_consents", "0");
    asks(&table).await;
}
