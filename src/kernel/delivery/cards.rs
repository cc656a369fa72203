//! Keeps match cards up to date, with thrift.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::announcer::{NotAnnounced, View};
use super::permits::Kind;
use super::refusing_places::places_of_card;
use super::rights::{CardKeeper, CardUpdate};
use super::store::outside;
use crate::db::StoreError;
use crate::db::alarms::Alarm;
use crate::kernel::alarms::Handler;
use crate::kernel::lock::lock;
use crate::kernel::reactor::{Change, Offers, Reactor};
use crate::kernel::{BoxFuture, Error, Kernel};
use crate::matches::{MatchId, MessageId, UserId};
use crate::people::Moment;

/// How long to wait after a failure before a card is tried again: an outage must not cost more requests than turns do.
const AGAIN: Duration = Duration::from_secs(60);

/// The least time after which a card is tried again that a limit held up.
const SOONEST: Duration = Duration::from_secs(1);

/// The alarm of a card: what it says becomes wrong though nothing happens in its match. Time off ends by its date, a weekend
/// begins.
pub(crate) const ALARM: (&str, Handler) =
    (outside::CARD, |kernel, alarm| Box::pin(age(kernel, alarm)));

/// Which cards show too little, and from when on each may be updated.
///
/// That a card shows too little is in the store; here is only what this process still has to do about it.
#[derive(Default)]
pub(crate) struct Cards {
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
            let (due, nearest) = self.take_due(kernel.time.now());
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
        if let Some(until) = until {
            kernel.alarms.set(until);
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
                Some(AGAIN)
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
            .permit(Kind::Card, host.0, kernel.time.now())
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
                Ok(Some(AGAIN))
            }
            Err(NotAnnounced::Limited { after, .. }) => {
                tracing::debug!(match_id = %id, ?after, "the match card waits for a limit");
                Ok(Some(after.max(SOONEST)))
            }
            Err(NotAnnounced::Refused { shut, why, .. }) => {
                kernel.places.refused(kernel, &view, shut, &[], &why).await;
                // It waits with the place.
                let waits = !kernel.places.may_update(&places, id, kernel.time.now());
                Ok((!waits).then_some(AGAIN))
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

/// Has a card updated whose words are wrong by now. That it is stale is in the store before anything is done about it.
async fn age(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let shown = kernel
        .write(move |db| outside::age_card(db, &alarm))
        .await?;
    if let Some(shown_at) = shown {
        let due = shown_at.after(kernel.settings.card_every);
        kernel.cards.touch(alarm.about.id, due, false);
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
