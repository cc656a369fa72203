//! Pages as independent checkers see them, and links to them as Discord shows them.

use super::contests;
use super::world::World;
use crate::ladders::flow as ladders;
use crate::leagues::flow as leagues;
use crate::support::checkers::{are_installed, axe, html_validate_all};
use crate::support::driver::{Browser, Screen};
use crate::support::stage::private;
use anteroom::games::CATALOGUE;

const NOTHING: [&str; 0] = [];

/// Makes the page of a league whose first season is being played, in a world of its own.
async fn league() -> (World, String) {
    let world = World::new().await;
    let ana = contests::league(&world.stage).await;
    let path = contests::linked(&world, &ana, "league").await;
    (world, path)
}

/// Makes the pages of a knock-out that is being played, a ladder, and a league that has not begun.
async fn contests(world: &World) -> Vec<String> {
    let stage = &world.stage;
    let ana = contests::knock_out(stage).await;
    contests::begins(stage, &ana).await;
    let mut paths = vec![contests::linked(world, &ana, "tournament").await];
    let [first] = stage.people(["ana"]);
    ladders::founds(&first, "Monday Ladder").await;
    for place in stage.people(["ana", "ben", "cleo"]) {
        ladders::joins(&place).await;
    }
    paths.push(contests::linked(world, &ana, "ladder").await);
    private(leagues::founds(&ana, "Berlin Open").await);
    leagues::joins(&ana).await;
    paths.push(contests::linked(world, &ana, "league").await);
    paths
}

#[tokio::test]
async fn every_kind_of_page_is_valid_html() {
    if !are_installed() {
        return;
    }
    let world = World::new().await;
    let table = world.begin("antichess", &["e2e3", "e7e6"]).await;
    let path = world.linked(&table.ana).await;
    let mut pages = Vec::new();
    for rest in ["", "/0", "/1", "?from=start", "?side=second"] {
        pages.push(world.page(&format!("{path}{rest}")).await);
    }
    world.stage.resigns(&table.ben).await;
    pages.push(world.page(&path).await);
    for path in contests(&world).await {
        pages.push(world.page(&path).await);
    }
    let (other, path) = league().await;
    pages.push(other.page(&path).await);
    pages.push(world.get("/nothing").await);
    for game in CATALOGUE {
        pages.push(world.page(&format!("/g/{}", game.card.key)).await);
    }
    let texts: Vec<&str> = pages.iter().map(|page| page.text()).collect();
    let findings = html_validate_all(&texts);
    assert_eq!(findings.concat(), NOTHING);
}

/// Makes the page dark, as browsers do where people have chosen so.
const DARK: &str = "for (const rule of document.styleSheets[0].cssRules) \
    if (rule.media?.mediaText.includes('dark')) rule.media.mediaText = 'all'; return null";

#[tokio::test]
async fn everybody_can_use_the_pages() {
    if !are_installed() {
        return;
    }
    let world = World::new().await;
    let table = world.begin("antichess", &["e2e3", "e7e6"]).await;
    let path = world.linked(&table.ana).await;
    let contests = contests(&world).await;
    let (other, of_league) = league().await;
    let of_league = format!("{}{of_league}", other.address);
    let mut findings = Vec::new();
    let mut over = false;
    for screen in [Screen::Desktop, Screen::Phone(390, 844)] {
        let Some(browser) = Browser::start(screen).await else {
            return;
        };
        let of_match = [path.as_str(), &format!("{path}/1"), "/g/anache", "/nothing"];
        let of_contests = contests.iter().map(String::as_str);
        let here = of_match.into_iter().chain(of_contests);
        let here = here.map(|path| format!("{}{path}", world.address));
        for path in here.chain([of_league.clone()]) {
            browser.open(&path).await;
            browser.wait_for("h1").await;
            for theme in ["light", "dark"] {
                if theme == "dark" {
                    browser.script(DARK).await;
                }
                let found = axe(browser.client()).await.into_iter();
                findings.extend(found.map(|one| format!("{path}, {screen:?}, {theme}: {one}")));
            }
        }
        if !over {
            over = true;
            world.stage.resigns(&table.ben).await;
        }
    }
    assert_eq!(findings, NOTHING);
}

#[tokio::test]
async fn link_in_a_channel_shows_the_board_and_says_what_stays_true() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d", "c"]).await;
    let answer = world.asked(&table.ana).await;
    let sandbox = &world.stage.sandbox;
    let done = sandbox.until(|sandbox| (sandbox.unfolding() == 0).then_some(()));
    done.await.expect("all pages");
    let shown = table.ana.message(answer.id()).expect("the answer");
    let embed = &shown.json()["embeds"][0];
    assert_eq!(embed["title"], "Ana vs Ben · Connect N");
    assert_eq!(embed["provider"]["name"], "Anteroom");
    let picture = &embed["thumbnail"];
    assert_eq!(
        (picture["width"].as_u64(), picture["height"].as_u64()),
        (Some(1200), Some(630))
    );
    // The page goes on, and what was shown stays.
    world.stage.plays(&table.ana, "d").await;
    let later = table.ana.message(answer.id()).expect("the answer");
    assert_eq!(later.json()["embeds"][0], *embed);
}
