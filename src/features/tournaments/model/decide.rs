//! Decides which events a command causes, or why it is refused.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Duration;

use super::acts::needed_reason;
use super::command::{Command, Facts};
use super::event::Event;
use super::pairing::{Pairing, PairingId};
use super::refusal::Refusal;
use super::rounds::TOGETHER;
use super::rules::{PEOPLE, Rules, Seeding};
use super::tournament::{State, Tournament};
use crate::contests::DepartureReason;
use crate::contests::{ContestGame, GameId, GameState, lots};
use crate::matches::UserId;
use crate::people::Moment;

/// The longest time until the start.
const MOST_AHEAD: Duration = Duration::from_hours(90 * 24);

impl Tournament {
    /// Returns the first event of a new tournament.
    pub fn create(rules: Rules, by: UserId) -> Event {
        Event::Created { by, rules }
    }

    /// Returns the events that a command causes, in order; empty if nothing is due.
    ///
    /// # Errors
    ///
    /// The tournament does not allow it. The refusal is the sentence for the person.
    pub fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        let event = match command {
            Command::Join { user } => return self.join(*user, now),
            Command::Leave { user } => self.leave(*user)?,
            Command::Request(command) => {
                let join = |user| self.join(user, now);
                let requests = &self.requests;
                return requests.decide_joining(*command, Event::Request, join);
            }
            Command::Gone { user, why } => return Ok(self.gone(*user, *why).into_iter().collect()),
            Command::WithoutRole { users } => {
                let users = users.iter().copied();
                let users: Vec<_> = users.filter(|user| self.is_member(*user)).collect();
                return Ok(match users.is_empty() {
                    true => Vec::new(),
                    false => vec![Event::WithoutRole { users }],
                });
            }
            Command::LetIn => return Ok(Vec::new()),
            Command::SetStart { starts } => self.set_start(*starts, now)?,
            Command::GameBegan { game, match_id } => {
                let (_, known) = self.game(*game).ok_or(Refusal::NoGame(*game))?;
                match known.state {
                    GameState::ToBegin { .. } => Event::GameBegan {
                        game: *game,
                        match_id: *match_id,
                    },
                    GameState::Running { .. } => return Err(Refusal::GameBegan(*game)),
                    GameState::Over { .. } => return Err(Refusal::GameOver(*game)),
                }
            }
            Command::GameEnded {
                game,
                match_id,
                end,
            } => {
                let (_, known) = self.game(*game).ok_or(Refusal::NoGame(*game))?;
                if known.is_over() {
                    return Err(Refusal::GameOver(*game));
                }
                if known.running() != Some(*match_id) {
                    return Err(Refusal::NotItsMatch(*game));
                }
                Event::GameEnded {
                    game: *game,
                    match_id: *match_id,
                    end: *end,
                }
            }
            Command::Choose { pairing, by, first } => self.choose(*pairing, *by, *first)?,
            Command::Due(facts) => return self.due(facts, now),
            Command::Act {
                by,
                reason,
                action,
                moved,
            } => self.act(*by, reason, action, moved)?,
            Command::Undo {
                by,
                act,
                reason,
                moved,
            } => self.undo(*by, *act, reason, (moved, now))?,
            Command::Close { by, reason } => {
                if self.over {
                    return Err(Refusal::Closed);
                }
                Event::Closed {
                    by: *by,
                    reason: needed_reason(reason)?,
                }
            }
        };
        Ok(vec![event])
    }

    fn join(&self, user: UserId, now: Moment) -> Result<Vec<Event>, Refusal> {
        if self.over {
            return Err(Refusal::Closed);
        }
        if self.rules.play_offs.is_some() {
            return Err(Refusal::PlayOffs);
        }
        let player = self.seed_of(user).and_then(|seed| self.players.get(seed));
        match player {
            Some(player) if player.out.is_some() => return Err(Refusal::NoWayBack),
            Some(_) if !self.is_playing(user) => return Err(Refusal::NoWayBack),
            Some(_) => return Err(Refusal::AlreadyIn),
            None if self.is_member(user) => return Err(Refusal::AlreadyIn),
            None => {}
        }
        let mut events = vec![Event::Joined { user }];
        // Who joins late need not wait for the bot to look.
        let mut later = self.clone();
        later
            .apply(now, &Event::Joined { user })
            .map_err(|unfit| Refusal::Broken(unfit.to_string()))?;
        if later.late_entrant() == Some(user) {
            events.push(Event::Entered { user });
        }
        Ok(events)
    }

    fn leave(&self, user: UserId) -> Result<Event, Refusal> {
        let own = self.is_playing(user) || self.is_member(user) || self.requests.has(user);
        let left = own.then(|| self.gone(user, DepartureReason::Left));
        left.flatten().ok_or(Refusal::NotIn)
    }

    /// Returns what it means that a person is gone. Who would come back if an act was undone is out for good.
    fn gone(&self, user: UserId, why: DepartureReason) -> Option<Event> {
        if self.is_playing(user) || self.can_return(user) {
            let users = vec![user];
            Some(Event::Out { users, why })
        } else {
            let leaves = self.is_member(user).then_some(Event::Left { user });
            // Who plays or waits does not ask.
            leaves.or_else(|| self.requests.withdrawn(user).map(Event::Request))
        }
    }

    fn set_start(&self, starts: Moment, now: Moment) -> Result<Event, Refusal> {
        match self.state() {
            State::Gathering => {}
            State::Running => return Err(Refusal::HasBegun),
            State::Over => return Err(Refusal::Closed),
        }
        let have = self.members.len();
        if have < least() {
            return Err(Refusal::TooFewPeople(have));
        }
        if starts > now.after(MOST_AHEAD) {
            return Err(Refusal::StartDay);
        }
        Ok(Event::StartSet {
            starts: starts.max(now),
        })
    }

    fn choose(&self, id: PairingId, by: UserId, first: bool) -> Result<Event, Refusal> {
        let waits = |one: &&Pairing| one.choose_until.is_some();
        let pairing = self.pairing(id).filter(waits).ok_or(Refusal::NoChoice)?;
        let better = self.better_side(pairing);
        if self.side_of(pairing, by) != Some(better) {
            return Err(Refusal::NotChooser);
        }
        Ok(Event::SideChosen {
            pairing: id,
            first,
            chosen: true,
        })
    }

    /// Decides everything that is due, one event after the other.
    fn due(&self, facts: &Facts, now: Moment) -> Result<Vec<Event>, Refusal> {
        let mut later = self.clone();
        let mut events = Vec::new();
        while let Some(event) = later.next_event(facts, now) {
            later
                .apply(now, &event)
                .map_err(|unfit| Refusal::Broken(unfit.to_string()))?;
            events.push(event);
        }
        Ok(events)
    }

    fn next_event(&self, facts: &Facts, now: Moment) -> Option<Event> {
        if self.paused.is_some() || self.over {
            return None;
        }
        if self.began.is_none() {
            self.starts.filter(|starts| now >= *starts)?;
            return Some(match self.members.len() < least() {
                true => Event::StartMissed,
                false => {
                    let seeds = self.seeds(facts);
                    let lots = match self.is_swiss() {
                        true => lots(facts.seed, 1, seeds.len()),
                        false => Vec::new(),
                    };
                    Event::Began { seeds, lots }
                }
            });
        }
        let users = self.silent();
        if !users.is_empty() {
            let why = DepartureReason::Silent;
            return Some(Event::Out { users, why });
        }
        if let Some(user) = self.late_entrant() {
            return Some(Event::Entered { user });
        }
        if self.is_decided() && self.is_swiss() {
            return Some(self.next_round());
        }
        if self.is_decided() {
            let last = self.last_pairing();
            return Some(Event::Over {
                champion: last.and_then(|last| self.winner(last)),
            });
        }
        let mut pairings = self.to_open();
        if !pairings.is_empty() {
            pairings.truncate(TOGETHER);
            return Some(Event::Opened { pairings });
        }
        let waits = |one: &&Pairing| one.choose_until.is_some_and(|until| now >= until);
        if let Some(late) = self.pairings.iter().find(waits) {
            return Some(Event::SideChosen {
                pairing: late.id,
                first: false,
                chosen: false,
            });
        }
        let round = self.current_round()?;
        let end = self.ends(round)?;
        if round > self.closed_round && now >= end {
            return Some(Event::RoundClosing { round });
        }
        match self.is_reminder_due(now) {
            true => Some(self.ending(round, facts)),
            false => self.vacancy(facts, now),
        }
    }

    /// Returns the reminder of a round's last moment.
    fn ending(&self, round: u32, facts: &Facts) -> Event {
        let of_round = self.pairings.iter().filter(|one| one.round == round);
        let games = of_round.flat_map(|one| &one.games);
        let open: BTreeSet<GameId> = games
            .filter(|game: &&ContestGame| game.is_undecided())
            .map(|game| game.id)
            .collect();
        // A person whom a newcomer replaces is still in their match until the bot has ended it.
        let waits = |user: UserId, game: &GameId| {
            let pairing = self.pairing(Pairing::of_game(*game));
            open.contains(game) && pairing.is_some_and(|one| self.side_of(one, user).is_some())
        };
        let to_move = facts.to_move.iter();
        let waited_for =
            to_move.filter(|(user, games)| games.iter().any(|game| waits(**user, game)));
        Event::RoundEnding {
            round,
            games: u32::try_from(open.len()).unwrap_or(u32::MAX),
            to_move: waited_for.map(|(user, _)| *user).collect(),
        }
    }

    /// Returns the people with whom the tournament would begin now, or who would get a place in it; none if neither happens.
    pub fn starters(&self, facts: &Facts, now: Moment) -> Vec<UserId> {
        let due = self.starts.is_some_and(|starts| now >= starts);
        match due && self.paused.is_none() && self.state() == State::Gathering {
            true => self.places().0.to_vec(),
            false => self.successor(facts, now).into_iter().collect(),
        }
    }

    /// Returns the people in the order of their seeds.
    fn seeds(&self, facts: &Facts) -> Vec<UserId> {
        let (people, _) = self.places();
        let lots = lots(facts.seed, 0, people.len());
        let mut seeded: Vec<_> = people
            .iter()
            .zip(lots)
            .map(|(user, lot)| {
                let rating = match self.rules.seeding {
                    Seeding::Rated => facts.ratings.get(user).copied(),
                    Seeding::Drawn | Seeding::Table => None,
                };
                (Reverse(rating), lot, *user)
            })
            .collect();
        seeded.sort_unstable();
        seeded.into_iter().map(|(.., user)| user).collect()
    }
}

/// Returns how many people a tournament needs.
fn least() -> usize {
    super::pairing::count(*PEOPLE.start())
}
