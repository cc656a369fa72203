//! The payloads of the gateway, in both directions.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

/// The maximum size of a payload in bytes. READY for 2,500 servers has some hundred thousand.
pub const LONGEST: usize = 16 << 20;

/// The usual interval of heartbeats, used if HELLO has none.
const USUAL_INTERVAL: Duration = Duration::from_millis(41_250);

/// The reason why a payload cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is a READY without a session or an application.
    Ready,
    /// It is not an object.
    Other(String),
}

/// A payload from Discord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// The first payload of a connection, with the interval of heartbeats.
    Hello { heartbeat_interval: Duration },
    /// A session began.
    Ready(NewSession),
    /// A session was resumed.
    Resumed,
    /// The session is invalid.
    InvalidSession {
        /// Whether the session may be resumed.
        resumable: bool,
    },
    /// The bot should reconnect.
    Reconnect,
    /// The bot should send a heartbeat at once.
    HeartbeatWanted,
    /// A person used a command, a button or a form.
    Interaction,
    /// Anything else.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// The session's id, needed to resume it.
    pub session: String,
    /// The address at which to resume the session.
    pub resume_at: Option<String>,
    /// The bot's data in READY.
    pub bot: Ready,
}

/// The bot's data in READY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    pub name: String,
    /// The id of its application.
    pub application: u64,
    /// The number of its servers.
    pub guilds: usize,
}

/// The parts of a payload that say what it is. A part of another type than usual counts as missing.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    op: Value,
    /// The number of an event in its session.
    #[serde(default)]
    s: Value,
    #[serde(default)]
    t: Value,
}

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    d: Value,
}

/// Reads a payload from Discord, and its event number if it has one. An unknown payload is [`Payload::Other`].
pub fn read(text: &str) -> Result<(Payload, Option<u64>), Unread> {
    let head: Head = parse(text)?;
    let payload = match (head.op.as_u64(), head.t.as_str()) {
        (Some(0), Some("READY")) => Payload::Ready(ready(&body(text)?).ok_or(Unread::Ready)?),
        (Some(0), Some("RESUMED")) => Payload::Resumed,
        (Some(0), Some("INTERACTION_CREATE")) => Payload::Interaction,
        (Some(1), _) => Payload::HeartbeatWanted,
        (Some(7), _) => Payload::Reconnect,
        (Some(9), _) => Payload::InvalidSession {
            resumable: body(text)? == true,
        },
        (Some(10), _) => {
            let millis = body(text)?["heartbeat_interval"].as_f64();
            Payload::Hello {
                heartbeat_interval: millis
                    .and_then(|millis| Duration::try_from_secs_f64(millis / 1_000.0).ok())
                    .unwrap_or(USUAL_INTERVAL),
            }
        }
        _ => Payload::Other,
    };
    Ok((payload, head.s.as_u64()))
}

fn ready(data: &Value) -> Option<NewSession> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let application = &data["application"]["id"];
    let as_text = || application.as_str().and_then(|id| id.parse().ok());
    Some(NewSession {
        session: text(&data["session_id"])?,
        resume_at: text(&data["resume_gateway_url"]),
        bot: Ready {
            name: text(&data["user"]["username"]).unwrap_or_default(),
            application: application.as_u64().or_else(as_text)?,
            guilds: data["guilds"].as_array().map_or(0, Vec::len),
        },
    })
}

