//! Following matches that others play.

use crate::features::watching::store;
use crate::kernel::{Arbiter, Error};
use crate::matches::{Follow, MatchId, Refusal, Status, UserId};

/// How many hear of one match at most: they are named in its posts.
const MOST_HEARD: u32 = 40;

/// How many matches that are played one person follows at most.
const MOST_FOLLOWED: u32 = 100;

impl Arbiter {
    /// Somebody follows a match so from now on, or not any more.
    ///
    /// # Errors
    ///
    /// When they play in it, it is not being played, or too many are followed or follow.
    pub async fn follow(&self, id: MatchId, by: UserId, how: Option<Follow>) -> Result<(), Error> {
        let state = self.kernel.load(id).await?;
        if how.is_some() {
            if state.seat_of(by).is_some() {
                return Err(Refusal::FollowsOwn(id).into());
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
        Ok(self
            .write(move |db| store::follow(db, id, by, how, bounds))
            .await?)
    }
}
