//! People who leave a server keep their matches there. The bot tells the opponent once.

use std::time::Duration;

use anteroom::features::reminders;
use loopback_discord::Message;

use crate::support::stage::{Stage, Table, contents};

const MEMBER: &str = "GET /guilds/{guild_id}/members/{user_id}";

/// Returns the message to the opponent after Ana has left.
async fn gone(stage: &Stage) -> String {
    let view = stage.view(1).await;
    let at = stage.clock.now();
    reminders::messages::gone(&view, Some("Ana"), at).content
}

fn told(table: &Table, gone: &str) -> Vec<Message> {
    let mut posts = table.cleo.messages();
    posts.retain(|message| message.content() == gone);
    posts
}

#[tokio::test]
async fn the_opponent_of_somebody_who_has_left_is_told_after_three_calls() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    assert!(stage.sandbox.leave("Sandbox", "ana"));
    stage.clear_requests();
    let posts = contents(&table.cleo).len();
    // The turn's post is the first call. The nudge is the second, which the bot does not post to a member who left.
    stage.pass_due(Duration::from_hours(58)).await;
    stage
        .until_row("SELECT coalesce(max(calls), 0) FROM missed_calls", "2")
        .await;
    assert_eq!(stage.counted(), [MEMBER]);
    assert_eq!(contents(&table.cleo).len(), posts);
    stage.restart().await;
    stage.pass_due(Duration::from_hours(10)).await;
    stage
        .until_requested("POST", "/channels/{channel_id}/messages")
        .await;
    stage
        .until_row("SELECT max(calls) FROM missed_calls", "3")
        .await;
    let gone = gone(&stage).await;
    let post = stage
        .sandbox
        .until(|_| told(&table, &gone).into_iter().next());
    assert_eq!(post.await.expect("a post").mentions(), ["ben"]);
    // The match goes on until the clock runs out, as for everybody.
    stage.row_is("SELECT status FROM matches", "playing");
    stage.pass_due(Duration::from_hours(5)).await;
    stage.row_is("SELECT reason FROM matches", "flagged");
    // The notice stays, without the deadline that has passed.
    let (before, deadline) = gone.split_once(" Deadline: ").expect("a deadline");
    let (_, after) = deadline.split_once('.').expect("a sentence");
    let told_once = || told(&table, &format!("{before}{after}")).len() == 1;
    stage
        .until(told_once, || format!("{:#?}", contents(&table.cleo)))
        .await;
    assert_eq!(told(&table, &gone).len(), 0);
    stage.row_is("SELECT count(*) FROM missed_calls", "0");
}

#[tokio::test]
async fn person_who_returns_to_the_server_is_notified_again() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    assert!(stage.sandbox.leave("Sandbox", "ana"));
    assert!(!stage.sandbox.leave("Sandbox", "ana"));
    stage.pass_due(Duration::from_hours(58)).await;
    stage
        .until_row("SELECT coalesce(max(calls), 0) FROM missed_calls", "2")
        .await;
    assert!(stage.sandbox.join("Sandbox", "ana"));
    stage.pass_due(Duration::from_hours(10)).await;
    let calls = |post: &Message| post.attachments().is_empty() && post.mentions() == ["ana"];
    stage
        .sandbox
        .until(|_| table.cleo.messages().into_iter().find(calls))
        .await
        .expect("a last call");
    assert_eq!(told(&table, &gone(&stage).await).len(), 0);
    stage.plays(&table.ana, "d").await;
}
