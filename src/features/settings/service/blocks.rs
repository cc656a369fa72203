//! People whom others have blocked.

use crate::kernel::{Arbiter, Error};
use crate::matches::UserId;
use crate::people::Moment;

impl Arbiter {
    /// Keeps somebody from challenging a person and from taking their challenges.
    ///
    /// # Errors
    ///
    /// When the person has blocked as many as they may.
    pub async fn block(&self, blocker: UserId, blocked: UserId) -> Result<(), Error> {
        let now = self.now();
        Ok(self.kernel.store.block(blocker, blocked, now).await?)
    }

    /// Blocks somebody no more; whether they were blocked.
    pub async fn unblock(&self, blocker: UserId, blocked: UserId) -> Result<bool, Error> {
        Ok(self.kernel.store.unblock(blocker, blocked).await?)
    }

    /// Whom a person has blocked, the latest first.
    pub async fn blocked_by(&self, blocker: UserId) -> Result<Vec<(UserId, Moment)>, Error> {
        Ok(self.kernel.store.blocked_by(blocker).await?)
    }
}
