//! A league as the fold of its events, and what can be read from it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::command::Facts;
use super::divisions::{LastDivision, Otherwise, divisions, moved, otherwise};
use super::event::{Fate, OrganiserAct};
use super::play_offs::PlayOffs;
use super::rules::Rules;
use super::season::{Division, Phase, Season};
use crate::contests::{
    self, ActId, Acts, ContestGame, DepartureReason, GameId, GameState, Requests, ToEnd,
};
use crate::features::leagues::press::ids::SeasonId;
use crate::features::leagues::press::kind::Kind;
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

/// The time from the end of a season until the next one opens.
pub const PAUSE: Duration = Duration::from_hours(3 * 24);

/// The time from the opening of a season until its start.
pub const OPEN: Duration = Duration::from_hours(7 * 24);

/// A person with this many league games running waits for a quick division.
pub const MOST_RUNNING: usize = 7;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct League {
    pub(super) rules: Rules,
    pub(super) by: UserId,
    /// Who takes part in the next season, or waits for a quick division, in the order of joining.
    pub(super) members: Vec<Member>,
    pub(super) requests: Requests,
    /// All seasons, the first one first. Shared, so that a copy of a league costs little.
    pub(super) seasons: Vec<Arc<Season>>,
    pub(super) next_game: GameId,
    /// The divisions of the last season that is over.
    pub(super) last: Vec<LastDivision>,
    pub(super) champions: Vec<(SeasonId, UserId)>,
    pub(super) play_offs: Vec<PlayOffs>,
    /// The day of the next season.
    pub(super) starts: Option<Moment>,
    /// When the first season was to start. The others start at the same time of day.
    pub(super) first_start: Option<Moment>,
    /// The people who may be let in again, and what they had.
    pub(super) kept_out: Vec<KeptOut>,
    /// The moment of the last event, if a person went out by it.
    pub(super) last_out: Option<Moment>,
    /// When the next season opens.
    pub(super) opens: Option<Moment>,
    pub(super) paused: Option<Moment>,
    pub(super) closed: bool,
    pub(super) acts: Acts<OrganiserAct, Option<Moment>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    pub user: UserId,
    pub joined: Moment,
}

/// A person who was banned or silent, and may be let in again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeptOut {
    pub(super) user: UserId,
    pub(super) why: DepartureReason,
    /// When they had joined, if they took part in the next season or waited for a quick division.
    pub(super) joined: Option<Moment>,
    /// The number of the season that was to begin next.
    pub(super) next: SeasonId,
}

/// Where a league stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// People can join for the next season.
    Gathering,
    Running,
    /// A season's last moment has come, and matches are being adjudicated.
    Closing,
    /// No further season begins, but the play-offs of the last ones are not over.
    PlayOffs,
    /// No further season begins.
    Over,
}

/// Something that an organiser did, with the end of the season before the act moved it.
pub type Act = contests::Act<OrganiserAct, Option<Moment>>;

/// A game whose match must be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    pub season: SeasonId,
    /// The index of the division, the highest one being 0.
    pub division: usize,
    pub game: GameId,
    pub round: u32,
    /// The person with the first move, and the other one.
    pub people: [UserId; 2],
    /// The match whose turns the new one begins with.
    pub continues: Option<MatchId>,
}

impl League {
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns who set the league up.
    pub const fn organiser(&self) -> UserId {
        self.by
    }

    pub fn state(&self) -> State {
        let is = |phase: Phase| self.seasons.iter().any(|season| season.phase == phase);
        if is(Phase::Running) {
            State::Running
        } else if is(Phase::Closing) {
            State::Closing
        } else if self.closed && self.has_open_play_offs() {
            State::PlayOffs
        } else if self.closed {
            State::Over
        } else {
            State::Gathering
        }
    }

    /// Returns who takes part in the next season, or waits for a quick division, in the order of joining.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Returns who asks to be let in.
    pub const fn requests(&self) -> &Requests {
        &self.requests
    }

    pub fn is_member(&self, user: UserId) -> bool {
        self.members.iter().any(|member| member.user == user)
    }

    /// Whether a person is playing now and not out.
    pub fn is_playing(&self, user: UserId) -> bool {
        self.running().any(|season| season.is_playing(user))
    }

    /// Returns what becomes of a person's games if they go out now; `None` if they are not playing.
    pub fn fate(&self, user: UserId) -> Option<Fate> {
        let season = self.running().find(|season| season.is_playing(user))?;
        let (division, seat) = season.seat_of(user)?;
        Some(division.fate(seat))
    }

    /// Returns all seasons, the first one first.
    pub fn seasons(&self) -> impl DoubleEndedIterator<Item = &Season> {
        self.seasons.iter().map(|season| &**season)
    }

