//! Blocks between people: no challenge of either side reaches the other.

use anteroom::db::Denial;
use anteroom::features::moderation::ModerationRefusal;

use crate::support::messages::check_seen;
use crate::support::panels;
use crate::support::play::challenges;
use crate::support::stage::{NOTHING, Stage, labels, private, said, says, tab, updated, whispered};

#[tokio::test]
async fn blocked_person_cannot_reach_blocker() {
    let (stage, [ana, ben, cleo]) = Stage::with_people(["ana", "ben", "cleo"]).await;
    // A finished match offers a rematch.
    let table = stage.begin("connect-n", &[]).await;
    stage.play_on(&table, &["d", "d"]).await;
    let end = stage.resigns(&table.ana).await;
    // A running match goes on.
    let running = stage.begin("connect-n", &[]).await;
    let open = stage.challenge("ana", "anchor", &[]).await;

    let listed = panels::blocks(&stage, &ana, "ben").await;
    says(&listed, &stage.mention("ben"));
    let nobody = panels::page(&ben, "settings", "blocked").await;
    assert_eq!(labels(&nobody).len(), 5, "tabs only: {nobody:#?}");

    // Ben gets the same neutral refusal for a direct challenge, a rematch, another game and an open challenge.
    let direct = challenges(&ben, "connect-n", [("opponent", "ana")]).await;
    let no_challenge = ModerationRefusal::CannotChallenge.sentence();
    assert_eq!(whispered(direct), no_challenge);
    assert_eq!(
        whispered(table.ben.press(&end, "Rematch").await),
        no_challenge
    );
    let games = private(table.ben.press(&end, "Another Game…").await);
    let game = games.buttons().first().expect("a game").label.clone();
    let page = private(table.ben.press(&games, &game).await);
    let buttons = page.buttons();
    let mut challenge = buttons
        .iter()
        .filter(|button| button.label.starts_with("Challenge"));
    let challenge = challenge.next().expect("a way to challenge");
    assert_eq!(
        whispered(table.ben.click(&page, &challenge.custom_id).await),
        no_challenge
    );
    assert_eq!(
        whispered(ben.press(&open, "Accept").await),
        ModerationRefusal::CannotTake.sentence()
    );
    let lobby = tab(&ben, "Challenges").await;
    assert!(!lobby.content().contains("Anchor"), "{}", lobby.content());
    let seen = tab(&cleo, "Challenges").await;
    says(&seen, "Anchor");
    // Ana cannot challenge Ben either, and the refusal names her block.
    let own = challenges(&ana, "connect-n", [("opponent", "ben")]).await;
    let blocked = ModerationRefusal::BlockedYourself.sentence();
    assert_eq!(whispered(own), blocked);
    let bens = said(challenges(&ben, "anchor", NOTHING).await);
    stage.until_announced().await;
    assert_eq!(whispered(ana.press(&bens, "Accept").await), blocked);
    stage.row_is("SELECT count(*) FROM matches", "4");
    stage.plays(&running.ana, "d").await;
    stage.plays(&running.ben, "d").await;

    let undone = updated(ana.press(&listed, "Unblock Ben").await);
    let shown = panels::page(&ana, "settings", "blocked").await;
    assert_eq!(undone.content(), format!("{}\n-# Saved.", shown.content()));
    updated(ben.press(&open, "Accept").await);
}

#[tokio::test]
async fn nobody_blocks_themselves_or_a_whole_town() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let block = async |person: &str| {
        let shown = panels::page(&ana, "settings", "blocked").await;
        let person = [stage.id(person).to_string()];
        ana.select(&shown, "set/blocked/block", person).await
    };
    let own = private(block("ana").await);
    updated(block("ben").await);
    stage.change(
        "WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 99)
         INSERT INTO blocks SELECT blocker, value, 0 FROM blocks, n",
    );
    assert_eq!(
        whispered(block("cleo").await),
        ModerationRefusal::TooManyBlocks { most: 100 }.sentence()
    );
    let first = panels::page(&ana, "settings", "blocked").await;
    let second = updated(ana.press(&first, "▶").await);
    check_seen("blocks_of_many", [&own, &first, &second]);
    // A second block of the same person changes nothing.
    updated(block("ben").await);
    stage.row_is("SELECT count(*) FROM blocks", "100");
}
