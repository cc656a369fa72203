//! A match's page in a real browser.

use fantoccini::key::Key;

use super::world::World;
use crate::support::driver::{Browser, Screen};

const BOARD: &str = "document.querySelector('img.board')";

/// Returns the turn that the page shows.
async fn turn(browser: &Browser) -> String {
    browser.text("nav[aria-label=Turns] b").await
}

/// Waits until the page shows a turn with its whole picture.
async fn shows(browser: &Browser, turn: &str) {
    browser.wait_for_text("nav[aria-label=Turns] b", turn).await;
    browser
        .wait_until(&format!("{BOARD}.complete && {BOARD}.naturalWidth > 0"))
        .await;
}

#[tokio::test]
async fn match_is_read_by_keys_and_followed_as_it_goes_on() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let world = World::new().await;
    let table = world.begin("connect-n", &["d", "c", "d"]).await;
    let path = world.linked(&table.ana).await;
    browser.open(&format!("{}{path}", world.address)).await;
    shows(&browser, "Turn 3").await;
    // Everything fits: only the list of turns scrolls.
    browser
        .wait_until("document.documentElement.scrollHeight <= innerHeight")
        .await;
    for (key, expected) in [
        (Key::Left, "Turn 2"),
        (Key::Home, "Start"),
        (Key::Right, "Turn 1"),
        (Key::End, "Turn 3"),
    ] {
        browser.press(key).await;
        shows(&browser, expected).await;
        let current = "document.querySelector('.turns a[aria-current]')?.querySelector('.n').textContent ?? '0'";
        let number = expected.trim_start_matches("Turn ").replace("Start", "0");
        browser
            .wait_until(&format!("{current} === '{number}'"))
            .await;
    }
    // The way back through what was read.
    browser.script("history.back(); return null").await;
    shows(&browser, "Turn 1").await;
    // Who reads an earlier turn is told that there is a new one.
    let mut follows = "!document.querySelector('.fresh').hidden";
    world.stage.plays(&table.ben, "c").await;
    browser.wait_until(follows).await;
    browser.click(".fresh a").await;
    shows(&browser, "Turn 4").await;
    // Who reads the newest one sees the next at once, and how the match ends.
    world.stage.plays(&table.ana, "d").await;
    shows(&browser, "Turn 5").await;
    world.stage.resigns(&table.ben).await;
    follows = "document.querySelector('.state.won') !== null";
    browser.wait_until(follows).await;
    assert_eq!(turn(&browser).await, "Turn 5");
}

#[tokio::test]
async fn who_reads_from_the_start_follows_the_match_once_at_its_newest_turn() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let world = World::new().await;
    let table = world.begin("connect-n", &["d", "c", "d"]).await;
    let path = world.linked(&table.ana).await;
    let start = format!("{}{path}?from=start", world.address);
    browser.open(&start).await;
    for expected in ["Start", "Turn 1", "Turn 2", "Turn 3"] {
        shows(&browser, expected).await;
        browser.press(Key::Right).await;
    }
    world.stage.plays(&table.ben, "c").await;
    shows(&browser, "Turn 4").await;
}

#[tokio::test]
async fn phone_shows_board_and_buttons_without_scrolling_sideways() {
    let Some(browser) = Browser::start(Screen::Phone(390, 844)).await else {
        return;
    };
    let world = World::new().await;
    let table = world.begin("anache", &["e4-N", "e9-S end"]).await;
    let path = world.linked(&table.ana).await;
    browser.open(&format!("{}{path}", world.address)).await;
    shows(&browser, "Turn 2").await;
    browser
        .wait_until("document.documentElement.scrollWidth <= innerWidth")
        .await;
    let below = "document.querySelector('nav[aria-label=Turns]').getBoundingClientRect().bottom";
    browser.wait_until(&format!("{below} <= innerHeight")).await;
    browser
        .click("nav[aria-label=Turns] a[aria-label=Back]")
        .await;
    shows(&browser, "Turn 1").await;
    browser.open(&format!("{}/g/anache", world.address)).await;
    browser
        .wait_until("document.documentElement.scrollWidth <= innerWidth")
        .await;
}
