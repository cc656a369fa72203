//! A world without a network, which records the bot's calls and can fail at any moment.

use std::collections::VecDeque;
use std::future::Future;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anteroom::db::Announced;
use anteroom::discord::ui::{Composed, Target};
use anteroom::features::computers::ComputerPlayer;
use anteroom::kernel::fair::WorkerPools;
use anteroom::kernel::{
    Announcer, Arbiter, Clock, ClosedCall, EditRank, Error, ManualClock, Membership, News,
    NotAnnounced, NotSent, Notice, Notices, Running, Settings, Setup, Shut, Update, View,
};
use anteroom::matches::{ChannelId, Fact, GuildId, MatchId, MessageId, Refusal, Status, UserId};
use anteroom::people::Moment;
use async_trait::async_trait;
use tempfile::TempDir;
use tokio::sync::{Notify, oneshot, watch};

use crate::support::databases::file;
use crate::support::people::{BEGIN, BEN, challenge};
use crate::support::{settings, wait};

/// A fault of the outside world.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mishap {
    /// The call fails, and nothing is posted.
    Fails,
    /// The call fails, but the post is there: the response was lost.
    AnswerLost,
    /// The call fails for good.
    Never,
    /// The channel refuses the post, now and later.
    Refuses,
    /// The server has removed the bot.
    ThrownOut,
    /// The post is there at once; its response arrives when the test says so.
    SlowResponse,
    /// The process dies before the post.
    HangsBefore,
    /// The process dies after the post.
    HangsAfter,
    /// The task panics before the post.
    Panics,
}

/// Discord, which outlives the bot's processes.
pub(super) struct World {
    /// The match and the event of each post.
    pub(super) posts: watch::Sender<Vec<(u64, u32)>>,
    /// The match and the event that each card shows, in the order of updates.
    pub(super) cards: watch::Sender<Vec<(u64, u32)>>,
    pub(super) log: watch::Sender<Vec<String>>,
    /// Lets a slow response arrive.
    pub(super) respond: Notify,
    pub(super) mishaps: Mutex<VecDeque<Mishap>>,
    pub(super) card_mishaps: Mutex<VecDeque<Mishap>>,
    /// Whether Discord answers no question about members.
    pub(super) ignores_questions: AtomicBool,
    /// For notices.
    pub(super) message_mishaps: Mutex<VecDeque<Mishap>>,
    /// Whether an edit waits until the test lets it go on.
    /// Whether the post of a turn opens a thread.
    pub(super) opens_threads: AtomicBool,
    pub(super) holds_edits: AtomicBool,
    pub(super) edit_goes_on: Notify,
    /// The texts of the edits, with those that wait.
    pub(super) edits: watch::Sender<Vec<String>>,
    /// The posted messages, each with the moment since which it was pending.
    pub(super) messages: Mutex<Vec<(String, Moment)>>,
}

/// Waits until a condition holds. The timeout turns a hang into a failure.
pub(super) async fn until<T>(value: &watch::Sender<T>, so: impl FnMut(&T) -> bool)
where
    T: std::fmt::Debug,
{
    let mut seen = value.subscribe();
    let patience = Duration::from_secs(30) * u32::try_from(many() / 120).unwrap();
    let waiting = tokio::time::timeout(patience, seen.wait_for(so))
        .await
        .map(|seen| seen.is_ok());
    assert!(
        waiting.is_ok_and(|seen| seen),
        "it never came to this: {:?}",
        value.borrow()
    );
}

