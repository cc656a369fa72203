//! Practice against the computer: a thread of its own, or direct messages, and nothing in the channel.

use loopback_discord::{Message, Snowflake};
use serde_json::Value;

use crate::support::messages::check_seen;
use crate::support::panels;
use crate::support::play::challenges;
use crate::support::stage::{NOTHING, Stage, boards, labels, private, refusal_of, says, updated};

const MESSAGES: &str = "/channels/{channel_id}/messages";

/// Returns what everybody sees in #general.
fn channel(stage: &Stage) -> Vec<Message> {
    let all = stage.person("cleo", stage.general()).messages();
    let all = all.into_iter();
    all.filter(|message| !message.is_ephemeral()).collect()
}

/// Opens the page of Connect N against the computer.
async fn page(stage: &Stage) -> Message {
    let ana = stage.person("ana", stage.general());
    let games = private(ana.command("play", NOTHING).await);
    let page = updated(ana.press(&games, "Connect N").await);
    updated(ana.press(&page, "Play the Computer").await)
}

fn direct(stage: &Stage) -> Snowflake {
    stage.sandbox.direct_channel("ana")
}

async fn is_in_direct_messages(stage: &Stage) {
    let channel = direct(stage).to_string();
    stage.until_row("SELECT thread FROM places", &channel).await;
    stage.row_is("SELECT channel FROM matches", &channel);
    assert_eq!(channel_is_empty(stage), "");
    assert_eq!(boards(&stage.person("ana", direct(stage))).len(), 1);
}

/// Returns what is in #general, if anything is.
fn channel_is_empty(stage: &Stage) -> String {
    let all = channel(stage);
    match all.is_empty() && stage.sandbox.threads(stage.general()).is_empty() {
        true => String::new(),
        false => format!("{all:#?}"),
    }
}

#[tokio::test]
async fn match_has_a_thread_and_nothing_in_the_channel() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let first = [("computer", Value::from(1)), ("colour", Value::from("Red"))];
    let begun = private(challenges(&ana, "connect-n", first).await);
    assert!(begun.button("d").is_some(), "{begun:#?}");
    let thread = stage.thread(0).await;
    says(&begun, &format!("<#{thread}>"));
    let empty = || channel(&stage).is_empty();
    stage
        .until(empty, || format!("{:#?}", channel(&stage)))
        .await;
    let place = stage.person("ana", thread);
    check_seen(
        "practice_begun",
        boards(&stage.person("cleo", thread)).iter(),
    );
    stage.plays(&place, "d").await;
    stage.resigns(&place).await;
    // Its name tells the result, and it is hidden soon.
    let ended = || {
        let threads = stage.sandbox.threads(stage.general());
        let named = threads[0]["name"].as_str().expect("a name");
        let hidden = &threads[0]["thread_metadata"]["auto_archive_duration"];
        named.contains(" beat ") && *hidden == 60
    };
    let threads = || format!("{:#?}", stage.sandbox.threads(stage.general()));
    stage.until(ended, threads).await;
    assert!(channel(&stage).is_empty());
}

#[tokio::test]
async fn match_is_played_in_direct_messages_by_a_button() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let page = page(&stage).await;
    assert_eq!(labels(&page)[..2], ["Play", "Play in Private"]);
    let begun = updated(ana.press(&page, "Play in Private").await);
    says(&begun, "direct messages");
    is_in_direct_messages(&stage).await;
    let there = stage.person("ana", direct(&stage)).messages();
    check_seen("practice_in_private", there.iter());
}

#[tokio::test]
async fn match_is_played_in_the_channel_if_discord_refuses_direct_messages() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let page = page(&stage).await;
    stage.fails("POST", MESSAGES, 1, refusal_of(403, 50007));
    let begun = updated(ana.press(&page, "Play in Private").await);
    let thread = stage.thread(0).await;
    says(&begun, "so the match is played here");
    stage.until_announced().await;
    assert_eq!(boards(&stage.person("ana", thread)).len(), 1);
}

#[tokio::test]
async fn other_refusals_are_not_taken_for_closed_direct_messages() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let page = page(&stage).await;
    stage.fails("POST", MESSAGES, 1, refusal_of(403, 50001));
    let refused = private(ana.press(&page, "Play in Private").await);
    check_seen("practice_refused", [&refused]);
    stage.row_is("SELECT count(*) FROM matches", "0");
}

#[tokio::test]
async fn another_game_against_the_computer_is_played_in_direct_messages_too() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    private(challenges(&ana, "connect-n", [("computer", 1)]).await);
    let place = stage.person("ana", stage.thread(0).await);
    stage.until_announced().await;
    let result = stage.resigns(&place).await;
    let games = private(place.press(&result, "Another Game…").await);
    let page = updated(place.press(&games, "Anchor").await);
    let begun = updated(place.press(&page, "Play in Private").await);
    says(&begun, "direct messages");
    let channel = "SELECT channel FROM matches WHERE match_id = 2 AND game = 'anchor'";
    stage.row_is(channel, &direct(&stage).to_string());
}

#[tokio::test]
async fn server_prefers_direct_messages() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    stage.sandbox.set_owner("ana");
    let rules = panels::page(&ana, "server", "where").await;
    updated(ana.press(&rules, "Practice in Private").await);
    assert_eq!(
        labels(&page(&stage).await)[..2],
        ["Play in Private", "Play"]
    );
    // A typed command begins there as well.
    let begun = challenges(&ana, "connect-n", [("computer", 1)]).await;
    says(&private(begun), "direct messages");
    is_in_direct_messages(&stage).await;
}
