//! A simul as the fold of its events, and what can be read from it.

use std::collections::BTreeSet;
use std::time::Duration;

use super::event::WhyCancelled;
use super::rules::{GATHERING, Rules};
use crate::board::Seat;
use crate::contests::{ContestGame, GameId, GameState, How, Patience, Requests, Score, ToEnd};
use crate::matches::{Host, Level, MatchId, Player, UserId};
use crate::people::Moment;

/// The time before the end of a board without a first move at which its person is told.
pub const NOTICE: Duration = Duration::from_hours(24);

/// The number of the host among the people of a board; the person of board 3 is 3.
pub(super) const HOST: usize = 0;

/// How long after the start the bot asks whether the people of boards to begin are still there.
const ASKED_FOR: Duration = Duration::from_mins(5);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simul {
    pub(super) rules: Rules,
    /// The person who set it up.
    pub(super) organiser: UserId,
    pub(super) is_organiser_gone: bool,
    pub(super) host: HostPlayer,
    pub(super) created: Moment,
    /// Who has a seat, in the order of taking them.
    pub(super) seats: Vec<UserId>,
    /// Those of them who want their board not to be rated.
    pub(super) unrated: BTreeSet<UserId>,
    pub(super) began: Option<Moment>,
    /// One for each seat; empty before the start.
    pub(super) games: Vec<ContestGame>,
    pub(super) cancelled: Option<WhyCancelled>,
    pub(super) over: bool,
    /// The boards whose people were told that they have not made their first move.
    pub(super) warned: BTreeSet<GameId>,
    /// Nobody asks to be let into a simul.
    pub(super) requests: Requests,
}

/// The player against all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostPlayer {
    /// The person who set the simul up.
    Person(UserId),
    Computer(Level),
}

impl HostPlayer {
    /// Returns the person; `None` for a computer.
    pub const fn person(self) -> Option<UserId> {
        match self {
            Self::Person(user) => Some(user),
            Self::Computer(_) => None,
        }
    }
}

impl From<HostPlayer> for Player {
    fn from(host: HostPlayer) -> Self {
        match host {
            HostPlayer::Person(user) => Self::Person(user),
            HostPlayer::Computer(level) => Self::Computer(level),
        }
    }
}

/// Where a simul stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// People can take seats.
    Gathering,
    Running,
    Over,
    Cancelled(WhyCancelled),
}

/// How far a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardState {
    /// Its match begins in a moment.
    ToBegin,
    /// Its match is being played.
    Running(MatchId),
    HostWon,
    GuestWon,
    Draw,
    NoResult(How),
}

/// How many boards the host won and lost, and how many were drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub lost: u32,
    pub drawn: u32,
    /// The boards without a result.
    pub void: u32,
    /// The boards that are not over.
    pub open: u32,
}

impl Tally {
    /// Adds the counts of another simul.
    pub fn add(&mut self, other: Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.void += other.void;
        self.open += other.open;
    }
}

/// A board whose match must be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    pub game: GameId,
    pub guest: UserId,
    pub player: HostPlayer,
    /// Whether it counts for ratings, if the game's settings allow it.
    pub rated: bool,
    /// The seat and the clock of the host.
    pub host: Host,
}

impl Simul {
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the player against all others.
    pub const fn host(&self) -> HostPlayer {
        self.host
    }

    /// Whether a person plays against all others.
    pub fn is_host(&self, user: UserId) -> bool {
        self.host.person() == Some(user)
    }

    /// Returns the person who set it up, and may start and cancel it; `None` if they are gone.
    pub fn organiser(&self) -> Option<UserId> {
        Some(self.organiser).filter(|_| !self.is_organiser_gone)
    }

    /// Returns the people who ask to be let in: nobody.
    pub const fn requests(&self) -> &Requests {
        &self.requests
    }

    /// Returns who has a seat, in the order of the boards.
    pub fn seats(&self) -> &[UserId] {
        &self.seats
    }

    /// Whether a person has a seat.
    pub fn is_seated(&self, user: UserId) -> bool {
        self.seats.contains(&user)
    }

    /// Whether a person with a seat wants their board not to be rated.
    pub fn is_unrated(&self, user: UserId) -> bool {
        self.unrated.contains(&user)
    }

    /// Returns up to when people can take seats.
    pub fn until(&self) -> Moment {
        self.created.after(GATHERING)
    }

    pub const fn state(&self) -> State {
        match (self.cancelled, self.began) {
            (Some(why), _) => State::Cancelled(why),
            _ if self.over => State::Over,
            (None, Some(_)) => State::Running,
            (None, None) => State::Gathering,
        }
    }

    /// Whether no board has had a match.
    pub(super) fn has_no_match(&self) -> bool {
        self.games.iter().all(|game| match &game.state {
            GameState::ToBegin { .. } => true,
            GameState::Running { .. } => false,
            GameState::Over { match_id, .. } => match_id.is_none(),
        })
    }

    /// Whether the person of a board was told that they have not made their first move.
    pub fn was_warned(&self, game: GameId) -> bool {
        self.warned.contains(&game)
    }

    /// Whether the person of a board has beaten the host by playing.
    pub fn beat_the_host(&self, game: &ContestGame) -> bool {
        let played = match &game.state {
            GameState::Over { end, .. } => matches!(end.how, How::Played | How::Time),
            GameState::ToBegin { .. } | GameState::Running { .. } => false,
        };
        played && self.board_state(game) == BoardState::GuestWon
    }

    /// Returns the boards, in the order of their seats; none before the start.
    pub fn games(&self) -> &[ContestGame] {
        &self.games
    }

