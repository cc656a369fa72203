//! Stored ratings: the matches that count, annulments, and folds that all give the same rows.

use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::db::Store;
use anteroom::db::ratings::{self, RatingsRebuilt, punctuality};
use anteroom::features::ratings::{Stakes, Uncounted, rebuild_ratings};
use anteroom::games::Verdict;
use anteroom::matches::{Command, LEAST_RATED_TURNS, Match, MatchId, UserId};
use anteroom::people::Moment;
use anteroom::ratings::{Rating, rate};
use fastrand::Rng;
use rusqlite::Connection;

use crate::support::databases::{change, does, file, found, opened, read, repaired, row};
use crate::support::people::{ANA, ANNUL, BEGIN, BEN, CID, challenge, plays};
use crate::support::program::{self, Program, run};
use crate::support::wait;

const PEOPLE: [UserId; 5] = [ANA, BEN, CID, UserId(104), UserId(105)];

async fn stakes_of(store: &Store, played: &Match, now: Moment) -> Stakes {
    let played = played.clone();
    read(store, move |db| ratings::stakes(db, &played, now)).await
}

fn kept(path: &Path) -> Vec<String> {
    [
        "SELECT * FROM rated_matches ORDER BY match_id",
        "SELECT * FROM rating_changes ORDER BY user, game, position",
        "SELECT * FROM ratings ORDER BY user, game",
    ]
    .iter()
    .flat_map(|sql| found(path, sql))
    .collect()
}

fn rebuilt(path: &Path) -> RatingsRebuilt {
    rebuild_ratings(path, &anteroom::features::HOOKS).unwrap()
}

/// Starts a match at a moment, without turns.
async fn fresh(store: &Store, game: &str, [first, second]: [UserId; 2], at: Moment) -> Match {
    let mut challenge = challenge(game, "3d");
    (challenge.challenger, challenge.invited) = (first, Some(second.into()));
    let proposal = challenge.into_proposal(|| 0).unwrap();
    let mut played = store.propose(proposal, at).await.unwrap();
    does(store, &mut played, Command::Accept { by: second }, at).await;
    played
}

/// Plays the first offered turn.
async fn moves(store: &Store, played: &mut Match, at: Moment) {
    let by = played.person_to_move().unwrap();
    let text = played.position().complete("", 1).0[0].step.clone();
    does(store, played, plays(by, &text), at).await;
}

/// Starts a match and plays the two turns of each player after which its result counts.
async fn begun(store: &Store, game: &str, pair: [UserId; 2], at: Moment) -> Match {
    let mut played = fresh(store, game, pair, at).await;
    for _ in 0..2 * LEAST_RATED_TURNS {
        moves(store, &mut played, at).await;
    }
    played
}

fn day(number: u64) -> Moment {
    BEGIN.after(Duration::from_secs(number * 86_400))
}

/// Plays many matches between few people, with resignations and draws, an hour apart.
async fn many(store: &Store, seed: u64, matches: usize) -> Vec<Match> {
    let mut random = Rng::with_seed(seed);
    let (mut going, mut over): (Vec<Match>, Vec<Match>) = (Vec::new(), Vec::new());
    for hour in 0..matches as u64 * 2 {
        let at = BEGIN.after(Duration::from_secs(hour * 3600 * 17));
        if going.len() < 4 && over.len() + going.len() < matches {
            let first = random.usize(..PEOPLE.len());
            let second = (first + random.usize(1..PEOPLE.len())) % PEOPLE.len();
            let game = ["antichess", "encastle"][random.usize(..2)];
            going.push(begun(store, game, [PEOPLE[first], PEOPLE[second]], at).await);
        }
        if going.len() > 2 || random.bool() {
            let index = random.usize(..going.len().max(1));
            if index >= going.len() {
                continue;
            }
            let mut played = going.swap_remove(index);
            // Some clocks have run out by now, which ends the match.
            if played.overdue(at).is_some() {
                does(store, &mut played, Command::Flag, at).await;
            } else if random.u8(..4) == 0 {
                let [by, other] = Seat::BOTH.map(|seat| played.person(seat).unwrap());
                does(store, &mut played, Command::OfferDraw { by }, at).await;
                does(store, &mut played, Command::AcceptDraw { by: other }, at).await;
            } else {
                let by = played.person(Seat::BOTH[random.usize(..2)]).unwrap();
                does(store, &mut played, Command::Resign { by }, at).await;
            }
            over.push(played);
        }
    }
    over
}

