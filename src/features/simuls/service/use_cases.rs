//! What people do in simuls.

use crate::db::journal::{self, Journal};
use crate::features::moderation::store::blocks;
use crate::features::simuls::model::{Command, Refusal, Rules, Simul};
use crate::kernel::contests::{Contest, load_open};
use crate::kernel::{Arbiter, NotCreated, Result};
use crate::matches::{ChannelId, GuildId, JournalId, UserId};

/// How often a number is tried that another simul may get at the same moment.
const TRIES: u64 = 5;

impl Arbiter {
    /// Creates a simul whose posts are in a channel. It is named by its number in the server.
    pub async fn create_simul(
        &self,
        (guild, channel): (GuildId, ChannelId),
        by: UserId,
        rules: Rules,
    ) -> Result<JournalId> {
        self.not_kept_out(guild, by).await?;
        let first = Simul::create(by, rules)?;
        let read = self.read(move |db| journal::count_in(db, Simul::KIND, guild));
        let last = read.await?;
        let mut number = last + 1;
        loop {
            let name = format!("Simul {number}");
            let made = self.create_contest::<Simul>((guild, channel), name, first.clone());
            match made.await {
                Err(error)
                    if number < last + TRIES
                        && matches!(error.denial(), Some(NotCreated::Name(_))) =>
                {
                    number += 1;
                }
                made => return made,
            }
        }
    }

    /// Gives a person's command to a simul. People whom moderators keep from playing in the server cannot take a seat, nor
    /// those who have blocked the host or whom the host has blocked.
    pub async fn act_in_simul(&self, journal: &Journal, command: Command) -> Result<Simul> {
        let id = journal.id;
        if let Command::Sit { user } = command {
            self.not_kept_out(journal.guild, user).await?;
            let read = self.read(move |db| {
                let Some(loaded) = load_open::<Simul>(db, id)? else {
                    return Err(Refusal::Closed.into());
                };
                let apart = blocks::apart_from(db, user)?;
                let host = loaded.contest.host().person();
                Ok(host.is_some_and(|host| apart.contains(&host)))
            });
            if read.await? {
                return Err(Refusal::Apart.into());
            }
        }
        self.change_contest::<Simul>(id, command).await
    }
}
