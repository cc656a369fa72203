//! Conditional turns: planned in the picker, matched, dropped, and played across restarts.

use std::time::Duration;

use anteroom::db::Denial;
use anteroom::discord::ui;
use anteroom::features::play::DroppedLine;
use anteroom::features::play::PlayRefusal;
use anteroom::features::play::messages::conditional as messages;
use anteroom::features::play::messages::conditional::dropped_lines;
use anteroom::features::play::store::conditional as store;
use anteroom::matches::{Command, Line, MatchId, Refusal, WhyDropped};
use loopback_discord::{Answer, Place};

use crate::support::hand::{Hand, finish};
use crate::support::messages::check_seen;
use crate::support::people::{plays, takes_back};
use crate::support::stage::{
    NOTHING, Stage, Table, boards, contents, labels, offered, refused, says, whispered,
};
use crate::support::typing::confirms;

/// Opens the picker for a line.
async fn plan<'a>(place: &'a Place) -> Hand<'a> {
    Hand::of(place, place.command("plan", [("line", "?")]).await)
}

/// Types a line of replies.
async fn adds(place: &Place, line: &str) -> Answer {
    place.command("plan", [("line", line)]).await
}

async fn listed(place: &Place) -> String {
    whispered(place.command("plan", NOTHING).await)
}

fn kept(stage: &Stage) -> String {
    stage.row("SELECT coalesce(group_concat(turns, ' / '), '') FROM conditional_lines")
}

/// Returns the state of the latest picker: the turns of a line, `+`, and the picks of the next turn.
fn picked(stage: &Stage) -> String {
    stage.row(
        "SELECT iif(about LIKE 'line/%', turns || ' + ', '') || picks FROM board_sessions ORDER BY number DESC LIMIT 1",
    )
}

const LINES: &str = "SELECT count(*) FROM conditional_lines";
const TURNS: &str = "SELECT count(*) FROM events WHERE kind = 'turn'";

/// Returns a person's private messages about dropped lines.
fn told_of_dropped(place: &Place) -> Vec<String> {
    let whispers = place
        .messages()
        .into_iter()
        .filter(|message| message.is_ephemeral());
    let all = whispers.map(|message| message.content().to_owned());
    let head = dropped_lines(MatchId(1), &[]).content;
    all.filter(|content| content.starts_with(&head)).collect()
}

/// Returns the message about these dropped lines.
fn dropped(lines: &[&str], why: WhyDropped) -> String {
    let lines = lines.iter().map(|line| DroppedLine {
        number: 1,
        written: (*line).to_owned(),
        why,
    });
    dropped_lines(MatchId(1), &lines.collect::<Vec<_>>()).content
}

#[tokio::test]
async fn lines_are_laid_down_by_picks_alone_and_played() {
    let stage = Stage::new().await;
    let table = [
        ("connect-n", vec![], "d", "e d", "e | d", "e", "d"),
        (
            "antichess",
            vec![],
            "e2e4",
            "d7d6 d2 d4",
            "d7d6 | d2d4",
            "d6",
            "d4",
        ),
        (
            "anache",
            vec![("size", "10")],
            "b2,b3-NW",
            "e8-S end i2,i3-NE a3,a4-N",
            "e8-S end | i2,i3-NE a3,a4-N",
            "e8-S end",
            "i2,i3-NE a3,a4-N",
        ),
    ];
    for (game, options, first, picks, line, theirs, answer) in table {
        let table = stage.begin(game, &options).await;
        let board = stage.board(&table, 1).await;
        let mut hand = Hand::open(&table.ana, &board).await;
        for key in first.split(' ') {
            hand.make(key).await;
        }
        hand.press("Play").await;
        stage.board(&table, 2).await;
        let public = contents(&table.cleo).len();
        // The private answer to a turn offers a plan.
        hand.press("Plan Reply").await;
        assert!(
            hand.message.button("Back").is_none() && hand.message.button("Type Instead…").is_none(),
            "{:#?}",
            hand.message
        );
        for key in picks.split(' ') {
            stage.check_picture(&hand.message);
            hand.make(key).await;
        }
        assert_eq!(labels(&hand.message), ["Save", "Go On", "Change"], "{game}");
        stage.check_picture(&hand.message);
        hand.press("Save").await;
        assert_eq!(kept(&stage), line);
        assert!(hand.message.attachments().is_empty());
        assert!(hand.message.button("Plan Reply").is_some());
        stage.plays(&table.ben, theirs).await;
        let played = stage.board(&table, 4).await;
        let unbroken = answer.replace('-', "\u{2060}-\u{2060}");
        says(&played, &format!("**{unbroken}**"));
        assert_eq!(played.mentions(), ["ben"]);
        // Other people have seen only the two turns.
        assert_eq!(contents(&table.cleo).len(), public + 2);
        assert_eq!(kept(&stage), "");
    }
}