#[tokio::test]
async fn a_result_changes_both_ratings_as_the_arithmetic_says() {
    let (_folder, _, store) = opened();
    let mut first = begun(&store, "antichess", [ANA, BEN], day(0)).await;
    assert_eq!(
        stakes_of(&store, &first, day(0)).await,
        Stakes::Playing { counts_from: None }
    );
    does(&store, &mut first, Command::Resign { by: BEN }, day(1)).await;
    let [ana, ben] = rate([Rating::START; 2], Verdict::Win(Seat::First), 0);
    let Stakes::Changed { before, after } = stakes_of(&store, &first, day(1)).await else {
        panic!("the ratings have changed")
    };
    assert_eq!(before, [None, None]);
    assert_eq!(after.map(|standing| standing.rating), [ana, ben]);

    // The deviation grows between the matches.
    let mut second = begun(&store, "antichess", [BEN, ANA], day(10)).await;
    does(&store, &mut second, Command::Resign { by: ANA }, day(11)).await;
    let rest = Duration::from_secs(10 * 86_400);
    let [ben, ana] = rate(
        [ben.after_rest(rest), ana.after_rest(rest)],
        Verdict::Win(Seat::First),
        0,
    );
    let Stakes::Changed { after, .. } = stakes_of(&store, &second, day(11)).await else {
        panic!("the ratings have changed")
    };
    assert_eq!(after.map(|standing| standing.rating), [ben, ana]);
    assert_eq!(after.map(|standing| standing.games), [2, 2]);
    // The first match still shows its own changes.
    let Stakes::Changed { after, .. } = stakes_of(&store, &first, day(11)).await else {
        panic!("the ratings have changed")
    };
    assert_eq!(after.map(|standing| standing.games), [1, 1]);
}

#[tokio::test]
async fn four_rated_matches_of_a_pair_count_in_a_month() {
    let (_folder, _, store) = opened();
    for number in 0..6 {
        let pair = if number % 2 == 0 {
            [ANA, BEN]
        } else {
            [BEN, ANA]
        };
        let mut played = begun(&store, "antichess", pair, day(number)).await;
        let counts_from = (number >= 4).then_some(day(30));
        assert_eq!(
            stakes_of(&store, &played, day(number)).await,
            Stakes::Playing { counts_from },
            "{number}"
        );
        let resign = Command::Resign { by: ANA };
        does(&store, &mut played, resign, day(number)).await;
        let after = stakes_of(&store, &played, day(number)).await;
        assert_eq!(
            after == Stakes::Uncounted(Uncounted::TooMany),
            number >= 4,
            "{number}: {after:?}"
        );
    }
    // A match counts if it is of another game, opponent or month.
    for (game, pair, at) in [
        ("encastle", [ANA, BEN], day(6)),
        ("antichess", [ANA, CID], day(6)),
        ("antichess", [ANA, BEN], day(30)),
    ] {
        let mut played = begun(&store, game, pair, at).await;
        assert_eq!(
            stakes_of(&store, &played, at).await,
            Stakes::Playing { counts_from: None },
            "{game}, {pair:?}"
        );
        does(&store, &mut played, Command::Resign { by: ANA }, at).await;
        assert!(matches!(
            stakes_of(&store, &played, at).await,
            Stakes::Changed { .. }
        ));
    }
    // An unrated match, and an unusual frame.
    for (game, rated, columns) in [("antichess", false, None), ("connect-n", true, Some("8"))] {
        let mut challenge = challenge(game, "3d");
        challenge.terms.rated = rated;
        if let Some(columns) = columns {
            challenge.options.insert("columns".into(), columns.into());
        }
        let proposal = challenge.into_proposal(|| 0).unwrap();
        assert!(!proposal.terms.rated);
        let mut played = store.propose(proposal, day(40)).await.unwrap();
        does(&store, &mut played, Command::Accept { by: BEN }, day(40)).await;
        does(&store, &mut played, Command::Resign { by: BEN }, day(40)).await;
        assert!(!played.is_rated());
        assert_eq!(stakes_of(&store, &played, day(40)).await, Stakes::None);
    }
}

