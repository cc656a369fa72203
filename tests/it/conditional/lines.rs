//! Conditional turns: put together by buttons and menus, met, dropped, and played whatever happens to the bot.

use std::time::Duration;

use anteroom::db::Store;
use anteroom::matches::{Command, Line, MatchId, UserId};
use loopback_discord::{Answer, Place};

use crate::support::hand::{Hand, finish};
use crate::support::stage::{Stage, Table, boards, contents, whispered};

const NOTHING: [(&str, &str); 0] = [];

/// Opens the picker for a line.
async fn plan<'a>(place: &'a Place) -> Hand<'a> {
    let answer = place.command("conditional add", NOTHING).await;
    assert!(
        matches!(&answer, Answer::Message(message) if message.is_ephemeral()),
        "{answer:#?}"
    );
    Hand::of(place, answer)
}

async fn listed(place: &Place) -> String {
    whispered(place.command("conditional list", NOTHING).await)
}

/// How many turns were made, as the database has them.
const TURNS: &str = "SELECT count(*) FROM events WHERE kind = 'turn'";

/// The whispers that somebody got about lines that were dropped.
fn told_of_dropped(place: &Place) -> Vec<String> {
    let whispers = place
        .messages()
        .into_iter()
        .filter(|message| message.is_ephemeral());
    let all = whispers.map(|message| message.content().to_owned());
    all.filter(|content| content.starts_with("These planned replies in match 1 were dropped:"))
        .collect()
}

#[tokio::test]
async fn lines_are_laid_down_by_picks_alone_and_played() {
    let stage = Stage::new().await;
    let table = [
        (
            "connect-n",
            vec![],
            "d",
            "e d",
            "if **e**, you play **d**",
            "e",
            "d",
        ),
        (
            "antichess",
            vec![],
            "e2e4",
            "d7d6 d2 d4",
            "if **d7d6**, you play **d2d4**",
            "d6",
            "d2d4",
        ),
        (
            "anache",
            vec![("size", "10")],
            "b2,b3-NW",
            "e8-S end i2,i3-NE a3,a4-N",
            "if **e8-S end**, you play **i2,i3-NE a3,a4-N**",
            "e8-S end",
            "i2,i3-NE a3,a4-N",
        ),
    ];
    for (game, options, first, picks, words, theirs, answer) in table {
        let table = stage.begin(game, &options).await;
        let board = stage.board(&table, 1).await;
        let mut hand = Hand::open(&table.ana, &board).await;
        for key in first.split(' ') {
            hand.make(key).await;
        }
        hand.press("Play").await;
        stage.board(&table, 2).await;
        // The private answer to one's own turn leads on.
        hand.press("Plan Reply").await;
        assert!(
            hand.says("a line of conditional turns, which only you see.\n**If they play…**\n"),
            "{:#?}",
            hand.message
        );
        assert!(
            hand.message.button("Back").is_none() && hand.message.button("Type Instead…").is_none(),
            "{:#?}",
            hand.message
        );
        let mut answering = false;
        for key in picks.split(' ') {
            stage.check_picture(&hand.message);
            hand.make(key).await;
            answering |= hand.says("\n**…you play**\n");
        }
        assert!(answering, "{game}");
        assert!(
            hand.says(words) && hand.says("Save it? Only you see it."),
            "{:#?}",
            hand.message
        );
        let labels: Vec<_> = hand
            .message
            .buttons()
            .into_iter()
            .map(|button| button.label)
            .collect();
        assert_eq!(labels, ["Save", "Go On", "Change"], "{game}");
        stage.check_picture(&hand.message);
        hand.press("Save").await;
        let line = words.split(", taking").next().expect("a line");
        assert!(
            hand.says(&format!("\n1. {line}")) && hand.message.attachments().is_empty(),
            "{:#?}",
            hand.message
        );
        assert!(hand.message.button("Plan Reply").is_some());
        // Nobody else has seen any of it.
        let public = contents(&table.cleo).len();
        stage.plays(&table.ben, theirs).await;
        let played = stage.board(&table, 4).await;
        assert!(
            played.content().contains(&format!("played **{answer}**")),
            "{}",
            played.content()
        );
        assert!(
            played
                .content()
                .starts_with(&format!("{}, your move", stage.mention("ben"))),
            "{}",
            played.content()
        );
        assert!(
            contents(&table.cleo)
                .iter()
                .map(|content| content.replace(" (planned in advance)", ""))
                .all(|content| !content.contains("plan") && !content.contains("conditional")),
            "nobody sees what is planned before it is played"
        );
        assert_eq!(contents(&table.cleo).len(), public + 2);
        assert!(
            listed(&table.ana)
                .await
                .starts_with("You have planned no replies in match")
        );
    }
}

