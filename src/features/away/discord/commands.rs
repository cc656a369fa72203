//! `/away`.

use super::page;
use crate::discord::ui::{
    self, App, Choices, Command, CommandError, CommandOptions, Parameter, Reply, Result, choices,
};
use crate::features::away::messages;
use crate::people::{Zone, read_moment};

/// Examples for the beginning of time off.
const BEGINNINGS: [(&str, &str); 4] = [
    ("now", "now"),
    ("tomorrow", "tomorrow, from its first minute"),
    ("3d", "in 3 days"),
    ("7d", "in a week"),
];

/// Examples for the return.
const RETURNS: [(&str, &str); 4] = [
    ("1d", "a day later"),
    ("3d", "3 days later"),
    ("7d", "a week later"),
    ("14d", "two weeks later"),
];

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "away",
            "Time off: your clocks stop, in all matches that allow it",
            |app, reply, given| Box::pin(away(app, reply, given)),
        )
        .with(
            Parameter::text(
                "from",
                "From when: now, tomorrow, 2027-01-05, 5 January 18:00",
            )
            .at_most(40)
            .completed(|app, reply, _, typed| Box::pin(moments(app, reply, typed, &BEGINNINGS))),
        )
        .with(
            Parameter::text(
                "until",
                "When you are back: a date, or 10d (if empty: when you press I Am Back)",
            )
            .at_most(40)
            .completed(|app, reply, _, typed| Box::pin(moments(app, reply, typed, &RETURNS))),
        )
        .with(zone(
            "Where you live, for dates and weekends: type your city",
        ))
        .in_servers_and_chats(),
    ]
}

/// Returns the option for a time zone.
fn zone(description: &'static str) -> Parameter {
    Parameter::text("zone", description)
        .at_most(60)
        .completed(|_, _, _, typed| {
            Box::pin(async move {
                let zones = Zone::complete(typed, 25);
                choices(zones.into_iter().map(|zone| (zone.clone(), zone)))
            })
        })
}

async fn away(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    // All options are read before anything changes.
    let named = given.text("zone")?.map(Zone::of_typed).transpose();
    let named = named.map_err(CommandError::quotes)?;
    let lives = match &named {
        Some(zone) => zone.clone(),
        None => page::zone(app, reply).await?,
    };
    let now = app.arbiter.now();
    let read =
        |typed: &str, begin| read_moment(typed, &lives, begin, now).map_err(CommandError::quotes);
    let begin = given.text("from")?.map(|typed| read(typed, now));
    let begin = begin.transpose()?;
    let back = given.text("until")?;
    let back = back.map(|typed| read(typed, begin.unwrap_or(now)));
    let back = back.transpose()?;
    let go = (begin.is_some() || back.is_some()).then(|| (begin.unwrap_or(now), back));
    page::change(app, reply, named, go).await
}

/// Suggests the moment that a typed text means, or the error; examples if the text is empty.
async fn moments(
    app: &App,
    reply: &mut Reply<'_>,
    typed: &str,
    examples: &[(&str, &str)],
) -> Choices {
    if typed.trim().is_empty() {
        return choices(
            examples
                .iter()
                .map(|(value, words)| ((*words).to_owned(), (*value).to_owned())),
        );
    }
    let Ok(zone) = page::zone(app, reply).await else {
        return choices([]);
    };
    let now = app.arbiter.now();
    let shown = match read_moment(typed, &zone, now, now) {
        Ok(at) => messages::plain_date(&zone, at),
        Err(error) => error.to_string(),
    };
    choices([(ui::cut(&shown, 100), ui::cut(typed.trim(), 40))])
}
