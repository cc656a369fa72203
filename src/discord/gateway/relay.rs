//! The relay between serenity's gateway client and Discord.
//!
//! Serenity 0.12 takes the end of a stream for silence: when a connection breaks and the next one does too, its loop
//! turns without ever yielding; it tries again without a pause, always at the same address, and begins a new session
//! where the old one could be taken up. So serenity never sees an end that Discord makes. It speaks with this relay, on
//! loopback, which passes payloads both ways as they are and
//!
//! - ends serenity's connection with a close code after which it resumes, whatever happened on the other side,
//! - holds serenity's next connection until Discord has said HELLO, with pauses that grow,
//! - connects where Discord wants the session to be taken up again,
//! - lets no session begin that would cost the bot its token.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use futures_util::{SinkExt, StreamExt};
use reqwest::Url;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::GatewaySettings;
use super::payload::{self, Asked, Said};
use super::starts::{Permit, Starts};
use super::upstream::{Connector, Unreached, Upstream};
use crate::discord::bot::RunError;
use crate::discord::rest::chain;

/// After this close code serenity takes its session up again.
const RESUME: u16 = 4000;
/// After this one it begins a new session.
const SESSION_TIMED_OUT: u16 = 4009;
/// Closes a connection to Discord whose session is not needed any more.
const GOOD_BYE: u16 = 1000;

/// A connection that held so long was a good one: the next attempt is made at once.
const STEADY: Duration = Duration::from_secs(10);

/// How long a closing handshake may take.
const CLOSING_TIME: Duration = Duration::from_secs(1);

/// The longest payload that a bot may send has 4,096 bytes.
const LONGEST_ASKED: usize = 64 << 10;

/// What the relays of all shards have in common.
pub struct Shared {
    /// Connects to Discord.
    pub connector: Connector,
    /// The sessions that may be begun.
    pub starts: Arc<Starts>,
    /// Where the gateway is.
    pub gateway: Url,
    /// How long to wait.
    pub settings: GatewaySettings,
    /// Gets what cannot be mended by trying again.
    pub fatal: mpsc::UnboundedSender<RunError>,
    /// Turns true when everything is to end.
    pub stop: watch::Receiver<bool>,
}

/// The relay of one shard.
pub struct Relay {
    shard: u32,
    shared: Arc<Shared>,
    line: Arc<Mutex<Line>>,
    /// Counts serenity's connections: the newest one is the one that matters.
    newest: watch::Sender<u64>,
}

/// What is known of a shard's connection to Discord. Who holds it, holds the connection.
#[derive(Default)]
struct Line {
    /// Whether there is a session that can be taken up again.
    session: bool,
    /// Where.
    resume_at: Option<Url>,
    /// Attempts since the last good connection.
    failures: u32,
}

/// A connection that reaches from serenity to Discord.
struct Through {
    relay: Arc<Relay>,
    line: OwnedMutexGuard<Line>,
    upstream: Upstream,
    permit: Option<Permit>,
    number: u64,
}

/// How a connection ended.
enum End {
    /// On Discord's side; serenity is told so with this code.
    Broken { code: u16, why: String },
    /// Discord will not have us.
    Fatal(RunError),
    /// Serenity closed it, with this code, or is gone.
    Left(Option<u16>),
    /// Everything ends.
    Stopped,
}

/// Listens on loopback for serenity. What is served ends with the runtime.
///
/// # Errors
///
/// When there is no free port.
pub async fn listen(relays: &[Arc<Relay>]) -> std::io::Result<Vec<String>> {
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
    let address = listener.local_addr()?;
    // Nobody else on this machine comes here by accident.
    let secret = format!("{:016x}{:016x}", random(), random());
    let mut router = Router::new();
    let mut addresses = Vec::new();
    for relay in relays {
        let path = format!("/{secret}/{}", relay.shard);
        let gateway = json!({ "url": format!("ws://{address}{path}/gateway") });
        let relay = Arc::clone(relay);
        router = router
            .route(
                // Serenity asks for it when it is built.
                &format!("{path}/api/v10/gateway"),
                get(move || async move { Json(gateway) }),
            )
            .route(
                &format!("{path}/gateway"),
                get(move |upgrade: WebSocketUpgrade| accept(relay, upgrade)),
            );
        addresses.push(format!("http://{address}{path}"));
    }
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "the relay of the gateway has stopped listening");
        }
    });
    Ok(addresses)
}

