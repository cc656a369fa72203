//! Analysis of finished matches, on request.

use tokio::sync::watch;

use super::analysis_queue::{VERSION, begin, boards};
use super::hints::{refused, too_full};
use crate::features::study::model::analysis::AnalysisProgress;
use crate::features::study::model::analysis::{Analysis, analysis, next_due};
use crate::features::study::model::hints::NoAdvice;
use crate::features::study::store::evaluations;
use crate::kernel::{Arbiter, Result, View};
use crate::matches::{MatchId, Refusal, UserId};

/// An analysis, or its progress.
#[derive(Clone, Debug)]
pub enum Analysed {
    Whole(Box<Analysis>),
    /// It is running. The receiver has its progress, and is closed at its end.
    UnderWay(watch::Receiver<AnalysisProgress>),
}

impl Arbiter {
    /// Returns the analysis of a finished match.
    /// A missing or partial analysis is started or continued in the background.
    ///
    /// # Errors
    ///
    /// If the match is not over, or too many others are being analysed.
    pub async fn analysis(&self, id: MatchId, by: UserId) -> Result<(View, Analysed)> {
        let view = self.view(id).await?;
        if view.state.ending().is_none() {
            return Err(Refusal::NotOver(id).into());
        }
        let boards = boards(&self.kernel, id, by).await?;
        let known = self
            .read(move |db| evaluations::evaluations(db, id, VERSION))
            .await?;
        if next_due(&boards, &known).is_none() {
            let whole = Box::new(analysis(&boards, &known));
            return Ok((view, Analysed::Whole(whole)));
        }
        if self.kernel.computer.is_none() {
            return Err(refused(NoAdvice::Nothing));
        }
        let receiver = begin(&self.kernel, id, by, boards, known).map_err(too_full)?;
        Ok((view, Analysed::UnderWay(receiver)))
    }

    /// Returns the analysis of a match, if it is complete.
    pub async fn analysis_known(&self, id: MatchId, by: UserId) -> Result<Option<Analysis>> {
        let known = self
            .read(move |db| evaluations::evaluations(db, id, VERSION))
            .await?;
        if known.is_empty() {
            return Ok(None);
        }
        let boards = boards(&self.kernel, id, by).await?;
        let whole = next_due(&boards, &known).is_none();
        Ok(whole.then(|| analysis(&boards, &known)))
    }
}
