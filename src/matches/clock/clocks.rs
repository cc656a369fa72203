use std::time::Duration;

use super::days_off::{DaysOff, MOST_OFF};
use super::time_control::TimeControl;
use crate::board::Seat;
use crate::people::{Moment, TimeOff, Zone};

/// The two clocks of a match. At most one of them runs: that of the seat to move, since the event that made it so. It
/// stands meanwhile on what the match's terms call days off.
///
/// Nothing else in the program subtracts times of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    days_off: DaysOff,
    /// What each clock showed when it began to run, or shows since it stands.
    left: [Duration; 2],
    /// What the seats were given by each other so far.
    given: [Duration; 2],
    running: Option<Running>,
    absences: [Absences; 2],
}

/// The clock that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Running {
    seat: Seat,
    since: Moment,
    /// The zone of its owner when it began to run: a change of zone meanwhile gives no second weekend.
    zone: Zone,
    /// Up to this moment the turn is counted in `passed`, so past absences need not be kept.
    counted: Moment,
    passed: Passed,
    /// When it will have run out.
    flag: Moment,
}

/// When a seat's owner is away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Absences {
    zone: Zone,
    /// Those that were not over at the last change.
    taken: Vec<TimeOff>,
    /// For how long time off had stopped the clock when it began to run.
    stopped: Duration,
}

/// What became of the time since a clock began to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// For this time it ran.
    pub thinking: Duration,
    /// For this time it stood, because its owner had time off.
    pub away: Duration,
    /// For this time it stood, because it was a weekend.
    pub weekends: Duration,
}

/// Why a clock does not run though its owner is to move, or will not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Since when, or from when on.
    pub from: Moment,
    /// When the owner wants to be back, if they have said so; at the end of a weekend that.
    pub back: Option<Moment>,
    /// When it runs again at the latest.
    pub latest: Moment,
    /// Whether it is only a weekend.
    pub weekend: bool,
}

/// What a running clock does at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stretch {
    Thinking,
    Away,
    Weekend,
}

/// After this many stretches the rest counts as thinking: that is six years of weekends in one turn.
const MOST_STRETCHES: usize = 600;

/// The most absences of a player that are not over. The bot plans one at a time, but a record may claim anything.
pub(crate) const MOST_PLANNED: usize = 32;

impl Clocks {
    /// Both clocks full and standing.
    #[must_use]
    pub fn new(control: TimeControl, days_off: DaysOff) -> Self {
        Self {
            control,
            days_off,
            left: [control.at_start(); 2],
            given: [Duration::ZERO; 2],
            running: None,
            absences: [Absences::default(), Absences::default()],
        }
    }

    /// Whose clock runs, or would if it were no day off; `None` before the start and after the end.
    #[must_use]
    pub fn running(&self) -> Option<Seat> {
        self.running.as_ref().map(|running| running.seat)
    }

