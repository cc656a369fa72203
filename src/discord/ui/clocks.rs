use std::time::Duration;

use super::composed::Composed;
use super::words::{at_seat, called, date, duration_words, relative};
use crate::board::Seat;
use crate::matches::{DaysOff, Match, Pause};
use crate::people::{Moment, TimeOff};

/// Returns the message in the thread when a player gave the opponent more time.
pub fn time_given(now: &Match, to: Seat, time: Duration) -> Composed {
    let [receiver, giver] = [to, to.other()].map(|seat| at_seat(now, seat));
    let then = match now.deadline() {
        Some(deadline) if now.to_move() == Some(to) => {
            format!("New deadline: {}.", relative(deadline))
        }
        _ => String::from("It is on your clock for your next turn."),
    };
    Composed {
        content: format!(
            "{receiver}, {giver} gives you {} more. {then}",
            duration_words(time)
        ),
        pings: now.person(to).iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

/// Returns the message to both players when time off began automatically.
pub fn taken_by_itself(now: &Match, seat: Seat, off: &TimeOff) -> Composed {
    let [who, other] = [seat, seat.other()].map(|seat| at_seat(now, seat));
    let deadline = now
        .deadline()
        .map(|deadline| format!(" New deadline: {}.", relative(deadline)))
        .unwrap_or_default();
    Composed {
        content: format!(
            "{who}, your clock was about to run out, so a day of your time off was taken, as you chose in `/away`. \
             {other}, the clock of {who} is stopped until {}.{deadline}",
            date(off.until)
        ),
        pings: now.people().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

/// Returns the deadline of the turn, after a space. Nothing while the player is away: the deadline depends on the
/// moment of their return, and the clock is stopped.
pub(crate) fn deadline(now: &Match, at: Moment) -> String {
    now.deadline()
        .filter(|_| away(now, at).is_none())
        .map(|deadline| format!(" Deadline: {}.", relative(deadline)))
        .unwrap_or_default()
}

/// Returns the time off of the player to move, if it stops the clock at a moment.
pub(crate) fn away(now: &Match, at: Moment) -> Option<Pause> {
    let pause = now.to_move().and_then(|seat| now.told_pause(seat, at));
    pause.filter(|pause| !pause.weekend && pause.from <= at)
}

/// Returns a text without the sentences of [`deadline`]; `None` if it has none.
pub(crate) fn without_deadlines(text: &str) -> Option<String> {
    const END: &str = ":R>.";
    let mut parts = text.split(" Deadline: <t:");
    let mut rest = parts.next()?.to_owned();
    let mut any = false;
    for part in parts {
        let after = part.split_once(END)?.1;
        rest.push_str(after);
        any = true;
    }
    any.then_some(rest)
}

/// Returns why clocks are stopped now or later: a line for each stopped clock, after a line break.
pub fn pauses(now: &Match, at: Moment) -> String {
    if now.is_paused() {
        return String::from("\nA moderator has paused the match. Clocks are stopped.");
    }
    Seat::BOTH
        .into_iter()
        .filter_map(|seat| {
            let pause = now.told_pause(seat, at)?;
            let who = now.person(seat).map(|user| called(user.into()))?;
            Some(format!("\n{who} {}.", pause_words(&pause, at)))
        })
        .collect()
}

/// Returns why a player's clock is or will be stopped: `has the clock stopped, away until 3 December`.
pub fn pause_words(pause: &Pause, at: Moment) -> String {
    if pause.weekend {
        let latest = date(pause.latest);
        return format!("has the weekend off, clock stopped until {latest}");
    }
    if pause.from > at {
        let until = pause.back.unwrap_or(pause.latest);
        return format!(
            "will be away from {} to {}, clock stopped",
            date(pause.from),
            date(until)
        );
    }
    let latest = date(pause.latest);
    match pause.back {
        Some(back) if back != pause.latest => format!(
            "has the clock stopped, away until {}, at the latest {latest}",
            date(back)
        ),
        Some(_) => format!("has the clock stopped, away until {latest}"),
        None => format!("has the clock stopped, away until {latest} at the latest"),
    }
}

/// Returns what stops the clocks of a match, if it differs from the default.
pub(crate) fn days_off_words(played: &Match) -> Option<&'static str> {
    let proposal = played.proposal();
    if proposal.days_off == DaysOff::usual(proposal.time) {
        return None;
    }
    Some(match proposal.days_off {
        DaysOff::Allowed => "time off stops the clock",
        DaysOff::WeekendsToo => "time off and weekends stop the clock",
        DaysOff::None => "no days off",
    })
}
