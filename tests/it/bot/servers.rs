//! One bot on two servers: settings and managers of one server have no effect on the other.

use std::time::Duration;

use anteroom::discord::ui;
use loopback_discord::{Answer, Message, Place, Snowflake, permissions};

use crate::support::panels::chosen;
use crate::support::play::challenges;
use crate::support::stage::{NOTHING, Stage, boards, private, said, updated, whispered};
use crate::support::wait;

fn theme(panel: &Message) -> String {
    chosen(panel, "set/defaults/theme")
}

async fn settings(place: &Place) -> Answer {
    place.command("server", [("page", "defaults")]).await
}

#[tokio::test]
async fn each_server_is_managed_by_its_own_people() {
    let (stage, hall) = Stage::with_club("Referee", permissions::MANAGE_GUILD, "cleo").await;
    let general = stage.general();
    // The manager of one server is a guest on the other; Dan is a guest on both.
    for (person, manages) in [
        ("ana", [true, false]),
        ("ben", [false, true]),
        ("cleo", [false, true]),
        ("dan", [false, false]),
    ] {
        for (channel, manages) in [general, hall].into_iter().zip(manages) {
            let answer = settings(&stage.person(person, channel)).await;
            let hidden = matches!(&answer, Answer::NotSent(why) if why.contains("no command"));
            assert_eq!(hidden, !manages, "{person}: {answer:#?}");
        }
    }
    // Cleo's settings apply to the club, until she loses the role.
    let cleo = stage.person("cleo", hall);
    let opened = private(settings(&cleo).await);
    let changed = private(cleo.select(&opened, "set/defaults/theme", ["wood"]).await);
    assert_eq!(theme(&changed), "wood");
    let elsewhere = private(settings(&stage.person("ana", general)).await);
    assert_ne!(theme(&elsewhere), "wood");
    let club = stage.sandbox.server("Club");
    assert_eq!(
        stage.row("SELECT guild FROM server_preferences"),
        club.to_string()
    );
    assert!(stage.sandbox.set_role("Club", "cleo", "Referee", false));
    let refused = whispered(cleo.select(&changed, "set/defaults/theme", ["light"]).await);
    assert_eq!(refused, ui::NOT_THE_MANAGER);
    stage.row_is("SELECT theme FROM server_preferences", "wood");
}

#[tokio::test]
async fn a_match_belongs_to_the_server_it_began_on() {
    let (stage, hall) = Stage::with_club("Referee", permissions::MANAGE_GUILD, "cleo").await;
    let general = stage.general();
    let mut threads = Vec::new();
    for channel in [general, hall] {
        begun(&stage, channel).await;
        let thread = &stage.sandbox.threads(channel)[0];
        let server = if channel == hall { "Club" } else { "Sandbox" };
        let server = stage.sandbox.server(server).to_string();
        assert_eq!(thread["guild_id"], server);
        threads.push(thread["id"].as_str().expect("an id").to_owned());
    }
    // The list leads to both matches from any channel.
    let ana = stage.person("ana", hall);
    let list = whispered(ana.command("games", NOTHING).await);
    for thread in threads {
        assert!(list.contains(&format!("<#{thread}>")), "{list}");
    }
}

/// Starts a match in a channel. Returns the thread's name and the picture of the first board.
async fn begun(stage: &Stage, channel: Snowflake) -> (String, Vec<u8>) {
    let before = stage.sandbox.threads(channel).len();
    let ana = stage.person("ana", channel);
    let challenge =
        said(challenges(&ana, "connect-n", [("opponent", "ben"), ("colour", "Red")]).await);
    stage.until_announced().await;
    let ben = stage.person("ben", channel);
    updated(ben.press(&challenge, "Accept").await);
    stage.until_announced().await;
    let threads = stage.sandbox.threads(channel);
    let begun = |thread: &&serde_json::Value| thread["id"] == challenge.id().to_string();
    assert_eq!(threads.len(), before + 1);
    let thread = threads.iter().find(begun).expect("a thread");
    let board = boards(&stage.person("ana", challenge.id()));
    let picture = &board.first().expect("a board").attachments()[0];
    (
        thread["name"].as_str().unwrap_or_default().to_owned(),
        stage.sandbox.attachment(&picture.url).expect("the picture"),
    )
}

#[tokio::test]
async fn a_nickname_stays_on_its_server() {
    let (mut stage, hall) = Stage::with_club("Referee", permissions::MANAGE_GUILD, "cleo").await;
    let general = stage.general();
    let (title, before) = begun(&stage, general).await;
    assert!(title.starts_with("Ana vs Ben · "), "{title}");
    assert!(stage.sandbox.set_nickname("Club", "ana", Some("Captain")));
    let (title, in_club) = begun(&stage, hall).await;
    assert!(title.starts_with("Captain vs Ben · "), "{title}");
    assert_ne!(in_club, before);
    let (title, after) = begun(&stage, general).await;
    assert!(title.starts_with("Ana vs Ben · "), "{title}");
    assert_eq!(after, before);
    // The stored settings stay separate too.
    stage.restart().await;
    for (channel, names, picture) in [
        (general, "Ana vs Ben · ", before),
        (hall, "Captain vs Ben · ", in_club),
    ] {
        let (title, shown) = begun(&stage, channel).await;
        assert!(title.starts_with(names), "{title}");
        assert_eq!(shown, picture);
    }
}

#[tokio::test]
async fn a_server_that_has_removed_the_bot_is_left_alone() {
    const DAY: Duration = Duration::from_secs(86_400);
    let (mut stage, table) = Stage::playing("connect-n", &[("time", "60d")]).await;
    stage.plays(&table.ana, "d").await;
    stage.begin("connect-n", &[("time", "1d")]).await;
    let opened = private(settings(&table.ana).await);
    private(
        table
            .ana
            .select(&opened, "set/defaults/theme", ["wood"])
            .await,
    );
    stage.throws_the_bot_out();
    // The bot notices through its next own post, the end of the second match.
    stage.advance(DAY + Duration::from_secs(60));
    stage
        .until_row(
            "SELECT count(*) FROM refusing_places WHERE kind = 'server'",
            "1",
        )
        .await;
    stage.advance(29 * DAY);
    stage.restart().await;
    stage.row_is("SELECT status FROM matches WHERE match_id = 1", "playing");
    stage.advance(DAY);
    stage
        .until_row("SELECT max(abandoned) FROM refusing_places", "1")
        .await;
    stage.row_is("SELECT status || ' ' || reason || ' ' || coalesce(winner, '-') FROM matches WHERE match_id = 1", "finished abandoned -");
    stage.row_is("SELECT count(*) FROM server_preferences", "0");
    // The bot sends nothing there any more, even after a restart.
    stage.kill().await;
    stage.clear_requests();
    stage.start().await;
    stage.advance(60 * DAY);
    wait::for_absence().await;
    let sent = stage.sandbox.journal();
    let sent = sent
        .iter()
        .filter(|entry| entry.route.starts_with("/channels"));
    assert_eq!(sent.map(|entry| entry.route).collect::<Vec<_>>(), [""; 0]);
    // A use of the bot there ends the back-off.
    stage.sandbox.clear_faults();
    whispered(
        stage
            .person("ben", stage.general())
            .command("games", NOTHING)
            .await,
    );
    stage
        .until_row("SELECT count(*) FROM refusing_places", "0")
        .await;
}
