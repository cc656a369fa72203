//! Tells players once that their match is frozen.

use std::sync::Arc;
use std::time::Duration;

use crate::db::{frozen, pending_posts};
use crate::features::play::messages;
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::{Kernel, Notice, Result};

/// The notices to players of frozen matches.
pub(crate) const KIND: Kind = Kind {
    words: &[frozen::NOTICE],
    rank: Rank::News,
    together: Together::Nothing,
    wait: Duration::from_secs(60),
    deliver: |kernel, post| Box::pin(tell(kernel, post)),
};

/// Tells the players of a match that this version of the bot cannot read it.
async fn tell(kernel: Arc<Kernel>, post: Post) -> Result<Outcome> {
    let id = post.about.id;
    // `None` means that the match can be read again.
    if let Some(frozen) = kernel.read(move |db| frozen::frozen_match(db, id)).await? {
        let notice = Notice {
            what: frozen::NOTICE,
            message: Box::new(messages::frozen(&frozen)),
            guild: frozen.place.guild,
            channel: frozen.places.thread.unwrap_or(frozen.place.channel),
            theme: None,
            nonce: kernel.nonce(frozen::NOTICE, &[id.0, post.since.0.unsigned_abs()]),
            since: post.since,
            in_place: None,
        };
        let posted = kernel.announcer.post(&notice, post.doubt).await;
        if let Err(later) = Outcome::unless_later(posted, &[], (frozen::NOTICE, id)) {
            return Ok(later);
        }
    }
    kernel
        .write(move |db| pending_posts::delivered(db, frozen::NOTICE, post.about))
        .await?;
    Ok(Outcome::Done)
}
