//! The page's own API, as far as it differs from what the handle does.

use loopback_discord::Sandbox;
use reqwest::{Client, Method};
use serde_json::{Value, json};

use super::bot::Bot;
use super::{quiet_sandbox, register};

struct Page {
    client: Client,
    base: String,
}

impl Page {
    fn of(sandbox: &Sandbox) -> Page {
        Page {
            client: Client::builder().no_proxy().build().expect("a client"),
            base: sandbox.base_url().to_owned(),
        }
    }

    async fn ask(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if !body.is_null() {
            request = request
                .header("content-type", "application/json")
                .body(body.to_string());
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        let text = answer.text().await.expect("text");
        (
            status,
            serde_json::from_str(&text).unwrap_or(Value::String(text)),
        )
    }

    async fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask(Method::GET, path, Value::Null).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }
}

#[tokio::test]
async fn a_page_reads_writes_and_acts() {
    let sandbox = quiet_sandbox().await;
    let bot = Bot::connect(&sandbox).await;
    register(&bot).await;
    let page = Page::of(&sandbox);
    assert!(
        page.get("/")
            .await
            .as_str()
            .is_some_and(|html| html.contains("<!doctype html>"))
    );
    let state = page.get("/sandbox/state").await;
    let names: Vec<&str> = state["users"]
        .as_array()
        .expect("people")
        .iter()
        .filter_map(|user| user["username"].as_str())
        .collect();
    assert_eq!(
        (
            names,
            &state["bot_online"],
            state["commands"][0]["name"].as_str()
        ),
        (
            vec!["ana", "ben", "cleo", "dan"],
            &json!(true),
            Some("play")
        )
    );
    let (ana, ben) = (&state["users"][0]["id"], &state["users"][1]["id"]);
    let general = state["channels"][0]["id"].as_str().expect("an id");
    let messages = format!("/sandbox/channels/{general}/messages");
    let (_, said) = page
        .ask(
            Method::POST,
            &messages,
            json!({ "as": ana, "content": "Hello." }),
        )
        .await;
    assert_eq!(said["author"]["username"], "ana");
    let (status, refused) = page
        .ask(
            Method::POST,
            &messages,
            json!({ "as": ana, "content": " " }),
        )
        .await;
    assert_eq!((status, refused["error"].is_string()), (400, true));
    let act = json!({ "as": ana, "channel_id": general, "type": 2, "data": { "name": "move", "options": [{ "name": "turn", "type": 3, "value": "d" }] } });
    let answering = async {
        let command = bot.next_command().await;
        let answer = serenity::all::CreateInteractionResponseMessage::new()
            .content("For you.")
            .ephemeral(true);
        command
            .create_response(
                &bot.http,
                serenity::all::CreateInteractionResponse::Message(answer),
            )
            .await
            .expect("an answer");
    };
    let ((status, answer), ()) = tokio::join!(
        page.ask(Method::POST, "/sandbox/interactions", act),
        answering
    );
    assert_eq!(
        (
            status,
            &answer["result"],
            &answer["message"]["sandbox"]["command"]
        ),
        (200, &json!("message"), &json!("/move"))
    );
    let seen_by = async |person: &Value| {
        page.get(&format!(
            "{messages}?as={}",
            person.as_str().expect("an id")
        ))
        .await
        .as_array()
        .map(Vec::len)
    };
    assert_eq!((seen_by(ana).await, seen_by(ben).await), (Some(2), Some(1)));
    let dismiss = format!(
        "{messages}/{}/dismiss",
        answer["message"]["id"].as_str().expect("an id")
    );
    assert_eq!(
        page.ask(Method::POST, &dismiss, json!({ "as": ben }))
            .await
            .0,
        400
    );
    assert_eq!(
        page.ask(Method::POST, &dismiss, json!({ "as": ana }))
            .await
            .0,
        200
    );
    let take_down = format!("{messages}/{}", said["id"].as_str().expect("an id"));
    assert_eq!(
        page.ask(Method::DELETE, &take_down, json!({ "as": ben }))
            .await
            .0,
        200
    );
    assert_eq!(seen_by(ana).await, Some(0));
    let bad = json!({ "as": ana, "channel_id": general, "type": 2, "data": { "name": "nothing" } });
    assert_eq!(
        page.ask(Method::POST, "/sandbox/interactions", bad).await,
        (
            400,
            json!({ "error": "There is no command /nothing here." })
        )
    );
    assert_eq!(
        page.ask(Method::POST, "/sandbox/reset", json!({})).await.0,
        200
    );
    let foreign = page
        .client
        .get(format!("{}/sandbox/state", page.base))
        .header("origin", "https://example.org");
    assert_eq!(foreign.send().await.expect("an answer").status(), 403);
    // A name that somebody has pointed at this machine: for a browser that page is of the same origin.
    let port = sandbox.address().port();
    for (host, status) in [
        (format!("rebound.example.org:{port}"), 403),
        (String::from("localhost.example.org"), 403),
        (String::from("10.0.0.1"), 403),
        (format!("localhost:{port}"), 200),
        (format!("[::1]:{port}"), 200),
        (format!("127.0.0.2:{port}"), 200),
    ] {
        let request = page
            .client
            .get(format!("{}/sandbox/state", page.base))
            .header("host", &host);
        let answer = request.send().await.expect("an answer");
        assert_eq!(answer.status(), status, "{host}");
    }
}
