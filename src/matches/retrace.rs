use super::event::{Event, Fact};
use super::state::{Match, ReplayError};

/// A match gone through again: the turns that stand, one after another from the first position on.
///
/// It knows what the record knows. How the clocks stood and which draws were offered on the way is not in there.
#[derive(Clone, Debug)]
pub struct Retrace<'m> {
    whole: &'m Match,
    stage: Match,
}

impl Match {
    /// Goes through the match again.
    ///
    /// # Errors
    ///
    /// None for a match that was made by this program.
    pub fn retrace(&self) -> Result<Retrace<'_>, ReplayError> {
        Ok(Retrace {
            whole: self,
            stage: self.as_begun()?,
        })
    }

    /// The match as it stood when it had come to this [`ply`](Self::ply). A seat that was passed over is so in the turn
    /// that passed it over; a ply that has not been reached gives the match as it is.
    ///
    /// # Errors
    ///
    /// None for a match that was made by this program.
    pub fn as_at(&self, ply: u32) -> Result<Match, ReplayError> {
        if ply >= self.ply() {
            return Ok(self.clone());
        }
        let mut retrace = self.retrace()?;
        while retrace.stage.ply() < ply && retrace.forward()? {}
        Ok(retrace.stage)
    }

    /// The plies at which the match can be looked at: 0, and the one after each turn.
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
    /// The match as it stood after the turns that were gone through so far. An ending that no turn brought about comes
    /// after the last one, and is not in it.
    #[must_use]
    pub const fn stage(&self) -> &Match {
        &self.stage
    }

    /// Goes through one more turn; whether there was one.
    ///
    /// # Errors
    ///
    /// None for a match that was made by this program.
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
            },
        })?;
        Ok(true)
    }
}
