//! Servers in which as many threads are active as Discord keeps, or nearly as many.

use std::time::Duration;

use loopback_discord::Snowflake;

use crate::support::stage::{AGAINST_BEN, Stage, boards, says};

const ACTIVE: &str = "/guilds/{guild_id}/threads/active";

/// Lists running matches with threads, as after a busy week.
fn lists_matches(stage: &Stage, count: usize) {
    let columns = stage.row(
        "SELECT group_concat(name) FROM pragma_table_info('matches') WHERE name <> 'match_id'",
    );
    for id in 1_000..1_000 + count {
        stage.change(&format!(
            "INSERT INTO matches (match_id, {columns}) SELECT {id}, {columns} FROM matches WHERE match_id = 1"
        ));
        stage.change(&format!(
            "INSERT INTO places (match_id, seq, news_seq, thread) VALUES ({id}, 1, 0, {id})"
        ));
    }
}

fn archived(stage: &Stage, thread: Snowflake) -> bool {
    let threads = stage.sandbox.threads(stage.general());
    let found = threads
        .iter()
        .find(|one| one["id"].as_str() == Some(&thread.to_string()));
    found.expect("the thread")["thread_metadata"]["archived"] == true
}

async fn until_archived(stage: &Stage, thread: Snowflake) {
    let is_archived = || archived(stage, thread);
    let still = || String::from("the thread is still active");
    stage.until(is_archived, still).await;
}

#[tokio::test]
async fn ended_match_is_archived_where_threads_run_out() {
    let stage = Stage::new().await;
    let first = stage.begin("connect-n", &[]).await;
    let second = stage.begin("connect-n", &[]).await;
    let third = stage.begin("connect-n", &[]).await;
    stage.opens(&first).await;
    stage.opens(&second).await;
    stage.opens(&third).await;
    // A server with few matches is not asked about.
    stage.resigns(&first.ana).await;
    stage.card_follows(&first).await;
    assert_eq!(stage.requests("GET", ACTIVE), 0);
    assert!(!archived(&stage, first.thread));

    stage.fill_with_threads(800);
    lists_matches(&stage, 201);
    stage.advance(Duration::from_hours(1));
    let before = stage.requests("GET", ACTIVE);
    stage.resigns(&second.ana).await;
    stage.card_follows(&second).await;
    until_archived(&stage, second.thread).await;
    stage.resigns(&third.ana).await;
    stage.card_follows(&third).await;
    until_archived(&stage, third.thread).await;
    // Discord is asked once an hour.
    assert_eq!(stage.requests("GET", ACTIVE) - before, 1);
}

/// Asserts that nothing is owed to Discord once everything is due.
async fn owes_nothing(stage: &Stage) {
    stage.until_announced().await;
    stage.pass_until_nothing_is_owed().await;
}

#[tokio::test]
async fn no_turn_waits_for_a_thread_in_a_full_server() {
    let stage = Stage::new().await;
    let asleep = stage.begin("connect-n", &[]).await;
    let awake = stage.begin("connect-n", &[]).await;
    let leaving = stage.begin("connect-n", &[]).await;
    stage.opens(&leaving).await;
    owes_nothing(&stage).await;
    stage.sandbox.set_archived(asleep.thread, true, false);
    lists_matches(&stage, 201);
    stage.fill_with_threads(1_000);

    // A thread that is awake takes posts.
    stage.plays(&awake.ana, "d").await;
    assert_eq!(boards(&awake.cleo).len(), 2);

    // Discord wakes none, and opens none.
    let [ana, ben, cleo] = stage.people(["ana", "ben", "cleo"]);
    let told = || boards(&cleo).pop().expect("a board");
    let slept = boards(&asleep.cleo).len();
    ana.command("move", [("turn", "d"), ("match", "1")]).await;
    stage.until_announced().await;
    says(&told(), "Turn 1: ");
    says(&told(), "Ana vs Ben · Connect N 1");
    assert_eq!(boards(&asleep.cleo).len(), slept);

    let mut given = AGAINST_BEN.to_vec();
    given.push(("colour", "Red"));
    let challenge = stage.challenge("ana", "connect-n", &given).await;
    stage.accepts("ben", &challenge).await;
    stage.until_announced().await;
    says(&told(), "Ana vs Ben · Connect N 4");
    ana.command("move", [("turn", "d"), ("match", "4")]).await;
    stage.until_announced().await;
    says(&told(), "Turn 1: ");
    says(&told(), "Ana vs Ben · Connect N 4");
    assert_eq!(stage.view(4).await.places.thread, None);
    assert_eq!(stage.active_threads(), 1_000);
    owes_nothing(&stage).await;

    // The end of a match makes room for a thread.
    stage.resigns(&leaving.ana).await;
    until_archived(&stage, leaving.thread).await;
    assert_eq!(stage.active_threads(), 999);
    let before = boards(&cleo).len();
    ben.command("move", [("turn", "e"), ("match", "4")]).await;
    stage.until_announced().await;
    let opened = stage.view(4).await.places.thread.expect("a thread");
    let opened = opened.0.to_string().parse().expect("a thread");
    let there = boards(&stage.person("cleo", opened));
    says(there.last().expect("a board"), "Turn 2: ");

    // Nobody wakes the other until there is room again.
    ben.command("move", [("turn", "e"), ("match", "1")]).await;
    stage.until_announced().await;
    assert_eq!(boards(&cleo).len(), before + 1);
    let lounge = stage.sandbox.threads(stage.sandbox.channel("lounge"));
    let one = lounge[0]["id"].as_str().expect("an id");
    let one = one.parse().expect("an id");
    stage.sandbox.set_archived(one, true, false);
    ana.command("move", [("turn", "d"), ("match", "1")]).await;
    stage.until_announced().await;
    assert_eq!(boards(&cleo).len(), before + 1);
    says(boards(&asleep.cleo).last().expect("a board"), "Turn 3: ");
    assert!(!archived(&stage, asleep.thread));
    owes_nothing(&stage).await;
}
