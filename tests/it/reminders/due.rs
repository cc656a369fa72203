//! Reminders: when and where the bot sends them, and when it does not.

use std::time::Duration;

use anteroom::features::reminders::messages;
use loopback_discord::{Answer, Message, Place, RequestFault};

use crate::support::messages::check_seen;
use crate::support::panels;
use crate::support::stage::{Stage, Table, labels, private, says, whispered};

/// Before a reminder in a server, the bot checks that the person is still a member.
const MEMBER: &str = "GET /guilds/{guild_id}/members/{user_id}";
const MESSAGE: &str = "/channels/{channel_id}/messages/{message_id}";
const POSTS: &str = "POST /channels/{channel_id}/messages";

fn hours(count: u64) -> Duration {
    Duration::from_secs(count * 3600)
}

/// Returns the reminders in a place, oldest first.
fn reminders(place: &Place) -> Vec<Message> {
    place
        .messages()
        .into_iter()
        .filter(|message| {
            !message.is_ephemeral()
                && message
                    .buttons()
                    .iter()
                    .any(|button| button.label.starts_with("Mute "))
        })
        .collect()
}

/// Waits until this many reminders are posted, and returns the last one.
async fn reminded(stage: &Stage, place: &Place, count: usize) -> Message {
    let found = stage.sandbox.until(|_| {
        let all = reminders(place);
        (all.len() >= count)
            .then(|| all.into_iter().next_back())
            .flatten()
    });
    found
        .await
        .unwrap_or_else(|_| panic!("{count} reminders are not there: {:#?}", place.messages()))
}

async fn chooses(place: &Place, menu: &str, values: &[&str]) -> Message {
    let values = values.iter().copied();
    panels::chooses(place, "settings", ("reminders", menu), values).await
}

async fn types(place: &Place, times: &[(&str, &str)]) -> Message {
    let button = ("reminders", "Zone, Quiet Hours…");
    private(panels::fills_in(place, "settings", button, times).await)
}

async fn begun(stage: &Stage) -> Table {
    stage.begin("connect-n", &[]).await
}

#[tokio::test]
async fn default_settings_give_one_nudge_and_one_last_call() {
    let mut stage = Stage::new().await;
    let table = begun(&stage).await;
    stage.pass_due(hours(57)).await;
    assert_eq!(reminders(&table.cleo).len(), 0);
    stage.clear_requests();
    stage.pass_due(hours(1)).await;
    let nudge = reminded(&stage, &table.cleo, 1).await;
    let deadline = stage.row("SELECT deadline / 1000 FROM matches");
    says(&nudge, &format!("<t:{deadline}"));
    assert_eq!(nudge.mentions(), ["ana"]);
    assert_eq!(stage.counted(), [MEMBER, POSTS]);
    // A restart sends nothing again.
    stage.restart().await;
    stage.pass_due(hours(9)).await;
    assert_eq!(reminders(&table.cleo).len(), 1);
    stage.pass_due(hours(1)).await;
    let call = reminded(&stage, &table.cleo, 2).await;
    says(&call, &format!("<t:{deadline}"));
    assert_ne!(call.content(), nudge.content());
    // The button of a reminder leads to the turn of its own player only.
    let picker = table.ana.press(&call, "Move…").await;
    assert!(matches!(picker, Answer::Message(_)), "{picker:#?}");
    // A played turn needs no reminder, and the old ones ask for nothing any more.
    stage.plays(&table.ana, "d").await;
    for old in [&nudge, &call] {
        stage.message_has(&table.cleo, old, &[]).await;
        let closed = table.cleo.message(old.id()).expect("the reminder");
        assert!(!closed.content().contains("<t:"), "{closed:#?}");
    }
    stage.pass_due(hours(50)).await;
    assert_eq!(reminders(&table.cleo).len(), 0);
    stage.plays(&table.ben, "d").await;
    stage.pass_due(hours(20)).await;
    assert_eq!(reminders(&table.cleo).len(), 0);
}

