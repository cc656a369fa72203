//! What people are called.

use super::error::Error;
use super::handle::Arbiter;
use crate::matches::{GuildId, UserId};

impl Arbiter {
    /// Keeps what somebody is called in a server, or everywhere.
    pub async fn store_name(
        &self,
        guild: Option<GuildId>,
        user: UserId,
        name: String,
    ) -> Result<(), Error> {
        let now = self.kernel.time.now();
        Ok(self.kernel.store.store_name(guild, user, name, now).await?)
    }
}
