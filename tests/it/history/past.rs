//! Looking back: the history of a match, its replay, and its end.

use loopback_discord::{Answer, Message, RequestFault};

use serde_json::json;

use crate::support::stage::{Stage, Table, boards, contents, said, whispered};

const NOTHING: [(&str, &str); 0] = [];
const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";

/// Plays turns by command, Ana first.
async fn plays(stage: &Stage, table: &Table, turns: &[&str]) {
    for (index, turn) in turns.iter().enumerate() {
        stage
            .plays(
                if index % 2 == 0 {
                    &table.ana
                } else {
                    &table.ben
                },
                turn,
            )
            .await;
    }
}

#[track_caller]
fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) if message.is_ephemeral() => message,
        other => panic!("not a message for one person: {other:#?}"),
    }
}

#[track_caller]
fn turned(answer: Answer) -> Message {
    match answer {
        Answer::Update(message) => message,
        other => panic!("the message was not changed: {other:#?}"),
    }
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
    plays(&stage, &table, &["d", "d", "c"]).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    let now = boards(&table.cleo).pop().expect("a board");

    // Who only watches may look back, too, and sees what was to be seen.
    let shown = private(table.cleo.press(&now, "History").await);
    let begins = |number: u32| format!("**Connect N**, match 1, turn {number} of 3\n");
    assert!(
        shown
            .content()
            .starts_with(&format!("{}Turn 3: {ana} played **c**. <t:", begins(3))),
        "{}",
        shown.content()
    );
    assert!(stage.check_picture(&shown).contains("chip on c1"));
    assert_eq!(pressable(&shown), ["First", "Back", "Explore"]);
    assert!(shown.mentions().is_empty());
    let shown = turned(table.cleo.press(&shown, "Back").await);
    assert!(
        shown
            .content()
            .starts_with(&format!("{}Turn 2: {ben} played **d**. <t:", begins(2))),
        "{}",
        shown.content()
    );
    assert!(
        stage
            .check_picture(&shown)
            .contains("Black: chip d2. Last turn: chip on d2. Red to move.")
    );
    assert_eq!(
        pressable(&shown),
        ["First", "Back", "Next", "Last", "Explore"]
    );

    // It works after a restart and while the match goes on.
    stage.restart().await;
    stage.plays(&table.ben, "c").await;
    let shown = turned(table.cleo.press(&shown, "First").await);
    assert_eq!(
        shown.content(),
        "**Connect N**, match 1, before the first turn"
    );
    assert!(
        stage
            .check_picture(&shown)
            .starts_with("Red: nothing. Black: nothing.")
    );
    assert_eq!(pressable(&shown), ["Next", "Last", "Explore"]);
    let shown = turned(table.cleo.press(&shown, "Next").await);
    assert!(
        shown
            .content()
            .starts_with("**Connect N**, match 1, turn 1 of 4\n"),
        "{}",
        shown.content()
    );
    let shown = turned(table.cleo.press(&shown, "Last").await);
    assert!(
        shown
            .content()
            .starts_with("**Connect N**, match 1, turn 4 of 4\n"),
        "{}",
        shown.content()
    );
    assert_eq!(shown.attachments().len(), 1, "the board before is gone");

    // By command, from anywhere in the server, at any turn.
    let general = stage.person("dan", stage.general());
    let shown = private(
        general
            .command("history", [("match", json!("1")), ("turn", json!(2))])
            .await,
    );
    assert!(
        shown.content().contains(", turn 2 of 4\n"),
        "{}",
        shown.content()
    );
    let shown = private(table.ana.command("history", [("turn", 77)]).await);
    assert!(
        shown.content().contains(", turn 4 of 4\n"),
        "{}",
        shown.content()
    );
    assert_eq!(boards(&table.cleo).len(), 5, "nobody else sees any of it");
}