#[tokio::test]
async fn five_matches_are_one_request_and_a_digest_is_one() {
    let stage = Stage::new().await;
    let table = begun(&stage).await;
    for _ in 0..4 {
        begun(&stage).await;
    }
    let ana = stage.person("ana", stage.general());
    let chosen = chooses(&ana, "digest", &["8"]).await;
    let next = chosen.content().lines().nth(1).expect("what comes");
    assert_eq!(next.matches("<t:").count(), 6, "five nudges and the digest");
    stage.clear_requests();
    stage.pass_due(hours(24)).await;
    let digest = reminded(&stage, &table.cleo, 1).await;
    assert_eq!(digest.content().lines().count(), 6);
    assert_eq!(stage.counted(), [MEMBER, POSTS]);
    assert_eq!(digest.mentions(), ["ana"]);
    let labels = labels(&digest);
    assert_eq!(labels.last().map(String::as_str), Some("Mute These Turns"));
    assert!(digest.button("Move in 3…").is_some(), "{labels:?}");
    // One press mutes all these turns; digests still come.
    let quiet = whispered(table.ana.press(&digest, "Mute These Turns").await);
    assert_eq!(quiet, messages::muted(5, None).content);
    let none = chooses(&ana, "digest", &[]).await;
    assert!(!none.content().contains("<t:"), "{}", none.content());
    stage.clear_requests();
    stage.pass_due(hours(47)).await;
    assert_eq!(stage.counted(), [""; 0]);
    assert_eq!(reminders(&table.cleo).len(), 1);
}

#[tokio::test]
async fn a_private_digest_tells_what_is_new_in_matches_that_are_listed() {
    let stage = Stage::new().await;
    let table = begun(&stage).await;
    let cleo = stage.person("cleo", stage.general());
    let direct = stage.person("cleo", stage.sandbox.direct_channel("cleo"));
    let card = cleo.message(table.card).expect("the card");
    let asked = private(cleo.press(&card, "Follow").await);
    let set = private(cleo.press(&asked, "Just List It").await);
    check_seen("match_followed_in_digests", [&set]);
    let shown = panels::page(&cleo, "settings", "reminders").await;
    private(cleo.press(&shown, "Send Privately").await);
    chooses(&cleo, "digest", &["8"]).await;
    // Since yesterday only a turn of her own happened. It is news for this digest, and no news a day later.
    stage.plays(&table.ana, "d").await;
    stage.pass_due(hours(24)).await;
    let digest = stage
        .sandbox
        .until(|_| direct.messages().into_iter().next())
        .await
        .expect("a digest");
    let thread = format!("<#{}>", table.thread);
    says(&digest, &thread);
    assert!(digest.buttons().is_empty());
    stage.pass_due(hours(25)).await;
    assert_eq!(direct.messages().len(), 1);
}

#[tokio::test]
async fn a_digest_of_a_spectator_comes_where_they_watch_also_after_a_standstill() {
    let mut stage = Stage::new().await;
    // Tomorrow's digest is due within 23 hours, whatever hour it is outside.
    stage.advance_to(24 * 3_600_000, 10 * 3_600_000);
    let table = begun(&stage).await;
    let cleo = stage.person("cleo", stage.general());
    let card = cleo.message(table.card).expect("the card");
    let asked = private(cleo.press(&card, "Follow").await);
    private(cleo.press(&asked, "Just List It").await);
    chooses(&cleo, "digest", &["8"]).await;
    stage.plays(&table.ana, "d").await;
    // The hour passes while the bot stands still.
    stage.stop().await.expect("an end");
    stage.advance(hours(23));
    stage.start().await;
    stage.pass_due(hours(2)).await;
    // An alarm that came too early for the new process is tried again after a minute.
    stage.pass(Duration::from_secs(61), 2).await;
    let of_cleo = |place: &Place| {
        let all = place.messages().into_iter();
        let all = all.filter(|message| message.mentions() == ["cleo"]);
        all.collect::<Vec<_>>()
    };
    let found = stage
        .sandbox
        .until(|_| of_cleo(&table.cleo).into_iter().next());
    let digest = found.await.expect("a digest");
    check_seen("digest_of_a_spectator", [&digest]);
    stage.until_announced().await;
    assert_eq!(of_cleo(&table.cleo).len(), 1);
}

