//! Pages as independent checkers see them, and links to them as Discord shows them.

use super::world::World;
use crate::support::checkers::{are_installed, axe, html_validate_all};
use crate::support::driver::{Browser, Screen};
use anteroom::games::CATALOGUE;

const NOTHING: [&str; 0] = [];

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
    let mut findings = Vec::new();
    let mut over = false;
    for screen in [Screen::Desktop, Screen::Phone(390, 844)] {
        let Some(browser) = Browser::start(screen).await else {
            return;
        };
        for path in [path.as_str(), &format!("{path}/1"), "/g/anache", "/nothing"] {
            browser.open(&format!("{}{path}", world.address)).await;
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
