//! Turns that are mended, taken back and laid down beforehand, through commands and buttons.

use std::time::Duration;

use loopback_discord::Answer;

use crate::support::hand::{Hand, finish};
use crate::support::stage::{Stage, boards, contents, said, whispered};

#[tokio::test]
async fn a_refused_turn_offers_legal_ones_that_are_played_after_a_look() {
    let mut stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let Answer::Message(refused) = table.ana.command("move", [("turn", "e2e5")]).await else {
        panic!("no message")
    };
    assert!(
        refused.is_ephemeral() && refused.content().contains("a pawn cannot go from e2 to e5"),
        "{}",
        refused.content()
    );
    stage.check_picture(&refused);
    let labels: Vec<_> = refused
        .buttons()
        .into_iter()
        .map(|button| button.label)
        .collect();
    assert!(
        labels.contains(&String::from("e2e4")) && labels[3..] == ["Move…", "Show Me", "Rules"],
        "{labels:?}"
    );
    let Answer::Message(other) = table.ana.command("move", [("turn", "e2e5")]).await else {
        panic!("no message")
    };
    // It works after a restart as well, and shows the turn before it counts.
    stage.restart().await;
    let Answer::Update(preview) = table.ana.press(&refused, "e2e4").await else {
        panic!("no preview")
    };
    assert!(
        preview.content().contains("Your turn: **e2e4**"),
        "{}",
        preview.content()
    );
    assert_eq!(
        stage.row("SELECT count(*) FROM events WHERE kind = 'turn'"),
        "0"
    );
    assert!(matches!(
        table.ana.press(&preview, "Play").await,
        Answer::Update(_)
    ));
    stage.board(&table, 2).await;
    // The board has moved on.
    let Answer::Update(late) = table.ana.press(&other, "e2e4").await else {
        panic!("not the same message")
    };
    assert!(
        late.content().contains("has moved on") && late.buttons().is_empty(),
        "{}",
        late.content()
    );
}

#[tokio::test]
async fn an_unfinished_turn_goes_on_in_a_picker() {
    let stage = Stage::new().await;
    let table = stage.begin("anacund", &[("board", "1")]).await;
    let mut hand = Hand::of(
        &table.ana,
        table.ana.command("move", [("turn", "12")]).await,
    );
    assert!(
        hand.message
            .content()
            .starts_with("`12` is the beginning of a turn: it goes on here.\n")
            && hand.says("**So far:** 12"),
        "{:#?}",
        hand.message
    );
    stage.check_picture(&hand.message);
    hand.pick("13").await;
    // What was typed can be taken back as well.
    hand.press("Back").await;
    hand.press("Back").await;
    assert!(!hand.says("So far"), "{:#?}", hand.message);
    for square in ["12", "13", "25"] {
        hand.pick(square).await;
    }
    let board = finish(&stage, &table, hand).await;
    assert!(
        board.content().contains("**12 13 25**"),
        "{}",
        board.content()
    );
    // The text field does the same.
    let form = stage.form(&table.ben, &board).await;
    let mut hand = Hand::of(&table.ben, table.ben.submit(&form, [("turn", "27")]).await);
    assert!(hand.says("**So far:** 27"), "{:#?}", hand.message);
    hand.pick("29").await;
}

#[tokio::test]
async fn a_turn_that_nobody_has_seen_is_taken_back() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.advance(Duration::from_secs(5));
    let first = stage.plays(&table.ana, "d").await;
    stage.advance(Duration::from_secs(5));
    let back = said(table.ana.command("takeback", [] as [(&str, &str); 0]).await);
    stage.until_announced().await;
    assert!(
        back.content().contains("took back **d** (turn 1)"),
        "{}",
        back.content()
    );
    assert_eq!(back.mentions().len(), 1);
    stage.check_picture(&back);
    // The board of the turn that is gone is an old one, though a board after one turn comes again.
    stage.plays(&table.ana, "d").await;
    stage
        .message_has(&table.cleo, &first, &["History", "Rules"])
        .await;
    // Now Ben looks, so he is asked.
    whispered(table.ben.command("board", [] as [(&str, &str); 0]).await);
    stage.advance(Duration::from_secs(5));
    let asked = said(table.ana.command("takeback", [] as [(&str, &str); 0]).await);
    stage.until_announced().await;
    assert!(
        asked.content().contains("asks to take back **d** (turn 1)"),
        "{}",
        asked.content()
    );
    assert!(
        whispered(table.cleo.press(&asked, "Accept Take-Back").await)
            .starts_with("You are watching match 1.")
    );
    assert!(
        whispered(table.ana.press(&asked, "Decline").await)
            .contains("the other player has to answer")
    );
    stage.restart().await;
    let Answer::Update(accepted) = table.ben.press(&asked, "Accept Take-Back").await else {
        panic!("the question says what came of it")
    };
    assert!(
        accepted.content().ends_with(" accepted the take-back.") && accepted.buttons().is_empty(),
        "{accepted:#?}"
    );
    let agreed = stage.board(&table, 5).await;
    assert!(
        agreed
            .content()
            .contains("agreed to take back **d** (turn 1)"),
        "{}",
        agreed.content()
    );
    stage.plays(&table.ana, "d").await;
    // No text but that of a turn that was made again was posted twice, and none was lost by the restarts.
    let mut texts = contents(&table.cleo);
    let all = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), all, "{texts:#?}");
    assert_eq!(boards(&table.cleo).len(), 6);
}

