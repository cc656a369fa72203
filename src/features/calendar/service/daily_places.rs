//! Where the daily puzzles of servers come.

use super::daily::{LEAST_BETWEEN, playing};
use crate::features::calendar::store::daily::DailyPlace;
use crate::kernel::{Arbiter, Error};
use crate::matches::{ChannelId, GuildId};
use crate::people::{Moment, Zone};
use crate::search::puzzles;

/// Where a server's daily puzzle comes, and how many puzzles there are.
#[derive(Clone, Debug)]
pub struct DailyView {
    pub place: DailyPlace,
    /// How many puzzles the games have that take turns.
    pub puzzles: usize,
    /// How many of these the server has not seen yet.
    pub unseen: usize,
}

impl Arbiter {
    /// Where a server's daily puzzle comes; `None`: nowhere.
    pub async fn daily_place(&self, guild: GuildId) -> Result<Option<DailyView>, Error> {
        let store = &self.kernel.store;
        let Some(place) = store.daily_place(guild).await? else {
            return Ok(None);
        };
        let shown = store.daily_shown(guild).await?;
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

    /// From now on a server's daily puzzle comes to a channel, at an hour by the clock of a zone.
    pub async fn begin_daily_puzzle(
        &self,
        guild: GuildId,
        channel: ChannelId,
        zone: Zone,
        hour: u8,
    ) -> Result<(), Error> {
        let store = &self.kernel.store;
        let latest = store.daily_shown(guild).await?;
        let latest = latest.into_iter().map(|one| one.at).max();
        let games = store.daily_place(guild).await?;
        let games = games.map(|place| place.games).unwrap_or_default();
        // Whoever changes the hour does not get two on one day.
        let since = latest.map_or(Moment(i64::MIN), |at| at.after(LEAST_BETWEEN));
        let due = zone.next_hour(self.now().max(since), hour);
        let place = DailyPlace {
            guild,
            channel,
            zone,
            hour,
            games,
            due,
            threads: true,
        };
        store.set_daily_place(place).await?;
        self.kernel.alarms.look_again();
        Ok(())
    }

    /// Chooses the games that take turns, by their keys; none: all do. Whether the server has a daily puzzle.
    pub async fn choose_daily_games(
        &self,
        guild: GuildId,
        games: Vec<String>,
    ) -> Result<bool, Error> {
        let store = &self.kernel.store;
        let Some(place) = store.daily_place(guild).await? else {
            return Ok(false);
        };
        store.set_daily_place(DailyPlace { games, ..place }).await?;
        Ok(true)
    }
}
