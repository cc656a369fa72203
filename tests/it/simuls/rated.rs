//! Which boards of a simul count for ratings.

use anteroom::features::simuls::model::Refusal;
use loopback_discord::Layout;

use super::flow::{Hall, founds};
use crate::support::messages::check_seen;
use crate::support::stage::{Stage, labels, private, refused, updated};

#[tokio::test]
async fn board_is_not_rated_if_its_person_wants_that() {
    let hall = Hall::new("3").await;
    let [ben, cleo, dan] = ["ben", "cleo", "dan"].map(|name| hall.place(name));
    let seated = hall.sits("ben").await;
    assert_eq!(labels(&seated), ["Not Rated", "Leave"]);
    let unrated = updated(ben.press(&seated, "Not Rated").await);
    assert_eq!(labels(&unrated), ["Rated", "Leave"]);
    let post = hall.post();
    refused(ben.press(&post, "Take Unrated Seat").await, Refusal::Seated);
    // Cleo changes her mind twice.
    let cleo_page = private(cleo.press(&post, "Take Unrated Seat").await);
    let cleo_page = updated(cleo.press(&cleo_page, "Rated").await);
    updated(cleo.press(&cleo_page, "Not Rated").await);
    private(cleo.press(&post, "Take a Seat").await);
    hall.settles().await;
    let gathering = hall.post();
    // The last seat begins the simul at once, so it has the choice on the button.
    let last = private(dan.press(&gathering, "Take Unrated Seat").await);
    hall.until_playing(3).await;
    hall.settles().await;
    for id in 1..=3 {
        let state = hall.stage.state(id).await;
        let is_cleo = state.seat_of(hall.stage.id("cleo")).is_some();
        assert_eq!(state.is_rated(), is_cleo, "{id}");
    }
    check_seen("unrated", [&unrated, &gathering, &last]);
}

#[tokio::test]
async fn seat_says_that_the_pair_has_four_rated_matches() {
    let mut stage = Stage::laid_out(Layout::default().person("eve")).await;
    stage.start().await;
    for _ in 0..4 {
        let table = stage.begin("connect-n", &[]).await;
        stage.play_on(&table, &["a", "b", "a", "b"]).await;
        stage.resigns(&table.ben).await;
    }
    stage.row_is("SELECT count(*) FROM rated_matches", "4");
    let hall = Hall { stage };
    updated(founds(&hall.place("ana"), "4").await);
    hall.settles().await;
    let told = hall.sits("ben").await;
    let other = hall.sits("cleo").await;
    let ben = hall.place("ben");
    let unrated = updated(ben.press(&told, "Not Rated").await);
    check_seen("four_rated", [&told, &other, &unrated]);
}
