//! Loads the data of a post about news.

use std::sync::Arc;

use super::announcer::{News, View};
use crate::db::ratings;
use crate::kernel::Kernel;
use crate::matches::{Event, Fact};
use crate::ratings::Stakes;

/// Loads what a post about an event needs.
pub(crate) async fn news(kernel: &Kernel, view: View, seq: u32, event: Event) -> News {
    let stakes = stakes(kernel, &view, &event).await;
    News {
        view,
        seq,
        event,
        stakes,
        database: kernel.database.clone(),
    }
}

/// Returns the rating stakes of news: only for a new or accepted challenge and after the end.
async fn stakes(kernel: &Kernel, view: &View, event: &Event) -> Stakes {
    let begins = matches!(event.fact, Fact::Proposed(_) | Fact::Accepted { .. });
    if !begins && view.state.ending().is_none() {
        return Stakes::None;
    }
    let (state, at) = (Arc::clone(&view.state), event.at);
    let stakes = kernel.read(move |db| ratings::stakes(db, &state, at)).await;
    stakes.unwrap_or_else(|error| {
        tracing::error!(%error, "ratings cannot be read");
        Stakes::None
    })
}
