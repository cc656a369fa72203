//! A stage for whole matches: a loopback Discord, a database, a manual clock, and the real bot.
//!
//! A test can kill and restart the bot.

use std::future::ready;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use anteroom::bot::{Bot, Settings};
use anteroom::config::Token;
use anteroom::discord::ui;
use anteroom::discord::ui::CommandError;
use anteroom::discord::ui::Operator;
use anteroom::discord::{GatewaySettings, Network, RunError, ShardStatus};
use anteroom::features::computers::ComputerPlayer;
use anteroom::features::play;
use anteroom::kernel;
use anteroom::kernel::Error;
use anteroom::kernel::fair::WorkerPools;
use anteroom::kernel::{Arbiter, ManualClock, Setup, View};
use anteroom::matches::{
    Bounds, ChannelId, Command, Level, Match, MatchId, Refusal, UserId, result_sentence,
};
use anteroom::people::Moment;
use anteroom::render::{Painter, Theme};
use async_trait::async_trait;
use loopback_discord::{
    Answer, ChannelLayout, Clock as SandboxClock, JournalEntry, Layout, Message, Modal, Place,
    RequestFault, Sandbox, SandboxConfig, ServerLayout, Snowflake,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::film::{Film, MOST_BYTES, decoded};
use super::hand::picker;
use super::play::challenges;
use super::wait;
use super::{databases, openapi};

/// The option of a challenge to Ben.
pub const AGAINST_BEN: [(&str, &str); 1] = [("opponent", "ben")];

/// A week in milliseconds, and Monday, nine o'clock, after a Thursday 0:00, the weekday on which 1970 began.
pub const WEEK: i64 = 7 * 24 * 3_600_000;
pub const MONDAY_AT_NINE: i64 = (4 * 24 + 9) * 3_600_000;

/// The route of the bot's commands.
pub const COMMANDS: &str = "/applications/{application_id}/commands";

/// An empty list of command options.
pub const NOTHING: [(&str, &str); 0] = [];

/// The timeout for anything the bot is expected to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// The cache of painted boards, shared by all stages.
static PAINTER: LazyLock<Arc<Painter>> = LazyLock::new(|| Arc::new(Painter::new()));

/// Everything that a match in Discord needs, and its people: Ana, Ben, Cleo who watches, and Dan.
pub struct Stage {
    pub sandbox: Sandbox,
    pub clock: Arc<ManualClock>,
    folder: TempDir,
    draws: Arc<AtomicU32>,
    /// The time before the bot defers an answer, from its next start on. Long by default, so that a slow machine fails
    /// no test.
    pub patience: Duration,
    /// The limits for one person, from the bot's next start on. Most tests never reach the default.
    pub bounds: Bounds,
    painter: Arc<Painter>,
    bot: Option<RunningBot>,
    arbiter: Arc<Mutex<Option<Arbiter>>>,
    /// The connection state of the bot that was started last.
    shard_status: Arc<Mutex<Option<Arc<ShardStatus>>>>,
    /// The worker threads of the bot that was started last.
    workers: Arc<Mutex<Option<WorkerPools>>>,
    /// The computer player, from the bot's next start on.
    pub computer: Arc<dyn ComputerPlayer>,
}

/// A predictable computer: plays the first offered turn, and accepts every draw.
struct FirstOnOffer;

#[async_trait]
impl ComputerPlayer for FirstOnOffer {
    async fn think(&self, state: &Match, _: Level) -> String {
        state.position().complete("", 1).0[0].step.clone()
    }

    async fn accepts_draw(&self, _: &Match) -> bool {
        true
    }
}

/// A bot in its own runtime. Dropping the runtime stops every task of the bot at once.
struct RunningBot {
    runtime: Runtime,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), RunError>>,
}

/// A match between Ana, who begins, and Ben.
pub struct Table {
    pub thread: Snowflake,
    pub card: Snowflake,
    pub ana: Place,
    pub ben: Place,
    pub cleo: Place,
}

impl Table {
    /// Returns the player who makes the turn with this index, counted from 0.
    pub fn player(&self, index: usize) -> &Place {
        [&self.ana, &self.ben][index % 2]
    }

    /// Returns the player whom a board notifies.
    pub fn notified(&self, board: &Message) -> &Place {
        self.player(usize::from(!board.mentions().contains(&"ana")))
    }
}

impl Stage {
    /// Creates a stage with the bot on it, ready for commands.
    pub async fn new() -> Self {
        let mut stage = Self::without_bot().await;
        stage.start().await;
        stage
    }

    /// Creates a stage with the bot on it, and a match that Ana and Ben have begun.
    pub async fn playing(game: &str, options: &[(&str, &str)]) -> (Self, Table) {
        let stage = Self::new().await;
        let table = stage.begin(game, options).await;
        (stage, table)
    }

    /// Creates a stage with the bot on it, and these people in #general.
    pub async fn with_people<const COUNT: usize>(names: [&str; COUNT]) -> (Self, [Place; COUNT]) {
        let stage = Self::new().await;
        let people = stage.people(names);
        (stage, people)
    }

    /// Creates a stage on which the bot has never been.
    pub async fn without_bot() -> Self {
        Self::laid_out(Layout::default()).await
    }

