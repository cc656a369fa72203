//! Discord's REST API, as far as a bot that plays in channels and threads uses it.
//!
//! Every request is processed in this order: find the route, read the body, check the token, apply a planned fault,
//! count against the limits, execute, record in the journal, answer.

mod about;
mod channels;
mod commands;
mod interactions;
mod messages;
mod payload;
mod threads;
mod webhooks;

use axum::body::Body;
use axum::extract::{Query, Request};
use axum::http::{HeaderMap, Method, Response, Uri, header};
use serde_json::Value;

use super::errors::{ApiError, Code, Retry};
use super::faults::{RateScope, RequestFault, RetryForm};
use super::form::{At, refusal};
use super::http::Connection;
use super::journal::JournalEntry;
use super::limits::messages::Upload;
use super::rates::{BucketState, Rate, seconds};
use super::server::{App, Server};
use super::snowflake::Snowflake;
use payload::Payload;

type Outcome = Result<Reply, ApiError>;

#[derive(Debug)]
enum Reply {
    Json(u16, Value),
    Empty,
}

impl Reply {
    /// Returns status 200 with a body.
    fn ok(body: Value) -> Outcome {
        Ok(Reply::Json(200, body))
    }
}

/// The authorization of a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// No token.
    Open,
    /// The bot's token.
    Bot,
    /// The interaction's token in the path. Does not count against the bot's 50 a second.
    Interaction,
}

#[derive(Debug)]
struct Route {
    method: Method,
    /// The path as in Discord's documentation.
    template: &'static str,
    access: Access,
    /// The rate limit of a channel, guild or interaction; `None` if only the bot's limit applies.
    rate: Option<Rate>,
    handler: fn(&mut Server, &Call) -> Outcome,
}

/// A request for its handler.
#[derive(Debug)]
struct Call {
    params: Vec<(&'static str, String)>,
    query: Vec<(String, String)>,
    /// The JSON of the request; may be null.
    body: Value,
    uploads: Vec<Upload>,
}

impl Call {
    /// Returns an id of the path.
    fn id(&self, name: &'static str) -> Result<Snowflake, ApiError> {
        let text = self.text(name);
        text.parse().map_err(|_| {
            refusal(
                &At::body().field(name),
                "NUMBER_TYPE_COERCE",
                format!("Value \"{text}\" is not snowflake."),
            )
        })
    }

    /// Returns a part of the path.
    fn text(&self, name: &str) -> &str {
        self.params
            .iter()
            .find(|(key, _)| *key == name)
            .map_or("", |(_, value)| value)
    }