    /// Returns the seasons that are not over.
    pub fn current(&self) -> impl Iterator<Item = &Season> {
        self.seasons().filter(|season| season.phase != Phase::Over)
    }

    /// Returns the seasons whose last moment has not come.
    pub fn running(&self) -> impl Iterator<Item = &Season> {
        self.seasons().filter(|season| season.is_running())
    }

    /// Returns the people who have a place in a season that is not over, and are not out.
    pub fn playing(&self) -> BTreeSet<UserId> {
        let divisions = self.current().flat_map(|season| &season.divisions);
        let seats = divisions.flat_map(|division| &division.seats);
        seats
            .filter(|seat| seat.out.is_none())
            .map(|seat| seat.user)
            .collect()
    }

    pub fn season(&self, id: SeasonId) -> Option<&Season> {
        self.seasons().find(|season| season.id == id)
    }

    /// Returns the number of the season that begins next.
    pub fn next_season(&self) -> SeasonId {
        self.seasons.last().map_or(1, |season| season.id + 1)
    }

    /// Returns a game with its season and division.
    pub fn game(&self, id: GameId) -> Option<(&Season, &Division, &ContestGame)> {
        self.seasons().rev().find_map(|season| {
            let mut divisions = season.divisions.iter();
            divisions.find_map(|division| Some((season, division, division.game(id)?)))
        })
    }

    /// Returns the champions of the seasons that are over, in the order of the seasons.
    pub fn champions(&self) -> &[(SeasonId, UserId)] {
        &self.champions
    }

    /// Returns the day of the next season, if it has one.
    pub const fn starts(&self) -> Option<Moment> {
        self.starts
    }

    /// Returns when the next season opens, if it is not open yet.
    pub const fn opens(&self) -> Option<Moment> {
        self.opens
    }

    /// Returns when the first season was to start: the others start at the same time of day.
    pub const fn first_start(&self) -> Option<Moment> {
        self.first_start
    }

    /// Returns the moment of the last event, if a person went out by it: the next one may be told with it.
    pub(crate) const fn last_out(&self) -> Option<Moment> {
        self.last_out
    }

    /// Returns the people whose division in a season is not the one that the end of the last season announced.
    pub fn otherwise(&self, season: &Season) -> Vec<Otherwise> {
        let seats = season
            .divisions
            .iter()
            .map(|division| division.seats.iter());
        let people: Vec<Vec<UserId>> = seats
            .map(|seats| seats.map(|seat| seat.user).collect())
            .collect();
        otherwise(&self.last, &people)
    }

    /// Returns the same for the next season, if it began now.
    pub fn otherwise_next(&self) -> Vec<Otherwise> {
        otherwise(&self.last, &self.next_divisions(|_| None))
    }

    /// Whether organisers have put people into other divisions of a season.
    pub fn has_moves(&self, of: SeasonId) -> bool {
        let mut acts = self.acts.standing();
        acts.any(|act| matches!(act.action, OrganiserAct::Place { season, .. } if season == of))
    }

    /// Whether people join for a season that has not started.
    pub fn gathers_for_a_season(&self) -> bool {
        self.rules.kind == Kind::Seasonal && self.state() == State::Gathering
    }

    /// Returns the people of each division of the next season, if it began now: those whom an organiser has put into another
    /// one are there.
    pub fn next_divisions(&self, rating: impl Fn(UserId) -> Option<i32>) -> Vec<Vec<UserId>> {
        let members: Vec<UserId> = self.members.iter().map(|member| member.user).collect();
        let size = usize::try_from(self.rules.size).unwrap_or(usize::MAX);
        let mut all = divisions(&self.last, &members, rating, size);
        let next = self.next_season();
        let mut settled = Vec::new();
        for act in self.acts.standing() {
            if let OrganiserAct::Place {
                season,
                user,
                division,
            } = act.action
                && season == next
            {
                let to = usize::try_from(division).unwrap_or(usize::MAX);
                moved(&mut all, user, to, &settled);
                settled.push(user);
            }
        }
        all
    }

    /// Returns since when the league is paused.
    pub const fn paused(&self) -> Option<Moment> {
        self.paused
    }

    /// Whether no season begins after the ones that are being played.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the person who has a place again if an act is undone.
    pub(crate) fn gets_place_back(&self, act: ActId) -> Option<UserId> {
        match self.acts.get(act)?.action {
            OrganiserAct::Replace { user, .. } => Some(user),
            OrganiserAct::Pause
            | OrganiserAct::Forfeit { .. }
            | OrganiserAct::Adjudicate { .. }
            | OrganiserAct::Place { .. }
            | OrganiserAct::EndSeason { .. } => None,
        }
    }