async fn accept(relay: Arc<Relay>, upgrade: WebSocketUpgrade) -> Response {
    let through = relay.reach().await;
    upgrade
        .max_message_size(LONGEST_ASKED)
        .on_upgrade(move |socket| through.pass(socket))
        .into_response()
}

impl Relay {
    /// A relay for a shard.
    pub fn new(shard: u32, shared: Arc<Shared>) -> Arc<Self> {
        Arc::new(Self {
            shard,
            shared,
            line: Arc::default(),
            newest: watch::Sender::new(0),
        })
    }

    /// Is ready once there is no connection to Discord, and will be none.
    pub async fn closed(&self) {
        drop(self.line.lock().await);
    }

    /// Holds serenity until there is a connection to Discord; for ever, if there will be none.
    async fn reach(self: Arc<Self>) -> Through {
        let mut number = 0;
        self.newest.send_modify(|newest| {
            *newest += 1;
            number = *newest;
        });
        // A connection that serenity has left sees that there is a newer one, and lets go.
        let mut line = Arc::clone(&self.line).lock_owned().await;
        let mut stop = self.shared.stop.clone();
        let reached = tokio::select! {
            biased;
            () = stopped(&mut stop) => Err(None),
            reached = self.connect(&mut line) => reached.map_err(Some),
        };
        match reached {
            Ok((upstream, permit)) => {
                return Through {
                    relay: self,
                    line,
                    upstream,
                    permit,
                    number,
                };
            }
            Err(fatal) => {
                drop(line);
                if let Some(error) = fatal {
                    let _ = self.shared.fatal.send(error);
                }
            }
        }
        // An answer would only make serenity ask again.
        std::future::pending().await
    }

    /// Connects to Discord, trying until it works or cannot work.
    async fn connect(&self, line: &mut Line) -> Result<(Upstream, Option<Permit>), RunError> {
        let Shared {
            connector, starts, ..
        } = &*self.shared;
        loop {
            if let Some(wait) = self.shared.settings.wait(line.failures) {
                tokio::time::sleep(wait).await;
            }
            let permit = if line.session {
                None
            } else {
                Some(starts.permit(self.shard).await)
            };
            let gateway = line.address(&self.shared.gateway).clone();
            let why = match connector.connect(&gateway).await {
                Ok(upstream) => return Ok((upstream, permit)),
                Err(Unreached::Closed(code, reason)) => match fatal(code, &reason) {
                    Some(error) => return Err(error),
                    None => closed_with(code, &reason),
                },
                Err(Unreached::Failed(why)) => why,
            };
            line.failures = line.failures.saturating_add(1);
            tracing::warn!(
                shard = self.shard,
                attempts = line.failures,
                host = gateway.host_str(),
                why,
                "cannot reach Discord's gateway; trying again"
            );
        }
    }
}

impl Line {
    /// Where to connect to. Where a session is to be taken up again may be the one place that is out of order, so every
    /// other attempt is made at the gateway's common address after some failures.
    fn address<'a>(&'a self, gateway: &'a Url) -> &'a Url {
        match &self.resume_at {
            Some(url) if self.session && (self.failures < 3 || self.failures.is_multiple_of(2)) => {
                url
            }
            _ => gateway,
        }
    }
}

