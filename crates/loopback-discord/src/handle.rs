//! The handle on a running sandbox.

use std::fs::File;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

use super::clock::Clock;
use super::events::{Event, Notice};
use super::faults::{DeliveryFault, RequestFault};
use super::files::Files;
use super::gateway::sessions::Door;
use super::gateway::{self, sessions};
use super::http;
use super::journal::JournalEntry;
use super::person::{Message, PATIENCE, Person, TimedOut};
use super::server::{App, Server};
use super::snowflake::Snowflake;
use super::state::{ChannelKind, Guild, Member, Role};
use super::store::{self, StateFile};
use super::wire::{Connection, Wires};
use super::{SandboxConfig, StartError};

/// A running sandbox. Dropping it stops it; [`Sandbox::stop`] shuts it down gracefully.
pub struct Sandbox {
    pub(super) app: App,
    address: SocketAddr,
    base_url: String,
    state_file: Option<Arc<StateFile>>,
    server_task: JoinHandle<()>,
    strict_forms: bool,
    /// Dropped last, after the state was written for the last time.
    _lock: Option<File>,
}

impl Sandbox {
    /// Starts a sandbox, with the contents of its state file if it has one.
    pub async fn start(config: SandboxConfig) -> Result<Sandbox, StartError> {
        let SandboxConfig {
            listen,
            state_file,
            bot_name,
            clock,
            moves_clock,
            limits_rates,
            strict_forms,
            thread_limits,
            heartbeat,
            page_timeout,
            layout,
            first_step,
        } = config;
        let cannot_listen = |source| StartError::Listen {
            address: listen,
            source,
        };
        let listener = TcpListener::bind(listen).await.map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let base_url = format!("http://{address}");
        let lock = state_file.as_deref().map(store::lock).transpose()?;
        let world = match &state_file {
            Some(path) => store::read(path)?,
            None => None,
        };
        let world = match world {
            Some(world) => world,
            None => layout
                .world(&bot_name, clock.now())
                .map_err(StartError::Layout)?,
        };
        clock.advance(Duration::from_millis(world.ahead));
        let mut files = Files::beside(state_file.as_deref()).map_err(|source| {
            let path = state_file.clone().unwrap_or_default();
            StartError::Attachments { path, source }
        })?;
        files.keep_only(&world.files());
        let mut server = Server::new(world, files, clock, base_url.clone(), limits_rates);
        server.first_step = first_step;
        server.moves_clock = moves_clock;
        server.thread_limits = thread_limits;
        let app = App::new(server);
        let state_file = state_file.map(|path| Arc::new(StateFile::at(path)));
        if let Some(file) = &state_file {
            tokio::spawn(Arc::clone(file).save_changes(app.clone()));
        }
        tokio::spawn(app.clone().keep_time());
        tokio::spawn(app.clone().unfold_links(page_timeout));
        let service = http::router(app.clone(), heartbeat)
            .into_make_service_with_connect_info::<Connection>();
        let closing = app.clone();
        let server_task = tokio::spawn(async move {
            let serving = axum::serve(Wires(listener), service)
                .with_graceful_shutdown(async move { closing.closed().await });
            if let Err(error) = serving.await {
                tracing::error!(%error, "the sandbox has stopped serving");
            }
        });
        Ok(Sandbox {
            app,
            address,
            base_url,
            state_file,
            server_task,
            strict_forms,
            _lock: lock,
        })
    }

    /// Shuts down gracefully: closes connections and writes the state.
    pub async fn stop(mut self) {
        self.app.closing.send_replace(true);
        if tokio::time::timeout(Duration::from_secs(3), &mut self.server_task)
            .await
            .is_err()
        {
            self.server_task.abort();
        }
        // Dropping writes the state.
    }

    /// Returns the address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the replacement of `https://discord.com`, without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the bot's token.
    pub fn token(&self) -> String {
        self.app.lock().world.token.clone()
    }

    /// Returns the application's id, which is also the bot user's.
    pub fn application_id(&self) -> Snowflake {
        self.app.lock().world.bot.id
    }

    /// Returns the first server's id.
    pub fn guild_id(&self) -> Snowflake {
        self.app.lock().world.home.id
    }

