//! How events change a simul.

use std::collections::BTreeSet;

use super::event::{Event, WhyDropped};
use super::refusal::Unfit;
use super::simul::{HOST, HostPlayer, Simul, State};
use crate::contests::{ContestGame, GameId, GameState, Requests, Score, Why};
use crate::features::simuls::press::HostChoice;
use crate::matches::UserId;
use crate::people::Moment;

/// Why an event does not fit.
type Fit = Result<(), &'static str>;

impl Simul {
    /// Returns the simul after its first event.
    pub fn begin(at: Moment, event: &Event) -> Result<Self, Unfit> {
        let Event::Created { by, rules } = event else {
            return Err(Unfit {
                event: event.into_str(),
                why: "the simul was not created",
            });
        };
        Ok(Self {
            rules: rules.clone(),
            organiser: *by,
            is_organiser_gone: false,
            host: match rules.host {
                HostChoice::Organiser => HostPlayer::Person(*by),
                HostChoice::Computer(level) => HostPlayer::Computer(level),
            },
            created: at,
            seats: Vec::new(),
            unrated: BTreeSet::new(),
            began: None,
            games: Vec::new(),
            cancelled: None,
            over: false,
            warned: BTreeSet::new(),
            requests: Requests::new(),
        })
    }

    /// Returns the simul after all its events.
    pub fn replay<'a>(
        events: impl IntoIterator<Item = (Moment, &'a Event)>,
    ) -> Result<Self, Unfit> {
        let mut events = events.into_iter();
        let (at, first) = events.next().ok_or(Unfit {
            event: "none",
            why: "there are no events",
        })?;
        let mut simul = Self::begin(at, first)?;
        for (at, event) in events {
            simul.apply(at, event)?;
        }
        Ok(simul)
    }

    /// Folds in one more event.
    ///
    /// # Errors
    ///
    /// The event does not fit. The simul may have changed in part, and must not be used any more.
    pub fn apply(&mut self, at: Moment, event: &Event) -> Result<(), Unfit> {
        self.fold(at, event).map_err(|why| Unfit {
            event: event.into_str(),
            why,
        })
    }

    fn fold(&mut self, at: Moment, event: &Event) -> Fit {
        let gathers = self.state() == State::Gathering;
        match event {
            Event::Created { .. } => return Err("it was created before"),
            Event::Seated { user, unrated } => {
                if !gathers || self.is_seated(*user) || self.is_host(*user) {
                    return Err("the person cannot have a seat");
                }
                self.seats.push(*user);
                if *unrated {
                    self.unrated.insert(*user);
                }
            }
            Event::Left { user } => {
                if !gathers || !self.is_seated(*user) {
                    return Err("the person has no seat to leave");
                }
                self.seats.retain(|one| one != user);
                self.unrated.remove(user);
            }
            Event::OrganiserGone => {
                if !gathers || self.host.person().is_some() {
                    return Err("the simul cannot go on without its organiser");
                }
                self.is_organiser_gone = true;
            }
            Event::Began => {
                if !gathers {
                    return Err("it has begun or ended before");
                }
                self.began = Some(at);
                let side = self.rules.side;
                let game = |id: GameId| {
                    let guest = usize::try_from(id).unwrap_or(usize::MAX);
                    ContestGame {
                        id,
                        round: 1,
                        seats: match side.is_first_on(id) {
                            true => [HOST, guest],
                            false => [guest, HOST],
                        },
                        state: GameState::ToBegin { continues: None },
                    }
                };
                self.games = (1..=self.boards()).map(game).collect();
            }
            Event::Cancelled { why } => {
                let can_end = matches!(self.state(), State::Gathering | State::Running);
                if !can_end || !self.has_no_match() {
                    return Err("it has begun or ended before");
                }
                self.games.clear();
                self.cancelled = Some(*why);
            }
            Event::Warned { games, .. } => {
                for game in games {
                    self.game_mut(*game)?;
                    self.warned.insert(*game);
                }
            }
            Event::GameBegan { game, match_id } => {
                if !self.game_mut(*game)?.begin(*match_id) {
                    return Err("the board has begun before");
                }
            }
            Event::GameEnded {
                game,
                match_id,
                end,
            } => {
                let game = self.game_mut(*game)?;
                if game.running() != Some(*match_id) {
                    return Err("the board is not being played in that match");
                }
                game.ended(*match_id, *end, at);
            }
            Event::Dropped { game, why } => {
                let why = match why {
                    WhyDropped::NoFirstMove => Why::NoFirstMove,
                    WhyDropped::Apart => Why::Annulled,
                };
                let game = self.game_mut(*game)?;
                if !game.is_undecided() {
                    return Err("the board is decided");
                }
                game.settle(Score::Void, why, at);
            }
            Event::Out { user, .. } => self.lose_all(*user, at),
            Event::Over => {
                if !self.all_over() {
                    return Err("boards are open");
                }
                self.over = true;
            }
        }
        Ok(())
    }

    /// Whether it has begun, and each board has ended.
    pub(super) fn all_over(&self) -> bool {
        self.began.is_some() && self.games.iter().all(ContestGame::is_over)
    }

    /// Gives the running games of a person to their opponents. A board whose match has not begun has no result.
    fn lose_all(&mut self, user: UserId, at: Moment) {
        let (is_host, seats) = (self.is_host(user), &self.seats);
        for (guest, game) in seats.iter().zip(&mut self.games) {
            let loser = match is_host {
                true => HOST,
                false if *guest == user => usize::try_from(game.id).unwrap_or(HOST),
                false => continue,
            };
            if matches!(game.state, GameState::ToBegin { .. }) {
                game.settle(Score::Void, Why::Annulled, at);
            } else if let Some(score) = game.win_against(loser) {
                game.settle(score, Why::Forfeit, at);
            }
        }
    }

    fn game_mut(&mut self, id: GameId) -> Result<&mut ContestGame, &'static str> {
        let found = self.games.iter_mut().find(|game| game.id == id);
        found.ok_or("there is no such board")
    }
}