#[tokio::test]
async fn whether_a_turn_was_seen_is_known_after_a_restart() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    stage.restart().await;
    let back = said(table.ana.command("takeback", [] as [(&str, &str); 0]).await);
    stage.until_announced().await;
    assert!(
        back.content().contains("took back **d** (turn 1)"),
        "{}",
        back.content()
    );
    let board = stage.plays(&table.ana, "e").await;
    // Ben looks for a moment only.
    whispered(table.ben.press(&board, "Move…").await);
    stage.restart().await;
    let asked = said(table.ana.command("takeback", [] as [(&str, &str); 0]).await);
    assert!(
        asked.content().contains("to take back **e** (turn 1)"),
        "{}",
        asked.content()
    );
}

#[tokio::test]
async fn a_take_back_may_be_declined() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    stage.plays(&table.ben, "e").await;
    let asked = said(table.ana.command("takeback", [] as [(&str, &str); 0]).await);
    stage.until_announced().await;
    assert!(
        asked
            .content()
            .contains("take back **d** (turn 1) and **e** (turn 2)"),
        "{}",
        asked.content()
    );
    let Answer::Update(declined) = table.ben.press(&asked, "Decline").await else {
        panic!("not the same message")
    };
    assert!(
        declined.content().contains("declined the take-back") && declined.buttons().is_empty(),
        "{}",
        declined.content()
    );
    stage.until_announced().await;
    let again = whispered(table.ana.command("takeback", [] as [(&str, &str); 0]).await);
    assert_eq!(
        again,
        "You have already asked for a take-back. You can ask again after the next turn."
    );
    stage.plays(&table.ana, "d").await;
}

#[tokio::test]
async fn turns_laid_down_are_private_and_played_at_once() {
    let mut stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let early = whispered(
        table
            .ana
            .command("conditional add", [("line", "e7e5 g1f3")])
            .await,
    );
    assert!(
        early.starts_with("It is your move: make it first."),
        "{early}"
    );
    stage.plays(&table.ana, "d4").await;
    let lines = whispered(
        table
            .ana
            .command("conditional add", [("line", "a6 Nf3 a5 Nc3")])
            .await,
    );
    assert!(
        lines.contains("1. if **a7a6**, you play **g1f3**, if **a6a5**, you play **b1c3**"),
        "{lines}"
    );
    let lines = whispered(
        table
            .ana
            .command("conditional add", [("line", "e6 | h3")])
            .await,
    );
    assert!(
        lines.contains("2. if **e7e6**, you play **h2h3**"),
        "{lines}"
    );
    let bad = whispered(
        table
            .ana
            .command("conditional add", [("line", "a6 Ng3")])
            .await,
    );
    assert!(
        bad.starts_with("After a7a6: ") && bad.contains("It was not added."),
        "{bad}"
    );
    let none = whispered(
        table
            .ben
            .command("conditional list", [] as [(&str, &str); 0])
            .await,
    );
    assert!(
        none.starts_with("You have planned no replies in match 1."),
        "{none}"
    );
    let stranger = whispered(
        table
            .cleo
            .command("conditional list", [] as [(&str, &str); 0])
            .await,
    );
    assert!(
        stranger.starts_with("You are watching match 1."),
        "{stranger}"
    );
    let before = contents(&table.cleo).len();
    stage.restart().await;
    let ben = stage.plays(&table.ben, "a6").await;
    assert!(
        ben.content().contains("played **a7a6**"),
        "{}",
        ben.content()
    );
    let answer = stage.board(&table, 4).await;
    assert!(
        answer
            .content()
            .contains("played **g1f3** (planned in advance)."),
        "{}",
        answer.content()
    );
    assert_eq!(
        contents(&table.cleo).len(),
        before + 2,
        "{:#?}",
        contents(&table.cleo)
    );
    // The other line is dropped, which only Ana is told, once.
    let lines = whispered(
        table
            .ana
            .command("conditional list", [] as [(&str, &str); 0])
            .await,
    );
    assert!(
        lines.contains("1. if **a6a5**, you play **b1c3**")
            && lines.contains("Dropped, because the match went another way: e7e6 | h2h3"),
        "{lines}"
    );
    stage
        .until_row("SELECT count(*) FROM conditional_lines", "1")
        .await;
    let lines = whispered(
        table
            .ana
            .command("conditional list", [] as [(&str, &str); 0])
            .await,
    );
    assert!(!lines.contains("Dropped"), "{lines}");
    assert_eq!(
        whispered(
            table
                .ana
                .command("conditional clear", [("line", "1")])
                .await
        ),
        "Cleared 1 planned line in match 1."
    );
    assert_eq!(
        whispered(
            table
                .ana
                .command("conditional clear", [] as [(&str, &str); 0])
                .await
        ),
        "You had planned no replies in match 1."
    );
    stage.plays(&table.ben, "a5").await;
    assert_eq!(boards(&table.cleo).len(), 5);
}
