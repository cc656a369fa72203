//! How events change a tournament.

use std::collections::BTreeMap;

use super::bracket::pairings;
use super::event::{Event, Exit, OrganiserAct};
use super::pairing::{By, CHOOSE_WITHIN, Decision, Pairing, PairingId};
use super::refusal::Unfit;
use super::rules::Rules;
use super::tournament::{Act, Player, Tournament};
use crate::contests::{Acts, ContestGame, GameId, Requests, Why};
use crate::matches::UserId;
use crate::people::Moment;

impl Tournament {
    /// Makes a tournament from its first event on.
    pub fn replay<'a>(
        events: impl IntoIterator<Item = (Moment, &'a Event)>,
    ) -> Result<Self, Unfit> {
        let mut events = events.into_iter();
        let Some((_, Event::Created { by, rules })) = events.next() else {
            return Err(Unfit("a tournament begins with its creation"));
        };
        let mut tournament = Self::new(rules.clone(), *by);
        for (at, event) in events {
            tournament.apply(at, event)?;
        }
        Ok(tournament)
    }

    const fn new(rules: Rules, by: UserId) -> Self {
        Self {
            rules,
            by,
            members: Vec::new(),
            requests: Requests::new(),
            starts: None,
            starts_at_once: false,
            began: None,
            players: Vec::new(),
            pairings: Vec::new(),
            drawn: Vec::new(),
            closed_round: 0,
            told: BTreeMap::new(),
            reminded_round: 0,
            late: std::time::Duration::ZERO,
            paused: None,
            over: false,
            champion: None,
            acts: Acts::NONE,
        }
    }

    /// Folds in one more event.
    ///
    /// # Errors
    ///
    /// The event does not fit. The tournament may have changed in part, and must not be used any more.
    pub fn apply(&mut self, at: Moment, event: &Event) -> Result<(), Unfit> {
        match event {
            Event::Created { .. } => return Err(Unfit("it was created before")),
            Event::Joined { user } => {
                if self.is_member(*user) {
                    return Err(Unfit("the person has joined before"));
                }
                self.members.push(*user);
                self.requests.joined(*user);
            }
            Event::Request(event) => {
                if !self.requests.apply(*event) {
                    return Err(Unfit("the request is not like that"));
                }
            }
            Event::Left { user } => {
                if !self.is_member(*user) {
                    return Err(Unfit("the person has not joined"));
                }
                self.members.retain(|member| member != user);
            }
            Event::WithoutRole { users } => self.members.retain(|member| !users.contains(member)),
            Event::StartSet { starts } => {
                self.starts = Some(*starts);
                self.starts_at_once = *starts <= at;
            }
            Event::StartMissed => self.starts = None,
            Event::Began { seeds, lots } => {
                if self.began.is_some() {
                    return Err(Unfit("it has begun before"));
                }
                self.began = Some(at);
                self.starts = None;
                // Pauses before the start have moved the start only.
                self.late = std::time::Duration::ZERO;
                self.members.retain(|member| !seeds.contains(member));
                let lots = lots.iter().copied().chain(std::iter::repeat(0));
                let player = |(user, lot): (&UserId, u32)| Player {
                    user: *user,
                    out: None,
                    lot,
                    late: false,
                };
                self.players = seeds.iter().zip(lots).map(player).collect();
                if !self.is_swiss() {
                    self.pairings = pairings(seeds.len(), self.rules.third);
                }
            }
            Event::Entered { user } => self.enter(*user)?,
            Event::Paired {
                round,
                pairs,
                bye,
                repeats,
            } => self.pair(at, *round, pairs, (*bye, *repeats))?,
            Event::Opened { pairings } => {
                let games = self.rules.games;
                for id in pairings {
                    let pairing = self.pairing_mut(*id)?;
                    if pairing.opened.is_some() {
                        return Err(Unfit("the pairing was opened before"));
                    }
                    pairing.open(games, at);
                }
            }
            Event::GameBegan { game, match_id } => {
                let game = self.game_mut(*game)?;
                if !game.begin(*match_id) {
                    return Err(Unfit("the game has begun before"));
                }
            }
            Event::GameEnded {
                game,
                match_id,
                end,
            } => {
                let pairing = self.pairing_mut(Pairing::of_game(*game))?;
                let game = pairing.game_mut(*game);
                let game = game.filter(|game| game.running() == Some(*match_id));
                let game = game.ok_or(Unfit("the game is not being played in that match"))?;
                game.ended(*match_id, *end, at);
                if let Some(decision) = pairing.decision {
                    let why = match decision.by {
                        By::Organiser => Why::Organiser,
                        _ => Why::Forfeit,
                    };
                    pairing.settle(decision.winner, why, at);
                }
            }
            Event::SideChosen { pairing, first, .. } => {
                let found = self.pairing(*pairing);
                let better = found.map(|pairing| self.better_side(pairing));
                let pairing = self.pairing_mut(*pairing)?;
                if pairing.choose_until.take().is_none() {
                    return Err(Unfit("there is nothing to choose"));
                }
                let better = better.unwrap_or(0);
                pairing.add_game(if *first { better } else { 1 - better });
            }
            Event::Out { users, why } => {
                for user in users {
                    self.put_out(*user, Exit::Departure(*why))?;
                }
            }
            Event::Warned { user } => drop(self.told.insert(*user, at)),
            Event::RoundEnding { round, .. } => self.reminded_round = *round,
            Event::RoundClosing { round } => {
                if let Some(planned) = self.ends(*round) {
                    self.late = self.late.saturating_add(planned.until(at));
                }
                self.closed_round = *round;
                let open = |one: &&mut Pairing| one.round == *round && one.decision.is_none();
                for pairing in self.pairings.iter_mut().filter(open) {
                    pairing.close(at);
                }
            }
            Event::Over { champion } => {
                self.over = true;
                self.champion = *champion;
            }
            Event::Acted {
                act,
                by,
                reason,
                action,
            } => {
                let before = self.round_drawn();
                self.acts.push(Act {
                    id: *act,
                    at,
                    by: *by,
                    reason: reason.clone(),
                    action: action.clone(),
                    before,
                    undone: None,
                });
                self.do_act(*act, action, at)?;
            }
            Event::Undone { act, by, reason } => {
                let undone = self.acts.undo(*act, (*by, at, reason.clone()));
                self.undo_act(&undone.map_err(Unfit)?, at)?;
            }
            Event::Closed { .. } => {
                self.over = true;
                for pairing in &mut self.pairings {
                    pairing.choose_until = None;
                }
            }
        }
        self.conclude(at);
        Ok(())
    }