#[tokio::test]
async fn the_matches_of_a_pair_are_counted_when_they_end() {
    let (_folder, path, store) = opened();
    // Five matches begin, and four are aborted.
    let mut five = Vec::new();
    for _ in 0..5 {
        five.push(fresh(&store, "antichess", [ANA, BEN], day(0)).await);
    }
    let mut played = five.pop().unwrap();
    for aborted in &mut five {
        does(&store, aborted, Command::Abort { by: BEN }, day(1)).await;
        assert_eq!(stakes_of(&store, aborted, day(1)).await, Stakes::None);
    }
    for _ in 0..4 {
        moves(&store, &mut played, day(1)).await;
    }
    does(&store, &mut played, Command::Resign { by: BEN }, day(1)).await;
    let stakes = stakes_of(&store, &played, day(1)).await;
    assert!(matches!(stakes, Stakes::Changed { .. }), "{stakes:?}");

    // Of five concurrent matches the first to end count. An annulled match makes room for another.
    let mut five = Vec::new();
    for _ in 0..5 {
        five.push(begun(&store, "antichess", [ANA, BEN], day(2)).await);
    }
    let mut ended = Vec::new();
    while let Some(mut played) = five.pop() {
        does(&store, &mut played, Command::Resign { by: BEN }, day(3)).await;
        let counts = !matches!(
            stakes_of(&store, &played, day(3)).await,
            Stakes::Uncounted(Uncounted::TooMany)
        );
        assert_eq!(counts, ended.len() < 3, "{}", ended.len());
        ended.push(played);
        if ended.len() == 4 {
            does(&store, &mut ended[0], ANNUL, day(3)).await;
            let mut next = begun(&store, "antichess", [ANA, BEN], day(3)).await;
            does(&store, &mut next, Command::Resign { by: BEN }, day(3)).await;
            let stakes = stakes_of(&store, &next, day(3)).await;
            assert!(matches!(stakes, Stakes::Changed { .. }), "{stakes:?}");
        }
    }
    // A match that did not count when it ended never counts.
    let stakes = stakes_of(&store, &ended[3], day(3)).await;
    assert_eq!(stakes, Stakes::Uncounted(Uncounted::TooMany));
    let before = kept(&path);
    drop(store);
    repaired(&path);
    assert_eq!(kept(&path), before);
}

#[tokio::test]
async fn a_result_counts_after_two_turns_of_each_player() {
    let (_folder, path, store) = opened();
    for turns in 0..6 {
        // Each match has another pair, so that only the number of turns matters.
        let pair = [ANA, UserId(500 + turns)];
        for ending in ["resigned", "late", "agreed"] {
            let mut played = fresh(&store, "antichess", pair, day(0)).await;
            for _ in 0..turns {
                moves(&store, &mut played, day(0)).await;
            }
            let [by, other] = pair;
            match ending {
                "resigned" => does(&store, &mut played, Command::Resign { by }, day(1)).await,
                "late" => does(&store, &mut played, Command::Flag, day(9)).await,
                _ => {
                    for act in [Command::OfferDraw { by }, Command::AcceptDraw { by: other }] {
                        does(&store, &mut played, act, day(1)).await;
                    }
                }
            }
            assert_eq!(played.result_counts(), turns >= 4, "{turns} {ending}");
            let stakes = stakes_of(&store, &played, day(9)).await;
            if turns < 2 && ending == "late" {
                // Without a first move there is no result.
                assert_eq!(stakes, Stakes::None);
            } else if turns < 4 {
                assert_eq!(stakes, Stakes::Uncounted(Uncounted::TooShort));
            } else {
                assert!(matches!(stakes, Stakes::Changed { .. }), "{stakes:?}");
            }
            assert_eq!(played.decide(&ANNUL, day(9)).is_ok(), turns >= 4);
        }
    }
    assert_eq!(row(&path, "SELECT count(*) FROM rated_matches"), "6");
    // Uncounted matches do not use up the pair's four, but lateness in them is recorded.
    let mut played = begun(&store, "antichess", [ANA, UserId(500)], day(9)).await;
    does(&store, &mut played, Command::Resign { by: ANA }, day(9)).await;
    assert!(played.result_counts());
    let figures = read(&store, move |db| punctuality::figures(db, ANA)).await;
    assert_eq!(figures.lost_on_time, 3);
}

