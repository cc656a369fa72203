//! When to remind a person of a turn: a pure function of the match, what they have chosen, and what they got.

use std::time::Duration;

use crate::matches::Match;
use crate::people::{Moment, Nudge, Reminders, TimeSettings};

/// After this many nudges in one turn there are no more.
pub const MOST_NUDGES: u8 = 5;

/// After this many calls in one turn that could not reach somebody, because they have left the server, the other player is told.
/// The post of the turn is the first of them, each reminder a further one.
pub const FAILED_CALLS: u32 = 3;

/// Turns that last no longer than this are over before a reminder would help.
const SHORTEST: Duration = Duration::from_hours(1);

/// A nudge that comes so shortly before a last call is left out.
const CLOSE: Duration = Duration::from_hours(2);

const HOUR: Duration = Duration::from_hours(1);

/// What somebody got of reminders in the turn that is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reminded {
    /// The number of the board that it is about. What was sent about another one does not count.
    pub board: u32,
    /// How many nudges were sent.
    pub nudges: u8,
    /// When the last reminder was sent.
    pub last: Option<Moment>,
    /// Whether the person wants no more of them in this turn.
    pub muted: bool,
}

/// A reminder to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextReminder {
    pub at: Moment,
    /// Whether it is one of those that stop after `MOST_NUDGES`; else a last call.
    pub nudge: bool,
}

impl Match {
    /// What was sent about the turn that is due, of what was sent last.
    #[must_use]
    pub fn reminded(&self, sent: Reminded) -> Reminded {
        if sent.board == self.board() {
            sent
        } else {
            Reminded {
                board: self.board(),
                ..Reminded::default()
            }
        }
    }

    /// When to remind the person to move next, from a moment on; `None`: not in this turn any more.
    #[must_use]
    pub fn next_reminder(
        &self,
        time_settings: &TimeSettings,
        sent: Reminded,
        from: Moment,
    ) -> Option<NextReminder> {
        let reminders = self.reminders(time_settings, sent, from)?;
        let next = reminders.min_by_key(|next| next.at)?;
        Some(NextReminder {
            at: self.after_quiet_hours(time_settings, next.at),
            ..next
        })
    }

    /// What to remind the person to move of at a moment; `None`: nothing has come due since they were last. Of all that
    /// has, a last call comes first, whichever of them the reminder was set for: an earlier nudge may have waited for the end of
    /// quiet hours, or for the bot.
    #[must_use]
    pub fn due_reminder(
        &self,
        time_settings: &TimeSettings,
        sent: Reminded,
        at: Moment,
    ) -> Option<NextReminder> {
        self.reminders(time_settings, sent, Moment(i64::MIN))?
            .filter(|due| due.at <= at)
            .min_by_key(|due| (due.nudge, due.at))
    }

    /// The next nudge and the last calls from a moment on, without regard to quiet hours.
    fn reminders(
        &self,
        time_settings: &TimeSettings,
        sent: Reminded,
        from: Moment,
    ) -> Option<impl Iterator<Item = NextReminder>> {
        self.person_to_move()?;
        let sent = self.reminded(sent);
        let (began, shown) = self.clocks().turn_began()?;
        if sent.muted || shown <= SHORTEST {
            return None;
        }
        let from = sent
            .last
            .map_or(from, |last| from.max(last.after(Duration::from_millis(1))));
        let Reminders {
            nudge, last_calls, ..
        } = &time_settings.reminders;
        let calls: Vec<Moment> = last_calls
            .iter()
            .map(|hours| HOUR * u32::from(*hours))
            .filter(|left| *left < shown)
            .filter_map(|left| self.clocks().shows_at(left))
            .collect();
        let close = |at: Moment| {
            calls
                .iter()
                .any(|call| *call >= at && at.until(*call) <= CLOSE)
        };
        let nudge = match nudge {
            _ if sent.nudges >= MOST_NUDGES => None,
            Nudge::Off => None,
            Nudge::Half => self.clocks().shows_at(shown / 2).filter(|at| !close(*at)),
            Nudge::Late => self.clocks().shows_at(shown / 5).filter(|at| !close(*at)),
            Nudge::Every(hours) => self.next_of_every(HOUR * u32::from(*hours), began, from),
        };
        let nudge = nudge.map(|at| NextReminder { at, nudge: true });
        let calls = calls
            .into_iter()
            .map(|at| NextReminder { at, nudge: false });
        let all = nudge.into_iter().chain(calls);
        Some(all.filter(move |next| next.at >= from))
    }

    /// The first of the moments that come again and again since a turn began, while its clock runs.
    fn next_of_every(&self, every: Duration, began: Moment, from: Moment) -> Option<Moment> {
        let seat = self.to_move()?;
        let flag = self.deadline()?;
        let mut from = from.max(began.after(Duration::from_millis(1)));
        // Each pause ends, and few follow upon each other before the flag.
        for _ in 0..100 {
            let passed = began.until(from).as_millis();
            let count = passed.div_ceil(every.as_millis().max(1));
            let at = began.after(every * u32::try_from(count).unwrap_or(u32::MAX));
            if at >= flag {
                return None;
            }
            match self.pause(seat, at).filter(|pause| pause.from <= at) {
                None => return Some(at),
                Some(pause) => from = pause.latest,
            }
        }
        None
    }

    /// The end of the quiet hours in which a moment is, unless the clock runs out before that.
    fn after_quiet_hours(&self, time_settings: &TimeSettings, at: Moment) -> Moment {
        let zone = time_settings.zone();
        let end = time_settings
            .reminders
            .quiet
            .filter(|quiet| quiet.holds(zone.hour(at)))
            .and_then(|quiet| zone.next_hour(at, quiet.until));
        match (end, self.deadline()) {
            (Some(end), Some(flag)) if end < flag => end,
            _ => at,
        }
    }
}
