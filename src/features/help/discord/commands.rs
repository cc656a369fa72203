//! `/rules` and `/help`.

use super::pages;
use crate::discord::ui::command_options::needed;
use crate::discord::ui::{App, Command, CommandOptions, Parameter, Reply, Result};
use crate::features::help::messages;

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new("rules", "Read the rules of a game", |app, reply, given| {
            Box::pin(rules(app, reply, given))
        })
        .with(Parameter::game("game", "Which game").required()),
        Command::new(
            "help",
            "What the bot does, how to play, and who runs it",
            |app, reply, _| Box::pin(help(app, reply)),
        ),
    ]
}

async fn rules(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let game = needed(given.text("game")?)?;
    pages::show_rules(app, reply, game, 0).await
}

async fn help(app: &App, reply: &mut Reply<'_>) -> Result {
    let help = messages::help(0, &app.operator, |name| app.command_mention(name));
    app.whisper(reply, help).await
}