    /// Like [`without_bot`](Self::without_bot), with these people and servers.
    pub async fn laid_out(layout: Layout) -> Self {
        // A stopped clock keeps interactions from expiring on a slow machine, and no limit is ever used up.
        Self::in_sandbox(SandboxClock::stopped(), false, layout).await
    }

    /// Creates a stage with the bot on it, on the usual server and on *Club*, which Ben owns. There a person has a
    /// role.
    pub async fn with_club(role: &str, permissions: u64, person: &str) -> (Self, Snowflake) {
        let club = ServerLayout::new("Club")
            .owner("ben")
            .role(role, permissions)
            .gives(person, role)
            .channel(ChannelLayout::text("hall"));
        let mut stage = Self::laid_out(Layout::default().server(club)).await;
        stage.start().await;
        let hall = stage.sandbox.channel_of("Club", "hall");
        (stage, hall)
    }

    /// Creates a stage with the bot, a running clock at Discord, and Discord's rate limits.
    pub async fn with_limits() -> Self {
        let mut stage = Self::in_sandbox(SandboxClock::running(), true, Layout::default()).await;
        stage.start().await;
        stage
    }

    /// Like [`new`](Self::new), but Discord limits the rates of requests, by the clock that the test moves.
    pub async fn with_limits_by_hand() -> Self {
        let mut stage = Self::in_sandbox(SandboxClock::stopped(), true, Layout::default()).await;
        stage.start().await;
        stage
    }

    /// Like [`without_bot`](Self::without_bot), but Discord's clock runs.
    pub async fn with_running_clock() -> Self {
        Self::in_sandbox(SandboxClock::running(), false, Layout::default()).await
    }

    /// Like [`without_bot`](Self::without_bot), with this heartbeat interval.
    pub async fn with_heartbeat(heartbeat: Duration) -> Self {
        let mut config = SandboxConfig::default();
        config.clock = SandboxClock::stopped();
        config.limits_rates = false;
        config.heartbeat = heartbeat;
        Self::of(config).await
    }

    async fn in_sandbox(clock: SandboxClock, limits_rates: bool, layout: Layout) -> Self {
        let mut config = SandboxConfig::default();
        config.layout = layout;
        config.clock = clock;
        config.limits_rates = limits_rates;
        Self::of(config).await
    }

    async fn of(mut config: SandboxConfig) -> Self {
        config.bot_name = String::from("Anteroom");
        if std::env::var_os("RUST_LOG").is_some() {
            // An earlier test may have installed the subscriber already.
            let _ = tracing_subscriber::fmt()
                .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
                .with_test_writer()
                .try_init();
        }
        let sandbox = Sandbox::start(config).await.expect("a sandbox");
        let now = i64::try_from(sandbox.clock().now()).expect("a moment");
        Self {
            sandbox,
            clock: Arc::new(ManualClock::new(Moment(now))),
            folder: tempfile::tempdir().expect("a folder"),
            draws: Arc::default(),
            patience: Duration::from_secs(60),
            bounds: Bounds {
                open: 100_000,
                running: 100_000,
                in_vain: 100_000,
            },
            painter: Arc::clone(&PAINTER),
            bot: None,
            arbiter: Arc::default(),
            shard_status: Arc::default(),
            workers: Arc::default(),
            computer: Arc::new(FirstOnOffer),
        }
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("anteroom.sqlite")
    }

    /// Starts the bot on the existing database, and waits until people can use the bot.
    pub async fn start(&mut self) {
        self.start_with(self.settings()).await;
    }

    /// Starts the bot with these settings, and waits until people can use the bot.
    pub async fn start_with(&mut self, settings: Settings) {
        let looks = |stage: &Self| stage.requests("GET", COMMANDS);
        let before = looks(self);
        self.run(settings);
        // Ask the bot: Discord may still report the connection of a bot that has just ended.
        let connected = || {
            let shard_status = self.shard_status.lock().expect("no panic");
            let mut shards = shard_status
                .iter()
                .flat_map(|shard_status| shard_status.shards());
            shards.any(|shard| shard.connected)
        };
        self.until(connected, || String::from("the bot is not online"))
            .await;
        self.sandbox
            .until(|sandbox| (!sandbox.commands().is_empty()).then_some(()))
            .await
            .expect("commands");
        // The bot reads the commands even if they are registered. Wait for that request, so that no test counts it.
        self.sandbox
            .until(|_| (looks(self) > before).then_some(()))
            .await
            .expect("a look at the commands");
    }

