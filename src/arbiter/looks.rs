use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use super::Error;
use super::start::{Inner, lock};
use crate::matches::{MatchId, Moment, UserId};

/// Who looked at which match, and when last: whoever pressed or typed anything there may have seen its last turn.
///
/// In memory only, since it matters for moments only: nobody knows who looked before the program started.
pub(super) struct Looks {
    since: Moment,
    /// How long a look matters.
    kept_for: Duration,
    kept: Mutex<HashMap<(MatchId, UserId), Moment>>,
}

/// From how many looks on old ones are cleared away.
const MANY: usize = 4096;

impl Looks {
    pub(super) fn new(since: Moment, kept_for: Duration) -> Self {
        Self { since, kept_for, kept: Mutex::default() }
    }

    /// Somebody pressed or typed something in a match.
    pub(super) fn note(&self, id: MatchId, user: UserId, now: Moment) {
        let mut kept = lock(&self.kept);
        if kept.len() >= MANY {
            kept.retain(|_, at| at.until(now) <= self.kept_for);
        }
        kept.insert((id, user), now);
    }

    /// Whether somebody has surely not looked at a match since a moment.
    fn unseen(&self, id: MatchId, user: UserId, since: Moment) -> bool {
        since > self.since && lock(&self.kept).get(&(id, user)).is_none_or(|at| *at < since)
    }
}

impl Inner {
    /// How young a player's last turn must be to be taken back without asking; nothing if the other player may have
    /// seen it.
    pub(super) async fn grace(&self, id: MatchId, by: UserId) -> Result<Duration, Error> {
        let state = self.load(id).await?;
        let unseen = state.seat_of(by).is_some_and(|seat| {
            let made_at = state.last_turn_of(seat).map(|(_, turn)| turn.at);
            made_at.zip(state.player(seat.other())).is_some_and(|(at, other)| self.looks.unseen(id, other, at))
        });
        Ok(if unseen { self.settings.takeback_grace } else { Duration::ZERO })
    }
}
