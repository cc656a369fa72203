//! Hints: where to look, and what a computer would play.

use std::sync::Arc;

use loopback_discord::Answer;

use crate::support::computers::{Adviser, NOTHING, begin, private, stage_with};
use crate::support::stage::{Stage, boards, labels, said, whispered};

#[tokio::test]
async fn a_hint_says_where_to_look_and_then_what_to_play() {
    let mut stage = stage_with(Arc::new(Adviser)).await;
    let table = begin(&stage, "connect-n", &[]).await;
    let hint = private(table.ana.command("hint", NOTHING).await);
    assert!(
        hint.content().starts_with(
            "Match 1, **Connect N**: a hint, which only you see.\nLook at the marked cells, "
        ),
        "{}",
        hint.content()
    );
    assert!(hint.content().contains("g1"), "{}", hint.content());
    assert!(stage.check_picture(&hint).contains(" Marked: "));
    assert_eq!(labels(&hint), ["Show Turn"]);
    let left_open = private(table.ana.command("hint", NOTHING).await);
    // It is the same after a restart.
    stage.restart().await;
    let turn = private(table.ana.press(&hint, "Show Turn").await);
    assert!(
        turn.content().contains("Your turn: **g**"),
        "{}",
        turn.content()
    );
    assert_eq!(labels(&turn), ["Play", "Change"]);
    table.ana.press(&turn, "Play").await;
    stage.board(&table, 2).await;
    let old = whispered(table.ana.press(&left_open, "Show Turn").await);
    assert_eq!(
        old,
        "That hint is for an older board. `/hint` gives one for this."
    );
}

#[tokio::test]
async fn a_rated_match_has_no_hints() {
    let stage = stage_with(Arc::new(Adviser)).await;
    let table = stage.begin("connect-n", &[]).await;
    let refused = whispered(table.ana.command("hint", NOTHING).await);
    assert_eq!(
        refused,
        "Match 1 is rated: there are no hints in it, so that the result shows how good its players are. After the end `/analyse` shows what was missed."
    );
    let refused = whispered(table.cleo.command("hint", NOTHING).await);
    assert!(refused.starts_with("You are watching match 1"), "{refused}");
}

#[tokio::test]
async fn two_people_agree_on_hints() {
    let mut stage = stage_with(Arc::new(Adviser)).await;
    let table = stage.begin("connect-n", &[("rated", "false")]).await;
    let general = stage.person("ana", stage.general());
    let elsewhere = whispered(general.command("hint", [("match", "1")]).await);
    assert!(
        elsewhere.contains("Use `/hint` in its thread to ask."),
        "{elsewhere}"
    );
    let question = said(table.ana.command("hint", NOTHING).await);
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    assert_eq!(
        question.content(),
        format!(
            "{ben}, {ana} would like hints from the computer in match 1, for both of you and to its end. Do you agree?"
        )
    );
    for place in [&table.ana, &table.cleo] {
        whispered(place.press(&question, "Agree").await);
    }
    assert_eq!(stage.row("SELECT count(*) FROM hint_consents"), "1");
    stage.restart().await;
    let Answer::Update(agreed) = table.ben.press(&question, "Agree").await else {
        panic!("the question is not answered")
    };
    assert_eq!(
        agreed.content(),
        format!("{ben} agreed: both players get hints in match 1 with `/hint`.")
    );
    let hint = private(table.ana.command("hint", NOTHING).await);
    assert_eq!(labels(&hint), ["Show Turn"]);
    let waits = whispered(table.ben.command("hint", NOTHING).await);
    assert!(waits.starts_with("It is "), "{waits}");
    assert_eq!(boards(&table.cleo).len(), 1, "nobody else sees the hint");
}

#[tokio::test]
async fn hints_that_are_declined_can_be_asked_for_again() {
    let stage = stage_with(Arc::new(Adviser)).await;
    let table = stage.begin("connect-n", &[("rated", "false")]).await;
    let question = said(table.ana.command("hint", NOTHING).await);
    let Answer::Update(declined) = table.ben.press(&question, "Decline").await else {
        panic!("the question is not answered")
    };
    let ben = stage.mention("ben");
    assert_eq!(
        declined.content(),
        format!("{ben} declined: there are no hints in match 1.")
    );
    said(table.ana.command("hint", NOTHING).await);
}

#[tokio::test]
async fn without_an_answer_one_may_try_again() {
    let stage = Stage::new().await;
    let table = begin(&stage, "connect-n", &[]).await;
    let silent = private(table.ana.command("hint", NOTHING).await);
    assert_eq!(
        silent.content(),
        "The computer has not come up with anything. Try again in a minute."
    );
    assert_eq!(labels(&silent), ["Try Again"]);
    let silent = private(table.ana.press(&silent, "Try Again").await);
    assert_eq!(labels(&silent), ["Try Again"]);
}
