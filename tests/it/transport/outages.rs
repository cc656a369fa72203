//! Discord is slow, full or down, or people delete its messages: the match goes on.

use anteroom::features::play::messages::NOTHING_LEFT;
use loopback_discord::{Answer, RequestFault};
use serde_json::Value;
use std::time::Duration;

use crate::support::databases::locked;
use crate::support::play::challenges;
use crate::support::stage::{
    AGAINST_BEN, NOTHING, Stage, boards, contents, refusal_of, says, updated, whispered,
};

const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";
const MESSAGES: &str = "/channels/{channel_id}/messages";
const THREADS: &str = "/channels/{channel_id}/messages/{message_id}/threads";

/// Discord's response to an answer that comes too late.
const UNKNOWN: RequestFault = refusal_of(404, 10062);

const fn limited(millis: u64, global: bool) -> RequestFault {
    let after = Duration::from_millis(millis);
    RequestFault::RateLimited { after, global }
}

#[tokio::test]
async fn a_turn_from_elsewhere_is_posted_in_spite_of_limits_and_outages() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.clear_requests();
    stage.fails("POST", MESSAGES, 1, limited(30, false));
    stage.fails("POST", MESSAGES, 1, limited(20, true));
    stage.fails("POST", MESSAGES, 1, RequestFault::ServerError(502));
    // The post arrives, but the bot sends it again.
    stage.fails("POST", MESSAGES, 1, RequestFault::CutAfter);
    let elsewhere = stage.person("ana", stage.general());
    let answer = whispered(elsewhere.command("move", [("turn", "d")]).await);
    assert_eq!(
        answer,
        format!(
            "You played **d** in match 1. The match is in <#{}>. {NOTHING_LEFT}",
            table.thread
        )
    );
    let board = stage.board(&table, 2).await;
    assert_eq!(board.mentions(), ["ben"]);
    stage.until_announced().await;
    assert_eq!(boards(&table.cleo).len(), 2, "{:#?}", contents(&table.cleo));
    let posts = stage
        .counted()
        .into_iter()
        .filter(|request| request == &format!("POST {MESSAGES}"))
        .count();
    assert_eq!(posts, 5);
}

#[tokio::test]
async fn an_answer_that_met_an_outage_is_given_again() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.fails("POST", CALLBACK, 1, RequestFault::ServerError(500));
    stage.plays(&table.ana, "d").await;
    stage.fails("POST", CALLBACK, 1, limited(50, false));
    stage.plays(&table.ben, "d").await;
    stage.fails("POST", CALLBACK, 1, RequestFault::CutBefore);
    stage.plays(&table.ana, "d").await;
    assert_eq!(boards(&table.cleo).len(), 4);
}

#[tokio::test]
async fn a_deleted_thread_is_opened_anew() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.sandbox.delete_channel(table.thread);
    let general = stage.general();
    let answer = whispered(
        stage
            .person("ana", general)
            .command("move", [("turn", "d")])
            .await,
    );
    assert!(
        answer.starts_with("You played **d** in match 1."),
        "{answer}"
    );
    let thread = stage.thread(0).await;
    assert_ne!(thread, table.thread);
    let table = stage.table(thread, table.card);
    assert_eq!(stage.board(&table, 1).await.mentions(), ["ben"]);
    stage.plays(&table.ben, "d").await;
    let card = stage.person("cleo", general);
    stage.advance(Duration::from_secs(61));
    stage
        .sandbox
        .until(|_| {
            let watch = card.message(table.card)?.button("Open Match")?;
            watch.url.ends_with(&format!("/{thread}")).then_some(())
        })
        .await
        .expect("the card");
}

#[tokio::test]
async fn a_locked_thread_is_answered_in_the_channel() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.sandbox.set_archived(table.thread, true, true);
    let general = stage.person("ana", stage.general());
    let said = whispered(general.command("move", [("turn", "d")]).await);
    assert!(said.starts_with("You played **d**"), "{said}");
    let posted = stage.sandbox.until(|_| {
        general.messages().into_iter().find(|message| {
            message.id() != table.card
                && message.content().contains("Turn 1: ")
                && !message.attachments().is_empty()
        })
    });
    let posted = posted.await.expect("the board in the channel");
    assert_eq!(posted.mentions(), ["ben"]);
}

#[tokio::test]
async fn a_sleeping_thread_wakes_up() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.sandbox.set_archived(table.thread, true, false);
    let general = stage.person("ana", stage.general());
    let said = whispered(general.command("move", [("turn", "d")]).await);
    assert!(said.starts_with("You played **d**"), "{said}");
    stage.board(&table, 2).await;
    stage.plays(&table.ben, "d").await;
}

#[tokio::test]
async fn a_deleted_card_stops_nobody() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    assert!(stage.sandbox.delete_message(stage.general(), table.card));
    stage.play_on(&table, &["d", "a", "d", "a", "d", "a"]).await;
    let last = stage.plays(&table.ana, "d").await;
    says(&last, ": four in a row.");
}

