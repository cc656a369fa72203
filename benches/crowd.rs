//! Measures the real program with many matches in its database and many turns a second.
//!
//! `cargo bench --bench crowd -- 1000000 60` fills a database with 1,000,000 finished and 10,000 running matches,
//! starts `anteroom run` on it with a sandbox as its Discord, and prints the time to the first answer. Then people
//! play 200 turns a second (`CROWD_TURNS` sets another rate) for 60 seconds, each with the picture of the board,
//! while one person gives all reading commands, a hundred a second. It prints the turns per second, the median and
//! the 99th percentile of the waits (with the sandbox's own work), the program's peak memory, and the durations of
//! its callbacks and commits by its own metrics. `SOAK_PROGRAM` names another build of the program.
//!
//! `cargo bench --bench crowd -- hostile 300` lets one person do everything again and again for 300 seconds, on a new
//! database. It prints the program's memory and the database's size on the way. Neither may keep growing.
//!
//! `cargo bench --bench crowd -- noise 20` lets one person ask thirty times a second, for 20 seconds per kind of
//! work, and prints the waits of others. `benches/noise.rs` has the figures.
//!
//! `cargo bench --bench crowd -- thinking 2000` gives 2,000 commands while computers think as much as they may, and
//! 2,000 before and 2,000 after that without thinking. It prints the waits and their ratio. With
//! `ANTEROOM_COMPUTERS_SEARCHES=2` two computers think at once on two cores. The computers think about the first turn
//! of анааш on 4×4, which takes seconds, so few turns are announced during a run. `thinking 2000 10` uses 10×10 instead,
//! with one or two turns a second.
//!
//! `cargo bench --bench crowd -- season` lets 600 people join a league, so that sixty divisions with 2,700 games begin at
//! once when the clock is moved to Monday, with the sandbox's rate limits. It prints when all tables are posted and all
//! games are written, the processor's time for that, how long `/league` and `/move` in a single match take at the
//! same time, with the sandbox's own work, how late other matches end whose clocks run out, and the program's peak
//! memory. It needs a C compiler.
//!
//! `cargo bench --bench crowd -- tournament` begins a knock-out of 128 people and then, on a new database, a Swiss
//! tournament of 128, with the sandbox's rate limits. It prints when all games are written, when the news and all posts are
//! there, the processor's time for that, how long `/tournament` takes at the same time, the bounds of these, and the
//! program's peak memory.
//!
//! `cargo bench --bench crowd -- readers 60` does the same on a small database while 1,000 readers watch a match's page and
//! others ask for pages and pictures, 500 times a second. It prints what the watchers cost, and how long pages and
//! pictures take.
//!
//! `cargo bench --bench crowd -- edits 300` begins forty single matches with cards and ten games of a league in one channel,
//! makes their messages two hours old, and lets people play a turn in ten seconds for 300 seconds, then a turn a second.
//! Some matches end at random moments. It prints how late the cards and the table are with the sandbox's limit of three
//! edits in six seconds, and fails if a bound is missed. It needs a C compiler.
//!
//! `cargo bench --bench crowd -- votes 500` lets 500 people vote on four turns of a team, on the first and the fourth
//! within a minute, with the sandbox's rate limits. It prints the edits of the board, all requests that count, how long
//! people wait for answers, with the sandbox's own work, the processor's time a vote, and the program's memory. It fails
//! if the board is edited more than five times in a minute. It needs a C compiler.

#[path = "contests.rs"]
mod contests;
#[path = "edits.rs"]
mod edits;
#[path = "filled.rs"]
mod filled;
#[path = "../tests/it/support/forms.rs"]
mod forms;
#[path = "../tests/it/support/hostile_acts.rs"]
mod hostile_acts;
#[path = "noise.rs"]
mod noise;
#[path = "../tests/it/support/play.rs"]
mod play;
#[path = "../tests/it/support/program.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod program;
#[path = "readers.rs"]
mod readers;
#[path = "season.rs"]
mod season;
#[path = "../tests/it/support/surroundings.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod surroundings;
#[path = "thinking.rs"]
mod thinking;
#[path = "tournament.rs"]
mod tournament;
#[path = "votes.rs"]
mod votes;
#[path = "../tests/it/support/wait.rs"]
mod wait;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use loopback_discord::{Answer, Sandbox};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{Mutex, Semaphore};

use filled::Given;
use program::Program;

/// The number of running matches besides those of the load.
const RUNNING: u64 = 10_000;

/// The number of servers over which all matches are spread. The load is in the first.
const SERVERS: u64 = 20;

/// The number of matches over which the load is spread.
const TABLES: usize = 32;

