//! One person who does everything as often as they can: what is kept of it has bounds, and the person who plays beside them feels nothing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anteroom::matches::Bounds;

use crate::support::hostile_acts::everything;
use crate::support::stage::{NOTHING, Stage, Table};

/// How often the hostile person goes through everything before anything is counted, and after that once more as often.
const ROUNDS: usize = 24;

/// How many answers are measured while the hostile person does nothing.
const ALONE: usize = 50;

/// How many rows each table has.
fn rows(stage: &Stage) -> BTreeMap<String, u64> {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let database =
        rusqlite::Connection::open_with_flags(stage.database(), flags).expect("the database");
    let mut tables = database
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .expect("tables");
    let names = tables
        .query_map([], |row| row.get::<_, String>(0))
        .expect("tables");
    names
        .map(|name| {
            let name = name.expect("a name");
            let sql = format!("SELECT count(*) FROM {name}");
            let count: i64 = database
                .query_row(&sql, [], |row| row.get(0))
                .expect("a number");
            (name, count.unsigned_abs())
        })
        .collect()
}

/// Plays beside all that. Returns how long each answer took, in order.
async fn beside(table: &Table, goes_on: impl Fn(usize) -> bool) -> Vec<Duration> {
    let mut times = Vec::new();
    while goes_on(times.len()) {
        let begun = Instant::now();
        drop(table.ben.command("board", NOTHING).await);
        times.push(begun.elapsed());
    }
    times.sort();
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn one_hostile_person_fills_nothing_and_holds_up_nobody() {
    let mut stage = Stage::without_bot().await;
    // What stays for ever has a bound too: it is reached in the first half.
    stage.bounds = Bounds {
        in_vain: 6,
        ..Bounds::default()
    };
    stage.start().await;
    let general = stage.person("cleo", stage.general());
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    // Cleo's own match, in which the other one is to move.
    let challenge = stage
        .challenge(
            "cleo",
            "connect-n",
            &[("opponent", "dan"), ("colour", "Red"), ("time", "30d")],
        )
        .await;
    let dan = stage.person("dan", stage.general());
    dan.press(&challenge, "Accept").await;
    let thread = stage.thread(1).await;
    let own = stage.person("cleo", thread);
    stage.until_announced().await;
    stage.plays(&own, "d").await;

    let alone = beside(&table, |answers| answers < ALONE).await;
    let round = async |from: usize| {
        for number in from..from + ROUNDS {
            everything(&general, &own, number).await;
            // Rows are let go by their age; nothing that is kept is younger than a moment.
            stage.advance(Duration::from_millis(10));
        }
    };
    round(0).await;
    stage.until_announced().await;
    let first = rows(&stage);
    // It was not for nothing: all that was asked for is there, up to its bound.
    for table in [
        "conditional_lines",
        "notes",
        "imports",
        "board_sessions",
        "habits",
    ] {
        assert!(first[table] > 0, "{table}: {first:#?}");
    }
    let count = |status| format!("SELECT count(*) FROM matches WHERE status = '{status}'");
    assert_eq!(stage.row(&count("withdrawn")), "6");
    assert_eq!(stage.row(&count("open")), "5");
    let busy = AtomicBool::new(true);
    let (times, ()) = tokio::join!(beside(&table, |_| busy.load(Ordering::Relaxed)), async {
        round(ROUNDS).await;
        busy.store(false, Ordering::Relaxed);
    });
    stage.until_announced().await;
    let second = rows(&stage);
    let grown: Vec<_> = second
        .iter()
        .map(|(table, rows)| (table, rows - first[table].min(*rows)))
        .filter(|(_, grown)| *grown > 0)
        .collect();
    let middle = |times: &[Duration]| times[times.len() / 2];
    println!(
        "{} acts; grown by {grown:?}; another player's answers: {:?} alone, {:?} beside it ({} of them, the slowest {:?})",
        2 * ROUNDS * 23,
        middle(&alone),
        middle(&times),
        times.len(),
        times.last(),
    );
    assert_eq!(grown, [], "rows before: {first:#?}");
    // Nobody waits as long as Discord does, by far.
    assert!(middle(&times) < Duration::from_millis(500), "{times:?}");
}