    /// Starts the bot, and returns at once.
    pub fn run(&mut self, settings: Settings) {
        let (patience, bounds) = (self.patience, self.bounds);
        let (path, clock, draws, painter) = (
            self.database(),
            Arc::clone(&self.clock),
            Arc::clone(&self.draws),
            Arc::clone(&self.painter),
        );
        let (stop, stopped) = oneshot::channel::<()>();
        let handle = Arc::clone(&self.arbiter);
        // A new value, so that nothing is read from the previous bot.
        self.shard_status = Arc::default();
        let connections = Arc::clone(&self.shard_status);
        let threads = Arc::clone(&self.workers);
        let computer = Arc::clone(&self.computer);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_stack_size(8 << 20)
            .enable_all()
            .build()
            .expect("a runtime");
        let task = runtime.spawn(async move {
            let bot = Bot::connect(settings, painter).await.expect("a connection");
            let bot = bot
                .with_patience(patience)
                .with_clock(Arc::clone(&clock) as Arc<dyn kernel::Clock>);
            *connections.lock().expect("no panic") = Some(bot.shard_status());
            *threads.lock().expect("no panic") = Some(bot.workers());
            let setup = Setup {
                store: anteroom::features::open(&path).expect("a database"),
                announcer: bot.announcer(),
                clock,
                rng: Box::new(move || draws.fetch_add(1, Ordering::SeqCst)),
                computer: Some(computer),
                workers: bot.workers(),
                settings: kernel::Settings {
                    bounds,
                    ..kernel::Settings::default()
                },
            };
            let (end, ended) = oneshot::channel::<()>();
            let (arbiter, running) = Arbiter::start(setup, async move { drop(ended.await) })
                .await
                .expect("an arbiter");
            *handle.lock().expect("no panic") = Some(arbiter.clone());
            let ran = bot.run(arbiter, async move { drop(stopped.await) }).await;
            drop(end);
            handle.lock().expect("no panic").take();
            running.finished().await;
            ran
        });
        self.bot = Some(RunningBot {
            runtime,
            stop,
            task,
        });
    }

    /// Waits until the bot ends by itself.
    pub async fn ended(&mut self) -> Result<(), RunError> {
        let bot = self.bot.as_mut().expect("a bot");
        let ran = (&mut bot.task).await.expect("the bot does not panic");
        let RunningBot { runtime, .. } = self.bot.take().expect("a bot");
        ended(runtime).await;
        self.until_free().await;
        ran
    }

    /// Returns the settings with which the bot reaches the sandbox.
    pub fn settings(&self) -> Settings {
        Settings {
            token: Token::new(&self.sandbox.token()).expect("a token"),
            api_url: self.sandbox.base_url().to_owned(),
            theme: Theme::default(),
            default_time: "3d".parse().expect("a clock"),
            pages: None,
            operator: Operator {
                name: Some(String::from("Ada Example")),
                contact: Some(String::from("games@example.org")),
                privacy: Some(String::from("https://example.org/privacy")),
                terms: None,
                backup_days: Some(14),
            },
            network: Network::default(),
            gateway: GatewaySettings::default(),
        }
    }

    /// Kills the bot in the middle of its work.
    pub async fn kill(&mut self) {
        let Some(RunningBot { runtime, .. }) = self.bot.take() else {
            return;
        };
        self.arbiter.lock().expect("no panic").take();
        ended(runtime).await;
        self.sandbox
            .until(|sandbox| (!sandbox.bot_online()).then_some(()))
            .await
            .expect("the bot offline");
        self.until_free().await;
    }

    /// Waits until the threads of a stopped bot release the database. A process would release it when it exits.
    async fn until_free(&self) {
        self.arbiter.lock().expect("no panic").take();
        let mut path = self.database().into_os_string();
        path.push(".lock");
        let free = || match std::fs::File::open(&path) {
            Ok(file) => file.try_lock().is_ok(),
            Err(_) => true,
        };
        self.until(free, || String::from("somebody holds the database"))
            .await;
    }

    /// Shuts the bot down as an operator does.
    pub async fn stop(&mut self) -> Result<(), RunError> {
        let Some(RunningBot {
            runtime,
            stop,
            task,
        }) = self.bot.take()
        else {
            return Ok(());
        };
        let _ = stop.send(());
        let ran = task.await.expect("the bot does not panic");
        ended(runtime).await;
        self.until_free().await;
        ran
    }

    /// Returns the running bot's arbiter, for acts that have no command.
    pub fn arbiter(&self) -> Arbiter {
        let arbiter = self.arbiter.lock().expect("no panic");
        arbiter.clone().expect("a running bot")
    }

    /// Returns the running bot's threads for CPU-bound work.
    pub fn workers(&self) -> WorkerPools {
        let workers = self.workers.lock().expect("no panic");
        workers.clone().expect("a running bot")
    }

    /// Kills the bot, ends the faults of Discord, and starts the bot again.
    pub async fn restart_without_faults(&mut self) {
        self.kill().await;
        self.sandbox.clear_faults();
        self.start().await;
    }

    pub async fn restart(&mut self) {
        self.kill().await;
        self.start().await;
    }

    /// Advances the clocks of the bot and of Discord.
    pub fn advance(&self, time: Duration) {
        self.sandbox.clock().advance(time);
        self.clock.advance(time);
    }

    /// Advances the clocks to the next moment with this remainder of a period, in milliseconds since 1970.
    pub fn advance_to(&self, period: i64, remainder: i64) {
        let to_go = (remainder - self.clock.now().0).rem_euclid(period);
        self.advance(Duration::from_millis(to_go.unsigned_abs()));
    }

    pub fn general(&self) -> Snowflake {
        self.sandbox.channel("general")
    }

    pub fn person(&self, name: &str, channel: Snowflake) -> Place {
        self.sandbox.user(name).in_channel(channel)
    }

    /// Returns these people in #general.
    pub fn people<const COUNT: usize>(&self, names: [&str; COUNT]) -> [Place; COUNT] {
        names.map(|name| self.person(name, self.general()))
    }

