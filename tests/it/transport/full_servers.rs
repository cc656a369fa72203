//! Servers in which nearly as many threads are active as Discord keeps.

use loopback_discord::Snowflake;
use reqwest::Method;
use serde_json::json;

use crate::support::rest::as_bot;
use crate::support::stage::Stage;

const ACTIVE: &str = "/guilds/{guild_id}/threads/active";

/// Opens threads that do not belong to the bot's matches.
async fn opens_threads(stage: &Stage, count: usize) {
    let path = format!("/channels/{}/threads", stage.sandbox.channel("lounge"));
    for number in 0..count {
        let thread = json!({ "name": format!("Thread {number}"), "type": 11 });
        let (status, answer) = as_bot(&stage.sandbox, Method::POST, &path, &thread).await;
        assert_eq!(status, 201, "{answer}");
    }
}

/// Lists running matches with threads, as after a busy week.
fn lists_matches(stage: &Stage, count: usize) {
    let columns = stage.row(
        "SELECT group_concat(name) FROM pragma_table_info('matches') WHERE name <> 'match_id'",
    );
    for id in 1_000..1_000 + count {
        stage.change(&format!(
            "INSERT INTO matches (match_id, {columns}) SELECT {id}, {columns} FROM matches WHERE match_id = 1"
        ));
        stage.change(&format!(
            "INSERT INTO places (match_id, seq, news_seq, thread) VALUES ({id}, 1, 0, {id})"
        ));
    }
}

fn archived(stage: &Stage, thread: Snowflake) -> bool {
    let threads = stage.sandbox.threads(stage.general());
    let found = threads
        .iter()
        .find(|one| one["id"].as_str() == Some(&thread.to_string()));
    found.expect("the thread")["thread_metadata"]["archived"] == true
}

#[tokio::test]
async fn ended_match_is_archived_where_threads_run_out() {
    let stage = Stage::new().await;
    let first = stage.begin("connect-n", &[]).await;
    let second = stage.begin("connect-n", &[]).await;
    let third = stage.begin("connect-n", &[]).await;
    stage.opens(&first).await;
    stage.opens(&second).await;
    stage.opens(&third).await;
    // A server with few matches is not asked about.
    stage.resigns(&first.ana).await;
    stage.card_follows(&first).await;
    assert_eq!(stage.requests("GET", ACTIVE), 0);
    assert!(!archived(&stage, first.thread));

    opens_threads(&stage, 797).await;
    lists_matches(&stage, 201);
    stage.advance(std::time::Duration::from_hours(1));
    stage.resigns(&second.ana).await;
    stage.card_follows(&second).await;
    let is_archived = || archived(&stage, second.thread);
    let still = || String::from("the thread is still active");
    stage.until(is_archived, still).await;
    stage.resigns(&third.ana).await;
    stage.card_follows(&third).await;
    let is_archived = || archived(&stage, third.thread);
    stage.until(is_archived, still).await;
    // Discord is asked once an hour.
    assert_eq!(stage.requests("GET", ACTIVE), 1);
}
