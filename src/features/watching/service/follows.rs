//! Following matches of other players.

use crate::features::watching::model::WatchingRefusal;
use crate::features::watching::store::follows;
use crate::kernel::{Arbiter, Result};
use crate::matches::{Follow, MatchId, Refusal, Status, UserId};

/// The most followers notified of a match, whom its posts mention.
const MOST_HEARD: u32 = 40;

/// The most running matches that a person follows.
const MOST_FOLLOWED: u32 = 100;

impl Arbiter {
    /// Follows a match, or unfollows it.
    ///
    /// # Errors
    ///
    /// The person plays in the match, it is not being played, or a limit is reached.
    pub async fn follow(&self, id: MatchId, by: UserId, how: Option<Follow>) -> Result {
        let state = self.kernel.load(id).await?;
        if how.is_some() {
            if state.seat_of(by).is_some() {
                return Err(WatchingRefusal::FollowsOwn(id).into());
            }
            if *state.status() != Status::Playing {
                return Err(state
                    .player_seat(by)
                    .err()
                    .unwrap_or(Refusal::NotBegun(id))
                    .into());
            }
        }
        let bounds = (MOST_HEARD, MOST_FOLLOWED);
        self.write(move |db| follows::follow(db, id, by, how, bounds))
            .await
    }
}
