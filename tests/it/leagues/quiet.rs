//! Matches of a league have no card, and no thread before their first turn.

use std::time::Duration;

use loopback_discord::{Message, RequestFault};

use super::flow::{Club, PEOPLE};
use crate::support::hand::Hand;
use crate::support::messages::check_seen;
use crate::support::stage::{Stage, boards, private, refusal_of, says, updated, whispered};

const THREADS: &str = "/channels/{channel_id}/threads";
const MESSAGES: &str = "/channels/{channel_id}/messages";

/// Returns the messages in the league's channel that are no private ones.
fn channel(club: &Club) -> Vec<Message> {
    let all = club.place("ana").messages().into_iter();
    all.filter(|message| !message.is_ephemeral()).collect()
}

fn threads(stage: &Stage) -> usize {
    stage.sandbox.threads(stage.general()).len()
}

#[tokio::test]
async fn season_begins_with_its_posts_alone() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let posts = club.posts();
    assert_eq!(channel(&club).len(), posts.len(), "{:#?}", channel(&club));
    assert_eq!(threads(stage), 0);

    // The way in is the table's post.
    let ana = club.place("ana");
    let games = private(ana.press(&club.table(1), "My Games").await);
    let picker = private(ana.press(&games, "Next").await);
    assert!(picker.button("Skip").is_some(), "{picker:#?}");

    let thread = stage.first_turn(1, "a").await;
    assert_eq!(threads(stage), 1);
    let posted = boards(&stage.person("cleo", thread));
    check_seen("first_turn_of_a_league", &posted);
    // The line of the system about the thread goes.
    let left = || channel(&club).len() == posts.len();
    stage.until(left, || format!("{:#?}", channel(&club))).await;
    // The thread tells the result.
    club.second_wins(2).await;
    club.settles().await;
    let all = stage.sandbox.threads(stage.general());
    let named = all.iter().filter_map(|thread| thread["name"].as_str());
    let told = named.filter(|name| name.contains(" beat ")).count();
    assert_eq!(told, 1, "{all:#?}");
}

/// The deletion of the first line waits for a limit until the second thread is noted.
#[tokio::test]
async fn lines_of_two_threads_are_deleted_together() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let posts = channel(&club).len();
    let after = Duration::from_secs(30);
    let limited = RequestFault::RateLimited {
        after,
        global: false,
    };
    stage.fails("GET", MESSAGES, 1, limited);
    stage.first_turn(1, "a").await;
    stage.until_requested("GET", MESSAGES).await;
    stage.advance(Duration::from_secs(1));
    stage.first_turn(2, "a").await;
    assert_eq!(channel(&club).len(), posts + 2, "{:#?}", channel(&club));
    stage.advance(after);
    let owed = "SELECT count(*) FROM owed WHERE kind = 'thread-lines'";
    stage.until_row(owed, "0").await;
    assert_eq!(channel(&club).len(), posts, "{:#?}", channel(&club));
}

#[tokio::test]
async fn match_that_ends_without_a_turn_has_no_thread() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let posts = channel(&club).len();
    let place = stage.mover(1).await;
    // What looks at a match works for one without a thread, too.
    private(place.command("describe", [("match", "1")]).await);
    let page = private(place.command("board", [("match", "1")]).await);
    assert!(page.button("Move…").is_some(), "{page:#?}");
    let question = private(place.command("resign", [("match", "1")]).await);
    private(place.press(&question, "Resign").await);
    club.settles().await;
    assert_eq!(threads(stage), 0);
    assert_eq!(channel(&club).len(), posts, "{:#?}", channel(&club));
    assert_eq!(
        stage.row("SELECT count(*) FROM owed WHERE kind = 'news'"),
        "0"
    );
}

#[tokio::test]
async fn match_without_a_thread_is_followed_from_the_results() {
    let club = Club::begun().await;
    let stage = &club.stage;
    // A player is not offered their own matches.
    let ana = club.place("ana");
    let results = private(ana.press(&club.table(1), "All Results").await);
    let menu = results.menus().pop().expect("a menu");
    assert_eq!(menu.options.len(), 3, "{menu:#?}");
    let id = &menu.options[0].1;
    let asked = private(ana.select(&results, &menu.custom_id, [id.as_str()]).await);
    check_seen("match_to_follow", [&asked]);
    updated(ana.press(&asked, "Each Turn").await);
    stage.row_is("SELECT match_id FROM follows", id);
}

