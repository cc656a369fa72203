//! From one match to the next, in one private message.

use std::time::Duration;

use anteroom::features::play::messages::NOTHING_LEFT;
use loopback_discord::{Message, Place};

use crate::support::hand::Hand;
use crate::support::messages::check_seen;
use crate::support::stage::{Stage, labels, says, updated};
use crate::support::typing::confirms;

const A_LOOK: Duration = Duration::from_secs(2);

/// Begins matches in which Ana is to move. Each has a minute more to its flag than the one before.
async fn waiting(stage: &Stage, games: &[&str]) {
    for game in games {
        stage.begin(game, &[]).await;
        stage.advance(Duration::from_mins(1));
    }
}

/// Opens the picker of the most urgent match in the hall.
async fn opens(stage: &Stage) -> (Place, Message) {
    let ana = stage.person("ana", stage.general());
    let answer = ana.command("move", [("turn", "?")]).await;
    let message = answer.message().expect("a picker").clone();
    (ana, message)
}

/// Returns the picker in a message that a command has opened.
fn sitting(place: &Place, opened: Message) -> Hand<'_> {
    Hand {
        place,
        message: opened,
        presses: 0,
    }
}

fn turns(stage: &Stage) -> Vec<String> {
    let all = "SELECT group_concat(turns, ',') FROM (SELECT turns FROM matches ORDER BY match_id)";
    stage.row(all).split(',').map(str::to_owned).collect()
}

#[tokio::test]
async fn nine_turns_take_nineteen_presses_from_one_message() {
    let stage = Stage::new().await;
    waiting(&stage, &["connect-n"; 9]).await;
    let (ana, opened) = opens(&stage).await;
    let mut hand = sitting(&ana, opened);
    for number in 1..=9 {
        assert!(hand.says(&format!("match {number}")), "{:#?}", hand.message);
        stage.advance(A_LOOK);
        hand.pick("d").await;
        hand.press("Play").await;
        if number == 1 {
            check_seen("next_after_a_turn", [&hand.message]);
            stage.check_picture(&hand.message);
        }
    }
    // One more opened the message.
    assert_eq!(1 + hand.presses, 19);
    says(&hand.message, NOTHING_LEFT);
    assert_eq!(labels(&hand.message), ["Plan Reply"]);
    assert_eq!(turns(&stage), ["1"; 9]);
}

#[tokio::test]
async fn form_leads_on_too() {
    let stage = Stage::new().await;
    waiting(&stage, &["connect-n", "anaash"]).await;
    let (ana, opened) = opens(&stage).await;
    for (turn, id) in [("d", 1), ("c3 c4", 2)] {
        let now = if id == 1 {
            opened.clone()
        } else {
            ana.message(opened.id()).expect("the message")
        };
        assert!(now.content().contains(&format!("match {id}")), "{now:#?}");
        let form = ana.press(&now, "Type Instead…").await;
        let form = form.modal().expect("a form").clone();
        updated(ana.submit(&form, [("turn", turn)]).await);
    }
    says(
        &ana.message(opened.id()).expect("the message"),
        NOTHING_LEFT,
    );
    assert_eq!(turns(&stage), ["1", "1"]);
}

#[tokio::test]
async fn second_tap_plays_nothing_in_the_next_match() {
    let stage = Stage::new().await;
    waiting(&stage, &["connect-n"; 2]).await;
    let ana = stage.person("ana", stage.general());
    confirms(&ana, "never").await;
    let (_, opened) = opens(&stage).await;
    stage.advance(A_LOOK);
    let mut hand = sitting(&ana, opened);
    // Without previews, one tap plays. The second falls on the board of the next match.
    hand.pick("d").await;
    hand.pick("d").await;
    assert_eq!(turns(&stage), ["1", "0"]);
    hand.press("Play").await;
    assert_eq!(turns(&stage), ["1", "0"]);
    stage.advance(A_LOOK);
    hand.press("Play").await;
    assert_eq!(turns(&stage), ["1", "1"]);
}