    pub fn game(&self, id: GameId) -> Option<&ContestGame> {
        self.games.iter().find(|game| game.id == id)
    }

    /// Returns the person who plays against the host on a board.
    pub fn guest(&self, game: &ContestGame) -> UserId {
        let seat = usize::try_from(game.id).unwrap_or(0).saturating_sub(1);
        self.seats.get(seat).copied().unwrap_or(self.organiser)
    }

    /// Whether a seat of a board is that of the host.
    pub const fn is_hosts(&self, seat: usize) -> bool {
        seat == HOST
    }

    /// Returns the board of a person with a seat.
    pub fn board_of(&self, user: UserId) -> Option<&ContestGame> {
        self.games.iter().find(|game| self.guest(game) == user)
    }

    /// Returns how far a board is. A board that was decided counts as over before its match has ended.
    pub fn board_state(&self, game: &ContestGame) -> BoardState {
        let (score, how) = match (&game.state, game.to_end()) {
            (GameState::ToBegin { .. }, _) => return BoardState::ToBegin,
            (GameState::Over { end, .. }, _) => (end.score, end.how),
            (GameState::Running { .. }, Some(end)) => {
                (end.wanted.rule.score([0; 2]), end.wanted.why.how())
            }
            (GameState::Running { match_id, .. }, None) => return BoardState::Running(*match_id),
        };
        let [first, _] = game.seats;
        match (score, first == HOST) {
            (Score::Draw, _) => BoardState::Draw,
            (Score::Void, _) => BoardState::NoResult(how),
            (Score::First, true) | (Score::Second, false) => BoardState::HostWon,
            (Score::First, false) | (Score::Second, true) => BoardState::GuestWon,
        }
    }

    /// Counts the results.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for game in &self.games {
            let count = match self.board_state(game) {
                BoardState::ToBegin | BoardState::Running(_) => &mut tally.open,
                BoardState::HostWon => &mut tally.won,
                BoardState::GuestWon => &mut tally.lost,
                BoardState::Draw => &mut tally.drawn,
                BoardState::NoResult(_) => &mut tally.void,
            };
            *count += 1;
        }
        tally
    }

    /// Returns the number of boards: before the start that of the seats that are taken.
    pub fn boards(&self) -> u32 {
        u32::try_from(self.seats.len()).unwrap_or(u32::MAX)
    }

    /// Returns the boards whose matches must be written.
    pub fn pending(&self) -> Vec<Pending> {
        let time = self.rules.host_clock(self.boards());
        let to_begin = self
            .games
            .iter()
            .filter(|game| matches!(game.state, GameState::ToBegin { .. }));
        let pending = to_begin.map(|game| {
            let seat = match game.seats {
                [HOST, _] => Seat::First,
                _ => Seat::Second,
            };
            let guest = self.guest(game);
            Pending {
                game: game.id,
                guest,
                player: self.host,
                rated: self.rules.rated && !self.is_unrated(guest),
                host: Host { seat, time },
            }
        });
        pending.collect()
    }

    /// Returns the matches that must be ended. Each comes back as `game-ended`.
    pub fn to_end(&self) -> Vec<ToEnd> {
        self.games.iter().filter_map(ContestGame::to_end).collect()
    }

    /// Returns the matches that are being played and need not end, with their boards.
    pub fn running(&self) -> impl Iterator<Item = (&ContestGame, MatchId)> {
        let open = self.games.iter().filter(|game| game.is_undecided());
        open.filter_map(|game| Some((game, game.running()?)))
    }

    /// Returns the running matches of a person: all of them for the host.
    pub fn running_of(&self, user: UserId) -> Vec<MatchId> {
        let own = self
            .running()
            .filter(|(game, _)| self.is_host(user) || self.guest(game) == user);
        own.map(|(_, id)| id).collect()
    }

    /// Whether a person still plays.
    pub fn is_playing(&self, user: UserId) -> bool {
        let mut open = self.games.iter().filter(|game| game.is_undecided());
        open.any(|game| self.is_host(user) || self.guest(game) == user)
    }

    /// Returns the next moment at which something is due by itself; a past one if it is due now.
    pub fn next_due(&self) -> Option<Moment> {
        (self.state() == State::Gathering).then(|| self.until())
    }

    /// Returns the people with whom boards are about to begin. If that fails for long, they are no longer asked about.
    pub fn starters(&self, now: Moment) -> Vec<UserId> {
        match self.state() {
            State::Gathering if now >= self.until() => {
                let host = self.host.person().into_iter();
                host.chain(self.seats.iter().copied()).collect()
            }
            State::Running if self.began.is_some_and(|at| now <= at.after(ASKED_FOR)) => {
                let pending = self.pending();
                let guests = pending.iter().map(|one| one.guest);
                let host = self.host.person().filter(|_| !pending.is_empty());
                host.into_iter().chain(guests).collect()
            }
            State::Gathering | State::Running | State::Over | State::Cancelled(_) => Vec::new(),
        }
    }

    /// Returns how long others wait for a person's first move.
    pub fn patience(&self) -> Patience {
        Patience::with_first_move(self.rules.clock)
    }

    /// Returns from when on a board can end because its person made no first move; `None` if none can.
    pub fn looks_from(&self) -> Option<Moment> {
        let began = self.began.filter(|_| self.running().next().is_some())?;
        let patience = self.patience().replace;
        // A shorter clock runs out before.
        let slow = self.rules.clock.at_start() > patience;
        slow.then(|| began.after(patience.saturating_sub(NOTICE)))
    }
}