#[tokio::test]
async fn end_without_a_thread_is_told_in_the_next_reminder() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let leaver = stage.view(1).await.state.person_to_move();
    let resigns = stage.mover(1).await;
    let question = private(resigns.command("resign", [("match", "1")]).await);
    private(resigns.press(&question, "Resign").await);
    let ended = stage.view(1).await;
    let other = ended.state.people().find(|user| Some(*user) != leaver);
    let other = other.expect("the other player");
    let untold = format!("SELECT count(*) FROM untold_ends WHERE user = {other}");
    stage.row_is(&untold, "1");
    // The other player is to move in a thread.
    let mut thread = None;
    for id in 2..=6 {
        if thread.is_none() && stage.view(id).await.state.seat_of(other).is_some() {
            let opened = stage.first_turn(id, "a").await;
            if stage.view(id).await.state.person_to_move() != Some(other) {
                let mover = stage.mover(id).await;
                let given = [("turn", "b"), ("match", &id.to_string())];
                whispered(mover.command("move", given).await);
                stage.until_announced().await;
            }
            thread = Some(opened);
        }
    }
    let thread = stage.person("ana", thread.expect("a thread"));
    stage.pass(Duration::from_hours(12), 9).await;
    stage.until_row(&untold, "0").await;
    let told = thread.messages().into_iter();
    let told: Vec<_> = told
        .filter(|post| post.content().contains("Over before the first move"))
        .collect();
    assert_eq!(told.len(), 1, "{:#?}", thread.messages());
    check_seen("end_in_a_reminder", &told);
}

/// Returns the posts that remind several people, with those whom each names.
fn rounds(club: &Club) -> Vec<Vec<String>> {
    let all = channel(club).into_iter();
    let rounds = all.filter(|post| post.content().contains("wait for the first move of"));
    rounds
        .map(|post| {
            let named = post.mentions().into_iter();
            let mut named: Vec<_> = named.map(str::to_owned).collect();
            named.sort();
            named
        })
        .collect()
}

#[tokio::test]
async fn people_whose_games_have_no_thread_are_reminded_together() {
    let mut club = Club::begun().await;
    let stage = &club.stage;
    let posts = channel(&club).len();
    let mut movers: Vec<String> = Vec::new();
    for id in 1..=6 {
        let mover = stage.view(id).await.state.person_to_move();
        let name = PEOPLE
            .into_iter()
            .find(|name| Some(stage.id(name)) == mover);
        movers.push(name.expect("a person").to_owned());
    }
    movers.sort();
    movers.dedup();
    let due = stage.row("SELECT max(due) FROM alarms WHERE what = 'remind'");
    let due: i64 = due.parse().expect("a moment");
    let wait = due - stage.clock.now().0;
    stage
        .pass_due(Duration::from_millis(wait.unsigned_abs()))
        .await;
    stage
        .until_row("SELECT count(*) FROM owed WHERE kind = 'nudge'", "0")
        .await;
    // The first of them has moved by then, and is not named.
    for id in 1..=6 {
        if stage.view(id).await.state.person_to_move() == Some(stage.id(&movers[0])) {
            stage.first_turn(id, "a").await;
        }
    }
    movers.remove(0);
    // The round comes within an hour, also after a restart.
    club.stage.restart().await;
    let stage = &club.stage;
    stage.pass_due(Duration::from_hours(1)).await;
    stage.pass_until_nothing_is_owed().await;
    assert_eq!(rounds(&club), [movers.clone()]);
    assert_eq!(channel(&club).len(), posts + 1, "{:#?}", channel(&club));
    check_seen("round_of_a_league", channel(&club).last());
    // A press of anybody opens the match that waits for them.
    let told = channel(&club).pop().expect("a post");
    let ana = club.place(&movers[0]);
    let mut hand = Hand::of(&ana, ana.press(&told, "Move…").await);
    hand.pick("a").await;
    hand.press("Play").await;
    stage.until_announced().await;
}

