//! The page of a match with a team.

use reqwest::StatusCode;

use super::matches::words;
use super::world::World;
use crate::support::messages::check_text;
use crate::support::stage::{private, updated};
use crate::teams::flow::{names, sets_up};

#[tokio::test]
async fn page_names_the_team_and_neither_members_nor_counts() {
    let world = World::new().await;
    let stage = &world.stage;
    let [ana, ben, cleo, dan] = stage.people(["ana", "ben", "cleo", "dan"]);
    let shown = sets_up(&ana).await;
    names(&ana, &shown, &[("name", "Woodpushers")]).await;
    stage.until_announced().await;
    let all = ben.messages().into_iter();
    let mut cards = all.filter(|one| one.button("Accept").is_some());
    let card = cards.next().expect("a challenge");
    ben.press(&card, "Accept").await;
    let thread = stage.thread(0).await;
    stage.until_announced().await;
    let at_board = |name: &str| stage.person(name, thread);
    let votes = async |name: &str, column: &str| {
        let place = at_board(name);
        let typed = private(place.command("move", [("turn", column)]).await);
        updated(place.press(&typed, "Vote").await);
    };
    if stage.state(1).await.voting().is_none() {
        stage.plays(&at_board("ben"), "a").await;
    }
    drop((cleo, dan));
    for (name, column) in [("ana", "d"), ("cleo", "d"), ("dan", "e")] {
        votes(name, column).await;
    }
    let path = world.linked(&at_board("ana")).await;
    let voting = world.page(&path).await;
    check_text("voting", &words(voting.text()));
    let turns = stage.state(1).await.record().len();
    stage.pass_due(std::time::Duration::from_hours(25)).await;
    stage.until_announced().await;
    assert_eq!(stage.state(1).await.record().len(), turns + 1);
    let running = world.page(&path).await;
    for page in [&voting, &running] {
        for name in ["Ana", "Cleo", "Dan", "ana", "cleo"] {
            let text = words(page.text());
            let mut said = text.split(|c: char| !c.is_alphanumeric());
            assert!(!said.any(|word| word == name), "{name}: {text}");
        }
        let ids = ["ana", "cleo", "dan"].map(|name| stage.id(name).to_string());
        assert!(ids.iter().all(|id| !page.text().contains(id)));
        assert!(page.all("alt").iter().all(|alt| !alt.is_empty()));
    }
    check_text("running", &words(running.text()));
    stage.resigns(&at_board("ben")).await;
    let over = world.page(&path).await;
    assert_eq!(over.status, StatusCode::OK);
    check_text("over", &words(over.text()));
    let files = over.all("href").into_iter();
    for file in files.filter(|one| one.contains("/match.")) {
        let got = world.page(&file).await;
        let text = String::from_utf8_lossy(&got.body).into_owned();
        for name in ["ana", "cleo", "dan"] {
            assert!(!text.contains(&stage.id(name).to_string()), "{file}");
        }
    }
}
