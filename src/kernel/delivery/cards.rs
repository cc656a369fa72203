//! Keeps match cards up to date, with thrift.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::announcer::{Announcer, NotAnnounced, View};
use super::permits::{Kind, Permits};
use super::refusing_places::{RestingPlaces, places_of_card};
use super::rights::{CardKeeper, CardUpdate};
use crate::db::{Store, StoreError};
use crate::kernel::ledger::Ledger;
use crate::kernel::lock::lock;
use crate::kernel::reactor::{Change, Offers, Reactor};
use crate::kernel::tasks::Tasks;
use crate::kernel::time::Time;
use crate::kernel::{BoxFuture, Error};
use crate::matches::{MatchId, MessageId, UserId};
use crate::people::Moment;

/// The least time after which a card is tried again that a limit held up.
const SOONEST: Duration = Duration::from_secs(1);

/// How many cards begin to count as old at once, because what they say is no longer so.
const BATCH: u32 = 200;

/// How long to wait after a failure before the next look for cards whose words are no longer so.
const AGAIN: Duration = Duration::from_secs(60);

/// Which cards show too little, and from when on each may be updated.
///
/// That a card shows too little is in the store; here is only what this process still has to do about it.
pub(crate) struct Cards {
    pub(crate) store: Store,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) announcer: Arc<dyn Announcer>,
    pub(crate) tasks: Arc<Tasks>,
    pub(crate) time: Arc<Time>,
    /// For how many matches news are announced at once.
    pub(crate) permits: Arc<Permits>,
    pub(crate) places: Arc<RestingPlaces>,
    /// The least time between two updates of a card.
    pub(crate) every: Duration,
    pub(crate) waiting: Mutex<HashMap<MatchId, Card>>,
    pub(crate) sooner: Notify,
    /// When to look in the store for cards whose words are no longer so, though nothing has happened in their matches.
    pub(crate) aging: AtomicI64,
}

pub(crate) enum Card {
    /// It is to be updated, not before this moment.
    Due(Moment),
    /// Somebody is updating it; and whether it has to be done again, at once or in good time.
    Held(Option<Urgency>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urgency {
    InTime,
    AtOnce,
}

impl Cards {
    /// A card shows too little; it may be updated from `due` on.
    pub(crate) fn touch(&self, id: MatchId, due: Moment, urgent: bool) {
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
            self.age().await;
            let (due, nearest) = self.take_due(self.time.now());
            let aging = Moment(self.aging.load(Ordering::SeqCst));
            let aging = Some(aging).filter(|moment| moment.0 < i64::MAX);
            let nearest = nearest.into_iter().chain(aging).min();
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

    /// Has cards updated whose words are no longer so. That they are old is in the store before anything is done about it.
    async fn age(&self) {
        while self.aging.load(Ordering::SeqCst) <= self.time.now().0 {
            // A card that is shown meanwhile makes it nearer again.
            self.aging.store(i64::MAX, Ordering::SeqCst);
            let now = self.time.now();
            let next = match self.store.age_cards(now, BATCH).await {
                Ok(old) => {
                    for (id, shown_at) in old {
                        self.touch(id, shown_at.after(self.every), false);
                    }
                    self.store.next_aging_card().await
                }
                Err(error) => Err(error),
            };
            let next = next.unwrap_or_else(|error| {
                tracing::error!(%error, "cannot look for match cards that have grown old");
                Some(now.after(AGAIN))
            });
            if let Some(next) = next {
                self.aging.fetch_min(next.0, Ordering::SeqCst);
            }
        }
    }

    /// Notes that a card shows a view as it was at a moment.
    async fn note(&self, view: &View, card: MessageId, at: Moment) -> Result<(), StoreError> {
        let (state, now) = (&view.state, self.time.now());
        let until = state.pauses_change_at(at);
        let shown = self
            .store
            .card_shown(state.id(), state.seq(), card, now, until);
        shown.await?;
        if let Some(until) = until
            && until.0 < self.aging.fetch_min(until.0, Ordering::SeqCst)
        {
            self.sooner.notify_one();
        }
        Ok(())
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
        let host = self.ledger.outside(id).await?.host;
        let _permit = self.permits.permit(Kind::Card, host, self.time.now()).await;
        let outside = self.ledger.outside(id).await?;
        let view = View {
            state: self.ledger.load(id).await?,
            places: outside.places,
            server: outside.server,
            followers: outside.followers,
        };
        if view.places.card.is_none() || outside.card_seq >= view.state.seq() {
            return Ok(None);
        }
        let places = places_of_card(&view);
        if !self.places.may_update(&places, id) {
            return Ok(None);
        }
        let (at, names) = (self.time.now(), self.names(&view).await);
        match self.announcer.card(&view, at, &names).await {
            Ok(card) => {
                self.note(&view, card, at).await?;
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

    async fn card_shown(&self, view: &View, card: MessageId, at: Moment) {
        let id = view.state.id();
        let written = self.note(view, card, at).await;
        let now = self.time.now();
        if let Err(error) = &written {
            tracing::error!(match_id = %id, %error, "cannot note what a match card shows");
        }
        self.release(id, now, now.after(self.every), written.is_err());
    }
}

/// [`Cards`] as what gives its rights away.
struct Keeper(Arc<Cards>);

impl CardKeeper for Keeper {
    fn shown<'a>(&'a self, view: &'a View, card: MessageId, at: Moment) -> BoxFuture<'a, ()> {
        Box::pin(self.0.card_shown(view, card, at))
    }

    fn update(&self, id: MatchId) {
        let now = self.0.time.now();
        self.0.release(id, now, now, true);
    }
}

impl Reactor for Cards {
    fn react<'a>(self: Arc<Self>, change: &'a Change, offers: &'a mut Offers) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            // A new challenge has no card yet: it becomes one when it is announced.
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
                    followers: outside.followers,
                };
                let keeper = Arc::new(Keeper(Arc::clone(&self)));
                offers.card = Some(CardUpdate::new(keeper, view, card, self.time.now()));
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
