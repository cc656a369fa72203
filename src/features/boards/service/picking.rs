use std::sync::Arc;

use super::drafts::Prepared;
use crate::features::boards::model::picker::{Picked, Picker, PickerAct};
use crate::features::boards::model::plan::{CaughtUp, Plan};
use crate::features::boards::store::pickers;
use crate::features::conditional::Conditional;
use crate::features::conditional::service::answers::lines_of;
use crate::games::step_key;
use crate::kernel::{Arbiter, Error, Update, View};
use crate::matches::{Line, MatchId, Refusal, UserId};

/// A picker, and where it has led.
#[derive(Clone, Debug)]
pub struct PickerView {
    /// The match, as it would stand after the turns of the picker's line.
    pub view: View,
    /// What is kept of the picker.
    pub picker: Picker,
    /// Where its picks lead.
    pub picked: Picked,
    /// What would come of the turn, once it is whole.
    pub whole: Option<Prepared>,
    /// Turns of its line that were made since the player saw it last.
    pub made: Vec<String>,
    /// What the line has for the turn that is due since, if it was laid out so far.
    pub answer: Option<String>,
}

/// What came of keeping a line that was picked.
#[derive(Debug)]
pub enum LineSaved {
    /// It is kept. These are all that the player has in the match.
    Kept(Conditional),
    /// Turns of it were made meanwhile: the picker has caught up with them instead.
    CaughtUp(Box<PickerView>),
}

/// A picker at the generation of the message in which something was pressed.
struct Held {
    view: View,
    caught_up: CaughtUp,
}

impl Arbiter {
    /// Opens a picker for the turn that is due, in place of one that the player has opened before. What was picked there
    /// for the same board stays picked. `seen` is the number of the board that the player looked at.
    ///
    /// # Errors
    ///
    /// When the player may not move now, or the match has moved on.
    pub async fn open_picker(
        &self,
        id: MatchId,
        by: UserId,
        seen: u32,
    ) -> Result<PickerView, Error> {
        let view = self.view(id).await?;
        view.state.mover(by, Some(seen), self.kernel.time.now())?;
        self.open(view, by, None).await
    }

    /// Opens a picker for the turn that is due after some of its steps, given by their canonical texts, in place of one that
    /// the player has opened before.
    ///
    /// # Errors
    ///
    /// When the player may not move now, or the steps cannot be made.
    pub async fn open_picker_after(
        &self,
        id: MatchId,
        by: UserId,
        steps: &[String],
    ) -> Result<PickerView, Error> {
        let view = self.view(id).await?;
        view.state.mover(by, None, self.kernel.time.now())?;
        let picker = Picker {
            board: view.state.board(),
            picks: steps.iter().map(|step| step_key(step)).collect(),
            ..Picker::default()
        };
        let mut shown = self.stand(view, by, CaughtUp::at(picker)).await?;
        shown.picker = self
            .write(move |db| pickers::open_picker(db, id, by, &shown.picker))
            .await?;
        Ok(shown)
    }

    /// Opens a picker for a line of turns that begins with the other player's, who is to move. What was picked of one before
    /// stays as far as the match went the same way.
    ///
    /// # Errors
    ///
    /// When the player is to move, or does not play in the match, or it is not being played.
    pub async fn plan_line(&self, id: MatchId, by: UserId) -> Result<PickerView, Error> {
        let view = self.look(id, by).await?;
        view.state.waiting_seat(by)?;
        self.open(view, by, Some(Vec::new())).await
    }

    async fn open(
        &self,
        view: View,
        by: UserId,
        line: Option<Vec<String>>,
    ) -> Result<PickerView, Error> {
        let (id, board) = (view.state.id(), view.state.board());
        let before = self.read(move |db| pickers::picker(db, id, by)).await?;
        let caught_up = before.and_then(|picker| view.state.catch_up(by, picker));
        let stood = match caught_up {
            Some(caught_up) => self.stand(view.clone(), by, caught_up).await.ok(),
            None => None,
        };
        let mut shown = match stood {
            Some(shown) => shown,
            None => {
                let picker = Picker {
                    board,
                    line,
                    ..Picker::default()
                };
                self.stand(view, by, CaughtUp::at(picker)).await?
            }
        };
        shown.picker = self
            .write(move |db| pickers::open_picker(db, id, by, &shown.picker))
            .await?;
        Ok(shown)
    }

    /// Does something with a picker whose message shows this generation. If turns of its line were made meanwhile, it
    /// catches up with them instead.
    ///
    /// # Errors
    ///
    /// When the match has moved on or the player may not move, another picker was opened since, another press was
    /// quicker, or there is no such thing to be picked.
    pub async fn pick(
        &self,
        id: MatchId,
        by: UserId,
        generation: u32,
        act: PickerAct,
    ) -> Result<PickerView, Error> {
        let Held { view, caught_up } = self.held(id, by, generation).await?;
        if !caught_up.made.is_empty() {
            return self.change(view, by, caught_up).await;
        }
        let picker = caught_up.picker;
        let picker = match picker.line.clone() {
            None => {
                let picked = view
                    .state
                    .picked(&picker.picks)
                    .ok_or(Refusal::NotOnOffer)?;
                let picks = picked
                    .after(picker.picks.clone(), act)
                    .ok_or(Refusal::NotOnOffer)?;
                Picker { picks, ..picker }
            }
            Some(turns) => {
                let (kept, now) = (self.lines_kept(id, by).await?, self.kernel.time.now());
                let plan = view
                    .state
                    .plan(by, turns, picker.picks.clone(), &kept, now)?;
                let Plan { turns, picks, .. } = view.state.plan_after(by, plan, act, &kept, now)?;
                Picker {
                    line: Some(turns),
                    picks,
                    ..picker
                }
            }
        };
        self.change(view, by, CaughtUp::at(picker)).await
    }

