//! `/give-time` and `/away`.

use serenity::all::CreateAutocompleteResponse;

use super::page;
use crate::discord::ui;
use crate::discord::ui::command::{Context, choices, reply};
use crate::discord::ui::command_error::CommandError;
use crate::features::away::messages;
use crate::people::{Zone, read_moment};

/// Time off: your clocks stop, in all matches that allow it
#[poise::command(slash_command)]
pub(crate) async fn away(
    context: Context<'_>,
    #[description = "From when: now, tomorrow, 2027-01-05, 5 January 18:00"]
    #[autocomplete = "suggest_date"]
    #[max_length = 40]
    from: Option<String>,
    #[description = "When you are back: a date, or 10d; if you do not say, when you press I Am Back"]
    #[autocomplete = "suggest_return"]
    #[max_length = 40]
    until: Option<String>,
    #[description = "Where you live, for dates and weekends: type your city"]
    #[autocomplete = "suggest_zone"]
    #[max_length = 60]
    zone: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    // Nothing changes before all of it is read.
    let named = zone.as_deref().map(Zone::of_typed).transpose();
    let named = named.map_err(|error| CommandError::says(ui::escaped(&error.to_string())))?;
    let lives = match &named {
        Some(zone) => zone.clone(),
        None => page::zone(app, &mut reply).await?,
    };
    let now = app.arbiter.now();
    let read = |typed: &str, begin| {
        read_moment(typed, &lives, begin, now)
            .map_err(|error| CommandError::says(ui::escaped(&error.to_string())))
    };
    let begin = from.as_deref().map(|typed| read(typed, now)).transpose()?;
    let back = until
        .as_deref()
        .map(|typed| read(typed, begin.unwrap_or(now)))
        .transpose()?;
    let go = (begin.is_some() || back.is_some()).then(|| (begin.unwrap_or(now), back));
    page::change(app, &mut reply, named, go).await
}

/// What is typed, as the moment that it is read as, or why it cannot be; before that some examples.
async fn suggest(
    context: Context<'_>,
    typed: &str,
    examples: &[(&str, &str)],
) -> CreateAutocompleteResponse {
    if typed.trim().is_empty() {
        return choices(
            examples
                .iter()
                .map(|(value, words)| ((*words).to_owned(), (*value).to_owned())),
        );
    }
    let app = context.data();
    let mut reply = crate::discord::ui::command::typing(&context);
    let Ok(zone) = page::zone(app, &mut reply).await else {
        return choices([]);
    };
    let now = app.arbiter.now();
    let shown = match read_moment(typed, &zone, now, now) {
        Ok(at) => messages::plain_date(&zone, at),
        Err(error) => error.to_string(),
    };
    choices([(ui::cut(&shown, 100), ui::cut(typed.trim(), 40))])
}

async fn suggest_date(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let examples = [
        ("now", "now"),
        ("tomorrow", "tomorrow, from its first minute"),
        ("3d", "in 3 days"),
        ("7d", "in a week"),
    ];
    suggest(context, typed, &examples).await
}

async fn suggest_return(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let examples = [
        ("1d", "a day later"),
        ("3d", "3 days later"),
        ("7d", "a week later"),
        ("14d", "two weeks later"),
    ];
    suggest(context, typed, &examples).await
}

pub(crate) async fn suggest_zone(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let zones = Zone::complete(typed, 25);
    choices(zones.into_iter().map(|zone| (zone.clone(), zone)))
}
