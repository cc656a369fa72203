//! `/reminders`.

use serenity::all::CreateAutocompleteResponse;

use super::page;
use crate::discord::ui;
use crate::discord::ui::command::{Context, choices, reply};
use crate::discord::ui::command_error::CommandError;
use crate::features::away::discord::commands::suggest_zone;
use crate::people::{QuietHours, Zone};

/// Quiet hours that many people have.
const QUIET: [(&str, &str); 6] = [
    ("22-7", "22:00 to 7:00"),
    ("23-8", "23:00 to 8:00"),
    ("21-7", "21:00 to 7:00"),
    ("0-9", "0:00 to 9:00"),
    ("9-17", "9:00 to 17:00"),
    ("off", "none"),
];

/// Choose when and where you are reminded of turns that wait for you
#[poise::command(slash_command, rename = "reminders")]
pub(crate) async fn own(
    context: Context<'_>,
    #[description = "Where you live, for quiet hours and digests: type your city"]
    #[autocomplete = "suggest_zone"]
    #[max_length = 60]
    zone: Option<String>,
    #[description = "When nothing comes: 22-7, or off"]
    #[autocomplete = "suggest_quiet"]
    #[max_length = 20]
    quiet: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    // Nothing changes before all of it is read.
    let zone = zone.as_deref().map(Zone::of_typed).transpose();
    let zone = zone.map_err(|error| CommandError::says(ui::escaped(&error.to_string())))?;
    let quiet = match quiet.as_deref().map(str::trim) {
        None => None,
        Some("off" | "none") => Some(None),
        Some(typed) => {
            let hours: QuietHours = typed.parse().map_err(|error: crate::people::QuietError| {
                CommandError::says(ui::escaped(&error.to_string()))
            })?;
            Some(Some(hours))
        }
    };
    page::change(app, &mut reply, zone, quiet).await
}

async fn suggest_quiet(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let fitting = QUIET
        .iter()
        .filter(|(short, words)| short.starts_with(&typed) || words.starts_with(&typed));
    choices(fitting.map(|(short, words)| ((*words).to_owned(), (*short).to_owned())))
}