/// The columns that are filled, on a frame of 9×7 with five in a row. No two are adjacent, so neither seat wins.
const COLUMNS: [&str; 4] = ["c", "e", "g", "i"];

/// The number of chips in a column of that frame.
const ROWS: usize = 7;

/// The turns with which the first seat then wins. A person may play at most a hundred matches at a time.
const END: [&str; 9] = ["a", "b", "a", "b", "a", "b", "a", "b", "a"];

/// The number of reading commands a second beside the turns. Slow commands lower this rate.
const READS: u32 = 100;

/// The number of challenges open at a time. The bot limits those of one person.
const OPEN: usize = 4;

/// A match of the load. A permit allows one turn.
struct Table {
    permits: Semaphore,
    /// Whether the match waits for a permit.
    waiting: AtomicBool,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            permits: Semaphore::new(0),
            waiting: AtomicBool::new(false),
        }
    }
}

impl Table {
    fn waits(&self) -> bool {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// The durations of actions, keyed by the kind of action.
type Times = Arc<Mutex<BTreeMap<&'static str, Vec<Duration>>>>;

fn main() {
    // Cargo itself adds `--bench`.
    let mut given = std::env::args()
        .skip(1)
        .filter(|one| !one.starts_with("--"));
    let first = given.next();
    let number = |given: Option<String>, usual: u64| {
        given.map_or(usual, |number| number.parse().expect("a number"))
    };
    let second = given.next();
    let third = given.next();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let seconds = |given| Duration::from_secs(number(given, 60));
    match first.as_deref() {
        Some("edits") => {
            let time = Duration::from_secs(number(second, 300));
            runtime.block_on(edits::of_old_messages(time));
        }
        Some("hostile") => runtime.block_on(hostile(seconds(second))),
        Some("noise") => runtime.block_on(noise::beside(Duration::from_secs(number(second, 20)))),
        Some("season") => runtime.block_on(season::of_sixty_divisions()),
        Some("thinking") => runtime.block_on(thinking::beside(
            number(second, 2_000) as usize,
            number(third, 4),
        )),
        Some("tournament") => runtime.block_on(tournament::of_128_people()),
        Some("votes") => runtime.block_on(votes::in_a_minute(number(second, 500) as usize)),
        Some("readers") => runtime.block_on(crowd(1_000, seconds(second), true)),
        _ => runtime.block_on(crowd(number(first, 1_000_000), seconds(second), false)),
    }
}

/// Lets one person do everything they can for this time.
async fn hostile(time: Duration) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("matches.db");
    let sandbox = Arc::new(program::sandbox().await);
    let program = Program::connected(&sandbox, &path, &[]).await;
    let general = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let thread = program::begin(&sandbox, sandbox.channel("general"), &[]).await;
    let own = sandbox.user("ana").in_channel(thread);
    program::play(&own, "d").await;
    let (begun, mut rounds, mut told) = (Instant::now(), 0, Duration::ZERO);
    loop {
        let elapsed = begun.elapsed();
        if elapsed >= told {
            let bytes = ["matches.db", "matches.db-wal"].map(|name| {
                std::fs::metadata(folder.path().join(name)).map_or(0, |file| file.len())
            });
            println!(
                "after {:.0} s and {rounds} rounds of all acts: {} kB of memory, {} kB in the database and {} kB beside it",
                elapsed.as_secs_f64(),
                memory(&program, "VmRSS:"),
                bytes[0] / 1024,
                bytes[1] / 1024,
            );
            told += time / 10;
        }
        if elapsed >= time {
            break;
        }
        hostile_acts::everything(&general, &own, rounds).await;
        rounds += 1;
        sandbox.clear_journal();
    }
    println!("most memory: {} kB", memory(&program, "VmHWM:"));
}

async fn crowd(finished: u64, time: Duration, read_too: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("matches.db");
    let sandbox = Arc::new(program::sandbox().await);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a time after 1970");
    drop(anteroom::features::open(&path).expect("a new database"));
    filled::fill(
        &path,
        &Given {
            finished,
            running: RUNNING,
            me: sandbox.user("cleo").id().0,
            guild: sandbox.guild_id().0,
            servers: SERVERS,
            channel: sandbox.channel("general").0,
            since: i64::try_from(now.as_millis()).expect("a time") - 1_000 * RUNNING.cast_signed(),
        },
    );
    // Without a sync, pending writes to the disk would delay every turn.
    let file = std::fs::File::open(&path).expect("the database");
    file.sync_all().expect("synced");
    let bytes = file.metadata().expect("the database").len();
    println!(
        "{finished} finished matches and {RUNNING} running: {} MB",
        bytes / 1_000_000
    );

    let begun = Instant::now();
    let monitor = free_address();
    let web = free_address();
    let address = format!("http://{web}");
    let mut variables = vec![("ANTEROOM_MONITOR_LISTEN", monitor.as_str())];
    if read_too {
        variables.push(("ANTEROOM_WEB_LISTEN", &web));
        variables.push(("ANTEROOM_WEB_ADDRESS", &address));
    }
    let program = Program::start(&sandbox, &path, &variables);
    sandbox.until_online().await.expect("the bot online");
    println!("online after {:?}", begun.elapsed());
    let cleo = sandbox.user("cleo").in_channel(sandbox.channel("general"));
    while !matches!(
        cleo.command("games", NOTHING).await,
        Answer::Message(_) | Answer::Deferred(_)
    ) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    println!("first answer after {:?}", begun.elapsed());
    program.until_said("commands are registered").await;
    println!("memory before: {} kB", memory(&program, "VmRSS:"));

    let readers = match read_too {
        true => Some(readers::Readers::begin(&sandbox, &program, &address).await),
        false => None,
    };
    let (times, stopped) = (Times::default(), Arc::new(AtomicBool::new(false)));
    let tables: Arc<[Table]> = (0..TABLES).map(|_| Table::default()).collect();
    let beginning = Arc::new(Semaphore::new(OPEN));
    let mut players = tokio::task::JoinSet::new();
    for table in 0..TABLES {
        players.spawn(play(
            table,
            Arc::clone(&sandbox),
            Arc::clone(&tables),
            Arc::clone(&beginning),
            Arc::clone(&times),
            Arc::clone(&stopped),
        ));
    }
    let reading =
        readers.map(|readers| tokio::spawn(readers.read(Arc::clone(&times), Arc::clone(&stopped))));
    let reader = tokio::spawn(read(
        Arc::clone(&sandbox),
        Arc::clone(&times),
        Arc::clone(&stopped),
    ));
    let rate: u64 =
        std::env::var("CROWD_TURNS").map_or(200, |rate| rate.parse().expect("a number"));
    let mut ticks =
        tokio::time::interval(Duration::from_secs(1) / u32::try_from(rate).expect("a rate"));
    let (begun, mut owed) = (Instant::now(), 0_u32);
    let mut chance = fastrand::Rng::with_seed(1);
    while begun.elapsed() < time {
        ticks.tick().await;
        owed += 1;
        // Tables are chosen at random. In a fixed order, matches that ended together would do so again and again.
        let mut waiting: Vec<&Table> = tables.iter().filter(|table| table.waits()).collect();
        while owed > 0 && !waiting.is_empty() {
            let table = waiting.swap_remove(chance.usize(0..waiting.len()));
            table.waiting.store(false, Ordering::Relaxed);
            table.permits.add_permits(1);
            owed -= 1;
        }
    }
    let taken = times.lock().await.clone();
    let turns: usize = ["a first turn", "a turn", "a last turn"]
        .map(|what| taken.get(what).map_or(0, Vec::len))
        .iter()
        .sum();
    println!(
        "{:.0} turns a second were made, of {rate} that were wanted",
        turns as f64 / begun.elapsed().as_secs_f64()
    );
    stopped.store(true, Ordering::Relaxed);
    tables.iter().for_each(|table| table.permits.close());
    players.join_all().await;
    reader.await.expect("no panic");
    if let Some(reading) = reading {
        reading.await.expect("no panic");
    }
    for (what, times) in times.lock().await.iter_mut() {
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        println!(
            "{what}: {} times, middle {:?}, 99 of 100 within {:?}, slowest {:?}",
            times.len(),
            at(50),
            at(99),
            at(100)
        );
    }
    println!("most memory: {} kB", memory(&program, "VmHWM:"));
    let metrics = metrics(&monitor).await.expect("the program's metrics");
    for (what, name) in [
        ("callbacks", "anteroom_callback_duration_seconds"),
        ("commits", "anteroom_commit_duration_seconds"),
    ] {
        println!("the program's own {what}: {}", within(&metrics, name));
    }
}

/// Returns a local address with a port that was free just now.
fn free_address() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").to_string()
}

