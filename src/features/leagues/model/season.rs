//! A season: its divisions, their people and games.

use std::collections::BTreeMap;
use std::time::Duration;

use super::event::{Fate, Lineup, Settled};
use super::finish::{CanFinish, can_finish};
use super::promotion::{Moves, moves};
use super::table::{Entrant, Finished, Row, Standing, table};
use crate::contests::DepartureReason;
use crate::contests::GameId;
use crate::contests::pairings;
use crate::contests::{AdjudicationRule, ContestGame, GameState, Wanted, Why};
use crate::contests::{How, Score};
use crate::features::leagues::press::ids::SeasonId;
use crate::matches::UserId;
use crate::people::Moment;

/// Two losses on time this close together, without a move as long, put a person out.
const SILENCE: Duration = Duration::from_hours(7 * 24);

/// The time before a season's last moment at which its people are reminded of it.
const NOTICE: Duration = Duration::from_hours(2 * 24);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    pub id: SeasonId,
    pub began: Moment,
    /// Its last moment.
    pub ends: Moment,
    pub phase: Phase,
    /// When people were told that they will be replaced because they do not move.
    pub(super) told: BTreeMap<UserId, Moment>,
    /// When its people were reminded of its end.
    pub(super) reminded: Option<Moment>,
    /// The highest division first.
    pub divisions: Vec<Division>,
    /// How many of each division went up and down, if the season is over.
    pub(super) moved: Option<Vec<Moves>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Running,
    /// The last moment has come, and matches are being adjudicated.
    Closing,
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// In the order of their seeds.
    pub seats: Vec<Seat>,
    /// Numbered one by one from the first.
    pub games: Vec<ContestGame>,
    /// The seats of the people who are out, in the order in which they went.
    pub(super) gone: Vec<usize>,
}

/// A place in a division, and the person who has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub user: UserId,
    /// The lot drawn at the start. The lower one is ahead.
    pub lot: u32,
    /// Set if the person is out.
    pub out: Option<(Fate, DepartureReason)>,
    /// The last move in any game of the league that is known.
    pub last_move: Option<Moment>,
}

/// A line of the table as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub user: UserId,
    pub row: Row,
    pub finish: CanFinish,
    pub lot: u32,
    pub out: Option<(Fate, DepartureReason)>,
}

impl Season {
    /// Makes a season that begins.
    pub(super) fn new(
        id: SeasonId,
        (began, ends): (Moment, Moment),
        lineups: &[Lineup],
        legs: u32,
        first_game: GameId,
    ) -> Self {
        let mut next = first_game;
        let divisions = lineups
            .iter()
            .map(|lineup| {
                let division = Division::new(lineup, legs, next);
                next += u32::try_from(division.games.len()).unwrap_or(0);
                division
            })
            .collect();
        Self {
            id,
            began,
            ends,
            phase: Phase::Running,
            told: BTreeMap::new(),
            reminded: None,
            divisions,
            moved: None,
        }
    }

    pub fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// Returns all games, the highest division first.
    pub fn games(&self) -> impl Iterator<Item = (&Division, &ContestGame)> {
        self.divisions
            .iter()
            .flat_map(|division| division.games.iter().map(move |game| (division, game)))
    }

    /// Returns when the people must be reminded of the end; `None` if they were, or no game goes on.
    pub fn reminder_due(&self) -> Option<Moment> {
        let goes_on = || self.games().any(|(_, game)| game.is_undecided());
        let waits = self.is_running() && self.reminded.is_none() && goes_on();
        waits.then(|| self.ends.before(NOTICE))
    }

    /// Moves the end forward. An end within two days needs no reminder: the organiser's act is announced.
    pub(super) fn end_earlier(&mut self, ends: Moment, at: Moment) {
        self.ends = ends;
        if ends.before(NOTICE) <= at {
            self.reminded.get_or_insert(at);
        }
    }

