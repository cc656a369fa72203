//! A server's rules for matches, and their effect.

use anteroom::db::Denial;
use anteroom::db::bounds::LimitReached;
use anteroom::features::settings::SettingsRefusal;
use anteroom::games::CATALOGUE;
use anteroom::matches::{ChannelId, RoleId};
use loopback_discord::{ChannelLayout, Layout, Message, Place, ServerLayout};

use crate::support::messages::check_seen;
use crate::support::panels::{chooses, fills_in, page, role};
use crate::support::play::challenges;
use crate::support::stage::{
    NOTHING, Stage, boards, bold, private, said, says, updated, whispered,
};

/// Chooses from a menu of the server's page, and returns the changed page.
async fn server(place: &Place, menu: &str, values: &[&str]) -> Message {
    chooses(place, "server", ("where", menu), values.iter().copied()).await
}

async fn presses(place: &Place, button: &str) -> Message {
    let shown = page(place, "server", "where").await;
    updated(place.press(&shown, button).await)
}

#[tokio::test]
async fn games_clocks_computers_and_a_bound() {
    let (stage, [ana, ben, cleo]) = Stage::with_people(["ana", "ben", "cleo"]).await;
    let all = CATALOGUE.iter().map(|game| game.card.key);
    let all: Vec<_> = all.collect();
    let most: Vec<_> = all.iter().copied().filter(|key| *key != "anchor").collect();
    server(&ana, "games", &most).await;
    let clock = ("defaults", "Clock…");
    updated(fills_in(&ana, "server", clock, &[("clock", "7d")]).await);
    let limits = ("where", "Limits…");
    let shown = updated(fills_in(&ana, "server", limits, &[("total", "1")]).await);
    check_seen("where_and_who_changed", [&shown]);
    assert_eq!(
        whispered(challenges(&ben, "anchor", NOTHING).await),
        SettingsRefusal::GameOff(String::from("Anchor")).sentence()
    );
    let challenge = stage.challenge("ben", "connect-n", &[]).await;
    // A challenge by buttons has the same default clock.
    let games = private(ben.command("play", NOTHING).await);
    let page = private(ben.press(&games, "Connect N").await);
    assert!(bold(page.content())[1].starts_with("7 "), "{page:#?}");
    updated(cleo.press(&challenge, "Accept").await);
    let other = stage.challenge("ben", "antichess", &[("time", "1d")]).await;
    let proposed = "SELECT body ->> 'time' FROM events WHERE kind = 'proposed' ORDER BY match_id";
    assert_eq!(stage.row(&format!("{proposed} DESC")), "1d");
    stage.row_is(proposed, "7d");
    let full = LimitReached::ServerFull { most: 1 }.sentence();
    assert_eq!(whispered(cleo.press(&other, "Accept").await), full);
    assert_eq!(
        whispered(challenges(&cleo, "connect-n", [("computer", 1)]).await),
        full
    );
    // Remove the rules one by one.
    server(&ana, "games", &all).await;
    updated(fills_in(&ana, "server", clock, &[("clock", "")]).await);
    updated(fills_in(&ana, "server", limits, &[("total", "")]).await);
    stage.row_is("SELECT count(*) FROM server_rules", "0");
    stage.row_is("SELECT count(*) FROM server_bounds", "0");
    said(challenges(&ben, "anchor", NOTHING).await);
    let soon = private(fills_in(&ana, "server", clock, &[("clock", "soon")]).await);
    let none = private(fills_in(&ana, "server", limits, &[("open", "0")]).await);
    check_seen("server_refuses", [&soon, &none]);
    stage.row_is("SELECT count(*) FROM server_rules", "0");
}

