//! What members of teams do, and what falls due.

pub(crate) mod board;
pub(crate) mod due;
pub(crate) mod use_cases;

use std::sync::Arc;

use async_trait::async_trait;

use super::store::votes;
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
        let Some(voting) = state.voting() else {
            return Ok(Vec::new());
        };
        let (id, seat, board) = (state.id(), voting.seat, voting.board);
        let called = kernel.read(move |db| votes::called(db, id, seat, board, MOST_CALLED));
        Ok(called.await?)
    }
}
