use super::event::{Event, Fact};
use super::state::{Match, ReplayError};

/// A replay of a match, turn by turn from the first position.
///
/// It has only the turns of the record: earlier clock readings and draw offers are missing.
#[derive(Clone, Debug)]
pub struct Retrace<'m> {
    whole: &'m Match,
    stage: Match,
}

impl Match {
    /// Starts a replay of the match.
    /// It fails only for a match that this program has not written.
    pub fn retrace(&self) -> Result<Retrace<'_>, ReplayError> {
        Ok(Retrace {
            whole: self,
            stage: self.as_begun()?,
        })
    }

    /// Returns the match as it was at this [`ply`](Self::ply).
    ///
    /// The passes that a turn forces belong to that turn. A ply beyond the end returns the match unchanged.
    pub fn as_at(&self, ply: u32) -> Result<Match, ReplayError> {
        if ply >= self.ply() {
            return Ok(self.clone());
        }
        let mut retrace = self.retrace()?;
        while retrace.stage.ply() < ply && retrace.forward()? {}
        Ok(retrace.stage)
    }

    /// Returns the plies at which the match can be shown: 0, and the one after each turn.
    pub fn stages(&self) -> impl DoubleEndedIterator<Item = u32> {
        let turned = |ply: &u32| {
            let next = usize::try_from(*ply)
                .ok()
                .and_then(|ply| self.record().get(ply));
            next.is_none_or(|next| next.text.is_some())
        };
        (0..=self.ply()).filter(turned)
    }
}

impl Retrace<'_> {
    /// Returns the match after the turns replayed so far.
    ///
    /// An ending that no turn caused, such as a resignation, is not replayed.
    pub const fn stage(&self) -> &Match {
        &self.stage
    }

    /// Replays one more turn; `false` after the last turn.
    pub fn forward(&mut self) -> Result<bool, ReplayError> {
        let done = self.stage.record().len();
        let Some(entry) = self.whole.record().get(done) else {
            return Ok(false);
        };
        let text = entry.text.clone().unwrap_or_default();
        self.stage.apply(&Event {
            at: entry.at,
            fact: Fact::Turn {
                seat: entry.seat,
                text,
                conditional: entry.conditional,
                ballot: entry.ballot.as_deref().cloned().map(Box::new),
            },
        })?;
        Ok(true)
    }
}
