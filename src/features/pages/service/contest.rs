//! Pages of leagues, ladders, tournaments and simuls: who makes one, and what it shows.

use std::collections::HashMap;

use crate::db::journal::{self, Journal};
use crate::db::people::names;
use crate::db::{self, Connection};
use crate::features::ladders::model::Ladder;
use crate::features::leagues::model::League;
use crate::features::pages::messages::contest::Contest;
use crate::features::pages::model::{PageName, PagesRefusal};
use crate::features::pages::store;
use crate::features::settings::store::server_rules;
use crate::features::simuls::model::Simul;
use crate::features::tournaments::model::Tournament;
use crate::kernel::contests::{Contest as Kind, load};
use crate::kernel::{Arbiter, Result};
use crate::matches::{GuildId, JournalId, MatchId, UserId};
use crate::people::Moment;

/// A person who asks for the page of a contest.
#[derive(Clone, Copy, Debug)]
pub struct Organiser {
    pub user: UserId,
    /// Whether they organise the contests of its server.
    pub organises: bool,
}

/// A contest that has a page, with what its page says of people.
pub struct ContestLooked {
    pub contest: Contest,
    /// When it last changed.
    pub changed: Moment,
}

impl Arbiter {
    /// Returns the title of a contest, the name of its page, and whether the person may withdraw the page: an organiser, and
    /// the host of a simul. They make the page, if the contest has no page yet.
    ///
    /// # Errors
    ///
    /// As [`PagesRefusal`] has them.
    pub async fn contest_link(
        &self,
        guild: GuildId,
        id: JournalId,
        asker: Organiser,
    ) -> Result<(String, PageName, bool)> {
        let new = PageName::random(&self.kernel.rng);
        let link = self.write(move |db| {
            let Some((kind, journal)) = of_server(db, guild, id)? else {
                return Ok(Err(PagesRefusal::NoContest));
            };
            let decides = decides(db, &kind, id, asker)?;
            if server_rules::of_server(db, guild)?.pages_off {
                return Ok(Err(PagesRefusal::OffInServer));
            }
            if let Some(name) = named(&journal) {
                return Ok(Ok((journal.name, name, decides)));
            }
            if !decides {
                return Ok(Err(PagesRefusal::NotOrganised));
            }
            journal::set_page(db, id, Some(new.as_str()))?;
            Ok(Ok((journal.name, new, true)))
        });
        Ok(link.await??)
    }

    /// Withdraws the page of a contest of a server, and returns the contest's title.
    ///
    /// # Errors
    ///
    /// If the server has no such contest, or the person may not withdraw its page.
    pub async fn withdraw_contest_page(
        &self,
        guild: GuildId,
        id: JournalId,
        asker: Organiser,
    ) -> Result<String> {
        let withdrawing = self.write(move |db| {
            let Some((kind, journal)) = of_server(db, guild, id)? else {
                return Ok(Err(PagesRefusal::NoContest));
            };
            if !decides(db, &kind, id, asker)? {
                return Ok(Err(PagesRefusal::NotOrganised));
            }
            journal::set_page(db, id, None)?;
            Ok(Ok(journal.name))
        });
        Ok(withdrawing.await??)
    }

    /// Returns the contest whose page has this name, and the number of its last event; `None` if no page has this
    /// name, or if its server has switched pages off.
    pub async fn contest_named(&self, name: PageName) -> Result<Option<(JournalId, u32)>> {
        let read = self.read(move |db| {
            let Some(id) = journal::with_page(db, name.as_str())? else {
                return Ok(None);
            };
            let found = journal::of_any_kind(db, id)?;
            let Some((_, journal)) = found else {
                return Ok(None);
            };
            let off = server_rules::of_server(db, journal.guild)?.pages_off;
            Ok(match off {
                true => None,
                false => Some((id, journal::last_event(db, id)?)),
            })
        });
        read.await
    }

    /// Returns what the page of a contest shows; `None` if there is no such contest.
    pub async fn contest_page(&self, id: JournalId) -> Result<Option<ContestLooked>> {
        let now = self.now();
        let read = self.read(move |db| {
            let Some((kind, journal)) = journal::of_any_kind(db, id)? else {
                return Ok(None);
            };
            let Some(mut contest) = read(db, &kind, journal, now)? else {
                return Ok(None);
            };
            name_people(db, &mut contest)?;
            Ok(Some(ContestLooked {
                contest,
                changed: journal::changed(db, id)?,
            }))
        });
        read.await
    }

    /// Returns the names of the pages of matches, as far as they have one.
    pub async fn pages_of(&self, ids: Vec<MatchId>) -> Result<HashMap<MatchId, PageName>> {
        self.read(move |db| store::of_matches(db, &ids)).await
    }
}

/// Whether a person makes and withdraws the page of a contest.
fn decides(db: &Connection, kind: &str, id: JournalId, asker: Organiser) -> db::Result<bool> {
    if asker.organises || kind != Simul::KIND {
        return Ok(asker.organises);
    }
    let simul = load::<Simul>(db, id)?;
    Ok(simul.is_some_and(|loaded| loaded.contest.organiser() == Some(asker.user)))
}

fn of_server(
    db: &Connection,
    guild: GuildId,
    id: JournalId,
) -> db::Result<Option<(String, Journal)>> {
    let found = journal::of_any_kind(db, id)?;
    Ok(found.filter(|(_, journal)| journal.guild == guild))
}

fn named(journal: &Journal) -> Option<PageName> {
    journal.page.as_deref()?.parse().ok()
}

/// Reads a contest; `None` if this version does not know its kind.
fn read(db: &Connection, kind: &str, journal: Journal, now: Moment) -> db::Result<Option<Contest>> {
    Ok(Some(match kind {
        League::KIND => Contest::League(League::view(db, journal, Some(now))?),
        Ladder::KIND => Contest::Ladder(Ladder::view(db, journal, Some(now))?),
        Tournament::KIND => Contest::Tournament(Tournament::view(db, journal, Some(now))?),
        Simul::KIND => Contest::Simul(Simul::view(db, journal, Some(now))?),
        _ => return Ok(None),
    }))
}

/// Names all people, but those who are hidden on pages: they are told apart by numbers.
fn name_people(db: &Connection, contest: &mut Contest) -> db::Result {
    let people = contest.people();
    let guild = contest.journal().guild;
    let names = contest.names();
    let unknown = people.iter().filter(|user| !names.contains_key(user));
    let found = names::names(db, Some(guild), unknown.copied())?;
    names.extend(found);
    for (number, user) in (1..).zip(people) {
        if store::is_hidden(db, user)? {
            names.insert(user, format!("Player {number}"));
        }
    }
    Ok(())
}