#[tokio::test]
async fn a_line_goes_on_as_long_as_one_likes_and_comes_back_step_by_step() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    // Who has to wait is offered a plan.
    let waiting = table.ana.press(&boards(&table.ana)[1], "Move…").await;
    assert!(
        matches!(&waiting, Answer::Message(message) if message.content().starts_with("It is ")),
        "{waiting:#?}"
    );
    let mut hand = Hand::of(&table.ana, waiting);
    hand.press("Plan Reply").await;
    for key in ["e", "d"] {
        hand.make(key).await;
    }
    hand.press("Go On").await;
    assert!(
        hand.says("So far: if **e**, you play **d**\n**…if they then play…**"),
        "{:#?}",
        hand.message
    );
    hand.pick("f").await;
    hand.pick("d").await;
    assert!(
        hand.says("if **e**, you play **d**, if **f**, you play **d**."),
        "{:#?}",
        hand.message
    );
    hand.press("Change").await;
    assert!(
        hand.says("So far: if **e**, you play **d**, if **f**\n**…you play**"),
        "{:#?}",
        hand.message
    );
    hand.press("Back").await;
    assert!(
        hand.says("So far: if **e**, you play **d**\n**…if they then play…**"),
        "{:#?}",
        hand.message
    );
    hand.press("Back").await;
    assert!(
        hand.says("So far: if **e**\n**…you play**"),
        "{:#?}",
        hand.message
    );
    hand.press("Start Over").await;
    assert!(
        hand.says("\n**If they play…**") && hand.message.button("Back").is_none(),
        "{:#?}",
        hand.message
    );
    for key in ["e", "d"] {
        hand.make(key).await;
    }
    hand.press("Save").await;
    // No board has two answers: what is kept is followed, and can be gone on from.
    hand.press("Plan Reply").await;
    hand.pick("e").await;
    assert!(
        hand.says("So far: if **e**, you play **d**\n**…if they then play…**"),
        "{:#?}",
        hand.message
    );
    hand.press("Back").await;
    assert!(hand.says("\n**If they play…**"), "{:#?}", hand.message);
    for key in ["e", "f", "d"] {
        hand.make(key).await;
    }
    hand.press("Save").await;
    assert!(
        hand.says("\n1. if **e**, you play **d**, if **f**, you play **d**") && !hand.says("\n2."),
        "{:#?}",
        hand.message
    );
    // A fourth red chip ends the game, so there is nothing to go on with; a turn of theirs that ends it has no answer.
    hand.press("Plan Reply").await;
    for key in ["e", "f"] {
        hand.make(key).await;
    }
    assert!(
        hand.says("you play **d**, if **f**, you play **d**\n**…if they then play…**"),
        "{:#?}",
        hand.message
    );
    hand.pick("a").await;
    hand.pick("d").await;
    assert!(
        hand.says(" It ends the match: Red won by four in a row. Save it?"),
        "{:#?}",
        hand.message
    );
    assert!(
        hand.message.button("Go On").is_none() && hand.message.button("Save").is_some(),
        "{:#?}",
        hand.message
    );
    stage.check_picture(&hand.message);
    assert_eq!(stage.row(TURNS), "1");
}

#[tokio::test]
async fn a_turn_that_ends_the_game_has_no_answer() {
    let stage = Stage::new().await;
    let table = stage
        .begin("connect-n", &[("columns", "4"), ("rows", "4"), ("n", "3")])
        .await;
    for (place, turn) in [
        (&table.ana, "a"),
        (&table.ben, "b"),
        (&table.ana, "a"),
        (&table.ben, "b"),
        (&table.ana, "d"),
    ] {
        stage.plays(place, turn).await;
    }
    let hand = plan(&table.ana).await;
    let refused = whispered(hand.try_pick("b").await);
    assert_eq!(
        refused,
        "b would end the game, so there is nothing to reply to."
    );
    // The picker is as it was.
    let mut hand = hand;
    hand.pick("a").await;
    assert!(
        hand.says("So far: if **a**\n**…you play**"),
        "{:#?}",
        hand.message
    );
}

