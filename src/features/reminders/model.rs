//! The times of reminders: a pure function of the match, the person's settings, and past reminders.

use crate::matches::MatchId;
use std::time::Duration;

use crate::db::Listed;
use crate::features::lists::store::Untold;
use crate::kernel::View;
use crate::matches::{ChannelId, Match, UserId};
use crate::people::{Moment, Nudge, Reminders, TimeSettings};

/// The most nudges in one turn.
pub const MOST_NUDGES: u8 = 5;

/// The failed mentions of a player outside the server after which the opponent is notified.
///
/// The post of the turn counts as the first, and each reminder as a further one.
pub const FAILED_CALLS: u32 = 3;

/// The most matches that a reminder names, each with a button.
const MOST_NAMED: usize = 9;

/// The longest turn without reminders: it would end before one helps.
const SHORTEST: Duration = Duration::from_hours(1);

/// A nudge is left out if a last call follows within this time.
const CLOSE: Duration = Duration::from_hours(2);

const HOUR: Duration = Duration::from_hours(1);

/// The reminders that a person got in the current turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reminded {
    /// The number of the board. Reminders of other boards do not count.
    pub board: u32,
    /// The number of nudges.
    pub nudges: u8,
    /// When the last reminder was sent.
    pub last: Option<Moment>,
    /// Whether the person has muted the turn.
    pub muted: bool,
}

/// The next reminder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextReminder {
    pub at: Moment,
    /// Whether it is a nudge, limited by `MOST_NUDGES`; otherwise a last call.
    pub nudge: bool,
}

/// The content of one reminder message.
#[derive(Clone, Debug)]
pub struct Reminder {
    pub user: UserId,
    /// The most urgent reason.
    pub kind: ReminderKind,
    /// The matches that wait for the person, nearest deadline first. Only a private digest may have none.
    pub matches: Vec<View>,
    /// For a digest: the matches on the person's list in which something happened lately, latest first.
    pub followed: Vec<Listed>,
    /// The matches that were over without a thread, and of whose end the person was not told.
    pub ended: Vec<Untold>,
    /// Whether the reminder replaces a private message that could not be sent.
    pub fell_back: bool,
    /// When the reminder is composed.
    pub at: Moment,
}

impl Reminder {
    /// Iterates over the matches that the message names: in a channel only those of that channel, because the others may be
    /// private.
    pub(crate) fn named(&self, here: Option<ChannelId>) -> impl Iterator<Item = &View> {
        let is_here =
            move |view: &&View| here.is_none_or(|here| view.state.proposal().place.channel == here);
        self.matches.iter().filter(is_here).take(MOST_NAMED)
    }
}

/// A reminder in a channel of people whose matches there have no thread yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The people with the numbers of their matches there.
    pub people: Vec<(UserId, usize)>,
    /// The nearest deadline of these matches.
    pub deadline: Option<Moment>,
}

/// Returns when the next reminder of several people is due in a channel: once an hour, at a minute of its own, but in time
/// for a deadline.
pub fn next_round(channel: ChannelId, since: Moment, deadline: Option<Moment>) -> Moment {
    let hour = 3_600_000;
    let minute = i64::try_from(channel.0 % 60).unwrap_or_default() * 60_000;
    let wait = (minute - since.0).rem_euclid(hour);
    let due = Moment(since.0.saturating_add(wait));
    let latest = deadline.map(|deadline| deadline.before(IN_TIME));
    latest.map_or(due, |latest| due.min(latest.max(since)))
}

/// How long before a deadline its player is reminded, though other people were a short time ago.
const IN_TIME: Duration = Duration::from_hours(1);

/// The reason for a reminder, most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReminderKind {
    /// A clock is about to run out.
    LastCall,
    /// A turn has waited for some time.
    Nudge,
    /// The person's hour for the daily digest has come.
    Digest,
}

/// Returns `sent` if it belongs to the current turn; otherwise an empty value for this turn.
pub fn reminded(state: &Match, sent: Reminded) -> Reminded {
    if sent.board == state.board() {
        sent
    } else {
        Reminded {
            board: state.board(),
            ..Reminded::default()
        }
    }
}

