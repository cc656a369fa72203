//! Moderators release players from matches and undo ends; players, ratings and lists follow.

use std::time::Duration;

use anteroom::discord::ui;
use anteroom::features::moderation::messages;
use anteroom::matches::{MatchId, ModeratorAsks, Refusal};
use loopback_discord::{Message, Place};

use super::{MATCH, ends, moderates, notified};
use crate::support::messages::check_seen;
use crate::support::panels::referee;
use crate::support::stage::{
    NOTHING, Stage, Table, cancels, is_hidden, labels, private, says, updated,
};

async fn reopens(stage: &Stage, table: &Table, boards: usize) -> Message {
    let done = moderates(&table.cleo, "Reopen…", "A slip of the finger").await;
    let reopened = messages::moderator_did(MATCH, ModeratorAsks::Reopen);
    assert!(done.contains(&reopened), "{done}");
    stage.board(table, boards).await
}

/// Asserts that the projections agree with the events.
async fn is_sound(stage: &mut Stage) {
    stage.stop().await.expect("a good end");
    let now = stage.clock.now();
    let found = anteroom::db::examine(&stage.database(), &anteroom::features::HOOKS, now)
        .expect("a database");
    assert_eq!(found.findings, [""; 0]);
    stage.start().await;
}

#[tokio::test]
async fn letting_a_player_out_costs_nothing_and_can_be_undone() {
    let mut stage = Stage::new().await;
    stage.sandbox.set_owner("cleo");
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let done = ends(&table.cleo, "Let Black Out", "Ben is *ill*").await;
    let asks = ModeratorAsks::LetOut(stage.id("ben"));
    let said = messages::moderator_did(MATCH, asks);
    says(&done, &said);
    let end = stage.board(&table, 3).await;
    says(&end, "Ben is \\*ill\\*");
    assert_eq!(notified(&end), ["ana", "ben"]);
    stage.row_is("SELECT count(*) FROM ratings", "0");
    stage.row_is("SELECT count(*) FROM rated_matches", "0");

    let board = reopens(&stage, &table, 4).await;
    says(&board, "A slip of the finger");
    assert_eq!(notified(&board), ["ana", "ben"]);
    // The match counts again.
    stage.play_on(&table, &["e", "d", "e"]).await;
    stage.resigns(&table.ben).await;
    stage.row_is("SELECT count(*) FROM ratings", "2");
    let shown = referee(&table.cleo).await;
    let list = updated(table.cleo.press(&shown, "Other Matches").await);
    check_seen("moderation_of_an_end", [&list]);
    is_sound(&mut stage).await;
}

#[tokio::test]
async fn a_resignation_is_undone_with_all_that_followed_from_it() {
    let mut stage = Stage::new().await;
    stage.sandbox.set_owner("cleo");
    let table = stage.begin("connect-n", &[]).await;
    stage.opens(&table).await;
    stage.plays(&table.ana, "g").await;
    let running = referee(&table.cleo).await;
    assert!(running.button("Reopen…").is_none(), "{running:#?}");
    stage.advance(Duration::from_hours(70));
    stage.resigns(&table.ben).await;
    stage
        .until_thread_is(&table, "Ana beat Ben · Connect N 1")
        .await;
    // A second match, whose ratings depend on the first.
    let second = stage.begin("connect-n", &[]).await;
    stage.opens(&second).await;
    stage.resigns(&second.ben).await;
    let before =
        stage.row("SELECT round(points) FROM ratings WHERE games = 2 ORDER BY points LIMIT 1");
    is_hidden(&table.ana.command("referee", NOTHING).await);

    let board = reopens(&stage, &table, 8).await;
    // The turn begins again, with its full three days.
    let deadline = stage.row("SELECT deadline - changed_at FROM matches WHERE match_id = 1");
    assert_eq!(deadline, (3 * 86_400_000).to_string());
    stage.row_is("SELECT count(*) FROM rating_changes", "2");
    stage.row_is("SELECT min(games) || max(games) FROM ratings", "11");
    assert_ne!(
        stage.row("SELECT round(points) FROM ratings ORDER BY points LIMIT 1"),
        before
    );
    stage.row_is("SELECT group_concat(finished) FROM punctuality", "1,1");
    stage
        .until_thread_is(&table, "Ana vs Ben · Connect N 1")
        .await;
    stage.card_follows(&table).await;
    // The buttons of the new board work, after a restart as well.
    stage.restart().await;
    assert!(board.button("Move…").is_some(), "{board:#?}");
    stage.plays(&table.ben, "e").await;
    is_sound(&mut stage).await;
}

#[tokio::test]
async fn a_lost_clock_is_undone_and_the_figures_forget_it() {
    let mut stage = Stage::new().await;
    stage.sandbox.set_owner("cleo");
    let table = stage.begin("connect-n", &[("time", "1d+1h")]).await;
    stage.plays(&table.ana, "d").await;
    stage.advance(Duration::from_hours(30));
    stage.board(&table, 3).await;
    let figures = "SELECT group_concat(finished || '/' || lost_on_time || '/' || since || '/' || (last_lost_on_time IS NULL), ' ') \
                   FROM (SELECT * FROM punctuality ORDER BY lost_on_time)";
    stage.row_is(figures, "1/0/1/1 1/1/0/0");
    let second = stage.begin("connect-n", &[]).await;
    stage.resigns(&second.ben).await;
    stage.row_is(figures, "2/0/2/1 2/1/1/0");
    reopens(&stage, &table, 4).await;
    stage.row_is(figures, "1/0/1/1 1/0/1/1");
    stage.row_is("SELECT count(*) FROM late_losses", "0");
    // Ben's bank is a day again, as at the beginning of the turn.
    assert_eq!(
        stage.row("SELECT deadline - changed_at FROM matches WHERE match_id = 1"),
        86_400_000.to_string()
    );
    stage.row_is(
        "SELECT count(*) FROM alarms WHERE what = 'flag' AND match_id = 1",
        "1",
    );
    stage.advance(Duration::from_hours(25));
    stage.board(&table, 5).await;
    stage.row_is("SELECT reason FROM matches WHERE match_id = 1", "flagged");
    stage.row_is(figures, "2/0/2/1 2/1/0/0");
    is_sound(&mut stage).await;
}

#[tokio::test]
async fn match_ended_by_the_rules_or_annulled_cannot_be_reopened() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let cleo = stage.person("dan", table.thread);
    stage.sandbox.set_owner("dan");
    stage
        .play_on(&table, &["a", "b", "a", "b", "a", "b", "a"])
        .await;
    let says = async |place: &Place, id: &str, why: Refusal| {
        let shown = private(place.command("referee", [("match", id)]).await);
        let why = ui::sentence(&why);
        says(&shown, &why);
        assert!(shown.button("Reopen…").is_none(), "{shown:#?}");
    };
    says(&cleo, "1", Refusal::EndedByRules(MATCH)).await;
    let second = stage.begin("connect-n", &[]).await;
    stage.opens(&second).await;
    stage.resigns(&second.ben).await;
    let dan = stage.person("dan", stage.general());
    let shown = private(dan.command("referee", [("match", "2")]).await);
    let question = updated(dan.press(&shown, "Annul…").await);
    updated(dan.press(&question, "Annul").await);
    says(&dan, "2", Refusal::StaysAnnulled(MatchId(2))).await;
    let third = stage.begin("connect-n", &[]).await;
    cancels(&third.ana).await;
    let shown = private(dan.command("referee", [("match", "3")]).await);
    assert_eq!(labels(&shown), ["Other Matches"]);
}
