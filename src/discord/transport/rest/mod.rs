//! Requests to Discord, and their failures.
//!
//! Serenity builds the requests. This module sends them within the [`Limits`], which learn from each answer.
//! Serenity's own limiter is always off: it sleeps without end inside a request, remembers every interaction, and
//! works with Discord's address only.

mod answer;
mod failure;

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::CONTENT_LENGTH;
use reqwest::multipart;
use serde_json::json;
use serenity::all::{Http, LightMethod};
use serenity::http::{Request, Route};

use self::answer::read;
pub use self::failure::{Failure, chain, code};
use super::json_request::json_request;
use super::limits::{EditTurn, Edited, Limits, RouteKey};
use crate::kernel::{Clock, EditRank};
use crate::matches::{ChannelId, MessageId, UserId};
use crate::telemetry;

/// A request to send.
#[derive(Clone)]
pub struct Outgoing<'a> {
    request: Request<'a>,
    form: Option<Form>,
    /// The number of attempts including this one, from 1.
    pub(crate) tries: u32,
}

/// A message as JSON with several files. Serenity names every file of a custom request `files[0]`, and
/// its builders that number files send at once, so this type writes the form.
#[derive(Clone)]
pub struct Form {
    /// The message.
    pub json: String,
    /// The names and contents, in the order of the message's `attachments`.
    pub files: Vec<(String, Vec<u8>)>,
}

impl<'a> From<Request<'a>> for Outgoing<'a> {
    fn from(request: Request<'a>) -> Self {
        Self {
            request,
            form: None,
            tries: 1,
        }
    }
}

impl<'a> Outgoing<'a> {
    /// Joins a request without a body and the form that becomes its body.
    pub fn with_form(request: Request<'a>, form: Form) -> Self {
        Self {
            request,
            form: Some(form),
            tries: 1,
        }
    }

    /// Adds query parameters.
    pub fn params(self, params: Vec<(&'static str, String)>) -> Self {
        Self {
            request: self.request.params(Some(params)),
            ..self
        }
    }
}

impl Form {
    fn multipart(self) -> multipart::Form {
        let form = multipart::Form::new().text("payload_json", self.json);
        self.files
            .into_iter()
            .enumerate()
            .fold(form, |form, (number, (name, bytes))| {
                form.part(
                    format!("files[{number}]"),
                    multipart::Part::bytes(bytes).file_name(name),
                )
            })
    }
}

/// The status of an answer without a body.
const NO_CONTENT: u16 = 204;

/// The query of an answer to an interaction that asks for the message.
const WITH_MESSAGE: &str = "with_response=true";

/// The default maximum wait of a request for limits.
const PATIENCE: Duration = Duration::from_secs(3);

/// A sender of requests.
#[derive(Clone)]
pub struct Rest {
    http: Arc<Http>,
    client: reqwest::Client,
    limits: Arc<Limits>,
}

impl Rest {
    /// Creates a sender through `client`, with the token and the base address of `http`.
    pub fn new(http: Arc<Http>, client: reqwest::Client) -> Self {
        Self {
            http,
            client,
            limits: Arc::default(),
        }
    }

    /// Sets a clock that also ends long waits for limits. Only the first call counts.
    pub fn set_clock(&self, clock: Arc<dyn Clock>) {
        self.limits.set_clock(clock);
    }

    /// Returns the wait of a request to this path, if it would have to wait now.
    pub fn wait_for(&self, method: &str, path: &str) -> Option<Duration> {
        self.limits.wait_for(&RouteKey::of(method, path))
    }

    /// Gives an edit its turn among the edits of old messages in its channel, if the message is old.
    /// The caller must [settle](settle) it with the result.
    pub(crate) fn edit_turn(
        &self,
        channel: ChannelId,
        message: MessageId,
        rank: EditRank,
    ) -> Result<EditTurn<'_>, Failure> {
        let turn = self.limits.edit_turn(channel, message, rank);
        turn.map_err(Failure::OldEdits)
    }

    /// Edits a message. Waits for its turn among the edits of old messages, at most for `patience`, and retries if
    /// Discord allows no more of them.
    pub(crate) async fn edit(
        &self,
        (channel, message): (ChannelId, MessageId),
        rank: EditRank,
        patience: Duration,
        request: Request<'_>,
    ) -> Result<(), Failure> {
        let until = self.limits.steady() + patience;
        loop {
            let left = until.saturating_sub(self.limits.steady());
            let turn = self.limits.wait_for_edit_turn(channel, message, rank, left);
            let turn = turn.await.map_err(Failure::OldEdits)?;
            match settle(turn, self.send(request.clone()).await) {
                Err(Failure::OldEdits(_)) => {}
                edited => return edited.map(drop),
            }
        }
    }

    /// Sends a request once, after a wait of some seconds for limits if necessary. Returns the answer's
    /// JSON, or `null` for an empty answer.
    pub async fn send(
        &self,
        request: impl Into<Outgoing<'_>>,
    ) -> Result<serde_json::Value, Failure> {
        self.send_within(request, PATIENCE).await
    }

    /// Opens the private conversation with a person, or finds it.
    pub async fn conversation(&self, user: UserId) -> Result<ChannelId, Failure> {
        let body = json!({"recipient_id": user.to_string()});
        let request = json_request(Route::UserMeDmChannels, LightMethod::Post, &body);
        let opened = self.send(request).await?;
        let channel = opened["id"].as_str().and_then(|id| id.parse().ok());
        channel
            .map(ChannelId)
            .ok_or_else(|| Failure::Unanswered(String::from("a conversation without a number")))
    }

