//! How long the store takes when many matches lie behind it.
//!
//! `cargo bench --bench store -- 1000000` fills a database in the temporary folder with so many finished matches
//! (100,000 when no number is given) and some that are being played, by plain SQL, and prints: its size, how long it takes
//! to be opened, how long the lists take that people wait for (the middle one of many, and the slowest), and how much
//! memory that took. A number and a folder keep the database there: a second run, or `anteroom doctor`, finds it again.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anteroom::matches::{ChannelId, MatchId, Moment, UserId};
use anteroom::store::Store;
use rusqlite::{Connection, params};

/// How many players there are. Number 1 has played in every hundredth match, and plays 500.
const PLAYERS: u64 = 20_000;

/// How many matches are being played besides.
const RUNNING: u64 = 2_000;

/// Player number 1.
const ME: UserId = UserId(1);

/// When the first one began.
const BEGIN: i64 = 1_700_000_000_000;

fn main() {
    // Cargo itself adds `--bench`.
    let mut given = std::env::args()
        .skip(1)
        .filter(|one| !one.starts_with("--"));
    let matches = match given.next() {
        Some(number) => number.parse().expect("how many matches"),
        None => 100_000,
    };
    let keep = given.next().map(PathBuf::from);
    let folder = std::env::temp_dir().join(format!("anteroom-bench-{}", std::process::id()));
    let folder = keep.as_deref().unwrap_or(&folder);
    std::fs::create_dir_all(folder).expect("a folder");
    let path = folder.join("matches.db");
    let begun = Instant::now();
    if !path.exists() {
        drop(Store::open(&path).expect("a new database"));
        fill(&path, matches);
    }
    let bytes = std::fs::metadata(&path).expect("the database").len();
    println!(
        "{matches} finished matches and {RUNNING} others: {} MB, filled in {:.0} s",
        bytes / 1_000_000,
        begun.elapsed().as_secs_f64()
    );
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(measure(&path));
    println!("most memory, with the filling: {}", most_memory());
    if keep.is_none() {
        std::fs::remove_dir_all(folder).expect("removed");
    }
}