#[tokio::test]
async fn a_thread_opens_although_its_card_was_deleted() {
    for (announces, kind) in [(false, 11), (true, 10)] {
        let stage = Stage::new().await;
        let general = stage.general();
        if announces {
            stage.sandbox.set_announcements(general);
        }
        let challenge = stage.challenge("ana", "connect-n", &AGAINST_BEN).await;
        stage.fails("POST", THREADS, 1, limited(100, false));
        stage.accepts("ben", &challenge).await;
        stage.sandbox.delete_message(general, challenge.id());
        let thread = stage.thread(0).await;
        let opened = &stage.sandbox.threads(general)[0];
        assert_eq!(opened["type"], kind);
        let name = opened["name"].as_str().unwrap_or_default();
        assert!(name.contains(" vs "), "{name}");
        stage.board(&stage.table(thread, challenge.id()), 1).await;
    }
}

#[tokio::test]
async fn a_slow_disk_asks_for_patience() {
    let mut stage = Stage::without_bot().await;
    stage.patience = Duration::from_secs(1);
    stage.start().await;
    let table = stage.begin("connect-n", &[]).await;
    // Another program holds the write lock of the database.
    let other = locked(&stage.database());
    let Answer::Deferred(waiting) = table.ana.command("move", [("turn", "d")]).await else {
        panic!("patience")
    };
    assert!(
        waiting.is_ephemeral() && waiting.is_loading(),
        "{waiting:#?}"
    );
    other.execute_batch("COMMIT").expect("an end");
    let said = stage
        .message_is(&table.ana, &waiting, |message| !message.is_loading())
        .await;
    assert!(
        said.content().starts_with("You played **d** in match 1."),
        "{}",
        said.content()
    );
    assert_eq!(stage.board(&table, 2).await.mentions(), ["ben"]);
}

/// Makes a challenge whose answer meets a fault, so its author reads nothing.
async fn propose(stage: &Stage, options: &[(&str, Value)], fault: RequestFault, count: usize) {
    stage.fails("POST", CALLBACK, count, fault);
    let ana = stage.person("ana", stage.general());
    let options = options.iter().map(|(key, value)| (*key, value.clone()));
    let made = challenges(&ana, "connect-n", options);
    tokio::select! {
        answer = made => assert!(matches!(answer, Answer::Failed(_)), "{answer:#?}"),
        () = stage.until_row("SELECT count(*) FROM places WHERE announced > 0", "1") => {}
    }
}

#[tokio::test]
async fn a_challenge_whose_answer_did_not_come_is_posted_by_itself() {
    for (fault, count) in [
        (RequestFault::ServerError(503), 1000),
        (RequestFault::CutBefore, 1000),
        (UNKNOWN, 1),
    ] {
        let stage = Stage::new().await;
        let general = stage.general();
        let ben = Value::from(stage.sandbox.user("ben").id().to_string());
        propose(&stage, &[("opponent", ben)], fault, count).await;
        stage.until_announced().await;
        stage.sandbox.clear_faults();
        let ben = stage.person("ben", general);
        let posts = ben.messages();
        assert_eq!(posts.len(), 1, "{fault:?}");
        assert_eq!(posts[0].mentions(), ["ben"]);
        updated(ben.press(&posts[0], "Accept").await);
        stage
            .board(&stage.table(posts[0].id(), posts[0].id()), 1)
            .await;
    }
}

#[tokio::test]
async fn a_match_that_began_at_once_is_reachable_though_its_answer_did_not_come() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    let outage = RequestFault::ServerError(500);
    stage.fails("POST", MESSAGES, 1000, outage);
    stage.fails("POST", CALLBACK, 1, UNKNOWN);
    let ana = stage.person("ana", general);
    tokio::select! {
        answer = challenges(&ana, "connect-n", [("computer", Value::from(1)), ("colour", Value::from("Red"))]) => assert!(matches!(answer, Answer::Failed(_)), "{answer:#?}"),
        () = stage.until_row("SELECT count(*) FROM matches WHERE status = 'playing'", "1") => {}
    }
    // The match is stored before its answer is sent. Wait for that request, which must meet the fault.
    stage.until_requested("POST", CALLBACK).await;
    // The match has no thread, but the player can find and play it.
    let games = whispered(ana.command("games", NOTHING).await);
    let line = format!("Match 1: Connect N with Beginner (computer) · <#{general}> · deadline ");
    assert!(games.contains(&line), "{games}");
    stage.restart_without_faults().await;
    let thread = stage.thread(0).await;
    let table = stage.table(thread, thread);
    stage.board(&table, 1).await;
    stage.until_announced().await;
    assert_eq!(boards(&table.cleo).len(), 1);
    stage.plays(&table.ana, "d").await;
}
