//! People who leave a server keep their matches there, and whoever plays against them is told once.

use std::time::Duration;

use loopback_discord::Message;

use crate::support::stage::{Stage, Table, contents};

const MEMBER: &str = "GET /guilds/{guild_id}/members/{user_id}";

/// Lets time pass, and the bot see to all that is due by then.
async fn pass(stage: &Stage, hours: u64) {
    stage.advance(Duration::from_hours(hours));
    let now = stage.clock.now().0;
    stage
        .until_row(
            &format!("SELECT count(*) FROM alarms WHERE due <= {now}"),
            "0",
        )
        .await;
    stage.until_announced().await;
}

fn told(table: &Table) -> Vec<Message> {
    table
        .cleo
        .messages()
        .into_iter()
        .filter(|message| message.content().contains("is no longer in this server"))
        .collect()
}

#[tokio::test]
async fn the_opponent_of_somebody_who_has_left_is_told_after_three_calls() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    assert!(stage.sandbox.leave("Sandbox", "ana"));
    stage.forget_requests();
    let posts = contents(&table.cleo).len();
    // The post of the turn was the first call, the nudge is the second: nobody reads it, so it is not posted.
    pass(&stage, 58).await;
    stage
        .until_row("SELECT coalesce(max(calls), 0) FROM missed_calls", "2")
        .await;
    assert_eq!(stage.counted(), [MEMBER]);
    assert_eq!(contents(&table.cleo).len(), posts);
    // The last call is the third.
    stage.restart().await;
    pass(&stage, 10).await;
    stage
        .until_requested("POST", "/channels/{channel_id}/messages")
        .await;
    stage
        .until_row("SELECT max(calls) FROM missed_calls", "3")
        .await;
    stage
        .sandbox
        .until(|_| told(&table).into_iter().next())
        .await
        .expect("a post");
    let post = told(&table).pop().expect("a post");
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    assert!(
        post.content().starts_with(&format!(
            "{ben}, **Ana** ({ana}) is no longer in this server, and 3 calls to this turn have not reached them. The deadline is <t:"
        )),
        "{}",
        post.content()
    );
    assert_eq!(post.mentions(), ["ben"]);
    // They keep the match until their clock runs out, as anybody does.
    assert_eq!(stage.row("SELECT status FROM matches"), "playing");
    pass(&stage, 5).await;
    assert_eq!(stage.row("SELECT reason FROM matches"), "flagged");
    assert_eq!(told(&table).len(), 1);
    assert_eq!(stage.row("SELECT count(*) FROM missed_calls"), "0");
}

#[tokio::test]
async fn who_comes_back_is_called_again() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    assert!(stage.sandbox.leave("Sandbox", "ana"));
    assert!(!stage.sandbox.leave("Sandbox", "ana"));
    pass(&stage, 58).await;
    stage
        .until_row("SELECT coalesce(max(calls), 0) FROM missed_calls", "2")
        .await;
    assert!(stage.sandbox.join("Sandbox", "ana"));
    pass(&stage, 10).await;
    let ana = stage.mention("ana");
    stage
        .sandbox
        .until(|_| {
            let words = format!("{ana}, your clock runs out <t:");
            contents(&table.cleo)
                .into_iter()
                .find(|content| content.starts_with(&words))
        })
        .await
        .expect("a last call");
    assert_eq!(told(&table).len(), 0);
    stage.plays(&table.ana, "d").await;
}
