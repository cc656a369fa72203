//! Following a match that others play.

use std::time::Duration;

use loopback_discord::{Answer, Message};

use crate::support::stage::{Stage, boards, labels, said, whispered};

const NOTHING: [(&str, &str); 0] = [];

fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a message for one person: {other:#?}"),
    }
}

fn mentions(message: &Message) -> Vec<String> {
    let mentions = message.mentions().into_iter();
    let mut mentions: Vec<_> = mentions.map(ToString::to_string).collect();
    mentions.sort_unstable();
    mentions
}

#[tokio::test]
async fn who_follows_hears_what_they_want_to() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let general = stage.general();
    let [cleo, dan] = ["cleo", "dan"].map(|name| stage.person(name, general));
    let card = cleo.message(table.card).expect("the card");
    assert_eq!(
        whispered(stage.person("ana", general).press(&card, "Follow").await),
        format!(
            "You play in match 1: you hear of it anyway. The match is in <#{}>.",
            table.thread
        )
        .replace(&format!(" The match is in <#{}>.", table.thread), "")
    );
    let asked = private(cleo.press(&card, "Follow").await);
    assert_eq!(
        (asked.content(), labels(&asked)),
        (
            "What do you want to hear of **Connect N**, match 1?",
            ["Each Turn", "The Result", "Just List It"]
                .map(String::from)
                .to_vec()
        )
    );
    let set = private(cleo.press(&asked, "Each Turn").await);
    assert!(
        set.content()
            .ends_with("You follow it now: you are named under each turn and under the result."),
        "{}",
        set.content()
    );
    let asked = private(dan.press(&card, "Follow").await);
    private(dan.press(&asked, "The Result").await);
    stage.advance(Duration::from_secs(61));
    stage.restart().await;
    stage.forget_requests();
    let posted = stage.plays(&table.ana, "d").await;
    assert!(
        posted.content().ends_with(&format!(
            "played **d**.\n-# For who follows: {}",
            stage.mention("cleo")
        )),
        "{}",
        posted.content()
    );
    assert_eq!(mentions(&posted), ["ben", "cleo"]);
    let card = stage.card_says(&table, "2 people follow it.").await;
    // The list of commands is looked at with every start.
    let mut counted = stage.counted();
    counted.retain(|request| !request.ends_with("/commands"));
    assert_eq!(counted.len(), 1, "{counted:?}");
    // A question is nothing to those who watch.
    let offer = said(table.ben.command("draw", NOTHING).await);
    assert_eq!(mentions(&offer), ["ana"]);
    stage.until_announced().await;
    // One who has enough of it.
    let asked = private(cleo.press(&card, "Follow").await);
    let set = private(cleo.press(&asked, "Just List It").await);
    assert!(set.content().contains("`/watch` lists it first,"));
    let posted = stage.plays(&table.ben, "d").await;
    assert_eq!(mentions(&posted), ["ana"]);
    let asked = private(cleo.press(&card, "Follow").await);
    let stopped = private(cleo.press(&asked, "Stop").await);
    assert_eq!(stopped.button("Stop").map(|button| button.label), None);
    assert_eq!(stage.row("SELECT count(*) FROM follows"), "1");
    let Answer::Message(question) = table.ana.command("resign", NOTHING).await else {
        panic!("a question")
    };
    table.ana.press(&question, "Resign").await;
    stage.until_announced().await;
    let result = boards(&table.cleo).pop().expect("the result");
    assert_eq!(mentions(&result), ["ben", "dan"]);
    let over = stage.card_says(&table, "resigned").await;
    assert!(over.button("Follow").is_none());
    // Its thread is put away by Discord after a day.
    stage
        .until_thread_is(&table, "Ben beat Ana · Connect N 1")
        .await;
    let threads = stage.sandbox.channels();
    let thread = threads
        .iter()
        .find(|channel| channel["id"] == table.thread.to_string());
    let archives = &thread.expect("the thread")["thread_metadata"]["auto_archive_duration"];
    assert_eq!(*archives, 1440);
}

#[tokio::test]
async fn the_result_is_told_to_followers_once_even_if_they_change_meanwhile() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[("time", "1h")]).await;
    let general = stage.general();
    let [cleo, dan] = ["cleo", "dan"].map(|name| stage.person(name, general));
    let card = cleo.message(table.card).expect("the card");
    let asked = private(cleo.press(&card, "Follow").await);
    private(cleo.press(&asked, "The Result").await);
    // The post gets through, and its answer does not.
    stage.sandbox.fail_requests(
        "POST",
        "/channels/{channel_id}/messages",
        1,
        loopback_discord::RequestFault::CutAfter,
    );
    stage.advance(Duration::from_hours(1));
    let result = stage.sandbox.until(|_| {
        boards(&table.cleo)
            .pop()
            .filter(|board| board.content().contains("ran out of time"))
    });
    let result = result.await.expect("the result");
    assert_eq!(mentions(&result), ["ana", "ben", "cleo"]);
    stage.kill().await;
    // Another follower has come before it is looked for.
    let connection = rusqlite::Connection::open(stage.database()).expect("the database");
    let dan: u64 = dan_number(&stage, &dan);
    connection
        .execute(
            "INSERT INTO follows (match_id, user, how) VALUES (1, ?1, 'end')",
            [dan.cast_signed()],
        )
        .expect("a follower");
    drop(connection);
    stage.start().await;
    stage.until_announced().await;
    let results = boards(&table.cleo)
        .into_iter()
        .filter(|board| board.content().contains("ran out of time"));
    assert_eq!(results.count(), 1);
}

