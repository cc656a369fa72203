//! The channels of servers' weekly pages.

use super::weekly::week;
use crate::features::calendar::model::Place;
use crate::features::calendar::model::WEEKLY_HOUR;
use crate::features::calendar::model::Week;
use crate::features::calendar::store::places::{self, WEEKLY};
use crate::kernel::{Arbiter, Result};
use crate::matches::{ChannelId, GuildId};
use crate::people::Zone;

impl Arbiter {
    /// Sets the channel and the zone of a server's weekly page.
    pub async fn begin_weekly_page(
        &self,
        guild: GuildId,
        channel: ChannelId,
        zone: Zone,
    ) -> Result<Place> {
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
        self.kernel.alarms.wake();
        Ok(place)
    }

    /// Collects a server's last seven days.
    pub async fn week(&self, guild: GuildId) -> Result<Week> {
        week(&self.kernel, guild, self.now()).await
    }
}
