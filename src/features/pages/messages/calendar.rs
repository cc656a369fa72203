//! A calendar as other programs read it, and what its person is told.

use std::time::{Duration, SystemTime};

use icalendar::{Calendar, Component, Event};

use crate::discord::ui::{Button, Composed, Tone};
use crate::features::Dated;
use crate::features::pages::model::{Asked, PageName};
use crate::features::pages::press::Press;
use crate::people::Moment;

/// How often programs should ask again.
const REFRESH: Duration = Duration::from_hours(8);

/// Returns a calendar as a file.
pub(crate) fn calendar(dates: &[Dated], now: Moment) -> String {
    let mut calendar = Calendar::empty();
    calendar
        .append_property(("VERSION", "2.0"))
        .append_property(("PRODID", "-//Anteroom//Anteroom//EN"))
        .name("Anteroom");
    for property in ["REFRESH-INTERVAL;VALUE=DURATION", "X-PUBLISHED-TTL"] {
        let hours = REFRESH.as_secs() / 3600;
        calendar.append_property((property, format!("PT{hours}H").as_str()));
    }
    for date in dates {
        let event = Event::with_uid(&format!("{}@anteroom", date.key))
            .add_property("DTSTAMP", utc(now))
            .add_property("DTSTART", utc(date.at))
            .summary(&date.what)
            // It takes no time of theirs.
            .add_property("TRANSP", "TRANSPARENT")
            .done();
        calendar.push(event);
    }
    calendar.done().to_string()
}

/// Writes a moment as calendars do: `20261128T180000Z`.
fn utc(at: Moment) -> String {
    let since = Duration::from_millis(u64::try_from(at.0).unwrap_or_default());
    let text = humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + since);
    text.to_string().replace(['-', ':'], "")
}

/// Composes the message about a person's calendar.
pub fn own_calendar(address: &str, secret: Option<&PageName>) -> Composed {
    let has = "has the dates of your leagues, tournaments and simuls, and deadlines that are more than two days away, without the \
               names of others. Calendars ask for it once or twice a day: for what is soon there are reminders.";
    let Some(secret) = secret else {
        let make = Button::new("Make Calendar", Tone::Primary, Press::RenewCalendar);
        return Composed::text(format!(
            "A calendar to subscribe to {has} Anyone who has its address can read it."
        ))
        .with_row(vec![make]);
    };
    let asked = Asked::Calendar {
        secret: secret.clone(),
    };
    Composed::text(format!(
        "**{address}{asked}**\nSubscribe to this address in your calendar. It {has}\n**Anyone who has this address can read it**, so keep it to yourself."
    ))
    .with_row(vec![
        Button::plain("New Address", Press::RenewCalendar),
        Button::new("Revoke", Tone::Danger, Press::RevokeCalendar),
    ])
}
