//! The names of people.

use super::error::Result;
use super::handle::Arbiter;
use crate::matches::{GuildId, UserId};

impl Arbiter {
    /// Stores a person's name in a server, or everywhere.
    pub async fn store_name(&self, guild: Option<GuildId>, user: UserId, name: String) -> Result {
        let now = self.kernel.time.now();
        Ok(self.kernel.store.store_name(guild, user, name, now).await?)
    }
}
