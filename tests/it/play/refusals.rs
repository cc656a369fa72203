//! Everything that a match refuses: the only effect is an answer.

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::features::play;
use anteroom::kernel;
use anteroom::matches::{Command, MatchId, Refusal};
use loopback_discord::Answer;

use crate::support::hand::Hand;
use crate::support::play::challenges;
use crate::support::stage::{
    Stage, Table, boards, private, refusal_of, refused, said, says, updated, whispered,
};

/// Returns the number of events in the first match, and the number of posts.
fn state(stage: &Stage, table: &Table) -> (String, usize) {
    (
        stage.row("SELECT seq FROM matches WHERE match_id = 1"),
        boards(&table.cleo).len(),
    )
}

#[tokio::test]
async fn a_turn_that_is_not_legal_is_explained() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    let before = state(&stage, &table);
    for turn in ["e2e5", "hello", "e7e5", "e2e4 e7e5"] {
        let answer = table.ana.command("move", [("turn", turn)]).await;
        let refused = refused(answer, stage.refused_turn(&table, turn).await);
        let said = refused.content();
        assert!(said.contains(&format!("`{turn}`")), "{turn}: {said}");
        // A refusal quotes the broken rule, but not the rule's id.
        assert_eq!(said.contains("\n> "), turn != "e2e4 e7e5", "{turn}: {said}");
        assert!(!said.contains("antichess."), "{turn}: {said}");
    }
    // The buttons of a refusal lead to a legal turn or to the rule.
    let answer = private(table.ana.command("move", [("turn", "e2e5")]).await);
    let rules = whispered(table.ana.press(&answer, "Show Me").await);
    let quoted = answer
        .content()
        .lines()
        .find_map(|line| line.strip_prefix("> **Men.** "))
        .expect("a rule");
    assert!(rules.contains(quoted), "{quoted}: {rules}");
    let mut hand = Hand::of(&table.ana, table.ana.press(&answer, "Move…").await);
    hand.make("e2e4").await;
    assert!(hand.says("**e4**"), "{:#?}", hand.message);
    hand.press("Change").await;
    // The form gives the same refusal, and repeats the typed text.
    let board = boards(&table.cleo).pop().expect("a board");
    let form = stage.form(&table.ana, &board).await;
    let answer = table.ana.submit(&form, [("turn", "e2e5 or d4")]).await;
    let refused = refused(answer, stage.refused_turn(&table, "e2e5 or d4").await);
    says(&refused, "`e2e5 or d4`");
    assert_eq!(state(&stage, &table), before);
}

#[tokio::test]
async fn only_the_player_to_move_moves() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let before = state(&stage, &table);
    let board = boards(&table.cleo).pop().expect("a board");
    let waits = stage.waits("ana", "Red");
    let waiting = refused(
        table.ben.command("move", [("turn", "d")]).await,
        waits.clone(),
    );
    says(&waiting, "`d`");
    assert!(waiting.button("Plan Reply").is_some(), "{waiting:#?}");
    refused(table.ben.press(&board, "Move…").await, waits.clone());
    let stranger = Refusal::NotYourMatch(MatchId(1));
    refused(
        table.cleo.command("move", [("turn", "d")]).await,
        stranger.clone(),
    );
    for label in ["Move…", "Offer Draw", "Cancel Match…"] {
        refused(table.cleo.press(&board, label).await, stranger.clone());
    }
    // Everybody may look at the match.
    let looks = table.cleo.command("board", [("match", "1")]).await;
    stage.check_picture(looks.message().expect("a board"));
    whispered(table.cleo.press(&board, "Rules").await);
    assert_eq!(state(&stage, &table), before);
}

