//! Who may join leagues and ladders.

use anteroom::kernel::NotAdmitted;
use anteroom::matches::{RatingBand, RoleId};
use anteroom::ratings::Rating;
use loopback_discord::{ChannelLayout, Layout, Message, Place, ServerLayout};

use super::flow::{Club, chooses, fills_in, founds, joins, league};
use crate::ladders;
use crate::support::panels::{self, role};
use crate::support::stage::{Stage, private, refused, says, updated};

/// A server with a role that only Ben has, and a channel.
async fn server_with_a_role() -> Stage {
    server_of(&["Ana", "Ben", "Cleo"], &["ben"]).await
}

/// A server with people, some of whom have the role *Member*, and a channel.
pub(crate) async fn server_of(people: &[&str], with_role: &[&str]) -> Stage {
    let server = ServerLayout::new("Club")
        .role("Member", 0)
        .channel(ChannelLayout::text("general"));
    let server = with_role
        .iter()
        .fold(server, |server, name| server.gives(name, "Member"));
    let people = people.iter().copied();
    let layout = people.fold(Layout::empty(), Layout::person).server(server);
    let mut stage = Stage::laid_out(layout).await;
    stage.start().await;
    stage
}

/// Opens the page of who may join.
pub(crate) async fn entry_page(place: &Place, shown: &Message) -> Message {
    let managed = private(place.press(shown, "Manage…").await);
    updated(place.press(&managed, "Who May Join…").await)
}

#[tokio::test]
async fn league_takes_people_with_a_role() {
    let club = Club {
        stage: server_with_a_role().await,
    };
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| club.place(name));
    private(founds(&ana, "Berlin Open").await);
    joins(&ana).await;
    let member = role(&club.stage, "Club", "Member").await;
    let shown = entry_page(&ana, &league(&ana).await).await;
    says(&shown, "who may join: everyone");
    assert!(shown.button("Everyone").is_none(), "{shown:#?}");
    let chosen = updated(chooses(&ana, &shown, "league-entry", &member).await);
    says(&chosen, &format!("<@&{member}>"));
    club.settles().await;
    says(
        &club.gathering(),
        &format!("Who may join: people with the role <@&{member}>."),
    );

    let refusal = NotAdmitted::Roles(vec![RoleId(member.parse().expect("an id"))]);
    refused(cleo.press(&league(&cleo).await, "Join").await, refusal);
    says(&joins(&ben).await, "You have joined.");
    // Who takes part already stays.
    club.stage
        .row_is("SELECT count(*) FROM journal_people WHERE member = 1", "2");

    let everyone = updated(ana.press(&chosen, "Everyone").await);
    says(&everyone, "who may join: everyone");
    says(&joins(&cleo).await, "You have joined.");
    club.settles().await;
    assert!(!club.gathering().content().contains("Who may join"));
    let managed = updated(ana.press(&everyone, "Back").await);
    assert!(managed.button("Close…").is_some(), "{managed:#?}");
}

#[tokio::test]
async fn role_is_asked_for_again_before_a_season() {
    let people = ["ana", "ben", "cleo", "dan", "eve"];
    let club = Club {
        stage: server_of(&["Ana", "Ben", "Cleo", "Dan", "Eve"], &people).await,
    };
    let ana = club.place("ana");
    private(founds(&ana, "Berlin Open").await);
    let member = role(&club.stage, "Club", "Member").await;
    let shown = entry_page(&ana, &league(&ana).await).await;
    updated(chooses(&ana, &shown, "league-entry", &member).await);
    for name in people {
        joins(&club.place(name)).await;
    }
    club.happens("start-set", 1).await;
    club.settles().await;
    assert!(club.stage.sandbox.set_role("Club", "eve", "Member", false));
    club.until_monday();
    club.until_playing(6).await;
    club.settles().await;
    let told = club.news();
    let eve = club.stage.id("eve");
    let about = told.iter().find(|one| one.contains("does not play"));
    assert_eq!(
        about.expect("news"),
        &format!(
            "**Berlin Open**: <@{eve}> does not play in this season: only people with the role <@&{member}> can."
        )
    );
    club.stage
        .row_is("SELECT count(*) FROM journal_people WHERE member = 1", "4");
}

#[tokio::test]
async fn ladder_takes_people_within_bounds_of_rating() {
    let stage = Stage::new().await;
    let [ana, ben, cleo] = stage.people(["ana", "ben", "cleo"]);
    ladders::flow::founds(&ana, "Monday Ladder").await;
    let rates = |name: &str, points: u32, deviation: u32| {
        let (user, at) = (stage.id(name), stage.clock.now().0);
        stage.change(&format!(
            "INSERT INTO ratings VALUES ({user}, 'connect-n', {at}, 20, {points}, {deviation}, 0.09)"
        ));
    };
    rates("ben", 1700, 60);
    rates("cleo", 1700, 200);
    let shown = entry_page(&ana, &ladders::flow::ladder(&ana).await).await;
    let band = RatingBand {
        lowest: Some(1600),
        highest: None,
        certain: true,
    };
    let form = ana.press(&shown, "Ratings…").await;
    let wrong = [("lowest", "1600"), ("highest", "1500"), ("certain", "no")];
    let told = private(fills_in(&ana, form, &wrong).await);
    says(&told, "above the highest");
    let form = ana.press(&shown, "Ratings…").await;
    let typed = [("lowest", "1600"), ("highest", ""), ("certain", "yes")];
    let chosen = updated(fills_in(&ana, form, &typed).await);
    says(&chosen, "people rated 1600 or more without a “?”");

    let shown = ladders::flow::ladder(&cleo).await;
    let uncertain = Rating {
        points: 1700.0,
        deviation: 200.0,
        volatility: 0.09,
    };
    refused(
        cleo.press(&shown, "Join").await,
        NotAdmitted::Rating(band, uncertain),
    );
    let shown = ladders::flow::ladder(&ana).await;
    refused(
        ana.press(&shown, "Join").await,
        NotAdmitted::Rating(band, Rating::START),
    );
    says(&ladders::flow::joins(&ben).await, "in place 1");
    ladders::flow::until_told(&stage).await;
    let post = ana.messages().into_iter();
    // Her own page, which begins alike, may come before it.
    let mut post =
        post.filter(|one| !one.is_ephemeral() && one.content().starts_with("**Monday Ladder**"));
    says(
        &post.next().expect("the post"),
        "Who may join: people rated 1600 or more without a “?”.",
    );
}

#[tokio::test]
async fn blocks_do_not_matter_in_a_league() {
    let club = Club::of_four().await;
    panels::blocks(&club.stage, &club.place("ana"), "ben").await;
    club.until_monday();
    club.until_playing(6).await;
}
