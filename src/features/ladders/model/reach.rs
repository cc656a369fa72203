use super::game::{Game, Stage};
use super::ladder::{Condition, Ladder, pair};
use super::why_not::{APART, MOST_AGAINST, MOST_OWN, TOO_LONG_AWAY, WhyNot};
use crate::matches::UserId;
use crate::people::Moment;

/// A person on the ladder, as somebody who looks for an opponent sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub user: UserId,
    pub place: u32,
    /// Whether they can be challenged.
    pub may: Result<(), WhyNot>,
}

impl Ladder {
    /// Returns the number of places above their own that people can challenge.
    ///
    /// It is the number of the rules, or a fifth of the people, rounded down, if that is more.
    #[must_use]
    pub fn reach(&self) -> u32 {
        self.rules.reach.max(self.size() / 5)
    }

    /// Returns for everybody else on the ladder, from the top, whether a person can challenge them.
    ///
    /// `away` returns the end of a time off that has begun; `blocked` tells whether one of the two has blocked the other.
    #[must_use]
    pub fn challengeable(
        &self,
        by: UserId,
        now: Moment,
        away: &dyn Fn(UserId) -> Option<Moment>,
        blocked: &dyn Fn(UserId) -> bool,
    ) -> Vec<Candidate> {
        (1..)
            .zip(self.order())
            .filter(|(_, user)| *user != by)
            .map(|(place, user)| Candidate {
                user,
                place,
                may: self.may_challenge(by, user, now, away(user), blocked(user)),
            })
            .collect()
    }

    /// Checks whether one person can challenge another.
    ///
    /// # Errors
    ///
    /// The reason why not. If there are several, it is the one that lasts longest.
    pub fn may_challenge(
        &self,
        by: UserId,
        to: UserId,
        now: Moment,
        away: Option<Moment>,
        blocked: bool,
    ) -> Result<(), WhyNot> {
        match self.condition {
            Condition::Closed => return Err(WhyNot::Closed),
            Condition::Paused { .. } => return Err(WhyNot::Paused),
            Condition::Open => {}
        }
        let own = self.place(by).ok_or(WhyNot::NotOnLadder)?;
        if by == to {
            return Err(WhyNot::Yourself);
        }
        let theirs = self.place(to).ok_or(WhyNot::TheyAreNot)?;
        let reach = self.reach();
        match own.checked_sub(theirs) {
            None | Some(0) => return Err(WhyNot::Below),
            Some(above) if above > reach => return Err(WhyNot::TooFarAbove { above, reach }),
            Some(_) => {}
        }
        if self.open_games().filter(|game| game.by == by).count() >= MOST_OWN {
            return Err(WhyNot::TooManyOwn);
        }
        match self.free_to_meet(by, to) {
            None => return Err(WhyNot::Playing),
            Some(until) if now < until => return Err(WhyNot::Lately { until }),
            Some(_) => {}
        }
        if self.is_full(to) {
            return Err(WhyNot::TooManyAgainst);
        }
        if let Some(back) = away.filter(|back| now.until(*back) > TOO_LONG_AWAY) {
            return Err(WhyNot::Away { back });
        }
        if blocked {
            return Err(WhyNot::Blocked);
        }
        Ok(())
    }

    /// Returns the first moment from which a person's idle clock runs; `None`: it stands until the next event.
    ///
    /// It runs while a match could be had: the ladder is open, the person plays no match and waits for no answer, and
    /// there is somebody above within reach. Time off and blocks are not known here.
    pub(super) fn idle_from(&self, index: usize) -> Option<Moment> {
        let user = self.members.get(index)?.user;
        if self.condition != Condition::Open {
            return None;
        }
        let is_busy = |game: &Game| {
            let waits = matches!(game.stage, Stage::Waiting { .. });
            game.by == user || game.to == user && !waits
        };
        if self.open_games().any(is_busy) {
            return None;
        }
        let reach = usize::try_from(self.reach()).unwrap_or(usize::MAX);
        let above = self
            .members
            .get(index.saturating_sub(reach)..index)?
            .iter()
            .filter(|other| !self.is_full(other.user))
            .filter_map(|other| self.free_to_meet(user, other.user));
        let mut earliest: Option<Moment> = None;
        for free in above {
            if free <= self.counted {
                return Some(free);
            }
            earliest = Some(earliest.map_or(free, |moment| moment.min(free)));
        }
        earliest
    }

    fn open_games(&self) -> impl Iterator<Item = &Game> {
        self.games.values().filter(|game| game.is_open())
    }

    /// Whether there are as many challenges and matches against a person as are allowed.
    fn is_full(&self, user: UserId) -> bool {
        self.open_games().filter(|game| game.to == user).count() >= MOST_AGAINST
    }

    /// Returns the first moment at which two people may meet; `None` while they have a challenge or a match.
    fn free_to_meet(&self, one: UserId, other: UserId) -> Option<Moment> {
        let of_both = |game: &Game| game.side_of(one).is_some() && game.side_of(other).is_some();
        if self.games.values().any(of_both) {
            return None;
        }
        let met = self.pairs.get(&pair(one, other)).and_then(|pair| pair.met);
        Some(met.map_or(Moment(i64::MIN), |met| met.after(APART)))
    }
}