    /// Returns a parameter of the query.
    fn query(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns a boolean of the query.
    fn asks(&self, name: &str) -> bool {
        self.query(name)
            .is_some_and(|value| matches!(value, "true" | "True" | "1"))
    }
}

const fn per(count: u32, seconds: u64) -> Option<Rate> {
    Some(Rate {
        count,
        window: seconds * 1_000,
    })
}

/// Returns all routes. The first one that fits a path applies.
fn routes() -> &'static [Route] {
    use Access::{Bot, Interaction, Open};
    macro_rules! routes {
        ($($method:ident $template:literal $access:ident $rate:expr => $handler:path;)*) => {
            &[$(Route { method: Method::$method, template: $template, access: $access, rate: $rate, handler: $handler }),*]
        };
    }
    const ROUTES: &[Route] = routes! {
        GET "/gateway" Open None => about::gateway;
        GET "/gateway/bot" Bot None => about::gateway_bot;
        GET "/oauth2/applications/@me" Bot None => about::application;
        GET "/applications/@me" Bot None => about::application;
        GET "/users/@me" Bot None => about::current_user;
        GET "/users/@me/guilds" Bot per(1, 1) => about::my_guilds;
        POST "/users/@me/channels" Bot per(10, 60) => channels::open_direct;
        GET "/users/{user_id}" Bot per(30, 30) => about::user;
        GET "/guilds/{guild_id}" Bot None => about::guild;
        GET "/guilds/{guild_id}/channels" Bot None => about::guild_channels;
        GET "/guilds/{guild_id}/roles" Bot None => about::roles;
        GET "/guilds/{guild_id}/members/{user_id}" Bot per(5, 1) => about::member;
        GET "/guilds/{guild_id}/threads/active" Bot None => threads::active;
        GET "/applications/{application_id}/commands" Bot None => commands::list;
        PUT "/applications/{application_id}/commands" Bot per(5, 20) => commands::replace;
        POST "/applications/{application_id}/commands" Bot per(5, 20) => commands::create;
        GET "/applications/{application_id}/commands/{command_id}" Bot None => commands::get;
        PATCH "/applications/{application_id}/commands/{command_id}" Bot per(5, 20) => commands::change;
        DELETE "/applications/{application_id}/commands/{command_id}" Bot per(5, 20) => commands::delete;
        GET "/applications/{application_id}/guilds/{guild_id}/commands" Bot None => commands::list;
        PUT "/applications/{application_id}/guilds/{guild_id}/commands" Bot per(5, 20) => commands::replace;
        POST "/applications/{application_id}/guilds/{guild_id}/commands" Bot per(5, 20) => commands::create;
        GET "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}" Bot None => commands::get;
        PATCH "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}" Bot per(5, 20) => commands::change;
        DELETE "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}" Bot per(5, 20) => commands::delete;
        GET "/channels/{channel_id}" Bot None => channels::get;
        PATCH "/channels/{channel_id}" Bot per(5, 15) => channels::change;
        DELETE "/channels/{channel_id}" Bot per(5, 15) => channels::delete;
        POST "/channels/{channel_id}/typing" Bot per(5, 5) => channels::typing;
        GET "/channels/{channel_id}/messages" Bot per(5, 5) => messages::list;
        POST "/channels/{channel_id}/messages" Bot per(5, 5) => messages::create;
        GET "/channels/{channel_id}/messages/{message_id}" Bot per(5, 5) => messages::get;
        PATCH "/channels/{channel_id}/messages/{message_id}" Bot per(5, 5) => messages::change;
        DELETE "/channels/{channel_id}/messages/{message_id}" Bot per(5, 1) => messages::delete;
        POST "/channels/{channel_id}/messages/{message_id}/threads" Bot per(10, 60) => threads::start_on_message;
        POST "/channels/{channel_id}/threads" Bot per(10, 60) => threads::start;
        GET "/channels/{channel_id}/thread-members" Bot None => threads::members;
        PUT "/channels/{channel_id}/thread-members/@me" Bot per(5, 5) => threads::join;
        DELETE "/channels/{channel_id}/thread-members/@me" Bot per(5, 5) => threads::leave;
        GET "/channels/{channel_id}/thread-members/{user_id}" Bot None => threads::member;
        PUT "/channels/{channel_id}/thread-members/{user_id}" Bot per(5, 5) => threads::add_member;
        DELETE "/channels/{channel_id}/thread-members/{user_id}" Bot per(5, 5) => threads::remove_member;
        POST "/interactions/{interaction_id}/{interaction_token}/callback" Interaction None => interactions::callback;
        POST "/webhooks/{webhook_id}/{webhook_token}" Interaction per(5, 2) => webhooks::follow_up;
        GET "/webhooks/{webhook_id}/{webhook_token}/messages/@original" Interaction per(5, 2) => webhooks::get_original;
        PATCH "/webhooks/{webhook_id}/{webhook_token}/messages/@original" Interaction per(5, 2) => webhooks::change_original;
        DELETE "/webhooks/{webhook_id}/{webhook_token}/messages/@original" Interaction per(5, 2) => webhooks::delete_original;
        GET "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}" Interaction per(5, 2) => webhooks::get_message;
        PATCH "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}" Interaction per(5, 2) => webhooks::change_message;
        DELETE "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}" Interaction per(5, 2) => webhooks::delete_message;
    };
    ROUTES
}

/// Returns the values of a template's parameters, if the path fits it.
fn fit(template: &'static str, path: &str) -> Option<Vec<(&'static str, String)>> {
    let mut params = Vec::new();
    let mut parts = path.split('/');
    for wanted in template.split('/') {
        let part = parts.next()?;
        match wanted
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'))
        {
            Some(name) if !part.is_empty() => params.push((name, part.to_owned())),
            _ if wanted == part => {}
            _ => return None,
        }
    }
    parts.next().is_none().then_some(params)
}

/// Returns the major parameter: rate limits are counted for each of its values.
fn major(params: &[(&'static str, String)]) -> String {
    let majors = ["channel_id", "guild_id", "webhook_token"];
    params
        .iter()
        .filter(|(name, _)| majors.contains(name))
        .map(|(_, value)| value.as_str())
        .collect()
}

struct Answer {
    status: u16,
    body: Option<Value>,
    retry: Option<Retry>,
    /// The form of a planned 429.
    limited: Option<(RateScope, RetryForm)>,
    bucket: Option<BucketState>,
    /// `Retry-After` and the body of a planned answer.
    raw: Option<(&'static str, &'static str)>,
    cut: bool,
    /// Whether the form of the request is invalid. False for planned refusals.
    refused_form: bool,
}

impl Answer {
    fn of(outcome: Outcome, bucket: Option<BucketState>) -> Answer {
        match outcome {
            Ok(Reply::Json(status, body)) => Answer {
                status,
                body: Some(body),
                retry: None,
                limited: None,
                bucket,
                raw: None,
                cut: false,
                refused_form: false,
            },
            Ok(Reply::Empty) => Answer {
                status: 204,
                body: None,
                retry: None,
                limited: None,
                bucket,
                raw: None,
                cut: false,
                refused_form: false,
            },
            Err(error) => Answer {
                status: error.status,
                body: Some(error.body()),
                retry: error.retry,
                limited: None,
                bucket,
                raw: None,
                cut: false,
                refused_form: false,
            },
        }
    }

    /// Returns whether Discord may never give this answer.
    fn is_planned(&self) -> bool {
        let form = self.limited.map(|(_, form)| form);
        self.raw.is_some() || form.is_some_and(|form| form != RetryForm::Seconds)
    }

    fn cut() -> Answer {
        Answer {
            status: 0,
            body: None,
            retry: None,
            limited: None,
            bucket: None,
            raw: None,
            cut: true,
            refused_form: false,
        }
    }
}

pub(crate) async fn serve(
    app: App,
    connection: Connection,
    version_path: String,
    request: Request,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let Some(path) = version_path
        .strip_prefix("v10/")
        .map(|rest| format!("/{rest}"))
    else {
        return response(Answer::of(Err(Code::InvalidVersion.into()), None));
    };
    let payload = Payload::read(&parts.headers, body).await;
    let answer = app
        .lock()
        .answer(&parts.method, &path, &parts.uri, &parts.headers, payload);
    if answer.cut {
        connection.cut().await;
    }
    response(answer)
}

impl Server {
    fn answer(
        &mut self,
        method: &Method,
        path: &str,
        uri: &Uri,
        headers: &HeaderMap,
        payload: Result<Payload, ApiError>,
    ) -> Answer {
        let fitting = routes()
            .iter()
            .filter_map(|route| Some((route, fit(route.template, path)?)));
        let mut known = fitting.peekable();
        let unknown = if known.peek().is_some() {
            Code::MethodNotAllowed
        } else {
            Code::NotFound
        };
        let found = known.find(|(route, _)| route.method == *method);
        let request = payload
            .as_ref()
            .ok()
            .and_then(|payload| payload.json.clone());
        let names = |payload: &Payload| {
            payload
                .uploads
                .iter()
                .map(|upload| (upload.filename.clone(), upload.bytes.len()))
                .collect()
        };
        let mut entry = JournalEntry {
            at: self.now(),
            method: method.to_string(),
            route: found.as_ref().map_or("", |(route, _)| route.template),
            path: path.to_owned(),
            query: uri.query().unwrap_or("").to_owned(),
            status: 0,
            counted: found
                .as_ref()
                .is_none_or(|(route, _)| route.access != Access::Interaction),
            request,
            files: payload.as_ref().map(names).unwrap_or_default(),
            response: None,
            cut: false,
            planned: false,
        };
        let answer = match found {
            None => Answer::of(Err(unknown.into()), None),
            Some((route, params)) => self.carry_out(route, params, uri, headers, payload),
        };
        entry.status = answer.status;
        entry.response.clone_from(&answer.body);
        entry.cut = answer.cut;
        entry.planned = answer.is_planned();
        if answer.refused_form {
            let (method, path) = (&entry.method, &entry.path);
            let why = entry.response.as_ref().map(Value::to_string);
            tracing::error!(method, path, why, "the form of a request is refused");
            self.journal.note_refused(&entry);
        }
        self.journal.note(entry);
        self.wake_all();
        answer
    }

    fn carry_out(
        &mut self,
        route: &Route,
        params: Vec<(&'static str, String)>,
        uri: &Uri,
        headers: &HeaderMap,
        payload: Result<Payload, ApiError>,
    ) -> Answer {
        if route.access == Access::Bot && !self.is_bot(headers) {
            return Answer::of(Err(Code::Unauthorized.into()), None);
        }
        let channel = params
            .iter()
            .find(|(name, _)| *name == "channel_id")
            .map(|(_, value)| value.as_str());
        let fault = self
            .faults
            .take(channel, route.method.as_str(), route.template);
        match fault {
            Some(RequestFault::ServerError(status)) => {
                return Answer::of(Err(ApiError::server(status.max(500))), None);
            }
            Some(RequestFault::RateLimited { after, global }) => {
                return Answer::of(
                    Err(ApiError::rate_limited(Retry {
                        after: after.as_secs_f64(),
                        global,
                    })),
                    None,
                );
            }
            Some(RequestFault::Limited { after, scope, form }) => {
                let retry = Retry {
                    after: after.as_secs_f64(),
                    global: scope == RateScope::Global,
                };
                let mut answer = Answer::of(Err(ApiError::rate_limited(retry)), None);
                answer.limited = Some((scope, form));
                if form != RetryForm::Seconds
                    && let Some(Value::Object(body)) = &mut answer.body
                {
                    body.remove("retry_after");
                }
                return answer;
            }
            Some(RequestFault::Refused { status, code }) => {
                return Answer::of(Err(ApiError::planned(status, code)), None);
            }
            Some(RequestFault::Answered {
                status,
                retry,
                body,
            }) => {
                // A body that is no JSON is sent as it is, in place of Discord's.
                let mut answer = Answer::of(Ok(Reply::Empty), None);
                (answer.status, answer.raw) = (status, Some((retry, body)));
                return answer;
            }
            Some(RequestFault::CutBefore) => return Answer::cut(),
            Some(RequestFault::CutAfter) | None => {}
        }
        let (verdict, bucket) = self.use_rates(route, &params);
        if let Err(error) = verdict {
            return Answer::of(Err(error), bucket);
        }
        let outcome = payload.and_then(|payload| {
            let query = Query::<Vec<(String, String)>>::try_from_uri(uri)
                .map(|Query(query)| query)
                .unwrap_or_default();
            let call = Call {
                params,
                query,
                body: payload.json.unwrap_or(Value::Null),
                uploads: payload.uploads,
            };
            (route.handler)(self, &call)
        });
        let refused_form = match &outcome {
            Err(error) => error.is_form(),
            Ok(_) => false,
        };
        let answer = match fault {
            Some(RequestFault::CutAfter) => Answer::cut(),
            _ => Answer::of(outcome, bucket),
        };
        Answer {
            refused_form,
            ..answer
        }
    }

    fn is_bot(&self, headers: &HeaderMap) -> bool {
        let given = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|text| text.strip_prefix("Bot "));
        given == Some(self.world.token.as_str())
    }

    /// Counts a request against the limits. Returns whether it may proceed, and the state of its bucket.
    fn use_rates(
        &mut self,
        route: &Route,
        params: &[(&'static str, String)],
    ) -> (Result<(), ApiError>, Option<BucketState>) {
        if !self.limits_rates {
            return (Ok(()), None);
        }
        let now = self.now();
        if route.access != Access::Interaction
            && let Err(error) = self.rates.use_global(now)
        {
            return (Err(error), None);
        }
        let Some(rate) = route.rate else {
            return (Ok(()), None);
        };
        let (fits, bucket) = self.rates.use_bucket(
            &format!("{} {}", route.method, route.template),
            &major(params),
            rate,
            now,
        );
        let retry = Retry {
            after: seconds(bucket.reset_after),
            global: false,
        };
        let verdict = if fits {
            Ok(())
        } else {
            Err(ApiError::rate_limited(retry))
        };
        (verdict, Some(bucket))
    }
}

fn response(answer: Answer) -> Response<Body> {
    let mut response = Response::builder().status(answer.status);
    if let Some(bucket) = answer.bucket {
        response = response
            .header("x-ratelimit-bucket", bucket.name)
            .header("x-ratelimit-limit", bucket.limit)
            .header("x-ratelimit-remaining", bucket.remaining)
            .header(
                "x-ratelimit-reset",
                format!("{}.{:03}", bucket.resets / 1_000, bucket.resets % 1_000),
            )
            .header(
                "x-ratelimit-reset-after",
                format!("{:.3}", seconds(bucket.reset_after)),
            );
    }
    if let Some(retry) = answer.retry {
        let scope = match answer.limited {
            Some((RateScope::Shared, _)) => "shared",
            _ if retry.global => "global",
            _ => "user",
        };
        let when = match answer.limited {
            Some((_, RetryForm::Fraction)) => format!("{:.3}", retry.after),
            Some((_, RetryForm::Date)) => {
                let wait = std::time::Duration::from_secs_f64(retry.after.max(0.0));
                httpdate::fmt_http_date(std::time::SystemTime::now() + wait)
            }
            _ => format!("{:.0}", retry.after.ceil()),
        };
        response = response
            .header(header::RETRY_AFTER, when)
            .header("x-ratelimit-scope", scope);
        if retry.global {
            response = response.header("x-ratelimit-global", "true");
        }
    }
    if let Some((retry, body)) = answer.raw {
        if !retry.is_empty() {
            response = response.header(header::RETRY_AFTER, retry);
        }
        let response = response.header(header::CONTENT_TYPE, "application/json");
        return response.body(Body::from(body)).unwrap_or_default();
    }
    let body = match answer.body {
        Some(body) => {
            response = response.header(header::CONTENT_TYPE, "application/json");
            Body::from(body.to_string())
        }
        None => Body::empty(),
    };
    // The status of a planned fault may be invalid.
    response.body(body).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_find_their_route() {
        let find = |method: Method, path: &str| {
            let route = routes()
                .iter()
                .find(|route| route.method == method && fit(route.template, path).is_some());
            route.map(|route| route.template)
        };
        assert_eq!(find(Method::GET, "/users/@me"), Some("/users/@me"));
        assert_eq!(find(Method::GET, "/users/17"), Some("/users/{user_id}"));
        assert_eq!(
            find(Method::PUT, "/channels/1/thread-members/@me"),
            Some("/channels/{channel_id}/thread-members/@me")
        );
        assert_eq!(find(Method::GET, "/channels/1/messages/"), None);
        assert_eq!(find(Method::GET, "/channels//messages"), None);
        let params = fit(
            "/channels/{channel_id}/messages/{message_id}",
            "/channels/1/messages/2",
        );
        assert_eq!(
            params,
            Some(vec![
                ("channel_id", "1".to_owned()),
                ("message_id", "2".to_owned())
            ])
        );
    }
}
