//! The checkers of web pages, and what they say about the sandbox's page.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::Html;
use axum::routing::get;
use fantoccini::key::Key;
use tokio::net::TcpListener;

use crate::support::checkers::{are_installed, axe, html_validate, html_validate_all};
use crate::support::driver::{Browser, Screen};
use crate::support::stage::Stage;

const NOTHING: [&str; 0] = [];

#[test]
fn html_validate_finds_faults() {
    if !are_installed() {
        return;
    }
    let good = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Page</title></head><body><p>Text</p></body></html>\n";
    let bad = good.replace("<p>Text</p>", "<ul><p>Text</ul><img>");
    let findings = html_validate_all(&[good, &bad, good]);
    assert_eq!((&findings[0], &findings[2]), (&vec![], &vec![]));
    let all = findings[1].join("\n");
    for rule in ["element-permitted-content", "element-required-attributes"] {
        assert!(all.contains(rule), "{all}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_faults() {
    let Some(browser) = Browser::start(Screen::Desktop)
        .await
        .filter(|_| are_installed())
    else {
        return;
    };
    let good =
        "data:text/html,<html lang='en'><title>Page</title><main><h1>Page</h1></main></html>";
    browser.open(good).await;
    assert_eq!(axe(browser.client()).await, NOTHING);
    let faults = "<img src='x'><button></button><p style='color:%23aaa'>Pale</p></main>";
    browser.open(&good.replace("</main>", faults)).await;
    let all = axe(browser.client()).await.join("\n");
    for rule in ["image-alt", "button-name", "color-contrast"] {
        assert!(all.contains(rule), "{all}");
    }
}

/// A picture of one pixel.
const PIXEL: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01D\0;";

/// Serves a page that a message may link to, and returns its address.
async fn linked_page() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let page = "<title>Page</title><meta name=description content=Description><meta property=og:site_name content=Site>\
                <meta property=og:image content=picture><meta name=twitter:card content=summary_large_image>";
    let router = Router::new()
        .route("/", get(Html(page)))
        .route("/picture", get(([(CONTENT_TYPE, "image/gif")], PIXEL)));
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}/")
}

/// The arrow keys scroll this list, while the focus stays in the message box: axe knows that of single-line boxes only.
const SCROLLED_BY_ARROWS: &str = "#popup: Scrollable region must have keyboard access";

/// Adds what axe finds on the open page in both themes.
async fn look(browser: &Browser, place: &str, findings: &mut Vec<String>) {
    for theme in ["light", "dark"] {
        let dress = format!("document.documentElement.dataset.theme = '{theme}';");
        browser.script(&dress).await;
        let found = axe(browser.client()).await.into_iter();
        let found = found.filter(|finding| !finding.starts_with(SCROLLED_BY_ARROWS));
        findings.extend(found.map(|finding| format!("{place}, {theme}: {finding}")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn checkers_find_nothing_on_the_sandboxs_page() {
    let page = include_str!("../../../crates/loopback-discord/src/page/index.html");
    assert_eq!(html_validate(page), NOTHING);
    let mut findings = Vec::new();
    let linked = linked_page().await;
    for (width, screen) in [
        ("wide", Screen::Desktop),
        ("narrow", Screen::Phone(390, 844)),
    ] {
        let Some(browser) = Browser::start(screen).await.filter(|_| are_installed()) else {
            return;
        };
        let (stage, table) = Stage::playing("connect-n", &[]).await;
        stage.plays(&table.ana, "d").await;
        stage.plays(&table.ben, "d").await;
        stage.board(&table, 3).await;
        let said = "# Heading\n> Quote with `code`, **strong** and ||hidden||\n- one\n- two\n-# small, <http://127.0.0.1/>";
        for place in [table.ana.clone(), stage.person("ben", stage.general())] {
            let ana = stage.sandbox.user("ana").mention();
            place
                .say(&format!("{ana} {linked}\n{said}"))
                .expect("a message");
        }
        browser.open(stage.sandbox.base_url()).await;
        browser.wait_gone("#messages[aria-busy=true]").await;
        browser.wait_for("[data-testid=unfolded] img").await;
        look(&browser, &format!("{width}, channel"), &mut findings).await;

        // A list of commands, and a command that is filled in.
        browser.click("#composer").await;
        browser.type_text("/").await;
        browser.wait_for("[role=listbox] [role=option]").await;
        look(&browser, &format!("{width}, commands"), &mut findings).await;
        browser.type_text("move").await;
        browser.wait_for_text("[role=option]", "/move").await;
        browser.press(Key::Enter).await;
        browser.wait_for("[data-option=turn]:focus").await;
        look(&browser, &format!("{width}, command"), &mut findings).await;
        browser.press(Key::Escape).await;
        browser.press(Key::Escape).await;

        // A thread with a board, its private picker, and the form behind it.
        browser.click("#messages [data-testid=thread-card]").await;
        browser.click("#messages [data-custom-id='move/1/2']").await;
        browser.wait_for("[data-testid=ephemeral]").await;
        look(&browser, &format!("{width}, thread"), &mut findings).await;
        browser.click("[data-custom-id='type/1/2']").await;
        browser
            .wait_for("[role=dialog] input, [role=dialog] textarea")
            .await;
        look(&browser, &format!("{width}, form"), &mut findings).await;
    }
    findings.sort();
    findings.dedup();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