impl World {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            posts: watch::Sender::default(),
            cards: watch::Sender::default(),
            log: watch::Sender::default(),
            respond: Notify::new(),
            mishaps: Mutex::default(),
            card_mishaps: Mutex::default(),
            ignores_questions: AtomicBool::default(),
            message_mishaps: Mutex::default(),
            holds_edits: AtomicBool::default(),
            opens_threads: AtomicBool::default(),
            edit_goes_on: Notify::new(),
            edits: watch::Sender::default(),
            messages: Mutex::default(),
        })
    }

    /// Sends a notice, unless a mishap is planned. In doubt, finds an earlier post.
    pub(super) fn send(&self, line: String, since: Moment, doubt: bool) -> Result<(), NotSent> {
        let message = (line.clone(), since);
        if doubt && self.messages.lock().unwrap().contains(&message) {
            self.note(format!("{line} is found"));
            return Ok(());
        }
        let mishap = self.message_mishaps.lock().unwrap().pop_front();
        match mishap {
            None => {
                self.messages.lock().unwrap().push(message);
                self.note(line);
                Ok(())
            }
            Some(Mishap::AnswerLost) => {
                self.messages.lock().unwrap().push(message);
                self.note(line);
                Err(NotSent::Later(String::from("timeout")))
            }
            Some(Mishap::Panics) => {
                self.note(format!("{line} panics"));
                panic!("a mishap that the test wants")
            }
            Some(_) => {
                self.note(format!("{line} fails"));
                Err(NotSent::Later(String::from("503")))
            }
        }
    }

    pub(super) fn plan(&self, mishaps: impl IntoIterator<Item = Mishap>) {
        self.mishaps.lock().unwrap().extend(mishaps);
    }

    pub(super) fn plan_card(&self, mishap: Mishap) {
        self.card_mishaps.lock().unwrap().push_back(mishap);
    }

    pub(super) fn plan_messages(&self, mishaps: impl IntoIterator<Item = Mishap>) {
        self.message_mishaps.lock().unwrap().extend(mishaps);
    }

    pub(super) fn post(&self, id: MatchId, seq: u32) {
        self.posts.send_modify(|posts| posts.push((id.0, seq)));
    }

    pub(super) fn note(&self, line: String) {
        self.log.send_modify(|log| log.push(line));
    }

    pub(super) async fn until_posted(&self, expected: &[(u64, u32)]) {
        until(&self.posts, |posts| posts == expected).await;
    }

    /// Waits until match 1 is announced up to an event.
    ///
    /// Each event of `with_next` is a person's turn or offer that a computer answers. The two share one post if the
    /// answer came before the first was announced.
    pub(super) async fn until_told(&self, last: u32, with_next: &[u32]) {
        until(&self.posts, |posts| {
            let told: Vec<u32> = posts.iter().map(|(_, seq)| *seq).collect();
            let due = (1..=last).filter(|seq| told.contains(seq) || !with_next.contains(seq));
            due.eq(told.iter().copied())
        })
        .await;
    }

    pub(super) async fn until_asked(&self, line: &str) {
        until(&self.log, |log| log.iter().any(|asked| asked == line)).await;
    }
}

/// Returns the ids of an event's post in this world.
pub(super) fn told(news: &News) -> Announced {
    let id = news.view.state.id().0;
    match news.event.fact {
        Fact::Proposed(_) => Announced {
            card: Some(MessageId(2000 + id)),
            ..Announced::default()
        },
        Fact::Accepted { .. } => Announced {
            thread: Some(ChannelId(1000 + id)),
            board: Some(MessageId(10_000 * id + 2)),
            ..Announced::default()
        },
        _ => Announced {
            board: Some(MessageId(10_000 * id + u64::from(news.seq))),
            ..Announced::default()
        },
    }
}

/// Returns a line about a post: to whom it is and about which matches, or of which server it is.
fn line(notice: &Notice) -> String {
    let (what, channel) = (notice.what, notice.channel);
    let message = notice.message.downcast_ref::<Composed>();
    let message = message.expect("a message");
    if message.pings.is_empty() {
        let guild = notice.guild.expect("a server");
        return format!("{what} of {guild} in {channel}");
    }
    let buttons = message.rows.iter().flatten();
    let matches = buttons.filter_map(|button| match &button.press {
        Target::Ask(id) => {
            let about = id.as_str().strip_prefix("move/")?;
            about.split('/').next()?.parse::<u64>().ok()
        }
        Target::Open(_) => None,
    });
    let (people, matches) = (&message.pings, matches.collect::<Vec<_>>());
    format!("{what} for {people:?} of {matches:?} in {channel}")
}

/// Yields: the process may die before the response to a message arrives.
pub(super) async fn answer_on_its_way() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

#[async_trait]
impl Notices for World {
    async fn conversation(&self, user: UserId) -> Result<ChannelId, NotSent> {
        Ok(ChannelId(9000 + user.0))
    }

    async fn post(&self, notice: &Notice, doubt: bool) -> Result<MessageId, NotSent> {
        let sent = self.send(line(notice), notice.since, doubt);
        answer_on_its_way().await;
        sent.map(|()| MessageId(1))
    }

    async fn find(&self, notice: &Notice) -> Result<Option<MessageId>, NotSent> {
        self.note(format!("looking for the {}", line(notice)));
        Ok(None)
    }