    /// Has Cleo open threads in #lounge until this many are active in the server.
    pub fn fill_with_threads(&self, active: usize) {
        let lounge = self.person("cleo", self.sandbox.channel("lounge"));
        for number in self.active_threads()..active {
            let opened = lounge.open_thread(&format!("Thread {number}"));
            opened.expect("a thread");
        }
    }

    /// Returns the number of active threads of the server.
    pub fn active_threads(&self) -> usize {
        let channels = self.sandbox.channels().into_iter();
        let active = channels.filter(|one| one["thread_metadata"]["archived"] == false);
        active.count()
    }

    /// Returns the number of turns of all matches.
    pub fn turns(&self) -> String {
        self.row("SELECT count(*) FROM events WHERE kind = 'turn'")
    }

    pub fn mention(&self, name: &str) -> String {
        self.sandbox.user(name).mention()
    }

    /// Posts a challenge that everybody can accept.
    pub async fn challenge(&self, by: &str, game: &str, options: &[(&str, &str)]) -> Message {
        let options = options.iter().map(|&(key, value)| {
            let flag = value.parse::<bool>().ok();
            (key, flag.map_or_else(|| Value::from(value), Value::from))
        });
        let place = self.person(by, self.general());
        let challenge = said(challenges(&place, game, options).await);
        self.until_announced().await;
        challenge
    }

    /// Accepts a challenge in #general, and returns it as the card of its match.
    pub async fn accepts(&self, name: &str, challenge: &Message) -> Message {
        let place = self.person(name, self.general());
        updated(place.press(challenge, "Accept").await)
    }

    /// Makes Discord fail the next requests to a route.
    pub fn fails(&self, method: &str, route: &str, times: usize, fault: RequestFault) {
        self.sandbox.fail_requests(method, route, times, fault);
    }

    /// Makes Discord refuse everything in servers, as after somebody has removed the bot.
    pub fn throws_the_bot_out(&self) {
        for (method, route) in [
            ("POST", "/channels/{channel_id}/messages"),
            ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
            ("GET", "/channels/{channel_id}/messages"),
            ("GET", "/guilds/{guild_id}"),
        ] {
            self.fails(method, route, 1_000_000, refusal_of(403, 50001));
        }
    }

    /// Plays a turn by `/move` in the match's thread, and returns the post that answers.
    ///
    /// Waits until the bot has noted the post: a real person takes a look before acting again.
    pub async fn plays(&self, place: &Place, turn: &str) -> Message {
        let posted = said(place.command("move", [("turn", turn)]).await);
        self.until_announced().await;
        posted
    }

    /// Plays turns by `/move`, each by the player who is to move.
    pub async fn play_on(&self, table: &Table, turns: &[&str]) {
        let id = self.match_of(table).await;
        for turn in turns {
            let ana = self.state(id).await.person_to_move() == Some(self.id("ana"));
            let place = if ana { &table.ana } else { &table.ben };
            self.plays(place, turn).await;
        }
    }

    /// Resigns by command, and returns the board that announces the result.
    pub async fn resigns(&self, place: &Place) -> Message {
        let question = place.command("resign", NOTHING).await;
        let question = question.message().expect("a question");
        place.press(question, "Resign").await;
        self.until_announced().await;
        boards(place).pop().expect("a board")
    }

    /// Ana challenges Ben and begins. Ben accepts. Returns once the first board is posted.
    pub async fn begin(&self, game: &str, options: &[(&str, &str)]) -> Table {
        let general = self.general();
        let first = anteroom::games::find(game).expect("a game").card.seats[0];
        let mut given = vec![("opponent", "ben"), ("colour", first)];
        given.extend_from_slice(options);
        let challenge = self.challenge("ana", game, &given).await;
        let threads = self.sandbox.threads(general).len();
        self.accepts("ben", &challenge).await;
        let table = self.table(self.thread(threads).await, challenge.id());
        self.board(&table, 1).await;
        table
    }

    /// Plays two legal turns for each player, so that the result of the new match counts for ratings.
    ///
    /// The thread has five boards afterwards.
    pub async fn opens(&self, table: &Table) {
        let id = self.match_of(table).await;
        for place in [&table.ana, &table.ben, &table.ana, &table.ben] {
            let now = self.state(id).await;
            let mut turn = String::new();
            loop {
                let offered = now.position().complete(&turn, 1).0;
                turn = format!("{turn} {}", offered[0].step).trim().to_owned();
                let read = anteroom::games::read_turn(now.position(), &turn).expect("a turn");
                if read.progress == anteroom::games::Progress::Complete {
                    break;
                }
            }
            self.plays(place, &turn).await;
        }
    }

    /// Returns a person's id as the bot knows it.
    pub fn id(&self, name: &str) -> UserId {
        UserId(self.sandbox.user(name).id().0)
    }

    /// Returns the id of the match in a table's thread.
    pub async fn match_of(&self, table: &Table) -> u64 {
        let thread = ChannelId(table.thread.0);
        let found = self.arbiter().store().match_in_thread(thread).await;
        found.expect("a thread").expect("a match").0
    }

    /// Returns the current state of a match and where it is shown.
    pub async fn view(&self, id: u64) -> View {
        let view = self.arbiter().view(MatchId(id)).await;
        view.expect("a match")
    }

