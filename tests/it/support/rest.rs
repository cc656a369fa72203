//! Requests to the sandbox in the name of the bot.

use loopback_discord::Sandbox;
use reqwest::Method;
use serde_json::Value;

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
