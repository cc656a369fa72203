//! Simuls whose people are gone, silent, or too few.

use std::time::Duration;

use anteroom::db::journal;
use anteroom::features::simuls::model::{Command, Refusal};
use anteroom::kernel::NotAdmitted;
use anteroom::matches::{JournalId, RatingBand, UserId};
use anteroom::ratings::Rating;
use loopback_discord::Message;

use super::flow::{DAY, GUESTS, Hall, founds, sets_up};
use crate::support::forms::{chooses, fills_in};
use crate::support::messages::check_seen;
use crate::support::panels::gives_reason;
use crate::support::stage::{NOTHING, labels, private, refused, says, updated};

const MATCHES: &str = "SELECT count(*) FROM matches";
const RUNNING: &str = "SELECT count(*) FROM matches WHERE status = 'playing'";

/// Waits until the simul has an event of a kind.
async fn happens(hall: &Hall, event: &str) {
    let query = format!("SELECT count(*) > 0 FROM journal_events WHERE body LIKE '%\"{event}\"%'");
    hall.stage.until_row(&query, "1").await;
}

/// Keeps a person out of the server's matches.
async fn keeps_out(hall: &Hall, name: &str) -> Message {
    let ana = hall.place("ana");
    let shown = private(ana.command("referee", [("person", name)]).await);
    updated(gives_reason(&ana, &shown, "Keep Out…", "Spam").await)
}

#[tokio::test]
async fn simul_with_too_few_people_is_cancelled_after_14_days() {
    let mut hall = Hall::new("4").await;
    hall.sits("ben").await;
    hall.stage.kill().await;
    hall.stage.advance(DAY * 14);
    hall.stage.start().await;
    happens(&hall, "cancelled").await;
    hall.settles().await;
    let news = hall.last_news();
    assert_eq!(news.mentions(), ["ben"]);
    let post = hall.post();
    assert!(labels(&post).is_empty(), "{post:#?}");
    hall.stage.row_is(MATCHES, "0");
    check_seen("too_few", [&news, &post]);
}

#[tokio::test]
async fn simul_with_two_people_begins_after_14_days() {
    let hall = Hall::new("4").await;
    for name in ["ben", "cleo", "dan"] {
        hall.sits(name).await;
    }
    // Somebody who has left the server does not play.
    assert!(hall.stage.sandbox.leave("Sandbox", "dan"));
    hall.stage.pass(DAY, 14).await;
    hall.until_playing(2).await;
    hall.settles().await;
    hall.stage.row_is(MATCHES, "2");
    let news = hall.last_news();
    assert_eq!(news.mentions().len(), 3, "{news:#?}");
    says(&hall.post(), "2 boards are running");
}

#[tokio::test]
async fn host_starts_or_cancels() {
    let hall = Hall::new("4").await;
    let (ana, post) = (hall.place("ana"), hall.post());
    refused(founds(&ana, "3").await, Refusal::HostsAnother);
    assert!(post.button("Start").expect("a button").disabled);
    hall.sits("ben").await;
    let asked = private(ana.press(&post, "Cancel…").await);
    let kept = updated(ana.press(&asked, "Back").await);
    assert_eq!(labels(&kept), ["Start", "Cancel…"]);
    let asked_again = updated(ana.press(&kept, "Cancel…").await);
    let done = updated(ana.press(&asked_again, "Cancel It").await);
    hall.settles().await;
    let news = hall.last_news();
    assert_eq!(news.mentions(), ["ben"]);
    let cancelled = hall.post();
    check_seen("cancelled", [&asked, &done, &news, &cancelled]);

    // The next one has the next number.
    let made = updated(founds(&ana, "4").await);
    says(&made, "**Simul 2**");
    let general = || ana.messages().into_iter().rev();
    hall.settles().await;
    let find = |post: &Message| post.content().starts_with("**Simul 2** ·");
    let second = general().find(|one| find(one) && !one.is_ephemeral());
    let second = second.expect("the second simul");
    for name in ["ben", "cleo"] {
        private(hall.place(name).press(&second, "Take a Seat").await);
    }
    hall.settles().await;
    says(
        &private(ana.press(&second, "Start").await),
        "The simul begins.",
    );
    hall.until_playing(2).await;
    refused(ana.press(&second, "Cancel…").await, Refusal::HasBegun);
    refused(
        hall.place("dan").press(&second, "Take a Seat").await,
        Refusal::HasBegun,
    );
    refused(
        hall.place("ben").press(&second, "Leave").await,
        Refusal::HasBegun,
    );
}