    /// Moves the end back to a later moment. People who were reminded of the earlier one are reminded again.
    pub(super) fn end_later(&mut self, ends: Moment) {
        self.ends = ends;
        self.reminded = self.reminded.filter(|at| *at >= ends.before(NOTICE));
    }

    /// Whether all games are over.
    pub fn all_over(&self) -> bool {
        self.games().all(|(_, game)| game.is_over())
    }

    /// Returns the division and the seat that a person has.
    pub fn seat_of(&self, user: UserId) -> Option<(&Division, usize)> {
        self.divisions.iter().find_map(|division| {
            let seat = division.seats.iter().position(|seat| seat.user == user)?;
            Some((division, seat))
        })
    }

    /// Whether a person has a place and is not out.
    pub fn is_playing(&self, user: UserId) -> bool {
        self.seat_of(user)
            .and_then(|(division, seat)| division.seats.get(seat))
            .is_some_and(|seat| seat.out.is_none())
    }

    /// Returns a person's games that are over or not.
    pub fn games_of(&self, user: UserId) -> impl Iterator<Item = &ContestGame> {
        self.seat_of(user)
            .into_iter()
            .flat_map(|(division, seat)| division.games_of(seat))
    }

    /// Returns how many of each division go up and down with the places of now, or went after the season.
    pub fn moves(&self) -> Vec<Moves> {
        self.moved.clone().unwrap_or_else(|| {
            let still_in = self.divisions.iter().map(Division::still_in);
            moves(&still_in.collect::<Vec<_>>())
        })
    }

    /// Returns a person who has lost two games in silence within 7 days, and since when.
    ///
    /// `by_act` tells the games that an organiser's act has decided.
    pub(super) fn silent(&self, by_act: &impl Fn(GameId) -> bool) -> Option<(UserId, Moment)> {
        let mut divisions = self.divisions.iter();
        divisions.find_map(|division| division.silent(by_act))
    }

    pub(super) fn division_mut(&mut self, user: UserId) -> Option<(&mut Division, usize)> {
        self.divisions.iter_mut().find_map(|division| {
            let seat = division.seats.iter().position(|seat| seat.user == user)?;
            Some((division, seat))
        })
    }
}

impl Division {
    fn new(lineup: &Lineup, legs: u32, first_game: GameId) -> Self {
        let lots = lineup.lots.iter().copied().chain(std::iter::repeat(0));
        let seats: Vec<Seat> = lineup
            .people
            .iter()
            .zip(lots)
            .map(|(user, lot)| Seat {
                user: *user,
                lot,
                out: None,
                last_move: None,
            })
            .collect();
        let games = (first_game..)
            .zip(pairings(seats.len(), legs))
            .map(|(id, pairing)| ContestGame {
                id,
                round: pairing.round,
                seats: [pairing.first, pairing.second],
                state: GameState::ToBegin { continues: None },
            })
            .collect();
        Self {
            seats,
            games,
            gone: Vec::new(),
        }
    }

    /// Returns a game by its number.
    pub fn game(&self, id: GameId) -> Option<&ContestGame> {
        self.games.get(self.index(id)?)
    }

    pub(super) fn seats_and_game(&mut self, id: GameId) -> Option<(&mut [Seat], &mut ContestGame)> {
        let index = self.index(id)?;
        Some((&mut self.seats, self.games.get_mut(index)?))
    }

    fn index(&self, id: GameId) -> Option<usize> {
        usize::try_from(id.checked_sub(self.games.first()?.id)?).ok()
    }

    /// Returns the people of a game, the one with the first move first.
    pub fn people(&self, game: &ContestGame) -> Option<[UserId; 2]> {
        let [first, second] = game.seats.map(|seat| self.seats.get(seat));
        Some([first?.user, second?.user])
    }

    /// Returns the games of a seat.
    pub fn games_of(&self, seat: usize) -> impl Iterator<Item = &ContestGame> {
        self.games
            .iter()
            .filter(move |game| game.seats.contains(&seat))
    }

