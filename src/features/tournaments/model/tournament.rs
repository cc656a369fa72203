//! A tournament as the fold of its events, and what can be read from it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::event::{Exit, OrganiserAct};
use super::pairing::{By, Entrant, Pairing, PairingId};
use super::rounds::{Drawn, swiss_rounds};
use super::rules::Rules;
use crate::contests::knock_out::rounds;
use crate::contests::{self, ActId, Acts, ContestGame, GameId, GameState, Requests, ToEnd};
use crate::matches::{MatchId, TimeControl, UserId};
use crate::people::Moment;

pub(super) const DAY: Duration = Duration::from_hours(24);

/// How long before the last moment of a round its people are reminded, but not before half of it is over.
const NOTICE: Duration = Duration::from_hours(48);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    pub(super) rules: Rules,
    pub(super) by: UserId,
    /// Who has joined and does not play, in the order of joining.
    pub(super) members: Vec<UserId>,
    pub(super) requests: Requests,
    pub(super) starts: Option<Moment>,
    /// Whether it was not in the future when it was set.
    pub(super) starts_at_once: bool,
    pub(super) began: Option<Moment>,
    /// Who plays, in the order of their seeds.
    pub(super) players: Vec<Player>,
    pub(super) pairings: Vec<Pairing>,
    /// The rounds of a Swiss tournament that were drawn.
    pub(super) drawn: Vec<Drawn>,
    /// The last round whose last moment has come.
    pub(super) closed_round: u32,
    /// When people were told that they will be replaced because they do not move.
    pub(super) told: BTreeMap<UserId, Moment>,
    /// The last round whose people were reminded.
    pub(super) reminded_round: u32,
    /// How much later than planned the rounds end: by pauses, and because the bot was away.
    pub(super) late: Duration,
    pub(super) paused: Option<Moment>,
    pub(super) over: bool,
    pub(super) champion: Option<UserId>,
    pub(super) acts: Acts<OrganiserAct, u32>,
}

/// A person who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    pub user: UserId,
    /// Why they are out, if they are. Who has only lost is not out.
    pub out: Option<Exit>,
    /// The last tie-break of a Swiss tournament: the lower one is better.
    pub lot: u32,
    /// Whether they entered a Swiss tournament in its second round.
    pub late: bool,
}

/// Where a tournament stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// People can join.
    Gathering,
    Running,
    Over,
}

/// Something that an organiser did, with the rounds of a Swiss tournament that were drawn by then.
pub type Act = contests::Act<OrganiserAct, u32>;

/// A game whose match must be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    pub game: GameId,
    pub round: u32,
    /// The person with the first move, and the other one.
    pub people: [UserId; 2],
    pub clock: TimeControl,
    /// The match whose turns the new one begins with.
    pub continues: Option<MatchId>,
}

impl Tournament {
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns who set the tournament up.
    pub const fn organiser(&self) -> UserId {
        self.by
    }

    pub const fn state(&self) -> State {
        if self.over {
            State::Over
        } else if self.began.is_some() {
            State::Running
        } else {
            State::Gathering
        }
    }

    /// Returns the people who have joined and do not play, in the order of joining: before the start those who will
    /// play, and then those who wait for a place.
    pub fn members(&self) -> &[UserId] {
        &self.members
    }

    /// Returns the people who play if the tournament begins now, and those who wait for a place.
    pub fn places(&self) -> (&[UserId], &[UserId]) {
        let most = match self.began {
            Some(_) => 0,
            None => super::pairing::count(self.rules.most),
        };
        self.members.split_at(most.min(self.members.len()))
    }

    /// Returns who asks to be let in.
    pub const fn requests(&self) -> &Requests {
        &self.requests
    }

    pub fn is_member(&self, user: UserId) -> bool {
        self.members.contains(&user)
    }

    /// Returns who plays, in the order of their seeds; nobody before the start.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the seed of a person, from 0.
    pub fn seed_of(&self, user: UserId) -> Option<usize> {
        self.players.iter().position(|player| player.user == user)
    }

