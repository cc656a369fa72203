//! `/conditional`: replies planned in advance, for their owner's eyes only.

use super::lines;
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Choices, Command, Parameter, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::given::Given;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::{
    MATCH, Meant, Typed, ask_of, named_match, running, which_meant, which_played, which_to_change,
};
use crate::features::boards::discord::picking;
use crate::features::boards::discord::typing::suggestions;
use crate::features::conditional::messages;

const LINE: &str = "line";

pub(crate) fn all() -> Vec<Command> {
    let subcommands = vec![
        Command::new(
            "add",
            "Plan a line: their turn, your reply, and so on; without a line, by buttons. Only you see it",
            |app, reply, given| Box::pin(add(app, reply, given)),
        )
        .with(
            Parameter::text(
                LINE,
                "Their turn, your reply, their next turn …, with | between turns; leave empty to use buttons",
            )
            .at_most(1500)
            .completed(|app, reply, given, typed| Box::pin(next(app, reply, given, typed))),
        )
        .with(running()),
        Command::new(
            "list",
            "List your planned replies; only you see them",
            |app, reply, given| Box::pin(list(app, reply, given)),
        )
        .with(running()),
        Command::new(
            "clear",
            "Clear one of your planned lines, or all of them",
            |app, reply, given| Box::pin(clear(app, reply, given)),
        )
        .with(
            Parameter::text(
                LINE,
                "Which line, by its number; without it, all of them",
            )
            .completed(|app, reply, given, _| Box::pin(numbers(app, reply, given))),
        )
        .with(running()),
    ];
    let conditional = Command::group(
        "conditional",
        "Plan your replies in advance: if they play this, I play that",
        subcommands,
    );
    vec![conditional.in_servers_and_chats()]
}

async fn add(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let which = given.text(MATCH)?;
    let line = given.text(LINE)?.filter(|line| line.trim() != ui::PICK);
    let Some(line) = line else {
        let id =
            which_to_change(app, reply, which, |one| Some(CustomId::PlanReply(one.id))).await?;
        return picking::plan(app, reply, id).await;
    };
    let id = match which_meant(app, reply, which).await? {
        Meant::One(id) => id,
        Meant::OneOf(several) => {
            let typed = Typed::Line(line.trim());
            let question = ask_of(app, reply, &several, typed).await?;
            return app.whisper(reply, question).await;
        }
    };
    lines::add_line(app, reply, id, line).await
}

async fn list(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let id = which_played(app, reply, given.text(MATCH)?, |one| {
        Some(CustomId::Lines(one.id))
    })
    .await?;
    lines::list_lines(app, reply, id).await
}

async fn clear(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let number = given.text(LINE)?.map(|text| text.trim().parse::<u32>());
    let number = number.transpose().map_err(|_| {
        CommandError::says(
            "A line is named by its number, such as 1. `/conditional list` lists yours.",
        )
    })?;
    let id = which_to_change(app, reply, given.text(MATCH)?, |one| {
        let id = one.id;
        Some(match number {
            Some(number) => CustomId::ClearLine { id, number },
            None => CustomId::ClearLines(id),
        })
    })
    .await?;
    lines::clear_lines(app, reply, id, number).await
}

/// What may come next in a line.
async fn next(app: &App, reply: &mut Reply<'_>, given: &Given<'_>, typed: &str) -> Choices {
    let found = async {
        let id = which_played(app, reply, named_match(given), |_| None).await?;
        app.arbiter
            .complete_line(id, reply.asked.user(), typed)
            .await
            .map_err(CommandError::from)
    };
    let found = found.await;
    suggestions(app, reply, found, typed)
}

/// The numbers of the lines of whoever is typing.
async fn numbers(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Choices {
    let Ok(id) = which_played(app, reply, named_match(given), |_| None).await else {
        return choices([]);
    };
    let Ok(lines) = app.arbiter.lines(id, reply.asked.user()).await else {
        return choices([]);
    };
    let waiting = lines.waiting.iter();
    choices(
        waiting.map(|(number, turns)| (messages::line_choice(*number, turns), number.to_string())),
    )
}
