//! Measures how the memory of the real program grows with interactions.
//!
//! `cargo bench --bench soak -- 60000` starts `anteroom run` on a new database with a sandbox as its Discord. People
//! there perform 60,000 interactions (the default), eight at a time, each as soon as the last one is answered:
//! `/help`, `/games`, `/board`, a press of *History*, and the completion of a turn. It prints the program's resident
//! memory after the first 2,000, on the way and at the end, the growth, and the rate. It fails if the memory grows by
//! more than 5 MB. `SOAK_PROGRAM` names another build of the program.
//!
//! `cargo bench --bench soak -- presses 200` presses *History* 200 times at once.
//! `cargo bench --bench soak -- turns 42000` plays 42,000 turns of matches on the largest frame of Connect N, eight
//! matches at a time. Both print the program's peak memory and fail if it is more than 100 MB.
//!
//! `cargo bench --bench soak -- mix 2000` plays 2,000 random turns in matches of all games and prints the program's
//! processor time and counted requests per turn.
//!
//! `cargo bench --bench soak -- kills 500` kills the program 500 times at random while people play, computers think
//! and clocks run out. `cargo bench --bench soak -- trouble 1800` makes everything around the program fail for 1,800
//! seconds: Discord's answers, its gateway, deliveries, permissions, threads, and the database. The program's disk
//! runs full if a disk can be mounted (as root). Its calendar clock is stepped by hours and days both ways if there
//! is a C compiler. A second number is the random seed.
//!
//! `cargo bench --bench soak -- outages` cuts Discord's gateway off for 10, 30, 60 and 150 seconds. Discord has then
//! forgotten the session. It prints after which time the program is back and how many sessions it has begun, and fails
//! if it takes more than 4 seconds.
//!
//! At the end `kills` and `trouble` check that every acknowledged turn is stored once and was announced once, that no work is left
//! two minutes after the bot has answered somebody, that the memory has grown by at most 30 MiB, and that the checks
//! of `anteroom doctor` find nothing. `SOAK_KEEP` names a folder that keeps the program's database and log.

#[path = "../tests/it/support/play.rs"]
mod play;
#[path = "../tests/it/support/program.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod program;
#[path = "../tests/it/support/surroundings.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod surroundings;
#[path = "../tests/it/support/trouble.rs"]
mod trouble;
#[path = "../tests/it/support/under_fire.rs"]
mod under_fire;
#[path = "../tests/it/support/wait.rs"]
mod wait;

use std::ffi::OsString;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anteroom::games::{CATALOGUE, Game, GivenOptions};
use loopback_discord::{Answer, Clock, Message, Place, Sandbox, SandboxConfig};
use serde_json::Value;
use tempfile::TempDir;

/// The number of interactions after which the caches are filled.
const FIRST: usize = 2_000;

/// The number of interactions between two printed lines.
const STEP: usize = 2_000;

/// The number of interactions or matches at a time.
const AT_ONCE: usize = 8;

/// The maximum growth of the memory in kilobytes, for 60,000 interactions.
const MOST: u64 = 5_000;

/// The maximum memory of the program in kilobytes, under any load.
const PEAK: u64 = 100_000;

/// The columns of the largest frame that are filled. No two are adjacent, so neither seat wins.
const COLUMNS: [&str; 7] = ["c", "e", "g", "i", "k", "m", "o"];

/// The number of chips in a column of that frame.
const ROWS: usize = 16;

/// The turns with which the first seat then wins. A person may play at most a hundred matches at a time.
const END: [&str; 9] = ["a", "b", "a", "b", "a", "b", "a", "b", "a"];

const NOTHING: [(&str, &str); 0] = [];

/// The running program, killed on drop.
struct Program {
    child: Child,
    _folder: TempDir,
}