#[tokio::test]
async fn an_old_board_says_that_the_match_has_moved_on() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let first = boards(&table.cleo).pop().expect("a board");
    let form = stage.form(&table.ana, &first).await;
    let away = refusal_of(404, 10008);
    for edited in [
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
        "/channels/{channel_id}/messages/{message_id}",
    ] {
        stage.fails("PATCH", edited, 1, away);
    }
    stage.play_on(&table, &["a", "b"]).await;
    let before = state(&stage, &table);
    let latest = boards(&table.cleo).pop().expect("a board");
    let view = stage.view(1).await;
    let current = ui::latest_board(&view.state, &view.places, view.places.board);
    assert!(
        current.ends_with(&format!("/{}/{}", table.thread, latest.id())),
        "{current}"
    );
    let old = play::messages::old_board(&current);
    // Discord refused to remove the first board's buttons. Every press keeps the board's picture.
    let shown = |number: usize| boards(&table.cleo)[number].clone();
    assert!(shown(0).button("Move…").is_some() && latest.button("Move…").is_some());
    let question = table.ana.press(&first, "Cancel Match…").await;
    let answer = table.ana.press(&first, "Offer Draw").await;
    let Answer::Update(retired) = &answer else {
        panic!("not the old board: {answer:#?}")
    };
    assert_eq!(retired.id(), first.id());
    assert_eq!(retired.attachments().len(), 1);
    let told = stage.sandbox.until(|_| {
        let last = table.ana.messages().pop()?;
        (last.is_ephemeral() && last.content() == old).then_some(())
    });
    told.await.expect("where the latest board is");
    for number in [0, 1] {
        stage
            .message_has(&table.cleo, &shown(number), &["History", "Rules"])
            .await;
    }
    // A player can resign from any board, but the question links to the latest one.
    let question = whispered(question);
    let asked = play::messages::resign_question(&view.state, Seat::First, "").content;
    assert_eq!(question, format!("{old}\n{asked}"));
    let late = table.ana.submit(&form, [("turn", "c")]).await;
    let (id, ply) = (MatchId(1), 2);
    let late = refused(late, Refusal::MovedOn { id, ply });
    says(&late, "`c`");
    assert_eq!(state(&stage, &table), before);
}

#[tokio::test]
async fn nothing_happens_in_a_finished_match() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let board = boards(&table.cleo).pop().expect("a board");
    // The board's buttons stay.
    let message = "/channels/{channel_id}/messages/{message_id}";
    let away = refusal_of(404, 10008);
    stage
        .sandbox
        .fail_requests_in(table.thread, "PATCH", message, 1, away);
    let question = table.ana.press(&board, "Cancel Match…").await;
    let question = question.message().expect("a question").clone();
    updated(table.ana.press(&question, "Resign").await);
    let result = stage.board(&table, 2).await;
    let words = stage.result(1).await;
    says(&result, &words);
    let by = stage.id("ben");
    let over = stage.refusal(1, Command::Resign { by }).await;
    assert!(matches!(over, Refusal::Finished { .. }), "{over:?}");
    refused(
        table.ben.command("move", [("turn", "d")]).await,
        over.clone(),
    );
    for label in ["Move…", "Offer Draw", "Cancel Match…"] {
        refused(table.ben.press(&board, label).await, over.clone());
    }
    for command in ["resign", "draw"] {
        refused(
            table.ben.command(command, [("match", "1")]).await,
            over.clone(),
        );
    }
    stage.row_is("SELECT count(*) FROM events WHERE kind = 'resigned'", "1");
}

#[tokio::test]
async fn matches_that_are_not_there() {
    let (_stage, [ana]) = Stage::with_people(["ana"]).await;
    let none = ui::of_kernel(&kernel::Error::NoSuchMatch(MatchId(7)));
    for (command, options, why) in [
        ("move", vec![("turn", "d")], ui::NOTHING_WAITS),
        ("move", vec![("turn", "d"), ("match", "7")], &none),
        ("board", vec![("match", "mine")], ui::NOT_A_NUMBER),
        ("resign", vec![], ui::PLAYS_NOWHERE),
    ] {
        let said = whispered(ana.command(command, options).await);
        assert!(said.starts_with(why), "{command}: {said}");
    }
    said(challenges(&ana, "connect-n", [("opponent", "ben")]).await);
    refused(
        ana.command("move", [("turn", "d"), ("match", "1")]).await,
        Refusal::NotBegun(MatchId(1)),
    );
}
