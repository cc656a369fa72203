//! A shard: a loop that begins a session with Discord's gateway, keeps it alive, and takes it up again however it ends.

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

use super::link::{Link, Session};
use super::payload::{self, Introduced, Said};
use super::starts::{Permit, Starts};
use super::upstream::{Connector, Unreached, Upstream};
use super::vitals::Vitals;
use super::{GatewaySettings, chance};
use crate::config::Shards;
use crate::discord::transport::network::Wire;
use crate::discord::transport::rest::chain;
use crate::discord::transport::run_error::RunError;

/// Closes a connection whose session will be resumed: any code but 1000 and 1001 leaves it as it is.
const BACK_SOON: u16 = 4000;
/// Closes a connection whose session is not needed any more.
const GOOD_BYE: u16 = 1000;
/// With these codes Discord says that a session cannot be taken up again: its event is wrong, or it is too old.
const SESSION_LOST: [u16; 2] = [4007, 4009];

/// How long a closing handshake may take.
const CLOSING_TIME: Duration = Duration::from_secs(1);

/// What a shard hears.
pub enum Heard {
    /// A session was begun, by the bot of this name.
    Ready(Introduced),
    /// Somebody used a command, a button or a form: the payload as it came.
    Interaction(String),
}

/// What the shards have in common.
pub(crate) struct Shared {
    pub(crate) token: String,
    pub(crate) shards: Shards,
    /// Connects to Discord.
    pub(crate) connector: Connector,
    /// The sessions that may be begun.
    pub(crate) starts: Arc<Starts>,
    pub(crate) gateway: Url,
    /// How long to wait.
    pub(crate) settings: GatewaySettings,
    /// Where it is noted how the connections stand.
    pub(crate) vitals: Arc<Vitals>,
    /// Gets what is heard, and may not block.
    pub(crate) hear: Box<dyn Fn(Heard) + Send + Sync>,
    /// Turns true when everything is to end.
    pub(crate) stop: watch::Receiver<bool>,
}

/// One shard.
pub(crate) struct Shard {
    number: u32,
    shared: Arc<Shared>,
    link: Link,
}

/// A connection on which a session is begun or taken up again.
struct Connection {
    stream: WebSocketStream<Box<dyn Wire>>,
    /// How often Discord wants to hear that the bot is alive.
    heartbeat_interval: Duration,
    /// When it is to hear so next.
    heartbeat_due: Instant,
    /// When Discord's silence after that becomes strange.
    answer_due: Option<Instant>,
    /// When the session was begun or taken up again.
    begun: Option<Instant>,
}

/// How a connection ended.
enum End {
    /// On Discord's side, or because it does not answer.
    Broken(String),
    /// Discord will not have us.
    Fatal(RunError),
    /// Everything ends.
    Stopped,
}

impl Shard {
    pub(crate) fn new(number: u32, shared: Arc<Shared>) -> Self {
        Self {
            number,
            shared,
            link: Link::default(),
        }
    }

    /// Listens until it is told to stop, and closes the connection in order then.
    ///
    /// # Errors
    ///
    /// What cannot be mended by trying again.
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

    /// Connects to Discord, trying until it works or cannot work.
    async fn connect(&mut self) -> Result<(Upstream, Option<Permit>), RunError> {
        let shared = Arc::clone(&self.shared);
        loop {
            if let Some(wait) = self.link.wait(&shared.settings) {
                sleep(wait).await;
            }
            let permit = match &self.link.session {
                Some(_) => None,
                None => Some(shared.starts.permit(self.number).await),
            };
            let gateway = self.link.address(&shared.gateway).clone();
            let why = match shared.connector.connect(&gateway).await {
                Ok(upstream) => return Ok((upstream, permit)),
                Err(Unreached::Closed(code, reason)) => match fatal(code, &reason) {
                    Some(error) => return Err(error),
                    None => closed_with(code, &reason),
                },
                Err(Unreached::Failed(why)) => why,
            };
            self.link.failed();
            tracing::warn!(
                shard = self.number,
                attempts = self.link.attempts(),
                host = gateway.host_str(),
                why,
                "cannot reach Discord's gateway; trying again"
            );
        }
    }