#[tokio::test]
async fn last_seat_is_taken_by_one_of_two() {
    let hall = Hall::new("2").await;
    hall.sits("ben").await;
    let (cleo, dan) = (hall.place("cleo"), hall.place("dan"));
    let post = hall.post();
    let (one, other) = tokio::join!(
        cleo.press(&post, "Take a Seat"),
        dan.press(&post, "Take a Seat")
    );
    hall.until_playing(2).await;
    hall.settles().await;
    hall.stage.row_is(MATCHES, "2");
    let seated = "SELECT count(*) FROM journal_events WHERE body LIKE '{\"seated\"%'";
    hall.stage.row_is(seated, "2");
    let taken = [one, other].map(|answer| private(answer).content().to_owned());
    let last = taken.iter().filter(|text| text.contains("last seat"));
    assert_eq!(last.count(), 1, "{taken:#?}");
}

#[tokio::test]
async fn guests_who_are_gone_lose_and_give_their_seats_back() {
    let hall = Hall::new("4").await;
    hall.sits("ben").await;
    keeps_out(&hall, "ben").await;
    hall.settles().await;
    says(&hall.post(), "0 of 4 seats are taken");
    let ben = hall.place("ben");
    let told = private(ben.press(&hall.post(), "Take a Seat").await);
    says(&told, "Spam");
    for name in ["cleo", "dan", "eve"] {
        hall.sits(name).await;
    }
    let arbiter = hall.stage.arbiter();
    arbiter
        .delete_person(hall.stage.id("eve"))
        .await
        .expect("deleted");
    hall.settles().await;
    says(&hall.post(), "2 of 4 seats are taken");
    let ana = hall.place("ana");
    private(ana.press(&hall.post(), "Start").await);
    hall.until_playing(2).await;
    hall.settles().await;

    keeps_out(&hall, "cleo").await;
    hall.stage.until_row(RUNNING, "1").await;
    arbiter
        .delete_person(hall.stage.id("dan"))
        .await
        .expect("deleted");
    happens(&hall, "over").await;
    hall.settles().await;
    let over = hall.last_news();
    says(&over, "**2–0–0**");
    assert_eq!(over.mentions(), ["ana"]);
    check_seen("guests_gone", [&over, &hall.post()]);
}

#[tokio::test]
async fn ban_at_the_moment_of_taking_a_seat_takes_it_too() {
    let hall = Hall::new("25").await;
    let arbiter = hall.stage.arbiter();
    let id = JournalId(1);
    let read = arbiter.read(move |db| journal::get(db, "simul", id)).await;
    let simul = read.expect("a journal").expect("a simul");
    let by = hall.stage.id("dan");
    for number in 1..=20 {
        let user = UserId(770_000 + number);
        let sits = arbiter.act_in_simul(
            &simul,
            Command::Sit {
                user,
                unrated: false,
            },
        );
        let (taken, banned) = tokio::join!(sits, arbiter.ban(simul.guild, user, by, "Spam"));
        banned.expect("banned");
        // Whichever came first, the seat is free.
        drop(taken);
    }
    let member =
        "SELECT count(*) FROM journal_people WHERE member = 1 AND user BETWEEN 770001 AND 770020";
    hall.stage.row_is(member, "0");
}

