//! One request to Discord, and what may come of it.
//!
//! Serenity builds the requests. With Discord itself its rate limiter sends them; with any other base address the
//! limiter cannot be used (serenity would call Discord in spite of the address), so they are sent from here and the
//! limits are read off the answer. So are messages with several files, which serenity's requests cannot carry.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::CONTENT_LENGTH;
use reqwest::multipart;
use serenity::all::Http;
use serenity::http::{HttpError, Request};

/// Discord's error codes that mean something to a match. The numbers are Discord's own.
pub mod code {
    /// The channel, or the thread, does not exist any more.
    pub const UNKNOWN_CHANNEL: i64 = 10003;
    /// The message does not exist any more.
    pub const UNKNOWN_MESSAGE: i64 = 10008;
    /// Too many edits of messages older than an hour.
    pub const OLD_MESSAGE_EDITS: i64 = 30046;
    /// The interaction was answered already.
    pub const ALREADY_ANSWERED: i64 = 40060;
    /// The bot cannot see the channel.
    pub const MISSING_ACCESS: i64 = 50001;
    /// The bot may not do this here.
    pub const MISSING_PERMISSIONS: i64 = 50013;
    /// The thread is archived.
    pub const THREAD_ARCHIVED: i64 = 50083;
    /// The message has a thread already.
    pub const THREAD_EXISTS: i64 = 160_004;
    /// The thread is locked.
    pub const THREAD_LOCKED: i64 = 160_005;
    /// The server has as many active threads as it may have.
    pub const TOO_MANY_THREADS: i64 = 160_006;
}

/// Why a request came to nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// Too many requests: nothing was done, and the same will be done after this time.
    #[error("rate limited for {0:?}")]
    RateLimited(
        /// How long to wait.
        Duration,
        /// Whether the limit is on everything the bot does.
        bool,
    ),
    /// Discord understood and refused.
    #[error("Discord refused ({status}, code {code}): {message}")]
    Refused {
        /// The HTTP status, 400–499.
        status: u16,
        /// Discord's error code, see [`code`]; 0 when it gave none.
        code: i64,
        /// Discord's words.
        message: String,
    },
    /// Discord did not answer, or not sensibly: the request may have been carried out or not.
    #[error("Discord did not answer: {0}")]
    Unanswered(
        /// What happened.
        String,
    ),
}

impl Failure {
    /// Discord's error code, if it refused with one.
    #[must_use]
    pub fn code(&self) -> Option<i64> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// Reads a failure off serenity's error.
    #[must_use]
    pub fn from_serenity(error: serenity::Error) -> Self {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
                let status = answer.status_code.as_u16();
                let code = i64::try_from(answer.error.code).unwrap_or(0);
                refused(status, code, answer.error.message, None)
            }
            // Addresses may hold an interaction's token, which belongs in no log.
            serenity::Error::Http(HttpError::Request(error)) => {
                Self::Unanswered(chain(&error.without_url()))
            }
            other => Self::Unanswered(chain(&other)),
        }
    }
}

/// A request as it goes out.
#[derive(Clone)]
pub struct Outgoing<'a> {
    request: Request<'a>,
    form: Option<Form>,
}

/// JSON with several files. In a request of ours serenity calls all files `files[0]`, and its builders that number them
/// send it at once, so the form is written here.
#[derive(Clone)]
pub struct Form {
    /// The message.
    pub json: String,
    /// Names and contents, numbered as `attachments` of the message numbers them.
    pub files: Vec<(String, Vec<u8>)>,
}

impl<'a> From<Request<'a>> for Outgoing<'a> {
    fn from(request: Request<'a>) -> Self {
        Self {
            request,
            form: None,
        }
    }
}

impl<'a> Outgoing<'a> {
    /// A request without a body, and a form that becomes its body.
    pub fn with_form(request: Request<'a>, form: Form) -> Self {
        Self {
            request,
            form: Some(form),
        }
    }

    /// The same with parameters behind its address.
    #[must_use]
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

/// Sends requests.
#[derive(Clone)]
pub struct Rest {
    http: Arc<Http>,
    client: reqwest::Client,
}

impl Rest {
    /// Requests go out through this client, with the token and to the base address of `http`.
    #[must_use]
    pub fn new(http: Arc<Http>, client: reqwest::Client) -> Self {
        Self { http, client }
    }

    /// The serenity client that answers interactions.
    #[must_use]
    pub fn http(&self) -> &Arc<Http> {
        &self.http
    }

    /// Sends a request once and reads the answer's JSON; `null` when it has no body.
    ///
    /// # Errors
    ///
    /// See [`Failure`].
    pub async fn send(
        &self,
        request: impl Into<Outgoing<'_>>,
    ) -> Result<serde_json::Value, Failure> {
        let Outgoing { request, form } = request.into();
        let unanswered = |error: reqwest::Error| Failure::Unanswered(chain(&error.without_url()));
        let answer = if self.http.ratelimiter.is_some() && form.is_none() {
            self.http
                .request(request)
                .await
                .map_err(Failure::from_serenity)?
        } else {
            let request =
                request.build(&self.client, self.http.token(), self.http.proxy.as_deref());
            let mut request = request.map_err(Failure::from_serenity)?;
            if let Some(form) = form {
                // Serenity has noted that there is no body.
                let mut bare = request.build().map_err(unanswered)?;
                bare.headers_mut().remove(CONTENT_LENGTH);
                request = reqwest::RequestBuilder::from_parts(self.client.clone(), bare)
                    .multipart(form.multipart());
            }
            request.send().await.map_err(unanswered)?
        };
        let status = answer.status().as_u16();
        let wait = answer
            .headers()
            .get("retry-after")
            .and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
        let body = answer.bytes().await.map_err(unanswered)?;
        let json = if body.is_empty() {
            Ok(serde_json::Value::Null)
        } else {
            serde_json::from_slice(&body)
        };
        if (200..300).contains(&status) {
            return json
                .map_err(|error| Failure::Unanswered(format!("the answer is not JSON: {error}")));
        }
        let json = json.unwrap_or_default();
        let wait = json["retry_after"].as_f64().or(wait);
        let message = json["message"].as_str().unwrap_or("no message").to_owned();
        match refused(status, json["code"].as_i64().unwrap_or(0), message, wait) {
            Failure::RateLimited(wait, _) => Err(Failure::RateLimited(
                wait,
                json["global"].as_bool().unwrap_or(false),
            )),
            other => Err(other),
        }
    }
}

fn refused(status: u16, code: i64, message: String, wait: Option<f64>) -> Failure {
    match status {
        429 => {
            // Without a figure a second is polite; an hour is more than Discord ever asks for.
            let seconds = wait
                .filter(|wait| wait.is_finite())
                .unwrap_or(1.0)
                .clamp(0.0, 3600.0);
            Failure::RateLimited(Duration::from_secs_f64(seconds), false)
        }
        400..=499 => Failure::Refused {
            status,
            code,
            message,
        },
        _ => Failure::Unanswered(format!("status {status}: {message}")),
    }
}

/// An error with all its causes on one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
