//! Who waits for a place in a season, and whose place they get.

use std::collections::BTreeSet;

use super::acts::not_moved;
use super::command::Facts;
use super::event::{Event, OrganiserAct};
use super::league::{League, MOST_RUNNING};
use super::season::Season;
use crate::contests::{GameId, Patience, Step};
use crate::features::leagues::press::ids::SeasonId;
use crate::features::leagues::press::kind::Kind;
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

impl League {
    pub(super) fn patience(&self) -> Patience {
        Patience::with(self.rules.clock)
    }

    /// Returns who waits for a place in a season that is being played, in the order of joining.
    ///
    /// Nobody comes back into a season, and nobody who was replaced in it waits for another place there.
    pub fn waiting(&self, season: &Season, facts: &Facts) -> Vec<UserId> {
        let acts = self.acts.standing();
        let replaced = acts.filter_map(|act| match act.action {
            OrganiserAct::Replace {
                season: of, user, ..
            } => (of == season.id).then_some(user),
            _ => None,
        });
        let seats = season.divisions.iter().flat_map(|one| &one.seats);
        let seated = seats.map(|seat| seat.user);
        // A large league asks this after each of its games.
        let known: BTreeSet<UserId> = seated.chain(replaced).collect();
        let members = self.members.iter().map(|member| member.user);
        members
            .filter(|user| !known.contains(user))
            .filter(|user| self.rules.kind == Kind::Seasonal || self.is_free(*user, facts))
            .collect()
    }

    /// Whether a person has few enough league games to begin another quick division.
    pub(super) fn is_free(&self, user: UserId, facts: &Facts) -> bool {
        let elsewhere = facts.elsewhere.get(&user).copied().unwrap_or(0);
        let elsewhere = usize::try_from(elsewhere).unwrap_or(usize::MAX);
        self.games_running(user).saturating_add(elsewhere) < MOST_RUNNING
    }

    /// Returns the people of a season whose place a newcomer could have if they have moved in none of their running matches,
    /// with these matches.
    pub fn replaceable(&self, season: &Season) -> Vec<(UserId, Vec<MatchId>)> {
        let seats = season.divisions.iter().flat_map(|one| &one.seats);
        let quiet = seats.filter(|seat| seat.out.is_none() && seat.last_move.is_none());
        let all = quiet.filter_map(|seat| {
            let playing = self.running().filter(|one| one.is_playing(seat.user));
            let running = running_in(season, seat.user);
            let games: Vec<GameId> = running.iter().map(|(game, _)| *game).collect();
            let newest = playing.last().is_some_and(|one| one.id == season.id);
            let unmoved = newest && not_moved(season, seat.user, &games).is_ok();
            let matches = running.into_iter().map(|(_, id)| id).collect();
            (unmoved && !games.is_empty()).then_some((seat.user, matches))
        });
        all.collect()
    }

    /// Returns the seasons in which a person who does not move may be replaced, and from when on.
    pub fn seasons_with_vacancies(&self) -> impl Iterator<Item = (&Season, Moment)> {
        let tell = self.patience().tell();
        let running = self.running().filter(|_| self.paused.is_none());
        running.filter_map(move |season| {
            let waits = !self.waiting(season, &Facts::default()).is_empty();
            let open = waits && !self.replaceable(season).is_empty();
            open.then(|| (season, season.began.after(tell)))
        })
    }

    /// Returns what the waiting list of a season does now, if anything.
    pub(super) fn vacancy(&self, season: &Season, facts: &Facts, now: Moment) -> Option<Event> {
        let season_id = season.id;
        match self.vacancy_step(season, facts, now)? {
            Step::Tell(user) => Some(Event::Warned {
                season: season_id,
                user,
            }),
            Step::Replace(user) => {
                let newcomer = self.waiting(season, facts).first().copied()?;
                let games = running_in(season, user).into_iter();
                let games: Vec<GameId> = games.map(|(game, _)| game).collect();
                Some(Event::Acted {
                    act: self.acts.next_id(),
                    by: None,
                    reason: String::new(),
                    action: self.replacement(user, newcomer, &games).ok()?,
                })
            }
        }
    }

    fn vacancy_step(&self, season: &Season, facts: &Facts, now: Moment) -> Option<Step> {
        let unmoved = facts.unmoved.get(&season.id)?;
        let still = self.replaceable(season);
        let unmoved: Vec<_> = unmoved
            .iter()
            .filter(|one| still.iter().any(|(user, _)| *user == one.user))
            .copied()
            .collect();
        let waiting = self.waiting(season, facts).len();
        self.patience().step(&unmoved, &season.told, waiting, now)
    }

    /// Returns who is about to get a place in a season that is being played.
    pub(super) fn successors(&self, facts: &Facts, now: Moment) -> Vec<UserId> {
        let due = self.running().filter(|season| {
            let step = self.vacancy_step(season, facts, now);
            self.paused.is_none() && matches!(step, Some(Step::Replace(_)))
        });
        let first = |season| self.waiting(season, facts).first().copied();
        due.filter_map(first).collect()
    }

    /// Returns when people who do not move must be looked for again; `None` if nobody can be replaced.
    pub(crate) fn next_look(&self, facts: &Facts, now: Moment) -> Option<Moment> {
        let open = self.seasons_with_vacancies();
        let looks = open.filter_map(|(season, from)| {
            let Some(unmoved) = facts.unmoved.get(&season.id).filter(|_| from <= now) else {
                return Some(from);
            };
            let waiting = self.waiting(season, facts).len();
            let patience = self.patience();
            patience.next_look(unmoved, &season.told, waiting, now)
        });
        looks.min()
    }

    /// Returns up to when a person must have moved who was told that they will be replaced.
    pub fn must_move_by(&self, season: SeasonId, user: UserId) -> Option<Moment> {
        let told = self.season(season)?.told.get(&user)?;
        Some(told.after(self.patience().notice))
    }
}

/// Returns a person's games of a season whose matches are being played and need not end.
fn running_in(season: &Season, user: UserId) -> Vec<(GameId, MatchId)> {
    let games = season.games_of(user).filter(|game| game.to_end().is_none());
    games
        .filter_map(|game| Some((game.id, game.running()?)))
        .collect()
}
