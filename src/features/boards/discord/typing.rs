//! Suggestions while somebody types a turn.

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Choices, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::boards::messages;
use crate::games::Completions;

/// Turns as choices for what was typed; where there can be none, the reason.
pub(crate) fn suggestions(
    app: &App,
    reply: &Reply<'_>,
    found: Result<Completions, CommandError>,
    typed: &str,
) -> Choices {
    match found {
        Ok(found) => choices(messages::completions(&found, typed)),
        Err(CommandError::User(why)) => {
            // Discord shows plain text here.
            let line = why.content.lines().next().unwrap_or_default();
            let guild = reply.asked.guild();
            let line = ui::in_plain_text(line, |user| app.names.of(guild, user));
            choices([messages::no_completion(&line, typed)])
        }
        Err(error) => {
            tracing::warn!(%error, "no turns could be offered");
            choices([])
        }
    }
}
