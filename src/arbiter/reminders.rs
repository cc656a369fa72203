//! What people choose about their reminders.

use super::error::{Error, Fault};
use super::handle::Arbiter;
use crate::matches::{Match, MatchId, Moment, UserId};
use crate::people::Habits;

/// What a person can know of their reminders.
#[derive(Clone, Debug)]
pub struct RemindersView {
    /// What they have chosen.
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
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn reminders(&self, user: UserId) -> Result<RemindersView, Error> {
        let (store, now) = (&self.inner.store, self.now());
        let habits = store.habits(user).await?;
        let mut waiting = Vec::new();
        for state in self.matches_waiting(user).await? {
            let sent = store.reminded(state.id(), user).await?;
            let next = state.next_reminder(&habits, sent, now);
            waiting.push((state.id(), next.map(|next| next.at)));
        }
        Ok(RemindersView {
            private_messages: self.inner.private_messages,
            digest: habits.next_digest(now),
            habits,
            waiting,
        })
    }

    /// Changes what a person has chosen about time, and their reminders with it; but for the [zone](Self::set_zone).
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn change_habits<F>(&self, user: UserId, change: F) -> Result<(), Error>
    where
        F: FnOnce(&mut Habits) + Send + 'static,
    {
        let waiting = self.matches_waiting(user).await?;
        self.inner
            .store
            .change_reminders(user, waiting, self.now(), change)
            .await
            .map_err(Fault::from)?;
        self.inner.alarms.look_again();
        Ok(())
    }

    /// Sends a person no more reminders of the turn that is due: in one match, if they are still to move on the board that
    /// they looked at, or in all. In how many matches that is.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn mute(&self, user: UserId, only: Option<(MatchId, u32)>) -> Result<usize, Error> {
        let mut muted = Vec::new();
        for state in self.matches_waiting(user).await? {
            let meant = only.is_none_or(|(id, board)| id == state.id() && board == state.board());
            if meant {
                let sent = self.inner.store.reminded(state.id(), user).await?;
                muted.push((state.id(), state.reminded(sent)));
            }
        }
        let count = muted.len();
        self.inner
            .store
            .mute(user, muted)
            .await
            .map_err(Fault::from)?;
        Ok(count)
    }

    /// The matches in which a person is to move, as they stand.
    async fn matches_waiting(&self, user: UserId) -> Result<Vec<Match>, Error> {
        let mut waiting = Vec::new();
        for one in self.inner.store.waiting_for(user).await? {
            if one.status == "frozen" {
                continue;
            }
            let state = self.inner.load(one.id).await?;
            if state.person_to_move() == Some(user) {
                waiting.push(Match::clone(&state));
            }
        }
        Ok(waiting)
    }
}
