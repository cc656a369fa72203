//! The real program under load, while it is killed or its environment fails.
//!
//! People play as fast as the bot answers. At the end no acknowledged turn may be lost, nothing may be done twice, and
//! every event must be announced once. `benches/soak.rs` runs this for long, the tests for some seconds.

use std::collections::BTreeMap;
use std::future::ready;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anteroom::db::examine;
use anteroom::matches::{Ending, Entry, Match, MatchId, Status};
use anteroom::people::{Moment, Zone};
use loopback_discord::{Answer, Message, Sandbox, SandboxConfig, Snowflake};
use rusqlite::Connection;
use serde_json::Value;
use tempfile::TempDir;

use super::play::challenges;
use super::program::{Program, is_played};
use super::surroundings::{SmallDisk, SteppedClock};
use super::wait;

/// The number of tables with two people, with one computer, and with two computers.
const TABLES: usize = 5;
const COMPUTERS: usize = 2;

/// People who get a digest at the next full hour of their zone. Three digests an hour, at least one in any half hour.
const DIGESTS: [(&str, &str); 3] = [
    ("ana", "Asia/Kolkata"),
    ("ben", "Asia/Kathmandu"),
    ("cleo", "UTC"),
];

/// The number of turns in a match between people before a player resigns.
const TURNS: usize = 14;

/// The columns that people play. On [`frame`] these columns never give five in a row.
const COLUMNS: [&str; 8] = ["a", "c", "e", "g", "i", "k", "m", "o"];

/// The timeout for an answer at the end. The bot's back-off before a reconnect is a minute at most.
const ANSWERED: Duration = Duration::from_secs(90);

/// The timeout for all remaining work after that answer, which also ends the back-off of the channel.
const QUIET: Duration = Duration::from_secs(120);

/// The allowed growth of the program's memory, in bytes.
const GROWTH: u64 = 30 << 20;

/// The least number of answered turns; a run with fewer proves nothing.
pub const PLAYED: usize = 6;

/// A player who cannot play for this time counts as stuck.
const STUCK: Duration = Duration::from_secs(180);

/// The number of attempts in a thread before a player uses the channel.
const PATIENT: u32 = 60;

const AGAIN: Duration = Duration::from_millis(60);

