//! Imported records, and matches that continue them.

use crate::features::records::store;
use crate::kernel::use_cases::to_its_end;
use crate::kernel::{Arbiter, Fault, Result, Update};
use crate::matches::{Challenge, Match, MatchId, MatchTerms, Proposal, UserId};

impl Arbiter {
    /// Stores a file of records in place of the previous one. Returns its number for custom ids.
    pub async fn store_import(&self, user: UserId, text: String) -> Result<u32> {
        let now = self.now();
        self.write(move |db| store::store_import(db, user, now, &text))
            .await?;
        Ok(of_time(now.0))
    }

    /// Returns a person's imported file by its number; `None` if it was replaced or has expired.
    pub async fn import(&self, user: UserId, number: u32) -> Result<Option<String>> {
        let kept = self.read(move |db| store::import_of(db, user)).await?;
        let text = kept.filter(|(at, _)| of_time(at.0) == number);
        Ok(text.map(|(_, text)| text))
    }

    /// Proposes an unrated match that continues after these turns, from a position or the game's start.
    ///
    /// # Errors
    ///
    /// As [`Challenge::into_proposal`], or a fault if the turns are not legal.
    pub async fn propose_from(
        &self,
        challenge: Challenge,
        position: Option<String>,
        opening: Vec<String>,
    ) -> Result<Update> {
        self.check(&challenge).await?;
        let terms = MatchTerms {
            rated: false,
            ..challenge.terms
        };
        let challenge = Challenge { terms, ..challenge };
        let proposal = Proposal {
            position,
            opening,
            ..challenge.into_proposal(&self.kernel.rng)?
        };
        // An event that cannot be replayed must not be stored.
        Match::proposed(MatchId(1), proposal.clone(), self.now())
            .map_err(|error| Fault::Start(error.to_string()))?;
        let (arbiter, cause) = (self.clone(), self.cause);
        to_its_end(None, async move {
            let proposal = arbiter.with_figures(proposal).await?;
            arbiter.kernel.propose(proposal, cause).await
        })
        .await
    }
}

/// Returns the second of the import as the file's number. A person makes at most one import per second.
fn of_time(millis: i64) -> u32 {
    u32::try_from(millis / 1000).unwrap_or_default()
}
