//! What people are called, and what goes with a piece of news.

use super::announcer::{News, View};
use super::error::Error;
use super::handle::Arbiter;
use crate::matches::{Event, GuildId, UserId};
use crate::store::Store;

impl Arbiter {
    /// Keeps what somebody is called in a server, or everywhere.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn keep_name(
        &self,
        guild: Option<GuildId>,
        user: UserId,
        name: String,
    ) -> Result<(), Error> {
        let now = self.inner.clock.now();
        Ok(self.inner.store.keep_name(guild, user, name, now).await?)
    }

    /// What people are called in a server, or else everywhere, as far as it is kept.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn names(
        &self,
        guild: Option<GuildId>,
        users: Vec<UserId>,
    ) -> Result<Vec<(UserId, String)>, Error> {
        Ok(self.inner.store.names(guild, users).await?)
    }
}

/// Puts together what whoever announces something needs.
pub(super) struct Newsroom {
    pub(super) store: Store,
    /// What tells the database from all others.
    pub(super) database: String,
}

impl Newsroom {
    /// A piece of news. Names that cannot be read keep nobody from it.
    pub(super) async fn news(&self, view: View, seq: u32, event: Event) -> News {
        let players = view.state.people().collect();
        let guild = view.state.proposal().place.guild;
        let names = self.store.names(guild, players).await;
        News {
            view,
            seq,
            event,
            names: names.unwrap_or_else(|error| {
                tracing::error!(%error, "the names of players cannot be read");
                Vec::new()
            }),
            database: self.database.clone(),
        }
    }
}
