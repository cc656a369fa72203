//! What moderators do to matches and about people, and what players read of it.

use std::time::Duration;

use loopback_discord::{Answer, Message};

use crate::support::stage::{Stage, boards, contents, said, whispered};

const NOTHING: [(&str, &str); 0] = [];

#[track_caller]
fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a message for one person: {other:#?}"),
    }
}

#[tokio::test]
async fn a_match_is_paused_resumed_undone_and_ended_by_a_moderator() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.mention(name));
    // Ana owns the server, but plays herself; Ben may not.
    let own = whispered(table.ana.command("moderate pause", [("reason", "x")]).await);
    assert!(own.starts_with("You play in match 1 yourself"), "{own}");
    stage.sandbox.set_owner("cleo");
    let refused = whispered(table.ben.command("moderate pause", [("reason", "x")]).await);
    assert!(
        refused.starts_with("Only moderators can do that"),
        "{refused}"
    );

    let done = whispered(
        table
            .cleo
            .command("moderate pause", [("reason", "A *quarrel*\nabout <@1>")])
            .await,
    );
    assert!(done.starts_with("Match 1 is paused."), "{done}");
    stage.until_announced().await;
    let told = contents(&table.ana).pop().expect("news");
    assert!(
        told.starts_with(&format!(
            "{ana} and {ben}: **{cleo} has paused the match.**"
        )),
        "{told}"
    );
    assert!(
        told.contains("\nReason: A \\*quarrel\\* about \\<"),
        "{told}"
    );
    let last = table.ana.messages().pop().expect("a message");
    let mut notified = last.mentions();
    notified.sort();
    assert_eq!(notified, ["ana", "ben"]);
    stage.advance(Duration::from_secs(61));
    stage
        .card_says(&table, "A moderator has paused the match")
        .await;
    // Nothing happens, however long it takes, a restart included.
    stage.restart().await;
    stage.advance(Duration::from_secs(5 * 86_400));
    let refused = whispered(table.ben.command("move", [("turn", "d")]).await);
    assert!(
        refused.contains("A moderator has paused match 1."),
        "{refused}"
    );
    assert_eq!(stage.row("SELECT status FROM matches"), "playing");
    assert_eq!(stage.row("SELECT count(*) FROM alarms"), "0");

    whispered(
        table
            .cleo
            .command("moderate resume", [("reason", "Made up")])
            .await,
    );
    let board = stage.board(&table, 3).await;
    assert!(
        board
            .content()
            .contains(&format!("**{cleo} lets the match go on.** Reason: Made up")),
        "{}",
        board.content()
    );
    assert_eq!(board.mentions(), ["ben"]);
    stage.plays(&table.ben, "e").await;
    whispered(
        table
            .cleo
            .command("moderate undo", [("reason", "A slip")])
            .await,
    );
    let board = stage.board(&table, 5).await;
    assert!(
        board.content().contains("has undone turn 2"),
        "{}",
        board.content()
    );
    // That is undone as well, until somebody plays.
    let put_back = whispered(
        table
            .cleo
            .command("moderate redo", [("reason", "It was none")])
            .await,
    );
    assert!(
        put_back.starts_with("What was undone in match 1 stands again."),
        "{put_back}"
    );
    let board = stage.board(&table, 6).await;
    assert!(
        board
            .content()
            .contains("the match stands as it stood before, after turn 2"),
        "{}",
        board.content()
    );
    assert!(board.content().contains("Reason: It was none"));
    let mut notified = board.mentions();
    notified.sort();
    assert_eq!(notified, ["ana", "ben"]);
    assert_eq!(
        stage.row("SELECT turns || ' ' || seat_to_move FROM matches"),
        "2 0"
    );
    let again = whispered(table.cleo.command("moderate redo", [("reason", "x")]).await);
    assert!(
        again.starts_with("There is nothing to put back in match 1"),
        "{again}"
    );
    whispered(
        table
            .cleo
            .command("moderate undo", [("reason", "It was one")])
            .await,
    );
    stage.board(&table, 7).await;
    stage.plays(&table.ben, "d").await;
    stage.plays(&table.ana, "e").await;
    stage.plays(&table.ben, "e").await;

    let nobody = table
        .cleo
        .command("moderate end", [("reason", "x"), ("winner", "cleo")])
        .await;
    assert!(whispered(nobody).starts_with("The winner must be one of the two people"));
    whispered(
        table
            .cleo
            .command(
                "moderate end",
                [("reason", "Help from an engine"), ("winner", "ben")],
            )
            .await,
    );
    let end = stage.board(&table, 11).await;
    assert!(
        end.content().contains("a moderator decided.")
            && end
                .content()
                .contains(&format!("Decided by {cleo}. Reason: Help from an engine")),
        "{}",
        end.content()
    );
    assert_eq!(
        stage.row("SELECT reason || ' ' || winner FROM matches"),
        "decided 1"
    );
    // It is a result like any other.
    assert_eq!(stage.row("SELECT count(*) FROM ratings"), "2");
    let again = whispered(
        stage
            .person("cleo", stage.general())
            .command("moderate resume", [("reason", "x"), ("match", "1")])
            .await,
    );
    assert!(again.starts_with("Match 1 is over"), "{again}");

    let list = private(
        stage
            .person("cleo", stage.general())
            .command("moderate list", NOTHING)
            .await,
    );
    let lines: Vec<_> = list.content().lines().collect();
    assert_eq!(lines.len(), 7, "{lines:#?}");
    for (line, words) in lines[1..].iter().zip([
        "ended",
        "a turn undone",
        "a turn put back",
        "a turn undone",
        "resumed",
        "paused",
    ]) {
        assert!(
            line.starts_with(&format!("• match 1 {words} by {cleo}")),
            "{line}"
        );
    }
    assert!(list.mentions().is_empty());
    let hidden = whispered(
        stage
            .person("ben", stage.general())
            .command("moderate list", NOTHING)
            .await,
    );
    assert!(
        hidden.starts_with("Only moderators can do that"),
        "{hidden}"
    );
}

