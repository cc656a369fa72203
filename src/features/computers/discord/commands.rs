//! `/hint`, `/analyse`, `/explore` and `/puzzle`.

use super::{analysis, hints};
use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::which_match::{suggest_match, suggest_played, which_played};

/// Get a hint for your turn: first where to look, then what I would play
#[poise::command(slash_command)]
pub(crate) async fn hint(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_played(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::Hint(one.id))
    })
    .await?;
    hints::show(app, &mut reply, id).await
}

/// See what a finished match came to turn by turn, and what would have been better
#[poise::command(slash_command)]
pub(crate) async fn analyse(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_played"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_played(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::Analysis(one.id))
    })
    .await?;
    analysis::show(app, &mut reply, id).await
}
