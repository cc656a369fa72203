//! What moderators do to matches and about people, and what players read of it.

use std::time::Duration;

use anteroom::features::moderation::messages;
use anteroom::matches::{ModeratorAsks, Refusal};

use super::{MATCH, moderates, notified};
use crate::support::messages::check_seen;
use crate::support::stage::{
    NOTHING, Stage, boards, files, in_privacy, is_hidden, private, said, whispered,
};

#[tokio::test]
async fn a_match_is_paused_resumed_undone_and_ended_by_a_moderator() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    // Ana owns the server, but plays herself; Ben may not.
    let own = moderates(&table.ana, "pause", "x").await;
    assert_eq!(own, Refusal::ModeratesOwn(MATCH).to_string());
    stage.sandbox.set_owner("cleo");
    let pause = [("reason", "x")];
    is_hidden(&table.ben.command("referee pause", pause).await);
    assert_eq!(stage.row("SELECT count(*) FROM events"), "3");

    let done = moderates(&table.cleo, "pause", "A *quarrel*\nabout <@1>").await;
    assert_eq!(
        done,
        messages::moderator_did(MATCH, ModeratorAsks::Pause).content
    );
    stage.until_announced().await;
    let last = table.ana.messages().pop().expect("news");
    assert!(
        last.content().contains("A \\*quarrel\\* about \\<"),
        "{}",
        last.content()
    );
    assert_eq!(notified(&last), ["ana", "ben"]);
    stage.advance(Duration::from_secs(61));
    stage.card_follows(&table).await;
    // Nothing happens, however long it takes, a restart included.
    stage.restart().await;
    stage.advance(Duration::from_secs(5 * 86_400));
    let refused = whispered(table.ben.command("move", [("turn", "d")]).await);
    let paused = Refusal::Paused(MATCH).to_string();
    assert!(refused.starts_with(&paused), "{refused}");
    assert_eq!(stage.row("SELECT status FROM matches"), "playing");
    assert_eq!(stage.row("SELECT count(*) FROM alarms"), "0");

    moderates(&table.cleo, "resume", "Made up").await;
    let board = stage.board(&table, 3).await;
    assert!(board.content().contains("Made up"), "{}", board.content());
    assert_eq!(board.mentions(), ["ben"]);
    stage.plays(&table.ben, "e").await;
    moderates(&table.cleo, "undo", "A slip").await;
    let board = stage.board(&table, 5).await;
    assert!(board.content().contains("A slip"), "{}", board.content());
    assert_eq!(stage.row("SELECT turns FROM matches"), "1");
    // That is undone as well, until somebody plays.
    moderates(&table.cleo, "redo", "It was none").await;
    let board = stage.board(&table, 6).await;
    assert!(board.content().contains("It was none"));
    assert_eq!(notified(&board), ["ana", "ben"]);
    assert_eq!(
        stage.row("SELECT turns || ' ' || seat_to_move FROM matches"),
        "2 0"
    );
    let again = moderates(&table.cleo, "redo", "x").await;
    assert_eq!(again, Refusal::NothingToRedo(MATCH).to_string());
    moderates(&table.cleo, "undo", "It was one").await;
    stage.board(&table, 7).await;
    stage.plays(&table.ben, "d").await;
    stage.plays(&table.ana, "e").await;
    stage.plays(&table.ben, "e").await;

    let end = |winner| {
        table
            .cleo
            .command("referee end", [("reason", "A *bot*"), ("winner", winner)])
    };
    let nobody = private(end("cleo").await);
    assert_eq!(stage.row("SELECT status FROM matches"), "playing");
    whispered(end("ben").await);
    let end = stage.board(&table, 11).await;
    check_seen("moderated_end_of_others", [&nobody]);
    assert!(end.content().contains("A \\*bot\\*"), "{}", end.content());
    assert_eq!(
        stage.row("SELECT reason || ' ' || winner FROM matches"),
        "decided 1"
    );
    // It is a result like any other.
    assert_eq!(stage.row("SELECT count(*) FROM ratings"), "2");
    let cleo = stage.person("cleo", stage.general());
    let options = [("reason", "x"), ("match", "1")];
    let again = whispered(cleo.command("referee resume", options).await);
    let over = Refusal::Finished {
        id: MATCH,
        result: String::new(),
    };
    assert!(again.starts_with(over.to_string().trim_end_matches('.')));
    let list = private(cleo.command("referee list", NOTHING).await);
    assert_eq!(list.content().lines().count(), 7, "{}", list.content());
    assert!(list.mentions().is_empty());
    let ben = stage.person("ben", stage.general());
    is_hidden(&ben.command("referee list", NOTHING).await);
}

#[tokio::test]
async fn who_is_kept_out_begins_nothing() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    let open = stage.challenge("cleo", "anchor", &[]).await;
    let running = stage.begin("connect-n", &[]).await;
    let options = [("person", "ben"), ("reason", "Spam, _again_")];
    let done = whispered(ana.command("referee keep-out", options).await);
    assert_eq!(done, messages::kept_out(stage.id("ben")).content);
    let reads = Refusal::KeptOut {
        reason: String::from("Spam, _again_"),
    };
    let reads = reads.to_string();
    assert!(reads.contains("\\_again\\_"), "{reads}");
    assert_eq!(whispered(ben.command("play anchor", NOTHING).await), reads);
    assert_eq!(whispered(ben.press(&open, "Accept").await), reads);
    assert_eq!(
        whispered(cleo.command("play anchor", [("opponent", "ben")]).await),
        Refusal::OtherKeptOut.to_string()
    );
    // What he plays goes on.
    stage.plays(&running.ana, "d").await;
    stage.plays(&running.ben, "d").await;
    let list = private(ana.command("referee list", NOTHING).await);
    for name in ["ana", "ben"] {
        assert!(list.content().contains(&stage.mention(name)));
    }
    let data = private(in_privacy(&ben, "Get My Data").await);
    let (_, data) = files(&stage.sandbox, &data).remove(0);
    let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!(data["kept_out"].as_array().map(Vec::len), Some(1));
    for kept in [true, false] {
        let undone = whispered(ana.command("referee let-in", [("person", "ben")]).await);
        assert_eq!(undone, messages::let_in(stage.id("ben"), kept).content);
    }
    said(ben.command("play anchor", NOTHING).await);
    let keep_out =
        |person, reason| ana.command("referee keep-out", [("person", person), ("reason", reason)]);
    let own = private(keep_out("ana", "x").await);
    check_seen("kept_out_oneself", [&own]);
    let why = whispered(keep_out("ben", " ").await);
    assert_eq!(why, Refusal::NoReason.to_string());
}

#[tokio::test]
async fn a_computer_waits_while_its_match_is_paused() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    let ben = stage.person("ben", general);
    said(
        ben.command("play connect-n", [("computer", 1), ("against", 2)])
            .await,
    );
    stage.until_announced().await;
    let ana = stage.person("ana", stage.thread(0).await);
    moderates(&ana, "pause", "Too loud").await;
    let turns = stage.row("SELECT turns FROM matches");
    stage.advance(Duration::from_secs(3600));
    stage.restart().await;
    stage.advance(Duration::from_secs(3600));
    assert_eq!(stage.row("SELECT turns FROM matches"), turns);
    assert_eq!(stage.row("SELECT count(*) FROM alarms"), "0");
    moderates(&ana, "resume", "Go on").await;
    stage.advance(Duration::from_secs(61));
    stage
        .until_row(&format!("SELECT turns > {turns} FROM matches"), "1")
        .await;
    assert!(!boards(&ana).is_empty());
}
