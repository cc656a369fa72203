//! After a match: the result, the rematch, and another game with the same person.

use std::time::Duration;

use loopback_discord::{Answer, Message};

use serde_json::Value;

use crate::support::stage::{Stage, Table, boards, contents, labels, said, whispered};

const NOTHING: [(&str, &str); 0] = [];

/// A match that Ana has won in three days; its result, and whose it was.
async fn won(stage: &Stage) -> (Table, Message) {
    let table = stage
        .begin("connect-n", &[("n", "3"), ("time", "7d")])
        .await;
    for turn in 0..5 {
        stage.advance(Duration::from_hours(18));
        let (place, turn) = if turn % 2 == 0 {
            (&table.ana, "d")
        } else {
            (&table.ben, "a")
        };
        stage.plays(place, turn).await;
    }
    let result = boards(&table.cleo).pop().expect("the result");
    (table, result)
}

/// Waits until so many messages stand in the channel, and gives the latest.
async fn in_channel(stage: &Stage, count: usize) -> Message {
    let cleo = stage.person("cleo", stage.general());
    let found = stage.sandbox.until(|_| {
        let mut seen = cleo.messages();
        seen.retain(|message| !message.is_ephemeral());
        (seen.len() >= count).then(|| seen.pop()).flatten()
    });
    let message = found.await.expect("a message in the channel");
    stage.until_announced().await;
    message
}

#[tokio::test]
async fn the_result_says_how_long_it_took_and_what_may_come_next() {
    let stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    let content = result.content();
    assert!(
        content.starts_with(&format!("{ben}: **{ana} (Red) beats {ben} (Black)"))
            || content.starts_with(&format!("**{ana} (Red) beats {ben} (Black)")),
        "{content}"
    );
    assert!(
        content.ends_with("\n5 turns played. It took 3 days."),
        "{content}"
    );
    assert_eq!(
        labels(&result),
        [
            "Rematch",
            "Another Game…",
            "History",
            "Replay",
            "Analyse",
            "Rules"
        ]
    );
    stage
        .card_says(&table, " 5 turns played. It took 3 days.")
        .await;
    assert_eq!(
        whispered(table.cleo.press(&result, "Rematch").await),
        "You are watching match 1."
    );
    assert_eq!(
        whispered(table.cleo.press(&result, "Another Game…").await),
        "You are watching match 1."
    );
}

#[tokio::test]
async fn a_rematch_is_one_press_each_with_the_sides_exchanged() {
    let mut stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    let general = stage.general();
    stage.card_says(&table, "5 turns played").await;
    stage
        .until_thread_is(&table, "Ana beat Ben · Connect N 1")
        .await;
    stage.forget_requests();
    let asked = whispered(table.ben.press(&result, "Rematch").await);
    assert_eq!(
        asked,
        format!(
            "You asked {ana} for a rematch: match 2, in <#{general}>. It begins when they press *Accept* there, or *Rematch* here."
        )
    );
    let challenge = in_channel(&stage, 2).await;
    assert_eq!(
        challenge.content().lines().next(),
        Some(&*format!(
            "{ana}, {ben} challenges you to a rematch of match 1: **Connect N** (match 2)."
        ))
    );
    assert!(
        challenge.content().contains("three in a row")
            && challenge.content().contains(&format!("{ben} plays Red"))
            && challenge.content().contains("7 days a turn"),
        "{}",
        challenge.content()
    );
    assert_eq!(challenge.mentions(), ["ana"]);
    assert_eq!(stage.counted().len(), 1, "{:?}", stage.counted());
    // Twice makes one, also after a restart.
    stage.restart().await;
    let again = whispered(table.ben.press(&result, "Rematch").await);
    assert_eq!(
        again,
        format!(
            "You have already asked for a rematch: match 2, in <#{general}>. It begins when {ana} accepts."
        )
    );
    let begun = whispered(table.ana.press(&result, "Rematch").await);
    assert_eq!(
        begun,
        format!("The rematch begins: match 2, in <#{general}>. Its thread opens in a moment.")
    );
    let thread = stage
        .sandbox
        .until(|sandbox| {
            let threads = sandbox.threads(general);
            threads.get(1)?["id"].as_str()?.parse().ok()
        })
        .await
        .expect("a thread");
    let next = stage.table(thread, challenge.id());
    let board = stage.board(&next, 1).await;
    assert!(
        board
            .content()
            .starts_with(&format!("{ben}, you begin as Red.")),
        "{}",
        board.content()
    );
    stage.card_says(&next, "Turn 1: ").await;
    let there = whispered(table.ana.press(&result, "Rematch").await);
    assert_eq!(
        there,
        format!("The rematch has begun: match 2. The match is in <#{thread}>.")
    );
    assert_eq!(stage.row("SELECT count(*) FROM matches"), "2");
    assert_eq!(
        stage.row("SELECT count(*) FROM events WHERE kind = 'accepted'"),
        "2"
    );
}

