//! Who waits for a place in a tournament that has begun, and whose place they get.

use super::command::{Facts, Moved};
use super::event::{Event, OrganiserAct};
use super::pairing::Pairing;
use super::tournament::{State, Tournament};
use crate::contests::{Patience, Step, Unmoved};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

impl Tournament {
    fn patience(&self) -> Patience {
        Patience::with(self.rules.clock)
    }

    /// Returns who waits for a place in a tournament that has begun, in the order of joining. Nobody who was replaced gets
    /// another place.
    pub fn waiting(&self) -> Vec<UserId> {
        let replaced = |who: UserId| {
            let mut acts = self.acts.standing();
            acts.any(|act| matches!(act.action, OrganiserAct::Replace { user, .. } if user == who))
        };
        let members = self.members.iter().copied();
        let began = self.state() == State::Running;
        members.filter(|user| began && !replaced(*user)).collect()
    }

    /// Returns the people whose place a newcomer could have if they have moved in none of their running matches, with these
    /// matches: only in the first round.
    pub fn replaceable(&self) -> Vec<(UserId, Vec<MatchId>)> {
        if self.current_round() != Some(1) {
            return Vec::new();
        }
        let unmoved: Moved = self.running().map(|(game, _)| (game, [false; 2])).collect();
        let players = self.players.iter().map(|player| player.user);
        let playing = players.filter(|user| self.is_playing(*user));
        let all = playing.filter_map(|user| {
            let pairing = self.current_of(user)?;
            let matches = running_in(pairing);
            let open = pairing.round == 1 && !matches.is_empty();
            (open && self.not_moved(Some(pairing), user, &unmoved).is_ok())
                .then_some((user, matches))
        });
        all.collect()
    }

    /// Returns from when on people who do not move may be replaced; `None` if nobody can be.
    pub(crate) fn looks_from(&self) -> Option<Moment> {
        let open = self.paused.is_none() && !self.waiting().is_empty();
        let open = open && !self.replaceable().is_empty();
        let began = self.began.filter(|_| open)?;
        Some(began.after(self.patience().tell()))
    }

    /// Returns what the waiting list does now, if anything.
    pub(super) fn vacancy(&self, facts: &Facts, now: Moment) -> Option<Event> {
        match self.vacancy_step(facts, now)? {
            Step::Tell(user) => Some(Event::Warned { user }),
            Step::Replace(user) => Some(Event::Acted {
                act: self.acts.next_id(),
                by: None,
                reason: String::new(),
                action: OrganiserAct::Replace {
                    user,
                    newcomer: self.waiting().first().copied()?,
                },
            }),
        }
    }

    fn vacancy_step(&self, facts: &Facts, now: Moment) -> Option<Step> {
        let still = self.replaceable();
        let unmoved = facts.unmoved.iter().copied();
        let unmoved = unmoved.filter(|one| still.iter().any(|(user, _)| *user == one.user));
        let unmoved: Vec<Unmoved> = unmoved.collect();
        let waiting = self.waiting().len();
        self.patience().step(&unmoved, &self.told, waiting, now)
    }

    /// Returns who is about to get a place in the tournament.
    pub(super) fn successor(&self, facts: &Facts, now: Moment) -> Option<UserId> {
        let due = self.paused.is_none()
            && matches!(self.vacancy_step(facts, now), Some(Step::Replace(_)));
        self.waiting().first().copied().filter(|_| due)
    }

    /// Returns when people who do not move must be looked for again; `None` if nobody can be replaced.
    pub(crate) fn next_look(&self, facts: &Facts, now: Moment) -> Option<Moment> {
        let from = self.looks_from()?;
        if from > now {
            return Some(from);
        }
        let waiting = self.waiting().len();
        let patience = self.patience();
        patience.next_look(&facts.unmoved, &self.told, waiting, now)
    }

    /// Returns up to when a person must have moved who was told that they will be replaced.
    pub fn must_move_by(&self, user: UserId) -> Option<Moment> {
        Some(self.told.get(&user)?.after(self.patience().notice))
    }
}

/// Returns the matches of a pairing that are being played and need not end.
fn running_in(pairing: &Pairing) -> Vec<MatchId> {
    let games = pairing.games.iter().filter(|game| game.to_end().is_none());
    games
        .filter_map(crate::contests::ContestGame::running)
        .collect()
}
