//! Keeps match cards up to date, with thrift.

use std::sync::Arc;
use std::time::Duration;

use super::announcer::{NotAnnounced, View};
use super::queue::{Kind, Outcome, Post, Rank};
use super::refusing_places::places_of_card;
use super::rights::CardUpdate;
use super::slots::Key;
use super::store::match_posts;
use crate::db::StoreError;
use crate::db::alarms::{About, Alarm};
use crate::db::owed::{self, CARD};
use crate::kernel::alarms::Handler;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::kernel::{BoxFuture, Error, Kernel};
use crate::matches::{Match, MatchId, MessageId, UserId};
use crate::people::Moment;

/// The alarm of a card: what it says becomes wrong though nothing happens in its match. Time off ends by its date, a weekend
/// begins.
pub(crate) const ALARM: (&str, Handler) = (match_posts::CARD, |kernel, alarm| {
    Box::pin(age(kernel, alarm))
});

/// The cards of matches that show too little. After a failure one waits a minute at least: an outage must not cost more
/// requests than turns do.
pub(crate) const KIND: Kind = Kind {
    words: &[CARD],
    rank: Rank::Card,
    wait: Duration::from_secs(60),
    deliver: |kernel, post| Box::pin(async move { show_card(&kernel, post).await }),
};

/// The card of a match in the queue.
const fn key(id: MatchId) -> Key {
    Key::new(CARD, About::a_match(id))
}

/// Sees that cards follow their matches.
pub(crate) struct Cards;

impl Cards {
    /// A card shows too little; it may be updated from `due` on.
    pub(crate) fn add(&self, kernel: &Kernel, state: &Match, due: Moment) {
        let now = kernel.time.now();
        // One that is being updated now is not updated again at once.
        let due = match kernel.owed.is_taken(key(state.id())) {
            true => due.max(now.after(kernel.settings.card_every)),
            false => due,
        };
        kernel.owed.add(CARD, owed::of_match(state, now), due);
    }

    /// Notes that somebody has made a card show a view.
    pub(super) async fn shown(&self, kernel: &Kernel, view: &View, card: MessageId, at: Moment) {
        let id = view.state.id();
        if let Err(error) = note(kernel, view, card, at).await {
            tracing::error!(match_id = %id, %error, "cannot note what a match card shows");
            let later = kernel.time.now().after(kernel.settings.card_every);
            kernel.owed.hand_over(key(id), later, false);
        } else if !kernel.owed.release(key(id), kernel.time.now()) {
            self.hand_over(kernel, id);
        }
    }

    /// Leaves a card to the queue.
    pub(super) fn hand_over(&self, kernel: &Kernel, id: MatchId) {
        kernel.owed.hand_over(key(id), kernel.time.now(), false);
    }
}

/// Notes that a card shows a view as it was at a moment.
async fn note(kernel: &Kernel, view: &View, card: MessageId, at: Moment) -> Result<(), StoreError> {
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

/// Makes a card show its match as it is.
async fn show_card(kernel: &Arc<Kernel>, post: Post) -> Result<Outcome, Error> {
    let id = post.about.id;
    let match_posts = kernel.ledger.match_posts(id).await?;
    let view = View {
        state: kernel.ledger.load(id).await?,
        places: match_posts.places,
        server: match_posts.server,
        followers: match_posts.followers,
    };
    if view.places.card.is_none() || match_posts.card_seq >= view.state.seq() {
        kernel.write(move |db| owed::card_shown(db, id)).await?;
        return Ok(Outcome::Done);
    }
    let places = places_of_card(&view);
    if !kernel.places.may_edit(&places, key(id), kernel.time.now()) {
        return Ok(Outcome::Waits);
    }
    let (at, names) = (kernel.time.now(), names(kernel, &view).await);
    match kernel.announcer.card(&view, at, &names).await {
        Ok(card) => {
            note(kernel, &view, card, at).await?;
            Ok(Outcome::Done)
        }
        Err(NotAnnounced::Later { why, .. }) => Ok(Outcome::Later { why, places }),
        Err(NotAnnounced::Limited { after, .. }) => Ok(Outcome::Limited(after)),
        Err(NotAnnounced::Refused { shut, why, .. }) => {
            kernel.places.refused(kernel, &view, shut, &[], &why).await;
            // It waits with the place.
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

/// Has a card updated whose words are wrong by now. That it is owed is in the store before anything is done about it.
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

/// What the players are called. Names that cannot be read keep no card from being shown.
async fn names(kernel: &Kernel, view: &View) -> Vec<(UserId, String)> {
    let guild = view.state.proposal().place.guild;
    let names = kernel.store.names(guild, view.state.people().collect());
    names.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the names of players cannot be read");
        Vec::new()
    })
}

impl Reactor for Cards {
    fn react<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        change: &'a Change,
        posts: &'a mut CallerPosts,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            // A new challenge has no card yet: it becomes one when it is announced.
            let Some(before) = &change.before else {
                return;
            };
            let state: &Match = &change.after;
            let id = state.id();
            let match_posts = match kernel.ledger.match_posts(id).await {
                Ok(match_posts) => match_posts,
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find a match's card");
                    let due = kernel.time.now().after(kernel.settings.card_every);
                    self.add(kernel, state, due);
                    return;
                }
            };
            let Some(card) = match_posts.places.card else {
                return;
            };
            let owed = owed::of_match(state, state.changed_at());
            if before.status().word() == state.status().word() {
                let due = match_posts.card_at.after(kernel.settings.card_every);
                self.add(kernel, state, due);
            } else if kernel.owed.take(key(id), owed) {
                let view = View {
                    state: Arc::clone(&change.after),
                    places: match_posts.places,
                    server: match_posts.server,
                    followers: match_posts.followers,
                };
                let kernel = Arc::clone(kernel);
                let now = kernel.time.now();
                posts.card = Some(CardUpdate::new(kernel, view, card, now));
            }
        })
    }
}
