use super::draft::Draft;
use super::event::{Departure, Event};
use super::game::{GameId, Stage};
use super::idle::{Step, WEEK};
use super::ladder::{Condition, Ladder};
use super::refusal::Refusal;
use crate::matches::UserId;
use crate::people::{Moment, TimeOff};

impl Ladder {
    /// Returns the next moment at which something is due by itself; `None` if nothing is until the next event.
    ///
    /// It may be in the past. At that moment [`Command::Due`](super::Command::Due) has events.
    pub fn next_due(&self) -> Option<Moment> {
        if self.condition != Condition::Open {
            return None;
        }
        let answers = self.games.values().filter_map(|game| match game.stage {
            Stage::Waiting { answer_by } => Some(answer_by),
            _ => None,
        });
        let engaged = self.engaged();
        let steps = (0..self.members.len()).filter_map(|index| {
            let idle = &self.members.get(index)?.idle;
            let from = self.idle_from(index, &engaged)?.max(self.counted);
            let (due, _) = idle.next(self.rules.idle_limit(), self.is_at_bottom(index));
            Some(from.after(due.saturating_sub(idle.total())))
        });
        answers.chain(steps).min()
    }

    /// Decides what is due.
    pub(super) fn due(
        &self,
        now: Moment,
        time_off: &[(UserId, TimeOff)],
    ) -> Result<Vec<Event>, Refusal> {
        if self.condition != Condition::Open {
            return Ok(Vec::new());
        }
        let mut draft = Draft::new(self, now);
        let mut expired: Vec<(Moment, GameId)> = self
            .games()
            .filter_map(|(id, game)| match game.stage {
                Stage::Waiting { answer_by } if answer_by <= now => Some((answer_by, id)),
                _ => None,
            })
            .collect();
        expired.sort_unstable();
        for (_, game) in expired {
            let lost = draft.ladder.game(game);
            let rise = lost.and_then(|game| draft.ladder.rise_after(game));
            draft.add(Event::Expired { game, rise })?;
        }
        // A step can let the idle clock of another person run on. Each person makes at most one, so this ends.
        loop {
            let before = draft.events.len();
            // From the bottom, so that two neighbours who move down do not change places with each other.
            let users: Vec<UserId> = draft.ladder.order().collect();
            for user in users.into_iter().rev() {
                draft.idle_step(user, now, time_off)?;
            }
            if draft.events.len() == before {
                return Ok(draft.events);
            }
        }
    }
}

impl Draft {
    /// Does what is due to a person without a match.
    fn idle_step(
        &mut self,
        user: UserId,
        now: Moment,
        time_off: &[(UserId, TimeOff)],
    ) -> Result<(), Refusal> {
        if self.ladder.due_step(user).is_none() {
            return Ok(());
        }
        let taken = time_off.iter().filter(|(whose, _)| *whose == user);
        let idle = self.ladder.member(user).map(|member| &member.idle);
        let time = idle.map(|idle| idle.time_off(taken.map(|(_, off)| *off)));
        if let Some(time) = time.filter(|time| !time.is_zero()) {
            self.add(Event::TimeOffCounted { user, time })?;
        }
        let Some((step, place)) = self.ladder.due_step(user) else {
            return Ok(());
        };
        match step {
            Step::Warn => {
                let left = self.ladder.member(user).map(|member| member.idle.left());
                self.add(Event::IdleWarned {
                    user,
                    down_at: now.after(WEEK),
                    out_at: now.after(left.unwrap_or(WEEK)),
                })
            }
            Step::MoveDown => self.add(Event::MovedDown {
                user,
                from: place,
                to: place.saturating_add(1),
            }),
            Step::Out => self.leave(user, Departure::Idle),
        }
    }
}

impl Ladder {
    /// Returns the step that is due to a person at the moment up to which times are counted, and the person's place.
    fn due_step(&self, user: UserId) -> Option<(Step, u32)> {
        let place = self.place(user)?;
        let index = self.order().position(|one| one == user)?;
        let idle = &self.members.get(index)?.idle;
        let (due, step) = idle.next(self.rules.idle_limit(), self.is_at_bottom(index));
        if idle.total() < due {
            return None;
        }
        let from = self.idle_from(index, &self.engaged())?;
        (from <= self.counted).then_some((step, place))
    }
}