    /// Returns all acts of organisers, undone ones too.
    pub fn acts(&self) -> &[Act] {
        self.acts.all()
    }

    /// Whether the next season needs a day, and enough people take part: the caller sets one with `Command::SetStart`.
    pub fn wants_start(&self) -> bool {
        self.rules.kind == Kind::Seasonal
            && self.state() == State::Gathering
            && self.paused.is_none()
            && self.starts.is_none()
            && self.opens.is_none()
            && self.members.len() >= self.rules.least_people()
    }

    /// Returns the games whose matches must be written, in the order of the rounds within each division.
    pub fn pending(&self) -> Vec<Pending> {
        if self.paused.is_some() {
            return Vec::new();
        }
        let mut all = Vec::new();
        for season in self.running() {
            for (index, division) in season.divisions.iter().enumerate() {
                for game in &division.games {
                    let GameState::ToBegin { continues } = game.state else {
                        continue;
                    };
                    let Some(people) = division.people(game) else {
                        continue;
                    };
                    all.push(Pending {
                        season: season.id,
                        division: index,
                        game: game.id,
                        round: game.round,
                        people,
                        continues,
                    });
                }
            }
        }
        all
    }

    /// Returns the matches that must be ended. Each comes back as `game-ended`.
    pub fn to_end(&self) -> Vec<ToEnd> {
        let games = self.current().flat_map(Season::games);
        games.filter_map(|(_, game)| game.to_end()).collect()
    }

    /// Returns a person's matches that are being played.
    pub fn running_of(&self, user: UserId) -> Vec<(GameId, MatchId)> {
        self.current()
            .flat_map(|season| season.games_of(user))
            .filter_map(|game| Some((game.id, game.running()?)))
            .collect()
    }

    /// Returns how many of a person's games are not over.
    pub fn games_running(&self, user: UserId) -> usize {
        self.current()
            .flat_map(|season| season.games_of(user))
            .filter(|game| !game.is_over())
            .count()
    }

    /// Returns all people who appear in the league.
    pub fn people(&self) -> BTreeSet<UserId> {
        let members = self.members.iter().map(|member| member.user);
        let asking = self.requests.people().iter().copied();
        let divisions = self.seasons().flat_map(|season| &season.divisions);
        let seats = divisions.flat_map(|division| &division.seats);
        let players = seats.map(|seat| seat.user);
        let organisers = self.acts().iter().flat_map(|act| {
            let undone = act.undone.iter().map(|(by, ..)| *by);
            let concerned = match &act.action {
                OrganiserAct::Replace { user, newcomer, .. } => [Some(*user), Some(*newcomer)],
                OrganiserAct::Forfeit { user, .. } | OrganiserAct::Place { user, .. } => {
                    [Some(*user), None]
                }
                _ => [None, None],
            };
            undone.chain(act.by).chain(concerned.into_iter().flatten())
        });
        // A newcomer may have won the play-offs.
        let champions = self.champions.iter().map(|(_, user)| *user);
        members
            .chain(asking)
            .chain(players)
            .chain(champions)
            .chain(organisers)
            .chain([self.by])
            .collect()
    }

    /// Returns the next moment at which something is due by itself; a past one if it is due now.
    ///
    /// A full quick division is due too. It may have to wait for games in other leagues: then `Command::Due` decides nothing,
    /// and is asked for again after the next event of this league or another.
    pub fn next_due(&self) -> Option<Moment> {
        if self.paused.is_some() {
            return None;
        }
        let seasons = self.current().filter_map(|season| {
            if season.all_over() {
                return Some(season.began);
            }
            let silent = season
                .silent(&|game| self.is_by_act(game))
                .map(|(_, since)| since);
            match season.phase {
                Phase::Running => silent
                    .into_iter()
                    .chain(season.reminder_due())
                    .chain([season.ends])
                    .min(),
                Phase::Closing | Phase::Over => None,
            }
        });
        let full = self.quick_division(&Facts::default()).and_then(|people| {
            let last = people.last()?;
            let member = self.members.iter().find(|member| member.user == *last)?;
            Some(member.joined)
        });
        seasons
            .chain(self.opens)
            .chain(self.starts)
            .chain(full)
            .min()
    }

    /// Returns the people of the next division of a quick league, if enough are waiting who have fewer than seven games.
    pub(super) fn quick_division(&self, facts: &Facts) -> Option<Vec<UserId>> {
        if self.rules.kind != Kind::Quick || self.closed {
            return None;
        }
        let size = usize::try_from(self.rules.size).ok()?;
        let free = self
            .members
            .iter()
            .map(|member| member.user)
            .filter(|user| self.is_free(*user, facts));
        let people: Vec<UserId> = free.take(size).collect();
        (people.len() == size).then_some(people)
    }
}
