//! `/tournament`.

use super::pages;
use crate::discord::ui::contests::named;
use crate::discord::ui::{App, Command, CommandOptions, Reply, Result};
use crate::features::tournaments::model::Tournament;

pub(crate) fn tournament() -> Command {
    Command::new(
        "tournament",
        "See a tournament with your games in it, join it, or set one up",
        |app, reply, given| Box::pin(run(app, reply, given)),
    )
    .with(named::option::<Tournament>())
    .in_servers()
}

async fn run(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let guild = named::server::<Tournament>(reply)?;
    match named::found::<Tournament>(app, reply, guild, given).await? {
        (_, Some(id)) => pages::show(app, reply, id, "").await,
        (..) => pages::all(app, reply).await,
    }
}