#[tokio::test]
async fn moderators_are_warned_before_discord_opens_no_more_threads() {
    let stage = Stage::new().await;
    stage.begin("connect-n", &[]).await;
    stage.sandbox.set_owner("dan");
    let [cleo, dan] = ["cleo", "dan"].map(|name| stage.person(name, stage.general()));
    let warned = async |place: &loopback_discord::Place, command: &str| {
        whispered(place.command(command, NOTHING).await).contains("For moderators: 800 matches")
    };
    assert!(!warned(&dan, "watch").await);
    let connection = rusqlite::Connection::open(stage.database()).expect("the database");
    let columns = "seq, game, status, guild, channel, challenger, ply, changed_at, turns";
    connection
        .execute(
            &format!(
                "WITH RECURSIVE others(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM others WHERE n < 800) \
                 INSERT INTO matches (match_id, {columns}) SELECT n, {columns} FROM others JOIN matches ON match_id = 1"
            ),
            [],
        )
        .expect("more matches");
    assert!(warned(&dan, "watch").await);
    assert!(warned(&dan, "server-settings").await);
    assert!(!warned(&cleo, "watch").await);
}

fn dan_number(stage: &Stage, _: &loopback_discord::Place) -> u64 {
    let id = stage.sandbox.user("dan").id().to_string();
    id.parse().expect("a number")
}

#[tokio::test]
async fn what_is_played_is_listed_with_its_followers() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [cleo, dan] = ["cleo", "dan"].map(|name| stage.person(name, general));
    let nothing = whispered(cleo.command("watch", NOTHING).await);
    assert!(
        nothing.starts_with("No match is being played in this channel."),
        "{nothing}"
    );
    let mut cards = Vec::new();
    for game in ["anchor", "connect-n", "connect-n", "connect-n"] {
        stage.advance(Duration::from_secs(10));
        cards.push(stage.begin(game, &[]).await.card);
    }
    for (place, number) in [(&dan, 1), (&cleo, 3), (&dan, 3)] {
        let card = place.message(cards[number]).expect("the card");
        let asked = private(place.press(&card, "Follow").await);
        private(place.press(&asked, "Just List It").await);
    }
    let order = |content: &str| {
        let numbers = content.lines().filter_map(|line| {
            let (_, rest) = line.split_once("Match ")?;
            rest.split(':').next()?.parse::<u32>().ok()
        });
        numbers.collect::<Vec<_>>()
    };
    let ana = stage.person("ana", general);
    let list = private(ana.command("watch", NOTHING).await);
    // By game, then those with the most followers, then the latest.
    assert_eq!(order(list.content()), [4, 2, 3, 1], "{}", list.content());
    assert!(list.content().contains(" · 2 followers"));
    // With the board of the first.
    let files = |message: &Message| {
        let files = message.attachments().into_iter();
        files.map(|file| file.filename).collect::<Vec<_>>()
    };
    assert_eq!(files(&list), ["match-4-turn-0.png"]);
    assert!(
        list.content()
            .ends_with("\n-# The board is that of match 4."),
        "{}",
        list.content()
    );
    let list = private(cleo.command("watch", NOTHING).await);
    assert!(
        list.content()
            .starts_with("**You follow**\nConnect N · Match 4: "),
        "{}",
        list.content()
    );
    assert_eq!(
        labels(&list),
        ["Following 4", "Follow 2", "Follow 3", "Follow 1"]
    );
    let asked = private(cleo.press(&list, "Follow 1").await);
    assert!(asked.content().contains("**Anchor**, match 1"));
    for _ in 0..3 {
        stage.begin("connect-n", &[]).await;
    }
    let first = private(dan.command("watch", NOTHING).await);
    assert!(
        first
            .content()
            .ends_with("-# The board is that of match 4. Page 1 of 2."),
        "{}",
        first.content()
    );
    let second = private(dan.press(&first, "▶").await);
    let shown = order(second.content());
    assert_eq!(shown.len(), 2);
    assert_eq!(files(&second), [format!("match-{}-turn-0.png", shown[0])]);
    // Who has boards as texts reads this one too.
    let Answer::Message(panel) = dan.command("settings", NOTHING).await else {
        panic!("the settings")
    };
    dan.select(&panel, "set/text-only", ["texts"]).await;
    let read = private(dan.command("watch", NOTHING).await);
    assert!(read.attachments().is_empty());
    assert_eq!(order(read.content()).len(), 5, "{}", read.content());
}
