//! Hand-written requests that serenity's builders would never send.

use loopback_discord::Sandbox;
use reqwest::header::HeaderMap;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;

/// A client that may send invalid requests.
pub struct Api {
    client: Client,
    base: String,
    token: String,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    /// Null without a body.
    pub body: Value,
}

impl Reply {
    pub fn code(&self) -> u64 {
        self.body["code"]
            .as_u64()
            .unwrap_or_else(|| panic!("no refusal: {self:?}"))
    }

    /// Returns the id of the created object.
    pub fn id(&self) -> &str {
        self.body["id"]
            .as_str()
            .unwrap_or_else(|| panic!("nothing was made: {self:?}"))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("text"))
    }
}

impl Api {
    pub fn of(sandbox: &Sandbox) -> Api {
        let client = Client::builder()
            .no_proxy()
            .build()
            .expect("an HTTP client");
        Api {
            client,
            base: format!("{}/api/v10", sandbox.base_url()),
            token: format!("Bot {}", sandbox.token()),
        }
    }

    pub fn with_token(mut self, token: &str) -> Api {
        token.clone_into(&mut self.token);
        self
    }

    pub async fn get(&self, path: &str) -> Reply {
        send(self.request(Method::GET, path))
            .await
            .expect("an answer")
    }

    pub async fn delete(&self, path: &str) -> Reply {
        send(self.request(Method::DELETE, path))
            .await
            .expect("an answer")
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, body).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PATCH, path, body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PUT, path, body).await
    }

    pub async fn send(&self, method: Method, path: &str, body: Value) -> Reply {
        self.try_send(method, path, body).await.expect("an answer")
    }

    /// Sends a request like [`Api::send`]; an error if no answer comes.
    pub async fn try_send(
        &self,
        method: Method,
        path: &str,
        body: Value,
    ) -> Result<Reply, reqwest::Error> {
        let request = self.request(method, path);
        send(
            request
                .header("content-type", "application/json")
                .body(body.to_string()),
        )
        .await
    }

    /// Uploads files, numbered from 0, with a body.
    pub async fn post_files(&self, path: &str, body: Value, files: &[(&str, Vec<u8>)]) -> Reply {
        let mut form = Form::new().text("payload_json", body.to_string());
        for (number, (name, bytes)) in files.iter().enumerate() {
            form = form.part(
                format!("files[{number}]"),
                Part::bytes(bytes.clone()).file_name((*name).to_owned()),
            );
        }
        send(self.request(Method::POST, path).multipart(form))
            .await
            .expect("an answer")
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.base))
            .header("authorization", &self.token)
    }
}

async fn send(request: RequestBuilder) -> Result<Reply, reqwest::Error> {
    let answer = request.send().await?;
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    let text = answer.text().await?;
    let body = if text.is_empty() {
        Value::Null
    } else {
        serde_json::from_str(&text).expect("JSON")
    };
    Ok(Reply {
        status,
        headers,
        body,
    })
}
