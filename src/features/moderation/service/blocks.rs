//! Blocks between people.

use crate::features::moderation::store::blocks;
use crate::kernel::{Arbiter, Error};
use crate::matches::UserId;

impl Arbiter {
    /// Keeps somebody from challenging a person and from taking their challenges.
    ///
    /// # Errors
    ///
    /// When the person has blocked as many as they may.
    pub async fn block(&self, blocker: UserId, blocked: UserId) -> Result<(), Error> {
        let now = self.now();
        Ok(self
            .write(move |db| blocks::block(db, blocker, blocked, now))
            .await?)
    }
}
