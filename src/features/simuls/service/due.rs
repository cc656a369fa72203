//! What falls due in a simul.

use std::sync::Arc;

use crate::db::alarms::Alarm;
use crate::features::leagues::service::due::check_starters;
use crate::features::simuls::model::Simul;
use crate::kernel::contests;
use crate::kernel::{Error, Kernel};
use crate::matches::JournalId;

/// Does what is due in a simul. Those who have left the server are taken out before boards begin.
pub(crate) async fn handle(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let id = JournalId(alarm.about.place);
    check_starters::<Simul>(&kernel, id, |_, loaded, now| {
        Ok(loaded.contest.starters(now))
    })
    .await?;
    contests::handle::<Simul>(kernel, alarm).await
}
