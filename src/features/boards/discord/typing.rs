//! Suggestions while somebody types a turn.

use serenity::all::CreateAutocompleteResponse;

use crate::discord::ui;
use crate::discord::ui::command::{Context, choices, typing};
use crate::discord::ui::command_error::CommandError;
use crate::games::Completions;

/// Turns as choices for what was typed; where there can be none, the reason.
pub(crate) fn suggestions(
    context: &Context<'_>,
    found: Result<Completions, CommandError>,
    typed: &str,
) -> CreateAutocompleteResponse {
    match found {
        Ok(found) => choices(crate::features::boards::messages::completions(
            &found, typed,
        )),
        Err(CommandError::User(why)) => {
            // Discord shows plain text here.
            let line = why.content.lines().next().unwrap_or_default();
            let (app, guild) = (context.data(), typing(context).asked.guild());
            let line = ui::in_plain_text(line, |user| app.names.of(guild, user));
            choices([crate::features::boards::messages::no_completion(
                &line, typed,
            )])
        }
        Err(error) => {
            tracing::warn!(%error, "no turns could be offered");
            choices([])
        }
    }
}
