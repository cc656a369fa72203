//! What people choose about their reminders.

use std::sync::Arc;

use crate::db::people::time_settings;
use crate::features::reminders::store::due;
use crate::kernel::{Arbiter, Error, Fault};
use crate::matches::{Match, MatchId, UserId};
use crate::people::{Moment, TimeSettings};

/// What a person can know of their reminders.
#[derive(Clone, Debug)]
pub struct RemindersView {
    pub time_settings: TimeSettings,
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
        let now = self.now();
        let read = self.read(move |db| {
            Ok((
                time_settings::of_user(db, user)?,
                due::reminders_to_come(db, user)?,
            ))
        });
        let (time_settings, waiting) = read.await?;
        // What is set is what will be sent: no match need be read for it. One that is due is on its way.
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

    /// Changes what a person has chosen about time, and their reminders with it; but for the [zone](Self::set_zone).
    pub async fn change_time_settings<F>(&self, user: UserId, change: F) -> Result<(), Error>
    where
        F: FnOnce(&mut TimeSettings) + Send + 'static,
    {
        let waiting = self.matches_waiting(user).await?;
        let now = self.now();
        self.write(move |db| due::change_reminders(db, user, &waiting, now, change))
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
        let ids: Vec<_> = meant.iter().map(|state| state.id()).collect();
        let sent = self
            .read(move |db| due::reminded_of(db, &ids, user))
            .await?;
        let muted: Vec<_> = meant
            .iter()
            .zip(sent)
            .map(|(state, sent)| (state.id(), state.reminded(sent)))
            .collect();
        let count = muted.len();
        self.write(move |db| due::mute(db, user, &muted))
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
