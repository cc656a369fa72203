//! What falls due on a ladder.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::db::StoreError;
use crate::db::alarms::Alarm;
use crate::features;
use crate::features::ladders::model::{Command, Ladder, Stage};
use crate::features::moderation::store::blocks;
use crate::kernel::contests::{self, Contest};
use crate::kernel::{Kernel, Result};
use crate::matches::JournalId;

/// Does what is due on a ladder.
///
/// Nobody climbs by a challenge that could not be accepted. So people who did not answer because they have left the server
/// are taken off first, and challenges of people who have blocked the other one are withdrawn.
pub(crate) async fn handle(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let (id, now) = (JournalId(alarm.about.place), kernel.time.now());
    let read = kernel.read(move |db| {
        let Some(loaded) = contests::load_open::<Ladder>(db, id)? else {
            return Ok(None);
        };
        let mut silent = Vec::new();
        for (game, one) in loaded.contest.games() {
            if matches!(one.stage, Stage::Waiting { answer_by } if answer_by <= now) {
                let blocked = blocks::has_blocked(db, (one.by, one.to))?;
                silent.push((game, one.by, one.to, blocked));
            }
        }
        Ok(Some((loaded.journal.guild, silent)))
    });
    let (guild, silent) = match read.await? {
        Some((guild, silent)) => (guild, silent),
        None => return contests::handle::<Ladder>(kernel, alarm).await,
    };
    let mut asked = BTreeSet::new();
    for (game, by, user, blocked) in silent {
        let command = if blocked {
            Command::Withdraw { game, by }
        } else {
            if asked.insert(user) {
                features::has_left(&kernel, guild, user).await?;
            }
            continue;
        };
        let done = kernel.write(move |db| contests::change::<Ladder>(db, id, command, now));
        match done.await {
            Err(StoreError::Denied(refusal)) => {
                let refusal = refusal.name();
                tracing::debug!(
                    kind = Ladder::KIND,
                    journal = id.0,
                    refusal,
                    "a challenge is over already"
                );
            }
            done => drop(done?),
        }
    }
    contests::handle::<Ladder>(kernel, alarm).await
}
