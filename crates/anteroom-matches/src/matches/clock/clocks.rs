use std::time::Duration;

use super::days_off::{DaysOff, MOST_OFF};
use super::time_control::TimeControl;
use crate::people::{Moment, TimeOff, Zone};
use anteroom_board::Seat;

/// The two clocks of a match. At most one runs: that of the seat to move. It stops on days off.
///
/// No other code subtracts the times of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time control of each seat.
    controls: [TimeControl; 2],
    /// The days off of each seat.
    days_off: [DaysOff; 2],
    /// The most time off of a player in the match.
    most_off: Duration,
    /// The time that each seat has thought, without the current turn.
    thought: [Duration; 2],
    /// The reading of each clock when it last started or stopped.
    left: [Duration; 2],
    /// The total time that each seat was given by the other.
    given: [Duration; 2],
    running: Option<Running>,
    absences: [Absences; 2],
}

/// The clock that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Running {
    seat: Seat,
    since: Moment,
    /// The owner's zone when the clock started. A change of zone gives no second weekend in a turn.
    zone: Zone,
    /// The moment up to which `passed` counts, so that past absences can be dropped.
    counted: Moment,
    passed: Passed,
    /// When the time runs out.
    flag: Moment,
}

/// The time off of a seat's owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Absences {
    zone: Zone,
    /// The time off that was not over at the last change.
    taken: Vec<TimeOff>,
    /// How long time off had stopped the clock before the current turn.
    stopped: Duration,
}

/// How the time since a clock started was spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// Time the clock ran.
    pub thinking: Duration,
    /// Time the clock was stopped for the owner's time off.
    pub away: Duration,
    /// Time the clock was stopped for weekends.
    pub weekends: Duration,
}

/// A reason why a clock is stopped, or will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// When the pause began or will begin.
    pub from: Moment,
    /// When the owner plans to return, if known; for a weekend, its end.
    pub back: Option<Moment>,
    /// The latest moment at which the clock runs again.
    pub latest: Moment,
    /// Whether the pause is only a weekend.
    pub weekend: bool,
}

/// What a clock does at a moment while its seat is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stretch {
    Thinking,
    Away,
    Weekend,
}

/// The limit of stretches in one turn: six years of weekends. Later time counts as thinking.
const MOST_STRETCHES: usize = 600;

/// The most unfinished absences of a player.
///
/// The bot plans one at a time, but a record may claim more.
pub(crate) const MOST_PLANNED: usize = 32;

impl Clocks {
    /// Creates two full clocks that do not run.
    pub fn new(control: TimeControl, days_off: DaysOff) -> Self {
        Self::limited(control, days_off, MOST_OFF)
    }

    /// Like [`new`](Self::new), with at most this much time off for each player.
    pub fn limited(control: TimeControl, days_off: DaysOff, most_off: Duration) -> Self {
        Self {
            controls: [control; 2],
            days_off: [days_off; 2],
            most_off,
            thought: [Duration::ZERO; 2],
            left: [control.at_start(); 2],
            given: [Duration::ZERO; 2],
            running: None,
            absences: [Absences::default(), Absences::default()],
        }
    }

    /// Gives a seat a time control of its own, before the clocks first run.
    #[must_use]
    pub fn with_own(mut self, seat: Seat, control: TimeControl) -> Self {
        self.controls[seat.index()] = control;
        self.left[seat.index()] = control.at_start();
        self
    }

    /// Lets nothing stop the clock of a seat, before the clocks first run: a team has no days off.
    #[must_use]
    pub fn without_days_off(mut self, seat: Seat) -> Self {
        self.days_off[seat.index()] = DaysOff::None;
        self
    }

    /// Returns the seat whose clock runs, apart from days off; `None` before the start and after the end.
    pub fn running(&self) -> Option<Seat> {
        self.running.as_ref().map(|running| running.seat)
    }

    /// Returns the first moment that is too late for the current turn.
    pub fn deadline(&self) -> Option<Moment> {
        self.running.as_ref().map(|running| running.flag)
    }

    /// Returns the reading of a seat's clock.
    pub fn left(&self, seat: Seat, now: Moment) -> Duration {
        self.left[seat.index()].saturating_sub(self.passed(seat, now).thinking)
    }

    /// Returns how long a seat has thought in the match. Turns that were taken back count too.
    pub fn thought(&self, seat: Seat, now: Moment) -> Duration {
        self.thought[seat.index()].saturating_add(self.passed(seat, now).thinking)
    }

    /// Returns how the time since a seat's clock started was spent; zero if it does not run.
    pub fn passed(&self, seat: Seat, now: Moment) -> Passed {
        match &self.running {
            Some(running) if running.seat == seat => self.passed_since(running, now),
            _ => Passed::default(),
        }
    }

    /// Returns when the running clock started, and its reading then.
    pub fn turn_began(&self) -> Option<(Moment, Duration)> {
        let running = self.running.as_ref()?;
        Some((running.since, self.left[running.seat.index()]))
    }

    /// Returns when the running clock shows `left`; `None` if it did before its time off last changed.
    pub fn shows_at(&self, left: Duration) -> Option<Moment> {
        let running = self.running.as_ref()?;
        let thinking = self.left[running.seat.index()].checked_sub(left)?;
        let past = running.passed.thinking;
        (past.is_zero() || past < thinking).then(|| self.spends_at(running, thinking))
    }

    /// Returns how long time off may still stop the clock of a seat in this match.
    pub fn most_off(&self, seat: Seat, now: Moment) -> Duration {
        if !self.days_off[seat.index()].allows() {
            return Duration::ZERO;
        }
        let stopped = self.absences[seat.index()].stopped + self.passed(seat, now).away;
        self.most_off.saturating_sub(stopped)
    }