    /// Returns a person by the place that they have in a pairing.
    pub fn person(&self, entrant: Entrant) -> Option<UserId> {
        match entrant {
            Entrant::Known(seed) => self.players.get(seed).map(|player| player.user),
            Entrant::Nobody | Entrant::Open => None,
        }
    }

    /// Returns the people of a pairing, as far as they are known.
    pub fn people_of(&self, pairing: &Pairing) -> [Option<UserId>; 2] {
        self.entrants(pairing).map(|entrant| self.person(entrant))
    }

    /// Returns the side of a person in a pairing.
    pub fn side_of(&self, pairing: &Pairing, user: UserId) -> Option<usize> {
        let people = self.people_of(pairing);
        people.iter().position(|person| *person == Some(user))
    }

    /// Returns the person who goes on from a pairing.
    pub fn winner(&self, pairing: &Pairing) -> Option<UserId> {
        let [one, other] = self.people_of(pairing);
        match pairing.winner()? {
            0 => one,
            _ => other,
        }
    }

    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    pub fn pairing(&self, id: PairingId) -> Option<&Pairing> {
        self.pairings.iter().find(|pairing| pairing.id == id)
    }

    /// Returns the pairing that a person plays in now: the last one that is not decided.
    pub fn current_of(&self, user: UserId) -> Option<&Pairing> {
        let mut pairings = self.pairings.iter().rev();
        pairings.find(|one| one.decision.is_none() && self.side_of(one, user).is_some())
    }

    /// Whether a person can still win something.
    pub fn is_playing(&self, user: UserId) -> bool {
        let still_in = |player: &Player| player.user == user && player.out.is_none();
        self.state() == State::Running
            && self.players.iter().any(still_in)
            && (self.is_swiss() || self.current_of(user).is_some())
    }

    /// Whether a person plays no more, but would if an organiser's act was undone.
    pub fn can_return(&self, user: UserId) -> bool {
        let out = |user: UserId| {
            let player = self.seed_of(user).and_then(|seed| self.players.get(seed));
            player.map(|player| player.out)
        };
        let excluded = |user: UserId| matches!(out(user), Some(Some(Exit::Act(_))));
        let by_act = |one: &Pairing| {
            let by = one.decision.map(|decision| decision.by);
            let mut people = self.people_of(one).into_iter().flatten();
            one.round > self.closed_round
                && self.side_of(one, user).is_some()
                && (by == Some(By::Organiser) || by == Some(By::Walkover) && people.any(excluded))
        };
        let without_pairing = || self.current_of(user).is_none();
        self.state() == State::Running
            && match out(user) {
                Some(None) => without_pairing() && self.pairings.iter().any(by_act),
                Some(Some(Exit::Act(_))) => true,
                Some(Some(Exit::Departure(_))) | None => false,
            }
    }

    pub fn game(&self, id: GameId) -> Option<(&Pairing, &ContestGame)> {
        let pairing = self.pairing(Pairing::of_game(id))?;
        Some((pairing, pairing.game(id)?))
    }

    /// Returns the final of a knock-out; `None` before the start.
    pub fn last_pairing(&self) -> Option<&Pairing> {
        let last = self.rounds();
        let mut of_last = self.pairings.iter().filter(|one| one.round == last);
        of_last.next().filter(|_| !self.is_swiss())
    }

    /// Returns the pairing for third place of a knock-out.
    pub fn third_place(&self) -> Option<&Pairing> {
        let last = self.rounds();
        let mut of_last = self.pairings.iter().filter(|one| one.round == last);
        of_last.nth(1).filter(|_| !self.is_swiss())
    }

    pub const fn champion(&self) -> Option<UserId> {
        self.champion
    }

