//! `/import`.

use super::imports;
use crate::discord::ui::command_options::needed;
use crate::discord::ui::{App, Command, CommandOptions, Parameter, Reply, Result};

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "import",
            "Look at a match from a file",
            |app, reply, given| Box::pin(import(app, reply, given)),
        )
        .with(
            Parameter::file(
                "file",
                "A file from Anteroom, an APGameRecord, PGN, SGF or a string of columns; 1 MB at most",
            )
            .required(),
        )
        .with(Parameter::game(
            "game",
            "Which game it is, if the record does not say",
        )),
    ]
}

async fn import(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let file = needed(given.file("file")?)?;
    imports::show(app, reply, file, given.game("game")?).await
}
