//! Measures the waits of others while one person asks for work thirty times a second.
//!
//! Two people play and a third one looks at boards, on a database in which the noisy person has hundreds of matches.
//! For each kind of noise this prints the times of moves and boards, the time from a resignation to the announcement,
//! the time until a new match has its thread and board, and the program's memory. The first kind is no noise.
//!
//! Before boards, replays and exports went through fair queues (`dev` profile, 3 seconds a kind, on 2 cores that
//! other programs kept busy, load 12):
//!
//! | 30 a second | a move, middle | a move, 99 of 100 | a board, 99 of 100 | an end told | a match begun | memory |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | nothing | 36ms | 90ms | 46ms | 108ms | 163ms | 72 MB |
//! | `/replay` of 112 turns | 174ms | 354ms | 329ms | 14.8s | 504ms | 145 MB |
//! | `/export` of all | 309ms | 682ms | 256ms | not in 120s | 568ms | 314 MB |
//! | the file of `/privacy` | - | - | - | - | not in 2s | - |
//!
//! With fair queues (20 seconds a kind, on 2 otherwise idle cores), when *Replay*, *Export All* and *History* were
//! commands of their own and not buttons. The time of a move grows with the turns played before, with and without noise:
//!
//! | 30 a second | a move, middle | a move, 99 of 100 | a board, 99 of 100 | an end told | a match begun | memory |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | nothing | 16ms | 25ms | 24ms | 80.3ms | 107.6ms | 76 MB |
//! | `/replay` of 112 turns | 26ms | 50ms | 43ms | 85.0ms | 125.0ms | 81 MB |
//! | `/export` of all | 23ms | 69ms | 64ms | 78.6ms | 130.8ms | 83 MB |
//! | the file of `/privacy` | 21ms | 81ms | 77ms | 78.8ms | 150.0ms | 84 MB |
//! | `/import` | 23ms | 88ms | 89ms | 93.3ms | 191.3ms | 87 MB |
//! | `/history` | 20ms | 102ms | 93ms | 84.3ms | 206.6ms | 87 MB |
//! | `/board` | 21ms | 112ms | 111ms | 94.8ms | 207.3ms | 87 MB |
//! | everything | 24ms | 140ms | 223ms | 285.6ms | 449.1ms | 97 MB |
//! | nothing again | 19ms | 124ms | 123ms | 76.5ms | 234.4ms | 97 MB |

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use loopback_discord::{Answer, Place, Sandbox, Snowflake};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::filled::{self, Given};
use super::hostile_acts;
use super::program::{self, Program};
use super::{NOTHING, memory};

/// The number of the noisy person's requests a second.
const RATE: u32 = 30;

/// The number of acts in `hostile_acts::everything`.
const ACTS: u32 = 23;

/// The time between two moves, and between two looks at a board.
const PACE: Duration = Duration::from_millis(50);

/// The maximum wait for the announcement of a match's end.
const TOLD: Duration = Duration::from_secs(120);

/// The columns that are filled in the match for the replay. Neither seat wins by them.
const COLUMNS: [&str; 7] = ["c", "e", "g", "i", "k", "m", "o"];

/// The number of chips in a column of that frame.
const ROWS: usize = 16;

/// The number of finished matches. A hundredth of them are the noisy person's.
const FINISHED: u64 = 30_000;

/// The kind of the noisy person's requests.
#[derive(Clone, Copy, PartialEq)]
enum Noise {
    Nothing,
    Replay,
    ExportAll,
    PrivacyExport,
    Import,
    History,
    Board,
    Everything,
}

const NOISES: [(&str, Noise); 9] = [
    ("nothing", Noise::Nothing),
    ("*Replay* of 112 turns", Noise::Replay),
    ("*Export All*", Noise::ExportAll),
    ("the file of `/privacy`", Noise::PrivacyExport),
    ("`/import`", Noise::Import),
    ("*History*", Noise::History),
    ("`/board`", Noise::Board),
    ("everything", Noise::Everything),
    ("nothing again", Noise::Nothing),
];

