use super::start::Inner;
use super::{Arbiter, Error, News, View};
use crate::matches::{Event, GuildId, UserId};

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

impl Inner {
    /// A piece of news, with all that whoever announces it needs. Names that cannot be read keep nobody from it.
    pub(super) async fn news(&self, view: View, seq: u32, event: Event) -> News {
        let players = view.state.players().into_iter().flatten().collect();
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
