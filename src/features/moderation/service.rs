//! Acts of a server's moderators, whose callers check that the person is one, and blocks between people.

use crate::features;
use crate::features::moderation::store::acts::{self, Banned};
use crate::features::moderation::store::blocks;
use crate::kernel::contests::Removal;
use crate::kernel::{Arbiter, Result, Update};
use crate::matches::{Command, GuildId, MatchId, ModeratorAsks, Refusal, UserId, given_reason};

impl Arbiter {
    /// Carries out a moderator's act on a match.
    ///
    /// # Errors
    ///
    /// The match does not allow the act, or the moderator plays in it.
    pub async fn moderate(
        &self,
        id: MatchId,
        by: UserId,
        asks: ModeratorAsks,
        reason: &str,
    ) -> Result<Update> {
        let command = Command::Moderate {
            by,
            asks,
            reason: reason.to_owned(),
        };
        self.act(id, command).await
    }

    /// Removes a match from the ratings. The caller determines `moderates`.
    ///
    /// # Errors
    ///
    /// The person does not moderate the server, or the match is not rated or not over.
    pub async fn annul(&self, id: MatchId, by: UserId, moderates: bool) -> Result<Update> {
        self.act(id, Command::Annul { by, moderates }).await
    }

    /// Bans a person from starting and accepting matches in a server.
    pub async fn ban(&self, guild: GuildId, user: UserId, by: UserId, reason: &str) -> Result {
        let reason = given_reason(reason).ok_or(Refusal::NoReason)?;
        let banned = Banned {
            user,
            at: self.now(),
            by,
            reason,
            lifted: None,
        };
        let write = self.write(move |db| {
            acts::ban(db, guild, &banned)?;
            features::take_out(db, user, Removal::Banned(guild), banned.at)
        });
        write.await?;
        self.kernel.alarms.wake();
        Ok(())
    }

    /// Returns the refusal for a person whom moderators keep from playing in a server.
    pub(crate) async fn not_kept_out(&self, guild: GuildId, user: UserId) -> Result {
        self.read(move |db| acts::not_kept_out(db, guild, user))
            .await
    }

    /// Whether moderators keep a person from playing in a server.
    pub(crate) async fn is_kept_out(&self, guild: GuildId, user: UserId) -> Result<bool> {
        self.read(move |db| Ok(acts::ban_of(db, guild, user)?.is_some()))
            .await
    }

    /// Lifts a person's ban in a server, and gives back what it took; `false` if there was none.
    pub async fn let_in(&self, guild: GuildId, user: UserId) -> Result<bool> {
        let now = self.now();
        let write = self.write(move |db| {
            let lifted = acts::unban(db, guild, user, now)?;
            if lifted {
                features::let_in(db, user, guild, now)?;
            }
            Ok(lifted)
        });
        let lifted = write.await?;
        self.kernel.alarms.wake();
        Ok(lifted)
    }

    /// Blocks a person: neither can challenge the other or accept the other's challenges.
    pub async fn block(&self, blocker: UserId, blocked: UserId) -> Result {
        let now = self.now();
        self.write(move |db| blocks::block(db, blocker, blocked, now))
            .await
    }
}