    async fn edit(
        &self,
        notice: &Notice,
        _: MessageId,
        _: bool,
        _: EditRank,
    ) -> Result<bool, NotSent> {
        self.note(format!("edit of the {}", line(notice)));
        let text = notice.message.downcast_ref::<Composed>();
        let text = text.map(|message| message.content.clone());
        self.edits.send_modify(|edits| edits.extend(text));
        if self.holds_edits.load(Ordering::Acquire) {
            self.edit_goes_on.notified().await;
        }
        Ok(true)
    }

    async fn is_buried(
        &self,
        _: &Notice,
        _: MessageId,
        _: &str,
        _: Moment,
    ) -> Result<bool, NotSent> {
        Ok(false)
    }

    async fn close_call(&self, _: ChannelId, _: MessageId, _: ClosedCall) -> Result<(), NotSent> {
        Ok(())
    }

    async fn delete(&self, _: ChannelId, _: MessageId) -> Result<(), NotSent> {
        Ok(())
    }

    async fn thread_lines(&self, _: ChannelId) -> Result<Vec<(MessageId, ChannelId)>, NotSent> {
        Ok(Vec::new())
    }

    async fn open_thread(&self, _: ChannelId, _: MessageId, _: String) -> Result<(), NotSent> {
        Ok(())
    }

    async fn private_thread(
        &self,
        _: GuildId,
        _: ChannelId,
        _: &str,
    ) -> Result<Option<ChannelId>, NotSent> {
        Ok(None)
    }

    async fn add_to_thread(&self, _: ChannelId, _: UserId) -> Result<bool, NotSent> {
        Ok(false)
    }

    async fn remove_from_thread(&self, _: ChannelId, _: UserId) -> Result<(), NotSent> {
        Ok(())
    }
}

#[async_trait]
impl Announcer for World {
    async fn name_result(&self, view: &View, archive: bool) {
        let id = view.state.id();
        let archived = if archive { " and is archived" } else { "" };
        self.note(format!("the thread of {id} has its result{archived}"));
    }

    async fn active_threads(&self, _: GuildId) -> Option<u64> {
        self.note(String::from("counting active threads"));
        Some(900)
    }

    async fn announce(&self, news: &News, doubt: bool) -> Result<Announced, NotAnnounced> {
        let id = news.view.state.id();
        assert_eq!(
            news.view.state.seq(),
            news.seq,
            "the view is that of the event"
        );
        let there = self.posts.borrow().contains(&(id.0, news.seq));
        self.note(format!(
            "tell {id}.{}{}",
            news.seq,
            if doubt { ", in doubt" } else { "" }
        ));
        if doubt && there {
            return Ok(told(news));
        }
        let so_far = Announced::default();
        let mishap = self.mishaps.lock().unwrap().pop_front();
        match mishap {
            Some(Mishap::Fails) => {
                return Err(NotAnnounced::Later {
                    why: String::from("503"),
                    so_far,
                });
            }
            Some(Mishap::Never) => {
                return Err(NotAnnounced::Never {
                    why: String::from("10003"),
                    so_far,
                });
            }
            Some(Mishap::Refuses) => {
                return Err(NotAnnounced::Refused {
                    shut: Shut::Channel,
                    why: String::from("50013"),
                    so_far,
                });
            }
            Some(Mishap::ThrownOut) => {
                return Err(NotAnnounced::Refused {
                    shut: Shut::Server,
                    why: String::from("50001"),
                    so_far,
                });
            }
            Some(Mishap::HangsBefore) => std::future::pending::<()>().await,
            Some(Mishap::Panics) => panic!("a mishap that the test wants"),
            Some(Mishap::AnswerLost | Mishap::SlowResponse | Mishap::HangsAfter) | None => {}
        }
        self.post(id, news.seq);
        match mishap {
            Some(Mishap::AnswerLost) => Err(NotAnnounced::Later {
                why: String::from("timeout"),
                so_far,
            }),
            Some(Mishap::HangsAfter) => std::future::pending().await,
            Some(Mishap::SlowResponse) => {
                self.respond.notified().await;
                Ok(told(news))
            }
            _ => {
                let opens = self.opens_threads.load(Ordering::Acquire);
                let thread = opens.then_some(ChannelId(1000 + id.0));
                let announced = told(news);
                Ok(Announced {
                    thread: announced.thread.or(thread),
                    ..announced
                })
            }
        }
    }

    async fn membership(&self, _: GuildId, user: UserId) -> Option<Membership> {
        if self.ignores_questions.load(Ordering::SeqCst) {
            self.note(format!("no answer about member {user}"));
            std::future::pending::<()>().await;
        }
        Some(Membership::Member(Vec::new()))
    }