#[tokio::test]
async fn host_who_is_gone_loses_what_runs() {
    for deleted in [false, true] {
        let hall = Hall::new("2").await;
        hall.sits("ben").await;
        hall.sits("cleo").await;
        hall.until_playing(2).await;
        hall.opens(1).await;
        hall.settles().await;
        let ana = hall.stage.id("ana");
        let arbiter = hall.stage.arbiter();
        if deleted {
            arbiter.delete_person(ana).await.expect("deleted");
        } else {
            let guild = hall.stage.state(1).await.proposal().place.guild;
            let by = hall.stage.id("dan");
            let kept = arbiter.ban(guild.expect("a server"), ana, by, "Spam");
            kept.await.expect("kept out");
        }
        happens(&hall, "over").await;
        hall.settles().await;
        hall.stage.row_is(RUNNING, "0");
        let news = hall.news();
        let over = news.last().expect("news");
        says(over, "**0–2–0**");
        if !deleted {
            check_seen("host_gone", [&news[1], over, &hall.post()]);
        }
        // What nobody plays is not rated.
        hall.stage.row_is("SELECT count(*) FROM rated_matches", "0");
    }
}

#[tokio::test]
async fn simul_whose_host_is_gone_does_not_begin() {
    let hall = Hall::new("4").await;
    hall.sits("ben").await;
    hall.sits("cleo").await;
    assert!(hall.stage.sandbox.leave("Sandbox", "ana"));
    let ben = hall.place("ben");
    hall.stage.pass(DAY, 14).await;
    happens(&hall, "host-gone").await;
    for _ in 0..3 {
        hall.stage.pass(Duration::from_secs(31), 1).await;
    }
    hall.stage
        .until_row("SELECT count(*) FROM owed WHERE kind LIKE 'simul%'", "0")
        .await;
    hall.stage.row_is(MATCHES, "0");
    let told = ben.messages().into_iter();
    let told = told.filter(|one| one.content().starts_with("**Simul 1**:"));
    let told: Vec<_> = told.collect();
    says(&told[0], "its host is gone");
}

#[tokio::test]
async fn people_who_are_apart_do_not_play() {
    let hall = Hall::new("4").await;
    let arbiter = hall.stage.arbiter();
    let [ana, ben, dan] = ["ana", "ben", "dan"].map(|name| hall.stage.id(name));
    arbiter.block(dan, ana).await.expect("blocked");
    refused(
        hall.place("dan").press(&hall.post(), "Take a Seat").await,
        Refusal::Apart,
    );
    hall.sits("ben").await;
    hall.sits("cleo").await;
    hall.settles().await;
    // A block that comes later keeps the board from beginning, and no other one.
    arbiter.block(ana, ben).await.expect("blocked");
    private(hall.place("ana").press(&hall.post(), "Start").await);
    hall.until_playing(1).await;
    hall.settles().await;
    hall.stage.row_is(MATCHES, "1");
    says(&hall.post(), "1 board is running.");
    says(&hall.post(), "no result");
}

#[tokio::test]
async fn board_without_a_first_move_ends_without_result() {
    let mut hall = Hall::new("2").await;
    hall.sits("ben").await;
    hall.sits("cleo").await;
    hall.until_playing(2).await;
    hall.settles().await;
    // The host moves first on board 1, and Cleo on board 2.
    hall.stage.first_turn(1, "a").await;
    hall.stage.pass(DAY, 2).await;
    // A day before, both are told once.
    happens(&hall, "warned").await;
    hall.settles().await;
    let told = hall.last_news();
    assert_eq!(told.mentions().len(), 2, "{told:#?}");
    check_seen("warned", [&told]);
    hall.stage.pass(Duration::from_hours(1), 2).await;
    let warned = "SELECT count(*) FROM journal_events WHERE body LIKE '{\"warned\"%'";
    hall.stage.row_is(warned, "1");
    hall.stage.kill().await;
    hall.stage.advance(DAY);
    hall.stage.start().await;
    hall.stage.pass(Duration::from_secs(61), 5).await;
    happens(&hall, "over").await;
    hall.settles().await;
    let over = hall.last_news();
    says(&over, "**0–0–0**");
    for id in [1, 2] {
        let result = hall.stage.result(id).await;
        assert!(result.contains("made no first move"), "{result}");
    }
    check_seen("silent", [&over, &hall.post()]);
    // It is late, but nobody's win.
    let late = "SELECT group_concat(lost_on_time) FROM (SELECT lost_on_time FROM punctuality ORDER BY lost_on_time)";
    hall.stage.row_is(late, "0,1,1");
    hall.stage.row_is("SELECT count(*) FROM rated_matches", "0");
}

