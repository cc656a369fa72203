//! `/ladder`.

use super::pages;
use crate::db::journal;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Choices, Command, Parameter, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::command_options::CommandOptions;
use crate::discord::ui::reply::Reply;
use crate::features::ladders::messages;
use crate::matches::MOST_NAME;

const LADDER: &str = "ladder";

pub(crate) fn ladder() -> Command {
    let which = Parameter::text(LADDER, "Which ladder (if empty: the one of this channel)")
        .at_most(u16::try_from(MOST_NAME).unwrap_or(40))
        .completed(|app, reply, _, typed| Box::pin(complete(app, reply, typed)));
    Command::new(
        "ladder",
        "See a ladder, join it, and challenge those above you",
        |app, reply, given| Box::pin(run(app, reply, given)),
    )
    .with(which)
    .in_servers()
}

/// Returns the open ladders of the server whose names contain the typed text.
async fn complete(app: &App, reply: &mut Reply<'_>, typed: &str) -> Choices {
    let Some(guild) = reply.interaction.guild() else {
        return Choices::default();
    };
    let ladders = app.arbiter.ladders_in(guild).await.unwrap_or_default();
    let typed = typed.trim().to_lowercase();
    let fitting = ladders
        .into_iter()
        .filter(|journal| journal.name.to_lowercase().contains(&typed));
    choices(fitting.map(|journal| (journal.name, journal.id.0.to_string())))
}

async fn run(
    app: &App,
    reply: &mut Reply<'_>,
    given: &CommandOptions<'_>,
) -> Result<(), CommandError> {
    let guild = pages::server(reply)?;
    let ladders = reply.while_doing(app.arbiter.ladders_in(guild)).await?;
    let found = match given.text(LADDER)? {
        Some(typed) => Some(journal::named(&ladders, typed).ok_or_else(|| {
            CommandError::says("This server has no open ladder of that name. `/ladder` lists them.")
        })?),
        None => journal::only_of(&ladders, &reply.interaction.channels()),
    };
    match found {
        Some(journal) => pages::show(app, reply, journal.id.0, None).await,
        None => {
            let organises = app.organises(reply, guild).await?;
            app.whisper(reply, messages::page::choose(&ladders, organises))
                .await
        }
    }
}