#[tokio::test]
async fn matches_can_stay_in_the_channel() {
    let (mut stage, [ana, ben]) = Stage::with_people(["ana", "ben"]).await;
    let general = stage.general();
    presses(&ana, "Play in Channel").await;
    let check = private(ana.command("server", NOTHING).await);
    check_seen("permissions_check_without_threads", [&check]);
    let challenge = stage
        .challenge(
            "ana",
            "connect-n",
            &[("opponent", "ben"), ("colour", "Red")],
        )
        .await;
    let accepted = ben.press(&challenge, "Accept").await;
    let card = updated(accepted);
    assert!(card.button("Open Match").is_none());
    stage.until_announced().await;
    assert_eq!(stage.sandbox.threads(general).len(), 0);
    stage.row_is(
        "SELECT thread = channel FROM places JOIN matches USING (match_id)",
        "1",
    );
    // A player with two matches there must choose one.
    said(ana.command("move", [("turn", "d")]).await);
    stage.until_announced().await;
    let second = stage
        .challenge(
            "ana",
            "connect-n",
            &[("opponent", "ben"), ("colour", "Red")],
        )
        .await;
    updated(ben.press(&second, "Accept").await);
    stage.until_announced().await;
    let which = private(ben.command("resign", NOTHING).await);
    assert_eq!(which.buttons().len(), 2, "{which:#?}");
    let played = said(ben.command("move", [("turn", "e"), ("match", "1")]).await);
    says(&played, "**e**");
    stage.restart().await;
    stage.until_announced().await;
    assert_eq!(stage.sandbox.threads(general).len(), 0);
    assert!(boards(&ana).len() >= 4);
}

#[tokio::test]
async fn a_role_starts_matches_in_one_channel() {
    let club = ServerLayout::new("Club")
        .owner("ben")
        .role("Player", 0)
        .gives("cleo", "Player")
        .channel(ChannelLayout::text("hall"))
        .channel(ChannelLayout::text("bar"));
    let mut stage = Stage::laid_out(Layout::default().server(club)).await;
    stage.start().await;
    let (hall, bar) = (
        stage.sandbox.channel_of("Club", "hall"),
        stage.sandbox.channel_of("Club", "bar"),
    );
    let ben = stage.person("ben", hall);
    let player = role(&stage, "Club", "Player").await;
    server(&ben, "starters", &[&player]).await;
    let shown = server(&ben, "channels", &[&hall.to_string()]).await;
    for part in [format!("<@&{player}>"), format!("<#{hall}> only")] {
        says(&shown, &part);
    }
    let starters = RoleId(player.parse().expect("a number"));
    let channels = vec![ChannelId(hall.0)];
    let no_starter = SettingsRefusal::NotAStarter { role: starters }.sentence();
    assert_eq!(
        whispered(challenges(&ben, "connect-n", NOTHING).await),
        no_starter
    );
    let games = private(ben.command("play", NOTHING).await);
    let first = games.buttons()[0].label.clone();
    let page = private(ben.press(&games, &first).await);
    let buttons = page.buttons();
    let mut challenge = buttons
        .iter()
        .filter(|button| button.label.starts_with("Challenge"));
    let challenge = challenge.next().expect("a way to challenge");
    assert_eq!(
        whispered(ben.click(&page, &challenge.custom_id).await),
        no_starter
    );
    let elsewhere = challenges(&stage.person("cleo", bar), "connect-n", NOTHING).await;
    assert_eq!(
        whispered(elsewhere),
        SettingsRefusal::NotInThisChannel { channels }.sentence()
    );
    let challenge = said(challenges(&stage.person("cleo", hall), "connect-n", NOTHING).await);
    stage.until_announced().await;
    // A person who may not start matches may still accept challenges.
    updated(ben.press(&challenge, "Accept").await);
    // The rule does not apply to another server.
    said(challenges(&stage.person("ben", stage.general()), "connect-n", NOTHING).await);
    // Remove both rules.
    let everybody = stage.sandbox.server("Club").to_string();
    server(&ben, "starters", &[&everybody]).await;
    server(&ben, "channels", &[]).await;
    stage.row_is("SELECT count(*) FROM server_rules", "0");
    said(challenges(&stage.person("ben", bar), "connect-n", NOTHING).await);
}
