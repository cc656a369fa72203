//! A person's calendar: their dates under an address that only they know.

use std::time::Duration;

use crate::features::pages::model::PageName;
use crate::features::pages::store;
use crate::features::{self, Dated};
use crate::games;
use crate::kernel::{Arbiter, Result};
use crate::matches::UserId;

/// Programs ask for a calendar once or twice a day, so it has no deadline that is nearer: reminders do that.
const NEAREST: Duration = Duration::from_hours(48);

/// The most deadlines in a calendar.
const MOST: u32 = 200;

impl Arbiter {
    /// Returns the secret of a person's calendar, if they have one.
    pub async fn calendar(&self, user: UserId) -> Result<Option<PageName>> {
        self.read(move |db| store::calendar_of(db, user)).await
    }

    /// Gives a person's calendar a new secret: the address before it leads nowhere any more.
    pub async fn renew_calendar(&self, user: UserId) -> Result<PageName> {
        let secret = PageName::random(&self.kernel.rng);
        let new = secret.clone();
        self.write(move |db| store::set_calendar(db, user, Some(&new)))
            .await?;
        Ok(secret)
    }

    /// Takes a person's calendar away.
    pub async fn revoke_calendar(&self, user: UserId) -> Result {
        self.write(move |db| store::set_calendar(db, user, None))
            .await
    }

    /// Returns the dates of the calendar with this secret, earliest first; `None` if there is none. No other player is
    /// named.
    pub(crate) async fn calendar_dates(&self, secret: PageName) -> Result<Option<Vec<Dated>>> {
        let now = self.now();
        let read = self.read(move |db| {
            let Some(user) = store::calendar_with(db, &secret)? else {
                return Ok(None);
            };
            let mut dates = features::dates(db, user)?;
            dates.retain(|date| date.at > now);
            let deadlines = store::deadlines(db, user, now.after(NEAREST), MOST)?;
            dates.extend(deadlines.into_iter().map(|(id, game, at)| {
                let game = games::find(&game).map_or("a game", |game| game.card.name);
                Dated {
                    key: format!("match-{id}"),
                    what: format!("Your turn in match {id} ({game}) ends"),
                    at,
                }
            }));
            dates.sort_by_key(|date| date.at);
            Ok(Some(dates))
        });
        read.await
    }
}
