//! Challenges that are easy: the list of open ones, and the menu of a person.

use std::time::Duration;

use loopback_discord::{Answer, Message};

use crate::support::stage::{Stage, labels, whispered};

const NOTHING: [(&str, &str); 0] = [];

fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a message for one person: {other:#?}"),
    }
}

#[tokio::test]
async fn open_challenges_are_listed_and_accepted_from_the_list() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    let nothing = whispered(ben.command("lobby", NOTHING).await);
    assert_eq!(
        nothing,
        "No challenge is open in this channel. Make one with `/play`: without an opponent anyone may accept it."
    );
    let open = stage.challenge("ana", "connect-n", &[("n", "3")]).await;
    // One to somebody is nobody else's.
    stage
        .challenge("ana", "anchor", &[("opponent", "cleo")])
        .await;
    stage.challenge("ben", "anaash", &[]).await;
    let list = private(ben.command("lobby", NOTHING).await);
    let link = format!(
        "https://discord.com/channels/{}/{general}/{}",
        stage.sandbox.guild_id(),
        open.id()
    );
    assert!(
        list.content().contains(&format!(
            "**Connect N**, match 1, by {} · {link}\n7×6, three in a row · random colours · 3 days a turn · not rated · up to ",
            stage.mention("ana")
        )),
        "{}",
        list.content()
    );
    assert!(!list.content().contains("Anchor"), "{}", list.content());
    assert!(list.content().contains("match 3, your own"));
    assert_eq!(labels(&list), ["Withdraw 3", "Accept 1"]);
    let late = private(cleo.command("lobby", NOTHING).await);
    assert_eq!(labels(&late), ["Accept 3", "Accept 1"]);
    let accepted = whispered(ben.press(&list, "Accept 1").await);
    assert_eq!(
        accepted,
        format!("You accepted match 1, in <#{general}>. Its thread opens in a moment.")
    );
    stage
        .until_row("SELECT status FROM matches WHERE match_id = 1", "playing")
        .await;
    let card = stage.sandbox.until(|_| {
        ana.message(open.id())
            .filter(|card| card.content().contains("Turn 1"))
    });
    let card = card.await.expect("the card");
    assert!(labels(&card).contains(&String::from("Watch")));
    assert_eq!(
        whispered(cleo.press(&late, "Accept 1").await),
        "This challenge is no longer open: it has been accepted."
    );
    // Those of one's own are withdrawn there.
    assert_eq!(
        whispered(ben.press(&list, "Withdraw 3").await),
        "You withdrew match 3."
    );
    assert_eq!(
        whispered(cleo.press(&late, "Accept 3").await),
        "This challenge is no longer open: it was withdrawn."
    );
    // One whose time is over is not open.
    stage.challenge("ben", "anaash", &[]).await;
    stage.advance(Duration::from_hours(14 * 24));
    assert!(whispered(cleo.command("lobby", NOTHING).await).starts_with("No challenge is open"));
}

#[tokio::test]
async fn a_long_list_has_pages() {
    let stage = Stage::new().await;
    for _ in 0..7 {
        stage.challenge("ana", "connect-n", &[]).await;
    }
    let ben = stage.person("ben", stage.general());
    let first = private(ben.command("lobby", NOTHING).await);
    assert!(
        first.content().ends_with("\n-# Page 1 of 2."),
        "{}",
        first.content()
    );
    assert_eq!(labels(&first).len(), 5 + 2);
    let second = private(ben.press(&first, "▶").await);
    assert_eq!(labels(&second), ["Accept 2", "Accept 1", "◀", "▶"]);
    let first = private(ben.press(&second, "◀").await);
    assert_eq!(labels(&first)[0], "Accept 7");
}

#[tokio::test]
async fn somebody_is_challenged_from_their_menu() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben] = ["ana", "ben"].map(|name| stage.sandbox.user(name));
    let place = ana.in_channel(general);
    let games = private(place.command_on("Challenge…", ben.id()).await);
    assert!(
        games
            .content()
            .starts_with(&format!("Which game against {}?", ben.mention())),
        "{}",
        games.content()
    );
    let sheet = &games.attachments()[0];
    assert_eq!(sheet.content_type, "image/png");
    assert!(
        sheet.description.starts_with("Boards of Connect N, "),
        "{}",
        sheet.description
    );
    let bytes = stage.sandbox.attachment(&sheet.url).expect("the file");
    assert!(bytes.len() < 400_000, "{} bytes", bytes.len());
    let page = private(place.press(&games, "Anacund").await);
    assert_eq!(
        labels(&page),
        ["Challenge", "Lessons", "Rules", "Other Games"]
    );
    stage.check_picture(&page);
    let done = place.press(&page, "Challenge").await;
    assert!(matches!(done, Answer::Update(_)), "{done:#?}");
    stage
        .until_row("SELECT invited FROM matches", &ben.id().to_string())
        .await;
    assert_eq!(
        whispered(place.command_on("Challenge…", ana.id()).await),
        "You cannot challenge yourself."
    );
    let bot = whispered(
        place
            .command_on("Challenge…", stage.sandbox.application_id())
            .await,
    );
    assert!(bot.contains(" is a bot and cannot be challenged."), "{bot}");
    assert_eq!(stage.row("SELECT count(*) FROM events"), "1");
}