    /// Returns a server's id by name; an unused id if no server has this name.
    pub fn server(&self, name: &str) -> Snowflake {
        let server = self.app.lock();
        let found = server.world.guilds().find(|guild| guild.name == name);
        found.map_or(Snowflake(0), |guild| guild.id)
    }

    /// Returns a text channel of a server, both by name; an unused id if it does not exist.
    pub fn channel_of(&self, server: &str, channel: &str) -> Snowflake {
        let server_id = self.server(server);
        let server = self.app.lock();
        let found = server.world.channels.values().find(|place| {
            matches!(place.kind, ChannelKind::Text { guild, .. } if guild == server_id)
                && place.name == channel
        });
        found.map_or(Snowflake(0), |place| place.id)
    }

    /// Sets or removes a person's nickname on a server.
    ///
    /// Returns whether the person is a member of the server.
    ///
    /// The bot gets no event: Discord sends it only with an intent that the sandbox does not grant.
    pub fn set_nickname(&self, server: &str, person: &str, nickname: Option<&str>) -> bool {
        self.change_member(server, person, |member, _| {
            member.nickname = nickname.map(str::to_owned);
            true
        })
    }

    /// Gives a person a role of a server or takes it away. Returns whether member and role exist.
    pub fn set_role(&self, server: &str, person: &str, role: &str, held: bool) -> bool {
        self.change_member(server, person, |member, roles| {
            let Some(role) = roles.iter().find(|known| known.name == role) else {
                return false;
            };
            member.roles.retain(|id| *id != role.id);
            if held {
                member.roles.push(role.id);
            }
            true
        })
    }

    /// Allows or forbids a role of a server to use a command, like the server's integration settings.
    ///
    /// Returns whether the role exists.
    pub fn allow_command(&self, server: &str, command: &str, role: &str, allowed: bool) -> bool {
        let mut state = self.app.lock();
        let guild = state.world.guilds_mut().find(|guild| guild.name == server);
        let role = guild.and_then(|guild| {
            let role = guild.roles.iter().find(|known| known.name == role)?.id;
            guild
                .allowed
                .retain(|one| *one != (command.to_owned(), role));
            if allowed {
                guild.allowed.push((command.to_owned(), role));
            }
            Some(role)
        });
        state.changed();
        role.is_some()
    }

    /// Removes a person from a server, with their roles and nickname. Returns whether they were a member.
    ///
    /// The bot gets no event: Discord sends it only with an intent that the sandbox does not grant.
    pub fn leave(&self, server: &str, person: &str) -> bool {
        let person = self.user(person).id();
        let guild = self.server(server);
        self.app.lock().remove_member(guild, person)
    }

    /// Adds a person to a server. Returns whether the server exists and the person was not a member.
    pub fn join(&self, server: &str, person: &str) -> bool {
        let person = self.user(person).id();
        let guild = self.server(server);
        let mut state = self.app.lock();
        let known = state.world.person(person).is_some();
        let found = state.world.guild(guild).filter(|_| known);
        let comes = found.is_some_and(|guild| !guild.members.contains_key(&person));
        if comes {
            state.add_member(guild, person);
        }
        comes
    }

    fn change_member(
        &self,
        server: &str,
        person: &str,
        change: impl FnOnce(&mut Member, &[Role]) -> bool,
    ) -> bool {
        let person = self.user(person).id();
        let mut state = self.app.lock();
        let guild = state.world.guilds_mut().find(|guild| guild.name == server);
        let done = guild.is_some_and(|Guild { members, roles, .. }| {
            let member = members.get_mut(&person);
            member.is_some_and(|member| change(member, roles))
        });
        state.tell(Event::PeopleUpdate, None);
        done
    }

    /// Returns the clock.
    pub fn clock(&self) -> Clock {
        self.app.clock.clone()
    }

    /// Returns a person by user name, such as `ana`. A person with an unknown name can do nothing.
    pub fn user(&self, name: &str) -> Person {
        let id = self
            .app
            .lock()
            .world
            .people
            .iter()
            .find(|person| person.username == name)
            .map(|person| person.id);
        Person::new(self.app.clone(), id.unwrap_or(Snowflake(0)), name)
    }

