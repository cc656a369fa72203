//! A server's weekly page.

use std::time::Duration;

use loopback_discord::{Answer, Message, Place};
use serde_json::Value;

use crate::support::stage::{Stage, whispered};

const NOTHING: [(&str, &str); 0] = [];
const POSTS: &str = "POST /channels/{channel_id}/messages";
const WEEK: i64 = 7 * 24 * 3_600_000;
/// Nine o'clock on a Monday, as far into a week as such things are counted from the first day of 1970, a Thursday.
const MONDAY_AT_NINE: i64 = (4 * 24 + 9) * 3_600_000;

#[track_caller]
fn page(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a page for one person: {other:#?}"),
    }
}

/// The weekly pages that were posted, oldest first.
fn posted(place: &Place) -> Vec<Message> {
    let all = place.messages().into_iter();
    all.filter(|message| !message.is_ephemeral() && message.content().starts_with("**This week**"))
        .collect()
}

/// Lets time pass until a minute before the next Monday, nine o'clock.
fn until_sunday_night(stage: &Stage) {
    let now = stage.clock.now().0;
    let to_go = (MONDAY_AT_NINE - now).rem_euclid(WEEK) - 60_000;
    stage.advance(Duration::from_millis(
        u64::try_from(to_go.max(0)).expect("a time"),
    ));
}

async fn names(stage: &Stage, person: &str, channel: &str) -> Answer {
    let here = stage.person(person, stage.general());
    let channel = stage.sandbox.channel(channel).to_string();
    here.command("weekly-page", [("channel", Value::from(channel))])
        .await
}

#[tokio::test]
async fn a_server_reads_of_its_week_on_mondays() {
    let mut stage = Stage::new().await;
    let lounge = stage.person("dan", stage.sandbox.channel("lounge"));
    let ben = stage.person("ben", stage.general());
    let hidden = ben.command("weekly-page", NOTHING).await;
    assert!(
        matches!(&hidden, Answer::NotSent(why) if why.contains("no command")),
        "{hidden:#?}"
    );
    let ana = stage.person("ana", stage.general());
    let shown = page(ana.command("weekly-page", NOTHING).await);
    assert!(
        shown
            .content()
            .starts_with("This server has no weekly page."),
        "{}",
        shown.content()
    );
    // Who plays on lets time pass in peace.
    until_sunday_night(&stage);
    let over = stage.begin("connect-n", &[("time", "14d")]).await;
    let goes_on = stage.begin("anchor", &[("time", "14d")]).await;
    let set = page(names(&stage, "ana", "lounge").await);
    assert!(
        set.content().starts_with(&format!(
            "Every Monday at 9:00 (UTC) the week of this server comes to <#{}>, next <t:",
            stage.sandbox.channel("lounge")
        )),
        "{}",
        set.content()
    );
    assert!(
        set.content()
            .contains("**This week**: no match ended, 2 matches are being played."),
        "{}",
        set.content()
    );
    stage.plays(&over.ana, "d").await;
    let resigns = over.ben.command("resign", NOTHING).await;
    let question = page(resigns);
    over.ben.press(&question, "Resign").await;
    stage.until_announced().await;
    stage.forget_requests();
    stage.advance(Duration::from_secs(61));
    let told = stage
        .sandbox
        .until(|_| posted(&lounge).into_iter().next())
        .await
        .expect("a weekly page");
    let (ana, ben) = (stage.mention("ana"), stage.mention("ben"));
    let content = told.content();
    for part in [
        String::from("**This week**: 1 match ended, 1 match is being played."),
        format!("Connect N: {ana} (Red) beats {ben} (Black): Black resigned. 1 turn · <#"),
        format!("Anchor: {ana} against {ben}, turn 1 · <#"),
    ] {
        assert!(content.contains(&part), "{part}\n{content}");
    }
    assert!(told.mentions().is_empty(), "nobody is notified");
    let picture = &told.attachments()[0];
    assert!(
        picture
            .description
            .starts_with("The boards of the matches 1 and 2. "),
        "{picture:?}"
    );
    stage.check_picture(&told);
    let posts = stage.counted();
    assert_eq!(
        posts.iter().filter(|one| *one == POSTS).count(),
        1,
        "{posts:?}"
    );
    // Neither a restart nor the rest of the week brings another one.
    stage.restart().await;
    stage.advance(Duration::from_hours(6 * 24));
    stage.plays(&goes_on.ana, "h8").await;
    stage.until_announced().await;
    assert_eq!(posted(&lounge).len(), 1);
    // While the bot is away its hour passes: then it comes late, once.
    stage.stop().await.expect("an end");
    stage.advance(Duration::from_hours(30));
    stage.start().await;
    stage
        .sandbox
        .until(|_| (posted(&lounge).len() == 2).then_some(()))
        .await
        .expect("a second page");
    let ana = stage.person("ana", stage.general());
    assert_eq!(
        whispered(
            ana.command("weekly-page", [("stop", Value::from(true))])
                .await
        ),
        "The weekly page of this server has ended."
    );
    assert_eq!(
        whispered(
            ana.command("weekly-page", [("stop", Value::from(true))])
                .await
        ),
        "This server has no weekly page."
    );
    assert_eq!(stage.row("SELECT count(*) FROM weekly_pages"), "0");
}

#[tokio::test]
async fn a_week_in_which_nothing_was_played_is_not_told() {
    let stage = Stage::new().await;
    let lounge = stage.person("dan", stage.sandbox.channel("lounge"));
    until_sunday_night(&stage);
    page(names(&stage, "ana", "lounge").await);
    let before = stage.row("SELECT due FROM weekly_pages");
    stage.forget_requests();
    stage.advance(Duration::from_secs(61));
    let next = before.parse::<i64>().expect("a moment") + WEEK;
    stage
        .until_row("SELECT due FROM weekly_pages", &next.to_string())
        .await;
    assert!(posted(&lounge).is_empty());
    assert_eq!(stage.counted(), [""; 0]);
}

#[tokio::test]
async fn a_channel_that_is_closed_ends_the_weekly_page_and_that_is_said() {
    let stage = Stage::new().await;
    stage.begin("connect-n", &[("time", "14d")]).await;
    until_sunday_night(&stage);
    page(names(&stage, "ana", "lounge").await);
    let lounge = stage.sandbox.channel("lounge");
    stage.sandbox.delete_channel(lounge);
    stage.advance(Duration::from_secs(61));
    stage
        .until_row("SELECT due IS NULL FROM weekly_pages", "1")
        .await;
    let ana = stage.person("ana", stage.general());
    let said = page(ana.command("weekly-page", NOTHING).await);
    assert!(
        said.content().starts_with(&format!(
            "I could not post the weekly page in <#{lounge}>, so it has ended."
        )),
        "{}",
        said.content()
    );
}
