//! Keeps match cards up to date, with thrift.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::announcer::{Announcer, NotAnnounced, View};
use super::error::Error;
use super::ledger::Ledger;
use super::reactor::{Change, Offers, Reactor};
use super::resting::{RestingPlaces, places_of_card};
use super::rights::{CardKeeper, CardUpdate};
use super::tasks::Tasks;
use super::tellers::{Kind, Tellers};
use super::time::Time;
use super::{BoxFuture, lock};
use crate::matches::{MatchId, MessageId, Moment, UserId};
use crate::store::Store;

/// The least time after which a card is tried again that a limit held up.
const SOONEST: Duration = Duration::from_secs(1);

/// Which cards show too little, and from when on each may be updated.
///
/// That a card shows too little is in the store; here is only what this process still has to do about it.
pub(super) struct Cards {
    pub(super) store: Store,
    pub(super) ledger: Arc<Ledger>,
    pub(super) announcer: Arc<dyn Announcer>,
    pub(super) tasks: Arc<Tasks>,
    pub(super) time: Arc<Time>,
    /// How many matches are told of at once.
    pub(super) tellers: Arc<Tellers>,
    pub(super) places: Arc<RestingPlaces>,
    /// The least time between two updates of a card.
    pub(super) every: Duration,
    pub(super) waiting: Mutex<HashMap<MatchId, Card>>,
    pub(super) sooner: Notify,
}

pub(super) enum Card {
    /// It is to be updated, not before this moment.
    Due(Moment),
    /// Somebody is updating it; and whether it has to be done again, at once or in good time.
    Held(Option<Urgency>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Urgency {
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

impl Cards {
    /// Updates cards when they are due, until the arbiter is to end.
    async fn keep(self: Arc<Self>) {
        loop {
            let (due, nearest) = self.take_due(self.time.now());
            for id in due {
                let part = Arc::clone(&self);
                self.tasks.work("updating a card", id, move |_| {
                    let part = Arc::clone(&part);
                    async move {
                        part.update_card(id).await;
                        Ok(())
                    }
                });
            }
            let next = async {
                match nearest {
                    Some(moment) => self.time.until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.tasks.stopped() => return,
                () = self.sooner.notified() => {}
                () = next => {}
            }
        }
    }

    async fn update_card(&self, id: MatchId) {
        let shown = tokio::select! {
            shown = self.show_card(id) => shown,
            () = self.tasks.farewell() => return,
        };
        let again = match shown {
            Ok(again) => again,
            // The match is frozen.
            Err(Error::Refused(_)) => None,
            Err(error) => {
                tracing::error!(match_id = %id, %error, "cannot update a match card");
                Some(self.every)
            }
        };
        let now = self.time.now();
        let next = now.after(again.unwrap_or(self.every));
        self.release(id, now, next, again.is_some());
    }

    /// Makes a card show its match as it is; after what time it has to be tried again, if it has.
    async fn show_card(&self, id: MatchId) -> Result<Option<Duration>, Error> {
        let _place = self.tellers.place(Kind::Card, self.time.now()).await;
        let outside = self.ledger.outside(id).await?;
        let view = View {
            state: self.ledger.load(id).await?,
            places: outside.places,
            server: outside.server,
        };
        if view.places.card.is_none() || outside.card_seq >= view.state.seq() {
            return Ok(None);
        }
        let places = places_of_card(&view);
        if !self.places.may_update(&places, id) {
            return Ok(None);
        }
        match self.announcer.card(&view, &self.names(&view).await).await {
            Ok(card) => {
                self.store
                    .card_shown(id, view.state.seq(), card, self.time.now())
                    .await?;
                Ok(None)
            }
            Err(NotAnnounced::Later { why, .. }) => {
                tracing::warn!(match_id = %id, why, "the match card is not updated yet");
                Ok(Some(self.every))
            }
            Err(NotAnnounced::Limited { after, .. }) => {
                tracing::debug!(match_id = %id, ?after, "the match card waits for a limit");
                Ok(Some(after.max(SOONEST)))
            }
            Err(NotAnnounced::Refused { shut, why, .. }) => {
                self.places.refused(&view, shut, &[], &why).await;
                // It waits with the place.
                let waits = !self.places.may_update(&places, id);
                Ok((!waits).then_some(self.every))
            }
            Err(NotAnnounced::Never { why, .. }) => {
                tracing::warn!(match_id = %id, why, "the match card is given up");
                self.store.card_lost(id).await?;
                Ok(None)
            }
        }
    }

    /// What the players are called. Names that cannot be read keep no card from being shown.
    async fn names(&self, view: &View) -> Vec<(UserId, String)> {
        let guild = view.state.proposal().place.guild;
        let names = self.store.names(guild, view.state.people().collect()).await;
        names.unwrap_or_else(|error| {
            tracing::error!(%error, "the names of players cannot be read");
            Vec::new()
        })
    }

    async fn card_shown(&self, view: &View, card: MessageId) {
        let id = view.state.id();
        let now = self.time.now();
        let written = self.store.card_shown(id, view.state.seq(), card, now).await;
        if let Err(error) = &written {
            tracing::error!(match_id = %id, %error, "cannot note what a match card shows");
        }
        self.release(id, now, now.after(self.every), written.is_err());
    }
}

/// [`Cards`] as what gives its rights away.
struct Desk(Arc<Cards>);

impl CardKeeper for Desk {
    fn shown<'a>(&'a self, view: &'a View, card: MessageId) -> BoxFuture<'a, ()> {
        Box::pin(self.0.card_shown(view, card))
    }

    fn update(&self, id: MatchId) {
        let now = self.0.time.now();
        self.0.release(id, now, now, true);
    }
}

impl Reactor for Cards {
    fn react<'a>(self: Arc<Self>, change: &'a Change, offers: &'a mut Offers) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            // A new challenge has no card yet: it becomes one when it is told.
            let Some(before) = &change.before else {
                return;
            };
            let id = change.after.id();
            let outside = match self.ledger.outside(id).await {
                Ok(outside) => outside,
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find a match's card");
                    self.touch(id, self.time.now().after(self.every), false);
                    return;
                }
            };
            let Some(card) = outside.places.card else {
                return;
            };
            if before.status().word() == change.after.status().word() {
                self.touch(id, outside.card_at.after(self.every), false);
            } else if self.hold(id) {
                let view = View {
                    state: Arc::clone(&change.after),
                    places: outside.places,
                    server: outside.server,
                };
                let desk = Arc::new(Desk(Arc::clone(&self)));
                offers.card = Some(CardUpdate::new(desk, view, card));
            }
        })
    }

    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            for (id, shown_at) in self.store.stale_cards().await? {
                self.touch(id, shown_at.after(self.every), false);
            }
            let part = Arc::clone(&self);
            self.tasks
                .keep("keeping cards", move || Arc::clone(&part).keep());
            Ok(())
        })
    }
}
