//! Decides commands, writes their events and runs the reactors.

use std::sync::Arc;

use super::cache::Since;
use super::error::{Error, Fault, Result};
use super::outcome::outcome;
use super::reactor::{CallerPosts, Change};
use crate::db::StoreError;
use crate::kernel::{Kernel, Update, View};
use crate::matches::{
    Command, Ending, Event, Fact, InteractionId, Match, MatchId, Proposal, Status, UserId,
};
use crate::people::Moment;
use crate::telemetry;

/// Maximum attempts for a command while other commands change its match first.
pub(super) const TRIES: usize = 8;

impl Kernel {
    /// Returns a match, brought up to date.
    pub(crate) async fn load(self: &Arc<Self>, id: MatchId) -> Result<Arc<Match>> {
        match self.bring_up_to_date(id, self.time.now()).await {
            // Viewing a match needs no trusted clock.
            Err(Error::ClockUnsure(_)) => self.ledger.load(id).await,
            settled => settled,
        }
    }

    /// Returns a match, brought up to date, with its places in Discord.
    pub(crate) async fn view(self: &Arc<Self>, id: MatchId) -> Result<View> {
        self.ledger.view(self.load(id).await?).await
    }

    pub(crate) async fn propose(
        self: &Arc<Self>,
        proposal: Proposal,
        cause: Option<InteractionId>,
    ) -> Result<Update> {
        let at = self.time.now();
        let since = self.ledger.since();
        // A contest has limits of its own.
        let within = Some(self.settings.bounds).filter(|_| proposal.contest.is_none());
        let proposed = self.store.propose_once(proposal.clone(), at, cause, within);
        let after = Arc::new(proposed.await?);
        self.ledger.put(Arc::clone(&after), since);
        let change = Change {
            before: None,
            after,
            events: proposal.events(at),
            alarm: Some(at),
        };
        self.follow(change, cause).await
    }

    /// Decides a command on the current match, writes its events and runs the reactors.
    pub(crate) async fn act(
        self: &Arc<Self>,
        id: MatchId,
        command: &Command,
        cause: Option<InteractionId>,
    ) -> Result<Update> {
        // The command counts from its arrival, however long the write takes.
        let now = self.time.now();
        for _ in 0..TRIES {
            let state = self.bring_up_to_date(id, now).await?;
            match self.commit(&state, command, now, cause).await {
                Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => {}
                done => return done,
            }
        }
        Err(Fault::Contention(id).into())
    }

    /// Writes the overdue events of a match and returns the match. Overdue events are a conditional turn that was due
    /// before the time ran out, the flag and the expiry of the challenge.
    pub(crate) async fn bring_up_to_date(
        self: &Arc<Self>,
        id: MatchId,
        now: Moment,
    ) -> Result<Arc<Match>> {
        let mut conflicts = 0;
        let mut answers = true;
        while conflicts < TRIES {
            let state = self.ledger.load(id).await?;
            let overdue = state.overdue(now).is_some();
            if !overdue && state.expired(now).is_none() {
                return Ok(state);
            }
            let answer = if overdue && answers {
                self.due(&state).await?
            } else {
                None
            };
            let written = match &answer {
                Some((command, at)) => self.commit(&state, command, *at, None).await,
                None if !self.time.is_trusted() => return Err(Error::ClockUnsure(id)),
                None if overdue && self.stop_clock(&state).await? => continue,
                None if overdue => self.commit(&state, &Command::Flag, now, None).await,
                None => self.commit(&state, &Command::Expire, now, None).await,
            };
            match written {
                Ok(update) => update.leave_to_arbiter(),
                Err(Error::Fault(Fault::Store(StoreError::Conflict { .. }))) => conflicts += 1,
                Err(error) if let (Some(refusal), true) = (error.refusal(), answer.is_some()) => {
                    tracing::error!(match_id = %id, refusal, "cannot play a conditional turn");
                    answers = false;
                }
                // The error is logged. The match can still be viewed and moderated.
                Err(Error::Unfit(_)) => return Ok(state),
                Err(error) => return Err(error),
            }
        }
        Err(Fault::Contention(id).into())
    }

    /// Returns the first command that a reactor reports as due before the player to move ran out of time.
    pub(super) async fn due(self: &Arc<Self>, state: &Match) -> Result<Option<(Command, Moment)>> {
        for reactor in &self.reactors {
            if let Some(due) = reactor.due(self, state).await? {
                return Ok(Some(due));
            }
        }
        Ok(None)
    }

    /// Returns the people whom a new board mentions because they vote on its turn.
    pub(super) async fn called(self: &Arc<Self>, state: &Match) -> Result<Vec<UserId>> {
        let mut called = Vec::new();
        for reactor in &self.reactors {
            called.extend(reactor.called(self, state).await?);
        }
        Ok(called)
    }

