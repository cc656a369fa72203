//! What falls due in a league.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::db::Result;
use crate::db::alarms::Alarm;
use crate::features;
use crate::features::leagues::model::{Facts, League};
use crate::kernel::contests;
use crate::kernel::{Error, Kernel};
use crate::matches::JournalId;

/// The most people whom Discord is asked about before a season.
const MOST_ASKED: usize = 100;

/// The longest time for these questions. The season waits for it.
const PATIENCE: Duration = Duration::from_secs(30);

/// Does what is due in a league.
///
/// Nobody plays against people who are not there: those who have left the server are taken out before a season begins.
pub(crate) async fn handle(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let checked = check_starters(&kernel, JournalId(alarm.about.place));
    // People whom Discord was not asked about count as members.
    if let Ok(checked) = tokio::time::timeout(PATIENCE, checked).await {
        checked?;
    }
    contests::handle::<League>(kernel, alarm).await
}

/// Takes people out who have left the server, if a season is about to begin with them.
async fn check_starters(kernel: &Arc<Kernel>, id: JournalId) -> Result {
    let mut asked = BTreeSet::new();
    // In a quick league, the next person who waits takes the place of one who has left.
    loop {
        let now = kernel.time.now();
        let read = kernel.read(move |db| {
            let Some(loaded) = contests::load_open::<League>(db, id)? else {
                return Ok(None);
            };
            let (league, journal) = (loaded.contest, loaded.journal);
            // Most alarms are about something else.
            if league.starters(&Facts::default(), now).is_empty() {
                return Ok(None);
            }
            let starters = league.starters(&league.facts(db, &journal, now)?, now);
            Ok(Some((journal.guild, starters)))
        });
        let Some((guild, starters)) = read.await? else {
            return Ok(());
        };
        let left = MOST_ASKED - asked.len();
        let new = starters.into_iter().filter(|user| !asked.contains(user));
        let new: Vec<_> = new.take(left).collect();
        if new.is_empty() {
            return Ok(());
        }
        for user in new {
            features::has_left(kernel, guild, user).await?;
            asked.insert(user);
        }
    }
}