/// Returns the program's `/metrics`.
async fn metrics(address: &str) -> std::io::Result<String> {
    let mut stream = tokio::net::TcpStream::connect(address).await?;
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

/// Returns the share of a histogram's observations within each bound, summed over all labels.
fn within(metrics: &str, histogram: &str) -> String {
    let mut counts: Vec<(String, u64)> = Vec::new();
    for line in metrics.lines() {
        let Some(rest) = line
            .strip_prefix(histogram)
            .and_then(|rest| rest.strip_prefix("_bucket"))
        else {
            continue;
        };
        let Some((_, rest)) = rest.split_once("le=\"") else {
            continue;
        };
        let Some((bound, count)) = rest.split_once("\"} ") else {
            continue;
        };
        let count = count.trim().parse().unwrap_or(0);
        match counts.iter_mut().find(|(known, _)| known == bound) {
            Some((_, sum)) => *sum += count,
            None => counts.push((bound.to_owned(), count)),
        }
    }
    let all = counts.last().map_or(0, |(_, count)| *count);
    let shares = counts.iter().map(|(bound, count)| {
        format!(
            "{:.1} % within {bound} s",
            *count as f64 * 100.0 / all.max(1) as f64
        )
    });
    format!("{all}; {}", shares.collect::<Vec<_>>().join(", "))
}

const NOTHING: [(&str, &str); 0] = [];

/// Plays matches, one turn per permit. A table's number shortens its first match, so that not all matches end and
/// begin at the same time.
async fn play(
    table: usize,
    sandbox: Arc<Sandbox>,
    tables: Arc<[Table]>,
    beginning: Arc<Semaphore>,
    times: Times,
    stopped: Arc<AtomicBool>,
) {
    let frame = [("columns", 9), ("rows", ROWS as i64), ("n", 5)];
    let frame = frame.map(|(name, size)| (name, Value::from(size)));
    let filling = COLUMNS.iter().flat_map(|column| [*column; ROWS]);
    // An even number of turns is left out, so that the same seat wins.
    let mut left_out = filling.clone().count() / 2 * table / TABLES * 2;
    while !stopped.load(Ordering::Relaxed) {
        let one = beginning.acquire().await.expect("never closed");
        let thread = program::begin(&sandbox, sandbox.channel("general"), &frame).await;
        drop(one);
        let places = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
        let turns: Vec<_> = filling.clone().skip(left_out).chain(END).collect();
        left_out = 0;
        for (turn, column) in turns.iter().enumerate() {
            tables[table].waiting.store(true, Ordering::Relaxed);
            let Ok(permit) = tables[table].permits.acquire().await else {
                return;
            };
            permit.forget();
            let begun = Instant::now();
            program::play(&places[turn % 2], column).await;
            let what = match turn {
                0 => "a first turn",
                turn if turn + 1 == turns.len() => "a last turn",
                _ => "a turn",
            };
            note(&times, what, begun).await;
        }
        // The sandbox's journal is not needed.
        sandbox.clear_journal();
    }
}

/// Gives all reading commands in turn, at the rate `READS`: those of a match in a match with one turn, and the lists
/// as a person who plays 500 matches and has played many.
async fn read(sandbox: Arc<Sandbox>, times: Times, stopped: Arc<AtomicBool>) {
    let general = sandbox.channel("general");
    let thread = program::begin(&sandbox, general, &[]).await;
    let ana = sandbox.user("ana").in_channel(thread);
    let cleo = sandbox.user("cleo").in_channel(general);
    program::play(&ana, "d").await;
    let of_the_match = ["board", "describe"].map(|name| (&ana, name, None));
    let lists = ["help", "games", "profile", "settings", "away", "puzzle"];
    let lists = lists.map(|name| (&cleo, name, None));
    let tabs = ["Challenges", "Here", "Finished"].map(|tab| (&cleo, "games", Some(("show", tab))));
    let of_games = [("leaderboard", "connect-n"), ("rules", "anache")]
        .map(|(name, game)| (&cleo, name, Some(("game", game))));
    let commands: Vec<_> = of_the_match
        .into_iter()
        .chain(lists)
        .chain(tabs)
        .chain(of_games)
        .collect();
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / READS);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while !stopped.load(Ordering::Relaxed) {
        for (place, name, option) in &commands {
            ticks.tick().await;
            let begun = Instant::now();
            let answer = place.command(name, *option).await;
            let answered = matches!(answer, Answer::Message(_) | Answer::Deferred(_));
            assert!(answered, "/{name}: {answer:#?}");
            let tab = option.and_then(|(option, tab)| (option == "show").then_some(tab));
            let what = tab.unwrap_or(name);
            note(&times, what, begun).await;
        }
        for (what, place, name, option) in [
            ("/move while typing", &ana, "move", "turn"),
            ("/board while typing", &cleo, "board", "match"),
        ] {
            ticks.tick().await;
            let begun = Instant::now();
            let answer = place.autocomplete(name, option, "", NOTHING).await;
            assert!(answer.choices().is_some(), "{what}: {answer:#?}");
            note(&times, what, begun).await;
        }
    }
}

async fn note(times: &Times, what: &'static str, begun: Instant) {
    let took = begun.elapsed();
    times.lock().await.entry(what).or_default().push(took);
}

/// Returns the program's current or peak memory in kilobytes; 0 if the system does not report it.
fn memory(program: &Program, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_ascii_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}
