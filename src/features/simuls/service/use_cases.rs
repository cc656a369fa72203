//! What people do in simuls.

use crate::db::journal::{self, Journal};
use crate::db::{self, Connection, ratings};
use crate::features::moderation::store::{acts, blocks};
use crate::features::simuls::model::{Command, Refusal, Rules, Simul};
use crate::kernel::contests::Contest;
use crate::kernel::{Arbiter, NotCreated, Result};
use crate::matches::{ChannelId, GuildId, JournalId, UserId};
use crate::people::Moment;

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
        let guild = journal.guild;
        let sits = match command {
            Command::Sit { user, .. } => Some(user),
            _ => None,
        };
        // A ban takes the seats that its person has. One that comes between a check and the seat would miss this one.
        self.change_contest_if::<Simul>(journal.id, command, move |db, simul| match sits {
            Some(user) => may_sit(db, guild, simul, user),
            None => Ok(()),
        })
        .await
    }

    /// Returns when a rated board of a person can count, if too many recent matches of them and the host count.
    pub(crate) async fn counts_from(&self, simul: &Simul, user: UserId) -> Result<Option<Moment>> {
        let Some(host) = simul.host().person() else {
            return Ok(None);
        };
        let (game, now) = (simul.rules().game.clone(), self.now());
        self.read(move |db| ratings::counts_from(db, [host, user], &game, now))
            .await
    }
}

/// Refuses a seat to a person whom moderators keep out, or who is apart from the host.
fn may_sit(db: &Connection, guild: GuildId, simul: &Simul, user: UserId) -> db::Result {
    acts::not_kept_out(db, guild, user)?;
    if let Some(host) = simul.host().person()
        && blocks::apart_from(db, user)?.contains(&host)
    {
        return Err(Refusal::Apart.into());
    }
    Ok(())
}
