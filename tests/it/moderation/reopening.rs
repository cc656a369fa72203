//! Moderators let players out of matches and undo ends, and what players, ratings and lists make of it.

use std::time::Duration;

use loopback_discord::{Answer, Message};

use crate::support::stage::{Stage, Table, contents, whispered};

const NOTHING: [(&str, &str); 0] = [];

async fn resigns(stage: &Stage, table: &Table, boards: usize) -> Message {
    let Answer::Message(question) = table.ben.command("resign", NOTHING).await else {
        panic!("a question")
    };
    table.ben.press(&question, "Resign").await;
    stage.board(table, boards).await
}

async fn reopens(stage: &Stage, table: &Table, boards: usize) -> Message {
    let done = whispered(
        table
            .cleo
            .command("moderate reopen", [("reason", "A slip of the finger")])
            .await,
    );
    assert!(
        done.starts_with("Match 1 goes on, and its result no longer counts."),
        "{done}"
    );
    stage.board(table, boards).await
}

/// What is folded from events is what they say.
async fn is_sound(stage: &mut Stage) {
    stage.stop().await.expect("a good end");
    let now = stage.clock.now();
    let found = anteroom::db::examine(&stage.database(), now).expect("a database");
    assert_eq!(found.findings, []);
    stage.start().await;
}

#[tokio::test]
async fn who_is_let_out_of_a_match_loses_nothing_and_it_can_be_undone() {
    let mut stage = Stage::new().await;
    stage.sandbox.set_owner("cleo");
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.mention(name));
    let options = [("reason", "Ben is *ill*"), ("person", "cleo")];
    let refused = whispered(table.cleo.command("moderate let-out", options).await);
    assert_eq!(
        refused,
        "Only one of the two people who play match 1 can be let out of it."
    );
    let options = [("reason", "Ben is *ill*"), ("person", "ben")];
    let done = whispered(table.cleo.command("moderate let-out", options).await);
    assert!(
        done.starts_with(&format!("{ben} is let out of match 1,")) && done.contains("reopen"),
        "{done}"
    );
    let end = stage.board(&table, 3).await;
    assert!(
        end.content().contains(&format!(
            "A moderator let {ben} (Black) out of the match with {ana} (Red): it has no result and counts for nothing."
        )) && end
            .content()
            .contains(&format!("Decided by {cleo}. Reason: Ben is \\*ill\\*")),
        "{}",
        end.content()
    );
    let mut told = end.mentions();
    told.sort_unstable();
    assert_eq!(told, ["ana", "ben"]);
    assert_eq!(stage.row("SELECT count(*) FROM ratings"), "0");
    assert_eq!(stage.row("SELECT count(*) FROM rated_matches"), "0");

    let board = reopens(&stage, &table, 4).await;
    assert!(
        board.content().starts_with(&ben)
            && board.content().contains(&format!(
                "**{cleo} has undone the end of the match: it goes on**"
            ))
            && board.content().contains("Reason: A slip of the finger"),
        "{}",
        board.content()
    );
    let mut told = board.mentions();
    told.sort_unstable();
    assert_eq!(told, ["ana", "ben"]);
    // It counts again.
    for (place, turn) in [(&table.ben, "e"), (&table.ana, "d"), (&table.ben, "e")] {
        stage.plays(place, turn).await;
    }
    resigns(&stage, &table, 8).await;
    assert_eq!(stage.row("SELECT count(*) FROM ratings"), "2");
    let list = whispered(table.cleo.command("moderate list", NOTHING).await);
    let lines: Vec<_> = list.lines().collect();
    assert!(
        lines[1].starts_with(&format!("• match 1 reopened by {cleo}"))
            && lines[2].starts_with(&format!("• match 1 ended: a player let out by {cleo}")),
        "{list}"
    );
    is_sound(&mut stage).await;
}

