//! Who is champion of a season: the first of the table, or the winner of the play-offs.

use super::event::Event;
use super::fold::Unfit;
use super::league::League;
use super::play_offs::{PlayOffs, fitting};
use super::refusal::Refusal;
use super::rules::check_play_offs;
use super::season::{Division, Season};
use crate::features::leagues::press::ids::SeasonId;
use crate::matches::{JournalId, UserId};

impl League {
    /// Returns the play-offs of all seasons that had some.
    pub fn play_offs(&self) -> &[PlayOffs] {
        &self.play_offs
    }

    /// Returns the play-offs that must begin now, the oldest first.
    pub fn play_offs_to_begin(&self) -> Option<&PlayOffs> {
        let mut waiting = self.play_offs.iter();
        waiting.find(|one| self.paused.is_none() && !one.over && one.journal.is_none())
    }

    /// Returns the play-offs that are being played.
    pub fn running_play_offs(&self) -> impl DoubleEndedIterator<Item = (&PlayOffs, JournalId)> {
        let open = self.play_offs.iter().filter(|one| !one.over);
        open.filter_map(|one| Some((one, one.journal?)))
    }

    /// Whether play-offs must begin or are being played.
    pub(super) fn has_open_play_offs(&self) -> bool {
        self.play_offs.iter().any(|one| !one.over)
    }

    /// Returns how many people play in the play-offs of a season that ends now; 0 if the table decides.
    pub(super) fn play_offs_of(&self, season: &Season) -> u32 {
        let highest = season.divisions.first();
        let still_in = highest.filter(|one| one.winner().is_some());
        let still_in = still_in.map_or(0, Division::still_in);
        u32::try_from(fitting(self.rules.play_offs, still_in)).unwrap_or(0)
    }

    /// Decides a change of the rule about play-offs.
    pub(super) fn set_play_offs(&self, by: UserId, size: u32) -> Result<Event, Refusal> {
        if self.closed {
            return Err(Refusal::Closed);
        }
        check_play_offs(size, self.rules.kind)?;
        if self.current().next().is_some() {
            return Err(Refusal::PlayOffsFixed);
        }
        if size == self.rules.play_offs {
            return Err(Refusal::PlayOffsAlready);
        }
        Ok(Event::PlayOffsSet { by, size })
    }

    /// Decides that the knock-out of a season was written.
    pub(super) fn begin_play_offs(
        &self,
        season: SeasonId,
        journal: JournalId,
    ) -> Result<Event, Refusal> {
        let due = self.play_offs_to_begin();
        due.filter(|one| one.season == season)
            .map(|_| Event::PlayOffsBegan { season, journal })
            .ok_or(Refusal::NoPlayOffs(season))
    }

    /// Decides that the knock-out of a season is over, or that too few people were left for it.
    pub(super) fn end_play_offs(
        &self,
        season: SeasonId,
        winner: Option<UserId>,
    ) -> Result<Event, Refusal> {
        let mut open = self.play_offs.iter().filter(|one| !one.over);
        open.find(|one| one.season == season)
            .map(|_| Event::PlayOffsOver { season, winner })
            .ok_or(Refusal::NoPlayOffs(season))
    }

    /// Folds in the end of a season whose champion the table does not decide.
    pub(super) fn play_offs_wanted(
        &mut self,
        season: SeasonId,
        size: u32,
        first: Option<UserId>,
    ) -> Result<(), Unfit> {
        let first = first.ok_or(Unfit("play-offs need the first of the table"))?;
        let highest = self.last.first();
        self.play_offs.push(PlayOffs {
            season,
            size,
            people: highest.map_or_else(Vec::new, |division| division.people.clone()),
            first,
            journal: None,
            over: false,
        });
        Ok(())
    }

    pub(super) fn play_offs_began(
        &mut self,
        season: SeasonId,
        journal: JournalId,
    ) -> Result<(), Unfit> {
        let own = self.play_offs_mut(season)?;
        if own.journal.is_some() {
            return Err(Unfit("the play-offs have begun before"));
        }
        own.journal = Some(journal);
        Ok(())
    }

    pub(super) fn play_offs_over(
        &mut self,
        season: SeasonId,
        winner: Option<UserId>,
    ) -> Result<(), Unfit> {
        let own = self.play_offs_mut(season)?;
        own.over = true;
        let champion = winner.unwrap_or(own.first);
        self.crown(season, champion);
        Ok(())
    }

    /// Returns the play-offs of a season that are not over.
    fn play_offs_mut(&mut self, season: SeasonId) -> Result<&mut PlayOffs, Unfit> {
        let mut open = self.play_offs.iter_mut().filter(|one| !one.over);
        let own = open.find(|one| one.season == season);
        own.ok_or(Unfit("the season has no play-offs"))
    }

    /// Notes the champion of a season. Play-offs may end after the next season.
    pub(super) fn crown(&mut self, season: SeasonId, champion: UserId) {
        let place = self.champions.partition_point(|(one, _)| *one <= season);
        self.champions.insert(place, (season, champion));
    }
}
