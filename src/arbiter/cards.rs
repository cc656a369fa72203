use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::resting::places_of_card;
use super::start::{Inner, lock};
use super::tellers::Kind;
use super::{NotAnnounced, View};
use crate::matches::{MatchId, MessageId, Moment};

/// The right to update a match's card: nobody else does so meanwhile. Dropped, the arbiter does it.
pub struct CardUpdate {
    inner: Arc<Inner>,
    view: View,
    card: MessageId,
    open: bool,
}

/// The least time after which a card is tried again that a limit held up.
const SOONEST: Duration = Duration::from_secs(1);

/// Which cards show too little, and from when on each may be updated.
///
/// That a card shows too little is in the store; here is only what this process still has to do about it.
#[derive(Default)]
pub(super) struct Cards {
    waiting: Mutex<HashMap<MatchId, Card>>,
    sooner: Notify,
}

enum Card {
    /// It is to be updated, not before this moment.
    Due(Moment),
    /// Somebody is updating it; and whether it has to be done again, at once or in good time.
    Held(Option<Urgency>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    InTime,
    AtOnce,
}

impl Cards {
    /// A card shows too little; it may be updated from `due` on.
    pub(super) fn touch(&self, id: MatchId, due: Moment, urgent: bool) {
        let urgency = if urgent {
            Urgency::AtOnce
        } else {
            Urgency::InTime
        };
        let mut waiting = lock(&self.waiting);
        match waiting.get_mut(&id) {
            Some(Card::Held(again)) => *again = (*again).max(Some(urgency)),
            Some(Card::Due(moment)) => *moment = (*moment).min(due),
            None => {
                waiting.insert(id, Card::Due(due));
            }
        }
        self.sooner.notify_one();
    }

    /// Takes the right to update a card.
    fn hold(&self, id: MatchId) -> bool {
        let mut waiting = lock(&self.waiting);
        if let Some(Card::Held(again)) = waiting.get_mut(&id) {
            *again = Some(Urgency::AtOnce);
            return false;
        }
        waiting.insert(id, Card::Held(None));
        true
    }

    /// Gives the right back. If the card has to be updated again, it is due at once or at `next`; without need only
    /// where `again` says so.
    fn release(&self, id: MatchId, now: Moment, next: Moment, again: bool) {
        let mut waiting = lock(&self.waiting);
        let wanted = match waiting.remove(&id) {
            Some(Card::Held(wanted)) => wanted,
            _ => None,
        };
        let due = match wanted {
            Some(Urgency::AtOnce) => now,
            Some(Urgency::InTime) => next,
            None if again => next,
            None => return,
        };
        waiting.insert(id, Card::Due(due));
        self.sooner.notify_one();
    }

    /// Takes all cards that are due, and says when the next one will be.
    fn take_due(&self, now: Moment) -> (Vec<MatchId>, Option<Moment>) {
        let (mut due, mut nearest) = (Vec::new(), None::<Moment>);
        for (id, card) in lock(&self.waiting).iter_mut() {
            match *card {
                Card::Due(moment) if moment <= now => {
                    *card = Card::Held(None);
                    due.push(*id);
                }
                Card::Due(moment) => {
                    nearest = Some(nearest.map_or(moment, |nearest| nearest.min(moment)))
                }
                Card::Held(_) => {}
            }
        }
        (due, nearest)
    }
}

impl CardUpdate {
    /// What the card is to show.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The card shows it now.
    pub async fn done(mut self) {
        self.open = false;
        self.inner.card_shown(&self.view, self.card).await;
    }
}

impl Drop for CardUpdate {
    fn drop(&mut self) {
        if self.open {
            let now = self.inner.clock.now();
            self.inner
                .cards
                .release(self.view.state.id(), now, now, true);
        }
    }
}

impl Inner {
    /// A match has changed that has a card. Whoever changed it may update the card when that is urgent.
    pub(super) fn card_changed(
        self: &Arc<Self>,
        view: &View,
        shown_at: Moment,
        urgent: bool,
    ) -> Option<CardUpdate> {
        let id = view.state.id();
        let card = view.places.card?;
        if !urgent {
            self.cards
                .touch(id, shown_at.after(self.settings.card_every), false);
            return None;
        }
        self.cards.hold(id).then(|| CardUpdate {
            inner: Arc::clone(self),
            view: view.clone(),
            card,
            open: true,
        })
    }

    /// Updates cards when they are due, until the arbiter is to end.
    pub(super) async fn keep_cards(self: Arc<Self>) {
        loop {
            let (due, nearest) = self.cards.take_due(self.clock.now());
            for id in due {
                self.spawn(Arc::clone(&self).update_card(id));
            }
            let next = async {
                match nearest {
                    Some(moment) => self.clock.wait_until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.stopped() => return,
                () = self.cards.sooner.notified() => {}
                () = next => {}
            }
        }
    }

    async fn update_card(self: Arc<Self>, id: MatchId) {
        let every = self.settings.card_every;
        let shown = tokio::select! {
            shown = self.show_card(id) => shown,
            () = self.farewell() => return,
        };
        let again = match shown {
            Ok(again) => again,
            Err(error) => {
                tracing::error!(match_id = %id, %error, "cannot update a match card");
                Some(every)
            }
        };
        let now = self.clock.now();
        let next = now.after(again.unwrap_or(every));
        self.cards.release(id, now, next, again.is_some());
    }

    /// Makes a card show its match as it is; after what time it has to be tried again, if it has.
    async fn show_card(self: &Arc<Self>, id: MatchId) -> Result<Option<Duration>, super::Error> {
        let now = self.clock.now();
        let _place = self.tellers.place(Kind::Card, now).await;
        let outside = self.store.outside(id).await?;
        let view = View {
            state: self.load(id).await?,
            places: outside.places,
            server: outside.server,
        };
        if view.places.card.is_none() || outside.card_seq >= view.state.seq() {
            return Ok(None);
        }
        let places = places_of_card(&view);
        if !self.may_update(&places, id) {
            return Ok(None);
        }
        let every = self.settings.card_every;
        match self.announcer.card(&view).await {
            Ok(card) => {
                self.store
                    .card_shown(id, view.state.seq(), card, self.clock.now())
                    .await?;
                Ok(None)
            }
            Err(NotAnnounced::Later { why, .. }) => {
                tracing::warn!(match_id = %id, why, "the match card is not updated yet");
                Ok(Some(every))
            }
            Err(NotAnnounced::Limited { after, .. }) => {
                tracing::debug!(match_id = %id, ?after, "the match card waits for a limit");
                Ok(Some(after.max(SOONEST)))
            }
            Err(NotAnnounced::Refused { shut, why, .. }) => {
                self.place_refused(&view, shut, &[], &why).await;
                // It waits with the place.
                let waits = !self.may_update(&places, id);
                Ok((!waits).then_some(every))
            }
            Err(NotAnnounced::Never { why, .. }) => {
                tracing::warn!(match_id = %id, why, "the match card is given up");
                self.store.card_lost(id).await?;
                Ok(None)
            }
        }
    }

    async fn card_shown(&self, view: &View, card: MessageId) {
        let id = view.state.id();
        let now = self.clock.now();
        let written = self.store.card_shown(id, view.state.seq(), card, now).await;
        if let Err(error) = &written {
            tracing::error!(match_id = %id, %error, "cannot note what a match card shows");
        }
        self.cards.release(
            id,
            now,
            now.after(self.settings.card_every),
            written.is_err(),
        );
    }
}
