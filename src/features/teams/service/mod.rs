//! What members of teams do, and what falls due.

pub(crate) mod board;
pub(crate) mod due;
pub mod talk;
pub(crate) mod use_cases;

use std::sync::Arc;

use async_trait::async_trait;

use super::store::votes;
use crate::board::Seat;
use crate::kernel::reactor::Reactor;
use crate::kernel::{Kernel, Result};
use crate::matches::{Command, Match, UserId};
use crate::people::Moment;

/// The most people whom a board mentions.
const MOST_CALLED: usize = 50;

/// Calls members to new votes, and plays turns whose vote ended before the team ran out of time.
pub(crate) struct Teams;

#[async_trait]
impl Reactor for Teams {
    async fn due(&self, kernel: &Arc<Kernel>, state: &Match) -> Result<Option<(Command, Moment)>> {
        due::decided(kernel, state).await
    }

    async fn called(&self, kernel: &Arc<Kernel>, state: &Match) -> Result<Vec<UserId>> {
        let (id, board) = (state.id(), state.board());
        let seats: Vec<Seat> = match (state.voting(), state.ending()) {
            (Some(voting), _) => vec![voting.seat],
            // The end is news for all who voted lately.
            (None, Some(_)) => Seat::BOTH.into(),
            (None, None) => return Ok(Vec::new()),
        };
        let over = state.ending().is_some();
        let called = kernel.read(move |db| {
            let mut people = Vec::new();
            for seat in seats {
                let most = MOST_CALLED - people.len();
                // The vote on the last board is one of the last three then.
                people.extend(votes::called(db, id, seat, board + u32::from(over), most)?);
            }
            Ok(people)
        });
        Ok(called.await?)
    }
}
