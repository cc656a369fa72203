use super::{Arbiter, Error, Update, View};
use crate::matches::{MatchId, Picked, Picker, PickerAct, Refusal, UserId};

/// A picker, and where it has led.
#[derive(Clone, Debug)]
pub struct PickerView {
    /// The match.
    pub view: View,
    /// What is kept of the picker.
    pub picker: Picker,
    /// Where its picks lead.
    pub picked: Picked,
}

impl Arbiter {
    /// Opens a picker for the turn that is due, in place of one that the player has opened before. What was picked there
    /// for the same board stays picked. `seen` is the ply of the board that the player looked at.
    ///
    /// # Errors
    ///
    /// When the player may not move now, or the match has moved on.
    pub async fn open_picker(&self, id: MatchId, by: UserId, seen: u32) -> Result<PickerView, Error> {
        let view = self.view(id).await?;
        view.state.mover(by, Some(seen), self.inner.clock.now())?;
        let before = self.inner.store.picker(id, by).await?.filter(|picker| picker.ply == seen);
        let picks = before.map(|picker| picker.picks).filter(|picks| view.state.picked(picks).is_some()).unwrap_or_default();
        let picked = view.state.picked(&picks).ok_or(Refusal::NotOnOffer)?;
        let picker = self.inner.store.open_picker(id, by, seen, picks).await?;
        Ok(PickerView { view, picker, picked })
    }

    /// Does something with a picker whose message shows this generation.
    ///
    /// # Errors
    ///
    /// When the match has moved on or the player may not move, another picker was opened since, another press was
    /// quicker, or there is no such thing to be picked.
    pub async fn pick(&self, id: MatchId, by: UserId, generation: u32, act: PickerAct) -> Result<PickerView, Error> {
        let PickerView { view, picker, picked } = self.picker(id, by, generation).await?;
        let picks = picked.after(picker.picks, act).ok_or(Refusal::NotOnOffer)?;
        let picked = view.state.picked(&picks).ok_or(Refusal::NotOnOffer)?;
        let changed = self.inner.store.change_picker(id, by, generation, picks).await?;
        Ok(PickerView { view, picker: changed.ok_or(Refusal::PickedAlready)?, picked })
    }

    /// Plays the whole turn that a picker of this generation has led to.
    ///
    /// # Errors
    ///
    /// As [`pick`](Self::pick), or when the turn is not whole.
    pub async fn play_picked(&self, id: MatchId, by: UserId, generation: u32) -> Result<Update, Error> {
        let PickerView { picker, picked, .. } = self.picker(id, by, generation).await?;
        self.play(id, by, &picked.text(), Some(picker.ply)).await
    }

    /// The picker of a player that stands at this generation.
    async fn picker(&self, id: MatchId, by: UserId, generation: u32) -> Result<PickerView, Error> {
        let picker = self.inner.store.picker(id, by).await?;
        let view = self.view(id).await?;
        let picker = match picker {
            Some(picker) if picker.opened <= generation => picker,
            // Whoever did not open it has none.
            found => {
                view.state.player_seat(by)?;
                return Err(if found.is_some() { Refusal::PickerTaken } else { Refusal::NotOnOffer }.into());
            }
        };
        view.state.mover(by, Some(picker.ply), self.inner.clock.now())?;
        if picker.generation != generation {
            return Err(Refusal::PickedAlready.into());
        }
        let picked = view.state.picked(&picker.picks).ok_or(Refusal::NotOnOffer)?;
        Ok(PickerView { view, picker, picked })
    }
}
