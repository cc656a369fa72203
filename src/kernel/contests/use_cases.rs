//! What people ask of leagues and ladders.

use strum::{IntoStaticStr, VariantNames};

use super::{Contest, change, create, load, load_open, posts};
use crate::db::journal::{self, Journal};
use crate::db::people::time_settings;
use crate::db::{self, Connection};
use crate::kernel::Arbiter;
use crate::kernel::error::Result;
use crate::matches::{ChannelId, GuildId, JournalId, UserId};
use crate::people::{Moment, Zone};

/// The hour of Monday at which a season starts, in the time zone of the organiser.
pub(crate) const START_HOUR: u8 = 9;

/// The number of Mondays that an organiser can choose from.
const MONDAYS: usize = 6;

/// Why a contest is not created.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum NotCreated {
    /// The server has an open contest of this kind with this name.
    Name(&'static str),
    /// The channel has a contest of this kind already.
    Channel(&'static str, ChannelId),
    /// The server has this many open contests of this kind, the most allowed.
    TooMany(&'static str, usize),
}

impl Arbiter {
    /// Returns the open contests of a server, oldest first.
    pub(crate) async fn contests_in<C: Contest>(&self, guild: GuildId) -> Result<Vec<Journal>> {
        self.read(move |db| journal::in_guild(db, C::KIND, guild))
            .await
    }

    /// Returns what messages show of a contest of a server; `None` if it does not exist.
    pub(crate) async fn contest_view<C: Contest>(
        &self,
        guild: GuildId,
        id: JournalId,
    ) -> Result<Option<C::View>> {
        let now = self.now();
        self.read(move |db| {
            let journal = journal::get(db, C::KIND, id)?;
            let here = journal.filter(|journal| journal.guild == guild);
            here.map(|journal| C::view(db, journal, Some(now)))
                .transpose()
        })
        .await
    }

    /// Gives a command to a contest, and returns the contest after it.
    pub(crate) async fn change_contest<C: Contest>(
        &self,
        id: JournalId,
        command: C::Command,
    ) -> Result<C> {
        self.change_contest_if::<C>(id, command, |_, _| Ok(()))
            .await
    }

    /// Gives a command to a contest if a check in the same transaction does not refuse it; see [`Self::change_contest`].
    pub(crate) async fn change_contest_if<C: Contest>(
        &self,
        id: JournalId,
        command: C::Command,
        check: impl FnOnce(&Connection, &C) -> db::Result + Send + 'static,
    ) -> Result<C> {
        let now = self.now();
        let write = self.write(move |db| {
            if let Some(loaded) = load_open::<C>(db, id)? {
                check(db, &loaded.contest)?;
            }
            change::<C>(db, id, command, now)
        });
        let changed = write.await;
        posts::queue::<C>(&self.kernel, id).await?;
        self.kernel.alarms.wake();
        Ok(changed?.contest)
    }

    /// Moves the posts of a contest of a server to another channel: its present posts are posted again there.
    pub(crate) async fn move_contest<C: Contest>(
        &self,
        guild: GuildId,
        id: JournalId,
        channel: ChannelId,
    ) -> Result {
        self.change_journal::<C>(guild, id, move |db, journal| {
            match journal.channel == channel {
                true => Ok(false),
                false => journal::set_channel(db, id, channel).map(|()| true),
            }
        })
        .await
    }

    /// Changes what the journal of a contest of a server has besides its events. If the change returns true, the present
    /// posts of the contest are brought up to date.
    pub(super) async fn change_journal<C: Contest>(
        &self,
        guild: GuildId,
        id: JournalId,
        change: impl FnOnce(&Connection, &Journal) -> db::Result<bool> + Send + 'static,
    ) -> Result {
        let now = self.now();
        let write = self.write(move |db| {
            let Some(loaded) = load::<C>(db, id)? else {
                return Ok(());
            };
            if loaded.journal.guild == guild && change(db, &loaded.journal)? {
                posts::enqueue::<C>(db, id, loaded.contest.current_slots(), now)?;
            }
            Ok(())
        });
        write.await?;
        Ok(posts::queue::<C>(&self.kernel, id).await?)
    }

    /// Returns an organiser's time zone, and the next Mondays on which a season or a tournament can start.
    pub(crate) async fn contest_starts(&self, by: UserId) -> Result<(Zone, Vec<Moment>)> {
        let now = self.now();
        let read = self.read(move |db| Ok(time_settings::of_user(db, by)?.zone()));
        let zone: Zone = read.await?;
        let mondays = std::iter::successors(zone.next_monday(now, START_HOUR), |last| {
            zone.next_monday(*last, START_HOUR)
        });
        let mondays = mondays.take(MONDAYS).collect();
        Ok((zone, mondays))
    }

    /// Creates a contest with its first event.
    pub(crate) async fn create_contest<C: Contest>(
        &self,
        (guild, channel): (GuildId, ChannelId),
        name: String,
        first: C::Event,
    ) -> Result<JournalId> {
        let now = self.now();
        let write = self.write(move |db| {
            let others = journal::in_guild(db, C::KIND, guild)?;
            if others.len() >= C::MOST {
                return Err(NotCreated::TooMany(C::KIND, C::MOST).into());
            }
            if C::OWN_CHANNEL && others.iter().any(|other| other.channel == channel) {
                return Err(NotCreated::Channel(C::KIND, channel).into());
            }
            C::may_create(db, guild, &first)?;
            let made = create::<C>(db, (guild, channel), &name, &[first], now)?;
            made.ok_or_else(|| NotCreated::Name(C::KIND).into())
        });
        let id = write.await?;
        posts::queue::<C>(&self.kernel, id).await?;
        self.kernel.alarms.wake();
        Ok(id)
    }
}