    /// Returns the newest text channel or thread with this name; an unused id if none exists.
    pub fn channel(&self, name: &str) -> Snowflake {
        let server = self.app.lock();
        let found = server
            .world
            .channels
            .values()
            .filter(|channel| channel.name == name)
            .map(|channel| channel.id)
            .next_back();
        found.unwrap_or(Snowflake(0))
    }

    /// Returns all channels and threads of the server as Discord's objects, oldest first.
    pub fn channels(&self) -> Vec<Value> {
        let server = self.app.lock();
        server
            .world
            .channels
            .values()
            .filter(|channel| server.world.guild_of(channel).is_some())
            .map(|channel| server.channel(channel))
            .collect()
    }

    /// Returns the threads below a channel as Discord's objects, oldest first.
    pub fn threads(&self, parent: Snowflake) -> Vec<Value> {
        let server = self.app.lock();
        let below = server.world.channels.values().filter(|channel| {
            channel
                .thread()
                .is_some_and(|thread| thread.parent == parent)
        });
        below.map(|channel| server.channel(channel)).collect()
    }

    /// Returns the messages that a person sees in a channel, oldest first.
    pub fn messages(&self, channel: Snowflake, person: &str) -> Vec<Message> {
        self.user(person).in_channel(channel).messages()
    }

    /// Returns the channel of the bot's conversation with a person, opened if necessary.
    pub fn direct_channel(&self, person: &str) -> Snowflake {
        let id = self.user(person).id();
        self.app.lock().direct_channel(id)
    }

    /// Returns the conversation of two or more people with each other, opened if necessary.
    ///
    /// The bot does not see it. It can be used there only by a person who has installed it for themselves; see
    /// [`set_user_install`](Self::set_user_install). The page does not show it.
    pub fn private_channel(&self, people: &[&str]) -> Snowflake {
        let ids: Vec<_> = people.iter().map(|name| self.user(name).id()).collect();
        self.app.lock().private_channel(&ids)
    }

    /// Returns the registered commands as Discord's objects.
    pub fn commands(&self) -> Vec<Value> {
        let server = self.app.lock();
        server
            .world
            .commands
            .iter()
            .map(|command| server.command(command, true))
            .collect()
    }

    /// Returns the bytes of an attachment, or of an unfolded page's picture, by its URL.
    pub fn attachment(&self, url: &str) -> Option<Vec<u8>> {
        let path = url.strip_prefix(&self.base_url)?;
        let id = match path.strip_prefix("/external/") {
            Some(path) => path.split('/').next()?,
            None => path.strip_prefix("/attachments/")?.split('/').nth(1)?,
        };
        let id = id.parse().ok()?;
        let stored = self.app.lock().files.find(id);
        Some(stored?.read()?.to_vec())
    }

    /// Returns the number of pages that are being fetched because messages link to them.
    pub fn unfolding(&self) -> usize {
        self.app.lock().unfolding.count()
    }

    /// Sets the bot's permissions in a channel or thread; see [`super::permissions`].
    pub fn set_bot_permissions(&self, channel: Snowflake, bits: u64) {
        let mut server = self.app.lock();
        if let Some(channel) = server.world.channels.get_mut(&channel) {
            channel.bot_permissions = Some(bits);
        }
        server.changed();
    }

    /// Turns a text channel into an announcement channel.
    pub fn set_announcements(&self, channel: Snowflake) {
        let mut server = self.app.lock();
        let kind = server
            .world
            .channels
            .get_mut(&channel)
            .map(|channel| &mut channel.kind);
        if let Some(ChannelKind::Text { announcement, .. }) = kind {
            *announcement = true;
        }
        server.changed();
    }

    /// Makes a person the owner of the first server, with all permissions.
    ///
    /// The former owner keeps those of everyone.
    pub fn set_owner(&self, person: &str) {
        let mut server = self.app.lock();
        let found = server
            .world
            .people
            .iter()
            .find(|known| known.username == person)
            .map(|known| known.id);
        if let Some(id) = found {
            server.world.home.owner = id;
        }
        server.changed();
    }