fn body(text: &str) -> Result<Value, Unread> {
    parse(text).map(|Body { d }| d)
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Unread> {
    // The position is enough: the content may contain an interaction's token.
    serde_json::from_str(text).map_err(|error| {
        Unread::Other(format!(
            "a payload cannot be read at line {}, column {}",
            error.line(),
            error.column()
        ))
    })
}

/// Returns the request for a new session of a shard. It asks for no intents: interactions need none.
pub fn identify(token: &str, shard: u32, shards: u32) -> String {
    let properties =
        json!({"os": std::env::consts::OS, "browser": "anteroom", "device": "anteroom"});
    json!({"op": 2, "d": {
        "token": token, "intents": 0, "shard": [shard, shards], "properties": properties,
    }})
    .to_string()
}

/// Returns the request to resume a session after the event of this number.
pub fn resume(token: &str, session: &str, last_event: u64) -> String {
    json!({"op": 6, "d": {"token": token, "session_id": session, "seq": last_event}}).to_string()
}

/// Returns a heartbeat, which acknowledges the event of this number.
pub fn heartbeat(last_event: Option<u64>) -> String {
    json!({"op": 1, "d": last_event}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_discord_says_is_read() {
        let ready = Payload::Ready(NewSession {
            session: String::from("abc"),
            resume_at: Some(String::from("wss://gateway-us-east1-b.discord.gg")),
            bot: Ready {
                name: String::from("Anteroom"),
                application: 5,
                guilds: 2,
            },
        });
        let cases = [
            (
                r#"{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250}}"#,
                Payload::Hello {
                    heartbeat_interval: Duration::from_millis(41_250),
                },
                None,
            ),
            (
                r#"{"op":0,"s":1,"t":"READY","d":{"v":10,"session_id":"abc","resume_gateway_url":"wss://gateway-us-east1-b.discord.gg",
                    "guilds":[{"id":"1","unavailable":true},{"id":"2"}],"application":{"id":"5","flags":0},"user":{"username":"Anteroom","t":"RESUMED"}}}"#,
                ready,
                Some(1),
            ),
            (
                r#"{"t":"RESUMED","s":7,"op":0,"d":{"_trace":[]}}"#,
                Payload::Resumed,
                Some(7),
            ),
            (
                r#"{"op":9,"d":false}"#,
                Payload::InvalidSession { resumable: false },
                None,
            ),
            (
                r#"{"op":9,"d":true,"t":null}"#,
                Payload::InvalidSession { resumable: true },
                None,
            ),
            (r#"{"op":7,"d":null}"#, Payload::Reconnect, None),
            (r#"{"op":1,"d":null}"#, Payload::HeartbeatWanted, None),
            (r#"{"op":11}"#, Payload::Other, None),
            (
                r#"{"op":0,"t":"INTERACTION_CREATE","s":3,"d":{"token":"\u0041","op":9}}"#,
                Payload::Interaction,
                Some(3),
            ),
        ];
        for (text, payload, number) in cases {
            assert_eq!(read(text), Ok((payload, number)), "{text}");
        }
    }

    #[test]
    fn payloads_of_unknown_forms_are_read_as_far_as_they_go() {
        for text in [
            "{}",
            r#"{"op":12}"#,
            r#"{"op":300,"d":{"x":[]}}"#,
            r#"{"op":-1}"#,
            r#"{"op":1e300}"#,
            r#"{"op":"0","t":"READY"}"#,
            r#"{"op":[0],"t":{},"s":"x"}"#,
            r#"{"op":0,"t":7,"d":"x"}"#,
            r#"{"op":0,"t":"SOMETHING_NEW"}"#,
        ] {
            assert_eq!(read(text), Ok((Payload::Other, None)), "{text}");
        }
        let hello = |data: &str| read(&format!(r#"{{"op":10,"d":{data}}}"#));
        for (data, millis) in [
            ("null", 41_250),
            ("{}", 41_250),
            (r#"{"heartbeat_interval":-5}"#, 41_250),
            (r#"{"heartbeat_interval":1e300}"#, 41_250),
            (r#"{"heartbeat_interval":"soon"}"#, 41_250),
            (r#"{"heartbeat_interval":1500.5}"#, 1_500),
        ] {
            let Ok((Payload::Hello { heartbeat_interval }, None)) = hello(data) else {
                panic!("{data}")
            };
            assert_eq!(heartbeat_interval.as_millis(), millis, "{data}");
        }
        for data in ["null", r#""false""#, "0", "{}"] {
            let invalid = Payload::InvalidSession { resumable: false };
            let text = format!(r#"{{"op":9,"d":{data}}}"#);
            assert_eq!(read(&text), Ok((invalid, None)), "{data}");
        }
        assert_eq!(read(r#"{"op":9}"#).map(|_| ()), Ok(()));
        let ready = r#"{"op":0,"s":1,"t":"READY","d":{"session_id":"a","application":{"id":5},"resume_gateway_url":7,"user":null,"guilds":{}}}"#;
        let Ok((Payload::Ready(new), Some(1))) = read(ready) else {
            panic!("{:?}", read(ready))
        };
        assert_eq!((new.bot.application, new.resume_at), (5, None));
    }

    #[test]
    fn what_cannot_be_read_is_refused_without_its_content() {
        let torn = read(r#"{"op":0,"d":{"token":"secret"#);
        let Err(Unread::Other(why)) = torn else {
            panic!("{torn:?}")
        };
        assert!(!why.contains("secret"), "{why}");
        let empty = read(r#"{"op":0,"s":1,"t":"READY","d":{"v":10}}"#);
        assert_eq!(empty, Err(Unread::Ready));
    }
}
