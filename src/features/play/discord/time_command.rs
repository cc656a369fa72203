//! `/give-time`.

use serenity::all::CreateAutocompleteResponse;

use crate::discord::ui;
use crate::discord::ui::command::{Context, choices, reply};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::which_match::{suggest_match, which_to_change};
use crate::features::play;
use crate::matches::read_duration;

/// Times that many people give.
pub(crate) const GIFTS: [(&str, &str); 6] = [
    ("6h", "6 hours"),
    ("12h", "12 hours"),
    ("1d", "1 day"),
    ("2d", "2 days"),
    ("3d", "3 days"),
    ("7d", "7 days"),
];

/// Give the other player more time on their clock
#[poise::command(slash_command, rename = "give-time")]
pub(crate) async fn give_time(
    context: Context<'_>,
    #[description = "How much more: 1d for a day, 12h for twelve hours"]
    #[autocomplete = "suggest_time"]
    #[max_length = 40]
    time: String,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let time = read_duration(&time)
        .map_err(|error| CommandError::says(ui::escaped(&error.to_string())))?;
    let id = which_to_change(app, &mut reply, which.as_deref(), |one| {
        let (id, seconds) = (one.id, time.as_secs());
        Some(CustomId::GiveTime { id, seconds })
    })
    .await?;
    play::discord::actions::give_time(app, &mut reply, id, time).await
}

pub(crate) async fn suggest_time(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let fitting = GIFTS
        .iter()
        .filter(|(short, words)| short.starts_with(&typed) || words.starts_with(&typed));
    choices(fitting.map(|(short, words)| ((*words).to_owned(), (*short).to_owned())))
}
