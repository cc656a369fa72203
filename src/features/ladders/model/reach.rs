use std::collections::{BTreeMap, BTreeSet};

use super::challenge_refusal::{APART, ChallengeRefusal, MOST_AGAINST, MOST_OWN, TOO_LONG_AWAY};
use super::game::{LadderGame, Stage};
use super::ladder::{Condition, Ladder, pair};
use crate::matches::UserId;
use crate::people::Moment;

/// A person on the ladder, as somebody who looks for an opponent sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub user: UserId,
    pub place: u32,
    /// Whether they can be challenged.
    pub may: Result<(), ChallengeRefusal>,
}

/// Who plays, and against whom: collected once for all people.
#[derive(Default)]
pub(super) struct Engaged {
    /// People who play a match or wait for an answer.
    busy: BTreeSet<UserId>,
    /// The open challenges and running matches against each person.
    against: BTreeMap<UserId, usize>,
    /// Two people each who have a challenge or a match.
    pairs: BTreeSet<[UserId; 2]>,
}

impl Ladder {
    /// Returns the number of places above their own that people can challenge.
    ///
    /// It is the number of the rules, or a fifth of the people, rounded down, if that is more.
    pub fn reach(&self) -> u32 {
        self.rules.reach.max(self.size() / 5)
    }

    /// Returns for everybody else on the ladder, from the top, whether a person can challenge them.
    ///
    /// `away` returns the end of a time off that has begun; `blocked` tells whether one of the two has blocked the other.
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
    ) -> Result<(), ChallengeRefusal> {
        match self.condition {
            Condition::Closed => return Err(ChallengeRefusal::Closed),
            Condition::Paused { .. } => return Err(ChallengeRefusal::Paused),
            Condition::Open => {}
        }
        let own = self.place(by).ok_or(ChallengeRefusal::NotOnLadder)?;
        if by == to {
            return Err(ChallengeRefusal::Yourself);
        }
        let theirs = self.place(to).ok_or(ChallengeRefusal::TheyAreNot)?;
        let reach = self.reach();
        match own.checked_sub(theirs) {
            None | Some(0) => return Err(ChallengeRefusal::Below),
            Some(above) if above > reach => {
                return Err(ChallengeRefusal::TooFarAbove { above, reach });
            }
            Some(_) => {}
        }
        if self.open_games().filter(|game| game.by == by).count() >= MOST_OWN {
            return Err(ChallengeRefusal::TooManyOwn);
        }
        match self.free_to_meet(by, to) {
            None => return Err(ChallengeRefusal::Playing),
            Some(until) if now < until => return Err(ChallengeRefusal::Lately { until }),
            Some(_) => {}
        }
        if self.is_full(to) {
            return Err(ChallengeRefusal::TooManyAgainst);
        }
        if let Some(back) = away.filter(|back| now.until(*back) > TOO_LONG_AWAY) {
            return Err(ChallengeRefusal::Away { back });
        }
        if blocked {
            return Err(ChallengeRefusal::Blocked);
        }
        Ok(())
    }

    /// Returns the first moment from which a person's idle clock runs; `None`: it stands until the next event.
    ///
    /// It runs while a match could be had: the ladder is open, the person plays no match and waits for no answer, and
    /// there is somebody above within reach. Time off and blocks are not known here.
    pub(super) fn idle_from(&self, index: usize, engaged: &Engaged) -> Option<Moment> {
        let user = self.members.get(index)?.user;
        if self.condition != Condition::Open || engaged.busy.contains(&user) {
            return None;
        }
        let reach = usize::try_from(self.reach()).unwrap_or(usize::MAX);
        let above = self
            .members
            .get(index.saturating_sub(reach)..index)?
            .iter()
            .filter(|other| engaged.against(other.user) < MOST_AGAINST)
            .map(|other| pair(user, other.user))
            .filter(|both| !engaged.pairs.contains(both))
            .map(|both| self.apart_until(both));
        let mut earliest: Option<Moment> = None;
        for free in above {
            if free <= self.counted {
                return Some(free);
            }
            earliest = Some(earliest.map_or(free, |moment| moment.min(free)));
        }
        earliest
    }

    /// Collects from the games what [`Ladder::idle_from`] needs for each person.
    pub(super) fn engaged(&self) -> Engaged {
        let mut engaged = Engaged::default();
        for game in self.games.values() {
            engaged.pairs.insert(pair(game.by, game.to));
            if !game.is_open() {
                continue;
            }
            engaged.busy.insert(game.by);
            if !matches!(game.stage, Stage::Waiting { .. }) {
                engaged.busy.insert(game.to);
            }
            *engaged.against.entry(game.to).or_default() += 1;
        }
        engaged
    }

    fn open_games(&self) -> impl Iterator<Item = &LadderGame> {
        self.games.values().filter(|game| game.is_open())
    }

    /// Whether there are as many challenges and matches against a person as are allowed.
    fn is_full(&self, user: UserId) -> bool {
        self.open_games().filter(|game| game.to == user).count() >= MOST_AGAINST
    }

    /// Returns the first moment at which two people may meet; `None` while they have a challenge or a match.
    fn free_to_meet(&self, one: UserId, other: UserId) -> Option<Moment> {
        let of_both =
            |game: &LadderGame| game.side_of(one).is_some() && game.side_of(other).is_some();
        if self.games.values().any(of_both) {
            return None;
        }
        Some(self.apart_until(pair(one, other)))
    }

    /// Returns the end of the time in which two people do not meet again.
    fn apart_until(&self, both: [UserId; 2]) -> Moment {
        let met = self.pairs.get(&both).and_then(|pair| pair.met);
        met.map_or(Moment(i64::MIN), |met| met.after(APART))
    }
}

impl Engaged {
    fn against(&self, user: UserId) -> usize {
        self.against.get(&user).copied().unwrap_or_default()
    }
}
