//! Answers, and the headers that all have.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::features::pages::messages::html::{Problem, problem};

/// What is under an address that will never mean anything else.
pub(super) const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// What is asked for again each time.
pub(super) const EACH_TIME: &str = "no-cache";

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Nothing comes from other sites, and no script stands in a page.
const POLICY: &str = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// Returns an answer with this content.
pub(super) fn answer(kind: &'static str, keep: &'static str, body: impl Into<Body>) -> Response {
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, keep)];
    (headers, body.into()).into_response()
}

/// Lets search engines find an answer.
pub(super) fn for_robots(mut answer: Response) -> Response {
    let all = HeaderValue::from_static("all");
    answer.headers_mut().insert(ROBOTS, all);
    answer
}

/// Adds the headers that all answers have.
pub(super) fn guarded(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // What robots may read says so itself.
    let noindex = HeaderValue::from_static("noindex");
    headers.entry(ROBOTS).or_insert(noindex);
    answer
}

/// The answer without a page.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        };
        let mut answer = answer(HTML, "no-store", problem(self));
        *answer.status_mut() = status;
        if self == Self::Busy {
            let soon = HeaderValue::from_static("30");
            answer.headers_mut().insert(RETRY_AFTER, soon);
        }
        answer
    }
}