    /// Begins a session or takes it up again, and listens until the connection ends.
    async fn listen(&mut self, upstream: Upstream, permit: Option<Permit>) -> End {
        let Upstream {
            stream,
            heartbeat_interval,
        } = upstream;
        let mut connection = Connection {
            stream,
            heartbeat_interval,
            // By chance, so that shards which were cut together do not all speak at once.
            heartbeat_due: Instant::now() + heartbeat_interval * (chance() % 1_024) / 1_024,
            answer_due: None,
            begun: None,
        };
        let end = self.serve(&mut connection, permit).await;
        self.shared.vitals.disconnected(self.number);
        self.link
            .ended(connection.begun.map(|begun| begun.elapsed()));
        let code = match &end {
            End::Stopped => GOOD_BYE,
            End::Broken(_) | End::Fatal(_) => BACK_SOON,
        };
        if timeout(CLOSING_TIME, close(&mut connection.stream, code))
            .await
            .is_err()
        {
            tracing::debug!(shard = self.number, "Discord does not end its connection");
        }
        end
    }

    async fn serve(&mut self, connection: &mut Connection, permit: Option<Permit>) -> End {
        let mut stop = self.shared.stop.clone();
        let first = match (&self.link.session, permit) {
            (Some(session), _) => {
                payload::resume(&self.shared.token, &session.name, session.last_event)
            }
            (None, permit) => {
                if let Some(permit) = permit {
                    permit.spend();
                }
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
                    self.shared.vitals.heard(self.number);
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

    /// Does what a message asks for.
    async fn take(&mut self, connection: &mut Connection, message: Message) -> ControlFlow<End> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(frame) => return ControlFlow::Break(self.closed(frame)),
            // The library answers pings.
            _ => return ControlFlow::Continue(()),
        };
        let (said, number) = match payload::read(text.as_str()) {
            Ok(read) => read,
            Err(why) => return ControlFlow::Break(End::Broken(why)),
        };
        if let (Some(session), Some(number)) = (&mut self.link.session, number) {
            session.last_event = number;
        }
        match said {
            Said::Ready(begun) => {
                connection.begun = Some(Instant::now());
                self.shared.vitals.connected(self.number, false);
                let resume_at = begun.resume_at;
                self.link.session = Some(Session {
                    name: begun.session,
                    resume_at: resume_at.and_then(|url| may_resume_at(&url, &self.shared.gateway)),
                    last_event: number.unwrap_or(0),
                });
                (self.shared.hear)(Heard::Ready(begun.bot));
            }
            Said::Resumed => {
                connection.begun = Some(Instant::now());
                self.shared.vitals.connected(self.number, true);
                tracing::info!(shard = self.number, "the session is taken up again");
            }
            Said::InvalidSession { resumable } => {
                if !resumable {
                    self.link.invalidated();
                }
                let why = format!("the session is invalid, resumable: {resumable}");
                return ControlFlow::Break(End::Broken(why));
            }
            Said::Reconnect => {
                let why = String::from("Discord asks the bot to reconnect");
                return ControlFlow::Break(End::Broken(why));
            }
            Said::HeartbeatWanted => {
                if let Err(end) = connection.say(self.heartbeat()).await {
                    return ControlFlow::Break(end);
                }
            }
            Said::Interaction => {
                (self.shared.hear)(Heard::Interaction(text.as_str().to_owned()));
            }
            Said::Hello { .. } | Said::Other => {}
        }
        ControlFlow::Continue(())
    }

    /// Discord has closed the connection.
    fn closed(&mut self, frame: Option<CloseFrame>) -> End {
        let (code, reason) = match &frame {
            Some(frame) => (frame.code.into(), frame.reason.as_str()),
            None => (0, ""),
        };
        if let Some(error) = fatal(code, reason) {
            return End::Fatal(error);
        }
        if SESSION_LOST.contains(&code) {
            self.link.session = None;
        }
        End::Broken(closed_with(code, reason))
    }

    fn heartbeat(&self) -> String {
        payload::heartbeat(self.link.session.as_ref().map(|one| one.last_event))
    }
}

impl Connection {
    async fn say(&mut self, text: String) -> Result<(), End> {
        let sent = self.stream.send(Message::text(text)).await;
        sent.map_err(|error| End::Broken(chain(&error)))
    }
}

/// The closing handshake is done when nothing more comes.
async fn close(stream: &mut WebSocketStream<Box<dyn Wire>>, code: u16) {
    let frame = CloseFrame {
        code: CloseCode::from(code),
        reason: Utf8Bytes::default(),
    };
    // Where Discord has closed it there is nothing to send any more.
    let _ = stream.send(Message::Close(Some(frame))).await;
    while let Some(Ok(_)) = stream.next().await {}
}

/// Is ready when everything is to end; never, when who could say so is gone.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending().await
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
        4011 => "the bot is in too many servers for its shards; shards are counted at the start",
        4012 => "the version of the gateway is not served any more",
        4013 | 4014 => "the intents are not allowed",
        _ => return None,
    };
    let said = closed_with(code, reason);
    Some(RunError::Lost(format!("{what} ({said})")))
}