#[tokio::test]
async fn several_nudges_come_together_until_five_have_no_answer() {
    let stage = Stage::new().await;
    let table = begun(&stage).await;
    begun(&stage).await;
    let ana = stage.person("ana", stage.general());
    chooses(&ana, "last-calls", &[]).await;
    let every = chooses(&ana, "nudge", &["8h"]).await;
    says(&every, "<t:");
    for round in 1..=5 {
        stage.clear_requests();
        stage.pass_due(hours(8)).await;
        let nudge = reminded(&stage, &table.cleo, round).await;
        assert!(nudge.button("Mute These Turns").is_some(), "{nudge:#?}");
        if round < 5 {
            assert_eq!(stage.counted(), [MEMBER, POSTS], "round {round}");
        }
    }
    // The bot tells both opponents once, each in their thread.
    let told = |place: &Place| {
        let said = place.messages().into_iter();
        said.filter(|message| message.mentions() == ["ben"] && message.attachments().is_empty())
            .count()
    };
    let found = stage
        .sandbox
        .until(|_| (told(&table.cleo) == 1).then_some(()));
    found.await.expect("the other player is told");
    stage.pass_due(hours(24)).await;
    assert_eq!((reminders(&table.cleo).len(), told(&table.cleo)), (5, 1));
}

#[tokio::test]
async fn reminder_loses_each_turn_that_waits_no_more_also_after_a_restart() {
    let mut stage = Stage::new().await;
    let first = begun(&stage).await;
    let second = begun(&stage).await;
    let third = begun(&stage).await;
    let ana = stage.person("ana", stage.general());
    chooses(&ana, "nudge", &["8h"]).await;
    stage.pass_due(hours(8)).await;
    let nudge = reminded(&stage, &first.cleo, 1).await;
    let moves = ["Move in 1…", "Move in 2…", "Move in 3…"];
    assert_eq!(labels(&nudge)[..3], moves);

    stage.plays(&second.ana, "d").await;
    let left = ["Move in 1…", "Move in 3…", "Mute These Turns"];
    stage.message_has(&first.cleo, &nudge, &left).await;
    let shown = first.cleo.message(nudge.id()).expect("the reminder");
    let lines: Vec<_> = shown.content().lines().skip(1).collect();
    assert!(lines[1].starts_with("~~") && lines[1].ends_with("~~"));
    for line in [lines[0], lines[2]] {
        assert!(
            line.contains(" · deadline <t:") && !line.contains("~~"),
            "{line}"
        );
    }
    assert_eq!(lines[1].matches("<t:").count(), 0);

    stage.resigns(&first.ben).await;
    let left = ["Move in 3…", "Mute These Turns"];
    stage.message_has(&first.cleo, &nudge, &left).await;
    stage.restart().await;
    stage.plays(&third.ana, "d").await;
    stage.message_has(&first.cleo, &nudge, &[]).await;
    let shown = first.cleo.message(nudge.id()).expect("the reminder");
    assert_eq!(shown.content().matches("~~").count(), 6);
    stage.until_row("SELECT count(*) FROM calls", "0").await;
}

#[tokio::test]
async fn reminder_loses_two_turns_at_the_same_moment() {
    let stage = Stage::new().await;
    let [first, second, third] = [
        begun(&stage).await,
        begun(&stage).await,
        begun(&stage).await,
    ];
    let ana = stage.person("ana", stage.general());
    chooses(&ana, "nudge", &["8h"]).await;
    stage.pass_due(hours(8)).await;
    let nudge = reminded(&stage, &first.cleo, 1).await;
    // Discord fails for both, so that both edits are tried again at once.
    stage.fails("PATCH", MESSAGE, 1000, RequestFault::ServerError(503));
    stage.plays(&first.ana, "d").await;
    stage.plays(&third.ana, "d").await;
    let failed = || stage.requests("PATCH", MESSAGE) >= 4;
    stage
        .until(failed, || String::from("no edit was tried"))
        .await;
    stage.sandbox.clear_faults();
    stage.pass_until_nothing_is_owed().await;
    let left = ["Move in 2…", "Mute These Turns"];
    stage.message_has(&first.cleo, &nudge, &left).await;
    stage.plays(&second.ana, "d").await;
    stage.message_has(&first.cleo, &nudge, &[]).await;
    stage.until_row("SELECT count(*) FROM calls", "0").await;
}

