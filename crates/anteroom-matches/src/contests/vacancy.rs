//! When somebody of a waiting list replaces a person who does not move.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::matches::{TimeControl, UserId};
use crate::people::Moment;

/// The longest time for which others wait for a person's first move.
const MOST: Duration = Duration::from_hours(3 * 24);

/// The time before the replacement at which the person is told.
const NOTICE: Duration = Duration::from_hours(24);

/// How long others wait for the first move of a person, in time of that person: time off does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// The time after which the person can be replaced: three days, or half of the clock's first reading if that is less.
    pub replace: Duration,
    /// The least time between telling the person and replacing them: a day, or half of the time before if that is less.
    pub notice: Duration,
}

/// A person who has moved in no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmoved {
    /// The person.
    pub user: UserId,
    /// When their turns have waited long enough; `None` if no turn waits for them yet.
    pub waits: Option<Waits>,
}

/// When the turns of a person have waited long enough, in each game in which it is their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// Long enough to tell the person.
    pub tell: Moment,
    /// Long enough to replace the person.
    pub replace: Moment,
}

/// What a waiting list does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Tells this person that they will be replaced.
    Tell(UserId),
    /// Gives the place of this person to the first who waits.
    Replace(UserId),
}

impl Patience {
    /// Returns the patience with people who play with this clock.
    pub fn with(clock: TimeControl) -> Self {
        let replace = MOST.min(clock.at_start() / 2);
        Self {
            replace,
            notice: NOTICE.min(replace / 2),
        }
    }

    /// Returns the patience with people whom nobody replaces: three days for their first move. A shorter clock ends the match
    /// before.
    pub fn with_first_move(clock: TimeControl) -> Self {
        Self {
            replace: MOST.min(clock.at_start()),
            notice: Duration::ZERO,
        }
    }

    /// Returns the time after which a person is told.
    pub const fn tell(self) -> Duration {
        self.replace.saturating_sub(self.notice)
    }

    /// Returns what must be done now for `waiting` people who wait; `None` for nothing. `told` has the moments at which
    /// people were told.
    pub fn step(
        self,
        unmoved: &[Unmoved],
        told: &BTreeMap<UserId, Moment>,
        waiting: usize,
        now: Moment,
    ) -> Option<Step> {
        let mut steps = self.steps(unmoved, told, waiting);
        let due = steps.find(|(at, _)| at.is_some_and(|at| at <= now));
        due.map(|(_, step)| step)
    }

    /// Returns when something must be done at the earliest, if nothing must be done now. The people may have moved by then.
    pub fn next_look(
        self,
        unmoved: &[Unmoved],
        told: &BTreeMap<UserId, Moment>,
        waiting: usize,
        now: Moment,
    ) -> Option<Moment> {
        // A turn may begin to wait at any moment.
        let later = now.after(self.tell());
        let steps = self.steps(unmoved, told, waiting);
        steps.map(|(at, _)| at.unwrap_or(later)).min()
    }

    /// Returns the next step for each person whose place somebody can have, and when: whose turns have waited for longest
    /// is first.
    fn steps(
        self,
        unmoved: &[Unmoved],
        told: &BTreeMap<UserId, Moment>,
        waiting: usize,
    ) -> impl Iterator<Item = (Option<Moment>, Step)> {
        let mut all = unmoved.to_vec();
        // The sort is stable, and no turn comes after any turn.
        all.sort_by_key(|one| (one.waits.is_none(), one.waits.map(|waits| waits.replace)));
        let step = move |one: &Unmoved| match told.get(&one.user) {
            None => (one.waits.map(|waits| waits.tell), Step::Tell(one.user)),
            Some(at) => {
                let earliest = at.after(self.notice);
                let at = one.waits.map(|waits| waits.replace.max(earliest));
                (at, Step::Replace(one.user))
            }
        };
        all.truncate(waiting);
        let steps: Vec<_> = all.iter().map(step).collect();
        steps.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    fn patience(clock: &str) -> Patience {
        Patience::with(clock.parse().expect("a clock"))
    }

    fn unmoved(user: u64, hours: u32) -> Unmoved {
        let began = Moment(0).after(HOUR * hours);
        let patience = patience("5d+12h");
        Unmoved {
            user: UserId(user),
            waits: Some(Waits {
                tell: began.after(patience.tell()),
                replace: began.after(patience.replace),
            }),
        }
    }

    #[test]
    fn others_wait_for_three_days_or_half_of_the_clock() {
        for (clock, replace, tell) in [
            ("10d+12h", 72, 48),
            ("6d", 72, 48),
            ("5d+12h", 60, 36),
            ("2d+2h", 24, 12),
            ("12h+30m", 6, 3),
        ] {
            let patience = patience(clock);
            assert_eq!(patience.replace, HOUR * replace, "{clock}");
            assert_eq!(patience.tell(), HOUR * tell, "{clock}");
        }
    }

    #[test]
    fn person_is_told_first_and_replaced_a_day_later() {
        let patience = patience("5d+12h");
        let hour = |hours: u32| Moment(0).after(HOUR * hours);
        let people = [unmoved(1, 0)];
        let mut told = BTreeMap::new();
        let step = |told: &BTreeMap<_, _>, at| patience.step(&people, told, 1, hour(at));
        let look = |told: &BTreeMap<_, _>, at| patience.next_look(&people, told, 1, hour(at));
        assert_eq!(step(&told, 35), None);
        assert_eq!(look(&told, 35), Some(hour(36)));
        assert_eq!(step(&told, 36), Some(Step::Tell(UserId(1))));
        // However late they are told, they have a day.
        told.insert(UserId(1), hour(50));
        assert_eq!(step(&told, 73), None);
        assert_eq!(look(&told, 73), Some(hour(74)));
        assert_eq!(step(&told, 74), Some(Step::Replace(UserId(1))));
        assert_eq!(patience.step(&people, &told, 0, hour(74)), None);
        assert_eq!(patience.next_look(&people, &told, 0, hour(74)), None);
    }

    #[test]
    fn as_many_are_told_as_wait_and_the_longest_first() {
        let patience = patience("5d+12h");
        let idle = Unmoved {
            user: UserId(9),
            waits: None,
        };
        let people = [idle, unmoved(1, 4), unmoved(2, 2), unmoved(3, 2)];
        let now = Moment(0).after(HOUR * 80);
        let mut told = BTreeMap::new();
        for user in [2, 3, 1] {
            let step = patience.step(&people, &told, 4, now);
            assert_eq!(step, Some(Step::Tell(UserId(user))));
            told.insert(UserId(user), now);
        }
        assert_eq!(patience.step(&people, &told, 4, now), None);
        told.clear();
        told.insert(UserId(2), now);
        assert_eq!(patience.step(&people, &told, 1, now), None);
        // Nobody's turn waits: one may begin to wait at once.
        let look = patience.next_look(&[idle], &told, 1, now);
        assert_eq!(look, Some(now.after(patience.tell())));
    }
}