#[tokio::test]
async fn a_plan_outlives_the_bot_and_a_month() {
    let mut stage = Stage::new().await;
    let table = stage.begin("antichess", &[("time", "90d")]).await;
    stage.plays(&table.ana, "e4").await;
    let mut hand = plan(&table.ana).await;
    stage.restart().await;
    stage.advance(Duration::from_secs(30 * 86_400));
    table.ana.say("Where were we?").expect("she may write");
    hand.make("d7d6").await;
    stage.restart().await;
    // Opened anew, it goes on where it was, and the first message does nothing any more.
    let mut second = plan(&table.ana).await;
    assert!(
        second.says("So far: if **d7d6**\n**…you play**"),
        "{:#?}",
        second.message
    );
    hand.changed(hand.try_pick("d2").await);
    assert!(
        hand.says("You opened a newer picker for this match.") && hand.message.buttons().is_empty(),
        "{:#?}",
        hand.message
    );
    second.pick("d2").await;
    second.pick("d4").await;
    stage.restart().await;
    second.press("Save").await;
    assert!(
        second.says("\n1. if **d7d6**, you play **d2d4**"),
        "{:#?}",
        second.message
    );
    stage.restart().await;
    stage.plays(&table.ben, "d6").await;
    assert!(
        stage
            .board(&table, 4)
            .await
            .content()
            .contains("played **d2d4**")
    );
}

#[tokio::test]
async fn of_two_presses_at_once_in_a_plan_one_counts() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let mut hand = plan(&table.ana).await;
    let (one, other) = tokio::join!(hand.try_pick("a"), hand.try_pick("b"));
    let (won, lost) = if matches!(one, Answer::Update(_)) {
        (one, other)
    } else {
        (other, one)
    };
    assert!(whispered(lost).starts_with("This picker has already changed"));
    hand.changed(won);
    hand.pick("c").await;
    let (one, other) = tokio::join!(
        table.ana.press(&hand.message, "Save"),
        table.ana.press(&hand.message, "Save")
    );
    for answer in [&one, &other] {
        let content = answer
            .message()
            .map(|message| message.content().to_owned())
            .unwrap_or_default();
        let known = [
            "This picker has already changed",
            "You have this line already.",
            "Your planned replies in match 1",
        ];
        assert!(
            known.iter().any(|known| content.starts_with(known)),
            "{answer:#?}"
        );
    }
    assert!(listed(&table.ana).await.contains("\n1. if **"));
    assert_eq!(stage.row("SELECT count(*) FROM conditional_lines"), "1");
    // Who does not play, or is to move, has nothing to lay down.
    assert!(
        whispered(table.cleo.command("conditional add", NOTHING).await)
            .starts_with("You are watching match 1.")
    );
    assert!(
        whispered(table.ben.command("conditional add", NOTHING).await)
            .starts_with("It is your move: make it first.")
    );
}