    /// Sends a request once, after a wait for limits of at most `patience`. Returns the answer's JSON, or
    /// `null` for an empty answer.
    /// A longer wait for limits is [`Failure::RateLimited`], without a request.
    pub async fn send_within(
        &self,
        request: impl Into<Outgoing<'_>>,
        patience: Duration,
    ) -> Result<serde_json::Value, Failure> {
        let unanswered = |error: reqwest::Error| Failure::Unanswered(chain(&error.without_url()));
        let outgoing = request.into();
        let tries = outgoing.tries;
        let request = self.build(outgoing)?;
        let key = RouteKey::of(request.method().as_str(), request.url().path());
        let asks_for_message = request.url().query() == Some(WITH_MESSAGE);
        let mut permit = self
            .limits
            .permit(key.clone(), patience)
            .await
            .map_err(|wait| {
                let (method, route) = key.method_and_path();
                tracing::debug!(method, route, about = key.id(), ?wait, "request not sent");
                Failure::RateLimited(wait, false)
            })?;
        permit.sending();
        let begun = Instant::now();
        let answer = self.client.execute(request).await;
        let status = answer.as_ref().ok().map(|answer| answer.status().as_u16());
        report(&key, status, begun.elapsed(), tries);
        let answer = answer.map_err(unanswered)?;
        let status = answer.status().as_u16();
        let headers = answer.headers().clone();
        let body = answer.bytes().await;
        let json = match &body {
            Ok(body) if body.is_empty() => Ok(serde_json::Value::Null),
            Ok(body) => serde_json::from_slice(body),
            Err(_) => Ok(serde_json::Value::Null),
        };
        let (limits, failure) = read(status, &headers, json.as_ref().ok());
        permit.answered(&limits);
        body.map_err(unanswered)?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let json =
            json.map_err(|error| Failure::Unanswered(format!("the answer is not JSON: {error}")))?;
        // An empty answer has status 204. Any other 2xx must contain the requested or created object.
        let says_nothing = json.is_null() && status != NO_CONTENT;
        let lacks_message = match key.is_of_message() {
            true => !json["id"].is_string(),
            false => {
                asks_for_message
                    && status != NO_CONTENT
                    && !json["resource"]["message"]["id"].is_string()
            }
        };
        if says_nothing || lacks_message {
            return Err(Failure::Unanswered(format!(
                "the answer has status {status} and does not contain what was asked for"
            )));
        }
        Ok(json)
    }

    /// Downloads a file sent to Discord; `None` if it has more than `most` bytes. This counts for no limit.
    pub async fn fetch(&self, address: &str, most: usize) -> Result<Option<Vec<u8>>, Failure> {
        let unanswered = |error: reqwest::Error| Failure::Unanswered(chain(&error.without_url()));
        let url = url::Url::parse(address)
            .ok()
            .filter(|url| self.is_of_discord(url))
            .ok_or_else(|| Failure::Unanswered(String::from("no address of Discord's")))?;
        let answer = self.client.get(url).send().await.map_err(unanswered)?;
        let mut answer = answer.error_for_status().map_err(unanswered)?;
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(unanswered)? {
            if bytes.len() + chunk.len() > most {
                return Ok(None);
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(Some(bytes))
    }

    /// Whether an address can be a file of Discord's: on its hosts for files, or on the host of the API.
    fn is_of_discord(&self, url: &url::Url) -> bool {
        const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];
        let api = self.http.proxy.as_deref();
        let api = api.and_then(|api| url::Url::parse(api).ok());
        let of_hosts =
            url.scheme() == "https" && url.host_str().is_some_and(|host| HOSTS.contains(&host));
        of_hosts || api.is_some_and(|api| api.origin() == url.origin())
    }

    fn build(&self, outgoing: Outgoing<'_>) -> Result<reqwest::Request, Failure> {
        let unanswered = |error: reqwest::Error| Failure::Unanswered(chain(&error.without_url()));
        let Outgoing { request, form, .. } = outgoing;
        let builder = request
            .build(&self.client, self.http.token(), self.http.proxy.as_deref())
            .map_err(Failure::from_serenity)?;
        let mut request = builder.build().map_err(unanswered)?;
        if let Some(form) = form {
            // Serenity has set the length of an empty body.
            request.headers_mut().remove(CONTENT_LENGTH);
            request = reqwest::RequestBuilder::from_parts(self.client.clone(), request)
                .multipart(form.multipart())
                .build()
                .map_err(unanswered)?;
        }
        Ok(request)
    }
}

/// Records the result of an edit that had its turn. After a refusal, the failure has the wait until the next turn.
pub(crate) fn settle<T>(turn: EditTurn<'_>, edited: Result<T, Failure>) -> Result<T, Failure> {
    let result = match &edited {
        Ok(_) => Edited::Accepted,
        Err(Failure::OldEdits(after)) => Edited::Refused(*after),
        Err(_) => Edited::Unknown,
    };
    match turn.edited(result) {
        Some(wait) => Err(Failure::OldEdits(wait)),
        None => edited,
    }
}

/// Counts and logs a request that was sent.
fn report(key: &RouteKey, status: Option<u16>, took: Duration, tries: u32) {
    let (method, route) = key.method_and_path();
    telemetry::request(method, route, key.is_counted(), status, took);
    let ms = took.as_millis();
    tracing::debug!(
        method,
        route,
        about = key.id(),
        status,
        ms,
        tries,
        "request sent"
    );
}
