//! Servers that run out of active threads.
//!
//! Discord keeps about a thousand threads of a server active. Beyond that it opens and wakes none. So where there are
//! nearly as many, the threads of matches that are over are archived at once.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use super::store::match_posts::threads_since;
use crate::kernel::Kernel;
use crate::kernel::lock::lock;
use crate::matches::{GuildId, Match};
use crate::people::Moment;

/// The most threads of the bot with which Discord is not asked how many are active.
const FEW: u64 = 200;

/// The number of active threads from which those of ended matches are archived.
const NEARLY_FULL: u64 = 800;

/// How long an answer of Discord holds.
const ASKED_EVERY: Duration = Duration::from_hours(1);

/// Discord's own timer: a thread is active for a week after its last message.
const ACTIVE_FOR: Duration = Duration::from_hours(7 * 24);

/// The servers about which it was decided, each with when and whether it is nearly full.
#[derive(Default)]
pub(crate) struct ActiveThreads(Mutex<HashMap<GuildId, (Moment, bool)>>);

impl ActiveThreads {
    /// Whether the thread of a match that is over is archived at once.
    pub(super) async fn archives(&self, kernel: &Kernel, over: &Match) -> bool {
        let Some(guild) = over.proposal().place.guild else {
            return false;
        };
        let now = kernel.time.now();
        let fresh = |at: Moment| at <= now && now < at.after(ASKED_EVERY);
        let known = lock(&self.0).get(&guild).copied();
        if let Some((_, full)) = known.filter(|(at, _)| fresh(*at)) {
            return full;
        }
        let Some(full) = is_nearly_full(kernel, guild, now).await else {
            return false;
        };
        let mut known = lock(&self.0);
        known.retain(|_, (at, _)| fresh(*at));
        known.insert(guild, (now, full));
        full
    }
}

/// Returns `None` if it cannot be found out now.
async fn is_nearly_full(kernel: &Kernel, guild: GuildId, now: Moment) -> Option<bool> {
    let since = now.before(ACTIVE_FOR);
    let read = kernel.read(move |db| threads_since(db, guild, since));
    match read.await {
        Ok(own) if own <= FEW => Some(false),
        Ok(_) => {
            let active = kernel.announcer.active_threads(guild).await;
            active.map(|active| active >= NEARLY_FULL)
        }
        Err(error) => {
            tracing::error!(%guild, %error, "cannot count the threads of a server");
            None
        }
    }
}