#[tokio::test]
async fn a_rebuild_gives_the_same_bits() {
    for seed in 0..3 {
        let (_folder, path) = file();
        let store = anteroom::features::open(&path).unwrap();
        many(&store, seed, 40).await;
        let before = kept(&path);
        assert!(before.len() > 60, "{}", before.len());
        drop(store);
        let again = rebuilt(&path);
        assert!(again.unchanged && again.ratings > 4 && again.matches > 20);
        assert_eq!(kept(&path), before);

        // The check finds a single wrong bit.
        change(
            &path,
            "UPDATE ratings SET points = points + 1e-12 WHERE user = 101 AND game = 'antichess'",
        );
        assert!(!rebuilt(&path).unchanged);
        assert_eq!(kept(&path), before);
    }
}

#[tokio::test]
async fn annulled_match_leaves_ratings_as_if_never_rated() {
    for seed in 10..14 {
        let (_folder, path) = file();
        let store = anteroom::features::open(&path).unwrap();
        let over = many(&store, seed, 40).await;
        let mut random = Rng::with_seed(seed);
        for _ in 0..3 {
            let mut played = over[random.usize(..over.len())].clone();
            played = store.load(played.id()).await.unwrap().unwrap();
            if played.is_annulled() || !played.result_counts() {
                assert!(played.decide(&ANNUL, day(400)).is_err());
                continue;
            }
            does(&store, &mut played, ANNUL, day(400)).await;
        }
        let kept_now = kept(&path);
        drop(store);
        repaired(&path);
        assert_eq!(kept(&path), kept_now, "seed {seed}");
        let counted = found(
            &path,
            "SELECT match_id FROM rated_matches WHERE annulled = 0 ORDER BY match_id",
        );
        let changed = found(
            &path,
            "SELECT DISTINCT match_id FROM rating_changes ORDER BY match_id",
        );
        assert_eq!(counted, changed);
        // The same arithmetic in memory, over the remaining matches in the order of their ends.
        let connection = Connection::open(&path).unwrap();
        let mut statement = connection
            .prepare("SELECT game, first_player, second_player, winner, ended_at FROM rated_matches WHERE annulled = 0 ORDER BY position")
            .unwrap();
        let mut ratings = std::collections::BTreeMap::new();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let game: String = row.get(0).unwrap();
            let users: [i64; 2] = [row.get(1).unwrap(), row.get(2).unwrap()];
            let verdict = match row.get::<_, Option<u8>>(3).unwrap() {
                Some(seat) => Verdict::Win(Seat::BOTH[usize::from(seat)]),
                None => Verdict::Draw,
            };
            let at = Moment(row.get(4).unwrap());
            let before = users.map(|user| match ratings.get(&(user, game.clone())) {
                Some((rating, last)) => {
                    let (rating, last): (Rating, Moment) = (*rating, *last);
                    rating.after_rest(last.until(at))
                }
                None => Rating::START,
            });
            for (user, after) in users.into_iter().zip(rate(before, verdict, 0)) {
                ratings.insert((user, game.clone()), (after, at));
            }
        }
        let expected: Vec<_> = ratings
            .into_iter()
            .map(|((user, game), (rating, _))| {
                format!(
                    "Integer({user}) Text({game:?}) {:x} {:x} {:x}",
                    rating.points.to_bits(),
                    rating.deviation.to_bits(),
                    rating.volatility.to_bits()
                )
            })
            .collect();
        let ours =
            "SELECT user, game, points, deviation, volatility FROM ratings ORDER BY user, game";
        assert_eq!(found(&path, ours), expected, "seed {seed}");
    }
}

