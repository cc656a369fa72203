use super::{Arbiter, Error, Prepared, Update, View};
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
    /// What would come of the turn, once it is whole.
    pub whole: Option<Prepared>,
}

impl Arbiter {
    /// Opens a picker for the turn that is due, in place of one that the player has opened before. What was picked there
    /// for the same board stays picked. `seen` is the number of the board that the player looked at.
    ///
    /// # Errors
    ///
    /// When the player may not move now, or the match has moved on.
    pub async fn open_picker(&self, id: MatchId, by: UserId, seen: u32) -> Result<PickerView, Error> {
        let view = self.view(id).await?;
        view.state.mover(by, Some(seen), self.inner.clock.now())?;
        let before = self.inner.store.picker(id, by).await?.filter(|picker| picker.board == seen);
        let picks = before.map(|picker| picker.picks).filter(|picks| view.state.picked(picks).is_some()).unwrap_or_default();
        let picked = view.state.picked(&picks).ok_or(Refusal::NotOnOffer)?;
        let picker = self.inner.store.open_picker(id, by, seen, picks).await?;
        self.shown(view, by, picker, picked)
    }

    /// Does something with a picker whose message shows this generation.
    ///
    /// # Errors
    ///
    /// When the match has moved on or the player may not move, another picker was opened since, another press was
    /// quicker, or there is no such thing to be picked.
    pub async fn pick(&self, id: MatchId, by: UserId, generation: u32, act: PickerAct) -> Result<PickerView, Error> {
        let (view, picker, picked) = self.picker(id, by, generation).await?;
        let picks = picked.after(picker.picks, act).ok_or(Refusal::NotOnOffer)?;
        let picked = view.state.picked(&picks).ok_or(Refusal::NotOnOffer)?;
        let changed = self.inner.store.change_picker(id, by, generation, picks).await?;
        self.shown(view, by, changed.ok_or(Refusal::PickedAlready)?, picked)
    }

    /// Plays the whole turn that a picker of this generation has led to.
    ///
    /// # Errors
    ///
    /// As [`pick`](Self::pick), or when the turn is not whole.
    pub async fn play_picked(&self, id: MatchId, by: UserId, generation: u32) -> Result<Update, Error> {
        let (_, picker, picked) = self.picker(id, by, generation).await?;
        match self.play(id, by, &picked.text(), Some(picker.board)).await {
            Err(Error::Refused(refusal @ Refusal::MovedOn { .. })) => {
                let state = self.inner.load(id).await?;
                Err(state.made_on(by, picker.board).unwrap_or(refusal).into())
            }
            other => other,
        }
    }

    fn shown(&self, view: View, by: UserId, picker: Picker, picked: Picked) -> Result<PickerView, Error> {
        let whole = picked.choice.is_none().then(|| self.weigh(view.clone(), by, &picked.text(), Some(picker.board)));
        Ok(PickerView { view, picker, picked, whole: whole.transpose()? })
    }

    /// The picker of a player that stands at this generation.
    async fn picker(&self, id: MatchId, by: UserId, generation: u32) -> Result<(View, Picker, Picked), Error> {
        let picker = self.inner.store.picker(id, by).await?;
        let view = self.view(id).await?;
        let state = &view.state;
        state.player_seat(by)?;
        let picker = picker.ok_or(Refusal::NotOnOffer)?;
        if generation < picker.opened {
            return Err(Refusal::PickerTaken.into());
        }
        if let Err(refusal) = state.mover(by, Some(picker.board), self.inner.clock.now()) {
            return Err(state.made_on(by, picker.board).unwrap_or(refusal).into());
        }
        if picker.generation != generation {
            return Err(Refusal::PickedAlready.into());
        }
        let picked = state.picked(&picker.picks).ok_or(Refusal::NotOnOffer)?;
        Ok((view, picker, picked))
    }
}
