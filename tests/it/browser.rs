//! The sandbox's page, used by mouse and keyboard in headless Chromium.

pub mod driver;

use driver::{Browser, Screen};
use fantoccini::key::Key;

#[tokio::test]
async fn trial() {
    let Some(browser) = Browser::start(Screen::Desktop).await else { return };
    browser.open("http://127.0.0.1:8800/").await;
    browser.wait_for("#messages [data-message-id]").await;
    browser.click("#composer").await;
    browser.type_text("/move ").await;
    browser.wait_for("[role=option]").await;
    browser.type_text("c").await;
    browser.wait_until("document.querySelectorAll('[role=option]').length === 1").await;
    browser.press(Key::Enter).await;
    browser.press(Key::Enter).await;
    browser.wait_for_text(".content", "\"value\":\"c\"").await;
    browser.press_with(Key::Alt, '2').await;
    browser.wait_for("[data-user=bo][aria-checked=true]").await;
    browser.screenshot(std::path::Path::new("/tmp/page-shots/trial.png")).await;
    let Some(phone) = Browser::start(Screen::Phone(390, 844)).await else { return };
    phone.open("http://127.0.0.1:8800/").await;
    phone.wait_for("#messages [data-message-id]").await;
    assert_eq!(phone.script("return [innerWidth, document.documentElement.scrollWidth]").await, serde_json::json!([390, 390]));
}
