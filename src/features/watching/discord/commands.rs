//! `/watch`.

use super::pages;
use crate::discord::ui::app::App;
use crate::discord::ui::command::Command;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "watch",
            "See the matches that are played here, and follow one",
            |app, reply, _| Box::pin(watch(app, reply)),
        )
        .in_servers(),
    ]
}

async fn watch(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let watch = pages::watch(app, reply, 0).await?;
    app.whisper(reply, watch).await
}