    pub async fn state(&self, id: u64) -> Arc<Match> {
        self.view(id).await.state
    }

    /// Returns the sentence that announces the result of a finished match.
    pub async fn result(&self, id: u64) -> String {
        result_sentence(&*self.state(id).await, ui::called).expect("a result")
    }

    /// Returns the refusal of a command that a match cannot accept now.
    pub async fn refusal(&self, id: u64, command: Command) -> Refusal {
        let now = self.state(id).await;
        now.decide(&command, self.clock.now())
            .expect_err("a refusal")
    }

    /// Returns the refusal of a turn of the player to move.
    pub async fn refused_turn(&self, table: &Table, text: &str) -> Refusal {
        let id = self.match_of(table).await;
        let by = self.state(id).await.person_to_move().expect("a person");
        let (text, board) = (text.to_owned(), None);
        self.refusal(id, Command::Play { by, text, board }).await
    }

    /// Returns the player to move of a league's or ladder's match, in its channel.
    pub async fn mover(&self, id: u64) -> Place {
        let state = self.state(id).await;
        let user = state.person_to_move().expect("a person");
        let channel = state.proposal().place.channel.0.to_string();
        let mut names = ["ana", "ben", "cleo", "dan", "eve"].into_iter();
        let name = names.find(|name| self.id(name) == user);
        self.person(name.expect("a name"), channel.parse().expect("a channel"))
    }

    /// Plays the first turn of a league's or ladder's match by `/move` in its channel, and returns the thread that opens.
    pub async fn first_turn(&self, id: u64, turn: &str) -> Snowflake {
        let place = self.mover(id).await;
        let given = [("turn", turn), ("match", &id.to_string())];
        whispered(place.command("move", given).await);
        self.until_announced().await;
        let thread = self.view(id).await.places.thread.expect("a thread");
        thread.0.to_string().parse().expect("a thread")
    }

    /// Waits for the thread in #general with this index, counted from 0.
    pub async fn thread(&self, number: usize) -> Snowflake {
        let general = self.general();
        let opened = self.sandbox.until(|sandbox| {
            let threads = sandbox.threads(general);
            threads.get(number)?["id"].as_str()?.parse().ok()
        });
        opened.await.expect("a thread")
    }

    /// Opens the form for a typed turn from the picker.
    pub async fn form(&self, place: &Place, board: &Message) -> Modal {
        let answer = picker(place, board).await;
        let Answer::Message(picker) = &answer else {
            panic!("not a picker: {answer:#?}")
        };
        let answer = place.press(picker, "Type Instead…").await;
        answer
            .modal()
            .unwrap_or_else(|| panic!("a form, not {answer:#?}"))
            .clone()
    }