impl Through {
    /// Passes payloads both ways until one side ends it.
    async fn pass(self, socket: WebSocket) {
        let Self {
            relay,
            mut line,
            upstream,
            mut permit,
            number,
        } = self;
        let shared = Arc::clone(&relay.shared);
        let Upstream { stream, hello } = upstream;
        let (mut to_discord, mut from_discord) = stream.split();
        let (mut to_serenity, mut from_serenity) = socket.split();
        let mut stop = shared.stop.clone();
        let mut newest = relay.newest.subscribe();
        // When the session was begun or taken up again.
        let mut begun: Option<Instant> = None;
        // When Discord's silence becomes strange.
        let mut answer_due: Option<Instant> = None;

        let passing = async {
            if let Some(hello) = for_serenity(hello)
                && to_serenity.send(hello).await.is_err()
            {
                return End::Left(None);
            }
            loop {
                tokio::select! {
                    message = from_discord.next() => {
                        answer_due = None;
                        let message = match message {
                            Some(Ok(tungstenite::Message::Close(frame))) => {
                                let (code, reason) = match &frame {
                                    Some(frame) => (frame.code.into(), frame.reason.as_str()),
                                    None => (0, ""),
                                };
                                if let Some(error) = fatal(code, reason) {
                                    return End::Fatal(error);
                                }
                                // The session cannot be taken up again: its number is wrong, or it is too old.
                                let lost = matches!(code, 4007 | SESSION_TIMED_OUT);
                                line.session &= !lost;
                                return End::Broken {
                                    code: if lost { SESSION_TIMED_OUT } else { RESUME },
                                    why: closed_with(code, reason),
                                };
                            }
                            Some(Ok(message)) => message,
                            Some(Err(error)) => return End::broken(chain(&error)),
                            None => return End::broken("it ended without a word"),
                        };
                        match payload::said(&message) {
                            Ok(Said::Ready { resume_at }) => {
                                begun = Some(Instant::now());
                                line.session = true;
                                line.resume_at = resume_at.and_then(|url| may_resume_at(&url, &shared.gateway));
                            }
                            Ok(Said::Resumed) => {
                                begun = Some(Instant::now());
                                tracing::info!(shard = relay.shard, "the session is taken up again");
                            }
                            Ok(Said::InvalidSession { resumable }) => {
                                tracing::warn!(shard = relay.shard, resumable, "Discord says that the session is invalid");
                                line.session &= resumable;
                            }
                            Ok(Said::Hello | Said::Other) => {}
                            Err(why) => return End::broken(why),
                        }
                        if let Some(message) = for_serenity(message)
                            && to_serenity.send(message).await.is_err()
                        {
                            return End::Left(None);
                        }
                    }
                    message = from_serenity.next() => {
                        let text = match message {
                            Some(Ok(Message::Text(text))) => text,
                            Some(Ok(Message::Close(frame))) => return End::Left(Some(frame.map_or(RESUME, |frame| frame.code))),
                            // Serenity sends text only; pings are answered below us.
                            Some(Ok(_)) => continue,
                            Some(Err(_)) | None => return End::Left(None),
                        };
                        match payload::asked(text.as_str()) {
                            Asked::Heartbeat => {
                                answer_due.get_or_insert_with(|| Instant::now() + shared.settings.answer_time);
                            }
                            Asked::Identify => {
                                line.session = false;
                                match permit.take() {
                                    Some(permit) => permit.spend(),
                                    None => tokio::select! {
                                        permit = shared.starts.permit(relay.shard) => permit.spend(),
                                        () = stopped(&mut stop) => return End::Stopped,
                                        () = overtaken(&mut newest, number) => return End::Left(None),
                                    },
                                }
                            }
                            // It takes its session up again; the permit is for others.
                            Asked::Other => permit = None,
                        }
                        if let Err(error) = to_discord.send(tungstenite::Message::text(text.as_str())).await {
                            return End::broken(chain(&error));
                        }
                    }
                    () = sleep_until(answer_due.unwrap_or_else(Instant::now)), if answer_due.is_some() => {
                        return End::broken("a heartbeat is not answered");
                    }
                    () = overtaken(&mut newest, number) => return End::Left(None),
                    () = stopped(&mut stop) => return End::Stopped,
                }
            }
        };
        let end = passing.await;
        drop(permit);
        line.failures = match begun {
            Some(begun) if begun.elapsed() >= STEADY => 0,
            _ => line.failures.saturating_add(1),
        };

        let good_bye = match &end {
            End::Left(code) => Some(code.unwrap_or(RESUME)),
            End::Stopped => Some(GOOD_BYE),
            End::Broken { .. } | End::Fatal(_) => None,
        };
        let closing = async {
            if let Some(code) = good_bye {
                let frame = tungstenite::protocol::CloseFrame {
                    code: CloseCode::from(code),
                    reason: tungstenite::Utf8Bytes::default(),
                };
                let _ = to_discord
                    .send(tungstenite::Message::Close(Some(frame)))
                    .await;
            }
            // The closing handshake is done when nothing more comes.
            while let Some(Ok(_)) = from_discord.next().await {}
        };
        if timeout(CLOSING_TIME, closing).await.is_err() {
            tracing::debug!(shard = relay.shard, "Discord does not end its connection");
        }
        drop((to_discord, from_discord));
        drop(line);

        match end {
            End::Broken { code, why } => {
                tracing::info!(
                    shard = relay.shard,
                    why,
                    "the connection to Discord's gateway has ended"
                );
                // A heartbeat that Discord cannot acknowledge any more would make serenity begin a new session.
                let _ = to_serenity.send(Message::text(payload::ACKNOWLEDGED)).await;
                let frame = CloseFrame {
                    code,
                    reason: "".into(),
                };
                let _ = to_serenity.send(Message::Close(Some(frame))).await;
                // Serenity lets go once it has another connection.
                let left = async { while let Some(Ok(_)) = from_serenity.next().await {} };
                tokio::select! {
                    () = left => {}
                    () = stopped(&mut stop) => std::future::pending().await,
                }
            }
            End::Left(_) => {
                let left = async { while let Some(Ok(_)) = from_serenity.next().await {} };
                let _ = timeout(CLOSING_TIME, left).await;
            }
            End::Fatal(error) => {
                let _ = shared.fatal.send(error);
                // Serenity must not see its end; the runtime ends both.
                std::future::pending().await
            }
            End::Stopped => std::future::pending().await,
        }
    }
}