#[tokio::test]
async fn a_plan_whose_match_moved_on_says_so() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    // Ben goes another way.
    let mut hand = plan(&table.ana).await;
    hand.pick("e").await;
    stage.plays(&table.ben, "a").await;
    hand.changed(hand.try_pick("d").await);
    let gone = "The match has moved on: it is turn 3 now, and the line that you were planning no longer fits.";
    assert!(
        hand.says(gone) && hand.message.attachments().is_empty(),
        "{:#?}",
        hand.message
    );
    hand.press("Start Over").await;
    assert!(
        hand.says("turn 3: you play Red.\nWhich column?"),
        "{:#?}",
        hand.message
    );
    hand.pick("c").await;
    finish(&stage, &table, hand).await;
    // Ben goes the way that Ana is about to answer: she can go on, with what is her turn now.
    let mut hand = plan(&table.ana).await;
    hand.pick("e").await;
    stage.plays(&table.ben, "e").await;
    hand.changed(hand.try_pick("d").await);
    assert!(
        hand.says("Meanwhile **e** was played, as in your line. It is your move now.\nMatch 1, "),
        "{:#?}",
        hand.message
    );
    assert!(
        hand.says("turn 5: you play Red.\nWhich column?"),
        "{:#?}",
        hand.message
    );
    assert_eq!(stage.row(TURNS), "4");
    hand.pick("g").await;
    finish(&stage, &table, hand).await;
    // He goes the way of a longer line: what it has for this board is shown, and counts when she says so.
    let mut hand = plan(&table.ana).await;
    for key in ["f", "f"] {
        hand.make(key).await;
    }
    hand.press("Go On").await;
    stage.plays(&table.ben, "f").await;
    hand.changed(hand.try_pick("a").await);
    assert!(
        hand.says("Meanwhile **f** was played, as in your line. It is your move now."),
        "{:#?}",
        hand.message
    );
    assert!(
        hand.says("Your turn: **f**.") && hand.message.button("Change").is_some(),
        "{:#?}",
        hand.message
    );
    stage.check_picture(&hand.message);
    finish(&stage, &table, hand).await;
    // A line that she has kept was answered while she planned what follows.
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
    assert!(
        hand.says("Meanwhile **a** and **b** were played, as in your line.\nMatch 1, "),
        "{:#?}",
        hand.message
    );
    assert!(
        hand.says("\n**If they play…**\nWhich column?"),
        "{:#?}",
        hand.message
    );
    hand.pick("c").await;
    // Before she saves it, Ben plays just that: it is not kept, and she is asked.
    hand.pick("c").await;
    stage.plays(&table.ben, "c").await;
    hand.press("Save").await;
    assert!(
        hand.says("It is your move now.") && hand.message.button("Play").is_some(),
        "{:#?}",
        hand.message
    );
    assert!(
        listed(&table.ana)
            .await
            .starts_with("You have planned no replies in match 1.")
    );
    finish(&stage, &table, hand).await;
}

#[tokio::test]
async fn who_plays_without_a_preview_does_not_play_what_was_only_planned() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let panel = table.ana.command("settings", NOTHING).await;
    let panel = panel.message().expect("a panel").clone();
    assert!(matches!(
        table.ana.select(&panel, "set/confirm", ["never"]).await,
        Answer::Update(_)
    ));
    stage.plays(&table.ana, "d").await;
    let mut hand = plan(&table.ana).await;
    hand.pick("e").await;
    hand.pick("e").await;
    assert!(hand.message.button("Save").is_some(), "{:#?}", hand.message);
    stage.plays(&table.ben, "e").await;
    hand.press("Save").await;
    assert!(hand.message.button("Play").is_some(), "{:#?}", hand.message);
    assert_eq!(stage.row(TURNS), "2");
}

#[tokio::test]
async fn dropped_lines_are_told_once_to_their_owner() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    whispered(
        table
            .ana
            .command("conditional add", [("line", "a b")])
            .await,
    );
    whispered(
        table
            .ana
            .command("conditional add", [("line", "c d")])
            .await,
    );
    let board = stage.plays(&table.ben, "g").await;
    assert_eq!(told_of_dropped(&table.ana), [""; 0]);
    let picker = table.ana.press(&board, "Move…").await;
    assert!(
        matches!(&picker, Answer::Message(message) if message.content().ends_with("Which column?")),
        "{picker:#?}"
    );
    stage
        .until_row("SELECT count(*) FROM conditional_lines", "0")
        .await;
    let told = [
        "These planned replies in match 1 were dropped:\na | b (the match went another way)\nc | d (the match went another way)",
    ];
    assert_eq!(told_of_dropped(&table.ana), told);
    assert_eq!(told_of_dropped(&table.ben), [""; 0]);
    // With a typed turn as well, and only once.
    stage.plays(&table.ana, "d").await;
    assert_eq!(told_of_dropped(&table.ana).len(), 1);
    whispered(
        table
            .ana
            .command("conditional add", [("line", "a b")])
            .await,
    );
    stage.plays(&table.ben, "g").await;
    stage.plays(&table.ana, "c").await;
    stage
        .until_row("SELECT count(*) FROM conditional_lines", "0")
        .await;
    assert_eq!(
        told_of_dropped(&table.ana).len(),
        2,
        "{:?}",
        told_of_dropped(&table.ana)
    );
}