    /// Sets whether a person accepts direct messages.
    pub fn set_direct_messages(&self, person: &str, open: bool) {
        let mut server = self.app.lock();
        if let Some(person) = server
            .world
            .people
            .iter_mut()
            .find(|known| known.username == person)
        {
            person.takes_direct_messages = open;
        }
        server.changed();
    }

    /// Sets whether a person has installed the app for themselves.
    ///
    /// If so, the person can use its commands of integration type 1 also on servers without the bot.
    pub fn set_user_install(&self, person: &str, installed: bool) {
        let mut server = self.app.lock();
        if let Some(person) = server
            .world
            .people
            .iter_mut()
            .find(|known| known.username == person)
        {
            person.has_app = installed;
        }
        server.changed();
    }

    /// Sets a field of a person's user object, such as `public_flags`, even to an unknown form.
    pub fn set_user_field(&self, person: &str, field: &str, value: Value) {
        let mut server = self.app.lock();
        if let Some(person) = server
            .world
            .people
            .iter_mut()
            .find(|known| known.username == person)
        {
            person.fields.insert(field.to_owned(), value);
        }
        server.changed();
    }

    /// Archives or unarchives a thread as a moderator. Does nothing if its server may have no further active thread.
    pub fn set_archived(&self, thread: Snowflake, archived: bool, locked: bool) {
        let mut server = self.app.lock();
        if archived || server.may_wake(thread).is_ok() {
            server.set_archived(thread, archived, Some(locked));
        }
    }

    /// Deletes a message as a moderator. Returns whether it existed.
    pub fn delete_message(&self, channel: Snowflake, message: Snowflake) -> bool {
        self.app.lock().delete(channel, message).is_ok()
    }

    /// Deletes a channel or thread as a moderator.
    pub fn delete_channel(&self, channel: Snowflake) {
        self.app.lock().delete_channel(channel);
    }

    /// Deletes everything except people, channels and the bot's commands.
    pub fn reset(&self) {
        self.app.lock().start_afresh();
    }

    /// Returns the bot's requests so far, oldest first.
    pub fn journal(&self) -> Vec<JournalEntry> {
        self.app.lock().journal.entries()
    }

    /// Returns the requests whose form was refused (400 with 50035) since the last call, oldest first, at most a hundred.
    ///
    /// Each is a fault of the bot. Planned refusals do not count.
    pub fn take_refused_forms(&self) -> Vec<JournalEntry> {
        self.app.lock().journal.take_refused()
    }

    /// Returns how often an attachment was downloaded.
    pub fn downloads(&self) -> u64 {
        self.app.lock().downloads
    }

    /// Clears the journal of the bot's requests.
    pub fn clear_journal(&self) {
        self.app.lock().journal.clear();
    }

    /// Plans a fault for the next `count` requests of a route, written as in the journal.
    pub fn fail_requests(&self, method: &str, route: &str, count: usize, fault: RequestFault) {
        self.app
            .lock()
            .faults
            .plan(None, method, route, count, fault);
    }

    /// Plans a fault for the next `count` requests of a route for one channel.
    pub fn fail_requests_in(
        &self,
        channel: Snowflake,
        method: &str,
        route: &str,
        count: usize,
        fault: RequestFault,
    ) {
        self.app
            .lock()
            .faults
            .plan(Some(channel.to_string()), method, route, count, fault);
    }

    /// Plans a fault for the delivery of the next interaction; several apply in order.
    pub fn fail_delivery(&self, fault: DeliveryFault) {
        self.app.lock().faults.deliveries.push_back(fault);
    }

    /// Removes all planned faults.
    pub fn clear_faults(&self) {
        self.app.lock().faults.clear();
    }

    /// Delivers the interactions that were held back, or delivers them again. Returns their number.
    pub fn deliver_held(&self) -> usize {
        let mut server = self.app.lock();
        let held: Vec<Value> = server.held.drain(..).collect();
        for payload in &held {
            server.dispatch("INTERACTION_CREATE", payload, sessions::ALWAYS);
        }
        held.len()
    }