impl End {
    fn broken(why: impl Into<String>) -> Self {
        Self::Broken {
            code: RESUME,
            why: why.into(),
        }
    }
}

/// Is ready when everything is to end; never, when who could say so is gone.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending().await
    }
}

/// Is ready when serenity has made a connection after the one with this number.
async fn overtaken(newest: &mut watch::Receiver<u64>, number: u64) {
    if newest.wait_for(|newest| *newest > number).await.is_err() {
        std::future::pending().await
    }
}

/// What of Discord's goes on to serenity. Pings are answered here.
fn for_serenity(message: tungstenite::Message) -> Option<Message> {
    match message {
        tungstenite::Message::Text(text) => Some(Message::text(text.as_str())),
        tungstenite::Message::Binary(bytes) => Some(Message::Binary(bytes)),
        _ => None,
    }
}

/// Discord names the address; one that is not encrypted like the gateway's own would give the token away.
fn may_resume_at(url: &str, gateway: &Url) -> Option<Url> {
    let url = Url::parse(url).ok()?;
    let fits = url.scheme() == gateway.scheme() && url.host_str().is_some();
    if !fits {
        tracing::warn!("the address at which to resume is not one like the gateway's");
    }
    fits.then_some(url)
}

fn closed_with(code: u16, reason: &str) -> String {
    if code == 0 {
        String::from("closed without a code")
    } else {
        format!("closed with {code} {reason}").trim_end().to_owned()
    }
}

/// What a close code means after which there is no sense in connecting again.
fn fatal(code: u16, reason: &str) -> Option<RunError> {
    let what = match code {
        4004 => return Some(RunError::WrongToken),
        4010 => "the shard is none",
        4011 => {
            "the bot is in so many servers that it needs more shards; they are counted at the start"
        }
        4012 => "the version of the gateway is not served any more",
        4013 | 4014 => "the intents are not allowed",
        _ => return None,
    };
    let said = closed_with(code, reason);
    Some(RunError::Lost(format!("{what} ({said})")))
}

/// From the seed that the standard library takes from the system for its maps.
pub(super) fn random() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0_u8)
}
