//! The sandbox's one state, behind one lock: every request, click and event passes through it in turn.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::{broadcast, oneshot, watch};

use super::FirstStep;
use super::clock::{Clock, Millis};
use super::events::{Event, Notice};
use super::faults::Faults;
use super::files::Files;
use super::gateway::sessions::Sessions;
use super::journal::Journal;
use super::people::FirstAnswer;
use super::rates::Rates;
use super::snowflake::Snowflake;
use super::state::{ChannelKind, Message, TOKEN_LIFE, World};

/// Events that a slow page may lag behind before it misses some.
const EVENTS_BEHIND: usize = 4_096;
/// The shortest time after which the clock brings something about: less than the least wait of a thread.
const SOONEST: Millis = 2 * TOKEN_LIFE;
/// How long a nonce is remembered.
const NONCE_LIFE: Millis = 5 * 60 * 1_000;

/// A handle on the state, as requests hold it.
#[derive(Clone)]
pub(crate) struct App {
    server: Arc<Mutex<Server>>,
    /// Counts changes, and wakes all that wait for one.
    pub wakes: watch::Sender<u64>,
    /// Counts what must be written to the state file.
    pub changes: watch::Sender<u64>,
    /// Turns true when the sandbox closes.
    pub closing: watch::Sender<bool>,
    pub notices: broadcast::Sender<Notice>,
    pub clock: Clock,
}

impl App {
    /// Wraps the state.
    pub fn new(server: Server) -> App {
        App {
            wakes: server.wakes.clone(),
            changes: server.changes.clone(),
            notices: server.notices.clone(),
            clock: server.clock.clone(),
            closing: watch::Sender::new(false),
            server: Arc::new(Mutex::new(server)),
        }
    }

    /// The state, for as long as the guard lives; no await may happen meanwhile.
    pub fn lock(&self) -> MutexGuard<'_, Server> {
        // A half-made change of a holder that panicked does not matter to a sandbox.
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        server.pass_time();
        server
    }

    /// Ends when the sandbox closes.
    pub async fn closed(&self) {
        // The sender lives in `self`.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }
}

/// The state, and what hangs on it while the process runs.
pub(crate) struct Server {
    pub world: World,
    pub clock: Clock,
    /// `http://127.0.0.1:4000`
    pub base_url: String,
    /// Further names by which it is called.
    pub names: Vec<String>,
    pub files: Files,
    /// How often the bytes of an attachment were asked for.
    pub downloads: u64,
    pub sessions: Sessions,
    pub journal: Journal,
    pub faults: Faults,
    pub rates: Rates,
    pub limits_rates: bool,
    /// The latest files that people have handed to commands. They are no message's, and gone with the process.
    pub uploads: VecDeque<Upload>,
    /// What the page offers a newcomer.
    pub first_step: Option<FirstStep>,
    /// Whether people may move the clock.
    pub moves_clock: bool,
    /// Interactions that a test holds back.
    pub held: VecDeque<Value>,
    /// The receivers of the first answers to interactions.
    pub waiting: HashMap<Snowflake, oneshot::Sender<FirstAnswer>>,
    /// The modal that a person has open, and what showed it.
    pub modals: HashMap<Snowflake, OpenModal>,
    nonces: VecDeque<(Millis, Snowflake, Snowflake, Value, Snowflake)>,
    /// When the clock alone brings about nothing.
    quiet: Range<Millis>,
    wakes: watch::Sender<u64>,
    changes: watch::Sender<u64>,
    notices: broadcast::Sender<Notice>,
}

/// A file that somebody has handed to a command.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub channel: Snowflake,
    pub file: super::state::File,
}

/// A modal on a person's screen.
#[derive(Clone, Debug)]
pub(crate) struct OpenModal {
    pub channel: Snowflake,
    /// The modal in Discord's form.
    pub modal: Value,
    pub trigger: super::state::Origin,
    /// The message of the component that showed it.
    pub source: Option<Snowflake>,
}

