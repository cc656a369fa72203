//! One request to Discord, and what may come of it.
//!
//! Serenity builds the requests; they are sent from here, within the [`Limits`], which learn from each answer.
//! Serenity's own limiter is always off: it sleeps without end inside a request, remembers every interaction, and
//! cannot be used with another address than Discord's.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::header::{CONTENT_LENGTH, DATE, HeaderMap, RETRY_AFTER};
use reqwest::multipart;
use serenity::all::Http;
use serenity::http::{HttpError, Request};

use super::limits::{LimitHeaders, Limits, Refused, RouteKey};
use crate::arbiter::Clock;

/// Discord's error codes that mean something to a match. The numbers are Discord's own.
pub mod code {
    /// The channel, or the thread, does not exist any more.
    pub const UNKNOWN_CHANNEL: i64 = 10003;
    /// The server does not exist any more, or the bot is not in it.
    pub const UNKNOWN_GUILD: i64 = 10004;
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

    /// Whether Discord did not like what was sent, rather than where it was to go or by whom: another form may do.
    #[must_use]
    pub fn is_form(&self) -> bool {
        const OF_THE_PLACE: [i64; 10] = [
            code::UNKNOWN_CHANNEL,
            code::UNKNOWN_GUILD,
            code::UNKNOWN_MESSAGE,
            code::MISSING_ACCESS,
            code::MISSING_PERMISSIONS,
            code::THREAD_ARCHIVED,
            code::THREAD_EXISTS,
            code::THREAD_LOCKED,
            code::TOO_MANY_THREADS,
            code::OLD_MESSAGE_EDITS,
        ];
        matches!(self, Self::Refused { status, code, .. }
            if !matches!(status, 401 | 403 | 429) && !OF_THE_PLACE.contains(code))
    }

    /// Reads a failure off serenity's error, which comes of building a request.
    #[must_use]
    pub fn from_serenity(error: serenity::Error) -> Self {
        match error {
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

/// How long a request waits for its turn when nothing else is said.
const PATIENCE: Duration = Duration::from_secs(3);

/// The longest wait that is believed, which is more than Discord ever asks for.
const LONGEST: Duration = Duration::from_secs(3600);

/// Sends requests.
#[derive(Clone)]
pub struct Rest {
    http: Arc<Http>,
    client: reqwest::Client,
    limits: Arc<Limits>,
}

impl Rest {
    /// Requests go out through this client, with the token and to the base address of `http`.
    #[must_use]
    pub fn new(http: Arc<Http>, client: reqwest::Client) -> Self {
        Self {
            http,
            client,
            limits: Arc::default(),
        }
    }

    /// The serenity client that answers interactions.
    #[must_use]
    pub fn http(&self) -> &Arc<Http> {
        &self.http
    }

    /// Long waits for limits end by this clock too. Counts once.
    pub fn set_clock(&self, clock: Arc<dyn Clock>) {
        self.limits.set_clock(clock);
    }

    /// How long a request to such a path would have to wait now, if it would.
    #[must_use]
    pub fn wait_for(&self, method: &str, path: &str) -> Option<Duration> {
        self.limits.wait_for(&RouteKey::of(method, path))
    }

    /// Sends a request once, some seconds later if limits want it, and reads the answer's JSON; `null` when it has no
    /// body.
    ///
    /// # Errors
    ///
    /// See [`Failure`].
    pub async fn send(
        &self,
        request: impl Into<Outgoing<'_>>,
    ) -> Result<serde_json::Value, Failure> {
        self.send_within(request, PATIENCE).await
    }

    /// Sends a request once, unless limits want it to wait longer than this, and reads the answer's JSON; `null` when
    /// it has no body.
    ///
    /// # Errors
    ///
    /// See [`Failure`]. A limit that wants longer waits is [`Failure::RateLimited`], without a request.
    pub async fn send_within(
        &self,
        request: impl Into<Outgoing<'_>>,
        patience: Duration,
    ) -> Result<serde_json::Value, Failure> {
        let unanswered = |error: reqwest::Error| Failure::Unanswered(chain(&error.without_url()));
        let request = self.build(request.into())?;
        let key = RouteKey::of(request.method().as_str(), request.url().path());
        let mut permit = self
            .limits
            .permit(key, patience)
            .await
            .map_err(|wait| Failure::RateLimited(wait, false))?;
        permit.sending();
        let answer = self.client.execute(request).await.map_err(unanswered)?;
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
        match failure {
            Some(failure) => Err(failure),
            None => json
                .map_err(|error| Failure::Unanswered(format!("the answer is not JSON: {error}"))),
        }
    }

    fn build(&self, outgoing: Outgoing<'_>) -> Result<reqwest::Request, Failure> {
        let unanswered = |error: reqwest::Error| Failure::Unanswered(chain(&error.without_url()));
        let Outgoing { request, form } = outgoing;
        let builder = request
            .build(&self.client, self.http.token(), self.http.proxy.as_deref())
            .map_err(Failure::from_serenity)?;
        let mut request = builder.build().map_err(unanswered)?;
        if let Some(form) = form {
            // Serenity has noted that there is no body.
            request.headers_mut().remove(CONTENT_LENGTH);
            request = reqwest::RequestBuilder::from_parts(self.client.clone(), request)
                .multipart(form.multipart())
                .build()
                .map_err(unanswered)?;
        }
        Ok(request)
    }
}

/// What an answer says of limits, and what it means if it is no success.
fn read(
    status: u16,
    headers: &HeaderMap,
    json: Option<&serde_json::Value>,
) -> (LimitHeaders, Option<Failure>) {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scope = text("x-ratelimit-scope");
    let mut limits = LimitHeaders {
        bucket: text("x-ratelimit-bucket").map(str::to_owned),
        limit: text("x-ratelimit-limit").and_then(|limit| limit.parse().ok()),
        remaining: text("x-ratelimit-remaining").and_then(|left| left.parse().ok()),
        reset_after: text("x-ratelimit-reset-after").and_then(seconds),
        refused: None,
        invalid: matches!(status, 401 | 403) || (status == 429 && scope != Some("shared")),
    };
    if (200..300).contains(&status) {
        return (limits, None);
    }
    let null = serde_json::Value::Null;
    let json = json.unwrap_or(&null);
    let code = json["code"].as_i64().unwrap_or(0);
    let message = json["message"].as_str().unwrap_or("no message").to_owned();
    let failure = match status {
        // It is no limit of the route, and comes back within seconds only to be refused again.
        429 if code == code::OLD_MESSAGE_EDITS => Failure::Refused {
            status,
            code,
            message,
        },
        429 => {
            let after = json["retry_after"]
                .as_f64()
                .and_then(duration)
                .or_else(|| retry_after(headers))
                // Without a figure a second is polite.
                .unwrap_or(Duration::from_secs(1));
            // What stands before Discord answers without a scope and without JSON when it has had enough of an address.
            let global = json["global"].as_bool().unwrap_or(false)
                || scope == Some("global")
                || text("x-ratelimit-global") == Some("true")
                || (scope.is_none() && json.is_null());
            limits.refused = Some(Refused { after, global });
            Failure::RateLimited(after, global)
        }
        400..=499 => Failure::Refused {
            status,
            code,
            message,
        },
        _ => Failure::Unanswered(format!("status {status}: {message}")),
    };
    (limits, Some(failure))
}

/// `Retry-After`: seconds, also with fractions, or a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Some(wait) = seconds(text) {
        return Some(wait);
    }
    let until = httpdate::parse_http_date(text).ok()?;
    // By the clock of whoever wrote it, for ours may be another.
    let now = headers
        .get(DATE)
        .and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok())
        .unwrap_or_else(SystemTime::now);
    Some(until.duration_since(now).unwrap_or_default().min(LONGEST))
}