#[tokio::test]
async fn reminder_loses_its_turn_though_the_bot_was_killed() {
    let mut stage = Stage::new().await;
    let table = begun(&stage).await;
    stage.pass_due(hours(58)).await;
    let nudge = reminded(&stage, &table.cleo, 1).await;
    says(&nudge, "Deadline: <t:");
    let fault = RequestFault::ServerError(503);
    stage.fails("PATCH", MESSAGE, 1000, fault);
    stage.plays(&table.ana, "d").await;
    stage
        .until_row("SELECT count(*) FROM owed WHERE kind = 'old calls'", "1")
        .await;
    stage.kill().await;
    stage.sandbox.clear_faults();
    stage.start().await;
    stage.message_has(&table.cleo, &nudge, &[]).await;
    let shown = table.cleo.message(nudge.id()).expect("the reminder");
    assert!(!shown.content().contains("<t:"), "{}", shown.content());
    stage.until_row("SELECT count(*) FROM calls", "0").await;
}

#[tokio::test]
async fn private_messages_fall_back_to_the_thread_and_say_so_once() {
    let stage = Stage::new().await;
    let table = begun(&stage).await;
    let ana = stage.person("ana", stage.general());
    chooses(&ana, "nudge", &["12h"]).await;
    let shown = panels::page(&ana, "settings", "reminders").await;
    private(ana.press(&shown, "Send Privately").await);
    stage.clear_requests();
    stage.pass_due(hours(12)).await;
    let own = stage.person("ana", stage.sandbox.direct_channel("ana"));
    let first = reminded(&stage, &own, 1).await;
    assert!(first.button("Mute This Turn").is_some(), "{first:#?}");
    assert_eq!(stage.counted(), ["POST /users/@me/channels", POSTS]);
    assert_eq!(reminders(&table.cleo).len(), 0);
    // The bot knows the direct message channel from then on.
    stage
        .until_row("SELECT count(*) FROM conversations", "1")
        .await;
    stage.clear_requests();
    stage.pass_due(hours(12)).await;
    reminded(&stage, &own, 2).await;
    assert_eq!(stage.counted(), [POSTS]);
    // Ana blocks direct messages. One request reveals that, and the bot makes no further one.
    stage.sandbox.set_direct_messages("ana", false);
    stage.clear_requests();
    stage.pass_due(hours(12)).await;
    let fallen = reminded(&stage, &table.cleo, 1).await;
    says(&fallen, "\n-# ");
    assert_eq!(stage.counted(), [POSTS, MEMBER, POSTS]);
    stage.clear_requests();
    stage.pass_due(hours(12)).await;
    let next = reminded(&stage, &table.cleo, 2).await;
    assert!(!next.content().contains("\n-# "), "{next:#?}");
    assert_eq!(stage.counted(), [MEMBER, POSTS]);
}

#[tokio::test]
async fn nothing_comes_in_quiet_hours_or_while_somebody_is_away() {
    let stage = Stage::new().await;
    let table = begun(&stage).await;
    let ana = stage.person("ana", stage.general());
    chooses(&ana, "last-calls", &[]).await;
    chooses(&ana, "nudge", &["1h"]).await;
    // The quiet hours begin with the current hour in UTC.
    let hour = stage.clock.now().seconds() / 3600 % 24;
    let quiet = format!("{hour}-{}", (hour + 6) % 24);
    let set = types(&ana, &[("quiet", &quiet)]).await;
    says(&set, &format!(" {hour}:00 "));
    stage.pass_due(hours(4)).await;
    assert_eq!(reminders(&table.cleo).len(), 0);
    stage.pass_due(hours(2)).await;
    reminded(&stage, &table.cleo, 1).await;
    private(ana.command("away", [("until", "10h")]).await);
    stage.row_is(
        "SELECT count(*) FROM alarms WHERE user <> 0 AND what = 'remind'",
        "1",
    );
    stage.pass_due(hours(9)).await;
    assert_eq!(reminders(&table.cleo).len(), 1);
    let rows = "SELECT count(*) FROM habits WHERE quiet IS NOT NULL";
    stage.row_is(rows, "1");
    let mut refused = Vec::new();
    for options in [
        vec![("quiet", "25-7")],
        vec![("quiet", "night")],
        vec![("quiet", "7-7")],
        vec![("quiet", ""), ("zone", "Atlantis")],
    ] {
        refused.push(types(&ana, &options).await);
    }
    check_seen("reminders_refused", &refused);
    assert_eq!(stage.row(rows), "1", "nothing has changed");
    let off = types(&ana, &[("quiet", ""), ("zone", "Tokyo")]).await;
    says(&off, "Asia/Tokyo");
    stage.row_is(rows, "0");
}