async fn measure(path: &Path) {
    let open = Instant::now();
    let store = Store::open(path).expect("opened");
    let pending = store.pending().await.expect("read").len();
    let stale = store.stale_cards().await.expect("read").len();
    let lines = store.matches_with_lines().await.expect("read").len();
    store.next_alarm().await.expect("read");
    println!(
        "open, and what there is to do ({pending} + {stale} + {lines}): {:?}",
        open.elapsed()
    );
    let table: [Case; 6] = [
        ("/history completion: 100 finished", &|store| {
            let store = store.clone();
            Box::pin(async move { store.finished_of(ME, 100).await.expect("read").len() })
        }),
        ("/games, 500 matches", &|store| {
            let store = store.clone();
            Box::pin(async move { store.games_of(ME).await.expect("read").len() })
        }),
        ("/games, few matches", &|store| {
            let store = store.clone();
            Box::pin(async move { store.games_of(UserId(77)).await.expect("read").len() })
        }),
        ("whose thread", &|store| {
            let store = store.clone();
            Box::pin(async move {
                let found = store.match_in_thread(ChannelId(5_000)).await.expect("read");
                usize::from(found.is_some())
            })
        }),
        ("one match", &|store| {
            let store = store.clone();
            Box::pin(async move {
                let found = store.load(MatchId(4_000)).await.expect("read");
                usize::from(found.is_some())
            })
        }),
        ("due alarms", &|store| {
            let store = store.clone();
            Box::pin(async move {
                store
                    .due_alarms(Moment(BEGIN), 32)
                    .await
                    .expect("read")
                    .len()
            })
        }),
    ];
    for (name, work) in table {
        let mut times: Vec<Duration> = Vec::new();
        let mut rows = 0;
        for _ in 0..200 {
            let begun = Instant::now();
            rows = work(&store).await;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        println!(
            "{name}: {rows} found in {:?}, slowest {:?}",
            times[times.len() / 2],
            times[times.len() - 1]
        );
    }
}

/// What people wait for, and how it is asked.
type Case = (&'static str, &'static dyn Fn(&Store) -> Work);

type Work = std::pin::Pin<Box<dyn Future<Output = usize>>>;

/// Writes what the bot would have written. Each finished match was won by the first seat with four in a column.
fn fill(path: &Path, matches: u64) {
    let mut connection = Connection::open(path).expect("opened");
    connection
        .execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;")
        .expect("set");
    let transaction = connection.transaction().expect("begun");
    let mut position = 0_i64;
    {
        let mut event = transaction
            .prepare("INSERT INTO events (match_id, seq, position, at, kind, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .expect("a statement");
        let mut row = transaction
            .prepare(
                "INSERT INTO matches (match_id, seq, game, status, guild, channel, challenger, invited, first_player, \
                 second_player, seat_to_move, player_to_move, deadline, ply, changed_at, turns, winner, reason, ended_at) \
                 VALUES (?1, ?2, 'connect-n', ?3, 1, 10, ?4, ?5, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, ?11, ?12, ?13)",
            )
            .expect("a statement");
        let mut place = transaction
            .prepare(
                "INSERT INTO places (match_id, seq, news_seq, thread, card, board, announced, card_seq, card_at) \
                 VALUES (?1, ?2, ?2, ?3, ?3, ?3, ?2, ?2, ?4)",
            )
            .expect("a statement");
        for id in 1..=(matches + RUNNING) {
            let over = id <= matches;
            let mine = if over {
                id % 100 == 0
            } else {
                id <= matches + 500
            };
            let first = if mine { 1 } else { 2 + id % (PLAYERS - 2) };
            let second = 2 + (id / 7 + 1) % (PLAYERS - 2);
            let second = if second == first { PLAYERS + 1 } else { second };
            let began = BEGIN + id.cast_signed() * 1000;
            let mut bodies = vec![
                (
                    "proposed",
                    format!(
                        "{{\"guild\":1,\"channel\":10,\"game\":\"connect-n\",\"options\":{{\"columns\":\"7\",\"n\":\"4\",\"rows\":\"6\"}},\
                         \"time\":\"3d\",\"challenger\":{first},\"invited\":{second},\"seat\":\"first\",\"seat_drawn\":false}}"
                    ),
                ),
                ("accepted", format!("{{\"by\":{second}}}")),
            ];
            for (number, column) in ["a", "b", "a", "b", "a", "b", "a"].into_iter().enumerate() {
                let seat = ["first", "second"][number % 2];
                bodies.push((
                    "turn",
                    format!("{{\"seat\":\"{seat}\",\"text\":\"{column}\"}}"),
                ));
            }
            if !over {
                bodies.truncate(4);
            }
            let seq = bodies.len() as i64;
            let (turns, ended) = (seq - 2, began + (seq - 1) * 10);
            for (seq, (kind, body)) in (1_i64..).zip(bodies) {
                position += 1;
                event
                    .execute(params![
                        id.cast_signed(),
                        seq,
                        position,
                        began + (seq - 1) * 10,
                        kind,
                        body
                    ])
                    .expect("an event");
            }
            row.execute(params![
                id.cast_signed(),
                seq,
                if over { "finished" } else { "playing" },
                first.cast_signed(),
                second.cast_signed(),
                (!over).then_some(0),
                (!over).then_some(first.cast_signed()),
                (!over).then_some(ended + 3 * 86_400_000),
                turns,
                ended,
                over.then_some(0),
                over.then_some("four in a row"),
                over.then_some(ended),
            ])
            .expect("a row");
            place
                .execute(params![
                    id.cast_signed(),
                    seq,
                    id.cast_signed() + 1_000,
                    ended
                ])
                .expect("a place");
        }
    }
    transaction
        .execute("UPDATE projections SET mark = ?1", [position])
        .expect("marked");
    transaction.commit().expect("written");
}

/// As the system says it, where it does.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| String::from("unknown"), |line| line.trim().to_owned())
}
