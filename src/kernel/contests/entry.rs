//! Who may join a contest.

use std::time::Duration;

use strum::{IntoStaticStr, VariantNames};

use super::{Contest, Loaded, load_open, replayed};
use crate::contests::have_moved;
use crate::db::Connection;
use crate::db::StoreError;
use crate::db::journal::{self, Journal};
use crate::db::lists;
use crate::db::people::names;
use crate::db::ratings;
use crate::kernel::Arbiter;
use crate::kernel::error::Result;
use crate::matches::{Entrant, EntryRule, GuildId, JournalId, RatingBand, RoleId, UserId};
use crate::people::Moment;
use crate::ratings::Rating;

/// Why a person may not join a contest.
#[derive(Clone, Debug, PartialEq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum NotAdmitted {
    /// They have none of these roles.
    Roles(Vec<RoleId>),
    /// Their rating is not within these bounds.
    Rating(RatingBand, Rating),
}

/// How a person comes into a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    /// They join.
    Joins,
    /// They ask an organiser, who lets them in or refuses.
    Asks,
}

/// A person who lost a match of a contest on time without a turn needs an organiser's word for this long.
const SILENCE: Duration = Duration::from_hours(60 * 24);

impl Arbiter {
    /// Refuses a person who may not join a contest of this game. `roles` are those that they have in the server.
    pub(crate) async fn admitted(
        &self,
        journal: &Journal,
        game: &str,
        user: UserId,
        roles: Vec<RoleId>,
    ) -> Result<Admission> {
        let (now, guild, game) = (self.now(), journal.guild, game.to_owned());
        let read = self.read(move |db| {
            let silent = was_silent(db, guild, user, now.before(SILENCE))?;
            Ok((ratings::standing_in(db, user, &game)?, silent))
        });
        let (standing, silent) = read.await?;
        let rating = standing.map_or(Rating::START, |standing| standing.now(now));
        let entrant = Entrant {
            roles,
            points: rating.rounded(),
            certain: !rating.is_provisional(),
        };
        if journal.entry.admits(&entrant) {
            return Ok(match silent || journal.entry == EntryRule::Request {
                true => Admission::Asks,
                false => Admission::Joins,
            });
        }
        match &journal.entry {
            EntryRule::Everyone | EntryRule::Request => Ok(Admission::Joins),
            EntryRule::Roles(roles) => Err(NotAdmitted::Roles(roles.clone()).into()),
            EntryRule::Ratings(band) => Err(NotAdmitted::Rating(*band, rating).into()),
        }
    }

    /// Returns an open contest of a server, and the people who ask to be let in, with their names; `None` if there is no such
    /// contest.
    pub(crate) async fn contest_requests<C: Contest>(
        &self,
        guild: GuildId,
        id: JournalId,
    ) -> Result<Option<(Journal, Vec<(UserId, String)>)>> {
        let read = self.read(move |db| {
            let loaded = load_open::<C>(db, id)?.filter(|loaded| loaded.journal.guild == guild);
            let Some(Loaded {
                journal, contest, ..
            }) = loaded
            else {
                return Ok(None);
            };
            let people = contest.requests().people();
            let names = names::names(db, Some(guild), people.iter().copied())?;
            let named = |user: &UserId| {
                let mut own = names.iter().filter(|(of, _)| of == user);
                (
                    *user,
                    own.next()
                        .map_or_else(|| user.to_string(), |(_, name)| name.clone()),
                )
            };
            let people = people.iter().map(named).collect();
            Ok(Some((journal, people)))
        });
        read.await
    }

    /// Sets who may join a contest of a server. Who takes part already stays.
    pub(crate) async fn change_entry<C: Contest>(
        &self,
        guild: GuildId,
        id: JournalId,
        rule: EntryRule,
    ) -> Result {
        self.change_journal::<C>(guild, id, move |db, journal| match journal.entry == rule {
            true => Ok(false),
            false => journal::set_entry(db, id, &rule).map(|()| true),
        })
        .await
    }
}

/// Whether a person has lost a match of a contest of a server on time since a moment, and had not moved in it.
fn was_silent(
    db: &Connection,
    guild: GuildId,
    user: UserId,
    since: Moment,
) -> Result<bool, StoreError> {
    for id in lists::lost_without_a_turn(db, guild, user, since)? {
        let over = match replayed(db, id) {
            Ok(over) => over,
            Err(StoreError::Event { .. } | StoreError::Replay(_)) => continue,
            Err(error) => return Err(error),
        };
        let seat = over.seat_of(user);
        let unmoved = seat.is_some_and(|seat| !have_moved(&over)[seat.index()]);
        if unmoved && over.contest().is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
