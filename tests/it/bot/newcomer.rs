//! A newcomer on a phone: a match against the computer, the first lessons, and what follows.

use std::sync::Arc;

use anteroom::features::computers::Engine;
use anteroom::games::with_lessons;
use anteroom::search::{Strength, think};
use fantoccini::key::Key;

use crate::support::computers::{lost_match, stage_with};
use crate::support::driver::{Browser, Screen};
use crate::support::program::Program;
use crate::support::stage::Stage;

/// The newest message.
const LAST: &str = "#messages > li:last-child";

/// The link to the thread of a match, in the answer to the person who began it.
const THREAD: &str = "[data-testid=ephemeral] [data-channel-mention]";

const PHONE: Screen = Screen::Phone(390, 844);

/// A browser that counts clicks.
struct Newcomer {
    browser: Browser,
    clicks: usize,
}

impl Newcomer {
    /// Starts a browser; `None` if none is installed.
    async fn start() -> Option<Self> {
        let browser = Browser::start(PHONE).await?;
        Some(Self { browser, clicks: 0 })
    }

    async fn arrives_at(&self, page: &str) {
        self.browser.open(page).await;
        self.browser.wait_gone("[data-testid=bot-offline]").await;
        self.browser.wait_gone("#messages[aria-busy=true]").await;
    }

    async fn click(&mut self, css: &str) {
        self.browser.click(css).await;
        self.clicks += 1;
    }

    /// Waits until all these elements are on the screen at once.
    async fn sees(&self, all: &[&str]) {
        let all = serde_json::to_string(all).expect("texts");
        let seen = format!(
            "{all}.every((css) => {{ const it = [...document.querySelectorAll(css)].pop(); if (!it) return false; \
             const at = it.getBoundingClientRect(); return at.height > 0 && at.top >= 0 && at.bottom <= innerHeight; }})"
        );
        self.browser.wait_until(&seen).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_against_the_computer_is_three_clicks_away() {
    let Some(mut newcomer) = Newcomer::start().await else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (_program, page) = Program::sandbox(folder.path()).await;
    newcomer.arrives_at(&page).await;
    newcomer.click("[data-testid=first-step]").await;
    newcomer
        .click("[data-testid=ephemeral] [data-custom-id^='pick/'][data-custom-id$='/d']")
        .await;
    newcomer
        .click("[data-testid=ephemeral] [data-custom-id^='play/']")
        .await;
    newcomer
        .browser
        .wait_for_text("[data-testid=ephemeral]", "You played d")
        .await;
    assert_eq!(newcomer.clicks, 3);
    newcomer.click(THREAD).await;
    newcomer.browser.wait_for_text(LAST, "Turn 2:").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn first_lessons_have_task_and_choices_on_one_screen() {
    let Some(mut newcomer) = Newcomer::start().await else {
        return;
    };
    let stage = Stage::new().await;
    newcomer.arrives_at(stage.sandbox.base_url()).await;
    for game in with_lessons() {
        let key = game.card.key;
        let first = &game.lessons().expect("lessons")[0];
        newcomer.browser.click("#composer").await;
        newcomer.browser.type_text("/learn").await;
        newcomer
            .browser
            .wait_for_text("[role=option]", "/learn")
            .await;
        newcomer.browser.press(Key::Enter).await;
        newcomer.browser.press(Key::Enter).await;
        newcomer
            .click(&format!("{LAST} [data-custom-id='lessons/{key}']"))
            .await;
        newcomer
            .click(&format!("{LAST} [data-custom-id='lesson/{}']", first.id))
            .await;
        let exercise = first.exercise.as_ref().expect("a task");
        newcomer
            .browser
            .wait_for_text(&format!("{LAST} .embed"), &exercise.task)
            .await;
        // Wait for the board's picture, which determines the layout.
        let drawn = format!("document.querySelector('{LAST} img[alt]')?.naturalWidth > 0");
        newcomer.browser.wait_until(&drawn).await;
        let solution = format!("{LAST} [data-custom-id='lesson-show/{}']", first.id);
        newcomer.sees(&[&format!("{LAST} .embed"), &solution]).await;
        newcomer.click(&solution).await;
        newcomer
            .browser
            .wait_for(&format!("{LAST} [data-custom-id='lesson/{}']", first.id))
            .await;
    }
    // Three clicks a lesson: the game, *Begin*, *Show Solution*.
    assert_eq!(newcomer.clicks, 3 * with_lessons().count());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_leads_to_the_analysis_and_to_ones_own_mistakes() {
    let Some(mut newcomer) = Newcomer::start().await else {
        return;
    };
    let engine = Engine::with_search(|position, _, seed, stop| {
        think(position, Strength::Nodes(400), seed, stop)
    });
    let stage = stage_with(Arc::new(engine)).await;
    lost_match(&stage).await;
    newcomer.arrives_at(stage.sandbox.base_url()).await;
    newcomer.click("#people [data-user=ben]").await;
    newcomer.click("#messages [data-testid=thread-card]").await;
    newcomer
        .browser
        .wait_for(&format!("{LAST} [data-custom-id='rematch/1']"))
        .await;
    let picture = format!("document.querySelectorAll('{LAST} img[alt]').length === 1");
    newcomer.browser.wait_until(&picture).await;
    newcomer
        .sees(&[&format!("{LAST} [data-custom-id='replay/1']")])
        .await;
    newcomer
        .click(&format!("{LAST} [data-custom-id='analysis/1']"))
        .await;
    let mistakes = "[data-testid=ephemeral] [data-custom-id='mistake/1/0']";
    newcomer.browser.wait_for(mistakes).await;
    newcomer.click(mistakes).await;
    newcomer
        .browser
        .wait_for("[data-testid=ephemeral] [data-custom-id^='pick/'][data-custom-id$='/d']")
        .await;
    assert_eq!(newcomer.clicks, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_out_when_a_week_passes_on_the_page() {
    let Some(browser) = Browser::start(Screen::Desktop).await else {
        return;
    };
    let mut newcomer = Newcomer { browser, clicks: 0 };
    let folder = tempfile::tempdir().expect("a folder");
    let (_program, page) = Program::sandbox(folder.path()).await;
    newcomer.arrives_at(&page).await;
    newcomer.click("[data-testid=first-step]").await;
    newcomer.click(THREAD).await;
    newcomer.browser.wait_for(LAST).await;
    newcomer.click("#guild-menu").await;
    newcomer.click("[role=menuitem]:nth-child(4)").await;
    newcomer.browser.wait_for_text(LAST, "time").await;
    newcomer
        .browser
        .wait_for(&format!("{LAST} [data-custom-id='rematch/1']"))
        .await;
}
