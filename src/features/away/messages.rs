use std::time::Duration;

use crate::db::Denial;
use crate::discord::ui::panel::act;
use crate::discord::ui::words::{date, duration_words};
use crate::discord::ui::{Button, Composed, MOST_CONTENT, Tone, line, relative};
use crate::features::away::model::{NoTimeOff, Stops, TimeOffView};
use crate::matches::UserId;
use crate::people::{Moment, Zone};

pub(crate) const AWAY: &str = "away";

/// The most lines about matches in which the clock keeps running.
const MOST_LINES: usize = 10;

/// Composes the page of a person's time off.
pub fn time_off(view: &TimeOffView, user: UserId, now: Moment) -> Composed {
    let mut content = format!("{}\n", standing(view, now));
    content.push_str(&format!(
        "You have {} of time off left, out of 14 days in any 365. While you are away only your own clocks stop, and you can still move.\n",
        duration_words(whole_minutes(view.left))
    ));
    let running = view.matches.len();
    let stops = view.matches.iter();
    let stops = stops
        .filter(|(_, stops)| matches!(stops, Stops::For(_)))
        .count();
    match (stops, running) {
        (_, 0) => {}
        (0, 1) => content.push_str("It does not stop your clock in your running match.\n"),
        (_, 1) => content
            .push_str("It stops your clock in your running match, for 14 days at most.\n"),
        _ => content.push_str(&format!(
            "It stops your clock in {stops} of your {running} running matches, for 14 days in each at most.\n"
        )),
    }
    let asked = view.off.map_or(view.left, |off| off.rest(now));
    let lines = view.matches.iter().filter_map(|(one, stops)| {
        let why = match stops {
            Stops::Never => String::from("played without days off, so your clock keeps running"),
            Stops::NoMore => String::from("its 14 days are used up, so your clock keeps running"),
            Stops::For(most) if *most < asked => format!(
                "your clock can stop for {} more",
                duration_words(whole_minutes(*most))
            ),
            Stops::For(_) => return None,
        };
        Some(format!("{}: {why}.", line(one, user)))
    });
    for line in lines.take(MOST_LINES) {
        if content.chars().count() + line.chars().count() < MOST_CONTENT - 400 {
            content.push_str(&line);
            content.push('\n');
        }
    }
    content.push_str(if view.time_settings.automatic_time_off {
        "**Automatic time off** is on: when one of your clocks is about to run out, a day of your time off is taken, and both players are told.\n"
    } else {
        "**Automatic time off** is off: if your clock runs out, you lose, unless you are away by then.\n"
    });
    content.push_str(&format!(
        "-# Your time zone: {}. `/away from: until: zone:` plans time off and sets the zone.",
        view.time_settings
            .zone
            .as_ref()
            .map_or_else(|| String::from("not set, so UTC is used"), Zone::to_string)
    ));
    let button = |label: &'static str, tone, what: &str| Button::new(label, tone, act(AWAY, what));
    let go = match view.off {
        None => button("Away From Now", Tone::Primary, "go")
            .enabled(view.left >= Duration::from_mins(1)),
        Some(off) if off.from <= now => button("I Am Back", Tone::Primary, "return"),
        Some(_) => button("Call Off", Tone::Primary, "return"),
    };
    let by_itself = if view.time_settings.automatic_time_off {
        button("Turn Automatic Off", Tone::Plain, "by-hand")
    } else {
        button("Turn Automatic On", Tone::Plain, "by-itself")
    };
    Composed::text(content).with_row(vec![go, by_itself])
}

/// Words the sentence that says whether a person is away.
fn standing(view: &TimeOffView, now: Moment) -> String {
    match view.off {
        None => String::from("You are not away."),
        Some(off) if off.from <= now => match off.back {
            Some(back) => format!("You are away. You will be back {}.", relative(back)),
            None => format!(
                "You are away until you press *I Am Back*, at the latest {}.",
                date(off.until)
            ),
        },
        Some(off) => format!(
            "You will be away from {} to {}.",
            date(off.from),
            match off.back {
                Some(back) => date(back),
                None => format!("at the latest {}", date(off.until)),
            }
        ),
    }
}

fn whole_minutes(time: Duration) -> Duration {
    Duration::from_secs(time.as_secs() / 60 * 60)
}

/// Writes a moment as plain text: `2027-01-05 18:00 (Europe/Berlin)`.
pub fn plain_date(zone: &Zone, at: Moment) -> String {
    let (year, month, day) = zone.date(at).unwrap_or_default();
    format!("{year:04}-{month:02}-{day:02} {} ({zone})", zone.clock(at))
}

impl Denial for NoTimeOff {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        String::from(match self {
            Self::Spent => {
                "You have no time off left: you get 14 days in any 365 days. Each day that you have used comes back a year later."
            }
            Self::BackBefore => {
                "You cannot be back before you leave: choose a later date for `until`."
            }
        })
    }
}