impl Program {
    fn start(sandbox: &Sandbox) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let built = || OsString::from(env!("CARGO_BIN_EXE_anteroom"));
        let child = Command::new(std::env::var_os("SOAK_PROGRAM").unwrap_or_else(built))
            .arg("run")
            .current_dir(folder.path())
            .env("ANTEROOM_DISCORD_TOKEN", sandbox.token())
            .env("ANTEROOM_DISCORD_API_URL", sandbox.base_url())
            .env("ANTEROOM_DATABASE_PATH", folder.path().join("a.sqlite"))
            .stdin(Stdio::null())
            .spawn()
            .expect("the program");
        Self {
            child,
            _folder: folder,
        }
    }

    /// Returns the resident memory in kilobytes, if the system reports it.
    fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// Returns the peak resident memory in kilobytes, if the system reports it.
    fn peak(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    /// Returns the used processor time, if the system reports it.
    fn processor(&self) -> Option<Duration> {
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(path).ok()?;
        // The fields after the name, which may have spaces. Fields 14 and 15 of all are user and system time in
        // hundredths of a second.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
    }

    fn status(&self, name: &str) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_ascii_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() {
    // Cargo itself adds `--bench`.
    let mut given = std::env::args()
        .skip(1)
        .filter(|one| !one.starts_with("--"));
    let what = given.next();
    let many = |given: Option<String>, usual| {
        given.map_or(usual, |number| number.parse().expect("a number"))
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    match what.as_deref() {
        Some("presses") => runtime.block_on(presses(many(given.next(), 200))),
        Some("kills") => {
            let times = many(given.next(), 500);
            let seed = many(given.next(), 1) as u64;
            survived(&runtime.block_on(trouble::killed(times, seed)));
        }
        Some("trouble") => {
            let seconds = Duration::from_secs(many(given.next(), 1_800) as u64);
            let seed = many(given.next(), 1) as u64;
            survived(&runtime.block_on(trouble::run_with_faults(seconds, seed)));
        }
        Some("outages") => runtime.block_on(outages()),
        Some("mix") => runtime.block_on(mix(many(given.next(), 2_000))),
        Some("turns") => runtime.block_on(turns(many(given.next(), 42_000))),
        _ => runtime.block_on(soak(many(what, 60_000))),
    }
}

/// Cuts the gateway off for several times, and prints how soon the program is back.
async fn outages() {
    let sandbox = Sandbox::start(SandboxConfig::default())
        .await
        .expect("a sandbox");
    let _program = Program::start(&sandbox);
    sandbox.until_online().await.expect("the bot online");
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    for seconds in [10, 30, 60, 150] {
        let before = sandbox.session_counts().0;
        sandbox.gateway_refuses(true);
        sandbox.gateway_cut();
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        sandbox.gateway_forget();
        sandbox.gateway_refuses(false);
        let well = Instant::now();
        let answer = loop {
            let back = sandbox.until_online().await;
            back.expect("the bot online");
            match ana.command("help", NOTHING).await {
                Answer::Message(_) => break well.elapsed(),
                // It was not back yet.
                other => println!("{other:?}"),
            }
        };
        let begun = sandbox.session_counts().0 - before;
        println!(
            "after {seconds} s: back within {:.1} s, {begun} sessions begun",
            answer.as_secs_f64()
        );
        assert!(answer <= Duration::from_secs(4), "{answer:?}");
        assert_eq!(begun, 1, "sessions begun");
    }
}

/// Prints the outcome, and fails if something is wrong.
fn survived(outcome: &under_fire::Outcome) {
    println!("{outcome:#?}");
    assert!(outcome.wrong.is_empty(), "something was lost");
}

/// Starts a sandbox and the program in it.
async fn stage() -> (Sandbox, Program) {
    let mut config = SandboxConfig::default();
    config.clock = Clock::running();
    config.limits_rates = false;
    config.thread_limits = program::UNLIMITED_THREADS;
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let program = Program::start(&sandbox);
    sandbox.until_online().await.expect("the bot online");
    sandbox
        .until(|sandbox| (!sandbox.commands().is_empty()).then_some(()))
        .await
        .expect("commands");
    (sandbox, program)
}

async fn soak(all: usize) {
    let (sandbox, program) = stage().await;
    let (place, board) = begin(&sandbox).await;
    let history = board.button("History").expect("a button").custom_id;
    let act = Arc::new(Acts {
        place,
        board,
        history,
    });

    let first = FIRST.min(all);
    many(&act, 0..first).await;
    let before = program.memory();
    println!("after {first}: {}", kilobytes(before));
    let begun = Instant::now();
    let mut done = first;
    while done < all {
        let next = (done + STEP).min(all);
        many(&act, done..next).await;
        // The sandbox's journal is not needed.
        sandbox.clear_journal();
        done = next;
        println!(
            "after {done}: {}, {:.0} a second",
            kilobytes(program.memory()),
            (done - first) as f64 / begun.elapsed().as_secs_f64()
        );
    }
    let (Some(before), Some(after)) = (before, program.memory()) else {
        println!("this system does not tell how much memory a program has");
        return;
    };
    let grown = after.saturating_sub(before);
    println!("grown by {grown} kB in {} interactions", all - first);
    assert!(grown <= MOST, "that is too much");
}

/// Presses *History* this many times at once.
async fn presses(all: usize) {
    let (sandbox, program) = stage().await;
    let (place, board) = begin(&sandbox).await;
    let history = board.button("History").expect("a button").custom_id;
    println!("before: {}", kilobytes(program.memory()));
    let mut pressing = tokio::task::JoinSet::new();
    for _ in 0..all {
        let (place, board, history) = (place.clone(), board.clone(), history.clone());
        pressing.spawn(async move {
            match place.click(&board, &history).await {
                // The bot defers an answer that takes longer than two seconds.
                Answer::Message(message) => assert!(message.is_ephemeral()),
                Answer::Deferred(_) => {}
                answer => panic!("not answered: {answer:#?}"),
            }
        });
    }
    pressing.join_all().await;
    judge(&program, &format!("{all} presses at once"));
}

/// Plays this many turns.
async fn turns(all: usize) {
    let (sandbox, program) = stage().await;
    println!("before: {}", kilobytes(program.memory()));
    let sandbox = Arc::new(sandbox);
    let left = Arc::new(AtomicUsize::new(all));
    let begun = Instant::now();
    let mut playing = tokio::task::JoinSet::new();
    for _ in 0..AT_ONCE {
        let (sandbox, left) = (Arc::clone(&sandbox), Arc::clone(&left));
        playing.spawn(async move {
            while left.load(Ordering::Relaxed) > 0 {
                play(&sandbox, &left).await;
                sandbox.clear_journal();
            }
        });
    }
    playing.join_all().await;
    let rate = all as f64 / begun.elapsed().as_secs_f64();
    judge(&program, &format!("{all} turns, {rate:.0} a second"));
}

/// Begins a match of two people in a channel. Returns their places in its thread, and its number.
async fn table(
    sandbox: &Sandbox,
    game: &str,
    options: impl IntoIterator<Item = (&str, Value)>,
) -> ([Place; 2], String) {
    let general = sandbox.channel("general");
    let ana = sandbox.user("ana").in_channel(general);
    let answer = play::challenges(&ana, game, options).await;
    let Answer::Message(challenge) = answer else {
        panic!("not a challenge: {answer:#?}")
    };
    let ben = sandbox.user("ben").in_channel(general);
    ben.press(&challenge, "Accept").await;
    // A thread has the number of the message from which it was opened.
    let card = challenge.id();
    let thread = sandbox
        .until(|sandbox| {
            let threads = sandbox.threads(general);
            let mut ids = threads
                .iter()
                .filter_map(|thread| thread["id"].as_str()?.parse().ok());
            ids.find(|id| *id == card)
        })
        .await
        .expect("a thread");
    let places = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
    let board = sandbox.until(|_| {
        let messages = places[0].messages();
        messages
            .iter()
            .any(|message| message.button("Move…").is_some())
            .then_some(())
    });
    board.await.expect("a board");
    let content = challenge.content();
    let number = content
        .split("(match ")
        .nth(1)
        .and_then(|rest| rest.split(')').next());
    (places, number.expect("a number").to_owned())
}

/// Takes one of the remaining turns; false if no turn is left.
fn take(left: &AtomicUsize) -> bool {
    let one_less = |left: usize| left.checked_sub(1);
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
        .is_ok()
}

/// Sends a turn of a match, in up to 100 tries.
async fn moves(place: &Place, id: &str, turn: &str) {
    let mut tries = 0..100;
    loop {
        let answer = place.command("move", [("turn", turn), ("match", id)]).await;
        match &answer {
            // The bot may not have noted the thread yet. Then only the player reads the answer.
            Answer::Message(message)
                if !message.is_ephemeral() || message.content().starts_with("You played") =>
            {
                return;
            }
            Answer::Deferred(_) => return,
            // The bot may take a moment to note a message that is in Discord already.
            _ => assert!(tries.next().is_some(), "{answer:#?}"),
        }
    }
}

/// Plays one match on the largest frame while turns are left.
async fn play(sandbox: &Sandbox, left: &AtomicUsize) {
    let options = [
        ("opponent", Value::from("ben")),
        ("colour", Value::from("Red")),
        ("columns", Value::from(16)),
        ("rows", Value::from(16)),
        ("n", Value::from(5)),
    ];
    let (places, id) = table(sandbox, "connect-n", options).await;
    let filling = COLUMNS.iter().flat_map(|column| [*column; ROWS]);
    for (turn, column) in filling.chain(END).enumerate() {
        if !take(left) {
            return;
        }
        moves(&places[turn % 2], &id, column).await;
    }
}

/// Plays this many random turns in matches of all games, and prints the processor time and the counted requests per
/// turn.
async fn mix(all: usize) {
    let (sandbox, program) = stage().await;
    let sandbox = Arc::new(sandbox);
    let left = Arc::new(AtomicUsize::new(all));
    let (begun, before) = (Instant::now(), program.processor());
    let mut playing = tokio::task::JoinSet::new();
    for seed in 0..AT_ONCE {
        let (sandbox, left) = (Arc::clone(&sandbox), Arc::clone(&left));
        playing.spawn(async move {
            let mut rng = fastrand::Rng::with_seed(seed as u64);
            for game in CATALOGUE.iter().cycle().skip(seed) {
                if left.load(Ordering::Relaxed) == 0 {
                    return;
                }
                by_chance(&sandbox, game, &left, &mut rng).await;
            }
        });
    }
    playing.join_all().await;
    let rate = all as f64 / begun.elapsed().as_secs_f64();
    if let (Some(before), Some(after)) = (before, program.processor()) {
        let each = (after - before).as_secs_f64() * 1000.0 / all as f64;
        println!("{each:.2} ms of processor time a turn");
    }
    // The journal keeps the latest 20,000 requests, which are those of over 7,000 turns.
    let counted = sandbox.journal().iter().filter(|one| one.counted).count();
    let each = counted as f64 / all as f64;
    println!("{each:.2} counted requests a turn, with those that begin matches");
    let peak = kilobytes(program.peak());
    println!("{all} turns of all games, {rate:.0} a second: at most {peak}");
}

/// Plays one match of at most 40 random turns while turns are left.
async fn by_chance(sandbox: &Sandbox, game: &Game, left: &AtomicUsize, rng: &mut fastrand::Rng) {
    let settings = game.complete_options(&GivenOptions::new(), || 7);
    let settings = settings.expect("settings");
    let mut position = game.start(&settings).expect("a position");
    // The match must have the options that were drawn here.
    let mut options = vec![
        ("opponent", Value::from("ben")),
        ("colour", Value::from(game.card.seats[0])),
    ];
    if let Some(board) = settings.get("board") {
        options.push(("board", Value::from(board)));
    }
    let (places, id) = table(sandbox, game.card.key, options).await;
    for _ in 0..40 {
        let Some(seat) = position.to_move() else {
            return;
        };
        let mut turn = Vec::new();
        loop {
            let steps = position.steps();
            let step = steps[rng.usize(..steps.len())].clone();
            position.play(&step).expect("a legal step");
            turn.push(step);
            if position.turn().is_empty() {
                break;
            }
        }
        if !take(left) {
            return;
        }
        moves(&places[seat.index()], &id, &turn.join(" ")).await;
    }
}

/// Prints the peak memory, and fails if it is too much.
fn judge(program: &Program, what: &str) {
    let Some(peak) = program.peak() else {
        println!("this system does not tell how much memory a program has");
        return;
    };
    println!(
        "{what}: at most {peak} kB, now {}",
        kilobytes(program.memory())
    );
    assert!(peak <= PEAK, "that is too much");
}

fn kilobytes(memory: Option<u64>) -> String {
    memory.map_or_else(|| String::from("unknown"), |memory| format!("{memory} kB"))
}

/// Begins a match. Returns Ana's place in its thread, and its board.
async fn begin(sandbox: &Sandbox) -> (Place, Message) {
    let general = sandbox.channel("general");
    let ana = sandbox.user("ana").in_channel(general);
    let options = [("opponent", "ben"), ("colour", "Red")];
    let answer = play::challenges(&ana, "connect-n", options).await;
    let Answer::Message(challenge) = answer else {
        panic!("not a challenge: {answer:#?}")
    };
    let ben = sandbox.user("ben").in_channel(general);
    // If the bot has not noted its own challenge yet, it answers the press in words. The thread opens all the same.
    drop(ben.press(&challenge, "Accept").await);
    let thread = sandbox
        .until(|sandbox| {
            let threads = sandbox.threads(general);
            threads.first()?["id"].as_str()?.parse().ok()
        })
        .await
        .expect("a thread");
    let place = sandbox.user("ana").in_channel(thread);
    // A board has no *History* button before the first turn.
    let first_board = sandbox.until(|_| (place.messages().len() > 1).then_some(()));
    first_board.await.expect("a board");
    drop(place.command("move", [("turn", "d")]).await);
    let board = sandbox
        .until(|_| {
            let mut messages = place.messages().into_iter();
            messages.find(|message| message.button("History").is_some())
        })
        .await
        .expect("a board");
    (place, board)
}

/// The acts of a person.
struct Acts {
    place: Place,
    board: Message,
    history: String,
}

impl Acts {
    async fn number(&self, number: usize) {
        let place = &self.place;
        let answer = match number % 5 {
            0 => place.command("help", NOTHING).await,
            1 => place.command("games", NOTHING).await,
            2 => place.command("board", NOTHING).await,
            3 => place.click(&self.board, &self.history).await,
            _ => place.autocomplete("move", "turn", "", NOTHING).await,
        };
        let answered = match &answer {
            Answer::Message(message) => message.is_ephemeral(),
            answer => answer.choices().is_some_and(|choices| !choices.is_empty()),
        };
        assert!(answered, "interaction {number}: {answer:#?}");
    }
}

/// Performs the acts with these numbers, eight at a time.
async fn many(acts: &Arc<Acts>, numbers: std::ops::Range<usize>) {
    let next = Arc::new(AtomicUsize::new(numbers.start));
    let mut working = tokio::task::JoinSet::new();
    for _ in 0..AT_ONCE {
        let (acts, next, end) = (Arc::clone(acts), Arc::clone(&next), numbers.end);
        working.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= end {
                    return;
                }
                acts.number(number).await;
            }
        });
    }
    working.join_all().await;
}
