//! A connection that reaches from serenity to Discord, while it lasts.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{OwnedMutexGuard, mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use url::Url;

use super::GatewaySettings;
use super::named::NamedChannels;
use super::payload::{self, Asked, Said};
use super::starts::{Permit, Starts};
use super::upstream::{Connector, Upstream};
use super::vitals::Vitals;
use crate::discord::transport::rest::chain;
use crate::discord::transport::run_error::RunError;

/// After this close code serenity takes its session up again.
const RESUME: u16 = 4000;
/// After this one it begins a new session.
const SESSION_TIMED_OUT: u16 = 4009;
/// Closes a connection to Discord whose session is not needed any more.
const GOOD_BYE: u16 = 1000;

/// A session that held so long on one connection was a good one: the next attempt is made at once.
const STEADY: Duration = Duration::from_secs(10);

/// How long a closing handshake may take.
const CLOSING_TIME: Duration = Duration::from_secs(1);

/// What the relays of all shards have in common.
pub struct Shared {
    /// Connects to Discord.
    pub connector: Connector,
    /// The sessions that may be begun.
    pub starts: Arc<Starts>,
    pub gateway: Url,
    /// How long to wait.
    pub settings: GatewaySettings,
    /// Where it is noted how the connections stand.
    pub vitals: Arc<Vitals>,
    /// Where it is noted what the bot may do in channels that people name.
    pub named: Arc<NamedChannels>,
    /// Gets what cannot be mended by trying again.
    pub fatal: mpsc::UnboundedSender<RunError>,
    /// Turns true when everything is to end.
    pub stop: watch::Receiver<bool>,
}

/// What is known of a shard's connection to Discord. Who holds it, holds the connection.
#[derive(Default)]
pub(crate) struct Link {
    /// Whether there is a session that can be taken up again.
    pub(crate) session: bool,
    pub(crate) resume_at: Option<Url>,
    /// Attempts since a session last worked that led to none.
    failures: u32,
    /// How often in a row one has worked, and did not hold.
    brief: u32,
}

/// A connection that reaches from serenity to Discord.
pub(crate) struct Through {
    pub(crate) shard: u32,
    pub(crate) shared: Arc<Shared>,
    pub(crate) link: OwnedMutexGuard<Link>,
    pub(crate) upstream: Upstream,
    pub(crate) permit: Option<Permit>,
    /// Which of serenity's connections it is.
    pub(crate) number: u64,
    pub(crate) newest: watch::Receiver<u64>,
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

impl Link {
    /// There was no connection.
    pub(crate) fn failed(&mut self) {
        self.failures = self.failures.saturating_add(1);
    }

    /// A connection has ended on which a session worked for so long; `None`: not at all.
    fn ended(&mut self, worked: Option<Duration>) {
        match worked {
            None => self.failed(),
            Some(time) => {
                self.failures = 0;
                self.brief = if time >= STEADY {
                    0
                } else {
                    self.brief.saturating_add(1)
                };
            }
        }
    }

    /// How many attempts have come to little since the last good connection.
    pub(crate) const fn attempts(&self) -> u32 {
        self.failures.saturating_add(self.brief)
    }

    /// How long to wait before the next attempt. Where a session would have to be begun anew, of which there are so many in a day,
    /// those that did not hold count like those that did not come about.
    pub(crate) fn wait(&self, settings: &GatewaySettings) -> Option<Duration> {
        if self.session {
            settings.wait(self.brief.max(self.failures), settings.longest_resume_wait)
        } else {
            settings.wait(self.attempts(), settings.longest_wait)
        }
    }

