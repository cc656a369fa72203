//! Readers of a match's page, beside the load: 1,000 who watch it, and 500 requests a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use loopback_discord::{Answer, Sandbox};
use reqwest::{Client, Response};

use super::program::{self, Program};
use super::{NOTHING, Times, memory, note};

/// The number of readers who watch the match.
const WATCHERS: usize = 1_000;

/// The number of requests a second.
const REQUESTS: u32 = 500;

/// How long the watchers only watch, before the load.
const IDLE: Duration = Duration::from_secs(10);

/// The turns of the match.
const TURNS: [&str; 12] = ["d", "d", "d", "d", "d", "d", "c", "c", "c", "c", "c", "c"];

const THEMES: [&str; 5] = ["light", "dark", "high-contrast", "greyscale", "wood"];

/// A match's page, and those who watch it.
pub struct Readers {
    client: Client,
    page: String,
    /// The streams, which must stay open.
    _watchers: Vec<Response>,
}

impl Readers {
    /// Plays a match, makes its page, lets readers watch it, and prints what that costs.
    pub async fn begin(sandbox: &Arc<Sandbox>, program: &Program, address: &str) -> Self {
        let thread = program::begin(sandbox, sandbox.channel("general"), &[]).await;
        let places = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
        for (turn, column) in TURNS.iter().enumerate() {
            program::play(&places[turn % 2], column).await;
        }
        let Answer::Message(board) = places[0].command("board", NOTHING).await else {
            panic!("no board");
        };
        let Answer::Message(link) = places[0].press(&board, "Link").await else {
            panic!("no link");
        };
        let (_, rest) = link.content().split_once("/m/").expect("a link");
        let page = format!("{address}/m/{}", &rest[..22]);
        let client = Client::builder().no_proxy().build().expect("a client");
        let before = memory(program, "VmRSS:");
        let mut watchers = Vec::new();
        for number in 0..WATCHERS {
            let request = client.get(format!("{page}/events"));
            let request = request.header("x-forwarded-for", reader(number));
            let stream = request.send().await.expect("a stream");
            assert!(stream.status().is_success(), "{}", stream.status());
            watchers.push(stream);
        }
        let used = processor(program);
        tokio::time::sleep(IDLE).await;
        let used = processor(program) - used;
        println!(
            "{WATCHERS} watchers: {} kB more, {:.1} % of a core while nothing happens",
            memory(program, "VmRSS:").saturating_sub(before),
            used.as_secs_f64() / IDLE.as_secs_f64() * 100.0
        );
        Self {
            client,
            page,
            _watchers: watchers,
        }
    }

    /// Asks for pages and pictures, until it is stopped.
    pub async fn read(self, times: Times, stopped: Arc<AtomicBool>) {
        let mut ticks = tokio::time::interval(Duration::from_secs(1) / REQUESTS);
        let mut number = 0;
        let mut asking = tokio::task::JoinSet::new();
        while !stopped.load(Ordering::Relaxed) {
            ticks.tick().await;
            number += 1;
            let turn = number / 2 % (TURNS.len() + 1);
            let (what, address) = if number % 2 == 0 {
                ("a page", format!("{}/{turn}", self.page))
            } else {
                let theme = THEMES[number / 40 % THEMES.len()];
                ("a picture", format!("{}/{turn}/{theme}.png", self.page))
            };
            let request = self.client.get(address);
            let request = request.header("x-forwarded-for", reader(number));
            let times = Arc::clone(&times);
            asking.spawn(async move {
                let begun = Instant::now();
                // The head of the answer is there with the first byte.
                let answer = request.send().await.expect("an answer");
                assert!(answer.status().is_success(), "{}", answer.status());
                note(&times, what, begun).await;
                drop(answer.bytes().await);
            });
            while asking.try_join_next().is_some() {}
        }
        asking.join_all().await;
    }
}

/// Returns the address of a reader. Each asks seldom enough to be answered.
fn reader(number: usize) -> String {
    format!("10.0.{}.{}", number / 250 % 250, number % 250)
}

/// Returns the processor's time that the program has had.
fn processor(program: &Program) -> Duration {
    let status = std::fs::read_to_string(format!("/proc/{}/stat", program.id()));
    let status = status.unwrap_or_default();
    // After the name in brackets come the state and ten numbers, then the times in user and in system mode.
    let (_, rest) = status.rsplit_once(')').unwrap_or_default();
    let fields: Vec<u64> = rest
        .split_ascii_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse().ok())
        .collect();
    Duration::from_millis(fields.iter().sum::<u64>() * 10)
}
