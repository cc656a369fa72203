//! `/plan`: planned replies, which only their owner sees.

use super::typed::suggestions;
use super::{lines, sessions};
use crate::discord::ui::which_match::{
    MATCH, Meant, ask_of, named_match, running, which_meant, which_played, which_to_change,
};
use crate::discord::ui::{
    self, App, Choices, Command, CommandError, CommandOptions, Parameter, Reply, Result,
};
use crate::features::play::press::Press;

const LINE: &str = "line";

pub(crate) fn plan_command() -> Command {
    Command::new(
            "plan",
            "Plan your replies in advance: if they play this, I play that. Without a line, see what you planned",
            |app, reply, given| Box::pin(plan(app, reply, given)),
        )
        .with(
            Parameter::text(
                LINE,
                "Their move, your reply, their next move …, with | between moves. ? lets you pick them step by step",
            )
            .at_most(1500)
            .completed(|app, reply, given, typed| Box::pin(next(app, reply, given, typed))),
        )
        .with(running())
        .in_servers_and_chats()
}

async fn plan(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let which = given.text(MATCH)?;
    let Some(line) = given.text(LINE)? else {
        let id = which_played(app, reply, which, |one| Press::Lines(one.id)).await?;
        return lines::list_lines(app, reply, id).await;
    };
    if line.trim() == ui::PICK {
        let id = which_to_change(app, reply, which, |one| Press::PlanReply(one.id)).await?;
        return sessions::plan(app, reply, id).await;
    }
    let id = match which_meant(app, reply, which).await? {
        Meant::One(id) => id,
        Meant::OneOf(several) => {
            let question = ask_of(app, reply, &several, line.trim()).await?;
            return app.whisper(reply, question).await;
        }
    };
    lines::add_line(app, reply, id, line).await
}

/// Returns completions of the typed line.
async fn next(
    app: &App,
    reply: &mut Reply<'_>,
    given: &CommandOptions<'_>,
    typed: &str,
) -> Choices {
    let found = async {
        let id = which_played(app, reply, named_match(given), |one| Press::Board(one.id)).await?;
        app.arbiter
            .complete_line(id, reply.interaction.user(), typed)
            .await
            .map_err(CommandError::from)
    };
    let found = found.await;
    suggestions(app, reply, found, typed)
}
