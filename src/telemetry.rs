//! The metrics of the running bot, for the operator.
//!
//! Names and units follow Prometheus's conventions: base units, counters that end in `_total`,
//! histograms of seconds. [`METRICS`] lists all metrics, and the program reports through the functions here, so that
//! each name is written once. Without a recorder (`monitor.listen` is not configured), reporting does nothing.
//!
//! Labels have few values: games, levels, routes without ids. No label has a person, a server or a match.

use std::time::Duration;

use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};

/// The type of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A value that only grows, from 0 at each start of the process.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// The numbers of observations up to each of these bounds, in seconds.
    Histogram(Bounds),
}

/// The bounds of a histogram's buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// Bounds for work of milliseconds.
    Quick,
    /// Bounds for answers that a person or Discord waits for: the first answer has three seconds.
    Answer,
    /// Bounds for work of up to minutes.
    Slow,
}

#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// The name without labels.
    pub name: &'static str,
    pub kind: Kind,
    pub unit: Unit,
    /// The meaning, in a sentence.
    pub help: &'static str,
}

const CALLBACKS: &str = "anteroom_callbacks_total";
const CALLBACK_TIME: &str = "anteroom_callback_duration_seconds";
const REQUESTS: &str = "anteroom_discord_requests_total";
const REQUEST_TIME: &str = "anteroom_discord_request_duration_seconds";
const INVALID: &str = "anteroom_discord_invalid_requests_total";
const CONNECTIONS: &str = "anteroom_gateway_sessions_total";
const CONNECTED: &str = "anteroom_gateway_connected";
const HEARTBEAT: &str = "anteroom_gateway_heartbeat_age_seconds";
const MATCHES: &str = "anteroom_matches";
const ENDED: &str = "anteroom_matches_ended_total";
const TURNS: &str = "anteroom_turns_total";
const ALARMS_DUE: &str = "anteroom_alarms_due";
const ALARMS_LATE: &str = "anteroom_alarms_late";
const ALARMS: &str = "anteroom_alarms_total";
const ALARM_DELAY: &str = "anteroom_alarm_delay_seconds";
const OWED: &str = "anteroom_announcements_owed";
const SCRUB_DUE: &str = "anteroom_scrub_due";
const COMMITS: &str = "anteroom_commits_total";
const COMMIT_TIME: &str = "anteroom_commit_duration_seconds";
const COMMIT_AGE: &str = "anteroom_last_commit_timestamp_seconds";
const FILE_SIZE: &str = "anteroom_database_bytes";
const WRITES: &str = "anteroom_database_writes_waiting";
const SEARCHES: &str = "anteroom_searches_total";
const SEARCH_TIME: &str = "anteroom_search_duration_seconds";
const SEARCHING: &str = "anteroom_searches_pending";
const RESTARTS: &str = "anteroom_task_restarts_total";
const BUILD: &str = "anteroom_build_info";
const STARTED: &str = "process_start_time_seconds";
const MEMORY: &str = "process_resident_memory_bytes";

