//! One person repeats every act as often as possible.
//!
//! The stored rows stay bounded, and another player's answers stay fast.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anteroom::matches::Bounds;

use crate::support::hostile_acts::everything;
use crate::support::stage::{NOTHING, Stage, Table};

/// The number of rounds before the count of rows, and again after it.
const ROUNDS: usize = 24;

/// The number of measured answers while the hostile person is idle.
const ALONE: usize = 50;

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

/// Plays beside the hostile person. Returns the sorted times of the answers.
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
    // Rows that stay for ever have a bound too, reached in the first half.
    stage.bounds = Bounds {
        in_vain: 6,
        ..Bounds::default()
    };
    stage.start().await;
    let general = stage.person("cleo", stage.general());
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    // Cleo's own match, in which Dan is to move.
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
            // Rows expire by age, and no two rows may have the same moment.
            stage.advance(Duration::from_millis(10));
        }
    };
    round(0).await;
    stage.until_announced().await;
    let first = rows(&stage);
    // The tables with a bound are full.
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
    // Answers take far less than Discord's three seconds.
    assert!(middle(&times) < Duration::from_millis(500), "{times:?}");
}