#[tokio::test]
async fn ratings_bound_who_takes_a_seat() {
    let hall = Hall::new("4").await;
    let ben = hall.place("ben");
    let shown = sets_up(&ben).await;
    let form = ben.press(&shown, "Ratings…").await;
    let shown = updated(fills_in(&ben, form, &[("lowest", "1600"), ("certain", "no")]).await);
    let host = updated(ben.press(&shown, "Host…").await);
    let host = updated(chooses(&ben, &host, "simul-side", "f").await);
    let sides = updated(ben.press(&host, "Back").await);
    let unrated = updated(ben.press(&sides, "Not Rated").await);
    let made = updated(ben.press(&unrated, "Create").await);
    hall.settles().await;
    let all = ben.messages().into_iter().rev();
    let mut posts = all.filter(|one| !one.is_ephemeral());
    let post = posts
        .find(|one| one.content().starts_with("**Simul 2** ·"))
        .expect("a post");
    let band = RatingBand {
        lowest: Some(1600),
        ..RatingBand::default()
    };
    refused(
        hall.place("cleo").press(&post, "Take a Seat").await,
        NotAdmitted::Rating(band, Rating::START),
    );
    check_seen(
        "set_up",
        [&sets_up(&ben).await, &host, &unrated, &made, &post],
    );
}

#[tokio::test]
async fn profile_page_and_calendar_name_the_simul() {
    let hall = Hall::begun().await;
    let profile = |name: &'static str| {
        let place = hall.place(name);
        async move { private(place.command("profile", NOTHING).await) }
    };
    says(&profile("ana").await, "**Simul 1**: host");
    says(&profile("ben").await, "**Simul 1**: playing");
    for (name, id) in GUESTS.iter().zip(1..) {
        hall.opens(id).await;
        hall.resigns(id, *name == "ben").await;
    }
    happens(&hall, "over").await;
    hall.settles().await;
    says(&profile("ana").await, "**Simul 1**: host, 3–1–0");
    says(&profile("ben").await, "**Simul 1**: beat the host");
}

#[tokio::test]
async fn simul_whose_host_is_gone_at_the_last_seat_does_not_begin_after_all() {
    let hall = Hall::new("2").await;
    hall.sits("ben").await;
    let post = hall.post();
    assert!(hall.stage.sandbox.leave("Sandbox", "ana"));
    private(hall.place("cleo").press(&post, "Take a Seat").await);
    happens(&hall, "host-gone").await;
    let over = "SELECT count(*) FROM journal_events WHERE body = '\"over\"'";
    hall.stage.row_is(over, "0");
    hall.stage.row_is(MATCHES, "0");
}

#[tokio::test]
async fn simul_with_one_person_left_at_the_start_does_not_begin_after_all() {
    let hall = Hall::new("2").await;
    hall.sits("ben").await;
    assert!(hall.stage.sandbox.leave("Sandbox", "ben"));
    hall.sits("cleo").await;
    happens(&hall, "too-few").await;
    hall.settles().await;
    hall.stage.row_is(MATCHES, "0");
    says(&hall.last_news(), "fewer than 2 people");
}

#[tokio::test]
async fn organiser_cancels_a_simul_of_somebody_else() {
    let hall = Hall::new("2").await;
    let (ana, ben) = (hall.place("ana"), hall.place("ben"));
    updated(founds(&ben, "2").await);
    hall.settles().await;
    let all = ana.messages().into_iter().rev();
    let mut posts = all.filter(|one| !one.is_ephemeral());
    let post = posts.find(|one| one.content().starts_with("**Simul 2** ·"));
    let post = post.expect("a post");
    refused(
        hall.place("cleo").press(&post, "Cancel…").await,
        Refusal::NotOrganiser,
    );
    let asked = private(ana.press(&post, "Cancel…").await);
    updated(ana.press(&asked, "Cancel It").await);
    happens(&hall, "by-organiser").await;
    hall.settles().await;
    says(
        &hall.stage.message_says(&ana, &post, "cancelled").await,
        "an organiser cancelled it",
    );
}