#[tokio::test]
async fn a_line_goes_on_as_long_as_one_likes_and_comes_back_step_by_step() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    // The refusal for a waiting player offers a plan.
    let waiting = table.ana.press(&boards(&table.ana)[1], "Move…").await;
    let waits = stage.waits("ben", "Black");
    let message = refused(waiting.clone(), waits.clone());
    assert_eq!(labels(&message), ["Plan Reply"]);
    let mut hand = Hand::of(&table.ana, waiting);
    hand.press("Plan Reply").await;
    let mut seen = vec![hand.message.clone()];
    for key in ["e", "d"] {
        hand.make(key).await;
        seen.push(hand.message.clone());
    }
    hand.press("Go On").await;
    assert_eq!(picked(&stage), "e | d + ");
    seen.push(hand.message.clone());
    hand.pick("f").await;
    hand.pick("d").await;
    assert_eq!(picked(&stage), "e | d | f + d");
    hand.press("Change").await;
    assert_eq!(picked(&stage), "e | d | f + ");
    hand.press("Back").await;
    assert_eq!(picked(&stage), "e | d + ");
    hand.press("Back").await;
    assert_eq!(picked(&stage), "e + ");
    hand.press("Start Over").await;
    assert_eq!(picked(&stage), " + ");
    assert!(hand.message.button("Back").is_none());
    for key in ["e", "d"] {
        hand.make(key).await;
    }
    hand.press("Save").await;
    // A board has only one planned answer, so the picker follows the stored line and extends it.
    hand.press("Plan Reply").await;
    hand.pick("e").await;
    assert_eq!(picked(&stage), "e | d + ");
    hand.press("Back").await;
    assert_eq!(picked(&stage), " + ");
    for key in ["e", "f", "d"] {
        hand.make(key).await;
    }
    hand.press("Save").await;
    assert_eq!(kept(&stage), "e | d | f | d");
    // A fourth red chip ends the game, so the line cannot continue.
    hand.press("Plan Reply").await;
    for key in ["e", "f"] {
        hand.make(key).await;
    }
    assert_eq!(picked(&stage), "e | d | f | d + ");
    hand.pick("a").await;
    hand.pick("d").await;
    seen.push(hand.message.clone());
    check_seen("line_picker", &seen);
    assert!(
        hand.message.button("Go On").is_none() && hand.message.button("Save").is_some(),
        "{:#?}",
        hand.message
    );
    stage.check_picture(&hand.message);
    stage.row_is(TURNS, "1");
}

#[tokio::test]
async fn a_turn_that_ends_the_game_has_no_answer() {
    let (stage, table) =
        Stage::playing("connect-n", &[("columns", "4"), ("rows", "4"), ("n", "3")]).await;
    stage.play_on(&table, &["a", "b", "a", "b", "d"]).await;
    let hand = plan(&table.ana).await;
    let turn = String::from("b");
    refused(
        hand.try_pick("b").await,
        PlayRefusal::NothingToAnswer { turn },
    );
    // The picker has not changed.
    let mut hand = hand;
    hand.pick("a").await;
    assert_eq!(picked(&stage), "a + ");
}

#[tokio::test]
async fn line_that_is_saved_twice_at_once_is_kept_once() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let mut hand = plan(&table.ana).await;
    for key in ["a", "c"] {
        hand.pick(key).await;
    }
    let (one, other) = tokio::join!(
        table.ana.press(&hand.message, "Save"),
        table.ana.press(&hand.message, "Save")
    );
    let user = stage.id("ana");
    let lines = stage.arbiter().lines(MatchId(1), user).await;
    let known = [
        PlayRefusal::PickedAlready.sentence(),
        ui::sentence(&Refusal::LineKept),
        messages::lines(&lines.expect("the lines"), user).content,
    ];
    for answer in [&one, &other] {
        let said = answer.message().expect("a message").content();
        assert!(known.contains(&said.to_owned()), "{answer:#?}");
    }
    stage.row_is(LINES, "1");
}

