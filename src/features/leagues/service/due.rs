//! What falls due in a league.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::db::alarms::Alarm;
use crate::db::{Connection, Result};
use crate::features;
use crate::features::leagues::model::{Facts, League};
use crate::kernel::contests::{self, Contest, Loaded};
use crate::kernel::{Error, Kernel, Membership};
use crate::matches::{JournalId, UserId};
use crate::people::Moment;

/// The most people whom Discord is asked about before a contest begins.
const MOST_ASKED: usize = 100;

/// The longest time for these questions. The start waits for it.
const PATIENCE: Duration = Duration::from_secs(30);

/// Does what is due in a league.
pub(crate) async fn handle(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let id = JournalId(alarm.about.place);
    check_starters::<League>(&kernel, id, |db, loaded, now| {
        let (league, journal) = (&loaded.contest, &loaded.journal);
        // Most alarms are about something else.
        let looks = league.looks_from().is_some_and(|from| from <= now);
        if !looks && league.starters(&Facts::default(), now).is_empty() {
            return Ok(Vec::new());
        }
        Ok(league.starters(&league.facts(db, journal, now)?, now))
    })
    .await?;
    contests::handle::<League>(kernel, alarm).await
}

/// Takes people out who have left the server, or have none of the roles that are needed, if a contest is about to begin
/// with them: nobody plays against people who are not there. `starters` returns those with whom it would begin now.
pub(crate) async fn check_starters<C: Contest>(
    kernel: &Arc<Kernel>,
    id: JournalId,
    starters: fn(&Connection, &Loaded<C>, Moment) -> Result<Vec<UserId>>,
) -> Result {
    // People whom Discord was not asked about count as members.
    match tokio::time::timeout(PATIENCE, take_out_leavers(kernel, id, starters)).await {
        Ok(checked) => checked,
        Err(_) => Ok(()),
    }
}

async fn take_out_leavers<C: Contest>(
    kernel: &Arc<Kernel>,
    id: JournalId,
    starters: fn(&Connection, &Loaded<C>, Moment) -> Result<Vec<UserId>>,
) -> Result {
    let mut asked = BTreeSet::new();
    // The next person who waits takes the place of one who has left.
    loop {
        let now = kernel.time.now();
        let read = kernel.read(move |db| {
            let Some(loaded) = contests::load_open::<C>(db, id)? else {
                return Ok(None);
            };
            let starters = starters(db, &loaded, now)?;
            Ok(Some((loaded.journal, starters)))
        });
        let Some((journal, starters)) = read.await? else {
            return Ok(());
        };
        let left = MOST_ASKED - asked.len();
        let new = starters.into_iter().filter(|user| !asked.contains(user));
        let new: Vec<_> = new.take(left).collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut without_role = Vec::new();
        for user in new {
            let membership = features::membership(kernel, journal.guild, user).await?;
            if let Some(Membership::Member(roles)) = membership
                && journal.entry.lacks_role(&roles)
            {
                without_role.push(user);
            }
            asked.insert(user);
        }
        if !without_role.is_empty() {
            let command = C::without_role(without_role);
            let write = kernel.write(move |db| contests::change::<C>(db, id, command, now));
            write.await?;
        }
    }
}