    /// Returns the people of a started match.
    pub fn table(&self, thread: Snowflake, card: Snowflake) -> Table {
        let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| self.person(name, thread));
        Table {
            thread,
            card,
            ana,
            ben,
            cleo,
        }
    }

    /// Waits until a match has this many boards, and returns the latest.
    pub async fn board(&self, table: &Table, count: usize) -> Message {
        let found = self.sandbox.until(|_| {
            let boards = boards(&table.cleo);
            (boards.len() >= count)
                .then(|| boards.into_iter().next_back())
                .flatten()
        });
        let board = found.await.unwrap_or_else(|_| {
            panic!("{count} boards are not there: {:#?}", contents(&table.cleo))
        });
        // A real person acts only after the bot has noted its own post.
        self.until_announced().await;
        board
    }

    /// Waits until a match has this many boards and only the last one has a *Move…* button.
    pub async fn only_last_asks(&self, table: &Table, count: usize) -> Message {
        let last = self.board(table, count).await;
        let found = self.sandbox.until(|_| {
            let asking: Vec<_> = boards(&table.cleo)
                .into_iter()
                .filter(|board| {
                    board.button("Move…").is_some() || board.content().contains(" Deadline: <t:")
                })
                .map(|board| board.id())
                .collect();
            (asking == [last.id()]).then_some(())
        });
        found
            .await
            .unwrap_or_else(|_| panic!("{:#?}", boards(&table.cleo)));
        last
    }

    /// Waits until the card shows the current state of its match.
    pub async fn card_follows(&self, table: &Table) -> Message {
        let now = self.state(self.match_of(table).await).await;
        let thread = Some(ChannelId(table.thread.0));
        let words = play::messages::card(&now, thread, self.clock.now()).content;
        let general = self.person("cleo", self.general());
        let card = || general.message(table.card).expect("a card");
        // Small lines may follow the card's text.
        let follows = |card: &Message| {
            let rest = card.content().strip_prefix(&words);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("\n-# "))
        };
        let found = self.sandbox.until(|_| Some(card()).filter(follows));
        found
            .await
            .unwrap_or_else(|_| panic!("the card does not say {words}: {:#?}", card()))
    }

    /// Waits until the card contains these words.
    pub async fn card_says(&self, table: &Table, words: &str) -> Message {
        let general = self.person("cleo", self.general());
        let card = general.message(table.card).expect("a card");
        self.message_says(&general, &card, words).await
    }

    /// Returns the first column of the first row of a query on the database.
    pub fn row(&self, query: &str) -> String {
        databases::row(&self.database(), query)
    }

    /// Asserts what [`row`](Self::row) returns.
    #[track_caller]
    pub fn row_is(&self, query: &str, expected: &str) {
        assert_eq!(self.row(query), expected, "{query}");
    }

    /// Changes the database behind the bot.
    pub fn change(&self, sql: &str) {
        databases::change(&self.database(), sql);
    }

    /// Waits until a query on the database returns the expected value.
    #[track_caller]
    pub fn until_row(&self, query: &str, expected: &str) -> impl Future<Output = ()> {
        self.until(
            move || self.row(query) == expected,
            move || format!("{query} is {} and not {expected}", self.row(query)),
        )
    }

    /// Waits until the bot has connected to the gateway this many times.
    pub async fn until_connections(&self, count: u64) {
        let made = |sandbox: &Sandbox| (sandbox.gateway_connections() >= count).then_some(());
        let made = self.sandbox.until(made).await;
        made.expect("connections to the gateway");
    }

    /// Waits until the journal has a request of the bot to this route.
    #[track_caller]
    pub fn until_requested(&self, method: &str, route: &str) -> impl Future<Output = ()> {
        let made = move || self.requests(method, route) > 0;
        self.until(made, move || format!("{method} {route} is not requested"))
    }

    /// Waits until a message contains these words, and returns the message.
    pub async fn message_says(&self, place: &Place, message: &Message, words: &str) -> Message {
        self.message_is(place, message, |message| message.content().contains(words))
            .await
    }

    /// Waits until a message has exactly these buttons.
    pub async fn message_has(&self, place: &Place, message: &Message, expected: &[&str]) {
        self.message_is(place, message, |message| labels(message) == expected)
            .await;
    }

    /// Waits until a message fulfils a condition, and returns the message.
    pub async fn message_is(
        &self,
        place: &Place,
        message: &Message,
        is: impl Fn(&Message) -> bool,
    ) -> Message {
        let read = || place.message(message.id());
        let changed = || read().as_ref().is_some_and(&is);
        self.until(changed, || {
            format!("{:#?} is not what it should be", read())
        })
        .await;
        read().expect("the message")
    }

    /// Waits until a match's thread has this name.
    pub async fn until_thread_is(&self, table: &Table, name: &str) {
        let read = || {
            let threads = self.sandbox.channels();
            let mut threads = threads.iter();
            threads
                .find(|channel| channel["id"] == table.thread.to_string())
                .map(|thread| thread["name"].as_str().unwrap_or_default().to_owned())
        };
        self.until(
            || read().as_deref() == Some(name),
            || format!("the thread is called {:?} and not {name}", read()),
        )
        .await;
    }

    /// Polls until a condition holds that no event announces.
    #[track_caller]
    pub fn until(
        &self,
        done: impl Fn() -> bool,
        complaint: impl Fn() -> String,
    ) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            let found = wait::until(PATIENCE, || ready(done().then_some(()))).await;
            assert!(found.is_some(), "{caller}: {}", complaint());
        }
    }

    /// Advances the clock in steps, and gives the bot 50 ms of real time to act after each.
    pub async fn pass(&self, step: Duration, times: usize) {
        for _ in 0..times {
            self.advance(step);
            wait::for_real(Duration::from_millis(50)).await;
        }
    }

    /// Advances the clocks, and waits until the bot has done everything due.
    pub async fn pass_due(&self, time: Duration) {
        self.advance(time);
        let now = self.clock.now().0;
        let due = format!("SELECT count(*) FROM alarms WHERE due <= {now}");
        self.until_row(&due, "0").await;
        self.until_announced().await;
    }

    /// Advances the clocks by minutes until nothing is owed to Discord: what failed is tried again later.
    pub async fn pass_until_nothing_is_owed(&self) {
        const OWED: &str = "SELECT count(*) FROM owed";
        for _ in 0..30 {
            if self.row(OWED) == "0" {
                return;
            }
            self.pass(Duration::from_secs(61), 1).await;
        }
        self.until_row(OWED, "0").await;
    }

    /// Waits until all contests of a kind are told and shown.
    pub async fn settles(&self, kind: &str) {
        let owed = format!("SELECT count(*) FROM owed WHERE kind LIKE '{kind}%'");
        for _ in 0..20 {
            // A post that was edited a moment ago waits.
            self.pass(Duration::from_secs(31), 1).await;
            if self.row(&owed) == "0" {
                break;
            }
        }
        self.until_row(&owed, "0").await;
        if self.row("SELECT count(*) FROM matches") != "0" {
            self.until_announced().await;
        }
    }

    /// Waits until all pending posts were delivered.
    #[track_caller]
    pub fn until_announced(&self) -> impl Future<Output = ()> {
        self.until_row(
            "SELECT min(announced >= news_seq) FROM places JOIN matches USING (match_id)",
            "1",
        )
    }

    /// Checks the bot's requests so far against Discord's API description, and clears the journal.
    pub fn clear_requests(&self) {
        check_requests(&self.sandbox.journal());
        self.sandbox.clear_journal();
    }

    /// Returns the number of requests to a route since the journal was cleared.
    pub fn requests(&self, method: &str, route: &str) -> usize {
        let journal = self.sandbox.journal().into_iter();
        journal
            .filter(|entry| entry.method == method && entry.route == route)
            .count()
    }

    /// Returns the requests in the journal that count against the bot's rate limit, by route.
    pub fn counted(&self) -> Vec<String> {
        let journal = self.sandbox.journal();
        journal
            .into_iter()
            .filter(|entry| entry.counted)
            .map(|entry| format!("{} {}", entry.method, entry.route))
            .collect()
    }

    /// Returns the refusal for a player who must wait for the opponent.
    pub fn waits(&self, to_move: &str, colour: &'static str) -> Refusal {
        let to_move = Box::new(self.id(to_move).into());
        Refusal::NotYourTurn { to_move, colour }
    }

    /// Checks the size and the format of a board's picture, and returns its description.
    ///
    /// An animation is checked as one.
    pub fn check_picture(&self, message: &Message) -> String {
        let attachments = message.attachments();
        let [picture] = attachments.as_slice() else {
            panic!("one picture, not {attachments:?}")
        };
        if picture.content_type == "image/gif" {
            return self.check_replay(message).1;
        }
        assert_eq!(picture.content_type, "image/png");
        let bytes = self.sandbox.attachment(&picture.url).expect("the file");
        assert!(bytes.len() <= 60_000, "{} bytes", bytes.len());
        let ((width, height), _) = decoded(&bytes);
        assert_eq!(picture.dimensions, Some((width.into(), height.into())));
        assert!(
            (200..=2000).contains(&width) && (200..=2000).contains(&height),
            "{width} × {height}"
        );
        assert!(
            (1..=1024).contains(&picture.description.chars().count()),
            "{}",
            picture.description
        );
        picture.description.clone()
    }

    /// Checks an animation, and returns it with its description.
    pub fn check_replay(&self, message: &Message) -> (Film, String) {
        let attachments = message.attachments();
        let [moving] = attachments.as_slice() else {
            panic!("an animation, not {attachments:?}")
        };
        assert_eq!(moving.content_type, "image/gif");
        let film = Film::of(&self.sandbox.attachment(&moving.url).expect("the file"));
        assert!(film.bytes <= MOST_BYTES, "{} bytes", film.bytes);
        assert!(film.repeats && film.pictures.len() > 2);
        let (width, height) = film.size;
        assert_eq!(moving.dimensions, Some((width.into(), height.into())));
        assert!(
            (1..=1024).contains(&moving.description.chars().count()),
            "{}",
            moving.description
        );
        (film, moving.description.clone())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Code inside a runtime cannot wait for another runtime.
        if let Some(RunningBot { runtime, .. }) = self.bot.take() {
            runtime.shutdown_background();
        }
        if !std::thread::panicking() {
            check_requests(&self.sandbox.journal());
        }
    }
}

