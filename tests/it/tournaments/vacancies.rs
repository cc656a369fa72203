//! A person who waits gets the place of one who does not move in the first round.

use std::time::Duration;

use super::flow::{Cup, joins, tournament};
use crate::leagues::entry::{entry_page, server_of};
use crate::leagues::flow::{Club, PEOPLE, chooses};
use crate::leagues::vacancies::{all_but_dan_move, hours};
use crate::support::stage::{labels, private, says, updated};

/// A tournament of four that has begun, in which everybody but Dan has moved, and Eve waits.
async fn cup_with_a_ghost(buttons: &[&str], matches: u32) -> Cup {
    let club = Club {
        stage: server_of(&["Ana", "Ben", "Cleo", "Dan", "Eve"], &[]).await,
    };
    let cup = Cup { club };
    let ana = cup.place("ana");
    private(cup.founds(&ana, buttons).await);
    for name in PEOPLE {
        joins(&cup.place(name)).await;
    }
    cup.starts(&ana).await;
    cup.club.until_playing(matches).await;
    cup.settles().await;
    for id in cup.playing() {
        all_but_dan_move(&cup.club, id).await;
    }
    says(
        &joins(&cup.place("eve")).await,
        "You are on the waiting list.",
    );
    cup.settles().await;
    cup
}

#[tokio::test]
async fn first_who_waits_replaces_a_person_in_a_knock_out() {
    // Two games at once with four days each: in one of them Dan moves second.
    let mut cup = cup_with_a_ghost(&[], 4).await;
    let club = &mut cup.club;
    let [dan, eve] = ["dan", "eve"].map(|name| club.stage.id(name));
    hours(club, 22).await;
    club.happens("warned", 0).await;
    hours(club, 3).await;
    club.happens("warned", 1).await;
    club.stage.restart().await;
    cup.settles().await;
    let warning = cup.last_news();
    says(&warning, &format!("<@{dan}> has not moved in any game"));
    assert_eq!(warning.mentions(), ["dan"]);
    assert_eq!(labels(&warning), ["My Games"]);

    let club = &mut cup.club;
    hours(club, 22).await;
    club.happens("acted", 0).await;
    hours(club, 4).await;
    club.happens("acted", 1).await;
    club.stage.restart().await;
    club.stage.pass(Duration::from_secs(61), 2).await;
    club.stage
        .until_row("SELECT count(*) FROM matches", "6")
        .await;
    club.until_playing(4).await;
    club.happens("warned", 1).await;
    club.happens("acted", 1).await;
    cup.settles().await;
    let told = cup.last_news();
    says(
        &told,
        &format!("The bot put <@{eve}> in the place of <@{dan}>."),
    );
    assert_eq!(told.mentions(), ["eve", "dan"]);
    says(&tournament(&cup.place("eve")).await, "You play ");
    says(
        &tournament(&cup.place("dan")).await,
        "You are not in this tournament.",
    );
}

#[tokio::test]
async fn tournament_takes_people_by_request() {
    let club = Club {
        stage: server_of(&["Ana", "Ben", "Cleo"], &[]).await,
    };
    let cup = Cup { club };
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| cup.place(name));
    private(cup.founds(&ana, &[]).await);
    let shown = entry_page(&ana, &tournament(&ana).await).await;
    updated(ana.press(&shown, "By Request").await);
    for place in [&ben, &cleo] {
        says(&joins(place).await, "You have asked to join.");
    }
    cup.settles().await;
    says(&cup.post(), "2 people ask to be let in.");
    let managed = cup.manages(&ana).await;
    let page = updated(ana.press(&managed, "Who May Join… (2 to answer)").await);
    let [ben_id, cleo_id] = ["ben", "cleo"].map(|name| cup.club.stage.id(name).to_string());
    let page = updated(chooses(&ana, &page, "tournament-entry/1/admit", &ben_id).await);
    updated(chooses(&ana, &page, "tournament-entry/1/refuse", &cleo_id).await);
    cup.settles().await;
    let told = cup.news();
    let called: Vec<_> = told.iter().map(|one| one.mentions()).collect();
    assert_eq!(called, [["ben"], ["cleo"]]);
    says(&tournament(&ben).await, "You will play.");
    says(&tournament(&cleo).await, "You are not in this tournament.");
}
