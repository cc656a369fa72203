//! The bot's gateway sessions: the events sent to each, and the connection of each.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::super::events::Event;
use super::super::form::snowflake;
use super::super::server::Server;
use super::super::snowflake::Snowflake;

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

impl Server {
    /// Counts a new connection, and returns how to handle it.
    pub fn knock(&mut self) -> Door {
        self.sessions.connections += 1;
        self.wake_all();
        self.sessions.door
    }

    /// Begins a session with READY and the server. Returns the session's id and the line's number.
    pub fn begin_session(
        &mut self,
        intents: u64,
        shard: (u64, u64),
        line: UnboundedSender<Outgoing>,
    ) -> (String, u64) {
        let was_online = self.sessions.online();
        let number = self.sessions.lines;
        self.sessions.lines += 1;
        self.sessions.identified += 1;
        let id = super::super::state::secret(1);
        let guilds: Vec<Value> = self
            .world
            .guilds()
            .filter(|guild| !guild.without_bot && is_of_shard(guild.id, shard))
            .map(|guild| json!({ "id": guild.id, "unavailable": true }))
            .collect();
        let ready = json!({
            "v": 10, "user": super::super::objects::current_user(self), "guilds": guilds,
            "session_id": id, "session_type": "normal", "resume_gateway_url": self.resume_url(), "shard": [shard.0, shard.1],
            "application": { "id": self.world.bot.id, "flags": 0 }, "private_channels": [], "relationships": [], "presences": [],
            "guild_join_requests": [], "geo_ordered_rtc_regions": [], "user_settings": {}, "_trace": [],
        });
        let mut session = Session {
            id: id.clone(),
            intents,
            shard,
            sequence: 0,
            replay: VecDeque::new(),
            line: Some((number, line)),
        };
        session.tell("READY", &ready);
        if session.wants(GUILDS) {
            for guild in self
                .world
                .guilds()
                .filter(|guild| !guild.without_bot && is_of_shard(guild.id, shard))
            {
                session.tell("GUILD_CREATE", &self.guild_create(guild));
            }
        }
        self.sessions.list.push(session);
        self.sessions.drop_oldest();
        self.tell_online(was_online);
        (id, number)
    }

    /// Resumes a session after the last event that the bot saw; `None` if the session does not exist.
    pub fn resume_session(
        &mut self,
        id: &str,
        seen: u64,
        line: UnboundedSender<Outgoing>,
    ) -> Option<u64> {
        let was_online = self.sessions.online();
        let number = self.sessions.lines;
        let session = self
            .sessions
            .list
            .iter_mut()
            .find(|session| session.id == id)?;
        let oldest = session.replay.front().map_or(1, |(sequence, _)| *sequence);
        if seen > session.sequence || seen + 1 < oldest {
            return None;
        }
        if let Some((_, old)) = session.line.take() {
            let _ = old.send(Outgoing::Close(4000));
        }
        for (_, text) in session
            .replay
            .iter()
            .filter(|(sequence, _)| *sequence > seen)
        {
            let _ = line.send(Outgoing::Send(text.clone()));
        }
        session.line = Some((number, line));
        session.tell("RESUMED", &json!({ "_trace": [] }));
        self.sessions.lines += 1;
        self.sessions.resumed += 1;
        self.tell_online(was_online);
        Some(number)
    }

    /// Ends a line. Its session can be resumed, unless the bot closed it normally.
    pub fn end_line(&mut self, number: u64, good_bye: bool) {
        let was_online = self.sessions.online();
        for session in &mut self.sessions.list {
            if session
                .line
                .as_ref()
                .is_some_and(|(line, _)| *line == number)
            {
                session.line = None;
                if good_bye {
                    session.id.clear();
                }
            }
        }
        self.sessions.list.retain(|session| !session.id.is_empty());
        self.tell_online(was_online);
    }

    /// Whether any of the bot's connections has this intent.
    pub fn is_heard(&self, intent: u64) -> bool {
        let mut sessions = self.sessions.list.iter();
        sessions.any(|session| session.wants(intent))
    }

    /// Sends an event to the bot.
    ///
    /// Events of direct conversations go to the first shard. Other events without a `guild_id` go to the first
    /// server's shard.
    pub fn dispatch(&mut self, name: &str, data: &Value, intent: u64) {
        let guild = match snowflake(&data["guild_id"]) {
            Some(guild) => guild,
            None if data["context"] == 1 || data["context"] == 2 => Snowflake(0),
            None => self.world.home.id,
        };
        for session in &mut self.sessions.list {
            if session.wants(intent) && is_of_shard(guild, session.shard) {
                session.tell(name, data);
            }
        }
    }

    /// Returns the URL, such as `ws://127.0.0.1:4000/gateway`.
    pub fn gateway_url(&self) -> String {
        match &self.sessions.elsewhere {
            Some((url, _)) => url.clone(),
            None => self.own_gateway_url(),
        }
    }

    fn resume_url(&self) -> String {
        match &self.sessions.elsewhere {
            Some((_, url)) => url.clone(),
            None => self.own_gateway_url(),
        }
    }

    fn own_gateway_url(&self) -> String {
        format!("{}/gateway", self.base_url.replacen("http", "ws", 1))
    }

    fn tell_online(&mut self, was_online: bool) {
        let online = self.sessions.online();
        if online != was_online {
            self.tell(Event::BotStatus { online }, None);
        }
        self.wake_all();
    }
}

fn is_of_shard(guild: Snowflake, (id, count): (u64, u64)) -> bool {
    count == 0 || (guild.0 >> 22) % count == id
}