    /// Whether a game does not count because a person is out.
    pub fn is_annulled(&self, game: &ContestGame) -> bool {
        game.seats.iter().any(|seat| {
            let out = self.seats.get(*seat).and_then(|seat| seat.out);
            matches!(out, Some((Fate::Annulled, _)))
        })
    }

    /// Whether a person of a game is out.
    pub(super) fn has_leaver(&self, game: &ContestGame) -> bool {
        let mut seats = game.seats.iter().filter_map(|seat| self.seats.get(*seat));
        seats.any(|seat| seat.out.is_some())
    }

    /// Returns the table in the order of the places.
    pub fn table(&self) -> Vec<Placed> {
        let entrants = self.entrants();
        let finished = self.finished();
        let open: Vec<[usize; 2]> = self
            .games
            .iter()
            .filter(|game| !game.is_over())
            .map(|game| game.seats)
            .collect();
        let finish = can_finish(&entrants, &finished, &open);
        table(&entrants, &finished)
            .into_iter()
            .filter_map(|row| {
                let seat = self.seats.get(row.seat)?;
                Some(Placed {
                    user: seat.user,
                    row,
                    finish: *finish.get(row.seat)?,
                    lot: seat.lot,
                    out: seat.out,
                })
            })
            .collect()
    }

    /// Returns the people in the order of their places, and how many of them are not out: they come first.
    pub fn places(&self) -> (Vec<UserId>, usize) {
        let rows = table(&self.entrants(), &self.finished());
        let people = rows
            .iter()
            .filter_map(|row| self.seats.get(row.seat))
            .map(|seat| seat.user);
        (people.collect(), self.still_in())
    }

    /// Returns the person in the first place, if they are not out and have a point or half of one.
    pub(super) fn winner(&self) -> Option<UserId> {
        let rows = table(&self.entrants(), &self.finished());
        let first = rows.first().filter(|row| row.points > 0)?;
        let seat = self.seats.get(first.seat)?;
        seat.out.is_none().then_some(seat.user)
    }

    /// Returns how many people are not out.
    pub(super) fn still_in(&self) -> usize {
        self.seats.iter().filter(|seat| seat.out.is_none()).count()
    }

    /// Returns the result that the departure of one of its people gives a game, if the others' departures count too.
    ///
    /// A game does not count if the games of one of the two are annulled. Otherwise the person who went first has lost it.
    pub(super) fn by_departure(&self, game: &ContestGame, gone: &[usize]) -> Option<Settled> {
        let fate = |seat: &usize| Some(self.seats.get(*seat)?.out?.0);
        let mut seats = gone.iter().filter(|seat| game.seats.contains(seat));
        let first = seats.clone().next()?;
        let (score, fate) = if seats.any(|seat| fate(seat) == Some(Fate::Annulled)) {
            (Score::Void, Fate::Annulled)
        } else {
            (game.win_against(*first)?, Fate::Forfeited)
        };
        Some(Settled {
            game: game.id,
            score,
            fate,
        })
    }

    /// Returns which games of a person who is let in again go on, and which have the result of the other's departure.
    ///
    /// `by_act` tells the games that an organiser's act decided.
    pub(super) fn returns(
        &self,
        seat: usize,
        by_act: impl Fn(GameId) -> bool,
    ) -> (Vec<GameId>, Vec<Settled>) {
        let others: Vec<usize> = self
            .gone
            .iter()
            .copied()
            .filter(|one| *one != seat)
            .collect();
        let (mut resumed, mut settled) = (Vec::new(), Vec::new());
        for game in self.games_of(seat) {
            let lost = game.settled().is_some_and(|(score, how)| match how {
                How::Annulled => true,
                How::Forfeit => Some(score) == game.win_against(seat),
                _ => false,
            });
            if !lost || by_act(game.id) {
                continue;
            }
            match self.by_departure(game, &others) {
                Some(by_other) => settled.push(by_other),
                None => resumed.push(game.id),
            }
        }
        (resumed, settled)
    }