    /// Plays the whole turn that a picker of this generation has led to.
    ///
    /// # Errors
    ///
    /// As [`pick`](Self::pick), or when the turn is not whole.
    pub async fn play_picked(
        &self,
        id: MatchId,
        by: UserId,
        generation: u32,
    ) -> Result<Update, Error> {
        let Held { view, caught_up } = self.held(id, by, generation).await?;
        let picker = caught_up.picker;
        let picked = view
            .state
            .picked(&picker.picks)
            .filter(|_| picker.line.is_none())
            .ok_or(Refusal::NotOnOffer)?;
        match self.play(id, by, &picked.text(), Some(picker.board)).await {
            Err(Error::Refused(refusal @ Refusal::MovedOn { .. })) => {
                let state = self.kernel.load(id).await?;
                Err(state.made_on(by, picker.board).unwrap_or(refusal).into())
            }
            other => other,
        }
    }

    /// Keeps the line that a picker of this generation has led to, up to the turn that is whole.
    ///
    /// # Errors
    ///
    /// As [`pick`](Self::pick) and [`add_line`](Self::add_line).
    pub async fn save_picked(
        &self,
        id: MatchId,
        by: UserId,
        generation: u32,
    ) -> Result<LineSaved, Error> {
        let Held { view, caught_up } = self.held(id, by, generation).await?;
        if !caught_up.made.is_empty() {
            return Ok(LineSaved::CaughtUp(Box::new(
                self.change(view, by, caught_up).await?,
            )));
        }
        let picker = caught_up.picker;
        let turns = picker.line.clone().ok_or(Refusal::NotOnOffer)?;
        let kept = self.lines_kept(id, by).await?;
        let Plan {
            mut turns, picked, ..
        } = view.state.plan(
            by,
            turns,
            picker.picks.clone(),
            &kept,
            self.kernel.time.now(),
        )?;
        if picked.choice.is_some() {
            return Err(Refusal::NotOnOffer.into());
        }
        turns.push(picked.text());
        let lines = self
            .add_line(
                id,
                by,
                &Line {
                    board: picker.board,
                    turns,
                }
                .text(),
            )
            .await?;
        // What is kept need not be picked again; an older message must not go on from it.
        let emptied = Picker {
            line: Some(Vec::new()),
            picks: Vec::new(),
            ..picker
        };
        self.write(move |db| pickers::change_picker(db, id, by, &emptied))
            .await?;
        Ok(LineSaved::Kept(lines))
    }

    async fn change(&self, view: View, by: UserId, to: CaughtUp) -> Result<PickerView, Error> {
        let id = view.state.id();
        let mut shown = self.stand(view, by, to).await?;
        let changed = self
            .write(move |db| pickers::change_picker(db, id, by, &shown.picker))
            .await?;
        shown.picker = changed.ok_or(Refusal::PickedAlready)?;
        Ok(shown)
    }

    /// Where a picker stands.
    async fn stand(&self, view: View, by: UserId, at: CaughtUp) -> Result<PickerView, Error> {
        let CaughtUp {
            mut picker,
            made,
            answer,
        } = at;
        let (view, picked) = match picker.line {
            None => {
                let picked = view
                    .state
                    .picked(&picker.picks)
                    .ok_or(Refusal::NotOnOffer)?;
                (view, picked)
            }
            Some(turns) => {
                let kept = self.lines_kept(view.state.id(), by).await?;
                let Plan {
                    turns,
                    picks,
                    ahead,
                    picked,
                } = view
                    .state
                    .plan(by, turns, picker.picks, &kept, self.kernel.time.now())?;
                picker = Picker {
                    line: Some(turns),
                    picks,
                    ..picker
                };
                (
                    View {
                        state: Arc::new(ahead),
                        ..view
                    },
                    picked,
                )
            }
        };
        let whole = picked
            .choice
            .is_none()
            .then(|| self.weigh(view.clone(), by, &picked.text(), None))
            .transpose()?;
        Ok(PickerView {
            view,
            picker,
            picked,
            whole,
            made,
            answer,
        })
    }

    /// The picker of a player that stands at this generation.
    async fn held(&self, id: MatchId, by: UserId, generation: u32) -> Result<Held, Error> {
        let picker = self.read(move |db| pickers::picker(db, id, by)).await?;
        let view = self.view(id).await?;
        let state = &view.state;
        state.player_seat(by)?;
        let picker = picker.ok_or(Refusal::NotOnOffer)?;
        if generation < picker.opened {
            return Err(Refusal::PickerTaken.into());
        }
        if picker.line.is_none()
            && let Err(refusal) = state.mover(by, Some(picker.board), self.kernel.time.now())
        {
            return Err(state.made_on(by, picker.board).unwrap_or(refusal).into());
        }
        if picker.generation != generation {
            return Err(Refusal::PickedAlready.into());
        }
        let caught_up = state
            .catch_up(by, picker)
            .ok_or(Refusal::PlanLeft { ply: state.ply() })?;
        Ok(Held { view, caught_up })
    }

    async fn lines_kept(&self, id: MatchId, by: UserId) -> Result<Vec<Line>, Error> {
        Ok(lines_of(&self.kernel.store, id, by)
            .await?
            .into_iter()
            .map(|kept| kept.line)
            .collect())
    }
}
