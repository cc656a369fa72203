//! What organisers did to a contest.

use super::ActId;
use crate::matches::UserId;
use crate::people::Moment;

/// Something that an organiser did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act<Action, Before> {
    /// Its number.
    pub id: ActId,
    /// When it was done.
    pub at: Moment,
    /// The organiser; `None` if the bot did it by itself.
    pub by: Option<UserId>,
    /// Why they did it.
    pub reason: String,
    /// What they did.
    pub action: Action,
    /// What the contest had before it, as far as undoing it needs that.
    pub before: Before,
    /// Who undid it, when and why.
    pub undone: Option<(UserId, Moment, String)>,
}

/// All acts of organisers in a contest, the oldest first, undone ones too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acts<Action, Before>(Vec<Act<Action, Before>>);

impl<Action: Clone, Before: Clone> Acts<Action, Before> {
    /// No acts.
    pub const NONE: Self = Self(Vec::new());

    /// Returns all acts, the oldest first.
    pub fn all(&self) -> &[Act<Action, Before>] {
        &self.0
    }

    /// Returns the acts that are not undone, the oldest first.
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = &Act<Action, Before>> {
        self.0.iter().filter(|act| act.undone.is_none())
    }

    /// Returns an act by its number.
    pub fn get(&self, id: ActId) -> Option<&Act<Action, Before>> {
        self.0.iter().find(|act| act.id == id)
    }

    /// Returns the number of the next act.
    pub fn next_id(&self) -> ActId {
        self.0.last().map_or(1, |act| act.id + 1)
    }

    /// Folds in one more act.
    pub fn push(&mut self, act: Act<Action, Before>) {
        self.0.push(act);
    }

    /// Folds in that an act is undone, and returns it. The error says why that does not fit.
    pub fn undo(
        &mut self,
        id: ActId,
        undone: (UserId, Moment, String),
    ) -> Result<Act<Action, Before>, &'static str> {
        let found = self.0.iter_mut().find(|act| act.id == id);
        let act = found.ok_or("there is no such act")?;
        if act.undone.is_some() {
            return Err("the act was undone before");
        }
        act.undone = Some(undone);
        Ok(act.clone())
    }

    /// Returns all acts to change them: dates are postponed by the length of a pause.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Act<Action, Before>> {
        self.0.iter_mut()
    }
}
