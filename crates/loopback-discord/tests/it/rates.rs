//! Rate limits, errors unrelated to messages, and planned faults.

use std::time::Duration;

use loopback_discord::{Clock, RequestFault, Sandbox, SandboxConfig};
use reqwest::Method;
use serde_json::json;

use super::api::Api;
use super::quiet_sandbox;
use crate::openapi;

async fn strict() -> Sandbox {
    let mut config = SandboxConfig::default();
    config.clock = Clock::stopped();
    config.strict_forms = false;
    Sandbox::start(config).await.expect("a sandbox")
}

#[tokio::test]
async fn a_channel_takes_five_messages_in_five_seconds() {
    let sandbox = strict().await;
    let api = Api::of(&sandbox);
    let path = format!("/channels/{}/messages", sandbox.channel("general"));
    for remaining in ["4", "3", "2", "1", "0"] {
        let reply = api.post(&path, json!({ "content": "x" })).await;
        assert_eq!(
            (
                reply.status,
                reply.header("x-ratelimit-limit"),
                reply.header("x-ratelimit-remaining")
            ),
            (200, "5", remaining)
        );
        assert_eq!(reply.header("x-ratelimit-reset-after"), "5.000");
    }
    sandbox.clock().advance(Duration::from_millis(1_500));
    let refused = api.post(&path, json!({ "content": "x" })).await;
    assert_eq!(
        (
            refused.status,
            refused.header("retry-after"),
            refused.header("x-ratelimit-scope")
        ),
        (429, "4", "user")
    );
    assert_eq!(
        (&refused.body["retry_after"], &refused.body["global"]),
        (&json!(3.5), &json!(false))
    );
    let other = format!("/channels/{}/messages", sandbox.channel("lounge"));
    assert_eq!(
        api.post(&other, json!({ "content": "x" })).await.status,
        200
    );
    sandbox.clock().advance(Duration::from_millis(3_500));
    assert_eq!(api.post(&path, json!({ "content": "x" })).await.status, 200);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn the_whole_bot_has_fifty_requests_a_second() {
    let sandbox = strict().await;
    let api = Api::of(&sandbox);
    for _ in 0..50 {
        assert_eq!(api.get("/users/@me").await.status, 200);
    }
    let refused = api.get("/users/@me").await;
    assert_eq!(
        (
            refused.status,
            refused.header("x-ratelimit-global"),
            &refused.body["global"]
        ),
        (429, "true", &json!(true))
    );
    let unknown = api
        .post("/interactions/1/x/callback", json!({ "type": 4 }))
        .await;
    assert_eq!(unknown.code(), 10062, "interaction endpoints do not count");
    assert!(sandbox.journal().last().is_some_and(|entry| !entry.counted));
    sandbox.clock().advance(Duration::from_secs(1));
    assert_eq!(api.get("/users/@me").await.status, 200);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn edits_of_old_messages_are_rationed() {
    let sandbox = strict().await;
    let api = Api::of(&sandbox);
    let path = format!("/channels/{}/messages", sandbox.channel("general"));
    let message = format!(
        "{path}/{}",
        api.post(&path, json!({ "content": "x" })).await.id()
    );
    sandbox.clock().advance(Duration::from_secs(60 * 60 + 1));
    for _ in 0..3 {
        assert_eq!(
            api.patch(&message, json!({ "content": "y" })).await.status,
            200
        );
    }
    let refused = api.patch(&message, json!({ "content": "z" })).await;
    assert_eq!((refused.status, refused.code()), (429, 30046));
    assert_eq!(refused.body["retry_after"], 6.0);
    sandbox.clock().advance(Duration::from_secs(6));
    let edited = api.patch(&message, json!({ "content": "z" })).await;
    assert_eq!(edited.status, 200);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn wrong_tokens_and_paths_are_refused() {
    let sandbox = quiet_sandbox().await;
    let api = Api::of(&sandbox);
    for (path, status, code) in [
        ("/users/17", 404, 10013),
        ("/guilds/17", 404, 10004),
        ("/channels/x", 400, 50035),
        ("/applications/17/commands", 403, 50001),
        ("/webhooks/17/x/messages/@original", 404, 10015),
    ] {
        let reply = api.get(path).await;
        assert_eq!((reply.status, reply.code()), (status, code), "{path}");
    }
    openapi::check_journal(&sandbox.journal());
    let webhook = format!(
        "/webhooks/{}/x/messages/@original",
        sandbox.application_id()
    );
    assert_eq!(
        (
            api.get(&webhook).await.status,
            api.get(&webhook).await.code()
        ),
        (401, 50027)
    );
    assert_eq!(api.get("/nowhere").await.status, 404);
    assert_eq!(api.put("/gateway", json!({})).await.status, 405);
    let stranger = Api::of(&sandbox).with_token("Bot x");
    let refused = stranger.get("/users/@me").await;
    assert_eq!((refused.status, refused.code()), (401, 0));
    assert_eq!(stranger.get("/gateway").await.status, 200);
}

#[tokio::test]
async fn trouble_comes_on_demand() {
    let sandbox = quiet_sandbox().await;
    let api = Api::of(&sandbox);
    let general = sandbox.channel("general");
    let path = format!("/channels/{general}/messages");
    let route = "/channels/{channel_id}/messages";
    sandbox.fail_requests("POST", route, 2, RequestFault::ServerError(502));
    assert_eq!(api.post(&path, json!({ "content": "1" })).await.status, 502);
    assert_eq!(api.post(&path, json!({ "content": "2" })).await.status, 502);
    assert_eq!(api.post(&path, json!({ "content": "3" })).await.status, 200);
    sandbox.fail_requests(
        "POST",
        route,
        1,
        RequestFault::RateLimited {
            after: Duration::from_millis(300),
            global: false,
        },
    );
    assert_eq!(
        api.post(&path, json!({ "content": "4" })).await.body["retry_after"],
        0.3
    );
    sandbox.fail_requests("POST", route, 1, RequestFault::CutBefore);
    assert!(
        api.try_send(Method::POST, &path, json!({ "content": "5" }))
            .await
            .is_err()
    );
    sandbox.fail_requests("POST", route, 1, RequestFault::CutAfter);
    assert!(
        api.try_send(Method::POST, &path, json!({ "content": "6" }))
            .await
            .is_err()
    );
    let said: Vec<String> = sandbox
        .messages(general, "ana")
        .iter()
        .map(|message| message.content().to_owned())
        .collect();
    assert_eq!(said, ["3", "6"]);
    assert_eq!(
        sandbox.journal().iter().filter(|entry| entry.cut).count(),
        2
    );
}
