//! Who may join a contest.

use strum::{IntoStaticStr, VariantNames};

use super::{Contest, load, posts};
use crate::db::journal::{self, Journal};
use crate::db::ratings;
use crate::kernel::Arbiter;
use crate::kernel::error::Result;
use crate::matches::{
    Entrant, EntryRule, GuildId, JournalId, RatingBand, RoleId, ShownRating, UserId,
};
use crate::ratings::Rating;

/// Why a person may not join a contest.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum NotAdmitted {
    /// They have none of these roles.
    Roles(Vec<RoleId>),
    /// Their rating is not within these bounds.
    Rating(RatingBand, ShownRating),
}

impl Arbiter {
    /// Refuses a person who may not join a contest of this game. `roles` are those that they have in the server.
    pub(crate) async fn admitted(
        &self,
        journal: &Journal,
        game: String,
        user: UserId,
        roles: &[RoleId],
    ) -> Result {
        let now = self.now();
        let read = self.read(move |db| ratings::standings_of(db, user));
        let standings = read.await?;
        let own = standings.into_iter().find(|(of, _)| *of == game);
        let rating = own.map_or(Rating::START, |(_, standing)| standing.now(now));
        let entrant = Entrant {
            roles: roles.to_vec(),
            rating: ShownRating {
                points: rating.rounded(),
                certain: !rating.is_provisional(),
            },
        };
        match &journal.entry {
            rule if rule.admits(&entrant) => Ok(()),
            EntryRule::Ratings(band) => Err(NotAdmitted::Rating(*band, entrant.rating).into()),
            EntryRule::Roles(roles) => Err(NotAdmitted::Roles(roles.clone()).into()),
            EntryRule::Everyone => Ok(()),
        }
    }

    /// Sets who may join a contest of a server. Who takes part already stays.
    pub(crate) async fn change_entry<C: Contest>(
        &self,
        guild: GuildId,
        id: JournalId,
        rule: EntryRule,
    ) -> Result {
        let now = self.now();
        let write = self.write(move |db| {
            let Some(loaded) = load::<C>(db, id)? else {
                return Ok(());
            };
            if loaded.journal.guild == guild && loaded.journal.entry != rule {
                journal::set_entry(db, id, &rule)?;
                posts::enqueue::<C>(db, id, loaded.contest.current_slots(), now)?;
            }
            Ok(())
        });
        write.await?;
        Ok(posts::queue::<C>(&self.kernel, id).await?)
    }
}
