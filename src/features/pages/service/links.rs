//! The link to a match's page: who makes it, and who withdraws it.

use super::watchers::Watchers;
use crate::board::Seat;
use crate::db::Connection;
use crate::features::pages::model::{PageName, PagesRefusal};
use crate::features::pages::store::{self, Page};
use crate::features::settings::store::server_rules;
use crate::kernel::{Arbiter, Result};
use crate::matches::{Match, MatchId, UserId};

/// A person who asks for the link to a page.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    pub user: UserId,
    /// Whether they moderate the server of the match.
    pub moderates: bool,
}

impl Arbiter {
    /// Returns the name of a match's page. The page is made, if it does not exist and the person may make it.
    ///
    /// # Errors
    ///
    /// As [`PagesRefusal`] has them.
    pub async fn page_link(&self, id: MatchId, asker: Asker) -> Result<PageName> {
        let state = self.current(id).await?;
        let new = PageName::random(&self.kernel.rng);
        let now = self.now();
        let link = self.write(move |db| {
            let page = match linked(db, &state, asker)? {
                Ok(page) => page,
                Err(refusal) => return Ok(Err(refusal)),
            };
            if let Some(Page {
                name: Some(name), ..
            }) = page
            {
                return Ok(Ok(name));
            }
            let guild = state.proposal().place.guild;
            store::set(db, (id, guild), Some(&new), asker.user, now)?;
            Ok(Ok(new))
        });
        let name = link.await??;
        self.kernel.part::<Watchers>().renew();
        Ok(name)
    }

    /// Withdraws a match's page. Only the same person can make it again.
    ///
    /// # Errors
    ///
    /// If the person neither plays in the match nor moderates its server, or if another person withdrew the page.
    pub async fn withdraw_page(&self, id: MatchId, asker: Asker) -> Result {
        let state = self.current(id).await?;
        if !may_decide(&state, asker) {
            return Err(PagesRefusal::NotTheirs(id).into());
        }
        let (now, guild) = (self.now(), state.proposal().place.guild);
        let withdrawing = self.write(move |db| match store::of_match(db, id)? {
            Some(Page { name: None, by }) if by != asker.user => {
                Ok(Err(PagesRefusal::Withdrawn(id)))
            }
            Some(Page { name: Some(_), .. }) => {
                store::set(db, (id, guild), None, asker.user, now)?;
                Ok(Ok(()))
            }
            _ => Ok(Ok(())),
        });
        withdrawing.await??;
        let watchers = self.kernel.part::<Watchers>();
        watchers.renew();
        watchers.tell(id);
        Ok(())
    }
}

fn may_decide(state: &Match, asker: Asker) -> bool {
    asker.moderates || state.decides_for_it(asker.user)
}

/// Returns the page of a match, or what is left of it. Refuses people who may not make it, unless it exists.
fn linked(
    db: &Connection,
    state: &Match,
    asker: Asker,
) -> crate::db::Result<Result<Option<Page>, PagesRefusal>> {
    let id = state.id();
    let place = state.proposal().place;
    if state.players().is_none() {
        return Ok(Err(PagesRefusal::NotBegun(id)));
    }
    let two_people = Seat::BOTH.iter().all(|seat| state.person(*seat).is_some());
    match place.guild {
        None if two_people => return Ok(Err(PagesRefusal::Private(id))),
        Some(guild) if server_rules::of_server(db, guild)?.pages_off => {
            return Ok(Err(PagesRefusal::OffInServer));
        }
        _ => {}
    }
    let page = store::of_match(db, id)?;
    Ok(match &page {
        Some(Page { name: Some(_), .. }) => Ok(page),
        _ if !may_decide(state, asker) => Err(PagesRefusal::NotTheirs(id)),
        Some(withdrawn) if withdrawn.by != asker.user => Err(PagesRefusal::Withdrawn(id)),
        _ => Ok(page),
    })
}
