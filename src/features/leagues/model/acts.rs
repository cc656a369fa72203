//! What an organiser may do, and what can be undone.

use super::command::Asks;
use super::decide::needed_reason;
use super::event::{Deed, Event};
use super::game::{Game, GameState};
use super::ids::{ActId, GameId, SeasonId};
use super::league::{Act, League};
use super::refusal::Refusal;
use super::result::{How, Score};
use super::season::Season;
use crate::matches::UserId;
use crate::people::Moment;

impl League {
    /// Decides an organiser's act.
    pub(super) fn act(
        &self,
        by: UserId,
        reason: &str,
        asks: &Asks,
        now: Moment,
    ) -> Result<Event, Refusal> {
        let deed = match asks {
            Asks::Pause if self.paused.is_some() => return Err(Refusal::PausedAlready),
            Asks::Pause => Deed::Pause,
            Asks::Forfeit { user, unmoved } => self.forfeit(*user, unmoved)?,
            Asks::Replace {
                user,
                newcomer,
                unmoved,
            } => self.replacement(*user, *newcomer, unmoved)?,
            Asks::Adjudicate { game, score } => self.adjudication(by, *game, *score)?,
            Asks::EndSeason { season, ends } => {
                let running = self.running_season(*season)?;
                if self.paused.is_some() {
                    return Err(Refusal::Paused);
                }
                if *ends < now || *ends >= running.ends {
                    return Err(Refusal::EndMoment);
                }
                Deed::EndSeason {
                    season: *season,
                    ends: *ends,
                }
            }
        };
        Ok(Event::Acted {
            act: self.acts.last().map_or(1, |act| act.id + 1),
            by,
            reason: needed_reason(reason)?,
            deed,
        })
    }

    fn forfeit(&self, user: UserId, unmoved: &[GameId]) -> Result<Deed, Refusal> {
        if !self.is_playing(user) {
            return Err(Refusal::NotPlaying(user));
        }
        let games: Vec<GameId> = self
            .running()
            .filter(|season| season.is_playing(user))
            .flat_map(|season| season.games_of(user))
            .filter(|game| game.is_undecided() && is_unmoved(game, unmoved))
            .map(|game| game.id)
            .collect();
        if games.is_empty() {
            return Err(Refusal::NothingToForfeit(user));
        }
        Ok(Deed::Forfeit { user, games })
    }

    fn replacement(
        &self,
        user: UserId,
        newcomer: UserId,
        unmoved: &[GameId],
    ) -> Result<Deed, Refusal> {
        let playing = self.running().filter(|season| season.is_playing(user));
        // In a quick league a person can play in several divisions: the newest is the one without moves.
        let season = playing.last().ok_or(Refusal::NotPlaying(user))?;
        if season.seat_of(newcomer).is_some() {
            return Err(Refusal::NoNewcomer(newcomer));
        }
        not_moved(season, user, unmoved)?;
        Ok(Deed::Replace {
            season: season.id,
            user,
            newcomer,
        })
    }

    fn adjudication(&self, by: UserId, id: GameId, score: Score) -> Result<Deed, Refusal> {
        let (season, division, game) = self.game(id).ok_or(Refusal::NoGame(id))?;
        if !season.is_running() {
            return Err(Refusal::SeasonNotRunning);
        }
        if !game.is_undecided() {
            return Err(Refusal::GameOver(id));
        }
        if division
            .people(game)
            .is_some_and(|people| people.contains(&by))
        {
            return Err(Refusal::OwnGame(id));
        }
        if score == Score::Void {
            return Err(Refusal::NoResult);
        }
        Ok(Deed::Adjudicate { game: id, score })
    }

    /// Decides whether an act can be undone.
    ///
    /// Results that a season's end or a departure has fixed are final: no act of a season that is not running is undone, and no
    /// result of a person who is out. A match that an act has ended goes on in a new one, with the same turns and full clocks.
    pub(super) fn undo(
        &self,
        by: UserId,
        id: ActId,
        reason: &str,
        unmoved: &[GameId],
    ) -> Result<Event, Refusal> {
        let act = self.acts.iter().find(|act| act.id == id);
        let act = act.ok_or(Refusal::NoAct(id))?;
        if act.undone.is_some() {
            return Err(Refusal::UndoneAlready(id));
        }
        match &act.deed {
            Deed::Pause => {}
            Deed::Forfeit { games, .. } => self.may_go_on(act, games)?,
            Deed::Adjudicate { game, .. } => self.may_go_on(act, &[*game])?,
            Deed::Replace {
                season,
                user,
                newcomer,
            } => self.may_return(act, *season, (*user, *newcomer), unmoved)?,
            Deed::EndSeason { season, ends } => {
                let running = self.running_season(*season);
                let running = running.map_err(|_| Refusal::TooLateToUndo(id))?;
                if running.ends != *ends {
                    return Err(Refusal::LaterAct);
                }
            }
        }
        Ok(Event::Undone {
            act: id,
            by,
            reason: needed_reason(reason)?,
        })
    }

    /// Checks that some games of an act are in a running season, and that nobody of one of them is out.
    fn may_go_on(&self, act: &Act, games: &[GameId]) -> Result<(), Refusal> {
        let games = games.iter().filter_map(|id| self.game(*id));
        let games: Vec<_> = games.filter(|(season, ..)| season.is_running()).collect();
        if games.is_empty() {
            return Err(Refusal::TooLateToUndo(act.id));
        }
        if games
            .iter()
            .all(|(_, division, game)| division.has_leaver(game))
        {
            return Err(Refusal::PersonOut(act.id));
        }
        Ok(())
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
fn is_unmoved(game: &Game, unmoved: &[GameId]) -> bool {
    match game.state {
        GameState::ToBegin { continues } => continues.is_none(),
        GameState::Running { .. } => unmoved.contains(&game.id),
        GameState::Over { .. } => false,
    }
}

/// Checks that a person has moved in no game of a season.
fn not_moved(season: &Season, user: UserId, unmoved: &[GameId]) -> Result<(), Refusal> {
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
