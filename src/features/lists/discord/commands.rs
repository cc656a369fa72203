//! `/games` and `/lobby`.

use super::pages;
use crate::discord::ui::app::App;
use crate::discord::ui::command::Command;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "games",
            "List your matches and challenges, those that wait for you first",
            |app, reply, _| Box::pin(games(app, reply)),
        ),
        Command::new(
            "lobby",
            "See the open challenges here, and accept one",
            |app, reply, _| Box::pin(lobby(app, reply)),
        )
        .in_servers(),
    ]
}

async fn games(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let games = pages::games(app, reply, 0).await?;
    app.whisper(reply, games).await
}

async fn lobby(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let lobby = pages::lobby(app, reply, 0).await?;
    app.whisper(reply, lobby).await
}