#[tokio::test]
async fn a_plan_whose_match_moved_on_says_so() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    // Ben plays another turn.
    let mut hand = plan(&table.ana).await;
    hand.pick("e").await;
    stage.plays(&table.ben, "a").await;
    hand.changed(hand.try_pick("d").await);
    let gone = PlayRefusal::PlanLeft { ply: 2 }.sentence();
    assert!(
        hand.says(&gone) && hand.message.attachments().is_empty(),
        "{:#?}",
        hand.message
    );
    // Now the picker is for Ana's turn.
    hand.press("Start Over").await;
    assert_eq!(picked(&stage), "");
    hand.pick("c").await;
    finish(&stage, &table, hand).await;
    // Ben plays the turn for which Ana plans an answer. The picker changes to her turn.
    let mut hand = plan(&table.ana).await;
    hand.pick("e").await;
    stage.plays(&table.ben, "e").await;
    hand.changed(hand.try_pick("d").await);
    let mut seen = vec![hand.message.clone()];
    assert_eq!(picked(&stage), "");
    stage.row_is(TURNS, "4");
    hand.pick("g").await;
    finish(&stage, &table, hand).await;
    // Ben plays the first turn of a longer plan. The picker shows the planned answer, which counts after *Play*.
    let mut hand = plan(&table.ana).await;
    for key in ["f", "f"] {
        hand.make(key).await;
    }
    hand.press("Go On").await;
    stage.plays(&table.ben, "f").await;
    hand.changed(hand.try_pick("a").await);
    assert_eq!(labels(&hand.message), ["Play", "Change"]);
    assert!(hand.says("**f**"), "{:#?}", hand.message);
    seen.push(hand.message.clone());
    stage.check_picture(&hand.message);
    finish(&stage, &table, hand).await;
    // A stored line is played while Ana plans its continuation.
    let mut hand = plan(&table.ana).await;
    for key in ["a", "b"] {
        hand.make(key).await;
    }
    hand.press("Save").await;
    hand.press("Plan Reply").await;
    hand.pick("a").await;
    let before = boards(&table.cleo).len();
    stage.plays(&table.ben, "a").await;
    stage.board(&table, before + 2).await;
    hand.changed(hand.try_pick("b").await);
    assert_eq!(picked(&stage), " + ");
    seen.push(hand.message.clone());
    check_seen("line_caught_up", &seen);
    hand.pick("c").await;
    // Ben plays the planned turn before Ana saves her answer: the bot stores nothing, and asks her to play, even
    // though she wants no previews.
    confirms(&table.ana, "never").await;
    hand.pick("c").await;
    stage.plays(&table.ben, "c").await;
    hand.press("Save").await;
    assert!(hand.message.button("Play").is_some(), "{:#?}", hand.message);
    assert_eq!(kept(&stage), "");
    stage.row_is(TURNS, "10");
    finish(&stage, &table, hand).await;
}

#[tokio::test]
async fn dropped_lines_are_told_once_to_their_owner() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    for line in ["a b", "c d"] {
        whispered(adds(&table.ana, line).await);
    }
    let board = stage.plays(&table.ben, "g").await;
    assert_eq!(told_of_dropped(&table.ana), [""; 0]);
    Hand::open(&table.ana, &board).await;
    stage.until_row(LINES, "0").await;
    let told = dropped(&["a | b", "c | d"], WhyDropped::OtherTurn);
    assert_eq!(told_of_dropped(&table.ana), [told]);
    assert_eq!(told_of_dropped(&table.ben), [""; 0]);
    // A typed turn brings the message too, but only once.
    stage.plays(&table.ana, "d").await;
    assert_eq!(told_of_dropped(&table.ana).len(), 1);
    whispered(adds(&table.ana, "a b").await);
    stage.plays(&table.ben, "g").await;
    stage.plays(&table.ana, "c").await;
    stage.until_row(LINES, "0").await;
    assert_eq!(
        told_of_dropped(&table.ana).len(),
        2,
        "{:?}",
        told_of_dropped(&table.ana)
    );
}

