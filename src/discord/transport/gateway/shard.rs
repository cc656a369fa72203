//! A shard: a loop that begins a session, keeps it alive, and resumes it however it ends.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use url::Url;

use super::payload::{self, Payload, Ready, Unread};
use super::session_start_limit::{SessionStartLimit, StartPermit};
use super::session_state::{Session, SessionState};
use super::shard_status::ShardStatus;
use super::upstream::{ConnectError, Connector, Upstream};
use super::{GatewaySettings, chance};
use crate::config::Shards;
use crate::discord::transport::network::Wire;
use crate::discord::transport::rest::chain;
use crate::discord::transport::run_error::RunError;

/// The close code for a session to be resumed: any code but 1000 and 1001 keeps the session.
const CLOSE_RESUMABLE: u16 = 4000;
/// The close code for a session that is not needed any more.
const CLOSE_NORMAL: u16 = 1000;
/// The close codes after which Discord cannot resume a session: it was invalidated (4003, and 4006, which is not
/// documented any more), has a wrong event number, or timed out.
const SESSION_LOST: [u16; 4] = [4003, 4006, 4007, 4009];

/// The timeout of a closing handshake.
const CLOSING_TIME: Duration = Duration::from_secs(1);

/// An event for the bot.
pub enum GatewayEvent {
    /// A session began, with the bot's data.
    Ready(Ready),
    /// A person used a command, a button or a form; the payload is unparsed.
    Interaction(String),
}

/// The data that all shards share.
pub(crate) struct Shared {
    pub(crate) token: String,
    pub(crate) shards: Shards,
    pub(crate) connector: Connector,
    /// The limit of new sessions.
    pub(crate) start_limit: Arc<SessionStartLimit>,
    pub(crate) gateway: Url,
    pub(crate) settings: GatewaySettings,
    /// The state of the connections, updated by the shards.
    pub(crate) shard_status: Arc<ShardStatus>,
    /// A handler of events, which must not block.
    pub(crate) hear: Box<dyn Fn(GatewayEvent) + Send + Sync>,
    /// Whether the bot is shutting down.
    pub(crate) stop: watch::Receiver<bool>,
}

pub(crate) struct Shard {
    number: u32,
    shared: Arc<Shared>,
    state: SessionState,
}

/// A connection with a new or resumed session.
struct Connection {
    stream: WebSocketStream<Box<dyn Wire>>,
    /// The interval of heartbeats that Discord asks for.
    heartbeat_interval: Duration,
    /// The time of the next heartbeat.
    heartbeat_due: Instant,
    /// The deadline of Discord's answer to a heartbeat.
    answer_due: Option<Instant>,
    /// The time at which the session began or was resumed.
    begun: Option<Instant>,
}

/// The way in which a connection ended.
enum End {
    /// Discord closed the connection or does not answer.
    Broken(String),
    /// Discord refuses the bot.
    Fatal(RunError),
    /// The bot is shutting down.
    Stopped,
}

impl Shard {
    pub(crate) fn new(number: u32, shared: Arc<Shared>) -> Self {
        Self {
            number,
            shared,
            state: SessionState::default(),
        }
    }

    /// Listens until the stop signal, then closes the connection cleanly.
    pub(crate) async fn run(mut self) -> Result<(), RunError> {
        let mut stop = self.shared.stop.clone();
        loop {
            let reached = tokio::select! {
                biased;
                () = stopped(&mut stop) => return Ok(()),
                reached = self.connect() => reached,
            };
            let (upstream, permit) = reached?;
            match self.listen(upstream, permit).await {
                End::Broken(why) => {
                    tracing::info!(
                        shard = self.number,
                        why,
                        "the connection to Discord's gateway has ended"
                    );
                }
                End::Fatal(error) => return Err(error),
                End::Stopped => return Ok(()),
            }
        }
    }

