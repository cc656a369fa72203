//! Posts of contests that have scrolled away, with a league.

use std::time::Duration;

use anteroom::matches::MatchId;
use loopback_discord::{Message, RequestFault, Snowflake, permissions};

use super::flow::Club;
use crate::support::stage::{Stage, says};

const HOUR: Duration = Duration::from_mins(62);
const MESSAGE: &str = "/channels/{channel_id}/messages/{message_id}";
const OWED: &str = "SELECT count(*) FROM owed WHERE kind = 'league-table'";

/// Has people write messages until a post has this many below it.
fn chat(stage: &Stage, post: Snowflake, below: usize) {
    let dan = stage.person("dan", stage.general());
    let all = dan.messages().into_iter();
    let there = all
        .filter(|one| one.id() > post && !one.is_ephemeral())
        .count();
    assert!(there <= below, "{there}");
    for number in there..below {
        dan.say(&format!("Message {number}")).expect("a message");
    }
}

fn tables(club: &Club) -> Vec<Message> {
    let mut posts = club.posts();
    posts.retain(|post| post.content().contains("Season 1, Division A"));
    posts
}

/// Counts the requests of a kind in the journal.
fn count(stage: &Stage, request: &str) -> usize {
    let counted = stage.counted();
    counted.iter().filter(|one| *one == request).count()
}

#[tokio::test]
async fn table_is_posted_again_below_twenty_messages() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    chat(stage, first.id(), 20);
    club.second_wins(1).await;
    club.settles().await;
    assert_eq!(club.table(1).id(), first.id(), "the post is new");

    stage.pass(HOUR, 1).await;
    stage.clear_requests();
    club.second_wins(2).await;
    club.settles().await;
    let again = club.table(1);
    assert_ne!(again.id(), first.id());
    assert_eq!(tables(&club).len(), 1, "{:#?}", tables(&club));
    assert!(again.mentions().is_empty(), "{again:#?}");
    stage.check_picture(&again);
    assert_eq!(count(stage, &format!("DELETE {MESSAGE}")), 1);

    // At most once an hour.
    chat(stage, again.id(), 30);
    club.second_wins(3).await;
    club.settles().await;
    assert_eq!(club.table(1).id(), again.id());
}

#[tokio::test]
async fn table_that_is_still_in_sight_is_edited() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    chat(stage, first.id(), 12);
    stage.pass(HOUR, 1).await;
    stage.clear_requests();
    club.second_wins(1).await;
    club.settles().await;
    assert_eq!(club.table(1).id(), first.id());
    assert_eq!(count(stage, &format!("DELETE {MESSAGE}")), 0);
    assert_eq!(count(stage, "GET /channels/{channel_id}/messages"), 1);
}

#[tokio::test]
async fn table_is_edited_where_bot_cannot_read_the_history() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    chat(stage, first.id(), 20);
    let history = permissions::READ_MESSAGE_HISTORY;
    let rest = permissions::DEFAULT_FOR_BOT & !history;
    stage.sandbox.set_bot_permissions(stage.general(), rest);
    stage.pass(HOUR, 1).await;
    let mover = stage.view(1).await.state.person_to_move();
    let arbiter = stage.arbiter();
    let resigned = arbiter.resign(MatchId(1), mover.expect("a person"));
    let update = resigned.await.expect("the end of a match");
    update.news.expect("news").hand_over();
    stage.pass(Duration::from_secs(31), 1).await;
    stage.until_row(OWED, "0").await;
    let table = club.table(1);
    assert_eq!(table.id(), first.id());
    says(&table, "1 point");
}

#[tokio::test]
async fn table_is_posted_again_once_though_bot_is_killed() {
    let mut club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    chat(stage, first.id(), 20);
    stage.pass(HOUR, 1).await;
    stage.clear_requests();
    // The bot is killed after the new post, before it notes it.
    let fault = RequestFault::ServerError(503);
    stage.fails("DELETE", MESSAGE, 1000, fault);
    club.second_wins(1).await;
    let twice = || tables(&club).len() == 2;
    stage.until(twice, || String::from("no new post")).await;
    club.stage.restart_without_faults().await;
    club.settles().await;
    assert_eq!(tables(&club).len(), 1, "{:#?}", tables(&club));
    assert_ne!(club.table(1).id(), first.id());
}
