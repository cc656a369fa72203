//! The payloads of the gateway, in both directions.

use serde::Deserialize;
use serde_json::json;

/// The maximum size of a payload in bytes. READY for 2,500 servers has some hundred thousand.
pub const LONGEST: usize = 16 << 20;

/// A payload from Discord.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The first payload of a connection, with the interval of heartbeats in milliseconds.
    Hello { heartbeat_interval: u64 },
    /// A session began.
    Ready(Begun),
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
pub struct Begun {
    /// The session's id, needed to resume it.
    pub session: String,
    /// The address at which to resume the session.
    pub resume_at: Option<String>,
    /// The bot's data in READY.
    pub bot: Introduced,
}

/// The bot's data in READY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introduced {
    pub name: String,
    /// The id of its application.
    pub application: u64,
    /// The number of its servers.
    pub guilds: usize,
}

#[derive(Deserialize)]
struct Head {
    op: u8,
    /// The number of an event in its session.
    #[serde(default)]
    s: Option<u64>,
    #[serde(default)]
    t: Option<String>,
}

#[derive(Deserialize)]
struct Body<T> {
    d: T,
}

#[derive(Deserialize)]
struct Hello {
    heartbeat_interval: u64,
}

#[derive(Deserialize)]
struct Ready {
    session_id: String,
    #[serde(default)]
    resume_gateway_url: Option<String>,
    user: User,
    application: Application,
    #[serde(default)]
    guilds: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct User {
    username: String,
}

#[derive(Deserialize)]
struct Application {
    id: String,
}

/// Reads a payload from Discord, and its event number if it has one.
pub fn read(text: &str) -> Result<(Said, Option<u64>), String> {
    let head: Head = parse(text)?;
    let said = match (head.op, head.t.as_deref()) {
        (0, Some("READY")) => {
            let ready: Ready = parse::<Body<_>>(text)?.d;
            let application = ready.application.id.parse();
            Said::Ready(Begun {
                session: ready.session_id,
                resume_at: ready.resume_gateway_url,
                bot: Introduced {
                    name: ready.user.username,
                    application: application.map_err(|_| "READY has no application")?,
                    guilds: ready.guilds.len(),
                },
            })
        }
        (0, Some("RESUMED")) => Said::Resumed,
        (0, Some("INTERACTION_CREATE")) => Said::Interaction,
        (1, _) => Said::HeartbeatWanted,
        (7, _) => Said::Reconnect,
        (9, _) => Said::InvalidSession {
            resumable: parse::<Body<bool>>(text)?.d,
        },
        (10, _) => Said::Hello {
            heartbeat_interval: parse::<Body<Hello>>(text)?.d.heartbeat_interval,
        },
        _ => Said::Other,
    };
    Ok((said, head.s))
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    // The position is enough: the content may contain an interaction's token.
    serde_json::from_str(text).map_err(|error| {
        format!(
            "a payload cannot be read at line {}, column {}",
            error.line(),
            error.column()
        )
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
        let ready = Said::Ready(Begun {
            session: String::from("abc"),
            resume_at: Some(String::from("wss://gateway-us-east1-b.discord.gg")),
            bot: Introduced {
                name: String::from("Anteroom"),
                application: 5,
                guilds: 2,
            },
        });
        let cases = [
            (
                r#"{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250}}"#,
                Said::Hello {
                    heartbeat_interval: 41250,
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
                Said::Resumed,
                Some(7),
            ),
            (
                r#"{"op":9,"d":false}"#,
                Said::InvalidSession { resumable: false },
                None,
            ),
            (
                r#"{"op":9,"d":true,"t":null}"#,
                Said::InvalidSession { resumable: true },
                None,
            ),
            (r#"{"op":7,"d":null}"#, Said::Reconnect, None),
            (r#"{"op":1,"d":null}"#, Said::HeartbeatWanted, None),
            (r#"{"op":11}"#, Said::Other, None),
            (
                r#"{"op":0,"t":"INTERACTION_CREATE","s":3,"d":{"token":"\u0041","op":9}}"#,
                Said::Interaction,
                Some(3),
            ),
        ];
        for (text, said, number) in cases {
            assert_eq!(read(text), Ok((said, number)), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_without_its_content() {
        let torn = read(r#"{"op":0,"d":{"token":"secret"#).expect_err("torn");
        assert!(!torn.contains("secret"), "{torn}");
        assert!(read(r#"{"op":0,"s":1,"t":"READY","d":{"v":10}}"#).is_err());
    }
}