    async fn delete_name(&self, user: UserId) {
        self.note(format!("forgetting the name of {user}"));
    }

    async fn card(&self, view: &View, _: Moment) -> Result<MessageId, NotAnnounced> {
        let (id, seq) = (view.state.id(), view.state.seq());
        let so_far = Announced::default();
        match self.card_mishaps.lock().unwrap().pop_front() {
            Some(Mishap::Never) => {
                return Err(NotAnnounced::Never {
                    why: String::from("10008"),
                    so_far,
                });
            }
            Some(_) => {
                self.note(format!("card {id}.{seq} fails"));
                return Err(NotAnnounced::Later {
                    why: String::from("503"),
                    so_far,
                });
            }
            None => {}
        }
        self.cards.send_modify(|cards| cards.push((id.0, seq)));
        Ok(view.places.card.unwrap())
    }
}

/// The state that survives a process: the database, the world and the time.
pub(super) struct Fixture {
    pub(super) _folder: TempDir,
    pub(super) path: PathBuf,
    pub(super) world: Arc<World>,
    pub(super) clock: Arc<ManualClock>,
}

impl Fixture {
    pub(super) fn new() -> Self {
        let (_folder, path) = file();
        Self {
            _folder,
            path,
            world: World::new(),
            clock: Arc::new(ManualClock::new(BEGIN)),
        }
    }

    /// Returns a fixture with a running arbiter.
    pub(super) async fn started() -> (Self, Arbiter, Life) {
        let fixture = Self::new();
        let (arbiter, life) = fixture.start().await;
        (fixture, arbiter, life)
    }

    /// Returns a fixture with a running arbiter, and a match whose first board is posted.
    pub(super) async fn playing(time: &str) -> (Self, Arbiter, Life, MatchId) {
        let (fixture, arbiter, life) = Self::started().await;
        let id = begin(&arbiter, time).await;
        fixture.world.until_told(2, &[]).await;
        fixture.until_noted(2).await;
        (fixture, arbiter, life, id)
    }

    pub(super) async fn start(&self) -> (Arbiter, Life) {
        self.start_as(None, Settings::default()).await
    }

    pub(super) async fn start_as(
        &self,
        computer: Option<Arc<dyn ComputerPlayer>>,
        settings: Settings,
    ) -> (Arbiter, Life) {
        self.start_at(self.clock.clone(), computer, settings).await
    }

    /// Starts the arbiter with a clock that tells other times than the fixture's.
    pub(super) async fn start_at(
        &self,
        clock: Arc<dyn Clock>,
        computer: Option<Arc<dyn ComputerPlayer>>,
        settings: Settings,
    ) -> (Arbiter, Life) {
        let setup = Setup {
            store: anteroom::features::open(&self.path).unwrap(),
            announcer: self.world.clone(),
            clock,
            rng: Box::new(|| 0),
            computer,
            workers: WorkerPools::default(),
            settings: Settings {
                card_every: Duration::from_secs(60),
                cached_matches: 2,
                ..settings
            },
        };
        let (stop, stopped) = oneshot::channel();
        let (arbiter, running) = Arbiter::start(setup, async { stopped.await.unwrap_or(()) })
            .await
            .unwrap();
        (arbiter, Life { running, stop })
    }

    /// Starts match 1 with an hour a turn, then stops.
    pub(super) async fn start_a_match_and_stop(&self) {
        let (arbiter, life) = self.start().await;
        begin(&arbiter, "1h").await;
        self.world.until_told(2, &[]).await;
        self.until_noted(2).await;
        life.end().await;
    }

    /// Changes the database behind the program.
    pub(super) fn sql(&self, sql: &str) {
        let connection = rusqlite::Connection::open(&self.path).unwrap();
        connection.execute_batch(sql).unwrap();
    }

    /// Waits until the database has this event of match 1 as announced.
    pub(super) async fn until_noted(&self, seq: u32) {
        let noted = format!("SELECT announced >= {seq} FROM places WHERE match_id = 1");
        self.until_row(&noted, 1).await;
    }

    pub(super) fn row(&self, sql: &str) -> u32 {
        let connection = rusqlite::Connection::open(&self.path).unwrap();
        connection.query_one(sql, [], |row| row.get(0)).unwrap()
    }

    /// Waits until a query returns this number.
    pub(super) async fn until_row(&self, sql: &str, answer: u32) {
        let connection = rusqlite::Connection::open(&self.path).unwrap();
        let row = || connection.query_one(sql, [], |row| row.get::<_, u32>(0));
        while row().unwrap() != answer {
            tokio::task::yield_now().await;
        }
    }

