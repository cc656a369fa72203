//! Requests to the sandbox in the name of the bot.

use loopback_discord::Sandbox;
use reqwest::Method;
use serde_json::{Value, json};

/// Sends a request to the sandbox with the bot's token, and returns the status and the answer.
pub async fn as_bot(sandbox: &Sandbox, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let client = reqwest::Client::builder().no_proxy().build();
    let address = format!("{}/api/v10{path}", sandbox.base_url());
    let mut request = client.expect("a client").request(method, address);
    request = request.header("Authorization", format!("Bot {}", sandbox.token()));
    if !body.is_null() {
        request = request.header("Content-Type", "application/json");
        request = request.body(body.to_string());
    }
    let answer = request.send().await.expect("an answer");
    let status = answer.status().as_u16();
    let text = answer.text().await.expect("a text");
    (status, serde_json::from_str(&text).unwrap_or_default())
}

/// Opens threads that do not belong to the bot's matches in #lounge, until this many are active in the server.
pub async fn fill_with_threads(sandbox: &Sandbox, active: usize) {
    let path = format!("/channels/{}/threads", sandbox.channel("lounge"));
    for number in active_threads(sandbox).await..active {
        let thread = json!({ "name": format!("Thread {number}"), "type": 11 });
        let (status, answer) = as_bot(sandbox, Method::POST, &path, &thread).await;
        assert_eq!(status, 201, "{answer}");
    }
}

/// Returns the number of active threads of the server.
pub async fn active_threads(sandbox: &Sandbox) -> usize {
    let path = format!("/guilds/{}/threads/active", sandbox.guild_id());
    let (status, answer) = as_bot(sandbox, Method::GET, &path, &Value::Null).await;
    assert_eq!(status, 200, "{answer}");
    answer["threads"].as_array().expect("threads").len()
}