#[tokio::test]
async fn who_is_kept_out_begins_nothing() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    let open = stage.challenge("cleo", "anchor", &[]).await;
    let running = stage.begin("connect-n", &[]).await;
    let done = whispered(
        ana.command(
            "moderate keep-out",
            [("person", "ben"), ("reason", "Spam, _again_")],
        )
        .await,
    );
    assert!(
        done.starts_with(&format!(
            "{} can no longer begin matches",
            stage.mention("ben")
        )),
        "{done}"
    );
    let reads =
        "A moderator of this server keeps you from playing here. Their reason: Spam, \\_again\\_";
    assert_eq!(whispered(ben.command("play anchor", NOTHING).await), reads);
    assert_eq!(whispered(ben.press(&open, "Accept").await), reads);
    assert_eq!(
        whispered(cleo.command("play anchor", [("opponent", "ben")]).await),
        "The other player cannot play in this server at present."
    );
    // What he plays goes on.
    stage.plays(&running.ana, "d").await;
    stage.plays(&running.ben, "d").await;
    let list = private(ana.command("moderate list", NOTHING).await);
    assert!(
        list.content().contains(&format!(
            "{} kept out by {}",
            stage.mention("ben"),
            stage.mention("ana")
        )),
        "{}",
        list.content()
    );
    let kept = private(ben.command("privacy show", NOTHING).await);
    assert!(
        kept.content().contains("**1 decision of moderators**"),
        "{}",
        kept.content()
    );
    let undone = whispered(ana.command("moderate let-in", [("person", "ben")]).await);
    assert!(
        undone.ends_with("can begin matches in this server again."),
        "{undone}"
    );
    let undone = whispered(ana.command("moderate let-in", [("person", "ben")]).await);
    assert!(
        undone.contains("was not kept from playing here"),
        "{undone}"
    );
    said(ben.command("play anchor", NOTHING).await);
    let own = whispered(
        ana.command("moderate keep-out", [("person", "ana"), ("reason", "x")])
            .await,
    );
    assert!(own.starts_with("You can keep other people"), "{own}");
    let why = whispered(
        ana.command("moderate keep-out", [("person", "ben"), ("reason", " ")])
            .await,
    );
    assert_eq!(why, "Give a reason: both players read it.");
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
    let thread = stage.sandbox.threads(general)[0]["id"]
        .as_str()
        .expect("an id")
        .parse()
        .expect("a number");
    let ana = stage.person("ana", thread);
    whispered(
        ana.command("moderate pause", [("reason", "Too loud")])
            .await,
    );
    let turns = stage.row("SELECT turns FROM matches");
    stage.advance(Duration::from_secs(3600));
    stage.restart().await;
    stage.advance(Duration::from_secs(3600));
    assert_eq!(stage.row("SELECT turns FROM matches"), turns);
    assert_eq!(stage.row("SELECT count(*) FROM alarms"), "0");
    whispered(ana.command("moderate resume", [("reason", "Go on")]).await);
    stage.advance(Duration::from_secs(61));
    stage
        .until_row(&format!("SELECT turns > {turns} FROM matches"), "1")
        .await;
    assert!(!boards(&ana).is_empty());
}