    /// Whether the bot is connected to the gateway.
    pub fn bot_online(&self) -> bool {
        self.app.lock().sessions.online()
    }

    /// Returns how often the bot has identified, and how often it has resumed a session.
    pub fn session_counts(&self) -> (u32, u32) {
        let server = self.app.lock();
        (server.sessions.identified, server.sessions.resumed)
    }

    /// Closes the bot's connections with a code that allows them to resume.
    pub fn gateway_drop(&self) {
        self.app
            .lock()
            .sessions
            .broadcast(|| sessions::Outgoing::Close(gateway::DROPPED));
    }

    /// Cuts the bot's connections without a close frame.
    pub fn gateway_cut(&self) {
        self.app
            .lock()
            .sessions
            .broadcast(|| sessions::Outgoing::Cut);
    }

    /// Resets the bot's connections (RST).
    pub fn gateway_reset(&self) {
        self.app
            .lock()
            .sessions
            .broadcast(|| sessions::Outgoing::Reset);
    }

    /// Closes the bot's connections with an empty close frame.
    pub fn gateway_close_empty(&self) {
        self.app
            .lock()
            .sessions
            .broadcast(|| sessions::Outgoing::CloseEmpty);
    }

    /// Cuts the connection of one shard without a close frame.
    pub fn gateway_cut_shard(&self, shard: u64) {
        self.app
            .lock()
            .sessions
            .say_to_shard(shard, || sessions::Outgoing::Cut);
    }

    /// Sets whether new connections get an HTTP error.
    pub fn gateway_refuses(&self, refuses: bool) {
        self.app.lock().sessions.door = if refuses { Door::Refusing } else { Door::Open };
    }

    /// Sets whether new connections are accepted and closed at once.
    pub fn gateway_closes_at_once(&self, closes: bool) {
        self.app.lock().sessions.door = if closes {
            Door::ClosingAtOnce
        } else {
            Door::Open
        };
    }

    /// Sets whether every IDENTIFY and RESUME gets an invalid session (op 9).
    pub fn gateway_rejects_sessions(&self, rejects: bool) {
        self.app.lock().sessions.rejecting = rejects;
    }

    /// Sets the close code that answers every RESUME, such as 4003 for an invalidated session; `None` for none.
    pub fn gateway_closes_resumes(&self, code: Option<u16>) {
        self.app.lock().sessions.resume_code = code;
    }

    /// Returns the number of RESUMEs, including failed ones.
    pub fn gateway_resumes(&self) -> u32 {
        self.app.lock().sessions.resumes
    }

    /// Sends a text to all of the bot's connections, such as a payload that Discord has not documented.
    pub fn gateway_says(&self, text: &str) {
        let line = || sessions::Outgoing::Send(text.to_owned());
        self.app.lock().sessions.broadcast(line);
    }

    /// Returns the number of connections to the gateway, including failed attempts.
    pub fn gateway_connections(&self) -> u64 {
        self.app.lock().sessions.connections
    }

    /// Sets the recommended number of shards.
    pub fn gateway_shards(&self, shards: u32) {
        self.app.lock().sessions.shards = Some(shards);
    }

    /// Sets `max_concurrency`, the number of shard buckets, and their time between session starts.
    ///
    /// The time is enforced.
    ///
    /// On Discord the time is five seconds. An earlier session start gets an invalid session (op 9).
    pub fn gateway_buckets(&self, buckets: u32, between: Duration) {
        self.app.lock().sessions.buckets = Some((buckets, between));
    }

    /// Returns the shards that tried to start a session and the times, in order.
    pub fn session_starts(&self) -> Vec<(u64, Instant)> {
        self.app.lock().sessions.starts.clone()
    }

    /// Sets the reported number of remaining session starts; `None` reports the real one.
    pub fn gateway_starts_left(&self, left: Option<u32>) {
        self.app.lock().sessions.starts_left = left;
    }

    /// Accepts requests for a further host name, without a port.
    ///
    /// By default the sandbox accepts `localhost`, loopback addresses and its own address, and refuses other names.
    pub fn answers_to(&self, name: &str) {
        self.app.lock().names.push(name.to_owned());
    }

