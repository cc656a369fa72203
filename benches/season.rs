//! Measures the start of a season of sixty divisions of ten within Discord's limits.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use loopback_discord::{Clock, Layout, Sandbox, SandboxConfig};
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use super::contests::{
    Clocks, NO_COMPILER, found, looks, peak, private, processor, spread, until_monday,
};
use super::program::{self, Program};

const DIVISIONS: usize = 60;
const OF_DIVISION: usize = 10;
const PEOPLE: usize = DIVISIONS * OF_DIVISION;

/// The games of all divisions: everybody against everybody.
const GAMES: usize = DIVISIONS * OF_DIVISION * (OF_DIVISION - 1) / 2;

const POST: &str = "/channels/{channel_id}/messages";

/// The single matches whose clocks run out while the season begins, and how long before its start they begin. With
/// five minutes a turn, the first clocks run out two seconds after the start.
const OUT_OF_TIME: usize = 8;
const BEFORE: Duration = Duration::from_secs(298);

/// Lets people join a league, moves the clock to the start of its season, and waits until its news, all its tables and
/// all its matches are there. At the same time people look at the league and at a single match, and the clocks of
/// single matches run out.
pub async fn of_sixty_divisions() {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<_> = (0..PEOPLE).map(|one| format!("p{one}")).collect();
    let mut config = SandboxConfig::default();
    let Some(mut clocks) = Clocks::new(folder.path(), &mut config) else {
        println!("{NO_COMPILER}");
        return;
    };
    let layout = Layout::default();
    config.layout = names
        .iter()
        .fold(layout, |layout, name| layout.person(name));
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let database = folder.path().join("matches.db");
    let program = Program::connected(&sandbox, &database, &clocks.variables()).await;
    let general = |name: &str| sandbox.user(name).in_channel(sandbox.channel("general"));
    let size = OF_DIVISION.to_string();
    let post = found(&general("ana"), "Sixty by Ten", &size).await;
    let begun = Instant::now();
    for name in &names {
        private(general(name).press(&post, "Join").await);
    }
    println!("{PEOPLE} people joined in {:.1?}", begun.elapsed());

    let lounge = sandbox.channel("lounge");
    clocks.pass(until_monday(clocks.now()) - BEFORE);
    let unrelated = program::begin(&sandbox, lounge, &[("time", Value::from("3d"))]).await;
    for _ in 0..OUT_OF_TIME {
        program::begin(&sandbox, lounge, &[("time", Value::from("5m"))]).await;
    }
    clocks.pass(until_monday(clocks.now()));
    sandbox.clear_journal();
    let (watched, clock) = (database.clone(), clocks.clock());
    let late = tokio::task::spawn_blocking(move || alarms(&watched, &clock));
    let cpu = processor(program.id());
    let begun = Instant::now();
    let over = Arc::new(AtomicBool::new(false));
    let mover = sandbox.user("ana").in_channel(unrelated);
    let looking = [
        (general("p0"), "league", &[][..]),
        (mover, "move", &[("turn", "?")][..]),
    ]
    .map(|(place, command, given)| tokio::spawn(looks(place, (command, given), Arc::clone(&over))));

    let (mut posts, mut refused) = (0, 0);
    let (mut tables_at, mut matches_at) = (None, None);
    while tables_at.is_none() || matches_at.is_none() {
        for entry in sandbox.journal() {
            refused += usize::from(entry.status == 429);
            posts +=
                usize::from(entry.route == POST && entry.method == "POST" && entry.status == 200);
        }
        sandbox.clear_journal();
        let elapsed = begun.elapsed();
        // The news of the season and a table for each division.
        if posts > DIVISIONS && tables_at.is_none() {
            tables_at = Some(elapsed);
        }
        if matches_at.is_none() && matches(&database) >= GAMES {
            let spent = processor(program.id()) - cpu;
            println!("processor until all matches were written: {spent:.1} s");
            matches_at = Some(elapsed);
        }
        assert!(
            elapsed < Duration::from_mins(20),
            "{posts} posts, {} matches",
            matches(&database)
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    over.store(true, Ordering::Relaxed);
    println!(
        "{GAMES} matches were written after {:.1?}, {DIVISIONS} tables posted after {:.1?}; {refused} requests were refused by a limit",
        matches_at.expect("a time"),
        tables_at.expect("a time"),
    );
    let late = late.await.expect("no panic");
    println!(
        "{} clocks ran out, between {:.1?} and {:.1?} after the start, and these matches ended at most {:.1?} late",
        late.len(),
        late.iter().map(|(after, _)| after).min().expect("a clock"),
        late.iter().map(|(after, _)| after).max().expect("a clock"),
        late.iter().map(|(_, late)| late).max().expect("a clock"),
    );
    for (command, looking) in ["/league", "/move in a single match"].iter().zip(looking) {
        let times = looking.await.expect("no panic");
        println!("{command} at the same time, {}", spread(times));
    }
    println!("memory at most: {}", peak(program.id()));
}

/// Waits until all clocks that run out within an hour have ended their matches. Returns for each how long after now it
/// ran out, and how late its match ended.
fn alarms(database: &Path, clock: &Clock) -> Vec<(Duration, Duration)> {
    let begun = clock.now();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let db = Connection::open_with_flags(database, flags).expect("the database");
    let sql = "SELECT match_id, deadline FROM matches WHERE status = 'playing' AND deadline < ?1";
    let mut query = db.prepare(sql).expect("a query");
    let until = begun.cast_signed() + 3_600_000;
    let found = query.query_map([until], |row| Ok((row.get(0)?, row.get(1)?)));
    let found: Result<Vec<(i64, i64)>, _> = found.expect("rows").collect();
    let mut waiting = found.expect("numbers");
    let sql = "SELECT status = 'playing' FROM matches WHERE match_id = ?1";
    let mut times = Vec::new();
    while !waiting.is_empty() {
        std::thread::sleep(Duration::from_millis(20));
        let now = clock.now();
        waiting.retain(|(id, deadline)| {
            let playing = db.query_one(sql, [id], |row| row.get::<_, bool>(0));
            let playing = playing.expect("a match");
            if !playing {
                let deadline = deadline.cast_unsigned();
                let since = |moment| Duration::from_millis(deadline.abs_diff(moment));
                times.push((since(begun), since(now)));
            }
            playing
        });
    }
    times
}

/// Counts the matches of the league that were written.
fn matches(database: &Path) -> usize {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let sql = "SELECT count(*) FROM matches WHERE status = 'playing'";
    let count = connection.and_then(|db| db.query_one(sql, [], |row| row.get::<_, i64>(0)));
    usize::try_from(count.unwrap_or_default()).expect("a count")
}
