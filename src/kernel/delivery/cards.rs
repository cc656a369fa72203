//! Keeps match cards up to date with few requests.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::announcer::{NotAnnounced, View};
use super::deliveries::Key;
use super::queue::{Kind, Outcome, Post, Rank, Together};
use super::refusing_places::places_of;
use super::rights::CardUpdate;
use super::store::match_posts;
use crate::db::Result;
use crate::db::alarms::{About, Alarm};
use crate::db::pending_posts::{self, CARD, names_result};
use crate::kernel::alarms::Handling;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::kernel::{Error, Kernel};
use crate::matches::{Match, MatchId, MessageId};
use crate::people::Moment;

/// The alarm of a card that becomes outdated without an event, for example when time off ends.
pub(crate) const ALARM: Handling = Handling {
    kind: match_posts::CARD,
    handler: |kernel, alarm| Box::pin(age(kernel, alarm)),
    beside: false,
};

/// Outdated match cards. A retry waits at least a minute, so that an outage costs no more requests than turns do.
pub(crate) const KIND: Kind = Kind {
    words: &[CARD],
    rank: Rank::Card,
    together: Together::Nothing,
    wait: Duration::from_secs(60),
    deliver: |kernel, post| Box::pin(async move { show_card(&kernel, post).await }),
};

/// Returns the queue key of a match's card.
const fn key(id: MatchId) -> Key {
    Key::new(CARD, About::a_match(id))
}

/// The reactor that updates cards.
pub(crate) struct Cards;

impl Cards {
    /// Queues an outdated card for an update at `due` or later.
    pub(crate) fn add(&self, kernel: &Kernel, state: &Match, due: Moment) {
        let now = kernel.time.now();
        // A card that is being updated now is not updated again at once.
        let due = match kernel.delivery_queue.deliveries().is_taken(key(state.id())) {
            true => due.max(now.after(kernel.settings.card_every)),
            false => due,
        };
        kernel
            .delivery_queue
            .add(CARD, pending_posts::of_match(state, now), due);
    }

    /// Stores that a caller has updated a card.
    pub(super) async fn shown(&self, kernel: &Kernel, view: &View, card: MessageId, at: Moment) {
        let id = view.state.id();
        if let Err(error) = note(kernel, view, card, at).await {
            tracing::error!(match_id = %id, %error, "cannot note what a match card shows");
            let later = kernel.time.now().after(kernel.settings.card_every);
            kernel.delivery_queue.hand_over(key(id), later, false);
        } else if !kernel.delivery_queue.release(key(id), kernel.time.now()) {
            self.hand_over(kernel, id);
        }
    }

    /// Updates the card of a match that is over, if it waits for the last post.
    pub(super) fn follow_last_post(&self, kernel: &Kernel, id: MatchId) {
        kernel.delivery_queue.wake(key(id), kernel.time.now());
    }

    /// Hands a card to the queue.
    pub(super) fn hand_over(&self, kernel: &Kernel, id: MatchId) {
        kernel
            .delivery_queue
            .hand_over(key(id), kernel.time.now(), false);
    }
}

/// Stores that a card shows a view as of `at`.
async fn note(kernel: &Kernel, view: &View, card: MessageId, at: Moment) -> Result {
    let (state, now) = (&view.state, kernel.time.now());
    let until = state.pauses_change_at(at);
    let shown = kernel
        .store
        .card_shown(state.id(), state.seq(), card, now, until);
    shown.await?;
    if let Some(until) = until {
        kernel.alarms.set(until);
    }
    Ok(())
}

/// Updates a card to the current state of its match.
async fn show_card(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    let id = post.about.id;
    let match_posts = kernel.ledger.match_posts(id).await?;
    let (card_seq, is_told) = (match_posts.card_seq, match_posts.pending.is_none());
    let view = match_posts.view(kernel.ledger.load(id).await?);
    // A post in a thread that is archived opens it again, so the last post comes first.
    if view.state.to_move().is_none() && view.places.thread.is_some() && !is_told {
        return Ok(Outcome::Waits);
    }
    if view.places.card.is_none() && names_result(&view.state) {
        tell_result(kernel, &view).await;
    }
    if view.places.card.is_none() || card_seq >= view.state.seq() {
        kernel
            .write(move |db| pending_posts::card_shown(db, id))
            .await?;
        return Ok(Outcome::Done);
    }
    let places = places_of(&view);
    if !kernel.places.may_edit(&places, key(id), kernel.time.now()) {
        return Ok(Outcome::Waits);
    }
    let at = kernel.time.now();
    match kernel.announcer.card(&view, at).await {
        Ok(card) => {
            note(kernel, &view, card, at).await?;
            // The card of a finished match is edited once.
            if view.state.to_move().is_none() {
                tell_result(kernel, &view).await;
            }
            Ok(Outcome::Done)
        }
        Err(NotAnnounced::Later { why, .. }) => Ok(Outcome::Later { why, places }),
        Err(NotAnnounced::Limited { after, .. }) => Ok(Outcome::Limited(after)),
        Err(NotAnnounced::Refused { shut, why, .. }) => {
            kernel.places.refused(kernel, &view, shut, &[], &why).await;
            // The card waits for the place.
            match kernel.places.may_edit(&places, key(id), kernel.time.now()) {
                true => Ok(Outcome::Later { why, places }),
                false => Ok(Outcome::Waits),
            }
        }
        Err(NotAnnounced::Never { why, .. }) => {
            tracing::warn!(match_id = %id, why, "the match card is given up");
            kernel.store.card_lost(id).await?;
            Ok(Outcome::Done)
        }
    }
}

/// Tells the result in the name of the thread, which is archived where threads run out.
async fn tell_result(kernel: &Kernel, view: &View) {
    if view.places.thread.is_some() {
        let archive = kernel.active_threads.archives(kernel, &view.state).await;
        kernel.announcer.name_result(view, archive).await;
    }
}

/// Marks a card as outdated in the store, then queues it.
async fn age(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let shown = kernel
        .write(move |db| match_posts::age_card(db, &alarm))
        .await?;
    if let Some(shown_at) = shown {
        let state = kernel.ledger.load(alarm.about.id).await?;
        let due = shown_at.after(kernel.settings.card_every);
        kernel.cards.add(&kernel, &state, due);
    }
    Ok(())
}

#[async_trait]
impl Reactor for Cards {
    async fn react(&self, kernel: &Arc<Kernel>, change: &Change, posts: &mut CallerPosts) {
        // A new challenge has no card yet. Its announcement becomes the card.
        let Some(before) = &change.before else {
            return;
        };
        let state: &Match = &change.after;
        let id = state.id();
        let match_posts = match posts.match_posts(kernel, id).await {
            Ok(match_posts) => match_posts,
            Err(error) => {
                tracing::error!(match_id = %id, %error, "cannot find a match's card");
                let due = kernel.time.now().after(kernel.settings.card_every);
                self.add(kernel, state, due);
                return;
            }
        };
        let Some(card) = match_posts.places.card else {
            if match_posts.places.thread.is_some() && names_result(state) {
                self.add(kernel, state, kernel.time.now());
            }
            return;
        };
        let pending = pending_posts::of_match(state, state.changed_at());
        if before.status().word() == state.status().word() {
            let due = match_posts.card_at.after(kernel.settings.card_every);
            self.add(kernel, state, due);
        } else if kernel.delivery_queue.deliveries().take(key(id), pending) {
            let view = match_posts.clone().view(Arc::clone(&change.after));
            let kernel = Arc::clone(kernel);
            let now = kernel.time.now();
            posts.card = Some(CardUpdate::new(kernel, view, card, now));
        }
    }
}
