//! Where the weekly pages of servers come.

use super::weekly::{WEEKLY_HOUR, week};
use crate::features::calendar::store::places::{self, Place, WEEKLY};
use crate::kernel::{Arbiter, Error, Week};
use crate::matches::{ChannelId, GuildId};
use crate::people::Zone;

impl Arbiter {
    /// From now on a server's weekly page comes to a channel, by the clock of a zone.
    pub async fn begin_weekly_page(
        &self,
        guild: GuildId,
        channel: ChannelId,
        zone: Zone,
    ) -> Result<Place, Error> {
        let due = zone.next_monday(self.now(), WEEKLY_HOUR);
        let place = Place {
            guild,
            channel,
            zone,
            hour: WEEKLY_HOUR,
            due,
            games: Vec::new(),
            threads: false,
        };
        let kept = place.clone();
        self.write(move |db| places::set(db, WEEKLY, &kept)).await?;
        self.kernel.alarms.look_again();
        Ok(place)
    }

    /// What happened in a server in the last seven days.
    pub async fn week(&self, guild: GuildId) -> Result<Week, Error> {
        week(&self.kernel, guild, self.now()).await
    }
}
