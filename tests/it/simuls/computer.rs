//! Simuls whose host is a computer.

use std::time::Duration;

use anteroom::features::simuls::model::Refusal;
use loopback_discord::{Layout, Message, Place};

use super::flow::{Hall, sets_up};
use crate::support::forms::chooses;
use crate::support::messages::check_seen;
use crate::support::stage::{NOTHING, Stage, labels, private, refused, said, says, updated};

/// A board that the computer has opened and that waits for its person.
fn opened(id: u64) -> String {
    turns(id, 1)
}

fn turns(id: u64, count: u32) -> String {
    format!("SELECT count(*) FROM matches WHERE match_id = {id} AND turns = {count}")
}

/// Opens the page on which a simul of Connect N is set up, and makes a computer its host who moves first.
async fn sets_up_for_a_computer(place: &Place) -> [Message; 2] {
    let page = sets_up(place).await;
    let host = updated(place.press(&page, "Host…").await);
    let host = updated(chooses(place, &host, "simul-by", "1").await);
    let host = updated(chooses(place, &host, "simul-side", "f").await);
    let page = updated(place.press(&host, "Back").await);
    [host, page]
}

/// A simul with four seats against a computer that moves first. Ana has set it up.
async fn hall() -> (Hall, [Message; 3]) {
    let mut stage = Stage::laid_out(Layout::default().person("eve")).await;
    stage.start().await;
    let hall = Hall { stage };
    let ana = hall.place("ana");
    let [host, page] = sets_up_for_a_computer(&ana).await;
    let page = updated(chooses(&ana, &page, "simul-seats", "4").await);
    let made = updated(ana.press(&page, "Create").await);
    hall.settles().await;
    (hall, [host, page, made])
}

impl Hall {
    /// Returns the place of a person in the thread of a match.
    async fn at(&self, id: u64, name: &str) -> Place {
        let thread = self.stage.view(id).await.places.thread.expect("a thread");
        let thread = thread.0.to_string().parse().expect("a thread");
        self.stage.person(name, thread)
    }

    /// Plays a turn of a person, and waits for the computer's answer.
    async fn plays_against_computer(&self, (id, name): (u64, &str), turn: &str, count: u32) {
        let place = self.at(id, name).await;
        self.stage.plays(&place, turn).await;
        self.stage.until_row(&turns(id, count), "1").await;
        self.stage.until_announced().await;
    }
}

#[tokio::test]
async fn computer_hosts_a_simul_to_its_end() {
    let (hall, set_up) = hall().await;
    let ana = hall.place("ana");
    let ben = hall.place("ben");
    // The person who has set it up can take a seat like everybody.
    says(&hall.sits("ana").await, "You have a seat.");
    for name in ["ben", "cleo"] {
        hall.sits(name).await;
    }
    hall.settles().await;
    let gathering = hall.post();
    refused(ben.press(&gathering, "Start").await, Refusal::NotOrganiser);
    refused(
        ben.press(&gathering, "Cancel…").await,
        Refusal::NotOrganiser,
    );
    let own = private(ana.press(&gathering, "Leave").await);
    assert_eq!(labels(&own), ["Take a Seat", "Start", "Cancel…"]);
    hall.sits("ana").await;
    let started = private(ana.press(&gathering, "Start").await);
    says(&started, "The simul begins.");
    hall.until_playing(3).await;
    for id in 1..=3 {
        hall.stage.until_row(&opened(id), "1").await;
    }
    hall.stage.until_announced().await;
    hall.settles().await;
    let begun = hall.last_news();
    assert_eq!(begun.mentions(), ["ben", "cleo", "ana"]);
    let running = hall.post();
    hall.stage.check_picture(&running);
    let own = private(ana.press(&running, "My Board").await);
    says(&own, "You play at board 3.");
    assert_eq!(labels(&own), ["Next", "Board", "Boards"]);

    // Ben agrees to a draw, Cleo wins, and Ana, who has set it up, loses.
    hall.plays_against_computer((1, "ben"), "b", 3).await;
    let offer = hall.at(1, "ben").await.command("draw", NOTHING).await;
    said(offer);
    for (turn, count) in [("b", 3), ("b", 5), ("d", 7), ("b", 9), ("b", 10)] {
        hall.plays_against_computer((2, "cleo"), turn, count).await;
    }
    hall.plays_against_computer((3, "ana"), "b", 3).await;
    let place = hall.at(3, "ana").await;
    hall.stage.resigns(&place).await;
    let over = "SELECT count(*) FROM matches WHERE status = 'finished'";
    hall.stage.until_row(over, "3").await;
    hall.settles().await;
    let over = hall.last_news();
    assert_eq!(over.mentions(), ["cleo"]);
    hall.stage.row_is("SELECT count(*) FROM rated_matches", "0");
    hall.stage.row_is("SELECT count(*) FROM punctuality", "0");
    let profile = private(hall.place("cleo").command("profile", NOTHING).await);
    says(&profile, "**Simul 1**: beat Beginner (computer)");
    let profile = private(ana.command("profile", NOTHING).await);
    assert!(!profile.content().contains("Simul"), "{profile:#?}");
    let [host, page, made] = &set_up;
    check_seen(
        "computer",
        [
            host,
            page,
            made,
            &gathering,
            &begun,
            &running,
            &own,
            &over,
            &hall.post(),
        ],
    );
}

#[tokio::test]
async fn hints_and_takebacks_against_a_computer_are_as_in_practice() {
    let (hall, _) = hall().await;
    for name in ["ana", "ben", "cleo", "dan"] {
        hall.sits(name).await;
    }
    hall.until_playing(4).await;
    hall.stage.until_row(&opened(2), "1").await;
    hall.stage.until_announced().await;
    hall.settles().await;
    let ben = hall.at(2, "ben").await;
    hall.plays_against_computer((2, "ben"), "b", 3).await;
    said(ben.command("takeback", NOTHING).await);
    hall.stage.until_row(&opened(2), "1").await;
    let own = private(ben.command("board", NOTHING).await);
    assert!(own.button("Hint").is_some(), "{own:#?}");
}

#[tokio::test]
async fn simul_of_a_computer_goes_on_without_the_person_who_set_it_up() {
    for begun in [false, true] {
        let (hall, _) = hall().await;
        for name in ["ana", "ben", "cleo"] {
            hall.sits(name).await;
        }
        hall.settles().await;
        if begun {
            private(hall.place("ana").press(&hall.post(), "Start").await);
            hall.until_playing(3).await;
        }
        let arbiter = hall.stage.arbiter();
        let ana = hall.stage.id("ana");
        arbiter.delete_person(ana).await.expect("deleted");
        hall.settles().await;
        let post = hall.post();
        if begun {
            says(&post, "2 boards are running");
            says(&post, "So far **1–0–0**");
            continue;
        }
        says(
            &post,
            "2 of 4 seats are taken. It begins when all are taken, or on",
        );
        refused(
            hall.place("ana").press(&post, "Start").await,
            Refusal::NotOrganiser,
        );
        hall.stage.pass(Duration::from_hours(24), 14).await;
        hall.until_playing(2).await;
    }
}

#[tokio::test]
async fn person_has_one_simul_at_a_time_with_a_computer_as_host_too() {
    let (hall, _) = hall().await;
    let ana = hall.place("ana");
    let page = sets_up(&ana).await;
    refused(ana.press(&page, "Create").await, Refusal::HostsAnother);
    let asked = private(ana.press(&hall.post(), "Cancel…").await);
    updated(ana.press(&asked, "Cancel It").await);
    hall.settles().await;
    check_seen("computer_cancelled", [&hall.last_news(), &hall.post()]);
}
