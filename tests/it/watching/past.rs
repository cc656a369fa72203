//! The history of a match, its replay, and its end.

use std::time::Duration;

use anteroom::discord::ui;
use anteroom::kernel::Error;
use anteroom::matches::MatchId;
use loopback_discord::{Message, Place, RequestFault};

use crate::support::messages::check_seen;
use crate::support::stage::{
    AGAINST_BEN, Stage, boards, bold, labels, on_board, page, private, says, updated, whispered,
};

/// Asserts that a page shows the match after this turn and names the player.
#[track_caller]
fn shows(stage: &Stage, page: &Message, by: &str, turn: &str) {
    let content = page.content();
    assert!(content.contains(&stage.mention(by)), "{content}");
    assert_eq!(bold(content), ["Connect N", turn]);
}

/// Returns the buttons that are enabled.
fn pressable(message: &Message) -> Vec<String> {
    message
        .buttons()
        .iter()
        .filter(|button| !button.disabled)
        .map(|button| button.label.clone())
        .collect()
}

#[tokio::test]
async fn a_match_is_paged_through() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    let first = boards(&table.cleo).pop().expect("a board");
    assert!(
        !pressable(&first).contains(&String::from("History")),
        "there is nothing to look back at"
    );
    stage.play_on(&table, &["d", "d", "c"]).await;
    let now = boards(&table.cleo).pop().expect("a board");

    // A spectator sees the same history.
    let shown = private(table.cleo.press(&now, "History").await);
    shows(&stage, &shown, "ana", "c");
    assert!(stage.check_picture(&shown).contains("c1"));
    assert_eq!(pressable(&shown), ["First", "Back", "Explore"]);
    assert!(shown.mentions().is_empty());
    let shown = updated(table.cleo.press(&shown, "Back").await);
    shows(&stage, &shown, "ben", "d");
    let words = stage.check_picture(&shown);
    assert!(words.contains("d2") && !words.contains("c1"), "{words}");
    assert_eq!(
        pressable(&shown),
        ["First", "Back", "Next", "Last", "Explore"]
    );

    // The page works after a restart and while the match goes on.
    stage.restart().await;
    stage.plays(&table.ben, "c").await;
    let shown = updated(table.cleo.press(&shown, "First").await);
    assert_eq!(bold(shown.content()), ["Connect N"]);
    assert!(!stage.check_picture(&shown).contains("d1"));
    assert_eq!(pressable(&shown), ["Next", "Last", "Explore"]);
    let shown = updated(table.cleo.press(&shown, "Next").await);
    shows(&stage, &shown, "ana", "d");
    let shown = updated(table.cleo.press(&shown, "Last").await);
    shows(&stage, &shown, "ben", "c");
    assert_eq!(shown.attachments().len(), 1, "the board before is gone");

    // The history opens from the page of the match, anywhere in the server.
    let general = stage.person("dan", stage.general());
    let page = private(general.command("board", [("match", "1")]).await);
    let last = private(general.press(&page, "History").await);
    assert_eq!(last.content(), shown.content());
    assert_eq!(boards(&table.cleo).len(), 5, "nobody else sees any of it");
}

#[tokio::test]
async fn the_last_leaf_tells_how_it_ended() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage
        .play_on(&table, &["d", "a", "d", "b", "d", "c", "d"])
        .await;
    let end = boards(&table.cleo).pop().expect("a board");
    let last = private(table.ben.press(&end, "History").await);
    let told = bold(last.content());
    assert_eq!(told[..2], ["Connect N", "d"]);
    assert!(told[2].starts_with(&stage.mention("ana")), "{told:?}");
    let shown = updated(table.ben.press(&last, "Back").await);
    shows(&stage, &shown, "ben", "c");
    assert!(!stage.check_picture(&shown).contains("d4"));

    // Only commands about the past offer finished matches.
    let general = stage.person("ana", stage.general());
    for (command, offered) in [("board", 1), ("describe", 0)] {
        let answer = general
            .autocomplete(command, "match", "", [("", ""); 0])
            .await;
        let choices = answer.choices().expect("choices");
        assert_eq!(choices.len(), offered, "{command}");
        assert!(choices.iter().all(|choice| choice.value == "1"));
    }
    // A person without a running match sees the match that they finished last.
    let page = page(&general).await;
    assert!(page.button("Analyse").is_some(), "{page:#?}");
}

