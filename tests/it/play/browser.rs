//! A sitting on the sandbox's page, on a phone.

use std::time::Duration;

use anteroom::features::play::messages::NOTHING_LEFT;
use fantoccini::key::Key;

use crate::support::driver::{Browser, Screen};
use crate::support::stage::Stage;

/// The width of the phone's page in pixels.
const WIDTH: u32 = 390;

/// The only private message of the sitting.
const ANSWER: &str = "#messages > [data-testid=ephemeral]";

/// Longer than the second in which a press plays nothing.
const A_LOOK: Duration = Duration::from_secs(2);

/// The games of the waiting matches, the most urgent first.
const GAMES: [&str; 9] = [
    "connect-n",
    "anaash",
    "connect-n",
    "connect-n",
    "anaash",
    "connect-n",
    "connect-n",
    "anaash",
    "connect-n",
];

/// The match that is skipped, counted from 1.
const SKIPPED: usize = 3;

/// A person with a browser who counts their presses.
struct Sitting<'a> {
    browser: &'a Browser,
    presses: usize,
}

impl Sitting<'_> {
    /// Presses the button of the private message that is found by this CSS.
    async fn press(&mut self, css: &str) {
        self.browser.click(&format!("{ANSWER} {css}")).await;
        self.presses += 1;
    }

    /// Presses the button of a pick.
    async fn pick(&mut self, key: &str) {
        self.press(&format!(
            "[data-custom-id^='pick/'][data-custom-id$='/{key}']"
        ))
        .await;
    }

    /// Waits for a picker, and checks that it fits on the screen.
    async fn waits_for(&self, number: usize) {
        let words = format!(", match {number}, ");
        self.browser.wait_for_text(ANSWER, &words).await;
        self.fits().await;
    }

    /// Checks that nothing is wider than the phone once the pictures are loaded.
    async fn fits(&self) {
        let loaded = "[...document.images].every((one) => one.complete && one.naturalWidth > 0)";
        self.browser.wait_until(loaded).await;
        // A phone widens its page to what does not fit, so the page's own width proves nothing.
        let widest = "return Math.max(innerWidth, document.scrollingElement.scrollWidth, \
             ...[...document.querySelectorAll('#messages, #messages > li')].map((one) => \
             Math.ceil(one.getBoundingClientRect().left) + one.scrollWidth));";
        let widest = self.browser.script(widest).await;
        let widest = widest.as_u64().unwrap_or_else(|| panic!("{widest}"));
        assert!(widest <= WIDTH.into(), "{widest} pixels");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nine_turns_are_played_in_one_message_on_a_phone() {
    let Some(browser) = Browser::start(Screen::Phone(WIDTH, 844)).await else {
        return;
    };
    let stage = Stage::new().await;
    for game in GAMES {
        stage.begin(game, &[]).await;
        stage.advance(Duration::from_mins(1));
    }
    browser.open(stage.sandbox.base_url()).await;
    browser.wait_gone("#messages[aria-busy=true]").await;
    browser.click("#composer").await;
    browser.type_text("/games").await;
    browser.wait_for_text("[role=option]", "/games").await;
    browser.press(Key::Enter).await;
    browser.press(Key::Enter).await;
    browser.wait_for(ANSWER).await;

    let mut sitting = Sitting {
        browser: &browser,
        presses: 0,
    };
    sitting.fits().await;
    sitting.press("[data-custom-id='next']").await;
    let mut in_columns = 1;
    let others = (1..=GAMES.len()).filter(|number| *number != SKIPPED);
    for number in others.chain([SKIPPED]) {
        if number == SKIPPED + 1 {
            sitting.waits_for(SKIPPED).await;
            stage.advance(A_LOOK);
            sitting.press("[data-custom-id^='skip/']").await;
        }
        sitting.waits_for(number).await;
        stage.advance(A_LOOK);
        let before = sitting.presses;
        if GAMES[number - 1] == "connect-n" {
            sitting.pick("d").await;
        } else {
            sitting.pick("c3").await;
            sitting.pick("c4").await;
        }
        sitting.fits().await;
        sitting.press("[data-custom-id^='play/']").await;
        if GAMES[number - 1] == "connect-n" {
            in_columns += sitting.presses - before;
        }
    }
    browser.wait_for_text(ANSWER, NOTHING_LEFT).await;
    sitting.fits().await;
    assert_eq!(browser.count(ANSWER).await, 1);
    // At this rate nine turns of Connect N take nineteen presses with the one that opens the first.
    let columns = GAMES.iter().filter(|game| **game == "connect-n").count();
    assert_eq!(in_columns, 1 + 2 * columns);
    // *Skip* is one more, and a turn of анааш takes three.
    assert_eq!(
        sitting.presses,
        in_columns + 1 + 3 * (GAMES.len() - columns)
    );
    stage.row_is("SELECT count(*) FROM matches WHERE turns = 1", "9");
    let last = "SELECT match_id FROM events WHERE kind = 'turn' ORDER BY position DESC LIMIT 1";
    stage.row_is(last, &SKIPPED.to_string());
}