    /// Waits until the database has no due alarm.
    pub(super) async fn until_nothing_is_due(&self) {
        let now = self.clock.now();
        let due = format!("SELECT count(*) FROM alarms WHERE due <= {}", now.0);
        self.until_row(&due, 0).await;
    }

    /// Runs a process that dies when `life` is over: none of its tasks runs again.
    pub(super) fn live<F>(&self, life: impl FnOnce(Arbiter) -> F)
    where
        F: Future<Output = ()>,
    {
        self.live_as(Settings::default(), life);
    }

    pub(super) fn live_as<F>(&self, settings: Settings, life: impl FnOnce(Arbiter) -> F)
    where
        F: Future<Output = ()>,
    {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let (arbiter, process) = self.start_as(None, settings).await;
            // The process dies without a shutdown.
            std::mem::forget(process.stop);
            life(arbiter).await;
        });
    }
}

/// Proposes Ana's challenge, which the arbiter announces.
pub(super) async fn propose(arbiter: &Arbiter, time: &str) -> MatchId {
    leave(arbiter.propose(challenge("connect-n", time)).await.unwrap())
}

/// Starts a match between Ana and Ben, which the arbiter announces.
pub(super) async fn begin(arbiter: &Arbiter, time: &str) -> MatchId {
    let id = propose(arbiter, time).await;
    leave(arbiter.accept(id, BEN).await.unwrap())
}

/// A process that runs until this value is dropped.
pub(super) struct Life {
    pub(super) running: Running,
    stop: oneshot::Sender<()>,
}

impl Life {
    /// Shuts the process down as an operator does.
    pub(super) async fn end(self) {
        self.stop.send(()).unwrap();
        self.running.finished().await;
    }

    /// Like [`end`](Self::end). No caller uses the arbiter after it.
    pub(super) async fn end_with(self, arbiter: Arbiter) {
        self.end().await;
        drop(arbiter);
    }
}

/// Leaves the news of an update to the arbiter.
pub(super) fn leave(update: Update) -> MatchId {
    let id = update.view.state.id();
    if let Some(news) = update.news {
        news.hand_over();
    }
    id
}

/// Posts the news of an update itself, like a handler that answers its interaction.
pub(super) async fn answer(world: &World, update: Update) {
    let announcement = update.news.expect("the right to tell it");
    let news = announcement.news().clone();
    world.post(news.view.state.id(), news.seq);
    announcement.done(told(&news)).await;
}

/// Keeps the right to announce until the process dies, like a handler.
pub(super) fn hold(update: Update) {
    tokio::spawn(async move {
        let _update = update;
        std::future::pending::<()>().await;
    });
}

/// Returns an error as the log has it.
pub(super) fn said(result: Result<Update, Error>) -> String {
    result.map(|update| update.view).unwrap_err().to_string()
}

pub(super) fn refusal(result: Result<Update, Error>) -> Refusal {
    match result {
        Err(Error::Refused(refusal)) => refusal,
        Err(error) => panic!("{error}"),
        Ok(update) => panic!("not refused: {:?}", update.view),
    }
}

/// Advances the clock until a condition holds.
pub(super) async fn pass_until(fixture: &Fixture, so: impl AsyncFn() -> bool) {
    let came = wait::until(Duration::from_mins(4), || async {
        if so().await {
            return Some(());
        }
        fixture.clock.advance(Duration::from_secs(1));
        None
    });
    let came = came.await;
    assert!(
        came.is_some(),
        "it never came to this: {:?}",
        fixture.world.log.borrow()
    );
}

/// Returns the calls of the world that begin with this text.
pub(super) fn asked(world: &World, begin: &str) -> Vec<String> {
    let log = world.log.borrow();
    let found = log.iter().filter(|line| line.starts_with(begin));
    found.cloned().collect()
}

/// Returns the noted lines about reminders.
pub(super) fn reminders(world: &World) -> Vec<String> {
    let log = world.log.borrow();
    let found = log.iter().filter(|line| line.contains(" of ["));
    found.cloned().collect()
}

/// The number of running matches of each kind during a long outage.
pub(super) fn many() -> u64 {
    settings::times(120) as u64
}

pub(super) async fn status(arbiter: &Arbiter, id: MatchId) -> Status {
    arbiter.view(id).await.unwrap().state.status().clone()
}
