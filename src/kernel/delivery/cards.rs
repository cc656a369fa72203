//! Keeps match cards up to date, with thrift.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::announcer::{NotAnnounced, View};
use super::permits::Kind;
use super::refusing_places::places_of_card;
use super::rights::{CardKeeper, CardUpdate};
use crate::db::StoreError;
use crate::kernel::lock::lock;
use crate::kernel::reactor::{Change, Offers, Reactor};
use crate::kernel::{BoxFuture, Error, Kernel};
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
    waiting: Mutex<HashMap<MatchId, Card>>,
    sooner: Notify,
    /// When to look in the store for cards whose words are no longer so, though nothing has happened in their matches.
    aging: AtomicI64,
}

impl Default for Cards {
    fn default() -> Self {
        Self {
            waiting: Mutex::default(),
            sooner: Notify::new(),
            // What is old already is found at once.
            aging: AtomicI64::new(i64::MIN),
        }
    }
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
    async fn keep(&self, kernel: &Arc<Kernel>) {
        loop {
            self.age(kernel).await;
            let (due, nearest) = self.take_due(kernel.time.now());
            let aging = Moment(self.aging.load(Ordering::SeqCst));
            let aging = Some(aging).filter(|moment| moment.0 < i64::MAX);
            let nearest = nearest.into_iter().chain(aging).min();
            for id in due {
                kernel.work("updating a card", id, move |kernel, _| async move {
                    kernel.cards.update_card(&kernel, id).await;
                    Ok(())
                });
            }
            let next = async {
                match nearest {
                    Some(moment) => kernel.time.until(moment).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = kernel.tasks.stopped() => return,
                () = self.sooner.notified() => {}
                () = next => {}
            }
        }
    }

    /// Has cards updated whose words are no longer so. That they are old is in the store before anything is done about it.
    async fn age(&self, kernel: &Kernel) {
        while self.aging.load(Ordering::SeqCst) <= kernel.time.now().0 {
            // A card that is shown meanwhile makes it nearer again.
            self.aging.store(i64::MAX, Ordering::SeqCst);
            let now = kernel.time.now();
            let next = match kernel.store.age_cards(now, BATCH).await {
                Ok(old) => {
                    for (id, shown_at) in old {
                        self.touch(id, shown_at.after(kernel.settings.card_every), false);
                    }
                    kernel.store.next_aging_card().await
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
    async fn note(
        &self,
        kernel: &Kernel,
        view: &View,
        card: MessageId,
        at: Moment,
    ) -> Result<(), StoreError> {
        let (state, now) = (&view.state, kernel.time.now());
        let until = state.pauses_change_at(at);
        let shown = kernel
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

    async fn update_card(&self, kernel: &Kernel, id: MatchId) {
        let shown = tokio::select! {
            shown = self.show_card(kernel, id) => shown,
            () = kernel.tasks.farewell() => return,
        };
        let again = match shown {
            Ok(again) => again,
            // The match is frozen.
            Err(Error::Refused(_)) => None,
            Err(error) => {
                tracing::error!(match_id = %id, %error, "cannot update a match card");
                Some(kernel.settings.card_every)
            }
        };
        let now = kernel.time.now();
        let next = now.after(again.unwrap_or(kernel.settings.card_every));
        self.release(id, now, next, again.is_some());
    }

    /// Makes a card show its match as it is; after what time it has to be tried again, if it has.
    async fn show_card(&self, kernel: &Kernel, id: MatchId) -> Result<Option<Duration>, Error> {
        let host = kernel.ledger.outside(id).await?.host;
        let _permit = kernel
            .permits
            .permit(Kind::Card, host, kernel.time.now())
            .await;
        let outside = kernel.ledger.outside(id).await?;
        let view = View {
            state: kernel.ledger.load(id).await?,
            places: outside.places,
            server: outside.server,
            followers: outside.followers,
        };
        if view.places.card.is_none() || outside.card_seq >= view.state.seq() {
            return Ok(None);
        }
        let places = places_of_card(&view);
        if !kernel.places.may_update(&places, id, kernel.time.now()) {
            return Ok(None);
        }
        let (at, names) = (kernel.time.now(), names(kernel, &view).await);
        match kernel.announcer.card(&view, at, &names).await {
            Ok(card) => {
                self.note(kernel, &view, card, at).await?;
                Ok(None)
            }
            Err(NotAnnounced::Later { why, .. }) => {
                tracing::warn!(match_id = %id, why, "the match card is not updated yet");
                Ok(Some(kernel.settings.card_every))
            }
            Err(NotAnnounced::Limited { after, .. }) => {
                tracing::debug!(match_id = %id, ?after, "the match card waits for a limit");
                Ok(Some(after.max(SOONEST)))
            }
            Err(NotAnnounced::Refused { shut, why, .. }) => {
                kernel.places.refused(kernel, &view, shut, &[], &why).await;
                // It waits with the place.
                let waits = !kernel.places.may_update(&places, id, kernel.time.now());
                Ok((!waits).then_some(kernel.settings.card_every))
            }
            Err(NotAnnounced::Never { why, .. }) => {
                tracing::warn!(match_id = %id, why, "the match card is given up");
                kernel.store.card_lost(id).await?;
                Ok(None)
            }
        }
    }

    async fn card_shown(&self, kernel: &Kernel, view: &View, card: MessageId, at: Moment) {
        let id = view.state.id();
        let written = self.note(kernel, view, card, at).await;
        let now = kernel.time.now();
        if let Err(error) = &written {
            tracing::error!(match_id = %id, %error, "cannot note what a match card shows");
        }
        self.release(
            id,
            now,
            now.after(kernel.settings.card_every),
            written.is_err(),
        );
    }
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

/// The kernel as what gives the rights of [`Cards`] away.
struct Keeper(Arc<Kernel>);

impl CardKeeper for Keeper {
    fn shown<'a>(&'a self, view: &'a View, card: MessageId, at: Moment) -> BoxFuture<'a, ()> {
        Box::pin(self.0.cards.card_shown(&self.0, view, card, at))
    }

    fn update(&self, id: MatchId) {
        let now = self.0.time.now();
        self.0.cards.release(id, now, now, true);
    }
}

impl Reactor for Cards {
    fn react<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        change: &'a Change,
        offers: &'a mut Offers,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            // A new challenge has no card yet: it becomes one when it is announced.
            let Some(before) = &change.before else {
                return;
            };
            let id = change.after.id();
            let outside = match kernel.ledger.outside(id).await {
                Ok(outside) => outside,
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "cannot find a match's card");
                    self.touch(
                        id,
                        kernel.time.now().after(kernel.settings.card_every),
                        false,
                    );
                    return;
                }
            };
            let Some(card) = outside.places.card else {
                return;
            };
            if before.status().word() == change.after.status().word() {
                self.touch(id, outside.card_at.after(kernel.settings.card_every), false);
            } else if self.hold(id) {
                let view = View {
                    state: Arc::clone(&change.after),
                    places: outside.places,
                    server: outside.server,
                    followers: outside.followers,
                };
                let keeper = Arc::new(Keeper(Arc::clone(kernel)));
                offers.card = Some(CardUpdate::new(keeper, view, card, kernel.time.now()));
            }
        })
    }

    fn resume<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for (id, shown_at) in kernel.store.stale_cards().await? {
                self.touch(id, shown_at.after(kernel.settings.card_every), false);
            }
            kernel.keep("keeping cards", |kernel| async move {
                kernel.cards.keep(&kernel).await;
            });
            Ok(())
        })
    }
}
