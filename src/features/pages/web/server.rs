use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{ALLOW, HeaderValue, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;

use super::answers::guarded;
use super::connections::{Connections, Peer};
use super::reader::Reader;
use super::settings::WebSettings;
use super::site::Site;
use crate::features::pages::messages::html::Problem;
use crate::features::pages::model::Asked;
use crate::kernel::Arbiter;
use crate::kernel::fair::WorkerPools;

/// The wait before the address is tried again: a previous bot may still use it.
const AGAIN: Duration = Duration::from_secs(1);

/// The server of the pages.
pub struct WebServer {
    settings: WebSettings,
    listener: Option<TcpListener>,
}

impl WebServer {
    /// Makes a server that begins to listen when it serves.
    pub fn new(settings: WebSettings) -> Self {
        Self {
            settings,
            listener: None,
        }
    }

    /// Makes a server for a socket that listens already.
    pub fn listening(settings: WebSettings, listener: TcpListener) -> Self {
        Self {
            settings,
            listener: Some(listener),
        }
    }

    /// Returns the scheme and host of the pages.
    pub fn address(&self) -> Arc<str> {
        Arc::clone(&self.settings.address)
    }

    /// Serves until it is dropped. If the address is in use, the bot runs without pages until it is free.
    pub async fn serve(self, arbiter: Arbiter, workers: WorkerPools) {
        let listener = match self.listener {
            Some(listener) => listener,
            None => listen(self.settings.listen).await,
        };
        let site = Arc::new(Site::new(arbiter, workers, &self.settings));
        let router = router(&site).into_make_service_with_connect_info::<Peer>();
        if let Err(error) = axum::serve(Connections::new(listener), router).await {
            tracing::error!(%error, "pages are not served any more");
        }
        drop(site);
    }
}

async fn listen(address: SocketAddr) -> TcpListener {
    let mut said = false;
    loop {
        match TcpListener::bind(address).await {
            Ok(listener) => {
                tracing::info!(%address, "pages are served");
                return listener;
            }
            Err(error) => {
                if !said {
                    tracing::warn!(%error, %address, "pages are not served yet: web.listen cannot be used");
                    said = true;
                }
                tokio::time::sleep(AGAIN).await;
            }
        }
    }
}

fn router(site: &Arc<Site>) -> Router {
    let shared = Arc::downgrade(site);
    Router::new().fallback(respond).with_state(shared)
}

/// Answers a request, if its address may ask again.
async fn respond(
    State(site): State<Weak<Site>>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    request: Request,
) -> Response {
    let Some(site) = site.upgrade() else {
        return guarded(StatusCode::SERVICE_UNAVAILABLE.into_response());
    };
    // Some proxies add a line instead of a value: the last word of the last line is the proxy's own.
    let mut lines = request.headers().get_all("x-forwarded-for").iter();
    let forwarded = lines.next_back().and_then(|value| value.to_str().ok());
    let address = site.reader(peer.ip(), forwarded);
    let now = site.arbiter.now();
    let allowed = site.bounds().request(address, now);
    if let Err(seconds) = allowed {
        let mut answer = Problem::TooMany.into_response();
        let wait = HeaderValue::from(seconds);
        answer.headers_mut().insert(RETRY_AFTER, wait);
        return guarded(answer);
    }
    // Where only the head was asked for, hyper leaves the body out.
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let allow = [(ALLOW, "GET, HEAD")];
        return guarded((StatusCode::METHOD_NOT_ALLOWED, allow).into_response());
    }
    let uri = request.uri();
    let reader = Reader { site, address };
    let answer = match Asked::read(uri.path(), uri.query().unwrap_or_default()) {
        Some(asked) => reader.answer(asked).await,
        None => Err(Problem::NotFound),
    };
    guarded(answer.into_response())
}
