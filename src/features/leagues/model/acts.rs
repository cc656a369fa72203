//! What an organiser may do, and what can be undone.

use super::command::OrganiserRequest;
use super::decide::needed_reason;
use super::event::{Event, OrganiserAct, Settled};
use super::league::{Act, League};
use super::refusal::Refusal;
use super::season::Season;
use crate::contests::{ActId, ContestGame, DepartureReason, GameId, GameState, How, Score};
use crate::features::leagues::press::ids::SeasonId;
use crate::matches::UserId;
use crate::people::Moment;

impl League {
    /// Decides an organiser's act.
    pub(super) fn act(
        &self,
        by: UserId,
        reason: &str,
        request: &OrganiserRequest,
        now: Moment,
    ) -> Result<Event, Refusal> {
        let action = match request {
            OrganiserRequest::Pause if self.paused.is_some() => return Err(Refusal::PausedAlready),
            OrganiserRequest::Pause => OrganiserAct::Pause,
            OrganiserRequest::Forfeit { user, waiting } => self.forfeit(by, *user, waiting)?,
            OrganiserRequest::Replace {
                user,
                newcomer,
                unmoved,
            } => self.replacement(*user, *newcomer, unmoved)?,
            OrganiserRequest::Adjudicate { game, score } => self.adjudication(by, *game, *score)?,
            OrganiserRequest::Place { user, division } => self.placement(*user, *division)?,
            OrganiserRequest::EndSeason { season, ends } => {
                let running = self.running_season(*season)?;
                if self.paused.is_some() {
                    return Err(Refusal::Paused);
                }
                if *ends < now || *ends >= running.ends {
                    return Err(Refusal::EndMoment);
                }
                OrganiserAct::EndSeason {
                    season: *season,
                    ends: *ends,
                }
            }
        };
        Ok(Event::Acted {
            act: self.acts.next_id(),
            by: Some(by),
            reason: needed_reason(reason)?,
            action,
        })
    }

    /// Decides which games a person loses because they have not moved. An organiser gets nothing from this.
    fn forfeit(
        &self,
        by: UserId,
        user: UserId,
        waiting: &[GameId],
    ) -> Result<OrganiserAct, Refusal> {
        if !self.is_playing(user) {
            return Err(Refusal::NotPlaying(user));
        }
        let games: Vec<GameId> = self
            .running()
            .filter(|season| season.is_playing(user))
            .flat_map(|season| season.games_of(user))
            .filter(|game| game.is_undecided() && game.running().is_some())
            .map(|game| game.id)
            .filter(|game| waiting.contains(game) && !self.plays_in(by, *game))
            .collect();
        if games.is_empty() {
            return Err(Refusal::NothingToForfeit(user));
        }
        Ok(OrganiserAct::Forfeit { user, games })
    }

    pub(super) fn replacement(
        &self,
        user: UserId,
        newcomer: UserId,
        unmoved: &[GameId],
    ) -> Result<OrganiserAct, Refusal> {
        let playing = self.running().filter(|season| season.is_playing(user));
        // In a quick league a person can play in several divisions: the newest is the one without moves.
        let season = playing.last().ok_or(Refusal::NotPlaying(user))?;
        if season.seat_of(newcomer).is_some() {
            return Err(Refusal::NoNewcomer(newcomer));
        }
        not_moved(season, user, unmoved)?;
        Ok(OrganiserAct::Replace {
            season: season.id,
            user,
            newcomer,
        })
    }

    /// Decides that a person plays the next season in another division. Until it starts, the people can still change.
    fn placement(&self, user: UserId, division: u32) -> Result<OrganiserAct, Refusal> {
        if !self.gathers_for_a_season() {
            return Err(Refusal::SeasonRunning);
        }
        if !self.is_member(user) {
            return Err(Refusal::NotPlaying(user));
        }
        let index = usize::try_from(division).unwrap_or(usize::MAX);
        if index >= self.next_divisions(|_| None).len() {
            return Err(Refusal::NoDivision);
        }
        Ok(OrganiserAct::Place {
            season: self.next_season(),
            user,
            division,
        })
    }

    fn adjudication(&self, by: UserId, id: GameId, score: Score) -> Result<OrganiserAct, Refusal> {
        let (season, _, game) = self.game(id).ok_or(Refusal::NoGame(id))?;
        if !season.is_running() {
            return Err(Refusal::SeasonNotRunning);
        }
        if !game.is_undecided() {
            return Err(Refusal::GameOver(id));
        }
        if self.plays_in(by, id) {
            return Err(Refusal::OwnGame(id));
        }
        if score == Score::Void {
            return Err(Refusal::NoResult);
        }
        Ok(OrganiserAct::Adjudicate { game: id, score })
    }

