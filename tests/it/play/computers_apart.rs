//! Matches of two computers, which earlier versions began: they end with a message.

use std::time::Duration;

use crate::support::computers::begin;
use crate::support::stage::{Stage, contents};

#[tokio::test]
async fn match_of_two_computers_ends_with_a_message() {
    let mut stage = Stage::new().await;
    let table = begin(&stage, "connect-n", &[]).await;
    stage.stop().await.expect("an orderly end");
    // The database of an earlier version: a computer plays in Ana's place, a turn a minute.
    stage.change(
        "UPDATE events SET body = json_set(body, '$.exhibited', 1, '$.interval', 60) WHERE kind = 'proposed'; \
         UPDATE matches SET first_player = NULL, first_computer = 1, player_to_move = NULL; \
         INSERT INTO alarms SELECT 'exhibition', match_id, 0, max(at) + 60000, max(at) + 60000, 0 FROM events",
    );
    stage.start().await;
    stage.row_is("SELECT status FROM matches", "playing");
    stage.advance(Duration::from_secs(60));
    stage
        .until_row("SELECT status FROM matches", "finished")
        .await;
    stage.until_announced().await;
    let posts = contents(&table.cleo);
    let last = posts.last().expect("a post");
    assert!(
        last.contains("computers no longer play each other"),
        "{last}"
    );
    stage.row_is("SELECT winner FROM matches", "null");
    stage.row_is("SELECT count(*) FROM alarms", "0");
}
