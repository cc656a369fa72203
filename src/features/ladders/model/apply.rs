use std::collections::{BTreeMap, BTreeSet};

use super::event::{Departure, Event, Outcome, Rise};
use super::game::{ANSWER_WITHIN, GameId, LadderGame, Side, Stage, Why};
use super::idle::Idle;
use super::ladder::{Condition, Ladder, Member, Past, pair};
use super::refusal::Unfit;
use crate::contests::Requests;
use crate::matches::UserId;
use crate::people::Moment;

/// Why an event does not fit.
type Fit = Result<(), &'static str>;

impl Ladder {
    /// Returns the ladder after its first event.
    pub fn begin(at: Moment, event: &Event) -> Result<Self, Unfit> {
        let Event::Created { rules, .. } = event else {
            return Err(Unfit {
                event: event.into(),
                why: "the ladder was not created",
            });
        };
        Ok(Self {
            rules: rules.clone(),
            members: Vec::new(),
            requests: Requests::new(),
            games: BTreeMap::new(),
            made: Vec::new(),
            pairs: BTreeMap::new(),
            past: BTreeMap::new(),
            last_rise: None,
            moved: BTreeSet::new(),
            condition: Condition::Open,
            counted: at,
        })
    }

    /// Returns the ladder after all its events.
    pub fn replay<'a>(
        events: impl IntoIterator<Item = (Moment, &'a Event)>,
    ) -> Result<Self, Unfit> {
        let mut events = events.into_iter();
        let (at, first) = events.next().ok_or(Unfit {
            event: "none",
            why: "there are no events",
        })?;
        let mut ladder = Self::begin(at, first)?;
        for (at, event) in events {
            ladder.apply(at, event)?;
        }
        Ok(ladder)
    }

    /// Folds in one more event.
    ///
    /// # Errors
    ///
    /// The event does not fit. The ladder may have changed in part, and must not be used any more.
    pub fn apply(&mut self, at: Moment, event: &Event) -> Result<(), Unfit> {
        self.pass(at);
        let why = match self.fold(at.max(self.counted), event) {
            Ok(()) => return Ok(()),
            Err(why) => why,
        };
        Err(Unfit {
            event: event.into(),
            why,
        })
    }

    /// Counts idle time up to a moment.
    pub(super) fn pass(&mut self, at: Moment) {
        if at <= self.counted {
            return;
        }
        let engaged = self.engaged();
        let from: Vec<_> = (0..self.members.len())
            .map(|index| self.idle_from(index, &engaged))
            .collect();
        for (member, from) in self.members.iter_mut().zip(from) {
            if let Some(from) = from {
                member.idle.run(from.max(self.counted), at);
            }
        }
        self.counted = at;
    }

    fn fold(&mut self, at: Moment, event: &Event) -> Fit {
        match event {
            Event::Created { .. } => return Err("the ladder was created before"),
            Event::Joined { user, place } => {
                if *place != self.size().saturating_add(1) {
                    return Err("it is not the last place");
                }
                self.enter(*user, *place)?;
            }
            Event::Returned { user, place, .. } => {
                self.enter(*user, *place)?;
                self.last_rise = None;
            }
            Event::Left { user, place, why } => {
                let kept_out = (*why == Departure::Banned).then_some(at);
                self.exit(*user, *place, kept_out)?;
            }
            Event::Request(event) => {
                if !self.requests.apply(*event) {
                    return Err("the request is not like that");
                }
            }
            Event::Challenged { game, by, to } => self.challenged(*game, *by, *to, at)?,
            Event::Accepted { game, first } => {
                let game = self.open_game(*game)?;
                game.first = *first;
                game.stage = Stage::Accepted;
            }
            Event::Declined { game, rise } | Event::Expired { game, rise } => {
                let over = self.close_game(*game)?;
                self.lost_by_default(*game, &over, *rise, at)?;
            }
            Event::Withdrawn { game } | Event::Dropped { game, .. } => {
                self.close_game(*game)?;
            }
            Event::GameBegan { game, match_id } => {
                let game = self.open_game(*game)?;
                game.stage = Stage::Running(*match_id);
                let (pair, first) = (pair(game.by, game.to), game.first);
                self.pairs.entry(pair).or_default().first = Some(first);
            }
            Event::GameEnded {
                game,
                result,
                counts,
                rise,
            } => {
                let over = self.close_game(*game)?;
                if *counts {
                    self.ended(*game, &over, *result, *rise, at)?;
                }
            }
            Event::Forfeited { game, loser, rise } => {
                let of = self.open_game(*game)?;
                let Stage::Running(match_id) = of.stage else {
                    return Err("its match is not running");
                };
                let winner = loser.other();
                of.stage = Stage::Ending(match_id, Why::Forfeit { winner });
                let over = of.clone();
                self.met(&over, at);
                self.rest([over.by, over.to]);
                self.rise(*game, *rise)?;
            }
            Event::IdleWarned { user, .. } => self.member_mut(*user)?.idle.warned(),
            Event::MovedDown { user, from, to } => {
                let (user, from, to) = (*user, *from, *to);
                self.shift(Rise { user, from, to })?;
                self.member_mut(user)?.idle.moved_down();
                self.last_rise = None;
            }
            Event::TimeOffCounted { user, time } => self.member_mut(*user)?.idle.spare(*time),
            Event::Cancelled { game, .. } => {
                let of = self.open_game(*game)?;
                if let Stage::Running(match_id) = of.stage {
                    of.stage = Stage::Ending(match_id, Why::Annulled);
                } else {
                    self.close_game(*game)?;
                }
            }
            Event::Undone { game, fall, .. } => {
                if self.fall_of(*game) != Some(*fall) {
                    return Err("it is not the last change of place");
                }
                self.shift(*fall)?;
                self.last_rise = None;
                self.moved.remove(game);
            }
            Event::Paused { .. } => self.condition = Condition::Paused { since: at },
            Event::Resumed { .. } => self.resumed(at)?,
            Event::Closed { .. } => self.condition = Condition::Closed,
        }
        Ok(())
    }

