//! Measures the store with many matches in it.
//!
//! `cargo bench --bench store -- 1000000` fills a database in the temporary folder by plain SQL with 1,000,000
//! finished matches (the default is 100,000) and some running ones. It prints the database's size, the time to open
//! it, the median and the slowest time of the lists that people wait for, and the peak memory. A folder after the
//! number keeps the database for a second run or for `anteroom doctor`.
//!
//! `cargo bench --bench store -- 100000 FOLDER stale` prints instead the time of a start that folds all lists again.

mod filled;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anteroom::board::Seat;
use anteroom::db::Store;
use anteroom::db::alarms::{self, Due};
use anteroom::db::results;
use anteroom::features::lists::store as archive;
use anteroom::features::lists::store::ArchiveFilter;
use anteroom::features::play::store::conditional;
use anteroom::features::reminders::store::due;
use anteroom::games::Verdict;
use anteroom::matches::{ChannelId, MatchId, UserId};
use anteroom::people::Moment;
use anteroom::ratings::{Rating, Score, rate};
use filled::{BEGIN, Given, PLAYERS};

/// The number of running matches.
const RUNNING: u64 = 2_000;

/// A player of every hundredth finished match and of 500 running ones.
const ME: UserId = UserId(1);

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
    let stale = given.next().is_some_and(|word| word == "stale");
    let folder = std::env::temp_dir().join(format!("anteroom-bench-{}", std::process::id()));
    let folder = keep.as_deref().unwrap_or(&folder);
    std::fs::create_dir_all(folder).expect("a folder");
    let path = folder.join("matches.db");
    let begun = Instant::now();
    if !path.exists() {
        drop(anteroom::features::open(&path).expect("a new database"));
        filled::fill(
            &path,
            &Given {
                finished: matches,
                running: RUNNING,
                me: ME.0,
                guild: 1,
                servers: 1,
                channel: 10,
                since: BEGIN,
            },
        );
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
    if stale {
        runtime.block_on(fold_anew(&path));
    } else {
        runtime.block_on(measure(&path));
        fold_ratings();
    }
    println!("most memory, with the filling: {}", most_memory());
    if keep.is_none() {
        std::fs::remove_dir_all(folder).expect("removed");
    }
}

/// Measures a start at which all lists have an old version.
async fn fold_anew(path: &Path) {
    let connection = rusqlite::Connection::open(path).expect("opened");
    let lists = connection
        .execute("UPDATE projections SET version = 0", [])
        .expect("changed");
    drop(connection);
    let begun = Instant::now();
    drop(anteroom::features::open(path).expect("opened"));
    println!("{lists} lists folded anew: {:?}", begun.elapsed());
}

async fn measure(path: &Path) {
    let open = Instant::now();
    let store = anteroom::features::open(path).expect("opened");
    let pending = store
        .read(anteroom::db::pending_posts::all)
        .await
        .expect("read")
        .len();
    let lines = store
        .read(conditional::matches_with_lines)
        .await
        .expect("read")
        .len();
    due(&store, Moment(BEGIN)).await;
    println!(
        "open, and what there is to do ({pending} + {lines}): {:?}",
        open.elapsed()
    );
    let table: [Case; 14] = [
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
        ("the nearest of 100,000 alarms", &|store| {
            let store = store.clone();
            Box::pin(async move { due(&store, Moment(i64::MIN)).await.0 })
        }),
        ("a tick with nothing due", &|store| {
            let store = store.clone();
            Box::pin(async move { tick(&store, Moment(BEGIN)).await })
        }),
        ("a tick with all of them due", &|store| {
            let store = store.clone();
            Box::pin(async move { tick(&store, Moment(i64::MAX / 2)).await })
        }),
        ("/archive, the first page", &|store| page(store, archive())),
        ("/archive, a page from the middle", &|store| {
            page(store, after_the_middle(archive()))
        }),
        ("/archive of one game, from the middle", &|store| {
            let game = Some(String::from("connect-n"));
            page(store, after_the_middle(ArchiveFilter { game, ..archive() }))
        }),
        ("/archive of lost ones, of which there are none", &|store| {
            let score = Some(Score::Loss);
            page(store, ArchiveFilter { score, ..archive() })
        }),
        ("/profile", &|store| {
            let store = store.clone();
            Box::pin(async move {
                let results = store
                    .read(|db| results::of_user(db, ME, None))
                    .await
                    .expect("read");
                results.latest.len()
            })
        }),
        ("due alarms", &|store| {
            let store = store.clone();
            Box::pin(async move { due(&store, Moment(BEGIN)).await.0 })
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

/// Reads the due alarms as the bot does. Returns their number, and the user of the first one.
async fn due(store: &Store, now: Moment) -> (usize, UserId) {
    let due = store.read(move |db| alarms::due(db, &["flag", "expiry", "remind"], now, 32));
    match due.await.expect("read") {
        Due::Now(_, alarms) => (alarms.len(), alarms[0].about.user),
        Due::Later(_) => (0, UserId(0)),
    }
}

/// Reads what the bot reads at an alarm: the due alarms of matches, then the due reminders of a person.
async fn tick(store: &Store, now: Moment) -> usize {
    let (count, person) = due(store, now).await;
    let of_person = store.read(move |db| due::due_to(db, person, now));
    count + of_person.await.expect("read").len()
}

/// Returns the filter for the finished matches of `ME`.
fn archive() -> ArchiveFilter {
    ArchiveFilter {
        user: ME,
        game: None,
        score: None,
        after: None,
        place: None,
    }
}

/// Returns the filter for the page after a match in the middle of the finished ones.
fn after_the_middle(filter: ArchiveFilter) -> ArchiveFilter {
    let id = 50_000;
    let at = Moment(BEGIN + id * 1000 + 80);
    ArchiveFilter {
        after: Some((at, MatchId(id.unsigned_abs()))),
        ..filter
    }
}

fn page(store: &Store, filter: ArchiveFilter) -> Work {
    let store = store.clone();
    Box::pin(async move {
        store
            .read(move |db| archive::archive(db, &filter, 11))
            .await
            .expect("read")
            .len()
    })
}

/// Measures the time to fold a million results of rated matches, without the database.
fn fold_ratings() {
    const RESULTS: u64 = 1_000_000;
    let mut ratings = vec![Rating::START; usize::try_from(PLAYERS).expect("players")];
    let begun = Instant::now();
    for number in 0..RESULTS {
        let first = number * 7919 % PLAYERS;
        let second = (first + 1 + number % 97) % PLAYERS;
        let [first, second] = [first, second].map(|one| usize::try_from(one).expect("a player"));
        let winner = Seat::BOTH[usize::from(number % 3 == 0)];
        let rest = Duration::from_secs(86_400);
        let before = [ratings[first], ratings[second]].map(|rating| rating.after_rest(rest));
        [ratings[first], ratings[second]] = rate(before, Verdict::Win(winner), 0);
    }
    println!("{RESULTS} rated matches folded: {:?}", begun.elapsed());
}

/// The name of a query that people wait for, and the query.
type Case = (&'static str, &'static dyn Fn(&Store) -> Work);

type Work = std::pin::Pin<Box<dyn Future<Output = usize>>>;

/// Returns the peak memory as the system reports it.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| String::from("unknown"), |line| line.trim().to_owned())
}