impl Server {
    /// A server over a world, with nobody connected.
    pub fn new(
        world: World,
        files: Files,
        clock: Clock,
        base_url: String,
        limits_rates: bool,
    ) -> Server {
        Server {
            world,
            clock,
            base_url,
            names: Vec::new(),
            files,
            downloads: 0,
            uploads: VecDeque::new(),
            limits_rates,
            first_step: None,
            moves_clock: false,
            sessions: Sessions::default(),
            journal: Journal::default(),
            faults: Faults::default(),
            rates: Rates::default(),
            held: VecDeque::new(),
            waiting: HashMap::new(),
            modals: HashMap::new(),
            nonces: VecDeque::new(),
            quiet: 0..0,
            wakes: watch::Sender::new(0),
            changes: watch::Sender::new(0),
            notices: broadcast::Sender::new(EVENTS_BEHIND),
        }
    }

    /// The present moment.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// A new id.
    pub fn next_id(&mut self) -> Snowflake {
        let now = self.now();
        self.world.mint.next(now)
    }

    /// Notes a change: the state will be saved, and all that wait look again.
    pub fn changed(&self) {
        self.changes
            .send_modify(|count| *count = count.wrapping_add(1));
        self.wake_all();
    }

    /// Tells that something happened that need not be saved.
    pub fn wake_all(&self) {
        self.wakes
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Tells pages and tests of an event.
    pub fn tell(&self, event: Event, only_for: Option<Snowflake>) {
        // Nobody listening is no failure.
        let _ = self.notices.send(Notice { event, only_for });
        self.changed();
    }

    /// Tells pages of an event, which is put together only where one is open.
    pub fn tell_pages(&self, only_for: Option<Snowflake>, event: impl FnOnce() -> Event) {
        if self.notices.receiver_count() > 0 {
            self.tell(event(), only_for);
        } else {
            self.changed();
        }
    }

    /// The only person who may see a message: the addressee of an ephemeral one, the person of a direct conversation.
    pub fn audience(&self, message: &Message) -> Option<Snowflake> {
        message
            .only_for
            .or_else(|| self.channel_audience(message.channel))
    }

    /// The only person who may see a channel.
    pub fn channel_audience(&self, channel: Snowflake) -> Option<Snowflake> {
        match self.world.channels.get(&channel)?.kind {
            ChannelKind::Direct { with } => Some(with),
            _ => None,
        }
    }

    /// What the clock alone brings about: threads go to sleep, tokens die.
    fn pass_time(&mut self) {
        let now = self.now();
        // Everything is looked through, so not at each of many requests a second.
        if self.quiet.contains(&now) {
            return;
        }
        // What begins from now on goes to sleep no sooner.
        let mut next = now.saturating_add(SOONEST);
        let mut sleeping = Vec::new();
        for channel in self.world.channels.values() {
            let Some(thread) = channel.thread().filter(|thread| !thread.archived) else {
                continue;
            };
            let wait = Millis::from(thread.auto_archive_minutes) * 60 * 1_000;
            let at = thread.last_activity.saturating_add(wait);
            if now >= at {
                sleeping.push(channel.id);
            } else {
                next = next.min(at);
            }
        }
        for id in sleeping {
            self.set_archived(id, true, None);
        }
        // A token that is good no longer is refused anyway: this is for the room that it takes.
        self.world
            .interactions
            .retain(|interaction| now <= interaction.at.saturating_add(2 * TOKEN_LIFE));
        self.quiet = now..next;
    }

    /// Has to be called when something may go to sleep sooner than it would have.
    pub fn look_at_clock_again(&mut self) {
        self.quiet = 0..0;
    }

    /// The message that an author sent with the same nonce in the last minutes.
    pub fn sent_with_nonce(
        &mut self,
        author: Snowflake,
        channel: Snowflake,
        nonce: &Value,
    ) -> Option<Snowflake> {
        let now = self.now();
        self.nonces
            .retain(|(at, ..)| now < at.saturating_add(NONCE_LIFE));
        let sent = self
            .nonces
            .iter()
            .find(|(_, a, c, n, _)| *a == author && *c == channel && n == nonce);
        sent.map(|(.., message)| *message)
    }

    /// Remembers what a message was sent with.
    pub fn remember_nonce(
        &mut self,
        author: Snowflake,
        channel: Snowflake,
        nonce: Value,
        message: Snowflake,
    ) {
        self.nonces
            .push_back((self.now(), author, channel, nonce, message));
    }
}
