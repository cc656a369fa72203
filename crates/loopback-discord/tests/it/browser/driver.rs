//! A real browser: headless Chromium with chromedriver, for tests of a page.
//!
//! Every action waits for a condition and fails with the condition's words after a timeout.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The timeout of a condition, for a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// The polling interval of a condition.
const GLANCE: Duration = Duration::from_millis(20);
/// The timeout for chromedriver to end the browser.
const FAREWELL: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// A page of 1200 × 800 with mouse and keyboard.
    Desktop,
    /// A telephone with this width and height in pixels, at double density, with touch.
    Phone(u32, u32),
}

/// A browser with one page. Its processes end when it is dropped, even if a test fails.
pub struct Browser {
    client: Client,
    driver: Driver,
}

struct Driver {
    process: Child,
    port: u16,
    profile: TempDir,
}

impl Browser {
    /// Starts a browser.
    ///
    /// If Chromium or chromedriver is not installed, it prints the reason and returns `None`; in CI (`CI=true`) the
    /// test fails.
    pub async fn start(screen: Screen) -> Option<Browser> {
        let chromium = ["chromium", "chromium-browser", "google-chrome"]
            .into_iter()
            .find_map(in_path);
        let (Some(chromium), Some(chromedriver)) = (chromium, in_path("chromedriver")) else {
            let reason =
                "Chromium and chromedriver must be installed to look at the page in a browser";
            assert!(std::env::var("CI").as_deref() != Ok("true"), "{reason}");
            // Not by a macro: the test runner hides the captured output of tests that pass.
            let _ = writeln!(
                std::io::stderr(),
                "Left out: a test in the browser: {reason}."
            );
            return None;
        };
        let driver = Driver::start(&chromedriver);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities(&chromium, driver.profile.path(), screen))
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .expect("chromedriver opens a browser");
        Some(Browser { client, driver })
    }

    /// Returns the session, for what no method here does.
    #[allow(dead_code, reason = "the tests of the bot use it")]
    pub fn client(&self) -> &Client {
        &self.client
    }

    pub async fn open(&self, url: &str) {
        self.client
            .goto(url)
            .await
            .unwrap_or_else(|error| panic!("{url} cannot be opened: {error}"));
    }

    pub async fn reload(&self) {
        self.client
            .refresh()
            .await
            .expect("the page can be loaded again");
    }

    /// Waits for an element and returns it.
    pub async fn wait_for(&self, css: &str) -> Element {
        self.patiently(format!("no {css}"), async || {
            self.client.find(Locator::Css(css)).await.ok()
        })
        .await
    }

    pub async fn wait_gone(&self, css: &str) {
        self.patiently(format!("{css} is still there"), async || {
            self.client
                .find_all(Locator::Css(css))
                .await
                .ok()
                .filter(Vec::is_empty)
        })
        .await;
    }

    /// Waits until the text of an element contains `words`.
    pub async fn wait_for_text(&self, css: &str, words: &str) {
        let script = "return [...document.querySelectorAll(arguments[0])].some((it) => it.textContent.includes(arguments[1]));";
        self.patiently(format!("no {css} says “{words}”"), async || {
            let found = self
                .client
                .execute(script, vec![json!(css), json!(words)])
                .await
                .ok()?;
            (found == Value::Bool(true)).then_some(())
        })
        .await;
    }

    /// Waits until the element is visible and not covered, and clicks it.
    pub async fn click(&self, css: &str) {
        self.patiently(format!("{css} cannot be pressed"), async || {
            let element = self.client.find(Locator::Css(css)).await.ok()?;
            element.click().await.ok()
        })
        .await;
    }

    /// Types key by key into the focused element.
    pub async fn type_text(&self, text: &str) {
        let keys = text.chars().fold(keyboard(), |keys, letter| {
            keys.then(KeyAction::Down { value: letter })
                .then(KeyAction::Up { value: letter })
        });
        self.client
            .perform_actions(keys)
            .await
            .expect("keys can be typed");
    }

    pub async fn press(&self, key: Key) {
        let value = char::from(key);
        let keys = keyboard()
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value });
        self.client
            .perform_actions(keys)
            .await
            .expect("a key can be pressed");
    }

    /// Presses a letter or digit while another key is held down.
    pub async fn press_with(&self, held: Key, letter: char) {
        let held = char::from(held);
        let keys = keyboard()
            .then(KeyAction::Down { value: held })
            .then(KeyAction::Down { value: letter })
            .then(KeyAction::Up { value: letter })
            .then(KeyAction::Up { value: held });
        self.client
            .perform_actions(keys)
            .await
            .expect("keys can be pressed together");
    }

    pub async fn text(&self, css: &str) -> String {
        self.patiently(format!("no text in {css}"), async || {
            self.client
                .find(Locator::Css(css))
                .await
                .ok()?
                .text()
                .await
                .ok()
        })
        .await
    }

    pub async fn count(&self, css: &str) -> usize {
        self.client
            .find_all(Locator::Css(css))
            .await
            .expect("the page can be searched")
            .len()
    }

    /// Returns the result of a JavaScript function body.
    pub async fn script(&self, script: &str) -> Value {
        self.client
            .execute(script, Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{script} fails: {error}"))
    }

    pub async fn wait_until(&self, expression: &str) {
        self.patiently(format!("not true: {expression}"), async || {
            let found = self
                .client
                .execute(&format!("return Boolean({expression});"), Vec::new())
                .await
                .ok()?;
            (found == Value::Bool(true)).then_some(())
        })
        .await;
    }

    pub async fn address(&self) -> String {
        self.client
            .current_url()
            .await
            .expect("the page has an address")
            .to_string()
    }

    /// Writes a screenshot as PNG, with the mouse in the corner, where nothing is under it.
    pub async fn screenshot(&self, path: &Path) {
        let corner = PointerAction::MoveTo {
            duration: None,
            x: 0.0,
            y: 0.0,
        };
        let mouse = MouseActions::new(String::from("mouse")).then(corner);
        let moved = self.client.perform_actions(mouse).await;
        moved.expect("the mouse can be moved");
        let picture = self
            .client
            .screenshot()
            .await
            .expect("the window can be seen");
        std::fs::write(path, picture)
            .unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
    }

    /// Polls until `look` returns a result.
    /// After a timeout, the test fails with `trouble` and the page's log.
    async fn patiently<T>(&self, trouble: impl Display, look: impl AsyncFn() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = look().await {
                return found;
            }
            if start.elapsed() > PATIENCE {
                let page = self
                    .page_text()
                    .await
                    .unwrap_or_else(|error| format!("(nothing: {error})"));
                let picture = Path::new(env!("CARGO_TARGET_TMPDIR"))
                    .join(format!("page-{}.png", self.driver.port));
                self.screenshot(&picture).await;
                panic!(
                    "{trouble}, after {} s. See {}. The page says:\n{page}",
                    PATIENCE.as_secs(),
                    picture.display()
                );
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    async fn page_text(&self) -> Result<String, CmdError> {
        self.client.find(Locator::Css("body")).await?.text().await
    }
}

fn keyboard() -> KeyActions {
    KeyActions::new("keyboard".to_owned())
}

impl Driver {
    fn start(chromedriver: &Path) -> Driver {
        let profile = tempfile::tempdir().expect("a folder for the browser");
        let mut process = Command::new(chromedriver)
            .args(["--port=0", "--allowed-ips=127.0.0.1"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut lines =
            BufReader::new(process.stdout.take().expect("chromedriver's output")).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                line.rsplit_once("started successfully on port ")?
                    .1
                    .trim_end_matches('.')
                    .parse()
                    .ok()
            })
            .expect("chromedriver says its port");
        // Further output is read and dropped, so that the process never blocks on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Driver {
            process,
            port,
            profile,
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // A shutdown request lets chromedriver end its browsers first; killing it would leave them running.
        if let Ok(mut connection) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = connection.set_read_timeout(Some(FAREWELL));
            let _ = connection.write_all(
                b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            );
            let _ = connection.read_to_end(&mut Vec::new());
        }
        let start = Instant::now();
        while matches!(self.process.try_wait(), Ok(None)) && start.elapsed() < FAREWELL {
            std::thread::sleep(GLANCE);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the first executable of this name in `PATH`.
fn in_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

fn capabilities(chromium: &Path, profile: &Path, screen: Screen) -> serde_json::Map<String, Value> {
    let profile = format!("--user-data-dir={}", profile.display());
    let (width, height, density, is_phone) = match screen {
        Screen::Desktop => (1200, 800, 1.0, false),
        Screen::Phone(width, height) => (width, height, 2.0, true),
    };
    let metrics = json!({ "width": width, "height": height, "pixelRatio": density, "touch": is_phone, "mobile": is_phone });
    let options = json!({
        "binary": chromium,
        "args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--disable-extensions", "--lang=en-GB",
            "--force-prefers-reduced-motion", profile,
        ],
        "mobileEmulation": { "deviceMetrics": metrics },
    });
    let all = json!({ "browserName": "chrome", "goog:chromeOptions": options });
    match all {
        Value::Object(map) => map,
        _ => unreachable!("an object was written above"),
    }
}