#[tokio::test]
async fn a_resignation_is_undone_with_all_that_followed_from_it() {
    let mut stage = Stage::new().await;
    stage.sandbox.set_owner("cleo");
    let table = stage.begin("connect-n", &[]).await;
    stage.opens(&table).await;
    stage.plays(&table.ana, "g").await;
    let running = whispered(
        table
            .cleo
            .command("moderate reopen", [("reason", "x")])
            .await,
    );
    assert_eq!(running, "Match 1 is not over yet.");
    stage.advance(Duration::from_hours(70));
    resigns(&stage, &table, 7).await;
    stage
        .until_thread_is(&table, "Ana beat Ben · Connect N 1")
        .await;
    // A second match, whose ratings follow from the first.
    let second = stage.begin("connect-n", &[]).await;
    stage.opens(&second).await;
    resigns(&stage, &second, 6).await;
    let before =
        stage.row("SELECT round(points) FROM ratings WHERE games = 2 ORDER BY points LIMIT 1");
    let own = whispered(
        table
            .ana
            .command("moderate reopen", [("reason", "x")])
            .await,
    );
    assert!(own.starts_with("Only moderators can do that"), "{own}");

    let board = reopens(&stage, &table, 8).await;
    // The turn begins anew, with the three days that it began with.
    let deadline = stage.row("SELECT deadline - changed_at FROM matches WHERE match_id = 1");
    assert_eq!(deadline, (3 * 86_400_000).to_string());
    assert_eq!(stage.row("SELECT count(*) FROM rating_changes"), "2");
    assert_eq!(
        stage.row("SELECT min(games) || max(games) FROM ratings"),
        "11"
    );
    assert_ne!(
        stage.row("SELECT round(points) FROM ratings ORDER BY points LIMIT 1"),
        before
    );
    assert_eq!(
        stage.row("SELECT group_concat(finished) FROM punctuality"),
        "1,1"
    );
    stage
        .until_thread_is(&table, "Ana vs Ben · Connect N 1")
        .await;
    stage.card_says(&table, "(Black) to move").await;
    // The buttons of the new board work, after a restart as well.
    stage.restart().await;
    let buttons = crate::support::stage::labels(&board);
    assert!(buttons.iter().any(|label| label == "Move…"), "{buttons:?}");
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
    let end = stage.board(&table, 3).await;
    assert!(
        end.content().contains("ran out of time"),
        "{}",
        end.content()
    );
    let figures = "SELECT group_concat(finished || '/' || lost_on_time || '/' || since || '/' || (last_lost_on_time IS NULL), ' ') \
                   FROM (SELECT * FROM punctuality ORDER BY lost_on_time)";
    assert_eq!(stage.row(figures), "1/0/1/1 1/1/0/0");
    let second = stage.begin("connect-n", &[]).await;
    resigns(&stage, &second, 2).await;
    assert_eq!(stage.row(figures), "2/0/2/1 2/1/1/0");
    reopens(&stage, &table, 4).await;
    assert_eq!(stage.row(figures), "1/0/1/1 1/0/1/1");
    assert_eq!(stage.row("SELECT count(*) FROM late_losses"), "0");
    // His bank is what it was when the turn began: a day, and not nothing.
    assert_eq!(
        stage.row("SELECT deadline - changed_at FROM matches WHERE match_id = 1"),
        86_400_000.to_string()
    );
    assert_eq!(
        stage.row("SELECT count(*) FROM alarms WHERE what = 'flag' AND match_id = 1"),
        "1"
    );
    stage.advance(Duration::from_hours(25));
    let end = stage.board(&table, 5).await;
    assert!(
        end.content().contains("ran out of time"),
        "{}",
        end.content()
    );
    assert_eq!(stage.row(figures), "2/0/2/1 2/1/0/0");
    is_sound(&mut stage).await;
}

#[tokio::test]
async fn what_the_rules_ended_or_was_annulled_stays_over() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let cleo = stage.person("dan", table.thread);
    stage.sandbox.set_owner("dan");
    for (place, turn) in [
        (&table.ana, "a"),
        (&table.ben, "b"),
        (&table.ana, "a"),
        (&table.ben, "b"),
        (&table.ana, "a"),
        (&table.ben, "b"),
        (&table.ana, "a"),
    ] {
        stage.plays(place, turn).await;
    }
    let refused = whispered(cleo.command("moderate reopen", [("reason", "x")]).await);
    assert_eq!(
        refused,
        "Match 1 was ended by the rules of its game, and stays over. Its players can play a rematch."
    );
    let second = stage.begin("connect-n", &[]).await;
    stage.opens(&second).await;
    resigns(&stage, &second, 6).await;
    let dan = stage.person("dan", stage.general());
    dan.command("annul", [("match", "2")]).await;
    let options = [("reason", "x"), ("match", "2")];
    let refused = whispered(dan.command("moderate reopen", options).await);
    assert_eq!(refused, "Match 2 was annulled and stays over.");
    let third = stage.begin("connect-n", &[]).await;
    let Answer::Message(question) = third.ana.command("abort", NOTHING).await else {
        panic!("a question")
    };
    third.ana.press(&question, "Abort").await;
    let options = [("reason", "x"), ("match", "3")];
    let refused = whispered(dan.command("moderate reopen", options).await);
    assert!(
        refused.starts_with("Match 3 was ended before it counted"),
        "{refused}"
    );
    assert!(!contents(&third.ana).is_empty());
}
