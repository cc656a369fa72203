//! What is kept of a person: to see, to take away, to have deleted.

use std::sync::Arc;

use super::deletion::{Deleted, begin};
use crate::features::privacy::store::deletion;
use crate::kernel::{Arbiter, Error, Fault};
use crate::matches::UserId;

impl Arbiter {
    /// Deletes what is known of a person: what goes on of theirs ends, and where others need to know that somebody was
    /// there, a fresh number stands for them. Once this has been noted it comes to its end, however often the program is
    /// restarted.
    pub async fn delete_person(&self, user: UserId) -> Result<Deleted, Error> {
        let (kernel, now) = (Arc::clone(&self.kernel), self.now());
        // What was begun is brought to its end, even if the person who asked goes away.
        let done = tokio::spawn(async move { begin(&kernel, user, now).await });
        done.await.map_err(|_| Error::Fault(Fault::Stopped))?
    }

    /// What goes on of a person's: how many matches and challenges, exhibitions that they have begun among them.
    pub async fn going_on_of(&self, user: UserId) -> Result<usize, Error> {
        Ok(self
            .read(move |db| deletion::going_on_of(db, user))
            .await?
            .len())
    }
}