/// Checks requests against Discord's API description, and that their messages can notify only people whom they list.
fn check_requests(journal: &[JournalEntry]) {
    openapi::check_journal(journal);
    for entry in journal {
        let Some(request) = &entry.request else {
            continue;
        };
        // The answer to an interaction has its message inside.
        let message = request.get("data").unwrap_or(request);
        let shows = message.get("content").and_then(Value::as_str);
        if !entry.route.contains("messages")
            && !entry.route.contains("callback")
            && !entry.route.contains("webhooks")
            || shows.is_none_or(str::is_empty)
        {
            continue;
        }
        let allowed = &message["allowed_mentions"];
        assert_eq!(allowed["parse"], json!([]), "{entry:#?}");
        for roles in ["roles", "replied_user"] {
            assert_eq!(allowed[roles], Value::Null, "{entry:#?}");
        }
    }
}

/// Waits for the end of a bot's runtime.
async fn ended(runtime: Runtime) {
    let ended = tokio::task::spawn_blocking(move || drop(runtime)).await;
    ended.expect("the end of the bot");
}

/// Returns a refusal of Discord with this status and code.
pub const fn refusal_of(status: u16, code: u32) -> RequestFault {
    RequestFault::Refused { status, code }
}

/// Returns the bot's boards that a person sees in this place, oldest first.
pub fn boards(place: &Place) -> Vec<Message> {
    place
        .messages()
        .into_iter()
        .filter(|message| !message.is_ephemeral() && !message.attachments().is_empty())
        .collect()
}

/// Returns the texts that everybody can read in a channel, oldest first.
pub fn contents(place: &Place) -> Vec<String> {
    let seen = place
        .messages()
        .into_iter()
        .filter(|message| !message.is_ephemeral());
    seen.map(|message| message.content().to_owned())
        .filter(|content| !content.is_empty())
        .collect()
}

/// Returns the description of a message's picture.
pub fn caption(message: &Message) -> String {
    let embeds = message.embeds().into_iter();
    embeds
        .filter_map(|embed| embed["description"].as_str())
        .collect()
}

/// Asserts that a message contains these words.
#[track_caller]
pub fn says(message: &Message, words: &str) {
    assert!(message.content().contains(words), "{words}: {message:#?}");
}

pub fn labels(message: &Message) -> Vec<String> {
    message
        .buttons()
        .into_iter()
        .map(|button| button.label)
        .collect()
}

