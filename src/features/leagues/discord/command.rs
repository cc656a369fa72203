//! `/league`.

use super::pages;
use crate::discord::ui::contests::named;
use crate::discord::ui::{App, Command, CommandOptions, Reply, Result};
use crate::features::leagues::model::League;

pub(crate) fn league() -> Command {
    Command::new(
        "league",
        "See a league with your games in it, join it, or set one up",
        |app, reply, given| Box::pin(run(app, reply, given)),
    )
    .with(named::option::<League>())
    .in_servers()
}

async fn run(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let guild = named::server::<League>(reply)?;
    match named::found::<League>(app, reply, guild, given).await? {
        (_, Some(id)) => pages::show(app, reply, id, "").await,
        (..) => pages::all(app, reply).await,
    }
}