    /// Returns the number of rounds; before the start that of the people who have joined.
    pub fn rounds(&self) -> u32 {
        let people = match self.began {
            Some(_) => self.players.iter().filter(|player| !player.late).count(),
            None => self.places().0.len(),
        };
        match self.rules.swiss {
            Some(chosen) => swiss_rounds(people, chosen),
            None => rounds(people),
        }
    }

    /// Returns the last moment of a round; `None` before the start.
    pub fn ends(&self, round: u32) -> Option<Moment> {
        if self.is_swiss() {
            return self.swiss_ends(round);
        }
        let time = (DAY * self.rules.days).saturating_mul(round);
        Some(self.began?.after(time).after(self.late))
    }

    /// Returns the first round with a pairing that is not decided.
    pub fn current_round(&self) -> Option<u32> {
        let open = self.pairings.iter().filter(|one| one.decision.is_none());
        open.map(|one| one.round).min()
    }

    pub const fn starts(&self) -> Option<Moment> {
        self.starts
    }

    /// Whether the organiser started the tournament at once.
    pub const fn starts_at_once(&self) -> bool {
        self.starts_at_once
    }

    pub const fn began(&self) -> Option<Moment> {
        self.began
    }

    pub const fn paused(&self) -> Option<Moment> {
        self.paused
    }

    /// Returns the person who has a place again if an act is undone.
    pub(crate) fn gets_place_back(&self, act: ActId) -> Option<UserId> {
        match self.acts.get(act)?.action {
            OrganiserAct::Replace { user, .. } | OrganiserAct::Exclude { user } => Some(user),
            OrganiserAct::Pause | OrganiserAct::Decide { .. } => None,
        }
    }

    /// Returns all acts of organisers, undone ones too.
    pub fn acts(&self) -> &[Act] {
        self.acts.all()
    }

    /// Returns the games whose matches must be written.
    pub fn pending(&self) -> Vec<Pending> {
        if self.paused.is_some() || self.over {
            return Vec::new();
        }
        let open = |one: &&Pairing| one.opened.is_some() && self.is_ready(one);
        let games = self.pairings.iter().filter(open).flat_map(|pairing| {
            let people = self.people_of(pairing);
            pairing.games.iter().filter_map(move |game| {
                let GameState::ToBegin { continues } = game.state else {
                    return None;
                };
                let [first, second] = game.seats.map(|side| people.get(side).copied().flatten());
                let deciding = pairing.is_deciding(game.id, self.rules.games);
                Some(Pending {
                    game: game.id,
                    round: game.round,
                    people: [first?, second?],
                    clock: match deciding {
                        true => self.rules.clock.half(),
                        false => self.rules.clock,
                    },
                    continues,
                })
            })
        });
        games.collect()
    }

    /// Returns the matches that must be ended. Each comes back as `game-ended`.
    pub fn to_end(&self) -> Vec<ToEnd> {
        let games = self.pairings.iter().flat_map(|pairing| &pairing.games);
        games.filter_map(ContestGame::to_end).collect()
    }

    /// Returns the matches that are being played.
    pub fn running(&self) -> impl Iterator<Item = (GameId, MatchId)> {
        let games = self.pairings.iter().flat_map(|pairing| &pairing.games);
        games.filter_map(|game| Some((game.id, game.running()?)))
    }

    /// Returns a person's matches that are being played.
    pub fn running_of(&self, user: UserId) -> Vec<MatchId> {
        let own = self
            .pairings
            .iter()
            .filter(|pairing| self.side_of(pairing, user).is_some());
        let games = own.flat_map(|pairing| &pairing.games);
        games.filter_map(ContestGame::running).collect()
    }