#[tokio::test]
async fn there_is_no_history_of_what_was_never_played() {
    let stage = Stage::new().await;
    let challenge = stage.challenge("ana", "connect-n", &AGAINST_BEN).await;
    let [ben, cleo] = stage.people(["ben", "cleo"]);
    let look = async |place: &Place| {
        let page = private(place.command("board", [("match", "1")]).await);
        labels(&page)
    };
    assert_eq!(look(&ben).await, ["Accept", "Decline"]);
    assert_eq!(look(&cleo).await, [""; 0]);
    updated(ben.press(&challenge, "Decline").await);
    assert_eq!(look(&ben).await, [""; 0]);
    let nowhere = ui::of_kernel(&Error::NoSuchMatch(MatchId(9)));
    let said = whispered(cleo.command("board", [("match", "9")]).await);
    assert!(said.starts_with(&nowhere), "{said}");
}

#[tokio::test]
async fn replay_that_takes_too_long_is_a_still_board_that_says_so() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.play_on(&table, &["d", "e"]).await;
    let question = private(on_board(&table.cleo, "Share…").await);
    stage.workers().allow(Duration::ZERO);
    private(table.cleo.press(&question, "Replay").await);
    let shown = stage.board(&table, 4).await;
    assert_eq!(shown.attachments()[0].content_type, "image/png");
    check_seen("replay_that_takes_too_long", [&shown]);
}

#[tokio::test]
async fn a_match_is_shown_in_motion() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    assert!(page(&table.cleo).await.button("Replay").is_none());
    stage.play_on(&table, &["e4", "d5", "exd5", "Qxd5"]).await;
    let question = private(on_board(&table.cleo, "Share…").await);
    private(table.cleo.press(&question, "Fast Replay").await);
    let shown = stage.board(&table, 6).await;
    says(&shown, " 0.5 ");
    check_seen("share", [&question]);
    assert!(shown.mentions().is_empty());
    let (film, description) = stage.check_replay(&shown);
    let holds: Vec<_> = film.pictures.iter().map(|picture| picture.hold).collect();
    assert_eq!(
        holds,
        [50, 50, 50, 80, 80, 400],
        "the start, two turns, two captures, how it stands"
    );
    assert!(
        description.contains("It ends with: White: "),
        "{description}"
    );
    private(table.cleo.press(&question, "Board").await);
    let shown = boards(&table.cleo).pop().expect("a board");
    assert!(shown.mentions().is_empty() && shown.buttons().is_empty());
    stage.check_picture(&shown);
}

#[tokio::test]
async fn the_end_is_shown_by_a_bot_that_was_killed_before_it_could() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.play_on(&table, &["d"]).await;
    let general = stage.person("ben", stage.general());
    let question = private(general.command("resign", [("match", "1")]).await);
    // The match ends, and Discord accepts no post.
    stage.fails(
        "POST",
        "/channels/{channel_id}/messages",
        1000,
        RequestFault::ServerError(500),
    );
    updated(general.press(&question, "Resign").await);
    stage
        .until_row("SELECT status FROM matches", "finished")
        .await;
    stage.kill().await;
    assert_eq!(boards(&table.cleo).len(), 2);
    stage.sandbox.clear_faults();
    stage.start().await;
    let end = stage.board(&table, 3).await;
    assert_eq!(end.attachments().len(), 1);
    stage.check_picture(&end);
    assert_eq!(boards(&table.cleo).len(), 3);
}
