//! Measures a team of hundreds of people who all vote within one minute, within Discord's limits.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use loopback_discord::{Layout, Message, Place, Sandbox, SandboxConfig, Snowflake};
use rusqlite::{Connection, OpenFlags};

use super::contests::{Clocks, NO_COMPILER, peak, private, processor};
use super::forms::fills_in;
use super::program::{self, Program};
use super::{NOTHING, memory};

/// The time in which all people vote.
const MINUTE: Duration = Duration::from_mins(1);

/// The parts of the minute whose processor time is printed, to show whether a vote costs more the more have voted.
const PARTS: u32 = 4;

/// The most edits of a board that the design allows in a minute.
const MOST_EDITS: usize = 5;

/// The columns that most people vote for, a turn each, and which the opponent then plays. The first seat does not win
/// by them. In the last turn, everybody has voted lately.
const COLUMNS: [&str; 4] = ["a", "b", "a", "c"];

/// A match of a team against Ben.
struct Team {
    sandbox: Sandbox,
    program: Program,
    clocks: Clocks,
    thread: Snowflake,
    people: Vec<String>,
}

/// Lets this many people vote on four turns. The votes on the first and the fourth are spread over a minute and measured.
pub async fn in_a_minute(people: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("matches.db");
    let Some(mut team) = Team::begun(&database, folder.path(), people).await else {
        println!("{NO_COMPILER}");
        return;
    };
    for (turn, column) in COLUMNS.iter().enumerate() {
        let board = team.board(&database, turn).await;
        match turn {
            0 => team.measured(&board, "first turn", column).await,
            3 => team.measured(&board, "fourth turn", column).await,
            _ => team.votes(&board, column, Duration::ZERO).await,
        };
        team.plays(&database, column).await;
    }
    println!("memory at most: {}", peak(team.program.id()));
}

