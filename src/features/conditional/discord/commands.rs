//! `/conditional`: replies planned in advance, for their owner's eyes only.

use serenity::all::CreateAutocompleteResponse;

use super::lines;
use crate::discord::ui;
use crate::discord::ui::command::{Context, choices, in_time, reply, typing};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::which_match::{
    Meant, Typed, ask_of, named_match, suggest_match, which_meant, which_played, which_to_change,
};
use crate::features::boards;
use crate::features::boards::discord::typing::suggestions;
use crate::features::conditional::messages;

/// Plan your replies in advance: if they play this, I play that
#[poise::command(
    slash_command,
    subcommands("add", "list", "clear"),
    subcommand_required
)]
#[expect(
    clippy::unused_async,
    reason = "Discord calls the subcommands only, but a command is a future"
)]
pub(crate) async fn conditional(_: Context<'_>) -> Result<(), CommandError> {
    Ok(())
}

/// Plan a line: their turn, your reply, and so on; without a line, by buttons. Only you see it
#[poise::command(slash_command)]
async fn add(
    context: Context<'_>,
    #[description = "Their turn, your reply, their next turn …, with | between turns; leave empty to use buttons"]
    #[autocomplete = "suggest_line"]
    #[max_length = 1500]
    line: Option<String>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let line = line.filter(|line| line.trim() != ui::PICK);
    match line {
        Some(line) => {
            let id = match which_meant(app, &mut reply, which.as_deref()).await? {
                Meant::One(id) => id,
                Meant::OneOf(several) => {
                    let typed = Typed::Line(line.trim());
                    let question = ask_of(app, &reply, &several, typed).await?;
                    return app.whisper(&mut reply, question).await;
                }
            };
            lines::add_line(app, &mut reply, id, &line).await
        }
        None => {
            let id = which_to_change(app, &mut reply, which.as_deref(), |one| {
                Some(CustomId::PlanReply(one.id))
            })
            .await?;
            boards::discord::picking::plan(app, &mut reply, id).await
        }
    }
}

/// List your planned replies; only you see them
#[poise::command(slash_command)]
async fn list(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_played(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::Lines(one.id))
    })
    .await?;
    lines::list_lines(app, &mut reply, id).await
}

/// Clear one of your planned lines, or all of them
#[poise::command(slash_command)]
async fn clear(
    context: Context<'_>,
    #[description = "Which line, by its number; without it, all of them"]
    #[autocomplete = "suggest_number"]
    line: Option<String>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let number = line.map(|text| text.trim().parse::<u32>()).transpose();
    let number = number.map_err(|_| {
        CommandError::says(
            "A line is named by its number, such as 1. `/conditional list` lists yours.",
        )
    })?;
    let id = which_to_change(app, &mut reply, which.as_deref(), |one| {
        let id = one.id;
        Some(match number {
            Some(number) => CustomId::ClearLine { id, number },
            None => CustomId::ClearLines(id),
        })
    })
    .await?;
    lines::clear_lines(app, &mut reply, id, number).await
}

/// What may come next in a line.
async fn suggest_line(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = context.data();
    let found = async {
        let mut reply = typing(&context);
        let id = which_played(app, &mut reply, named_match(&context), |_| None).await?;
        app.arbiter
            .complete_line(id, reply.asked.user(), typed)
            .await
            .map_err(CommandError::from)
    };
    match in_time(&context, found).await {
        Some(found) => suggestions(&context, found, typed),
        None => choices([]),
    }
}

/// The numbers of the lines of whoever is typing.
async fn suggest_number(context: Context<'_>, _: &str) -> CreateAutocompleteResponse {
    let app = context.data();
    let lines = async {
        let mut reply = typing(&context);
        let id = which_played(app, &mut reply, named_match(&context), |_| None)
            .await
            .ok()?;
        app.arbiter.lines(id, reply.asked.user()).await.ok()
    };
    match in_time(&context, lines).await.flatten() {
        Some(lines) => choices(
            lines
                .waiting
                .iter()
                .map(|(number, turns)| (messages::line_choice(*number, turns), number.to_string())),
        ),
        None => choices([]),
    }
}
