use crate::features::settings::model::ServerRules;
use crate::kernel::{Arbiter, Error};
use crate::matches::{Effective, GuildId, Preferences, ServerBounds, ServerPreferences, UserId};

impl Arbiter {
    /// What counts for a person in a server; outside of servers (`None`), what they have chosen themselves.
    pub async fn preferences(
        &self,
        user: UserId,
        guild: Option<GuildId>,
    ) -> Result<Effective, Error> {
        Ok(self.kernel.store.preferences(user, guild).await?)
    }

    /// Changes what a person has chosen. What others change at the same time stays.
    pub async fn change_preferences<F>(&self, user: UserId, change: F) -> Result<(), Error>
    where
        F: FnOnce(&mut Preferences) + Send + 'static,
    {
        Ok(self.kernel.store.change_preferences(user, change).await?)
    }

    /// Sets what a server has chosen. Whether the person may choose for it is the caller's to know.
    pub async fn set_server_preferences(
        &self,
        guild: GuildId,
        preferences: ServerPreferences,
    ) -> Result<(), Error> {
        Ok(self
            .kernel
            .store
            .set_server_preferences(guild, preferences)
            .await?)
    }

    /// How much one person may have going on in a server, as far as it has chosen that.
    pub async fn server_bounds(&self, guild: GuildId) -> Result<ServerBounds, Error> {
        Ok(self.kernel.store.server_bounds(guild).await?)
    }

    /// Sets how much one person may have going on in a server.
    pub async fn set_server_bounds(
        &self,
        guild: GuildId,
        bounds: ServerBounds,
    ) -> Result<(), Error> {
        Ok(self.kernel.store.set_server_bounds(guild, bounds).await?)
    }

    /// What a server has chosen for matches in it.
    pub async fn server_rules(&self, guild: GuildId) -> Result<ServerRules, Error> {
        Ok(self.kernel.store.server_rules(guild).await?)
    }

    /// Changes what a server has chosen for matches in it. What others change at the same time stays.
    pub async fn change_server_rules<F>(&self, guild: GuildId, change: F) -> Result<(), Error>
    where
        F: FnOnce(&mut ServerRules) + Send + 'static,
    {
        Ok(self.kernel.store.change_server_rules(guild, change).await?)
    }
}