/// The request that opens a thread has no nonce.
#[tokio::test]
async fn thread_is_opened_once_though_the_answer_is_lost_and_the_bot_is_killed() {
    let mut club = Club::begun().await;
    club.stage.fails("POST", THREADS, 1, RequestFault::CutAfter);
    let place = club.stage.mover(1).await;
    whispered(place.command("move", [("turn", "a"), ("match", "1")]).await);
    club.stage.until_requested("POST", THREADS).await;
    club.stage.kill().await;
    club.stage.start().await;
    club.stage.pass(Duration::from_secs(61), 2).await;
    club.stage.until_announced().await;
    assert_eq!(threads(&club.stage), 1);
    let thread = club.stage.view(1).await.places.thread.expect("a thread");
    let thread = thread.0.to_string().parse().expect("a thread");
    let there = club.stage.person("cleo", thread);
    assert_eq!(boards(&there).len(), 1, "{:#?}", boards(&there));
}

#[tokio::test]
async fn turn_is_told_in_the_channel_if_no_thread_can_be_opened() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let posts = channel(&club).len();
    stage.fails("POST", THREADS, 1, refusal_of(400, 160_006));
    let place = stage.mover(1).await;
    whispered(place.command("move", [("turn", "a"), ("match", "1")]).await);
    stage.until_announced().await;
    let told = channel(&club);
    assert_eq!(told.len(), posts + 1, "{told:#?}");
    check_seen("turn_in_the_channel_without_a_thread", told.last());
    assert_eq!(threads(stage), 0);
    // The next turn opens the thread.
    stage.first_turn(1, "a").await;
    assert_eq!(threads(stage), 1);
}

/// The post arrives in the channel, but the bot does not learn of it.
#[tokio::test]
async fn turn_in_the_channel_is_told_once_though_the_answer_is_lost() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let posts = channel(&club).len();
    stage.fails("POST", THREADS, 1, refusal_of(400, 160_006));
    stage.fails("POST", MESSAGES, 1, RequestFault::CutAfter);
    let place = stage.mover(1).await;
    whispered(place.command("move", [("turn", "a"), ("match", "1")]).await);
    stage.pass(Duration::from_secs(61), 2).await;
    stage.until_announced().await;
    assert_eq!(channel(&club).len(), posts + 1, "{:#?}", channel(&club));
    assert_eq!(threads(stage), 0);
}

/// Plays a turn in the league's channel.
async fn moves(stage: &Stage, id: u64, turn: &str) {
    let place = stage.mover(id).await;
    let given = [("turn", turn), ("match", &id.to_string())];
    whispered(place.command("move", given).await);
    stage.until_announced().await;
}

#[tokio::test]
async fn season_goes_on_in_a_server_that_is_full_of_threads() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let posts = channel(&club).len();
    stage.fill_with_threads(1_000);
    for id in 1..=6 {
        moves(stage, id, "a").await;
        let told = channel(&club);
        says(told.last().expect("a post"), "Turn 1: ");
        // The name of the match has both players.
        says(told.last().expect("a post"), " vs ");
        says(told.last().expect("a post"), &format!("Connect N {id}"));
    }
    moves(stage, 1, "d").await;
    // A match may end there, too.
    let place = stage.mover(2).await;
    let question = private(place.command("resign", [("match", "2")]).await);
    private(place.press(&question, "Resign").await);
    club.settles().await;
    assert_eq!(channel(&club).len(), posts + 8, "{:#?}", channel(&club));
    assert_eq!(threads(stage), 0);
    assert_eq!(stage.active_threads(), 1_000);
    stage.row_is("SELECT count(*) FROM owed", "0");

    // When two threads of others are archived, the next turns open two.
    let others = stage.sandbox.threads(stage.sandbox.channel("lounge"));
    for thread in &others[..2] {
        let id = thread["id"].as_str().expect("an id");
        let id = id.parse().expect("an id");
        stage.sandbox.set_archived(id, true, false);
    }
    for id in [1, 3, 4] {
        moves(stage, id, "a").await;
    }
    assert_eq!(threads(stage), 2);
    club.settles().await;
    // The third is told in the channel again.
    assert_eq!(channel(&club).len(), posts + 9, "{:#?}", channel(&club));
    stage.row_is("SELECT count(*) FROM owed", "0");
}