    /// Returns all people who appear in the tournament.
    pub fn people(&self) -> BTreeSet<UserId> {
        let players = self.players.iter().map(|player| player.user);
        let organisers = self.acts().iter().flat_map(|act| {
            let undone = act.undone.iter().map(|(by, ..)| *by);
            let concerned = match &act.action {
                OrganiserAct::Replace { user, newcomer } => [Some(*user), Some(*newcomer)],
                OrganiserAct::Exclude { user } => [Some(*user), None],
                OrganiserAct::Decide { winner, .. } => [*winner, None],
                OrganiserAct::Pause => [None, None],
            };
            let concerned = concerned.into_iter().flatten();
            undone.chain(act.by).chain(concerned)
        });
        let members = self.members.iter().copied();
        members
            .chain(self.requests.people().iter().copied())
            .chain(players)
            .chain(organisers)
            .chain([self.by])
            .collect()
    }

    /// Returns the next moment at which something is due by itself; a past one if it is due now.
    pub fn next_due(&self) -> Option<Moment> {
        if self.paused.is_some() || self.over {
            return None;
        }
        let Some(began) = self.began else {
            return self.starts;
        };
        let at_once = self.is_decided()
            || !self.silent().is_empty()
            || !self.to_open().is_empty()
            || self.late_entrant().is_some();
        if at_once {
            return Some(began);
        }
        let choices = self.pairings.iter().filter_map(|one| one.choose_until);
        let open = self
            .current_round()
            .filter(|round| *round > self.closed_round);
        let end = open.and_then(|round| self.ends(round));
        let waits = |end: Moment| (open > Some(self.reminded_round)).then(|| self.notice(end));
        choices.chain(end).chain(end.and_then(waits)).min()
    }

    /// Returns when people are reminded of the last moment of a round.
    fn notice(&self, end: Moment) -> Moment {
        end.before(NOTICE.min(DAY * self.rules.days / 2))
    }

    /// Whether the people of a round must be reminded of its last moment.
    pub fn is_reminder_due(&self, now: Moment) -> bool {
        let round = self.current_round();
        let done = self.reminded_round.max(self.closed_round);
        let end = round
            .filter(|round| *round > done)
            .and_then(|round| self.ends(round));
        end.is_some_and(|end| now >= self.notice(end))
    }

    /// Whether all pairings are decided; in a Swiss tournament those that were drawn.
    pub fn is_decided(&self) -> bool {
        self.began.is_some() && self.pairings.iter().all(|one| one.decision.is_some())
    }

    /// Returns the pairings whose people are both known, and whose games have not begun.
    pub(super) fn to_open(&self) -> Vec<PairingId> {
        let ready = |one: &&Pairing| one.opened.is_none() && self.is_ready(one);
        let ready = self.pairings.iter().filter(ready);
        ready.map(|one| one.id).collect()
    }

    /// Returns the people who lost a game on time without having moved in it, and are not out.
    ///
    /// An organiser's decision for a person stands above that. What ends after a pairing is decided for them, before the
    /// bot has ended it, counts no more.
    pub(super) fn silent(&self) -> Vec<UserId> {
        let mut silent = BTreeSet::new();
        for pairing in &self.pairings {
            let people = self.people_of(pairing);
            for game in &pairing.games {
                let Some((side, at)) = lost_in_silence(game) else {
                    continue;
                };
                let goes_on = pairing.decision.is_some_and(|decision| {
                    let stands = decision.by == By::Organiser || at >= decision.at;
                    decision.winner == Some(side) && stands
                });
                if !goes_on {
                    silent.extend(people.get(side).copied().flatten());
                }
            }
        }
        let still_in = |user: &UserId| {
            let mut players = self.players.iter();
            players.any(|one| one.user == *user && one.out.is_none())
        };
        silent.into_iter().filter(still_in).collect()
    }
}

/// Returns the side that lost a game on time without having moved in it, and when.
fn lost_in_silence(game: &ContestGame) -> Option<(usize, Moment)> {
    let GameState::Over { end, at, .. } = &game.state else {
        return None;
    };
    let seat = match end.score {
        crate::contests::Score::First => 1,
        crate::contests::Score::Second => 0,
        _ => return None,
    };
    let silent = end.how == crate::contests::How::Time && end.last_moves[seat].is_none();
    silent.then_some((game.seats[seat], *at))
}