fn seconds(text: &str) -> Option<Duration> {
    duration(text.trim().parse().ok()?)
}

fn duration(seconds: f64) -> Option<Duration> {
    seconds
        .is_finite()
        .then(|| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST.as_secs_f64())))
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

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    use super::*;

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        list.iter()
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            })
            .collect()
    }

    #[test]
    fn a_wait_is_seconds_fractions_or_a_date() {
        let cases: [(&[_], _); 6] = [
            (&[("retry-after", "7")], Some(7_000)),
            (&[("retry-after", "0.35")], Some(350)),
            (
                &[
                    ("retry-after", "Wed, 21 Oct 2026 07:28:30 GMT"),
                    ("date", "Wed, 21 Oct 2026 07:28:00 GMT"),
                ],
                Some(30_000),
            ),
            (
                &[
                    ("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT"),
                    ("date", "Wed, 21 Oct 2026 07:28:30 GMT"),
                ],
                Some(0),
            ),
            (&[("retry-after", "soon")], None),
            (&[("retry-after", "NaN")], None),
        ];
        for (list, millis) in cases {
            assert_eq!(
                retry_after(&headers(list)),
                millis.map(Duration::from_millis),
                "{list:?}"
            );
        }
    }

    #[test]
    fn the_code_counts_before_the_status() {
        let (limits, failure) = read(
            429,
            &headers(&[("x-ratelimit-scope", "user"), ("retry-after", "3")]),
            Some(&json!({"code": 30046, "message": "Too many", "retry_after": 3.0})),
        );
        assert_eq!(
            failure.and_then(|failure| failure.code()),
            Some(code::OLD_MESSAGE_EDITS)
        );
        assert!(limits.refused.is_none() && limits.invalid);
    }

    #[test]
    fn the_scope_says_who_has_to_wait() {
        let body = json!({"message": "limited", "retry_after": 1.5, "global": false});
        let cases = [
            (
                &headers(&[("x-ratelimit-scope", "user")]),
                Some(&body),
                false,
                true,
            ),
            (
                &headers(&[("x-ratelimit-scope", "shared")]),
                Some(&body),
                false,
                false,
            ),
            (
                &headers(&[("x-ratelimit-scope", "global")]),
                Some(&body),
                true,
                true,
            ),
            (
                &headers(&[("x-ratelimit-scope", "user")]),
                None,
                false,
                true,
            ),
            (&headers(&[]), None, true, true),
        ];
        for (headers, body, global, invalid) in cases {
            let (limits, failure) = read(429, headers, body);
            let after = Duration::from_millis(if body.is_some() { 1500 } else { 1000 });
            assert_eq!(
                limits.refused,
                Some(Refused { after, global }),
                "{headers:?}"
            );
            assert_eq!(limits.invalid, invalid, "{headers:?}");
            assert_eq!(failure, Some(Failure::RateLimited(after, global)));
        }
    }
}
