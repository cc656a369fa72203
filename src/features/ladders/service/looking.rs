//! Reads ladders for messages.

use std::collections::BTreeMap;

use crate::db::journal::{self, Entry, Journal};
use crate::db::people::names;
use crate::db::{Connection, StoreError};
use crate::features::away;
use crate::features::ladders::messages::view::{LATELY, View};
use crate::features::ladders::model::{Candidate, Event, Ladder, Records};
use crate::features::moderation::store::blocks;
use crate::kernel::contests::Contest;
use crate::kernel::{Arbiter, Error};
use crate::matches::{GuildId, JournalId, UserId};
use crate::people::Moment;

/// Reads a ladder with its people's names, as it is now or, without a moment, as it was at its last event.
pub(crate) fn view(
    db: &Connection,
    journal: Journal,
    now: Option<Moment>,
) -> Result<View, StoreError> {
    let entries = journal::events::<Event>(db, journal.id)?;
    let last = entries.last().map_or(Moment(0), |last| last.at);
    let now = now.unwrap_or(last);
    let events = entries.iter().map(|Entry { at, event, .. }| (*at, event));
    let read = Records::of(events, now.before(LATELY));
    let (ladder, records) = read.map_err(|unfit| StoreError::Journal {
        id: journal.id,
        seq: 0,
        why: unfit.to_string(),
    })?;
    let names = names::names(db, Some(journal.guild), ladder.order())?;
    Ok(View {
        journal,
        ladder,
        records,
        names: names.into_iter().collect(),
        now,
    })
}

/// Returns the open ladders in which a person takes part, in one server or everywhere.
fn views_of(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Vec<View>, StoreError> {
    let journals = journal::of_person(db, Ladder::KIND, user)?.into_iter();
    let here = journals.filter(|journal| guild.is_none_or(|guild| journal.guild == guild));
    here.map(|journal| view(db, journal, None)).collect()
}

/// Returns a line for each ladder on which a person is.
pub(crate) fn achievements(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Vec<String>, StoreError> {
    let views = views_of(db, user, guild)?;
    Ok(views
        .iter()
        .filter_map(|view| view.place_line(user))
        .collect())
}

/// Returns a line for each open ladder of a server.
pub(crate) fn standings(db: &Connection, guild: GuildId) -> Result<Vec<String>, StoreError> {
    let journals = journal::in_guild(db, Ladder::KIND, guild)?.into_iter();
    let lines = journals.map(|journal| Ok(view(db, journal, None)?.leader_line()));
    lines.collect()
}

impl Arbiter {
    /// Returns a ladder of a server; `None` if it does not exist.
    pub(crate) async fn ladder(
        &self,
        guild: GuildId,
        id: JournalId,
    ) -> Result<Option<View>, Error> {
        let now = self.now();
        let read = self.read(move |db| {
            let journal = journal::get(db, Ladder::KIND, id)?;
            let here = journal.filter(|journal| journal.guild == guild);
            here.map(|journal| view(db, journal, Some(now))).transpose()
        });
        Ok(read.await?)
    }

    /// Returns for everybody else on a ladder, from the top, whether a person can challenge them.
    pub(crate) async fn ladder_candidates(
        &self,
        view: &View,
        by: UserId,
    ) -> Result<Vec<Candidate>, Error> {
        let now = self.now();
        let people: Vec<UserId> = view.ladder.order().collect();
        let read = self.read(move |db| {
            let mut away = BTreeMap::new();
            for user in away::store::absent(db, now)? {
                if !people.contains(&user) {
                    continue;
                }
                let taken = away::store::time_off(db, user)?;
                let off = taken.into_iter().find(|off| off.holds(now));
                away.extend(off.map(|off| (user, off.back.unwrap_or(off.until))));
            }
            Ok((away, blocks::apart_from(db, by)?))
        });
        let (away, apart) = read.await?;
        Ok(view
            .ladder
            .challengeable(by, now, &|user| away.get(&user).copied(), &|user| {
                apart.contains(&user)
            }))
    }
}
