//! `/hint` and `/analyse`.

use super::{analysis, hints};
use crate::discord::ui::app::App;
use crate::discord::ui::command::Command;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::given::Given;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::{MATCH, played, running, which_played};

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "hint",
            "Get a hint for your turn: first where to look, then what I would play",
            |app, reply, given| Box::pin(hint(app, reply, given)),
        )
        .with(running())
        .in_servers_and_chats(),
        Command::new(
            "analyse",
            "See what a finished match came to turn by turn, and what would have been better",
            |app, reply, given| Box::pin(analyse(app, reply, given)),
        )
        .with(played()),
    ]
}

async fn hint(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let id = which_played(app, reply, given.text(MATCH)?, |one| {
        Some(CustomId::Hint(one.id))
    })
    .await?;
    hints::show(app, reply, id).await
}

async fn analyse(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let id = which_played(app, reply, given.text(MATCH)?, |one| {
        Some(CustomId::Analysis(one.id))
    })
    .await?;
    analysis::show(app, reply, id).await
}
