//! Records that people bring along, and matches that go on from them.

use crate::features::records::store::imports;
use crate::kernel::use_cases::to_its_end;
use crate::kernel::{Arbiter, Error, Fault, Update};
use crate::matches::{Challenge, Match, MatchId, Proposal, UserId};

impl Arbiter {
    /// Keeps a file of records in place of the one before. Returns the number by which buttons know it.
    pub async fn store_import(&self, user: UserId, text: String) -> Result<u32, Error> {
        let now = self.now();
        self.write(move |db| imports::store_import(db, user, now, &text))
            .await?;
        Ok(of_time(now.0))
    }

    /// The file of records that somebody brought along, by its number; `None` where another one took its place, or it is not kept any
    /// more.
    pub async fn import(&self, user: UserId, number: u32) -> Result<Option<String>, Error> {
        let kept = self.read(move |db| imports::import_of(db, user)).await?;
        let text = kept.filter(|(at, _)| of_time(at.0) == number);
        Ok(text.map(|(_, text)| text))
    }

    /// Makes an unrated challenge that goes on after these turns, from a position text or from the game's start.
    ///
    /// # Errors
    ///
    /// See [`Challenge::into_proposal`]; a fault when these are no turns of the game.
    pub async fn propose_from(
        &self,
        challenge: Challenge,
        position: Option<String>,
        opening: Vec<String>,
    ) -> Result<Update, Error> {
        self.check(&challenge).await?;
        let proposal = Proposal {
            rated: false,
            position,
            opening,
            ..challenge.into_proposal(&self.kernel.rng)?
        };
        // What cannot be replayed must not be kept.
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

/// The second in which a record was brought: nobody presses buttons of two in one.
fn of_time(millis: i64) -> u32 {
    u32::try_from(millis / 1000).unwrap_or_default()
}