    /// Decides whether an act can be undone.
    ///
    /// An act is undone whole or not at all: not if a season of its games is no longer running. A match that it has ended goes on
    /// in a new one, with the same turns and full clocks. If somebody of the match is out, the game gets the result that their
    /// departure would have given it. A person who is out because of the act alone has their place back.
    pub(super) fn undo(
        &self,
        by: UserId,
        id: ActId,
        reason: &str,
        unmoved: &[GameId],
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let act = self.acts.get(id);
        let act = act.ok_or(Refusal::NoAct(id))?;
        if act.undone.is_some() {
            return Err(Refusal::UndoneAlready(id));
        }
        match &act.action {
            OrganiserAct::Pause => {}
            OrganiserAct::Forfeit { .. } | OrganiserAct::Adjudicate { .. } => {
                self.may_go_on(by, act)?
            }
            OrganiserAct::Replace {
                season,
                user,
                newcomer,
            } => self.may_return(act, *season, (*user, *newcomer), unmoved)?,
            OrganiserAct::Place { season, .. } => {
                if !self.gathers_for_a_season() || *season != self.next_season() {
                    return Err(Refusal::TooLateToUndo(id));
                }
            }
            OrganiserAct::EndSeason { season, ends } => {
                let running = self.running_season(*season);
                let running = running.map_err(|_| Refusal::TooLateToUndo(id))?;
                if running.ends != *ends {
                    return Err(Refusal::LaterAct);
                }
            }
        }
        let undone = Event::Undone {
            act: id,
            by,
            reason: needed_reason(reason)?,
        };
        let games = self.settled_by_departure(act);
        let mut events = vec![undone];
        events.extend((!games.is_empty()).then_some(Event::Settled { games }));
        if let OrganiserAct::Forfeit { user, .. } = act.action {
            let mut later = self.clone();
            for event in &events {
                let applied = later.apply(now, event);
                applied.map_err(|unfit| Refusal::Broken(unfit.to_string()))?;
            }
            events.extend(later.let_in(user, DepartureReason::Silent));
        }
        Ok(events)
    }

    /// Checks that all games of an act are in running seasons, and that they are not the organiser's own.
    fn may_go_on(&self, by: UserId, act: &Act) -> Result<(), Refusal> {
        for id in act.action.games() {
            let running = self
                .game(*id)
                .is_some_and(|(season, ..)| season.is_running());
            if !running {
                return Err(Refusal::TooLateToUndo(act.id));
            }
            // Their own acts of older leagues may have decided their own games.
            if self.plays_in(by, *id) && act.by != Some(by) {
                return Err(Refusal::OwnGame(*id));
            }
        }
        Ok(())
    }

    /// Returns the games of an act one of whose people is out, with the results that their departure gives them.
    fn settled_by_departure(&self, act: &Act) -> Vec<Settled> {
        let games = act.action.games().iter().filter_map(|id| {
            let (_, division, game) = self.game(*id)?;
            let (_, how) = game.settled()?;
            (act.action.how() == Some(how)).then(|| division.by_departure(game, &division.gone))?
        });
        games.collect()
    }

    /// Whether an act that is not undone has decided a game.
    pub(super) fn is_by_act(&self, game: GameId) -> bool {
        let mut acts = self.acts.standing();
        acts.any(|act| act.action.games().contains(&game))
    }

    fn plays_in(&self, user: UserId, game: GameId) -> bool {
        let found = self.game(game);
        let people = found.and_then(|(_, division, game)| division.people(game));
        people.is_some_and(|people| people.contains(&user))
    }

    /// Checks that a person can have their old place again.
    fn may_return(
        &self,
        act: &Act,
        season: SeasonId,
        (user, newcomer): (UserId, UserId),
        unmoved: &[GameId],
    ) -> Result<(), Refusal> {
        let season = self.running_season(season);
        let season = season.map_err(|_| Refusal::TooLateToUndo(act.id))?;
        if !season.is_playing(newcomer) {
            return Err(Refusal::PersonOut(act.id));
        }
        if season.seat_of(user).is_some() || user.deleted_name().is_some() {
            return Err(Refusal::CannotReturn(user));
        }
        not_moved(season, newcomer, unmoved)
    }
}

/// Whether a person has not moved in a game: it has no match, or the caller says so.
fn is_unmoved(game: &ContestGame, unmoved: &[GameId]) -> bool {
    match game.state {
        GameState::ToBegin { continues } => continues.is_none(),
        GameState::Running { .. } => unmoved.contains(&game.id),
        GameState::Over { .. } => false,
    }
}

/// Checks that a person has moved in no game of a season.
pub(super) fn not_moved(season: &Season, user: UserId, unmoved: &[GameId]) -> Result<(), Refusal> {
    let moved = season.games_of(user).any(|game| match &game.state {
        GameState::Over { end, .. } => matches!(end.how, How::Played | How::Time | How::Organiser),
        GameState::ToBegin { .. } | GameState::Running { .. } => {
            game.is_undecided() && !is_unmoved(game, unmoved)
        }
    });
    if moved {
        return Err(Refusal::HasMoved(user));
    }
    Ok(())
}
