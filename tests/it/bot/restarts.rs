//! The bot is killed and restarted: nothing is lost, nothing is posted twice, and old buttons work.

use anteroom::kernel::Error;
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::{Message, RequestFault};

use crate::support::play::challenges;
use crate::support::stage::{Stage, boards, contents, refused, said, updated, whispered};

const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";

const AS_RED: [(&str, &str); 2] = [("opponent", "ben"), ("colour", "Red")];

#[tokio::test]
async fn buttons_from_before_a_restart_work() {
    let mut stage = Stage::new().await;
    let challenge = stage.challenge("ana", "connect-n", &AS_RED).await;
    stage.restart().await;
    stage.accepts("ben", &challenge).await;
    let thread = stage.thread(0).await;
    let table = stage.table(thread, challenge.id());
    let board = stage.board(&table, 1).await;
    stage.restart().await;
    let form = stage.form(&table.ana, &board).await;
    stage.restart().await;
    updated(table.ana.submit(&form, [("turn", "d")]).await);
    stage.board(&table, 2).await;
    stage.restart().await;
    stage.plays(&table.ben, "e").await;
    stage.restart().await;
    // The restart posted nothing again.
    assert_eq!(boards(&table.cleo).len(), 3);
    assert_eq!(stage.turns(), "2");
    stage.advance(std::time::Duration::from_secs(61));
    stage.card_follows(&table).await;
}

#[tokio::test]
async fn the_players_of_a_frozen_match_are_told_once_in_its_thread() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    let board = stage.plays(&table.ana, "d").await;
    stage.stop().await.expect("an end");
    // A newer version of the bot has written here.
    let database = stage.database();
    let change = |from: &str, to: &str| {
        let connection = rusqlite::Connection::open(&database).expect("the database");
        let sql = "UPDATE events SET body = replace(body, ?1, ?2) WHERE match_id = 1 AND seq = 1";
        assert_eq!(connection.execute(sql, [from, to]).expect("a change"), 1);
    };
    change("\"game\"", "\"rules_version\":9,\"game\"");
    stage.start().await;
    let frozen = |stage: &Stage| {
        let posts = stage.sandbox.messages(table.thread, "cleo");
        // Only this post mentions both players without a board.
        let calls_both =
            |post: &Message| post.mentions().len() == 2 && post.attachments().is_empty();
        posts.into_iter().filter(calls_both).collect::<Vec<_>>()
    };
    // The bot notices when a player acts on the match, and the refusal explains it.
    let why = || Error::Frozen(MatchId(1));
    refused(table.ben.press(&board, "Cancel Match…").await, why());
    refused(table.ben.command("move", [("turn", "a")]).await, why());
    let notice = stage.sandbox.until(|_| frozen(&stage).pop());
    notice.await.expect("a notice");
    stage.restart().await;
    stage.until_announced().await;
    assert_eq!(frozen(&stage).len(), 1);
    // A version that can read the match continues it.
    stage.stop().await.expect("an end");
    change("\"rules_version\":9,", "");
    stage.start().await;
    stage.plays(&table.ben, "a").await;
    assert_eq!(frozen(&stage).len(), 1);
}

/// The positions before a restart still count for superko: the bot replays the match from its turns.
#[tokio::test]
async fn superko_outlasts_a_restart() {
    // anache.superko
    let (mut stage, table) = Stage::playing("anache", &[("size", "10")]).await;
    // Two men become knights. Then the black knight goes back and forth, and the white one is about to do the same.
    let turns = [
        "c3-N", "h8-S end", "c4-N end", "h7-S end", "c5-N end", "h6-S end", "c6-E end", "h5-W end",
        "d6-W end",
    ];
    for (turn, place) in turns
        .into_iter()
        .zip([&table.ana, &table.ben].into_iter().cycle())
    {
        stage.plays(place, turn).await;
    }
    stage.restart().await;
    let why = stage.refused_turn(&table, "g5-E end").await;
    assert!(
        matches!(&why, Refusal::Illegal(illegal) if illegal.rule == "anache.superko"),
        "{why:?}"
    );
    refused(
        table.ben.command("move", [("turn", "g5-E end")]).await,
        why.clone(),
    );
    let Refusal::Unfinished { missing, .. } = stage.refused_turn(&table, "g5-E").await else {
        panic!("another refusal")
    };
    let begun = whispered(table.ben.command("move", [("turn", "g5-E")]).await);
    assert!(begun.contains(&missing), "{missing}: {begun}");
    stage.plays(&table.ben, "g5-E b8-S").await;
}

#[tokio::test]
async fn turn_posted_before_a_crash_is_not_posted_again() {
    // The first turn, and the one that ends the match.
    posted_once(&[]).await;
    posted_once(&["d", "a", "d", "b", "d", "c"]).await;
}

/// Kills the bot while it posts the turn d after these turns.
async fn posted_once(before: &[&str]) {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.play_on(&table, before).await;
    // The post arrives, but its response is lost, and the bot is killed.
    stage.fails("POST", CALLBACK, 1, RequestFault::CutAfter);
    stage.fails("POST", CALLBACK, 1000, RequestFault::ServerError(503));
    let posted = said(table.ana.command("move", [("turn", "d")]).await);
    stage.restart_without_faults().await;
    stage.until_announced().await;
    let count = boards(&table.cleo).len();
    assert_eq!(count, before.len() + 2, "{:#?}", contents(&table.cleo));
    stage.check_picture(&posted);
}

#[tokio::test]
async fn a_challenge_whose_answer_was_lost_is_found_again() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    stage.fails("POST", CALLBACK, 1, RequestFault::CutAfter);
    stage.fails("POST", CALLBACK, 1000, RequestFault::ServerError(503));
    let challenge = said(
        challenges(
            &stage.person("ana", general),
            "connect-n",
            [("opponent", "ben")],
        )
        .await,
    );
    stage.restart().await;
    stage.sandbox.clear_faults();
    stage
        .until_row("SELECT max(card) FROM places", &challenge.id().to_string())
        .await;
    assert_eq!(contents(&stage.person("cleo", general)).len(), 1);
    stage.accepts("ben", &challenge).await;
}

#[tokio::test]
async fn the_thread_is_opened_after_a_crash_between_accepting_and_opening() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    let challenge = stage.challenge("ana", "connect-n", &AS_RED).await;
    stage.fails(
        "POST",
        "/channels/{channel_id}/messages/{message_id}/threads",
        1000,
        RequestFault::ServerError(500),
    );
    stage.accepts("ben", &challenge).await;
    stage.restart_without_faults().await;
    let thread = stage.thread(0).await;
    let table = stage.table(thread, challenge.id());
    stage.board(&table, 1).await;
    stage.plays(&table.ana, "d").await;
    assert_eq!(stage.sandbox.threads(general).len(), 1);
    assert_eq!(boards(&table.cleo).len(), 2);
}
