//! Challenges on a ladder: declined, expired, dropped, and carried on after a crash.

use std::time::Duration;

use anteroom::db::Denial;
use anteroom::features::moderation::ModerationRefusal;

use super::flow::{
    DAY, Table, accepts, asks_whom, begins, challenges, chooses, ladder, order, second_wins,
    until_told,
};
use crate::support::panels;
use crate::support::stage::{labels, private, says, updated, whispered};

#[tokio::test]
async fn declined_challenge_is_lost_after_a_question() {
    let (stage, table) = Table::on_stage().await;
    challenges(&table.cleo, stage.id("ben")).await;
    until_told(&stage).await;
    let news = table.posts().remove(1);
    let question = private(table.ben.press(&news, "Decline…").await);
    says(&question, "take place 2");
    let kept = updated(table.ben.press(&question, "Back").await);
    assert_eq!(
        labels(&kept),
        ["Challenge…", "Leave…", "Accept", "Decline…"]
    );
    let question = updated(table.ben.press(&kept, "Decline…").await);
    let declined = updated(table.ben.press(&question, "Decline").await);
    says(&declined, "place **3** of 3");
    until_told(&stage).await;
    assert_eq!(order(&stage, &table.post()), "1 Ana, 2 Cleo, 3 Ben");
    let told = table.posts().pop().expect("news");
    says(&told, "declined the challenge");
    // The old buttons only tidy up.
    let late = updated(table.ben.press(&news, "Accept").await);
    assert!(late.buttons().is_empty(), "{late:#?}");
    assert!(late.content().ends_with("no longer open."), "{late:#?}");
    // The two met, so the next challenge has to wait.
    let whom = asks_whom(&table.ben).await;
    let why = updated(table.ben.press(&whom, "Why Not Others?").await);
    says(&why, "You met on this ladder");
}

#[tokio::test]
async fn challenge_is_withdrawn_in_silence() {
    let (stage, table) = Table::on_stage().await;
    challenges(&table.cleo, stage.id("ben")).await;
    until_told(&stage).await;
    let shown = ladder(&table.cleo).await;
    let withdrawn = updated(table.cleo.press(&shown, "Withdraw").await);
    says(&withdrawn, "taken your challenge back");
    until_told(&stage).await;
    assert_eq!(table.news().len(), 1, "{:#?}", table.news());
    // The post of the challenge only tidies itself up.
    let late = updated(table.ben.press(&table.posts()[1], "Accept").await);
    assert!(late.content().ends_with("no longer open."), "{late:#?}");
}

#[tokio::test]
async fn person_who_left_the_server_is_taken_off() {
    let (stage, table) = Table::on_stage().await;
    // Ben is gone when he is challenged.
    let whom = asks_whom(&table.cleo).await;
    assert!(stage.sandbox.leave("Sandbox", "ben"));
    let ben = stage.id("ben").to_string();
    let refused = chooses(&table.cleo, &whom, "ladder-challenge", &ben).await;
    let refused = whispered(refused);
    assert!(refused.contains("has left the server"), "{refused}");
    until_told(&stage).await;
    assert_eq!(order(&stage, &table.post()), "1 Ana, 2 Cleo");
    // Ana is gone when her challenge expires: nobody climbs by it.
    challenges(&table.cleo, stage.id("ana")).await;
    stage.sandbox.set_owner("cleo");
    assert!(stage.sandbox.leave("Sandbox", "ana"));
    stage.pass(DAY, 3).await;
    let left = "SELECT count(*) FROM journal_events WHERE body LIKE '%left-server%'";
    stage.until_row(left, "2").await;
    stage
        .until_row(
            "SELECT count(*) FROM journal_events WHERE body LIKE '%expired%'",
            "0",
        )
        .await;
}

#[tokio::test]
async fn block_after_a_challenge_makes_nobody_lose() {
    let (stage, table) = Table::on_stage().await;
    challenges(&table.cleo, stage.id("ana")).await;
    challenges(&table.cleo, stage.id("ben")).await;
    // Ben has blocked Cleo, and so cannot accept.
    panels::blocks(&stage, &table.ben, "cleo").await;
    let shown = ladder(&table.ben).await;
    let refused = whispered(table.ben.press(&shown, "Accept").await);
    assert_eq!(refused, ModerationRefusal::BlockedYourself.sentence());
    // Cleo blocks Ana, who could not accept: the challenge ends without a loss.
    panels::blocks(&stage, &table.cleo, "ana").await;
    stage.pass(DAY, 3).await;
    let ends = "SELECT group_concat(DISTINCT substr(body, 3, 9)) FROM journal_events WHERE body LIKE '{\"withdrawn%' OR body LIKE '{\"expired%'";
    stage.until_row(ends, "withdrawn,expired\":").await;
    until_told(&stage).await;
    assert_eq!(order(&stage, &table.post()), "1 Ana, 2 Cleo, 3 Ben");
    // Whom one of the two has blocked cannot be challenged.
    let whom = asks_whom(&table.cleo).await;
    assert!(whom.menus().is_empty(), "{whom:#?}");
    let why = updated(table.cleo.press(&whom, "Why Not Others?").await);
    says(&why, "cannot be made");
}

/// Beside the requests of any match, the end of one on a ladder costs the news of a climb. The post of the ladder is
/// edited at most once in 30 seconds, however many matches end.
const EDIT: &str = "PATCH /channels/{channel_id}/messages/{message_id}";

/// The edits of a card while a match of eight turns is played in a few minutes.
const CARD_EDITS: usize = 3;

#[tokio::test]
async fn finished_match_costs_news_of_a_climb_and_an_edit_of_the_post() {
    let (stage, table) = Table::on_stage().await;
    let ends = async |id, players: [&str; 2]| {
        second_wins(&stage, id, players).await;
        stage.pass(Duration::from_secs(61), 2).await;
        until_told(&stage).await;
        let mut counted = stage.counted();
        counted.sort();
        counted
    };
    stage.begin("connect-n", &[]).await;
    stage.pass(Duration::from_secs(61), 1).await;
    stage.clear_requests();
    let usual = ends(1, ["ana", "ben"]).await;
    challenges(&table.ben, stage.id("ana")).await;
    until_told(&stage).await;
    accepts(&table.ana).await;
    let id = begins(&stage, 1).await;
    stage.pass(Duration::from_secs(61), 1).await;
    until_told(&stage).await;
    stage.clear_requests();
    let on_ladder = ends(id, ["ana", "ben"]).await;
    // No card is edited. The first turn opens a thread, whose line in the channel is looked for and deleted.
    let mut expected = usual;
    for _ in 0..CARD_EDITS {
        let edit = expected.iter().position(|request| request == EDIT);
        expected.remove(edit.expect("an edit of the card"));
    }
    for request in [
        "POST /channels/{channel_id}/messages",
        EDIT,
        "POST /channels/{channel_id}/threads",
        "GET /channels/{channel_id}",
        "GET /channels/{channel_id}/messages",
        "DELETE /channels/{channel_id}/messages/{message_id}",
    ] {
        expected.push(request.to_owned());
    }
    expected.sort();
    assert_eq!(on_ladder, expected);
}