/// Returns the next reminder of the player to move; `None` if this turn has no more.
pub fn next_reminder(
    state: &Match,
    time_settings: &TimeSettings,
    sent: Reminded,
    from: Moment,
) -> Option<NextReminder> {
    let reminders = reminders(state, time_settings, sent, from)?;
    let next = reminders.min_by_key(|next| next.at)?;
    Some(NextReminder {
        at: after_quiet_hours(state, time_settings, next.at),
        ..next
    })
}

/// Returns the reminder that is due at a moment; `None` if no reminder came due since the last one.
///
/// A last call comes first, even if the alarm was set for a nudge: the nudge may have waited for the end of
/// quiet hours or of an outage.
pub fn due_reminder(
    state: &Match,
    time_settings: &TimeSettings,
    sent: Reminded,
    at: Moment,
) -> Option<NextReminder> {
    reminders(state, time_settings, sent, Moment(i64::MIN))?
        .filter(|due| due.at <= at)
        .min_by_key(|due| (due.nudge, due.at))
}

/// Returns the next nudge and the last calls from a moment on, ignoring quiet hours.
fn reminders(
    state: &Match,
    time_settings: &TimeSettings,
    sent: Reminded,
    from: Moment,
) -> Option<impl Iterator<Item = NextReminder>> {
    state.person_to_move()?;
    let sent = reminded(state, sent);
    let (began, shown) = state.clocks().turn_began()?;
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
        .filter_map(|left| state.clocks().shows_at(left))
        .collect();
    let close = |at: Moment| {
        calls
            .iter()
            .any(|call| *call >= at && at.until(*call) <= CLOSE)
    };
    let nudge = match nudge {
        _ if sent.nudges >= MOST_NUDGES => None,
        Nudge::Off => None,
        Nudge::Half => state.clocks().shows_at(shown / 2).filter(|at| !close(*at)),
        Nudge::Late => state.clocks().shows_at(shown / 5).filter(|at| !close(*at)),
        Nudge::Every(hours) => next_of_every(state, HOUR * u32::from(*hours), began, from),
    };
    let nudge = nudge.map(|at| NextReminder { at, nudge: true });
    let calls = calls
        .into_iter()
        .map(|at| NextReminder { at, nudge: false });
    let all = nudge.into_iter().chain(calls);
    Some(all.filter(move |next| next.at >= from))
}

/// Returns the first repetition of a nudge at which the clock runs.
fn next_of_every(state: &Match, every: Duration, began: Moment, from: Moment) -> Option<Moment> {
    let seat = state.to_move()?;
    let flag = state.deadline()?;
    let mut from = from.max(began.after(Duration::from_millis(1)));
    // Each pause ends, and few pauses follow each other before the deadline.
    for _ in 0..100 {
        let passed = began.until(from).as_millis();
        let count = passed.div_ceil(every.as_millis().max(1));
        let at = began.after(every * u32::try_from(count).unwrap_or(u32::MAX));
        if at >= flag {
            return None;
        }
        match state.pause(seat, at).filter(|pause| pause.from <= at) {
            None => return Some(at),
            Some(pause) => from = pause.latest,
        }
    }
    None
}

/// Returns the end of the quiet hours at `at`; `at` itself if the clock runs out before.
fn after_quiet_hours(state: &Match, time_settings: &TimeSettings, at: Moment) -> Moment {
    let zone = time_settings.zone();
    let end = time_settings
        .reminders
        .quiet
        .filter(|quiet| quiet.holds(zone.hour(at)))
        .and_then(|quiet| zone.next_hour(at, quiet.until));
    match (end, state.deadline()) {
        (Some(end), Some(flag)) if end < flag => end,
        _ => at,
    }
}

/// The data of a person's page of reminders.
#[derive(Clone, Debug)]
pub struct RemindersView {
    pub time_settings: TimeSettings,
    /// The matches that wait for the person, nearest deadline first, each with its next reminder.
    pub waiting: Vec<(MatchId, Option<Moment>)>,
    /// Whether the bot allows private reminders.
    pub private_messages: bool,
    /// The time of the next digest.
    pub digest: Option<Moment>,
}