/// Returns the text files of a message with their names.
pub fn files(sandbox: &Sandbox, message: &Message) -> Vec<(String, String)> {
    let attachments = message.attachments().into_iter();
    let read = attachments.map(|file| {
        let bytes = sandbox.attachment(&file.url).expect("the file");
        let text = String::from_utf8(bytes).expect("a text");
        (file.filename, text)
    });
    read.collect()
}

/// Returns the names and the values that are offered while somebody types.
#[track_caller]
pub fn offered(answer: &Answer) -> Vec<(String, String)> {
    let choices = answer.choices().unwrap_or_else(|| panic!("{answer:#?}"));
    let value = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    choices
        .iter()
        .map(|choice| (choice.name.clone(), value(&choice.value)))
        .collect()
}

/// Returns the bold parts of a text: turns, and names of games.
pub fn bold(text: &str) -> Vec<&str> {
    text.split("**").skip(1).step_by(2).collect()
}

/// Returns the public message that answers a command or a click.
#[track_caller]
pub fn said(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) if !message.is_ephemeral() => message,
        other => panic!("not a message for everyone: {other:#?}"),
    }
}

/// Returns the message that a click or a form has changed.
#[track_caller]
pub fn updated(answer: Answer) -> Message {
    match answer {
        Answer::Update(message) => message,
        other => panic!("no message is changed: {other:#?}"),
    }
}

/// Returns the private message, new or changed, that answers a command or a click.
#[track_caller]
pub fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a message for one person: {other:#?}"),
    }
}

/// Asserts that Discord does not offer this command to the person.
#[track_caller]
pub fn is_hidden(answer: &Answer) {
    let hidden = matches!(answer, Answer::NotSent(why) if why.contains("no command"));
    assert!(hidden, "{answer:#?}");
}

/// Opens the private page of the match that `/board` finds in this place.
pub async fn page(place: &Place) -> Message {
    private(place.command("board", NOTHING).await)
}

/// Presses a button of that page.
pub async fn on_board(place: &Place, button: &str) -> Answer {
    place.press(&page(place).await, button).await
}

/// Opens the history of a match at this turn, by pressing *Next* from the first one.
pub async fn history_at(place: &Place, turn: u32) -> Message {
    let last = private(on_board(place, "History").await);
    let mut shown = updated(place.press(&last, "First").await);
    for _ in 0..turn {
        shown = updated(place.press(&shown, "Next").await);
    }
    shown
}

/// Opens a tab of a person's list of matches.
pub async fn tab(place: &Place, tab: &str) -> Message {
    private(place.command("games", [("show", tab)]).await)
}

/// Returns the ids of the matches in a list's menu.
pub fn listed(list: &Message) -> Vec<String> {
    let menus = list.menus();
    let menu = menus.iter().find(|menu| menu.custom_id == "open");
    let options = menu.map(|menu| menu.options.iter().map(|option| option.1.clone()));
    options.into_iter().flatten().collect()
}

/// Cancels a match that has barely begun, and returns the answer.
pub async fn cancels(place: &Place) -> Message {
    let question = private(place.command("resign", NOTHING).await);
    updated(place.press(&question, "Cancel Match").await)
}

/// Adds a note to the latest turn of a match.
pub async fn notes(place: &Place, id: u64, text: &str) -> Answer {
    let page = private(place.command("board", [("match", id.to_string())]).await);
    let own = private(place.press(&page, "Notes").await);
    let form = place.press(&own, "Add Note…").await;
    let form = form.modal().unwrap_or_else(|| panic!("{form:#?}"));
    place.submit(form, [("turn", text)]).await
}

/// Exports all finished matches of a person.
pub async fn export_all(place: &Place) -> Answer {
    let list = tab(place, "Finished").await;
    place.press(&list, "Export All").await
}

/// Exports a match as a file of the format with this label.
pub async fn export(place: &Place, id: u64, format: &str) -> Answer {
    let page = private(place.command("board", [("match", id.to_string())]).await);
    let question = private(place.press(&page, "Export…").await);
    place.press(&question, format).await
}

/// Presses a button of the `/privacy` page.
pub async fn in_privacy(place: &Place, button: &str) -> Answer {
    let page = private(place.command("privacy", NOTHING).await);
    place.press(&page, button).await
}

/// Deletes a person's data.
pub async fn deletes_data(place: &Place) {
    let question = private(in_privacy(place, "Delete My Data…").await);
    private(place.press(&question, "Delete My Data").await);
}

/// Returns the text of a private answer to a command or a click.
#[track_caller]
pub fn whispered(answer: Answer) -> String {
    match answer {
        Answer::Message(message) if message.is_ephemeral() => message.content().to_owned(),
        other => panic!("not a message for one person: {other:#?}"),
    }
}

/// Returns the private message that begins with this refusal. Other text may follow, such as the typed turn.
#[track_caller]
pub fn refused(answer: Answer, why: impl Into<Error>) -> Message {
    let sentence = match why.into() {
        // The turns that the refusal names are buttons.
        Error::Refused(Refusal::Illegal(illegal)) => ui::escaped(&illegal.sentence),
        error => CommandError::from(error).to_string(),
    };
    match answer {
        Answer::Message(message)
            if message.is_ephemeral() && message.content().starts_with(&sentence) =>
        {
            message
        }
        other => panic!("not {sentence:?}: {other:#?}"),
    }
}