/// The program, its environment and its players.
pub struct Fire {
    pub sandbox: Arc<Sandbox>,
    pub database: PathBuf,
    pub program: Option<Program>,
    played: Arc<Mutex<Vec<Table>>>,
    stop: Arc<AtomicBool>,
    people: tokio::task::JoinSet<()>,
    began: Moment,
    /// Each person with the moment of the first digest.
    digests: Vec<(&'static str, Moment)>,
    /// The program's memory in bytes after a warm-up.
    pub memory: Option<u64>,
    /// The disk under the database, if the test may mount one.
    pub disk: Option<SmallDisk>,
    /// The program's clocks, if the test can step them.
    pub calendar: Option<SteppedClock>,
    _folder: TempDir,
    _tools: TempDir,
}

/// A match as its players know it.
struct Table {
    thread: Snowflake,
    /// The acknowledged turns: number and column.
    acknowledged: BTreeMap<u32, String>,
    /// Whether a message or the thread was disturbed.
    disturbed: bool,
    /// The last answer to a player who could not play for long.
    stuck: Option<String>,
}

#[derive(Debug, Default)]
pub struct Outcome {
    pub matches: usize,
    pub turns: usize,
    pub acknowledged: usize,
    pub by_computers: usize,
    pub flagged: usize,
    pub events: u64,
    /// The number of digests that were due, and the number that arrived.
    pub digests: (usize, usize),
    pub troubles: usize,
    /// The time at the end until the bot answered, and until no work was left.
    pub settled: (Duration, Duration),
    /// The program's memory after a warm-up and at the end, in bytes.
    pub memory: (Option<u64>, Option<u64>),
    /// The violations that were found.
    pub wrong: Vec<String>,
}

impl Outcome {
    fn finds(&mut self, violation: String) {
        self.wrong.push(violation);
    }
}

impl Fire {
    pub async fn light() -> Self {
        let mut config = SandboxConfig::default();
        config.clock = loopback_discord::Clock::running();
        config.limits_rates = false;
        config.heartbeat = Duration::from_secs(4);
        let sandbox = Arc::new(Sandbox::start(config).await.expect("a sandbox"));
        let folder = tempfile::tempdir().expect("a folder");
        let database = folder.path().join("a.sqlite");
        let tools = tempfile::tempdir().expect("a folder");
        let disk = SmallDisk::mount(folder.path());
        let calendar = SteppedClock::new(tools.path());
        if disk.is_none() {
            println!("No disk can be mounted here: none runs full.");
        }
        let mut fire = Self {
            sandbox,
            database,
            program: None,
            played: Arc::default(),
            stop: Arc::default(),
            people: tokio::task::JoinSet::new(),
            began: std::time::SystemTime::now().into(),
            digests: Vec::new(),
            memory: None,
            disk,
            calendar,
            _folder: folder,
            _tools: tools,
        };
        fire.start();
        let program = fire.program.as_ref().expect("a program");
        program.until_said("commands are registered").await;
        for (name, zone) in DIGESTS {
            let due = fire.wants_a_digest(name, zone).await;
            fire.digests.push((name, due));
        }
        for number in 0..TABLES + COMPUTERS {
            let (sandbox, database, played, stop) = (
                Arc::clone(&fire.sandbox),
                fire.database.clone(),
                Arc::clone(&fire.played),
                Arc::clone(&fire.stop),
            );
            fire.people.spawn(async move {
                let mut round = 0;
                while !stop.load(Ordering::Relaxed) {
                    let person = Person {
                        sandbox: &sandbox,
                        database: &database,
                        played: &played,
                        stop: &stop,
                    };
                    if number < TABLES {
                        // Every other match ends by its clock.
                        person.play(number, (number + round) % 2 == 1).await;
                    } else {
                        person.play_the_computer().await;
                    }
                    round += 1;
                }
            });
        }
        fire
    }

    /// Turns on a person's daily digest, and returns the moment of the first one.
    async fn wants_a_digest(&self, name: &str, zone: &str) -> Moment {
        let here = Zone::named(zone).expect("a time zone");
        let now = self.began;
        let hour = (here.hour(now) + 1) % 24;
        let place = self
            .sandbox
            .user(name)
            .in_channel(self.sandbox.channel("general"));
        place.command("away", [("zone", zone)]).await;
        let page = place.command("settings", [("page", "reminders")]).await;
        let page = page.message().expect("a page").clone();
        let page = place.press(&page, "Send Privately").await;
        let page = page.message().expect("a page").clone();
        let chosen = place
            .select(&page, "set/reminders/digest", [hour.to_string()])
            .await;
        let said = chosen.message().expect("a page").content().to_owned();
        assert!(said.contains("Next digest: "), "{said}");
        here.next_hour(now, hour).expect("an hour")
    }

    pub fn measure_memory(&mut self) {
        self.memory = self.program.as_ref().and_then(memory);
    }

    pub fn start(&mut self) {
        let mut variables = vec![("ANTEROOM_MONITOR_LISTEN", "127.0.0.1:0")];
        variables.extend(self.calendar.iter().flat_map(SteppedClock::variables));
        self.program = Some(Program::start(&self.sandbox, &self.database, &variables));
    }

    pub fn kill(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.kill();
        }
    }

    /// Returns the number of answered turns so far.
    fn acknowledged(&self) -> usize {
        let played = self.played.lock().expect("no panic");
        played.iter().map(|table| table.acknowledged.len()).sum()
    }

    /// Returns the thread of a random match. From now on missing messages of that match are no violation.
    pub fn disturbed_thread(&self, chance: &mut fastrand::Rng) -> Option<Snowflake> {
        let mut played = self.played.lock().expect("no panic");
        let at = (!played.is_empty()).then(|| chance.usize(0..played.len()))?;
        let table = &mut played[at];
        table.disturbed = true;
        Some(table.thread)
    }

