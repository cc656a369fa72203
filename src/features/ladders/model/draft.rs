use super::event::{Departure, Event, WhyDropped};
use super::game::{GameId, Side, Stage};
use super::ladder::Ladder;
use super::refusal::Refusal;
use crate::matches::UserId;
use crate::people::Moment;

/// Events that are being decided, and the ladder after them.
pub(super) struct Draft {
    pub(super) ladder: Ladder,
    pub(super) events: Vec<Event>,
    now: Moment,
}

impl Draft {
    /// Begins without events, with all times counted up to `now`.
    pub(super) fn new(ladder: &Ladder, now: Moment) -> Self {
        let mut ladder = ladder.clone();
        ladder.pass(now);
        Self {
            ladder,
            events: Vec::new(),
            now,
        }
    }

    pub(super) fn add(&mut self, event: Event) -> Result<(), Refusal> {
        self.ladder.apply(self.now, &event)?;
        self.events.push(event);
        Ok(())
    }

    /// Takes a person off the ladder. Their running matches are their losses; their challenges end.
    pub(super) fn leave(&mut self, user: UserId, why: Departure) -> Result<(), Refusal> {
        let theirs: Vec<(GameId, Stage, Side)> = self
            .ladder
            .games_of(user)
            .map(|(id, game, side)| (id, game.stage, side))
            .collect();
        for (game, stage, side) in theirs {
            match stage {
                Stage::Waiting { .. } | Stage::Accepted => self.add(Event::Dropped {
                    game,
                    why: WhyDropped::PlayerLeft,
                })?,
                Stage::Running(_) => {
                    let lost = self.ladder.game(game).filter(|_| side == Side::Challenged);
                    let rise = lost.and_then(|game| self.ladder.rise_after(game));
                    self.add(Event::Forfeited {
                        game,
                        loser: side,
                        rise,
                    })?;
                }
                Stage::Ending(..) => {}
            }
        }
        let place = self.ladder.place(user).ok_or(Refusal::TheyAreNot)?;
        self.add(Event::Left { user, place, why })
    }
}