    /// Connects to Discord and retries until that succeeds or is impossible.
    async fn connect(&mut self) -> Result<(Upstream, Option<StartPermit>), RunError> {
        let shared = Arc::clone(&self.shared);
        loop {
            if let Some(wait) = self.state.wait(&shared.settings, Instant::now()) {
                sleep(wait).await;
            }
            let permit = match &self.state.session {
                Some(_) => None,
                None => Some(shared.start_limit.permit(self.number).await),
            };
            let gateway = self.state.address(&shared.gateway).clone();
            let why = match shared.connector.connect(&gateway).await {
                Ok(upstream) => return Ok((upstream, permit)),
                Err(ConnectError::Closed(code, reason)) => {
                    if let Some(error) = fatal(code, &reason) {
                        return Err(error);
                    }
                    self.lose_session(code);
                    closed_with(code, &reason)
                }
                Err(ConnectError::Failed(why)) => why,
            };
            self.state.failed();
            tracing::warn!(
                shard = self.number,
                attempts = self.state.attempts(),
                host = gateway.host_str(),
                why,
                "cannot reach Discord's gateway; trying again"
            );
        }
    }

    /// Begins or resumes a session, and listens until the connection ends.
    async fn listen(&mut self, upstream: Upstream, permit: Option<StartPermit>) -> End {
        let Upstream {
            stream,
            heartbeat_interval,
        } = upstream;
        let mut connection = Connection {
            stream,
            heartbeat_interval,
            // The first heartbeat has a random delay, so that shards that reconnect together do not send together.
            heartbeat_due: Instant::now() + heartbeat_interval * (chance() % 1_024) / 1_024,
            answer_due: None,
            begun: None,
        };
        let end = self.serve(&mut connection, permit).await;
        self.shared.shard_status.disconnected(self.number);
        self.state
            .ended(connection.begun.map(|begun| begun.elapsed()));
        let code = match &end {
            End::Stopped => CLOSE_NORMAL,
            End::Broken(_) | End::Fatal(_) => CLOSE_RESUMABLE,
        };
        if timeout(CLOSING_TIME, close(&mut connection.stream, code))
            .await
            .is_err()
        {
            tracing::debug!(shard = self.number, "Discord does not end its connection");
        }
        end
    }

    async fn serve(&mut self, connection: &mut Connection, permit: Option<StartPermit>) -> End {
        let mut stop = self.shared.stop.clone();
        let first = match (&self.state.session, permit) {
            (Some(session), _) => {
                payload::resume(&self.shared.token, &session.name, session.last_event)
            }
            (None, permit) => {
                if let Some(permit) = permit {
                    permit.spend();
                }
                self.state.identified(&self.shared.settings, Instant::now());
                payload::identify(&self.shared.token, self.number, self.shared.shards.total())
            }
        };
        if let Err(end) = connection.say(first).await {
            return end;
        }
        loop {
            let answer_due = connection.answer_due;
            tokio::select! {
                message = connection.stream.next() => {
                    connection.answer_due = None;
                    self.shared.shard_status.heard(self.number);
                    let message = match message {
                        Some(Ok(message)) => message,
                        Some(Err(error)) => return End::Broken(chain(&error)),
                        None => return End::Broken(String::from("it ended without a word")),
                    };
                    if let ControlFlow::Break(end) = self.take(connection, message).await {
                        return end;
                    }
                }
                () = sleep_until(connection.heartbeat_due) => {
                    connection.heartbeat_due = Instant::now() + connection.heartbeat_interval;
                    connection
                        .answer_due
                        .get_or_insert_with(|| Instant::now() + self.shared.settings.answer_time);
                    if let Err(end) = connection.say(self.heartbeat()).await {
                        return end;
                    }
                }
                () = sleep_until(answer_due.unwrap_or_else(Instant::now)), if answer_due.is_some() => {
                    return End::Broken(String::from("a heartbeat is not answered"));
                }
                () = stopped(&mut stop) => return End::Stopped,
            }
        }
    }