    fn entrants(&self) -> Vec<Entrant> {
        let entrant = |seat: &Seat| Entrant {
            standing: match seat.out {
                None => Standing::In,
                Some((Fate::Forfeited, _)) => Standing::Forfeited,
                Some((Fate::Annulled, _)) => Standing::Annulled,
            },
            lot: seat.lot,
        };
        self.seats.iter().map(entrant).collect()
    }

    fn finished(&self) -> Vec<Finished> {
        let finished = |game: &ContestGame| match &game.state {
            GameState::Over { end, .. } => Some(Finished {
                seats: game.seats,
                score: end.score,
                thinking: end.thinking.map(Duration::from_millis),
            }),
            GameState::ToBegin { .. } | GameState::Running { .. } => None,
        };
        self.games.iter().filter_map(finished).collect()
    }

    /// Returns what happens to a person's games if they go out now: if fewer than half are over, none of them counts.
    ///
    /// Games that already do not count are left out of both numbers.
    pub(super) fn fate(&self, seat: usize) -> Fate {
        let games = || self.games_of(seat).filter(|game| !self.is_annulled(game));
        let over = games().filter(|game| game.is_over()).count();
        if over * 2 < games().count() {
            Fate::Annulled
        } else {
            Fate::Forfeited
        }
    }

    fn silent(&self, by_act: &impl Fn(GameId) -> bool) -> Option<(UserId, Moment)> {
        self.seats.iter().enumerate().find_map(|(index, seat)| {
            let since = self.silence(index, by_act).filter(|_| seat.out.is_none())?;
            Some((seat.user, since))
        })
    }

    /// Returns since when a person is silent, the moment of the second loss; `None` if they are not.
    ///
    /// `by_act` tells the games that an organiser's act has decided.
    pub(super) fn silence(&self, index: usize, by_act: &impl Fn(GameId) -> bool) -> Option<Moment> {
        let seat = self.seats.get(index)?;
        let mut losses: Vec<Moment> = self
            .games_of(index)
            .filter_map(|game| game.lost_in_silence(index, by_act(game.id)))
            .collect();
        losses.sort_unstable();
        losses.windows(2).find_map(|pair| {
            let [before, last] = *pair else { return None };
            let quiet = seat
                .last_move
                .is_none_or(|moved| moved <= last.before(SILENCE));
            (quiet && before.until(last) <= SILENCE).then_some(last)
        })
    }

    /// Puts a person out, and settles their games.
    pub(super) fn put_out(&mut self, seat: usize, fate: Fate, why: DepartureReason, at: Moment) {
        if let Some(seat) = self.seats.get_mut(seat) {
            seat.out = Some((fate, why));
        }
        self.gone.push(seat);
        for game in &mut self.games {
            let Some(other_wins) = game.win_against(seat) else {
                continue;
            };
            match fate {
                Fate::Annulled => game.settle(Score::Void, Why::Annulled, at),
                Fate::Forfeited => game.settle(other_wins, Why::Forfeit, at),
            }
        }
    }

    /// Gives a person who was out their place back.
    pub(super) fn let_in(&mut self, seat: usize) {
        if let Some(seat) = self.seats.get_mut(seat) {
            seat.out = None;
        }
        self.gone.retain(|one| *one != seat);
    }

    /// Ends all games that are not over, at the season's last moment.
    pub(super) fn close(&mut self, at: Moment) {
        for game in &mut self.games {
            let why = Why::SeasonOver;
            match &mut game.state {
                GameState::Running {
                    wanted: wanted @ None,
                    ..
                } => {
                    *wanted = Some(Wanted {
                        rule: AdjudicationRule::ByThinkingTime,
                        why,
                    });
                }
                // Neither person has thought: they are equal.
                _ => game.settle(Score::Draw, why, at),
            }
        }
    }
}