    /// Sets the reported URLs of the gateway and for resuming, such as those of a proxy.
    pub fn gateway_is_at(&self, gateway: &str, resume: &str) {
        self.app.lock().sessions.elsewhere = Some((gateway.to_owned(), resume.to_owned()));
    }

    /// Closes the bot's connections with this code.
    pub fn gateway_close(&self, code: u16) {
        self.app
            .lock()
            .sessions
            .broadcast(|| sessions::Outgoing::Close(code));
    }

    /// Asks the bot to reconnect (op 7).
    pub fn gateway_reconnect(&self) {
        let payload = json!({ "op": 7, "t": null, "s": null, "d": null }).to_string();
        self.app
            .lock()
            .sessions
            .broadcast(|| sessions::Outgoing::Send(payload.clone()));
    }

    /// Sends the bot an invalid session (op 9). Deletes the session unless it is resumable.
    pub fn gateway_invalidate(&self, resumable: bool) {
        let payload = json!({ "op": 9, "t": null, "s": null, "d": resumable }).to_string();
        let mut server = self.app.lock();
        server
            .sessions
            .broadcast(|| sessions::Outgoing::Send(payload.clone()));
        if !resumable {
            server.sessions.clear();
            server.tell(Event::BotStatus { online: false }, None);
        }
    }

    /// Deletes all sessions silently, so that the next RESUME fails.
    pub fn gateway_forget(&self) {
        self.app.lock().sessions.clear();
    }

    /// Sets whether heartbeats are acknowledged.
    pub fn gateway_acknowledges(&self, acknowledges: bool) {
        self.app.lock().sessions.deaf = !acknowledges;
    }

    /// Subscribes to events from now on.
    pub fn watch(&self) -> Watch {
        Watch {
            notices: self.app.notices.subscribe(),
        }
    }

    /// Waits until `look` returns a result: now, or after any event or request of the bot.
    ///
    /// Times out after a minute.
    pub async fn until<T>(
        &self,
        mut look: impl FnMut(&Sandbox) -> Option<T>,
    ) -> Result<T, TimedOut> {
        let mut wakes = self.app.wakes.subscribe();
        let waiting = async {
            loop {
                wakes.borrow_and_update();
                if let Some(found) = look(self) {
                    return Ok(found);
                }
                wakes.changed().await.map_err(|_| TimedOut)?;
            }
        };
        tokio::time::timeout(PATIENCE, waiting)
            .await
            .unwrap_or(Err(TimedOut))
    }

    /// Waits until the bot is connected.
    pub async fn until_online(&self) -> Result<(), TimedOut> {
        self.until(|sandbox| sandbox.bot_online().then_some(()))
            .await
    }

    /// Writes the state file now, if there is one.
    pub fn flush(&self) {
        if let Some(file) = &self.state_file {
            file.save(&self.app);
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.app.closing.send_replace(true);
        self.server_task.abort();
        self.flush();
        let refused = self.take_refused_forms();
        if let Some(first) = refused.first().filter(|_| self.strict_forms)
            && !std::thread::panicking()
        {
            panic!(
                "the forms of {} requests were refused, first: {first:#?}",
                refused.len()
            );
        }
    }
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox")
            .field("base_url", &self.base_url)
            .field("state_file", &self.state_file)
            .finish_non_exhaustive()
    }
}

/// A subscription to events, from [`Sandbox::watch`] on.
#[derive(Debug)]
pub struct Watch {
    notices: broadcast::Receiver<Notice>,
}

impl Watch {
    /// Returns the next event for which `pick` returns a result. Times out after a minute.
    pub async fn next<T>(
        &mut self,
        mut pick: impl FnMut(&Event) -> Option<T>,
    ) -> Result<T, TimedOut> {
        let waiting = async {
            loop {
                match self.notices.recv().await {
                    Ok(notice) => {
                        if let Some(found) = pick(&notice.event) {
                            return Ok(found);
                        }
                    }
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return Err(TimedOut),
                }
            }
        };
        tokio::time::timeout(PATIENCE, waiting)
            .await
            .unwrap_or(Err(TimedOut))
    }
}
