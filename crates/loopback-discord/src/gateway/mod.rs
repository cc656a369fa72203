//! The gateway: HELLO, IDENTIFY or RESUME, heartbeats, events.

pub(crate) mod sessions;

use std::collections::VecDeque;
use std::io::Read;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use flate2::Compression;
use flate2::bufread::ZlibEncoder;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

use super::server::App;
use super::wire::Connection;
use sessions::Outgoing;

const SENDS_A_MINUTE: usize = 120;
/// The longest payload of a bot, in bytes.
const LONGEST_PAYLOAD: usize = 4_096;
/// The longest message that is read, in bytes.
pub(crate) const MOST_READ: usize = 64 << 10;
/// The size in bytes from which payloads are compressed, if the bot asks for compression.
const COMPRESSED_FROM: usize = 512;
/// The tolerance for a late heartbeat beyond twice the interval.
const GRACE: Duration = Duration::from_secs(2);
/// Intents that must be enabled in the developer portal; the sandbox grants none of them.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;
const KNOWN_INTENTS: u64 = (1 << 26) - 1;

const UNKNOWN_ERROR: u16 = 4000;
const UNKNOWN_OPCODE: u16 = 4001;
const DECODE_ERROR: u16 = 4002;
const NOT_AUTHENTICATED: u16 = 4003;
const AUTHENTICATION_FAILED: u16 = 4004;
const ALREADY_AUTHENTICATED: u16 = 4005;
const RATE_LIMITED: u16 = 4008;
const SESSION_TIMED_OUT: u16 = 4009;
const INVALID_SHARD: u16 = 4010;
const INVALID_INTENTS: u16 = 4013;
const DISALLOWED_INTENTS: u16 = 4014;
/// The sandbox shuts down. The session can be resumed after a restart if it still exists.
const GOING_AWAY: u16 = 1001;

/// Serves one connection until either side ends it.
pub(crate) async fn serve(app: App, mut socket: WebSocket, wire: Connection, heartbeat: Duration) {
    let (line, said) = unbounded_channel();
    let mut connection = Talk {
        app,
        line,
        compresses: false,
        session: None,
        sent: VecDeque::new(),
    };
    let end = connection.run(&mut socket, said, heartbeat).await;
    let good_bye = matches!(end, End::GoodBye);
    if let Some(number) = connection.session {
        connection.app.lock().end_line(number, good_bye);
    }
    if let End::Reset = end {
        wire.end_with_reset();
    }
    if let End::Close(code) = end {
        let reason = match code.unwrap_or_default() {
            AUTHENTICATION_FAILED => "Authentication failed.",
            DISALLOWED_INTENTS => "Disallowed intent(s).",
            _ => "",
        };
        // The bot may have disconnected already.
        let _ = socket
            .send(Message::Close(code.map(|code| CloseFrame {
                code,
                reason: reason.into(),
            })))
            .await;
        // Wait for the close frame, so that the code is not lost with the connection.
        let _ = tokio::time::timeout(Duration::from_secs(2), async {
            while let Some(Ok(_)) = socket.recv().await {}
        })
        .await;
    }
}

enum End {
    /// The sandbox closes the connection with a code, or with an empty close frame.
    Close(Option<u16>),
    /// The sandbox resets the connection.
    Reset,
    /// The bot closed the connection normally, which ends its session.
    GoodBye,
    Gone,
}

struct Talk {
    app: App,
    line: UnboundedSender<Outgoing>,
    /// The number of the line, after the bot has identified.
    session: Option<u64>,
    compresses: bool,
    /// The times of the payloads in the last minute.
    sent: VecDeque<Instant>,
}

impl Talk {
    async fn run(
        &mut self,
        socket: &mut WebSocket,
        mut said: UnboundedReceiver<Outgoing>,
        heartbeat: Duration,
    ) -> End {
        let interval = u64::try_from(heartbeat.as_millis()).unwrap_or(u64::MAX);
        let hello = json!({ "op": 10, "t": null, "s": null, "d": { "heartbeat_interval": interval, "_trace": [] } });
        if socket.send(Message::text(hello.to_string())).await.is_err() {
            return End::Gone;
        }
        let app = self.app.clone();
        let closed = app.closed();
        tokio::pin!(closed);
        let patience = heartbeat * 2 + GRACE;
        let mut beat_due = Instant::now() + patience;
        loop {
            tokio::select! {
                line = said.recv() => match line {
                    Some(Outgoing::Send(text)) => if socket.send(self.packed(text)).await.is_err() { return End::Gone },
                    Some(Outgoing::Close(code)) => return End::Close(Some(code)),
                    Some(Outgoing::CloseEmpty) => return End::Close(None),
                    Some(Outgoing::Reset) => return End::Reset,
                    Some(Outgoing::Cut) | None => return End::Gone,
                },
                message = socket.recv() => {
                    let text = match message {
                        Some(Ok(Message::Text(text))) if text.len() <= LONGEST_PAYLOAD => text,
                        Some(Ok(Message::Text(_) | Message::Binary(_))) => return End::Close(Some(DECODE_ERROR)),
                        Some(Ok(Message::Close(frame))) => {
                            let code = frame.map_or(1005, |frame| frame.code);
                            return if matches!(code, 1000 | 1001) { End::GoodBye } else { End::Gone };
                        }
                        Some(Ok(_)) => continue,
                        Some(Err(_)) | None => return End::Gone,
                    };
                    let now = Instant::now();
                    self.sent.retain(|at| *at + Duration::from_secs(60) > now);
                    self.sent.push_back(now);
                    if self.sent.len() > SENDS_A_MINUTE {
                        return End::Close(Some(RATE_LIMITED));
                    }
                    let Ok(payload) = serde_json::from_str::<Value>(&text) else { return End::Close(Some(DECODE_ERROR)) };
                    if payload["op"] == 1 {
                        beat_due = now + patience;
                    }
                    if let Err(code) = self.hear(&payload) {
                        return End::Close(Some(code));
                    }
                }
                () = sleep_until(beat_due) => return End::Close(Some(SESSION_TIMED_OUT)),
                () = &mut closed => return End::Close(Some(GOING_AWAY)),
            }
        }
    }