#[tokio::test]
async fn planned_reply_played_and_taken_back_is_not_told_as_dropped() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let plans =
        async |line: &str| whispered(table.ana.command("conditional add", [("line", line)]).await);
    plans("e | d").await;
    plans("f | g | f | g").await;
    stage.plays(&table.ben, "e").await;
    stage.board(&table, 4).await;
    // Ana takes back the reply that was played for her.
    drop(table.ana.command("takeback", NOTHING).await);
    stage
        .until_row("SELECT count(*) FROM events WHERE kind = 'taken-back'", "1")
        .await;
    stage.until_announced().await;
    stage.plays(&table.ana, "a").await;
    // The other one was dropped by the turn that Ben chose; the take-back came later.
    stage
        .until_row("SELECT count(*) FROM conditional_lines", "0")
        .await;
    let told = told_of_dropped(&table.ana);
    assert_eq!(
        told,
        ["These planned replies in match 1 were dropped:\nf | g | f | g (turns were taken back)"]
    );
    let list = listed(&table.ana).await;
    assert!(!list.contains("ropped"), "{list}");
    // A line that was played to its end is not told of either when the match goes on.
    plans("b | c").await;
    stage.plays(&table.ben, "b").await;
    stage.board(&table, 8).await;
    stage.plays(&table.ben, "a").await;
    stage.plays(&table.ana, "g").await;
    assert_eq!(told_of_dropped(&table.ana), told);
    assert_eq!(stage.row("SELECT count(*) FROM conditional_lines"), "0");
}

#[tokio::test]
async fn lines_longer_than_a_suggestion_are_typed_or_picked() {
    let stage = Stage::new().await;
    let table = stage
        .begin(
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
        let answer = table
            .ana
            .autocomplete("conditional add", "line", typed, NOTHING)
            .await;
        let choices = answer
            .choices()
            .unwrap_or_else(|| panic!("{typed}: {answer:#?}"));
        assert!((1..=25).contains(&choices.len()), "{typed}: {choices:?}");
    }
    // What is chosen where nothing fits opens the picker.
    let picker = table.ana.command("conditional add", [("line", "?")]).await;
    let mut hand = Hand::of(&table.ana, picker);
    assert!(hand.says("**If they play…**"), "{:#?}", hand.message);
    // Forty turns are kept, and shown as far as there is room.
    let kept = whispered(
        table
            .ana
            .command("conditional add", [("line", long.as_str())])
            .await,
    );
    assert!(
        kept.contains("\n1. if **b**, you play **c**, if **d**") && kept.chars().count() <= 2000,
        "{kept}"
    );
    // Followed to its end by the other player's turns alone, it can go on no further.
    let theirs = ["b", "d", "f", "h"].into_iter().cycle().take(20);
    let mut answers = Vec::new();
    for turn in theirs {
        let answer = hand.try_pick(turn).await;
        match &answer {
            Answer::Update(_) => hand.changed(answer),
            _ => answers.push(whispered(answer)),
        }
    }
    assert_eq!(answers, ["A line may have at most 40 turns."]);
    let first = table
        .ana
        .autocomplete("conditional clear", "line", "", NOTHING)
        .await;
    let choices = first.choices().expect("choices");
    assert!(choices.len() == 1, "{choices:?}");
}

fn id_of(stage: &Stage, name: &str) -> UserId {
    UserId(
        stage
            .sandbox
            .user(name)
            .id()
            .to_string()
            .parse()
            .expect("a number"),
    )
}