    /// The first moment that is too late for the turn that is due.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        self.running.as_ref().map(|running| running.flag)
    }

    /// What a seat's clock shows at a moment.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Moment) -> Duration {
        self.left[seat.index()].saturating_sub(self.passed(seat, now).thinking)
    }

    /// What became of the time since a seat's clock began to run; nothing while it stands.
    #[must_use]
    pub fn passed(&self, seat: Seat, now: Moment) -> Passed {
        match &self.running {
            Some(running) if running.seat == seat => self.passed_since(running, now),
            _ => Passed::default(),
        }
    }

    /// When the running clock began to run, and what it showed then.
    #[must_use]
    pub fn turn_began(&self) -> Option<(Moment, Duration)> {
        let running = self.running.as_ref()?;
        Some((running.since, self.left[running.seat.index()]))
    }

    /// The moment at which the running clock shows so little; `None` if it did so before the last change of its time off.
    #[must_use]
    pub fn shows_at(&self, left: Duration) -> Option<Moment> {
        let running = self.running.as_ref()?;
        let thinking = self.left[running.seat.index()].checked_sub(left)?;
        let past = running.passed.thinking;
        (past.is_zero() || past < thinking).then(|| self.spends_at(running, thinking))
    }

    /// For how long a seat's owner may still stop their clock in this match by time off.
    #[must_use]
    pub fn most_off(&self, seat: Seat, now: Moment) -> Duration {
        if !self.days_off.allows() {
            return Duration::ZERO;
        }
        let stopped = self.absences[seat.index()].stopped + self.passed(seat, now).away;
        MOST_OFF.saturating_sub(stopped)
    }

    /// Whether a seat's owner has time off that is not over at a moment, and which.
    #[must_use]
    pub fn time_off(&self, seat: Seat, now: Moment) -> Option<&TimeOff> {
        let taken = self.absences[seat.index()].taken.iter();
        taken
            .filter(|off| off.until > now)
            .min_by_key(|off| off.from)
    }

    /// The time zone of a seat's owner, as far as the match knows it.
    #[must_use]
    pub fn zone(&self, seat: Seat) -> &Zone {
        &self.absences[seat.index()].zone
    }

    /// Why a seat's clock stands at a moment, or would if its owner were to move; else why it will, if time off is planned.
    #[must_use]
    pub fn pause(&self, seat: Seat, now: Moment) -> Option<Pause> {
        let zone = match &self.running {
            Some(running) if running.seat == seat => &running.zone,
            _ => self.zone(seat),
        };
        let stopped = MOST_OFF.saturating_sub(self.most_off(seat, now));
        let (stretch, _) = self.stretch(seat, zone, now, stopped);
        if stretch == Stretch::Thinking {
            let planned = self.time_off(seat, now)?;
            let budget = self.most_off(seat, now);
            let latest = planned.until.min(planned.from.after(budget));
            return (planned.from > now && latest > planned.from).then_some(Pause {
                from: planned.from,
                back: planned.back.filter(|back| *back <= latest),
                latest,
                weekend: false,
            });
        }
        // One reason may follow upon the other without a moment between them.
        let (mut at, mut stopped) = (now, stopped);
        let mut off = None;
        for _ in 0..MOST_STRETCHES {
            let (next, end) = self.stretch(seat, zone, at, stopped);
            let end = match (next, end) {
                (Stretch::Thinking, _) | (_, None) => break,
                (_, Some(end)) => end,
            };
            if next == Stretch::Away {
                stopped += at.until(end);
                off = off.or_else(|| self.covering(seat, at));
            }
            at = end;
        }
        Some(Pause {
            from: off.map_or(now, |off| off.from),
            back: match off {
                Some(off) => off.back.filter(|back| *back <= at),
                None => Some(at),
            },
            latest: at,
            weekend: off.is_none(),
        })
    }

    /// Until when a seat's clock does what it does at a moment, or would if its owner were to move; `None`: for good.
    pub(crate) fn stretch_end(&self, seat: Seat, at: Moment) -> Option<Moment> {
        let zone = match &self.running {
            Some(running) if running.seat == seat => &running.zone,
            _ => self.zone(seat),
        };
        let stopped = MOST_OFF.saturating_sub(self.most_off(seat, at));
        self.stretch(seat, zone, at, stopped).1
    }

    /// Starts the clock of the seat to move.
    pub(crate) fn start(&mut self, seat: Seat, at: Moment) {
        let absences = &mut self.absences[seat.index()];
        absences.taken.retain(|off| off.until > at);
        let zone = absences.zone.clone();
        self.running = Some(Running {
            seat,
            since: at,
            zone,
            counted: at,
            passed: Passed::default(),
            flag: at,
        });
        self.find_flag();
    }

    /// A turn was made: its seat's clock stops and gets what it is due, that of the seat to move starts.
    pub(crate) fn turn_made(&mut self, at: Moment, to_move: Option<Seat>) {
        if let Some(seat) = self.running() {
            self.stop(at);
            let left = &mut self.left[seat.index()];
            *left = match self.control {
                TimeControl::PerTurn(time) => time,
                TimeControl::Bank { increment, .. } => left.saturating_add(increment),
            };
        }
        if let Some(seat) = to_move {
            self.start(seat, at);
        }
    }

    /// These clocks, with that of the seat that was to move running again from `at` on. What `now` knows of days off counts,
    /// and what was given meanwhile stays given.
    ///
    /// With `used_until` they stand as they stood at that moment, else as they stood when that seat's turn began.
    pub(crate) fn resumed(&self, now: &Self, used_until: Option<Moment>, at: Moment) -> Self {
        let mut clocks = now.clone();
        clocks.stop(at);
        for seat in Seat::BOTH {
            let index = seat.index();
            let left = match used_until {
                Some(until) => self.left(seat, until),
                None => self.left[index],
            };
            let given = now.given[index].saturating_sub(self.given[index]);
            clocks.left[index] = left.saturating_add(given);
        }
        if let Some(seat) = self.running() {
            clocks.start(seat, at);
        }
        clocks
    }

    /// Stops whichever clock runs.
    pub(crate) fn stop(&mut self, at: Moment) {
        if let Some(seat) = self.running() {
            let passed = self.passed(seat, at);
            let left = &mut self.left[seat.index()];
            *left = left.saturating_sub(passed.thinking);
            self.absences[seat.index()].stopped += passed.away;
        }
        self.running = None;
    }

    /// Whether a seat's owner may take one more time off at a moment.
    pub(crate) fn has_room(&self, seat: Seat, at: Moment) -> bool {
        let taken = self.absences[seat.index()].taken.iter();
        taken.filter(|off| off.until > at).count() < MOST_PLANNED
    }

    /// A seat's owner takes time off. What is past stays as it is.
    ///
    /// Whether there was room for it.
    pub(crate) fn take_off(&mut self, seat: Seat, off: TimeOff, at: Moment) -> bool {
        if !self.has_room(seat, at) {
            return false;
        }
        self.count_past(seat, at);
        self.absences[seat.index()].taken.push(off);
        self.find_flag();
        true
    }

    /// A seat's owner is back, and has no more time off before them.
    pub(crate) fn end_time_off(&mut self, seat: Seat, at: Moment) {
        self.count_past(seat, at);
        self.absences[seat.index()].taken.clear();
        self.find_flag();
    }

    /// Counts what is past of a seat's turn and forgets the absences that are over, however many there were.
    fn count_past(&mut self, seat: Seat, at: Moment) {
        let passed = self.passed(seat, at);
        if let Some(running) = self.running.as_mut().filter(|running| running.seat == seat) {
            running.passed = passed;
            running.counted = at.max(running.counted);
        }
        let taken = &mut self.absences[seat.index()].taken;
        taken.retain(|off| off.until > at);
    }

    /// A seat's owner lives somewhere else: from their next turn on their weekends are those of that place.
    pub(crate) fn set_zone(&mut self, seat: Seat, zone: Zone) {
        self.absences[seat.index()].zone = zone;
    }

    /// A seat gets more time.
    pub(crate) fn give(&mut self, seat: Seat, time: Duration) {
        for times in [&mut self.left, &mut self.given] {
            let time_of = &mut times[seat.index()];
            *time_of = time_of.saturating_add(time);
        }
        self.find_flag();
    }

    fn find_flag(&mut self) {
        let flag = self
            .running
            .as_ref()
            .map(|running| self.spends_at(running, self.left[running.seat.index()]));
        if let (Some(running), Some(flag)) = (&mut self.running, flag) {
            running.flag = flag;
        }
    }

    fn passed_since(&self, running: &Running, now: Moment) -> Passed {
        let mut passed = running.passed;
        let before = self.absences[running.seat.index()].stopped;
        let mut at = running.counted;
        for _ in 0..MOST_STRETCHES {
            if at >= now {
                return passed;
            }
            let stopped = before + passed.away;
            let (stretch, end) = self.stretch(running.seat, &running.zone, at, stopped);
            let end = end.unwrap_or(now).min(now);
            let time = at.until(end);
            match stretch {
                Stretch::Thinking => passed.thinking += time,
                Stretch::Away => passed.away += time,
                Stretch::Weekend => passed.weekends += time,
            }
            at = end;
        }
        passed.thinking += at.until(now);
        passed
    }

    /// When the running clock's owner has thought for this time in this turn, more than what is counted.
    fn spends_at(&self, running: &Running, thinking: Duration) -> Moment {
        let mut at = running.counted;
        let mut rest = thinking.saturating_sub(running.passed.thinking);
        let mut stopped = self.absences[running.seat.index()].stopped + running.passed.away;
        for _ in 0..MOST_STRETCHES {
            let (stretch, end) = self.stretch(running.seat, &running.zone, at, stopped);
            let Some(end) = end else {
                break;
            };
            let time = at.until(end);
            match stretch {
                Stretch::Thinking if rest <= time => break,
                Stretch::Thinking => rest -= time,
                Stretch::Away => stopped += time,
                Stretch::Weekend => {}
            }
            at = end;
        }
        at.after(rest)
    }

    /// What a seat's clock does at a moment if it is its turn, and until when it does that; `None`: for good. `stopped` is for
    /// how long time off has stopped it before. The end is always later than the moment.
    fn stretch(
        &self,
        seat: Seat,
        zone: &Zone,
        at: Moment,
        stopped: Duration,
    ) -> (Stretch, Option<Moment>) {
        let weekends = self.days_off == DaysOff::WeekendsToo;
        if weekends && let Some(end) = zone.weekend_end(at).filter(|end| *end > at) {
            return (Stretch::Weekend, Some(end));
        }
        let weekend = if weekends {
            zone.next_weekend(at).filter(|next| *next > at)
        } else {
            None
        };
        let sooner = |end: Moment| Some(weekend.map_or(end, |weekend| weekend.min(end)));
        let budget = if self.days_off.allows() {
            MOST_OFF.saturating_sub(stopped)
        } else {
            Duration::ZERO
        };
        if budget.is_zero() {
            return (Stretch::Thinking, weekend);
        }
        if let Some(off) = self.covering(seat, at) {
            return (Stretch::Away, sooner(off.until.min(at.after(budget))));
        }
        let taken = self.absences[seat.index()].taken.iter();
        let next = taken
            .filter(|off| off.from > at && off.until > off.from)
            .map(|off| off.from)
            .min();
        (Stretch::Thinking, next.map_or(weekend, sooner))
    }

    /// A time off in which a moment is, the one that ends last.
    fn covering(&self, seat: Seat, at: Moment) -> Option<&TimeOff> {
        let taken = self.absences[seat.index()].taken.iter();
        taken
            .filter(|off| off.holds(at))
            .max_by_key(|off| off.until)
    }
}
