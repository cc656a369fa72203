//! Streams of events: who reads a running match learns that it goes on.

use std::convert::Infallible;
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::http::header::HeaderName;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::site::Site;
use crate::features::pages::messages::html::Problem;
use crate::features::pages::model::bounds::Address;
use crate::features::pages::service::watchers::Watchers;
use crate::matches::MatchId;

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

/// Answers with a stream that says when a match has changed. It keeps nothing of the match.
pub(super) fn changes(site: &Arc<Site>, reader: Address, id: MatchId) -> Response {
    if !site.bounds().begin_stream(reader) {
        return Problem::TooMany.into_response();
    }
    let begun = Begun {
        site: Arc::downgrade(site),
        reader,
    };
    let signal = site.arbiter.kernel.part::<Watchers>().watch(id);
    let changes = stream::unfold((signal, begun), |(mut signal, begun)| async {
        signal.changed().await.ok()?;
        let event = Event::default().event("change").data("1");
        Some((Ok::<_, Infallible>(event), (signal, begun)))
    });
    let stream = Sse::new(changes).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    // Nginx passes each event on at once.
    let unbuffered = (HeaderName::from_static("x-accel-buffering"), "no");
    ([unbuffered], stream).into_response()
}
