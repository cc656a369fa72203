//! The channels of servers' daily puzzles.

use super::daily::{LEAST_BETWEEN, playing};
use crate::features::calendar::model::DailyView;
use crate::features::calendar::model::Place;
use crate::features::calendar::store::daily;
use crate::features::calendar::store::places::{self, DAILY};
use crate::kernel::{Arbiter, Result};
use crate::matches::{ChannelId, GuildId};
use crate::people::{Moment, Zone};
use crate::search::puzzles;

impl Arbiter {
    /// Returns a server's settings for the daily puzzle; `None` if it has none.
    pub async fn daily_place(&self, guild: GuildId) -> Result<Option<DailyView>> {
        let read = self.read(move |db| {
            Ok((
                places::place(db, DAILY, guild)?,
                daily::daily_shown(db, guild)?,
            ))
        });
        let (Some(place), shown) = read.await? else {
            return Ok(None);
        };
        let games = playing(&place.games);
        let puzzles = games.iter().map(|game| puzzles(game).len()).sum::<usize>();
        let seen = shown.iter().filter(|one| {
            let game = games.iter().find(|game| game.card.key == one.game);
            game.is_some_and(|game| crate::search::puzzle(game, one.number).is_some())
        });
        let unseen = puzzles.saturating_sub(seen.count());
        Ok(Some(DailyView {
            place,
            puzzles,
            unseen,
        }))
    }

    /// Sets the channel, zone and hour of a server's daily puzzle.
    pub async fn begin_daily_puzzle(
        &self,
        guild: GuildId,
        channel: ChannelId,
        zone: Zone,
        hour: u8,
    ) -> Result {
        let now = self.now();
        let write = self.write(move |db| {
            let shown = daily::daily_shown(db, guild)?;
            let latest = shown.into_iter().map(|one| one.at).max();
            let before = places::place(db, DAILY, guild)?;
            // After a change of the hour, a second puzzle must not follow on the same day.
            let since = latest.map_or(Moment(i64::MIN), |at| at.after(LEAST_BETWEEN));
            let place = Place {
                guild,
                channel,
                due: zone.next_hour(now.max(since), hour),
                zone,
                hour,
                games: before.map(|place| place.games).unwrap_or_default(),
                threads: true,
            };
            places::set(db, DAILY, &place)
        });
        write.await?;
        self.kernel.alarms.wake();
        Ok(())
    }

    /// Sets the games of the daily puzzle by their keys; empty for all. `false` if the server has none.
    pub async fn choose_daily_games(&self, guild: GuildId, games: Vec<String>) -> Result<bool> {
        self.write(move |db| {
            let Some(place) = places::place(db, DAILY, guild)? else {
                return Ok(false);
            };
            places::set(db, DAILY, &Place { games, ..place })?;
            Ok(true)
        })
        .await
    }
}