    fn enter(&mut self, user: UserId, place: u32) -> Fit {
        if self.place(user).is_some() {
            return Err("the person is on the ladder");
        }
        let index = index_of(place)?;
        if index > self.members.len() {
            return Err("there is no such place");
        }
        self.requests.joined(user);
        let past = self.past.remove(&user);
        let member = Member {
            user,
            idle: Idle::default(),
            has_aborted: past.is_some_and(|past| past.has_aborted),
        };
        self.members.insert(index, member);
        Ok(())
    }

    fn exit(&mut self, user: UserId, place: u32, kept_out: Option<Moment>) -> Fit {
        let has_aborted = self.member_mut(user)?.has_aborted;
        if self.place(user) != Some(place) {
            return Err("the person has another place");
        }
        if self.games_of(user).any(|(_, game, _)| game.is_open()) {
            return Err("the person has games");
        }
        self.members.retain(|member| member.user != user);
        let past = Past {
            place,
            has_aborted,
            kept_out,
        };
        self.past.insert(user, past);
        self.last_rise = None;
        Ok(())
    }

    fn challenged(&mut self, id: GameId, by: UserId, to: UserId, at: Moment) -> Fit {
        if id != self.next_game() {
            return Err("its number is not the next one");
        }
        self.member_mut(by)?;
        self.member_mut(to)?;
        self.made.push([by, to]);
        let game = LadderGame {
            by,
            to,
            first: to,
            stage: Stage::Waiting {
                answer_by: at.after(ANSWER_WITHIN),
            },
        };
        self.games.insert(id, game);
        Ok(())
    }

    fn ended(
        &mut self,
        id: GameId,
        game: &LadderGame,
        result: Outcome,
        rise: Option<Rise>,
        at: Moment,
    ) -> Fit {
        match result {
            Outcome::Aborted(side) => {
                let member = self.member_mut(game.person(side))?;
                if !member.has_aborted {
                    member.has_aborted = true;
                    return Ok(());
                }
                if side == Side::Challenged {
                    return self.lost_by_default(id, game, rise, at);
                }
                self.met(game, at);
                Ok(())
            }
            Outcome::Won(_) | Outcome::Draw | Outcome::NoResult => {
                self.met(game, at);
                self.rest([game.by, game.to]);
                self.rise(id, rise)
            }
        }
    }

    fn lost_by_default(
        &mut self,
        id: GameId,
        game: &LadderGame,
        rise: Option<Rise>,
        at: Moment,
    ) -> Fit {
        self.met(game, at);
        // The challenger tried to have a match.
        self.rest([game.by]);
        self.rise(id, rise)
    }

    fn met(&mut self, game: &LadderGame, at: Moment) {
        let known = self.pairs.entry(pair(game.by, game.to)).or_default();
        known.met = Some(at);
    }

    /// Begins the idle time of people again.
    fn rest<const N: usize>(&mut self, users: [UserId; N]) {
        for member in &mut self.members {
            if users.contains(&member.user) {
                member.idle = Idle::default();
            }
        }
    }

    fn rise(&mut self, id: GameId, rise: Option<Rise>) -> Fit {
        if let Some(rise) = rise {
            self.shift(rise)?;
            self.last_rise = Some((id, rise));
            self.moved.insert(id);
        }
        Ok(())
    }

    fn shift(&mut self, change: Rise) -> Fit {
        let (from, to) = (index_of(change.from)?, index_of(change.to)?);
        if self.place(change.user) != Some(change.from) || to >= self.members.len() {
            return Err("the person has another place");
        }
        let member = self.members.remove(from);
        self.members.insert(to, member);
        Ok(())
    }

    fn resumed(&mut self, at: Moment) -> Fit {
        let Condition::Paused { since } = self.condition else {
            return Err("the ladder is not paused");
        };
        self.condition = Condition::Open;
        let pause = since.until(at);
        for game in self.games.values_mut() {
            if let Stage::Waiting { answer_by } = &mut game.stage {
                *answer_by = answer_by.after(pause);
            }
        }
        Ok(())
    }

    fn member_mut(&mut self, user: UserId) -> Result<&mut Member, &'static str> {
        let member = self.members.iter_mut().find(|member| member.user == user);
        member.ok_or("the person is not on the ladder")
    }

    fn open_game(&mut self, id: GameId) -> Result<&mut LadderGame, &'static str> {
        let game = self.games.get_mut(&id).filter(|game| game.is_open());
        game.ok_or("there is no such game")
    }

    fn close_game(&mut self, id: GameId) -> Result<LadderGame, &'static str> {
        self.games.remove(&id).ok_or("there is no such game")
    }
}

fn index_of(place: u32) -> Result<usize, &'static str> {
    let index = place
        .checked_sub(1)
        .and_then(|index| usize::try_from(index).ok());
    index.ok_or("there is no such place")
}
