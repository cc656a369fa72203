//! What an organiser may do, and what can be undone.

use super::command::Moved;
use super::event::{Event, Exit, OrganiserAct};
use super::pairing::{By, Feed, Pairing, PairingId};
use super::refusal::Refusal;
use super::tournament::{Player, State, Tournament};
use crate::contests::{ActId, ContestGame, GameState};
use crate::matches::{UserId, given_reason};
use crate::people::Moment;

impl Tournament {
    /// Decides an organiser's act.
    pub(super) fn act(
        &self,
        by: UserId,
        reason: &str,
        action: &OrganiserAct,
        moved: &Moved,
    ) -> Result<Event, Refusal> {
        if self.state() == State::Over {
            return Err(Refusal::Closed);
        }
        match action {
            OrganiserAct::Pause if self.paused.is_some() => return Err(Refusal::PausedAlready),
            OrganiserAct::Pause => {}
            _ if self.state() == State::Gathering => return Err(Refusal::NotBegun),
            OrganiserAct::Decide { pairing, winner } => {
                let found = self.pairing(*pairing).filter(|one| self.is_ready(one));
                let found = found.ok_or(Refusal::NoPairing(*pairing))?;
                if self.side_of(found, by).is_some() {
                    return Err(Refusal::OwnPairing);
                }
                if let Some(winner) = winner
                    && self.side_of(found, *winner).is_none()
                {
                    return Err(Refusal::NotPlaying(*winner));
                }
            }
            OrganiserAct::Exclude { user } => {
                let pairing = self.playing(*user)?;
                let own = pairing.is_some_and(|one| self.side_of(one, by).is_some());
                if *user != by && own {
                    return Err(Refusal::OwnPairing);
                }
            }
            OrganiserAct::Replace { user, newcomer } => {
                let pairing = self.playing(*user)?;
                let own = pairing.is_some_and(|one| self.side_of(one, by).is_some());
                if *user != by && own {
                    return Err(Refusal::OwnPairing);
                }
                if self.seed_of(*newcomer).is_some() {
                    return Err(Refusal::NoNewcomer(*newcomer));
                }
                self.not_moved(pairing, *user, moved)?;
            }
        }
        Ok(Event::Acted {
            act: self.acts.next_id(),
            by: Some(by),
            reason: needed_reason(reason)?,
            action: action.clone(),
        })
    }

    /// Returns the pairing of a person who plays. In a Swiss tournament they may wait for the next one.
    fn playing(&self, user: UserId) -> Result<Option<&Pairing>, Refusal> {
        match self.is_playing(user) {
            true => Ok(self.current_of(user)),
            false => Err(Refusal::NotPlaying(user)),
        }
    }

    /// Checks that a person has moved in no game: neither in those of this pairing nor before.
    pub(super) fn not_moved(
        &self,
        current: Option<&Pairing>,
        user: UserId,
        moved: &Moved,
    ) -> Result<(), Refusal> {
        let own = current.map(|one| one.id);
        let earlier = self
            .pairings
            .iter()
            .filter(|one| Some(one.id) != own && self.side_of(one, user).is_some());
        let played = earlier.flat_map(|one| &one.games).any(has_match);
        let side = current.and_then(|current| self.side_of(current, user));
        let side = side.unwrap_or(0);
        let mut games = current.into_iter().flat_map(|current| &current.games);
        let moves = games.any(|game| {
            let seat = usize::from(game.seats[0] != side);
            match game.state {
                GameState::ToBegin { continues } => continues.is_some(),
                GameState::Running { .. } => moved.get(&game.id).is_none_or(|both| both[seat]),
                GameState::Over { .. } => true,
            }
        });
        match played || moves {
            true => Err(Refusal::HasMoved(user)),
            false => Ok(()),
        }
    }