    /// Where to connect to. Where a session is to be taken up again may be the one place that is out of order, so every
    /// other attempt is made at the gateway's common address after some failures.
    pub(crate) fn address<'a>(&'a self, gateway: &'a Url) -> &'a Url {
        match &self.resume_at {
            Some(url)
                if self.session && (self.attempts() < 3 || self.attempts().is_multiple_of(2)) =>
            {
                url
            }
            _ => gateway,
        }
    }
}

impl Through {
    /// Passes payloads both ways until one side ends it.
    pub(crate) async fn pass(self, socket: WebSocket) {
        let Self {
            shard,
            shared,
            mut link,
            upstream,
            mut permit,
            number,
            mut newest,
        } = self;
        let Upstream { stream, hello } = upstream;
        let (mut to_discord, mut from_discord) = stream.split();
        let (mut to_serenity, mut from_serenity) = socket.split();
        let mut stop = shared.stop.clone();
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
                        shared.vitals.heard(shard);
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
                                link.session &= !lost;
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
                                shared.vitals.connected(shard, false);
                                link.session = true;
                                link.resume_at = resume_at.and_then(|url| may_resume_at(&url, &shared.gateway));
                            }
                            Ok(Said::Resumed) => {
                                begun = Some(Instant::now());
                                shared.vitals.connected(shard, true);
                                tracing::info!(shard, "the session is taken up again");
                            }
                            Ok(Said::InvalidSession { resumable }) => {
                                tracing::warn!(shard, resumable, "Discord says that the session is invalid");
                                link.session &= resumable;
                            }
                            Ok(Said::Names(named)) => shared.named.note(named),
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
                                link.session = false;
                                match permit.take() {
                                    Some(permit) => permit.spend(),
                                    None => tokio::select! {
                                        permit = shared.starts.permit(shard) => permit.spend(),
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
        shared.vitals.disconnected(shard);
        drop(permit);
        link.ended(begun.map(|begun| begun.elapsed()));

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
            tracing::debug!(shard, "Discord does not end its connection");
        }
        drop((to_discord, from_discord));
        drop(link);

        match end {
            End::Broken { code, why } => {
                tracing::info!(shard, why, "the connection to Discord's gateway has ended");
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
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
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

pub(crate) fn closed_with(code: u16, reason: &str) -> String {
    if code == 0 {
        String::from("closed without a code")
    } else {
        format!("closed with {code} {reason}").trim_end().to_owned()
    }
}

/// What a close code means after which there is no sense in connecting again.
pub(crate) fn fatal(code: u16, reason: &str) -> Option<RunError> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What happened to a connection.
    #[derive(Clone, Copy)]
    enum Was {
        Unreached,
        Cut,
        WorkedFor(u64),
    }
    use Was::{Cut, Unreached, WorkedFor};

    #[test]
    fn session_is_resumed_within_seconds_after_any_outage() {
        let settings = GatewaySettings::default();
        // Pauses in seconds, of which up to a quarter is taken off: where the session is left, and where it is lost.
        let table: [(&[Was], u64, u64); 11] = [
            (&[], 0, 0),
            (&[WorkedFor(10)], 0, 0),
            (&[WorkedFor(9)], 1, 1),
            (&[WorkedFor(0); 3], 4, 4),
            (&[WorkedFor(5); 4], 5, 8),
            (&[WorkedFor(5); 100], 5, 60),
            (&[Cut; 7], 5, 60),
            // An outage of hours is over for a session within seconds.
            (&[Unreached; 100], 5, 60),
            // That it has worked for a moment forgives what was before.
            (
                &[
                    Unreached,
                    Unreached,
                    Unreached,
                    Unreached,
                    Unreached,
                    Unreached,
                    WorkedFor(1),
                ],
                1,
                1,
            ),
            // And whatever comes after it counts.
            (&[WorkedFor(1), Cut, Unreached, Unreached], 4, 8),
            (&[WorkedFor(1), WorkedFor(1), Cut, WorkedFor(3600)], 0, 0),
        ];
        for (number, (history, left, lost)) in table.into_iter().enumerate() {
            let mut link = Link::default();
            for was in history {
                match was {
                    Unreached => link.failed(),
                    Cut => link.ended(None),
                    WorkedFor(time) => link.ended(Some(Duration::from_secs(*time))),
                }
            }
            for (session, most) in [(true, left), (false, lost)] {
                link.session = session;
                let wait = link.wait(&settings).unwrap_or_default();
                let most = Duration::from_secs(most);
                assert!(
                    wait <= most && wait >= most * 3 / 4,
                    "row {number}, {session}: {wait:?} and not {most:?}"
                );
            }
        }
    }
}
