//! What a challenge asks of those who accept it, and how much one person may have going on.

use std::time::Duration;

use anteroom::matches::{Bounds, UNRATED};
use anteroom::ratings::Rating;
use loopback_discord::{Answer, Message, Place};
use serde_json::Value;

use crate::support::stage::{Stage, said, whispered};

/// An open challenge by Ana.
async fn open(stage: &Stage, options: &[(&str, Value)]) -> Message {
    let ana = stage.person("ana", stage.general());
    let options = options.iter().cloned();
    let challenge = said(ana.command("play connect-n", options).await);
    stage.until_announced().await;
    challenge
}

async fn accepts(place: &Place, challenge: &Message) -> String {
    match place.press(challenge, "Accept").await {
        Answer::Update(_) => String::new(),
        refused => whispered(refused),
    }
}

#[tokio::test]
async fn a_challenge_is_refused_by_each_of_its_terms() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ben, cleo] = ["ben", "cleo"].map(|name| stage.person(name, general));
    // Ben takes two days for a turn, and then loses on time.
    let table = stage.begin("connect-n", &[("time", "7d")]).await;
    for turn in ["d", "e"] {
        stage.plays(&table.ana, turn).await;
        stage.advance(Duration::from_hours(47));
        stage.plays(&table.ben, turn).await;
    }
    stage.plays(&table.ana, "d").await;
    stage.advance(Duration::from_hours(7 * 24));
    stage.card_says(&table, "ran out of time").await;
    let punctual = open(&stage, &[("only", Value::from("punctual"))]).await;
    assert!(
        punctual
            .content()
            .contains("\nOnly for players who have lost at most 10 % of their matches on time.\n"),
        "{}",
        punctual.content()
    );
    assert!(
        punctual.content().contains(&format!(
            "\n-# {} has finished 1 match, none of them lost on time. A quarter of their turns took up to 1 minute",
            stage.mention("ana")
        )) || punctual.content().contains("has finished 1 match, none of them lost on time."),
        "{}",
        punctual.content()
    );
    assert_eq!(
        accepts(&ben, &punctual).await,
        "This challenge is for players who have lost at most 10 % of their matches on time. You have lost 1 of 1."
    );
    let quick = open(&stage, &[("only", Value::from("quick"))]).await;
    assert_eq!(
        accepts(&ben, &quick).await,
        "This challenge is for players who make half of their turns within 24 hours. Half of yours take up to 2 days."
    );
    let finished = open(&stage, &[("finished", Value::from(2))]).await;
    assert_eq!(
        accepts(&ben, &finished).await,
        "This challenge is for players who have finished at least 2 matches against people. You have finished 1."
    );
    assert_eq!(
        accepts(&cleo, &finished).await,
        "This challenge is for players who have finished at least 2 matches against people. You have finished 0."
    );
    // Nobody has anything against somebody new.
    assert_eq!(accepts(&cleo, &punctual).await, "");
    assert_eq!(accepts(&cleo, &quick).await, "");
    let both = open(
        &stage,
        &[("only", Value::from("both")), ("finished", Value::from(1))],
    )
    .await;
    assert!(
        both.content().contains(
            "Only for players who have lost at most 10 % of their matches on time, made half of their turns within 24 hours and finished at least 1 match."
        ),
        "{}",
        both.content()
    );
    let lobby = whispered(ben.command("lobby", Vec::<(&str, &str)>::new()).await);
    assert!(lobby.contains("finished at least 1 match."), "{lobby}");
    let ana = stage.person("ana", general);
    let options = [
        ("opponent", Value::from("ben")),
        ("only", Value::from("quick")),
    ];
    assert_eq!(
        whispered(ana.command("play connect-n", options).await),
        "`only`, `finished` and `range` are for challenges that anyone may accept: leave out either them or the opponent."
    );
}

#[tokio::test]
async fn a_challenge_is_refused_by_a_range_of_ratings() {
    assert_eq!(Rating::START.rounded(), UNRATED);
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    // Ben resigns: he has 1259 in this game, and Ana 1741.
    let table = stage.begin("connect-n", &[]).await;
    stage.opens(&table).await;
    let nothing = Vec::<(&str, &str)>::new;
    let Answer::Message(question) = table.ben.command("resign", nothing()).await else {
        panic!("a question")
    };
    table.ben.press(&question, "Resign").await;
    stage.board(&table, 6).await;
    stage.until_announced().await;
    let equal = open(&stage, &[("range", Value::from("1300 – 1600"))]).await;
    assert!(
        equal
            .content()
            .contains("\nOnly for players who are rated 1300 to 1600 in this game.\n"),
        "{}",
        equal.content()
    );
    assert_eq!(
        accepts(&ben, &equal).await,
        "This challenge is for players who are rated 1300 to 1600 in this game. You are rated 1259."
    );
    let strong = open(
        &stage,
        &[
            ("range", Value::from("1501+")),
            ("only", Value::from("punctual")),
        ],
    )
    .await;
    assert!(
        strong.content().contains(
            "\nOnly for players who are rated 1501 or more in this game and who have lost at most 10 % of their matches on time.\n"
        ),
        "{}",
        strong.content()
    );
    assert_eq!(
        accepts(&cleo, &strong).await,
        "This challenge is for players who are rated 1501 or more in this game. You have no rating in it yet, which counts as 1500."
    );
    assert_eq!(accepts(&cleo, &equal).await, "");
    let before = stage.row("SELECT count(*) FROM events");
    for text in ["1600", "1700-1400", "strong"] {
        let said = whispered(ana.command("play connect-n", [("range", text)]).await);
        assert_eq!(
            said,
            "A range of ratings is written as 1400-1700, or as 1400+ for 1400 and more."
        );
    }
    let options = [("opponent", "ben"), ("range", "1400+")];
    assert_eq!(
        whispered(ana.command("play connect-n", options).await),
        "`only`, `finished` and `range` are for challenges that anyone may accept: leave out either them or the opponent."
    );
    assert_eq!(stage.row("SELECT count(*) FROM events"), before);
}