    /// Decides whether an act can be undone: not if somebody has moved in a pairing that follows from it.
    pub(super) fn undo(
        &self,
        by: UserId,
        id: ActId,
        reason: &str,
        (moved, now): (&Moved, Moment),
    ) -> Result<Event, Refusal> {
        let act = self.acts.get(id);
        let act = act.ok_or(Refusal::NoAct(id))?;
        if act.undone.is_some() {
            return Err(Refusal::UndoneAlready(id));
        }
        if self.state() == State::Over {
            return Err(Refusal::Closed);
        }
        let is_pause = act.action == OrganiserAct::Pause;
        if !is_pause && act.before < self.round_drawn() {
            return Err(Refusal::TooLateToUndo(id));
        }
        match &act.action {
            OrganiserAct::Pause => {}
            OrganiserAct::Decide { pairing, .. } => {
                let own = self.pairing(*pairing);
                if act.by != Some(by) && own.is_some_and(|own| self.side_of(own, by).is_some()) {
                    return Err(Refusal::OwnPairing);
                }
                self.can_take_back(id, *pairing, (moved, now))?;
            }
            // Nobody who was put out lets themselves in again.
            OrganiserAct::Exclude { user } if by == *user && act.by != Some(by) => {
                return Err(Refusal::OwnPairing);
            }
            OrganiserAct::Exclude { user } => {
                let mut players = self.players.iter();
                let own = |player: &&Player| player.user == *user;
                if players.find(own).map(|player| player.out) != Some(Some(Exit::Act(id))) {
                    // They have gone since.
                    return Err(Refusal::NotPlaying(*user));
                }
                if let Some(pairing) = self.lost_by_exit(*user) {
                    self.can_take_back(id, pairing, (moved, now))?;
                }
            }
            OrganiserAct::Replace { user, newcomer } => {
                let pairing = self.playing(*newcomer)?;
                if self.seed_of(*user).is_some() || user.deleted_name().is_some() {
                    return Err(Refusal::NotPlaying(*user));
                }
                self.not_moved(pairing, *newcomer, moved)?;
            }
        }
        Ok(Event::Undone {
            act: id,
            by,
            reason: needed_reason(reason)?,
        })
    }

    /// Returns the pairings into which a pairing leads, directly and by walkovers.
    pub fn fed_by(&self, id: PairingId) -> Vec<PairingId> {
        let mut fed = vec![id];
        for one in &self.pairings {
            let comes = one.feeds.iter().any(|feed| match feed {
                Feed::Winner(of) | Feed::Loser(of) => {
                    let before = self.pairings.get(*of);
                    before.is_some_and(|before| fed.contains(&before.id))
                }
                Feed::Seed(_) | Feed::Bye => false,
            });
            if comes {
                fed.push(one.id);
            }
        }
        fed.remove(0);
        fed
    }

    fn can_take_back(
        &self,
        act: ActId,
        id: PairingId,
        (moved, now): (&Moved, Moment),
    ) -> Result<(), Refusal> {
        // Its games would have no time, or no last moment.
        let now = self.paused.unwrap_or(now);
        let is_over = |round| {
            let end = self.ends(round);
            round <= self.closed_round || end.is_some_and(|end| end <= now)
        };
        if self.pairing(id).is_some_and(|one| is_over(one.round)) {
            return Err(Refusal::TooLateToUndo(act));
        }
        for later in self.fed_by(id) {
            let Some(later) = self.pairing(later) else {
                continue;
            };
            let decided = later.decision.map(|decision| decision.by);
            if decided == Some(By::Organiser) {
                return Err(Refusal::LaterAct(act));
            }
            let begun = later.games.iter().any(|game| match game.state {
                GameState::Running { .. } => {
                    let both = moved.get(&game.id).copied();
                    both.is_none_or(|both| both != [false; 2])
                }
                _ => has_match(game),
            });
            if begun {
                return Err(Refusal::TooLateToUndo(act));
            }
        }
        Ok(())
    }
}

/// Whether a match of a game was written.
fn has_match(game: &ContestGame) -> bool {
    match game.state {
        GameState::ToBegin { continues } => continues.is_some(),
        GameState::Running { .. } => true,
        GameState::Over { match_id, .. } => match_id.is_some(),
    }
}

/// Returns the reason of an organiser as it is kept.
pub(super) fn needed_reason(typed: &str) -> Result<String, Refusal> {
    given_reason(typed).ok_or(Refusal::NoReason)
}
