//! What people ask of leagues and ladders.

use super::{Changed, Contest, change, load, set_alarm};
use crate::db::journal::{self, Journal};
use crate::kernel::Arbiter;
use crate::kernel::error::Error;
use crate::matches::{ChannelId, GuildId, JournalId};

impl Arbiter {
    /// Returns the open contests of a server, oldest first.
    pub(crate) async fn contests_in<C: Contest>(
        &self,
        guild: GuildId,
    ) -> Result<Vec<Journal>, Error> {
        let read = self.read(move |db| journal::in_guild(db, C::KIND, guild));
        Ok(read.await?)
    }

    /// Gives a command to a contest. The inner error is the refusal; `None` if the contest does not exist or is closed.
    pub(crate) async fn change_contest<C: Contest>(
        &self,
        id: JournalId,
        command: C::Command,
    ) -> Result<Option<Changed<C>>, Error> {
        let now = self.now();
        let write = self.write(move |db| change::<C>(db, id, &command, now));
        let changed = write.await?;
        C::POSTS.queue(&self.kernel, id).await?;
        self.kernel.alarms.look_again();
        Ok(changed)
    }

    /// Moves the posts of a contest of a server to another channel: its present posts are posted again there.
    pub(crate) async fn move_contest<C: Contest>(
        &self,
        guild: GuildId,
        id: JournalId,
        channel: ChannelId,
    ) -> Result<(), Error> {
        let now = self.now();
        let write = self.write(move |db| {
            let Some(loaded) = load::<C>(db, id)? else {
                return Ok(());
            };
            if loaded.journal.guild == guild && loaded.journal.channel != channel {
                journal::set_channel(db, id, channel)?;
                C::POSTS.owe(db, id, loaded.contest.current_slots(), now)?;
            }
            Ok(())
        });
        write.await?;
        Ok(C::POSTS.queue(&self.kernel, id).await?)
    }

    /// Creates a contest with its first command. Returns `None` if the server has one of this name.
    pub(crate) async fn create_contest<C: Contest>(
        &self,
        (guild, channel): (GuildId, ChannelId),
        name: String,
        first: C::Event,
    ) -> Result<Option<JournalId>, Error> {
        let now = self.now();
        let write = self.write(move |db| {
            let made = journal::create(db, C::KIND, guild, channel, &name, now)?;
            let Some(id) = made else { return Ok(None) };
            journal::append(db, id, 0, now, std::slice::from_ref(&first))?;
            if let Some(loaded) = load::<C>(db, id)? {
                journal::set_people(db, id, &loaded.contest.members())?;
                let slots = loaded.contest.slots(&[first]);
                C::POSTS.owe(db, id, slots, now)?;
                set_alarm(db, &loaded, now)?;
            }
            Ok(Some(id))
        });
        let made = write.await?;
        if let Some(id) = made {
            C::POSTS.queue(&self.kernel, id).await?;
            self.kernel.alarms.look_again();
        }
        Ok(made)
    }
}
