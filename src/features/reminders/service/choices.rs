//! What people choose about their reminders.

use std::sync::Arc;

use crate::kernel::{Arbiter, Error, Fault};
use crate::matches::{Match, MatchId, UserId};
use crate::people::{Habits, Moment};

/// What a person can know of their reminders.
#[derive(Clone, Debug)]
pub struct RemindersView {
    pub habits: Habits,
    /// The matches that wait for them, the nearest deadline first, and when they are reminded of each next.
    pub waiting: Vec<(MatchId, Option<Moment>)>,
    /// Whether they could come as private messages.
    pub private_messages: bool,
    /// When the next digest comes.
    pub digest: Option<Moment>,
}

impl Arbiter {
    /// What a person can know of their reminders.
    pub async fn reminders(&self, user: UserId) -> Result<RemindersView, Error> {
        let (store, now) = (&self.kernel.store, self.now());
        let habits = store.habits(user).await?;
        // What is set is what will be sent: no match need be read for it. One that is due is on its way.
        let waiting = store.reminders_to_come(user).await?;
        let waiting = waiting
            .into_iter()
            .map(|(id, next)| (id, next.map(|next| next.max(now))))
            .collect();
        Ok(RemindersView {
            private_messages: self.kernel.settings.private_messages,
            digest: habits.next_digest(now),
            habits,
            waiting,
        })
    }

    /// Changes what a person has chosen about time, and their reminders with it; but for the [zone](Self::set_zone).
    pub async fn change_habits<F>(&self, user: UserId, change: F) -> Result<(), Error>
    where
        F: FnOnce(&mut Habits) + Send + 'static,
    {
        let waiting = self.matches_waiting(user).await?;
        self.kernel
            .store
            .change_reminders(user, waiting, self.now(), change)
            .await
            .map_err(Fault::from)?;
        self.kernel.alarms.look_again();
        Ok(())
    }

    /// Sends a person no more reminders of the turn that is due: in one match, if they are still to move on the board that
    /// they looked at, or in all. In how many matches that is.
    pub async fn mute(&self, user: UserId, only: Option<(MatchId, u32)>) -> Result<usize, Error> {
        let mut meant = self.matches_waiting(user).await?;
        meant.retain(|state| only.is_none_or(|only| only == (state.id(), state.board())));
        let ids = meant.iter().map(|state| state.id()).collect();
        let sent = self.kernel.store.reminded_of(ids, user).await?;
        let muted: Vec<_> = meant
            .iter()
            .zip(sent)
            .map(|(state, sent)| (state.id(), state.reminded(sent)))
            .collect();
        let count = muted.len();
        self.kernel
            .store
            .mute(user, muted)
            .await
            .map_err(Fault::from)?;
        Ok(count)
    }

    /// The matches in which a person is to move, as they stand.
    async fn matches_waiting(&self, user: UserId) -> Result<Vec<Arc<Match>>, Error> {
        let waiting = self.kernel.store.waiting_for(user).await?;
        let ids: Vec<MatchId> = waiting
            .iter()
            .filter(|one| one.status != "frozen")
            .map(|one| one.id)
            .collect();
        let mut waiting = self.kernel.ledger.load_all(&ids).await?;
        waiting.retain(|state| state.person_to_move() == Some(user));
        Ok(waiting)
    }
}
