//! Who may join a contest.

use strum::{IntoStaticStr, VariantNames};

use super::Contest;
use crate::db::journal::{self, Journal};
use crate::db::ratings;
use crate::kernel::Arbiter;
use crate::kernel::error::Result;
use crate::matches::{Entrant, EntryRule, GuildId, JournalId, RatingBand, RoleId, UserId};
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

impl Arbiter {
    /// Refuses a person who may not join a contest of this game. `roles` are those that they have in the server.
    pub(crate) async fn admitted(
        &self,
        journal: &Journal,
        game: &str,
        user: UserId,
        roles: Vec<RoleId>,
    ) -> Result {
        let now = self.now();
        let read = self.read(move |db| ratings::standings_of(db, user));
        let own = read.await?.into_iter().find(|(of, _)| of == game);
        let rating = own.map_or(Rating::START, |(_, standing)| standing.now(now));
        let entrant = Entrant {
            roles,
            points: rating.rounded(),
            certain: !rating.is_provisional(),
        };
        if journal.entry.admits(&entrant) {
            return Ok(());
        }
        match &journal.entry {
            EntryRule::Everyone => Ok(()),
            EntryRule::Roles(roles) => Err(NotAdmitted::Roles(roles.clone()).into()),
            EntryRule::Ratings(band) => Err(NotAdmitted::Rating(*band, rating).into()),
        }
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