    /// Stops the players, waits until no work is left, and checks the results.
    pub async fn stop_and_check(mut self) -> Outcome {
        if self.program.is_none() {
            self.start();
        }
        // On a slow machine no player may have answered turns yet.
        let enough = || ready((self.acknowledged() >= PLAYED).then_some(()));
        let _ = wait::until(STUCK, enough).await;
        self.stop.store(true, Ordering::Relaxed);
        while let Some(done) = self.people.join_next().await {
            done.expect("no panic of a player");
        }
        let mut outcome = Outcome::default();
        let mut program = self.program.take().expect("a program");
        // The bot learns only from people's interactions that a channel accepts posts again. One interaction there must
        // be enough to send all pending posts.
        let begun = Instant::now();
        let dan = self.sandbox.user("dan");
        let dan = dan.in_channel(self.sandbox.channel("general"));
        let answered = wait::until(ANSWERED, || async {
            let answer = dan.command("games", [("page", ""); 0]).await;
            matches!(answer, Answer::Message(_)).then_some(())
        });
        if answered.await.is_none() {
            outcome.finds(String::from("the bot does not answer"));
        }
        outcome.settled.0 = begun.elapsed();
        // A clock that runs out later may do so after the program's end.
        let due = std::time::SystemTime::now().into();
        let begun = Instant::now();
        if let Err(left) = wait_until_idle(&program).await {
            outcome.finds(format!("what was to be done is not done: {left}"));
        }
        outcome.settled.1 = begun.elapsed();
        outcome.memory = (self.memory, memory(&program));
        if let (Some(before), Some(after)) = outcome.memory
            && after > before + GROWTH
        {
            outcome.finds(format!("it had {before} bytes of memory, and now {after}"));
        }
        program.terminate();
        let status = program.ended().await;
        if !status.success() {
            outcome.finds(format!("{status}:\n{}", program.said()));
        }
        for refused in self.sandbox.take_refused_forms() {
            outcome.finds(format!("the form of a request is refused: {refused:#?}"));
        }
        // Work that became due during the shutdown may be done as well.
        let ended = std::time::SystemTime::now().into();
        self.judge(due, &mut outcome).await;
        self.judge_digests(ended, &mut outcome);
        if let Some(folder) = std::env::var_os("SOAK_KEEP") {
            self.copy_to(Path::new(&folder), &program);
        }
        outcome
    }

    /// Copies the database and the log to a folder.
    fn copy_to(&self, folder: &Path, program: &Program) {
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(folder.join("log"), program.said()).expect("a file");
        std::fs::copy(&self.database, folder.join("a.sqlite")).expect("a copy");
    }

    /// Checks that each person got each due digest at most once. A digest that met a fault is dropped.
    fn judge_digests(&self, ended: Moment, outcome: &mut Outcome) {
        for (name, at) in &self.digests {
            let got = self
                .sandbox
                .messages(self.sandbox.direct_channel(name), name)
                .len();
            let expected = usize::from(*at <= ended);
            outcome.digests.0 += expected;
            outcome.digests.1 += got;
            if got > expected {
                outcome.finds(format!(
                    "{name} got {got} lists of waiting matches, and {expected} was due"
                ));
            }
        }
    }

    /// Checks that everything due at a moment was done.
    async fn judge(&self, due: Moment, outcome: &mut Outcome) {
        let now = std::time::SystemTime::now().into();
        let found = examine(&self.database, &anteroom::features::HOOKS, now).expect("a database");
        outcome.events = found.events;
        outcome.wrong.extend(found.findings);
        let store = anteroom::features::open(&self.database).expect("a database");
        let played = std::mem::take(&mut *self.played.lock().expect("no panic"));
        for table in &played {
            let Some(id) = match_of(&self.database, table.thread) else {
                outcome.finds(format!("no match in thread {}", table.thread));
                continue;
            };
            let state = match store.load(id).await {
                Ok(Some(state)) => state,
                other => {
                    outcome.finds(format!("match {id}: {other:?}"));
                    continue;
                }
            };
            self.judge_match(table, &state, due, outcome);
        }
    }