    /// Asks the reactors to stop a clock that has run out. Returns whether one of them did.
    async fn stop_clock(self: &Arc<Self>, state: &Match) -> Result<bool> {
        for reactor in &self.reactors {
            if reactor.stop_clock(self, state).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Decides a command on `state`, writes its events and runs the reactors.
    pub(crate) async fn commit(
        self: &Arc<Self>,
        state: &Arc<Match>,
        command: &Command,
        now: Moment,
        cause: Option<InteractionId>,
    ) -> Result<Update> {
        let (after, events) = outcome(state, command, now).inspect_err(|error| {
            tracing::debug!(
                reference = cause.map(|cause| cause.0),
                match_id = %state.id(),
                ply = state.ply(),
                command = command.into_str(),
                by = command.by().map(|user| user.0),
                refusal = error.refusal(),
                "command refused"
            );
        })?;
        let after = Arc::new(after);
        if events.iter().any(|event| state.is_news(&event.fact)) {
            self.announcements.want(self, state);
        }
        let alarm = self
            .ledger
            .append(
                Arc::clone(&after),
                events.clone(),
                cause,
                self.settings.bounds,
            )
            .await?;
        let change = Change {
            before: Some(Arc::clone(state)),
            after,
            events,
            alarm,
        };
        self.follow(change, cause).await
    }

    /// Runs the reactors after a written change. `cause` is the interaction that caused it, if any.
    pub(crate) async fn follow(
        self: &Arc<Self>,
        change: Change,
        cause: Option<InteractionId>,
    ) -> Result<Update> {
        let mut posts = self.react(&change, cause).await;
        // If this fails, dropping the posts hands them to the arbiter.
        let id = change.after.id();
        let match_posts = posts.match_posts(self, id).await?.clone();
        Ok(Update {
            view: match_posts.view(change.after),
            news: posts.news,
            card: posts.card,
        })
    }
}

impl Kernel {
    /// Runs the reactors after a written change, and returns the posts that the caller may make.
    async fn react(self: &Arc<Self>, change: &Change, cause: Option<InteractionId>) -> CallerPosts {
        report(change, cause);
        let mut posts = CallerPosts::default();
        for reactor in &self.reactors {
            reactor.react(self, change, &mut posts).await;
        }
        posts
    }

    /// Follows a match of a contest that has just begun. Nobody waits for its posts.
    pub(crate) async fn follow_beginning(
        self: &Arc<Self>,
        after: Arc<Match>,
        events: Vec<Event>,
        since: Since,
    ) {
        self.ledger.put(Arc::clone(&after), since);
        let change = Change {
            before: None,
            alarm: Some(after.changed_at()),
            after,
            events,
        };
        drop(self.react(&change, None).await);
    }
}

/// Counts and logs a change.
fn report(change: &Change, cause: Option<InteractionId>) {
    let game = &change.after.proposal().game;
    let events = change.events.iter().map(|event| event.fact.into_str());
    let events = events.collect::<Vec<_>>().join(" ");
    tracing::debug!(
        reference = cause.map(|cause| cause.0),
        match_id = %change.after.id(),
        ply = change.after.ply(),
        seq = change.after.seq(),
        game,
        events,
        "match changed"
    );
    for event in &change.events {
        if let Fact::Turn { seat, .. } = event.fact {
            telemetry::turn(game, change.after.computer(seat).is_some());
        }
    }
    let before = change.before.as_ref().map(|before| before.status());
    let how = match change.after.status() {
        Status::Open | Status::Playing => return,
        Status::Declined => "declined",
        Status::Withdrawn => "withdrawn",
        Status::Expired => "expired",
        Status::Aborted(_) => "aborted",
        Status::Finished(Ending::Game(_)) => "played out",
        Status::Finished(Ending::Resigned(_)) => "resigned",
        Status::Finished(Ending::Flagged(_) | Ending::NoShow(_)) => "flagged",
        Status::Finished(Ending::Agreed) => "agreed",
        Status::Finished(Ending::Stopped(_)) => "stopped",
        Status::Finished(Ending::Moderated { .. }) => "moderated",
        Status::Finished(Ending::Adjudicated { .. }) => "adjudicated",
        Status::Finished(Ending::Unexplained(_)) => "recorded",
        Status::Finished(Ending::Abandoned) => "abandoned",
    };
    // An event after the end (for example, the match no longer counts) is not a second end.
    if matches!(before, Some(Status::Open | Status::Playing)) {
        telemetry::ended(game, how);
    }
}
