//! The bot's gateway sessions: the events sent to each, and the connection of each.

mod acts;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

/// Events of the server, its channels and threads.
pub(crate) const GUILDS: u64 = 1;
/// Messages in the server's channels.
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
/// Typing events in the server's channels.
pub(crate) const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
/// Messages in direct conversations.
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
/// The intents of an event that every session gets.
pub(crate) const ALWAYS: u64 = 0;

/// The most events that a session may miss and still resume.
const REPLAY: usize = 2_000;
/// The most sessions that are kept after disconnection.
const KEPT: usize = 8;

/// An outgoing action on a connection.
#[derive(Debug)]
pub(crate) enum Outgoing {
    Send(String),
    /// A close frame with a code; serenity spins on a close frame without one.
    Close(u16),
    CloseEmpty,
    /// An end without a close frame.
    Cut,
    Reset,
}

/// The gateway's handling of new connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Door {
    #[default]
    Open,
    /// Answers with an HTTP error.
    Refusing,
    /// Accepts and closes them at once.
    ClosingAtOnce,
}

#[derive(Debug)]
pub(crate) struct Session {
    pub id: String,
    pub intents: u64,
    pub shard: (u64, u64),
    sequence: u64,
    replay: VecDeque<(u64, String)>,
    line: Option<(u64, UnboundedSender<Outgoing>)>,
}

/// All sessions, and the gateway's settings.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    list: Vec<Session>,
    lines: u64,
    /// Whether heartbeats are left unacknowledged.
    pub deaf: bool,
    pub door: Door,
    /// Whether every IDENTIFY and RESUME is answered with op 9.
    pub rejecting: bool,
    /// The close code that answers every RESUME, if any.
    pub resume_code: Option<u16>,
    /// Number of RESUME attempts so far.
    pub resumes: u32,
    /// Number of connection attempts so far.
    pub connections: u64,
    /// The recommended number of shards, if not one.
    pub shards: Option<u32>,
    /// The reported number of remaining session starts; `None` for the real one.
    pub starts_left: Option<u32>,
    /// The number of shard buckets, and the required time between two sessions of a bucket.
    pub buckets: Option<(u32, Duration)>,
    /// The shard and the time of each session start, in order.
    pub starts: Vec<(u64, Instant)>,
    /// The reported URLs of the gateway and for resuming, if not the sandbox's own.
    pub elsewhere: Option<(String, String)>,
    /// Number of IDENTIFY attempts so far.
    pub identified: u32,
    pub resumed: u32,
}

impl Session {
    fn tell(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let text = json!({ "op": 0, "t": name, "s": self.sequence, "d": data }).to_string();
        if self.replay.len() == REPLAY {
            self.replay.pop_front();
        }
        self.replay.push_back((self.sequence, text.clone()));
        if let Some((_, line)) = &self.line {
            // The task that serves the line notices a lost connection.
            let _ = line.send(Outgoing::Send(text));
        }
    }

    fn wants(&self, intent: u64) -> bool {
        intent == ALWAYS || self.intents & intent != 0
    }
}

impl Sessions {
    pub fn online(&self) -> bool {
        self.list.iter().any(|session| session.line.is_some())
    }

    /// Sends to all lines.
    pub fn broadcast(&mut self, line: impl Fn() -> Outgoing) {
        for session in &self.list {
            if let Some((_, sender)) = &session.line {
                let _ = sender.send(line());
            }
        }
    }

    /// Sends to one shard.
    pub fn say_to_shard(&mut self, shard: u64, line: impl Fn() -> Outgoing) {
        for session in &self.list {
            if let (Some((_, sender)), (id, _)) = (&session.line, session.shard)
                && id == shard
            {
                let _ = sender.send(line());
            }
        }
    }

    /// Records a shard's session start; `false` if its bucket has started another one too recently.
    pub fn may_start(&mut self, shard: u64) -> bool {
        let now = Instant::now();
        let too_soon = self.buckets.is_some_and(|(buckets, between)| {
            let bucket = |shard: u64| shard % u64::from(buckets.max(1));
            let mut earlier = self.starts.iter().rev();
            let last = earlier.find(|(other, _)| bucket(*other) == bucket(shard));
            last.is_some_and(|(_, at)| now.duration_since(*at) < between)
        });
        self.starts.push((shard, now));
        !too_soon
    }

    /// Drops all sessions, so that none can be resumed.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    fn drop_oldest(&mut self) {
        while self.list.len() > KEPT {
            let Some(oldest) = self.list.iter().position(|session| session.line.is_none()) else {
                break;
            };
            self.list.remove(oldest);
        }
    }
}
