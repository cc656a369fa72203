//! People who ask an organiser to be let into a league or a ladder.

use std::time::Duration;

use anteroom::contests::RequestRefusal;
use loopback_discord::{Message, Place};

use super::entry::{entry_page, server_of};
use super::flow::{Club, DAY, PEOPLE, chooses, founds, joins, league};
use crate::ladders;
use crate::support::messages::check_seen;
use crate::support::stage::{Stage, labels, private, refused, says, updated};

const ASKED: &str = "You have asked to join.";
const PEOPLE_IN: &str = "SELECT count(*) FROM journal_people WHERE member = 1";

/// A league of Ana's that takes people by request, and its page of who may join.
async fn league_by_request() -> (Club, Message) {
    let club = Club {
        stage: server_of(&["Ana", "Ben", "Cleo", "Dan"], &[]).await,
    };
    let ana = club.place("ana");
    private(founds(&ana, "Berlin Open").await);
    let shown = entry_page(&ana, &league(&ana).await).await;
    let shown = updated(ana.press(&shown, "By Request").await);
    says(&shown, "who may join: people whom an organiser lets in");
    assert!(shown.button("By Request").is_none(), "{shown:#?}");
    (club, shown)
}

/// Opens the page of who may join, to answer this many people.
async fn answers(place: &Place, managed: &Message, count: u32) -> Message {
    let label = format!("Who May Join… ({count} to answer)");
    updated(place.press(managed, &label).await)
}

#[tokio::test]
async fn organiser_lets_people_in_or_refuses() {
    let (mut club, _) = league_by_request().await;
    let [ana, ben, cleo, dan] = PEOPLE.map(|name| club.place(name));
    for place in [&ben, &cleo, &dan] {
        let asked = joins(place).await;
        says(&asked, ASKED);
        assert!(asked.button("Join").is_none(), "{asked:#?}");
    }
    let own = league(&ben).await;
    says(&own, "no organiser has answered yet");
    club.settles().await;
    let post = club.gathering();
    says(&post, "3 people ask to be let in.");
    refused(ben.press(&post, "Join").await, RequestRefusal::AskedAlready);
    let left = updated(dan.press(&league(&dan).await, "Withdraw Request").await);
    says(&left, "You have withdrawn your request to join.");
    assert!(left.button("Join").is_some(), "{left:#?}");
    club.stage.restart().await;

    let page = answers(&ana, &club.manages(&ana).await, 2).await;
    check_seen("requests", [&page]);
    let [ben_id, cleo_id] = ["ben", "cleo"].map(|name| club.stage.id(name).to_string());
    let page = updated(chooses(&ana, &page, "league-entry/1/admit", &ben_id).await);
    assert!(!page.content().contains(&ben_id), "{page:#?}");
    let page = updated(chooses(&ana, &page, "league-entry/1/refuse", &cleo_id).await);
    assert_eq!(page.menus().len(), 1, "{page:#?}");
    club.stage.restart().await;
    club.settles().await;
    club.stage.row_is(PEOPLE_IN, "1");
    let told: Vec<Message> = club
        .posts()
        .into_iter()
        .filter(|post| post.content().starts_with("**Berlin Open**:"))
        .collect();
    let words = told.iter().map(|one| (one.content(), one.mentions()));
    assert_eq!(
        words.collect::<Vec<_>>(),
        [
            (
                &*format!("**Berlin Open**: <@{ben_id}>, an organiser has let you in."),
                vec!["ben"]
            ),
            (
                &*format!("**Berlin Open**: <@{cleo_id}>, an organiser has not let you in."),
                vec!["cleo"]
            ),
        ]
    );
    says(&club.gathering(), &format!("<@{ben_id}>"));
    // They may ask again.
    says(&joins(&cleo).await, ASKED);
}

#[tokio::test]
async fn person_is_answered_once() {
    let (club, _) = league_by_request().await;
    let [ana, ben] = ["ana", "ben"].map(|name| club.place(name));
    joins(&ben).await;
    let page = answers(&ana, &club.manages(&ana).await, 1).await;
    let other = answers(&ana, &club.manages(&ana).await, 1).await;
    let id = club.stage.id("ben").to_string();
    updated(chooses(&ana, &page, "league-entry/1/refuse", &id).await);
    refused(
        chooses(&ana, &other, "league-entry/1/admit", &id).await,
        RequestRefusal::NotAsking,
    );
    club.stage.row_is(PEOPLE_IN, "0");
    club.happens("joined", 0).await;
}

#[tokio::test]
async fn person_who_was_banned_or_has_gone_asks_no_more() {
    let (club, _) = league_by_request().await;
    let [ben, cleo] = ["ben", "cleo"].map(|name| club.place(name));
    joins(&ben).await;
    joins(&cleo).await;
    club.stage.row_is(PEOPLE_IN, "2");
    let stage = &club.stage;
    let guild = anteroom::matches::GuildId(stage.sandbox.guild_id().0);
    let arbiter = stage.arbiter();
    let ban = arbiter.ban(guild, stage.id("ben"), stage.id("ana"), "Insults");
    ban.await.expect("a ban");
    club.settles().await;
    says(&club.gathering(), "1 person asks to be let in.");
    club.stage.row_is(PEOPLE_IN, "1");
}

#[tokio::test]
async fn ladder_takes_people_by_request() {
    let stage = Stage::new().await;
    let [ana, ben] = stage.people(["ana", "ben"]);
    ladders::flow::founds(&ana, "Monday Ladder").await;
    let shown = entry_page(&ana, &ladders::flow::ladder(&ana).await).await;
    updated(ana.press(&shown, "By Request").await);
    let asked = ladders::flow::joins(&ben).await;
    says(&asked, ASKED);
    assert!(labels(&asked).contains(&"Withdraw Request".to_owned()));
    let managed = private(
        ana.press(&ladders::flow::ladder(&ana).await, "Manage…")
            .await,
    );
    let page = answers(&ana, &managed, 1).await;
    let id = stage.id("ben").to_string();
    updated(chooses(&ana, &page, "ladder-entry/1/admit", &id).await);
    ladders::flow::until_told(&stage).await;
    says(
        &ladders::flow::ladder(&ben).await,
        "You are in place **1** of 1",
    );
    let told = ana.messages().into_iter();
    let mut told = told.filter(|one| one.content().contains("an organiser has let you in"));
    assert_eq!(told.next().expect("news").mentions(), ["ben"]);
}

#[tokio::test]
async fn person_who_was_silent_needs_the_organisers_word() {
    let club = Club::begun().await;
    // Nobody moves: who has the first move loses on time.
    club.stage.pass(DAY, 6).await;
    club.until_playing(0).await;
    club.settles().await;
    let [ana, ben] = ["ana", "ben"].map(|name| club.place(name));
    ladders::flow::founds(&ana, "Monday Ladder").await;
    says(&ladders::flow::joins(&ben).await, ASKED);
    let asking = ladders::flow::ladder(&ben).await;
    updated(ben.press(&asking, "Withdraw Request").await);
    club.stage.advance(Duration::from_hours(61 * 24));
    says(&ladders::flow::joins(&ben).await, "in place 1");
}
