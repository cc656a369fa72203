//! `/ladder`.

use super::pages;
use crate::discord::ui::contests::named;
use crate::discord::ui::{App, Command, CommandOptions, Reply, Result};
use crate::features::ladders::messages;
use crate::features::ladders::model::Ladder;

pub(crate) fn ladder() -> Command {
    Command::new(
        "ladder",
        "See a ladder, join it, and challenge people above you",
        |app, reply, given| Box::pin(run(app, reply, given)),
    )
    .with(named::option::<Ladder>())
    .in_servers()
}

async fn run(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let guild = named::server::<Ladder>(reply)?;
    let (ladders, found) = named::found::<Ladder>(app, reply, guild, given).await?;
    if let Some(id) = found {
        return pages::show(app, reply, id, None, "").await;
    }
    let organises = app.organises(reply, guild).await?;
    let page = messages::page::choose(&ladders, organises);
    app.whisper(reply, page).await
}