impl Team {
    /// Begins a match; `None` if no C compiler is installed.
    async fn begun(database: &Path, folder: &Path, people: usize) -> Option<Self> {
        let people: Vec<_> = (0..people).map(|one| format!("p{one}")).collect();
        let mut config = SandboxConfig::default();
        let clocks = Clocks::new(folder, &mut config)?;
        let layout = Layout::default();
        config.layout = people
            .iter()
            .fold(layout, |layout, name| layout.person(name));
        let sandbox = Sandbox::start(config).await.expect("a sandbox");
        let program = Program::connected(&sandbox, database, &clocks.variables()).await;
        let general = sandbox.channel("general");
        let [ana, ben] = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(general));
        let games = private(ana.command("play", NOTHING).await);
        let game = private(ana.press(&games, "Connect N").await);
        let shown = private(ana.press(&game, "As a Team…").await);
        let form = ana.press(&shown, "Name and Post…").await;
        private(fills_in(&ana, form, &[("name", "Woodpushers")]).await);
        let card = until(&sandbox, &ben, "Accept").await;
        drop(ben.press(&card, "Accept").await);
        Some(Self {
            program,
            clocks,
            // A thread opened from a card has the card's id.
            thread: card.id(),
            people,
            sandbox,
        })
    }

    fn place(&self, name: &str) -> Place {
        self.sandbox.user(name).in_channel(self.thread)
    }

    /// Waits for the board on which the team votes on its next turn. Ben moves if he begins.
    async fn board(&self, database: &Path, turn: usize) -> Message {
        let ben = self.place("ben");
        let first = self.sandbox.until(|_| {
            let mut messages = ben.messages().into_iter();
            messages.rfind(|one| one.button("My Team").is_some())
        });
        let first = first.await.expect("a board");
        let is_bens = turn == 0 && first.button("Vote…").is_none();
        if is_bens {
            program::play(&ben, "g").await;
        }
        let played = turn * 2 + usize::from(self.begins(database));
        until_turns(database, played).await;
        until(&self.sandbox, &ben, "Vote…").await
    }

    /// Whether Ben has the first seat.
    fn begins(&self, database: &Path) -> bool {
        let ben = self.sandbox.user("ben").id();
        number(
            database,
            &format!("SELECT count(*) FROM matches WHERE first_player = {ben}"),
        ) == Some(1)
    }

    /// Lets everybody vote, spread over this time. Returns how long each of their presses took.
    async fn votes(&self, board: &Message, column: &str, within: Duration) -> Vec<Duration> {
        let begun = tokio::time::Instant::now();
        let count = u32::try_from(self.people.len()).expect("not so many");
        let mut voting = tokio::task::JoinSet::new();
        let board = Arc::new(board.clone());
        for (number, name) in (0..count).zip(&self.people) {
            let place = self.place(name);
            // Three of five vote for one turn.
            let column = match number % 5 {
                3 => "e",
                4 => "f",
                _ => column,
            };
            let (board, column) = (Arc::clone(&board), column.to_owned());
            let at = begun + within * number / count;
            voting.spawn(async move {
                tokio::time::sleep_until(at).await;
                votes(&place, &board, &column).await
            });
            if within.is_zero() {
                // One after the other.
                voting.join_next().await.expect("a vote").expect("no panic");
            }
        }
        let all = voting.join_all().await;
        all.into_iter().flatten().collect()
    }

    /// Lets everybody vote within a minute, and prints what it costs.
    async fn measured(&self, board: &Message, turn: &str, column: &str) -> Vec<Duration> {
        let id = self.program.id();
        let before = memory(&self.program, "VmRSS:");
        self.sandbox.clear_journal();
        let begun = Instant::now();
        let parts = tokio::spawn(async move {
            let mut used = vec![processor(id)];
            for part in 1..=PARTS {
                let at = begun + MINUTE * part / PARTS;
                tokio::time::sleep_until(at.into()).await;
                used.push(processor(id));
            }
            used
        });
        let mut times = self.votes(board, column, MINUTE).await;
        let took = begun.elapsed();
        let told = format!("**{} of ", self.people.len());
        let place = self.place("ben");
        let counted = self.sandbox.until(|_| {
            let shown = place.message(board.id())?;
            shown.content().contains(&told).then_some(())
        });
        counted.await.expect("all votes on the board");
        let told = begun.elapsed();
        let used = parts.await.expect("no panic");
        let after = memory(&self.program, "VmRSS:");

        let journal = self.sandbox.journal();
        let mut requests: BTreeMap<String, usize> = BTreeMap::new();
        for entry in journal.iter().filter(|entry| entry.counted) {
            *requests
                .entry(format!("{} {}", entry.method, entry.route))
                .or_default() += 1;
        }
        let path = format!("/channels/{}/messages/{}", self.thread, board.id());
        let edits: Vec<_> = journal
            .iter()
            .filter(|entry| entry.method == "PATCH" && entry.path == path)
            .map(|entry| entry.at)
            .collect();
        let in_a_minute = edits.iter().map(|first| {
            let later = edits
                .iter()
                .filter(|at| (first..=&(first + 60_000)).contains(at));
            later.count()
        });
        let most = in_a_minute.max().unwrap_or(0);
        let refused = journal.iter().filter(|entry| entry.status == 429).count();
        let count = self.people.len();
        let spent = used[used.len() - 1] - used[0];
        let parts: Vec<_> = used
            .windows(2)
            .map(|two| format!("{:.2} s", two[1] - two[0]))
            .collect();
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        println!(
            "{turn}: {count} people voted within {took:.1?} by {} presses, and the board told of all after {told:.1?}",
            times.len()
        );
        println!(
            "  an answer took {:.1?} in the middle, {:.1?} for 95 of 100, {:.1?} at most",
            at(50),
            at(95),
            at(100)
        );
        println!(
            "  processor: {:.1} ms a vote; by quarters of the minute: {}",
            spent * 1_000.0 / count as f64,
            parts.join(", ")
        );
        println!("  memory: {before} kB before, {after} kB after");
        println!(
            "  {} edits of the board, at most {most} in a minute (bound {MOST_EDITS}); counted requests: {requests:?}; {refused} were refused",
            edits.len()
        );
        assert!(most <= MOST_EDITS, "{edits:?}");
        times
    }

    /// Lets the vote end, and Ben answer.
    async fn plays(&mut self, database: &Path, column: &str) {
        let turns = number(database, "SELECT turns FROM matches").expect("a match");
        self.clocks.pass(Duration::from_hours(24));
        until_turns(database, turns + 1).await;
        program::play(&self.place("ben"), column).await;
    }
}

/// Votes for a column by the picker. Returns how long each press took.
async fn votes(place: &Place, board: &Message, column: &str) -> [Duration; 3] {
    let mut shown = board.clone();
    let mut times = [Duration::ZERO; 3];
    for (time, button) in times.iter_mut().zip(["Vote…", column, "Vote"]) {
        let pressed = Instant::now();
        shown = private(place.press(&shown, button).await);
        *time = pressed.elapsed();
    }
    times
}

/// Waits for a message with a button, and returns the newest.
async fn until(sandbox: &Sandbox, place: &Place, button: &str) -> Message {
    let found = sandbox.until(|_| {
        let mut messages = place.messages().into_iter();
        messages.rfind(|one| one.button(button).is_some())
    });
    found.await.expect("a message")
}

/// Waits until this many turns of the match are written.
async fn until_turns(database: &Path, turns: usize) {
    while number(database, "SELECT turns FROM matches") != Some(turns) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Returns a number from the program's database; `None` if it cannot be read just now.
fn number(database: &Path, sql: &str) -> Option<usize> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let db = Connection::open_with_flags(database, flags).ok()?;
    let number: i64 = db.query_one(sql, [], |row| row.get(0)).ok()?;
    usize::try_from(number).ok()
}
