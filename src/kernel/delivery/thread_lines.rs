//! The lines in which Discord says that a thread was opened, in channels where matches have no cards.
//!
//! A thread without a message leaves such a line. In the channel of a league there would be one for each match, and
//! everything that they say is in the table. So the bot deletes them once the threads are noted.

use std::sync::Arc;
use std::time::Duration;

use super::queue::{Kind, Outcome, Post, Rank, Together};
use crate::db::Connection;
use crate::db::pending_posts::{self, THREAD_LINES};
use crate::kernel::{Error, Kernel, RefusingPlace};
use crate::matches::ChannelId;

pub(crate) const KIND: Kind = Kind {
    words: &[THREAD_LINES],
    rank: Rank::Card,
    together: Together::Nothing,
    wait: Duration::from_secs(60),
    deliver: |kernel, post| Box::pin(async move { delete(&kernel, post).await }),
};

async fn delete(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    let channel = ChannelId(post.about.place);
    let (places, about) = ([RefusingPlace::Channel(channel)], (THREAD_LINES, channel));
    // The queue keeps the moment of the first thread, and each further one replaces it in the database.
    let since = move |db: &Connection| pending_posts::pending_since(db, THREAD_LINES, post.about);
    let since = kernel.read(since).await?;
    let lines = kernel.announcer.thread_lines(channel).await;
    let lines = match Outcome::unless_later(lines, &places, about) {
        Ok(lines) => lines.unwrap_or_default(),
        Err(later) => return Ok(later),
    };
    for (line, thread) in lines {
        // Until it is noted, the line is how the thread of a match is found again.
        if kernel.store.match_in_thread(thread).await?.is_none() {
            continue;
        }
        let deleted = kernel.announcer.delete(channel, line).await;
        if let Err(later) = Outcome::unless_later(deleted, &places, about) {
            return Ok(later);
        }
    }
    if let Some(since) = since {
        // A thread that was opened since has a later moment.
        let done = move |db: &Connection| {
            pending_posts::delivered_since(db, THREAD_LINES, post.about, since)
        };
        kernel.write(done).await?;
    }
    Ok(Outcome::Done)
}