#[tokio::test]
async fn nobody_has_more_than_ten_open_challenges() {
    let mut stage = Stage::without_bot().await;
    stage.bounds = Bounds::default();
    stage.start().await;
    let general = stage.general();
    let mut first = None;
    for _ in 0..10 {
        let challenge = open(&stage, &[]).await;
        first.get_or_insert(challenge);
    }
    let ana = stage.person("ana", general);
    let nothing = Vec::<(&str, &str)>::new;
    let too_many = "You have 10 open challenges, which is the most there can be. Withdraw one first: `/games` lists them.";
    assert_eq!(
        whispered(ana.command("play connect-n", nothing()).await),
        too_many
    );
    // A match against the computer is none.
    said(
        ana.command("play connect-n", [("computer", Value::from(1))])
            .await,
    );
    let first = first.expect("a challenge");
    ana.press(&first, "Withdraw").await;
    open(&stage, &[]).await;
    assert_eq!(
        whispered(ana.command("play connect-n", nothing()).await),
        too_many
    );
    // An expired one is not renewed beyond that either.
    stage.advance(Duration::from_hours(14 * 24));
    stage
        .until_row(
            "SELECT count(*) FROM matches WHERE status = 'expired'",
            "10",
        )
        .await;
    for _ in 0..10 {
        open(&stage, &[]).await;
    }
    let expired = stage.sandbox.until(|_| {
        let mut messages = ana.messages().into_iter();
        messages.find(|message| message.button("Renew").is_some())
    });
    let expired = expired.await.expect("an expired challenge");
    assert_eq!(whispered(ana.press(&expired, "Renew").await), too_many);
}

#[tokio::test]
async fn nobody_makes_challenges_in_vain_without_end() {
    let mut stage = Stage::without_bot().await;
    stage.bounds = Bounds {
        in_vain: 3,
        ..Bounds::default()
    };
    stage.start().await;
    let [ana, ben] = ["ana", "ben"].map(|name| stage.person(name, stage.general()));
    for _ in 0..2 {
        let challenge = open(&stage, &[]).await;
        ana.press(&challenge, "Withdraw").await;
    }
    // One of which a match comes does not count, unless that is aborted.
    let challenge = open(&stage, &[]).await;
    assert_eq!(accepts(&ben, &challenge).await, "");
    let too_many = "3 challenges of yours came to nothing within 24 hours, which is the most there can be in that time. \
                    You can make more when some of that is longer ago; what you play goes on.";
    let last = open(&stage, &[]).await;
    ana.press(&last, "Withdraw").await;
    let refused = async || {
        let nothing = Vec::<(&str, &str)>::new();
        whispered(ana.command("play connect-n", nothing).await)
    };
    assert_eq!(refused().await, too_many);
    let computer = [("computer", Value::from(1))];
    assert_eq!(
        whispered(ana.command("play connect-n", computer).await),
        too_many
    );
    assert_eq!(stage.row("SELECT count(*) FROM matches"), "4");
    stage.advance(Duration::from_hours(24));
    let challenge = open(&stage, &[]).await;
    ana.press(&challenge, "Withdraw").await;
    open(&stage, &[]).await;
}

#[tokio::test]
async fn a_server_allows_fewer() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    stage.sandbox.set_owner("dan");
    let owner = stage.person("dan", general);
    let Answer::Message(panel) = owner
        .command("server-settings", Vec::<(&str, &str)>::new())
        .await
    else {
        panic!("the settings")
    };
    for (menu, value) in [("set/server-open", "2"), ("set/server-running", "1")] {
        let set = owner.select(&panel, menu, [value]).await;
        assert!(matches!(set, Answer::Update(_)), "{set:#?}");
    }
    stage.restart().await;
    let first = open(&stage, &[]).await;
    let second = open(&stage, &[]).await;
    let ana = stage.person("ana", general);
    assert_eq!(
        whispered(
            ana.command("play connect-n", Vec::<(&str, &str)>::new())
                .await
        ),
        "You have 2 open challenges in this server, which is the most there can be. Withdraw one first: `/games` lists them."
    );
    let [ben, cleo] = ["ben", "cleo"].map(|name| stage.person(name, general));
    assert_eq!(accepts(&ben, &first).await, "");
    assert_eq!(
        accepts(&ben, &second).await,
        "You are playing 1 match in this server, which is the most there can be. Finish one first: `/games` lists them."
    );
    assert_eq!(
        accepts(&cleo, &second).await,
        "The challenger is playing 1 match in this server, which is the most there can be. Try again later."
    );
    assert_eq!(
        whispered(
            ana.command("play connect-n", [("computer", Value::from(1))])
                .await
        ),
        "You are playing 1 match in this server, which is the most there can be. Finish one first: `/games` lists them."
    );
    assert_eq!(stage.row("SELECT open FROM server_bounds"), "2");
}
