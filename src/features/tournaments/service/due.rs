//! What falls due in a tournament.

use std::sync::Arc;

use crate::db::alarms::Alarm;
use crate::features::leagues::service::due::check_starters;
use crate::features::tournaments::model::Tournament;
use crate::kernel::contests;
use crate::kernel::{Error, Kernel};
use crate::matches::JournalId;

/// Does what is due in a tournament. Those who have left the server are taken out before it begins.
pub(crate) async fn handle(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let id = JournalId(alarm.about.place);
    check_starters::<Tournament>(&kernel, id, |db, loaded, now| {
        let tournament = &loaded.contest;
        Ok(tournament.starters(&tournament.facts(db, now)?, now))
    })
    .await?;
    contests::handle::<Tournament>(kernel, alarm).await
}
