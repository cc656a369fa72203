//! Streams of events: who reads a running match learns that it goes on.

use std::convert::Infallible;
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::HeaderName;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;

use super::site::Site;
use crate::features::pages::messages::html::Problem;
use crate::features::pages::model::PageName;
use crate::features::pages::model::bounds::Address;
use crate::features::pages::service::watchers::Watchers;
use crate::matches::{Match, MatchId, Status};

/// How often a quiet stream says that it lives: proxies close others.
const HEARTBEAT: Duration = Duration::from_secs(25);

/// Gives an address its stream back.
struct Begun {
    site: Weak<Site>,
    reader: Address,
}

impl Drop for Begun {
    fn drop(&mut self) {
        if let Some(site) = self.site.upgrade() {
            site.bounds().end_stream(self.reader);
        }
    }
}

/// What a stream is about, and the signal of its match.
struct Followed {
    begun: Begun,
    name: PageName,
    id: MatchId,
    signal: watch::Receiver<u64>,
    /// Whether the next event need not wait for the signal.
    at_once: bool,
}

/// Answers with a stream that says when a match has changed: first how it stands, so that nothing is missed between the
/// page and the stream. A match that is over has none.
pub(super) fn changes(site: &Arc<Site>, reader: Address, name: PageName, now: &Match) -> Response {
    if *now.status() != Status::Playing {
        // After this answer browsers do not ask again.
        return StatusCode::NO_CONTENT.into_response();
    }
    if !site.bounds().begin_stream(reader) {
        return Problem::TooMany.into_response();
    }
    let followed = Followed {
        begun: Begun {
            site: Arc::downgrade(site),
            reader,
        },
        name,
        id: now.id(),
        signal: site.arbiter.kernel.part::<Watchers>().watch(now.id()),
        at_once: true,
    };
    let changes = stream::unfold(followed, |mut followed| async {
        let first = std::mem::take(&mut followed.at_once);
        if !first {
            followed.signal.changed().await.ok()?;
        }
        let event = event(&followed, if first { "state" } else { "change" }).await?;
        Some((Ok::<_, Infallible>(event), followed))
    });
    let stream = Sse::new(changes).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    // Nginx passes each event on at once.
    let unbuffered = (HeaderName::from_static("x-accel-buffering"), "no");
    ([unbuffered], stream).into_response()
}

/// Says how the match stands: the number of its last event, and that of its last turn. `None` if the page is gone.
async fn event(followed: &Followed, kind: &str) -> Option<Event> {
    let arbiter = followed.begun.site.upgrade()?.arbiter.clone();
    let named = arbiter.page_named(followed.name.clone()).await.ok()?;
    let now = match named {
        Some(id) if id == followed.id => arbiter.written(id).await.ok()?,
        _ => return None,
    };
    let data = format!("{} {}", now.seq(), now.ply());
    Some(Event::default().event(kind).data(data))
}