#[tokio::test]
async fn a_rematch_that_is_declined_or_withdrawn() {
    let stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    whispered(table.ana.press(&result, "Rematch").await);
    let challenge = in_channel(&stage, 2).await;
    let ben = stage.person("ben", stage.general());
    let declined = ben.press(&challenge, "Decline").await;
    assert!(matches!(declined, Answer::Update(_)), "{declined:#?}");
    assert_eq!(
        whispered(table.ana.press(&result, "Rematch").await),
        "Your rematch was declined. You can still challenge them to another game."
    );
    // Who has declined may think better of it.
    whispered(table.ben.press(&result, "Rematch").await);
    let challenge = in_channel(&stage, 3).await;
    assert!(challenge.content().contains("(match 3)"));
    let withdrawn = ben.press(&challenge, "Withdraw").await;
    assert!(matches!(withdrawn, Answer::Update(_)), "{withdrawn:#?}");
    whispered(table.ana.press(&result, "Rematch").await);
    assert!(in_channel(&stage, 4).await.content().contains("(match 4)"));
}

#[tokio::test]
async fn both_ask_for_a_rematch_at_once_and_one_begins() {
    let stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    let (one, other) = tokio::join!(
        table.ana.press(&result, "Rematch"),
        table.ben.press(&result, "Rematch")
    );
    let (one, other) = (whispered(one), whispered(other));
    let begun = [&one, &other]
        .into_iter()
        .filter(|words| words.starts_with("The rematch begins"))
        .count();
    assert_eq!(begun, 1, "{one} / {other}");
    stage
        .until_row("SELECT status FROM matches WHERE match_id = 2", "playing")
        .await;
    assert_eq!(stage.row("SELECT count(*) FROM matches"), "2");
}

#[tokio::test]
async fn a_computer_plays_its_rematch_at_once() {
    let stage = Stage::new().await;
    let general = stage.general();
    let options = [("computer", Value::from(2)), ("colour", Value::from("Red"))];
    let ana = stage.person("ana", general);
    said(ana.command("play connect-n", options).await);
    let thread = stage
        .sandbox
        .until(|sandbox| {
            sandbox.threads(general).first()?["id"]
                .as_str()?
                .parse()
                .ok()
        })
        .await
        .expect("a thread");
    let ana = stage.person("ana", thread);
    stage.until_announced().await;
    let Answer::Message(question) = ana.command("resign", NOTHING).await else {
        panic!("a question")
    };
    ana.press(&question, "Resign").await;
    stage.until_announced().await;
    let result = boards(&ana).pop().expect("the result");
    assert_eq!(labels(&result)[..2], ["Rematch", "Another Game…"]);
    let asked = whispered(ana.press(&result, "Rematch").await);
    assert_eq!(
        asked,
        format!("The rematch is match 2. It begins in <#{general}> in a moment.")
    );
    stage
        .until_row(
            "SELECT status || second_player || first_computer FROM matches WHERE match_id = 2",
            &format!("playing{}2", stage.sandbox.user("ana").id()),
        )
        .await;
}

#[tokio::test]
async fn another_game_with_the_same_person_is_chosen_by_buttons() {
    let stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.mention(name));
    let Answer::Message(games) = table.ben.press(&result, "Another Game…").await else {
        panic!("the games")
    };
    assert!(games.is_ephemeral());
    assert!(
        games
            .content()
            .starts_with(&format!("Which game against {ana}? ")),
        "{}",
        games.content()
    );
    assert_eq!(labels(&games).len(), 7);
    let Answer::Update(page) = table.ben.press(&games, "Anchor").await else {
        panic!("a game")
    };
    assert_eq!(
        labels(&page),
        ["Challenge", "Lessons", "Rules", "Other Games"]
    );
    let Answer::Update(all) = table.ben.press(&page, "Other Games").await else {
        panic!("the games")
    };
    assert_eq!(labels(&all).len(), 7);
    let Answer::Update(page) = table.ben.press(&all, "Anchor").await else {
        panic!("a game")
    };
    let Answer::Update(done) = table.ben.press(&page, "Challenge").await else {
        panic!("done")
    };
    let general = stage.general();
    assert_eq!(
        done.content(),
        format!("Your challenge to {ana} is match 2. It is posted in <#{general}> in a moment.")
    );
    let challenge = in_channel(&stage, 2).await;
    assert_eq!(
        challenge.content().lines().next(),
        Some(&*format!(
            "{ana}, {ben} challenges you to **Anchor** (match 2)."
        ))
    );
    assert!(challenge.content().contains("7 days a turn"));
    assert_eq!(contents(&table.cleo).len(), 6, "nothing more in the thread");
}

