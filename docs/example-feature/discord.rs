use super::{messages, store};
use crate::discord::ui::{App, Command, CommandError, Reply, Result};

pub(crate) fn ongoing() -> Command {
    Command::new(
        "ongoing",
        "See how many matches are being played in this server",
        |app, reply, _| Box::pin(count(app, reply)),
    )
    .in_servers()
}

async fn count(app: &App, reply: &mut Reply<'_>) -> Result {
    let Some(guild) = reply.interaction.guild() else {
        return Err(CommandError::says("Use this command in a server."));
    };
    let read = app.arbiter.read(move |db| store::ongoing_in(db, guild));
    let count = reply.while_doing(read).await?;
    app.whisper(reply, messages::ongoing(count)).await
}
