//! The bot's sessions on the gateway: what was told to each, and by which line it is connected.

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
/// Who is writing.
pub(crate) const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
/// Messages in conversations with one person.
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
/// Needed by no event but by some fields; what comes with no intent at all.
pub(crate) const ALWAYS: u64 = 0;

/// Events that a session may miss and still resume.
const REPLAY: usize = 2_000;
/// Sessions that are kept after their line was cut.
const KEPT: usize = 8;

/// What the server says on a line.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A payload.
    Send(String),
    /// The end, with a code: a close frame without one makes serenity spin.
    Close(u16),
    /// The end, with a close frame in which nothing stands.
    CloseEmpty,
    /// The end without a word.
    Cut,
    /// A reset of the connection.
    Reset,
}

/// How the gateway receives connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Door {
    /// As it should.
    #[default]
    Open,
    /// With an error.
    Refusing,
    /// It lets them in and ends them before a word was said.
    ClosingAtOnce,
}

/// One session of the bot.
#[derive(Debug)]
pub(crate) struct Session {
    pub id: String,
    pub intents: u64,
    pub shard: (u64, u64),
    sequence: u64,
    replay: VecDeque<(u64, String)>,
    line: Option<(u64, UnboundedSender<Outgoing>)>,
}

/// All sessions, and how the gateway behaves towards them.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    list: Vec<Session>,
    lines: u64,
    /// While true, heartbeats are not acknowledged.
    pub deaf: bool,
    /// How connections are received.
    pub door: Door,
    /// While true, no session is begun or taken up again: each attempt is answered with op 9.
    pub rejecting: bool,
    /// Connections that were tried so far.
    pub connections: u64,
    /// How many shards the bot is told to use, if not one.
    pub shards: Option<u32>,
    /// How many sessions the bot is told that it may still begin, if that is not counted.
    pub starts_left: Option<u32>,
    /// How many buckets of shards there are, and the time that has to pass between two sessions of one.
    pub buckets: Option<(u32, Duration)>,
    /// Which shard began a session, and when, in turn.
    pub starts: Vec<(u64, Instant)>,
    /// Where the gateway is said to be, and where to resume sessions, if not here.
    pub elsewhere: Option<(String, String)>,
    /// Sessions begun so far, and attempts at it.
    pub identified: u32,
    /// Sessions taken up again so far.
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
            // A line that is gone is noticed by the task that serves it.
            let _ = line.send(Outgoing::Send(text));
        }
    }

    fn wants(&self, intent: u64) -> bool {
        intent == ALWAYS || self.intents & intent != 0
    }
}

impl Sessions {
    /// Whether the bot is connected.
    pub fn online(&self) -> bool {
        self.list.iter().any(|session| session.line.is_some())
    }

    /// Says something to all lines.
    pub fn broadcast(&mut self, line: impl Fn() -> Outgoing) {
        for session in &self.list {
            if let Some((_, sender)) = &session.line {
                let _ = sender.send(line());
            }
        }
    }

    /// Says something to one shard.
    pub fn say_to_shard(&mut self, shard: u64, line: impl Fn() -> Outgoing) {
        for session in &self.list {
            if let (Some((_, sender)), (id, _)) = (&session.line, session.shard)
                && id == shard
            {
                let _ = sender.send(line());
            }
        }
    }

    /// Notes that a shard begins a session; `false` when its bucket began another one just before.
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

    /// Drops all sessions: none can be resumed.
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
    /// Somebody connects.
    pub fn knock(&mut self) -> Door {
        self.sessions.connections += 1;
        self.wake_all();
        self.sessions.door
    }

    /// Begins a session: READY, then the server. Gives the session's id and the line's number.
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

    /// Takes a session up again after the last event that the bot saw. `None` when there is no such session.
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

    /// A line has ended; its session waits to be taken up again, unless the bot said good-bye.
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

    /// Whether the bot, on any of its connections, hears of what takes this intent.
    pub fn is_heard(&self, intent: u64) -> bool {
        let mut sessions = self.sessions.list.iter();
        sessions.any(|session| session.wants(intent))
    }

    /// Tells the bot of an event. What happens in conversations outside of servers is for the first shard, what else says no
    /// `guild_id` for the first server's.
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

    /// `ws://127.0.0.1:4000/gateway`
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

/// Which shard hears of a server.
fn is_of_shard(guild: Snowflake, (id, count): (u64, u64)) -> bool {
    count == 0 || (guild.0 >> 22) % count == id
}
