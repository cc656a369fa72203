use std::time::Duration;

use crate::people::{Moment, TimeOff};

/// The time between the warning and the first move down, and between two moves down.
pub const WEEK: Duration = Duration::from_hours(7 * 24);

/// The idle time after which a person is out.
pub const OUT_AFTER: Duration = Duration::from_hours(90 * 24);

/// How long a person has had no match although one could have been had.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Idle {
    /// The idle time before the stretches, without time off.
    settled: Duration,
    /// When the clock ran since time off was counted last, in order.
    stretches: Vec<(Moment, Moment)>,
    /// The idle time at the warning, and at the last move down.
    marks: Option<[Duration; 2]>,
}

/// What happens next to a person without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Warn,
    MoveDown,
    Out,
}

impl Idle {
    /// Returns the idle time, without the time off that was counted.
    pub(super) fn total(&self) -> Duration {
        self.settled.saturating_add(self.stretched())
    }

    fn stretched(&self) -> Duration {
        self.stretches
            .iter()
            .map(|(from, to)| from.until(*to))
            .fold(Duration::ZERO, Duration::saturating_add)
    }

    /// Whether the person was warned since their last match.
    pub(super) const fn is_warned(&self) -> bool {
        self.marks.is_some()
    }

    /// Lets the clock run from one moment to another.
    pub(super) fn run(&mut self, from: Moment, to: Moment) {
        if from >= to {
            return;
        }
        match self.stretches.last_mut() {
            Some((_, end)) if *end == from => *end = to,
            _ => self.stretches.push((from, to)),
        }
    }

    /// Returns the part of the time off in which the clock ran and that was not counted yet.
    pub(super) fn time_off(&self, taken: impl IntoIterator<Item = TimeOff>) -> Duration {
        let mut spans: Vec<_> = taken.into_iter().map(|off| (off.from, off.until)).collect();
        spans.sort_unstable();
        let mut time = Duration::ZERO;
        for (from, to) in &self.stretches {
            let mut counted = *from;
            for (begin, end) in &spans {
                let (begin, end) = (counted.max(*begin), (*to).min(*end));
                time = time.saturating_add(begin.until(end));
                counted = counted.max(end);
            }
        }
        time
    }

    /// Takes time off that was found out of the idle time.
    pub(super) fn spare(&mut self, time: Duration) {
        self.settled = self.total().saturating_sub(time);
        self.stretches.clear();
    }

    /// Notes that the person was warned.
    pub(super) fn warned(&mut self) {
        let total = self.total();
        self.marks = Some([total, total]);
    }

    /// Notes that the person moved down.
    pub(super) fn moved_down(&mut self) {
        let total = self.total();
        if let Some([_, last]) = &mut self.marks {
            *last = total;
        }
    }

    /// Returns the next step and the idle time at which it is due.
    ///
    /// A person at the bottom does not move down, and is out in the end. The warning comes a week before the limit, but
    /// not in the first half of it: with a limit of 7 days, people are warned after 3½ and move down after 10½.
    pub(super) fn next(&self, limit: Duration, at_bottom: bool) -> (Duration, Step) {
        let Some([warned, last]) = self.marks else {
            return (warned_after(limit), Step::Warn);
        };
        let out = OUT_AFTER.max(warned.saturating_add(WEEK));
        let down = last.saturating_add(WEEK);
        if at_bottom || out <= down {
            (out, Step::Out)
        } else {
            (down, Step::MoveDown)
        }
    }

    /// Returns the idle time that is left until a person who is warned now is out.
    pub(super) fn left(&self) -> Duration {
        OUT_AFTER.saturating_sub(self.total()).max(WEEK)
    }
}

fn warned_after(limit: Duration) -> Duration {
    limit.saturating_sub(WEEK).max(limit / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: Moment = Moment(1_800_000_000_000);

    fn days(count: u64) -> Duration {
        Duration::from_hours(24 * count)
    }

    fn day(count: u64) -> Moment {
        BEGIN.after(days(count))
    }

    fn off(from: u64, until: u64) -> TimeOff {
        TimeOff {
            from: day(from),
            until: day(until),
            back: None,
            automatic: false,
        }
    }

    #[test]
    fn steps_come_a_week_apart_until_the_person_is_out() {
        for (limit, expected) in [
            (30, vec![23, 30, 37, 44, 51, 58, 65, 72, 79, 86, 90]),
            (89, vec![82, 89, 90]),
            (90, vec![83, 90]),
            (14, vec![7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84, 90]),
        ] {
            let mut idle = Idle::default();
            let mut steps = Vec::new();
            for hour in 0..=91 * 24 {
                let now = BEGIN.after(Duration::from_hours(hour));
                idle.run(now.before(Duration::from_hours(1)).max(BEGIN), now);
                let (due, step) = idle.next(days(limit), false);
                if idle.total() < due {
                    continue;
                }
                steps.push(hour / 24);
                match step {
                    Step::Warn => idle.warned(),
                    Step::MoveDown => idle.moved_down(),
                    Step::Out => break,
                }
            }
            assert_eq!(steps, expected, "{limit}");
        }
    }

    #[test]
    fn short_limit_warns_after_half_and_still_a_week_before() {
        let mut idle = Idle::default();
        let (due, step) = idle.next(days(7), false);
        assert_eq!((due, step), (Duration::from_hours(84), Step::Warn));
        idle.run(BEGIN, BEGIN.after(due));
        idle.warned();
        assert_eq!(idle.next(days(7), false), (due + WEEK, Step::MoveDown));
        assert_eq!(idle.next(days(7), true), (OUT_AFTER, Step::Out));
    }

    #[test]
    fn late_warning_still_leaves_a_week() {
        let mut idle = Idle::default();
        idle.run(BEGIN, day(200));
        assert_eq!(idle.next(days(30), false).1, Step::Warn);
        idle.warned();
        assert_eq!(idle.next(days(30), false), (days(207), Step::Out));
        assert_eq!(idle.left(), WEEK);
    }

    #[test]
    fn time_off_is_counted_once_and_only_while_the_clock_ran() {
        let mut idle = Idle::default();
        idle.run(day(0), day(10));
        idle.run(day(20), day(30));
        let taken = [off(5, 8), off(6, 22), off(7, 9), off(29, 40), off(50, 60)];
        // Days 5 to 10, 20 to 22 and 29 to 30.
        assert_eq!(idle.time_off(taken), days(8));
        idle.spare(days(8));
        assert_eq!(idle.total(), days(12));
        assert_eq!(idle.time_off(taken), Duration::ZERO);
        idle.run(day(30), day(45));
        assert_eq!(idle.time_off(taken), days(10));
    }
}
