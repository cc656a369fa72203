//! Previews of turns before they count.

use anteroom::db::Denial;
use anteroom::db::Places;
use anteroom::discord::ui;
use anteroom::features::play::PlayRefusal;
use anteroom::features::play::messages::NOTHING_LEFT;
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::{Answer, Message, Place};

use crate::support::stage::{Stage, Table, boards, labels, private, refused, says, updated};
use crate::support::typing::confirms;

/// Starts a match whose first player wants a preview of every turn.
async fn careful(stage: &Stage, game: &str) -> Table {
    let table = stage.begin(game, &[]).await;
    confirms(&table.ana, "always").await;
    table
}

async fn preview(place: &Place, turn: &str) -> Message {
    match place.command("move", [("turn", turn)]).await {
        Answer::Message(message) if message.is_ephemeral() => message,
        other => panic!("{other:#?}"),
    }
}

/// Returns the refusal of a late press in match 1, now at this ply.
const fn moved_on(ply: u32) -> Refusal {
    let id = MatchId(1);
    Refusal::MovedOn { id, ply }
}

fn turns(stage: &Stage) -> String {
    stage.row(
        "SELECT coalesce(group_concat(json_extract(body, '$.text')), '') FROM (SELECT body FROM events WHERE kind = 'turn' ORDER BY seq)",
    )
}

#[tokio::test]
async fn a_turn_is_shown_and_then_played_even_after_a_restart() {
    let mut stage = Stage::new().await;
    let table = careful(&stage, "antichess").await;
    let shown = preview(&table.ana, "e4").await;
    says(&shown, "**e4**");
    assert!(stage.check_picture(&shown).contains("e4"));
    assert_eq!(turns(&stage), "");
    stage.restart().await;
    let answer = table.ana.press(&shown, "Play").await;
    let played = updated(answer);
    let now = stage.state(1).await;
    let told = ui::played_elsewhere(&now, stage.id("ana"), &Places::default()).content;
    assert_eq!(played.content(), format!("{told} {NOTHING_LEFT}"));
    assert_eq!(labels(&played), ["Plan Reply"]);
    assert!(played.attachments().is_empty(), "{played:#?}");
    let board = stage.board(&table, 2).await;
    says(&board, "**e4**");
    assert_eq!(turns(&stage), "e2e4");

    // Ben has no setting, so his typed turns count at once.
    stage.plays(&table.ben, "d5").await;
    let shown = preview(&table.ana, "exd5").await;
    says(&shown, "**exd5**");
    assert_eq!(turns(&stage), "e2e4,d7d5");
}

#[tokio::test]
async fn a_turn_can_be_changed_before_it_counts() {
    let stage = Stage::new().await;
    let table = careful(&stage, "antichess").await;
    let board = boards(&table.cleo).pop().expect("a board");
    let form = stage.form(&table.ana, &board).await;
    let first = table.ana.submit(&form, [("turn", "d4")]).await;
    let first = first.message().expect("a preview").clone();
    assert!(
        first.is_ephemeral() && first.content().contains("**d4**"),
        "{}",
        first.content()
    );

    let form = table.ana.press(&first, "Change").await;
    let form = form.modal().expect("a form");
    assert_eq!(form.inputs()[0]["value"], "d2d4");
    // The bot explains the mistake, and the preview stays.
    let wrong = table.ana.submit(form, [("turn", "d5")]).await;
    refused(wrong, stage.refused_turn(&table, "d5").await);
    let form = table.ana.press(&first, "Change").await;
    let answer = table
        .ana
        .submit(form.modal().expect("a form"), [("turn", "c4")])
        .await;
    let second = updated(answer);
    assert_eq!(second.id(), first.id());
    says(&second, "**c4**");
    updated(table.ana.press(&second, "Play").await);
    stage.board(&table, 2).await;
    assert_eq!(turns(&stage), "c2c4");
}

#[tokio::test]
async fn a_turn_that_cannot_be_played_is_not_shown() {
    let stage = Stage::new().await;
    let table = careful(&stage, "antichess").await;
    let answer = table.ana.command("move", [("turn", "e2e5")]).await;
    refused(answer, stage.refused_turn(&table, "e2e5").await);
    confirms(&table.ben, "always").await;
    let waits = stage.waits("ana", "White");
    refused(
        table.ben.command("move", [("turn", "e7e5")]).await,
        waits.clone(),
    );
    stage.row_is("SELECT count(*) FROM board_sessions", "0");
}

#[tokio::test]
async fn turns_too_long_for_a_button_have_one_all_the_same() {
    let (mut stage, table) = Stage::playing("anache", &[("size", "10")]).await;
    stage.plays(&table.ana, "b2-NW").await;
    stage.plays(&table.ben, "e8-S end").await;
    // A barrier, from which the player may take piece after piece.
    let begun = "i2-NE end !b1 !c1 !c2 !d1 !d2 !e1 !e2 !f1 !f2 !g1 !g2 !h1 !h2";
    let wrong = |begun: &str| format!("{begun} !b5");
    let older = private(table.ana.command("move", [("turn", wrong(begun))]).await);
    let labels = labels(&older);
    assert!(
        older.content().contains("b5") && labels.len() == 6 && labels.ends_with(&ways_on()),
        "{older:#?}"
    );
    assert!(
        labels[..3]
            .iter()
            .all(|label| label.starts_with(begun) && label.len() > 64),
        "{labels:?}"
    );
    stage.restart().await;
    let mut shown = updated(table.ana.press(&older, &labels[0]).await);
    // The button begins a turn, so the player continues in a picker.
    let mut presses = 0;
    while shown.button("Play").is_none() {
        presses += 1;
        assert!(presses < 20, "{}", shown.content());
        let next = shown.buttons()[0].label.clone();
        let message = updated(table.ana.press(&shown, &next).await);
        shown = message;
    }
    says(&shown, "**i2\u{2060}-\u{2060}NE end !b1");
    // The button was replaced by newer offers, or the match has moved on.
    let other = "i2-NE end !c1 !b1 !c2 !d1 !d2 !e1 !e2 !f1 !f2 !g1 !g2 !h1 !h2";
    let newer = private(table.ana.command("move", [("turn", wrong(other))]).await);
    let copy = private(table.ana.command("move", [("turn", wrong(begun))]).await);
    let first = newer.buttons().into_iter().next().expect("a button").label;
    let late = updated(table.ana.press(&newer, &first).await);
    assert_eq!(late.content(), PlayRefusal::OldOffer.sentence());
    updated(table.ana.press(&shown, "Play").await);
    stage.board(&table, 4).await;
    let gone = copy.buttons().into_iter().next().expect("a button").label;
    let late = updated(table.ana.press(&copy, &gone).await);
    assert_eq!(late.content(), ui::refusal(&moved_on(3), None).content);
    stage.row_is("SELECT count(*) FROM offers", "0");
}

/// Returns the buttons of a refusal after the offered turns.
fn ways_on() -> [String; 3] {
    ["Move…", "Show Me", "Rules"].map(str::to_owned)
}