#[tokio::test]
async fn the_operator_rebuilds_and_annuls_from_the_shell() {
    let (_folder, path, store) = opened();
    let mut played = begun(&store, "antichess", [ANA, BEN], day(0)).await;
    let ratings = |words: &[&str]| {
        let database = ["--database", path.to_str().unwrap()];
        run([&["ratings"], words, &database].concat())
    };
    let (code, said) = ratings(&["rebuild"]);
    assert!(code == 2 && said.contains("in use"), "{code}: {said}");
    drop(store);
    let (code, said) = ratings(&["annul", "1"]);
    assert!(code == 2 && said.contains("is not over"), "{code}: {said}");
    let store = anteroom::features::open(&path).unwrap();
    does(&store, &mut played, Command::Resign { by: BEN }, day(1)).await;
    drop(store);
    assert_eq!(
        ratings(&["rebuild"]),
        (
            0,
            String::from(
                "2 ratings were computed from 1 rated matches. They are as they were, bit for bit.\n"
            )
        )
    );
    let (code, said) = ratings(&["annul", "1"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(row(&path, "SELECT count(*) FROM ratings"), "0");
    let (code, said) = ratings(&["annul", "7"]);
    assert_eq!((code, said.as_str()), (2, "There is no match 7.\n"));
}

/// Kills a process in the middle of a fold of the ratings.
async fn kill_in_the_middle(path: &Path, last: i64, kill: impl FnOnce() -> bool) {
    let mark = || {
        let connection = Connection::open(path).ok()?;
        connection.busy_timeout(Duration::from_secs(5)).ok()?;
        let sql = "SELECT mark FROM projections WHERE name = 'ratings' AND version <> 0";
        connection.query_row(sql, [], |row| row.get(0)).ok()
    };
    let begun = std::time::Instant::now();
    while !mark().is_some_and(|mark: i64| 0 < mark && mark < last) {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "no fold in its middle"
        );
        wait::for_real(Duration::from_millis(2)).await;
    }
    assert!(kill(), "it was there to be killed");
    let mark = mark().expect("a mark");
    assert!(0 < mark && mark < last, "{mark} of {last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_are_what_they_were_after_the_real_process_dies_in_the_middle_of_their_fold() {
    /// The number of copies of the matches, so that a fold takes several transactions.
    const COPIES: i64 = 100;
    let (_folder, path, store) = opened();
    many(&store, 7, 40).await;
    let unfinished = "SELECT match_id FROM matches WHERE status = 'playing'";
    for id in found(&path, unfinished) {
        let id = id
            .trim_matches(|c: char| !c.is_ascii_digit())
            .parse()
            .unwrap();
        let mut played = store.load(MatchId(id)).await.unwrap().unwrap();
        let (by, at) = (played.person(Seat::First).unwrap(), played.changed_at());
        does(&store, &mut played, Command::Resign { by }, at).await;
    }
    drop(store);
    let connection = Connection::open(&path).unwrap();
    let count: i64 = connection
        .query_row("SELECT max(position) FROM events", [], |row| row.get(0))
        .unwrap();
    connection.execute_batch("BEGIN").unwrap();
    for copy in 1..=COPIES {
        let sql = "INSERT INTO events (match_id, seq, position, at, kind, body) \
                   SELECT match_id + ?1 * 100, seq, position + ?1 * ?2, at + ?1 * 40 * 86400000, kind, body FROM events WHERE position <= ?2";
        connection.execute(sql, [copy, count]).unwrap();
    }
    connection.execute_batch("COMMIT").unwrap();
    drop(connection);
    drop(anteroom::features::open(&path).unwrap());
    let last = count * (COPIES + 1);
    assert!(last > 20_000, "{last}");
    change(&path, "UPDATE places SET announced = seq, card = NULL");
    let before = kept(&path);
    assert!(before.len() > 5_000, "{}", before.len());

    // The operator's command, killed twice; the next process finishes the fold.
    for again in [true, false] {
        let mut child = Process::new(env!("CARGO_BIN_EXE_anteroom"))
            .args(["ratings", "rebuild", "--database"])
            .arg(&path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        kill_in_the_middle(&path, last, || {
            let there = child.try_wait().unwrap().is_none();
            child.kill().unwrap();
            child.wait().unwrap();
            there
        })
        .await;
        assert_ne!(kept(&path), before);
        if again {
            drop(anteroom::features::open(&path).unwrap());
            assert_eq!(kept(&path), before, "gone on with");
        }
    }
    let again = rebuilt(&path);
    assert!(again.ratings > 4 && again.matches > 1_000, "{again:?}");
    assert_eq!(kept(&path), before, "begun again");

    // The bot itself, at its start after a version with another fold.
    let sandbox = program::sandbox().await;
    let other = "UPDATE projections SET version = 0 WHERE name = 'ratings'";
    change(&path, other);
    let mut running = Program::start(&sandbox, &path, &[]);
    kill_in_the_middle(&path, last, || {
        running.kill();
        true
    })
    .await;
    let mut running = Program::connected(&sandbox, &path, &[]).await;
    assert_eq!(kept(&path), before, "while the bot runs again");
    running.terminate();
    assert!(running.ended().await.success());
    assert!(rebuilt(&path).unchanged);
    assert_eq!(kept(&path), before);
}
