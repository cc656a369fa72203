use super::{Arbiter, Error};
use crate::matches::{Effective, GuildId, Preferences, ServerPreferences, UserId};

impl Arbiter {
    /// What counts for a person in a server; outside of servers (`None`), what they have chosen themselves.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn preferences(
        &self,
        user: UserId,
        guild: Option<GuildId>,
    ) -> Result<Effective, Error> {
        Ok(self.inner.store.preferences(user, guild).await?)
    }

    /// Changes what a person has chosen. What others change at the same time stays.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn change_preferences<F>(&self, user: UserId, change: F) -> Result<(), Error>
    where
        F: FnOnce(&mut Preferences) + Send + 'static,
    {
        Ok(self.inner.store.change_preferences(user, change).await?)
    }

    /// Sets what a server has chosen. Whether the person may choose for it is the caller's to know.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn set_server_preferences(
        &self,
        guild: GuildId,
        preferences: ServerPreferences,
    ) -> Result<(), Error> {
        Ok(self
            .inner
            .store
            .set_server_preferences(guild, preferences)
            .await?)
    }
}
