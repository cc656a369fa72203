//! A person who waits for a place in a running season gets that of one who does not move.

use std::time::Duration;

use anteroom::db::Denial;
use anteroom::features::moderation::ModerationRefusal;

use super::entry::server_of;
use super::flow::{Club, PEOPLE, chooses, founds, joins, league};
use crate::support::panels::gives_reason;
use crate::support::stage::{labels, private, says, updated};

const HOUR: Duration = Duration::from_hours(1);

/// A league whose season of four has begun, and in which everybody but Dan has moved; Eve has joined since if `waits`.
async fn season_with_a_ghost(waits: bool) -> Club {
    let club = Club {
        stage: server_of(&["Ana", "Ben", "Cleo", "Dan", "Eve"], &[]).await,
    };
    private(founds(&club.place("ana"), "Berlin Open").await);
    for name in PEOPLE {
        joins(&club.place(name)).await;
    }
    club.happens("start-set", 1).await;
    club.until_monday();
    club.until_playing(6).await;
    club.happens("game-began", 6).await;
    club.settles().await;
    for id in 1..=6 {
        all_but_dan_move(&club, id).await;
    }
    if waits {
        joins(&club.place("eve")).await;
    }
    club.settles().await;
    club
}

/// Makes the first turns of a match, but none of Dan's.
pub(crate) async fn all_but_dan_move(club: &Club, id: u64) {
    for _ in 0..2 {
        let mover = club.stage.state(id).await.person_to_move();
        if mover != Some(club.stage.id("dan")) {
            club.stage.first_turn(id, "a").await;
        }
    }
}

/// Lets hours pass. The bot looks after each.
pub(crate) async fn hours(club: &Club, count: usize) {
    club.stage.pass(HOUR, count).await;
}

#[tokio::test]
async fn first_who_waits_replaces_a_person_who_never_moves() {
    let mut club = season_with_a_ghost(true).await;
    let [dan, eve] = ["dan", "eve"].map(|name| club.stage.id(name));
    says(
        &league(&club.place("eve")).await,
        "You are number 1 on the waiting list of season 1",
    );
    // Half of five days without a day.
    hours(&club, 34).await;
    club.happens("warned", 0).await;
    hours(&club, 3).await;
    club.happens("warned", 1).await;
    club.stage.restart().await;
    club.settles().await;
    let warning = club.posts().pop().expect("news");
    says(&warning, &format!("<@{dan}> has not moved in any game"));
    assert_eq!(warning.mentions(), ["dan"]);
    assert_eq!(labels(&warning), ["My Games"]);

    hours(&club, 22).await;
    club.happens("acted", 0).await;
    hours(&club, 4).await;
    club.happens("acted", 1).await;
    club.stage.restart().await;
    // The games begin again once the old matches are over.
    club.stage.pass(Duration::from_secs(61), 2).await;
    club.stage
        .until_row("SELECT count(*) FROM matches", "9")
        .await;
    club.until_playing(6).await;
    club.settles().await;
    club.happens("warned", 1).await;
    club.happens("acted", 1).await;
    let told = club.posts().pop().expect("news");
    says(
        &told,
        &format!("The bot put <@{eve}> in the place of <@{dan}>."),
    );
    assert_eq!(told.mentions(), ["eve", "dan"]);
    let table = club.table(1);
    says(&table, &eve.to_string());
    assert!(!table.content().contains(&dan.to_string()), "{table:#?}");

    // An organiser can take it back, and then Dan is told again.
    let ana = club.place("ana");
    let managed = club.manages(&ana).await;
    says(&managed, "The bot put");
    // But not while moderators keep Dan out.
    let shown = private(ana.command("referee", [("person", "dan")]).await);
    let kept = updated(gives_reason(&ana, &shown, "Keep Out…", "Spam").await);
    let form = chooses(&ana, &managed, "league-undo", "1").await;
    let refused = club.gives_reason(&ana, form).await;
    let kept_out = ModerationRefusal::NewcomerKeptOut(dan);
    assert_eq!(refused.content(), kept_out.sentence());
    assert!(kept.button("Let In").is_some(), "{kept:#?}");
    let shown = private(ana.command("referee", [("person", "dan")]).await);
    updated(ana.press(&shown, "Let In").await);
    let form = chooses(&ana, &managed, "league-undo", "1").await;
    says(&club.gives_reason(&ana, form).await, "Undone.");
    club.stage.pass(Duration::from_secs(61), 2).await;
    club.stage
        .until_row("SELECT count(*) FROM matches", "12")
        .await;
    club.settles().await;
    says(&club.table(1), &dan.to_string());
    says(
        &league(&club.place("eve")).await,
        "You are number 1 on the waiting list of season 1",
    );
}

#[tokio::test]
async fn nobody_is_replaced_if_nobody_waits() {
    let club = season_with_a_ghost(false).await;
    hours(&club, 70).await;
    club.happens("warned", 0).await;
    // Who joins late finds somebody who has a day left.
    joins(&club.place("eve")).await;
    club.happens("warned", 1).await;
    hours(&club, 22).await;
    club.happens("acted", 0).await;
    hours(&club, 3).await;
    club.happens("acted", 1).await;
}

#[tokio::test]
async fn person_who_moves_after_the_warning_keeps_their_place() {
    let club = season_with_a_ghost(true).await;
    hours(&club, 37).await;
    club.happens("warned", 1).await;
    let dan = club.stage.id("dan");
    let mut moved = 0;
    for id in 1..=6 {
        if moved == 0 && club.stage.state(id).await.person_to_move() == Some(dan) {
            club.stage.first_turn(id, "b").await;
            moved += 1;
        }
    }
    assert_eq!(moved, 1);
    hours(&club, 40).await;
    club.happens("acted", 0).await;
}

#[tokio::test]
async fn waiting_person_who_left_the_server_gets_no_place() {
    let club = season_with_a_ghost(true).await;
    hours(&club, 37).await;
    club.happens("warned", 1).await;
    assert!(club.stage.sandbox.leave("Club", "eve"));
    hours(&club, 26).await;
    club.happens("left", 1).await;
    club.happens("acted", 0).await;
}
