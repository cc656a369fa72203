//! Players' notes on their matches.

use std::sync::Arc;
use std::time::Duration;

use crate::db::pending_posts;
use crate::features::watching::messages;
use crate::features::watching::model::WatchingRefusal;
use crate::features::watching::store::notes::{self, Note, NoteKept, PUBLISHED};
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::delivery::refusing_places::places_of;
use crate::kernel::{Arbiter, Kernel, Notice, Result};
use crate::matches::{Match, MatchId, Refusal, Status, UserId};
use crate::people::Moment;

/// The posts about published notes, in the threads of their matches.
pub(crate) const POSTS: Kind = Kind {
    words: &[PUBLISHED],
    rank: Rank::News,
    together: Together::Nothing,
    wait: Duration::from_secs(2),
    deliver: |kernel, pending| Box::pin(async move { tell(&kernel, pending).await }),
};

/// Posts that a player has published notes.
async fn tell(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome> {
    let (id, by) = (post.about.id, post.about.user);
    let view = kernel.view(id).await?;
    // The notes may be deleted by now.
    let published = kernel.read(move |db| notes::published(db, id, by)).await?;
    if !published.is_empty() {
        let channel = view.state.proposal().place.channel;
        let notice = Notice {
            what: PUBLISHED,
            message: Box::new(messages::published(&view.state, by, &published)),
            guild: view.state.proposal().place.guild,
            channel: view.places.thread.unwrap_or(channel),
            theme: None,
            nonce: kernel.nonce(PUBLISHED, &[id.0, by.0, post.since.0.unsigned_abs()]),
            since: post.since,
            in_place: None,
        };
        let posted = kernel.announcer.post(&notice, post.doubt).await;
        let about = (PUBLISHED, id);
        if let Err(later) = Outcome::unless_later(posted, &places_of(&view), about) {
            return Ok(later);
        }
    }
    let since = post.since;
    kernel
        .write(move |db| pending_posts::delivered_since(db, PUBLISHED, post.about, since))
        .await?;
    Ok(Outcome::Done)
}

/// The most notes of a player in a match.
const MOST_NOTES: u32 = 100;

impl Arbiter {
    /// Stores a player's note on a turn. Other people see it only after the player publishes it.
    ///
    /// # Errors
    ///
    /// The person does not play in the match, the turn does not exist, or there are too many notes.
    pub async fn note(&self, id: MatchId, by: UserId, ply: u32, text: String) -> Result<NoteKept> {
        let state = self.player(id, by).await?;
        let last = state.ply();
        if ply > last {
            return Err(WatchingRefusal::NoSuchTurn { ply, last }.into());
        }
        // A note added after publishing is public, too.
        let notes = self.read(move |db| notes::notes(db, id, by)).await?;
        let published = notes.iter().any(|note| note.owner == by && note.published);
        let note = Note {
            owner: by,
            ply,
            text,
            published,
        };
        let now = self.now();
        let kept = self.write(move |db| {
            let kept = notes::store_note(db, id, note, MOST_NOTES)?;
            if published && kept != NoteKept::Full {
                pending_posts::enqueue(db, PUBLISHED, notes::post_of(id, by, now))?;
            }
            Ok(kept)
        });
        match kept.await? {
            NoteKept::Full => Err(WatchingRefusal::TooManyNotes { most: MOST_NOTES }.into()),
            kept => {
                if published {
                    self.tell_of_notes(id, by, now);
                }
                Ok(kept)
            }
        }
    }

    /// Publishes a player's notes on a finished match. Returns their number.
    ///
    /// # Errors
    ///
    /// The person did not play in the match, or it is not over.
    pub async fn publish_notes(&self, id: MatchId, by: UserId) -> Result<usize> {
        let state = self.player(id, by).await?;
        if *state.status() == Status::Playing {
            return Err(Refusal::NotOver(id).into());
        }
        let now = self.now();
        let published = self
            .write(move |db| notes::publish_notes(db, id, by, now))
            .await?;
        if published > 0 {
            self.tell_of_notes(id, by, now);
        }
        Ok(published)
    }

    /// Queues the post about a player's published notes.
    fn tell_of_notes(&self, id: MatchId, by: UserId, now: Moment) {
        let post = notes::post_of(id, by, now);
        self.kernel.delivery_queue.add(PUBLISHED, post, now);
    }

    /// Deletes a player's notes on a match. Returns their number.
    pub async fn clear_notes(&self, id: MatchId, by: UserId) -> Result<usize> {
        self.player(id, by).await?;
        self.write(move |db| notes::clear_notes(db, id, by)).await
    }

    /// Returns the match if the person plays or played in it.
    async fn player(&self, id: MatchId, by: UserId) -> Result<Arc<Match>> {
        let state = self.kernel.load(id).await?;
        match state.players() {
            None => Err(Refusal::NotBegun(id).into()),
            Some(_) if state.seat_of(by).is_none() => Err(Refusal::NotYourMatch(id).into()),
            Some(_) => Ok(state),
        }
    }
}
