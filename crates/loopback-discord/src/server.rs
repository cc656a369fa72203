//! The sandbox's state behind one lock: requests, clicks and events pass through it one at a time.

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
use super::limits::threads::ThreadLimits;
use super::people::FirstAnswer;
use super::rates::Rates;
use super::snowflake::Snowflake;
use super::state::{ChannelKind, Message, TOKEN_LIFE, World};
use super::unfold::Unfolding;

/// The most events that a slow page may lag behind.
const EVENTS_BEHIND: usize = 4_096;
/// The shortest time until the clock alone changes the state: less than the time after which any thread is hidden.
const SOONEST: Millis = 2 * TOKEN_LIFE;
/// The time for which a nonce is kept.
const NONCE_LIFE: Millis = 5 * 60 * 1_000;

/// A handle on the state for requests.
#[derive(Clone)]
pub(crate) struct App {
    server: Arc<Mutex<Server>>,
    /// Counts changes, and wakes all waiting tasks.
    pub wakes: watch::Sender<u64>,
    /// Counts changes that must be written to the state file.
    pub changes: watch::Sender<u64>,
    /// Becomes true at shutdown.
    pub closing: watch::Sender<bool>,
    pub notices: broadcast::Sender<Notice>,
    pub clock: Clock,
}

impl App {
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

    /// Locks the state. The guard must not be held across an await.
    pub fn lock(&self) -> MutexGuard<'_, Server> {
        // A sandbox tolerates a half-made change by a thread that panicked.
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        server.pass_time();
        server
    }

    /// Applies what the clock alone changes as soon as it is due, until the shutdown.
    pub async fn keep_time(self) {
        let closed = self.closed();
        tokio::pin!(closed);
        loop {
            // Locking applies it.
            let due = self.lock().quiet.end;
            tokio::select! {
                () = self.clock.reached(due) => {}
                () = &mut closed => return,
            }
        }
    }

    /// Waits for the shutdown.
    pub async fn closed(&self) {
        // The sender lives in `self`.
        let _ = self.closing.subscribe().wait_for(|closing| *closing).await;
    }
}

/// The state, and data that is lost when the process ends.
pub(crate) struct Server {
    pub world: World,
    pub clock: Clock,
    /// Such as `http://127.0.0.1:4000`.
    pub base_url: String,
    /// Further host names that are accepted.
    pub names: Vec<String>,
    pub files: Files,
    pub downloads: u64,
    pub unfolding: Unfolding,
    pub sessions: Sessions,
    pub journal: Journal,
    pub faults: Faults,
    pub rates: Rates,
    pub limits_rates: bool,
    /// The latest files of command options. They belong to no message and are lost when the process ends.
    pub uploads: VecDeque<Upload>,
    /// The page's offer to new users.
    pub first_step: Option<FirstStep>,
    /// Whether people may move the clock.
    pub moves_clock: bool,
    pub thread_limits: ThreadLimits,
    /// Interactions held back by a test.
    pub held: VecDeque<Value>,
    /// The receivers of the first answers to interactions.
    pub waiting: HashMap<Snowflake, oneshot::Sender<FirstAnswer>>,
    /// The open modal of each person, with its origin.
    pub modals: HashMap<Snowflake, OpenModal>,
    nonces: VecDeque<(Millis, Snowflake, Snowflake, Value, Snowflake)>,
    /// The times at which the clock alone changes nothing.
    quiet: Range<Millis>,
    wakes: watch::Sender<u64>,
    changes: watch::Sender<u64>,
    notices: broadcast::Sender<Notice>,
}

/// A file of a command option.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub channel: Snowflake,
    pub file: super::state::File,
}

/// A modal on a person's screen.
#[derive(Clone, Debug)]
pub(crate) struct OpenModal {
    pub channel: Snowflake,
    /// The modal in Discord's format.
    pub modal: Value,
    pub trigger: super::state::Origin,
    /// The message of the component that showed it.
    pub source: Option<Snowflake>,
}

impl Server {
    /// Creates a server for a world, without connections.
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
            unfolding: Unfolding::default(),
            uploads: VecDeque::new(),
            limits_rates,
            first_step: None,
            moves_clock: false,
            thread_limits: ThreadLimits::default(),
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

    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Creates an id.
    pub fn next_id(&mut self) -> Snowflake {
        let now = self.now();
        self.world.mint.next(now)
    }

    /// Records a change: saves the state, and wakes all waiting tasks.
    pub fn changed(&self) {
        self.changes
            .send_modify(|count| *count = count.wrapping_add(1));
        self.wake_all();
    }

    /// Wakes waiting tasks after a change that need not be saved.
    pub fn wake_all(&self) {
        self.wakes
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Sends an event to pages and tests.
    pub fn tell(&self, event: Event, only_for: Option<Snowflake>) {
        // Sending without receivers is not an error.
        let _ = self.notices.send(Notice { event, only_for });
        self.changed();
    }

    /// Sends an event to pages. The event is built only if a page is open.
    pub fn tell_pages(&self, only_for: Option<Snowflake>, event: impl FnOnce() -> Event) {
        if self.notices.receiver_count() > 0 {
            self.tell(event(), only_for);
        } else {
            self.changed();
        }
    }

    /// Returns the addressee of an ephemeral message, or the person of a direct conversation.
    pub fn audience(&self, message: &Message) -> Option<Snowflake> {
        message
            .only_for
            .or_else(|| self.channel_audience(message.channel))
    }

    /// Returns the only person who may see a channel, if any.
    pub fn channel_audience(&self, channel: Snowflake) -> Option<Snowflake> {
        match self.world.channels.get(&channel)?.kind {
            ChannelKind::Direct { with } => Some(with),
            _ => None,
        }
    }

    /// Applies the changes by the clock alone: hides and archives threads, removes expired tokens.
    fn pass_time(&mut self) {
        let now = self.now();
        // The whole state is searched, so this does not run at every request.
        if self.quiet.contains(&now) {
            return;
        }
        // Threads started from now on are hidden later than this.
        let next = self.age_threads(now, now.saturating_add(SOONEST));
        // Expired tokens are refused anyway; removing them frees memory.
        self.world
            .interactions
            .retain(|interaction| now <= interaction.at.saturating_add(2 * TOKEN_LIFE));
        self.quiet = now..next;
    }

    /// Returns the author's message with the same nonce in the last minutes.
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

    /// Stores the nonce of a message.
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