#[tokio::test]
async fn planned_reply_played_and_taken_back_is_not_told_as_dropped() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    for line in ["e | d", "f | g | f | g"] {
        whispered(adds(&table.ana, line).await);
    }
    stage.plays(&table.ben, "e").await;
    stage.board(&table, 4).await;
    // Ana takes back the planned reply that the bot played.
    drop(table.ana.command("takeback", NOTHING).await);
    stage
        .until_row("SELECT count(*) FROM events WHERE kind = 'taken-back'", "1")
        .await;
    stage.until_announced().await;
    stage.plays(&table.ana, "a").await;
    // Ben's turn had already dropped the other line before the take-back.
    stage.until_row(LINES, "0").await;
    let told = [dropped(&["f | g | f | g"], WhyDropped::TakenBack)];
    assert_eq!(told_of_dropped(&table.ana), told);
    let list = listed(&table.ana).await;
    assert!(!list.contains(" | "), "{list}");
    // A line played to its end is not reported as dropped either.
    whispered(adds(&table.ana, "b | c").await);
    stage.plays(&table.ben, "b").await;
    stage.board(&table, 8).await;
    stage.plays(&table.ben, "a").await;
    stage.plays(&table.ana, "g").await;
    assert_eq!(told_of_dropped(&table.ana), told);
    stage.row_is(LINES, "0");
}

#[tokio::test]
async fn lines_longer_than_a_suggestion_are_typed_or_picked() {
    let (stage, table) = Stage::playing(
        "connect-n",
        &[("columns", "16"), ("rows", "16"), ("n", "15")],
    )
    .await;
    stage.plays(&table.ana, "a").await;
    let long = ["b | c", "d | e", "f | g", "h | i"]
        .into_iter()
        .cycle()
        .take(20)
        .collect::<Vec<_>>()
        .join(" | ");
    assert!(long.len() > 100);
    for typed in ["", "b", "b | ", "b | c | x", &long[..97], &long] {
        let answer = table.ana.autocomplete("plan", "line", typed, NOTHING).await;
        let choices = offered(&answer);
        assert!((1..=25).contains(&choices.len()), "{typed}: {choices:?}");
    }
    // The hint of the completion opens the picker.
    let mut hand = Hand::of(&table.ana, adds(&table.ana, "?").await);
    assert_eq!(picked(&stage), " + ");
    // The bot stores forty turns, and shows as many as fit.
    let shown = whispered(adds(&table.ana, &long).await);
    assert!(shown.chars().count() <= 2000, "{shown}");
    assert_eq!(kept(&stage), long);
    // At the end of the line the picker accepts no further turn.
    let theirs = ["b", "d", "f", "h"].into_iter().cycle().take(20);
    let mut answers = Vec::new();
    for turn in theirs {
        let answer = hand.try_pick(turn).await;
        match &answer {
            Answer::Update(_) => hand.changed(answer),
            _ => answers.push(whispered(answer)),
        }
    }
    assert_eq!(answers, [ui::sentence(&Refusal::LineTooLong { most: 40 })]);
}

/// Stores the events of a command without their reactions, as if the process had died then.
async fn commit(stage: &Stage, command: Command) {
    let store = anteroom::features::open(&stage.database()).expect("the database");
    let state = store
        .load(MatchId(1))
        .await
        .expect("a match")
        .expect("a match");
    let mut after = state.clone();
    let events = state
        .decide(&command, state.changed_at())
        .expect("an event");
    events
        .iter()
        .for_each(|event| after.apply(event).expect("it follows"));
    store.append(&after, events).await.expect("written");
}

/// Starts a match with two planned lines of Ana, and kills the bot.
async fn killed_while_waiting() -> (Stage, Table) {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    whispered(adds(&table.ana, "e | d | e | d").await);
    stage.kill().await;
    (stage, table)
}

