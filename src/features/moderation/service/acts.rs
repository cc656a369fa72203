//! What moderators of a server do. Whether somebody is one is the caller's to know.

use crate::features::moderation::store::acts::{self, Banned};
use crate::kernel::{Arbiter, Error, Update};
use crate::matches::{Command, GuildId, MatchId, ModeratorAsks, Refusal, UserId, reason_text};

impl Arbiter {
    /// Does something to a match as a moderator of its server.
    ///
    /// # Errors
    ///
    /// When the match is not being played, the moderator plays in it, or it makes no sense.
    pub async fn moderate(
        &self,
        id: MatchId,
        by: UserId,
        asks: ModeratorAsks,
        reason: &str,
    ) -> Result<Update, Error> {
        let command = Command::Moderate {
            by,
            asks,
            reason: reason.to_owned(),
        };
        self.act(id, command).await
    }

    /// Lets a match count for no rating. Whether the person moderates the server in which it was played is the caller's to
    /// know.
    ///
    /// # Errors
    ///
    /// When they do not, or it does not count, or is not over.
    pub async fn annul(&self, id: MatchId, by: UserId, moderates: bool) -> Result<Update, Error> {
        self.act(id, Command::Annul { by, moderates }).await
    }

    /// Keeps somebody from beginning matches in a server.
    ///
    /// # Errors
    ///
    /// When there is no reason.
    pub async fn ban(
        &self,
        guild: GuildId,
        user: UserId,
        by: UserId,
        reason: &str,
    ) -> Result<(), Error> {
        let reason = reason_text(reason);
        if reason.is_empty() {
            return Err(Refusal::NoReason.into());
        }
        let banned = Banned {
            user,
            at: self.now(),
            by,
            reason,
            lifted: None,
        };
        Ok(self.write(move |db| acts::ban(db, guild, &banned)).await?)
    }

    /// Lets somebody begin matches in a server again; whether they were kept from it.
    pub async fn let_in(&self, guild: GuildId, user: UserId) -> Result<bool, Error> {
        let now = self.now();
        Ok(self
            .write(move |db| acts::unban(db, guild, user, now))
            .await?)
    }
}