/// The times that others waited.
#[derive(Default)]
struct Felt {
    moves: Vec<Duration>,
    boards: Vec<Duration>,
    ends: Vec<Duration>,
    begins: Vec<Duration>,
}

/// Measures each kind of noise for this time.
pub async fn beside(time: Duration) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("matches.db");
    let sandbox = Arc::new(program::sandbox().await);
    fill(&sandbox, &path);
    let program = Program::connected(&sandbox, &path, &[]).await;
    let general = sandbox.channel("general");
    let long = begin_long(&sandbox, general).await;
    println!(
        "| {RATE} a second | asked | answered | a move, middle | a move, 99 of 100 | a board, 99 of 100 | an end told | a match begun | memory |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, noise) in NOISES {
        let stop = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicUsize::new(0));
        let making = tokio::spawn(make(
            Arc::clone(&sandbox),
            noise,
            long,
            Arc::clone(&stop),
            Arc::clone(&answered),
        ));
        let mut felt = feel(&sandbox, general, time).await;
        stop.store(true, Ordering::Relaxed);
        let in_time = answered.load(Ordering::Relaxed);
        let asked = making.await.expect("no panic");
        let of = |times: &mut Vec<Duration>, share: usize| {
            times.sort_unstable();
            let at = times.len().saturating_sub(1) * share / 100;
            times.get(at).copied().unwrap_or_default()
        };
        println!(
            "| {name} | {asked} | {in_time} | {:.0?} | {:.0?} | {:.0?} | {:.1?} | {:.1?} | {} MB |",
            of(&mut felt.moves, 50),
            of(&mut felt.moves, 99),
            of(&mut felt.boards, 99),
            of(&mut felt.ends, 100),
            of(&mut felt.begins, 100),
            memory(&program, "VmRSS:") / 1000,
        );
        sandbox.clear_journal();
    }
    println!("most memory: {} MB", memory(&program, "VmHWM:") / 1000);
}

fn fill(sandbox: &Sandbox, path: &Path) {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a time after 1970");
    drop(anteroom::features::open(path).expect("a new database"));
    filled::fill(
        path,
        &Given {
            finished: FINISHED,
            running: 1_000,
            me: sandbox.user("cleo").id().0,
            guild: sandbox.guild_id().0,
            servers: 1,
            channel: sandbox.channel("general").0,
            since: i64::try_from(now.as_millis()).expect("a time") - 2_000_000,
        },
    );
}

/// Plays a match of many turns for its replay, and returns its thread.
async fn begin_long(sandbox: &Sandbox, general: Snowflake) -> Snowflake {
    let frame = [("columns", 16), ("rows", ROWS as i64), ("n", 5)];
    let frame = frame.map(|(name, size)| (name, Value::from(size)));
    let thread = program::begin(sandbox, general, &frame).await;
    let places = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
    let filling = COLUMNS.iter().flat_map(|column| [*column; ROWS]);
    for (turn, column) in filling.enumerate() {
        program::play(&places[turn % 2], column).await;
    }
    thread
}

/// Makes noise until `stop` is set, and returns the number of requests.
async fn make(
    sandbox: Arc<Sandbox>,
    noise: Noise,
    long: Snowflake,
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
) -> usize {
    if noise == Noise::Nothing {
        return 0;
    }
    let cleo = sandbox.user("cleo");
    let places = [
        cleo.in_channel(sandbox.channel("general")),
        cleo.in_channel(long),
    ];
    let pace = Duration::from_secs(1) / RATE;
    let mut ticks = tokio::time::interval(match noise {
        Noise::Everything => pace * ACTS,
        _ => pace,
    });
    let (mut asking, mut asked) = (JoinSet::new(), 0);
    while !stop.load(Ordering::Relaxed) {
        ticks.tick().await;
        let ([general, thread], answered) = (places.clone(), Arc::clone(&answered));
        asking.spawn(async move {
            ask(&general, &thread, noise, asked).await;
            answered.fetch_add(1, Ordering::Relaxed);
        });
        asked += 1;
        while asking.try_join_next().is_some() {}
    }
    // Open requests must not be noise for the next kind.
    drop(tokio::time::timeout(TOLD, asking.join_all()).await);
    asked
}

