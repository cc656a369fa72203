//! A newcomer's first minutes: one person at the sandbox's page is two, by mouse and keyboard, with the real bot.

use fantoccini::key::Key;

use crate::browser::driver::{Browser, Screen};
use crate::stage::Stage;

/// The message that stands last.
const LAST: &str = "#messages > li:last-child";

/// Challenge, accept, a refused turn, a turn in the form, and a turn by command.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_begun_and_played_on_the_page() {
    let Some(browser) = Browser::start(Screen::Desktop).await else { return };
    let stage = Stage::new().await;
    begin(&browser, &stage).await;

    // Ana's turn, in the form behind the button. What is not legal is refused to her alone, and the board stays.
    browser.click("[data-custom-id='move/1/0']").await;
    browser.wait_for("[role=dialog] input, [role=dialog] textarea").await;
    browser.type_text("z").await;
    browser.press(Key::Enter).await;
    browser.wait_for_text("[data-testid=ephemeral]", "Only you can see this").await;
    browser.wait_for_text(LAST, "There is no column z").await;
    browser.click("[data-custom-id='move/1/0']").await;
    browser.wait_for("[role=dialog] input, [role=dialog] textarea").await;
    browser.type_text("d").await;
    browser.press(Key::Enter).await;
    browser.wait_for("[data-custom-id='move/1/1']").await;
    browser.wait_for_text(LAST, "Ana").await;
    let seen = "(() => { const it = document.querySelector('#messages > li:last-child img[alt]'); return it && it.naturalWidth > 0 && it.alt.includes('d1'); })()";
    browser.wait_until(seen).await;

    // Ben answers with the command, chosen with the keyboard from what is legal.
    browser.press_with(Key::Alt, '2').await;
    browser.wait_for("#people [data-user=ben][aria-checked=true]").await;
    browser.click("#composer").await;
    browser.type_text("/move").await;
    browser.wait_for_text("[role=option]", "/move").await;
    browser.press(Key::Enter).await;
    browser.wait_for("[data-option=turn]:focus").await;
    browser.wait_for_text("[role=option]", "falls to d2").await;
    browser.press(Key::Down).await;
    browser.press(Key::Enter).await;
    browser.press(Key::Enter).await;
    browser.wait_for("[data-custom-id='move/1/2']").await;

    // The first board's button answers for itself.
    browser.click("[data-custom-id='move/1/0']").await;
    browser.wait_for_text(LAST, "moved on").await;
}

/// The same first steps on a telephone.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_begun_on_a_telephone() {
    let Some(browser) = Browser::start(Screen::Phone(390, 844)).await else { return };
    let stage = Stage::new().await;
    begin(&browser, &stage).await;
    let sideways = "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1";
    browser.wait_until(sideways).await;
}

/// Ana challenges Ben with the keyboard, Ben accepts with the mouse, and Ana goes to the thread.
async fn begin(browser: &Browser, stage: &Stage) {
    browser.open(stage.sandbox.base_url()).await;
    browser.wait_for("#people [data-user=ana][aria-checked=true]").await;
    browser.wait_gone("[data-testid=bot-offline]").await;
    browser.wait_gone("#messages[aria-busy=true]").await;
    browser.click("#composer").await;
    browser.type_text("/play conn").await;
    browser.wait_until("document.querySelectorAll('[role=option]').length === 1").await;
    browser.press(Key::Tab).await;
    browser.wait_for("[data-command='play connect-n']").await;
    for (option, value, offered) in [("opponent", "ben", "Ben"), ("colour", "red", "Red")] {
        browser.type_text(option).await;
        browser.wait_for_text("[role=option]", option).await;
        browser.press(Key::Enter).await;
        browser.wait_for(&format!("[data-option={option}]:focus")).await;
        browser.type_text(value).await;
        browser.wait_for_text("[role=option]", offered).await;
        browser.press(Key::Enter).await;
    }
    browser.press(Key::Enter).await;
    browser.wait_for("[data-custom-id='accept/1']").await;

    browser.click("#people [data-user=ben]").await;
    browser.wait_for("#people [data-user=ben][aria-checked=true]").await;
    browser.click("[data-custom-id='accept/1']").await;
    browser.wait_for_text(LAST, "Connect N").await;

    browser.click("#people [data-user=ana]").await;
    browser.click("#messages [data-testid=thread-card]").await;
    browser.wait_for("[data-custom-id='move/1/0']").await;
    browser.wait_until("document.querySelector('#messages img[alt]')?.naturalWidth > 0").await;
}
