//! A person's data: view, export, delete.

use std::sync::Arc;

use super::deletion::{Deleted, begin};
use crate::features::privacy::store::deletion;
use crate::kernel::{Arbiter, Error, Fault, Result};
use crate::matches::UserId;

impl Arbiter {
    /// Deletes a person's data: ends their matches, and replaces their id where others need it.
    ///
    /// Once the request is stored, the deletion survives restarts.
    pub async fn delete_person(&self, user: UserId) -> Result<Deleted> {
        let (kernel, now) = (Arc::clone(&self.kernel), self.now());
        // A started deletion is completed even if the caller is dropped.
        let done = tokio::spawn(async move { begin(&kernel, user, now).await });
        done.await.map_err(|_| Error::Fault(Fault::Stopped))?
    }

    /// Returns the number of a person's open challenges and running matches, including own exhibitions.
    pub async fn going_on_of(&self, user: UserId) -> Result<usize> {
        Ok(self
            .read(move |db| deletion::going_on_of(db, user))
            .await?
            .len())
    }
}
