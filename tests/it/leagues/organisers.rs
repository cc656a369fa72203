//! What organisers of leagues do, and who may do it.

use std::time::Duration;

use anteroom::features::leagues::model::Refusal;
use loopback_discord::{Answer, ChannelLayout, Layout, ServerLayout};

use super::entry::server_of;
use super::flow::{Club, PEOPLE, chooses, fills_in, founds, joins, league};
use crate::support::panels::{self, role};
use crate::support::stage::{Stage, private, refused, says, updated, whispered};

const ANNULLED: &str = "SELECT count(*) FROM matches WHERE status NOT IN ('playing', 'open')";

#[tokio::test]
async fn organiser_by_role_replaces_a_person() {
    let server = ServerLayout::new("Club")
        .role("Organiser", 0)
        .gives("eve", "Organiser")
        .channel(ChannelLayout::text("general"));
    let people = ["Ana", "Ben", "Cleo", "Dan", "Eve"].into_iter();
    let layout = people.fold(Layout::empty(), Layout::person).server(server);
    let mut stage = Stage::laid_out(layout).await;
    stage.start().await;
    let club = Club { stage };
    let (ana, eve) = (club.place("ana"), club.place("eve"));
    let nothing = league(&eve).await;
    assert!(nothing.button("New League…").is_none(), "{nothing:#?}");
    let organiser = role(&club.stage, "Club", "Organiser").await;
    panels::chooses(&ana, "server", ("contests", "role"), [organiser]).await;
    private(founds(&eve, "Berlin Open").await);
    for name in PEOPLE {
        joins(&club.place(name)).await;
    }
    club.happens("start-set", 1).await;
    club.until_monday();
    club.until_playing(6).await;
    club.settles().await;

    let [dan, new] = ["dan", "eve"].map(|name| club.stage.id(name).to_string());
    let managed = club.manages(&eve).await;
    let person = updated(chooses(&eve, &managed, "league-person", &dan).await);
    let form = chooses(&eve, &person, "league-replace", &new).await;
    let done = club.gives_reason(&eve, form).await;
    says(&done, "has the place of");
    // The games begin again once the old matches are over. The stopped clock makes that a second alarm at the same moment,
    // which waits a minute.
    club.stage.until_row(ANNULLED, "3").await;
    club.stage.pass(Duration::from_secs(61), 1).await;
    club.stage
        .until_row("SELECT count(*) FROM matches", "9")
        .await;
    club.until_playing(6).await;
    club.settles().await;
    let table = club.table(1);
    says(&table, &new);
    assert!(!table.content().contains(&dan), "{table:#?}");
    let told = club.news();
    assert!(told[2].contains("in the place of"), "{told:#?}");

    assert!(
        club.stage
            .sandbox
            .set_role("Club", "eve", "Organiser", false)
    );
    let own = league(&eve).await;
    assert!(own.button("Manage…").is_none(), "{own:#?}");
}

#[tokio::test]
async fn ordinary_member_cannot_manage() {
    let club = Club::of_four().await;
    let (ana, ben) = (club.place("ana"), club.place("ben"));
    let own = league(&ben).await;
    assert!(own.button("Manage…").is_none(), "{own:#?}");
    let managed = club.manages(&ana).await;
    // A button that is not on their page does not help either.
    for button in managed.buttons() {
        if button.label == "Back" {
            continue;
        }
        let refused = ben.click(&own, &button.custom_id).await;
        assert!(
            format!("{refused:?}").contains("Only organisers can do this")
                || matches!(refused, Answer::NotSent(_)),
            "{refused:#?}"
        );
    }
}