    fn judge_match(&self, table: &Table, state: &Match, due: Moment, outcome: &mut Outcome) {
        let id = state.id();
        outcome.matches += 1;
        outcome.acknowledged += table.acknowledged.len();
        let stuck = table.stuck.iter();
        outcome
            .wrong
            .extend(stuck.map(|why| format!("match {id}: {why}")));
        for (number, column) in &table.acknowledged {
            let at = usize::try_from(*number).unwrap_or(0);
            let entry = at.checked_sub(1).and_then(|at| state.record().get(at));
            let text = entry.and_then(|entry| entry.text.as_deref());
            if text != Some(column) {
                outcome.finds(format!(
                    "match {id}: turn {number} was {column}, and is {text:?}"
                ));
            }
        }
        outcome.turns += state.record().len();
        let computer = |entry: &&Entry| state.computer(entry.seat).is_some();
        outcome.by_computers += state.record().iter().filter(computer).count();
        match state.status() {
            Status::Finished(Ending::Flagged(_) | Ending::NoShow(_)) => outcome.flagged += 1,
            Status::Playing if state.overdue(due).is_some() => {
                outcome.finds(format!(
                    "match {id}: its clock has run out, and nothing came of it"
                ));
            }
            _ => {}
        }
        if table.disturbed {
            return;
        }
        // The messages as a spectator sees them. A post names the turn of its picture. The post of a computer's turn
        // also names the turn before, and a result also names the last turn.
        let said = self.sandbox.messages(table.thread, "dan");
        let (ends, turns): (Vec<_>, Vec<_>) = said
            .iter()
            .filter(|message| !message.attachments().is_empty())
            .partition(|message| is_end(message));
        let before = outcome.wrong.len();
        if ends.len() != usize::from(state.ending().is_some()) {
            outcome.finds(format!("match {id}: its end was told {} times", ends.len()));
        }
        for number in 1..=state.record().len() {
            let (line, picture) = (
                format!("Turn {number}: "),
                format!("match-{id}-turn-{number}."),
            );
            let named = said.iter().any(|message| message.content().contains(&line));
            let shows = |message: &&&Message| {
                let files = message.attachments();
                files.iter().any(|file| file.filename.starts_with(&picture))
            };
            let told = turns.iter().filter(shows).count();
            if !named || told > 1 {
                outcome.finds(format!(
                    "match {id}: turn {number} was told {told} times{}",
                    if named { "" } else { " and is not named" }
                ));
            }
        }
        if outcome.wrong.len() > before {
            println!("What was posted in match {id}:");
            for message in &said {
                let edited = if message.is_edited() { " (edited)" } else { "" };
                println!(
                    "{}{edited}: {}",
                    message.id(),
                    message.content().replace('\n', " | ")
                );
            }
        }
    }
}

/// A player at a table.
struct Person<'a> {
    sandbox: &'a Sandbox,
    /// The database has the number of a match, which players read on its card.
    database: &'a Path,
    played: &'a Mutex<Vec<Table>>,
    stop: &'a AtomicBool,
}