pub const METRICS: [Metric; 29] = [
    metric(
        CALLBACKS,
        Kind::Counter,
        Unit::Count,
        "First answers to interactions, by what was asked and what became of the answer.",
    ),
    metric(
        CALLBACK_TIME,
        Kind::Histogram(Bounds::Answer),
        Unit::Seconds,
        "From when a person acted until Discord had taken the first answer.",
    ),
    metric(
        REQUESTS,
        Kind::Counter,
        Unit::Count,
        "Requests to Discord by method, route and status; status 0 was not answered. Those with counted=\"true\" are among the 50 a second.",
    ),
    metric(
        REQUEST_TIME,
        Kind::Histogram(Bounds::Answer),
        Unit::Seconds,
        "How long Discord took to answer requests, without waits for limits.",
    ),
    metric(
        INVALID,
        Kind::Counter,
        Unit::Count,
        "Answers of 401, 403 and 429 that Discord counts: 10,000 within ten minutes ban the address.",
    ),
    metric(
        CONNECTIONS,
        Kind::Counter,
        Unit::Count,
        "Sessions at Discord's gateway that were begun or taken up again.",
    ),
    metric(
        CONNECTED,
        Kind::Gauge,
        Unit::Count,
        "Whether a shard is connected to Discord's gateway: 1 or 0.",
    ),
    metric(
        HEARTBEAT,
        Kind::Gauge,
        Unit::Seconds,
        "How long ago Discord acknowledged a shard's heartbeat or said something else.",
    ),
    metric(
        MATCHES,
        Kind::Gauge,
        Unit::Count,
        "Challenges and matches there are, by game and state.",
    ),
    metric(
        ENDED,
        Kind::Counter,
        Unit::Count,
        "Matches and challenges that came to an end, by game and how.",
    ),
    metric(
        TURNS,
        Kind::Counter,
        Unit::Count,
        "Turns that were played, by game and by whom.",
    ),
    metric(
        ALARMS_DUE,
        Kind::Gauge,
        Unit::Count,
        "Alarms whose moment has come and that were not seen to yet.",
    ),
    metric(
        ALARMS_LATE,
        Kind::Gauge,
        Unit::Count,
        "Alarms whose moment came more than a minute ago and that were not seen to yet.",
    ),
    metric(
        ALARMS,
        Kind::Counter,
        Unit::Count,
        "Alarms of matches that were seen to, by kind.",
    ),
    metric(
        ALARM_DELAY,
        Kind::Histogram(Bounds::Slow),
        Unit::Seconds,
        "How long after their moment alarms of matches were seen to.",
    ),
    metric(
        OWED,
        Kind::Gauge,
        Unit::Count,
        "What is still to be posted or edited: news and cards of matches, reminders, posts by the calendar.",
    ),
    metric(
        SCRUB_DUE,
        Kind::Gauge,
        Unit::Count,
        "Whether data of deleted people may still be in unused parts of the database's files: 1 or 0.",
    ),
    metric(
        COMMITS,
        Kind::Counter,
        Unit::Count,
        "Transactions of the database, by what became of them.",
    ),
    metric(
        COMMIT_TIME,
        Kind::Histogram(Bounds::Quick),
        Unit::Seconds,
        "How long a transaction took until it was on the disk.",
    ),
    metric(
        COMMIT_AGE,
        Kind::Gauge,
        Unit::Seconds,
        "When something was written to the database last, since 1970.",
    ),
    metric(
        FILE_SIZE,
        Kind::Gauge,
        Unit::Bytes,
        "Sizes of the database file (main) and of the -wal file beside it.",
    ),
    metric(
        WRITES,
        Kind::Gauge,
        Unit::Count,
        "Writes that wait for the database.",
    ),
    metric(
        SEARCHES,
        Kind::Counter,
        Unit::Count,
        "Turns that computers thought about, by game and level.",
    ),
    metric(
        SEARCH_TIME,
        Kind::Histogram(Bounds::Slow),
        Unit::Seconds,
        "How long computers thought about a turn, by level.",
    ),
    metric(
        SEARCHING,
        Kind::Gauge,
        Unit::Count,
        "Matches in which a computer thinks, or waits for its turn to think.",
    ),
    metric(
        RESTARTS,
        Kind::Counter,
        Unit::Count,
        "How often an essential task had to be started again after a panic.",
    ),
    metric(
        BUILD,
        Kind::Gauge,
        Unit::Count,
        "The version of the program, as a label; always 1.",
    ),
    metric(
        STARTED,
        Kind::Gauge,
        Unit::Seconds,
        "When the process began, since 1970.",
    ),
    metric(
        MEMORY,
        Kind::Gauge,
        Unit::Bytes,
        "How much memory the process has in use.",
    ),
];

const fn metric(name: &'static str, kind: Kind, unit: Unit, help: &'static str) -> Metric {
    Metric {
        name,
        kind,
        unit,
        help,
    }
}

impl Bounds {
    /// Returns the upper bounds of the buckets, in seconds.
    pub const fn seconds(self) -> &'static [f64] {
        match self {
            Self::Quick => &[
                0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0,
            ],
            Self::Answer => &[0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 15.0],
            Self::Slow => &[
                0.1, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0, 3_600.0, 86_400.0,
            ],
        }
    }
}

/// Registers the description of every metric with the installed recorder.
pub fn describe() {
    for metric in METRICS {
        match metric.kind {
            Kind::Counter => describe_counter!(metric.name, metric.unit, metric.help),
            Kind::Gauge => describe_gauge!(metric.name, metric.unit, metric.help),
            Kind::Histogram(_) => describe_histogram!(metric.name, metric.unit, metric.help),
        }
    }
}

/// Counts a first answer to a `command`, `component`, `modal` or `autocomplete`. The outcome is
/// `answered`, `deferred`, `refused`, `unanswered` or `undecoded`; `after` is the time since the person acted.
pub fn callback(kind: &'static str, outcome: &'static str, after: Duration) {
    counter!(CALLBACKS, "kind" => kind, "outcome" => outcome).increment(1);
    histogram!(CALLBACK_TIME, "kind" => kind).record(after);
}

/// Counts a request to Discord, and its status if it was answered.
pub fn request(method: &str, route: &str, counted: bool, status: Option<u16>, took: Duration) {
    let counted = if counted { "true" } else { "false" };
    counter!(
        REQUESTS,
        "method" => method.to_owned(),
        "route" => route.to_owned(),
        "counted" => counted,
        "status" => status.unwrap_or(0).to_string(),
    )
    .increment(1);
    if status.is_some() {
        histogram!(REQUEST_TIME, "counted" => counted).record(took);
    }
}

/// Counts an answer towards Discord's ban of the address.
pub fn invalid_request() {
    counter!(INVALID).increment(1);
}

