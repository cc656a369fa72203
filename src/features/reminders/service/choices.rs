//! People's choices about reminders.

use crate::features::reminders::model::{self, RemindersView};
use std::sync::Arc;

use crate::db::ListedStatus;
use crate::db::people::time_settings;
use crate::features::reminders::store::due;
use crate::kernel::{Arbiter, Result};
use crate::matches::{Match, MatchId, UserId};
use crate::people::TimeSettings;

impl Arbiter {
    /// Loads the data of a person's page of reminders.
    pub async fn reminders(&self, user: UserId) -> Result<RemindersView> {
        let now = self.now();
        let read = self.read(move |db| {
            Ok((
                time_settings::of_user(db, user)?,
                due::reminders_to_come(db, user)?,
            ))
        });
        let (time_settings, waiting) = read.await?;
        // The alarms are what will be sent, so no match is loaded. An alarm that is due is about to be sent.
        let waiting = waiting
            .into_iter()
            .map(|(id, next)| (id, next.map(|next| next.max(now))))
            .collect();
        Ok(RemindersView {
            private_messages: self.kernel.settings.private_messages,
            digest: time_settings.next_digest(now),
            time_settings,
            waiting,
        })
    }

    /// Changes a person's time settings except the [zone](Self::set_zone), and their reminders.
    pub async fn change_time_settings<F>(&self, user: UserId, change: F) -> Result
    where
        F: FnOnce(&mut TimeSettings) + Send + 'static,
    {
        let waiting = self.matches_waiting(user).await?;
        let now = self.now();
        self.write(move |db| due::change_reminders(db, user, &waiting, now, change))
            .await?;
        self.kernel.alarms.wake();
        Ok(())
    }

    /// Mutes a person's reminders of the current turn: on one board, or in all matches.
    ///
    /// Returns the number of muted matches.
    pub async fn mute(&self, user: UserId, only: Option<(MatchId, u32)>) -> Result<usize> {
        let mut meant = self.matches_waiting(user).await?;
        meant.retain(|state| only.is_none_or(|only| only == (state.id(), state.board())));
        let ids: Vec<_> = meant.iter().map(|state| state.id()).collect();
        let sent = self
            .read(move |db| due::reminded_of(db, &ids, user))
            .await?;
        let muted: Vec<_> = meant
            .iter()
            .zip(sent)
            .map(|(state, sent)| (state.id(), model::reminded(state, sent)))
            .collect();
        let count = muted.len();
        self.write(move |db| due::mute(db, user, &muted)).await?;
        Ok(count)
    }

    /// Loads the matches in which the person is to move.
    async fn matches_waiting(&self, user: UserId) -> Result<Vec<Arc<Match>>> {
        let waiting = self.kernel.store.waiting_for(user).await?;
        let ids: Vec<MatchId> = waiting
            .iter()
            .filter(|one| one.status != ListedStatus::Frozen)
            .map(|one| one.id)
            .collect();
        let mut waiting = self.kernel.ledger.load_all(&ids).await?;
        waiting.retain(|state| state.person_to_move() == Some(user));
        Ok(waiting)
    }
}