    /// Returns the earliest time off of a seat's owner that is not over at a moment.
    pub fn time_off(&self, seat: Seat, now: Moment) -> Option<&TimeOff> {
        let taken = self.absences[seat.index()].taken.iter();
        taken
            .filter(|off| off.until > now)
            .min_by_key(|off| off.from)
    }

    /// Returns the time zone of a seat's owner, as far as the match knows it.
    pub fn zone(&self, seat: Seat) -> &Zone {
        &self.absences[seat.index()].zone
    }

    /// Returns why a seat's clock is stopped, or would be if the seat were to move.
    ///
    /// If the clock is not stopped, this returns the next planned time off.
    pub fn pause(&self, seat: Seat, now: Moment) -> Option<Pause> {
        let zone = match &self.running {
            Some(running) if running.seat == seat => &running.zone,
            _ => self.zone(seat),
        };
        let stopped = self.most_off.saturating_sub(self.most_off(seat, now));
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
        // Time off and a weekend may follow each other without a gap.
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

    /// Returns when the [stretch](Stretch) at a moment ends; `None` if it never does.
    pub(crate) fn stretch_end(&self, seat: Seat, at: Moment) -> Option<Moment> {
        let zone = match &self.running {
            Some(running) if running.seat == seat => &running.zone,
            _ => self.zone(seat),
        };
        let stopped = self.most_off.saturating_sub(self.most_off(seat, at));
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

    /// Folds in a turn: stops and refills its seat's clock, and starts that of the seat to move.
    pub(crate) fn turn_made(&mut self, at: Moment, to_move: Option<Seat>) {
        if let Some(seat) = self.running() {
            self.stop(at);
            let left = &mut self.left[seat.index()];
            *left = match self.controls[seat.index()] {
                TimeControl::PerTurn(time) => time,
                TimeControl::Bank { increment, .. } => left.saturating_add(increment),
            };
        }
        if let Some(seat) = to_move {
            self.start(seat, at);
        }
    }

    /// Returns these earlier clocks, with the clock of the seat to move running again from `at` on.
    ///
    /// Days off and given time are taken from `now`.
    ///
    /// With `used_until`, the clocks show their reading at that moment; otherwise, their reading at the
    /// beginning of the turn.
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

    pub(crate) fn stop(&mut self, at: Moment) {
        if let Some(seat) = self.running() {
            let passed = self.passed(seat, at);
            let left = &mut self.left[seat.index()];
            *left = left.saturating_sub(passed.thinking);
            let thought = &mut self.thought[seat.index()];
            *thought = thought.saturating_add(passed.thinking);
            self.absences[seat.index()].stopped += passed.away;
        }
        self.running = None;
    }

    /// Whether the match can store another time off of a seat's owner.
    pub(crate) fn has_room(&self, seat: Seat, at: Moment) -> bool {
        let taken = self.absences[seat.index()].taken.iter();
        taken.filter(|off| off.until > at).count() < MOST_PLANNED
    }

    /// Adds time off of a seat's owner; `false` if the match cannot store more.
    ///
    /// The time already counted does not change.
    pub(crate) fn take_off(&mut self, seat: Seat, off: TimeOff, at: Moment) -> bool {
        if !self.has_room(seat, at) {
            return false;
        }
        self.count_past(seat, at);
        self.absences[seat.index()].taken.push(off);
        self.find_flag();
        true
    }

    /// Removes all time off of a seat's owner from this moment on.
    pub(crate) fn end_time_off(&mut self, seat: Seat, at: Moment) {
        self.count_past(seat, at);
        self.absences[seat.index()].taken.clear();
        self.find_flag();
    }

    /// Adds the past of a seat's turn to `passed`, and drops absences that are over.
    fn count_past(&mut self, seat: Seat, at: Moment) {
        let passed = self.passed(seat, at);
        if let Some(running) = self.running.as_mut().filter(|running| running.seat == seat) {
            running.passed = passed;
            running.counted = at.max(running.counted);
        }
        let taken = &mut self.absences[seat.index()].taken;
        taken.retain(|off| off.until > at);
    }

    /// Changes the zone of a seat's owner. It determines their weekends from their next turn on.
    pub(crate) fn set_zone(&mut self, seat: Seat, zone: Zone) {
        self.absences[seat.index()].zone = zone;
    }

    /// Adds time to a seat's clock.
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

    /// Returns when the owner of the running clock will have spent `thinking` in this turn.
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

    /// Returns what a seat's clock does while the seat is to move, and until when; `None` means for ever.
    ///
    /// `stopped` is how long time off has stopped the clock before. The end is always later than `at`.
    fn stretch(
        &self,
        seat: Seat,
        zone: &Zone,
        at: Moment,
        stopped: Duration,
    ) -> (Stretch, Option<Moment>) {
        let days_off = self.days_off[seat.index()];
        let weekends = days_off == DaysOff::WeekendsToo;
        if weekends && let Some(end) = zone.weekend_end(at).filter(|end| *end > at) {
            return (Stretch::Weekend, Some(end));
        }
        let weekend = if weekends {
            zone.next_weekend(at).filter(|next| *next > at)
        } else {
            None
        };
        let sooner = |end: Moment| Some(weekend.map_or(end, |weekend| weekend.min(end)));
        let budget = if days_off.allows() {
            self.most_off.saturating_sub(stopped)
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

    /// Returns the time off that contains a moment; the one that ends last if several do.
    fn covering(&self, seat: Seat, at: Moment) -> Option<&TimeOff> {
        let taken = self.absences[seat.index()].taken.iter();
        taken
            .filter(|off| off.holds(at))
            .max_by_key(|off| off.until)
    }
}
