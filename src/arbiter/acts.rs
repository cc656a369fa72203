use std::sync::Arc;

use super::start::{Inner, lock};
use super::{Announcement, Error, Fault, Update, View};
use crate::matches::{
    Challenge, Command, Event, Fact, InteractionId, Match, MatchId, Moment, Status,
};
use crate::store::{Outside, StoreError};

/// How often a command is decided anew because another one was written first.
const TRIES: usize = 8;

impl Inner {
    pub(super) async fn propose(
        self: Arc<Self>,
        challenge: Challenge,
        cause: Option<InteractionId>,
    ) -> Result<Update, Error> {
        let proposal = challenge.settle(&self.rng)?;
        let state = Arc::new(
            self.store
                .propose_once(proposal.clone(), self.clock.now(), cause)
                .await?,
        );
        let event = Event {
            at: state.changed_at(),
            fact: Fact::Proposed(proposal),
        };
        self.follow_up(None, state, event).await
    }

    /// Decides a command on the match as it is, writes what follows and gets it told.
    pub(super) async fn act(
        self: &Arc<Self>,
        id: MatchId,
        command: &Command,
        cause: Option<InteractionId>,
    ) -> Result<Update, Error> {
        // What counts is when the command came, not how long it took to be written.
        let now = self.clock.now();
        for _ in 0..TRIES {
            let state = self.load(id).await?;
            if *command != Command::Flag && state.overdue(now).is_some() {
                match self.write(&state, &Command::Flag, now, None).await {
                    Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => {}
                    flagged => flagged?.leave_to_arbiter(),
                }
                continue;
            }
            match self.write(&state, command, now, cause).await {
                Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => {}
                done => {
                    // A fault may have come after the turn was written.
                    if matches!(command, Command::Play { .. })
                        && !matches!(done, Err(Error::Refused(_)))
                    {
                        self.answer_soon(id);
                    }
                    return done;
                }
            }
        }
        Err(Fault::Contention(id).into())
    }

    pub(super) async fn write(
        self: &Arc<Self>,
        state: &Arc<Match>,
        command: &Command,
        now: Moment,
        cause: Option<InteractionId>,
    ) -> Result<Update, Error> {
        let events = state.decide(command, now)?;
        let mut after = Match::clone(state);
        events
            .iter()
            .try_for_each(|event| after.apply(event))
            .map_err(Fault::from)?;
        let Some(last) = events.last().cloned() else {
            return Ok(Update {
                view: self.view(state.id()).await?,
                news: None,
                card: None,
            });
        };
        let written = self.store.append_once(&after, events, cause).await;
        if written.is_err() {
            lock(&self.cache).forget(state.id());
        }
        written?;
        Arc::clone(self)
            .follow_up(Some(state.status()), Arc::new(after), last)
            .await
    }

    /// After the commit: keeps the match, wakes who waits for it, and finds who tells what.
    async fn follow_up(
        self: Arc<Self>,
        before: Option<&Status>,
        state: Arc<Match>,
        event: Event,
    ) -> Result<Update, Error> {
        let id = state.id();
        lock(&self.cache).put(Arc::clone(&state));
        self.deadlines.watch(&state);
        self.announcing.quiet(id).await;
        let taken = event.fact.is_news() && self.announcing.take(id);
        let outside = match self.store.outside(id).await {
            Ok(outside) => outside,
            Err(error) => {
                if taken {
                    self.announce_on(id, false);
                }
                return Err(error.into());
            }
        };
        let view = View {
            state,
            places: outside.places,
            server: outside.server,
        };
        let first = outside
            .pending
            .is_some_and(|pending| pending.seq == view.state.seq());
        let news = if taken && first {
            let news = self.news(view.clone(), view.state.seq(), event).await;
            Some(Announcement::new(Arc::clone(&self), news))
        } else {
            if taken {
                self.announce_on(id, false);
            }
            None
        };
        let urgent = before.is_some_and(|before| before.word() != view.state.status().word());
        let card = if view.places.card.is_some() {
            self.card_changed(&view, outside.card_at, urgent)
        } else {
            None
        };
        Ok(Update { view, news, card })
    }

    /// The match of a number.
    pub(super) async fn load(&self, id: MatchId) -> Result<Arc<Match>, Error> {
        let kept = lock(&self.cache).get(id);
        if let Some(state) = kept {
            return Ok(state);
        }
        let state = Arc::new(self.store.load(id).await?.ok_or(Error::NoSuchMatch(id))?);
        lock(&self.cache).put(Arc::clone(&state));
        Ok(state)
    }

    /// The match of a number and where it is to be seen.
    pub(super) async fn view(&self, id: MatchId) -> Result<View, Error> {
        let state = self.load(id).await?;
        let Outside { places, server, .. } = self.store.outside(id).await?;
        Ok(View {
            state,
            places,
            server,
        })
    }
}

impl Update {
    /// Nobody is there who could tell it: the arbiter does.
    pub(super) fn leave_to_arbiter(self) {
        if let Some(news) = self.news {
            news.hand_over();
        }
    }
}
