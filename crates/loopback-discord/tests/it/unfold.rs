//! Links that messages unfold, with a small web site on this machine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use loopback_discord::{Event, Sandbox, permissions};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::api::Api;
use super::browser::driver::{Browser, Screen};
use super::{quiet_config, quiet_sandbox};
use crate::openapi;

/// What the site answers at a path.
#[derive(Clone)]
enum Answer {
    Page(String),
    Picture(Vec<u8>),
    /// Bytes with a content type.
    Other(&'static str, Vec<u8>),
    Redirect(String),
    Missing,
    /// A page that goes on for ever.
    Endless,
    /// A page of which nothing comes.
    Silent,
}

/// A web site whose pages a test may change.
#[derive(Clone, Default)]
pub struct Site {
    address: String,
    answers: Arc<Mutex<HashMap<String, Answer>>>,
    asked: Arc<Mutex<Vec<(String, String)>>>,
}

impl Site {
    pub async fn start() -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let site = Site {
            address: format!("http://{address}"),
            ..Site::default()
        };
        let router = Router::new().fallback(serve).with_state(site.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        site
    }

    fn set(&self, path: &str, answer: Answer) -> String {
        let mut answers = self.answers.lock().expect("the pages");
        answers.insert(path.to_owned(), answer);
        format!("{}{path}", self.address)
    }

    /// Sets a page with these metas, and returns its address.
    pub fn page(&self, path: &str, metas: &[(&str, &str)]) -> String {
        let metas = metas.iter().map(|(name, content)| {
            let content = content.replace('&', "&amp;").replace('"', "&quot;");
            format!("<meta property=\"{name}\" content=\"{content}\">")
        });
        let head: String = metas.collect();
        let html = format!("<!doctype html><html><head>{head}</head><body>Hello</body></html>");
        self.set(path, Answer::Page(html))
    }

    /// Sets a picture of this size in one colour, and returns its address.
    pub fn picture(&self, path: &str, width: u32, height: u32) -> String {
        self.set(path, Answer::Picture(png_of(width, height)))
    }