#[tokio::test]
async fn the_last_leaf_tells_how_it_ended() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    plays(&stage, &table, &["d", "a", "d", "b", "d", "c", "d"]).await;
    let end = boards(&table.cleo).pop().expect("a board");
    let shown = private(table.ben.press(&end, "History").await);
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    assert!(
        shown.content().ends_with(&format!(
            "\n**{ana} (Red) beats {ben} (Black): four in a row.**"
        )),
        "{}",
        shown.content()
    );
    let shown = turned(table.ben.press(&shown, "Back").await);
    assert!(!shown.content().contains("wins"), "{}", shown.content());
    assert!(stage.check_picture(&shown).ends_with("Red to move."));

    // Matches that are over are offered where one looks back, and nowhere else.
    let general = stage.person("ana", stage.general());
    for (command, offered) in [("history", 1), ("replay", 1), ("board", 0)] {
        let answer = general
            .autocomplete(command, "match", "", [("", ""); 0])
            .await;
        let names: Vec<_> = answer
            .choices()
            .expect("choices")
            .iter()
            .map(|choice| choice.name.clone())
            .collect();
        assert_eq!(
            names,
            vec!["1: Connect N with Ben, over"; offered],
            "{command}"
        );
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
    for command in ["history", "replay"] {
        let answer = whispered(cleo.command(command, [("match", "1")]).await);
        assert_eq!(
            answer,
            "Match 1 has not begun: the challenge has not been accepted."
        );
    }
    assert!(matches!(
        stage
            .person("ben", general)
            .press(&challenge, "Decline")
            .await,
        Answer::Update(_)
    ));
    for command in ["history", "replay"] {
        let answer = whispered(cleo.command(command, [("match", "1")]).await);
        assert_eq!(
            answer,
            "Match 1 was never played: the challenge was declined."
        );
        assert!(
            whispered(cleo.command(command, [("match", "9")]).await)
                .starts_with("There is no match 9 here.")
        );
        assert!(
            whispered(cleo.command(command, [("match", "x")]).await)
                .starts_with("A match is named by its number")
        );
    }
}

#[tokio::test]
async fn a_match_is_shown_in_motion() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    assert_eq!(
        whispered(table.cleo.command("replay", NOTHING).await),
        "No turn has been played in match 1 yet."
    );
    plays(&stage, &table, &["e4", "d5", "exd5", "Qxd5"]).await;
    assert!(
        whispered(table.cleo.command("replay", [("speed", "at once")]).await)
            .starts_with("A speed is slow, normal or fast")
    );

    table.cleo.command("replay", [("speed", "fast")]).await;
    let shown = stage.board(&table, 6).await;
    assert!(
        shown
            .content()
            .ends_with("\n-# 4 turns, 0.5 seconds each.\n-# ✕ captured"),
        "{}",
        shown.content()
    );
    assert!(shown.mentions().is_empty());
    let (film, words) = stage.check_replay(&shown);
    assert_eq!(
        words,
        "Animation of the match so far, 4 turns. It comes to the board that stands before it."
    );
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
    assert_eq!(
        choices.choices().expect("choices")[0].name,
        "1.5 seconds a turn"
    );
}

#[tokio::test]
async fn the_end_is_shown_once() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    plays(&stage, &table, &["d", "a", "d", "b", "d", "c"]).await;
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
    assert!(
        stage
            .check_picture(&end)
            .starts_with("Red: chips d1, d2, d3, d4."),
    );
}

#[tokio::test]
async fn the_end_is_shown_by_a_bot_that_was_killed_before_it_could() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    plays(&stage, &table, &["d"]).await;
    let general = stage.person("ben", stage.general());
    let question = private(general.command("resign", [("match", "1")]).await);
    // The match ends, and Discord takes no post.
    stage.sandbox.fail_requests(
        "POST",
        "/channels/{channel_id}/messages",
        1000,
        RequestFault::ServerError(500),
    );
    turned(general.press(&question, "Resign").await);
    stage
        .until_row("SELECT status FROM matches", "finished")
        .await;
    stage.kill().await;
    assert_eq!(boards(&table.cleo).len(), 2);
    stage.sandbox.clear_faults();
    stage.start().await;
    let end = stage.board(&table, 3).await;
    assert_eq!(end.attachments().len(), 1);
    let words = stage.check_picture(&end);
    assert!(
        words.ends_with("The match is over: Red won by resignation."),
        "{words}"
    );
    assert_eq!(boards(&table.cleo).len(), 3);
}
