//! `/describe`: a board in words.

use serenity::all::CreateAutocompleteResponse;

use super::pages;
use crate::discord::ui::command::{Context, choices, in_time, reply, typing};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::which_match::{named_match, suggest_match, which_played};
use crate::features::history::messages::{LAST, WHOLE};
use crate::games::describe;

/// Read a board in words, or a part of it, to you only
#[poise::command(slash_command, rename = "describe")]
pub(crate) async fn describe(
    context: Context<'_>,
    #[description = "A line, a square, a kind of piece, or last turn; the whole board if you do not say"]
    #[autocomplete = "suggest_part"]
    what: Option<String>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let what = what.unwrap_or_default();
    let id = which_played(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::describe(one.id, &what))
    })
    .await?;
    pages::describe(app, &mut reply, id, &what).await
}

/// What can be asked of the board in question.
async fn suggest_part(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = context.data();
    let view = async {
        let mut reply = typing(&context);
        let id = which_played(app, &mut reply, named_match(&context), |_| None).await?;
        app.watched(&mut reply, id).await
    };
    let Some(Ok(view)) = in_time(&context, view).await else {
        return choices([]);
    };
    let typed = typed.trim().to_lowercase();
    let parts = [WHOLE[0], LAST[0]]
        .map(str::to_owned)
        .into_iter()
        .chain(describe::parts(view.state.position()));
    choices(
        parts
            .filter(|part| part.to_lowercase().contains(&typed))
            .map(|part| (part.clone(), part)),
    )
}
