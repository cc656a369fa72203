//! Reading Discord's answers: limits and failures.

use std::time::{Duration, SystemTime};

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

use super::failure::{Failure, code};
use crate::discord::transport::limits::{LimitHeaders, Refused};

/// The maximum accepted wait, longer than any that Discord asks for.
const LONGEST: Duration = Duration::from_secs(3600);

/// The wait after too many edits of old messages, if the answer has none.
const OLD_EDITS: Duration = Duration::from_secs(6);

/// The minimum wait while the proxy before Discord's API blocks the bot.
const BLOCKED: Duration = Duration::from_secs(30);

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
        // This 429 is no limit of the route: other edits go on.
        _ if code == code::OLD_MESSAGE_EDITS => {
            Failure::OldEdits(wait(json, headers).unwrap_or(OLD_EDITS))
        }
        // The block ends by itself. It says nothing about the place of the request.
        _ if code == code::BLOCKED => {
            let after = wait(json, headers).unwrap_or(BLOCKED).max(BLOCKED);
            let global = true;
            limits.refused = Some(Refused { after, global });
            Failure::RateLimited(after, global)
        }
        _ if status == 429 || matches!(code, code::CHANNEL_WRITES | code::GUILD_WRITES) => {
            // A 429 without a wait gets a polite default of a second.
            let after = wait(json, headers).unwrap_or(Duration::from_secs(1));
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

/// Returns the wait that an answer asks for, from its body or its headers; at most [`LONGEST`].
fn wait(json: &serde_json::Value, headers: &HeaderMap) -> Option<Duration> {
    let field = &json["retry_after"];
    let body = field
        .as_f64()
        .or_else(|| field.as_str()?.trim().parse().ok())
        .and_then(duration)
        .or_else(|| until(field.as_str()?, headers));
    body.or_else(|| retry_after(headers))
}

/// Reads `Retry-After`: seconds, possibly with fractions, or a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    seconds(text).or_else(|| until(text, headers))
}

/// Returns the time until a date, which is by Discord's clock. This machine's may differ.
fn until(text: &str, headers: &HeaderMap) -> Option<Duration> {
    let until = httpdate::parse_http_date(text).ok()?;
    let now = headers
        .get(DATE)
        .and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok())
        .unwrap_or_else(SystemTime::now);
    Some(until.duration_since(now).unwrap_or_default().min(LONGEST))
}

fn seconds(text: &str) -> Option<Duration> {
    duration(text.trim().parse().ok()?)
}

/// Returns a number of seconds as a wait within bounds; `None` if it is not a number.
fn duration(seconds: f64) -> Option<Duration> {
    (!seconds.is_nan()).then(|| Duration::from_secs_f64(seconds.clamp(0.0, LONGEST.as_secs_f64())))
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
    fn a_wait_in_any_form_is_at_most_an_hour() {
        let hour = 3_600_000;
        let cases = [
            (json!(1e300), hour),
            (json!(u64::MAX), hour),
            (json!("1e300"), hour),
            (json!("inf"), hour),
            (json!("Fri, 31 Dec 9999 23:59:59 GMT"), hour),
            (json!("1e999"), hour),
            (json!(-5), 0),
            (json!(-1e300), 0),
            (json!("-inf"), 0),
            (json!("Thu, 01 Jan 1970 00:00:00 GMT"), 0),
            (json!(" 2.5 "), 2_500),
            (json!(0.25), 250),
            // What says no time gets a second.
            (json!("NaN"), 1_000),
            (json!("soon"), 1_000),
            (json!(null), 1_000),
            (json!([5]), 1_000),
            (json!({"seconds": 5}), 1_000),
            (json!(true), 1_000),
        ];
        for (time, millis) in cases {
            let body = json!({"message": "limited", "code": 0, "retry_after": time});
            let user = ("x-ratelimit-scope", "user");
            let (limits, failure) = read(429, &headers(&[user]), Some(&body));
            let after = Duration::from_millis(millis);
            assert_eq!(failure, Some(Failure::RateLimited(after, false)), "{time}");
            let global = false;
            assert_eq!(limits.refused, Some(Refused { after, global }), "{time}");
        }
        for (text, millis) in [("1e300", hour), ("inf", hour), ("-7", 0), ("-inf", 0)] {
            let name = "x-ratelimit-reset-after";
            let (limits, _) = read(200, &headers(&[(name, text)]), None);
            let after = Duration::from_millis(millis);
            assert_eq!(limits.reset_after, Some(after), "{text}");
            let wait = retry_after(&headers(&[("retry-after", text)]));
            assert_eq!(wait, Some(after), "{text}");
        }
    }

    #[test]
    fn too_many_old_edits_are_no_limit_of_the_route() {
        let scope = ("x-ratelimit-scope", "user");
        for (status, time, millis) in [
            (429, json!(3.5), 3_500),
            (429, json!(null), 6_000),
            (400, json!(1e300), 3_600_000),
        ] {
            let body = json!({"code": 30046, "message": "Too many", "retry_after": time});
            let (limits, failure) = read(status, &headers(&[scope]), Some(&body));
            let after = Duration::from_millis(millis);
            assert_eq!(failure, Some(Failure::OldEdits(after)));
            assert!(limits.refused.is_none());
            assert_eq!(limits.invalid, status == 429);
        }
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
