//! Measures how long people wait for a command's callback with and without thinking computers.

use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use loopback_discord::{Answer, Clock, Layout, Sandbox, SandboxConfig, Snowflake};
use serde_json::Value;

use super::program::{self, Program};
use super::{NOTHING, free_address, metrics};

/// The number of people per core who play computers. Each begins three matches with the computer to move, so computers
/// owe 39 turns per core. On the smallest board the first turn takes seconds, so few turns are made in a run: commands
/// wait for searches, not for messages about turns. On a larger board commands wait for both.
const PEOPLE: usize = 13;

/// The number of matches that a person begins.
const MATCHES: usize = 3;

/// The time between two commands, so that no command waits for another.
const PACE: Duration = Duration::from_millis(20);

/// The number of commands between two counts of the searches.
const LOOK: usize = 25;

/// The columns that are filled. No two are adjacent, so neither seat wins.
const COLUMNS: [&str; 7] = ["c", "e", "g", "i", "k", "m", "o"];

/// The number of chips in a column of that frame.
const ROWS: usize = 16;

/// The measurements over a number of commands.
struct Measured {
    /// The sorted times of the commands, with the sandbox's own work.
    times: Vec<Duration>,
    /// The mean time of a callback by the program's own metrics.
    own: Duration,
    /// The minimum of running and waiting searches, and the maximum of running ones.
    fewest: f64,
    at_once: f64,
    /// The number of turns that computers made during the run.
    turns: f64,
}

impl Measured {
    fn at(&self, share: usize) -> Duration {
        self.times[(self.times.len() - 1) * share / 100]
    }
}

/// Gives commands without searches, with searches, and without again. Computers play анааш on a board of `side`
/// squares a side.
pub async fn beside(commands: usize, side: u64) {
    let cores = available_parallelism().map_or(2, usize::from);
    let names: Vec<_> = (0..PEOPLE * cores).map(|one| format!("p{one}")).collect();
    let mut config = SandboxConfig::default();
    config.clock = Clock::running();
    config.limits_rates = false;
    config.layout = names
        .iter()
        .fold(Layout::default(), |layout, name| layout.person(name));
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let monitor = free_address();
    let program = Program::connected(
        &sandbox,
        &folder.path().join("matches.db"),
        &[("ANTEROOM_MONITOR_LISTEN", &monitor)],
    )
    .await;
    // Warm-up: fills caches.
    give(&sandbox, &monitor, commands / 10).await;
    let before = give(&sandbox, &monitor, commands).await;
    let mut matches = Vec::new();
    for name in &names {
        for _ in 0..MATCHES {
            matches.push((name, challenge(&sandbox, name, side).await));
        }
    }
    until_pending(&monitor, |searches| searches >= 2.0).await;
    let during = give(&sandbox, &monitor, commands).await;
    for (name, thread) in matches {
        end(&sandbox, name, thread).await;
    }
    until_pending(&monitor, |searches| searches == 0.0).await;
    let after = give(&sandbox, &monitor, commands).await;
    drop(program);

    println!(
        "| | middle | 95 of 100 | 99 of 100 | slowest | mean, by the program | searches | turns of computers |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (what, measured) in [
        ("no searches", &before),
        ("searches", &during),
        ("no searches again", &after),
    ] {
        println!(
            "| {what} | {:.2?} | {:.2?} | {:.2?} | {:.2?} | {:.2?} | {} at least, {} at once at most | {} |",
            measured.at(50),
            measured.at(95),
            measured.at(99),
            measured.at(100),
            measured.own,
            measured.fewest,
            measured.at_once,
            measured.turns,
        );
    }
    let ratio = |of: fn(&Measured) -> Duration| {
        of(&during).as_secs_f64() * 2.0 / (of(&before) + of(&after)).as_secs_f64()
    };
    println!(
        "with searches as many times as long as without: {:.2} in the middle, {:.2} for 99 of 100, {:.2} by the program",
        ratio(|measured| measured.at(50)),
        ratio(|measured| measured.at(99)),
        ratio(|measured| measured.own),
    );
    println!(
        "without them the second time as many times as long as the first: {:.2}, {:.2}, {:.2}",
        after.at(50).as_secs_f64() / before.at(50).as_secs_f64(),
        after.at(99).as_secs_f64() / before.at(99).as_secs_f64(),
        after.own.as_secs_f64() / before.own.as_secs_f64(),
    );
    assert!(
        during.fewest >= 2.0,
        "at times there were too few searches for this to tell anything"
    );
}

