//! Numbers of any size in the ids of buttons, the names of files, titles and nonces. The sandbox panics at its end if it
//! refused the form of a request.

use super::flow::{Club, PEOPLE, founds, joins};
use crate::ladders::flow as ladder;
use crate::support::databases;
use crate::support::hand::Hand;
use crate::support::panels::referee;
use crate::support::stage::{NOTHING, Stage, boards, on_board, private, updated};

const TABLES: &str = "SELECT group_concat(name) FROM sqlite_schema WHERE type = 'table' AND EXISTS \
                      (SELECT 1 FROM pragma_table_info(sqlite_schema.name) WHERE name = 'match_id')";

/// A stage on which the next match, journal, post and board session have numbers after this one.
async fn counted_to(counter: u64) -> Stage {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    drop(table);
    stage.until_row("SELECT count(*) FROM owed", "0").await;
    stage.kill().await;
    let mut sql = String::from("PRAGMA foreign_keys = OFF; BEGIN;");
    for name in stage.row(TABLES).split(',') {
        sql += &format!("UPDATE {name} SET match_id = {counter} WHERE match_id = 1;");
    }
    for name in ["board_sessions", "journals", "journal_posts"] {
        sql += &format!("INSERT INTO sqlite_sequence (name, seq) VALUES ('{name}', {counter});");
    }
    sql += "COMMIT;";
    stage.change(&sql);
    stage.start().await;
    stage
}

async fn no_form_is_refused_after(counter: u64) {
    let stage = counted_to(counter).await;
    let table = stage.begin("connect-n", &[("n", "3")]).await;
    let id = counter + 1;
    stage.row_is("SELECT max(match_id) FROM matches", &id.to_string());
    let board = stage.board(&table, 1).await;
    let mut hand = Hand::open(&table.ana, &board).await;
    hand.pick("d").await;
    hand.press("Play").await;
    stage.board(&table, 2).await;
    // All that one match offers.
    private(table.ben.command("board", NOTHING).await);
    let question = private(on_board(&table.cleo, "Share…").await);
    private(table.cleo.press(&question, "Replay").await);
    stage.board(&table, 3).await;
    private(table.ana.command("games", NOTHING).await);
    private(table.ana.command("plan", [("line", "a d")]).await);
    for shown in boards(&table.cleo) {
        stage.check_picture(&shown);
    }
    stage.sandbox.set_owner("cleo");
    let shown = referee(&table.cleo).await;
    updated(table.cleo.press(&shown, "End…").await);
    stage.sandbox.set_owner("ana");
    // Ana has planned her reply.
    stage.plays(&table.ben, "a").await;
    let over = format!("SELECT turns FROM matches WHERE match_id = {id}");
    stage.until_row(&over, "3").await;

    let club = Club { stage };
    private(founds(&club.place("ana"), "Berlin Open").await);
    for name in PEOPLE {
        joins(&club.place(name)).await;
    }
    club.happens("start-set", 1).await;
    ladder::founds(&club.place("ana"), "Monday Ladder").await;
    for name in PEOPLE {
        ladder::joins(&club.place(name)).await;
    }
    club.settles().await;
    ladder::until_told(&club.stage).await;
    club.until_monday();
    let games = format!("SELECT match_id FROM matches WHERE match_id > {id}");
    let begun = games.replace("match_id FROM", "count(*) FROM");
    club.stage.until_row(&begun, "6").await;
    club.settles().await;
    let table = club.table(1);
    club.stage.check_picture(&table);
    let ana = club.place("ana");
    for button in ["My Games", "All Results"] {
        private(ana.press(&table, button).await);
    }
    club.manages(&ana).await;
    let games = databases::numbers(&club.stage.database(), &games);
    for id in games.into_iter().take(2) {
        club.second_wins(id).await;
    }
    club.settles().await;
    let least = counter.to_string();
    club.stage.row_is(
        &format!("SELECT min(post) > {least} AND min(journal) > {least} FROM journal_posts"),
        "1",
    );
}

#[tokio::test]
async fn no_form_is_refused_after_a_thousand() {
    no_form_is_refused_after(1_000).await;
}

#[tokio::test]
async fn no_form_is_refused_after_a_million() {
    no_form_is_refused_after(1_000_000).await;
}

#[tokio::test]
async fn no_form_is_refused_after_a_trillion() {
    no_form_is_refused_after(1_000_000_000_000).await;
}
