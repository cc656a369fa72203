//! A season from the first click to its champion, on the sandbox's page with its clock.

use fantoccini::key::Key;

use crate::support::driver::{Browser, Screen};
use crate::support::program::Program;

use super::flow::PEOPLE;

/// A private answer.
const ANSWER: &str = "#messages > [data-testid=ephemeral]";
const A_WEEK_LATER: &str = "[role=menuitem]:nth-child(4)";

/// Lets a week pass with the menu beside the server's name.
async fn passes_a_week(browser: &Browser) {
    browser.click("#guild-menu").await;
    browser.click(A_WEEK_LATER).await;
    browser.wait_gone("[role=menu]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn newcomer_plays_a_season_of_four_on_the_page() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (_program, page) = Program::sandbox(folder.path()).await;
    browser.open(&page).await;
    browser.wait_gone("[data-testid=bot-offline]").await;
    browser.wait_gone("#messages[aria-busy=true]").await;

    browser.click("#composer").await;
    browser.type_text("/league").await;
    browser.wait_for_text("[role=option]", "/league").await;
    browser.press(Key::Enter).await;
    browser.press(Key::Enter).await;
    browser
        .click(&format!("{ANSWER} [data-custom-id='league-new']"))
        .await;
    browser
        .click(&format!("{ANSWER} [data-custom-id^='league-set/game']"))
        .await;
    browser.click("[role=option][data-value=connect-n]").await;
    browser.wait_for_text(ANSWER, "Connect N").await;
    browser
        .click(&format!("{ANSWER} [data-custom-id^='league-create/']"))
        .await;
    browser.click("dialog [data-custom-id=name]").await;
    browser.type_text("Four in a Row Club").await;
    browser.press(Key::Enter).await;

    for name in PEOPLE {
        browser.click(&format!("#people [data-user={name}]")).await;
        browser
            .click("#messages [data-custom-id^='league-join/']")
            .await;
        browser.wait_for_text(ANSWER, "You have joined").await;
    }
    browser.wait_for_text("#messages", "Season 1 starts").await;
    passes_a_week(&browser).await;
    browser.wait_for_text("#messages", "Season 1 begins").await;
    // Nobody moves, so the clocks run out.
    passes_a_week(&browser).await;
    browser.wait_for_text("#messages", "champion").await;
    browser.wait_for_text("#messages", "Season 2").await;
}