/// Gives commands at their pace, in a match between two people: pages, the completion of a turn, and turns.
async fn give(sandbox: &Sandbox, monitor: &str, commands: usize) -> Measured {
    let frame = [("columns", 16), ("rows", 16), ("n", 5)];
    let frame = frame.map(|(name, size)| (name, Value::from(size)));
    let general = sandbox.channel("general");
    let filling: Vec<_> = COLUMNS.iter().flat_map(|one| [*one; ROWS]).collect();
    let mut times = Vec::with_capacity(commands);
    let (mut fewest, mut at_once) = (f64::INFINITY, 0.0_f64);
    let mut ticks = tokio::time::interval(PACE);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut thread = program::begin(sandbox, general, &frame).await;
    let mut turn = 0;
    let said = metrics(monitor).await.expect("the program's metrics");
    let (spent, answered) = callbacks(&said);
    let made = turns(&said);
    for number in 0..commands {
        if number % LOOK == 0 {
            let (running, waiting) = pending(monitor).await;
            fewest = fewest.min(running + waiting);
            at_once = at_once.max(running);
        }
        if turn == filling.len() {
            sandbox.clear_journal();
            (thread, turn) = (program::begin(sandbox, general, &frame).await, 0);
        }
        let name = if turn % 2 == 0 { "ana" } else { "ben" };
        let place = sandbox.user(name).in_channel(thread);
        ticks.tick().await;
        let begun = Instant::now();
        let answer = match number % 6 {
            0 => place.command("help", NOTHING).await,
            1 => place.command("games", NOTHING).await,
            2 => place.command("board", NOTHING).await,
            3 => place.command("rules", [("game", "anache")]).await,
            4 => place.autocomplete("move", "turn", "", NOTHING).await,
            _ => {
                let answer = place.command("move", [("turn", filling[turn])]).await;
                assert!(program::is_played(&answer), "{answer:#?}");
                turn += 1;
                answer
            }
        };
        times.push(begun.elapsed());
        let answered = matches!(answer, Answer::Message(_) | Answer::Deferred(_))
            || answer.choices().is_some_and(|choices| !choices.is_empty());
        assert!(answered, "{answer:#?}");
    }
    let said = metrics(monitor).await.expect("the program's metrics");
    let (spent_then, answered_then) = callbacks(&said);
    times.sort_unstable();
    Measured {
        times,
        own: Duration::from_secs_f64((spent_then - spent) / (answered_then - answered)),
        fewest,
        at_once,
        turns: turns(&said) - made,
    }
}

/// Begins a match in which Master has the first turn, and returns its thread.
async fn challenge(sandbox: &Sandbox, name: &str, side: u64) -> Snowflake {
    let place = sandbox.user(name).in_channel(sandbox.channel("general"));
    let second = anteroom::games::find("anaash").expect("a game").card.seats[1];
    let options = vec![
        ("computer", Value::from(5)),
        ("colour", Value::from(second)),
        ("size", Value::from(side.to_string())),
    ];
    let answer = super::play::challenges(&place, "anaash", options).await;
    // The private answer names the thread of the match.
    let said = answer.message().map(loopback_discord::Message::content);
    let thread = said.and_then(|said| said.split_once("<#")?.1.split('>').next()?.parse().ok());
    thread.unwrap_or_else(|| panic!("no match: {answer:#?}"))
}

/// Cancels the match in this thread.
async fn end(sandbox: &Sandbox, name: &str, thread: Snowflake) {
    let place = sandbox.user(name).in_channel(thread);
    let question = place.command("resign", NOTHING).await;
    let question = question.message().expect("a question");
    let answer = place.press(question, "Cancel Match").await;
    let said = answer.message().map(loopback_discord::Message::content);
    assert!(
        said.is_some_and(|said| said.contains("cancelled")),
        "{answer:#?}"
    );
}

/// Returns the numbers of running and of waiting searches.
async fn pending(monitor: &str) -> (f64, f64) {
    let said = metrics(monitor).await.expect("the program's metrics");
    let number = |state: &str| -> f64 {
        let name = format!("anteroom_searches_pending{{state=\"{state}\"}} ");
        let value = said.lines().find_map(|line| line.strip_prefix(&name));
        value.map_or(0.0, |value| value.parse().expect("a number"))
    };
    (number("running"), number("waiting"))
}

/// Waits until the number of searches satisfies `enough`.
async fn until_pending(monitor: &str, enough: fn(f64) -> bool) {
    loop {
        let (running, waiting) = pending(monitor).await;
        if enough(running + waiting) {
            return;
        }
        tokio::time::sleep(PACE).await;
    }
}

/// Returns the total seconds and the number of all callbacks.
fn callbacks(metrics: &str) -> (f64, f64) {
    let all = |what| sum(metrics, what, "");
    (
        all("anteroom_callback_duration_seconds_sum"),
        all("anteroom_callback_duration_seconds_count"),
    )
}

/// Returns the number of turns that computers have made.
fn turns(metrics: &str) -> f64 {
    sum(metrics, "anteroom_turns_total", "by=\"computer\"")
}

/// Returns the sum of a metric's values whose labels contain `label`.
fn sum(metrics: &str, name: &str, label: &str) -> f64 {
    let lines = metrics.lines().filter(|line| line.starts_with(name));
    lines
        .filter(|line| line.contains(label))
        .filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok())
        .sum()
}
