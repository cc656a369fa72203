//! `/league`.

use super::pages;
use crate::db::journal;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Choices, Command, Parameter, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::command_options::CommandOptions;
use crate::discord::ui::reply::Reply;
use crate::matches::MOST_NAME;

const LEAGUE: &str = "league";

pub(crate) fn league() -> Command {
    let which = Parameter::text(LEAGUE, "Which league (if empty: the one of this channel)")
        .at_most(u16::try_from(MOST_NAME).unwrap_or(40))
        .completed(|app, reply, _, typed| Box::pin(complete(app, reply, typed)));
    Command::new(
        "league",
        "See a league with your games in it, join it, or set one up",
        |app, reply, given| Box::pin(run(app, reply, given)),
    )
    .with(which)
    .in_servers()
}

/// Returns the open leagues of the server whose names contain the typed text.
async fn complete(app: &App, reply: &mut Reply<'_>, typed: &str) -> Choices {
    let Some(guild) = reply.interaction.guild() else {
        return Choices::default();
    };
    let leagues = app.arbiter.leagues_in(guild).await.unwrap_or_default();
    let typed = typed.trim().to_lowercase();
    let fitting = leagues
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
    let leagues = reply.while_doing(app.arbiter.leagues_in(guild)).await?;
    let found = match given.text(LEAGUE)? {
        Some(typed) => Some(journal::named(&leagues, typed).ok_or_else(|| {
            CommandError::says("This server has no open league of that name. `/league` lists them.")
        })?),
        None => journal::only_of(&leagues, &reply.interaction.channels()),
    };
    match found {
        Some(journal) => pages::show(app, reply, journal.id.0).await,
        None => pages::all(app, reply).await,
    }
}