async fn ask(general: &Place, thread: &Place, noise: Noise, number: usize) {
    match noise {
        Noise::Nothing => {}
        Noise::Replay => press(thread, "board", None, "Replay").await,
        Noise::ExportAll => press(general, "games", Some("Finished"), "Export All").await,
        Noise::PrivacyExport => press(general, "privacy", None, "Get My Data").await,
        Noise::Import => {
            let text = "[White \"Zoe\"]\n[Black \"Yan\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n";
            let record = json!({"filename": format!("{number}.pgn"), "text": text});
            drop(general.command("import", [("file", record)]).await);
        }
        Noise::History => press(thread, "board", None, "History").await,
        Noise::Board => drop(thread.command("board", NOTHING).await),
        Noise::Everything => hostile_acts::everything(general, thread, number).await,
    }
}

/// Presses a button on the page of a command.
async fn press(place: &Place, command: &str, tab: Option<&str>, label: &str) {
    let answer = place.command(command, tab.map(|tab| ("show", tab))).await;
    assert!(!matches!(answer, Answer::NotSent(_)), "{answer:#?}");
    // The bot may have too much to do.
    if let Some(page) = answer.message().filter(|page| page.button(label).is_some()) {
        drop(place.press(page, label).await);
    }
}

/// Plays moves, looks at boards, and begins and resigns matches for this time, each at its own pace.
async fn feel(sandbox: &Arc<Sandbox>, general: Snowflake, time: Duration) -> Felt {
    let until = Instant::now() + time;
    let frame = [("columns", 16), ("rows", ROWS as i64), ("n", 5)];
    let frame = frame.map(|(name, size)| (name, Value::from(size)));
    let thread = program::begin(sandbox, general, &frame).await;
    let playing = async {
        let places = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
        let filling = COLUMNS.iter().flat_map(|column| [*column; ROWS]);
        let mut ticks = tokio::time::interval(PACE);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut times = Vec::new();
        for (turn, column) in filling.enumerate() {
            if Instant::now() >= until {
                break;
            }
            ticks.tick().await;
            let begun = Instant::now();
            program::play(&places[turn % 2], column).await;
            times.push(begun.elapsed());
        }
        times
    };
    let looking = async {
        let dan = sandbox.user("dan").in_channel(thread);
        let mut ticks = tokio::time::interval(PACE);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut times = Vec::new();
        while Instant::now() < until {
            ticks.tick().await;
            let begun = Instant::now();
            drop(dan.command("board", NOTHING).await);
            times.push(begun.elapsed());
        }
        times
    };
    let ending = async {
        let (mut ends, mut begins) = (Vec::new(), Vec::new());
        while Instant::now() < until {
            let begun = Instant::now();
            let thread = program::begin(sandbox, general, &[]).await;
            begins.push(begun.elapsed());
            ends.push(end(sandbox, thread).await);
        }
        (ends, begins)
    };
    let (moves, boards, (ends, begins)) = tokio::join!(playing, looking, ending);
    Felt {
        moves,
        boards,
        ends,
        begins,
    }
}

/// Lets a player resign, and returns the time until the announcement.
async fn end(sandbox: &Sandbox, thread: Snowflake) -> Duration {
    let [ana, ben] = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
    program::play(&ana, "d").await;
    program::play(&ben, "d").await;
    let question = loop {
        if let Answer::Message(question) = ben.command("resign", NOTHING).await
            && question.button("Resign").is_some()
        {
            break question;
        }
        tokio::time::sleep(PACE).await;
    };
    let begun = Instant::now();
    drop(ben.press(&question, "Resign").await);
    let told = || {
        let messages = ana.messages();
        messages
            .iter()
            .any(|message| message.content().contains("resigned.**"))
    };
    while !told() && begun.elapsed() < TOLD {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    begun.elapsed()
}