#[tokio::test]
async fn an_answer_that_was_due_when_the_bot_was_killed_is_played_once() {
    let (mut stage, table) = killed_while_waiting().await;
    commit(&stage, plays(stage.id("ben"), "e")).await;
    stage.start().await;
    let answer = stage.board(&table, 4).await;
    says(&answer, "**d**");
    stage.restart().await;
    assert_eq!(
        (stage.row(TURNS).as_str(), boards(&table.cleo).len()),
        ("3", 4)
    );
    // Kills the bot as soon as the turn is stored.
    let moving = table.ben.command("move", [("turn", "e")]);
    tokio::select! {
        _ = moving => {}
        () = stage.until_row("SELECT count(*) >= 4 FROM events WHERE kind = 'turn'", "1") => {}
    }
    stage.restart().await;
    stage.board(&table, 6).await;
    stage.restart().await;
    assert_eq!(
        (stage.row(TURNS).as_str(), boards(&table.cleo).len()),
        ("5", 6)
    );
    let mut texts = contents(&table.cleo);
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), contents(&table.cleo).len());
}

#[tokio::test]
async fn acts_between_a_turn_and_its_planned_reply_count() {
    for what in ["resigned", "drawn", "taken back"] {
        let (mut stage, table) = killed_while_waiting().await;
        let [ana, ben] = ["ana", "ben"].map(|name| stage.id(name));
        let between = match what {
            "resigned" => vec![Command::Resign { by: ana }],
            "drawn" => vec![
                Command::OfferDraw { by: ana },
                Command::AcceptDraw { by: ben },
            ],
            _ => vec![takes_back(ben, 60)],
        };
        commit(&stage, plays(stage.id("ben"), "e")).await;
        for command in between {
            commit(&stage, command).await;
        }
        stage.start().await;
        stage.until_announced().await;
        assert_eq!(stage.row(TURNS), "2", "{what}");
        if what == "taken back" {
            // It is Ben's move again. The line is gone, even if he repeats the turn.
            stage.plays(&table.ben, "e").await;
            assert!(listed(&table.ana).await.contains("e | d | e | d"));
            stage.row_is(TURNS, "3");
            stage.plays(&table.ana, "a").await;
        }
    }
}

#[tokio::test]
async fn a_clock_runs_out_beside_a_plan() {
    let (stage, table) = Stage::playing("connect-n", &[("time", "1h")]).await;
    stage.plays(&table.ana, "d").await;
    let mut hand = plan(&table.ana).await;
    for key in ["e", "d"] {
        hand.make(key).await;
    }
    hand.press("Save").await;
    hand.press("Plan Reply").await;
    stage.advance(Duration::from_secs(3601));
    stage.board(&table, 3).await;
    stage.row_is("SELECT reason FROM matches", "flagged");
    stage.until_row(LINES, "0").await;
    hand.changed(hand.try_pick("e").await);
    let by = stage.id("ana");
    let over = ui::sentence(&stage.refusal(1, Command::Resign { by }).await);
    assert!(
        hand.says(&over) && hand.message.buttons().is_empty(),
        "{:#?}",
        hand.message
    );
    stage.row_is(TURNS, "1");
}

/// No command leads here, since the player to move has no line that could match. The bot must not rely on that.
#[tokio::test]
async fn lines_of_both_players_that_answer_each_other_come_to_their_end() {
    let (mut stage, table) = killed_while_waiting().await;
    let turns: Vec<String> = ["b", "c", "e", "f", "g", "a", "a", "b", "c", "d", "e", "f"]
        .map(str::to_owned)
        .to_vec();
    let store = anteroom::features::open(&stage.database()).expect("the database");
    for name in ["ana", "ben"] {
        let line = Line {
            board: 1,
            turns: turns.clone(),
        };
        let owner = stage.id(name);
        store
            .write(move |db| store::store_line(db, MatchId(1), owner, &line, &[1]))
            .await
            .expect("kept");
    }
    drop(store);
    commit(&stage, plays(stage.id("ben"), "b")).await;
    stage.start().await;
    // Restart the bot in the middle of the lines.
    stage
        .until_row("SELECT count(*) >= 5 FROM events WHERE kind = 'turn'", "1")
        .await;
    stage.restart().await;
    let last = stage.board(&table, 14).await;
    says(&last, "**f**");
    assert_eq!(
        (stage.row(TURNS).as_str(), boards(&table.cleo).len()),
        ("13", 14)
    );
    assert!(
        contents(&table.cleo)
            .windows(2)
            .all(|pair| pair[0] != pair[1])
    );
}