    /// Handles a message from Discord.
    async fn take(&mut self, connection: &mut Connection, message: Message) -> ControlFlow<End> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(frame) => return ControlFlow::Break(self.closed(frame)),
            // The library answers pings.
            _ => return ControlFlow::Continue(()),
        };
        let (payload, number) = match payload::read(text.as_str()) {
            Ok(read) => read,
            Err(Unread::Ready) => {
                let why = String::from("READY cannot be read");
                return ControlFlow::Break(End::Broken(why));
            }
            // Without the payload the connection still works. If it does not, no heartbeat is answered.
            Err(Unread::Other(why)) => {
                tracing::warn!(shard = self.number, why, "ignoring a payload");
                return ControlFlow::Continue(());
            }
        };
        if let (Some(session), Some(number)) = (&mut self.state.session, number) {
            session.last_event = number;
        }
        match payload {
            Payload::Ready(new) => {
                connection.begun = Some(Instant::now());
                self.shared.shard_status.connected(self.number, false);
                let resume_at = new.resume_at;
                self.state.session = Some(Session {
                    name: new.session,
                    resume_at: resume_at.and_then(|url| may_resume_at(&url, &self.shared.gateway)),
                    last_event: number.unwrap_or(0),
                });
                (self.shared.hear)(GatewayEvent::Ready(new.bot));
            }
            Payload::Resumed => {
                connection.begun = Some(Instant::now());
                self.shared.shard_status.connected(self.number, true);
                tracing::info!(shard = self.number, "the session is taken up again");
            }
            Payload::InvalidSession { resumable } => {
                if !resumable {
                    self.state.invalidated();
                }
                let why = format!("the session is invalid, resumable: {resumable}");
                return ControlFlow::Break(End::Broken(why));
            }
            Payload::Reconnect => {
                let why = String::from("Discord asks the bot to reconnect");
                return ControlFlow::Break(End::Broken(why));
            }
            Payload::HeartbeatWanted => {
                if let Err(end) = connection.say(self.heartbeat()).await {
                    return ControlFlow::Break(end);
                }
            }
            Payload::Interaction => {
                (self.shared.hear)(GatewayEvent::Interaction(text.as_str().to_owned()));
            }
            Payload::Hello { .. } | Payload::Other => {}
        }
        ControlFlow::Continue(())
    }

    /// Handles a close by Discord.
    fn closed(&mut self, frame: Option<CloseFrame>) -> End {
        let (code, reason) = match &frame {
            Some(frame) => (frame.code.into(), frame.reason.as_str()),
            None => (0, ""),
        };
        if let Some(error) = fatal(code, reason) {
            return End::Fatal(error);
        }
        self.lose_session(code);
        End::Broken(closed_with(code, reason))
    }

    /// Drops the session if Discord cannot resume it after this close code.
    fn lose_session(&mut self, code: u16) {
        if SESSION_LOST.contains(&code) && self.state.session.is_some() {
            self.state.invalidated();
        }
    }

    fn heartbeat(&self) -> String {
        payload::heartbeat(self.state.session.as_ref().map(|one| one.last_event))
    }
}

impl Connection {
    async fn say(&mut self, text: String) -> Result<(), End> {
        let sent = self.stream.send(Message::text(text)).await;
        sent.map_err(|error| End::Broken(chain(&error)))
    }
}

/// Closes a connection. The handshake is complete when the stream ends.
async fn close(stream: &mut WebSocketStream<Box<dyn Wire>>, code: u16) {
    let frame = CloseFrame {
        code: CloseCode::from(code),
        reason: Utf8Bytes::default(),
    };
    // Sending fails if Discord has already closed the connection.
    let _ = stream.send(Message::Close(Some(frame))).await;
    while let Some(Ok(_)) = stream.next().await {}
}

/// Resolves at the stop signal; never if its sender is dropped.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending().await
    }
}

/// Checks Discord's address for resuming. An unencrypted address would reveal the token.
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

/// Returns the error of a close code after which a reconnection is useless.
fn fatal(code: u16, reason: &str) -> Option<RunError> {
    let what = match code {
        4004 => return Some(RunError::WrongToken),
        4010 => "there is no such shard",
        4011 => "the bot is in too many servers for its shards; shards are counted at the start",
        4012 => "the version of the gateway is not served any more",
        4013 | 4014 => "the intents are not allowed",
        _ => return None,
    };
    let said = closed_with(code, reason);
    Some(RunError::Lost(format!("{what} ({said})")))
}