#[tokio::test]
async fn the_games_are_chosen_by_buttons() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let Answer::Message(games) = ana.command("play choose", NOTHING).await else {
        panic!("the games")
    };
    let Answer::Update(page) = ana.press(&games, "Anacund").await else {
        panic!("a game")
    };
    assert_eq!(
        labels(&page),
        [
            "Challenge Anyone",
            "Play the Computer",
            "Lessons",
            "Rules",
            "Other Games"
        ]
    );
    assert_eq!(stage.row("SELECT count(*) FROM events"), "0");
    let Answer::Update(_) = ana.press(&page, "Challenge Anyone").await else {
        panic!("done")
    };
    let challenge = in_channel(&stage, 1).await;
    assert!(
        challenge
            .content()
            .contains("is looking for an opponent in **Anacund**"),
        "{}",
        challenge.content()
    );
    let accepted = stage
        .person("ben", stage.general())
        .press(&challenge, "Accept")
        .await;
    assert!(matches!(accepted, Answer::Update(_)), "{accepted:#?}");
    // In a thread no match can begin.
    let table = stage.begin("connect-n", &[]).await;
    let Answer::Message(games) = table.ana.command("play choose", NOTHING).await else {
        panic!("the games")
    };
    let Answer::Update(page) = table.ana.press(&games, "Anchor").await else {
        panic!("a game")
    };
    let refused = whispered(table.ana.press(&page, "Challenge Anyone").await);
    assert!(
        refused.starts_with("Each match has a thread of its own"),
        "{refused}"
    );
}

#[tokio::test]
async fn a_challenge_by_buttons_has_the_clock_and_the_terms_that_are_chosen() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let update = |answer: Answer| match answer {
        Answer::Update(message) => message,
        other => panic!("not the same message: {other:#?}"),
    };
    let Answer::Message(games) = ana.command("play choose", NOTHING).await else {
        panic!("the games")
    };
    let page = update(ana.press(&games, "Anacund").await);
    assert!(
        page.content().contains("**3 days a turn** · rated\n"),
        "{}",
        page.content()
    );
    let slow = update(
        ana.select(&page, "wish-time/anacund/anyone/usual-rated", ["14d+1d"])
            .await,
    );
    assert!(
        slow.content()
            .contains("**14 days each, and 1 day more after each turn** · rated\n"),
        "{}",
        slow.content()
    );
    assert_eq!(stage.row("SELECT count(*) FROM events"), "0");
    let unrated = update(
        ana.select(&slow, "wish-rated/anacund/anyone/14d+1d-rated", ["unrated"])
            .await,
    );
    assert!(
        unrated
            .content()
            .contains("more after each turn** · does not count for ratings\n"),
        "{}",
        unrated.content()
    );
    // What was chosen outlives the bot.
    update(ana.press(&unrated, "Challenge Anyone").await);
    let challenge = in_channel(&stage, 1).await;
    assert!(
        challenge
            .content()
            .contains("14 days each, and 1 day more after each turn · not rated"),
        "{}",
        challenge.content()
    );

    // Another game with the same person: first with their clock, then with another one.
    let (table, result) = won(&stage).await;
    let Answer::Message(games) = table.ben.press(&result, "Another Game…").await else {
        panic!("the games")
    };
    let page = update(table.ben.press(&games, "Anchor").await);
    assert!(
        page.content().contains("**7 days a turn** · rated\n"),
        "{}",
        page.content()
    );
    let id = "wish-time/anchor/match-2/usual-rated";
    let fast = update(table.ben.select(&page, id, ["1h+1m"]).await);
    let id = "wish-time/anchor/match-2/1h+1m-rated";
    let usual = update(table.ben.select(&fast, id, ["usual"]).await);
    assert!(
        usual.content().contains("**7 days a turn** · rated\n"),
        "{}",
        usual.content()
    );
    let fast = update(
        table
            .ben
            .select(&usual, &id.replace("1h+1m", "usual"), ["1h+1m"])
            .await,
    );
    update(table.ben.press(&fast, "Challenge").await);
    let challenge = in_channel(&stage, 3).await;
    assert!(
        challenge
            .content()
            .contains("1 hour each, and 1 minute more after each turn · rated after 2 turns each"),
        "{}",
        challenge.content()
    );
}

#[tokio::test]
async fn a_rematch_asked_for_where_the_match_goes_on() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let posted = said(table.ana.command("move", [("turn", "d")]).await);
    assert!(posted.button("Rematch").is_none());
    let general = stage.general();
    // The sandbox lets nobody press what is not there, so the use case is asked.
    let ana = anteroom::matches::UserId(
        stage
            .sandbox
            .user("ana")
            .id()
            .to_string()
            .parse()
            .expect("a number"),
    );
    let refused = stage
        .arbiter()
        .rematch(anteroom::matches::MatchId(1), ana)
        .await
        .err()
        .map(|error| error.to_string());
    assert_eq!(refused.as_deref(), Some("Match 1 is not over yet."));
    assert_eq!(stage.sandbox.threads(general).len(), 1);
}
