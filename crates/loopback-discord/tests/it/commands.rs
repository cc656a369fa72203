//! Registration of commands, and their use by a client.

use loopback_discord::{Answer, Sandbox};
use serde_json::{Value, json};

use super::api::Api;
use super::quiet_sandbox;
use crate::openapi;

async fn start() -> (Sandbox, Api, String) {
    let sandbox = quiet_sandbox().await;
    let api = Api::of(&sandbox);
    let path = format!("/applications/{}/commands", sandbox.application_id());
    (sandbox, api, path)
}

fn command(options: Value) -> Value {
    json!({ "name": "play", "description": "Start a match", "options": options })
}

fn text_option(more: Value) -> Value {
    let mut option = json!({ "type": 3, "name": "turn", "description": "What to play" });
    option
        .as_object_mut()
        .expect("an object")
        .extend(more.as_object().expect("an object").clone());
    option
}

#[tokio::test]
async fn definitions_are_held_to_the_limits() {
    let (sandbox, api, path) = start().await;
    let long = |count: usize| "x".repeat(count);
    let choices = |count: usize| -> Vec<Value> {
        (0..count)
            .map(|n| json!({ "name": format!("{n}"), "value": format!("{n}") }))
            .collect()
    };
    let named = |kind: u64, name: &str| json!({ "type": kind, "name": name, "description": "x" });
    let many: Vec<Value> = (0..26)
        .map(|number| named(3, &format!("o{number}")))
        .collect();
    let sub = |options: Value| json!({ "type": 1, "name": "sub", "description": "x", "options": options });
    let wide: Vec<Value> = (0..25)
        .map(|number| {
            let choices: Vec<Value> = (0..4).map(|n| json!({ "name": long(50), "value": format!("{n}{}", long(90)) })).collect();
            json!({ "type": 3, "name": format!("o{number}"), "description": long(100), "choices": choices[..1] })
        })
        .collect();
    let heavy: Vec<Value> = (0..25)
        .map(|number| {
            let choices: Vec<Value> =
                (0..4).map(|n| json!({ "name": format!("{n}{}", long(50)), "value": format!("{n}{}", long(40)) })).collect();
            json!({ "type": 3, "name": format!("o{number}"), "description": long(100), "choices": choices })
        })
        .collect();
    for (body, place) in [
        (json!({ "name": "Play", "description": "x" }), "/name"),
        (json!({ "name": "play it", "description": "x" }), "/name"),
        (json!({ "name": long(33), "description": "x" }), "/name"),
        (json!({ "name": "", "description": "x" }), "/name"),
        (json!({ "description": "x" }), "/name"),
        (json!({ "name": "play" }), "/description"),
        (
            json!({ "name": "play", "description": long(101) }),
            "/description",
        ),
        (
            json!({ "name": "play", "description": "x", "name_localizations": { "xx": "x" } }),
            "/name_localizations/xx",
        ),
        (
            json!({ "name": "play", "description": "x", "contexts": [0, 0] }),
            "/contexts/1",
        ),
        (command(json!(many)), "/options"),
        (
            command(json!([named(3, "turn"), named(3, "turn")])),
            "/options/1/name",
        ),
        (command(json!([named(3, "Turn")])), "/options/0/name"),
        (command(json!([named(12, "turn")])), "/options/0/type"),
        (
            command(
                json!([text_option(json!({})), { "type": 3, "name": "b", "description": "x", "required": true }]),
            ),
            "/options/1",
        ),
        (
            command(json!([sub(json!([])), text_option(json!({}))])),
            "/options",
        ),
        (
            command(json!([sub(json!([sub(json!([]))]))])),
            "/options/0/options/0/type",
        ),
        (
            command(
                json!([{ "type": 2, "name": "g", "description": "x", "options": [text_option(json!({}))] }]),
            ),
            "/options/0/options/0/type",
        ),
        (
            command(json!([text_option(json!({ "choices": choices(26) }))])),
            "/options/0/choices",
        ),
        (
            command(json!([text_option(
                json!({ "choices": [{ "name": "", "value": "x" }] })
            )])),
            "/options/0/choices/0/name",
        ),
        (
            command(json!([text_option(
                json!({ "choices": [{ "name": "x", "value": long(101) }] })
            )])),
            "/options/0/choices/0/value",
        ),
        (
            command(json!([text_option(
                json!({ "choices": [{ "name": "x", "value": 1 }] })
            )])),
            "/options/0/choices/0/value",
        ),
        (
            command(json!([text_option(
                json!({ "choices": choices(1), "autocomplete": true })
            )])),
            "/options/0/choices",
        ),
        (
            command(json!([text_option(json!({ "max_length": 6_001 }))])),
            "/options/0/max_length",
        ),
        (
            command(json!([text_option(
                json!({ "min_length": 5, "max_length": 4 })
            )])),
            "/options/0/max_length",
        ),
        (
            command(
                json!([{ "type": 4, "name": "n", "description": "x", "min_value": 5, "max_value": 4 }]),
            ),
            "/options/0/max_value",
        ),
        (
            command(json!([{ "type": 6, "name": "u", "description": "x", "autocomplete": true }])),
            "/options/0/autocomplete",
        ),
        (command(json!(heavy)), ""),
        (
            json!({ "name": "Look at it", "type": 3, "description": "x" }),
            "/description",
        ),
    ] {
        let reply = api.post(&path, body.clone()).await;
        assert_eq!(
            (reply.status, reply.code()),
            (400, 50035),
            "{body}: {}",
            reply.body
        );
        assert!(
            reply
                .body
                .pointer(&format!("/errors{place}/_errors/0/code"))
                .is_some(),
            "{place} in {}",
            reply.body
        );
    }
    assert_eq!(api.post(&path, command(json!(wide))).await.status, 201);
    assert_eq!(
        api.post(&path, json!({ "name": "Look at it", "type": 3 }))
            .await
            .status,
        201
    );
    assert_eq!(
        api.post(&path, json!({ "name": "ход", "description": "Ход" }))
            .await
            .status,
        201
    );
    let all: Vec<Value> = (0..101)
        .map(|number| json!({ "name": format!("c{number}"), "description": "x" }))
        .collect();
    assert_eq!(api.put(&path, json!(all)).await.code(), 50035);
    assert_eq!(api.put(&path, json!([all[0], all[0]])).await.code(), 50035);
    assert_eq!(api.put(&path, json!(all[..100])).await.status, 200);
    assert_eq!(api.post(&path, all[100].clone()).await.code(), 30032);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn unchanged_commands_keep_their_id_and_version() {
    let (sandbox, api, path) = start().await;
    let play = command(json!([text_option(
        json!({ "required": true, "autocomplete": false, "choices": [] })
    )]));
    let help = json!({ "name": "help", "description": "Help", "name_localizations": { "de": "hilfe" }, "default_member_permissions": "0" });
    let first = api.put(&path, json!([play, help])).await.body;
    assert_eq!(
        first[0]["options"],
        json!([{ "type": 3, "name": "turn", "description": "What to play", "required": true }])
    );
    assert_eq!(
        (
            &first[0]["contexts"],
            &first[0]["nsfw"],
            &first[0]["integration_types"]
        ),
        (&json!(null), &json!(false), &json!([0]))
    );
    assert_eq!(first[1]["name_localizations"]["de"], "hilfe");
    let second = api
        .put(
            &path,
            json!([play, { "name": "help", "description": "More help" }]),
        )
        .await
        .body;
    assert_eq!(first[0], second[0]);
    assert_eq!(first[1]["id"], second[1]["id"]);
    assert_ne!(first[1]["version"], second[1]["version"]);
    let listed = api.get(&path).await.body;
    assert!(listed[0].get("name_localizations").is_none());
    assert!(
        api.get(&format!("{path}?with_localizations=true"))
            .await
            .body[0]
            .get("name_localizations")
            .is_some()
    );
    let one = format!("{path}/{}", first[0]["id"].as_str().expect("an id"));
    let changed = api
        .patch(&one, json!({ "description": "Begin" }))
        .await
        .body;
    assert_eq!(
        (&changed["description"], &changed["options"]),
        (&json!("Begin"), &first[0]["options"])
    );
    assert_eq!(
        api.patch(&one, json!({ "name": "help" })).await.code(),
        50035
    );
    let guild = format!(
        "/applications/{}/guilds/{}/commands",
        sandbox.application_id(),
        sandbox.guild_id()
    );
    let local = api
        .post(
            &guild,
            json!({ "name": "local", "description": "Here only" }),
        )
        .await;
    assert_eq!(
        (local.status, local.body["guild_id"].as_str()),
        (201, Some(sandbox.guild_id().to_string().as_str()))
    );
    assert_eq!(api.get(&path).await.body.as_array().map(Vec::len), Some(2));
    assert_eq!(api.delete(&one).await.status, 204);
    assert_eq!(api.get(&one).await.code(), 10063);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn a_client_sends_only_what_the_definition_allows() {
    let (sandbox, api, path) = start().await;
    let options = json!([{ "type": 1, "name": "connect-n", "description": "x", "options": [
        { "type": 6, "name": "opponent", "description": "x", "required": true },
        { "type": 4, "name": "size", "description": "x", "min_value": 4, "max_value": 12 },
        { "type": 3, "name": "colour", "description": "x", "choices": [{ "name": "Red", "value": "red" }] },
        { "type": 3, "name": "note", "description": "x", "max_length": 3 },
    ] }]);
    let secret = json!({ "name": "secret", "description": "x", "default_member_permissions": "0" });
    assert_eq!(
        api.put(&path, json!([command(options), secret]))
            .await
            .status,
        200
    );
    let ben = sandbox.user("ben").in_channel(sandbox.channel("general"));
    let with = |name: &str, value: Value| {
        vec![
            ("opponent".to_owned(), json!("ana")),
            (name.to_owned(), value),
        ]
    };
    for (path, options, why) in [
        ("nothing", vec![], "There is no command /nothing here."),
        ("secret", vec![], "There is no command /secret here."),
        ("play", vec![], "Choose one subcommand."),
        ("play chess", vec![], "There is no option “chess”."),
        (
            "play connect-n",
            vec![],
            "The option “opponent” is required.",
        ),
        (
            "play connect-n",
            with("opponent", json!("ana")),
            "The option “opponent” is given twice.",
        ),
        (
            "play connect-n",
            vec![("opponent".to_owned(), json!("nobody"))],
            "The option “opponent” takes a name of the list.",
        ),
        (
            "play connect-n",
            with("size", json!("7")),
            "The option “size” takes a whole number.",
        ),
        (
            "play connect-n",
            with("size", json!(3)),
            "The option “size” is out of bounds.",
        ),
        (
            "play connect-n",
            with("colour", json!("blue")),
            "The option “colour” takes one of its choices only.",
        ),
        (
            "play connect-n",
            with("note", json!("long")),
            "The option “note” takes from 1 to 3 characters.",
        ),
    ] {
        let answer = ben.command(path, options.clone()).await;
        assert!(
            matches!(&answer, Answer::NotSent(said) if said == why),
            "{path} {options:?}: {answer:?}"
        );
    }
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let typed = ana
        .autocomplete("play connect-n", "note", "x", [] as [(&str, &str); 0])
        .await;
    assert!(
        matches!(&typed, Answer::NotSent(said) if said == "The option “note” has no autocomplete.")
    );
}
