//! What the relay reads off the payloads that pass through it. It changes none.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::ZlibDecoder;
use serde::Deserialize;
use tokio_tungstenite::tungstenite::Message;

use super::named::{Named, named};

/// The longest payload. READY for 2,500 servers has some hundred thousand characters.
pub const LONGEST: usize = 16 << 20;

/// What Discord says, as far as it concerns a relay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The first payload of a connection.
    Hello,
    /// A session has begun.
    Ready {
        /// Where it is to be taken up again.
        resume_at: Option<String>,
    },
    /// A session was taken up again.
    Resumed,
    /// The session is none, or none any more.
    InvalidSession {
        /// Whether it may be tried again.
        resumable: bool,
    },
    /// Somebody names channels, and this is what the bot may do there.
    Names(Named),
    /// Anything else.
    Other,
}

/// What serenity says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// That it is alive.
    Heartbeat,
    /// For a new session: a thousand a day.
    Identify,
    /// Anything else.
    Other,
}

/// What must still be acknowledged is, with this: see [`crate::discord::transport::gateway::relay`].
pub const ACKNOWLEDGED: &str = r#"{"op":11,"d":null,"s":null,"t":null}"#;

#[derive(Deserialize)]
struct Head<'a> {
    op: u8,
    #[serde(borrow, default)]
    t: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Body<T> {
    d: T,
}

#[derive(Deserialize)]
struct Ready {
    #[serde(default)]
    resume_gateway_url: Option<String>,
}

/// Reads what Discord says.
///
/// # Errors
///
/// When it is not JSON, or longer than [`LONGEST`].
pub fn said(message: &Message) -> Result<Said, String> {
    let unpacked;
    let text = match message {
        Message::Text(text) => text.as_str(),
        Message::Binary(bytes) => {
            unpacked = unpack(bytes)?;
            &unpacked
        }
        _ => return Ok(Said::Other),
    };
    let head: Head = read(text)?;
    Ok(match (head.op, head.t.as_deref()) {
        (10, _) => Said::Hello,
        (9, _) => Said::InvalidSession {
            resumable: read::<Body<bool>>(text)?.d,
        },
        (0, Some("READY")) => Said::Ready {
            resume_at: read::<Body<Ready>>(text)?.d.resume_gateway_url,
        },
        (0, Some("RESUMED")) => Said::Resumed,
        (0, Some("INTERACTION_CREATE")) => named(text).map_or(Said::Other, Said::Names),
        _ => Said::Other,
    })
}

/// Reads what serenity says. What cannot be read is for Discord to judge.
pub fn asked(text: &str) -> Asked {
    match read::<Head>(text).map(|head| head.op) {
        Ok(1) => Asked::Heartbeat,
        Ok(2) => Asked::Identify,
        _ => Asked::Other,
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    // The place is enough: the content may hold an interaction's token.
    serde_json::from_str(text).map_err(|error| {
        format!(
            "a payload cannot be read at line {}, column {}",
            error.line(),
            error.column()
        )
    })
}

/// Each payload is compressed by itself.
fn unpack(bytes: &[u8]) -> Result<String, String> {
    let mut text = String::new();
    let most = u64::try_from(LONGEST).unwrap_or(u64::MAX);
    ZlibDecoder::new(bytes)
        .take(most + 1)
        .read_to_string(&mut text)
        .map_err(|error| format!("a payload cannot be decompressed: {error}"))?;
    if text.len() > LONGEST {
        return Err(format!(
            "a payload is longer than {LONGEST} bytes when decompressed"
        ));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn packed(text: &str) -> Message {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).expect("memory");
        Message::binary(encoder.finish().expect("memory"))
    }

    #[test]
    fn what_discord_says_is_read_packed_or_not() {
        let ready = Said::Ready {
            resume_at: Some(String::from("wss://gateway-us-east1-b.discord.gg")),
        };
        let cases = [
            (
                r#"{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250}}"#,
                Said::Hello,
            ),
            (
                r#"{"op":0,"s":1,"t":"READY","d":{"v":10,"resume_gateway_url":"wss://gateway-us-east1-b.discord.gg","user":{"t":"RESUMED"}}}"#,
                ready,
            ),
            (
                r#"{"t":"RESUMED","s":7,"op":0,"d":{"_trace":[]}}"#,
                Said::Resumed,
            ),
            (
                r#"{"op":9,"d":false}"#,
                Said::InvalidSession { resumable: false },
            ),
            (
                r#"{"op":9,"d":true,"t":null}"#,
                Said::InvalidSession { resumable: true },
            ),
            (r#"{"op":7,"d":null}"#, Said::Other),
            (
                r#"{"op":0,"t":"INTERACTION_CREATE","s":3,"d":{"token":"\u0041","op":9}}"#,
                Said::Other,
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(said(&Message::text(text)), Ok(expected.clone()), "{text}");
            assert_eq!(said(&packed(text)), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_without_its_content() {
        let torn = said(&Message::text(r#"{"op":0,"d":{"token":"secret"#)).expect_err("torn");
        assert!(!torn.contains("secret"), "{torn}");
        assert!(said(&Message::binary(&b"no zlib"[..])).is_err());
        let bomb = packed(&" ".repeat(LONGEST + 1));
        assert!(said(&bomb).expect_err("too long").contains("longer than"));
    }

    #[test]
    fn what_serenity_says_is_read() {
        assert_eq!(asked(r#"{"op":1,"d":5}"#), Asked::Heartbeat);
        assert_eq!(
            asked(r#"{"op":2,"d":{"token":"x","compress":true}}"#),
            Asked::Identify
        );
        assert_eq!(asked(r#"{"op":6,"d":{}}"#), Asked::Other);
        assert_eq!(asked("nothing"), Asked::Other);
    }
}
