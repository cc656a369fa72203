//! Measures the start of tournaments of 128 people within Discord's limits.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use loopback_discord::{Clock, Layout, Message, Place, Sandbox, SandboxConfig};
use rusqlite::{Connection, OpenFlags};

use super::NOTHING;
use super::contests::{looks, open_post, peak, private, processor, spread};
use super::forms::{chooses, fills_in};
use super::program::Program;

const PEOPLE: usize = 128;

/// The bounds: until all games are written, until all is told, and for an answer.
const WRITTEN: Duration = Duration::from_mins(1);
const TOLD: Duration = Duration::from_mins(4);
const ANSWER: Duration = Duration::from_millis(150);

const GAMES: &str = "SELECT count(*) FROM matches WHERE status = 'playing'";
const OWED: &str = "SELECT count(*) FROM owed WHERE kind LIKE 'tournament%'";

/// A tournament, and how it is set up.
struct System {
    name: &'static str,
    /// The button that chooses it; `None`: it is chosen at first.
    button: Option<&'static str>,
    /// The button of the form for its numbers, and the numbers.
    form: &'static str,
    numbers: &'static [(&'static str, &'static str)],
    /// The games of its first round.
    games: usize,
}

const SYSTEMS: [System; 2] = [
    System {
        name: "knock-out",
        button: None,
        form: "People, Clock…",
        numbers: &[("most", "128"), ("clock", "4d+4h")],
        games: PEOPLE,
    },
    System {
        name: "Swiss",
        button: Some("Swiss System"),
        form: "People, Rounds, Clock…",
        numbers: &[("most", "128"), ("rounds", "7"), ("clock", "4d+4h")],
        games: PEOPLE / 2,
    },
];

/// Lets people join a tournament of each system, and begins it.
pub async fn of_128_people() {
    for system in &SYSTEMS {
        begins(system).await;
    }
}

/// Begins a tournament, and waits until its news, all its posts and all its matches are there. At the same time people
/// look at it.
async fn begins(system: &System) {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<_> = (0..PEOPLE).map(|one| format!("p{one}")).collect();
    let mut config = SandboxConfig::default();
    config.clock = Clock::running();
    let layout = Layout::default();
    config.layout = names
        .iter()
        .fold(layout, |layout, name| layout.person(name));
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let database = folder.path().join("matches.db");
    let program = Program::connected(&sandbox, &database, &[]).await;
    let general = |name: &str| sandbox.user(name).in_channel(sandbox.channel("general"));
    let ana = general("ana");
    let post = founded(&ana, system).await;
    for name in &names {
        private(general(name).press(&post, "Join").await);
    }

    sandbox.clear_journal();
    let cpu = processor(program.id());
    let begun = Instant::now();
    let shown = private(ana.command("tournament", NOTHING).await);
    let shown = private(ana.press(&shown, "Manage…").await);
    private(chooses(&ana, &shown, "tournament-start", "0").await);
    let over = Arc::new(AtomicBool::new(false));
    let looking = looks(general("p0"), ("tournament", &[]), Arc::clone(&over));
    let looking = tokio::spawn(looking);
    let counted = |sql| count(&database, sql);
    let until = async |sql, wanted: usize| {
        while counted(sql) != Some(wanted) {
            let elapsed = begun.elapsed();
            assert!(
                elapsed < Duration::from_mins(20),
                "{sql}: {:?}",
                counted(sql)
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        begun.elapsed()
    };
    let written = until(GAMES, system.games).await;
    let spent = processor(program.id()) - cpu;
    let told = until(OWED, 0).await;
    over.store(true, Ordering::Relaxed);

    let journal = sandbox.journal();
    let refused = journal.iter().filter(|entry| entry.status == 429).count();
    println!(
        "{} of {PEOPLE}: {} games were written after {written:.1?} (bound {WRITTEN:?}), all was told after {told:.1?} (bound {TOLD:?}); {refused} requests were refused by a limit",
        system.name, system.games,
    );
    println!("processor until all games were written: {spent:.1} s");
    let times = looking.await.expect("no panic");
    println!(
        "/tournament at the same time (bound {ANSWER:?}), {}",
        spread(times)
    );
    println!("memory at most: {}", peak(program.id()));
}

/// Creates a tournament of Connect N, and returns its post.
async fn founded(place: &Place, system: &System) -> Message {
    let shown = private(place.command("tournament", NOTHING).await);
    let shown = private(place.press(&shown, "New Tournament…").await);
    let mut shown = private(chooses(place, &shown, "tournament-set/game", "connect-n").await);
    if let Some(button) = system.button {
        shown = private(place.press(&shown, button).await);
    }
    let form = place.press(&shown, system.form).await;
    let shown = private(fills_in(place, form, system.numbers).await);
    let form = place.press(&shown, "Create…").await;
    private(fills_in(place, form, &[("name", "Winter Cup")]).await);
    open_post(place).await
}

/// Counts rows of the program's database; `None` if it cannot be read just now.
fn count(database: &Path, sql: &str) -> Option<usize> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let db = Connection::open_with_flags(database, flags).ok()?;
    let count: i64 = db.query_one(sql, [], |row| row.get(0)).ok()?;
    usize::try_from(count).ok()
}