    /// Returns the paths that were asked for, in order.
    fn asked(&self) -> Vec<String> {
        let asked = self.asked.lock().expect("the requests");
        asked.iter().map(|(path, _)| path.clone()).collect()
    }
}

fn png_of(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    let pixels = vec![160; width as usize * height as usize];
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

async fn serve(State(site): State<Site>, uri: Uri, headers: HeaderMap) -> Response {
    let agent = headers.get(header::USER_AGENT);
    let agent = agent.map_or("", |agent| agent.to_str().expect("text"));
    let path = uri.path_and_query().map_or("", |path| path.as_str());
    let asked = (path.to_owned(), agent.to_owned());
    site.asked.lock().expect("the requests").push(asked);
    let answer = site.answers.lock().expect("the pages").get(path).cloned();
    let typed = |kind: &'static str, body: Body| ([(header::CONTENT_TYPE, kind)], body);
    match answer.unwrap_or(Answer::Missing) {
        Answer::Page(html) => typed("text/html; charset=utf-8", html.into()).into_response(),
        Answer::Picture(bytes) => typed("image/png", bytes.into()).into_response(),
        Answer::Other(kind, bytes) => typed(kind, bytes.into()).into_response(),
        Answer::Redirect(to) => (StatusCode::FOUND, [(header::LOCATION, to)]).into_response(),
        Answer::Missing => StatusCode::NOT_FOUND.into_response(),
        Answer::Endless => {
            let first = "<meta property=og:title content=Endless><p>".to_owned();
            let parts = futures_util::stream::unfold(first, |part| async move {
                let part = Bytes::from(part);
                Some((Ok::<_, std::io::Error>(part), "x".repeat(4_096)))
            });
            typed("text/html", Body::from_stream(parts)).into_response()
        }
        Answer::Silent => std::future::pending().await,
    }
}

/// The metas of a page with everything.
const FULL: [(&str, &str); 7] = [
    ("og:title", "Ana & Ben · Anache"),
    ("og:description", "After turn 14: Ben to move"),
    ("og:site_name", "Anteroom"),
    ("og:image", "/board.png?turn=14&side=1"),
    ("og:image:alt", "A board"),
    ("twitter:card", "summary_large_image"),
    ("theme-color", "#3ba55d"),
];

/// Waits until no page is being fetched.
async fn settled(sandbox: &Sandbox) {
    let all = sandbox.until(|sandbox| (sandbox.unfolding() == 0).then_some(()));
    all.await.expect("all pages are fetched");
}

/// Posts a text as the bot, waits for its pages, and returns the message.
async fn posted(sandbox: &Sandbox, api: &Api, path: &str, content: &str) -> Value {
    let reply = api.post(path, json!({ "content": content })).await;
    assert_eq!(reply.body["embeds"], json!([]), "{content}");
    settled(sandbox).await;
    api.get(&format!("{path}/{}", reply.id())).await.body
}

async fn start() -> (Sandbox, Api, String, Site) {
    let sandbox = quiet_sandbox().await;
    let api = Api::of(&sandbox);
    let path = format!("/channels/{}/messages", sandbox.channel("general"));
    (sandbox, api, path, Site::start().await)
}

#[tokio::test]
async fn link_is_unfolded_after_the_message_was_posted() {
    let (sandbox, api, path, site) = start().await;
    let picture = site.picture("/board.png?turn=14&side=1", 120, 63);
    let page = site.page("/m/1", &FULL);
    let mut events = sandbox.watch();
    let content = format!("Watch us: {page}#board.");
    let message = posted(&sandbox, &api, &path, &content).await;

    // The message comes first without the embed, then with it and otherwise unchanged.
    let changed = events.next(|event| match event {
        Event::MessageCreate(message) => Some((message.clone(), false)),
        Event::MessageUpdate(message) => Some((message.clone(), true)),
        _ => None,
    });
    let (mut created, is_update) = changed.await.expect("an event");
    assert!(!is_update);
    let updated = events.next(|event| match event {
        Event::MessageUpdate(message) => Some(message.clone()),
        _ => None,
    });
    let updated = updated.await.expect("an update");
    let mut embed = updated["embeds"][0].clone();
    created["embeds"] = json!([embed]);
    assert_eq!(created, updated);
    assert_eq!(message["embeds"], json!([embed]));
    assert_eq!(message["edited_timestamp"], Value::Null);

    let proxied = embed["thumbnail"]
        .as_object_mut()
        .and_then(|media| media.remove("proxy_url"))
        .expect("an address here");
    let expected = json!({
        "type": "article", "url": format!("{page}#board"), "title": "Ana & Ben · Anache",
        "description": "After turn 14: Ben to move", "color": 0x003b_a55d, "provider": { "name": "Anteroom" },
        "thumbnail": {
            "url": picture, "width": 120, "height": 63, "content_type": "image/png", "description": "A board",
        },
    });
    assert_eq!(embed, expected);

    // The picture is served from here. Its address is signed, and does not expire.
    let proxied = proxied.as_str().expect("an address");
    assert_eq!(sandbox.attachment(proxied), Some(png_of(120, 63)));
    sandbox.clock().advance(Duration::from_hours(24 * 365));
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client");
    let shown = client.get(proxied).send().await.expect("an answer");
    assert_eq!(shown.headers()["content-type"], "image/png");
    assert_eq!(shown.bytes().await.expect("a picture"), png_of(120, 63));
    let other = proxied.replace("/external/", "/external/1");
    let refused = client.get(other).send().await.expect("an answer");
    assert_eq!(refused.status(), 404);
    let asked = site.asked.lock().expect("the requests").clone();
    let is_bot = |(_, agent): &(String, String)| agent.contains("Discordbot/2.0");
    assert!(asked.len() == 2 && asked.iter().all(is_bot), "{asked:?}");
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn page_is_kept_for_half_an_hour_and_messages_never_change_with_it() {
    let (sandbox, api, path, site) = start().await;
    site.picture("/board.png?turn=14&side=1", 120, 63);
    let page = site.page("/m/1", &FULL);
    let first = posted(&sandbox, &api, &path, &page).await;
    site.page("/m/1", &[("og:title", "Another title")]);
    site.set("/board.png?turn=14&side=1", Answer::Missing);

    sandbox.clock().advance(Duration::from_secs(30 * 60 - 1));
    let place = format!("{page}#later");
    let second = posted(&sandbox, &api, &path, &place).await;
    assert_eq!(second["embeds"][0]["title"], first["embeds"][0]["title"]);
    assert_eq!(
        second["embeds"][0]["thumbnail"],
        first["embeds"][0]["thumbnail"]
    );
    assert_eq!(site.asked().len(), 2);

    sandbox.clock().advance(Duration::from_secs(1));
    let third = posted(&sandbox, &api, &path, &page).await;
    let expected = json!([{ "type": "link", "url": page, "title": "Another title" }]);
    assert_eq!(third["embeds"], expected);
    let id = first["id"].as_str().expect("an id");
    let shown = api.get(&format!("{path}/{id}")).await.body;
    assert_eq!(shown["embeds"], first["embeds"]);
    let picture = shown["embeds"][0]["thumbnail"]["proxy_url"].as_str();
    assert!(sandbox.attachment(picture.expect("an address")).is_some());
}

#[tokio::test]
async fn unfolded_pages_outlive_a_restart() {
    let site = Site::start().await;
    site.picture("/board.png?turn=14&side=1", 120, 63);
    let page = site.page("/m/1", &FULL);
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = quiet_config();
    config.state_file = Some(folder.path().join("discord.json"));
    let sandbox = Sandbox::start(config.clone()).await.expect("a sandbox");
    let general = sandbox.channel("general");
    let place = sandbox.user("ana").in_channel(general);
    let said = place.say(&format!("Look: {page}")).expect("a message");
    settled(&sandbox).await;
    sandbox.stop().await;

    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let place = sandbox.user("ben").in_channel(general);
    let shown = place.message(said.id()).expect("the message");
    let media = &shown.embeds()[0]["thumbnail"];
    let address = media["proxy_url"].as_str().expect("an address");
    assert!(address.starts_with(sandbox.base_url()), "{address}");
    assert_eq!(sandbox.attachment(address), Some(png_of(120, 63)));
    assert_eq!(site.asked().len(), 2);
}

#[tokio::test]
async fn embeds_are_suppressed_by_flag_and_by_brackets() {
    let (sandbox, api, path, site) = start().await;
    let one = site.page("/one", &[("og:title", "One")]);
    let two = site.page("/two", &[("og:title", "Two")]);
    let titles = |message: &Value| -> Vec<String> {
        let embeds = message["embeds"].as_array().expect("embeds").iter();
        embeds
            .map(|embed| embed["title"].as_str().expect("a title").to_owned())
            .collect()
    };
    let quiet = posted(&sandbox, &api, &path, &format!("<{one}> `{two}`")).await;
    assert_eq!(quiet["embeds"], json!([]));
    let suppressed = json!({ "content": one, "flags": 4 });
    let id = api.post(&path, suppressed).await.id().to_owned();
    settled(&sandbox).await;
    let place = format!("{path}/{id}");
    assert_eq!(api.get(&place).await.body["embeds"], json!([]));
    assert!(site.asked().is_empty());

    // The flag is taken away, set, and taken away again.
    let changes = async |body: Value| {
        api.patch(&place, body).await;
        settled(&sandbox).await;
        api.get(&place).await.body
    };
    assert_eq!(titles(&changes(json!({ "flags": 0 })).await), ["One"]);
    let hidden = changes(json!({ "flags": 4 })).await;
    assert_eq!((titles(&hidden), &hidden["flags"]), (vec![], &json!(4)));
    assert_eq!(titles(&changes(json!({ "flags": 0 })).await), ["One"]);
    assert_eq!(site.asked(), ["/one"]);

    // An edited message shows the pages of its new text, in its order; the bot's own embeds come first.
    let both = json!({ "content": format!("{two} {one}") });
    assert_eq!(titles(&changes(both).await), ["Two", "One"]);
    let own = json!({ "embeds": [{ "title": "Own" }, { "title": "Own two", "url": two }] });
    assert_eq!(titles(&changes(own).await), ["Own", "Own two", "One"]);
    let none = json!({ "content": "Nothing", "embeds": [] });
    assert!(titles(&changes(none).await).is_empty());
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn links_of_people_and_answers_are_unfolded_with_the_permission() {
    let (sandbox, api, path, site) = start().await;
    let general = sandbox.channel("general");
    let page = site.page("/page", &[("og:title", "Page")]);
    let ana = sandbox.user("ana").in_channel(general);
    let said = ana.say(&format!("Look, {page}!")).expect("a message");
    settled(&sandbox).await;
    let shown = ana.message(said.id()).expect("the message");
    assert_eq!(shown.embeds()[0]["title"], "Page");
    assert!(!shown.is_edited());

    let without = permissions::DEFAULT_FOR_BOT & !permissions::EMBED_LINKS;
    sandbox.set_bot_permissions(general, without);
    let silent = posted(&sandbox, &api, &path, &page).await;
    assert_eq!(silent["embeds"], json!([]));
    assert_eq!(site.asked(), ["/page"]);

    // The same page is fetched once for messages that wait for it together; five links are unfolded.
    sandbox.set_bot_permissions(general, permissions::DEFAULT_FOR_BOT);
    let pages: Vec<String> = (1..=6)
        .map(|number| site.page(&format!("/{number}"), &[("og:title", &number.to_string())]))
        .collect();
    let content = pages.join(" ");
    let first = ana.say(&content).expect("a message").id();
    let second = posted(&sandbox, &api, &path, &content).await;
    let shown = ana.message(first).expect("the message");
    let numbers: Vec<&Value> = shown.embeds().iter().map(|embed| &embed["title"]).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5"]);
    assert_eq!(second["embeds"].as_array().map(Vec::len), Some(5));
    assert_eq!(site.asked().len(), 6);
}

#[tokio::test]
async fn pages_elsewhere_and_hostile_ones_are_left_alone() {
    let (sandbox, api, path, site) = start().await;
    let shown = async |link: &str| {
        let message = posted(&sandbox, &api, &path, link).await;
        message["embeds"].clone()
    };
    let other = |kind, bytes: &[u8]| Answer::Other(kind, bytes.to_vec());
    let named = b"<title>Title</title>";
    for (link, count) in [
        (site.set("/missing", Answer::Missing), 1),
        (site.set("/text", other("text/plain", named)), 1),
        (site.set("/none", other("", named)), 1),
        (
            site.set(
                "/bad",
                other("text/html", b"\xff<<meta <title><!-- <title>x</title>"),
            ),
            1,
        ),
        (site.set("/empty", Answer::Page(String::new())), 1),
        (site.set("/no-picture", other("image/png", named)), 1),
        (
            site.set("/away", Answer::Redirect("http://192.0.2.1/".to_owned())),
            1,
        ),
        (
            site.set("/https", Answer::Redirect("https://127.0.0.1/".to_owned())),
            1,
        ),
        (
            site.set("/file", Answer::Redirect("file:///etc/hostname".to_owned())),
            1,
        ),
        (
            site.set("/own", Answer::Redirect(sandbox.base_url().to_owned())),
            1,
        ),
        (site.set("/loop", Answer::Redirect("/loop".to_owned())), 6),
        (String::from("http://127.0.0.1:1/"), 0),
        (String::from("http://192.0.2.1/"), 0),
        (String::from("http://example.invalid/"), 0),
        (String::from("https://127.0.0.1/"), 0),
        (sandbox.base_url().to_owned(), 0),
    ] {
        let before = site.asked().len();
        assert_eq!(shown(&link).await, json!([]), "{link}");
        assert_eq!(site.asked().len() - before, count, "{link}");
    }

    // Redirects on this machine are followed; a page that never ends is read as far as 256 kB.
    site.page("/page", &[("og:title", "Page")]);
    let moved = site.set("/moved", Answer::Redirect("page".to_owned()));
    let expected = json!([{ "type": "link", "url": moved, "title": "Page" }]);
    assert_eq!(shown(&moved).await, expected);
    let endless = site.set("/endless", Answer::Endless);
    assert_eq!(shown(&endless).await[0]["title"], "Endless");
    let late = format!("{}<title>Late</title>", " ".repeat(256 << 10));
    assert_eq!(
        shown(&site.set("/late", Answer::Page(late))).await,
        json!([])
    );

    // A page without its picture is shown without it.
    let mut large = png_of(1, 1);
    large[16..20].copy_from_slice(&100_000_u32.to_be_bytes());
    let mut heavy = png_of(1, 1);
    heavy.resize((5 << 20) + 1, 0);
    for (number, (image, answer)) in [
        ("/large.png", Answer::Picture(large)),
        ("/heavy.png", Answer::Picture(heavy)),
        (
            "/no.svg",
            other(
                "image/svg+xml",
                b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            ),
        ),
        ("/page.png", other("text/html", named)),
        ("/gone.png", Answer::Missing),
        (
            "/away.png",
            Answer::Redirect("http://192.0.2.1/a.png".to_owned()),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        site.set(image, answer);
        let metas = [
            ("og:title", "T"),
            ("og:image", image),
            ("twitter:card", "summary_large_image"),
        ];
        let page = site.page(&format!("/with/{number}"), &metas);
        let expected = json!([{ "type": "link", "url": page, "title": "T" }]);
        assert_eq!(shown(&page).await, expected, "{image}");
    }
    for image in [
        "http://192.0.2.1/a.png",
        "https://127.0.0.1/a.png",
        "data:image/png;base64,AA==",
        "//[",
        "",
    ] {
        let metas = [("og:title", "T"), ("og:image", image)];
        let page = site.page(&format!("/elsewhere/{}", image.len()), &metas);
        assert_eq!(shown(&page).await[0].get("thumbnail"), None, "{image}");
    }

    // A link to a picture shows the picture.
    let picture = site.picture("/picture.png", 30, 20);
    let embed = shown(&picture).await[0].clone();
    assert_eq!(
        (&embed["type"], &embed["url"]),
        (&json!("image"), &json!(picture))
    );
    assert_eq!(embed["thumbnail"]["width"], 30);
    openapi::check_journal(&sandbox.journal());
}

#[tokio::test]
async fn page_that_does_not_answer_is_given_up() {
    let mut config = quiet_config();
    config.page_timeout = Duration::from_millis(50);
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let site = Site::start().await;
    let silent = site.set("/silent", Answer::Silent);
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    let said = ana.say(&silent).expect("a message");
    assert_eq!(sandbox.unfolding(), 1);
    settled(&sandbox).await;
    let shown = ana.message(said.id()).expect("the message");
    assert!(shown.embeds().is_empty());

    // Neither a deleted message nor the end of the sandbox waits for a page.
    let deleted = ana.say(&silent).expect("a message").id();
    assert!(sandbox.delete_message(said.channel(), deleted));
    settled(&sandbox).await;
    ana.say(&silent).expect("a message");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unfolded_pages_are_drawn_on_the_page() {
    for screen in [Screen::Desktop, Screen::Phone(390, 844)] {
        let Some(browser) = Browser::start(screen).await else {
            return;
        };
        let (sandbox, api, path, site) = start().await;
        site.picture("/board.png?turn=14&side=1", 1200, 630);
        site.picture("/tall.png", 40, 400);
        let large = site.page("/large", &FULL);
        let small = [
            ("og:title", "*A* <b>small</b> page"),
            ("og:image", "/tall.png"),
        ];
        let small = site.page("/small", &small);
        let picture = site.picture("/picture.png", 300, 200);
        browser.open(sandbox.base_url()).await;
        browser.wait_gone("#messages[aria-busy=true]").await;

        // What is unfolded comes to an open page.
        let said = posted(&sandbox, &api, &path, &format!("{large} {small} {picture}")).await;
        let embed = "[data-testid=unfolded]";
        browser.wait_for_text(embed, "Ana & Ben · Anache").await;
        browser.wait_for_text(embed, "After turn 14").await;
        browser.wait_for_text(embed, "*A* <b>small</b> page").await;
        let link = format!(
            "[...document.querySelectorAll('.embed-title a')].map((it) => it.href).join() === '{large},{small}'"
        );
        browser.wait_until(&link).await;
        let pictures = "[...document.querySelectorAll('.unfolded img, .unfolded-picture img')].map((it) => it.naturalWidth).join() === '1200,40,300'";
        browser.wait_until(pictures).await;
        let shown = "(() => { const [large, small] = document.querySelectorAll('.unfolded'); const [picture, thumbnail] = document.querySelectorAll('.unfolded img'); \
            return picture.width > 250 && picture.width < large.clientWidth && Math.abs(picture.width / picture.height - 1200 / 630) < 0.05 \
                && thumbnail.height <= 80 && thumbnail.width <= 80 && getComputedStyle(large).borderLeftColor === 'rgb(59, 165, 93)'; })()";
        browser.wait_until(shown).await;
        let fits = "['html', '#main', '#scroller'].every((it) => document.querySelector(it).scrollWidth <= document.querySelector(it).clientWidth + 1)";
        browser.wait_until(fits).await;
        browser.wait_for("img[alt='A board']").await;

        let id = said["id"].as_str().expect("an id");
        api.patch(&format!("{path}/{id}"), json!({ "flags": 4 }))
            .await;
        browser.wait_gone(embed).await;
        browser.wait_gone(".unfolded-picture").await;
    }
}
