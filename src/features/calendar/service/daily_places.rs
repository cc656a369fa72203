//! Where the daily puzzles of servers come.

use super::daily::{LEAST_BETWEEN, playing};
use crate::features::calendar::store::daily;
use crate::features::calendar::store::places::{self, DAILY, Place};
use crate::kernel::{Arbiter, Error};
use crate::matches::{ChannelId, GuildId};
use crate::people::{Moment, Zone};
use crate::search::puzzles;

/// Where a server's daily puzzle comes, and how many puzzles there are.
#[derive(Clone, Debug)]
pub struct DailyView {
    pub place: Place,
    /// How many puzzles the games have that take turns.
    pub puzzles: usize,
    /// How many of these the server has not seen yet.
    pub unseen: usize,
}

impl Arbiter {
    /// Where a server's daily puzzle comes; `None`: nowhere.
    pub async fn daily_place(&self, guild: GuildId) -> Result<Option<DailyView>, Error> {
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

    /// From now on a server's daily puzzle comes to a channel, at an hour by the clock of a zone.
    pub async fn begin_daily_puzzle(
        &self,
        guild: GuildId,
        channel: ChannelId,
        zone: Zone,
        hour: u8,
    ) -> Result<(), Error> {
        let now = self.now();
        let write = self.write(move |db| {
            let shown = daily::daily_shown(db, guild)?;
            let latest = shown.into_iter().map(|one| one.at).max();
            let before = places::place(db, DAILY, guild)?;
            // The person who changes the hour does not get two on one day.
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
        self.kernel.alarms.look_again();
        Ok(())
    }

    /// Chooses the games that take turns, by their keys; none: all do. Whether the server has a daily puzzle.
    pub async fn choose_daily_games(
        &self,
        guild: GuildId,
        games: Vec<String>,
    ) -> Result<bool, Error> {
        let write = self.write(move |db| {
            let Some(place) = places::place(db, DAILY, guild)? else {
                return Ok(false);
            };
            places::set(db, DAILY, &Place { games, ..place })?;
            Ok(true)
        });
        Ok(write.await?)
    }
}