    fn pairing_mut(&mut self, id: PairingId) -> Result<&mut Pairing, Unfit> {
        let mut pairings = self.pairings.iter_mut();
        let found = pairings.find(|pairing| pairing.id == id);
        found.ok_or(Unfit("there is no such pairing"))
    }

    fn game_mut(&mut self, id: GameId) -> Result<&mut ContestGame, Unfit> {
        let pairing = self.pairing_mut(Pairing::of_game(id))?;
        pairing.game_mut(id).ok_or(Unfit("there is no such game"))
    }

    fn put_out(&mut self, user: UserId, why: Exit) -> Result<(), Unfit> {
        let mut players = self.players.iter_mut();
        let player = players.find(|player| player.user == user);
        let player = player.ok_or(Unfit("the person does not play"))?;
        // Who was excluded and has gone since does not come back if that is undone.
        if !matches!(player.out, Some(Exit::Departure(_))) {
            player.out = Some(why);
        }
        Ok(())
    }

    fn do_act(&mut self, id: u32, action: &OrganiserAct, at: Moment) -> Result<(), Unfit> {
        match action {
            OrganiserAct::Pause => self.paused = Some(at),
            OrganiserAct::Decide { pairing, winner } => {
                let found = self.pairing(*pairing);
                let side = match (found, winner) {
                    (Some(found), Some(winner)) => self.side_of(found, *winner),
                    _ => None,
                };
                let pairing = self.pairing_mut(*pairing)?;
                pairing.decision = Some(Decision {
                    winner: side,
                    by: By::Organiser,
                    at,
                });
                pairing.choose_until = None;
                pairing.settle(side, Why::Organiser, at);
            }
            OrganiserAct::Exclude { user } => self.put_out(*user, Exit::Act(id))?,
            OrganiserAct::Replace { user, newcomer } => self.replace(*user, *newcomer)?,
        }
        Ok(())
    }

    fn undo_act(&mut self, act: &Act, at: Moment) -> Result<(), Unfit> {
        match &act.action {
            OrganiserAct::Pause => {
                if let Some(since) = self.paused.take() {
                    let length = since.until(at);
                    self.late = self.late.saturating_add(length);
                    self.starts = self.starts.map(|starts| starts.after(length));
                    for until in self
                        .pairings
                        .iter_mut()
                        .flat_map(|one| &mut one.choose_until)
                    {
                        // A choice that came up in the pause has all its time after it.
                        let asked = until.before(CHOOSE_WITHIN);
                        *until = until.after(since.max(asked).until(at));
                    }
                }
            }
            OrganiserAct::Decide { pairing, .. } => self.take_back(*pairing, Why::Organiser)?,
            OrganiserAct::Exclude { user } => {
                let mut players = self.players.iter_mut();
                if let Some(player) = players.find(|player| player.user == *user) {
                    player.out = None;
                }
                if let Some(pairing) = self.lost_by_exit(*user) {
                    self.take_back(pairing, Why::Forfeit)?;
                }
            }
            OrganiserAct::Replace { user, newcomer } => {
                self.replace(*newcomer, *user)?;
                self.members.push(*newcomer);
            }
        }
        Ok(())
    }

    /// Returns the pairing that a person lost by being out. It is not the last one with them: a semi-final has one for
    /// third place after it.
    pub(super) fn lost_by_exit(&self, user: UserId) -> Option<PairingId> {
        let lost = |one: &&Pairing| {
            let walkover = one
                .decision
                .is_some_and(|decision| decision.by == By::Walkover);
            walkover && self.side_of(one, user).is_some() && self.winner(one) != Some(user)
        };
        self.pairings.iter().find(lost).map(|one| one.id)
    }

    /// Takes the decision of a pairing back, and that its people were known in later ones.
    fn take_back(&mut self, id: PairingId, why: Why) -> Result<(), Unfit> {
        for later in self.fed_by(id) {
            self.pairing_mut(later)?.reset();
        }
        let pairing = self.pairing_mut(id)?;
        pairing.decision = None;
        for game in &mut pairing.games {
            game.unsettle(why);
        }
        Ok(())
    }

    /// Puts a newcomer in a person's place. Their running games begin again.
    fn replace(&mut self, user: UserId, newcomer: UserId) -> Result<(), Unfit> {
        let own = self.current_of(user).map(|pairing| pairing.id);
        let mut players = self.players.iter_mut();
        let player = players.find(|player| player.user == user);
        let player = player.ok_or(Unfit("the person does not play"))?;
        player.user = newcomer;
        self.members.retain(|member| *member != newcomer);
        self.requests.joined(newcomer);
        self.told.remove(&user);
        if let Some(own) = own {
            for game in &mut self.pairing_mut(own)?.games {
                game.restart();
            }
        }
        Ok(())
    }
}