#[tokio::test]
async fn two_presses_of_play_lead_to_one_next_match() {
    let stage = Stage::new().await;
    waiting(&stage, &["connect-n"; 2]).await;
    let (ana, opened) = opens(&stage).await;
    stage.advance(A_LOOK);
    let mut hand = sitting(&ana, opened);
    hand.pick("d").await;
    let shown = hand.message.clone();
    tokio::join!(ana.press(&shown, "Play"), ana.press(&shown, "Play"));
    stage.until_announced().await;
    assert_eq!(turns(&stage), ["1", "0"]);
    hand.message = ana.message(shown.id()).expect("the message");
    stage.advance(A_LOOK);
    hand.pick("e").await;
    hand.press("Play").await;
    assert_eq!(turns(&stage), ["1", "1"]);
}

#[tokio::test]
async fn skipped_matches_come_after_the_others() {
    let stage = Stage::new().await;
    waiting(&stage, &["connect-n", "anaash", "connect-n"]).await;
    let (ana, opened) = opens(&stage).await;
    let mut hand = sitting(&ana, opened);
    let mut seen = Vec::new();
    for _ in 0..4 {
        hand.press("Skip").await;
        stage.advance(A_LOOK);
        let content = hand.message.content();
        let at = content.find(", match ").expect("a match") + ", match ".len();
        seen.push(content[at..=at].to_owned());
    }
    // The last two came after all had been skipped.
    assert_eq!(seen, ["2", "3", "1", "2"]);
    check_seen("next_after_all_were_skipped", [&hand.message]);
    // After twelve hours the most urgent match is the first again.
    stage.advance(Duration::from_hours(13));
    let (_, opened) = opens(&stage).await;
    assert!(opened.content().contains("match 1"), "{opened:#?}");
    hand.message = opened;
    stage.advance(A_LOOK);
    hand.pick("d").await;
    hand.press("Play").await;
    hand.press("Later").await;
    assert_eq!(labels(&hand.message), ["Plan Reply"]);
    check_seen("next_was_left_for_later", [&hand.message]);
}

#[tokio::test]
async fn match_that_waits_again_comes_last() {
    let stage = Stage::new().await;
    waiting(&stage, &["connect-n", "connect-n"]).await;
    let (ana, opened) = opens(&stage).await;
    stage.advance(A_LOOK);
    let mut hand = sitting(&ana, opened);
    hand.pick("d").await;
    hand.press("Play").await;
    stage.until_announced().await;
    // Ben answers at once, and the first match has less time left than the second.
    let ben = stage.person("ben", stage.thread(0).await);
    stage.plays(&ben, "d").await;
    assert!(hand.says("match 2"), "{:#?}", hand.message);
    hand.press("Skip").await;
    assert!(hand.says("match 1"), "{:#?}", hand.message);
}

#[tokio::test]
async fn match_that_ends_under_its_picker_leads_on() {
    let stage = Stage::new().await;
    waiting(&stage, &["connect-n"; 3]).await;
    let (ana, opened) = opens(&stage).await;
    stage.advance(A_LOOK);
    let mut hand = sitting(&ana, opened);
    hand.pick("d").await;
    hand.press("Play").await;
    stage.advance(A_LOOK);
    let ben = stage.person("ben", stage.thread(1).await);
    stage.resigns(&ben).await;
    hand.pick("d").await;
    assert!(hand.says("match 3"), "{:#?}", hand.message);
    check_seen("next_after_one_that_ended", [&hand.message]);
}

#[tokio::test]
async fn list_of_games_leads_to_the_first_and_begins_with_what_ended() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    waiting(&stage, &["connect-n", "connect-n"]).await;
    let none: [(&str, &str); 0] = [];
    let first = ana
        .command("games", none)
        .await
        .message()
        .expect("a list")
        .clone();
    assert!(!first.content().contains("Ended"), "{first:#?}");
    let ben = stage.person("ben", stage.thread(0).await);
    stage.advance(A_LOOK);
    stage.resigns(&ben).await;
    let list = ana
        .command("games", none)
        .await
        .message()
        .expect("a list")
        .clone();
    check_seen("games_after_one_ended", [&list]);
    let picker = updated(ana.press(&list, "Next").await);
    assert!(picker.content().contains("match 2"), "{picker:#?}");
    let again = ana
        .command("games", none)
        .await
        .message()
        .expect("a list")
        .clone();
    assert!(!again.content().contains("Ended"), "{again:#?}");
}
