//! A person who asks for much work delays only themselves; the bot goes on to answer other people.

use std::sync::mpsc;

use anteroom::kernel::fair::{Full, Wanted, WorkerPools};
use anteroom::matches::UserId;
use loopback_discord::Answer;
use tokio::task::JoinHandle;

use crate::support::stage::{
    NOTHING, Stage, Table, boards, export, on_board, page, private, tab, whispered,
};

/// More jobs than there are threads for long work.
const MANY: u64 = 4;

/// Long work of other people. Dropping this value ends the work.
struct Busy {
    _held: Vec<mpsc::Sender<()>>,
}

/// Keeps all threads for long work busy.
async fn busy(stage: &Stage) -> (WorkerPools, Busy) {
    let workers = stage.workers();
    let mut held = Vec::new();
    for number in 1..=MANY {
        let (hold, held_until) = mpsc::channel::<()>();
        let workers = workers.clone();
        tokio::spawn(async move {
            let work = move || {
                let _ = held_until.recv();
            };
            workers.long(Wanted::asked(UserId(number)), work).await
        });
        held.push(hold);
    }
    until_long(stage, &workers, MANY as usize).await;
    assert!(workers.long_sizes().1 > 0, "some wait for the threads");
    (workers, Busy { _held: held })
}

/// Waits until this many long jobs run or wait.
async fn until_long(stage: &Stage, workers: &WorkerPools, count: usize) {
    let all = || workers.long_sizes().0 + workers.long_sizes().1;
    let complaint = || format!("{:?} and not {count}", workers.long_sizes());
    stage.until(|| all() == count, complaint).await;
}

/// Asks for a replay in a separate task.
async fn replays(stage: &Stage, table: &Table, name: &str) -> JoinHandle<Answer> {
    let place = stage.person(name, table.thread);
    let page = page(&place).await;
    tokio::spawn(async move { place.press(&page, "Replay").await })
}

#[tokio::test]
async fn end_is_told_at_once_while_replays_wait_and_replay_gives_the_motion() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.play_on(&table, &["d", "a", "d", "b", "d", "c"]).await;
    let (workers, busy) = busy(&stage).await;
    let replay = replays(&stage, &table, "cleo").await;
    until_long(&stage, &workers, MANY as usize + 1).await;

    let end = stage.plays(&table.ana, "d").await;
    stage.check_picture(&end);
    stage.row_is("SELECT winner FROM matches", "0");
    assert_eq!(end.attachments().len(), 1, "the last board and no replay");
    // A new match gets its thread and its board.
    let next = stage.begin("connect-n", &[]).await;
    assert_eq!(boards(&next.cleo).len(), 1);

    drop(busy);
    stage.check_replay(&private(replay.await.expect("no panic")));
    let Answer::Message(moving) = table.ben.press(&end, "Replay").await else {
        panic!("no replay");
    };
    let (film, _) = stage.check_replay(&moving);
    assert_eq!(film.pictures.len(), 9, "the start, seven turns, the result");
}

#[tokio::test]
async fn third_waiting_replay_is_refused_in_words_and_others_still_get_theirs() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.play_on(&table, &["d"]).await;
    let (workers, busy) = busy(&stage).await;
    let mut waiting = Vec::new();
    for number in 1..=2 {
        waiting.push(replays(&stage, &table, "cleo").await);
        until_long(&stage, &workers, MANY as usize + number).await;
    }
    for _ in 0..30 {
        let answer = on_board(&table.cleo, "Replay").await;
        assert_eq!(whispered(answer), Full::OfOne.to_string());
    }
    waiting.push(replays(&stage, &table, "dan").await);
    until_long(&stage, &workers, MANY as usize + 3).await;
    drop(busy);
    for replay in waiting {
        stage.check_replay(&private(replay.await.expect("no panic")));
    }
    stage.check_replay(&private(on_board(&table.cleo, "Replay").await));
}

#[tokio::test]
async fn exports_wait_for_their_threads_and_moves_do_not() {
    let (stage, over) = Stage::playing("connect-n", &[]).await;
    stage
        .play_on(&over, &["d", "a", "d", "b", "d", "c", "d"])
        .await;
    let table = stage.begin("connect-n", &[]).await;
    let (workers, busy) = busy(&stage).await;
    let ana = || stage.person("ana", over.thread);
    let all = {
        let ana = ana();
        let list = tab(&ana, "Finished").await;
        tokio::spawn(async move { ana.press(&list, "Export All").await })
    };
    until_long(&stage, &workers, MANY as usize + 1).await;
    let kept = {
        let ana = ana();
        let page = private(ana.command("privacy", NOTHING).await);
        tokio::spawn(async move { ana.press(&page, "Get My Data").await })
    };
    until_long(&stage, &workers, MANY as usize + 2).await;
    let one = export(&ana(), 1, "Text").await;
    assert_eq!(whispered(one), Full::OfOne.to_string());
    // Everybody can still play, Ana included.
    stage.play_on(&table, &["d", "d"]).await;

    drop(busy);
    let files = [all, kept].map(|answer| async {
        let answer = answer.await.expect("no panic");
        let message = answer.message().expect("a message");
        message.attachments().len()
    });
    let [all, kept] = files;
    assert_eq!((all.await, kept.await), (1, 2));
}
