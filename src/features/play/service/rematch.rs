//! Rematches.

use std::sync::Arc;

use crate::db::StoreError;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::store::rematches;
use crate::kernel::use_cases::to_its_end;
use crate::kernel::{Arbiter, Error, Fault, Result, Update, View};
use crate::matches::{MatchId, MatchTerms, Player, Proposal, Refusal, Status, UserId};

/// The most attempts if others change the rematch at the same time.
const TRIES: usize = 4;

/// The result of asking for a rematch.
#[must_use = "the news are announced by the arbiter if nobody takes them"]
pub enum Rematch {
    /// The rematch is proposed; against a computer it has begun.
    Proposed(Box<Update>),
    /// The other player had asked before, so the rematch has begun.
    Accepted(Box<Update>),
    /// The rematch exists already: the same player asked before, or it was started before.
    There(Box<View>),
}

/// The opponent of a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// The same player.
    Same,
    /// The next stronger computer, if one exists.
    Harder,
}

impl Arbiter {
    /// Proposes a rematch of a finished match, or accepts the other player's proposal.
    /// A match has one rematch, unless that was never played.
    pub async fn rematch(&self, of: MatchId, by: UserId, how: Again) -> Result<Rematch> {
        let state = self.kernel.load(of).await?;
        let mut challenge = state.rematch(by)?;
        if let (Again::Harder, Some(Player::Computer(level))) = (how, challenge.invited) {
            challenge.invited = Some(Player::Computer(level.stronger().unwrap_or(level)));
        }
        let proposal = challenge.clone().into_proposal(&self.kernel.rng)?;
        let opening = state.proposal().opening.clone();
        let position = state.proposal().position.clone();
        let proposal = Proposal {
            rematch_of: Some(of),
            terms: MatchTerms {
                rated: proposal.terms.rated && opening.is_empty() && position.is_none(),
                ..proposal.terms
            },
            position,
            opening,
            ..self.with_figures(proposal).await?
        };
        for _ in 0..TRIES {
            if let Some(id) = self.read(move |db| rematches::rematch(db, of)).await? {
                let view = self.kernel.view(id).await?;
                let own = view.state.proposal().challenger == by;
                match view.state.status() {
                    Status::Open if !own => match self.accept(id, by).await {
                        Ok(update) => return Ok(Rematch::Accepted(Box::new(update))),
                        // It was accepted or withdrawn just now.
                        Err(Error::Refused(Refusal::NotOpen(_))) => continue,
                        Err(error) => return Err(error),
                    },
                    Status::Open | Status::Playing | Status::Finished(_) => {
                        return Ok(Rematch::There(Box::new(view)));
                    }
                    Status::Declined if own => return Err(PlayRefusal::RematchDeclined.into()),
                    Status::Declined | Status::Withdrawn | Status::Expired | Status::Aborted(_) => {
                    }
                }
            }
            self.check(&challenge).await?;
            let (kernel, cause) = (Arc::clone(&self.kernel), self.cause);
            let proposal = proposal.clone();
            let proposed =
                to_its_end(None, async move { kernel.propose(proposal, cause).await }).await;
            match proposed {
                Ok(update) => return Ok(Rematch::Proposed(Box::new(update))),
                Err(Error::Fault(Fault::Store(StoreError::RematchThere(_)))) => {}
                Err(error) => return Err(error),
            }
        }
        Err(Fault::Contention(of).into())
    }
}
