//! Decides which events a command causes, or why it is refused.

use std::time::Duration;

use super::command::{Command, Facts};
use super::event::{Event, Lineup};
use super::league::{League, OPEN};
use super::refusal::Refusal;
use super::rules::Rules;
use super::season::{Division, Phase, Season};
use crate::contests::DepartureReason;
use crate::contests::GameId;
use crate::contests::GameState;
use crate::contests::lots;
use crate::features::leagues::press::ids::SeasonId;
use crate::features::leagues::press::kind::Kind;
use crate::matches::{UserId, given_reason};
use crate::people::Moment;

/// The longest time until the start of a season.
const MOST_AHEAD: Duration = Duration::from_hours(90 * 24);

const DAY: Duration = Duration::from_hours(24);

impl League {
    /// Returns the first event of a new league.
    pub fn create(rules: Rules, by: UserId) -> Event {
        Event::Created { by, rules }
    }

    /// Returns the events that a command causes, in order; empty if nothing is due.
    ///
    /// # Errors
    ///
    /// The league does not allow it. The refusal is the sentence for the person.
    pub fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        let event = match command {
            Command::Join { user } => self.join(*user)?,
            Command::Leave { user } => self.leave(*user)?,
            Command::Request(command) => {
                let join = |user| Ok(vec![self.join(user)?]);
                let requests = &self.requests;
                return requests.decide_joining(*command, Event::Request, join);
            }
            Command::Gone { user, why } => return Ok(self.gone(*user, *why)),
            Command::WithoutRole { users } => {
                let users = users.iter().copied();
                let users: Vec<_> = users.filter(|user| self.is_member(*user)).collect();
                return Ok(match users.is_empty() {
                    true => Vec::new(),
                    false => vec![Event::WithoutRole { users }],
                });
            }
            Command::LetIn { user } => {
                return Ok(self
                    .let_in(*user, DepartureReason::Banned)
                    .into_iter()
                    .collect());
            }
            Command::SetStart { starts } => self.set_start(*starts, now)?,
            Command::GameBegan { game, match_id } => {
                let (_, _, known) = self.game(*game).ok_or(Refusal::NoGame(*game))?;
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
                let (_, _, known) = self.game(*game).ok_or(Refusal::NoGame(*game))?;
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
            Command::Due(facts) => return self.due(facts, now),
            Command::Act {
                by,
                reason,
                request,
            } => self.act(*by, reason, request, now)?,
            Command::Undo {
                by,
                act,
                reason,
                unmoved,
            } => return self.undo(*by, *act, reason, unmoved, now),
            Command::SetPlayOffs { by, size } => self.set_play_offs(*by, *size)?,
            Command::PlayOffsBegan { season, journal } => {
                self.begin_play_offs(*season, *journal)?
            }
            Command::PlayOffsOver { season, winner } => self.end_play_offs(*season, *winner)?,
            Command::Close { by, reason } => {
                if self.closed {
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

    fn join(&self, user: UserId) -> Result<Event, Refusal> {
        if self.closed {
            return Err(Refusal::Closed);
        }
        if self.is_member(user) {
            return Err(Refusal::AlreadyIn);
        }
        let out = self
            .current()
            .any(|season| season.seat_of(user).is_some() && !season.is_playing(user));
        if self.rules.kind == Kind::Quick && out {
            return Err(Refusal::OutUntilOver);
        }
        Ok(Event::Joined { user })
    }

    /// Decides a press of *Leave*. A person who waits for a quick division while playing in another stays in that one.
    fn leave(&self, user: UserId) -> Result<Event, Refusal> {
        if let Some(event) = self.requests.withdrawn(user) {
            return Ok(Event::Request(event));
        }
        let waits = self.rules.kind == Kind::Quick && self.is_member(user);
        if !waits && self.is_playing(user) {
            return Ok(self.out(user, DepartureReason::Left));
        }
        if self.is_member(user) {
            return Ok(Event::Left { user });
        }
        Err(Refusal::NotIn)
    }

    fn gone(&self, user: UserId, why: DepartureReason) -> Vec<Event> {
        let leaves = if self.is_playing(user) {
            Some(self.out(user, why))
        } else if !self.is_member(user) {
            None
        } else if why == DepartureReason::Banned {
            Some(Event::KeptOut { user })
        } else {
            Some(Event::Left { user })
        };
        let asks = self.requests.withdrawn(user).map(Event::Request);
        leaves.into_iter().chain(asks).collect()
    }

    /// Decides what a person gets back who was out for a reason that holds no longer; `None` for nothing.
    ///
    /// They have their places in seasons that are being played, and take part again, unless the next season has begun since.
    pub(super) fn let_in(&self, user: UserId, why: DepartureReason) -> Option<Event> {
        if user.deleted_name().is_some() {
            return None;
        }
        let mut kept_out = self.kept_out.iter();
        let kept_out = kept_out.find(|one| one.user == user && one.why == why);
        let same = |next| self.rules.kind == Kind::Quick || next == self.next_season();
        let member = kept_out.is_some_and(|one| {
            one.joined.is_some() && same(one.next) && !self.closed && !self.is_member(user)
        });
        let (mut seasons, mut resumed, mut settled) = (Vec::new(), Vec::new(), Vec::new());
        for season in self.running() {
            let Some((division, index)) = season.seat_of(user) else {
                continue;
            };
            let out = division.seats.get(index).and_then(|seat| seat.out);
            let silent = || {
                division
                    .silence(index, &|game| self.is_by_act(game))
                    .is_some()
            };
            if out.is_none_or(|(_, was)| was != why) || why == DepartureReason::Silent && silent() {
                continue;
            }
            let (goes_on, by_others) = division.returns(index, |game| self.is_by_act(game));
            seasons.push(season.id);
            resumed.extend(goes_on);
            settled.extend(by_others);
        }
        let member = member && (why == DepartureReason::Banned || !seasons.is_empty());
        (member || !seasons.is_empty()).then_some(Event::LetIn {
            user,
            member,
            seasons,
            resumed,
            settled,
        })
    }

    fn out(&self, user: UserId, why: DepartureReason) -> Event {
        let playing = self.running().filter(|season| season.is_playing(user));
        let fates = playing.filter_map(|season| {
            let (division, seat) = season.seat_of(user)?;
            Some((season.id, division.fate(seat)))
        });
        Event::Out {
            user,
            why,
            fates: fates.collect(),
        }
    }

    fn set_start(&self, starts: Moment, now: Moment) -> Result<Event, Refusal> {
        if self.closed {
            return Err(Refusal::Closed);
        }
        if self.rules.kind == Kind::Quick {
            return Err(Refusal::NoStartDay);
        }
        if self.paused.is_some() {
            return Err(Refusal::Paused);
        }
        if self.current().next().is_some() {
            return Err(Refusal::SeasonRunning);
        }
        let (least, have) = (self.rules.least_people(), self.members.len());
        if have < least {
            return Err(Refusal::TooFewPeople { least, have });
        }
        if starts <= now || starts > now.after(MOST_AHEAD) {
            return Err(Refusal::StartDay);
        }
        Ok(Event::StartSet { starts })
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
        if self.paused.is_some() {
            return None;
        }
        for season in self.current() {
            if season.is_running()
                && let Some((user, _)) = season.silent(&|game| self.is_by_act(game))
            {
                return Some(self.out(user, DepartureReason::Silent));
            }
            if season.all_over() {
                return Some(self.over(season));
            }
            if season.phase == Phase::Running && now >= season.ends {
                return Some(Event::SeasonClosing { season: season.id });
            }
            if season.reminder_due().is_some_and(|due| now >= due) {
                return Some(ending(season, facts));
            }
            if season.is_running()
                && let Some(event) = self.vacancy(season, facts, now)
            {
                return Some(event);
            }
        }
        if self.opens.is_some_and(|opens| now >= opens) {
            return self.opening(facts, now);
        }
        if self.starts.is_some_and(|starts| now >= starts) {
            if self.members.len() < self.rules.least_people() {
                return Some(Event::StartMissed);
            }
            return Some(self.start(facts, now));
        }
        let people = self.quick_division(facts)?;
        Some(self.began(&[by_rating(people, facts)], facts, now))
    }

    /// Returns the people with whom a season would begin now, or who would get a place in one that is being played; none if
    /// neither happens.
    pub fn starters(&self, facts: &Facts, now: Moment) -> Vec<UserId> {
        if self.paused.is_some() {
            return Vec::new();
        }
        if self.starts.is_some_and(|starts| now >= starts) {
            return self.members.iter().map(|member| member.user).collect();
        }
        let people = self.quick_division(facts).unwrap_or_default();
        let successors = self.successors(facts, now);
        people.into_iter().chain(successors).collect()
    }

    /// Decides the opening of a season. If it is late, people still have their days to join.
    ///
    /// The season starts at the time of day at which the first one was to start, in the organiser's zone.
    fn opening(&self, facts: &Facts, now: Moment) -> Option<Event> {
        let opens = self.opens?;
        let opened = if opens.until(now) < DAY { opens } else { now };
        let earliest = opened.after(OPEN);
        let first = self.first_start;
        let starts = first.and_then(|first| facts.zone.next_same_time(earliest, first));
        Some(Event::SeasonOpened {
            season: self.next_season(),
            starts: starts.unwrap_or(earliest),
        })
    }

    fn start(&self, facts: &Facts, now: Moment) -> Event {
        let people = self.next_divisions(|user| facts.ratings.get(&user).copied());
        self.began(&people, facts, now)
    }

    fn began(&self, people: &[Vec<UserId>], facts: &Facts, now: Moment) -> Event {
        let divisions = people.iter().enumerate().map(|(index, people)| Lineup {
            people: people.clone(),
            lots: lots(facts.seed, index, people.len()),
        });
        Event::SeasonBegan {
            season: self.next_season(),
            ends: now.after(DAY * self.rules.days),
            divisions: divisions.collect(),
        }
    }

    fn over(&self, season: &Season) -> Event {
        let places: Vec<(Vec<UserId>, usize)> =
            season.divisions.iter().map(Division::places).collect();
        let (mut promoted, mut relegated) = (Vec::new(), Vec::new());
        for ((people, still_in), moves) in places.iter().zip(season.moves()) {
            let still_in = people.get(..*still_in).unwrap_or_default();
            promoted.extend(still_in.iter().take(moves.up));
            relegated.extend(still_in.iter().skip(still_in.len() - moves.down));
        }
        let champion = season.divisions.first().and_then(Division::winner);
        Event::SeasonOver {
            season: season.id,
            play_offs: self.play_offs_of(season),
            champion,
            promoted,
            relegated,
            places: places.into_iter().map(|(people, _)| people).collect(),
        }
    }

    /// Returns the running season of a number.
    pub(super) fn running_season(&self, id: SeasonId) -> Result<&Season, Refusal> {
        let season = self.season(id).filter(|season| season.is_running());
        season.ok_or(Refusal::SeasonNotRunning)
    }
}

/// Returns the reminder of a season's end.
fn ending(season: &Season, facts: &Facts) -> Event {
    let open = season.games().filter(|(_, game)| game.is_undecided());
    let open: Vec<GameId> = open.map(|(_, game)| game.id).collect();
    let waited_for = facts
        .to_move
        .iter()
        .filter(|(_, games)| games.iter().any(|game| open.contains(game)));
    Event::SeasonEnding {
        season: season.id,
        games: u32::try_from(open.len()).unwrap_or(u32::MAX),
        to_move: waited_for.map(|(user, _)| *user).collect(),
    }
}

fn by_rating(mut people: Vec<UserId>, facts: &Facts) -> Vec<UserId> {
    people.sort_by_key(|user| std::cmp::Reverse(facts.ratings.get(user).copied()));
    people
}

/// Returns the reason of an organiser as it is kept.
pub(super) fn needed_reason(typed: &str) -> Result<String, Refusal> {
    given_reason(typed).ok_or(Refusal::NoReason)
}
