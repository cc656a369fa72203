//! Threads: started, archived, locked, joined.

use std::time::Duration;

use loopback_discord::{Answer, Event, Sandbox, Snowflake, permissions};
use reqwest::Method;
use serde_json::{Value, json};

use super::api::Api;
use super::page::Page;
use super::{quiet_config, quiet_sandbox};
use crate::openapi;

async fn start() -> (Sandbox, Api) {
    let sandbox = quiet_sandbox().await;
    let api = Api::of(&sandbox);
    (sandbox, api)
}

fn id(value: &Value) -> Snowflake {
    text(value).parse().expect("an id")
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
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
    sandbox
        .clock()
        .advance(Duration::from_hours(7 * 24) - Duration::from_secs(1));
    assert_eq!(archived().await, false);
    sandbox.clock().advance(Duration::from_secs(1));
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

/// Starts a thread that is hidden after an hour, and returns its path.
async fn thread_in(api: &Api, parent: Snowflake, name: &str) -> String {
    let body = json!({ "name": name, "type": 11, "auto_archive_duration": 60 });
    let thread = api.post(&format!("/channels/{parent}/threads"), body).await;
    format!("/channels/{}", thread.id())
}

#[tokio::test]
async fn auto_archive_duration_only_hides_a_thread() {
    let (sandbox, api) = start().await;
    let page = Page::of(&sandbox);
    let path = thread_in(&api, sandbox.channel("general"), "Match").await;
    let id = sandbox.channel("Match");
    let hidden = async || {
        let state = page.get("/sandbox/state").await;
        let mut channels = state["channels"].as_array().expect("channels").iter();
        let thread = channels.find(|channel| channel["id"] == json!(id));
        thread.expect("the thread")["sandbox"]["hidden"].clone()
    };
    let mut events = sandbox.watch();
    let told = |event: &Event| match event {
        Event::ChannelUpdate(channel) if channel["id"] == json!(id) => {
            Some(channel["sandbox"]["hidden"].clone())
        }
        _ => None,
    };
    sandbox
        .clock()
        .advance(Duration::from_hours(1) - Duration::from_secs(1));
    assert_eq!(hidden().await, false);
    sandbox.clock().advance(Duration::from_secs(1));
    // Pages are told without anybody asking.
    assert_eq!(events.next(told).await, Ok(json!(true)));
    assert_eq!(hidden().await, true);
    let thread = api.get(&path).await.body;
    assert_eq!(thread["thread_metadata"]["archived"], false);
    assert!(
        thread.get("sandbox").is_none(),
        "Discord does not tell a bot"
    );
    let said = api
        .post(&format!("{path}/messages"), json!({ "content": "x" }))
        .await;
    assert_eq!((said.status, hidden().await), (200, json!(false)));
    // A change of the time is an activity as well.
    sandbox.clock().advance(Duration::from_hours(1));
    assert_eq!(hidden().await, true);
    let change = json!({ "auto_archive_duration": 1_440 });
    assert_eq!(api.patch(&path, change).await.status, 200);
    sandbox.clock().advance(Duration::from_hours(23));
    assert_eq!(hidden().await, false);
}

#[tokio::test]
async fn hidden_threads_make_room_in_a_server_that_becomes_full() {
    let mut config = quiet_config();
    let usual = (config.thread_limits.sooner_from, config.thread_limits.most);
    assert_eq!(usual, (900, 1_000));
    config.thread_limits.sooner_from = 4;
    config.thread_limits.most = 6;
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let api = Api::of(&sandbox);
    let general = sandbox.channel("general");
    let active = async || {
        let path = format!("/guilds/{}/threads/active", sandbox.guild_id());
        let listed = api.get(&path).await.body;
        assert!(listed["members"].is_array() && listed["has_more"] == false);
        let threads = listed["threads"].as_array().expect("threads");
        let names = threads.iter().map(|thread| text(&thread["name"]));
        names.collect::<Vec<_>>()
    };
    let first = thread_in(&api, general, "1").await;
    thread_in(&api, general, "2").await;
    sandbox.clock().advance(Duration::from_mins(30));
    let message = format!("{first}/messages");
    assert_eq!(
        api.post(&message, json!({ "content": "x" })).await.status,
        200
    );
    sandbox.clock().advance(Duration::from_mins(90));
    thread_in(&api, general, "3").await;
    assert_eq!(active().await, ["3", "2", "1"]);
    // The longest inactive of the hidden ones goes first, and no more than necessary.
    thread_in(&api, general, "4").await;
    assert_eq!(active().await, ["4", "3", "1"]);
    thread_in(&api, general, "5").await;
    assert_eq!(active().await, ["5", "4", "3"]);
    for name in ["6", "7", "8"] {
        thread_in(&api, general, name).await;
    }
    assert_eq!(active().await, ["8", "7", "6", "5", "4", "3"]);

    // The server is full: none may be opened or woken.
    let words = json!({ "content": "x" });
    let place = format!("/channels/{general}");
    let said = api.post(&format!("{place}/messages"), words.clone()).await;
    let under = format!("{place}/messages/{}/threads", said.id());
    for refused in [
        api.post(
            &format!("{place}/threads"),
            json!({ "name": "9", "type": 11 }),
        )
        .await,
        api.post(&under, json!({ "name": "9" })).await,
        api.post(&message, words.clone()).await,
        api.patch(&first, json!({ "archived": false })).await,
    ] {
        assert_eq!((refused.status, refused.code()), (400, 160_006));
    }
    let ana = sandbox.user("ana").in_channel(sandbox.channel("1"));
    assert!(ana.say("Wake up.").is_err());
    let here = sandbox.user("ana").in_channel(general);
    assert!(here.open_thread("9").is_err());
    sandbox.set_archived(sandbox.channel("1"), false, false);
    assert_eq!(active().await.len(), 6);
    assert_eq!(sandbox.messages(sandbox.channel("1"), "ana").len(), 1);

    // Each thread that becomes hidden makes room, and what is awake may be written in.
    sandbox.clock().advance(Duration::from_hours(1));
    assert_eq!(active().await, ["8", "7", "6"]);
    assert_eq!(api.post(&message, words).await.status, 200);
    assert_eq!(active().await, ["8", "7", "1"]);
    // A person opens them in channels.
    assert!(ana.open_thread("9").is_err() && here.open_thread("").is_err());
    let opened = here.open_thread("9").expect("a thread");
    assert_eq!(opened, sandbox.channel("9"));
    assert_eq!(active().await, ["9", "8", "1"]);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn threads_that_the_bot_cannot_see_are_not_listed() {
    let (sandbox, api) = start().await;
    thread_in(&api, sandbox.channel("general"), "Seen").await;
    let lounge = sandbox.channel("lounge");
    thread_in(&api, lounge, "Unseen").await;
    sandbox.set_bot_permissions(lounge, 0);
    let path = format!("/guilds/{}/threads/active", sandbox.guild_id());
    let listed = api.get(&path).await.body;
    let threads = listed["threads"].as_array().expect("threads");
    assert_eq!(threads.len(), 1);
    assert_eq!(threads[0]["name"], "Seen");
}

#[tokio::test]
async fn a_thread_without_a_message_is_announced_by_a_line_of_its_own() {
    let (sandbox, api) = start().await;
    let general = sandbox.channel("general");
    let messages = format!("/channels/{general}/messages");
    let name = format!("Match of {}", sandbox.user("ben").mention());
    let thread = thread_in(&api, general, &name).await;
    let line = api.get(&messages).await.body[0].clone();
    let bot = sandbox.application_id();
    assert_eq!(
        (&line["type"], &line["content"], &line["author"]["id"]),
        (&json!(18), &json!(name), &json!(bot))
    );
    assert_eq!(line["mentions"], json!([]), "a name calls nobody");
    let reference = &line["message_reference"];
    assert_eq!(
        format!("/channels/{}", text(&reference["channel_id"])),
        thread
    );
    // It is a message of the system, which nobody edits, but its author deletes it without any permission.
    let line = format!("{messages}/{}", text(&line["id"]));
    let edit = api.patch(&line, json!({ "content": "x" })).await;
    assert_eq!((edit.status, edit.code()), (403, 50021));
    let bits = permissions::VIEW_CHANNEL;
    sandbox.set_bot_permissions(general, bits);
    assert_eq!(api.delete(&line).await.status, 204);
    sandbox.set_bot_permissions(general, permissions::DEFAULT_FOR_BOT);
    assert_eq!(api.get(&messages).await.body, json!([]));
    let after = api.get(&thread).await;
    assert_eq!((after.status, &after.body["name"]), (200, &json!(name)));
    assert_eq!(
        api.post(&format!("{thread}/messages"), json!({ "content": "x" }))
            .await
            .status,
        200
    );
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn the_line_at_the_head_of_a_thread_stays() {
    let (sandbox, api) = start().await;
    let messages = format!("/channels/{}/messages", sandbox.channel("general"));
    let message = api.post(&messages, json!({ "content": "Match" })).await;
    let threads = format!("{messages}/{}/threads", message.id());
    let thread = api.post(&threads, json!({ "name": "Match" })).await;
    let inside = format!("/channels/{}/messages", thread.id());
    let head = api.get(&inside).await.body[0].clone();
    assert_eq!(head["type"], 21);
    let refused = api.delete(&format!("{inside}/{}", text(&head["id"]))).await;
    assert_eq!((refused.status, refused.code()), (403, 50021));
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

/// Opens a private thread in the channel.
async fn opens_privately(sandbox: &Sandbox, api: &Api, invitable: bool) -> Snowflake {
    let general = sandbox.channel("general");
    let body = json!({ "name": "Team", "type": 12, "invitable": invitable });
    let made = api
        .post(&format!("/channels/{general}/threads"), body)
        .await;
    assert_eq!(
        (
            made.status,
            &made.body["type"],
            &made.body["thread_metadata"]["invitable"]
        ),
        (201, &json!(12), &json!(invitable))
    );
    id(&made.body["id"])
}

#[tokio::test]
async fn a_private_thread_is_for_its_members() {
    let (sandbox, api) = start().await;
    let general = sandbox.channel("general");
    let thread = opens_privately(&sandbox, &api, false).await;
    // No line of the system tells of it.
    assert!(sandbox.messages(general, "ana").is_empty());
    let path = format!("/channels/{thread}");
    let said = api
        .post(&format!("{path}/messages"), json!({ "content": "Hello" }))
        .await;
    assert_eq!(said.status, 200);
    let (ana, ben) = (sandbox.user("ana"), sandbox.user("ben"));
    // Ana owns the server; Ben is nobody.
    assert_eq!(ana.in_channel(thread).messages().len(), 1);
    assert!(ben.in_channel(thread).messages().is_empty());
    assert!(ben.in_channel(thread).say("me too").is_err());
    let member = format!("{path}/thread-members/{}", ben.id());
    assert_eq!(api.put(&member, Value::Null).await.status, 204);
    assert_eq!(ben.in_channel(thread).messages().len(), 1);
    // Ben did not open the thread, so he calls nobody into it.
    let cleo = sandbox.user("cleo");
    ben.in_channel(thread)
        .say(&format!("come, {}", cleo.mention()))
        .expect("a message");
    assert!(cleo.in_channel(thread).messages().is_empty());
    assert_eq!(api.delete(&member).await.status, 204);
    assert!(ben.in_channel(thread).messages().is_empty());
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn members_of_an_invitable_private_thread_add_others() {
    let (sandbox, api) = start().await;
    let thread = opens_privately(&sandbox, &api, true).await;
    let (ben, cleo) = (sandbox.user("ben"), sandbox.user("cleo"));
    let member = format!("/channels/{thread}/thread-members/{}", ben.id());
    assert_eq!(api.put(&member, Value::Null).await.status, 204);
    ben.in_channel(thread)
        .say(&format!("come, {}", cleo.mention()))
        .expect("a message");
    assert_eq!(cleo.in_channel(thread).messages().len(), 1);
}

#[tokio::test]
async fn a_bot_that_left_a_private_thread_is_refused() {
    let (sandbox, api) = start().await;
    let thread = opens_privately(&sandbox, &api, false).await;
    let path = format!("/channels/{thread}");
    let active = format!("/guilds/{}/threads/active", sandbox.guild_id());
    let listed = || async {
        api.get(&active).await.body["threads"]
            .as_array()
            .map(Vec::len)
    };
    assert_eq!(listed().await, Some(1));
    assert_eq!(
        api.delete(&format!("{path}/thread-members/@me"))
            .await
            .status,
        204
    );
    assert_eq!(listed().await, Some(0));
    let messages = format!("{path}/messages");
    for refused in [
        api.get(&path).await,
        api.get(&messages).await,
        api.post(&messages, json!({ "content": "x" })).await,
        api.put(
            &format!("{path}/thread-members/{}", sandbox.user("ben").id()),
            Value::Null,
        )
        .await,
    ] {
        assert_eq!((refused.status, refused.code()), (403, 50001));
    }
    sandbox.set_bot_permissions(
        thread,
        permissions::DEFAULT_FOR_BOT | permissions::MANAGE_THREADS,
    );
    assert_eq!(api.get(&messages).await.status, 200);
}

#[tokio::test]
async fn private_threads_need_their_permission_and_a_text_channel() {
    let (sandbox, api) = start().await;
    let general = sandbox.channel("general");
    let threads = format!("/channels/{general}/threads");
    let body = || json!({ "name": "Team", "type": 12 });
    let held = permissions::DEFAULT_FOR_BOT & !permissions::CREATE_PRIVATE_THREADS;
    sandbox.set_bot_permissions(general, held);
    let refused = api.post(&threads, body()).await;
    assert_eq!((refused.status, refused.code()), (403, 50013));
    let held = permissions::DEFAULT_FOR_BOT & !permissions::CREATE_PUBLIC_THREADS;
    sandbox.set_bot_permissions(general, held);
    assert_eq!(api.post(&threads, body()).await.status, 201);
    sandbox.set_announcements(general);
    assert_eq!(api.post(&threads, body()).await.code(), 50035);
}

#[tokio::test]
async fn pages_show_a_private_thread_to_its_members_only() {
    let (sandbox, api) = start().await;
    let thread = opens_privately(&sandbox, &api, false).await;
    let (ben, cleo) = (sandbox.user("ben").id(), sandbox.user("cleo").id());
    let page = Page::of(&sandbox);
    let shown = |person: Snowflake| {
        let page = &page;
        async move {
            let state = page.get(&format!("/sandbox/state?as={person}")).await;
            let channels = state["channels"].as_array().expect("channels");
            channels
                .iter()
                .any(|channel| channel["id"] == thread.to_string())
        }
    };
    let member = format!("/channels/{thread}/thread-members/{ben}");
    assert!(!shown(ben).await);
    api.put(&member, Value::Null).await;
    assert!(shown(ben).await && !shown(cleo).await);
    api.delete(&member).await;
    assert!(!shown(ben).await);
    let path = format!("/sandbox/channels/{thread}/messages?as={ben}");
    let (status, _) = page.ask(Method::GET, &path, Value::Null).await;
    assert_eq!(status, 400);
}
