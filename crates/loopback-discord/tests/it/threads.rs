//! Threads: started, archived, locked, joined.

use std::time::Duration;

use loopback_discord::{Answer, Sandbox, Snowflake, permissions};
use serde_json::{Value, json};

use super::api::Api;
use super::quiet_sandbox;
use crate::openapi;

async fn start() -> (Sandbox, Api) {
    let sandbox = quiet_sandbox().await;
    let api = Api::of(&sandbox);
    (sandbox, api)
}

fn id(value: &Value) -> Snowflake {
    value.as_str().expect("text").parse().expect("an id")
}

#[tokio::test]
async fn a_thread_hangs_on_its_message() {
    let (sandbox, api) = start().await;
    let general = sandbox.channel("general");
    let messages = format!("/channels/{general}/messages");
    let message = api
        .post(&messages, json!({ "content": "Match 1" }))
        .await
        .id()
        .to_owned();
    let threads = format!("{messages}/{message}/threads");
    for name in ["", &"x".repeat(101)] {
        assert_eq!(
            api.post(&threads, json!({ "name": name })).await.code(),
            50035
        );
    }
    assert_eq!(
        api.post(
            &threads,
            json!({ "name": "x", "auto_archive_duration": 61 })
        )
        .await
        .code(),
        50035
    );
    let thread = api
        .post(
            &threads,
            json!({ "name": "Match 1", "auto_archive_duration": 60 }),
        )
        .await;
    assert_eq!(
        (thread.status, thread.id(), &thread.body["type"]),
        (201, message.as_str(), &json!(11))
    );
    let again = api.post(&threads, json!({ "name": "Match 1" })).await;
    assert_eq!((again.status, again.code()), (400, 160_004));
    let shown = &sandbox.messages(general, "ben")[0];
    assert_eq!(shown.thread(), Some(id(&thread.body["id"])));
    let first = &sandbox.messages(id(&thread.body["id"]), "ben")[0];
    assert_eq!(
        (
            first.json()["type"].as_u64(),
            &first.json()["referenced_message"]["content"]
        ),
        (Some(21), &json!("Match 1"))
    );
    let inside = format!("/channels/{message}/messages");
    let ben = sandbox.user("ben");
    assert_eq!(
        api.post(
            &inside,
            json!({ "content": format!("{}, your move.", ben.mention()) })
        )
        .await
        .status,
        200
    );
    let now = api.get(&format!("/channels/{message}")).await.body;
    assert_eq!(
        (
            &now["message_count"],
            &now["total_message_sent"],
            &now["member_count"]
        ),
        (&json!(1), &json!(1), &json!(2))
    );
    let members = api
        .get(&format!("/channels/{message}/thread-members"))
        .await
        .body;
    assert_eq!(
        members[1]["user_id"],
        json!(ben.id().to_string()),
        "the one who is mentioned is taken in"
    );
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn a_silent_thread_is_archived_and_a_message_wakes_it() {
    let (sandbox, api) = start().await;
    let general = sandbox.channel("general");
    let body = json!({ "name": "Match 2", "type": 11, "auto_archive_duration": 60 });
    let thread = api
        .post(&format!("/channels/{general}/threads"), body)
        .await;
    assert_eq!(sandbox.messages(general, "ana")[0].json()["type"], 18);
    let path = format!("/channels/{}", thread.id());
    let message = api
        .post(&format!("{path}/messages"), json!({ "content": "x" }))
        .await
        .id()
        .to_owned();
    let archived = || async { api.get(&path).await.body["thread_metadata"]["archived"].clone() };
    sandbox.clock().advance(Duration::from_secs(59 * 60));
    assert_eq!(archived().await, false);
    sandbox.clock().advance(Duration::from_secs(60));
    assert_eq!(archived().await, true);
    let edit = api
        .patch(
            &format!("{path}/messages/{message}"),
            json!({ "content": "y" }),
        )
        .await;
    assert_eq!((edit.status, edit.code()), (400, 50083));
    assert_eq!(
        api.put(
            &format!("{path}/thread-members/{}", sandbox.user("ben").id()),
            Value::Null
        )
        .await
        .code(),
        50083
    );
    assert_eq!(
        api.patch(&path, json!({ "name": "New name" })).await.code(),
        50083
    );
    let ana = sandbox.user("ana").in_channel(id(&thread.body["id"]));
    assert!(
        matches!(ana.command("play", [] as [(&str, &str); 0]).await, Answer::NotSent(why) if why.contains("archived"))
    );
    assert_eq!(
        api.post(&format!("{path}/messages"), json!({ "content": "z" }))
            .await
            .status,
        200
    );
    assert_eq!(archived().await, false);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn a_locked_thread_takes_no_messages() {
    let (sandbox, api) = start().await;
    let general = sandbox.channel("general");
    let thread = api
        .post(
            &format!("/channels/{general}/threads"),
            json!({ "name": "x", "type": 11 }),
        )
        .await;
    let path = format!("/channels/{}", thread.id());
    assert_eq!(
        api.patch(&path, json!({ "locked": true })).await.code(),
        50013,
        "locking takes a permission"
    );
    sandbox.set_archived(id(&thread.body["id"]), true, true);
    assert_eq!(
        api.post(&format!("{path}/messages"), json!({ "content": "x" }))
            .await
            .code(),
        160_005
    );
    assert_eq!(
        api.patch(&path, json!({ "archived": false })).await.code(),
        50013
    );
    let bits = permissions::DEFAULT_FOR_BOT | permissions::MANAGE_THREADS;
    sandbox.set_bot_permissions(general, bits);
    let woken = api
        .patch(
            &path,
            json!({ "archived": false, "locked": false, "name": "Awake" }),
        )
        .await;
    assert_eq!((woken.status, &woken.body["name"]), (200, &json!("Awake")));
    assert_eq!(api.delete(&path).await.status, 200);
    assert_eq!(api.get(&path).await.code(), 10003);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn threads_take_permissions_of_their_own() {
    let (sandbox, api) = start().await;
    let general = sandbox.channel("general");
    let threads = format!("/channels/{general}/threads");
    sandbox.set_bot_permissions(
        general,
        permissions::DEFAULT_FOR_BOT & !permissions::CREATE_PUBLIC_THREADS,
    );
    assert_eq!(
        api.post(&threads, json!({ "name": "x", "type": 11 }))
            .await
            .code(),
        50013
    );
    sandbox.set_bot_permissions(
        general,
        permissions::DEFAULT_FOR_BOT & !permissions::SEND_MESSAGES,
    );
    let thread = api.post(&threads, json!({ "name": "x", "type": 11 })).await;
    let inside = format!("/channels/{}/messages", thread.id());
    assert_eq!(
        api.post(&inside, json!({ "content": "x" })).await.status,
        200,
        "SEND_MESSAGES does not count in threads"
    );
    sandbox.set_bot_permissions(
        general,
        permissions::DEFAULT_FOR_BOT & !permissions::SEND_MESSAGES_IN_THREADS,
    );
    assert_eq!(
        api.post(&inside, json!({ "content": "x" })).await.code(),
        50013
    );
    openapi::check_journal(&sandbox.journal());
}
