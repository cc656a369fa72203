//! Blocks between people.

use crate::features::moderation::store::blocks;
use crate::kernel::{Arbiter, Error};
use crate::matches::UserId;

impl Arbiter {
    /// Blocks a person: neither can challenge the other or accept the other's challenges.
    pub async fn block(&self, blocker: UserId, blocked: UserId) -> Result<(), Error> {
        let now = self.now();
        Ok(self
            .write(move |db| blocks::block(db, blocker, blocked, now))
            .await?)
    }
}
