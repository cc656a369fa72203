//! Looking back: the history of a match, its replay, and its end.

use anteroom::kernel::Error;
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::{Message, RequestFault};
use serde_json::json;

use crate::support::messages::check_seen;
use crate::support::stage::{
    NOTHING, Stage, boards, bold, contents, private, said, updated, whispered,
};

const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";

/// Whether a page shows the match after this turn: who made it, and what it was.
#[track_caller]
fn shows(stage: &Stage, page: &Message, by: &str, turn: &str) {
    let content = page.content();
    assert!(content.contains(&stage.mention(by)), "{content}");
    assert_eq!(bold(content), ["Connect N", turn]);
}

/// Which of the buttons can be pressed.
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
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let first = boards(&table.cleo).pop().expect("a board");
    assert!(
        !pressable(&first).contains(&String::from("History")),
        "there is nothing to look back at"
    );
    stage.play_on(&table, &["d", "d", "c"]).await;
    let now = boards(&table.cleo).pop().expect("a board");

    // Who only watches may look back, too, and sees what was to be seen.
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

    // It works after a restart and while the match goes on.
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

    // By command, from anywhere in the server, at any turn.
    let general = stage.person("dan", stage.general());
    let options = [("match", json!("1")), ("turn", json!(2))];
    let second = private(general.command("history", options).await);
    shows(&stage, &second, "ben", "d");
    let last = private(table.ana.command("history", [("turn", 77)]).await);
    assert_eq!(last.content(), shown.content());
    assert_eq!(boards(&table.cleo).len(), 5, "nobody else sees any of it");
}

#[tokio::test]
async fn the_last_leaf_tells_how_it_ended() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
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

    // Matches that are over are offered where one looks back, and nowhere else.
    let general = stage.person("ana", stage.general());
    for (command, offered) in [("history", 1), ("replay", 1), ("board", 0)] {
        let answer = general
            .autocomplete(command, "match", "", [("", ""); 0])
            .await;
        let choices = answer.choices().expect("choices");
        assert_eq!(choices.len(), offered, "{command}");
        assert!(choices.iter().all(|choice| choice.value == "1"));
    }
}

#[tokio::test]
async fn there_is_no_history_of_what_was_never_played() {
    let stage = Stage::new().await;
    let general = stage.general();
    let challenge = stage
        .challenge("ana", "connect-n", &[("opponent", "ben")])
        .await;
    let cleo = stage.person("cleo", general);
    let look = async |which: &str| {
        let mut answers = Vec::new();
        for command in ["history", "replay"] {
            answers.push(whispered(cleo.command(command, [("match", which)]).await));
        }
        assert_eq!(answers[0], answers[1]);
        answers.remove(0)
    };
    let id = MatchId(1);
    assert_eq!(look("1").await, Refusal::NotBegun(id).to_string());
    updated(
        stage
            .person("ben", general)
            .press(&challenge, "Decline")
            .await,
    );
    let never = Refusal::NeverPlayed { id, why: "" }.to_string();
    assert!(look("1").await.starts_with(never.trim_end_matches('.')));
    let nowhere = Error::NoSuchMatch(MatchId(9)).to_string();
    assert!(look("9").await.starts_with(&nowhere));
}

#[tokio::test]
async fn a_match_is_shown_in_motion() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    let nothing = private(table.cleo.command("replay", NOTHING).await);
    stage.play_on(&table, &["e4", "d5", "exd5", "Qxd5"]).await;
    let odd = table.cleo.command("replay", [("speed", "at once")]).await;
    let odd = private(odd);

    table.cleo.command("replay", [("speed", "fast")]).await;
    let shown = stage.board(&table, 6).await;
    assert!(shown.content().contains(" 0.5 "), "{}", shown.content());
    check_seen("no_replay", [&nothing, &odd]);
    assert!(shown.mentions().is_empty());
    let (film, _) = stage.check_replay(&shown);
    let holds: Vec<_> = film.pictures.iter().map(|picture| picture.hold).collect();
    assert_eq!(
        holds,
        [50, 50, 50, 80, 80, 400],
        "the start, two turns, two captures, how it stands"
    );
    assert!(
        stage.check_picture(&shown).starts_with("White: "),
        "the board is there to be read"
    );
    let choices = table
        .cleo
        .autocomplete("replay", "speed", "1.5", [("", ""); 0])
        .await;
    let first = &choices.choices().expect("choices")[0];
    assert!(first.name.starts_with("1.5 "), "{first:?}");
}

#[tokio::test]
async fn the_end_is_shown_once() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.play_on(&table, &["d", "a", "d", "b", "d", "c"]).await;
    // The end is posted, but the bot never hears that it was, and is killed.
    stage
        .sandbox
        .fail_requests("POST", CALLBACK, 1, RequestFault::CutAfter);
    stage
        .sandbox
        .fail_requests("POST", CALLBACK, 1000, RequestFault::ServerError(503));
    let end = said(table.ana.command("move", [("turn", "d")]).await);
    stage.kill().await;
    stage.sandbox.clear_faults();
    stage.start().await;
    stage.until_announced().await;
    assert_eq!(boards(&table.cleo).len(), 8, "{:#?}", contents(&table.cleo));
    assert!(stage.check_picture(&end).contains("d4"));
}

#[tokio::test]
async fn the_end_is_shown_by_a_bot_that_was_killed_before_it_could() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.play_on(&table, &["d"]).await;
    let general = stage.person("ben", stage.general());
    let question = private(general.command("resign", [("match", "1")]).await);
    // The match ends, and Discord takes no post.
    stage.sandbox.fail_requests(
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