/// Counts a new or resumed session of a shard.
pub fn session(shard: u32, resumed: bool) {
    let how = if resumed { "resumed" } else { "begun" };
    counter!(CONNECTIONS, "shard" => shard.to_string(), "how" => how).increment(1);
}

/// Sets the state of a shard's connection.
pub fn shard(shard: u32, connected: bool, heartbeat: Duration) {
    gauge!(CONNECTED, "shard" => shard.to_string()).set(f64::from(u8::from(connected)));
    gauge!(HEARTBEAT, "shard" => shard.to_string()).set(heartbeat);
}

/// Sets the number of a game's matches in a state, `open` or `playing`.
pub fn matches(game: &str, state: &'static str, number: u64) {
    gauge!(MATCHES, "game" => game.to_owned(), "state" => state).set(number as f64);
}

/// Counts a match or a challenge that ended, by one of few reasons.
pub fn ended(game: &str, how: &'static str) {
    counter!(ENDED, "game" => game.to_owned(), "how" => how).increment(1);
}

/// Counts a turn.
pub fn turn(game: &str, by_computer: bool) {
    let by = if by_computer { "computer" } else { "person" };
    counter!(TURNS, "game" => game.to_owned(), "by" => by).increment(1);
}

/// Sets the numbers of alarms that are due and that are late.
pub fn alarms(due: u64, late: u64) {
    gauge!(ALARMS_DUE).set(due as f64);
    gauge!(ALARMS_LATE).set(late as f64);
}

/// Counts a handled alarm, and its delay.
pub fn alarm(kind: &'static str, delay: Duration) {
    counter!(ALARMS, "kind" => kind).increment(1);
    histogram!(ALARM_DELAY, "kind" => kind).record(delay);
}

/// Sets the number of pending posts or edits of a kind.
pub fn pending(kind: &'static str, count: u64) {
    gauge!(OWED, "what" => kind).set(count as f64);
}

/// Sets whether data of deleted people may remain in unused parts of the files.
pub fn scrub(due: bool) {
    gauge!(SCRUB_DUE).set(f64::from(u8::from(due)));
}

/// Sets the size in bytes of the database file and of its `-wal` file.
pub fn database(main: u64, wal: u64) {
    for (file, size) in [("main", main), ("wal", wal)] {
        gauge!(FILE_SIZE, "file" => file).set(size as f64);
    }
}

/// Counts a transaction that was committed or failed.
pub fn commit(committed: bool, took: Duration) {
    let outcome = if committed { "committed" } else { "failed" };
    counter!(COMMITS, "outcome" => outcome).increment(1);
    if committed {
        histogram!(COMMIT_TIME).record(took);
    }
}

/// Sets the number of waiting writes, and the time of the last commit since 1970, if there was one.
pub fn writes(waiting: usize, last: Option<Duration>) {
    gauge!(WRITES).set(waiting as f64);
    if let Some(last) = last {
        gauge!(COMMIT_AGE).set(last);
    }
}

/// Counts a search of a computer.
pub fn search(game: &str, level: u8, took: Duration) {
    counter!(SEARCHES, "game" => game.to_owned(), "level" => level.to_string()).increment(1);
    histogram!(SEARCH_TIME, "level" => level.to_string()).record(took);
}

/// Sets the numbers of matches in which a computer is searching, and in which it waits.
pub fn searches(running: usize, waiting: usize) {
    gauge!(SEARCHING, "state" => "running").set(running as f64);
    gauge!(SEARCHING, "state" => "waiting").set(waiting as f64);
}

/// Counts a restart of an essential task that panicked.
pub fn restart(task: &'static str) {
    counter!(RESTARTS, "task" => task).increment(1);
}

/// Sets the version of the process, and its start time since 1970.
pub fn process(version: &'static str, started: Duration) {
    gauge!(BUILD, "version" => version).set(1.0);
    gauge!(STARTED).set(started);
}

/// Sets the memory in use by the process.
pub fn memory(bytes: u64) {
    gauge!(MEMORY).set(bytes as f64);
}

/// Creates counters at 0 that may never count, so that an alert sees a 0 instead of no data.
pub fn begin() {
    counter!(INVALID).increment(0);
    for outcome in ["committed", "failed"] {
        counter!(COMMITS, "outcome" => outcome).increment(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_conventions() {
        for metric in METRICS {
            let name = metric.name;
            let counter = metric.kind == Kind::Counter;
            assert_eq!(name.ends_with("_total"), counter, "{name}");
            assert_eq!(
                name.trim_end_matches("_total").ends_with("_seconds"),
                metric.unit == Unit::Seconds,
                "{name}"
            );
            assert!(metric.help.ends_with('.'), "{name}");
            assert_eq!(
                METRICS.iter().filter(|other| other.name == name).count(),
                1,
                "{name}"
            );
            if let Kind::Histogram(bounds) = metric.kind {
                assert!(bounds.seconds().is_sorted(), "{name}");
            }
        }
    }
}
