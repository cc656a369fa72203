//! The HTTP server: the API for the bot, the gateway, attachments, the page.

use std::net::IpAddr;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::uri::Authority;
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{Router, any, get};
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use serde_json::json;

use super::files::{self, Stored};
use super::gateway::sessions::Door;
use super::limits::REQUEST_SIZE;
use super::people::page;
use super::server::{App, Server};
pub(crate) use super::wire::Connection;
use super::{gateway, rest};

/// The page's files, embedded in the binary.
static PAGE: Dir = include_dir!("$CARGO_MANIFEST_DIR/src/page");

/// Builds all routes. `heartbeat` is the gateway's interval.
pub(crate) fn router(app: App, heartbeat: Duration) -> Router {
    Router::new()
        .route("/api/{*path}", any(api))
        .route(
            "/gateway",
            get(move |app, wire, upgrade| connect(app, wire, upgrade, heartbeat)),
        )
        .route(
            "/gateway/",
            get(move |app, wire, upgrade| connect(app, wire, upgrade, heartbeat)),
        )
        .route("/attachments/{channel}/{file}/{name}", get(attachment))
        .route("/external/{file}/{signature}/{name}", get(picture))
        .route(
            "/",
            // Discord's gateway has no path.
            get(move |app, wire, upgrade: Upgrade| async move {
                match upgrade {
                    Ok(upgrade) => connect(app, wire, upgrade, heartbeat).await,
                    Err(_) => asset("index.html"),
                }
            }),
        )
        .route(
            "/page/{*path}",
            get(|Path(path): Path<String>| async move { asset(&path) }),
        )
        .merge(page::routes())
        // The API limits the size of a request itself, with Discord's response.
        .layer(DefaultBodyLimit::max(REQUEST_SIZE))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            known_hosts_only,
        ))
        .with_state(app)
}

/// Refuses cross-origin requests of web pages, which a browser may send without the person's knowledge.
/// It also refuses unknown host names, against DNS rebinding: a browser considers such a name the same origin.
async fn known_hosts_only(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    // HTTP/1.1 has the host in a header; a request through a proxy has it in its address.
    let host = text(header::HOST).or_else(|| request.uri().authority().map(Authority::as_str));
    if is_foreign(text(header::ORIGIN), host) || !app.lock().is_called(host) {
        return (
            StatusCode::FORBIDDEN,
            Json(json!({ "error": "Only this machine may ask this, and no page but the sandbox's own." })),
        )
            .into_response();
    }
    next.run(request).await
}

/// Whether a browser sends the request from a page of another origin. Programs send no origin.
fn is_foreign(origin: Option<&str>, host: Option<&str>) -> bool {
    let origin = origin.map(|origin| origin.split_once("://").map_or(origin, |(_, host)| host));
    origin.is_some() && origin != host
}

impl Server {
    /// Whether a host name belongs to the sandbox.
    /// Its names are `localhost`, loopback addresses, the listening address, and those added by a test. Other names
    /// may belong to a foreign site.
    fn is_called(&self, host: Option<&str>) -> bool {
        let authority = host.and_then(|host| host.parse::<Authority>().ok());
        authority.is_some_and(|authority| {
            let name = authority.host().trim_matches(['[', ']']);
            authority == *self.base_url.trim_start_matches("http://")
                || name.eq_ignore_ascii_case("localhost")
                || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
                || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
        })
    }
}

async fn api(
    State(app): State<App>,
    ConnectInfo(connection): ConnectInfo<Connection>,
    Path(path): Path<String>,
    request: Request,
) -> Response {
    rest::serve(app, connection, path, request).await
}

/// A connection to the gateway, or a request for a page.
type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

async fn connect(
    State(app): State<App>,
    ConnectInfo(wire): ConnectInfo<Connection>,
    upgrade: WebSocketUpgrade,
    heartbeat: Duration,
) -> Response {
    let door = app.lock().knock();
    match door {
        Door::Open => upgrade
            .max_message_size(gateway::MOST_READ)
            .on_upgrade(move |socket| gateway::serve(app, socket, wire, heartbeat)),
        Door::Refusing => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Door::ClosingAtOnce => upgrade.on_upgrade(async |socket| drop(socket)),
    }
}

/// The signature of an attachment's URL.
#[derive(Debug, Deserialize)]
struct Signature {
    #[serde(default)]
    ex: String,
    #[serde(default)]
    hm: String,
}

async fn attachment(
    State(app): State<App>,
    Path((channel, id, name)): Path<(String, String, String)>,
    Query(signature): Query<Signature>,
) -> Response {
    let found = {
        let mut server = app.lock();
        server.downloads += 1;
        let server = &*server;
        let channel = channel
            .parse()
            .ok()
            .and_then(|id| server.world.channels.get(&id));
        let mut files = channel
            .into_iter()
            .flat_map(|channel| channel.messages.values())
            .flat_map(|message| &message.files)
            .chain(server.uploads.iter().map(|upload| &upload.file));
        let file = files.find(|file| id.parse() == Ok(file.id) && file.filename == name);
        let file = file.filter(|file| server.is_signed(file.id, &signature.ex, &signature.hm));
        file.map(|file| (file.content_type.clone(), server.files.find(file.id)))
    };
    let (kind, stored) = found.map_or((None, None), |(kind, stored)| (Some(kind), stored));
    match kind.zip(read(stored).await) {
        Some((kind, bytes)) => {
            let kind = kind.unwrap_or_else(|| "application/octet-stream".to_owned());
            sent(&kind, bytes)
        }
        None => gone(),
    }
}

/// Serves the picture of an unfolded page, like Discord's media proxy.
async fn picture(
    State(app): State<App>,
    Path((id, signature, _)): Path<(String, String, String)>,
) -> Response {
    let stored = {
        let server = app.lock();
        let id = id.parse().ok();
        let id = id.filter(|id| server.is_picture(*id, &signature));
        id.and_then(|id| server.files.find(id))
    };
    let bytes = read(stored).await;
    match bytes.and_then(|bytes| Some((files::picture_type(&bytes)?, bytes))) {
        Some((kind, bytes)) => sent(kind, bytes),
        None => gone(),
    }
}

/// Reads a file, for which the lock must not be held.
async fn read(stored: Option<Stored>) -> Option<Bytes> {
    let read = tokio::task::spawn_blocking(move || stored.and_then(Stored::read)).await;
    read.ok().flatten()
}

fn sent(kind: &str, bytes: Bytes) -> Response {
    // Foreign content is shown with its declared type only, without sniffing.
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, bytes).into_response()
}

fn gone() -> Response {
    let words = "This content is no longer available.";
    (StatusCode::NOT_FOUND, words).into_response()
}

fn asset(path: &str) -> Response {
    let Some(file) = PAGE.get_file(path) else {
        return (StatusCode::NOT_FOUND, "There is nothing here.").into_response();
    };
    let kind = match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    };
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        file.contents(),
    )
        .into_response()
}
