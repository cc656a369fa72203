//! How the memory of the real program grows with interactions.
//!
//! `cargo bench --bench soak -- 60000` starts `anteroom run` on a new database with a sandbox for its Discord, lets people
//! there do *n* things (60,000 when no number is given), several at a time and each as soon as the one before is
//! answered, and prints the resident memory of the program after the first 2,000, on the way and at the end, by how much
//! it has grown, and the rate. `SOAK_PROGRAM` names another build of the program to be measured. What is done: `/help`, `/games`, `/board`, a press of *History*, and what is offered while
//! a turn is typed. It fails when the memory grows by more than 5 MB for 60,000.
//!
//! `cargo bench --bench soak -- presses 200` lets *n* people press *History* at once, and
//! `cargo bench --bench soak -- turns 42000` plays *n* turns of matches on the largest frame of Connect N, eight matches at
//! a time. Both print the most memory that the program ever had, and fail when that was more than 100 MB.
//!
//! `cargo bench --bench soak -- mix 2000` plays *n* turns by chance in matches of all games and prints how much processor time a turn
//! costs the program.
//!
//! `cargo bench --bench soak -- kills 500` kills the program *n* times at random while people play, computers think and clocks run
//! out, and `cargo bench --bench soak -- trouble 1800` lets everything around it go wrong for this many seconds: answers of Discord,
//! its gateway, deliveries, permissions, threads, the database; its disk runs full, where one may be mounted (as root), and its calendar
//! clock is stepped by hours and days both ways, where there is a C compiler. A number behind that is the seed of chance. Both look at the end whether every turn that was
//! acknowledged is there, none twice, and each was told once; whether nothing is left to do two minutes after the bot has answered somebody; whether the memory
//! has grown; and what `anteroom doctor` says. `SOAK_KEEP` names a folder in which the database and the log of the program are kept.

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

/// After this many everything that is there once is there.
const FIRST: usize = 2_000;

/// Each time after this many the memory is printed.
const STEP: usize = 2_000;

/// How many things are done at a time.
const AT_ONCE: usize = 8;

/// By how many kilobytes the memory may grow in 60,000.
const MOST: u64 = 5_000;

/// How many kilobytes the program may ever have, however much is asked of it.
const PEAK: u64 = 100_000;

/// The columns of the largest frame that are filled: as none stands beside another, nobody wins by that.
const COLUMNS: [&str; 7] = ["c", "e", "g", "i", "k", "m", "o"];

/// How many chips a column of that frame holds.
const ROWS: usize = 16;

/// How the first seat wins afterwards: nobody may play more than a hundred matches at a time.
const END: [&str; 9] = ["a", "b", "a", "b", "a", "b", "a", "b", "a"];

const NOTHING: [(&str, &str); 0] = [];

/// The program, ended with the bench.
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

    /// Its resident memory in kilobytes, where the system tells it.
    fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// The most resident memory that it ever had, in kilobytes, where the system tells it.
    fn peak(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    /// The processor time that it has had, where the system tells it.
    fn processor(&self) -> Option<Duration> {
        let path = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(path).ok()?;
        // The fields behind the name, which may have spaces: 14 and 15 of all are user and system time, in hundredths.
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
        // It may have ended by itself.
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
            survived(&runtime.block_on(trouble::troubled(seconds, seed)));
        }
        Some("mix") => runtime.block_on(mix(many(given.next(), 2_000))),
        Some("turns") => runtime.block_on(turns(many(given.next(), 42_000))),
        _ => runtime.block_on(soak(many(what, 60_000))),
    }
}

/// Says what came of it, and fails when something is wrong.
fn survived(outcome: &under_fire::Outcome) {
    println!("{outcome:#?}");
    assert!(outcome.wrong.is_empty(), "something was lost");
}

/// A sandbox and the program in it.
async fn stage() -> (Sandbox, Program) {
    let mut config = SandboxConfig::default();
    config.clock = Clock::running();
    config.limits_rates = false;
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
        // What the sandbox notes is not what is measured.
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

/// Presses this many times at once.
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
                // What takes longer than two seconds is announced first.
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

/// A match by two people in a channel of theirs: their places in its thread, and its number.
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

/// Takes one of the turns that are left; false if none is.
fn take(left: &AtomicUsize) -> bool {
    let one_less = |left: usize| left.checked_sub(1);
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
        .is_ok()
}

/// Types a turn of a match.
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
            // What is in Discord already may be noted in the next moment.
            _ => assert!(tries.next().is_some(), "{answer:#?}"),
        }
    }
}

/// One match on the largest frame, as long as there are turns left.
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

/// Plays this many turns by chance in matches of all games, and says what a turn costs the program.
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
                sandbox.clear_journal();
            }
        });
    }
    playing.join_all().await;
    let rate = all as f64 / begun.elapsed().as_secs_f64();
    if let (Some(before), Some(after)) = (before, program.processor()) {
        let each = (after - before).as_secs_f64() * 1000.0 / all as f64;
        println!("{each:.2} ms of processor time a turn");
    }
    let peak = kilobytes(program.peak());
    println!("{all} turns of all games, {rate:.0} a second: at most {peak}");
}

/// One match of random turns, at most forty, as long as there are turns left.
async fn by_chance(sandbox: &Sandbox, game: &Game, left: &AtomicUsize, rng: &mut fastrand::Rng) {
    let settings = game.complete_options(&GivenOptions::new(), || 7);
    let settings = settings.expect("settings");
    let mut position = game.start(&settings).expect("a position");
    // What is drawn in a match must be what is drawn here.
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

/// Says how much memory there ever was, and whether that is too much.
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

/// A match that has begun: its thread, where Ana is, and its board.
async fn begin(sandbox: &Sandbox) -> (Place, Message) {
    let general = sandbox.channel("general");
    let ana = sandbox.user("ana").in_channel(general);
    let options = [("opponent", "ben"), ("colour", "Red")];
    let answer = play::challenges(&ana, "connect-n", options).await;
    let Answer::Message(challenge) = answer else {
        panic!("not a challenge: {answer:#?}")
    };
    let ben = sandbox.user("ben").in_channel(general);
    // A press before the bot has noted its own challenge is answered in words; the thread opens all the same.
    drop(ben.press(&challenge, "Accept").await);
    let thread = sandbox
        .until(|sandbox| {
            let threads = sandbox.threads(general);
            threads.first()?["id"].as_str()?.parse().ok()
        })
        .await
        .expect("a thread");
    let place = sandbox.user("ana").in_channel(thread);
    // Before the first turn there is no history.
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

/// What a person does.
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

/// Does all of these, several at a time.
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
