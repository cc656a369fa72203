//! A second process with the same database waits for the first one, and takes over.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use loopback_discord::{Place, Sandbox, Snowflake};

use crate::support::program::{Program, begin, play, sandbox};

/// The longest allowed time without an answer.
const GAP: Duration = Duration::from_secs(10);

/// Asserts that the thread has one board for each turn, and no duplicate message.
fn told_once(sandbox: &Sandbox, thread: Snowflake, turns: usize) {
    let place = sandbox.user("ana").in_channel(thread);
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    for message in place.messages() {
        *said.entry(message.content().to_owned()).or_default() += 1;
    }
    let boards = place
        .messages()
        .iter()
        .filter(|message| !message.attachments().is_empty())
        .count();
    assert!(said.values().all(|times| *times == 1), "{said:#?}");
    // The first board, and one after each turn.
    assert_eq!(boards, turns + 1, "{said:#?}");
}

/// Plays a turn as soon as a process answers.
async fn played_within(place: &Place, turn: &str, since: Instant) {
    play(place, turn).await;
    let took = since.elapsed();
    println!("answered {took:?} after the end of the process before");
    assert!(took < GAP, "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_process_takes_over_when_the_first_one_ends_or_dies() {
    let sandbox = sandbox().await;
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("a.sqlite");
    let mut first = Program::connected(&sandbox, &database, &[]).await;
    let general = sandbox.channel("general");
    let thread = begin(&sandbox, general, &[]).await;
    let [ana, ben] = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
    play(&ana, "d").await;

    let mut second = Program::start(&sandbox, &database, &[]);
    second.until_said("waiting until it ends").await;
    // Until then the first process goes on, and the bot has one gateway session.
    play(&ben, "d").await;
    assert_eq!(sandbox.session_counts().0, 1);
    let end = Instant::now();
    first.terminate();
    // The first process still answers during its shutdown; the test is about the next process.
    assert!(first.ended().await.success(), "{}", first.said());
    played_within(&ana, "e", end).await;
    second.until_said("taking over").await;

    let mut third = Program::start(&sandbox, &database, &[]);
    third.until_said("waiting until it ends").await;
    play(&ben, "e").await;
    let end = Instant::now();
    second.kill();
    played_within(&ana, "f", end).await;
    third.until_said("taking over").await;
    assert_eq!(sandbox.session_counts().0, 3);
    told_once(&sandbox, thread, 5);

    // A waiting process can be terminated as well.
    let mut fourth = Program::start(&sandbox, &database, &[]);
    fourth.until_said("waiting until it ends").await;
    fourth.terminate();
    assert!(fourth.ended().await.success(), "{}", fourth.said());
    play(&ben, "f").await;
    third.terminate();
    assert!(third.ended().await.success(), "{}", third.said());
}
