//! Messages with the bot's token: posting, editing, listing, files, mentions, nonces, permissions.

use std::time::Duration;

use loopback_discord::{RequestFault, Sandbox, SandboxConfig, Snowflake, permissions};
use serde_json::{Value, json};

use super::api::Api;
use super::quiet_sandbox;
use crate::openapi;

async fn start() -> (Sandbox, Api, String) {
    let sandbox = quiet_sandbox().await;
    let api = Api::of(&sandbox);
    let path = format!("/channels/{}/messages", sandbox.channel("general"));
    (sandbox, api, path)
}

/// Returns the header of a picture of two by three pixels.
fn picture() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend([0, 0, 0, 2, 0, 0, 0, 3]);
    bytes
}

#[tokio::test]
async fn messages_are_posted_edited_listed_and_deleted() {
    let (sandbox, api, path) = start().await;
    let ids: Vec<String> = {
        let mut ids = Vec::new();
        for content in ["one", "two", "three", "four"] {
            let reply = api.post(&path, json!({ "content": content })).await;
            assert_eq!(
                (reply.status, &reply.body["content"]),
                (200, &json!(content))
            );
            ids.push(reply.id().to_owned());
        }
        ids
    };
    let contents = |reply: &Value| -> Vec<String> {
        reply
            .as_array()
            .expect("a list")
            .iter()
            .map(|message| message["content"].as_str().expect("text").to_owned())
            .collect()
    };
    let [_, two, three, _] = &ids[..] else {
        panic!("four messages")
    };
    for (query, expected) in [
        (String::new(), vec!["four", "three", "two", "one"]),
        ("?limit=2".to_owned(), vec!["four", "three"]),
        (format!("?before={three}"), vec!["two", "one"]),
        (format!("?after={two}&limit=1"), vec!["three"]),
        (
            format!("?around={two}&limit=3"),
            vec!["three", "two", "one"],
        ),
    ] {
        assert_eq!(
            contents(&api.get(&format!("{path}{query}")).await.body),
            expected,
            "{query}"
        );
    }
    assert_eq!(api.get(&format!("{path}?limit=101")).await.code(), 50035);
    let edited = api
        .patch(&format!("{path}/{two}"), json!({ "content": "TWO" }))
        .await;
    assert_eq!(edited.body["content"], "TWO");
    assert!(edited.body["edited_timestamp"].is_string());
    assert_eq!(
        api.patch(&format!("{path}/{two}"), json!({ "content": "" }))
            .await
            .code(),
        50006
    );
    assert_eq!(api.delete(&format!("{path}/{two}")).await.status, 204);
    assert_eq!(api.get(&format!("{path}/{two}")).await.code(), 10008);
    assert_eq!(api.delete(&format!("{path}/{two}")).await.code(), 10008);
    let anas = sandbox
        .user("ana")
        .in_channel(sandbox.channel("general"))
        .say("hello")
        .expect("a message")
        .id();
    assert_eq!(
        api.patch(&format!("{path}/{anas}"), json!({ "content": "x" }))
            .await
            .code(),
        50005
    );
    assert_eq!(api.delete(&format!("{path}/{anas}")).await.code(), 50013);
    assert_eq!(api.get("/channels/17/messages").await.code(), 10003);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn bodies_are_held_to_the_limits() {
    let (sandbox, api, path) = start().await;
    let long = |count: usize| "x".repeat(count);
    let button =
        |custom_id: &str| json!({ "type": 2, "style": 1, "label": "Go", "custom_id": custom_id });
    let row = |components: Value| json!({ "content": "x", "components": [{ "type": 1, "components": components }] });
    let select = |options: Value| json!({ "type": 3, "custom_id": "s", "options": options });
    let option = |value: &str| json!({ "label": value, "value": value });
    let many: Vec<Value> = (0..26).map(|number| option(&number.to_string())).collect();
    let embed = |embed: Value| json!({ "embeds": [embed] });
    let full_row = json!([
        button("1"),
        button("2"),
        button("3"),
        button("4"),
        button("5"),
        button("6")
    ]);
    for (body, code, place) in [
        (json!({}), 50006, ""),
        (json!({ "content": "  \n " }), 50006, ""),
        (json!({ "content": long(2_001) }), 50035, "/content"),
        (json!({ "content": 17 }), 50035, "/content"),
        (
            json!({ "content": "x", "embeds": vec![json!({ "title": "x" }); 11] }),
            50035,
            "/embeds",
        ),
        (embed(json!({})), 50035, "/embeds/0"),
        (
            embed(json!({ "title": long(257) })),
            50035,
            "/embeds/0/title",
        ),
        (
            embed(json!({ "description": long(4_097) })),
            50035,
            "/embeds/0/description",
        ),
        (
            embed(json!({ "title": "x", "fields": [{ "name": "", "value": "x" }] })),
            50035,
            "/embeds/0/fields/0/name",
        ),
        (
            embed(json!({ "title": "x", "image": { "url": "ftp://x" } })),
            50035,
            "/embeds/0/image/url",
        ),
        (
            json!({ "embeds": [{ "description": long(4_000) }, { "description": long(2_001) }] }),
            50035,
            "/embeds",
        ),
        (
            json!({ "content": "x", "components": vec![json!({ "type": 1, "components": [button("x")] }); 6] }),
            50035,
            "/components",
        ),
        (row(json!([])), 50035, "/components/0/components"),
        (row(full_row), 50035, "/components/0/components"),
        (
            row(json!([button("a"), button("a")])),
            50035,
            "/components/0/components/1/custom_id",
        ),
        (
            row(json!([button("")])),
            50035,
            "/components/0/components/0/custom_id",
        ),
        (
            row(json!([button(&long(101))])),
            50035,
            "/components/0/components/0/custom_id",
        ),
        (
            row(json!([{ "type": 2, "style": 1, "custom_id": "x" }])),
            50035,
            "/components/0/components/0",
        ),
        (
            row(json!([{ "type": 2, "style": 1, "custom_id": "x", "label": long(81) }])),
            50035,
            "/components/0/components/0/label",
        ),
        (
            row(json!([{ "type": 2, "style": 9, "custom_id": "x", "label": "x" }])),
            50035,
            "/components/0/components/0/style",
        ),
        (
            row(json!([{ "type": 2, "style": 5, "label": "x", "url": "x" }])),
            50035,
            "/components/0/components/0/url",
        ),
        (
            row(json!([{ "type": 2, "style": 5, "label": "x" }])),
            50035,
            "/components/0/components/0/url",
        ),
        (
            row(json!([{ "type": 2, "style": 1, "custom_id": "x", "emoji": { "name": "move" } }])),
            50035,
            "/components/0/components/0/emoji/name",
        ),
        (
            row(json!([button("a"), select(json!([option("x")]))])),
            50035,
            "/components/0/components/1",
        ),
        (
            row(json!([select(json!([]))])),
            50035,
            "/components/0/components/0/options",
        ),
        (
            row(json!([select(json!(many))])),
            50035,
            "/components/0/components/0/options",
        ),
        (
            row(json!([select(json!([option("x"), option("x")]))])),
            50035,
            "/components/0/components/0/options/1/value",
        ),
        (
            row(json!([{ "type": 4, "custom_id": "x", "style": 1, "label": "x" }])),
            50035,
            "/components/0/components/0/type",
        ),
        (
            json!({ "content": "x", "components": [button("x")] }),
            50035,
            "/components/0/type",
        ),
        (json!({ "content": "x", "flags": 1 << 15 }), 50035, "/flags"),
        (
            json!({ "content": "x", "attachments": [{ "id": 0, "filename": "x.png" }] }),
            50035,
            "/attachments/0/id",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["users"], "users": ["1"] } }),
            50035,
            "/allowed_mentions",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["all"] } }),
            50035,
            "/allowed_mentions/parse/0",
        ),
        (
            json!({ "content": "x", "message_reference": { "message_id": "17" } }),
            50035,
            "/message_reference",
        ),
        (
            json!({ "content": "x", "nonce": long(26) }),
            50035,
            "/nonce",
        ),
        (json!("content"), 50035, ""),
    ] {
        let reply = api.post(&path, body.clone()).await;
        assert_eq!(
            (reply.status, reply.code()),
            (400, code),
            "{body}: {}",
            reply.body
        );
        if code == 50035 {
            let faults = reply
                .body
                .pointer(&format!("/errors{place}/_errors"))
                .and_then(Value::as_array);
            assert!(
                faults.is_some_and(|faults| faults[0]["code"].is_string()),
                "{place} in {}",
                reply.body
            );
        }
    }
    assert!(
        sandbox
            .messages(sandbox.channel("general"), "ana")
            .is_empty()
    );
    let fits = json!({
        "content": long(2_000),
        "embeds": [{ "title": long(256), "description": long(4_000), "fields": [{ "name": "a", "value": "b" }] }],
        "components": [
            { "type": 1, "components": [button("1"), button("2"), button("3"), button("4"), button("5")] },
            { "type": 1, "components": [{ "type": 3, "custom_id": "s", "placeholder": "Pick", "max_values": 2, "options": many[..25] }] },
            { "type": 1, "components": [{ "type": 5, "custom_id": "u" }] },
            { "type": 1, "components": [{ "type": 2, "style": 5, "label": "Rules", "url": "https://example.org" }] },
            { "type": 1, "components": [{ "type": 2, "style": 2, "custom_id": "e", "emoji": { "name": "🎲" }, "disabled": true }] },
        ],
    });
    assert_eq!(api.post(&path, fits).await.status, 200);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn files_come_with_descriptions_and_within_limits() {
    let (sandbox, api, path) = start().await;
    let listed = |ids: &[u64]| -> Vec<Value> {
        ids.iter().map(|id| json!({ "id": id.to_string(), "description": format!("Board {id}"), "filename": "board.png" })).collect()
    };
    let reply = api
        .post_files(
            &path,
            json!({ "attachments": listed(&[0]) }),
            &[("b.png", picture())],
        )
        .await;
    let file = &reply.body["attachments"][0];
    assert_eq!(
        (&file["description"], &file["width"], &file["height"]),
        (&json!("Board 0"), &json!(2), &json!(3))
    );
    assert_eq!(file["content_type"], "image/png");
    let url = file["url"].as_str().expect("an address").to_owned();
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client");
    let fetched = client.get(&url).send().await.expect("an answer");
    assert_eq!(fetched.bytes().await.expect("bytes"), picture());
    let unsigned = url.split('?').next().expect("a path");
    assert_eq!(
        client
            .get(unsigned)
            .send()
            .await
            .expect("an answer")
            .status(),
        404
    );
    let edit = format!("{path}/{}", reply.id());
    let kept = api
        .patch(
            &edit,
            json!({ "content": "Later", "attachments": [{ "id": file["id"] }] }),
        )
        .await;
    assert_eq!(kept.body["attachments"][0]["description"], "Board 0");
    let without = api.patch(&edit, json!({ "attachments": [] })).await;
    assert_eq!(without.body["attachments"], json!([]));
    let embedded = json!({ "embeds": [{ "title": "Board", "image": { "url": "attachment://board.png" } }], "attachments": listed(&[0]) });
    let embedded = api
        .post_files(&path, embedded, &[("b.png", picture())])
        .await;
    assert_eq!(
        (
            &embedded.body["attachments"],
            &embedded.body["embeds"][0]["image"]["width"]
        ),
        (&json!([]), &json!(2))
    );
    let long = json!({ "attachments": [{ "id": "0", "description": "x".repeat(1_025) }] });
    assert_eq!(
        api.post_files(&path, long, &[("b.png", picture())])
            .await
            .code(),
        50035
    );
    assert_eq!(
        api.post_files(&path, json!({ "attachments": [] }), &[("b.png", picture())])
            .await
            .code(),
        50035
    );
    let eleven: Vec<(&str, Vec<u8>)> = (0..11).map(|_| ("b.png", picture())).collect();
    assert_eq!(
        api.post_files(&path, json!({}), &eleven).await.code(),
        50035
    );
    let big = vec![0; 10 * 1024 * 1024 + 1];
    let refused = api.post_files(&path, json!({}), &[("b.bin", big)]).await;
    assert_eq!((refused.status, refused.code()), (413, 40005));
    sandbox
        .clock()
        .advance(Duration::from_secs(3 * 24 * 60 * 60));
    assert_eq!(
        client.get(&url).send().await.expect("an answer").status(),
        404
    );
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn only_allowed_mentions_notify() {
    let (sandbox, api, path) = start().await;
    let (ana, ben) = (sandbox.user("ana"), sandbox.user("ben"));
    let content = format!("{} and {} @everyone", ana.mention(), ben.mention());
    for (allowed, expected) in [
        (Value::Null, vec!["ana", "ben"]),
        (json!({ "parse": [] }), vec![]),
        (json!({ "parse": ["users"] }), vec!["ana", "ben"]),
        (json!({ "users": [ben.id()] }), vec!["ben"]),
    ] {
        let reply = api
            .post(
                &path,
                json!({ "content": content, "allowed_mentions": allowed }),
            )
            .await;
        let names: Vec<&str> = reply.body["mentions"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|user| user["username"].as_str())
            .collect();
        assert_eq!(names, expected, "{allowed}");
        assert_eq!(
            reply.body["mention_everyone"], false,
            "the bot may not mention everyone"
        );
    }
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn a_message_with_an_enforced_nonce_is_posted_once() {
    let (sandbox, api, path) = start().await;
    let body = json!({ "content": "Once", "nonce": "turn-12", "enforce_nonce": true });
    let first = api.post(&path, body.clone()).await;
    let second = api.post(&path, body.clone()).await;
    assert_eq!((second.status, first.id()), (200, second.id()));
    sandbox.clock().advance(Duration::from_secs(10 * 60));
    let later = api.post(&path, body).await;
    assert_ne!(later.id(), first.id());
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn the_bot_may_do_only_what_it_is_permitted() {
    use permissions::{
        ATTACH_FILES, DEFAULT_FOR_BOT, EMBED_LINKS, READ_MESSAGE_HISTORY, SEND_MESSAGES,
        VIEW_CHANNEL,
    };
    let (sandbox, api, path) = start().await;
    let general = sandbox.channel("general");
    let message = api
        .post(&path, json!({ "content": "x" }))
        .await
        .id()
        .to_owned();
    let without = |bits: u64| sandbox.set_bot_permissions(general, DEFAULT_FOR_BOT & !bits);
    without(SEND_MESSAGES);
    assert_eq!(
        api.post(&path, json!({ "content": "x" })).await.code(),
        50013
    );
    without(EMBED_LINKS);
    assert_eq!(
        api.post(&path, json!({ "embeds": [{ "title": "x" }] }))
            .await
            .code(),
        50013
    );
    without(ATTACH_FILES);
    assert_eq!(
        api.post_files(&path, json!({}), &[("b.png", picture())])
            .await
            .code(),
        50013
    );
    without(READ_MESSAGE_HISTORY);
    assert_eq!(api.get(&path).await.body, json!([]));
    assert_eq!(api.get(&format!("{path}/{message}")).await.code(), 50013);
    let reply = json!({ "content": "x", "message_reference": { "message_id": message } });
    assert_eq!(api.post(&path, reply.clone()).await.code(), 160_002);
    without(VIEW_CHANNEL);
    let refused = api.post(&path, json!({ "content": "x" })).await;
    assert_eq!((refused.status, refused.code()), (403, 50001));
    without(0);
    let reply = api.post(&path, reply).await;
    assert_eq!(
        (&reply.body["type"], &reply.body["referenced_message"]["id"]),
        (&json!(19), &json!(message))
    );
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn direct_messages_reach_those_who_take_them() {
    let (sandbox, api, _) = start().await;
    let ben = sandbox.user("ben");
    let channel = api
        .post("/users/@me/channels", json!({ "recipient_id": ben.id() }))
        .await;
    assert_eq!(
        (
            &channel.body["type"],
            &channel.body["recipients"][0]["username"]
        ),
        (&json!(1), &json!("ben"))
    );
    let path = format!("/channels/{}/messages", channel.id());
    assert_eq!(
        api.post(&path, json!({ "content": "Your move." }))
            .await
            .status,
        200
    );
    let id: Snowflake = channel.id().parse().expect("an id");
    assert_eq!(ben.in_channel(id).messages()[0].content(), "Your move.");
    sandbox.set_direct_messages("ben", false);
    let refused = api.post(&path, json!({ "content": "Your move." })).await;
    assert_eq!((refused.status, refused.code()), (403, 50007));
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn refused_forms_are_kept_and_planned_refusals_are_not() {
    let (sandbox, api, path) = start().await;
    let long = "1".repeat(26);
    let refused = api
        .post(&path, json!({ "content": "x", "nonce": long }))
        .await;
    assert_eq!(refused.code(), 50035);
    let (status, code) = (400, 50035);
    let planned = RequestFault::Refused { status, code };
    sandbox.fail_requests("POST", "/channels/{channel_id}/messages", 1, planned);
    assert_eq!(
        api.post(&path, json!({ "content": "x" })).await.code(),
        50035
    );
    assert_eq!(
        api.post(&path, json!({ "content": "" })).await.code(),
        50006
    );
    sandbox.clear_journal();
    let kept = sandbox.take_refused_forms();
    assert_eq!(kept.len(), 1, "{kept:#?}");
    assert_eq!(
        (kept[0].path.as_str(), kept[0].status),
        (path.as_str(), 400)
    );
    assert!(sandbox.take_refused_forms().is_empty());
}

#[tokio::test]
#[should_panic(expected = "the forms of 1 requests were refused")]
async fn strict_sandbox_fails_on_a_refused_form() {
    let sandbox = Sandbox::start(SandboxConfig::default())
        .await
        .expect("a sandbox");
    let path = format!("/channels/{}/messages", sandbox.channel("general"));
    let form = json!({ "content": "x", "nonce": "1".repeat(26) });
    assert_eq!(Api::of(&sandbox).post(&path, form).await.code(), 50035);
}