#[tokio::test]
async fn organiser_decides_and_undoes() {
    let club = Club::begun().await;
    let ana = club.place("ana");
    let managed = club.manages(&ana).await;
    let dan = club.stage.id("dan").to_string();
    let person = updated(chooses(&ana, &managed, "league-person", &dan).await);
    let games = person.menus();
    let menu = games
        .iter()
        .find(|menu| menu.custom_id.starts_with("league-game"));
    let options = &menu.expect("games").options;
    assert_eq!(options.len(), 3, "{person:#?}");
    let of_ben = options.iter().find(|(label, _)| label == "Against Ben");
    let game = of_ben.expect("a game").1.clone();
    let question = updated(chooses(&ana, &person, "league-game", &game).await);
    let form = ana.press(&question, "Draw…").await;
    let done = club.gives_reason(&ana, form).await;
    says(&done, "The game is decided.");
    club.until_playing(5).await;
    club.settles().await;
    let table = club.table(1);
    assert_eq!(table.content().matches("½ point").count(), 2, "{table:#?}");
    let told = club.news();
    assert!(told[2].contains("decided a game"), "{told:#?}");

    let undo = chooses(&ana, &done, "league-undo", "1").await;
    let undone = club.gives_reason(&ana, undo).await;
    says(&undone, "Undone.");
    club.until_playing(6).await;
    club.settles().await;
    let table = club.table(1);
    assert_eq!(
        table.content().matches(": 0 points").count(),
        4,
        "{table:#?}"
    );

    // It is Dan's turn in the game against Ben only, and must have been for a day.
    let managed = club.manages(&ana).await;
    let person = updated(chooses(&ana, &managed, "league-person", &dan).await);
    let form = ana.press(&person, "Forfeit Unstarted Games…").await;
    let reason = [("reason", "The rules say so.")];
    let refused = whispered(fills_in(&ana, form, &reason).await);
    assert!(refused.contains("24 hours"), "{refused}");
    club.stage.pass(Duration::from_hours(25), 1).await;
    let form = ana.press(&person, "Forfeit Unstarted Games…").await;
    club.gives_reason(&ana, form).await;
    club.until_playing(5).await;

    let managed = club.manages(&ana).await;
    let form = chooses(&ana, &managed, "league-end", "1").await;
    let texts = [("hours", "0"), ("reason", "Holidays.")];
    let refused = fills_in(&ana, form, &texts).await;
    private(refused);
    club.until_playing(0).await;
    club.happens("season-over", 1).await;
    club.settles().await;
    let told = club.news();
    let last = told.last().expect("news");
    assert!(last.contains("Season 1 is over"), "{told:#?}");
    let shown = updated(ana.press(&league(&ana).await, "All Results").await);
    says(&shown, "; beat ");
}

#[tokio::test]
async fn end_of_season_is_announced_two_days_before() {
    let mut club = Club::begun().await;
    let mut movers = Vec::new();
    for id in 1..=6 {
        movers.extend(club.stage.view(id).await.state.person_to_move());
    }
    movers.sort_unstable();
    movers.dedup();
    // One of them wants no reminders.
    let quiet = movers.pop().expect("a person");
    club.stage.change(&format!(
        "INSERT INTO habits (user, slices, nudge, last_calls, digest, private) VALUES ({quiet}, 0, 'off', '', '', 0)"
    ));
    let ana = club.place("ana");
    let managed = club.manages(&ana).await;
    let form = chooses(&ana, &managed, "league-end", "1").await;
    let texts = [("hours", "72"), ("reason", "Holidays.")];
    private(fills_in(&ana, form, &texts).await);
    club.settles().await;
    assert_eq!(club.news().len(), 3, "{:#?}", club.news());
    club.stage.pass(Duration::from_hours(1), 24).await;
    club.happens("season-ending", 1).await;
    club.settles().await;
    let posts = club.posts().into_iter();
    let reminder = posts
        .filter(|post| post.content().contains("6 matches are still running"))
        .collect::<Vec<_>>();
    assert_eq!(reminder.len(), 1, "{:#?}", club.news());
    let mut called = reminder[0].mentions();
    called.sort();
    let mut expected: Vec<_> = PEOPLE
        .into_iter()
        .filter(|name| movers.contains(&club.stage.id(name)))
        .collect();
    expected.sort_unstable();
    assert_eq!(called, expected);
    let told = club.news();
    club.stage.restart().await;
    club.settles().await;
    assert_eq!(club.news(), told);
    club.stage.pass(Duration::from_hours(12), 4).await;
    club.until_playing(0).await;
    club.happens("season-over", 1).await;
    club.settles().await;
    assert_eq!(club.news().len(), told.len() + 1, "{:#?}", club.news());
}

#[tokio::test]
async fn organiser_moves_a_person_to_another_division_before_the_start() {
    let people = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"];
    let club = Club {
        stage: server_of(&people, &[]).await,
    };
    let ana = club.place("ana");
    private(founds(&ana, "Berlin Open").await);
    for name in people {
        joins(&club.place(&name.to_lowercase())).await;
    }
    club.happens("start-set", 1).await;
    let [ana_id, eve_id] = ["ana", "eve"].map(|name| club.stage.id(name).to_string());
    let managed = club.manages(&ana).await;
    let page = updated(chooses(&ana, &managed, "league-person", &ana_id).await);
    says(&page, &format!("Division A: <@{ana_id}>"));
    let form = chooses(&ana, &page, "league-place/", "1").await;
    says(&club.gives_reason(&ana, form).await, "is moved.");
    club.until_monday();
    club.until_playing(12).await;
    club.settles().await;
    let table = club.table(1);
    says(&table, &eve_id);
    assert!(!table.content().contains(&ana_id), "{table:#?}");
    // It is too late now.
    let managed = club.manages(&ana).await;
    let form = chooses(&ana, &managed, "league-undo", "1").await;
    let answer = fills_in(&ana, form, &[("reason", "A mistake.")]).await;
    refused(answer, Refusal::TooLateToUndo(1));
}
