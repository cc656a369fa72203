//! What the server does with its sessions.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::{Door, GUILDS, Outgoing, Session};
use crate::events::Event;
use crate::form::snowflake;
use crate::server::Server;
use crate::snowflake::Snowflake;

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
        let id = crate::state::secret(1);
        let guilds: Vec<Value> = self
            .world
            .guilds()
            .filter(|guild| !guild.without_bot && is_of_shard(guild.id, shard))
            .map(|guild| json!({ "id": guild.id, "unavailable": true }))
            .collect();
        let ready = json!({
            "v": 10, "user": crate::objects::current_user(self), "guilds": guilds,
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
