//! What the benches of contests share: clocks that are moved, a league, people who look, and what the program costs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use loopback_discord::{Answer, Clock, Message, Place, SandboxConfig};

use super::NOTHING;
use super::surroundings::SteppedClock;

/// The message of a bench that is left out.
pub const NO_COMPILER: &str = "left out: no C compiler builds the clock that is moved";

const WEEK: u64 = 7 * 24 * 3_600;

/// Monday, nine o'clock in UTC, in seconds since a Thursday at midnight.
const MONDAY_AT_NINE: u64 = (4 * 24 + 9) * 3_600;

/// The clocks of the program and of its sandbox, which are moved together.
pub struct Clocks {
    stepped: SteppedClock,
    clock: Clock,
    ahead: Duration,
}

impl Clocks {
    /// Creates correct clocks, and gives the sandbox its own; `None` if no C compiler is installed.
    pub fn new(folder: &Path, config: &mut SandboxConfig) -> Option<Self> {
        let clock = Clock::running();
        config.clock = clock.clone();
        Some(Self {
            stepped: SteppedClock::new(folder)?,
            clock,
            ahead: Duration::ZERO,
        })
    }

    /// Returns the environment variables that make the program use these clocks.
    pub fn variables(&self) -> [(&'static str, &str); 2] {
        self.stepped.variables()
    }

    /// Returns the sandbox's clock.
    pub fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Returns the time in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Moves all clocks forward. The program does not trust a wall clock that runs away from the other one.
    pub fn pass(&mut self, time: Duration) {
        self.ahead += time;
        self.stepped.step_steady_to(self.ahead);
        let ahead = i64::try_from(self.ahead.as_millis()).expect("not for ever");
        self.stepped.step_to(ahead);
        self.clock.advance(time);
    }
}

/// Returns the time until a season of slow games may begin, from a moment in milliseconds since 1970.
pub fn until_monday(now: u64) -> Duration {
    let seconds = (MONDAY_AT_NINE + WEEK - now / 1_000 % WEEK) % WEEK + 1;
    Duration::from_secs(seconds)
}

/// Creates a league of Connect N with divisions of this size, and returns its post.
pub async fn found(place: &Place, name: &str, size: &str) -> Message {
    let shown = private(place.command("league", NOTHING).await);
    let shown = private(place.press(&shown, "New League…").await);
    let menus = shown.menus();
    let game = menus
        .iter()
        .find(|one| one.custom_id.starts_with("league-set/game"));
    let game = game.expect("a menu of games");
    let shown = private(place.select(&shown, &game.custom_id, ["connect-n"]).await);
    let numbers = [("size", size), ("clock", "5d+12h")];
    let form = place.press(&shown, "Size, Clock…").await;
    let form = form.modal().expect("a form");
    let shown = private(place.submit(form, numbers).await);
    let form = place.press(&shown, "Create…").await;
    let form = form.modal().expect("a form");
    private(place.submit(form, [("name", name)]).await);
    open_post(place).await
}

/// Waits for the post of a contest that people can join, and returns it.
pub async fn open_post(place: &Place) -> Message {
    loop {
        let posts = place.messages().into_iter();
        let mut open = posts.filter(|post| !post.is_ephemeral() && post.button("Join").is_some());
        if let Some(post) = open.next() {
            return post;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends a command again and again. Returns how long each answer took.
pub async fn looks(
    place: Place,
    (command, given): (&str, &[(&str, &str)]),
    over: Arc<AtomicBool>,
) -> Vec<Duration> {
    let mut times = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let asked = Instant::now();
        private(place.command(command, given.to_vec()).await);
        times.push(asked.elapsed());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    times
}

/// Words how long answers took.
pub fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    format!(
        "{} times: {:.1?} in the middle, {:.1?} for 99 of 100, {:.1?} at most",
        times.len(),
        times[times.len() / 2],
        times[times.len() * 99 / 100],
        times[times.len() - 1],
    )
}

/// Returns an answer that one person sees.
pub fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a private answer: {other:#?}"),
    }
}

/// Returns the seconds of processor that a process has used.
pub fn processor(id: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
    let fields: Vec<_> = stat
        .rsplit(')')
        .next()
        .expect("fields")
        .split(' ')
        .collect();
    let ticks = |at: usize| fields[at].parse::<f64>().expect("ticks");
    (ticks(12) + ticks(13)) / 100.0
}

/// Returns the most memory that a process had.
pub fn peak(id: u32) -> String {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.expect("a line").trim().to_owned()
}
