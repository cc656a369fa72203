use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Moment;

/// The time off that a person has in any 365 days.
pub const YEARLY: Duration = Duration::from_hours(336);

/// The length of automatic time off, taken when a clock is about to run out.
pub const SLICE: Duration = Duration::from_hours(24);

/// The period for which [`YEARLY`] counts.
pub const YEAR: Duration = Duration::from_hours(365 * 24);

/// Time off is counted in whole minutes.
const MINUTE: Duration = Duration::from_mins(1);

/// The most extensions of a time off by hours that return during it. Each adds at least 1 minute.
const ROUNDS: usize = 1000;

/// A period in which a person's own clocks are stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TimeOff {
    /// The first moment.
    pub from: Moment,
    /// The first moment after it: the planned return, or the moment at which no hours are left.
    pub until: Moment,
    /// The planned return, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<Moment>,
    /// Whether the bot took it automatically.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub automatic: bool,
}

impl TimeOff {
    /// Whether the period contains a moment.
    pub fn holds(&self, at: Moment) -> bool {
        self.from <= at && at < self.until
    }

    /// Returns the part that is still to come at a moment.
    pub fn rest(&self, now: Moment) -> Duration {
        self.from.max(now).until(self.until)
    }
}

/// Returns the time off that a person took in the year before a moment.
///
/// The result is in whole minutes. Overlapping time counts once.
fn used_in_year(taken: &[TimeOff], at: Moment) -> Duration {
    let begin = at.before(YEAR);
    let mut spans: Vec<(Moment, Moment)> = taken
        .iter()
        .map(|off| (off.from.max(begin), off.until.min(at)))
        .filter(|(from, until)| from < until)
        .collect();
    spans.sort_unstable();
    let (mut used, mut counted) = (Duration::ZERO, begin);
    for (from, until) in spans {
        used += from.max(counted).until(until);
        counted = counted.max(until);
    }
    let minutes = used.as_millis().div_ceil(MINUTE.as_millis());
    MINUTE * u32::try_from(minutes).unwrap_or(u32::MAX)
}

/// Returns the time off that a person has left at a moment.
pub fn left_of_year(taken: &[TimeOff], at: Moment) -> Duration {
    YEARLY.saturating_sub(used_in_year(taken, at))
}

/// Returns the latest end of a time off that begins at `from`, counting hours that return during it.
pub fn latest_end(taken: &[TimeOff], from: Moment) -> Moment {
    let mut all = taken.to_vec();
    let mut end = from;
    for _ in 0..ROUNDS {
        let left = left_of_year(&all, end);
        if left < MINUTE {
            break;
        }
        end = end.after(left);
        all.truncate(taken.len());
        all.push(TimeOff {
            from,
            until: end,
            back: None,
            automatic: false,
        });
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: Moment = Moment(1_800_000_000_000);

    fn hours(count: u64) -> Duration {
        Duration::from_hours(count)
    }

    fn off(from: u64, until: u64) -> TimeOff {
        TimeOff {
            from: BEGIN.after(hours(from)),
            until: BEGIN.after(hours(until)),
            back: None,
            automatic: false,
        }
    }

    #[test]
    fn hours_come_back_after_a_year() {
        let taken = [off(0, 300)];
        let at = |hour| BEGIN.after(hours(hour));
        assert_eq!(left_of_year(&taken, at(300)), hours(36));
        assert_eq!(left_of_year(&taken, at(365 * 24)), hours(36));
        assert_eq!(left_of_year(&taken, at(365 * 24 + 100)), hours(136));
        assert_eq!(left_of_year(&taken, at(365 * 24 + 300)), YEARLY);
        // Overlapping time counts once, and a started minute counts.
        assert_eq!(used_in_year(&[off(0, 10), off(5, 12)], at(20)), hours(12));
        let short = TimeOff {
            until: BEGIN.after(Duration::from_secs(61)),
            ..off(0, 0)
        };
        assert_eq!(used_in_year(&[short], at(20)), Duration::from_mins(2));
    }

    #[test]
    fn time_off_without_a_date_ends_when_the_hours_are_spent() {
        assert_eq!(latest_end(&[], BEGIN), BEGIN.after(YEARLY));
        let at = |hour| BEGIN.after(hours(hour));
        assert_eq!(latest_end(&[off(0, 336)], at(400)), at(400));
        assert_eq!(latest_end(&[off(0, 300)], at(400)), at(436));
        // During time off, hours of the year before return as fast as hours are spent.
        let year = 365 * 24;
        assert_eq!(latest_end(&[off(0, 336)], at(year + 10)), at(year + 346));
        for from in [400, year, year + 100, year + 300] {
            let taken = [off(0, 200)];
            let until = latest_end(&taken, at(from));
            let all = [
                taken[0],
                TimeOff {
                    from: at(from),
                    until,
                    ..off(0, 0)
                },
            ];
            assert!(used_in_year(&all, until) <= YEARLY, "{from}");
        }
    }
}
