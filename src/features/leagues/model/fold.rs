//! How events change a league.

use std::sync::Arc;

use super::divisions::LastDivision;
use super::event::{Event, Fate, Lineup, OrganiserAct, Settled};
use super::league::{Act, KeptOut, League, Member, PAUSE};
use super::promotion::Moves;
use super::rules::Rules;
use super::season::{Phase, Season, Seat};
use crate::contests::{Acts, ContestGame, DepartureReason, GameId, Requests, Why};
use crate::features::leagues::press::ids::SeasonId;
use crate::features::leagues::press::kind::Kind;
use crate::matches::UserId;
use crate::people::Moment;

/// Why an event does not fit the league before it: the log is damaged, or two writers have written it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event does not fit the league: {0}")]
pub struct Unfit(pub &'static str);

impl League {
    /// Makes a league from its first event on.
    pub fn replay<'a>(
        events: impl IntoIterator<Item = (Moment, &'a Event)>,
    ) -> Result<Self, Unfit> {
        let mut events = events.into_iter();
        let Some((_, Event::Created { by, rules })) = events.next() else {
            return Err(Unfit("a league begins with its creation"));
        };
        let mut league = Self::new(rules.clone(), *by);
        for (at, event) in events {
            league.apply(at, event)?;
        }
        Ok(league)
    }

    const fn new(rules: Rules, by: UserId) -> Self {
        Self {
            rules,
            by,
            members: Vec::new(),
            requests: Requests::new(),
            seasons: Vec::new(),
            next_game: 1,
            last: Vec::new(),
            champions: Vec::new(),
            play_offs: Vec::new(),
            starts: None,
            first_start: None,
            kept_out: Vec::new(),
            last_out: None,
            opens: None,
            paused: None,
            closed: false,
            acts: Acts::NONE,
        }
    }

    /// Folds in one more event.
    ///
    /// # Errors
    ///
    /// The event does not fit. The league is unchanged then, or must not be used.
    pub fn apply(&mut self, at: Moment, event: &Event) -> Result<(), Unfit> {
        self.last_out = matches!(event, Event::Out { .. }).then_some(at);
        match event {
            Event::Created { .. } => return Err(Unfit("it was created before")),
            Event::Joined { user } if self.is_member(*user) => {
                return Err(Unfit("the person has joined before"));
            }
            Event::Joined { user } => self.add_member(*user, at),
            Event::Request(event) if !self.requests.apply(*event) => {
                return Err(Unfit("the request is not like that"));
            }
            Event::Request(_) => {}
            Event::Left { user } if !self.is_member(*user) => {
                return Err(Unfit("the person has not joined"));
            }
            Event::Left { user } => self.remove_member(*user),
            Event::StartSet { starts } | Event::SeasonOpened { starts, .. } => {
                self.starts = Some(*starts);
                self.opens = None;
            }
            Event::StartMissed => self.starts = None,
            Event::SeasonBegan {
                season,
                ends,
                divisions,
            } => self.season_began(*season, (at, *ends), divisions)?,
            Event::GameBegan { game, match_id } => {
                let (_, game) = self.game_mut(*game)?;
                if !game.begin(*match_id) {
                    return Err(Unfit("the game has begun before"));
                }
            }
            Event::GameEnded {
                game,
                match_id,
                end,
            } => {
                let (places, game) = self.game_mut(*game)?;
                if game.running() != Some(*match_id) {
                    return Err(Unfit("the game is not being played in that match"));
                }
                game.ended(*match_id, *end, at);
                let seats = game.seats;
                for (seat, moved) in seats.iter().zip(end.last_moves) {
                    if let Some(seat) = places.get_mut(*seat) {
                        seat.last_move = seat.last_move.max(moved);
                    }
                }
            }
            Event::Out { user, why, fates } => {
                if matches!(why, DepartureReason::Banned | DepartureReason::Silent) {
                    self.keep_out(*user, *why);
                }
                self.remove_member(*user);
                for (season, fate) in fates {
                    let season = self.season_mut(*season)?;
                    let place = season.division_mut(*user);
                    let (division, seat) = place.ok_or(Unfit("the person has no place"))?;
                    division.put_out(seat, *fate, *why, at);
                }
            }
            Event::Warned { season, user } => {
                self.season_mut(*season)?.told.insert(*user, at);
            }
            Event::SeasonEnding { season, .. } => {
                let season = self.season_mut(*season)?;
                if season.reminder_due().is_none() {
                    return Err(Unfit("the season needs no reminder"));
                }
                season.reminded = Some(at);
            }
            Event::SeasonClosing { season } => {
                let season = self.season_mut(*season)?;
                if !season.is_running() {
                    return Err(Unfit("the season is not running"));
                }
                season.phase = Phase::Closing;
                for division in &mut season.divisions {
                    division.close(at);
                }
            }
            Event::SeasonOver {
                season,
                places,
                champion,
                promoted,
                relegated,
                play_offs,
            } => {
                self.season_over(*season, places, promoted, relegated)?;
                match (*play_offs, *champion) {
                    (0, Some(champion)) => self.crown(*season, champion),
                    (0, None) => {}
                    (size, first) => self.play_offs_wanted(*season, size, first)?,
                }
                if self.rules.kind == Kind::Seasonal && !self.closed {
                    self.opens = Some(at.after(PAUSE));
                }
            }
            Event::PlayOffsSet { size, .. } => self.rules.play_offs = *size,
            Event::PlayOffsBegan { season, journal } => self.play_offs_began(*season, *journal)?,
            Event::PlayOffsOver { season, winner } => self.play_offs_over(*season, *winner)?,
            Event::Acted {
                act,
                by,
                reason,
                action,
            } => {
                let before = self.do_act(action, at)?;
                self.acts.push(Act {
                    id: *act,
                    at,
                    by: *by,
                    reason: reason.clone(),
                    action: action.clone(),
                    before,
                    undone: None,
                });
            }
            Event::Undone { act, by, reason } => {
                let undone = self.acts.undo(*act, (*by, at, reason.clone()));
                self.undo_act(&undone.map_err(Unfit)?, at)?;
            }
            Event::Settled { games } => self.settle(games, at)?,
            Event::KeptOut { user } if !self.is_member(*user) => {
                return Err(Unfit("the person has not joined"));
            }
            Event::KeptOut { user } => {
                self.keep_out(*user, DepartureReason::Banned);
                self.remove_member(*user);
            }
            Event::LetIn {
                user,
                member,
                seasons,
                resumed,
                settled,
            } => {
                self.put_back(*user, *member, seasons, at)?;
                for id in resumed {
                    let (_, game) = self.game_mut(*id)?;
                    game.resume();
                }
                self.settle(settled, at)?;
            }
            Event::WithoutRole { users } => {
                for user in users {
                    self.remove_member(*user);
                }
            }
            Event::Closed { .. } => {
                self.closed = true;
                self.starts = None;
                self.opens = None;
                if self.rules.kind == Kind::Quick {
                    self.members.clear();
                }
            }
        }
        Ok(())
    }

    fn add_member(&mut self, user: UserId, joined: Moment) {
        self.requests.joined(user);
        if !self.is_member(user) {
            self.members.push(Member { user, joined });
        }
    }

    fn remove_member(&mut self, user: UserId) {
        self.members.retain(|member| member.user != user);
    }

    /// Remembers what a person has who goes out and may be let in again.
    fn keep_out(&mut self, user: UserId, why: DepartureReason) {
        let mut members = self.members.iter();
        let joined = members.find(|member| member.user == user);
        let kept_out = KeptOut {
            user,
            why,
            joined: joined.map(|member| member.joined),
            next: self.next_season(),
        };
        self.kept_out.retain(|one| one.user != user);
        self.kept_out.push(kept_out);
    }

    /// Gives a person back what they had.
    fn put_back(
        &mut self,
        user: UserId,
        member: bool,
        seasons: &[SeasonId],
        at: Moment,
    ) -> Result<(), Unfit> {
        let mut all = self.kept_out.iter();
        let known = all.find(|one| one.user == user).copied();
        self.kept_out.retain(|one| one.user != user);
        if member {
            self.requests.joined(user);
        }
        if member && !self.is_member(user) {
            let joined = known.and_then(|one| one.joined).unwrap_or(at);
            let place = self.members.partition_point(|one| one.joined <= joined);
            self.members.insert(place, Member { user, joined });
        }
        for season in seasons {
            let place = self.season_mut(*season)?.division_mut(user);
            let (division, seat) = place.ok_or(Unfit("the person has no place"))?;
            division.let_in(seat);
        }
        Ok(())
    }

    /// Gives games the results that a departure gives them.
    fn settle(&mut self, games: &[Settled], at: Moment) -> Result<(), Unfit> {
        for settled in games {
            let (_, game) = self.game_mut(settled.game)?;
            let why = match settled.fate {
                Fate::Annulled => Why::Annulled,
                Fate::Forfeited => Why::Forfeit,
            };
            game.settle_otherwise(settled.score, why, at);
        }
        Ok(())
    }

    fn season_mut(&mut self, id: SeasonId) -> Result<&mut Season, Unfit> {
        let season = self.seasons.iter_mut().rev().find(|season| season.id == id);
        let season = season.ok_or(Unfit("there is no such season"))?;
        Ok(Arc::make_mut(season))
    }

    /// Returns a game of a season that is not over, and the seats of its division.
    fn game_mut(&mut self, id: GameId) -> Result<(&mut [Seat], &mut ContestGame), Unfit> {
        let season = self.seasons.iter_mut().rev().find(|season| {
            season.phase != Phase::Over
                && season
                    .divisions
                    .iter()
                    .any(|division| division.game(id).is_some())
        });
        let season = Arc::make_mut(season.ok_or(Unfit("no such game is being played"))?);
        let mut divisions = season.divisions.iter_mut();
        let found = divisions.find(|division| division.game(id).is_some());
        let division = found.ok_or(Unfit("there is no such game"))?;
        division
            .seats_and_game(id)
            .ok_or(Unfit("there is no such game"))
    }

    fn season_began(
        &mut self,
        id: SeasonId,
        times: (Moment, Moment),
        lineups: &[Lineup],
    ) -> Result<(), Unfit> {
        if id != self.next_season() {
            return Err(Unfit("the season has another number"));
        }
        let season = Season::new(id, times, lineups, self.rules.legs, self.next_game);
        self.next_game += u32::try_from(season.games().count()).unwrap_or(0);
        self.seasons.push(Arc::new(season));
        if self.rules.kind == Kind::Seasonal {
            self.first_start = self.first_start.or(self.starts);
        }
        self.starts = None;
        self.opens = None;
        // In a quick league people wait for one division.
        if self.rules.kind == Kind::Quick {
            for user in lineups.iter().flat_map(|lineup| &lineup.people) {
                self.remove_member(*user);
            }
        }
        Ok(())
    }

    fn season_over(
        &mut self,
        id: SeasonId,
        places: &[Vec<UserId>],
        promoted: &[UserId],
        relegated: &[UserId],
    ) -> Result<(), Unfit> {
        let season = self.season_mut(id)?;
        if season.phase == Phase::Over {
            return Err(Unfit("the season was over before"));
        }
        season.phase = Phase::Over;
        let count = |people: &[UserId], of: &[UserId]| {
            people.iter().filter(|user| of.contains(user)).count()
        };
        let moved = places.iter().map(|people| Moves {
            up: count(people, promoted),
            down: count(people, relegated),
        });
        let moved: Vec<Moves> = moved.collect();
        let last = places
            .iter()
            .zip(&season.divisions)
            .zip(&moved)
            .map(|((people, division), moves)| LastDivision {
                people: people.iter().take(division.still_in()).copied().collect(),
                up: moves.up,
                down: moves.down,
            })
            .collect();
        season.moved = Some(moved);
        self.last = last;
        Ok(())
    }

    /// Does what an organiser asked for. Returns the season's end before, if it is moved.
    fn do_act(&mut self, action: &OrganiserAct, at: Moment) -> Result<Option<Moment>, Unfit> {
        match action {
            OrganiserAct::Pause => self.paused = Some(at),
            OrganiserAct::Forfeit { user, games } => {
                for id in games {
                    let (seats, game) = self.game_mut(*id)?;
                    let seat = seats.iter().position(|seat| seat.user == *user);
                    let score = seat.and_then(|seat| game.win_against(seat));
                    let score = score.ok_or(Unfit("the person does not play in that game"))?;
                    game.settle(score, Why::Forfeit, at);
                }
            }
            OrganiserAct::Replace {
                season,
                user,
                newcomer,
            } => self.replace(*season, (*user, *newcomer), at)?,
            // The divisions are read from the acts when the season starts.
            OrganiserAct::Place { .. } => {}
            OrganiserAct::Adjudicate { game, score } => {
                let (_, game) = self.game_mut(*game)?;
                game.settle(*score, Why::Organiser, at);
            }
            OrganiserAct::EndSeason { season, ends } => {
                let season = self.season_mut(*season)?;
                let before = season.ends;
                season.end_earlier(*ends, at);
                return Ok(Some(before));
            }
        }
        Ok(None)
    }

    fn undo_act(&mut self, act: &Act, at: Moment) -> Result<(), Unfit> {
        match &act.action {
            OrganiserAct::Pause => self.resume(at),
            OrganiserAct::Forfeit { games, .. } => {
                for id in games {
                    self.unsettle(*id, Why::Forfeit)?;
                }
            }
            OrganiserAct::Replace {
                season,
                user,
                newcomer,
            } => {
                self.replace(*season, (*newcomer, *user), at)?;
                self.add_member(*newcomer, at);
            }
            OrganiserAct::Place { .. } => {}
            OrganiserAct::Adjudicate { game, .. } => self.unsettle(*game, Why::Organiser)?,
            OrganiserAct::EndSeason { season, .. } => {
                let before = act.before.ok_or(Unfit("the season's end was not kept"))?;
                self.season_mut(*season)?.end_later(before);
            }
        }
        Ok(())
    }

    /// Puts one person in another's place. Their running games begin again.
    fn replace(
        &mut self,
        season: SeasonId,
        (user, newcomer): (UserId, UserId),
        at: Moment,
    ) -> Result<(), Unfit> {
        let season = self.season_mut(season)?;
        season.told.remove(&user);
        let place = season.division_mut(user);
        let (division, index) = place.ok_or(Unfit("the person has no place"))?;
        if let Some(seat) = division.seats.get_mut(index) {
            seat.user = newcomer;
            seat.last_move = None;
        }
        for game in &mut division.games {
            if game.seats.contains(&index) {
                game.restart();
            }
        }
        match self.rules.kind {
            Kind::Seasonal => {
                self.remove_member(user);
                self.add_member(newcomer, at);
            }
            Kind::Quick => self.remove_member(newcomer),
        }
        Ok(())
    }

    /// Resumes a game whose result was undone, unless one of its players is out.
    fn unsettle(&mut self, id: GameId, why: Why) -> Result<(), Unfit> {
        let goes_on = self.game(id).is_some_and(|(season, division, game)| {
            season.is_running() && !division.has_leaver(game)
        });
        if goes_on {
            let (_, game) = self.game_mut(id)?;
            game.unsettle(why);
        }
        Ok(())
    }

    /// Ends a pause. All that was due later comes later by its length.
    fn resume(&mut self, at: Moment) {
        let Some(since) = self.paused.take() else {
            return;
        };
        let length = since.until(at);
        for moment in self.starts.iter_mut().chain(&mut self.opens) {
            *moment = moment.after(length);
        }
        for season in &mut self.seasons {
            if season.is_running() {
                let season = Arc::make_mut(season);
                season.ends = season.ends.after(length);
            }
        }
        for act in self.acts.iter_mut() {
            if let OrganiserAct::EndSeason { ends, .. } = &mut act.action {
                *ends = ends.after(length);
            }
            act.before = act.before.map(|before| before.after(length));
        }
    }
}