    /// Handles a payload of the bot; an error is a close code.
    fn hear(&mut self, payload: &Value) -> Result<(), u16> {
        let data = &payload["d"];
        match payload["op"].as_u64().ok_or(DECODE_ERROR)? {
            1 => {
                if !self.app.lock().sessions.deaf {
                    self.say(json!({ "op": 11, "t": null, "s": null, "d": null }));
                }
                Ok(())
            }
            2 => self.identify(data),
            6 => self.resume(data),
            // Presence, voice state and requests for members are accepted without effect.
            3 | 4 | 8 | 31 if self.session.is_some() => Ok(()),
            3 | 4 | 8 | 31 => Err(NOT_AUTHENTICATED),
            _ => Err(UNKNOWN_OPCODE),
        }
    }

    fn identify(&mut self, data: &Value) -> Result<(), u16> {
        if self.session.is_some() {
            return Err(ALREADY_AUTHENTICATED);
        }
        let mut server = self.app.lock();
        check_token(data, &server.world.token)?;
        if !data["properties"].is_object() {
            return Err(DECODE_ERROR);
        }
        let intents = data["intents"].as_u64().ok_or(INVALID_INTENTS)?;
        if intents & !KNOWN_INTENTS != 0 {
            return Err(INVALID_INTENTS);
        }
        if intents & PRIVILEGED != 0 {
            return Err(DISALLOWED_INTENTS);
        }
        let shard = match &data["shard"] {
            Value::Null => (0, 1),
            shard => match (shard[0].as_u64(), shard[1].as_u64()) {
                (Some(id), Some(count)) if id < count => (id, count),
                _ => return Err(INVALID_SHARD),
            },
        };
        self.compresses = data["compress"] == true;
        if !server.sessions.may_start(shard.0) || server.sessions.rejecting {
            server.sessions.identified += 1;
            server.wake_all();
            drop(server);
            self.reject();
            return Ok(());
        }
        let (_, number) = server.begin_session(intents, shard, self.line.clone());
        self.session = Some(number);
        Ok(())
    }

    fn resume(&mut self, data: &Value) -> Result<(), u16> {
        if self.session.is_some() {
            return Err(ALREADY_AUTHENTICATED);
        }
        let mut server = self.app.lock();
        check_token(data, &server.world.token)?;
        server.sessions.resumes += 1;
        server.wake_all();
        // Discord closes with 4003 or 4006 if it has invalidated the session.
        if let Some(code) = server.sessions.resume_code {
            return Err(code);
        }
        let seen = data["seq"].as_u64().ok_or(DECODE_ERROR)?;
        let id = data["session_id"].as_str().ok_or(DECODE_ERROR)?;
        if !server.sessions.rejecting {
            self.session = server.resume_session(id, seen, self.line.clone());
        }
        drop(server);
        if self.session.is_none() {
            self.reject();
        }
        Ok(())
    }

    fn reject(&self) {
        self.say(json!({ "op": 9, "t": null, "s": null, "d": false }));
    }

    /// Encodes a payload, and compresses a long one if the bot asked for that, like Discord.
    fn packed(&self, text: String) -> Message {
        if !self.compresses || text.len() < COMPRESSED_FROM {
            return Message::text(text);
        }
        let mut packed = Vec::new();
        match ZlibEncoder::new(text.as_bytes(), Compression::fast()).read_to_end(&mut packed) {
            Ok(_) => Message::binary(packed),
            // Reading from memory cannot fail.
            Err(_) => Message::text(text),
        }
    }

    fn say(&self, payload: Value) {
        // The receiver lives as long as the connection.
        let _ = self.line.send(Outgoing::Send(payload.to_string()));
    }
}

fn check_token(data: &Value, token: &str) -> Result<(), u16> {
    let given = data["token"].as_str().ok_or(DECODE_ERROR)?;
    if given.strip_prefix("Bot ").unwrap_or(given) == token {
        Ok(())
    } else {
        Err(AUTHENTICATION_FAILED)
    }
}

/// The close code of a dropped connection that may be resumed.
pub(crate) const DROPPED: u16 = UNKNOWN_ERROR;
