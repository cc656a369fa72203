//! Blocks between people.

use crate::features::moderation::store::blocks;
use crate::kernel::{Arbiter, Result};
use crate::matches::UserId;

impl Arbiter {
    /// Blocks a person: neither can challenge the other or accept the other's challenges.
    pub async fn block(&self, blocker: UserId, blocked: UserId) -> Result {
        let now = self.now();
        self.write(move |db| blocks::block(db, blocker, blocked, now))
            .await
    }
}
