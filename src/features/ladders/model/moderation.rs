//! What organisers do to a ladder. Each act has a reason that everybody reads.

use super::draft::Draft;
use super::event::{Departure, Event, WhyDropped};
use super::game::{GameId, Stage};
use super::ladder::{Condition, Ladder};
use super::refusal::Refusal;
use crate::matches::{UserId, given_reason};
use crate::people::Moment;

impl Ladder {
    pub(super) fn remove(
        &self,
        by: UserId,
        user: UserId,
        reason: &str,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let reason = checked(reason)?;
        let mut draft = Draft::new(self, now);
        draft.leave(user, Departure::Removed { by, reason })?;
        Ok(draft.events)
    }

    pub(super) fn cancel(&self, by: UserId, id: GameId, reason: &str) -> Result<Event, Refusal> {
        let reason = checked(reason)?;
        if let Some(fall) = self.fall_of(id) {
            return Ok(Event::Undone {
                game: id,
                by,
                reason,
                fall,
            });
        }
        match self.games.get(&id).map(|game| game.stage) {
            Some(Stage::Waiting { .. } | Stage::Accepted | Stage::Running(_)) => {
                Ok(Event::Cancelled {
                    game: id,
                    by,
                    reason,
                })
            }
            Some(Stage::Ending(..)) => Err(Refusal::NothingToUndo),
            None if self.moved.contains(&id) => Err(Refusal::MovedSince),
            None => Err(self.not_going_on(id, Refusal::NothingToUndo)),
        }
    }

    pub(super) fn pause(&self, by: UserId, reason: &str) -> Result<Event, Refusal> {
        match self.condition {
            Condition::Open => Ok(Event::Paused {
                by,
                reason: checked(reason)?,
            }),
            Condition::Paused { .. } => Err(Refusal::Paused),
            Condition::Closed => Err(Refusal::Closed),
        }
    }

    pub(super) fn resume(&self, by: UserId, reason: &str) -> Result<Event, Refusal> {
        match self.condition {
            Condition::Paused { .. } => Ok(Event::Resumed {
                by,
                reason: checked(reason)?,
            }),
            Condition::Open => Err(Refusal::NotPaused),
            Condition::Closed => Err(Refusal::Closed),
        }
    }

    pub(super) fn close(
        &self,
        by: UserId,
        reason: &str,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        if self.condition == Condition::Closed {
            return Err(Refusal::Closed);
        }
        let reason = checked(reason)?;
        let mut draft = Draft::new(self, now);
        for (game, one) in self.games() {
            if matches!(one.stage, Stage::Waiting { .. } | Stage::Accepted) {
                let why = WhyDropped::LadderClosed;
                draft.add(Event::Dropped { game, why })?;
            }
        }
        draft.add(Event::Closed { by, reason })?;
        Ok(draft.events)
    }
}

fn checked(reason: &str) -> Result<String, Refusal> {
    given_reason(reason).ok_or(Refusal::NoReason)
}
