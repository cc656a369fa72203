//! Explorations: the computer's evaluation.

use super::hints::refused;
use crate::features::computers::service::players::Care;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::view::{BoardKind, BoardView};
use crate::features::study::model::hints::NoAdvice;
use crate::kernel::{Arbiter, Result};
use crate::matches::UserId;
use crate::search::Thought;

impl Arbiter {
    /// Returns the computer's evaluation of an exploration.
    pub(crate) async fn opinion_of(&self, by: UserId, shown: &BoardView) -> Result<Thought> {
        let BoardKind::Exploration { may_ask: true, .. } = shown.kind else {
            return Err(PlayRefusal::NotOnOffer.into());
        };
        if shown.now.picked.is_none() {
            return Err(refused(NoAdvice::Nothing));
        }
        // The seed is fixed, so the same board gets the same answer.
        let position = shown.now.position.clone();
        self.opinion(by, position, Care::Usual, by.0).await
    }
}
