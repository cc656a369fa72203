//! A server's weekly page.

use std::time::Duration;

use loopback_discord::{Message, Place, permissions};

use crate::support::messages::check_seen;
use crate::support::panels::{chooses, page};
use crate::support::stage::{MONDAY_AT_NINE, NOTHING, Stage, WEEK, is_hidden, says, updated};

const POSTS: &str = "POST /channels/{channel_id}/messages";

/// Returns the weekly pages, oldest first. Their channel has no other messages.
fn posted(place: &Place) -> Vec<Message> {
    let all = place.messages().into_iter();
    all.filter(|message| !message.is_ephemeral()).collect()
}

/// Advances the clock to a minute before the next Monday, nine o'clock.
fn until_sunday_night(stage: &Stage) {
    stage.advance_to(WEEK, MONDAY_AT_NINE - 60_000);
}

async fn names(stage: &Stage, person: &str, channel: &str) -> Message {
    let here = stage.person(person, stage.general());
    let channel = stage.sandbox.channel(channel).to_string();
    chooses(&here, "server", ("weekly", "channel"), [channel]).await
}

#[tokio::test]
async fn a_server_reads_of_its_week_on_mondays() {
    let mut stage = Stage::new().await;
    let lounge = stage.person("dan", stage.sandbox.channel("lounge"));
    let ben = stage.person("ben", stage.general());
    is_hidden(&ben.command("server", NOTHING).await);
    let ana = stage.person("ana", stage.general());
    page(&ana, "server", "weekly").await;
    // Nobody reads about a match in which a player never moved.
    stage.advance_to(WEEK, MONDAY_AT_NINE - 3_600_000);
    let never_begun = stage.begin("anchor", &[("time", "10m")]).await;
    stage.pass_due(Duration::from_mins(10)).await;
    stage.row_is("SELECT reason FROM matches", "flagged");
    // Both other matches have long clocks, so no player runs out of time.
    until_sunday_night(&stage);
    let over = stage.begin("connect-n", &[("time", "14d")]).await;
    let goes_on = stage.begin("anchor", &[("time", "14d")]).await;
    let set = names(&stage, "ana", "lounge").await;
    let channel = format!("<#{}>", stage.sandbox.channel("lounge"));
    says(&set, &channel);
    stage.plays(&over.ana, "d").await;
    stage.resigns(&over.ben).await;
    stage.clear_requests();
    stage.advance(Duration::from_secs(61));
    let told = stage
        .sandbox
        .until(|_| posted(&lounge).into_iter().next())
        .await
        .expect("a weekly page");
    for table in [&over, &goes_on] {
        let thread = format!("<#{}>", table.thread);
        says(&told, &thread);
    }
    assert!(!told.content().contains(&never_begun.thread.to_string()));
    assert!(told.mentions().is_empty(), "nobody is notified");
    stage.check_picture(&told);
    let posts = stage.counted();
    assert_eq!(
        posts.iter().filter(|one| *one == POSTS).count(),
        1,
        "{posts:?}"
    );
    // Neither a restart nor the rest of the week brings another page.
    stage.restart().await;
    stage.advance(Duration::from_hours(6 * 24));
    stage.plays(&goes_on.ana, "h8").await;
    stage.until_announced().await;
    assert_eq!(posted(&lounge).len(), 1);
    // The hour passes while the bot is away. The page comes late, once.
    stage.stop().await.expect("an end");
    stage.advance(Duration::from_hours(30));
    stage.start().await;
    stage
        .sandbox
        .until(|_| (posted(&lounge).len() == 2).then_some(()))
        .await
        .expect("a second page");
    let ana = stage.person("ana", stage.general());
    let shown = page(&ana, "server", "weekly").await;
    let ended = updated(ana.press(&shown, "Stop").await);
    assert!(ended.button("Stop").is_none(), "{ended:#?}");
    stage.row_is("SELECT count(*) FROM calendar", "0");
}

#[tokio::test]
async fn a_week_in_which_nothing_was_played_is_not_told() {
    let stage = Stage::new().await;
    let lounge = stage.person("dan", stage.sandbox.channel("lounge"));
    until_sunday_night(&stage);
    names(&stage, "ana", "lounge").await;
    let before = stage.row("SELECT at FROM alarms WHERE what = 'weekly'");
    stage.clear_requests();
    stage.advance(Duration::from_secs(61));
    let next = before.parse::<i64>().expect("a moment") + WEEK;
    stage
        .until_row(
            "SELECT at FROM alarms WHERE what = 'weekly'",
            &next.to_string(),
        )
        .await;
    assert!(posted(&lounge).is_empty());
    assert_eq!(stage.counted(), [""; 0]);
}

#[tokio::test]
async fn a_channel_that_is_closed_ends_its_pages_and_that_is_said() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    stage.begin("connect-n", &[("time", "14d")]).await;
    until_sunday_night(&stage);
    let lounge = stage.sandbox.channel("lounge");
    for page in ["weekly", "daily"] {
        let channel = [lounge.to_string()];
        chooses(&ana, "server", (page, "channel"), channel).await;
    }
    stage.sandbox.delete_channel(lounge);
    stage.advance(Duration::from_secs(61));
    let alarms = "SELECT count(*) FROM alarms WHERE what IN ('weekly', 'daily')";
    stage.until_row(alarms, "0").await;
    for name in ["weekly", "daily"] {
        let said = page(&ana, "server", name).await;
        says(&said, &format!("<#{lounge}>"));
        assert!(!said.content().contains("<t:"), "{}", said.content());
    }
}

#[tokio::test]
async fn a_channel_without_permissions_is_not_taken() {
    let stage = Stage::new().await;
    let lounge = stage.sandbox.channel("lounge");
    let held = permissions::DEFAULT_FOR_BOT & !permissions::ATTACH_FILES;
    stage.sandbox.set_bot_permissions(lounge, held);
    let ana = stage.person("ana", stage.general());
    for page in ["weekly", "daily"] {
        let channel = [lounge.to_string()];
        let refused = chooses(&ana, "server", (page, "channel"), channel).await;
        check_seen("channel_without_permissions", [&refused]);
        stage.row_is("SELECT count(*) FROM calendar", "0");
    }
}