impl Person<'_> {
    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays one match between two people, which ends by the clock or by resignation.
    async fn play(&self, table: usize, flagged: bool) {
        let names = [["ana", "ben"], ["ben", "cleo"], ["cleo", "ana"]][table % 3];
        let mut options = frame();
        options.push(("opponent", Value::from(names[1])));
        options.push(("colour", Value::from("Red")));
        if flagged {
            options.push(("time", Value::from("10s")));
        }
        let Some(thread) = self.begin(names[0], options, Some(names[1])).await else {
            return;
        };
        let turns = if flagged { 3 } else { TURNS };
        for number in 0..turns {
            let column = COLUMNS[(number + table) % COLUMNS.len()];
            if !self.turn(names[number % 2], thread, column, false).await {
                return;
            }
        }
        if !flagged {
            self.resign(names[0], thread).await;
        }
    }

    async fn resign(&self, name: &str, thread: Snowflake) {
        let general = self.sandbox.channel("general");
        let mut place = self.sandbox.user(name).in_channel(thread);
        for _ in 0..20 {
            let mut asked = place.command("resign", [("match", ""); 0]).await;
            if let Answer::NotSent(_) = asked
                && let Some(id) = match_of(self.database, thread)
            {
                place = self.sandbox.user(name).in_channel(general);
                asked = place.command("resign", [("match", id.to_string())]).await;
            }
            if let Answer::Message(asked) = &asked
                && let Some(button) = asked.buttons().first()
                && matches!(
                    place.click(asked, &button.custom_id).await,
                    Answer::Update(_)
                )
            {
                return;
            }
            if self.stopped() {
                return;
            }
            wait::for_real(AGAIN).await;
        }
    }

    async fn play_the_computer(&self) {
        let mut options = frame();
        options.push(("computer", Value::from(1)));
        options.push(("colour", Value::from("Red")));
        let Some(thread) = self.begin("dan", options, None).await else {
            return;
        };
        for number in 0..TURNS {
            if !self
                .turn("dan", thread, COLUMNS[number % COLUMNS.len()], true)
                .await
            {
                return;
            }
        }
        self.resign("dan", thread).await;
    }

    /// Starts a match, and notes its thread.
    async fn begin(
        &self,
        by: &str,
        options: Vec<(&'static str, Value)>,
        accepts: Option<&str>,
    ) -> Option<Snowflake> {
        let general = self.sandbox.channel("general");
        let place = self.sandbox.user(by).in_channel(general);
        let challenge = loop {
            if self.stopped() {
                return None;
            }
            match challenges(&place, "connect-n", options.clone()).await {
                Answer::Message(message) if accepts.is_none() => {
                    // Practice begins with a private answer.
                    if let Some(id) = practice_of(&message) {
                        break Begun::Practice(id);
                    }
                }
                Answer::Message(message) if !message.is_ephemeral() => {
                    break Begun::Challenge(message);
                }
                _ => {}
            }
            wait::for_real(AGAIN).await;
        };
        // A challenge may lose its message or never get a thread; such a challenge is not judged.
        for _ in 0..100 {
            if self.stopped() {
                return None;
            }
            if let (Some(name), Begun::Challenge(challenge)) = (accepts, &challenge) {
                let other = self.sandbox.user(name).in_channel(general);
                drop(other.press(challenge, "Accept").await);
            }
            if let Some(thread) = self.thread_of(general, &challenge) {
                self.played.lock().expect("no panic").push(Table {
                    thread,
                    acknowledged: BTreeMap::new(),
                    disturbed: false,
                    stuck: None,
                });
                return Some(thread);
            }
            wait::for_real(AGAIN).await;
        }
        None
    }

    fn thread_of(&self, channel: Snowflake, begun: &Begun) -> Option<Snowflake> {
        let threads = self.sandbox.threads(channel);
        let id = |thread: &Value| thread["id"].as_str()?.parse().ok();
        match begun {
            Begun::Challenge(card) => threads.iter().filter_map(id).find(|id| *id == card.id()),
            Begun::Practice(number) => {
                let plain = format!("Connect N {number}");
                let is_its = |thread: &&Value| {
                    let name = thread["name"].as_str().unwrap_or_default();
                    name == plain || name.ends_with(&format!(" · {plain}"))
                };
                id(threads.iter().find(is_its)?)
            }
        }
    }

    /// Plays a turn, with retries. Returns false if the match is over or the run is stopped.
    async fn turn(&self, name: &str, thread: Snowflake, column: &str, patient: bool) -> bool {
        let place = self.sandbox.user(name).in_channel(thread);
        let mut in_doubt = false;
        let begun = Instant::now();
        // A deleted or locked thread accepts no command.
        let (mut not_sent, mut asked) = (0, 0);
        while !self.stopped() {
            let answer = if not_sent < PATIENT {
                place.command("move", [("turn", column)]).await
            } else {
                self.move_from_the_channel(name, thread, column).await
            };
            match &answer {
                Answer::NotSent(_) => not_sent += 1,
                answer if is_played(answer) => {
                    self.acknowledge(thread, column, answer);
                    return true;
                }
                Answer::Message(message) if message.content().contains(" is over") => return false,
                // The bot asks for the match if this match is over or unknown, and the player has others waiting.
                Answer::Message(message) if message.content().starts_with("In which match") => {
                    asked += 1;
                    if asked > PATIENT {
                        return false;
                    }
                }
                // The opponent is to move: the unanswered turn was played after all.
                Answer::Message(message)
                    if in_doubt && !patient && message.content().contains("'s turn") =>
                {
                    return true;
                }
                _ => {}
            }
            if begun.elapsed() > STUCK {
                let mut played = self.played.lock().expect("no panic");
                if let Some(table) = played.iter_mut().find(|table| table.thread == thread) {
                    table.stuck = Some(format!("{name} cannot play {column}: {answer:?}"));
                }
                return false;
            }
            // The turn may be played although it was not answered.
            in_doubt = true;
            wait::for_real(AGAIN).await;
        }
        false
    }

    /// Plays a turn in the channel, where the command must name the match.
    async fn move_from_the_channel(&self, name: &str, thread: Snowflake, column: &str) -> Answer {
        let Some(id) = match_of(self.database, thread) else {
            return Answer::NotSent(String::from("nobody knows which match it was"));
        };
        let general = self.sandbox.channel("general");
        let channel = self.sandbox.user(name).in_channel(general);
        let options = [("turn", String::from(column)), ("match", id.to_string())];
        channel.command("move", options).await
    }

    fn acknowledge(&self, thread: Snowflake, column: &str, answer: &Answer) {
        let Some(message) = answer.message() else {
            return;
        };
        // "Turn 3: @Ana played c." If the answer does not name the turn, a later post does.
        let number = message
            .content()
            .split_once("Turn ")
            .and_then(|(_, rest)| rest.split(':').next()?.parse().ok());
        let mut played = self.played.lock().expect("no panic");
        let table = played.iter_mut().find(|table| table.thread == thread);
        if let (Some(number), Some(table)) = (number, table) {
            table.acknowledged.insert(number, column.to_owned());
        }
    }
}

