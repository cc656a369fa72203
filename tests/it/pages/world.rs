//! A bot that serves pages, and a reader of them.

use std::net::Ipv4Addr;
use std::sync::Arc;

use anteroom::board::Theme;
use anteroom::bot::Settings;
use anteroom::features::pages::web::{WebServer, WebSettings};
use loopback_discord::{Message, Place};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, StatusCode};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::support::stage::{NOTHING, Stage, Table, private};

/// A stage whose bot serves pages.
pub(super) struct World {
    pub(super) stage: Stage,
    /// The scheme and host of the pages.
    pub(super) address: String,
    pub(super) client: Client,
    server: Option<JoinHandle<()>>,
}

/// What a reader gets.
pub(super) struct Got {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Got {
    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("a text")
    }

    pub(super) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).map(|value| value.to_str());
        value.unwrap_or(Ok("")).expect("a text")
    }

    /// Returns the values of an attribute in a page, with what HTML escapes.
    pub(super) fn all(&self, attribute: &str) -> Vec<String> {
        let start = format!("{attribute}=\"");
        let parts = self.text().split(&start).skip(1);
        let values = parts.filter_map(|part| part.split('"').next());
        values.map(|value| value.replace("&amp;", "&")).collect()
    }

    /// Returns what a page says to previews.
    pub(super) fn meta(&self, property: &str) -> String {
        let start = format!("property=\"{property}\" content=\"");
        let part = self.text().split(&start).nth(1).expect("such a property");
        part.split('"')
            .next()
            .expect("an end")
            .replace("&amp;", "&")
    }
}

impl World {
    /// Makes a stage with a bot that serves pages.
    pub(super) async fn new() -> Self {
        Self::behind(false).await
    }

    /// Makes one whose bot believes a proxy.
    pub(super) async fn behind(proxy: bool) -> Self {
        let mut stage = Stage::new().await;
        stage.stop().await.expect("an end");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.expect("a socket");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let pages = Some(Arc::from(address.as_str()));
        stage
            .start_with(Settings {
                pages,
                ..stage.settings()
            })
            .await;
        let client = Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none());
        let mut world = Self {
            stage,
            address,
            client: client.build().expect("a client"),
            server: None,
        };
        world.serve(listener, proxy);
        world
    }

    fn serve(&mut self, listener: TcpListener, behind_proxy: bool) {
        let settings = WebSettings {
            listen: listener.local_addr().expect("an address"),
            address: self.address.as_str().into(),
            behind_proxy,
            theme: Theme::Wood,
            privacy: Some(String::from("https://example.org/privacy")),
        };
        let server = WebServer::listening(settings, listener);
        let serving = server.serve(self.stage.arbiter(), self.stage.workers());
        self.server = Some(tokio::spawn(serving));
    }

    /// Kills the bot with its pages, and starts both again under the same address.
    pub(super) async fn killed(&mut self) {
        if let Some(server) = self.server.take() {
            server.abort();
            let _ = server.await;
        }
        self.stage.kill().await;
        let pages = Some(Arc::from(self.address.as_str()));
        let settings = Settings {
            pages,
            ..self.stage.settings()
        };
        self.stage.start_with(settings).await;
        let at = self.address.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind(at).await.expect("the same socket");
        self.serve(listener, false);
    }

    pub(super) async fn ask(&self, method: Method, path: &str) -> Got {
        self.ask_for(method, path, "").await
    }

    /// Asks as a proxy that passes on the request of an address.
    pub(super) async fn ask_for(&self, method: Method, path: &str, forwarded: &str) -> Got {
        let address = format!("{}{path}", self.address);
        let mut request = self.client.request(method, address);
        if !forwarded.is_empty() {
            request = request.header("x-forwarded-for", forwarded);
        }
        let answer = request.send().await.expect("an answer");
        Got {
            status: answer.status(),
            headers: answer.headers().clone(),
            body: answer.bytes().await.expect("a body").to_vec(),
        }
    }

    pub(super) async fn get(&self, path: &str) -> Got {
        self.ask(Method::GET, path).await
    }

    /// Returns a page that must be there.
    pub(super) async fn page(&self, path: &str) -> Got {
        let got = self.get(path).await;
        assert_eq!(got.status, StatusCode::OK, "{path}: {}", got.text());
        got
    }

    /// Begins a match of Ana and Ben.
    pub(super) async fn begin(&self, game: &str, turns: &[&str]) -> Table {
        let table = self.stage.begin(game, &[]).await;
        self.stage.play_on(&table, turns).await;
        table
    }

    /// Presses *Link* on the board of a match and returns the answer.
    pub(super) async fn asked(&self, place: &Place) -> Message {
        let board = private(place.command("board", NOTHING).await);
        private(place.press(&board, "Link").await)
    }

    /// Makes the page of a match, or asks for it, and returns its path.
    pub(super) async fn linked(&self, place: &Place) -> String {
        let answer = self.asked(place).await;
        path_in(&self.address, answer.content())
    }
}

/// Returns the path of the link in a message.
pub(super) fn path_in(address: &str, content: &str) -> String {
    let (_, rest) = content.split_once(address).expect("a link");
    let end = rest.find(['*', ' ', '\n']).unwrap_or(rest.len());
    rest[..end].to_owned()
}
