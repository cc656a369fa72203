//! Decides which events a command causes, or why it is refused.

use super::command::Command;
use super::event::{Event, WhyCancelled, WhyDropped};
use super::refusal::Refusal;
use super::rules::{Rules, SEATS};
use super::simul::{Simul, State};
use crate::contests::{ContestGame, DepartureReason, GameEnd, GameId, GameState};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// With this many boards left, one more that goes leaves too few.
const MOST_TOO_FEW: usize = 2;

impl Simul {
    /// Returns the first event of a new simul.
    pub fn create(by: UserId, rules: Rules) -> Result<Event, Refusal> {
        rules.check()?;
        Ok(Event::Created { by, rules })
    }

    /// Returns the events that a command causes, in order; empty if nothing is due.
    ///
    /// # Errors
    ///
    /// The simul does not allow it. The refusal is the sentence for the person.
    pub fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        let mut events = match command {
            Command::Sit { user, unrated } => self.sit(*user, *unrated)?,
            Command::Leave { user } => self.leave(*user)?,
            Command::Gone { user, why } => self.gone(*user, *why),
            Command::Start { by } => self.start(*by)?,
            Command::Cancel { by, organises } => {
                let why = match self.organiser() == Some(*by) {
                    true => WhyCancelled::ByHost,
                    false if *organises => WhyCancelled::ByOrganiser,
                    false => return Err(Refusal::NotOrganiser),
                };
                self.gathering()?;
                vec![Event::Cancelled { why }]
            }
            Command::GameBegan { game, match_id } => self.game_began(*game, *match_id)?,
            Command::GameEnded {
                game,
                match_id,
                end,
            } => self.game_ended(*game, *match_id, *end)?,
            Command::Due { dropped, warned } => self.due(dropped, warned, now),
            Command::Nothing => Vec::new(),
        };
        let mut later = self.clone();
        for event in &events {
            later.apply(now, event)?;
        }
        if later.state() == State::Running && later.all_over() {
            events.push(Event::Over);
        }
        Ok(events)
    }

    /// Refuses what is possible only before the start.
    fn gathering(&self) -> Result<(), Refusal> {
        match self.state() {
            State::Gathering => Ok(()),
            State::Running => Err(Refusal::HasBegun),
            State::Over | State::Cancelled(_) => Err(Refusal::Closed),
        }
    }

    /// Refuses what only the person who set the simul up may do before the start.
    fn organised(&self, by: UserId) -> Result<(), Refusal> {
        if self.organiser() != Some(by) {
            return Err(Refusal::NotOrganiser);
        }
        self.gathering()
    }

    fn sit(&self, user: UserId, unrated: bool) -> Result<Vec<Event>, Refusal> {
        self.gathering()?;
        if self.is_host(user) {
            return Err(Refusal::OwnSimul);
        }
        let unrated = unrated && self.rules.rated;
        let seated = Event::Seated { user, unrated };
        if self.is_seated(user) {
            return match self.is_unrated(user) == unrated {
                true => Err(Refusal::Seated),
                false => Ok(vec![Event::Left { user }, seated]),
            };
        }
        let is_last = self.boards().saturating_add(1) >= self.rules.seats;
        Ok(match is_last {
            true => vec![seated, Event::Began],
            false => vec![seated],
        })
    }

    fn leave(&self, user: UserId) -> Result<Vec<Event>, Refusal> {
        self.gathering()?;
        if self.is_host(user) {
            return Err(Refusal::HostLeaves);
        }
        match self.is_seated(user) {
            true => Ok(vec![Event::Left { user }]),
            false => Err(Refusal::NotSeated),
        }
    }

    /// Returns what it means that a person is gone; nothing if they take no part.
    ///
    /// Before any board has a match, a simul without its host, or without two others, does not begin after all.
    fn gone(&self, user: UserId, why: DepartureReason) -> Vec<Event> {
        let cancelled = |why| Event::Cancelled { why };
        match self.state() {
            State::Gathering | State::Running if self.is_host(user) && self.has_no_match() => {
                vec![cancelled(WhyCancelled::HostGone)]
            }
            State::Gathering => {
                let organised = self.organiser() == Some(user);
                let organiser = organised.then_some(Event::OrganiserGone);
                let left = self.is_seated(user).then_some(Event::Left { user });
                organiser.into_iter().chain(left).collect()
            }
            State::Running if self.is_playing(user) => {
                let out = Event::Out { user, why };
                let left = self.games.iter().filter(|game| game.is_undecided()).count();
                match self.has_no_match() && left <= MOST_TOO_FEW {
                    true => vec![out, cancelled(WhyCancelled::TooFew)],
                    false => vec![out],
                }
            }
            State::Running | State::Over | State::Cancelled(_) => Vec::new(),
        }
    }

    fn start(&self, by: UserId) -> Result<Vec<Event>, Refusal> {
        self.organised(by)?;
        match self.can_begin() {
            true => Ok(vec![Event::Began]),
            false => Err(Refusal::TooFew),
        }
    }

    /// Whether enough people have a seat.
    pub fn can_begin(&self) -> bool {
        self.state() == State::Gathering && self.boards() >= *SEATS.start()
    }

    fn board(&self, id: GameId) -> Result<&ContestGame, Refusal> {
        self.game(id).ok_or(Refusal::NoBoard(id))
    }

    fn game_began(&self, game: GameId, match_id: MatchId) -> Result<Vec<Event>, Refusal> {
        match self.board(game)?.state {
            GameState::ToBegin { .. } => Ok(vec![Event::GameBegan { game, match_id }]),
            GameState::Running { .. } => Err(Refusal::BoardBegan(game)),
            GameState::Over { .. } => Err(Refusal::BoardOver(game)),
        }
    }

    fn game_ended(
        &self,
        game: GameId,
        match_id: MatchId,
        end: GameEnd,
    ) -> Result<Vec<Event>, Refusal> {
        let board = self.board(game)?;
        if board.is_over() {
            return Err(Refusal::BoardOver(game));
        }
        if board.running() != Some(match_id) {
            return Err(Refusal::NotItsMatch(game));
        }
        Ok(vec![Event::GameEnded {
            game,
            match_id,
            end,
        }])
    }

    fn due(
        &self,
        dropped: &[(GameId, WhyDropped)],
        warned: &[(GameId, Moment)],
        now: Moment,
    ) -> Vec<Event> {
        match self.state() {
            State::Gathering if now < self.until() => Vec::new(),
            State::Gathering if self.can_begin() => vec![Event::Began],
            State::Gathering => {
                let why = WhyCancelled::TooFew;
                vec![Event::Cancelled { why }]
            }
            State::Running => {
                let open = |id: GameId| self.game(id).is_some_and(ContestGame::is_undecided);
                let mut games: Vec<_> = dropped.to_vec();
                games.dedup_by_key(|(game, _)| *game);
                let ends = |id: GameId| games.iter().any(|(game, _)| *game == id);
                let warned = warned.iter().copied();
                let warned: Vec<_> = warned
                    .filter(|(id, _)| open(*id) && !ends(*id) && !self.warned.contains(id))
                    .collect();
                let until = warned.iter().map(|(_, until)| *until).min();
                let told = until.map(|until| Event::Warned {
                    games: warned.iter().map(|(game, _)| *game).collect(),
                    until,
                });
                let games = games.into_iter().filter(|(game, _)| open(*game));
                let dropped = games.map(|(game, why)| Event::Dropped { game, why });
                dropped.chain(told).collect()
            }
            State::Over | State::Cancelled(_) => Vec::new(),
        }
    }
}