/// A match that was begun.
enum Begun {
    /// By a challenge in the channel, below which the thread opens.
    Challenge(Message),
    /// Against a computer: its number.
    Practice(u64),
}

/// Returns the number in the answer to a person whose match against a computer begins.
fn practice_of(answer: &Message) -> Option<u64> {
    let (_, rest) = answer.content().split_once("Match ")?;
    let (number, rest) = rest.split_once(' ')?;
    rest.starts_with("against ").then(|| number.parse().ok())?
}

/// Whether a post announces a result. The first post of a match between computers begins with the game's name.
fn is_end(message: &Message) -> bool {
    let content = message.content();
    content.starts_with("**") && !content.starts_with("**Connect N**")
}

/// A frame large enough that five in a row is rare.
fn frame() -> Vec<(&'static str, Value)> {
    [("columns", 16), ("rows", 16), ("n", 5)]
        .map(|(name, value)| (name, Value::from(value)))
        .to_vec()
}

/// Waits until the program has no work left. On a timeout, returns the health page.
async fn wait_until_idle(program: &Program) -> Result<(), String> {
    let line = program.until_said("/healthz and /metrics are served").await;
    let (_, address) = line.split_once("address=").expect("an address");
    let page = format!("http://{}/healthz", address.trim());
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client");
    let health = async || {
        let answer = client.get(&page).send().await.ok()?;
        serde_json::from_slice::<Value>(&answer.bytes().await.ok()?).ok()
    };
    let idle = wait::until(QUIET, || async {
        let health = health().await?;
        let busy = [
            "writes",
            "alarms_due",
            "news_owed",
            "searches_running",
            "searches_waiting",
        ];
        let idle = busy.iter().all(|queue| health["queues"][queue] == 0);
        (health["status"] == "ok" && idle).then_some(())
    });
    match idle.await {
        Some(()) => Ok(()),
        None => Err(health().await.unwrap_or_default().to_string()),
    }
}

fn memory(program: &Program) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|kilobytes| kilobytes * 1024)
}

/// Returns the match of a thread. The thread's id is the card's id, and a deleted card is replaced by another.
fn match_of(database: &Path, thread: Snowflake) -> Option<MatchId> {
    let connection = Connection::open(database).ok()?;
    let sql = "SELECT match_id FROM places WHERE thread = ?1 OR card = ?1";
    let id = connection.query_row(sql, [thread.0.cast_signed()], |row| row.get::<_, i64>(0));
    id.ok().map(|id| MatchId(id.cast_unsigned()))
}