/// Writes what a command brings about and nothing that follows from it: the process ended just then.
async fn commit(stage: &Stage, command: Command) {
    let store = Store::open(&stage.database()).expect("the database");
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

fn plays(stage: &Stage, name: &str, turn: &str) -> Command {
    Command::Play {
        by: id_of(stage, name),
        text: turn.to_owned(),
        board: None,
    }
}

/// A match in which Ana has laid down two answers, and the bot is dead.
async fn killed_while_waiting() -> (Stage, Table) {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    whispered(
        table
            .ana
            .command("conditional add", [("line", "e | d | e | d")])
            .await,
    );
    stage.kill().await;
    (stage, table)
}

#[tokio::test]
async fn an_answer_that_was_due_when_the_bot_was_killed_is_played_once() {
    let (mut stage, table) = killed_while_waiting().await;
    commit(&stage, plays(&stage, "ben", "e")).await;
    stage.start().await;
    let answer = stage.board(&table, 4).await;
    assert!(
        answer.content().contains("Turn 3: ")
            && answer
                .content()
                .contains("played **d** (planned in advance)."),
        "{}",
        answer.content()
    );
    stage.restart().await;
    assert_eq!(
        (stage.row(TURNS).as_str(), boards(&table.cleo).len()),
        ("3", 4)
    );
    // Killed as soon as the turn is there, wherever the bot is by then.
    let moving = table.ben.command("move", [("turn", "e")]);
    tokio::select! {
        _ = moving => {}
        () = stage.until_row("SELECT count(*) >= 4 FROM events WHERE kind = 'turn'", "1") => {}
    }
    stage.restart().await;
    let answer = stage.board(&table, 6).await;
    assert!(
        answer.content().contains("Turn 5: "),
        "{}",
        answer.content()
    );
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
async fn what_comes_between_a_turn_and_its_answer_counts() {
    for what in ["resigned", "drawn", "taken back"] {
        let (mut stage, table) = killed_while_waiting().await;
        let [ana, ben] = ["ana", "ben"].map(|name| id_of(&stage, name));
        let between = match what {
            "resigned" => vec![Command::Resign { by: ana }],
            "drawn" => vec![
                Command::OfferDraw { by: ana },
                Command::AcceptDraw { by: ben },
            ],
            _ => vec![Command::TakeBack {
                by: ben,
                grace: Duration::from_secs(60),
            }],
        };
        commit(&stage, plays(&stage, "ben", "e")).await;
        for command in between {
            commit(&stage, command).await;
        }
        stage.start().await;
        stage.until_announced().await;
        assert_eq!(stage.row(TURNS), "2", "{what}");
        if what == "taken back" {
            // It is Ben's move again, and the line is no more, even if he makes the same turn.
            stage.plays(&table.ben, "e").await;
            assert!(
                listed(&table.ana)
                    .await
                    .contains("Dropped, because turns were taken back: e | d | e | d")
            );
            assert_eq!(stage.row(TURNS), "3");
            stage.plays(&table.ana, "a").await;
        }
    }
}

#[tokio::test]
async fn a_clock_runs_out_beside_a_plan() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[("time", "1h")]).await;
    stage.plays(&table.ana, "d").await;
    let mut hand = plan(&table.ana).await;
    for key in ["e", "d"] {
        hand.make(key).await;
    }
    hand.press("Save").await;
    hand.press("Plan Reply").await;
    stage.advance(Duration::from_secs(3601));
    let end = stage.board(&table, 3).await;
    assert!(
        end.content().contains("ran out of time"),
        "{}",
        end.content()
    );
    stage
        .until_row("SELECT count(*) FROM conditional_lines", "0")
        .await;
    hand.changed(hand.try_pick("e").await);
    assert!(
        hand.says("Match 1 is over: ") && hand.message.buttons().is_empty(),
        "{:#?}",
        hand.message
    );
    assert_eq!(stage.row(TURNS), "1");
}

/// No commands lead there, for who is to move has no line that could still be met; but nothing must depend on that.
#[tokio::test]
async fn lines_of_both_players_that_answer_each_other_come_to_their_end() {
    let (mut stage, table) = killed_while_waiting().await;
    let turns: Vec<String> = ["b", "c", "e", "f", "g", "a", "a", "b", "c", "d", "e", "f"]
        .map(str::to_owned)
        .to_vec();
    let store = Store::open(&stage.database()).expect("the database");
    for name in ["ana", "ben"] {
        let line = Line {
            board: 1,
            turns: turns.clone(),
        };
        store
            .keep_line(MatchId(1), id_of(&stage, name), line, vec![1])
            .await
            .expect("kept");
    }
    drop(store);
    commit(&stage, plays(&stage, "ben", "b")).await;
    stage.start().await;
    // And the bot is killed in the middle of it.
    stage
        .until_row("SELECT count(*) >= 5 FROM events WHERE kind = 'turn'", "1")
        .await;
    stage.restart().await;
    let last = stage.board(&table, 14).await;
    assert!(
        last.content().contains("Turn 13: ")
            && last
                .content()
                .contains("played **f** (planned in advance)."),
        "{}",
        last.content()
    );
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
