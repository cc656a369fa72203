//! Players' notes on their matches.

use super::store::{Note, NoteKept};
use crate::features::history::store;
use crate::kernel::{Arbiter, Result};
use crate::matches::{Match, MatchId, Refusal, Status, UserId};

/// The most notes of a player in a match.
const MOST_NOTES: u32 = 100;

impl Arbiter {
    /// Stores a player's note on a turn. Other people see it only after the player publishes it.
    ///
    /// # Errors
    ///
    /// The person does not play in the match, the turn does not exist, or there are too many notes.
    pub async fn note(&self, id: MatchId, by: UserId, ply: u32, text: String) -> Result<NoteKept> {
        let state = self.player(id, by).await?;
        let last = state.ply();
        if ply > last {
            return Err(Refusal::NoSuchTurn { ply, last }.into());
        }
        // A note added after publishing is public, too.
        let notes = self.read(move |db| store::notes(db, id, by)).await?;
        let published = notes.iter().any(|note| note.owner == by && note.published);
        let note = Note {
            owner: by,
            ply,
            text,
            published,
        };
        match self
            .write(move |db| store::store_note(db, id, note, MOST_NOTES))
            .await?
        {
            NoteKept::Full => Err(Refusal::TooManyNotes { most: MOST_NOTES }.into()),
            kept => Ok(kept),
        }
    }

    /// Publishes a player's notes on a finished match. Returns their number.
    ///
    /// # Errors
    ///
    /// The person did not play in the match, or it is not over.
    pub async fn publish_notes(&self, id: MatchId, by: UserId) -> Result<usize> {
        let state = self.player(id, by).await?;
        if *state.status() == Status::Playing {
            return Err(Refusal::NotOver(id).into());
        }
        self.write(move |db| store::publish_notes(db, id, by)).await
    }

    /// Deletes a player's notes on a match. Returns their number.
    pub async fn clear_notes(&self, id: MatchId, by: UserId) -> Result<usize> {
        self.player(id, by).await?;
        self.write(move |db| store::clear_notes(db, id, by)).await
    }

    /// Returns the match if the person plays or played in it.
    async fn player(&self, id: MatchId, by: UserId) -> Result<std::sync::Arc<Match>> {
        let state = self.kernel.load(id).await?;
        match state.players() {
            None => Err(Refusal::NotBegun(id).into()),
            Some(_) if state.seat_of(by).is_none() => Err(Refusal::NotYourMatch(id).into()),
            Some(_) => Ok(state),
        }
    }
}
