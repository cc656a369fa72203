//! Reading Discord's answers: limits and failures.

use std::time::{Duration, SystemTime};

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

use super::failure::{Failure, code};
use crate::discord::transport::limits::{LimitHeaders, Refused};

/// The maximum accepted wait, longer than any that Discord asks for.
const LONGEST: Duration = Duration::from_secs(3600);

/// Reads the limits of an answer, and the failure if it is no success.
pub(crate) fn read(
    status: u16,
    headers: &HeaderMap,
    json: Option<&serde_json::Value>,
) -> (LimitHeaders, Option<Failure>) {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scope = text("x-ratelimit-scope");
    let null = serde_json::Value::Null;
    let json = json.unwrap_or(&null);
    // A proxy's own refusals do not count: only answers of Discord's API count towards the ban.
    let of_discord = scope.is_some() || json["code"].is_number() || json["retry_after"].is_number();
    let mut limits = LimitHeaders {
        bucket: text("x-ratelimit-bucket").map(str::to_owned),
        limit: text("x-ratelimit-limit").and_then(|limit| limit.parse().ok()),
        remaining: text("x-ratelimit-remaining").and_then(|left| left.parse().ok()),
        reset_after: text("x-ratelimit-reset-after").and_then(seconds),
        refused: None,
        invalid: of_discord
            && (matches!(status, 401 | 403) || (status == 429 && scope != Some("shared"))),
    };
    if (200..300).contains(&status) {
        return (limits, None);
    }
    let code = json["code"].as_i64().unwrap_or(0);
    let message = json["message"].as_str().unwrap_or("no message").to_owned();
    let failure = match status {
        // This 429 is no limit of the route: a retry within seconds would be refused again.
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
                // A 429 without a wait gets a polite default of a second.
                .unwrap_or(Duration::from_secs(1));
            // The proxy before Discord's API answers without a scope and without JSON when it blocks an address.
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

/// Reads `Retry-After`: seconds, possibly with fractions, or a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Some(wait) = seconds(text) {
        return Some(wait);
    }
    let until = httpdate::parse_http_date(text).ok()?;
    // The date is by Discord's clock, which may differ from this machine's.
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
    fn refusal_of_a_proxy_does_not_count_towards_the_ban() {
        let discord = json!({"message": "Missing Access", "code": 50001});
        let proxy = json!({"error": "forbidden"});
        for status in [401, 403, 429] {
            for (body, invalid) in [(None, false), (Some(&proxy), false), (Some(&discord), true)] {
                let (limits, failure) = read(status, &headers(&[("retry-after", "2")]), body);
                assert_eq!(limits.invalid, invalid, "{status} {body:?}");
                assert!(failure.is_some());
            }
        }
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
            // The proxy before Discord's API.
            (&headers(&[]), None, true, false),
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
